"""Section F of the all-games sheet: a coupon goes with the main wager, counts toward its winnings, and is collected."""

from __future__ import annotations

import pytest

from pitboss.table import Settled
from tests.shared.played_script import PlayedScript

WON = {
    "caribbean-stud": ("ante", 20_00, "1: ante 10 coupon 10", "cards Qh Jh 7h 5h 3h Ac Kd 7c 5s 3s", "1: bet"),
    "double-down-stud": ("original", 60_00, "1: original 10 coupon 10", "cards 4h 4s 4d 9c Ks", "1: stand"),
    "flop-poker": ("ante", 20_00, "1: ante 10 coupon 10", "cards Ks Kd 4c Kh 8h 4h", "1: flop"),
    "let-it-ride": (
        "wager3",
        20_00,
        "1: wager1 10",
        "1: wager3 coupon 10",
        "cards Tc Td 4s 9s 7h 2c",
        "1: let ride",
        "1: let ride",
    ),
    "baccarat-punto-banco": ("player_hand", 20_00, "1: player 10 coupon 10", "cards As 2c", "cards 9c 2d Kh 3c"),
    "mini-baccarat": ("player_hand", 20_00, "1: player 10 coupon 10", "cards As 2c", "cards 9c 2d Kh 3c"),
}


def played(game: str, *lines: str) -> PlayedScript:
    class Played(PlayedScript):
        day = "2008-06-01"

    Played.game = game
    return Played("1: sit Ann 1000", *lines)


@pytest.mark.parametrize("game", WON)
def test_a_coupon_counts_in_what_the_main_wager_wins_and_is_gone(game: str) -> None:
    kind, net, *lines = WON[game]
    table = played(game, *lines)
    [won] = [step for step in table.steps if isinstance(step, Settled) and step.wager.kind == kind]
    assert (won.wager.coupon, won.net) == (10_00, net)
    assert not any(wager.coupon for wager in table.state.wagers)


def test_3_3_vigorish_is_on_what_the_coupon_wins_too() -> None:
    table = played("baccarat-punto-banco", "1: banker 10 coupon 10", "cards As 2c", "cards 6c 2d Kh 3c 4s")
    assert table.net() == 20_00
    assert table.state.owes(1) == 1_00


def test_3_10_a_coupon_comes_back_with_its_wager_on_a_tie() -> None:
    table = played("baccarat-punto-banco", "1: banker 10 coupon 10", "cards As 2c", "cards 9c 9d Kh Ks")
    [back] = [step for step in table.steps if isinstance(step, Settled)]
    assert (back.result, back.net) == ("void", 0)
