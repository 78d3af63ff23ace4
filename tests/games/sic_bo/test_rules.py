"""The rules of Subchapter 9, section by section."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import Dice, ScriptedSource
from pitboss.games.sic_bo.round import SicBo, SicBoState
from pitboss.table import Acted, Action, AskDice, Dealer, Refused, Said, Settled
from pitboss.table.script import play_script
from pitboss.table.speech import parse_action


class Table:
    """Return a table with Ann at position 1 and given dice."""

    def __init__(self, *dice: str, **options: Any) -> None:
        self.game = SicBo(Layout.of("sic-bo", options=options))
        self.steps: list[Any] = []
        self.dealer = Dealer(self.game, ScriptedSource(dice=dice), watch=self.steps.append, halts=True)
        self.dealer.act(1, Action("sit", amount=1000_00, name="Ann"))

    def say(self, *lines: str) -> Table:
        for line in lines:
            self.dealer.act(1, parse_action(self.game, line))
        return self

    def roll(self) -> Table:
        rounds = self.dealer.state.rounds
        while self.dealer.state.rounds == rounds:
            self.dealer.next()
        return self

    @property
    def state(self) -> SicBoState:
        assert self.dealer.ask is not None
        state = self.dealer.ask.state
        assert isinstance(state, SicBoState)
        return state

    @property
    def said(self) -> list[tuple[str, str]]:
        return [(step.section, step.text) for step in self.steps if isinstance(step, Said)]

    @property
    def settled(self) -> list[tuple[str, str, int]]:
        return [(step.section, step.wager.kind, step.net) for step in self.steps if isinstance(step, Settled)]


def winning(roll: str) -> set[str]:
    game = SicBo(Layout.of("sic-bo"))
    return {kind for kind in game.layout.wagers if game.lands(kind, "", Dice(roll)) is not None}


def test_9_2_there_are_fifty_areas() -> None:
    assert len(Layout.of("sic-bo").wagers) == 50


@pytest.mark.parametrize(
    ("roll", "wins"),
    [
        ("1-1-1", "any_three_of_a_kind three_of_a_kind_1 two_of_a_kind_1 one_of_a_kind_1"),
        ("1-1-2", "small total_4 two_of_a_kind_1 two_dice_combination_12 one_of_a_kind_1 one_of_a_kind_2"),
        ("4-4-4", "any_three_of_a_kind three_of_a_kind_4 two_of_a_kind_4 one_of_a_kind_4 total_12"),
        (
            "6-2-3",
            "big total_11 two_dice_combination_23 two_dice_combination_26 two_dice_combination_36 "
            "one_of_a_kind_2 one_of_a_kind_3 one_of_a_kind_6",
        ),
        ("6-5-6", "big total_17 two_of_a_kind_6 two_dice_combination_56 one_of_a_kind_5 one_of_a_kind_6"),
    ],
)
def test_9_2_winning_areas_of_a_roll(roll: str, wins: str) -> None:
    assert winning(roll) == set(wins.split())


# ---- 9.2: each area compared with an independent definition, over all 216 rolls

ROLLS = list(product(range(1, 7), repeat=3))
FACES = range(1, 7)


def assert_wins(kind: str, wins: Callable[[tuple[int, ...]], bool]) -> None:
    """Check that an area wins on exactly these rolls."""
    game = SicBo(Layout.of("sic-bo"))
    assert kind in game.layout.wagers
    for roll in ROLLS:
        found = game.lands(kind, "", Dice("-".join(map(str, roll))))
        assert (found is not None) == wins(roll), (kind, roll)


@pytest.mark.parametrize("face", FACES)
def test_9_2_three_of_a_kind_needs_the_number_on_all_dice(face: int) -> None:
    assert_wins(f"three_of_a_kind_{face}", lambda roll: roll == (face, face, face))


@pytest.mark.parametrize("face", FACES)
def test_9_2_two_of_a_kind_needs_the_number_on_at_least_two_dice(face: int) -> None:
    assert_wins(f"two_of_a_kind_{face}", lambda roll: roll.count(face) >= 2)


def test_9_2_any_three_of_a_kind_needs_equal_dice() -> None:
    assert_wins("any_three_of_a_kind", lambda roll: len(set(roll)) == 1)


@pytest.mark.parametrize("total", range(4, 18))
def test_9_2_total_value_includes_triples(total: int) -> None:
    assert_wins(f"total_{total}", lambda roll: sum(roll) == total)


@pytest.mark.parametrize(("one", "other"), list(combinations(FACES, 2)))
def test_9_2_two_dice_combination_needs_both_numbers(one: int, other: int) -> None:
    assert_wins(f"two_dice_combination_{one}{other}", lambda roll: {one, other} <= set(roll))


def test_9_2_small_is_4_to_10_and_no_triple() -> None:
    assert_wins("small", lambda roll: 4 <= sum(roll) <= 10 and len(set(roll)) > 1)


def test_9_2_big_is_11_to_17_and_no_triple() -> None:
    assert_wins("big", lambda roll: 11 <= sum(roll) <= 17 and len(set(roll)) > 1)


@pytest.mark.parametrize("face", FACES)
def test_9_2_one_of_a_kind_is_paid_by_how_many_dice_show_it(face: int) -> None:
    game = SicBo(Layout.of("sic-bo"))
    for roll in ROLLS:
        found = game.lands(f"one_of_a_kind_{face}", "", Dice("-".join(map(str, roll))))
        assert found == (str(roll.count(face)) if face in roll else None)


# ---- 9.1, 9.3 to 9.5: the table, the wagers, the shake


@pytest.mark.parametrize(("positions", "permitted"), [(0, False), (1, True), (12, True), (13, False)])
def test_9_1_positions_are_1_to_12(positions: int, permitted: bool) -> None:
    rules = rules_of("sic-bo")
    found = findings(rules, rules.game.since, {"positions": positions}, {}, None)
    assert [one.section for one in found] == ([] if permitted else ["9.1"])


def test_9_1_shaker_is_manual_by_default() -> None:
    assert Layout.of("sic-bo").option("shaker") == "manual"


def test_9_3_until_the_call_that_the_dealer_makes_before_the_dice() -> None:
    table = Table("1-2-3").say("small 5", "big 5", "take down big").roll()
    called = "No more bets. The dealer shakes the covered shaker 3 times."
    assert ("9.3", called) in table.said
    taken = [step.section for step in table.steps if isinstance(step, Acted) and step.action.verb == "remove"]
    assert taken == ["9.3"]


def test_9_3_how_made_wagers_are_not_turned_on_or_off() -> None:
    table = Table().say("small 5")
    for verb in ("on", "off"):
        with pytest.raises(Refused, match=r"always on; remove it instead \(N.J.A.C. 13:69F-9.3\)"):
            table.dealer.act(1, Action(verb, "small"))


def test_9_4_odds_are_those_of_atlantic_city_by_default() -> None:
    assert str(Layout.of("sic-bo").odds("total_5")) == "30 to 1"


def test_9_5_shakes_are_requested_under_their_section() -> None:
    table = Table("1-2-3").say("small 5").roll()
    assert [step.section for step in table.steps if isinstance(step, AskDice)] == ["9.5"]


def test_9_1_positions_are_those_the_licensee_chose() -> None:
    table = Table(positions=3)
    with pytest.raises(Refused, match="positions 1 to 3"):
        table.dealer.act(4, Action("sit", amount=100_00))


def test_9_1_dice_are_three() -> None:
    table = Table()
    table.dealer.close()
    assert table.dealer.ask is not None
    assert table.dealer.ask.invalid_reason(Dice("3-4"))
    assert not table.dealer.ask.invalid_reason(Dice("3-4-5"))


def test_9_1_shaker_may_be_automated() -> None:
    said = [text for _, text in Table("1-2-3", shaker="automated").roll().said]
    assert "No more bets. The covered shaker shakes 3 times." in said


def test_9_3_until_the_call_wagers_may_be_changed() -> None:
    table = Table("1-2-3").say("small 10", "press small by 5", "total 6 5", "take down total 6")
    assert [(wager.kind, wager.amount) for wager in table.state.wagers] == [("small", 15_00)]
    table.dealer.close()
    before = table.state
    for action in (Action("make", "big", 5_00), Action("increase", "small", 5_00), Action("remove", "small")):
        with pytest.raises(Refused, match="no more bets") as refused:
            table.dealer.act(1, action)
        assert refused.value.answer.section == "9.3"
    assert table.state == before


@pytest.mark.parametrize("kind", ["total_9", "any_three_of_a_kind", "one_of_a_kind_3"])
def test_9_3_match_play_coupon_is_accepted_on_small_or_big_only(kind: str) -> None:
    with pytest.raises(Refused, match="Small, Big") as refused:
        Table().dealer.act(1, Action("make", kind, 5_00, coupon=5_00))
    assert refused.value.answer.section == "9.3"


def test_9_4_whole_cents_are_paid() -> None:
    layout = Layout.of("sic-bo", odds={"total_9": "13 to 2"})
    dealer = Dealer(SicBo(layout), ScriptedSource())
    dealer.act(1, Action("sit", amount=100_00))
    with pytest.raises(Refused, match="multiple of") as refused:
        dealer.act(1, Action("make", "total_9", 1))
    assert refused.value.answer.section == "9.4"


def test_9_5_inspection_and_a_shake_open_the_table() -> None:
    table = Table("1-2-3", "4-5-6").roll().roll()
    inspected = [one for one in table.said if "inspect" in one[1]]
    shaken = "The dealer shakes the covered shaker 3 times."
    assert inspected == [("9.5", f"Floorperson and dealer inspect dice and shaker. {shaken}")]


def test_9_5_shakes_after_the_wagers() -> None:
    said = [text for _, text in Table("1-2-3").roll().said]
    assert said[1] == "No more bets. The dealer shakes the covered shaker 3 times."


def test_9_5_shakes_before_the_wagers() -> None:
    table = Table("1-2-3", "4-5-6", shake_timing="before_bets").roll()
    assert [text for _, text in table.said][1:] == [
        "No more bets. The cover is taken off.",
        "1, 2, 3. Total 6.",
        "The numbers are entered; the 8 winning areas are lit.",
        "The dealer shakes the covered shaker 3 times.",
    ]


def test_9_5_announcement_of_the_numbers_the_lowest_first_with_their_total() -> None:
    assert ("9.5", "2, 3, 6. Total 11.") in Table("6-2-3").roll().said


def test_9_5_device_gets_the_numbers_before_any_wager_is_settled() -> None:
    table = Table("1-1-2").say("small 5").roll()
    expected = ("9.5", "The numbers are entered; the 6 winning areas are lit.")
    steps = [step for step in table.steps if isinstance(step, (Said, Settled))]
    at = [(step.section, step.text) for step in steps].index(expected)
    assert any(isinstance(step, Settled) for step in steps[at:])
    assert not any(isinstance(step, Settled) for step in steps[:at])


def test_9_5_device_lights_the_winning_areas() -> None:
    assert set(Table("6-2-3").roll().state.lit) == winning("6-2-3")


def test_9_5_settlement_losing_wagers_are_collected_before_winning_wagers_are_paid() -> None:
    table = Table("6-2-3").say("big 10", "small 10", "total 11 5", "total 12 5").roll()
    assert table.settled == [
        ("9.5", "small", -10_00),
        ("9.5", "total_12", -5_00),
        ("9.4", "big", 10_00),
        ("9.4", "total_11", 30_00),
    ]


def test_9_5_display_of_the_last_rolls() -> None:
    table = Table(*["1-2-3"] * 12, "4-5-6")
    for _ in range(13):
        table.roll()
    assert (len(table.state.last), table.state.last[:2], table.state.draws) == (12, ("4-5-6", "1-2-3"), 13)


@pytest.mark.parametrize("event", ["die_not_flat", "die_lost", "uncovered_early", "dice_disturbed"])
@pytest.mark.parametrize("timing", ["after_bets", "before_bets"])
def test_9_6_no_roll_decides_nothing_and_the_dice_are_shaken_again(event: str, timing: str) -> None:
    table = Table("5-5-2", shake_timing=timing).say("big 10")
    table.dealer.close()
    table.dealer.throw(event)
    assert not table.settled
    table.say("press big by 10")
    shaken = sum("shakes" in text for _, text in table.said)
    table.roll()
    assert table.settled == [("9.4", "big", 20_00)]
    assert sum("shakes" in text for _, text in table.said) == shaken + 1


def test_9_6_no_roll_dice_uncovered_during_wagers_are_shaken_again_and_wagers_continue() -> None:
    table = Table("5-5-2", shake_timing="before_bets").say("big 10")
    table.dealer.throw("uncovered_early")
    assert table.said[-1] == ("9.5", "The dealer shakes the covered shaker 3 times.")
    table.say("total 12 5").roll()
    assert [kind for _, kind, _ in table.settled] == ["big", "total_12"]


def test_9_6_wrong_entry_found_before_the_settlement_is_corrected_by_the_dice() -> None:
    table = Table("1-3-6").say("small 10", "total 10 2", "total 9 1")
    table.dealer.close()
    table.dealer.draw()
    table.dealer.throw("wrong_numbers_entered")
    table.roll()
    assert [text.partition(":")[0] for section, text in table.said if section == "9.6"] == [
        "Entered numbers differ from the dice"
    ]
    assert ("9.4", "total_10", 12_00) in table.settled
    assert ("9.5", "total_9", -1_00) in table.settled


@pytest.mark.parametrize("seen_when", ["dice", "settlement"])
def test_9_6_device_fails_and_the_roll_remains_valid(seen_when: str) -> None:
    table = Table("6-2-3", "1-1-1").say("big 10")
    table.dealer.close()
    if seen_when == "settlement":
        table.dealer.draw()
    table.dealer.throw("device_fails")
    table.roll()
    assert table.state.lit == ()
    assert any("The numbers are entered" in text for _, text in table.said) == (seen_when == "settlement")
    assert table.settled == [("9.4", "big", 10_00)]
    assert table.roll().state.lit


@pytest.mark.parametrize("closed", [False, True])
def test_9_6_shaker_fails_and_all_wagers_are_returned(closed: bool) -> None:
    table = Table("1-2-3", shake_timing="before_bets").say("small 20", "total 9 5")
    if closed:
        table.dealer.close()
    table.dealer.throw("shaker_fails")
    assert (table.state.rack(1), table.state.wagers) == (1000_00, ())
    assert table.said[-1] == ("9.5", "The dealer shakes the covered shaker 3 times.")


def test_9_6_late_wager_is_undone() -> None:
    table = Table("1-2-3").say("small 10")
    table.dealer.close()
    before = table.state
    table.dealer.throw("late_wager")
    assert table.state == before
    assert table.roll().settled == [("9.4", "small", 10_00)]


def test_9_6_between_areas_a_chip_counts_where_it_lies() -> None:
    table = Table("1-2-3").say("small 10")
    table.dealer.throw("chip_between_areas")
    assert table.said[-1][0] == "9.6"
    assert table.roll().settled == [("9.4", "small", 10_00)]


@pytest.mark.parametrize("line", ["1: total_3 5", "1: two_dice_combination_11 5", "1: even 5", "1: three of four 5"])
def test_9_2_only_these_areas_are_accepted(line: str) -> None:
    play_script(f"game sic-bo\n1: sit Ann 100\nrefused by 9.2 {line}\n= 1: 0\n")


def test_9_3_how_made_on_any_number_of_areas_and_one_shake_decides_all() -> None:
    table = Table("1-2-3")
    for kind in table.game.layout.wagers:
        table.dealer.act(1, Action("make", kind, 1_00))
    assert len(table.roll().settled) == 50
