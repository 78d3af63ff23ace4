"""Steps that all house poker games take in the same order, checked in every round of their playthroughs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pitboss.table import Said, Settled, Step
from pitboss.table.script import play_script
from pitboss.table.steps import AskCard, AskWagers

PLAYTHROUGHS = Path(__file__).parents[2] / "playthroughs"
WITH_A_STUB = (
    "boston-5-stud",
    "caribbean-stud",
    "colorado-holdem",
    "double-cross-poker",
    "flop-poker",
    "four-card-poker",
    "let-it-ride",
    "mini-tex-3-card-holdem",
    "mississippi-stud",
    "texas-holdem-bonus",
    "three-card-poker",
    "two-card-joker-poker",
    "ultimate-texas-holdem",
)
"""The games in which cards are left over after the deal."""

SHOWN_HAND = re.compile(r"(?:Position )?(?P<box>\d+\w*|The dealer) has ")


def rounds(game: str) -> list[list[Step]]:
    """Yield the steps of each round in a playthrough in which cards were dealt."""
    found: list[list[Step]] = [[]]

    def see(step: Step) -> None:
        if isinstance(step, AskWagers):
            found.append([])
        found[-1].append(step)

    play_script((PLAYTHROUGHS / f"{game}.script").read_text("utf-8"), watch=see)
    return [steps for steps in found if any(isinstance(step, AskCard) for step in steps)]


@pytest.mark.parametrize("game", WITH_A_STUB)
def test_the_stub_goes_away_right_after_the_last_card(game: str) -> None:
    """The last card is dealt before the stub is put away, and nothing is shown, decided or settled in between."""
    stubs = 0
    for steps in rounds(game):
        last = max(number for number, step in enumerate(steps) if isinstance(step, AskCard))
        dealing = ("The dealer burns a card", "The bottom card of the community stack")
        after = [text for step in steps[last + 1 :] if not (text := getattr(step, "text", "")).startswith(dealing)]
        before = [getattr(step, "text", "") for step in steps[:last]]
        assert not any(text.startswith("The stub") for text in before)
        if any(text.startswith("The stub") for text in after):
            assert after[0].startswith("The stub")
            stubs += 1
    assert stubs


@pytest.mark.parametrize("game", WITH_A_STUB)
def test_a_hand_is_shown_before_any_of_its_wagers_is_settled(game: str) -> None:
    """This applies from the showdown on; wagers forfeited by a fold are settled immediately."""
    hands = 0
    for steps in rounds(game):
        settled: set[str] = set()
        showdown = False
        for step in steps:
            if isinstance(step, Said) and (shown := SHOWN_HAND.match(step.text)):
                showdown = True
                box = shown["box"]
                assert box not in settled, step.text
                hands += box.isdigit()
            elif isinstance(step, Settled) and showdown:
                settled.add(step.wager.spot or str(step.wager.position))
    assert hands
