"""The trace of a game: each paragraph with the data, the steps and the tests that answer it."""

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
    answers,
    data_citations,
    marked_terms,
    parsed,
    step_citations,
    steps_of,
    unknown_facts,
    unknown_names,
    unlisted,
)
from pitboss.traceability.evidence import Evidence, Proof, read_proofs
from pitboss.traceability.sources import PLAYTHROUGH, Folder, all_games_folder, game_folder

Standing = Literal["shown", "playthrough only", "data only", "nothing", "gap"]
"""How a paragraph stands: answered and shown by a test; answered, and proven by the golden playthrough alone; answered
only; nothing for software; not answered."""


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


def trace(game: str, tests: bool = True) -> Trace:
    """The trace of a registered game, or of subchapter 8 ("all-games"). Reading the tests takes longest: leave them out
    with `tests=False` where they are not needed.

    >>> found = trace("craps")
    >>> found.gaps, next(one.data for one in found.paragraphs if one.id == "1.2(a)39")
    ((), ('option.offer_678', 'wager.six_seven_eight'))
    """
    if game == all_games().game.id:
        return traced(all_games_folder(tests))
    rules_of(game)
    return traced(game_folder(registered_games()[game], tests))


def traced(folder: Folder) -> Trace:
    """The trace of a game whose files are given."""
    read = read_rules(folder.rules.text, folder.rules.path)
    paragraphs = read_paragraphs(folder.paragraphs, read.game)
    day = text_day(read)
    rules = read.on(day)
    data = list(data_citations(folder.rules, rules, day))
    code = [(file, parsed(file)) for file in (folder.round, *folder.built_on, *folder.shared)]
    marked = frozenset(name for file, _ in code for name in marked_terms(file))
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
            data=_unique(citation.where for citation in data if answers(citation, one, one.data)),
            steps=_unique(steps_of(one, steps, functions)),
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
                *unlisted([*data, *own], paragraphs),
                *unknown_names(folder.paragraphs, paragraphs, data, functions),
                *unknown_facts(folder.round, rules),
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


def _place(one: Paragraph) -> tuple[object, ...]:
    """A paragraph's way down from its section: the place of each paragraph begins with that of the one above it."""
    *section, steps = order(one.section)
    return (*section, *steps, *([one.name] if one.name else []))


def _citation(one: Paragraph, day: date) -> str:
    """A paragraph as it is cited, on the last day that its edition shows or, if later, the section's first."""
    shown = day if one.source == SHEET else contents().edition(one.source).shows
    printed = cite(one.section, max(shown, contents().section(section_of(one.section)).since))
    return f'{printed} "{one.name}"' if one.name else printed


def _unique(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))
