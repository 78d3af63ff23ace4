"""Subchapter 1A: the rules that differ from craps, and a comparison with craps of each shake's effect on each wager."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any, Self

import pytest

from pitboss.chapter.check import Unlawful, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment.dice import outcomes
from pitboss.pricing import price
from pitboss.simulation.kernel import kernel_of
from pitboss.table import Acted, Action, AskDecision, AskDice, Refused, Settled, game_on
from pitboss.table.walk import walk
from tests.shared.every_kernel import assert_the_same
from tests.shared.shaken_table import ShakenTable

DAY = date(2012, 6, 1)
POINTS = (4, 5, 6, 8, 9, 10)
MAKES = {4: "3-1", 5: "3-2", 6: "4-2", 8: "5-3", 9: "5-4", 10: "6-4"}
BASIC = (
    *("pass", "dont_pass", "come", "dont_come", "pass_odds", "dont_pass_odds", "come_odds", "dont_come_odds"),
    *(f"place_win_{number}" for number in POINTS),
    *(f"hard_{number}" for number in (4, 6, 8, 10)),
    *("field", "any_seven", "any_craps", "craps_two", "craps_three", "craps_twelve", "eleven"),
)
NO_ROLL = ("die_not_flat", "shaker_stops_early", "started_early")


class Table(ShakenTable):
    def __init__(self, *dice: str, players: int = 2, game: str = "automated-craps", **options: Any) -> None:
        super().__init__(game, DAY, dice, players, options)

    def say(self, *lines: str, by: int = 1) -> Self:
        while isinstance(self.dealer.ask, AskDecision):
            self.dealer.next()
        return super().say(*lines, by=by)

    def shaking(self) -> Table:
        """Continue until the shaker is running."""
        while not isinstance(self.dealer.ask, AskDice):
            self.dealer.next()
        return self


def point(number: int, *dice: str, **options: Any) -> Table:
    """A point is set, with position 1 as the shooter."""
    table = Table(MAKES[number], *dice, **options).say("pass 10")
    table.shake()
    while isinstance(table.dealer.ask, AskDecision):
        table.dealer.next()
    return table


# ---- 1A.1, 1A.2: the wagers of craps, in their own sections


@pytest.mark.parametrize("number", POINTS)
def test_1a_1_a_come_out_shake_sets_the_point(number: int) -> None:
    table = point(number)
    assert table.state.point == number
    assert ("1A.5", f"{MAKES[number]}: {number} on the come-out shake; the point is {number}.") in table.words


def test_1a_2_wagers_are_those_of_craps_without_buy_lay_and_fire_bets() -> None:
    craps = {kind for kind, rule in rules_of("craps").wagers.items() if not rule.retired}
    own = set(rules_of("automated-craps").wagers)
    assert craps - own == {f"{kind}_{number}" for kind in ("buy", "lay") for number in POINTS} | {"fire_bet"}
    assert not own - craps


def test_1a_2_a_basic_layout_has_the_basic_wagers_and_6_7_8_where_it_is_offered() -> None:
    assert tuple(Layout.of("automated-craps", DAY, {"wager_set": "basic"}).wagers) == BASIC
    more = Layout.of("automated-craps", DAY, {"wager_set": "basic", "offer_678": True})
    assert set(more.wagers) == {*BASIC, "six_seven_eight"}


@pytest.mark.parametrize("up", [0, 4, 6, 9])
def test_1a_2_every_shake_has_the_same_effect_as_the_same_roll_at_craps(up: int) -> None:
    ends = []
    for game in ("automated-craps", "craps"):
        table = Table(*([MAKES[up]] if up else []), game=game).say("pass 10")
        if up:
            table.shake()
        table.say()
        for kind in rules_of("automated-craps").wagers:
            step = table.game.amounts.step(table.state, kind)
            if table.game.allowed(table.state, 2, Action("make", kind, step)):
                table.dealer.act(2, Action("make", kind, step))
        found = {}
        for _, end, steps in walk(table.game, table.state):
            settled = [(step.wager.kind, step.net, step.stays) for step in steps if isinstance(step, Settled)]
            found[end.last] = (settled, end.point)
        ends.append(found)
    assert ends[0] == ends[1]
    assert len(ends[0]) == 36


def test_1a_2_every_section_that_is_cited_is_of_the_subchapter() -> None:
    table = point(6, "5-2")
    for kind in ("place_win_8 6", "field 5", "come 10", "horn 4", "pass_odds 10"):
        table.say(kind)
    table.shake()
    assert {step.section.partition(".")[0] for step in table.said if step.section} == {"1A"}


# ---- 1A.6: odds


def test_1a_6_wagers_have_the_price_of_craps_and_no_vigorish() -> None:
    own, craps = price(Layout.of("automated-craps", DAY)), price(Layout.of("craps", DAY))
    for kind in rules_of("automated-craps").wagers:
        assert own[kind].exact == craps[kind].exact, kind
    assert own["pass"].exact == "7/495"
    assert all(table_free(kind) for kind in rules_of("automated-craps").wagers)


def table_free(kind: str) -> bool:
    """Whether a wager is free of charge."""
    return Table().game.amounts.vigorish_when_made(kind, 100_00) == 0


def test_1a_6_least_odds_may_be_raised_and_supplemental_odds_not() -> None:
    assert price(Layout.of("automated-craps", DAY, odds={"field.12": "3 to 1"}))["field"].exact == "1/36"
    for odds in ({"field.12": "1 to 1"}, {"pass_odds.4": "3 to 1"}):
        with pytest.raises(Unlawful, match=r"1A\.6"):
            Layout.of("automated-craps", DAY, odds=odds)
    with pytest.raises(ValueError, match='"to", never "for"'):
        Layout.of("automated-craps", DAY, odds={"field.12": "4 for 1"})


def test_1a_6_odds_are_refused_above_the_limit_and_without_their_line() -> None:
    table = point(4)
    assert "at most $10" in table.refuses("pass_odds 12", "1A.6")
    assert "needs a" in table.refuses("dont_pass_odds 10", "1A.6")
    assert "multiple of $6" in table.refuses("place_win_6 10", "1A.6")


@pytest.mark.parametrize(("number", "times"), [(4, 3), (5, 4), (6, 5), (8, 5), (9, 4), (10, 3)])
def test_1a_6_maximum_odds_of_3_4_5x_depend_on_the_point(number: int, times: int) -> None:
    table = point(number, max_odds_pass="3-4-5x")
    assert table.game.amounts.most(table.state, 1, "pass_odds", "") == times * 10_00


@pytest.mark.parametrize("option", ["max_odds_pass", "max_odds_dont"])
def test_1a_6_odds_are_any_whole_multiple_or_3_4_5x(option: str) -> None:
    rules = rules_of("automated-craps")
    for value, permitted in {"1x": True, "3-4-5x": True, "7x": True, "100x": True, "0x": False, "2.5x": False}.items():
        assert (not findings(rules, DAY, {option: value}, {}, None)) == permitted, value


def test_1a_6_is_cited_for_odds_stated_with_for_and_chips_below_a_cent() -> None:
    rules = rules_of("automated-craps")
    for options, odds in (({}, {"field.12": "4 for 1"}), ({"smallest_chip": 0}, {})):
        assert [one.section for one in findings(rules, DAY, options, odds, None)] == ["1A.6"]
    assert not findings(rules, DAY, {"smallest_chip": Decimal("0.25"), "field_12": "3 to 1"}, {}, None)


def test_1a_6_field_pays_two_to_one_on_2_and_12_by_default() -> None:
    paid = {name: str(odds) for name, odds in Layout.of("automated-craps", DAY).odds_table("field").items()}
    assert paid == {"2": "2 to 1", "12": "2 to 1", "other": "1 to 1"}


@pytest.mark.parametrize(
    ("dice", "net"), [("1-1", 10_00), ("1-2", 10_00), ("6-6", 0), ("4-3", -10_00), ("6-5", -10_00)]
)
def test_1a_2_a_dont_wager_wins_with_2_and_3_and_is_void_with_12(dice: str, net: int) -> None:
    assert Table(dice).say("dont_pass 10").shake() == {"dont_pass": net}
    after = point(4, dice).say("dont_come 10").shake()
    assert after["dont_come"] == net


def test_1a_2_6_7_8_is_paid_more_on_the_hard_ways() -> None:
    game = Table(offer_678=True).game
    paid = {str(dice): game.lands["six_seven_eight"][dice] for dice in outcomes(2)}
    for dice in outcomes(2):
        hard = "hard" if str(dice) in ("3-3", "4-4") else "other"
        assert paid[str(dice)] == (hard if dice.total in (6, 7, 8) else None)


@pytest.mark.parametrize(("positions", "permitted"), [(0, False), (1, True), (9, True), (10, False)])
def test_1a_3_positions_are_1_to_9(positions: int, permitted: bool) -> None:
    found = findings(rules_of("automated-craps"), DAY, {"positions": positions}, {}, None)
    assert [one.section for one in found] == ([] if permitted else ["1A.3"])


# ---- 1A.3, 1A.5, 1A.7: the shaker and its control


def test_1a_3_seats_are_as_many_as_the_layout_has_and_dice_are_two() -> None:
    with pytest.raises(Refused, match="positions 1 to 2"):
        Table(positions=2).say("sit 100", by=3)
    with pytest.raises(Unlawful, match="positions"):
        Layout.of("automated-craps", DAY, {"positions": 10})
    table = Table(players=1).say("pass 10").shaking()
    assert isinstance(table.dealer.ask, AskDice)
    assert (table.dealer.ask.number, table.dealer.ask.closed) == (2, True)


def test_1a_5_shaker_is_run_at_opening_and_no_more_bets_is_called_before_every_shake() -> None:
    table = Table("3-1", "6-4", players=1).say("pass 10")
    table.shake()
    table.shake()
    assert table.words[0][0] == "1A.5"
    assert "the dealer runs it once" in table.words[0][1]
    assert [words for words in table.words if "No more bets" in words[1]] == [
        ("1A.5", "No more bets. Position 1 presses the button.")
    ] * 2


def test_1a_5_and_7_control_is_accepted_under_the_section_that_offered_it() -> None:
    table = Table("3-1", "5-2", players=2).say("pass 10")
    table.shake()
    table.shake()
    table.say("pass 10", by=2)
    taken = [words for words in table.words if "takes control" in words[1]]
    assert taken == [
        ("1A.5", "Position 1 takes control of the shaker and is the shooter."),
        ("1A.7", "Position 2 takes control of the shaker and is the shooter."),
    ]


def test_1a_5_shaker_may_start_automatically() -> None:
    table = Table("3-1", players=1, shaker_start="itself").say("pass 10")
    table.shake()
    assert ("1A.5", "No more bets. The shaker starts automatically.") in table.words
    assert table.state.shooter == 1


def test_1a_7_shaker_that_starts_automatically_cannot_be_delayed() -> None:
    own, shooter = point(6, shaker_start="itself"), point(6)
    assert (
        "only with shaker_start shooter" in own.game.irregularities.may_call(own.dealer.ask, "control_removed").reason
    )
    assert shooter.game.irregularities.may_call(shooter.dealer.ask, "control_removed")
    assert own.game.irregularities.may_call(own.dealer.ask, "control_passed")


@pytest.mark.parametrize("start", ["shooter", "itself"])
def test_1a_5_no_shake_if_no_one_accepts(start: str) -> None:
    table = Table(players=1, shaker_start=start)
    table.say("pass 10")
    table.dealer.close()
    while isinstance(table.dealer.ask, AskDecision):
        table.dealer.decide("decline")
    assert ("1A.5", "No one takes control: no shake.") in table.words
    assert table.state.find(1, "pass") is not None


def test_1a_7_a_loser_seven_passes_the_control_clockwise() -> None:
    table = point(6, "5-2")
    table.shake()
    assert ("1A.7", "Loser seven: control passes to the next player.") in table.words
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.position == 2


@pytest.mark.parametrize("event", ["control_removed", "control_passed"])
def test_1a_7_control_moves_on_and_wagers_and_point_remain(event: str) -> None:
    table = point(6, "4-2")
    table.dealer.throw(event)
    table.shaking()
    assert (table.state.shooter, table.state.point) == (2, 6)
    assert table.shake() == {"pass": 10_00}


def test_1a_7_only_the_shooter_passes_the_control() -> None:
    assert "only the shooter" in point(6).refuses("pass control", "1A.7", by=2)


# ---- 1A.4: making and removal


def test_1a_4_no_wager_is_made_or_withdrawn_after_the_call() -> None:
    table = point(6, "4-2").say("place_win_8 6").shaking()
    for line in ("field 5", "take down place_win_8", "place_win_8 6"):
        assert "no more bets" in table.refuses(line, "1A.4")


def test_1a_4_contracts_put_bets_seats_and_coupons() -> None:
    table = point(6)
    table.refuses("take down pass", "1A.4")
    assert "before a come-out shake" in table.refuses("pass 10", "1A.2", by=2)
    assert "stays seated" in table.refuses("leave", "1A.4")
    table.refuses("come 10 coupon 10", "1A.4")
    table.say("come 10", by=2)
    assert "after the come-out shake" in Table().say().refuses("come 10", "1A.2")


def test_1a_4_come_bet_on_its_number_stays_and_a_withdrawn_dont_come_bet_is_not_replaced() -> None:
    table = point(6, "5-4", "3-1").say("come 10")
    table.shake()
    assert "once its point is set" in table.refuses("take down come 9", "1A.4")
    table.say("dont_come 10")
    table.shake()
    table.refuses("increase dont_come 4 5", "1A.4")
    table.say("reduce dont_come 4 5", "take down dont_come 4")
    taken = [
        step.section for step in table.said if isinstance(step, Acted) and step.action.verb in ("remove", "reduce")
    ]
    assert set(taken) == {"1A.4"}


@pytest.mark.parametrize("line", ["pass", "dont_pass"])
def test_1a_4_coupon_is_accepted_on_a_line_bet(line: str) -> None:
    table = Table(players=1).say(f"{line} 10 coupon 10")
    assert [wager.coupon for wager in table.state.wagers] == [10_00]


def test_1a_4_wagers_off_on_a_come_out_shake_may_be_called_on_and_none_may_be_called_off() -> None:
    table = point(6, "4-2", "5-2").say("hard_8 1", "place_win_8 6")
    assert "every wager is on" in table.refuses("off hard_8", "1A.4")
    table.shake()
    table.say("pass 10", "on hard_8")
    assert "always on" in table.refuses("on pass", "1A.4")
    assert table.shake() == {"pass": 10_00, "hard_8": -1_00}


@pytest.mark.parametrize("line", ["pass", "dont_pass"])
def test_1a_5_the_shooter_has_a_line_bet_before_the_come_out_shake(line: str) -> None:
    table = Table("1-3").say(f"{line} 10")
    table.shake()
    assert (table.state.shooter, table.state.point) == (1, 4)


def test_1a_5_a_shooter_without_a_line_bet_gives_the_control_to_the_next_player() -> None:
    table = Table("1-3").say("field 5").say("dont_pass 10", by=2)
    table.shake()
    assert ("1A.5", "No pass or don't pass wager: the shooter gives up control.") in table.words
    assert table.state.shooter == 2


# ---- 1A.8: irregularities


@pytest.mark.parametrize("event", NO_ROLL)
def test_1a_8_no_roll_decides_nothing_and_wagers_may_be_changed(event: str) -> None:
    table = point(6, "4-2").say("field 5").shaking()
    table.dealer.throw(event)
    assert table.state.point == 6
    table.say("take down field")
    assert table.shake() == {"pass": 10_00}


@pytest.mark.parametrize("event", ["result_misread", "late_wager"])
def test_1a_8_shake_remains_valid(event: str) -> None:
    table = point(6, "4-2").say("field 5").shaking()
    table.dealer.throw(event)
    table.refuses("take down field", "1A.4")
    assert table.shake() == {"pass": 10_00, "field": -5_00}


@pytest.mark.parametrize("at_dice", [True, False])
def test_1a_8_a_shaker_that_fails_returns_everything_and_a_come_out_shake_is_next(at_dice: bool) -> None:
    table = point(6).say("pass_odds 10", "come 10").say("place_lose_4 11", by=2)
    if at_dice:
        table.shaking()
    table.dealer.throw("shaker_fails")
    table.say()
    assert (table.state.point, table.state.wagers, table.state.in_air) == (0, (), False)
    assert [table.state.rack(position) for position in (1, 2)] == [1000_00, 1000_00]
    table.say("pass 10")


def test_1a_7_the_control_is_removed_while_the_shaker_runs_too() -> None:
    table = point(6, "4-2").shaking()
    table.dealer.throw("control_removed")
    table.shaking()
    assert (table.state.shooter, table.state.point) == (2, 6)


@pytest.mark.parametrize("event", ["control_removed", "control_passed"])
def test_1a_7_player_without_the_control_cannot_lose_it(event: str) -> None:
    table = Table(players=1).say()
    assert "no player has control" in table.game.irregularities.may_call(table.dealer.ask, event).reason


def test_1a_8_wager_that_cannot_be_paid_is_not_accepted_and_the_round_continues() -> None:
    table = point(6, "4-2")
    table.dealer.throw("unpayable_wager")
    assert table.shake() == {"pass": 10_00}


def test_1a_8_only_a_shooter_can_lose_the_control() -> None:
    table = Table(players=1).say()
    assert "no player has control" in table.game.irregularities.may_call(table.dealer.ask, "control_removed").reason


@pytest.mark.parametrize(("day", "older"), [(date(2012, 3, 18), True), (date(2008, 4, 21), False)])
def test_game_is_not_known_before_2012_but_may_be_older_than_its_first_edition(day: date, older: bool) -> None:
    with pytest.raises(Unlawful, match=r"N\.J\.A\.C\. 13:69F-1A: .* since 2012-03-19") as refused:
        Layout.of("automated-craps", day)
    assert ("it may be older, but is later than 2008-04-21" in str(refused.value)) == older


def test_1a_5_simulated_player_at_a_single_seat_table_shoots_with_an_own_pass_bet() -> None:
    made = kernel_of(Layout.of("automated-craps", DAY, {"positions": 1}), ["hard_6", "come"])
    assert [slot.id for slot in made.slots] == ["pass", "come", "hard_6"]
    assert_the_same(made, game_on(made.layout), 7, 3)
    assert [slot.id for slot in kernel_of(Layout.of("automated-craps", DAY), ["come"]).slots] == ["come"]
