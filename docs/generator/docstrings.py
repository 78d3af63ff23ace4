"""Docstrings as Markdown, and the reference for the Python API and `rules.toml` made from them."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
import types
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from docs.generator.markdown import code, fenced, plain, table

API = {
    "verbs": ("The verbs", ("pitboss",)),
    "results": (
        "Results",
        (
            "pitboss.pricing.report",
            "pitboss.library.strategies",
            "pitboss.library.histories",
            "pitboss.library.ranges",
            "pitboss.library.listing",
            "pitboss.library.tables",
            "pitboss.exhibit",
        ),
    ),
    "chapter": (
        "The chapter",
        ("pitboss.chapter.in_force", "pitboss.chapter.layout", "pitboss.chapter.finding", "pitboss.chapter.odds"),
    ),
    "table": ("The table", ("pitboss.table",)),
    "equipment": ("Equipment and hands", ("pitboss.equipment", "pitboss.hands")),
    "pricing": ("Pricing", ("pitboss.pricing",)),
    "contract": ("A game's contract", ("pitboss.contract",)),
}
"""The pages of the Python API: title and modules."""
LONGEST = 96
_CONSTRUCTORS = {"__init__", "__new__", "__call__", "__getitem__", "__iter__", "__len__", "__contains__"}


def markdown_of(docstring: str | None) -> str:
    """Return a docstring as Markdown: examples become code blocks."""
    blocks = re.split(r"\n\s*\n", inspect.cleandoc(docstring or ""))
    return "\n\n".join(_block(block) for block in blocks).strip()


def _block(block: str) -> str:
    if block.lstrip().startswith(">>> "):
        return fenced(textwrap.dedent(block), "pycon").strip()
    first, example, rest = block.partition("\n>>> ")
    if example:
        return f"{_block(first)}\n\n{_block(f'>>> {rest}')}"
    return "\n".join(map(_prose, block.splitlines()))


def _prose(line: str) -> str:
    """Escape anything outside code that Markdown would mistake for HTML."""
    if line.startswith("    "):
        return line
    parts = re.split(r"(`+[^`]*`+)", line)
    return "".join(part if part.startswith("`") else part.replace("<", "&lt;") for part in parts)


def attribute_docs(cls: type) -> dict[str, str]:
    """Return a class's attribute docstrings by attribute."""
    found: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        if base.__module__.startswith("pitboss"):
            found |= _attribute_docs(ast.parse(textwrap.dedent(inspect.getsource(base))).body[0])
    return found


def _attribute_docs(node: Any) -> dict[str, str]:
    found: dict[str, str] = {}
    for first, second in zip(node.body, node.body[1:], strict=False):
        if (
            isinstance(second, ast.Expr)
            and isinstance(second.value, ast.Constant)
            and isinstance(second.value.value, str)
        ):
            names = [first.target] if isinstance(first, ast.AnnAssign) else getattr(first, "targets", [])
            found |= {name.id: inspect.cleandoc(second.value.value) for name in names if isinstance(name, ast.Name)}
    return found


# ---- the Python API


def api_page(title: str, modules: tuple[str, ...]) -> str:
    """Return the page for a set of modules: their docstrings and public names."""
    parts = [f"# {title}\n"]
    for name in modules:
        module = import_module(name)
        if len(modules) > 1:
            parts.append(f"## {name}\n")
        parts += [f"{markdown_of(module.__doc__)}\n", *_members(module)]
    return "\n".join(parts)


def public_names(module: types.ModuleType) -> list[str]:
    """Return the names in a module's `__all__`, or the public classes and functions that it defines."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return [name for name in listed if not name.startswith("__")]
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__ == module.__name__
    ]


def _members(module: types.ModuleType) -> Iterator[str]:
    constants = []
    for name in public_names(module):
        value = getattr(module, name)
        if inspect.isclass(value):
            yield from _class(name, value)
        elif callable(value) and hasattr(value, "__name__"):
            yield f"### {name}\n"
            yield fenced(signature(name, value), "python")
            yield f"{markdown_of(value.__doc__)}\n"
        else:
            constants.append((code(name), code(_short(repr(value)))))
    if constants:
        yield table(["constant", "value"], constants)


def _class(name: str, cls: type) -> Iterator[str]:
    yield f"### {name}\n"
    if issubclass(cls, BaseModel):
        yield f"{markdown_of(cls.__doc__)}\n"
        yield _fields(cls)
    else:
        if not issubclass(cls, BaseException) and cls.__init__ is not object.__init__:
            yield fenced(signature(name, cls), "python")
        own = cls.__doc__ or ""
        yield f"{markdown_of('' if own.startswith(f'{cls.__name__}(') else own)}\n"
    for method, value in vars(cls).items():
        if method.startswith("_") and method not in _CONSTRUCTORS - {"__init__", "__new__"}:
            continue
        if isinstance(value, (property, cached_property)):
            inner = value.fget if isinstance(value, property) else value.func
            if inner is not None and inner.__doc__:
                yield f"`{name}.{method}`\n:   {_indented(inner.__doc__)}\n"
        elif inspect.isfunction(value) or isinstance(value, (classmethod, staticmethod)):
            inner = value if inspect.isfunction(value) else value.__func__
            if inner.__doc__ and inner.__module__.startswith("pitboss"):
                yield f"`{_one_line(signature(f'{name}.{method}', inner))}`\n:   {_indented(inner.__doc__)}\n"


def _indented(docstring: str) -> str:
    return textwrap.indent(markdown_of(docstring), "    ").strip()


def _one_line(text: str) -> str:
    return re.sub(r",(\s*\))", r"\1", re.sub(r"\(\s+", "(", re.sub(r"\s+", " ", text))).replace(", )", ")")


def signature(name: str, value: Any) -> str:
    """Return a function's or class's signature, with one parameter per line if it is long."""
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return f"{name}(…)"
    arrow = "" if found.return_annotation is found.empty else f" -> {_annotation(found.return_annotation)}"
    parts: list[str] = []
    for one in found.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not any(part.startswith("*") for part in parts):
            parts.append("*")
        if one.name not in ("self", "cls", "_cls"):
            parts.append(_parameter(one))
    text = f"{name}({', '.join(parts)}){arrow}"
    return text if len(text) <= LONGEST else "\n".join([f"{name}(", *(f"    {part}," for part in parts), f"){arrow}"])


def _parameter(one: inspect.Parameter) -> str:
    star = "*" if one.kind is one.VAR_POSITIONAL else "**" if one.kind is one.VAR_KEYWORD else ""
    annotated = "" if one.annotation is one.empty else f": {_annotation(one.annotation)}"
    if one.default is one.empty:
        return f"{star}{one.name}{annotated}"
    default = _clean(repr(one.default))
    return f"{one.name}{annotated} = {default}" if annotated else f"{one.name}={default}"


def _annotation(value: Any) -> str:
    return _clean(value if isinstance(value, str) else inspect.formatannotation(value))


def _clean(text: str) -> str:
    """Shorten qualified names to their last part, and the repr of an object to its name."""
    text = re.sub(r"<(?:function|class|object) '?([\w.]+)[^>]*>", r"\1", text)
    return re.sub(r"\b(?:pitboss|collections|typing|datetime|fractions|pathlib)(?:\.\w+)*\.(\w+)", r"\1", text)


def _short(text: str, most: int = 80) -> str:
    text = text.replace("`", "")
    return text if len(text) <= most else f"{text[: most - 1]}…"


# ---- models: rules.toml


def rules_page() -> str:
    """Return the reference for `rules.toml`: every table in the schema, with its keys."""
    rules = import_module("pitboss.chapter.rules")
    models: dict[str, type[BaseModel]] = {}
    _collect(rules.Rules, models)
    parts = [
        "# rules.toml\n",
        "The data of a game. The file is read strictly: an unknown key, a dangling citation or an impossible value is "
        "an error that names the file and the line. This page is generated from the schema, "
        "`pitboss/chapter/rules.py`. [Write a game's data](../how-to/write-rules.md) explains how to use it.\n",
        "## The file\n",
        f"{markdown_of(rules.__doc__)}\n",
        _fields(rules.Rules, link=models),
    ]
    for name, model in models.items():
        if name == "Rules":
            continue
        parts += [f"## {name}\n", f"{markdown_of(model.__doc__)}\n", _fields(model, link=models)]
    return "\n".join(parts)


def _collect(model: type[BaseModel], models: dict[str, type[BaseModel]]) -> None:
    if model.__name__ in models:
        return
    models[model.__name__] = model
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            _collect(inner, models)


def _models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if inspect.isclass(annotation) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models_in(inner)


def _fields(model: type[BaseModel], link: dict[str, type[BaseModel]] | None = None) -> str:
    docs = attribute_docs(model)
    rows = []
    for name, field in model.model_fields.items():
        default = "required" if field.is_required() else _default(field.get_default(call_default_factory=True))
        about = field.description or docs.get(name, "")
        rows.append(
            (code(field.alias or name), _type(field.annotation, link or {}), default, plain(" ".join(about.split())))
        )
    return table(["key", "type", "default", "meaning"], rows)


def _default(value: Any) -> str:
    if value is PydanticUndefined or value is None or value in ("", (), [], {}):
        return ""
    return code(_short(str(value).lower() if isinstance(value, bool) else str(value), 40))


_NAMES = {
    "str": "text",
    "bool": "true or false",
    "int": "whole number",
    "Decimal": "number",
    "date": "date",
    "Any": "any value",
}


def _type(annotation: Any, link: dict[str, type[BaseModel]]) -> str:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Literal:
        return " or ".join(code(value) for value in inner if value != "")
    if origin in (Union, types.UnionType):
        return " or ".join(dict.fromkeys(_type(one, link) for one in inner if one is not type(None)))
    if origin in (tuple, list):
        return f"list of {_type(inner[0], link)}"
    if origin is dict or str(origin).endswith("Mapping'>"):
        return f"table of {_type(inner[1], link)}"
    if origin is Annotated:
        return _type(inner[0], link)
    name = getattr(annotation, "__name__", str(annotation))
    return f"[{name}](#{name.lower()})" if name in link else _NAMES.get(name, plain(name))
