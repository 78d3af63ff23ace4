"""The worked examples of the fact sheet, dealt by the real procedure and stated to the cent.

Each script in `examples/` states what is settled and what a position is up; each tape in `tapes/` is the same round as
it was dealt when the tape was kept.
"""

import json
import re
from pathlib import Path

import pytest

from pitboss.table import BadTape, replay
from pitboss.table.script import BadScript, play_script
from pitboss.table.tape import read_entries

from .make_tapes import SCRIPTS, play, tape_of

EXAMPLES = 18
STATEMENT = re.compile(r"^(=|net|settles) ")

every_example = pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)


@every_example
def test_example_is_dealt_as_the_sheet_says_with_chips_conserved_at_every_step(script: Path) -> None:
    _, steps, dealer = play(script)
    assert steps
    assert all(step.state.chips == step.state.bought_in for step in steps)
    assert dealer.state.chips == dealer.state.bought_in


@every_example
def test_tape_of_example_replays_to_the_same_steps_and_the_same_end(script: Path) -> None:
    lines, steps, dealer = play(script)
    replayed = replay(lines)
    again = [step for round_ in replayed.rounds for step in round_]
    assert replayed.states[-1] == dealer.state
    # A round that has begun and was sent nothing yet is not on the tape.
    assert again == steps[: len(again)]
    assert dealer.ask is not None
    assert (again[-1].state if replayed.unfinished else replayed.states[-1]) == dealer.ask.state


@every_example
def test_kept_tape_replays_and_is_what_the_script_makes_now(script: Path) -> None:
    kept = tape_of(script).read_text().splitlines(keepends=True)
    assert replay(kept).states[-1] == play(script)[2].state
    assert told(kept) == told(play(script)[0])


def told(lines: list[str]) -> list[dict[str, object]]:
    """What a tape tells, apart from its seals and the version of Pitboss that made it."""
    return [{key: item for key, item in json.loads(line).items() if key not in SEALS} for line in lines]


SEALS = ("prev", "hash", "pitboss")


@every_example
def test_example_shows_the_sections_that_it_names(script: Path) -> None:
    first, title, *rest = script.read_text().splitlines()
    assert title.startswith(f"# Example {int(script.name[:2])}")
    shows = first.removeprefix("# shows ").split(", ")
    steps = play(script)[1]
    refused = [line.split()[2] for line in rest if line.startswith("refused by ")]
    assert set(shows) <= {step.section for step in steps} | set(refused)


@every_example
def test_example_with_any_of_its_figures_changed_is_not_true(script: Path) -> None:
    lines = script.read_text().splitlines()
    stated = [number for number, line in enumerate(lines) if STATEMENT.match(line) and "nothing" not in line]
    assert stated
    for number in stated:
        line = re.sub(r"[-+]?([\d,]+)$", lambda amount: str(int(amount[1].replace(",", "")) + 1), lines[number])
        with pytest.raises(BadScript, match=rf":{number + 1}: "):
            play_script("\n".join([*lines[:number], line, *lines[number + 1 :]]), script.name)


def test_every_example_of_the_sheet_is_here_and_every_tape_has_its_script() -> None:
    assert {int(script.name[:2]) for script in SCRIPTS} == set(range(1, EXAMPLES + 1))
    assert {tape_of(script) for script in SCRIPTS} == set(tape_of(SCRIPTS[0]).parent.glob("*.tape"))


def test_tape_with_one_changed_byte_is_refused_at_that_entry() -> None:
    lines = tape_of(next(script for script in SCRIPTS if script.stem == "03-dont-pass-odds-seven")).read_text()
    position = 0
    for number, line in enumerate(lines.splitlines(keepends=True), 1):
        for place in range(position, position + len(line) - 1, 3):
            changed = chr(ord(lines[place]) ^ 1)
            with pytest.raises(BadTape, match=rf"^entry {number}[ :]"):
                list(read_entries((lines[:place] + changed + lines[place + 1 :]).split("\n")[:number]))
        position += len(line)
