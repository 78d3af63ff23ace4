"""The worked examples of the fact sheet, dealt by the real procedure and stated to the cent."""

import re
from pathlib import Path

import pytest

from pitboss.table import Dealer, Step, replay
from pitboss.table.script import BadScript, play_script

SCRIPTS = sorted((Path(__file__).parent / "examples").glob("*.script"))
EXAMPLES = 13
STATEMENT = re.compile(r"(=|settles) ")

every_example = pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)


def play(script: Path) -> tuple[list[str], list[Step], Dealer]:
    """Play an example: the lines of its tape, every step, and the table as it stands afterwards."""
    lines: list[str] = []
    steps: list[Step] = []
    dealer = play_script(script.read_text(), script.name, lines.append, steps.append)
    return lines, steps, dealer


@every_example
def test_example_is_dealt_as_the_sheet_says_with_chips_conserved_at_every_step(script: Path) -> None:
    _, steps, dealer = play(script)
    assert steps
    assert all(step.state.chips == step.state.bought_in for step in steps)
    assert dealer.state.chips == dealer.state.bought_in
    assert dealer.state.rounds == 1
    assert not dealer.state.wagers


@every_example
def test_tape_of_example_replays_to_the_same_steps_and_the_same_end(script: Path) -> None:
    lines, steps, dealer = play(script)
    replayed = replay(lines)
    again = [step for round_ in replayed.rounds for step in round_]
    assert replayed.states[-1] == dealer.state
    assert again == steps[: len(again)]


@every_example
def test_example_with_any_of_its_figures_changed_is_not_true(script: Path) -> None:
    lines = script.read_text().splitlines()
    stated = [number for number, line in enumerate(lines) if STATEMENT.match(line)]
    assert stated
    for number in stated:
        line = re.sub(r"\d+(\.\d\d)?$", lambda amount: str(int(float(amount[0])) + 1), lines[number])
        with pytest.raises(BadScript, match=rf":{number + 1}: "):
            play_script("\n".join([*lines[:number], line, *lines[number + 1 :]]), script.name)


@every_example
def test_example_says_what_it_shows_and_which_example_it_is(script: Path) -> None:
    shows, title, *_ = script.read_text().splitlines()
    assert shows.startswith("# shows 32.")
    assert title.startswith(f"# Example {int(script.name[:2])}: ")


def test_every_example_of_the_sheet_is_here() -> None:
    assert {int(script.name[:2]) for script in SCRIPTS} == set(range(1, EXAMPLES + 1))
