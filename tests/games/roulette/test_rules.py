"""The rules of sections 5.1 to 5.4 at the table. The name of each test begins with its section."""

import json
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Limits
from pitboss.chapter.rules import rules_of
from pitboss.table import Action, AskWagers, BadTape, Refused, Settled, replay
from pitboss.table.script import BadScript, play_script
from pitboss.table.tape import seal

from .table import BANKROLL, DAY, EVEN_CHANCES, Table

# ---- 5.1: placement of wagers


NOT_THERE = {
    "split 17-21 1": "17 and 21 do not touch: 17 touches 14, 16, 18, 20; 21 touches 18, 20, 24",
    "split 3-4 1": "3 touches 00, 2, 6; 4 touches 1, 5, 7",
    "split 12-13 1": "12 touches 9, 11, 15; 13 touches 10, 14, 16",
    "split 0-3 1": "0 touches 00, 1, 2; 3 touches 00, 2, 6",
    "split 00-1 1": "00 touches 0, 2, 3; 1 touches 0, 2, 4",
    "split 17 1": "Split is on 2 numbers, such as 35-36",
    "split 17-17 1": "Split is on 2 numbers",
    "split 1": "Split is on 2 numbers",
    "straight 37 1": "there is no number '37' on this layout; the layout has 0, 00 and 1 to 36",
    "straight 000 1": "there is no number '000'",
    "straight 1": "Straight is on 1 number, such as 36",
    "four_numbers 0-1-2-3 1": "with 1 there is 1-2-4-5",
    "four_numbers 3-4-6-7 1": "with 3 there is 2-3-5-6",
    "three_numbers 2-3-4 1": "with 2 there are 0-00-2, 0-1-2, 00-2-3, 1-2-3",
    "six_numbers 16-20 1": "with 16 there are 13-18, 16-21",
    "six_numbers 1": "Six numbers is on 6 numbers, such as 31-36",
    "17-20-23 1": "Three numbers 17-20-23 are not together on the layout; with 17 there is 16-17-18",
    "dozen 4 5": "there is no Dozen '4'; choose from: 1, 2, 3",
    "column 5": "there is no Column ''; choose from: 1, 2, 3",
    "red 7 5": "Red has only one place on the layout; omit 7",
    "first five 4-5 5": "First five has only one place on the layout",
}


@pytest.mark.parametrize(("line", "says"), NOT_THERE.items(), ids=list(NOT_THERE))
def test_5_1_places_that_do_not_exist_are_refused_with_a_list_of_valid_ones(line: str, says: str) -> None:
    Table().refuses(line, "5.1", says)


def test_5_1_places_of_a_single_zero_layout() -> None:
    table = Table(wheel="single_zero")
    table.refuses("straight 00 1", "5.1", "the layout has 0 and 1 to 36")
    table.refuses("split 0-00 1", "5.1", "there is no number '00'")
    table.refuses("five_numbers 1", "5.1", "it needs wheel = double_zero")
    table.say("0-3 1", "0-2-3 1", "0-1-2-3 1")
    assert table.spin("3") == {
        (1, "split", "0-3"): 1700,
        (1, "three_numbers", "0-2-3"): 1100,
        (1, "four_numbers", "0-1-2-3"): 800,
    }


def test_5_1_places_have_a_single_canonical_form() -> None:
    Table().refuses(Action("make", "split", 100, "20-17"), "5.1", "Split 20-17 is written 17-20")


def test_5_1_optional_wagers_are_refused_if_not_on_the_layout() -> None:
    table = Table(offer_zero_splits_streets=False, offer_five_numbers=False)
    for place in ("split 0-1", "split 0-00", "three_numbers 0-1-2"):
        table.refuses(f"{place} 1", "5.1", "it needs offer_zero_splits_streets = true")
    table.refuses("first five 1", "5.1", "offer_five_numbers = true")
    table.say("straight 0 1", "split 1-2 1")
    offered = {(offer.wager, offer.spot) for offer in table.game.offers(table.state, 1)}
    assert len(offered) == 161 - 1 - 5 - 3


def test_5_1_only_listed_wagers_are_accepted() -> None:
    Table().refuses("neighbours of 17 5", "5.1", "the wagers are: straight, split")
    Table().refuses("strait 17 5", "5.1", "did you mean straight?")


def test_5_1_made_and_removed_until_no_more_bets() -> None:
    table = Table().say("17 5", "press 17 by 5", "split 17-20 5", "reduce 17 by 2", "take down split 20-17")
    assert table.lies("straight", "17") == 800
    assert table.spin("20") == {(1, "straight", "17"): -800}


def test_5_1_one_spin_only_and_wagers_are_not_turned_on_or_off() -> None:
    table = Table().say("red 5")
    table.refuses("off red", "5.1", "roulette has no On and Off buttons")
    table.spin("1")
    assert not table.state.wagers


def test_5_1_where_it_lies_is_each_players_own_responsibility() -> None:
    table = Table(players=2).say("17 5").say("17 2", "split 17-18 1", by=2)
    assert table.spin("17") == {(1, "straight", "17"): 17500, (2, "straight", "17"): 7000, (2, "split", "17-18"): 1700}


def test_5_1_where_it_lies_limits_are_by_place_and_player() -> None:
    limits = Limits(minimum=500, maximum=10000, by_wager={"straight": (100, 2500)})
    table = Table(players=2, limits=limits).say("17 25", "18 25").say("17 25", by=2)
    table.refuses("17 1", "8.2", "$1 to $25")
    table.refuses("red 4", "8.2", "$5 to $100")
    table.spin("1")
    table.say("wheel chips 10 pink", by=2).say("17 2 chips", by=2)
    table.refuses("17 1 chip", "8.2", "$30 is outside the posted limits, $1 to $25", by=2)


def test_5_1_match_play_is_accepted_on_outside_wagers_only() -> None:
    table = Table()
    text = table.refuses("17 5 coupon 5", "5.1", "a match play coupon is accepted only on: Column, Dozen, Red")
    assert "19 to 36" in text
    assert table.say("red 10 coupon 10").spin("1") == {(1, "red", ""): 2000}
    assert Table().say("dozen 1 5 coupon 5").spin("1") == {(1, "dozen", "1"): 2000}
    odd = Table(odds={"red": "3 to 2"})
    odd.refuses("red 10 coupon 0.01", "5.2", "it must be a multiple of $0.02")


def test_5_1_color_belongs_to_one_player() -> None:
    table = Table(players=2).say("wheel chips 1 blue")
    table.refuses("wheel chips 5 blue", "5.1", "another player has the blue chips; choose from: brown, green", by=2)
    table.refuses("wheel chips 5 mauve", "5.1", "choose from: blue, brown, green, orange", by=2)
    table.say("wheel chips 5", by=2)
    assert [(one.position, one.color, one.value) for one in table.state.wheel_chips] == [
        (1, "blue", 100),
        (2, "brown", 500),
    ]
    assert table.game.status(table.state) == [
        "no number yet",
        "position 1: blue chips of $1",
        "position 2: brown chips of $5",
    ]


def test_5_1_color_is_not_available_for_a_ninth_player() -> None:
    table = Table(players=9)
    for position in range(1, 9):
        table.say("wheel chips 1", by=position)
    table.refuses("wheel chips 1", "5.1", "all 8 colors are in play; wager with value chips", by=9)
    table.say("leave", by=3).say("wheel chips 1", by=9)
    assert table.game.wheel_chips(table.state, 9).color == "green"


def test_5_1_chip_value_times_number_is_the_wager() -> None:
    table = Table(players=2).say("wheel chips 2.50 blue", "17 3 chips", "4 chips on red")
    assert (table.lies("straight", "17"), table.lies("red")) == (750, 1000)
    table.say("press 17 by 1 chip", "reduce red by 2 chips")
    assert (table.lies("straight", "17"), table.lies("red")) == (1000, 500)
    table.refuses("17 3 chips", "", "position 2 has no chips of its own; give the amount in dollars", by=2)
    assert table.spin("17")[1, "straight", "17"] == 35000


def test_5_1_chip_value_is_fixed_while_wagers_lie() -> None:
    table = Table().say("wheel chips 5 blue", "17 2 chips")
    table.refuses("wheel chips 25", "5.1", "fixed while wagers are on the layout")
    table.refuses("turn in", "5.1", "with wagers on the layout")
    table.spin("18")
    table.say("wheel chips 25")
    assert table.game.wheel_chips(table.state, 1).color == "blue"
    table.say("turn in")
    table.refuses("turn in", "5.1", "has no wheel chips to turn in")
    table.refuses("wheel chips", "5.1", "the value of a chip is missing")
    table.refuses("wheel chips 20000", "5.1", "more than the $9,990 available")


def test_5_1_chip_value_is_counted_only_in_wagers() -> None:
    table = Table().say("wheel chips 5")
    for verb in ("buy_in", "sit", "remove", "turn_in"):
        assert not table.dealer.allowed(1, Action(verb, chips=3))
    assert not table.dealer.allowed(1, Action("make", "red", 500, chips=3))
    assert not table.dealer.allowed(1, Action("make", "red", chips=-1))
    assert not table.dealer.allowed(1, Action("make", "red", chips=True))


# ---- 5.2: payout odds and the zero rule


@pytest.mark.parametrize("wager", EVEN_CHANCES)
def test_5_2_surrender_half_on_either_zero(wager: str) -> None:
    table = Table().say(f"{wager} 25")
    assert table.spin("0") == {(1, wager, ""): -1250}
    table.say(f"{wager} 25")
    assert table.spin("00") == {(1, wager, ""): -1250}
    assert table.up() == -2500
    assert not table.state.wagers


def test_5_2_to_the_cent_an_even_chance_wager_can_be_halved() -> None:
    table = Table()
    table.refuses("red 0.25", "5.2", "$0.25 on Red cannot be divided by 2 to the cent; wager a multiple of $0.02")
    table.say("red 0.26", "17 0.25", "dozen 1 0.01")
    assert table.spin("0")[1, "red", ""] == -13
    Table(wheel="single_zero").say("red 0.25")
    Table(zero_rule="en_prison", second_zero="stay").say("red 0.25")
    Table(zero_rule="en_prison", second_zero="half").refuses("red 0.25", "5.2", "multiple of $0.02")


def test_5_2_zero_rule_applies_to_even_chances_only() -> None:
    for rule in ("surrender_half", "en_prison"):
        table = Table(zero_rule=rule).say("column 1 5", "dozen 1 5", "1-2 5")
        assert table.spin("00") == {(1, "column", "1"): -500, (1, "dozen", "1"): -500, (1, "split", "1-2"): -500}


def test_5_2_zero_rule_by_wheel() -> None:
    assert Table().say("red 10").spin("0") == {(1, "red", ""): -500}
    assert Table(wheel="single_zero").say("red 10").spin("0") == {(1, "red", ""): -1000}
    unlawful = Table(zero_rule="none", unlawful=True)
    assert unlawful.say("red 10").spin("00") == {(1, "red", ""): -1000}


@pytest.mark.parametrize("wager", EVEN_CHANCES)
def test_5_2_en_prison_keeps_the_wager_s_own_bet(wager: str) -> None:
    wins = Table().game.places[wager][""]
    for number in ("5", "8", "18", "19", "29", "36"):
        table = Table(zero_rule="en_prison").say(f"{wager} 10")
        assert table.spin("0") == {}
        assert table.lies(wager, "en prison") == 1000
        assert table.spin(number) == {(1, wager, "en prison"): 0 if number in wins else -1000}
        assert table.up() == (0 if number in wins else -1000)


def test_5_2_kept_apart_from_new_wagers_of_its_area() -> None:
    table = Table(zero_rule="en_prison", second_zero="stay").say("red 10")
    table.spin("0")
    table.say("red 20")
    table.spin("00")
    table.say("red 40")
    assert {(wager.spot, wager.amount) for wager in table.state.wagers} == {
        ("en prison", 1000),
        ("en prison 2", 2000),
        ("", 4000),
    }
    assert table.spin("1") == {(1, "red", "en prison"): 0, (1, "red", "en prison 2"): 0, (1, "red", ""): 4000}
    assert table.up() == 4000


def test_5_2_kept_wagers_cannot_be_moved() -> None:
    table = Table(players=2, zero_rule="en_prison").say("red 10").say("red 10", by=2)
    table.spin("0")
    for verb in ("take down", "on", "off"):
        table.refuses(f"{verb} red en prison", "5.2", "it cannot be moved, raised or removed")
    table.refuses("press red en prison by 5", "5.2", "en prison")
    table.refuses("reduce red en prison by 5", "5.2", "en prison")
    table.refuses("red en prison 5", "5.2", "en prison")
    table.refuses("take down red", "", "position 1 has no Red")
    table.refuses("black en prison 5", "5.2", "position 1 has no Black en prison")
    table.refuses("leave", "", "has wagers on the layout")
    assert table.spin("2") == {(1, "red", "en prison"): -1000, (2, "red", "en prison"): -1000}


@pytest.mark.parametrize(("second", "net", "left"), [("lose", -1000, 0), ("half", -500, 0), ("stay", None, 1000)])
def test_5_2_second_zero(second: str, net: int | None, left: int) -> None:
    table = Table(zero_rule="en_prison", second_zero=second).say("odd 10")
    table.spin("00")
    assert table.spin("0") == ({} if net is None else {(1, "odd", "en prison"): net})
    assert ("Odd $10 stays en prison." in table.said) == (second == "stay")
    assert table.lies("odd", "en prison") == left


def test_5_2_second_zero_may_come_any_number_of_times() -> None:
    table = Table(zero_rule="en_prison", second_zero="stay").say("low 10")
    table.spin(*["0", "00"] * 10)
    assert table.lies("low_1_18", "en prison") == 1000
    assert table.spin("18") == {(1, "low_1_18", "en prison"): 0}


def test_5_2_released_without_winnings_and_wagered_again() -> None:
    table = Table(zero_rule="en_prison").say("red 10")
    table.spin("0", "1")
    assert table.state.rack(1) == BANKROLL
    assert [step.result for step in table.seen if isinstance(step, Settled)] == ["returned"]
    table.say("red 10")
    assert table.spin("3") == {(1, "red", ""): 1000}


def test_5_2_coupon_counts_in_winnings_only() -> None:
    assert Table().say("red 10 coupon 10").spin("0") == {(1, "red", ""): -500}
    table = Table(zero_rule="en_prison").say("red 10 coupon 10")
    table.spin("0")
    assert table.spin("1") == {(1, "red", "en prison"): 0}
    assert table.up() == 0


def test_5_2_payout_odds_of_every_kind() -> None:
    table = Table().say(
        "2 1", "2-3 1", "1-2-3 1", "2-3-5-6 1", "first five 1", "1-6 1", "column 2 1", "dozen 1 1", "even 1"
    )
    assert sorted(table.spin("2").values()) == [100, 200, 200, 500, 600, 800, 1100, 1700, 3500]


# ---- 5.3: rotation of wheel and ball


def test_5_3_rotation_draws_one_of_the_compartments() -> None:
    table = Table().close()
    assert table.dealer.ask.below == 38
    assert table.dealer.ask.shows[19] == "00"
    assert table.dealer.ask.section == "5.3"
    assert Table(wheel="single_zero").close().dealer.ask.below == 37


def test_5_3_no_more_bets_closes_the_layout() -> None:
    table = Table().say("17 5").close()
    assert table.said[-2:] == ["The ball is spun against the turn of the wheel.", "No more bets!"], "a step of its own"
    for line in ("17 5", "red 5", "take down 17", "press 17 by 5", "wheel chips 5"):
        table.refuses(line, "5.3", "no more bets")
    table.refuses("leave", "5.3", "leave between rounds")
    assert table.spin("17") == {(1, "straight", "17"): 17500}


def test_5_3_announcement_of_number_and_even_chances() -> None:
    table = Table()
    table.spin("17")
    assert table.said[0] == "17, black, odd, 1 to 18. The crown is put on 17."
    table.spin("00")
    assert table.said[0] == "00. The crown is put on 00."


def test_5_3_collected_first_then_paid() -> None:
    table = Table(players=2).say("17 1", "18 1", "red 10").say("1 1", "black 1", "17 1", by=2)
    table.spin("17")
    results = [step.result for step in table.seen if isinstance(step, Settled)]
    assert results == ["loses"] * 3 + ["wins"] * 3


def test_5_2_zero_rule_comes_before_losing_wagers_are_collected() -> None:
    table = Table(zero_rule="surrender_half").say("17 1", "red 10")
    table.spin("0")
    assert [step.wager.kind for step in table.seen if isinstance(step, Settled)] == ["red", "straight"]


def test_5_3_display_shows_the_last_numbers_the_latest_first() -> None:
    table = Table()
    table.spin("17", "00", "5")
    assert (table.state.last, table.state.spins) == (("5", "00", "17"), 3)
    table.throw("foreign_object")
    assert table.state.spins == 3
    table.spin(*["36"] * 25)
    assert table.state.last == ("36",) * 20
    assert table.game.status(table.state)[0].startswith("last numbers: 36 36")


# ---- 5.4: irregularities


NO_SPIN = {
    "same_direction": "the direction of the wheel",
    "too_few_turns": "fewer than four turns",
    "foreign_object": "Foreign object",
    "ball_leaves_wheel": "recovered and inspected",
}


def no_spin(event: str) -> None:
    """Nothing is settled; all wagers remain and may be changed before the next spin."""
    table = Table(zero_rule="en_prison").say("red 10")
    table.spin("0")
    table.say("17 5", "black 10")
    before = table.state.wagers
    table.throw(event)
    assert NO_SPIN[event] in " ".join(table.said)
    assert "no spin" in " ".join(table.said)
    assert table.state.wagers == before
    assert isinstance(table.dealer.ask, AskWagers)
    table.say("take down black", "press 17 by 5", "18 1")
    assert table.spin("17") == {
        (1, "straight", "17"): 35000,
        (1, "straight", "18"): -100,
        (1, "red", "en prison"): -1000,
    }


def test_5_4_same_direction_is_no_spin() -> None:
    no_spin("same_direction")


def test_5_4_too_few_turns_is_no_spin() -> None:
    no_spin("too_few_turns")


def test_5_4_foreign_object_is_no_spin() -> None:
    no_spin("foreign_object")


def test_5_4_ball_leaves_the_wheel_is_no_spin() -> None:
    no_spin("ball_leaves_wheel")


def test_5_4_converted_double_zero_is_no_spin() -> None:
    table = Table(wheel="single_zero", converted_wheel=True, zero_rule="en_prison").say("red 10", "17 1")
    assert table.spin("0") == {(1, "straight", "17"): -100}
    table.say("18 1")
    assert table.spin("00") == {}
    assert "no spin" in table.said[-1]
    assert (table.lies("red", "en prison"), table.lies("straight", "18")) == (1000, 100)
    assert table.state.last == ("0",)
    assert table.spin("18") == {(1, "red", "en prison"): 0, (1, "straight", "18"): 3500}


def test_5_4_converted_double_zero_is_automatic_and_cannot_be_called() -> None:
    with pytest.raises(Refused, match="happens automatically"):
        Table().throw("converted_double_zero")


def test_5_4_late_wager_is_not_accepted_and_the_spin_continues() -> None:
    table = Table().say("17 5").throw("late_wager")
    assert "not accepted" in table.said[-1]
    assert table.spin("17") == {(1, "straight", "17"): 17500}


def test_5_4_between_places_counts_where_it_lies() -> None:
    table = Table().say("17-18 5")
    table.dealer.throw("chip_between_places")
    table.throw("chip_between_places")
    assert table.spin("18") == {(1, "split", "17-18"): 8500}


def test_5_4_called_too_late_leaves_the_number_valid() -> None:
    table = Table().say("17 5")
    table.spin("17")
    up = table.up()
    table.dealer.throw("called_too_late")
    assert "stands" in table.said[-1]
    assert (table.up(), table.state.last) == (up, ("17",))
    with pytest.raises(Refused, match="can happen at number, not at wager"):
        table.dealer.throw("too_few_turns")


# ---- tapes and scripts use the wheel's numbers


def test_tape_records_the_ball_and_refuses_numbers_the_wheel_does_not_have() -> None:
    table = Table().say("17 5")
    table.spin("00", "17")
    numbers = [entry["reply"] for entry in map(json.loads, table.tape) if entry.get("to") == "number"]
    assert numbers == ["00", "17"]
    assert replay(table.tape).states[-1] == table.dealer.state
    before = "0" * 64
    forged = []
    for line in table.tape:
        entry = {key: value for key, value in json.loads(line).items() if key not in ("prev", "hash")}
        if entry.get("reply") == "17":
            entry["reply"] = "37"
        text, before = seal(entry, before)
        forged.append(text)
    with pytest.raises(BadTape, match=r"the wheel has no '37'; it has: 0, 28, 9"):
        replay(forged)


@pytest.mark.parametrize("line", ["number 37", "spin 000", "number", "number -1"])
def test_script_refuses_numbers_the_wheel_does_not_have(line: str) -> None:
    with pytest.raises(BadScript, match=r"the wheel has no '.*'; it has: 0, 28, 9, .*, 14, 2$"):
        play_script(f"game roulette\n1: sit Ann 10\n{line}\n")


def test_script_cannot_roll_dice_at_a_wheel() -> None:
    with pytest.raises(BadScript, match="the round waits for the wheel"):
        play_script("game roulette\n1: sit Ann 10\nroll 3-4\n")


# ---- check


def test_5_2_zero_rule_and_5_3_converted_wheel_are_checked() -> None:
    rules = rules_of("roulette")

    def sections(**options: Any) -> list[str]:
        return [one.section for one in findings(rules, DAY, options, {}, None)]

    assert sections() == []
    assert sections(zero_rule="none") == ["5.2"]
    assert sections(zero_rule="none", wheel="single_zero") == []
    assert sections(converted_wheel=True) == ["5.3"]
    assert sections(converted_wheel=True, wheel="single_zero", zero_rule="en_prison", second_zero="stay") == []
    assert sections(wheel="triple_zero") == ["5.1"]
    assert sections(second_zero="win") == ["5.2"]
