"""Asia poker: exact prices, compared with counts made by another method and with published figures."""

from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, JOKER, cards
from pitboss.games.asia_poker.counting import count
from pitboss.games.asia_poker.house_way import SETTING, house_way, lawful, order_on, strengths, worths_on
from pitboss.games.asia_poker.kernel import house_setting
from pitboss.games.asia_poker.price import PRICING, stored_counts
from pitboss.games.asia_poker.seven_cards import HIGH_AT, LOW_MASK, MEDIUM_AT, MEDIUM_MASK, house
from pitboss.games.asia_poker.showdown import OTHERS, dealers_hands, wins_of
from pitboss.pricing import price
from pitboss.pricing.contract import PriceInputs
from pitboss.simulation.compiled import compiled
from pitboss.table.setting import HOUSE_WAY

GAME = "asia-poker"
WHEELS = ("second_highest", "lowest")


def layout(wheel: str = "second_highest", **options: Any) -> Layout:
    return Layout.of(GAME, options={"wheel_rank": wheel, **options})


@pytest.mark.parametrize("wheel", WHEELS)
def test_all_deals_are_counted(wheel: str) -> None:
    counts = stored_counts()[wheel]
    assert counts["hands"] == comb(53, 7)
    assert counts["deals"] == comb(53, 7) * comb(46, 7) == counts["hands"] * OTHERS
    assert counts["wins"] < counts["best_wins"] < counts["deals"] / 2
    # If both sides set alike, only copies make a difference. The edge is the probability that a copy decides the hand,
    # which is less than the probability of a copy.
    decided = counts["deals"] - 2 * counts["wins"]
    assert 0 < decided < sum(counts[f"{hand}_copies"] for hand in ("high", "medium", "low"))


def test_31_12_prices_are_exact_and_reported_as_a_reconstruction() -> None:
    edges = {wheel: price(layout(wheel))["wager"] for wheel in WHEELS}
    assert [f"{row.house_edge:.4%}" for row in edges.values()] == ["5.3087%", "5.3055%"]
    assert Fraction(edges["second_highest"].exact or "") == 1 - 2 * Fraction(
        3_906_235_303_404_788, 8_250_459_031_214_400
    )
    assert {row.provenance for row in edges.values()} == {"reconstructed"}
    best = {wheel: price(layout(wheel), strategy="best")["wager"].house_edge for wheel in WHEELS}
    assert [f"{edge:.4%}" for edge in best.values()] == ["4.5920%", "4.5932%"]


def test_31_12_copies_and_their_cost_are_reported() -> None:
    means = {one.id: one.mean for one in price(layout()).frequencies}
    assert {id: f"{mean:.4%}" for id, mean in means.items()} == {
        "high_copies": "0.1919%",
        "medium_copies": "1.3312%",
        "low_copies": "10.8862%",
        "decided_by_a_copy": "5.3087%",
    }


def test_published_edge_is_between_the_house_way_and_the_best_setting() -> None:
    """Published as 4.82 percent, for an unpublished house way; no setting comes down to "about 3 percent"."""
    report, best = price(layout())["wager"], PRICING.strategy(layout(), PriceInputs())
    assert float(best.house_edge) < 0.0482 < report.house_edge
    assert float(best.house_edge) > 0.045


def test_only_the_rank_of_the_wheel_changes_a_price() -> None:
    plain = price(layout())["wager"].exact
    for options in ({"surrender": False}, {"start_method": "rng"}, {"deal_method": "hand"}, {"house_way": "custom"}):
        row = price(layout(**options))["wager"]
        assert row.exact == plain
        assert ("house way is not defined here" in row.note) == ("house_way" in options)
    with pytest.raises(ValueError, match="house way, best"):
        price(layout(), strategy="worst")


COUNTED = [
    ("2c 2d 2h 2s 3c 3d 3h", 31318941, 31318941, 31321866, 31321866),
    ("3h 4d 6s 9h Tc Kc Kd", 4470373, 8452849, 4472773, 8455416),
    ("5d 6s 7s 9h Jd Ac Jk", 30279886, 32891475, 30543369, 33157648),
    ("2d 3c 4c 5c 6c 8c Ac", 25737250, 27152424, 25713958, 27165297),
    ("6d Qc Qs Ac Ad Ah Jk", 52792740, 52792740, 52793102, 52793102),
    ("2c 3c 3d 7d Qd Kd Ac", 20460829, 30616192, 20429231, 30617866),
]
"""Hands, with the number of dealer hands that the house way and the best setting beat, as counted by
scripts/asia_poker/count.cu.
"""


@pytest.mark.parametrize(("own", "by_house", "best", "by_house_lowest", "best_lowest"), COUNTED)
def test_wins_of_single_hands_match_the_count_of_all_deals(
    own: str, by_house: int, best: int, by_house_lowest: int, best_lowest: int
) -> None:
    """The two counts share no method: one goes by shared cards, this one by classes of dealer hands."""
    for wheel, wanted in zip(WHEELS, ((by_house, best), (by_house_lowest, best_lowest)), strict=True):
        order, worths = order_on(layout(wheel)), worths_on(layout(wheel))
        held = tuple(cards(own))
        won = wins_of(held, order, worths)
        assert (won[house_way(held, order, worths)], max(won.values())) == wanted


def test_dealers_hands_are_all_hands_without_seven_given_cards() -> None:
    order, worths = order_on(layout()), worths_on(layout())
    for own in ("Ac Ad Ah As Jk Kc Kd", "2c 3d 4h 5s 6c 7d 8h"):
        assert dealers_hands(tuple(cards(own)), order, worths)[-1, -1, -1] == OTHERS == comb(46, 7)


@compiled
def look(deal: np.ndarray, by: object) -> Any:
    return house_setting(deal, 0, 0, by)


@pytest.mark.parametrize("wheel", WHEELS)
def test_31_12_house_way_in_the_table_equals_the_one_of_the_round(wheel: str) -> None:
    """Hands of every class: plain, single-suited, with the joker, and with the joker and three cards in each of two
    suits.
    """
    order, worths = order_on(layout(wheel)), worths_on(layout(wheel))
    table, random = house(order, worths), Random(f"asia {wheel}")
    for nth in range(120):
        deck = list(CARDS)
        random.shuffle(deck)
        if nth % 2:
            suits = random.sample(range(4), 2)
            first = [card for card in deck if card is not JOKER and card.index % 4 == suits[0]]
            second = [card for card in deck if card is not JOKER and card.index % 4 == suits[1]]
            deck = [JOKER, *first[:3], *second[: 3 * (nth % 4 // 2)], *first[3:5], *deck]
        own = list(dict.fromkeys(deck))[:7]
        found = int(look(np.array([[card.index] for card in own], np.uint8), table))
        made = strengths(SETTING.parts(house_way(own, order, worths), own), order)
        assert (found >> HIGH_AT, found >> MEDIUM_AT & MEDIUM_MASK, found & LOW_MASK) == made, own


def test_worth_and_advice_cover_every_setting_the_house_way_and_the_surrender() -> None:
    own = tuple(cards("3h 4d 6s 9h Tc Kc Kd"))
    order, worths = order_on(layout()), worths_on(layout())
    choices = (HOUSE_WAY, "surrender", *SETTING.choices)
    worth = PRICING.worth(layout())(own, (), choices)
    assert set(worth) == set(choices)
    assert worth["surrender"] == -1
    assert worth[HOUSE_WAY] == worth[house_way(own, order, worths)] == pytest.approx(2 * 4470373 / OTHERS - 1)
    best = PRICING.advice(layout())(own, (), choices)
    assert best is not None
    assert worth[best] == max(worth.values()) == pytest.approx(2 * 8452849 / OTHERS - 1)
    fouls = [one for one in SETTING.choices if not lawful(*strengths(SETTING.parts(one, own), order), worths)]
    assert {worth[one] for one in fouls} == {-1.0}
    assert PRICING.advice(layout())((), (), ("play", "void")) is None


def test_strategy_reports_the_cost_of_the_house_way() -> None:
    best = PRICING.strategy(layout(), PriceInputs())
    assert f"{float(best.cost('house way')):.4%}" == "0.7167%"
    said = " ".join(best.summary())
    assert "all but 11.9% of hands" in said
    assert "0.72%" in said
    assert best.named("house_way") is not None


@pytest.mark.slow
def test_count_of_a_small_deck_equals_enumeration() -> None:
    """Twos, threes, tens, aces and the joker: each hand against every disjoint one."""
    ranks = (0, 1, 8, 12)
    deck = [card.index for card in CARDS if card is JOKER or card.index // 4 in ranks]
    table = house(order_on(layout()), worths_on(layout()))
    hands = np.array(list(combinations(range(len(deck)), 7)))
    made = np.array([look(np.array(deck, np.uint8)[one][:, None], table) for one in hands], np.int64)
    three = np.stack([made >> HIGH_AT, made >> MEDIUM_AT & MEDIUM_MASK, made & LOW_MASK], axis=1)
    masks = (1 << hands).sum(axis=1)
    found = np.zeros(5, np.int64)
    for mask, own in zip(masks, three, strict=True):
        theirs = three[masks & mask == 0]
        higher, copies = (own > theirs).sum(axis=1) >= 2, own == theirs
        found += [len(theirs), higher.sum(), *copies.sum(axis=0)]
    assert list(vars(count(layout(), ranks=ranks)).values()) == found.tolist()


@pytest.mark.slow
@pytest.mark.parametrize("wheel", WHEELS)
def test_all_deals_are_counted_again(wheel: str) -> None:
    """This count runs on any machine, with a different program from the one that made the stored counts."""
    counts = vars(count(layout(wheel)))
    assert counts == {name: stored_counts()[wheel][name] for name in counts}
