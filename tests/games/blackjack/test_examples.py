"""The worked examples of the fact sheet and every irregularity, dealt by the real procedure and stated to the cent.

Each script states what is settled and what a position is up; each tape in `tapes/` is the same round as it was dealt
when the tape was kept.
"""

import json
import re
from pathlib import Path

import pytest

from pitboss.chapter import rules_of
from pitboss.table import replay
from pitboss.table.script import BadScript, play_script

from .make_tapes import EXAMPLES, IRREGULARITIES, SCRIPTS, play, tape_of

NUMBER_OF_EXAMPLES = 23
STATEMENT = re.compile(r"^(=|net|settles) ")
SEALS = ("prev", "hash", "pitboss")

every_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)


@every_script
def test_script_is_dealt_as_it_says_with_chips_conserved_at_every_step(script: Path) -> None:
    _, steps, dealer = play(script)
    assert steps
    assert all(step.state.chips == step.state.bought_in for step in steps)
    assert dealer.state.chips == dealer.state.bought_in


@every_script
def test_tape_replays_to_the_same_steps_and_the_same_end(script: Path) -> None:
    lines, steps, dealer = play(script)
    replayed = replay(lines)
    again = [step for round_ in replayed.rounds for step in round_]
    assert replayed.states[-1] == dealer.state
    # A round that has begun and was sent nothing yet is not on the tape.
    assert again == steps[: len(again)]
    assert dealer.ask is not None
    assert (again[-1].state if replayed.unfinished else replayed.states[-1]) == dealer.ask.state


@every_script
def test_kept_tape_replays_and_is_what_the_script_makes_now(script: Path) -> None:
    kept = tape_of(script).read_text().splitlines(keepends=True)
    lines, _, dealer = play(script)
    assert replay(kept).states[-1] == dealer.state
    assert _told(kept) == _told(lines)


def _told(lines: list[str]) -> list[dict[str, object]]:
    """What a tape tells, apart from its seals and the version of Pitboss that made it."""
    return [{key: item for key, item in json.loads(line).items() if key not in SEALS} for line in lines]


@every_script
def test_script_shows_the_sections_that_it_names(script: Path) -> None:
    first, title, *rest = script.read_text().splitlines()
    assert title.startswith(f"# Example {int(script.name[:2])}" if script in EXAMPLES else "# ")
    shows = {one.partition(" ")[0] for one in first.removeprefix("# shows ").split(", ")}
    refused = {line.split()[2] for line in rest if line.startswith("refused by ")}
    assert shows <= {step.section for step in play(script)[1]} | refused


@every_script
def test_script_with_any_of_its_figures_changed_is_not_true(script: Path) -> None:
    lines = script.read_text().splitlines()
    stated = [number for number, line in enumerate(lines) if STATEMENT.match(line) and "nothing" not in line]
    assert stated
    for number in stated:
        line = re.sub(r"([-+]?)([\d,.]+)$", lambda amount: f"{amount[1]}1{amount[2]}", lines[number])
        with pytest.raises(BadScript, match=rf":{number + 1}: "):
            play_script("\n".join([*lines[:number], line, *lines[number + 1 :]]), script.name)


def test_every_example_and_every_irregularity_has_its_script_and_its_tape() -> None:
    assert {int(script.name[:2]) for script in EXAMPLES} == set(range(1, NUMBER_OF_EXAMPLES + 1))
    thrown = {line.split()[1] for script in IRREGULARITIES for line in script.read_text().splitlines() if _throws(line)}
    assert thrown == set(rules_of("blackjack").irregularities)
    assert {tape_of(script) for script in SCRIPTS} == set(tape_of(SCRIPTS[0]).parent.glob("*.tape"))


def _throws(line: str) -> bool:
    return line.startswith(("throw ", "interrupt "))
