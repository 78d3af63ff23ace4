"""`pitboss trace`: every paragraph of a game's subchapter, and where Pitboss implements it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, examples, print_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import Console
    from rich.text import Text

    from pitboss.traceability.trace import Standing, Trace, TracedParagraph

NAME = "trace"
EXAMPLES = examples("pitboss trace craps", "pitboss trace craps --gaps", "pitboss trace all-games --json")
ALL_GAMES = "all-games"
Subject = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's id, as listed by `pitboss games`, or all-games for subchapter 8.",
        show_default=False,
    ),
]
_NUMBER = re.compile(r"test_(?:\d+[a-z]?_(?:(?:\d+[a-z]*|[a-z]|[ivx]+|and|to)_)*)?")
FEW = 6
"""The maximum number of provisions listed per paragraph."""
SIGNS: dict[Standing, tuple[str, str]] = {
    "shown": ("✓", "green"),
    "playthrough only": ("◐", "yellow"),
    "data only": ("○", "yellow"),
    "nothing": ("–", "dim"),
    "gap": ("✗", "bold red"),
}
SAID: dict[Standing, str] = {
    "shown": "implemented, and proven by a test that fails without it",
    "playthrough only": "implemented, but only the golden playthrough changes without it",
    "data only": "implemented, but not proven by a test",
    "nothing": "not for software",
}


def command(
    game: Subject,
    gaps: Annotated[bool, typer.Option("--gaps", metavar="", help="Only paragraphs that are not implemented.")] = False,
    json: Json = False,
) -> None:
    """List every paragraph of a subchapter, and where it is implemented.

    ✓ as data or as a step, and a test is proven to fail without it; ◐ as data or as a step, but only the golden
    playthrough, made from our own output, changes without it; ○ as data, but without such a test; – not for software,
    with the reason. Exit code 1 if a paragraph is not implemented, or if a reference is dangling.
    """
    from pitboss.library.layouts import rules_named
    from pitboss.traceability.trace import trace

    found = trace(game if game == ALL_GAMES else rules_named(game).game.id)
    if gaps:
        found = found.model_copy(update={"paragraphs": tuple(one for one in found.paragraphs if not one.answered)})
    if json:
        print_json(found)
    else:
        from pitboss.cli.terminal import console

        show(console(), found)
    if found.gaps or found.dangling:
        raise typer.Exit(1)


def show(out: Console, found: Trace) -> None:
    from rich.text import Text

    from pitboss.cli.terminal import legend, marked, table

    paragraphs = table("", "paragraph", "content, and where it is implemented")
    for one in found.paragraphs:
        sign, style = SIGNS[one.standing or "shown"]
        answer = Text("".join(f"\n{line}" for line in _answer(one)), "dim")
        paragraphs.add_row(Text(sign, style), one.id, marked(one.gist, one.provenance) + answer)
    paragraphs.columns[1].max_width = 18
    paragraphs.columns[2].ratio, paragraphs.columns[2].overflow = 1, "fold"
    if found.paragraphs:
        out.print(paragraphs)
    if note := legend(one.provenance for one in found.paragraphs):
        out.print(note)
    for where in found.dangling:
        out.print(Text(f"dangling reference: {where}", "red"))
    out.print(summary(found))


def summary(found: Trace) -> Text:
    """Count the paragraphs by standing; those without a proving test are counted separately."""
    from rich.text import Text

    words = [f"{SIGNS[kind][0]} {found.count(kind)} {said}" for kind, said in SAID.items() if found.count(kind)]
    gaps = len(found.gaps)
    unlisted = len(found.dangling)
    wrong = [f"{SIGNS['gap'][0]} {gaps} not implemented"] * bool(gaps)
    wrong += [f"{SIGNS['gap'][0]} {unlisted} dangling reference{'s' * (unlisted != 1)}"] * bool(unlisted)
    end = [Text(word, "bold red") for word in wrong] or [Text("no gap", "bold green")]
    return Text("; ").join([*(Text(word, "dim") for word in words), *end])


def _answer(one: TracedParagraph) -> Iterator[str]:
    """List where a paragraph is implemented and which tests show it, abbreviated; --json has every place in full."""
    files: dict[str, list[str]] = {}
    for step in one.steps:
        file, _, line = step.removeprefix("pitboss/").partition(":")
        files.setdefault(file, []).append(line)
    if one.data:
        more = f" and {len(one.data) - FEW} more" if len(one.data) > FEW else ""
        yield f"data: {', '.join(one.data[:FEW])}{more}"
    if files:
        yield "step: " + ", ".join(f"{file}:{' '.join(dict.fromkeys(lines))}" for file, lines in files.items())
    if one.tests:
        yield f"test: {'; '.join(dict.fromkeys(map(_short, one.tests)))}"
    if one.tests:
        yield _proof(one)
    if one.nothing:
        yield f"not for software: {one.nothing}"


def _proof(one: TracedParagraph) -> str:
    """Describe whether its tests are proven to show it."""
    if one.standing == "playthrough only":
        return "proof: only the golden playthrough changes; no test states the rule"
    if one.proof is None or (one.proof.found and one.standing != "shown"):
        return "proof: not yet tried with these tests (make mutation)"
    if not one.proof.of:
        return "proof: nothing that a mutation could break"
    return f"proof: {one.proof.found} of {one.proof.of} mutations make a test fail"


def _short(test: str) -> str:
    """Name a test by the words after its section, or a script by its file name.

    >>> _short("tests/games/craps/test_rules.py::test_1_9_b_dice_stacked"), _short("tests/examples/06-whirl.script")
    ('dice stacked', '06-whirl')
    """
    if test.endswith(".txt"):
        return "the playthrough"
    name = test.rsplit("::", 1)[-1].rsplit("/", 1)[-1].removesuffix(".script")
    return _NUMBER.sub("", name).replace("_", " ") or name
