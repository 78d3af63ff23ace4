"""The price, compared with a walk over every spin and every standing hand; and the figures themselves."""

from fractions import Fraction

import pytest

from pitboss.chapter.layout import Layout
from pitboss.games.pokette.round import GAME, PoketteState
from pitboss.pricing import price
from pitboss.table import Settled, walk
from pitboss.table.state import Position, Wager, set_wager

HANDS = {
    "pair_in_two": ("9d",),
    "pair_in_three": ("9d", "2c"),
    "three_of_a_kind": ("9d", "9c"),
    "flush": ("9d", "2d"),
    "straight_open": ("9d", "8c"),
    "straight_inside": ("Ad", "2c"),
    "straight_flush_open": ("Kh", "Qh"),
    "straight_flush_inside": ("5s", "7s"),
}
"""Standing cards that allow each poker hand wager."""


@pytest.mark.parametrize("positions", [53, 54, 56])
def test_walk_over_every_section_gives_the_price(positions: int) -> None:
    layout = Layout.of("pokette", options={"wheel_positions": positions, "offer_joker_split": positions > 53})
    game = GAME(layout)
    report = price(layout)
    for kind in layout.wagers:
        hand = HANDS.get(kind, ())
        seated = PoketteState(positions=(Position(1, "Ann", 100_00, 100_00),), bought_in=100_00, hand=hand)
        spots = game.amounts.spots(seated, 1, kind)
        for spot in (spots[0], spots[-1]):
            mean = Fraction(0)
            table = set_wager(seated, Wager(1, kind, 1_00, spot))
            for chance, _, steps in walk(game, table):
                nets = [step.net for step in steps if isinstance(step, Settled)]
                mean += chance * Fraction(sum(nets), 1_00)
            assert -mean == Fraction(str(report[kind].exact)), (kind, spot)


def test_12_6_b_edges_of_54_sections() -> None:
    report = price(Layout.of("pokette"))
    fair_on_52 = ("corner", "single_rank", "red", "black", "suit", "jacer", "flush")
    assert {report[kind].exact for kind in fair_on_52} == {"1/27"}
    assert report["straight_up"].exact == "1/18"
    assert report["double_rank"].exact == report["triple_rank"].exact == report["pair_in_two"].exact == "1/9"
