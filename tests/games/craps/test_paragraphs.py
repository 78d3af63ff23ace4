"""Individual paragraphs of Subchapter 1 that other tests cover only in combination. `make mutation GAME=craps` breaks
each of them, and one of these tests must then fail.
"""

from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.table import AskDecision, AskDice, AskWagers, Said, Settled, game_on

from .table import FIRE_DAY, POINTS, Table


def decided(table: Table, kind: str, roll: int, by: int = 1) -> tuple[int, str, str] | None:
    """Return the dollars, result and section of a roll's settlement of a wager; None if the roll does not decide it."""
    table.roll(roll)
    found = [
        one for one in table.seen if isinstance(one, Settled) and one.wager.kind == kind and one.wager.position == by
    ]
    return (found[0].net // 100, found[0].result, found[0].section) if found else None


def line(kind: str, roll: int) -> Any:
    """Settle a line wager on its first roll."""
    return decided(Table().say(f"{kind} 10"), kind, roll)


def come(kind: str, *rolls: int) -> Any:
    """Settle a come wager with the point at 6."""
    table = Table().say("pass 10")
    table.roll(6)
    table.say(f"{kind} 10")
    for roll in rolls[:-1]:
        table.roll(roll)
    return decided(table, kind, rolls[-1])


# ---- 1.2(a)2 to 4: the first roll, total by total


@pytest.mark.parametrize("roll", [2, 3])
def test_1_2_a_2i_1_dont_pass_wins_on_2_and_3(roll: int) -> None:
    assert line("dont_pass", roll) == (10, "wins", "1.2(a)2i(1)")


@pytest.mark.parametrize("roll", [7, 11])
def test_1_2_a_2ii_1_dont_pass_loses_on_7_and_11(roll: int) -> None:
    assert line("dont_pass", roll) == (-10, "loses", "1.2(a)2ii(1)")


@pytest.mark.parametrize("roll", [2, 3, 12])
def test_1_2_a_3ii_1_come_bet_loses_on_2_3_and_12(roll: int) -> None:
    assert come("come", roll) == (-10, "loses", "1.2(a)3ii(1)")


@pytest.mark.parametrize("roll", [2, 3])
def test_1_2_a_4i_1_dont_come_wins_on_2_and_3(roll: int) -> None:
    assert come("dont_come", roll) == (10, "wins", "1.2(a)4i(1)")


@pytest.mark.parametrize("roll", [7, 11])
def test_1_2_a_4ii_1_dont_come_loses_on_7_and_11(roll: int) -> None:
    assert come("dont_come", roll) == (-10, "loses", "1.2(a)4ii(1)")


@pytest.mark.parametrize("number", [4, 5, 8, 9, 10])
def test_1_2_a_4ii_2_dont_come_loses_when_its_point_comes_back(number: int) -> None:
    assert come("dont_come", number, number) == (-10, "loses", "1.2(a)4ii(2)")


def test_1_2_a_4iii_dont_come_is_handed_back_on_12() -> None:
    assert come("dont_come", 12) == (0, "void", "1.2(a)4iii")


# ---- 1.3(a): who confirms a late wager


def test_1_3_a_1_at_craps_dealer_and_boxperson_confirm() -> None:
    table = Table(players=2).say("pass 10").air()
    for short in ("dealer", "boxperson", "dealer and floorperson"):
        table.refuses(f"field 5 confirmed by {short}", "1.3(a)1", by=2)
    table.say("field 5 confirmed by dealer and boxperson", by=2)
    assert table.lies("field", by=2) == 500


def test_1_3_a_2_at_mini_craps_dealer_and_floorperson_confirm() -> None:
    table = Table(players=2, variant="mini_craps").say("pass 10").air()
    for short in ("dealer", "floorperson", "dealer and boxperson"):
        table.refuses(f"field 5 confirmed by {short}", "1.3(a)2", by=2)
    table.say("field 5 confirmed by dealer and floorperson", by=2)
    assert table.lies("field", by=2) == 500


# ---- 1.7, 1.8: the shooter and the throw


def test_1_7_two_dice_are_picked_by_the_player_who_accepts_and_becomes_the_shooter() -> None:
    table = Table(players=3)
    table.dealer.close()
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.section == "1.7"
    table.dealer.decide("decline")
    assert not table.state.shooter
    table.dealer.decide("accept")
    assert table.state.shooter == 2
    table.say("pass 10", by=2)
    table.air()
    assert isinstance(table.dealer.ask, AskDice)
    assert (table.dealer.ask.number, table.dealer.ask.section) == (2, "1.8")


def test_1_8_throw_is_of_two_dice_at_once_by_the_shooter() -> None:
    ask = Table(players=2).say("pass 10").air().dealer.ask
    assert isinstance(ask, AskDice)
    assert (ask.section, ask.number, ask.thrower) == ("1.8", 2, 1)


def test_1_8_wagers_before_the_throw_stay_off_on_the_come_out_roll_unless_called_on() -> None:
    table = Table(players=2)
    table.wagers()
    assert isinstance(table.dealer.ask, AskWagers)
    table.say("pass 10").say("place_win_8 12", by=2)
    assert table.roll(7) == {(1, "pass", ""): 1000}
    table.say("pass 10").say("on place_win_8", by=2)
    assert table.roll(7) == {(1, "pass", ""): 1000, (2, "place_win_8", ""): -1200}


# ---- 1.9, 1.10: invalid rolls


def thrown_again(event: str, section: str) -> None:
    table = Table(players=2).say("pass 10").say("field 5", by=2)
    table.throw(event)
    assert section in {step.section for step in table.seen[-2:]}
    assert isinstance(table.dealer.ask, AskWagers), "wagers are taken, and then the dice are thrown again"
    assert (table.lies("pass"), table.lies("field", by=2)) == (1000, 500)
    assert table.roll(11) == {(1, "pass", ""): 1000, (2, "field", ""): 500}


def test_1_9_die_off_table_is_no_roll() -> None:
    thrown_again("die_off_table", "1.9")


def test_1_9_dice_stacked_is_no_roll() -> None:
    thrown_again("dice_stacked", "1.9")


def test_1_9_improper_throw_is_no_roll() -> None:
    thrown_again("improper_throw", "1.9")


def test_1_9_face_disputed_may_have_a_rethrow() -> None:
    thrown_again("face_disputed_rethrow", "1.9")


def test_1_10_truly_cocked_die_is_thrown_again() -> None:
    thrown_again("truly_cocked_die", "1.10")


# ---- 1.10: the call, the settlement, the point


def test_1_10_call_is_of_the_sum_of_the_upper_faces() -> None:
    table = Table().say("pass 10")
    table.roll("6-4")
    said = [(one.section, one.text) for one in table.seen if isinstance(one, Said)]
    assert said[0] == ("1.10", "6-4: 10 on the come-out roll; the point is 10.")


def test_1_10_settled_wagers_are_decided_by_the_one_roll_and_the_points_before_it() -> None:
    table = Table(players=2).say("pass 10").say("dont_pass 10", by=2)
    table.roll(8)
    table.say("come 10", "field 5").say("place_win_8 12", by=2)
    assert table.roll(8) == {
        (1, "pass", ""): 1000,
        (2, "dont_pass", ""): -1000,
        (1, "field", ""): -500,
        (2, "place_win_8", ""): 1400,
    }
    assert table.lies("come", "8") == 1000
    called, *_ = [step for step in table.seen if isinstance(step, Said)]
    assert (called.section, called.text[:4]) == ("1.10", "5-3:"), "the roll is called before anything is settled"


@pytest.mark.parametrize("number", POINTS)
def test_1_10_point_is_set_by_a_point_number_on_the_come_out_roll(number: int) -> None:
    table = Table().say("pass 10")
    table.roll(11)
    assert table.state.point == 0
    table.say("pass 10")
    table.roll(number)
    assert table.state.point == number


def test_1_10_point_phase_continues_until_the_point_or_a_seven() -> None:
    table = Table().say("pass 10")
    table.roll(9)
    for roll in (2, 3, 4, 5, 6, 8, 10, 11, 12):
        assert table.roll(roll) == {}
        assert table.state.point == 9
    table.say("pass_odds 10", "come 10", "hard_4 5")
    assert table.roll(9) == {(1, "pass", ""): 1000, (1, "pass_odds", ""): 1500}
    assert table.state.point == 0


# ---- 1.12: the fire bet


def fire(**options: Any) -> Table:
    return Table(on=FIRE_DAY, players=2, offer_fire_bet=True, **options).say("fire_bet 5", by=2)


def made(table: Table, *points: int) -> Any:
    """Return the net of a fire bet when the shooter makes these points and then sevens out."""
    for number in points:
        table.say("pass 10")
        table.roll(number, number)
    table.say("pass 10")
    table.roll(4)
    return decided(table, "fire_bet", 7, by=2)


def test_1_12_elected_by_the_licensee_only() -> None:
    Table(on=FIRE_DAY, players=2).refuses("fire_bet 5", "1.12", by=2)
    assert fire().lies("fire_bet", by=2) == 500


def test_1_12_wins_by_the_number_of_different_points_made() -> None:
    assert made(fire(), 5, 6, 8, 5, 9) == (24 * 5, "wins", "1.12"), "the second 5 is not another point"
    assert made(fire(), 5, 6, 8, 9, 10) == (249 * 5, "wins", "1.12")


def test_1_12_loses_at_the_loser_seven_with_too_few_points() -> None:
    assert made(fire(), 5, 6, 8) == (-5, "loses", "1.12")
    assert made(fire()) == (-5, "loses", "1.12")


@pytest.mark.parametrize(
    ("name", "pays"),
    [
        ("A", {"4": 24, "5": 249, "6": 999}),
        ("B", {"4": 10, "5": 200, "6": 2000}),
        ("C", {"3": 6, "4": 29, "5": 149, "6": 299}),
    ],
)
def test_1_12_pay_tables_are_three_of_which_a_licensee_takes_one(name: str, pays: dict[str, int]) -> None:
    layout = Layout.of("craps", FIRE_DAY, {"offer_fire_bet": True, "fire_pay_table": name})
    assert {step: odds.pays(1) for step, odds in game_on(layout).odds["fire_bet"].items()} == pays
    assert Layout.of("craps", FIRE_DAY, {"offer_fire_bet": True}).option("fire_pay_table") == "A"
