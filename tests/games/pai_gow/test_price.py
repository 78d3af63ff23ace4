"""Exact pai gow prices: published figures, counts checked by another method, strategy and advice."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import PAI_GOW, Tile, spread, tiles
from pitboss.games.pai_gow.counting import BANKS, DEALS, HANDS, count_deals, hands, ways
from pitboss.games.pai_gow.house_way import house_way_of
from pitboss.games.pai_gow.kernel import WITHOUT
from pitboss.games.pai_gow.price import PRICING
from pitboss.games.pai_gow.ranking import kinds_of
from pitboss.pricing import price
from pitboss.pricing.contract import PriceInputs
from pitboss.simulation.kernel import kernel_of
from pitboss.table.setting import HOUSE_WAY
from tests.shared.several_players import bank_pays_less_on_its_net

GAME = "pai-gow"
SET = [tile for tile in spread(PAI_GOW.counts) if isinstance(tile, Tile)]
CHOICES = (HOUSE_WAY, "1-2", "1-3", "1-4", "2-3", "2-4", "3-4")


def test_all_deals_are_counted() -> None:
    assert (HANDS, BANKS, DEALS) == (35_960, 20_475, 736_281_000)
    assert len(hands()) == 3_620
    assert ways().sum() == HANDS


def test_house_way_on_both_sides_has_the_published_edge() -> None:
    """2.39 percent: wizardofodds.com, "Ask the Wizard" on pai gow tiles."""
    main = price(Layout.of(GAME))["main"]
    assert f"{main.house_edge:.2%}" == "2.39%"
    assert main.exact == "29312693/1227135000"
    assert main.space == DEALS


def test_edge_without_vigorish_is_half_the_share_of_copies() -> None:
    """Both sides set alike, so only copies favor the bank."""
    layout = Layout.of(GAME, options={"vigorish_pct": 0}, unlawful=True)
    found = count_deals(house_way_of(layout))
    assert Fraction(price(layout)["main"].exact or "0") == Fraction(found.high_copies + found.low_copies, 2 * DEALS)


@pytest.mark.parametrize(
    ("way", "player", "bank", "best", "best_bank"),
    [
        ("balanced_strong", "2.3887%", "0.5897%", "1.4068%", "-0.3739%"),
        ("statute_basic", "2.6816%", "0.3401%", "-0.9677%", "-2.7944%"),
        ("max_high_hand", "2.8192%", "0.2497%", "-1.0224%", "-2.9075%"),
        ("custom", "2.4024%", "0.6070%", "1.0153%", "-0.7414%"),
    ],
)
def test_edges_as_player_and_as_bank_by_every_house_way(
    way: str, player: str, bank: str, best: str, best_bank: str
) -> None:
    """A known house way can be beaten even after vigorish: against the simpler ones, best play gives the player an
    edge.
    """
    report = price(Layout.of(GAME, options={"house_way": way}))
    edges = [f"{report[row].house_edge:.4%}" for row in ("main", "bank", "main_best", "bank_best")]
    assert edges == [player, bank, best, best_bank]


def test_count_of_a_hand_equals_dealing_every_bank_hand() -> None:
    layout = Layout.of(GAME)
    way, worth = house_way_of(layout), PRICING.worth(layout)
    own = Random(10).sample(SET, 4)
    left = list(SET)
    for tile in own:
        left.remove(tile)
    rank = way.ranking.of
    wins = dict.fromkeys(("1-2", "1-3", "1-4"), 0)
    loses = dict(wins)
    for bank in combinations(left, 4):
        theirs = way.split(kinds_of(bank))
        for choice in wins:
            high, low = _parted(own, choice)
            mine = sorted((rank(*high), rank(*low)), reverse=True)
            higher = (mine[0] > theirs.high) + (mine[1] > theirs.low)
            wins[choice] += higher == 2
            loses[choice] += higher == 0
    found = worth(own, (), CHOICES)
    for choice in wins:
        assert found[choice] == pytest.approx((0.95 * wins[choice] - loses[choice]) / BANKS, abs=1e-12)


def _parted(own: list[Tile], choice: str) -> tuple[list[Tile], list[Tile]]:
    places = [int(place) - 1 for place in choice.split("-")]
    return [own[at] for at in places], [own[at] for at in range(4) if at not in places]


def test_setting_and_advice_do_not_depend_on_the_order_of_the_tiles() -> None:
    layout = Layout.of(GAME)
    advice, way = PRICING.advice(layout), house_way_of(layout)
    hand = tiles("6-6 6-6 1-5 3-4")
    made = set()
    for order in permutations(hand):
        choice = advice(order, (), CHOICES)
        assert choice is not None
        parts = _parted(list(order), choice if choice != HOUSE_WAY else way.setting(order))
        made.add(frozenset(way.ranking.named(*part) for part in parts))
    assert made == {frozenset({"8, Teen", "9, Teen"})}  # not the pair of Teens, which the house way keeps together
    assert advice((), (), ("bank", "pass")) is None


def test_copies_are_worth_more_to_the_bank() -> None:
    layout = Layout.of(GAME)
    worth, own = PRICING.worth(layout), tiles("5-5 4-6 1-3 1-2")
    as_player, as_bank = worth(own, (), CHOICES), worth(own, (), CHOICES, "bank")
    assert all(as_bank[choice] > as_player[choice] for choice in as_player)


def test_strategy_lists_where_the_house_way_is_not_best() -> None:
    best = PRICING.strategy(Layout.of(GAME), PriceInputs())
    assert sum(one.costs for one in best.differences) == best.cost("house way")
    assert len(best.differences) == 538
    assert best.decide("6-6 6-6 1-5 3-4") in ("1-3", "1-4", "2-3", "2-4")
    words = " ".join(best.summary())
    assert "it keeps a pair that should be split" in words
    assert "a player loses 1.4068%, and a banker against one player is ahead by 0.3739%" in words


def test_rounded_vigorish_depends_on_the_stake() -> None:
    layout = Layout.of(GAME, options={"vigorish_rounding": "up_to_quarter"})
    assert price(layout, 33_00)["main"].house_edge > price(layout, 20_00)["main"].house_edge
    with pytest.raises(ValueError, match="not a way to set tiles here"):
        price(layout, strategy="by hand")


def test_10_11_dragons_eye_by_216_rolls() -> None:
    report = price(Layout.of(GAME, options={"dragons_eye": "A"}))
    assert report["dragons_eye_sum"].exact == "1/18"
    assert price(Layout.of(GAME, options={"dragons_eye": "B"}))["dragons_eye_sum"].exact == "5/108"
    places = next(one for one in report.frequencies if one.id == "starting_place")
    assert sum(Fraction(chance.exact or "0") for chance in places.chances) == 1


def test_wagers_that_are_not_simulated_are_refused_with_a_reason() -> None:
    for wager, reason in WITHOUT.items():
        with pytest.raises(ValueError, match=f"{wager} is not simulated: {reason[:20]}"):
            kernel_of(Layout.of(GAME), [wager])


def test_kernel_plays_the_priced_best_setting() -> None:
    kernel = kernel_of(Layout.of(GAME), ["main"], "best")
    histogram = kernel.histograms(kernel.run(5, 0, 400_000))["main"]
    mean = sum(result.net * often for result, often in histogram.items()) / 400_000 / kernel.slots[0].stake
    assert mean == pytest.approx(-0.014068, abs=0.005)


def test_10_8_bank_against_several_players_pays_less_vigorish_and_the_error_is_reported() -> None:
    layout = Layout.of("pai-gow")
    bank_pays_less_on_its_net(PRICING, layout)
