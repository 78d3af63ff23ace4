"""Finds the tests that show a paragraph, and what mutation testing has proven about them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pitboss.chapter.contents import section_of
from pitboss.chapter.paragraphs import BadParagraphs, Paragraph, TextFile
from pitboss.traceability.sources import PLAYTHROUGH

_WORD = re.compile(r"\d+|[a-z]+")
_PRINTED = re.compile(r"(?:19:47|13:69F)-(\S+)$")
_SHOWS = re.compile(r"#\s*shows\s+(.+)", re.IGNORECASE)


class Proof(BaseModel):
    """How many mutations of a paragraph its tests detected, and one of the tests that detected them."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    found: int = Field(ge=0)
    of: int = Field(ge=0)
    by: str = ""
    digest: str = ""
    """A digest of the mutations and the tests that were run, which a test compares with the current code."""
    quick: bool = False
    """Whether testing stopped at the first mutation that was detected."""


def read_proofs(file: TextFile) -> dict[str, Proof]:
    """Read what mutation testing has proven about each paragraph."""
    try:
        return TypeAdapter(dict[str, Proof]).validate_python(tomllib.loads(file.text))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        wrong = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        raise BadParagraphs(f"{file.path}: {wrong}; `make mutation` writes it again") from None


@dataclass(frozen=True, slots=True)
class Evidence:
    """The tests by paragraph or, failing that, by section, and the unlisted paragraphs that they cite."""

    by_paragraph: dict[str, list[str]] = field(default_factory=dict)
    by_section: dict[str, list[str]] = field(default_factory=dict)
    dangling: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, paragraphs: Sequence[Paragraph], tests: Iterable[TextFile] | None) -> Evidence:
        shown = cls()
        sections = {section for one in paragraphs for section in (section_of(one.section), one.section)}
        subchapters = {_words(section)[0] for section in sections}
        for file in tests or ():
            if file.path.endswith(".py"):
                for test in _tests_in(file):
                    words = _words(test.rpartition("::")[2])[1:]
                    if words and words[0] in subchapters:  # most tests belong to other games
                        shown.add(f"{file.path}::{test}", words, _paragraphs_shown(words, paragraphs), sections)
                continue
            if file.path.endswith(PLAYTHROUGH):
                for section in _playthrough_citations(file):
                    shown.add(file.path, (), [one.id for one in paragraphs if one.section == section], ())
                continue
            for number, line in enumerate(file.text.splitlines(), 1):
                found = _SHOWS.fullmatch(line.strip())
                for item in found[1].split(",") if found else ():
                    words = _words(item)
                    ids = [one.id for one in paragraphs if _words(one.id) == words]
                    section = shown.add(file.path, words, ids, sections)
                    if section and _words(section) != words:
                        shown.dangling.append(
                            f"{file.path}:{number} shows {item.strip()}, which paragraphs.toml does not list"
                        )
        return shown

    def add(self, test: str, words: Sequence[str], ids: Sequence[str], sections: Iterable[str]) -> str:
        """Record a test under the paragraphs it shows. Otherwise return its section, or "" if it has none."""
        for id in ids:
            self.by_paragraph.setdefault(id, []).append(test)
        section = "" if ids else _section(words, sections)
        if section:
            self.by_section.setdefault(section, []).append(test)
        return section


def _playthrough_citations(playthrough: TextFile) -> Iterator[str]:
    r"""Yield the sections that a playthrough's lines cite, each once.

    >>> list(_playthrough_citations(TextFile("x", "2♣.  19:47-16.8(c)2\n refused: no (N.J.A.C. 19:47-16.8(b))\n")))
    ['16.8(c)2', '16.8(b)']
    """
    found = (one[1] for line in playthrough.text.splitlines() if (one := _PRINTED.search(line)))
    yield from dict.fromkeys(one[:-1] if one.count(")") > one.count("(") else one for one in found)


@lru_cache(1024)
def _tests_in(file: TextFile) -> tuple[str, ...]:
    """Return the names of a file's tests, cached across games."""
    return tuple(_test_names(ast.parse(file.text, file.path)))


def _test_names(tree: ast.AST, inside: str = "") -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _test_names(node, f"{inside}{node.name}::")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            yield inside + node.name


def _paragraphs_shown(words: Sequence[str], paragraphs: Sequence[Paragraph]) -> list[str]:
    """Return the paragraphs in a test's name: two in "1_2_a_3_and_4", and the whole range in "1_6_a_to_d"."""
    found = _longest(words, paragraphs)
    number = _words(found[0].partition(" ")[0]) if found else ()
    joint, *rest = words[len(number) :] or [""]
    if not found or joint not in ("and", "to"):
        return found
    # The second number may omit the part it shares with the first; the interpretation that uses the most words wins.
    numbers = {one.id: _words(one.section) for one in paragraphs if not one.name}
    readings = {
        id: len(other) - kept
        for id, other in numbers.items()
        for kept in range(len(number), -1, -1)
        if len(other) > kept and other[:kept] == number[:kept] and other[kept:] == tuple(rest[: len(other) - kept])
    }
    second = max(readings, key=lambda id: readings[id], default="")
    if joint == "and" or found[0] not in numbers:
        return [*found, second] if second else found
    alike = [id for id, other in numbers.items() if len(other) == len(number)]
    return alike[alike.index(found[0]) : alike.index(second) + 1] if second in alike else found


def _longest(words: Sequence[str], paragraphs: Sequence[Paragraph]) -> list[str]:
    """Return the paragraphs whose number begins a test's name and whose name, if any, is in the rest; the longest match
    wins.
    """
    lengths = {one.id: length for one in paragraphs if (length := _length(words, one))}
    return [id for id, length in lengths.items() if length == max(lengths.values())]


def _length(words: Sequence[str], one: Paragraph) -> tuple[int, int] | None:
    """Return how many words of a test's name match a paragraph's number and its name, or None if they do not match."""
    number, name = _words(one.section), _words(one.name)
    rest = iter(words[len(number) :])
    if tuple(words[: len(number)]) != number or not all(word in rest for word in name):
        return None
    return len(number), len(name)


def _section(words: Sequence[str], sections: Iterable[str]) -> str:
    """Return the most specific listed section that the words begin with, or ""."""
    return max((one for one in sections if tuple(words[: len(_words(one))]) == _words(one)), key=len, default="")


@lru_cache(16_384)
def _words(text: str) -> tuple[str, ...]:
    """Split into numbers and words, so that 1.2(a)1i and test_1_2_a_1_i give the same parts.

    >>> _words("1.2(a)1i(2)"), _words('1.9 "dice stacked"')
    (('1', '2', 'a', '1', 'i', '2'), ('1', '9', 'dice', 'stacked'))
    """
    return tuple(_WORD.findall(text.lower()))
