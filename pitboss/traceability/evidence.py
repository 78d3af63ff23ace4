"""Which tests show a paragraph, and what mutation has proven of them."""

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
    """Of so many breaches of a paragraph, how many its tests found; and one of the tests that did."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    found: int = Field(ge=0)
    of: int = Field(ge=0)
    by: str = ""
    digest: str = ""
    """What mutation broke and which tests it ran, in short; the tests compare it with the code of today."""
    quick: bool = False
    """Whether nothing more was broken once a test had found one breach."""


def read_proofs(file: TextFile) -> dict[str, Proof]:
    """What mutation has proven of each paragraph."""
    try:
        return TypeAdapter(dict[str, Proof]).validate_python(tomllib.loads(file.text))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        wrong = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        raise BadParagraphs(f"{file.path}: {wrong}; `make mutation` writes it anew") from None


@dataclass(frozen=True, slots=True)
class Evidence:
    """The tests by the paragraph that they show, or else by the section; and what they cite in vain."""

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
                    if words and words[0] in subchapters:  # most tests are of other games
                        shown.add(f"{file.path}::{test}", words, _shown_by(words, paragraphs), sections)
                continue
            if file.path.endswith(PLAYTHROUGH):
                for section in _cited_in(file):
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
        """Put a test where it belongs. Returns the section, where it shows no paragraph; none if neither."""
        for id in ids:
            self.by_paragraph.setdefault(id, []).append(test)
        section = "" if ids else _section(words, sections)
        if section:
            self.by_section.setdefault(section, []).append(test)
        return section


def _cited_in(playthrough: TextFile) -> Iterator[str]:
    """The sections that the lines of a playthrough cite, each once.

    >>> list(_cited_in(TextFile("x.txt", "He shows 2♣.  19:47-16.8(c)2\\n refused: no (N.J.A.C. 19:47-16.8(b))\\n")))
    ['16.8(c)2', '16.8(b)']
    """
    found = (one[1] for line in playthrough.text.splitlines() if (one := _PRINTED.search(line)))
    yield from dict.fromkeys(one[:-1] if one.count(")") > one.count("(") else one for one in found)


@lru_cache(1024)
def _tests_in(file: TextFile) -> tuple[str, ...]:
    """The names of a file's tests: read once, whichever games ask."""
    return tuple(_test_names(ast.parse(file.text, file.path)))


def _test_names(tree: ast.AST, inside: str = "") -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _test_names(node, f"{inside}{node.name}::")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            yield inside + node.name


def _shown_by(words: Sequence[str], paragraphs: Sequence[Paragraph]) -> list[str]:
    """The paragraphs that a test's name shows: "1_2_a_3_and_4" two of them, "1_6_a_to_d" all from one to the other."""
    found = _longest(words, paragraphs)
    number = _words(found[0].partition(" ")[0]) if found else ()
    joint, *rest = words[len(number) :] or [""]
    if not found or joint not in ("and", "to"):
        return found
    # What the second number shares with the first may be left out; the reading that uses most words is the one meant.
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
    """The paragraphs whose number begins a test's name and whose name, if any, is in the rest. The longest counts."""
    lengths = {one.id: length for one in paragraphs if (length := _length(words, one))}
    return [id for id, length in lengths.items() if length == max(lengths.values())]


def _length(words: Sequence[str], one: Paragraph) -> tuple[int, int] | None:
    """How much of a test's name is a paragraph's number and name; None if it is not this paragraph."""
    number, name = _words(one.section), _words(one.name)
    rest = iter(words[len(number) :])
    if tuple(words[: len(number)]) != number or not all(word in rest for word in name):
        return None
    return len(number), len(name)


def _section(words: Sequence[str], sections: Iterable[str]) -> str:
    """The section that words begin with, as far down as paragraphs are listed; none if they do not."""
    return max((one for one in sections if tuple(words[: len(_words(one))]) == _words(one)), key=len, default="")


@lru_cache(16_384)
def _words(text: str) -> tuple[str, ...]:
    """Numbers and words, in which 1.2(a)1i and test_1_2_a_1_i are alike.

    >>> _words("1.2(a)1i(2)"), _words('1.9 "dice stacked"')
    (('1', '2', 'a', '1', 'i', '2'), ('1', '9', 'dice', 'stacked'))
    """
    return tuple(_WORD.findall(text.lower()))
