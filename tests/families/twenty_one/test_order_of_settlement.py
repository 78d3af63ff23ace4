"""Hands of twenty-one are settled counterclockwise, from the dealer's right.

The player on the right wins and the other loses, so settling losers first would fail.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.shared.played_script import PlayedScript

SIT = ("1: sit Ann 1000", "2: sit Bob 1000")
BLACKJACK = ("1: blackjack 10", "2: blackjack 20", "cards 2c")
ATTACKS = ("1: first attack 10", "2: first attack 20", "cards 2c")
STAND = ("1: stand", "2: stand")
PASS = ("1: pass", "2: pass")


def settled(game: str, day: str, *lines: str, **options: Any) -> list[tuple[int, str]]:
    """Return the positions and results of the settlements, in order."""
    table = type("Table", (PlayedScript,), {"game": game, "day": day})
    return [(position, result) for _, position, _, result in table(*SIT, *lines, **options).settled]


@pytest.mark.parametrize(
    ("game", "day", "lines"),
    [
        ("blackjack", "2008-06-01", (*BLACKJACK, "cards Ts Js 9h 7s Jd 9d", *STAND)),
        (
            "spanish-21",
            "2008-06-01",
            ("1: spanish21 10", "2: spanish21 20", "cards 2c", "cards Qs Js 9h 7s Jd 9d", *STAND),
        ),
        (
            "double-attack-blackjack",
            "2008-06-01",
            ("1: bet 10", "2: bet 20", "cards 2c", "cards 9h", *PASS, "cards Qs Js 7s Jd 9d", *STAND),
        ),
        (
            "triple-attack-blackjack",
            "2014-06-01",
            (*ATTACKS, "cards Qs Js", *PASS, "cards 9h", *PASS, "cards 7s Jd 9d", *STAND),
        ),
    ],
)
def test_hands_are_settled_from_the_dealers_right(game: str, day: str, lines: tuple[str, ...]) -> None:
    assert settled(game, day, *lines) == [(2, "wins"), (1, "loses")]


def test_both_hands_of_the_right_spot_of_blackjack_switch_come_first() -> None:
    wagers = ("1: hand_1 10", "1: hand_2 10", "2: hand_1 20", "2: hand_2 20", "cards 2c")
    deal = "cards Ts 8h Js Jh 9d 7s 9s Jd Th 9c"
    decisions = ("1: keep", "1: stand", "1: stand", "2: keep", "2: stand", "2: stand")
    assert settled("blackjack-switch", "2013-06-01", *wagers, deal, *decisions) == [
        *[(2, "wins")] * 2,
        *[(1, "loses")] * 2,
    ]


def test_hands_that_wait_for_the_second_card_are_settled_from_the_right_too() -> None:
    blackjacks = "cards As Ad Kh Ks Kd"
    waiting = {"hole_card": "unpeeked", "surrender": "late"}
    assert settled("blackjack", "2008-06-01", *BLACKJACK, f"{blackjacks} 9d", **waiting) == [(2, "wins"), (1, "wins")]
    pushed = settled("blackjack", "2008-06-01", *BLACKJACK, f"{blackjacks} Ac", **waiting)
    assert pushed == [(2, "void"), (1, "void")]
    lost = settled("blackjack", "2008-06-01", *BLACKJACK, "cards Ts Js Kh 7s Jd Ac", *STAND, **waiting)
    assert lost == [(2, "loses"), (1, "loses")]
