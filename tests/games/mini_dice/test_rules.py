"""Subchapter 13, section by section. Totals and odds are copied here from the fact sheet."""

from __future__ import annotations

from collections import Counter
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment.dice import outcomes
from pitboss.pricing import price
from pitboss.table import Acted, Action, AskDecision, AskDice, Refused, Said, Settled
from pitboss.table.walk import walk
from tests.shared.shaken_table import ShakenTable

BEFORE, AFTER = date(2012, 3, 18), date(2012, 3, 19)
PLACE = {4: "9/5", 5: "7/5", 6: "7/6", 8: "7/6", 9: "7/5", 10: "9/5"}
WINS: dict[str, dict[int, Fraction]] = {
    **{f"place_{number}": {number: Fraction(odds)} for number, odds in PLACE.items()},
    "field": {2: Fraction(2), 12: Fraction(2), **{total: Fraction(1) for total in (3, 4, 9, 10, 11)}},
    "any_7": {7: Fraction(4)},
    "over_7": {total: Fraction(1) for total in range(8, 13)},
    "under_7": {total: Fraction(1) for total in range(2, 7)},
}
"""13.2(a), 13.6(b): the winning totals of each wager and their odds."""
EDGE = {"4": "1/15", "5": "1/25", "6": "1/66", "8": "1/66", "9": "1/25", "10": "1/15"}


class Table(ShakenTable):
    def __init__(self, *dice: str, players: int = 2, on: date = BEFORE, **options: Any) -> None:
        super().__init__("mini-dice", on, dice, players, options)


# ---- 13.2, 13.6: each wager's result and odds on the 36 shakes, and its price from the same walk


@pytest.mark.parametrize("kind", WINS)
def test_13_2_a_1_to_5_every_shake_decides_wagers_as_listed_and_a_walk_gives_the_price(kind: str) -> None:
    table = Table(players=1)
    stake = table.game.amounts.step(table.state, kind) * 30
    table.dealer.act(1, Action("make", kind, stake))
    nets: Counter[Fraction] = Counter()
    for chance, end, steps in walk(table.game, table.state):
        first, second = map(int, end.last[0].split("-"))
        total = first + second
        settled = [Fraction(step.net, stake) for step in steps if isinstance(step, Settled)]
        waits = kind.startswith("place") and total not in (int(kind.partition("_")[2]), 7)
        assert settled == ([] if waits else [WINS[kind].get(total, Fraction(-1))]), (kind, total)
        nets.update(dict.fromkeys(settled, chance))
    found = price(Layout.of("mini-dice", BEFORE))[kind]
    decided = Fraction(sum(nets.values()))
    assert {Fraction(one.net): Fraction(one.exact or 0) for one in found.outcomes} == {
        net: Fraction(chance) / decided for net, chance in nets.items()
    }


@pytest.mark.parametrize("number", EDGE)
def test_13_6_b_cost_of_a_place_bet_per_decision_follows_from_its_odds(number: str) -> None:
    report = price(Layout.of("mini-dice", BEFORE))
    assert report[f"place_{number}"].exact == EDGE[number]
    assert report["field"].exact == "1/18"
    assert {report[kind].exact for kind in ("any_7", "over_7", "under_7")} == {"1/6"}


def test_13_6_b_higher_odds_are_lawful_and_lower_ones_are_not() -> None:
    raised = Layout.of("mini-dice", BEFORE, odds={"field.12": "3 to 1", "place_4": "2 to 1"})
    assert price(raised)["field"].exact == "1/36"
    assert price(raised)["place_4"].exact == "0"
    with pytest.raises(Unlawful, match=r"13\.6\(b\)"):
        Layout.of("mini-dice", BEFORE, odds={"any_7": "3 to 1"})


def test_13_6_b_2_no_wager_is_charged_a_percentage() -> None:
    table = Table("6-6", players=1)
    for kind in WINS:
        table.dealer.act(1, Action("make", kind, table.game.amounts.step(table.state, kind)))
    assert all(table.game.amounts.vigorish_when_made(kind, 100_00) == 0 for kind in WINS)
    table.dealer.finish()
    assert not any(step.vig for step in table.said if isinstance(step, Settled))


def test_13_6_b_1_an_amount_that_cannot_be_paid_is_refused() -> None:
    table = Table()
    assert "multiple of $6" in table.refuses("place_8 10", "13.6(b)1")
    assert "multiple of $5" in table.refuses("place_4 6", "13.6(b)1")
    assert table.refuses("field 0.50", "13.6(b)1")


def test_13_2_b_no_other_wager_is_accepted() -> None:
    table = Table()
    for line in ("place_7 5", "hard_4 5", "pass 10"):
        table.refuses(line, "13.2(b)")
    table.refuses("field 3 5", "13.2(a)2")


# ---- 13.3, 13.5, 13.7: the shaker


def test_13_3_two_dice_and_as_many_positions_as_the_layout_has() -> None:
    assert len(Table().game.outcomes) == len(outcomes(2))
    table = Table(positions=2)
    with pytest.raises(Refused, match="positions 1 to 2"):
        table.say("sit 100", by=3)
    with pytest.raises(Unlawful, match="positions"):
        Layout.of("mini-dice", BEFORE, {"positions": 8})


def test_13_5_shaker_is_filled_and_shaken_at_opening_and_offered_from_the_left() -> None:
    table = Table("1-2", "1-2")
    assert table.words[0] == (
        "13.5",
        "The shaker and dice are inspected; the floorperson puts in two dice and locks it."
        " The dealer shakes it 3 times.",
    )
    table.say("field 5").say("field 5", by=2)
    table.shake()
    assert table.state.holder == 1
    assert ("13.5", "No more bets. Position 1 shakes the closed shaker 3 times.") in table.words


def test_13_5_every_step_is_announced_under_its_section_and_in_order() -> None:
    table = Table("4-2", players=1)
    table.say("place_6 6")
    table.shake()
    found = [
        (step.section, type(step).__name__, getattr(step, "text", ""))
        for step in table.said
        if isinstance(step, (Said, Settled, AskDecision, AskDice))
    ]
    assert [one[:2] for one in found] == [
        ("13.5", "Said"),  # opening
        ("13.5", "AskDecision"),  # the offer
        ("13.5", "Said"),
        ("13.5", "Said"),  # the call
        ("13.5", "AskDice"),
        ("13.5", "Said"),  # the announcement
        ("13.6(b)", "Settled"),
    ]
    assert found[5][2] == "4-2: 6."


def test_13_5_losing_wagers_are_collected_before_winners_are_paid_and_late_calls_come_before_both() -> None:
    table = Table("4-2", players=1)
    table.say("place_6 6", "any_7 5")
    table.shake()
    settled = [(step.section, step.wager.kind) for step in table.said if isinstance(step, Settled)]
    assert settled == [("13.5", "any_7"), ("13.6(b)", "place_6")]


def test_13_5_last_shakes_are_displayed() -> None:
    table = Table(*["1-1"] * 12, "6-6", "5-6")
    for _ in range(14):
        table.shake()
    assert (len(table.state.last), table.state.last[:2]) == (12, ("5-6", "6-6"))


@pytest.mark.parametrize(("positions", "permitted"), [(0, False), (1, True), (7, True), (8, False)])
def test_13_3_positions_are_1_to_7(positions: int, permitted: bool) -> None:
    rules = rules_of("mini-dice")
    found = findings(rules, BEFORE, {"positions": positions}, {}, None)
    assert [one.section for one in found] == ([] if permitted else ["13.3"])


def test_13_3_shaker_is_manual_by_default() -> None:
    assert Layout.of("mini-dice", BEFORE).option("shaker") == "manual"


@pytest.mark.parametrize(("chip", "permitted"), [(0, False), ("0.01", True), ("0.50", True), (5, True)])
def test_13_6_b_1_smallest_chip_is_at_least_a_cent(chip: Any, permitted: bool) -> None:
    rules = rules_of("mini-dice")
    found = findings(rules, BEFORE, {"smallest_chip": Decimal(chip)}, {}, None)
    assert [one.section for one in found] == ([] if permitted else ["13.6(b)1"])


def test_13_6_b_1_a_coupon_that_cannot_be_paid_is_refused() -> None:
    assert "must be a multiple of" in Table().refuses("field 5 coupon 0.50", "13.6(b)1")


def test_13_5_first_player_at_an_empty_table_is_offered_the_shaker_and_wagers_before_a_shake() -> None:
    table = Table("1-2", players=1)
    table.dealer.close()
    assert isinstance(table.dealer.ask, AskDecision)
    table.dealer.decide("accept")
    table.say("field 5")
    assert table.shake() == {"field": 5_00}
    assert table.dealer.state.rounds == 1
    assert ("13.5", "No one takes the shaker: the dealer has it.") not in table.words


def test_13_5_dealer_shakes_if_no_one_accepts() -> None:
    table = Table("1-2", players=1)
    table.say("field 5")
    table.dealer.close()
    assert isinstance(table.dealer.ask, AskDecision)
    table.dealer.decide("decline")
    assert table.shake() == {"field": 5_00}
    assert ("13.5", "No one takes the shaker: the dealer has it.") in table.words
    assert ("13.5", "No more bets. The dealer shakes the closed shaker 3 times.") in table.words


def test_13_3_at_an_automated_shaker_a_button_is_pressed() -> None:
    table = Table("1-2", players=1, shaker="automated")
    table.say("field 5")
    table.shake()
    assert ("13.5", "No more bets. Position 1 presses the button.") in table.words
    table.say("field 5")
    table.dealer.close()
    assert "only with shaker manual" in table.game.irregularities.may_call(table.dealer.ask, "too_few_shakes").reason


def test_13_7_shaker_is_kept_after_a_seven_and_moves_clockwise_when_given_up() -> None:
    table = Table("4-3", "1-2", players=3)
    for position in (1, 2, 3):
        table.say("place_6 6", by=position)
    table.shake()
    assert table.state.holder == 1, "a 7 does not take it away"
    table.refuses("pass shaker", "13.7", by=2)
    table.say("field 5").say("field 5", by=3).say("pass shaker")
    table.shake()
    assert table.state.holder == 3, "position 2 has no wager"


def test_13_7_shaker_moves_clockwise_and_not_back_to_the_player_who_gave_it_up() -> None:
    table = Table("4-3", players=3)
    for position in (1, 2, 3):
        table.say("place_6 6", by=position)
    table.shake()
    for position in (1, 2, 3):
        table.say("field 5", by=position)
    table.say("pass shaker").dealer.close()
    asked = []
    while isinstance(table.dealer.ask, AskDecision):
        asked.append(table.dealer.ask.position)
        table.dealer.decide("decline")
    assert asked == [2, 3]


def test_13_7_player_without_a_wager_gives_up_the_shaker() -> None:
    table = Table("1-2", "1-2")
    table.say("field 5").say("field 5", by=2)
    table.shake()
    table.say("field 5", by=2)
    table.shake()
    assert table.state.holder == 2
    assert ("13.7", "Position 1 has no wager on the layout and gives up the shaker.") in table.words


def test_13_7_leaving_player_gives_up_the_shaker() -> None:
    table = Table("1-2").say("field 5")
    table.shake()
    table.say("leave")
    assert table.state.holder == 0


# ---- 13.4: making and removal


def test_13_4_any_wager_may_be_changed_or_withdrawn_until_the_call() -> None:
    table = Table("1-2", players=1).say("place_6 12", "field 5")
    table.say("place_6 6", "reduce place_6 6", "take down field")
    assert [(wager.kind, wager.amount) for wager in table.state.wagers] == [("place_6", 12_00)]
    table.dealer.close()
    table.dealer.decide("accept")
    for line in ("field 5", "take down place_6", "reduce place_6 6"):
        assert "no more bets" in table.refuses(line, "13.4")
    assert table.shake() == {}
    table.say("take down place_6")
    assert table.state.rack(1) == 1000_00
    taken = [
        step.section for step in table.said if isinstance(step, Acted) and step.action.verb in ("remove", "reduce")
    ]
    assert set(taken) == {"13.4"}


def test_13_4_wagers_are_not_turned_on_or_off() -> None:
    table = Table().say("place_6 6")
    assert "always on" in table.refuses("off place_6", "13.4")


@pytest.mark.parametrize("kind", WINS)
def test_13_4_coupon_is_accepted_on_even_money_wagers_only(kind: str) -> None:
    table = Table("6-6", players=1)
    if kind in ("field", "over_7", "under_7"):
        table.say(f"{kind} 30 coupon 30")
    else:
        table.refuses(f"{kind} 30 coupon 30", "13.4")


# ---- 13.8, since March 19, 2012 13.5: irregularities

NO_ROLL = ("die_not_flat", "die_lost", "opened_early", "shaker_damaged")


@pytest.mark.parametrize("event", NO_ROLL)
def test_13_8_and_13_5_no_roll_decides_nothing_and_wagers_may_be_changed(event: str) -> None:
    table = Table("4-4", players=1).say("field 5", "place_6 6")
    table.dealer.close()
    table.dealer.decide("accept")
    table.dealer.throw(event)
    assert [wager.kind for wager in table.state.wagers] == ["field", "place_6"]
    table.say("take down place_6")
    assert table.shake() == {"field": -5_00}


@pytest.mark.parametrize("event", ["too_few_shakes", "total_misread", "late_wager"])
def test_13_8_and_13_5_irregularities_that_leave_the_shake_valid(event: str) -> None:
    table = Table("4-4", players=1).say("field 5")
    table.dealer.close()
    table.dealer.decide("accept")
    table.dealer.throw(event)
    table.refuses("take down field", "13.4")
    assert table.shake() == {"field": -5_00}


@pytest.mark.parametrize("at_dice", [True, False])
def test_13_8_and_13_5_shaker_is_ordered_to_move_on(at_dice: bool) -> None:
    table = Table("1-2", "1-2", players=3)
    for position in (1, 2, 3):
        table.say("place_6 6", by=position)
    table.shake()
    if at_dice:
        table.dealer.close()
    table.dealer.throw("shaker_removed")
    table.shake()
    assert table.state.holder == 2
    assert len(table.state.wagers) == 3


def test_13_8_and_13_5_apply_to_a_players_shaker_and_to_undecided_place_bets_only() -> None:
    table = Table(players=1).say("field 5")
    assert "the dealer has the shaker" in table.game.irregularities.may_call(table.dealer.ask, "shaker_removed").reason
    assert "no undecided place bet" in table.game.irregularities.may_call(table.dealer.ask, "table_closed").reason


def test_13_8_and_13_5_are_merged_since_2012() -> None:
    rules = rules_of("mini-dice")
    for event in rules.irregularities:
        assert rules.on(BEFORE).irregularities[event].section == "13.8"
        assert rules.on(AFTER).irregularities[event].section == "13.5"
    table = Table("1-2", players=1, on=AFTER).say("field 5")
    table.dealer.close()
    table.dealer.decide("accept")
    table.dealer.throw("die_lost")
    assert any(section == "13.5" and text.startswith("A die falls out") for section, text in table.words)


# ---- 13.1, 13.6(a): terms


def test_13_1_shake_is_the_total_of_both_dice() -> None:
    game = Table().game
    for dice in outcomes(2):
        assert game.call(dice) == f"{dice}: {sum(dice.faces)}."


def test_13_6_a_is_cited_for_odds_stated_with_for() -> None:
    found = findings(rules_of("mini-dice"), BEFORE, {}, {"field.12": "4 for 1"}, None)
    assert [(one.section, one.kind) for one in found] == [("13.6(a)", "not permitted")]
    assert 'the word "to", never "for"' in found[0].wrong


def test_13_6_a_odds_are_stated_with_to_and_never_with_for() -> None:
    with pytest.raises(ValueError, match='"to", never "for"'):
        Layout.of("mini-dice", BEFORE, odds={"field.12": "4 for 1"})
