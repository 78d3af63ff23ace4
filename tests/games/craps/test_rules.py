"""Subchapter 1, paragraph by paragraph: the effect of each of the 36 rolls on each wager, and the permitted actions.

Totals, odds and limits are copied here from the text of 1.2 to 1.6 and the fact sheet, to check rules.toml
independently.
"""

from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from math import lcm
from typing import Any

import pytest

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import rules_of
from pitboss.equipment import SeededSource
from pitboss.games.craps.round import Craps
from pitboss.table import Acted, Action, AskDecision, AskDice, AskWagers, Dealer, Refused, Said, Settled, game_on

from .table import DAY, FIRE_DAY, MAKES, POINTS, Table

TRUE = {4: Fraction(2), 5: Fraction(3, 2), 6: Fraction(6, 5), 8: Fraction(6, 5), 9: Fraction(3, 2), 10: Fraction(2)}
"""1.5, 1.6: the true odds on a number."""
PLACE_WIN = {4: "9/5", 5: "7/5", 6: "7/6", 8: "7/6", 9: "7/5", 10: "9/5"}
PLACE_LOSE = {4: "5/11", 5: "5/8", 6: "4/5", 8: "4/5", 9: "5/8", 10: "5/11"}
HARD = {4: 7, 6: 9, 8: 9, 10: 7}
HOPS = ("22", "33", "44", "55", "13", "14", "23", "15", "24", "16", "25", "34", "26", "35", "36", "45", "46")

ODDS: dict[str, list[Fraction]] = (
    {kind: [Fraction(1)] for kind in ("pass", "dont_pass", "come", "dont_come")}
    | {f"place_win_{number}": [Fraction(odds)] for number, odds in PLACE_WIN.items()}
    | {f"place_lose_{number}": [Fraction(odds)] for number, odds in PLACE_LOSE.items()}
    | {f"buy_{number}": [odds] for number, odds in TRUE.items()}
    | {f"lay_{number}": [1 / odds] for number, odds in TRUE.items()}
    | {f"hard_{number}": [Fraction(odds)] for number, odds in HARD.items()}
    | {f"hop_{hop}": [Fraction(30 if hop[0] == hop[1] else 15)] for hop in HOPS}
    | {"field": [Fraction(1), Fraction(2)], "any_seven": [Fraction(4)], "any_craps": [Fraction(7)]}
    | {"craps_two": [Fraction(30)], "craps_three": [Fraction(15)]}
    | {"craps_twelve": [Fraction(30)], "eleven": [Fraction(15)]}
    | {"six_seven_eight": [Fraction(1), Fraction(2)]}
)
"""Every wager in 1.2(a) and 1.5, with the odds at which it can win."""

WHOLE = {
    **{f"place_win_{n}": 6 if n in (6, 8) else 5 for n in POINTS},
    **{f"place_lose_{n}": {4: 11, 10: 11, 5: 8, 9: 8, 6: 5, 8: 5}[n] for n in POINTS},
    **{f"buy_{n}": {4: 1, 10: 1, 5: 2, 9: 2, 6: 5, 8: 5}[n] for n in POINTS},
    **{f"lay_{n}": {4: 2, 10: 2, 5: 3, 9: 3, 6: 6, 8: 6}[n] for n in POINTS},
    "c_and_e": 2,
    "horn": 4,
    **{f"horn_high_{total}": 5 for total in (2, 3, 11, 12)},
    "whirl": 5,
}
"""The fact sheet's 'amount that pays in whole units', in dollars; other wagers may have any amount."""

OFF_ON_COME_OUT = {
    *(f"{kind}_{number}" for kind in ("place_win", "buy") for number in POINTS),
    *(f"hard_{number}" for number in HARD),
    "come_odds",
}
"""1.3(e): all buy and place to win bets, come odds, and hardways."""


def read_option(name: str, text: str) -> Any:
    return rules_of("craps").options[name].parse(text)


def come_out(players: int = 2, **options: Any) -> Table:
    """A come-out roll; position 1 shoots and has $10 on pass."""
    return Table(players=players, **options).say("pass 10")


def point(number: int = 6, players: int = 2, **options: Any) -> Table:
    """A roll with a point; position 1 shoots."""
    table = come_out(players, **options)
    table.roll(number)
    return table


def phases(**options: Any) -> Iterator[Table]:
    """Yield a come-out roll, and a roll with each point."""
    yield come_out(**options)
    for number in POINTS:
        yield point(number, **options)


def dollars(cents: Fraction | int) -> Fraction:
    return Fraction(cents) / 100


def decides(table: Table, kind: str, expected: Callable[[tuple[int, ...]], Any], spot: str = "", by: int = 2) -> None:
    """Check the effect of each of the 36 rolls on a wager: dollars, 0 for a void, None for no decision."""
    for faces, (settled, _) in table.every_roll().items():
        found = settled.get((by, kind, spot))
        assert (None if found is None else dollars(found)) == expected(faces), f"{kind} {spot} on {faces}"


# ---- 1.1: definitions


def test_1_1_come_out_roll_is_the_first_roll_and_the_first_after_each_decision() -> None:
    table = come_out()
    for roll in (2, 3, 7, 11, 12):
        table.say("pass 10")
        table.roll(roll)
        assert table.state.point == 0
    table.say("pass 10")
    table.roll(6, 5, 11, 12)
    assert table.state.point == 6
    table.roll(6)
    assert table.state.point == 0
    table.say("pass 10")
    table.roll(9, 7)
    assert table.state.point == 0


@pytest.mark.parametrize("number", POINTS)
def test_1_1_come_out_point_is_4_5_6_8_9_or_10_on_the_come_out_roll(number: int) -> None:
    assert point(number).state.point == number


@pytest.mark.parametrize("number", POINTS)
def test_1_1_come_point_is_the_next_roll_after_a_come_or_dont_come_bet(number: int) -> None:
    table = point(6).say("come 10", "dont come 10", by=2)
    table.roll(number)
    assert table.lies("come", str(number), by=2) == table.lies("dont_come", str(number), by=2) == 1000


# ---- 1.2(a)1-4: line wagers


def first_roll(kind: str) -> Callable[[tuple[int, ...]], int | None]:
    """Return the net of $10 on a line wager after the first roll."""
    if kind in ("pass", "come"):
        return lambda faces: 10 if sum(faces) in (7, 11) else -10 if sum(faces) in (2, 3, 12) else None
    return lambda faces: {2: 10, 3: 10, 12: 0, 7: -10, 11: -10}.get(sum(faces))


def number_or_seven(number: int, wins: Any, loses: Any) -> Callable[[tuple[int, ...]], Any]:
    return lambda faces: {number: wins, 7: loses}.get(sum(faces))


def test_1_2_a_1i_1_and_1ii_1_pass_bet_on_the_come_out_roll() -> None:
    decides(come_out().say("pass 10", by=2), "pass", first_roll("pass"))


@pytest.mark.parametrize("number", POINTS)
def test_1_2_a_1i_2_and_1ii_2_pass_bet_waits_for_its_point_or_a_7(number: int) -> None:
    table = come_out().say("pass 10", by=2)
    table.roll(number)
    decides(table, "pass", number_or_seven(number, 10, -10))


def test_1_2_a_2_dont_pass_bet_on_the_come_out_roll_2_3_win_7_11_lose_12_void() -> None:
    decides(come_out().say("dont_pass 10", by=2), "dont_pass", first_roll("dont_pass"))


@pytest.mark.parametrize("number", POINTS)
def test_1_2_a_2i_2_and_2ii_2_dont_pass_bet_waits_for_a_7_or_its_point(number: int) -> None:
    table = come_out().say("dont_pass 10", by=2)
    table.roll(number)
    decides(table, "dont_pass", number_or_seven(number, -10, 10))


@pytest.mark.parametrize("up", POINTS)
@pytest.mark.parametrize("kind", ["come", "dont_come"])
def test_1_2_a_3_and_4_come_and_dont_come_on_the_roll_after_they_are_placed(kind: str, up: int) -> None:
    decides(point(up).say(f"{kind} 10", by=2), kind, first_roll(kind))


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize(("kind", "wins", "loses"), [("come", 10, -10), ("dont_come", -10, 10)])
def test_1_2_a_3i_2_and_4i_2_come_and_dont_come_wait_for_their_come_point_or_a_7(
    kind: str, wins: int, loses: int, number: int
) -> None:
    up = 6 if number != 6 else 8
    table = point(up).say(f"{kind} 10", by=2)
    table.roll(number)
    decides(table, kind, number_or_seven(number, wins, loses), str(number))
    table.roll(up)
    assert table.state.point == 0, "they are on also on a later come-out roll"
    decides(table.say("pass 10"), kind, number_or_seven(number, wins, loses), str(number))


def test_1_2_a_3_come_bet_is_made_at_any_time_after_the_come_out_roll_only() -> None:
    come_out().refuses("come 10", "1.2(a)3", "only be made after the come-out roll")
    come_out().refuses("dont_come 10", "1.2(a)4", "only be made after the come-out roll")
    table = point(6).say("come 10", "dont come 10", by=2)
    table.roll(5)
    table.say("come 10", "dont come 10", by=2)
    assert table.lies("come", by=2) == 1000


def test_1_2_a_1_pass_bet_is_made_before_a_come_out_roll_only() -> None:
    point(6).refuses("pass 10", "1.2(a)1", "only be made before a come-out roll", by=2)


def test_1_2_a_2_dont_pass_bet_is_made_before_a_come_out_roll_only() -> None:
    point(6).refuses("dont_pass 10", "1.2(a)2", "only be made before a come-out roll", by=2)


@pytest.mark.parametrize(
    ("kind", "rolls", "result", "section"),
    [
        ("pass", [7], "wins", "1.2(a)1i(1)"),
        ("pass", [6, 6], "wins", "1.2(a)1i(2)"),
        ("pass", [12], "loses", "1.2(a)1ii(1)"),
        ("pass", [6, 7], "loses", "1.2(a)1ii(2)"),
        ("dont_pass", [2], "wins", "1.2(a)2i(1)"),
        ("dont_pass", [6, 7], "wins", "1.2(a)2i(2)"),
        ("dont_pass", [11], "loses", "1.2(a)2ii(1)"),
        ("dont_pass", [6, 6], "loses", "1.2(a)2ii(2)"),
        ("dont_pass", [12], "void", "1.2(a)2iii"),
        ("come", [7], "wins", "1.2(a)3i(1)"),
        ("come", [6, 6], "wins", "1.2(a)3i(2)"),
        ("come", [12], "loses", "1.2(a)3ii(1)"),
        ("come", [6, 7], "loses", "1.2(a)3ii(2)"),
        ("dont_come", [2], "wins", "1.2(a)4i(1)"),
        ("dont_come", [6, 7], "wins", "1.2(a)4i(2)"),
        ("dont_come", [11], "loses", "1.2(a)4ii(1)"),
        ("dont_come", [6, 6], "loses", "1.2(a)4ii(2)"),
        ("dont_come", [12], "void", "1.2(a)4iii"),
    ],
)
def test_1_2_a_1_to_4_every_settlement_names_its_paragraph(
    kind: str, rolls: list[int], result: str, section: str
) -> None:
    assert decided(kind, *rolls) == (result, section)


def decided(kind: str, *rolls: int) -> tuple[str, str]:
    """Check how these rolls decide a wager that waits for its point, and under which paragraph."""
    table = (point(9) if "come" in kind else come_out()).say(f"{kind} 10", by=2)
    table.roll(*rolls)
    (found,) = [step for step in table.seen if isinstance(step, Settled) and step.wager.position == 2]
    assert found.wager.kind == kind
    return found.result, found.section


@pytest.mark.parametrize("number", POINTS)
def test_1_2_a_1i_2_and_1ii_2_pass_bet_wins_by_its_point_and_loses_by_a_7(number: int) -> None:
    assert decided("pass", number, number) == ("wins", "1.2(a)1i(2)")
    assert decided("pass", number, 7) == ("loses", "1.2(a)1ii(2)")


@pytest.mark.parametrize("number", POINTS)
def test_1_2_a_2i_2_and_2ii_2_dont_pass_bet_wins_by_a_7_and_loses_by_its_point(number: int) -> None:
    assert decided("dont_pass", number, 7) == ("wins", "1.2(a)2i(2)")
    assert decided("dont_pass", number, number) == ("loses", "1.2(a)2ii(2)")


@pytest.mark.parametrize("number", [4, 5, 6, 8, 10])
def test_1_2_a_3i_2_and_3ii_2_come_bet_wins_by_its_come_point_and_loses_by_a_7(number: int) -> None:
    assert decided("come", number, number) == ("wins", "1.2(a)3i(2)")
    assert decided("come", number, 7) == ("loses", "1.2(a)3ii(2)")


# ---- 1.2(a)5-10: place bets and hardways


def waits(kind: str, stake: int, expected: Callable[[tuple[int, ...]], Any], off: bool, **options: Any) -> None:
    """Check a wager that may be made at any time and waits for its number, with or without a point."""
    for table in phases(**options):
        table.say(f"{kind} {stake}", by=2)
        if not table.state.point and off:
            decides(table, kind, lambda faces: None)
            table.say(f"on {kind}", by=2)
        decides(table, kind, expected)
        for faces, (_, end) in table.every_roll().items():
            decided = expected(faces)
            stays = decided is None or decided > 0
            assert (end.find(2, kind) is not None) == stays, "a stake that wins stays up; one that loses is gone"


@pytest.mark.parametrize("number", POINTS)
def test_1_2_a_5_place_bet_to_win_is_off_on_the_come_out_roll_unless_called_on(number: int) -> None:
    stake = 30
    expected = number_or_seven(number, Fraction(PLACE_WIN[number]) * stake, -stake)
    waits(f"place_win_{number}", stake, expected, off=True)


@pytest.mark.parametrize("number", POINTS)
def test_1_2_a_6_place_bet_to_lose_is_on_also_on_the_come_out_roll(number: int) -> None:
    stake = 440
    expected = number_or_seven(number, -stake, Fraction(PLACE_LOSE[number]) * stake)
    waits(f"place_lose_{number}", stake, expected, off=False)


def hardway(number: int) -> None:
    def expected(faces: tuple[int, ...]) -> int | None:
        if faces == (number // 2, number // 2):
            return HARD[number]
        return -1 if sum(faces) in (number, 7) else None

    waits(f"hard_{number}", 1, expected, off=True)


def test_1_2_a_7_four_the_hardway() -> None:
    hardway(4)


def test_1_2_a_8_six_the_hardway() -> None:
    hardway(6)


def test_1_2_a_9_eight_the_hardway() -> None:
    hardway(8)


def test_1_2_a_10_ten_the_hardway() -> None:
    hardway(10)


# ---- 1.2(a)11-39: one-roll wagers


def one_roll(kind: str, stake: int, wins: dict[int | tuple[int, int], int], **options: Any) -> None:
    """Check a one-roll wager, which may be made at any time: it wins on these totals or faces and loses on every other
    roll.
    """
    for table in phases(**options):
        table.say(f"{kind} {stake}", by=2)
        decides(table, kind, lambda faces: wins.get(tuple(sorted(faces)), wins.get(sum(faces), -stake)))
        assert all(end.find(2, kind) is None for _, end in table.every_roll().values())


def test_1_2_a_11_field_bet() -> None:
    one_roll("field", 5, {2: 10, 3: 5, 4: 5, 9: 5, 10: 5, 11: 5, 12: 10})


def test_1_2_a_11_field_bet_with_12_at_3_to_1() -> None:
    one_roll("field", 5, {2: 10, 3: 5, 4: 5, 9: 5, 10: 5, 11: 5, 12: 15}, field_12="3 to 1")


def test_1_2_a_12_any_seven() -> None:
    one_roll("any_seven", 1, {7: 4})


def test_1_2_a_13_any_craps() -> None:
    one_roll("any_craps", 1, {2: 7, 3: 7, 12: 7})


def test_1_2_a_14_craps_two() -> None:
    one_roll("craps_two", 1, {2: 30})


def test_1_2_a_15_craps_three() -> None:
    one_roll("craps_three", 1, {3: 15})


def test_1_2_a_16_craps_twelve() -> None:
    one_roll("craps_twelve", 1, {12: 30})


def test_1_2_a_17_eleven_in_one_roll() -> None:
    one_roll("eleven", 1, {11: 15})


def test_1_2_a_18_and_1_4_d_c_and_e_is_paid_half_as_any_craps_half_as_eleven() -> None:
    one_roll("c_and_e", 2, {2: 7 - 1, 3: 7 - 1, 12: 7 - 1, 11: 15 - 1})


def test_1_2_a_19_and_1_4_c_horn_bet_is_paid_as_four_wagers() -> None:
    one_roll("horn", 4, {2: 30 - 3, 12: 30 - 3, 3: 15 - 3, 11: 15 - 3})


@pytest.mark.parametrize(("high", "wins"), [(2, 2 * 30 - 3), (12, 2 * 30 - 3), (3, 2 * 15 - 3), (11, 2 * 15 - 3)])
def test_1_2_a_20_horn_high_bet_in_its_own_area(high: int, wins: int) -> None:
    one_roll(f"horn_high_{high}", 5, {2: 26, 12: 26, 3: 11, 11: 11} | {high: wins}, horn_high_area="area")


SINGLE = {2: "craps_two", 3: "craps_three", 11: "eleven", 12: "craps_twelve"}


@pytest.mark.parametrize("high", SINGLE)
def test_1_2_a_20_horn_high_bet_without_an_area_is_broken_down_into_horn_and_the_total(high: int) -> None:
    table = come_out().say(f"horn_high_{high} 10", by=2)
    assert table.lies("horn", by=2) == 800
    assert table.lies(SINGLE[high], by=2) == 200
    assert not table.lies(f"horn_high_{high}", by=2)
    decides(table, "horn", lambda faces: {2: 54, 12: 54, 3: 24, 11: 24}.get(sum(faces), -8))
    table.say("take down horn", by=2)
    assert table.lies(SINGLE[high], by=2) == 200, "the parts may be removed separately"


def test_1_2_a_21_whirl_bet_is_always_broken_down_into_horn_and_any_seven() -> None:
    for area in ("split", "area"):
        table = come_out(horn_high_area=area).say("whirl 5", by=2)
        assert (table.lies("horn", by=2), table.lies("any_seven", by=2), table.lies("whirl", by=2)) == (400, 100, 0)
    decides(table, "any_seven", lambda faces: 4 if sum(faces) == 7 else -1)
    table.say("take down any_seven", by=2)
    assert table.lies("horn", by=2) == 400


def hop(faces: str) -> None:
    first, second = int(faces[0]), int(faces[1])
    one_roll(f"hop_{faces}", 1, {(first, second): 30 if first == second else 15})


def test_1_2_a_22_four_the_hardway_on_the_hop() -> None:
    hop("22")


def test_1_2_a_23_six_the_hardway_on_the_hop() -> None:
    hop("33")


def test_1_2_a_24_eight_the_hardway_on_the_hop() -> None:
    hop("44")


def test_1_2_a_25_ten_the_hardway_on_the_hop() -> None:
    hop("55")


def test_1_2_a_26_one_three_on_the_hop() -> None:
    hop("13")


def test_1_2_a_27_one_four_on_the_hop() -> None:
    hop("14")


def test_1_2_a_28_two_three_on_the_hop() -> None:
    hop("23")


def test_1_2_a_29_one_five_on_the_hop() -> None:
    hop("15")


def test_1_2_a_30_two_four_on_the_hop() -> None:
    hop("24")


def test_1_2_a_31_one_six_on_the_hop() -> None:
    hop("16")


def test_1_2_a_32_two_five_on_the_hop() -> None:
    hop("25")


def test_1_2_a_33_three_four_on_the_hop() -> None:
    hop("34")


def test_1_2_a_34_two_six_on_the_hop() -> None:
    hop("26")


def test_1_2_a_35_three_five_on_the_hop() -> None:
    hop("35")


def test_1_2_a_36_three_six_on_the_hop() -> None:
    hop("36")


def test_1_2_a_37_four_five_on_the_hop() -> None:
    hop("45")


def test_1_2_a_38_four_six_on_the_hop() -> None:
    hop("46")


def test_1_2_a_39_six_seven_eight() -> None:
    hard = {(3, 3): 20, (4, 4): 20}
    one_roll("six_seven_eight", 10, {6: 10, 7: 10, 8: 10, **hard}, offer_678=True)


def test_1_2_a_39_six_seven_eight_only_at_the_election_of_the_licensee() -> None:
    come_out().refuses("six_seven_eight 10", "1.2(a)39", "offer_678 = true")


# ---- 1.2(b): no other wagers


def test_1_2_b_only_the_listed_wagers_are_permissible() -> None:
    layout = Layout.of("craps", FIRE_DAY)
    listed = {*ODDS, "c_and_e", "horn", "whirl", *(f"horn_high_{high}" for high in SINGLE)}
    odds = {f"{flat}_odds" for flat in ("pass", "dont_pass", "come", "dont_come")}
    assert set(layout.permissible) == listed | odds | {"fire_bet"}
    for name in ("big_8", "hop_11", "hop_12", "hop_56", "hop_66", "over_7", "put"):
        assert name not in layout.permissible
    come_out().refuses(Action("make", "over_7", 500), "1.2(b)")


@pytest.mark.parametrize(
    ("on", "name", "from_when"),
    [
        ((1983, 6, 1), "horn_high_2", "1984-03-05"),
        ((1984, 3, 4), "horn_high_12", "1984-03-05"),
        ((1992, 6, 1), "c_and_e", "1993-03-15"),
        ((1993, 3, 14), "c_and_e", "1993-03-15"),
        ((2000, 6, 1), "whirl", "2001-01-16"),
        ((2000, 6, 1), "hop_22", "2001-01-16"),
        ((2001, 1, 15), "hop_46", "2001-01-16"),
        ((2004, 6, 1), "six_seven_eight", "2005-10-17"),
        ((2005, 10, 16), "six_seven_eight", "2005-10-17"),
        ((2012, 3, 18), "fire_bet", "2012-03-19"),
    ],
)
def test_1_2_a_wagers_of_later_amendments_could_not_be_made_before(
    on: tuple[int, int, int], name: str, from_when: str
) -> None:
    day, first = date(*on), date.fromisoformat(from_when)
    table = come_out(on=day)
    refused = table.refuses(f"{name} 20", table.game.layout.rules.wagers[name].section, f"since {from_when}")
    assert str(day) in refused
    assert name in Layout.of("craps", first).permissible


@pytest.mark.parametrize(
    "on", [date(1978, 6, 2), date(1981, 11, 1), date(1983, 6, 1), date(1992, 6, 1), date(1996, 8, 4)]
)
def test_1_2_a_wagers_of_the_first_day_were_always_there(on: date) -> None:
    names = set(Layout.of("craps", on).wagers)
    assert {kind for kind in ODDS if not kind.startswith(("hop", "six"))} | {"horn"} <= names
    assert ("horn_high_2" in names) == (on >= date(1984, 3, 5))
    table = come_out(on=on).say("horn 4", "field 5", by=2)
    assert table.roll(3)[2, "horn", ""] == 1200


def test_1_2_a_list_of_wagers_is_one_for_craps_and_mini_craps() -> None:
    craps, mini = (Layout.of("craps", DAY, {"variant": variant}) for variant in ("craps", "mini_craps"))
    assert Layout.of("craps", DAY).option("variant") == "craps"
    assert list(craps.wagers) == list(mini.wagers)


def test_1_2_a_7_and_8_of_the_time_big_six_and_big_eight_are_never_offered() -> None:
    assert not {"big_6", "big_8"} & set(Layout.of("craps", date(1980, 1, 1)).permissible)
    come_out(on=date(1980, 1, 1)).refuses(Action("make", "big_6", 1000), "1.2(a)7")
    come_out().refuses(Action("make", "big_8", 1000), "1.2(a)8", "1981-11-02")


def test_before_the_chapter_there_was_no_game() -> None:
    with pytest.raises(ValueError, match="1978-06-02"):
        Layout.of("craps", date(1978, 6, 1))


def test_1_2_a_20_horn_high_of_1983_has_no_option() -> None:
    with pytest.raises(Unlawful):
        Layout.of("craps", date(1983, 6, 1), {"horn_high_area": "area"})


@pytest.mark.parametrize(
    ("option", "value", "day"),
    [
        ("variant", "mini_craps", (1996, 8, 5)),
        ("mini_craps_stickperson", True, (1997, 3, 17)),
        ("offer_hops_whirl", True, (2001, 1, 16)),
        ("offer_678", True, (2005, 10, 17)),
        ("vig_timing", "on_win", (2007, 6, 4)),
        ("offer_fire_bet", True, (2012, 3, 19)),
    ],
)
def test_options_of_later_amendments_could_not_be_chosen_before(
    option: str, value: Any, day: tuple[int, int, int]
) -> None:
    first = date(*day)
    also = {"variant": "mini_craps"} if option == "mini_craps_stickperson" else {}
    Layout.of("craps", first, {option: value, **also})
    with pytest.raises(Unlawful):
        Layout.of("craps", date.fromordinal(first.toordinal() - 1), {option: value, **also})


def test_1_12_and_13_69f_cited_from_2012_03_19() -> None:
    before = come_out(on=date(2012, 3, 18)).refuses("come 10", "1.2(a)3")
    after = come_out(on=date(2012, 3, 19)).refuses("come 10", "1.2(a)3")
    assert "N.J.A.C. 19:47-1.2(a)3" in before
    assert "N.J.A.C. 13:69F-1.2(a)3" in after


# ---- 1.3(a): with the dice in the air


@pytest.mark.parametrize(
    ("variant", "section", "confirmed", "counts"),
    [
        ("craps", "1.3(a)1", "", False),
        ("craps", "1.3(a)1", "dealer", False),
        ("craps", "1.3(a)1", "boxperson", False),
        ("craps", "1.3(a)1", "dealer and floorperson", False),
        ("craps", "1.3(a)1", "stickperson and boxperson", False),
        ("craps", "1.3(a)1", "dealer and boxperson", True),
        ("craps", "1.3(a)1", "the dealer and a boxperson", True),
        ("craps", "1.3(a)1", "the boxperson and the dealer", True),
        ("mini_craps", "1.3(a)2", "", False),
        ("mini_craps", "1.3(a)2", "dealer", False),
        ("mini_craps", "1.3(a)2", "floorperson", False),
        ("mini_craps", "1.3(a)2", "dealer and boxperson", False),
        ("mini_craps", "1.3(a)2", "the dealer and the floorperson", True),
    ],
)
def test_1_3_a_wager_with_the_dice_in_the_air_counts_if_the_right_people_confirm_it(
    variant: str, section: str, confirmed: str, counts: bool
) -> None:
    table = come_out(variant=variant).air()
    assert isinstance(table.dealer.ask, AskDice)
    line = "field 5" + (f" confirmed by {confirmed}" if confirmed else "")
    if counts:
        table.say(line, by=2)
        assert table.roll(3)[2, "field", ""] == 500
    else:
        table.refuses(line, section, "in the air", by=2)
        assert (2, "field", "") not in table.roll(3)


def test_1_3_a_late_wager_may_increase_one_and_obeys_every_other_rule() -> None:
    late = " confirmed by dealer and boxperson"
    table = point(6).say("place_win_8 12", by=2).air()
    table.say("place_win_8 12" + late, "increase place_win_8 6" + late, by=2)
    assert table.lies("place_win_8", by=2) == 3000
    table.refuses("place_win_8 1" + late, "1.4(e)", by=2)
    table.refuses("pass 10" + late, "1.2(a)1", by=2)
    assert table.roll(8)[2, "place_win_8", ""] == 3500


def test_1_3_a_no_wager_is_withdrawn_or_called_while_the_dice_are_in_the_air() -> None:
    table = come_out().say("field 5", "place_win_8 12", by=2).air()
    both = " confirmed by dealer and boxperson"
    for line in ("take down field", "reduce field 1", "on place_win_8", "take down field" + both):
        table.refuses(line, "1.3(a)1", "in the air", by=2)
    table.refuses("pass dice", "1.3(a)1", by=1)


def test_1_3_a_late_wager_remains_if_the_roll_is_invalid() -> None:
    table = come_out().air().say("field 5 confirmed by dealer and boxperson", by=2)
    table.throw("dice_stacked")
    assert table.lies("field", by=2) == 500
    table.say("remove field", by=2)


def test_1_3_a_player_may_sit_down_while_the_dice_are_in_the_air() -> None:
    table = come_out().air()
    table.dealer.act(3, Action("sit", amount=10000, name="Eve"))
    table.say("field 5 confirmed by dealer and boxperson", by=3)
    assert table.roll(3)[3, "field", ""] == 500


# ---- 1.3(b): chips, coupons, cash


@pytest.mark.parametrize("kind", ["pass", "dont_pass"])
@pytest.mark.parametrize("roll", [7, 11, 2, 3, 12])
def test_1_3_b_match_play_coupon_counts_in_the_winnings_and_is_collected(kind: str, roll: int) -> None:
    table = come_out().say(f"{kind} 10 coupon 5", by=2)
    assert table.state.find(2, kind).coupon == 500
    rack = table.state.rack(2)
    expected = first_roll(kind)((0, roll))
    net = {10: 15, -10: -10, 0: 0}[expected or 0]
    assert table.roll(roll)[2, kind, ""] == net * 100
    assert table.state.rack(2) - rack == (net + 10) * 100, "the coupon itself is never paid out"
    assert table.state.find(2, kind) is None


def test_1_3_b_match_play_coupon_stays_with_its_wager_until_the_point_decides() -> None:
    table = come_out().say("pass 10 coupon 5", by=2)
    table.roll(6, 5)
    assert table.state.find(2, "pass").coupon == 500
    assert table.roll(6)[2, "pass", ""] == 1500


def test_1_3_b_match_play_coupon_does_not_count_for_the_odds_limit() -> None:
    table = come_out().say("pass 10 coupon 10", by=2)
    table.roll(6)
    table.refuses("pass_odds 15", "1.6(a)", "at most $10", by=2)
    table.say("pass_odds 10", by=2)
    assert table.roll(6) == {(1, "pass", ""): 1000, (2, "pass", ""): 2000, (2, "pass_odds", ""): 1200}


@pytest.mark.parametrize("kind", ["field", "place_win_8", "buy_4", "hard_6", "any_seven", "come", "horn"])
def test_1_3_b_match_play_coupon_on_pass_and_dont_pass_only(kind: str) -> None:
    point(6).refuses(f"{kind} 60 coupon 5", "1.3(b)", "accepted only on: Pass Bet, Don't Pass Bet", by=2)


def test_1_3_b_match_play_coupon_must_be_payable_with_its_wager() -> None:
    come_out().refuses("pass 10 coupon 5.50", "1.4(e)", by=2)
    table = come_out(odds={"pass": "3 to 2"})
    table.refuses("pass 10 coupon 5", "1.4(e)", by=2)
    table.say("pass 10 coupon 6", by=2)
    assert table.roll(7)[2, "pass", ""] == 2400


def test_1_3_b_match_play_coupon_is_returned_with_a_removed_wager() -> None:
    table = come_out().say("pass 10 coupon 5", by=2).say("take down pass", by=2)
    assert table.state.wagers_of(2) == ()
    table.say("pass 10", by=2)
    assert table.roll(7)[2, "pass", ""] == 1000


def test_1_3_b_match_play_coupon_is_not_collected_on_a_void() -> None:
    table = come_out().say("dont_pass 10 coupon 5", by=2)
    table.roll(12)
    assert table.up(2) == 0
    table.say("dont_pass 10 coupon 5", by=2)
    assert table.roll(3)[2, "dont_pass", ""] == 1500


def test_1_3_b_cash_is_converted_to_chips_before_it_is_a_wager() -> None:
    table = Table(players=2, bankroll=1000)
    table.refuses("pass 20", says="more than the $10 available", by=2)
    table.say("buy in 10", by=2).say("pass 20", by=2)
    assert table.state.bought_in == 3000


# ---- 1.3(c), (d): removal and reduction

STAKES = {kind: 880 if "place_lose" in kind else 120 for kind in ODDS} | {"c_and_e": 20, "horn": 40}


@pytest.mark.parametrize("kind", [kind for kind in STAKES if kind not in ("pass", "dont_pass", "come", "dont_come")])
def test_1_3_c_any_wager_may_be_reduced_and_removed_before_a_roll_that_decides_it(kind: str) -> None:
    for table in (come_out(offer_678=True), point(5, offer_678=True)):
        table.say(f"{kind} {STAKES[kind]}", f"reduce {kind} {STAKES[kind] // 2}", by=2)
        assert table.lies(kind, by=2) == STAKES[kind] * 50
        table.say(f"remove {kind}", by=2)
        assert table.lies(kind, by=2) == table.up(2) == 0


@pytest.mark.parametrize("kind", ["pass", "dont_pass"])
def test_1_3_c_line_wagers_are_free_before_the_come_out_roll(kind: str) -> None:
    table = come_out().say(f"{kind} 10", f"reduce {kind} 5", f"increase {kind} 5", f"remove {kind}", by=2)
    table.say(f"{kind} 10", by=2)
    table.throw("die_off_table").say(f"remove {kind}", by=2)
    assert table.state.wagers_of(2) == ()


@pytest.mark.parametrize("number", POINTS)
def test_1_3_c_pass_bet_with_its_point_is_neither_removed_nor_reduced_nor_increased(number: int) -> None:
    table = point(number)
    table.refuses("remove pass", "1.3(c)", "once its point is set")
    table.refuses("reduce pass 5", "1.3(c)")
    table.refuses("increase pass 5", "1.2(a)1")
    table.refuses("pass 5", "1.2(a)1")


def test_1_3_c_come_bet_is_free_before_its_first_roll_and_locked_on_its_come_point() -> None:
    table = point(6).say("come 10", "reduce come 5", "increase come 10", "remove come", "come 10", by=2)
    table.roll(5)
    for line in ("remove come 5", "reduce come 5 5"):
        table.refuses(line, "1.3(c)", "(it is 5)", by=2)
    table.refuses(Action("increase", "come", 500, "5"), "1.2(a)3", by=2)
    table.roll(6)
    table.refuses("remove come 5", "1.3(c)", by=2)
    table.say("pass 10")
    assert table.roll(5)[2, "come", "5"] == 1000


def test_1_3_d_dont_pass_may_be_removed_or_reduced_at_any_time_but_not_replaced_or_increased() -> None:
    table = come_out().say("dont_pass 20", by=2)
    table.roll(6)
    table.say("reduce dont_pass 10", by=2)
    table.refuses("increase dont_pass 5", "1.3(d)", by=2)
    table.refuses("dont_pass 5", "1.3(d)", by=2)
    table.say("remove dont_pass", by=2)
    table.refuses("dont_pass 5", "1.2(a)2", by=2)
    assert table.up(2) == 0


def test_1_3_d_dont_come_may_be_removed_or_reduced_at_any_time_but_not_replaced_or_increased() -> None:
    table = point(6).say("dont_come 20", by=2)
    table.roll(5)
    table.say("reduce dont_come 5 10", by=2)
    for verb in ("make", "increase"):
        table.refuses(Action(verb, "dont_come", 500, "5"), "1.3(d)", by=2)
    table.say("remove dont_come 5", by=2)
    assert table.up(2) == 0
    table.say("dont_come 10", by=2)
    table.roll(9)
    assert table.lies("dont_come", "9", by=2) == 1000, "one that waits for its first roll is a new wager"


def test_1_3_d_a_dont_wager_for_the_next_come_out_roll_is_a_new_wager() -> None:
    table = come_out().say("dont_pass 10", by=2)
    table.roll(6)
    table.say("remove dont_pass", by=2)
    table.roll(6)
    table.say("dont_pass 20", "increase dont_pass 5", by=2)
    assert table.lies("dont_pass", by=2) == 2500


@pytest.mark.parametrize("verb", ["reduce", "remove"])
def test_1_3_d_before_its_first_roll_a_dont_wager_is_changed_freely(verb: str) -> None:
    table = come_out().say("dont_pass 10", "dont_pass 10", "reduce dont_pass 5", "increase dont_pass 5", by=2)
    table.say("remove dont_pass", "dont_pass 10", by=2)
    table = point(6).say("dont_come 10", "reduce dont_come 5", "increase dont_come 5", by=2)
    table.say("remove dont_come", "dont_come 10", by=2)
    assert table.lies("dont_come", by=2) == 1000


@pytest.mark.parametrize(("number", "laid", "halved"), [(4, 40, 20), (5, 30, 15), (6, 24, 12)])
def test_1_3_d_odds_are_returned_with_their_dont_wager(number: int, laid: int, halved: int) -> None:
    table = come_out().say("dont_pass 20", by=2)
    table.roll(number)
    table.say(f"dont_pass_odds {laid}", "reduce dont_pass 10", by=2)
    assert table.lies("dont_pass_odds", by=2) == halved * 100, "the excess over the new limit is returned"
    table.say("remove dont_pass", by=2)
    assert table.state.wagers_of(2) == ()
    assert table.up(2) == 0


def test_1_3_d_odds_returned_in_part_remain_payable() -> None:
    table = come_out().say("dont_pass 10", by=2)
    table.roll(5)
    table.say("dont_pass_odds 15", "reduce dont_pass 5", by=2)
    assert table.lies("dont_pass_odds", by=2) == 600, "7.50 is the limit, and multiples of 3 can be paid"
    assert table.roll(7) == {(1, "pass", ""): -1000, (2, "dont_pass", ""): 500, (2, "dont_pass_odds", ""): 400}


def test_1_3_d_dont_come_odds_are_returned_with_their_own_wager_only() -> None:
    table = point(6).say("dont_come 20", by=2)
    table.roll(5)
    table.say("dont_come 20", "dont_come_odds 5 30", by=2)
    table.roll(9)
    table.say("dont_come_odds 9 30", "remove dont_come 5", by=2)
    assert table.lies("dont_come_odds", "5", by=2) == 0
    assert table.lies("dont_come_odds", "9", by=2) == 3000
    table.say("reduce dont_come 9 18", by=2)
    assert table.lies("dont_come_odds", "9", by=2) == 300


def test_1_3_d_odds_within_the_limit_of_the_reduced_dont_wager_are_not_touched() -> None:
    table = come_out().say("dont_pass 20", by=2)
    table.roll(6)
    table.say("dont_pass_odds 12", "reduce dont_pass 10", by=2)
    assert table.lies("dont_pass_odds", by=2) == 1200
    changes = [step for step in table.seen if isinstance(step, Acted) and step.position == 2]
    assert [(step.action.verb, step.action.wager) for step in changes[-2:]] == [
        ("make", "dont_pass_odds"),
        ("reduce", "dont_pass"),
    ]


@pytest.mark.parametrize("flat", ["pass", "dont_pass", "come", "dont_come"])
def test_1_3_c_odds_may_be_changed_and_removed_at_any_time(flat: str) -> None:
    table, spot = supported(flat, 60, 6)
    stake = 30 if flat in ("pass", "come") else 36
    table.say(f"{flat}_odds {spot} {stake}", f"reduce {flat}_odds {spot} {stake // 3 if stake == 30 else 12}", by=2)
    table.say(f"remove {flat}_odds {spot}", f"{flat}_odds {spot} {stake}", by=2)
    assert table.lies(f"{flat}_odds", spot, by=2) == stake * 100


# ---- 1.3(e): on and off


@pytest.mark.parametrize("kind", sorted(ODDS))
def test_1_3_e_only_buy_place_to_win_come_odds_and_hardways_are_off_and_can_be_called_on(kind: str) -> None:
    if kind in ("come", "dont_come"):
        table, spot = point(6, offer_678=True).say(f"{kind} 10", by=2), "5"
        table.roll(5, 6)
        table.say("pass 10")
    else:
        table, spot = come_out(offer_678=True).say(f"{kind} {STAKES[kind]}", by=2), ""
    action = Action("on", kind, spot=spot)
    if kind in OFF_ON_COME_OUT:
        table.dealer.act(2, action)
        assert table.state.find(2, kind).on
        table.dealer.act(2, Action("off", kind))
        assert not table.state.find(2, kind).on
    else:
        table.refuses(action, "1.3(e)", "always on", by=2)
        table.refuses(Action("off", kind, spot=spot), "1.3(e)", "always on", by=2)


def test_1_3_e_no_wager_can_be_called_off_with_a_point() -> None:
    table = point(6).say("place_win_8 12", "hard_8 5", "buy_4 20", "come 10", by=2)
    table.roll(5)
    table.say("come_odds 5 10", by=2)
    for line in ("off place_win_8", "off hard_8", "off buy_4", "off come_odds 5", "on come_odds 5"):
        table.refuses(line, "1.3(e)", "remove it instead", by=2)


def test_1_3_e_a_call_is_for_one_wager_and_lasts_until_a_point_is_set() -> None:
    table = come_out().say("place_win_8 12", "place_win_6 12", "on place_win_8", by=2)
    for roll in (2, 3, 11):
        assert (2, "place_win_8", "") not in table.roll(roll)
        assert table.state.find(2, "place_win_8").on
        table.say("pass 10")
    table.throw("die_off_table")
    assert table.state.find(2, "place_win_8").on, "an invalid roll leaves it"
    assert table.roll(8) == {(2, "place_win_8", ""): 1400}
    assert not table.state.find(2, "place_win_8").on
    table.roll(8)
    table.say("pass 10")
    assert table.roll(7) == {(1, "pass", ""): 1000}, "off again on the next come-out roll"


def test_1_3_e_a_call_outlives_a_come_out_win_that_sets_no_point() -> None:
    table = come_out().say("place_lose_4 11", "place_win_8 12", "on place_win_8", by=2)
    assert table.roll(7) == {(1, "pass", ""): 1000, (2, "place_lose_4", ""): 500, (2, "place_win_8", ""): -1200}


@pytest.mark.parametrize("number", POINTS)
def test_1_3_e_come_odds_off_on_the_come_out_roll_are_returned_with_the_decision(number: int) -> None:
    up = 6 if number != 6 else 8
    table = point(up).say("come 10", by=2)
    table.roll(number)
    table.say(f"come_odds {number} 10", by=2)
    decides(table, "come_odds", number_or_seven(number, TRUE[number] * 10, -10), str(number))
    table.roll(up)
    table.say("pass 10")
    decides(table, "come_odds", number_or_seven(number, 0, 0), str(number))
    table.say(f"on come_odds {number}", by=2)
    decides(table, "come_odds", number_or_seven(number, TRUE[number] * 10, -10), str(number))


@pytest.mark.parametrize("number", POINTS)
def test_1_3_e_dont_come_odds_are_on_also_on_the_come_out_roll(number: int) -> None:
    up = 6 if number != 6 else 8
    table = point(up).say("dont_come 10", by=2)
    table.roll(number)
    laid = 10 * TRUE[number]
    table.say(f"dont_come_odds {number} {laid}", by=2)
    table.roll(up)
    table.say("pass 10").refuses(f"on dont_come_odds {number}", "1.3(e)", "always on", by=2)
    decides(table, "dont_come_odds", number_or_seven(number, -laid, 10), str(number))


# ---- 1.3(f): mini-craps


def test_1_3_f_mini_craps_has_nine_seats_and_wagers_are_for_the_seated() -> None:
    table = Table(players=9, variant="mini_craps")
    table.refuses(Action("sit", amount=10000, name="Ten"), says="positions 1 to 9", by=10)
    table.refuses("pass 10", says="sit down first", by=10)
    assert game_on(Layout.of("craps", DAY)).seats > 9


def test_1_3_f_a_player_with_a_wager_stays_seated_until_the_round_of_play_is_complete() -> None:
    table = point(6, variant="mini_craps").say("place_win_8 12", by=2)
    table.refuses("leave", "1.3(f)", "wagers on the layout", by=2)
    table.roll(7)
    table.say("leave", by=2)
    assert table.state.seat(2) is None


def test_1_3_f_applies_to_mini_craps_only() -> None:
    table = point(6).say("place_win_8 12", by=2)
    table.refuses("leave", says="wagers on the layout", by=2)


# ---- which wagers are open


def test_offers_are_exactly_the_allowed_wagers() -> None:
    tables = [come_out(), point(5), *(supported(flat, 5, number)[0] for flat in FLAT for number in POINTS)]
    tables += [come_out(limits=Limits(700, 50000)), Table(on=FIRE_DAY, players=2, offer_fire_bet=True)]
    for table in tables:
        offers = {(offer.wager, offer.spot): offer for offer in table.game.offers(table.state, 2)}
        for (kind, spot), offer in offers.items():
            assert table.dealer.allowed(2, Action("make", kind, offer.least, spot)), offer
            if offer.most is not None:
                assert table.dealer.allowed(2, Action("make", kind, offer.most, spot)), offer
                assert not table.dealer.allowed(2, Action("make", kind, offer.most + 100, spot)), offer
        for kind in table.game.layout.wagers:
            if (kind, "") not in offers and not kind.endswith("odds"):
                assert not table.dealer.allowed(2, Action("make", kind, 132000)), kind


FLAT = ("pass", "dont_pass", "come", "dont_come")

# ---- 1.4: odds


def test_1_4_a_odds_are_stated_with_to_never_for() -> None:
    with pytest.raises(ValueError, match='"to", never "for"'):
        Layout.of("craps", DAY, odds={"field.12": "4 for 1"})


LEAST = {
    **dict.fromkeys(("pass", "dont_pass", "come", "dont_come", "field.other", "six_seven_eight.other"), "1 to 1"),
    **{f"place_win_{number}": odds.replace("/", " to ") for number, odds in PLACE_WIN.items()},
    **{f"place_lose_{number}": odds.replace("/", " to ") for number, odds in PLACE_LOSE.items()},
    **{f"hard_{number}": f"{odds} to 1" for number, odds in HARD.items()},
    **{f"hop_{hop}": "30 to 1" if hop[0] == hop[1] else "15 to 1" for hop in HOPS},
    "field.2": "2 to 1",
    "field.12": "2 to 1",
    "any_seven": "4 to 1",
    "any_craps": "7 to 1",
    "craps_two": "30 to 1",
    "craps_three": "15 to 1",
    "craps_twelve": "30 to 1",
    "eleven": "15 to 1",
    "six_seven_eight.hard": "2 to 1",
}
"""The whole table in 1.4(b)."""


@pytest.mark.parametrize("key", LEAST)
def test_1_4_b_odds_are_at_least_the_listed_ones_and_may_be_higher(key: str) -> None:
    wager, _, outcome = key.partition(".")
    assert str(Layout.of("craps", DAY).odds(wager, outcome)) == LEAST[key]
    win, stake = map(int, LEAST[key].split(" to "))
    with pytest.raises(Unlawful, match=r"1\.4\(b\)"):
        Layout.of("craps", DAY, odds={key: f"{2 * win - 1} to {2 * stake}"})
    raised = Layout.of("craps", DAY, odds={key: f"{2 * win + 1} to {2 * stake}"})
    assert raised.odds(wager, outcome).ratio > Fraction(win, stake)


@pytest.mark.parametrize(
    "key", ["pass_odds.4", "dont_come_odds.6", "buy_4", "lay_10", "horn", "c_and_e", "whirl", "horn_high_2"]
)
def test_1_5_and_1_6_true_odds_cannot_be_changed(key: str) -> None:
    for odds in ("1 to 100", "100 to 1"):
        with pytest.raises(ValueError, match=key.split(".")[0]):
            Layout.of("craps", DAY, odds={key: odds})


def test_1_4_b_higher_odds_are_paid() -> None:
    table = come_out(odds={"pass": "3 to 2", "field.12": "3 to 1", "craps_twelve": "33 to 1", "eleven": "16 to 1"})
    table.say("pass 10", "field 5", "craps_twelve 1", "horn 4", "c_and_e 2", by=2)
    settled = table.roll(12)
    assert {kind: cents // 100 for (by, kind, _), cents in settled.items() if by == 2} == {
        "pass": -10,
        "field": 15,
        "craps_twelve": 33,
        "horn": 30,
        "c_and_e": 6,
    }
    assert table.say("pass 10", "c_and_e 2", by=2).roll(11) == {(2, "pass", ""): 1500, (2, "c_and_e", ""): 1500}


def multiple(kind: str, chip: Fraction) -> Fraction:
    """Compute the least amount under 1.4(e) independently: every part's stake and winnings must be whole chips."""
    shares = {"c_and_e": (1, 1), "horn": (1, 1, 1, 1), "whirl": (1, 1, 1, 1, 1)}.get(kind, (1,))
    shares = (2, 1, 1, 1) if kind.startswith("horn_high") else shares
    ratios = ODDS.get(kind, [Fraction(1)])
    units = lcm(*(odds.denominator for odds in ratios))
    return chip * units * sum(shares)


EVERY = [*ODDS, "c_and_e", "horn", "whirl", *(f"horn_high_{high}" for high in SINGLE)]


@pytest.mark.parametrize("kind", EVERY)
def test_1_4_e_amounts_that_cannot_be_paid_are_not_accepted(kind: str) -> None:
    assert multiple(kind, Fraction(1)) == WHOLE.get(kind, 1), "the sheet's column and the text agree"
    for chip in ("0.25", "0.50", "1", "5"):
        for area in ("split", "area"):
            table = chips(chip, area, point_up="come" in kind)
            step = multiple(kind, Fraction(chip)) * 100
            assert step.denominator == 1
            for cents in (
                25,
                50,
                100,
                200,
                300,
                400,
                500,
                600,
                700,
                800,
                1000,
                1100,
                1200,
                2500,
                3000,
                5500,
                int(step),
            ):
                answer = table.dealer.allowed(2, Action("make", kind, cents))
                assert answer.ok == (cents % step == 0), (kind, chip, cents, answer)
                if not answer:
                    assert answer.section == "1.4(e)"


_CHIPS: dict[tuple[str, str, bool], Table] = {}


def chips(chip: str, area: str, point_up: bool) -> Table:
    """Return a table with this smallest chip, where position 2 has no wager yet."""
    if (chip, area, point_up) not in _CHIPS:
        value = read_option("smallest_chip", chip)
        make = point if point_up else come_out
        options = {"smallest_chip": value, "horn_high_area": area, "offer_678": True}
        table = Table(players=2, **options).say(f"pass {max(10, int(value))}")
        if make is point:
            table.roll(6)
        _CHIPS[chip, area, point_up] = table
    return _CHIPS[chip, area, point_up]


@pytest.mark.parametrize(("number", "take", "lay"), [(4, 1, 2), (5, 2, 3), (6, 5, 6), (8, 5, 6), (9, 2, 3), (10, 1, 2)])
def test_1_4_e_supplemental_odds_must_be_payable_too(number: int, take: int, lay: int) -> None:
    for flat, step in (("pass", take), ("come", take), ("dont_pass", lay), ("dont_come", lay)):
        table, spot = supported(flat, 60, number)
        for amount in range(1, 61):
            answer = table.dealer.allowed(2, Action("make", f"{flat}_odds", amount * 100, spot))
            assert answer.ok == (amount % step == 0), (flat, number, amount, answer)


def test_1_4_e_it_is_the_whole_amount_after_a_change_that_must_be_payable() -> None:
    table = point(5).say("place_win_6 12", "increase place_win_6 6", by=2)
    table.refuses("increase place_win_6 5", "1.4(e)", "multiple of $6", by=2)
    table.refuses("reduce place_win_6 5", "1.4(e)", by=2)
    table.say("reduce place_win_6 12", by=2)
    table.say("horn 4", by=2).refuses("reduce horn 2", "1.4(e)", by=2)
    table.refuses("whirl 7", "1.4(e)", "multiple of $5", by=2)


def test_1_4_e_a_horn_high_bet_that_is_broken_down_must_be_payable_in_its_parts() -> None:
    odds = {"eleven": "31 to 2"}
    split, area = (come_out(odds=odds, horn_high_area=value) for value in ("split", "area"))
    split.refuses("horn_high_11 5", "1.4(e)", "$4 on Horn Bet", by=2)
    area.say("horn_high_11 5", by=2)
    assert area.roll(11)[2, "horn_high_11", ""] == (31 - 3) * 100
    split.say("horn_high_11 10", by=2)
    assert split.roll(11) == {(1, "pass", ""): 1000, (2, "horn", ""): 2500, (2, "eleven", ""): 3100}


# ---- 1.5: the vigorish


@pytest.mark.parametrize("number", POINTS)
def test_1_5_a_buy_bet_is_paid_true_odds_and_is_off_on_the_come_out_roll(number: int) -> None:
    waits(f"buy_{number}", 60, number_or_seven(number, TRUE[number] * 60, -60), off=True)


@pytest.mark.parametrize("number", POINTS)
def test_1_5_b_lay_bet_is_paid_true_odds_and_is_on_also_on_the_come_out_roll(number: int) -> None:
    waits(f"lay_{number}", 60, number_or_seven(number, -60, 60 / TRUE[number]), off=False)


@pytest.mark.parametrize("rate", ["0", "0.01", "0.025", "0.04", "0.05"])
@pytest.mark.parametrize("timing", ["when_made", "on_win"])
@pytest.mark.parametrize("rounding", ["none", "down_to_chip"])
@pytest.mark.parametrize("kind", ["buy_4", "lay_6"])
def test_1_5_percentage_of_the_amount_wagered_both_timings_both_roundings(
    kind: str, rounding: str, timing: str, rate: str
) -> None:
    for stake in (6, 18, 24, 30, 36, 402):
        table = point(5, vig_rate=rate_of(rate), vig_timing=timing, vig_rounding=rounding)
        table.say(f"{kind} {stake}", by=2)
        exact = Fraction(rate) * stake
        vig = int(exact) * 100 if rounding == "down_to_chip" else int(exact * 100)
        made = vig if timing == "when_made" else 0
        assert table.up(2) == -made
        assert vig <= exact * 100, "five percent is a ceiling"
        wins, loses = (4, 7) if kind == "buy_4" else (7, 6)
        winnings = stake * 200 if kind == "buy_4" else stake * 500 // 6
        for faces, (_, end) in table.every_roll().items():
            worth = end.rack(2) + sum(wager.amount for wager in end.wagers_of(2)) - end.seat(2).bought_in
            if sum(faces) == wins:
                assert worth == winnings - vig - made, "when made: the stake that stays up pays vigorish again"
            elif sum(faces) == loses:
                assert worth == -stake * 100 - made
            else:
                assert worth == -made


def rate_of(text: str) -> Any:
    return read_option("vig_rate", text)


def test_1_5_percentage_is_at_most_five_percent() -> None:
    with pytest.raises(Unlawful, match=r"1\.5\(a\)"):
        Layout.of("craps", DAY, {"vig_rate": rate_of("0.05") + rate_of("0.01")})


def test_1_5_percentage_on_winning_bets_only_since_2007_06_04() -> None:
    with pytest.raises(Unlawful, match="vig_timing"):
        Layout.of("craps", date(2007, 6, 3), {"vig_timing": "on_win"})
    table = point(5, on=date(2007, 6, 4), vig_timing="on_win").say("buy_4 20", by=2)
    assert table.up(2) == 0
    table.roll(4)
    assert table.up(2) == 3900


def test_1_5_percentage_is_returned_in_proportion_when_a_bet_is_reduced_or_removed() -> None:
    table = point(5).say("buy_4 20", by=2)
    assert table.up(2) == -100
    table.say("reduce buy_4 15", by=2)
    assert table.up(2) == -25
    table.say("increase buy_4 35", by=2)
    assert table.up(2) == -200
    table.say("remove buy_4", by=2)
    assert table.up(2) == 0


def test_1_5_vigorish_rounded_to_chips_is_that_of_the_whole_bet_after_every_change() -> None:
    table = point(5, vig_rounding="down_to_chip").say("buy_4 19", by=2)
    assert table.up(2) == 0
    for line, paid in (("increase buy_4 1", 100), ("increase buy_4 19", 100), ("increase buy_4 1", 200)):
        table.say(line, by=2)
        assert table.up(2) == -paid
    table.say("reduce buy_4 1", by=2)
    assert table.up(2) == -100
    table.say("remove buy_4", by=2)
    assert table.up(2) == 0


def test_1_5_renewed_vigorish_is_returned_if_the_bet_is_withdrawn_after_a_win() -> None:
    table = point(5).say("buy_4 20", by=2)
    table.roll(4)
    assert table.up(2) == 4000 - 100 - 100
    table.say("remove buy_4", by=2)
    assert table.up(2) == 3900


def test_1_5_percentage_counts_against_the_bankroll() -> None:
    table = Table(players=2, bankroll=2000).say("pass 10")
    table.refuses("buy_4 20", says="with its percentage, $21", by=2)
    table.say("buy_4 19", by=2)


def test_1_5_a_buy_bets_are_at_the_licensees_option() -> None:
    come_out(offer_buy=False).refuses("buy_4 20", "1.5(a)", "offer_buy = true")


@pytest.mark.parametrize(
    ("offer", "lay", "place"), [("in_addition", True, True), ("in_lieu", True, False), ("none", False, True)]
)
def test_1_5_b_lay_bets_are_in_addition_to_or_in_lieu_of_place_bets_to_lose(offer: str, lay: bool, place: bool) -> None:
    offered = Layout.of("craps", DAY, {"offer_lay": offer}).wagers
    assert all((f"lay_{number}" in offered) == lay for number in POINTS)
    assert all((f"place_lose_{number}" in offered) == place for number in POINTS)


@pytest.mark.parametrize("kind", [kind for kind in EVERY if not kind.startswith(("buy", "lay"))])
def test_1_5_c_no_percentage_on_any_other_wager(kind: str) -> None:
    table = (point if "come" in kind else come_out)(offer_678=True)
    table.say(f"{kind} 1320", by=2)
    assert table.up(2) == 0


# ---- 1.6: supplemental wagers


def supported(flat: str, amount: int, number: int, **options: Any) -> tuple[Table, str]:
    """Return a table where position 2 has a flat wager on a point, and the spot for its odds."""
    if flat in ("pass", "dont_pass"):
        table = come_out(**options).say(f"{flat} {amount}", by=2)
        table.roll(number)
        return table, ""
    table = point(6 if number != 6 else 8, **options).say(f"{flat} {amount}", by=2)
    table.roll(number)
    return table, str(number)


TIMES = {"1x": 1, "2x": 2, "3x": 3, "5x": 5, "10x": 10, "20x": 20, "100x": 100, "7x": 7}
THREE_FOUR_FIVE = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}


@pytest.mark.parametrize("number", POINTS)
@pytest.mark.parametrize("flat", ["pass", "come", "dont_pass", "dont_come"])
def test_1_6_a_to_d_odds_are_a_right_up_to_the_licensees_limit_on_every_point(flat: str, number: int) -> None:
    right = flat in ("pass", "come")
    for limit in (*TIMES, "3-4-5x"):
        option = {"max_odds_pass" if right else "max_odds_dont": limit}
        table, spot = supported(flat, 30, number, **option)
        times = TIMES.get(limit) or THREE_FOUR_FIVE[number]
        most = 30 * times if right else 30 * times * TRUE[number]
        step = {4: 1, 5: 2, 6: 5}[min(number, 14 - number)] if right else {4: 2, 5: 3, 6: 6}[min(number, 14 - number)]
        section = {"pass": "1.6(a)", "dont_pass": "1.6(b)", "come": "1.6(c)", "dont_come": "1.6(d)"}[flat]
        kind = f"{flat}_odds"
        table.refuses(Action("make", kind, int(most + step) * 100, spot), section, limit, by=2)
        table.say(f"{kind} {spot} {most}", by=2)
        table.refuses(Action("increase", kind, step * 100, spot), section, by=2)
        wins = most * TRUE[number] if right else most / TRUE[number]
        expected = number_or_seven(number, wins, -most) if right else number_or_seven(number, -most, wins)
        decides(table, kind, expected, spot)
        if not right and limit == "3-4-5x":
            assert most == 6 * 30, "laying to win 3, 4, 5 times means laying 6 times on every point"


def test_1_6_a_limit_of_two_and_a_half_times_the_flat_wager() -> None:
    table, _ = supported("pass", 30, 6, max_odds_pass="2.5x")
    table.refuses("pass_odds 80", "1.6(a)", "2.5x", by=2)
    table.say("pass_odds 75", by=2)


@pytest.mark.parametrize("limit", ["0x", "0.5x", "0.99x", "none", "x"])
def test_1_6_no_limit_below_the_flat_wager(limit: str) -> None:
    for option in ("max_odds_pass", "max_odds_dont"):
        with pytest.raises(Unlawful, match=r"1\.6"):
            Layout.of("craps", DAY, {option: limit})


@pytest.mark.parametrize("flat", ["pass", "dont_pass"])
def test_1_6_a_and_b_odds_need_a_flat_wager_with_its_point(flat: str) -> None:
    section = {"pass": "1.6(a)", "dont_pass": "1.6(b)"}[flat]
    come_out().say(f"{flat} 10", by=2).refuses(f"{flat}_odds 10", section, by=2)
    point(6).refuses(f"{flat}_odds 6", section, by=2)


@pytest.mark.parametrize("flat", ["come", "dont_come"])
def test_1_6_c_and_d_odds_need_a_come_wager_on_that_number(flat: str) -> None:
    section = {"come": "1.6(c)", "dont_come": "1.6(d)"}[flat]
    table = point(6).say(f"{flat} 10", by=2)
    table.refuses(f"{flat}_odds 10", section, by=2)
    table.roll(5)
    table.refuses(f"{flat}_odds 9 6", section, "there is one on 5", by=2)
    table.refuses(f"{flat}_odds 6", section, "there is one on 5", by=2)
    table.say(f"{flat}_odds 5 6", by=2)


def test_1_6_c_refused_come_odds_name_the_numbers_of_the_come_bets_only() -> None:
    table = point(6).say("come 10", by=2)
    table.roll(5)
    table.say("dont_come 10", by=2)
    table.roll(9)
    table.refuses("come_odds 9 6", "1.6(c)", "there is one on 5 (", by=2)


def test_1_6_c_come_odds_may_be_made_before_a_come_out_roll_too() -> None:
    table = point(6).say("come 10", by=2)
    table.roll(5, 6)
    table.say("come_odds 5 10", by=2)
    assert table.lies("come_odds", "5", by=2) == 1000


def test_1_6_odds_are_not_bound_by_the_posted_minimum() -> None:
    table = point(4, limits=Limits(minimum=1000, maximum=50000)).say("come 10", by=2)
    table.roll(5)
    table.say("come_odds 5 2", by=2)
    table.refuses("field 5", "8.2", "$10 to $500", by=2)
    table.refuses("field 501", "8.2", "$10 to $500", by=2)


# ---- 1.7, 1.11: the shooter


def shooters(table: Table, *answers: str) -> list[int]:
    """Return the positions that are offered the dice, given their answers."""
    asked = []
    for answer in answers:
        ask = table.dealer.ask
        assert isinstance(ask, AskDecision)
        asked.append(ask.position)
        table.dealer.decide(answer)
    return asked


def test_1_7_dice_are_offered_from_the_left_of_the_boxperson_clockwise_until_one_accepts() -> None:
    table = Table(players=4)
    table.dealer.close()
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.section == "1.7"
    assert shooters(table, "decline", "decline", "accept") == [1, 2, 3]
    assert table.state.shooter == 3


def test_1_8_shooter_makes_a_pass_or_dont_pass_bet_or_gives_up_the_dice() -> None:
    table = Table(players=3).say("field 5").say("dont_pass 10", by=2)
    table.dealer.close()
    assert shooters(table, "accept") == [1]
    table.dealer.close()
    assert shooters(table, "accept") == [2]
    assert table.state.shooter == 2
    assert table.roll(4) == {(1, "field", ""): 500}
    table.say("remove dont_pass", by=2)
    table.roll(5)
    assert table.state.shooter == 2, "removing a don't pass wager later does not take the dice away"


def test_1_11_a_loser_7_passes_the_dice_to_the_left_and_no_other_roll_does() -> None:
    table = Table(players=3)
    for roll in (2, 3, 7, 11, 12, 6):
        table.say("pass 10")
        table.roll(roll)
        assert table.state.shooter == 1
    table.roll(5, 9, 6)
    table.say("pass 10")
    table.roll(10)
    table.roll(7)
    assert "1.11(a)" in [step.section for step in table.seen if isinstance(step, Said)]
    assert shooters(table, "decline", "accept") == [2, 3]
    table.say("pass 10", by=3)
    table.roll(8, 7)
    assert shooters(table, "decline", "decline", "accept") == [1, 2, 3], "clockwise around the table"


@pytest.mark.parametrize("number", [0, *POINTS])
def test_1_11_c_shooter_may_pass_the_dice_and_points_and_wagers_stay(number: int) -> None:
    table = come_out(players=3).say("pass 10", "place_win_8 12", by=2)
    table.roll(11)
    table.say("pass 10").say("pass 10", by=2)
    if number:
        table.roll(number)
        table.say("come 10", by=3)
    before = (table.state.point, table.state.wagers)
    table.say("pass dice")
    assert (table.state.point, table.state.wagers) == before
    table.dealer.close()
    assert shooters(table, "decline", "decline", "decline") == [2, 3, 1]
    table.dealer.close()
    assert shooters(table, "accept") == [2]
    table.air()
    assert table.state.shooter == 2
    assert (table.state.point, table.state.wagers) == before


@pytest.mark.parametrize(
    ("options", "person"),
    [
        ({}, "stickperson"),
        ({"variant": "mini_craps"}, "dealer"),
        ({"variant": "mini_craps", "mini_craps_stickperson": True}, "stickperson"),
    ],
)
def test_1_11_d_the_rest_of_the_set_goes_back_to_the_cup(options: dict[str, Any], person: str) -> None:
    game = Craps(Layout.of("craps", on=date(2008, 6, 1), options=options))
    assert game.taken().endswith(f"3 go back to the {person}'s cup.")


def test_1_11_c_only_the_shooter_passes_the_dice() -> None:
    table = point(6)
    table.refuses("pass dice", "1.11(c)", "only the shooter", by=2)


@pytest.mark.parametrize("event", ["shooter_removed", "dice_passed"])
@pytest.mark.parametrize("in_air", [False, True])
def test_1_11_a_and_c_dice_are_passed_by_order_or_by_choice_and_wagers_stay(event: str, in_air: bool) -> None:
    table = point(6, players=3).say("place_win_8 12", by=2)
    before = (table.state.point, table.state.wagers)
    if in_air:
        table.throw(event)
    else:
        table.dealer.throw(event)
        table.dealer.close()
    assert shooters(table, "accept") == [2]
    assert (table.state.point, table.state.wagers) == before
    assert table.roll(8)[2, "place_win_8", ""] == 1400
    assert table.state.shooter == 2


def test_1_11_d_first_to_accept_is_the_shooter_until_a_loser_7() -> None:
    table = Table(players=2)
    table.dealer.close()
    shooters(table, "decline", "accept")
    said = [step for step in table.seen if step.section == "1.11(d)"]
    assert len(said) == 1
    table.say("pass 10", by=2)
    table.roll(11)
    assert table.state.shooter == 2


def test_1_11_c_nobody_accepts_the_dice_so_there_is_no_roll_and_wagers_stay() -> None:
    table = point(6, players=2).say("place_win_8 12", by=2)
    table.say("pass dice")
    before = table.state.wagers
    table.dealer.close()
    rounds = table.dealer.state.rounds
    assert isinstance(table.dealer.ask, AskDecision)
    assert table.dealer.ask.section == "1.11(c)"
    assert shooters(table, "decline", "decline") == [2, 1]
    assert isinstance(table.dealer.ask, AskWagers)
    table.dealer.act(2, Action("remove", "place_win_8"))
    table.dealer.close()
    assert table.dealer.state.rounds == rounds + 1
    assert table.dealer.state.last == MAKES[6], "no roll"
    assert table.dealer.state.point == 6
    assert table.dealer.state.wagers == before[:1]
    assert shooters(table, "accept") == [2], "the next round offers the dice again"


def test_1_11_c_shooter_who_leaves_gives_up_the_dice() -> None:
    table = Table(players=3).say("dont_pass 10")
    table.roll(6)
    table.say("remove dont_pass", "leave")
    assert table.state.shooter == 0
    assert table.state.point == 6
    table.dealer.close()
    assert shooters(table, "accept") == [2]


def test_an_empty_table_waits() -> None:
    table = Table(players=1).say("leave")
    assert table.state.chips == table.state.bought_in == 0
    table.dealer.close()
    assert isinstance(table.dealer.ask, AskWagers)
    table.dealer.act(5, Action("sit", amount=10000, name="Eve"))
    table.say("pass 10", by=5)
    assert table.roll(7) == {(5, "pass", ""): 1000}


# ---- 1.8, 1.9: the throw

NO_ROLL = ["die_off_table", "dice_stacked", "improper_throw", "truly_cocked_die", "face_disputed_rethrow"]
STANDS = ["dice_on_chips", "cocked_die", "face_disputed"]


@pytest.mark.parametrize("event", NO_ROLL)
@pytest.mark.parametrize("number", [0, 6])
def test_1_9_invalid_roll_decides_nothing_and_is_thrown_again(event: str, number: int) -> None:
    table = come_out()
    table.roll(11)
    table.say("pass 10").say("field 5", "place_win_8 12", "hard_8 5", by=2)
    if number:
        table.roll(number)
        table.say("field 5", "come 10", by=2)
    else:
        table.say("on hard_8", by=2)
    before = table.state
    table.throw(event)
    assert table.state == before, "every wager stays as it is, On calls too"
    assert isinstance(table.dealer.ask, AskWagers)
    table.say("remove field", "increase place_win_8 6", by=2)
    assert table.state.shooter == 1
    table.throw(event)
    assert table.lies("place_win_8", by=2) == 1800
    assert (2, "field", "") not in table.roll("4-4")
    assert not table.lies("come", by=2)


def test_1_9_many_invalid_rolls_in_one_round() -> None:
    table = come_out()
    rounds = table.dealer.state.rounds
    for event in NO_ROLL * 3:
        table.throw(event)
    assert table.dealer.state.rounds == rounds
    assert table.roll(7) == {(1, "pass", ""): 1000}


@pytest.mark.parametrize("event", STANDS)
def test_1_9_roll_on_chips_or_with_a_leaning_die_or_a_face_decided_is_valid(event: str) -> None:
    table = come_out().say("field 5", by=2)
    table.throw(event)
    assert isinstance(table.dealer.ask, AskDice), "the dice are read, not thrown again"
    assert table.roll("6-5") == {(1, "pass", ""): 1000, (2, "field", ""): 500}


def test_1_3_a_unconfirmed_late_wager_is_announced_as_not_accepted() -> None:
    table = come_out().throw("late_wager_unconfirmed")
    assert any(step.section == "1.3(a)" and "not accepted" in getattr(step, "text", "") for step in table.seen)
    assert isinstance(table.dealer.ask, AskDice)


def test_1_10_a_leaning_die_is_read_and_a_truly_cocked_one_thrown_again_under_the_section_of_the_call() -> None:
    for event in ("cocked_die", "truly_cocked_die"):
        said = come_out().throw(event).seen[-2:]
        assert "1.10" in {step.section for step in said}, event


def test_1_3_d_dont_wager_is_withdrawn_under_its_own_paragraph() -> None:
    table = come_out().say("dont_pass 10", "field 10", by=2)
    table.say("reduce dont_pass 5", "remove dont_pass", "remove field", by=2)
    down = [(step.action.wager, step.section) for step in table.seen if isinstance(step, Acted)][-3:]
    assert down == [("dont_pass", "1.3(d)"), ("dont_pass", "1.3(d)"), ("field", "1.3(c)")]


def test_1_9_every_irregularity_of_the_fact_sheet_is_known_and_others_are_refused() -> None:
    table = come_out().air()
    others = ["late_wager_unconfirmed", "unpayable_wager", "shooter_removed", "dice_passed"]
    assert set(table.game.layout.irregularities) == {*NO_ROLL, *STANDS, *others}
    before = list(table.tape)
    with pytest.raises(Refused, match="use one of: die_off_table"):
        table.dealer.throw("earthquake")
    assert table.tape == before


# ---- 1.10: settlement


@pytest.mark.parametrize(
    ("up", "roll", "called"),
    [
        (0, "6-5", "6-5: 11 on the come-out roll."),
        (0, "1-1", "1-1: 2 on the come-out roll."),
        (0, "4-4", "4-4: 8 the hard way on the come-out roll; the point is 8."),
        (0, "3-1", "3-1: 4 on the come-out roll; the point is 4."),
        (8, "5-3", "5-3: 8; the point is made."),
        (8, "4-4", "4-4: 8 the hard way; the point is made."),
        (8, "5-2", "5-2: 7; seven out."),
        (8, "6-6", "6-6: 12."),
        (8, "2-2", "2-2: 4 the hard way."),
    ],
)
def test_1_10_the_sum_of_the_uppermost_faces_is_called(up: int, roll: str, called: str) -> None:
    table = point(up) if up else come_out()
    table.roll(roll)
    said = next(step for step in table.seen if isinstance(step, Said))
    assert (said.section, said.text) == ("1.10", called)


def test_1_10_all_wagers_are_settled_by_the_same_roll_and_a_come_bet_is_paid_before_another_moves_there() -> None:
    table = point(8).say("come 10", by=2)
    table.roll(5)
    table.say("come_odds 5 10", "come 20", "dont_come 10", by=2)
    assert table.roll(5) == {(2, "come", "5"): 1000, (2, "come_odds", "5"): 1500}
    assert table.lies("come", "5", by=2) == 2000
    assert table.lies("dont_come", "5", by=2) == 1000
    assert table.lies("come_odds", "5", by=2) == 0


def test_1_10_come_bets_of_one_player_on_every_number_at_once() -> None:
    table = point(6)
    for number in (4, 5, 8, 9, 10):
        table.say("come 10", "dont_come 10", by=2)
        table.roll(number)
    assert sorted(wager.spot for wager in table.state.wagers_of(2)) == sorted(["4", "5", "8", "9", "10"] * 2)
    settled = table.roll(7)
    assert sum(settled.values()) == -1000, "the pass bet; the come and don't come bets balance"
    assert table.state.wagers == ()


def test_1_10_after_a_win_line_odds_and_one_roll_wagers_are_returned_and_numbers_stay() -> None:
    table = come_out().say("pass 10", by=2)
    table.roll(8)
    table.say("pass_odds 10", "place_win_8 12", "buy_8 20", "hard_8 5", "field 5", by=2)
    table.roll("4-4")
    assert {wager.kind: wager.amount for wager in table.state.wagers_of(2)} == {
        "place_win_8": 1200,
        "buy_8": 2000,
        "hard_8": 500,
    }


def test_many_players_are_settled_independently() -> None:
    table = Table(players=20)
    for number in range(1, 21):
        table.say(f"{'pass' if number % 2 else 'dont_pass'} {number}", by=number)
    table.roll(4)
    for number in range(1, 21):
        odds = f"pass_odds {number}" if number % 2 else f"dont_pass_odds {number * 2}"
        table.say(odds, f"field {number}", "place_win_4 5", by=number)
    settled = table.roll(4)
    for number in range(1, 21):
        flat = number * (1 + 2) if number % 2 else -number - 2 * number
        assert sum(net for (by, _, _), net in settled.items() if by == number) == (flat + number + 9) * 100
        assert table.up(number) == (flat + number + 9) * 100


# ---- 1.12: the fire bet


def fire(table_name: str = "A", players: int = 3, **more: Any) -> Table:
    return Table(on=FIRE_DAY, players=players, offer_fire_bet=True, fire_pay_table=table_name, **more)


def make_points(table: Table, *numbers: int, by: int = 1) -> dict[tuple[int, str, str], int]:
    settled: dict[tuple[int, str, str], int] = {}
    for number in numbers:
        table.say("pass 10", by=by)
        table.roll(number)
        settled = table.roll(number)
    return settled


FIRE_PAYS = {"A": {4: 24, 5: 249, 6: 999}, "B": {4: 10, 5: 200, 6: 2000}, "C": {3: 6, 4: 29, 5: 149, 6: 299}}


@pytest.mark.parametrize("name", FIRE_PAYS)
@pytest.mark.parametrize("made", range(6))
def test_1_12_fire_bet_is_paid_at_the_loser_7_for_the_highest_step_reached(name: str, made: int) -> None:
    table = fire(name).say("fire_bet 5", by=2)
    make_points(table, *POINTS[:made])
    table.say("pass 10")
    table.roll(POINTS[0])
    assert table.roll(7)[2, "fire_bet", ""] == FIRE_PAYS[name].get(made, -1) * 500


@pytest.mark.parametrize("name", FIRE_PAYS)
def test_1_12_sixth_different_point_pays_at_once_and_ends_the_bet(name: str) -> None:
    table = fire(name).say("fire_bet 5", by=2)
    assert (2, "fire_bet", "") not in make_points(table, *POINTS[:5])
    assert make_points(table, POINTS[5])[2, "fire_bet", ""] == FIRE_PAYS[name][6] * 500
    assert not table.lies("fire_bet", by=2)
    for by in (1, 2):
        table.refuses("fire_bet 5", "1.12", by=by)
    table.say("pass dice")
    table.wagers()
    table.refuses("fire_bet 5", "1.12", "after a loser 7", by=2)
    table.say("pass 10", by=2)
    table.roll(4, 7)
    table.say("fire_bet 5", by=2)
    assert table.lies("fire_bet", by=2) == 500


def test_1_12_points_made_again_and_come_out_rolls_do_not_count() -> None:
    table = fire().say("fire_bet 5", by=2)
    make_points(table, 6, 6, 8, 8, 5)
    for roll in (7, 11, 2, 3, 12):
        table.say("pass 10")
        assert (2, "fire_bet", "") not in table.roll(roll)
    assert table.state.find(2, "fire_bet").marks == (6, 8, 5)
    table.say("pass 10")
    table.roll(4)
    assert table.roll(7)[2, "fire_bet", ""] == -500


def test_1_12_come_points_do_not_count() -> None:
    table = fire().say("fire_bet 5", by=2).say("pass 10")
    table.roll(6)
    table.say("come 10")
    table.roll(8)
    table.roll(8)
    assert table.state.find(2, "fire_bet").marks == ()


@pytest.mark.parametrize("first", [2, 3, 7, 11, 12, 6])
def test_1_12_made_and_changed_only_before_a_new_shooters_first_come_out_roll(first: int) -> None:
    table = fire().say("fire_bet 5", "increase fire_bet 2", "reduce fire_bet 1", "remove fire_bet", "fire_bet 5", by=2)
    table.say("pass 10")
    table.roll(first)
    for line in ("fire_bet 5", "increase fire_bet 1", "reduce fire_bet 1", "remove fire_bet"):
        table.refuses(line, "1.12", "before a new shooter's first come-out roll", by=2)
    table.refuses("fire_bet 5", "1.12", by=3)
    table.refuses("on fire_bet", "1.3(e)", by=2)
    if first == 6:
        table.roll(7)
        table.say("fire_bet 5", by=3)


def test_1_12_invalid_first_come_out_roll_leaves_the_fire_bet_open() -> None:
    table = fire().say("pass 10").throw("die_off_table")
    table.say("fire_bet 5", by=2)


@pytest.mark.parametrize("with_point", [False, True])
def test_1_12_stays_with_the_next_shooter_if_the_dice_are_passed(with_point: bool) -> None:
    table = fire().say("fire_bet 5", by=2)
    make_points(table, 6, 8)
    if with_point:
        table.say("pass 10")
        table.roll(5)
    table.say("pass dice")
    for line in ("increase fire_bet 1", "remove fire_bet"):
        table.refuses(line, "1.12", by=2)
    if with_point:
        table.refuses("fire_bet 5", "1.12", by=3)
        table.roll(5)
        make_points(table, 9, by=2)
    else:
        table.say("fire_bet 5", by=3)
        make_points(table, 5, 9, by=2)
    assert table.state.find(2, "fire_bet").marks == (6, 8, 5, 9)
    if not with_point:
        assert table.state.find(3, "fire_bet").marks == (5, 9)
    table.say("pass 10", by=2)
    table.roll(4)
    assert table.roll(7)[2, "fire_bet", ""] == 24 * 500


def test_1_12_fire_bets_of_several_players_are_separate() -> None:
    table = fire("C", players=4).say("fire_bet 5", by=2).say("fire_bet 1", by=3).say("fire_bet 2", by=1)
    make_points(table, 4, 5, 6)
    table.say("pass 10")
    table.roll(8)
    settled = table.roll(7)
    assert [settled[by, "fire_bet", ""] for by in (1, 2, 3)] == [1200, 3000, 600]


def test_1_12_one_fire_bet_a_position() -> None:
    table = fire()
    table.refuses(Action("make", "fire_bet", 500, "6"), "1.12", by=2)
    table.refuses(Action("make", "fire_bet", 500, "second"), "1.12", by=2)


def test_1_12_own_maximum() -> None:
    table = fire(limits=Limits(1000, 100000, by_wager={"fire_bet": (100, 500)}))
    table.refuses("fire_bet 6", "8.2", "$1 to $5", by=2)
    table.say("fire_bet 1", by=2)


def test_1_12_not_at_mini_craps_and_not_unless_elected() -> None:
    with pytest.raises(Unlawful, match="craps tables only"):
        Layout.of("craps", FIRE_DAY, {"variant": "mini_craps", "offer_fire_bet": True})
    Table(on=FIRE_DAY).refuses("fire_bet 5", "1.12", "offer_fire_bet = true")


# ---- mini-craps is the same game


def test_mini_craps_pays_the_same_wagers_the_same() -> None:
    big, small = (come_out(variant=variant, offer_678=True, bankroll=10**8) for variant in ("craps", "mini_craps"))
    assert set(big.game.layout.wagers) == set(small.game.layout.wagers)
    for table in (big, small):
        for kind in EVERY:
            if "come" not in kind:
                table.say(f"{kind} 1320", by=2)
    assert {faces: settled for faces, (settled, _) in big.every_roll().items()} == {
        faces: settled for faces, (settled, _) in small.every_roll().items()
    }


def test_1_11_mini_craps_stickperson_is_an_option_there_only() -> None:
    Layout.of("craps", DAY, {"variant": "mini_craps", "mini_craps_stickperson": True})
    with pytest.raises(Unlawful, match=r"1\.11"):
        Layout.of("craps", DAY, {"variant": "craps", "mini_craps_stickperson": True})


def test_8_2_offered_wagers_are_within_the_limits_and_increments() -> None:
    game = game_on(Layout.of("craps", DAY, limits=Limits(minimum=12_00, maximum=500_00, increment=5_00)))
    dealer = Dealer(game, SeededSource(1))
    dealer.act(1, Action("sit", amount=1000_00))
    offered = {offer.wager: offer for offer in game.offers(dealer.ask.state, 1)}
    assert (offered["pass"].least, offered["field"].least, offered["place_win_6"].least) == (15_00, 15_00, 30_00)
