"""Exact prices against published figures, to the published digit.

Sources: wizardofodds.com, baccarat (combinations for 6 and 8 decks) and its appendix 5 (Dragon Bonus); E. Jacobson at
888casino.com (commission-free variants); vegasfreedom.com (Dragon 7); excelpunks.com (Banker wins by count).
"""

from fractions import Fraction
from math import perm
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, composition
from pitboss.families.baccarat.coup import Rules
from pitboss.families.baccarat.price import count_coups
from pitboss.pricing import PriceReport, price

from .table import GAME, everything

EIGHT_DECKS = 4_998_398_275_503_360


def priced(**options: Any) -> PriceReport:
    return price(Layout.of(GAME, options=options))


@pytest.mark.parametrize(
    ("decks", "banker", "player", "tie"),
    [
        (8, 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216),
        (6, 403_095_751_234_560, 392_220_492_728_832, 83_552_962_932_288),
    ],
)
def test_combinations_of_the_three_results_are_the_published_ones(
    decks: int, banker: int, player: int, tie: int
) -> None:
    report = priced(decks=decks)
    assert [one.combinations for one in report["banker_hand"].outcomes] == [banker, tie, player]
    assert [one.combinations for one in report["player_hand"].outcomes] == [player, tie, banker]
    assert report["tie"].outcomes[0].combinations == tie
    assert banker + player + tie == perm(52 * decks, 6)


@pytest.mark.parametrize(
    ("wager", "options", "published", "digits"),
    [
        ("banker_hand", {}, "1.0579", 4),
        ("player_hand", {}, "1.2351", 4),
        ("tie", {}, "14.3596", 4),
        ("tie", {"tie_payout": "9 to 1"}, "4.844", 3),
        ("banker_hand", {"vigorish_pct": 4}, "0.60", 2),
        ("banker_hand", {"decks": 6}, "1.06", 2),
        ("player_hand", {"decks": 6}, "1.24", 2),
        ("tie", {"decks": 6}, "14.44", 2),
        ("banker_hand", {"banker_variant": "no_vig_dragon7_push"}, "1.0183", 4),
        ("banker_hand", {"banker_variant": "no_vig_six_half"}, "1.4581", 4),
        ("cards_4", {}, "5.3", 1),
        ("bonus_player", {}, "2.6517", 4),
        ("bonus_banker", {}, "9.3731", 4),
        ("bonus_player", {"decks": 6}, "2.67", 2),
        ("bonus_banker", {"decks": 6}, "9.39", 2),
        ("dragon7", {}, "7.611", 3),
        ("panda8", {}, "10.19", 2),
        ("pair_player", {}, "10.36", 2),
        ("pair_banker", {}, "10.36", 2),
    ],
)
def test_house_edge_is_the_published_one(wager: str, options: dict[str, Any], published: str, digits: int) -> None:
    assert f"{priced(**options)[wager].house_edge * 100:.{digits}f}" == published


def test_exact_fractions_of_the_hands_and_the_tie() -> None:
    report = priced()
    banker, player, tie = 2_292_252_566_437_888, 2_230_518_282_592_256, 475_627_426_473_216
    assert Fraction(report["banker_hand"].exact or 0) == Fraction(20 * player - 19 * banker, 20 * EIGHT_DECKS)
    assert Fraction(report["player_hand"].exact or 0) == Fraction(banker - player, EIGHT_DECKS)
    assert Fraction(report["tie"].exact or 0) == Fraction(banker + player - 8 * tie, EIGHT_DECKS)
    four = Fraction(25 * player - 24 * banker, 25 * EIGHT_DECKS)
    assert Fraction(priced(vigorish_pct=4)["banker_hand"].exact or 0) == four
    resolved = Fraction(report["player_hand"].house_edge_resolved_exact or 0)
    assert resolved == Fraction(banker - player, banker + player)


def test_combinations_of_the_bonus_are_the_published_ones() -> None:
    player = {Fraction(one.net): one.combinations for one in priced()["bonus_player"].outcomes}
    assert player == {
        30: 18_409_431_764_992,
        10: 34_097_645_543_424,
        6: 89_590_261_473_280,
        4: 141_238_897_317_888,
        2: 166_169_165_987_840,
        1: 186_780_352_174_080 + 812_685_054_124_032,
        0: 89_325_908_267_520,
        # Published rounded, as 3,460,101,558,850,300.
        -1: 3_460_101_558_850_304,
    }
    banker = {Fraction(one.net): one.combinations for one in priced()["bonus_banker"].outcomes}
    assert banker == {
        30: 15_390_342_909_952,
        10: 28_305_092_784_128,
        6: 79_517_099_278_336,
        4: 119_200_072_366_080,
        2: 157_275_882_332_160,
        1: 201_147_167_287_296 + 812_685_054_124_032,
        0: 89_325_908_267_520,
        # Published rounded, as 3,495,551,656,153,850.
        -1: 3_495_551_656_153_856,
    }


def test_combinations_of_dragon_7_and_of_banker_wins_by_count_are_the_published_ones() -> None:
    assert priced()["dragon7"].outcomes[0].combinations == 112_633_011_329_024
    coups = count_coups([128] + [32] * 9, Rules(Layout.of(GAME)))
    by_count = {
        count: sum(ways for coup, ways in coups.items() if coup.winner == "banker" and coup.banker == count)
        for count in range(1, 10)
    }
    assert by_count[4] == 163_359_790_133_248
    assert by_count[6] == 269_232_304_455_680
    assert by_count[9] == 586_850_279_002_112


@pytest.mark.parametrize("decks", [6, 7, 8, 12, 40])
def test_combinations_of_every_wager_add_up_to_all_orders_of_six_cards(decks: int) -> None:
    for wager in price(everything(decks=decks)).wagers:
        assert wager.space == sum(one.combinations or 0 for one in wager.outcomes) == perm(52 * decks, 6)


def test_4_5_and_6_there_are_no_other_wagers() -> None:
    report = priced()
    assert sum(Fraction(report[f"cards_{number}"].outcomes[0].exact or 0) for number in (4, 5, 6)) == 1


def test_with_rounded_vigorish_the_price_depends_on_the_stake() -> None:
    layout = Layout.of(GAME, options={"vigorish_rounding": "up_to_quarter"})
    plain = priced()["banker_hand"]
    assert price(layout, 5_00)["banker_hand"].exact == plain.exact
    assert price(layout)["banker_hand"].exact == plain.exact  # 5 percent of the usual $20 is a whole quarter
    twelve = price(layout, 12_00)["banker_hand"]
    assert twelve.outcomes[0].net == str(Fraction(11_25, 12_00))
    assert "$12" in twelve.note
    assert twelve.house_edge > plain.house_edge
    assert price(layout, 1)["banker_hand"].outcomes[0].net == "3/4"  # Rounded up to $1.
    with pytest.raises(ValueError, match="above"):
        price(layout, 0)


def test_price_of_a_half_dealt_shoe() -> None:
    left = list(composition(8))
    for index in range(52):
        left[index] -= index % 5
    report = price(everything(), shoe=left)
    for wager in report.wagers:
        assert wager.space == perm(sum(left), 6)
    assert report["tie"].exact != priced()["tie"].exact


def test_without_eights_and_nines_and_faces_a_shoe_of_one_card_always_ties() -> None:
    shoe = [0] * 53
    shoe[Card("Kd").index] = 6
    report = price(everything(), shoe=shoe)
    assert report["tie"].exact == "-8"
    assert report["player_hand"].push_rate == 1
    assert report["player_hand"].house_edge_resolved is None
    assert report["cards_6"].hit_rate == 1
    assert report["pair_player"].hit_rate == 1


@pytest.mark.parametrize(
    ("shoe", "says"),
    [
        ([8] * 52, "53 counts"),
        ([8] * 52 + [1], "without jokers"),
        ([1] * 5 + [0] * 48, "may need 6 cards; this shoe has 5"),
        ([-1] + [8] * 51 + [0], "none below 0"),
    ],
)
def test_a_shoe_that_cannot_be_dealt_is_refused(shoe: list[int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        price(Layout.of(GAME), shoe=shoe)


@given(st.lists(st.integers(0, 8), min_size=52, max_size=52))
@settings(max_examples=15, deadline=None)
def test_any_composition_has_prices_that_add_up(counts: list[int]) -> None:
    counts[0] += 6
    for wager in price(everything(), shoe=[*counts, 0]).wagers:
        assert sum(one.combinations or 0 for one in wager.outcomes) == perm(sum(counts), 6)


def test_a_price_lists_the_provisions_it_depends_on() -> None:
    report = price(everything())
    assert {wager.provenance for wager in report.wagers} == {"published"}
    assert report["banker_hand"].citation.endswith("3.2(a)1")
    assert not priced()["dragon7"].offered
