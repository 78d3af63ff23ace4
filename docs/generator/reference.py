"""Reference pages for the commands, the HTTP API, settings and limits."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields
from importlib.resources import files
from typing import Any

import typer
from rich.text import Text

from docs.generator.docstrings import attribute_docs, markdown_of
from docs.generator.markdown import code, codes, fenced, plain, sentence, table
from pitboss.cli.app import app
from pitboss.floor.api.app import api
from pitboss.floor.api.limits import Rate, Rates
from pitboss.floor.api.problems import KINDS
from pitboss.floor.policy import FILE

_EXIT_CODES = table(
    ["exit code", "meaning"],
    [("0", "success"), ("1", "findings: something is not permitted, differs, or fails a check"), ("2", "bad input")],
)

# ---- commands


def commands() -> str:
    """Return the page of all commands."""
    group: Any = typer.main.get_command(app)
    parts = [
        "# Commands\n",
        "Every command that reports takes `--json` and then prints nothing else. Errors are one line on standard error "
        "that says what is wrong and what is allowed.\n",
        _EXIT_CODES,
    ]
    panels: dict[str, list[Any]] = {}
    for command in group.commands.values():
        panels.setdefault(command.rich_help_panel or "Other", []).append(command)
    for panel, members in panels.items():
        parts.append(f"## {panel}\n")
        parts += [text for command in members for text in _command(command)]
    return "\n".join(parts)


def _command(command: Any) -> Iterator[str]:
    yield f"### pitboss {command.name}\n"
    yield f"{plain(plain_help(command.help))}\n"
    arguments = [one for one in command.params if isinstance(one, typer.core.TyperArgument)]
    choices = [one for one in command.params if not isinstance(one, typer.core.TyperArgument) and not one.hidden]
    usage = " ".join([f"pitboss {command.name}", *map(_argument, arguments), *(["[OPTIONS]"] if choices else [])])
    yield fenced(usage)
    rows = [(code(one.metavar or one.name.upper()), "", plain(plain_help(one.help))) for one in arguments]
    rows += [(_names(one), _default(one), plain(plain_help(one.help))) for one in choices]
    yield table(["argument", "default", "meaning"], rows)
    examples = [line.removeprefix("  ").rstrip() for line in plain_help(command.epilog).splitlines()[1:]]
    if examples:
        yield fenced("\n".join(examples), "sh")


def plain_help(text: str | None) -> str:
    """Return a help text without terminal markup."""
    return Text.from_markup(text or "").plain.strip()


def _argument(one: Any) -> str:
    name = one.metavar or one.name.upper()
    return name if one.required else f"[{name}]"


def _names(one: Any) -> str:
    names = [*one.opts, *one.secondary_opts]
    metavar = f" {one.metavar}" if one.metavar else ""
    return " ".join(code(f"{name}{metavar}") for name in names)


def _default(one: Any) -> str:
    if isinstance(one.show_default, str):
        return plain(one.show_default)
    default = one.default() if callable(one.default) else one.default
    if one.required or default in (None, "", False, [], ()):
        return ""
    return code(default)


# ---- HTTP API


def http_api() -> str:
    """Return the page of the HTTP API, from its OpenAPI description."""
    described = api().openapi()
    parts = [
        "# HTTP API\n",
        f"{markdown_of(described['info']['description'])}\n",
        "A running floor serves this description as data under `/api/v1/openapi.json`.\n",
    ]
    tags: dict[str, list[str]] = {}
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            tag = operation.get("tags", ["other"])[0]
            tags.setdefault(tag, []).append(_operation(path, method, operation))
    for tag, operations in tags.items():
        parts += [f"## {tag.capitalize()}\n", *operations]
    parts.append("## Problems\n")
    parts.append(
        "A refused request is answered with a problem document. Its `type` ends with one of these kinds; its `detail` "
        "says what is wrong and what is allowed.\n"
    )
    parts.append(
        table(["kind", "status", "meaning"], ((code(kind), known[0], plain(known[2])) for kind, known in KINDS.items()))
    )
    parts.append("## Schemas\n")
    for name, schema in sorted(described["components"]["schemas"].items()):
        parts.append(_schema(name, schema))
    return "\n".join(parts)


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> str:
    lines = [f"### {method.upper()} {plain(path)}\n", f"{sentence(markdown_of(operation.get('description', '')))}\n"]
    rows = [
        (code(one["name"]), one["in"], _type(one.get("schema", {})), plain(one.get("description", "")))
        for one in operation.get("parameters", [])
    ]
    lines.append(table(["parameter", "in", "type", "meaning"], rows))
    bodies = operation.get("requestBody", {}).get("content", {}).values()
    lines += [f"Body: {_type(content['schema'])}.\n" for content in bodies]
    for status, answer in operation["responses"].items():
        if status.startswith("2"):
            types = [_type(content.get("schema", {})) for content in answer.get("content", {}).values()]
            lines.append(f"Answer: {status}{', ' if any(types) else ''}{' or '.join(filter(None, types))}.\n")
    return "\n".join(filter(None, lines))


def _schema(name: str, schema: Mapping[str, Any]) -> str:
    required = schema.get("required", [])
    rows = [
        (code(field), _type(one), "yes" if field in required else "", plain(one.get("description", "")))
        for field, one in schema.get("properties", {}).items()
    ]
    about = sentence(markdown_of(schema.get("description", "")))
    values = f"One of {codes(schema['enum'])}.\n" if "enum" in schema else ""
    body = table(["field", "type", "required", "meaning"], rows)
    return f"### {name}\n\n{about}\n\n{body or values}"


def _type(schema: Mapping[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(_type(one) for one in schema[key] if one.get("type") != "null"))
    if "enum" in schema:
        return " or ".join(code(value) for value in schema["enum"])
    if "const" in schema:
        return code(schema["const"])
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {})) or 'values'}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), Mapping):
        return f"map to {_type(schema['additionalProperties']) or 'values'}"
    return str(schema.get("type", ""))


# ---- settings and limits

ENVIRONMENT = {
    "PITBOSS_HOME": "The folder of the floor: its SQLite database, its key and its signed checkpoints.",
    "PITBOSS_DATABASE": "The database URL of the floor, where `--database` is not given.",
    "PITBOSS_KEY": "The key that seals shuffles and signs tapes, instead of the file `key` in the folder of the floor.",
    "PITBOSS_ANCHORS": "Files and URLs that keep checkpoints, separated by spaces, where `--anchor` is not given.",
    "PITBOSS_ANCHOR_TOKEN": "The bearer token that the floor sends to its webhooks.",
    "PITBOSS_TIME_STAMPS": "The URL of a time-stamping authority, where `--time-stamps` is not given.",
    "PITBOSS_TIME_STAMPS_CERTIFICATE": "The root certificate of that authority, in PEM.",
    "PITBOSS_POLICY": "A policy file, where `serve --policy` is not given.",
    "PITBOSS_LIMITS": "Request limits that differ from those below, such as `commands=500/2000`; `off` removes all.",
    "PITBOSS_CACHE": "The folder that keeps long counts between runs; `off` keeps nothing.",
    "PITBOSS_CORES": "How many cores to use for counts and simulations.",
    "FORWARDED_ALLOW_IPS": "The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are believed.",
    "RAY_ADDRESS": "The Ray cluster of `simulate --runner ray`; without it a local one is started.",
    "XDG_DATA_HOME": "Where the folder of the floor is, if `PITBOSS_HOME` is not set.",
}
"""The meaning of each environment variable; a test compares them with those that the code reads."""


def configuration() -> str:
    """Return the page of environment variables, the house policy and the request limits."""
    policy = files("pitboss.floor").joinpath(FILE).read_text("utf-8")
    tomllib.loads(policy)
    rates = Rates()
    docs = attribute_docs(Rates)
    rows = []
    for field in fields(Rates):
        value = getattr(rates, field.name)
        shown = f"{value.per_second:g} per second, {value.at_once:g} at once" if isinstance(value, Rate) else str(value)
        rows.append((code(field.name), shown, plain(docs.get(field.name, ""))))
    return "\n".join(
        [
            "# Configuration and limits\n",
            "## Environment variables\n",
            table(["variable", "meaning"], ((code(name), meaning) for name, meaning in ENVIRONMENT.items())),
            "## The house policy\n",
            "A file for `pitboss serve --policy` replaces single figures of these defaults.\n",
            fenced(policy, "toml"),
            "## Request limits\n",
            "Requests beyond these rates are answered with the problem `too-often` and the seconds to wait. "
            "`PITBOSS_LIMITS` changes them by name.\n",
            table(["name", "limit", "counts"], rows),
        ]
    )
