"""Effects of removal, counting systems and departures, compared with published figures and an independent count.

Sources are named beside the figures. Where a figure differs from ours, the test says why.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import permutations

import numpy as np
import pytest

import pitboss
from pitboss.equipment import CARDS, Card
from pitboss.families.twenty_one.price.table import PricedTable
from pitboss.library.counts import CountedTable, CountReport, CountRun, SystemFigures, count
from pitboss.library.layouts import layout
from pitboss.pricing.counting.moments import Ramp
from pitboss.pricing.counting.systems import builtin
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.removal import RemovalTable, ShoeValues

RANKS = "A23456789T"
SIX = {"decks": 6}


@cache
def removal(game: str, **choices: object) -> RemovalTable:
    table = layout(game, options={name: str(value) for name, value in choices.items()})
    return RemovalTable(pricing_of(table).removal(table))


@cache
def blackjack() -> CountReport:
    return count("blackjack", wagers=("blackjack", "insurance", "over_13", "under_13"), **SIX)


# ---- Definition of effects of removal


@pytest.mark.parametrize(
    ("game", "wager"),
    [
        ("blackjack", "blackjack"),
        ("double-attack-blackjack", "blackjack"),
        ("mini-baccarat", "banker_hand"),
        ("red-dog", "initial"),
        ("blackjack", "twenty_point"),
        ("blackjack", "over_13"),
    ],
)
def test_with_the_strategy_held_removing_an_unseen_card_changes_nothing(game: str, wager: str) -> None:
    """As a result, the effects of all cards in the shoe add up to zero."""
    table = removal(game)
    effects = table.effects(wager).by_index()
    assert float((table.weights * effects).sum()) == pytest.approx(0, abs=1e-9)
    assert np.abs(effects).max() > 1e-5


def test_playing_for_the_cards_left_is_never_worse_than_holding_the_strategy() -> None:
    found = blackjack().wagers["blackjack"]
    assert all(found.optimal[rank] >= found.fixed[rank] - 1e-9 for rank in RANKS)
    assert found.optimal["5"] > found.fixed["5"] + 1e-5


def test_an_effect_is_the_difference_of_two_prices() -> None:
    found = blackjack().wagers["blackjack"]
    full, without = (-pitboss.price("blackjack", dealt=dealt, **SIX)["blackjack"].house_edge for dealt in ("", "5h"))
    assert found.full_shoe == pytest.approx(full, abs=1e-12)
    assert found.optimal["5"] == pytest.approx(without - full, abs=1e-12)


def test_in_spanish_21_the_suit_of_a_seven_matters() -> None:
    """A 7-7-7 of spades pays more."""
    found = removal("spanish-21").effects("blackjack").fixed_by_card
    assert found["7s"] < found["7h"] == found["7c"]
    assert found["2s"] == found["2h"]


def test_a_game_that_is_not_dealt_from_a_shoe_has_no_effects() -> None:
    with pytest.raises(ValueError, match="craps is not dealt from a shoe"):
        count("craps")


# ---- Compared with an independent count: every order of the first cards, card by card


def one_deck_without(card: Card) -> list[Card]:
    return [other for other in CARDS if not other.is_joker and other is not card]


def value(card: Card) -> int:
    return 1 if card.rank.letter == "A" else 10 if card.rank.letter in "TJQK" else int(card.rank.letter)


def over_13(one: Card, two: Card) -> float:
    return 1 if value(one) + value(two) > 13 else -1


def under_13(one: Card, two: Card) -> float:
    return 1 if value(one) + value(two) < 13 else -1


def same_suit(one: Card, two: Card) -> float:
    if one.suit is not two.suit:
        return -1
    return 25 if {one.rank.letter, two.rank.letter} == {"K", "Q"} else 2.5


def player_blackjack(one: Card, two: Card) -> float:
    return 15 if {value(one), value(two)} == {1, 10} else -1


@pytest.mark.parametrize("wager", ["over_13", "under_13", "same_suit", "bj_bonus_player"])
@pytest.mark.parametrize("card", ["Ah", "6c", "Kd", "Qs"])
def test_side_wagers_against_every_order_of_two_cards(wager: str, card: str) -> None:
    table = layout("blackjack", options={"decks": "1"}, unlawful=True)
    values = pricing_of(table).removal(table)
    rules: dict[str, Callable[[Card, Card], float]] = {
        "over_13": over_13,
        "under_13": under_13,
        "same_suit": same_suit,
        "bj_bonus_player": player_blackjack,
    }
    odds = {name: float(one.ratio) for name, one in table.odds_table(wager).items()}
    nets = [rules[wager](one, two) for one, two in permutations(one_deck_without(Card(card)), 2)]
    paid = sorted({net for net in nets if net > 0})
    assert paid == sorted(odds.values())
    assert of(values, wager, Card(card)) == pytest.approx(float(np.mean(nets)), abs=1e-12)


@pytest.mark.parametrize("card", ["2c", "8h", "As"])
def test_red_dog_against_every_order_of_three_cards(card: str) -> None:
    table = layout("red-dog", options={"decks": "1"}, unlawful=True)
    values = pricing_of(table).removal(table)
    rank = {letter: number for number, letter in enumerate("23456789TJQKA")}
    pays = {1: 5, 2: 4, 3: 2}
    left = [rank[one.rank.letter] for one in one_deck_without(Card(card))]
    counts = Counter(left)
    total = worth = 0.0
    for one in counts:
        for two in counts:
            ways = counts[one] * (counts[two] - (one == two))
            after = counts - Counter((one, two))
            cards = after.total()
            low, high = sorted((one, two))
            if low == high:
                net = 11 * after[low] / cards
            elif high - low == 1:
                net = 0.0
            else:
                inside = sum(after[between] for between in range(low + 1, high)) / cards
                net = inside * pays.get(high - low - 1, 1) - (1 - inside)
                net = max(net, 2 * net)
            total += ways
            worth += ways * net
    assert of(values, "initial", Card(card)) == pytest.approx(worth / total, abs=1e-12)


def of(values: ShoeValues, wager: str, card: Card) -> float:
    left = list(values.shoe)
    left[card.index] -= 1
    return values.expectation(wager, left, held=False)


# ---- Published effects of removal


def test_effects_of_six_decks_as_the_wizard_of_odds_prints_them() -> None:
    """wizardofodds.com/games/blackjack/appendix/7, in percent: six decks, dealer stands on soft 17, one split.

    The page does not say so, but its figures assume late surrender: with it the greatest difference is 0.004,
    without it 0.016. The rest is the difference between play by the cards, which it prints, and by the best chart.
    """
    printed = dict(
        zip("23456789TA", (0.069, 0.082, 0.110, 0.141, 0.079, 0.041, -0.008, -0.040, -0.091, -0.094), strict=True)
    )
    found = removal("blackjack", decks=6, surrender="late").effects("blackjack").optimal
    assert max(abs(100 * found[rank] - printed[rank]) for rank in RANKS) < 0.005
    without = blackjack().wagers["blackjack"].optimal
    assert max(abs(100 * without[rank] - printed[rank]) for rank in RANKS) > 0.015


def test_over_13_and_under_13_as_published() -> None:
    """888casino.com, card counting the over/under 13 side bet: six decks, edges of 6.555 % and 10.067 %."""
    found = blackjack().wagers
    assert round(found["over_13"].full_shoe, 5) == -0.06555
    assert round(found["under_13"].full_shoe, 5) == -0.10067


def test_dragon_7_and_panda_8_as_published() -> None:
    """888casino.com: edges of 7.6113 % and 10.1876 % with eight decks; removing eights and nines helps the player
    most.
    """
    table = removal("mini-baccarat", decks=8)
    dragon, panda = table.effects("dragon7"), table.effects("panda8")
    assert (round(dragon.full_shoe, 6), round(panda.full_shoe, 6)) == (-0.076113, -0.101876)
    assert sorted(RANKS, key=lambda rank: dragon.fixed[rank])[-2:] == ["9", "8"]


# ---- Systems


@pytest.mark.parametrize(
    "id", ["hi-lo", "ko", "red-7", "hi-opt-i", "hi-opt-ii", "omega-ii", "zen", "halves", "uston-apc"]
)
def test_correlations_as_published(id: str) -> None:
    """Each system's file names its sources. The figures are for one deck, to two decimal places.

    Zen's betting correlation is 0.966, Uston's 0.912 and the Red Seven's 0.973; the sources round each of them the
    other way.
    """
    table = removal("blackjack", decks=1, dealt_from="hand")
    system, published = builtin(id), builtin(id).published
    counted = CountedTable.of(layout("blackjack", options={"decks": "1", "dealt_from": "hand"}))
    counted.__dict__["removal"] = table
    found = counted.figures(system, None, ())
    assert found.betting_correlation == pytest.approx(published.betting_correlation, abs=0.012)
    assert found.insurance_correlation == pytest.approx(published.insurance_correlation, abs=0.01)


def test_playing_efficiencies_are_in_the_published_order() -> None:
    """Ours are 0.01 to 0.05 below the published ones. No source that we found says which decisions are included; ours
    include every decision with six decks, even pairs and soft hands. Without insurance they are lower still.
    """
    found = blackjack().systems
    for id in ("hi-lo", "ko", "red-7", "hi-opt-i", "hi-opt-ii", "omega-ii", "zen", "halves", "uston-apc"):
        published = builtin(id).published.playing_efficiency
        ours = found[id].playing_efficiency
        assert ours is not None
        assert published is not None
        assert published - 0.06 < ours < published + 0.01
    ranked = sorted(("hi-lo", "ko", "hi-opt-i", "hi-opt-ii", "zen", "uston-apc"), key=lambda id: _efficiency(found, id))
    assert ranked == ["hi-lo", "ko", "hi-opt-i", "zen", "hi-opt-ii", "uston-apc"]


def _efficiency(found: dict[str, SystemFigures], id: str) -> float:
    return found[id].playing_efficiency or 0.0


def test_counting_aces_on_the_side_measures_bets_better() -> None:
    found = blackjack().systems["hi-opt-ii"]
    assert (found.betting_correlation or 1) < 0.95 < (found.betting_correlation_with_side_counts or 0)


def test_the_crush_count_is_made_for_over_13() -> None:
    found = blackjack().systems["crush"]
    assert found.wager == "over_13"
    assert (found.betting_correlation or 0) > 0.94
    assert (found.correlations["under_13"] or 0) < -0.9


def test_the_best_tags_of_level_one_for_blackjack_are_those_of_the_knock_out_count() -> None:
    level_one = blackjack().best_tags[0]
    ko = builtin("ko").plain_tags()
    assert level_one.tags == ko
    assert level_one.correlation == blackjack().systems["ko"].betting_correlation


# ---- Departures


def test_the_illustrious_18_for_hi_lo() -> None:
    """The indices of blackjack.yuchunlab.com (deviations) and freeblackjack.games, after Schlesinger; six decks.

    A departure below basic strategy, published as "hit below -1", is at most one less here. Ours differ by one for 12
    against 2 (the break-even true count is 3.6, which a floored count cannot tell from 3) and for some others, because
    the published indices were simulated for four decks and rounded.
    """
    printed = {
        ("any", "A"): 3,
        ("hard 16", "10"): 0,
        ("hard 15", "10"): 4,
        ("pair 10", "5"): 5,
        ("pair 10", "6"): 4,
        ("hard 10", "10"): 4,
        ("hard 12", "3"): 2,
        ("hard 12", "2"): 3,
        ("hard 11", "A"): 1,
        ("hard 9", "2"): 1,
        ("hard 10", "A"): 4,
        ("hard 9", "7"): 3,
        ("hard 16", "9"): 5,
        ("hard 13", "2"): -1,
        ("hard 12", "4"): 0,
        ("hard 12", "5"): -2,
        ("hard 12", "6"): -1,
        ("hard 13", "3"): -2,
    }
    found = {(one.hand, one.up): one for one in blackjack().indices}
    for place, index in printed.items():
        one = found[place]
        ours = one.index if one.at == ">=" else one.index + 1
        assert abs(ours - index) <= 1, place
    same = sum(
        (one.index if one.at == ">=" else one.index + 1) == index
        for place, index in printed.items()
        for one in [found[place]]
    )
    assert same >= 14


def test_departures_are_ranked_by_what_they_are_worth() -> None:
    found = blackjack().indices
    assert [one.worth_per_100 for one in found] == sorted((one.worth_per_100 for one in found), reverse=True)
    assert {(one.hand, one.up) for one in found[:2]} == {("hard 16", "10"), ("any", "A")}


def test_the_fab_4_come_with_surrender() -> None:
    """Schlesinger's Fab 4: surrender 14 against ten from +3, 15 against ten from 0, against nine from +2, and against
    an ace from +1 (standing on soft 17).
    """
    found = {
        (one.hand, one.up): one
        for one in count("blackjack", wagers=("blackjack",), surrender="late", **SIX).indices
        if "surrender" in (one.basic, one.departure)
    }
    assert found["hard 14", "10"].index in (3, 4)
    assert found["hard 15", "9"].index in (2, 3)
    assert found["hard 15", "A"].index in (1, 2)
    assert found["hard 15", "10"].at == "<="
    assert found["hard 15", "10"].index in (-1, 0)


def test_hi_lo_starts_six_spanish_decks_at_minus_24() -> None:
    """With 24 tens missing it then ends even (richardmarcus-pokercheats.blogspot.com, after Zender's Casino-ology)."""
    table = CountedTable.of(layout("spanish-21", options={"decks": "6"}))
    assert table.shoe(builtin("hi-lo")).start == -24


# ---- Simulation by count


@cache
def counted_six_decks() -> CountedTable:
    return CountedTable.of(layout("blackjack", options={"decks": "6"}))


@pytest.mark.parametrize("id", ["hi-lo", "ko", "halves"])
def test_simulated_expectations_are_those_that_effects_of_removal_predict(id: str) -> None:
    """Basic strategy: within 3 standard errors at counts near the middle, where the expectation is linear in the cards
    left. The worst of some thirty counts may be slightly further off.
    """
    table, system = counted_six_decks(), builtin(id)
    betting = CountRun(table, system, rounds=4 * 10**6).betting()
    predicted = table.expected_edges(system)
    columns = zip(betting.counts, betting.often, betting.edges, betting.edge_errors, strict=True)
    far = [abs(edge - predicted[count]) / error for count, often, edge, error in columns if often > 0.03]
    assert len(far) >= 8
    assert max(far) < 3.5
    assert sum(one > 2 for one in far) <= 3


def test_departures_are_worth_what_the_analysis_says() -> None:
    """Play the same shoes with and without the ten most valuable departures, flat betting."""
    table, system = counted_six_decks(), builtin("hi-lo")
    decisions = table.decisions(system)
    assert decisions is not None
    best = decisions.departures()[:10]
    level = Ramp(((0.0, 1.0),))
    without, with_ = (
        CountRun(table, system, made, rounds=2 * 10**7).betting().figures(level).per_100 for made in ((), best)
    )
    error = (without.high - without.low + with_.high - with_.low) / 4
    assert with_.value - without.value == pytest.approx(100 * sum(one.worth for one in best), abs=1.5 * error)


def test_a_run_answers_for_ramps_and_penetrations_without_dealing_again() -> None:
    run = CountRun(counted_six_decks(), builtin("hi-lo"), rounds=10**6)
    shallow, deep = (run.betting(share).figures(Ramp(((0.0, 1.0),))) for share in (0.5, 0.9))
    assert deep.rounds > 1.7 * shallow.rounds
    with pytest.raises(ValueError, match="can be read off this run"):
        run.betting(0.95)


def test_the_same_seed_gives_the_same_tallies_on_any_number_of_workers() -> None:
    one, two = (CountRun(counted_six_decks(), builtin("hi-lo"), rounds=10**5, workers=k).tallies for k in (1, 2))
    assert (one.batches == two.batches).all()


def test_the_report_of_a_ramp() -> None:
    found = count("blackjack", wagers=("blackjack",), ramp="1-8", rounds=10**6, cut_card=True, **SIX)
    assert found.betting is not None
    assert max(found.betting.ramp.values()) == 8
    assert sum(row.share for row in found.by_count) == pytest.approx(1)
    assert found.to_svg().count("wager 8</title>") >= 3
    assert found.cut_card is not None
    assert found.cut_card.fixed_rounds == found.wagers["blackjack"].full_shoe
    assert found.cut_card.cut_card.low < found.cut_card.fixed_rounds < found.cut_card.cut_card.high + 0.003


def test_a_game_without_a_loop_by_count_says_so() -> None:
    with pytest.raises(ValueError, match="red-dog is not simulated by count; leave out the ramp"):
        count("red-dog", ramp="1-8")


# ---- The report


def test_the_report_as_json() -> None:
    found = json.loads(blackjack().to_json())
    assert list(found)[:3] == ["game", "on", "options"]
    assert set(found["wagers"]["blackjack"]) >= {"full_shoe", "optimal", "fixed"}
    assert list(found["wagers"]["blackjack"]["fixed"]) == list(RANKS)
    assert set(found["systems"]["hi-lo"]) >= {
        "tags",
        "betting_correlation",
        "insurance_correlation",
        "playing_efficiency",
    }


def test_the_effects_as_a_picture() -> None:
    drawn = count("red-dog").to_svg()
    assert all(f">{rank} " in drawn for rank in "A23456789TJQK")


def test_an_unknown_wager_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="red-dog has no wager 'pairs' to count for; use initial, raise"):
        count("red-dog", wagers="pairs")


def test_a_penetration_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match=r"from 0.1 to 0.95 of the shoe can be dealt"):
        count("red-dog", penetration=1)


def test_every_game_dealt_from_a_shoe_has_effects_for_every_wager() -> None:
    games = ("baccarat-punto-banco", "casino-war", "chemin-de-fer", "mini-baccarat", "red-dog")
    for game in games:
        table = layout(game)
        assert RemovalTable(pricing_of(table).removal(table)).values.wagers == tuple(table.permissible)
    table = layout("blackjack")
    parts = {
        wager
        for wager in table.permissible
        if PricedTable.of(table, None).game.terms[wager].role in ("double", "split")
    }
    assert set(removal("blackjack").values.wagers) == set(table.permissible) - parts
