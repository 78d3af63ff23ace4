"""The paragraphs of a game's subchapter, each against what answers it: data, a step, or why it is nothing for software.

How it works:

1. `paragraphs.toml`, beside a game's `rules.toml`, lists the paragraphs: those of an edition's text by their numbers,
   the rest as the fact sheet has them. It says what each is about in our own words.
2. A paragraph with a number, 1.2(a)1i(2), is answered by what cites exactly that number: a provision of `rules.toml`,
   or a step of `round.py`, of the families that it is built on, or of the procedure that all games share. Citations are
   read from the code itself: a section, the name of a fact (`sections["removal"]`, `fact("dice")`), or a term of a
   wager that its model marks as a section (`made: Cites`).
3. A paragraph without a number (a definition; a fact whose paragraph nobody has seen) has a name: 1.9 "dice stacked".
   Code can cite no more of it than its section, so the entry names its provisions and functions, and is held to it.
4. A paragraph is answered by itself or by all that stand below it. A test shows that an answer is right; it is none.
   It is named for the paragraph (test_1_2_a_1_…, `# shows 1.2(a)1`), or is the playthrough, in which a line cites it.
   So an answer without a test is data only, and so is one whose tests are not proven to fail when it is broken:
   `make mutation` proves it, and keeps what it has proven in tests/mutation/proven. A playthrough is made from our own
   output: it detects a change, but does not state the rule. So a paragraph that only it proves has a mark of its own.
5. It goes both ways: a citation of a paragraph that is not listed, or a name that is not there, is dangling.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pitboss.chapter.contents import cite, contents, section_of
from pitboss.chapter.numbers import order
from pitboss.chapter.paragraphs import (
    SHEET,
    BadParagraphs,
    File,
    Paragraph,
    paragraphs_file,
    read_paragraphs,
    text_day,
)
from pitboss.chapter.reference import held
from pitboss.chapter.rules import Provenance, Rules, all_games, read_rules, registered, rules_of, shown

FAMILIES = "pitboss.families"
PLAYTHROUGH = ".txt"
MARK = "Cites"
"""The type of a term that is a section (`chapter.numbers.Cites`)."""
KEPT = 256
"""So many files of code are kept as they were read: games share most of what they are built on."""
Standing = Literal["shown", "playthrough only", "data only", "nothing", "gap"]
"""How a paragraph stands: answered and shown by a test; answered, and proven by the golden playthrough alone; answered
only; nothing for software; not answered."""
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


class TracedParagraph(BaseModel):
    """A paragraph with where it is data, where it is a step, which tests are named for it (None: no tests at hand).

    `proof` is None where it was never tried whether these fail when it is broken; `standing` is None where only the
    tests, which are not at hand, could tell.
    """

    model_config = ConfigDict(frozen=True)

    id: str
    citation: str
    gist: str
    source: str
    provenance: Provenance
    data: tuple[str, ...]
    steps: tuple[str, ...]
    tests: tuple[str, ...] | None
    nothing: str | None
    proof: Proof | None = None
    answered: bool
    standing: Standing | None = None


class Trace(BaseModel):
    """A subchapter against what answers it. `section_tests` show a section, but no one paragraph of it.

    `playthrough_only` are the paragraphs that no test states: only the golden playthrough changes when they are broken.
    """

    model_config = ConfigDict(frozen=True)

    game: str
    paragraphs: tuple[TracedParagraph, ...]
    gaps: tuple[str, ...]
    playthrough_only: tuple[str, ...] = ()
    dangling: tuple[str, ...]
    section_tests: dict[str, tuple[str, ...]] = {}

    def count(self, standing: Standing) -> int:
        """How many paragraphs stand so."""
        return sum(one.standing == standing for one in self.paragraphs)


@dataclass(frozen=True, slots=True)
class Folder:
    """What a trace is made from; `tests` is None where there are none to read, `proven` where nothing was tried.

    `built_on` are the modules of the game and of its families that its round uses, `shared` is procedure of all games.
    """

    rules: File
    paragraphs: File
    round: File
    built_on: tuple[File, ...] = ()
    shared: tuple[File, ...] = ()
    tests: tuple[File, ...] | None = None
    proven: File | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A place that cites a section. `names` are those by which a paragraph without a number can claim it."""

    where: str
    section: str
    names: frozenset[str]
    wrong_at: str


def trace(game: str, tests: bool = True) -> Trace:
    """The trace of a registered game, or of subchapter 8 ("all-games"). Reading the tests takes longest: leave them out
    with `tests=False` where they are not needed.

    >>> found = trace("craps")
    >>> found.gaps, next(one.data for one in found.paragraphs if one.id == "1.2(a)39")
    ((), ('option.offer_678', 'wager.six_seven_eight'))
    """
    if game == all_games().game.id:
        return traced(_all_games_folder(tests))
    rules_of(game)
    return traced(_folder(registered()[game], tests))


def traced(folder: Folder) -> Trace:
    """The trace of a game whose files are given."""
    read = read_rules(folder.rules.text, folder.rules.path)
    paragraphs = read_paragraphs(folder.paragraphs, read.game)
    day = text_day(read)
    rules = read.on(day)
    data = list(_data(folder.rules, rules, day))
    code = [(file, _tree(file)) for file in (folder.round, *folder.built_on, *folder.shared)]
    marked = frozenset(name for file, _ in code for name in _marked(file))
    own, *shared = [list(_steps(file, rules, day, marked)) for file, _ in code]
    steps = [*own, *(citation for citations in shared for citation in citations)]
    functions = {
        node.name: f"{file.path}:{node.lineno}"
        for file, tree in reversed(code[: 1 + len(folder.built_on)])
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    tests = _Shown.of(paragraphs, folder.tests)
    proofs = _proofs(folder.proven) if folder.proven else {}

    found = [
        TracedParagraph(
            id=one.id,
            citation=_citation(one, day),
            gist=one.gist,
            source=one.source,
            provenance=one.provenance,
            data=_unique(citation.where for citation in data if _answers(citation, one, one.data)),
            steps=_unique(_steps_of(one, steps, functions)),
            tests=None if folder.tests is None else _unique(tests.by_paragraph.get(one.id, ())),
            nothing=one.nothing,
            proof=proofs.get(one.id),
            answered=False,
        )
        for one in paragraphs
    ]
    answered = _answered(paragraphs, {one.id for one in found if one.data or one.steps or one.nothing})
    standing = _standing(paragraphs, found, answered)
    return Trace(
        game=rules.game.id,
        paragraphs=tuple(
            one.model_copy(update={"answered": one.id in answered, "standing": standing[one.id]}) for one in found
        ),
        gaps=tuple(one.id for one in found if one.id not in answered),
        playthrough_only=tuple(one.id for one in found if standing[one.id] == "playthrough only"),
        dangling=_unique(
            (
                *_unlisted([*data, *own], paragraphs),
                *_not_there(folder.paragraphs, paragraphs, data, functions),
                *_unknown_facts(folder.round, rules),
                *tests.dangling,
            )
        ),
        section_tests={section: _unique(of_section) for section, of_section in tests.by_section.items()},
    )


def _below(paragraphs: Sequence[Paragraph]) -> dict[str, list[str]]:
    """The paragraphs that stand right below each."""
    places = {_place(one): one.id for one in paragraphs}
    below: dict[str, list[str]] = {}
    for place, id in places.items():
        above = next((places[place[:end]] for end in range(len(place) - 1, 0, -1) if place[:end] in places), "")
        below.setdefault(above, []).append(id)
    return below


def _answered(paragraphs: Sequence[Paragraph], by_itself: set[str]) -> set[str]:
    """The paragraphs that are answered by themselves, or by all of the paragraphs right below them."""
    below = _below(paragraphs)

    def answered(id: str) -> bool:
        return id in by_itself or (id in below and all(map(answered, below[id])))

    return {one.id for one in paragraphs if answered(one.id)}


def _standing(
    paragraphs: Sequence[Paragraph], found: Sequence[TracedParagraph], answered: set[str]
) -> dict[str, Standing | None]:
    """How each paragraph stands. One that nothing answers but those below it stands as the weakest of them."""
    below, known = _below(paragraphs), {one.id: one for one in found}

    def standing(id: str) -> Standing | None:
        one = known[id]
        if id not in answered:
            return "gap"
        if one.data or one.steps:
            if one.tests is None:
                return None
            if one.proof is None or not one.proof.found or one.proof.by not in one.tests:
                return "data only"
            return "playthrough only" if one.proof.by.endswith(PLAYTHROUGH) else "shown"
        if one.nothing:
            return "nothing"
        parts = [standing(part) for part in below[id]]
        weak: tuple[Standing | None, ...] = (None, "data only", "playthrough only")
        return next((one for one in weak if one in parts), "shown")

    return {one.id: standing(one.id) for one in paragraphs}


def _proofs(file: File) -> dict[str, Proof]:
    """What mutation has proven of each paragraph."""
    try:
        return TypeAdapter(dict[str, Proof]).validate_python(tomllib.loads(file.text))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        wrong = error.errors()[0]["msg"] if isinstance(error, ValidationError) else error
        raise BadParagraphs(f"{file.path}: {wrong}; `make mutation` writes it anew") from None


def _place(one: Paragraph) -> tuple[object, ...]:
    """A paragraph's way down from its section: the place of each paragraph begins with that of the one above it."""
    *section, steps = order(one.section)
    return (*section, *steps, *([one.name] if one.name else []))


def _citation(one: Paragraph, day: date) -> str:
    """A paragraph as it is cited, on the last day that its edition shows or, if later, the section's first."""
    shown = day if one.source == SHEET else contents().edition(one.source).shows
    printed = cite(one.section, max(shown, contents().section(section_of(one.section)).since))
    return f'{printed} "{one.name}"' if one.name else printed


# ---- What cites


def _data(file: File, rules: Rules, day: date) -> Iterator[Citation]:
    """Where rules.toml cites this subchapter. What ended before the edition held has numbers of its own time."""
    for one in held(rules):
        if one.until is not None and one.until <= day:
            continue
        keys = one.path.split(".")
        names = frozenset(".".join(keys[:length]) for length in range(2, len(keys) + 1))
        path = [int(key) if key.isdecimal() and keys[0] == "condition" else key for key in keys]
        # Of a provision that an amendment moved alone, the paragraph that it stood in is answered too.
        for section in (*one.section.split(", "), *one.provision.was.values()):
            if rules.game.holds(section):
                yield Citation(one.path, section, names, f"{file.at(path)}: {one.path}")


@lru_cache(KEPT)
def _tree(file: File) -> ast.Module:
    """A file's code: read once, whichever games are built on it."""
    return ast.parse(file.text, file.path)


@lru_cache(KEPT)
def _marked(file: File) -> tuple[str, ...]:
    """The terms of wagers that a model marks as sections."""
    return tuple(
        node.target.id
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and _named(node.annotation, MARK)
    )


def _named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _steps(file: File, rules: Rules, day: date, marked: frozenset[str]) -> Iterator[Citation]:
    """Where code cites this subchapter, by a section or by the name of a fact or marked term that has one."""
    terms: dict[str, list[tuple[str, str]]] = {}
    for one in held(rules):
        wager, found, term = one.path.partition(".terms.")
        if found:
            terms.setdefault(term, []).append((f"{wager}.terms.{term}", one.section))
    choices = [shown(one.value) for option in rules.options.values() for one in option.values]
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


@lru_cache(KEPT)
def _code(file: File) -> tuple[tuple[ast.AST, tuple[str, ...]], ...]:
    """Every node of a file that can cite."""
    return tuple(_nodes(_tree(file)))


def _nodes(tree: ast.AST, functions: tuple[str, ...] = ()) -> Iterator[tuple[ast.AST, tuple[str, ...]]]:
    """Every node with the functions that it stands in; docstrings are passed over."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        inside = (*functions, node.name) if isinstance(node, ast.FunctionDef) else functions
        yield node, inside
        yield from _nodes(node, inside)


def _sections(text: str) -> list[str]:
    """The sections that a literal names; none if it is any other text."""
    sections = text.split(", ")
    try:
        for section in sections:
            section_of(section)
    except ValueError:
        return []
    return sections


def _fact(node: ast.AST) -> tuple[str, bool] | None:
    """The fact that is asked for here, and whether it has to be there: sections["removal"], fact("dice")."""
    if isinstance(node, ast.Subscript) and _is(node.value, "sections", "facts"):
        return _text(node.slice, True)
    if isinstance(node, ast.Call) and node.args and isinstance(node.func, ast.Attribute):
        if node.func.attr == "fact":
            return _text(node.args[0], True)
        if node.func.attr == "get" and _is(node.func.value, "sections", "facts"):
            return _text(node.args[0], False)
    return None


def _facts(node: ast.AST, choices: Iterable[str]) -> Iterator[str]:
    """The facts that may be asked for here: section("dealing") is also that of the choice, dealing_hand."""
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
    """The term of a wager that is asked for here: terms.wins.section, self.terms[kind].made."""
    names: list[str] = []
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            names.insert(0, node.attr)
        node = node.value
    names.insert(0, node.id if isinstance(node, ast.Name) else "")
    return ".".join(names[names.index("terms") + 1 :]) if "terms" in names else ""


# ---- What answers


def _answers(citation: Citation, one: Paragraph, names: Iterable[str]) -> bool:
    return citation.section == one.section and (not one.name or not citation.names.isdisjoint(names))


def _steps_of(one: Paragraph, steps: Iterable[Citation], functions: Mapping[str, str]) -> Iterator[str]:
    """The steps of a paragraph. A function that it names counts also where it cites nothing."""
    silent = [name for name in one.steps if name in functions]
    for citation in steps:
        if _answers(citation, one, (*one.data, *one.steps)):
            silent = [name for name in silent if name not in citation.names]
            yield citation.where
    yield from (functions[name] for name in silent)


def _unlisted(citations: Iterable[Citation], paragraphs: Sequence[Paragraph]) -> Iterator[str]:
    """Citations of a paragraph that is not listed, or of one without a number that nobody claims."""
    listed = {one.section for one in paragraphs}
    for citation in citations:
        if citation.section not in listed:
            yield f"{citation.wrong_at} cites {citation.section}, which paragraphs.toml does not list"
        elif not any(_answers(citation, one, (*one.data, *one.steps)) for one in paragraphs):
            section = citation.section
            yield f"{citation.wrong_at} cites {section}, but no paragraph of {section} in paragraphs.toml names it"


def _not_there(
    file: File, paragraphs: Sequence[Paragraph], data: Sequence[Citation], functions: Mapping[str, str]
) -> Iterator[str]:
    """Names in the list that mean nothing."""
    for number, one in enumerate(paragraphs):
        for name in one.data:
            if not any(name in citation.names and citation.section == one.section for citation in data):
                at = file.at(("paragraph", number, "data"))
                yield f"{at}: {one.id} names {name}, but rules.toml has none that cites {one.section}"
        for name in one.steps:
            if name not in functions:
                at = file.at(("paragraph", number, "steps"))
                yield f"{at}: {one.id} names {name}, but neither round.py nor its family has such a function"


def _unknown_facts(file: File, rules: Rules) -> Iterator[str]:
    for node, _ in _code(file):
        if (fact := _fact(node)) and fact[1] and fact[0] not in rules.dated_facts:
            yield f"{file.path}:{getattr(node, 'lineno', 0)} asks for fact {fact[0]}, which rules.toml does not have"


# ---- What shows it


@dataclass(frozen=True, slots=True)
class _Shown:
    """The tests by the paragraph that they show, or else by the section; and what they cite in vain."""

    by_paragraph: dict[str, list[str]] = field(default_factory=dict)
    by_section: dict[str, list[str]] = field(default_factory=dict)
    dangling: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, paragraphs: Sequence[Paragraph], tests: Iterable[File] | None) -> _Shown:
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


def _cited_in(playthrough: File) -> Iterator[str]:
    """The sections that the lines of a playthrough cite, each once.

    >>> list(_cited_in(File("x.txt", "He shows 2♣.  19:47-16.8(c)2\\n refused: no (N.J.A.C. 19:47-16.8(b))\\n")))
    ['16.8(c)2', '16.8(b)']
    """
    found = (one[1] for line in playthrough.text.splitlines() if (one := _PRINTED.search(line)))
    yield from dict.fromkeys(one[:-1] if one.count(")") > one.count("(") else one for one in found)


@lru_cache(1024)
def _tests_in(file: File) -> tuple[str, ...]:
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


def _unique(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))


# ---- The files of a registered game


def _folder(package: str, tests: bool) -> Folder:
    home = files(package)
    path = package.replace(".", "/")
    if not (home / "paragraphs.toml").is_file():
        raise BadParagraphs(f"{path}/paragraphs.toml is not there; it lists the paragraphs of the game's subchapter")
    rules, paragraphs, procedure = (
        _file(home / name, f"{path}/{name}") for name in ("rules.toml", "paragraphs.toml", "round.py")
    )
    built_on = tuple(_built_on(procedure, package, {procedure.path}))
    root = _checkout(package) if tests else None
    game = next(id for id, home in registered().items() if home == package)
    shown, proven = (_tests(root, game), _proven(root, game)) if root else (None, None)
    return Folder(rules, paragraphs, procedure, built_on, tuple(_shared()), shown, proven)


ALL_GAMES_CODE = (
    "chapter/posted_limits.py",
    "chapter/tournament.py",
    "chapter/holidays.py",
    "table/allowed.py",
    "table/game.py",
    "library/papers/guides.py",
    "library/papers/petitions.py",
    "library/papers/signs.py",
    "library/papers/table.py",
    "library/papers/words.py",
    "floor/changes.py",
    "floor/live.py",
    "floor/notices.py",
    "floor/tournaments.py",
)
"""The code that carries out subchapter 8, beside the check of a table."""


def _all_games_folder(tests: bool) -> Folder:
    """The files of subchapter 8. It has no round: tables, papers and the floor do what it asks for."""
    house, game = files("pitboss"), all_games().game.id
    rules, check = (
        _file(house / "chapter" / name, f"pitboss/chapter/{name}") for name in ("all_games.toml", "check.py")
    )
    code = tuple(_file(house.joinpath(*path.split("/")), f"pitboss/{path}") for path in ALL_GAMES_CODE)
    paragraphs = paragraphs_file(game)
    assert paragraphs is not None
    root = _checkout("pitboss") if tests else None
    shown, proven = (_tests(root, game), _proven(root, game)) if root else (None, None)
    return Folder(rules, paragraphs, check, code, (), shown, proven)


def files_of_round(game: str) -> tuple[str, ...]:
    """The paths of a game's round and of the modules that it is built on."""
    folder = _folder(registered()[game], tests=False)
    return tuple(file.path for file in (folder.round, *folder.built_on))


def _built_on(procedure: File, package: str, known: set[str]) -> Iterator[File]:
    """The modules of the game's own folder and of its families that its round uses.

    What these cite by facts, the game cites by its own. A family of which its round uses nothing is none of its own.
    """
    for node in ast.walk(_tree(procedure)):
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        root = next((root for root in (FAMILIES, package) if module.startswith(f"{root}.")), None)
        if root is None:
            continue
        *folders, name = module.split(".")
        home = files(root).joinpath(*folders[root.count(".") + 1 :])
        inside = _python(home / name, "/".join([*folders, name])) if (home / name).is_dir() else ()
        alone = [(home / f"{name}.py", f"{'/'.join(folders)}/{name}.py")] if (home / f"{name}.py").is_file() else []
        for file in (*inside, *(_file(one, path) for one, path in alone)):
            if file.path not in known:
                known.add(file.path)
                yield file
                yield from _built_on(file, package, known)


def _shared() -> Iterator[File]:
    """The procedure of all games, and the check of a table, which answers what a layout must state."""
    house = files("pitboss")
    yield from _python(house / "table", "pitboss/table")
    yield _file(house / "chapter" / "check.py", "pitboss/chapter/check.py")


def _python(folder: Traversable, path: str) -> Iterator[File]:
    """The Python files of a folder and of those in it."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.name.endswith(".py"):
            yield _file(one, f"{path}/{one.name}")
        elif one.is_dir():
            yield from _python(one, f"{path}/{one.name}")


def _checkout(package: str) -> Path | None:
    """The checkout that a package stands in, with its tests; None for one that is installed."""
    root = Path(str(files(package))).parents[package.count(".")]
    root = root.parent if root.name == "src" else root
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def _tests(root: Path, game: str) -> tuple[File, ...]:
    """Tests, scripts, and the game's own playthrough."""
    own = root / "tests" / "playthroughs" / f"{game}{PLAYTHROUGH}"
    return tuple(
        _file(one, one.relative_to(root).as_posix())
        for one in sorted((root / "tests").rglob("*"))
        if one.suffix in (".py", ".script", own.suffix) and one.is_file() and (one.suffix != own.suffix or one == own)
    )


def _proven(root: Path, game: str) -> File | None:
    kept = root / "tests" / "mutation" / "proven" / f"{game}.toml"
    return _file(kept, kept.relative_to(root).as_posix()) if kept.is_file() else None


def _file(one: Traversable, path: str) -> File:
    return File(path, one.read_text("utf-8"))


__all__ = [
    "BadParagraphs",
    "File",
    "Folder",
    "Paragraph",
    "Proof",
    "Standing",
    "Trace",
    "TracedParagraph",
    "files_of_round",
    "read_paragraphs",
    "trace",
    "traced",
]
