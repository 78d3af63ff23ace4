"""Finds citations of a subchapter's paragraphs in data and code, and matches them up."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from pitboss.chapter.contents import section_of
from pitboss.chapter.paragraphs import Paragraph, TextFile
from pitboss.chapter.reference import provision_records
from pitboss.chapter.rules import Rules, value_text

MARK = "Cites"
"""The type of a wager term that is a section (`chapter.numbers.Cites`)."""
CACHE_SIZE = 256
"""The number of parsed files to cache; games share most of their code."""


@dataclass(frozen=True, slots=True)
class Citation:
    """A place that cites a section. A paragraph without a number can claim it by one of its `names`."""

    where: str
    section: str
    names: frozenset[str]
    wrong_at: str


def data_citations(file: TextFile, rules: Rules, day: date) -> Iterator[Citation]:
    """Yield the citations of this subchapter in rules.toml. Provisions that ended before the edition held keep their
    old numbers.
    """
    for one in provision_records(rules):
        if one.until is not None and one.until <= day:
            continue
        keys = one.path.split(".")
        names = frozenset(".".join(keys[:length]) for length in range(2, len(keys) + 1))
        path = [int(key) if key.isdecimal() and keys[0] == "condition" else key for key in keys]
        # If an amendment moved only this provision, it implements its former paragraph too.
        for section in (*one.section.split(", "), *one.provision.was.values()):
            if rules.game.holds(section):
                yield Citation(one.path, section, names, f"{file.at(path)}: {one.path}")


@lru_cache(CACHE_SIZE)
def parse_file(file: TextFile) -> ast.Module:
    """Parse a file, cached across games."""
    return ast.parse(file.text, file.path)


@lru_cache(CACHE_SIZE)
def section_terms(file: TextFile) -> tuple[str, ...]:
    """Return the wager terms that a model marks as sections."""
    return tuple(
        node.target.id
        for node in ast.walk(parse_file(file))
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _named(node.annotation, MARK)
    )


def _named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def step_citations(file: TextFile, rules: Rules, day: date, marked: frozenset[str]) -> Iterator[Citation]:
    """Yield the citations of this subchapter in code: sections, and names of facts or terms that have a section."""
    terms: dict[str, list[tuple[str, str]]] = {}
    for one in provision_records(rules):
        wager, found, term = one.path.partition(".terms.")
        if found:
            terms.setdefault(term, []).append((f"{wager}.terms.{term}", one.section))
    choices = [value_text(one.value) for option in rules.options.values() for one in option.values]
    for node, functions in _code(file):
        cited: list[tuple[str, str]] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            cited = [("", section) for section in _sections(node.value)]
        elif facts := [name for name in _facts(node, choices) if name in rules.dated_facts]:
            cited = [
                (f"fact.{name}", section)
                for name in facts
                for one in rules.dated_facts[name]
                if one.until is None or day < one.until
                for section in one.section.split(", ")
            ]
        elif isinstance(node, ast.Attribute) and node.attr in marked and (term := _term(node)) in terms:
            cited = terms[term]
        where = f"{file.path}:{getattr(node, 'lineno', 0)}"
        for name, section in cited:
            if rules.game.holds(section):
                yield Citation(where, section, frozenset((*functions, name)), where)


@lru_cache(CACHE_SIZE)
def _code(file: TextFile) -> tuple[tuple[ast.AST, tuple[str, ...]], ...]:
    """Return every node of a file that can contain a citation."""
    return tuple(_nodes(parse_file(file)))


def _nodes(tree: ast.AST, functions: tuple[str, ...] = ()) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
    """Yield every node with its enclosing functions, skipping docstrings."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        inside = (*functions, node.name) if isinstance(node, ast.FunctionDef) else functions
        yield node, inside
        yield from _nodes(node, inside)


def _sections(text: str) -> list[str]:
    """Return the sections named by a string literal, or an empty list for other text."""
    sections = text.split(", ")
    try:
        for section in sections:
            section_of(section)
    except ValueError:
        return []
    return sections


def _fact(node: ast.AST) -> tuple[str, bool] | None:
    """Return the fact that a node looks up and whether it must exist: sections["removal"], fact("dice")."""
    if isinstance(node, ast.Subscript) and _is(node.value, "sections", "facts"):
        return _text(node.slice, True)
    if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Attribute):
        if node.func.attr == "fact":
            return _text(node.args[0], True)
        if node.func.attr == "get" and _is(node.func.value, "sections", "facts"):
            return _text(node.args[0], False)
    return None


def _facts(node: ast.AST, choices: Iterable[str]) -> Iterator[str]:
    """Yield the facts that a node may look up: section("dealing") can also mean a choice's own, dealing_hand."""
    if fact := _fact(node):
        yield fact[0]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "section":
        for name in (text[0] for one in node.args if (text := _text(one, False))):
            yield name
            yield from (f"{name}_{choice}" for choice in choices)


def _is(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in names


def _text(node: ast.AST, needed: bool) -> tuple[str, bool] | None:
    return (node.value, needed) if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _term(node: ast.AST) -> str:
    """Return the wager term that a node reads: terms.wins.section, self.terms[kind].made."""
    names: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
        node = node.value
    names.insert(0, node.id if isinstance(node, ast.Name) else "")
    return ".".join(names[names.index("terms") + 1 :]) if "terms" in names else ""


# ---- Matching citations to paragraphs


def is_answered_by(citation: Citation, one: Paragraph, names: Iterable[str]) -> bool:
    return citation.section == one.section and (not one.name or not citation.names.isdisjoint(names))


def steps_of(one: Paragraph, steps: Iterable[Citation], functions: Mapping[str, str]) -> Iterator[str]:
    """Yield a paragraph's steps, including functions that it names even if they cite nothing."""
    silent = [name for name in one.steps if name in functions]
    for citation in steps:
        if is_answered_by(citation, one, (*one.data, *one.steps)):
            silent = [name for name in silent if name not in citation.names]
            yield citation.where
    yield from (functions[name] for name in silent)


def unlisted_citations(citations: Iterable[Citation], paragraphs: Sequence[Paragraph]) -> Iterator[str]:
    """Yield citations of unlisted paragraphs, and citations of sections that no unnumbered paragraph claims."""
    listed = {one.section for one in paragraphs}
    for citation in citations:
        if citation.section not in listed:
            yield f"{citation.wrong_at} cites {citation.section}, which paragraphs.toml does not list"
        elif not any(is_answered_by(citation, one, (*one.data, *one.steps)) for one in paragraphs):
            section = citation.section
            yield f"{citation.wrong_at} cites {section}, but no paragraph of {section} in paragraphs.toml names it"


def unknown_names(
    file: TextFile, paragraphs: Sequence[Paragraph], data: Sequence[Citation], functions: Mapping[str, str]
) -> Iterator[str]:
    """Yield names in paragraphs.toml that do not exist."""
    for number, one in enumerate(paragraphs):
        for name in one.data:
            if not any(name in citation.names and citation.section == one.section for citation in data):
                at = file.at(("paragraph", number, "data"))
                yield f"{at}: {one.id} names {name}, but rules.toml has none that cites {one.section}"
        for name in one.steps:
            if name not in functions:
                at = file.at(("paragraph", number, "steps"))
                yield f"{at}: {one.id} names {name}, but neither round.py nor its family has such a function"


def unknown_facts(file: TextFile, rules: Rules) -> Iterator[str]:
    for node, _ in _code(file):
        if (fact := _fact(node)) and fact[1] and fact[0] not in rules.dated_facts:
            yield f"{file.path}:{getattr(node, 'lineno', 0)} uses fact {fact[0]}, which rules.toml does not have"
