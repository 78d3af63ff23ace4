"""The trace of a game: each paragraph with the data, steps and tests that belong to it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.contents import cite, contents, section_of
from pitboss.chapter.numbers import order
from pitboss.chapter.paragraphs import SHEET, Paragraph, read_paragraphs, text_day
from pitboss.chapter.rules import Provenance, all_games, read_rules, registered_games, rules_of
from pitboss.traceability.citations import (
    data_citations,
    is_answered_by,
    parse_file,
    section_terms,
    step_citations,
    steps_of,
    unknown_facts,
    unknown_names,
    unlisted_citations,
)
from pitboss.traceability.evidence import Evidence, Proof, read_proofs
from pitboss.traceability.sources import PLAYTHROUGH, Folder, all_games_folder, game_folder

Standing = Literal["shown", "playthrough only", "data only", "nothing", "gap"]
"""A paragraph's status: implemented and shown by a test; implemented and shown only by the golden playthrough;
implemented only; not for software; not implemented.
"""


class TracedParagraph(BaseModel):
    """A paragraph with its data, its steps and the tests named for it (None without a checkout).

    `proof` is None without mutation results; `standing` is None if it depends on tests that are not available.
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
    """The trace of a subchapter. `section_tests` show a section but no specific paragraph of it.

    `playthrough_only` are the paragraphs whose mutations only the golden playthrough detects.
    """

    model_config = ConfigDict(frozen=True)

    game: str
    paragraphs: tuple[TracedParagraph, ...]
    gaps: tuple[str, ...]
    playthrough_only: tuple[str, ...] = ()
    dangling: tuple[str, ...]
    section_tests: dict[str, tuple[str, ...]] = {}

    def count(self, standing: Standing) -> int:
        """Return the number of paragraphs with this status."""
        return sum(one.standing == standing for one in self.paragraphs)


def trace(game: str, tests: bool = True) -> Trace:
    """Trace a registered game, or subchapter 8 ("all-games"). Reading the tests takes longest; `tests=False` skips
    them.

    >>> found = trace("craps")
    >>> found.gaps, next(one.data for one in found.paragraphs if one.id == "1.2(a)39")
    ((), ('option.offer_678', 'wager.six_seven_eight'))
    """
    if game == all_games().game.id:
        return trace_files(all_games_folder(tests))
    rules_of(game)
    return trace_files(game_folder(registered_games()[game], tests))


def trace_files(folder: Folder) -> Trace:
    """Trace a game from its files."""
    read = read_rules(folder.rules.text, folder.rules.path)
    paragraphs = read_paragraphs(folder.paragraphs, read.game)
    day = text_day(read)
    rules = read.on(day)
    data = list(data_citations(folder.rules, rules, day))
    code = [(file, parse_file(file)) for file in (folder.round, *folder.built_on, *folder.shared)]
    marked = frozenset(name for file, _ in code for name in section_terms(file))
    own, *shared = [list(step_citations(file, rules, day, marked)) for file, _ in code]
    steps = [*own, *(citation for citations in shared for citation in citations)]
    functions = {
        node.name: f"{file.path}:{node.lineno}"
        for file, tree in reversed(code[: 1 + len(folder.built_on)])
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    tests = Evidence.of(paragraphs, folder.tests)
    proofs = read_proofs(folder.proven) if folder.proven else {}

    found = [
        TracedParagraph(
            id=one.id,
            citation=_citation(one, day),
            gist=one.gist,
            source=one.source,
            provenance=one.provenance,
            data=_unique(citation.where for citation in data if is_answered_by(citation, one, one.data)),
            steps=_unique(steps_of(one, steps, functions)),
            tests=None if folder.tests is None else _unique(tests.by_paragraph.get(one.id, ())),
            nothing=one.nothing,
            proof=proofs.get(one.id),
            answered=False,
        )
        for one in paragraphs
    ]
    answered = _implemented(paragraphs, {one.id for one in found if one.data or one.steps or one.nothing})
    standing = _status(paragraphs, found, answered)
    return Trace(
        game=rules.game.id,
        paragraphs=tuple(
            one.model_copy(update={"answered": one.id in answered, "standing": standing[one.id]}) for one in found
        ),
        gaps=tuple(one.id for one in found if one.id not in answered),
        playthrough_only=tuple(one.id for one in found if standing[one.id] == "playthrough only"),
        dangling=_unique(
            (
                *unlisted_citations([*data, *own], paragraphs),
                *unknown_names(folder.paragraphs, paragraphs, data, functions),
                *unknown_facts(folder.round, rules),
                *tests.dangling,
            )
        ),
        section_tests={section: _unique(of_section) for section, of_section in tests.by_section.items()},
    )


def _below(paragraphs: Sequence[Paragraph]) -> dict[str, list[str]]:
    """Return the direct children of each paragraph."""
    places = {_place(one): one.id for one in paragraphs}
    below: dict[str, list[str]] = {}
    for place, id in places.items():
        above = next((places[place[:end]] for end in range(len(place) - 1, 0, -1) if place[:end] in places), "")
        below.setdefault(above, []).append(id)
    return below


def _implemented(paragraphs: Sequence[Paragraph], by_itself: set[str]) -> set[str]:
    """Return the paragraphs that are implemented directly, or by all of their children."""
    below = _below(paragraphs)

    def answered(id: str) -> bool:
        return id in by_itself or (id in below and all(map(answered, below[id])))

    return {one.id for one in paragraphs if answered(one.id)}


def _status(
    paragraphs: Sequence[Paragraph], found: Sequence[TracedParagraph], answered: set[str]
) -> dict[str, Standing | None]:
    """Return each paragraph's status; one implemented only by its children has the weakest status among them."""
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


def _place(one: Paragraph) -> tuple[object, ...]:
    """Return a sort key that places each paragraph after its parent."""
    *section, steps = order(one.section)
    return (*section, *steps, *([one.name] if one.name else []))


def _citation(one: Paragraph, day: date) -> str:
    """Cite a paragraph as on the last day of its edition, or on the section's first day if that is later."""
    shown = day if one.source == SHEET else contents().edition(one.source).shows
    printed = cite(one.section, max(shown, contents().section(section_of(one.section)).since))
    return f'{printed} "{one.name}"' if one.name else printed


def _unique(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))
