"""Every fact sheet's worked examples, dealt by the real procedure and checked to the cent.

The first line of a script in `tests/games/<game>/examples/` (or `irregularities/`) lists the sections it shows, and the
second identifies the example. A tape in `tapes/`, if a game has any, is the recording of the same round.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.table import replay
from pitboss.table.script import BadScript, play_script
from tests.shared.tapes import GAMES, SCRIPTS, TAPED, play, tape_of

STATEMENT = re.compile(r"(=|net|settles) ")
SEALS = ("prev", "hash", "pitboss")


def name(script: Path) -> str:
    return f"{script.parents[1].name}-{script.stem}"


every_script = pytest.mark.parametrize("script", SCRIPTS, ids=name)


@every_script
def test_it_is_dealt_as_the_sheet_says_with_chips_conserved_and_its_tape_replays(script: Path) -> None:
    lines, steps, dealer = play(script)
    assert steps
    assert all(step.state.chips == step.state.bought_in for step in steps)
    replayed = replay(lines)
    again = [step for round_ in replayed.rounds for step in round_]
    assert replayed.states[-1] == dealer.state
    # A round that has begun but received no reply yet is not on the tape.
    assert again == steps[: len(again)]
    assert dealer.ask is not None
    assert (again[-1].state if replayed.unfinished else replayed.states[-1]) == dealer.ask.state


@every_script
def test_it_says_which_example_it_is_and_what_it_shows(script: Path) -> None:
    first, title, *rest = script.read_text("utf-8").splitlines()
    assert first.startswith("# shows ")
    assert title.startswith(f"# Example {int(script.name[:2])}" if script.parent.name == "examples" else "# ")
    assert re.fullmatch(r"# shows \d.+", first), "which paragraphs these are is held to paragraphs.toml by the trace"
    assert any(line.startswith("game ") for line in rest)


@every_script
def test_a_change_of_any_figure_makes_a_proof_fail(script: Path) -> None:
    lines = script.read_text("utf-8").splitlines()
    stated = [number for number, line in enumerate(lines) if STATEMENT.match(line) and "nothing" not in line]
    assert stated or any(line.startswith("refused") for line in lines)
    for number in stated:
        line = re.sub(r"([-+]?\$?)([\d,.]+)$", lambda amount: f"{amount[1]}1{amount[2]}", lines[number])
        with pytest.raises(BadScript, match=rf":{number + 1}: "):
            play_script("\n".join([*lines[:number], line, *lines[number + 1 :]]), script.name)


@pytest.mark.parametrize("script", TAPED, ids=name)
def test_its_stored_tape_replays_and_equals_a_new_recording(script: Path) -> None:
    kept = tape_of(script).read_text("utf-8").splitlines(keepends=True)
    lines, _, dealer = play(script)
    assert replay(kept).states[-1] == dealer.state
    assert _contents(kept) == _contents(lines)


def _contents(lines: list[str]) -> list[dict[str, Any]]:
    """Return the contents of a tape without its seals and the version of Pitboss that made it."""
    return [{key: item for key, item in json.loads(line).items() if key not in SEALS} for line in lines]


@pytest.mark.parametrize("game", [folder.name for folder in sorted(GAMES.iterdir()) if (folder / "examples").is_dir()])
def test_every_example_of_the_sheet_has_a_script_and_every_tape_too(game: str) -> None:
    numbers = {int(script.name[:2]) for script in (GAMES / game / "examples").glob("*.script")}
    assert numbers == set(range(1, max(numbers, default=0) + 1)), "the sheet numbers its examples without a gap"
    tapes = set((GAMES / game / "tapes").glob("*.tape"))
    assert tapes == {tape_of(script) for script in TAPED if script.parents[1].name == game}
