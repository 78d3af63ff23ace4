"""Bad input is refused with one clear line that names what is allowed, and changes neither table nor tape."""

import json
from collections.abc import Callable
from datetime import date

import pytest

from pitboss.chapter.layout import Limits
from pitboss.chapter.reference import reference
from pitboss.table import Action, BadTape, Refused, Tape, replay
from pitboss.table.script import BadScript, play_script
from pitboss.table.speech import parse_action

from .table import FIRE_DAY, Table


def come_out() -> Table:
    return Table(players=2, bankroll=100_000).say("pass 10")


def point_6() -> Table:
    table = come_out().say("dont_pass 10", by=2)
    table.roll(6)
    return table


def come_5() -> Table:
    table = point_6().say("come 10").say("dont_come 10", by=2)
    table.roll(5)
    return table


def in_the_air() -> Table:
    return point_6().air()


def limited() -> Table:
    limits = Limits(minimum=1000, maximum=50000, increment=500)
    return Table(players=2, bankroll=100_000, limits=limits).say("pass 10")


def fire() -> Table:
    table = Table(on=FIRE_DAY, players=2, offer_fire_bet=True).say("pass 10")
    table.roll(7)
    return table


def empty() -> Table:
    return Table(players=0)


BAD: list[tuple[str, Callable[[], Table], int, str | Action, str, list[str]]] = [
    # The list in the issue
    (
        "a pass bet with a point up",
        point_6,
        2,
        "pass 10",
        "1.2(a)1",
        ["only be made before a come-out roll", "the point is 6"],
    ),
    (
        "removal of a contract pass bet",
        point_6,
        1,
        "remove pass",
        "1.3(c)",
        ["cannot be removed or reduced", "it is 6"],
    ),
    ("$1 place bet on 6", point_6, 1, "place 6 1", "1.4(e)", ["7 to 6", "multiple of $6"]),
    ("odds above the limit", point_6, 1, "odds 15", "1.6(a)", ["$15", "limit of 1x", "at most $10"]),
    ("a negative amount", come_out, 1, Action("make", "field", -500), "", ["-500", "whole number of cents from 0"]),
    ("a fractional-cent amount", come_out, 1, Action("make", "field", 10.5), "", ["10.5", "whole number of cents"]),
    ("more than the bankroll", come_out, 1, "field 991", "", ["$991", "$990 available"]),
    ("an unknown wager", come_out, 1, Action("make", "feild", 500), "1.2(b)", ["'feild'", "did you mean field"]),
    ("a wager with the dice in the air", in_the_air, 1, "field 5", "1.3(a)1", ["dealer and the boxperson", "confirm"]),
    # The line
    (
        "a don't pass bet with a point up",
        point_6,
        1,
        "dont_pass 10",
        "1.2(a)2",
        ["only be made before a come-out roll"],
    ),
    ("a contract pass bet reduced", point_6, 1, "reduce pass 5", "1.3(c)", ["cannot be removed or reduced"]),
    ("a contract pass bet increased", point_6, 1, "increase pass 5", "1.2(a)1", ["once its point is set (it is 6)"]),
    ("a don't pass bet increased", point_6, 2, "dont_pass 5", "1.3(d)", ["once its point is set (it is 6)"]),
    ("a come bet on the come-out roll", come_out, 1, "come 10", "1.2(a)3", ["only be made after the come-out roll"]),
    ("a come bet on a number", point_6, 1, "come 5 10", "1.2(a)3", ["omit 5"]),
    ("a contract come bet removed", come_5, 1, "remove come 5", "1.3(c)", ["it is 5"]),
    ("a come bet that is not there", come_5, 1, "remove come 9", "", ["no Come Bet on 9"]),
    ("a come bet increased on its point", come_5, 1, Action("increase", "come", 500, "5"), "1.2(a)3", ["it is 5"]),
    ("a don't come bet increased", come_5, 2, Action("make", "dont_come", 500, "5"), "1.3(d)", ["it is 5"]),
    # Odds
    ("odds before the point", come_out, 1, "odds 10", "1.6(a)", ["needs a Pass Bet with a come-out point"]),
    ("odds without the bet", point_6, 2, "odds 10", "1.6(a)", ["needs a Pass Bet"]),
    ("odds laid above the limit", point_6, 2, "lay odds 18", "1.6(b)", ["limit of 1x", "at most $12"]),
    ("odds on the wrong number", come_5, 1, "come_odds 9 10", "1.6(c)", ["there is one on 5"]),
    ("odds that cannot be paid", come_5, 1, "come_odds 5 5", "1.4(e)", ["3 to 2", "multiple of $2"]),
    ("don't come odds above the limit", come_5, 2, "dont_come_odds 5 18", "1.6(d)", ["at most $15"]),
    # Amounts
    ("no amount", come_out, 1, Action("make", "field"), "1.4(e)", ["how much?"]),
    ("true is no amount", come_out, 1, Action("make", "field", True), "", ["True", "cents"]),
    ("an amount in words", come_out, 1, Action("make", "field", "5"), "", ["'5'", "cents"]),
    ("a negative coupon", come_out, 1, Action("make", "pass", 1000, coupon=-500), "", ["coupon -500"]),
    ("half a chip", come_out, 1, "field 5.50", "1.4(e)", ["$5.50", "$1 chips"]),
    ("a horn of 6", come_out, 1, "horn 6", "1.4(e)", ["multiple of $4"]),
    ("a whirl of 7", come_out, 1, "whirl 7", "1.4(e)", ["$7 on Whirl Bet", "multiple of $5"]),
    ("a horn high bet of 4", come_out, 1, "horn high 11 4", "1.4(e)", ["multiple of $5"]),
    ("C and E of 3", come_out, 1, "c&e 3", "1.4(e)", ["multiple of $2"]),
    ("the percentage is not available", come_out, 1, "lay_4 990", "", ["with its percentage", "$990 available"]),
    ("reduced by all of it", come_out, 1, "reduce pass 10", "", ["remove it instead"]),
    ("reduced by more", come_out, 1, "reduce pass 11", "", ["remove it instead"]),
    ("below the minimum", limited, 1, "field 5", "8.2", ["$10 to $500"]),
    ("above the maximum", limited, 1, "field 505", "8.2", ["$10 to $500"]),
    ("not in the increment", limited, 1, "field 12", "8.2", ["steps of $5"]),
    ("reduced below the minimum", limited, 1, "reduce pass 5", "8.2", ["$10 to $500"]),
    # Missing wagers
    ("removal of nothing", come_out, 1, "remove field", "", ["position 1 has no Field Bet"]),
    ("increase of nothing", come_out, 1, "increase field 5", "", ["no Field Bet to increase; make one"]),
    ("somebody else's wager", come_out, 2, "remove pass", "", ["position 2 has no Pass Bet"]),
    ("an unknown verb", come_out, 1, Action("double", "pass", 1000), "", ["'double'", "make"]),
    ("no wager named", come_out, 1, Action("make", "", 1000), "1.2(b)", ["pass"]),
    ("a hop that is none", come_out, 1, Action("make", "hop_66", 500), "1.2(b)", ["did you mean"]),
    ("a wager deleted in 1981", come_out, 1, Action("make", "big_6", 500), "1.2(a)7", ["until 1981-11-02"]),
    ("a wager of a later day", come_out, 1, "fire_bet 5", "1.12", ["since 2012-03-19", "2008-06-01"]),
    ("a wager that is not elected", come_out, 1, "678 10", "1.2(a)39", ["offer_678 = true"]),
    ("a place bet on a place", come_out, 1, Action("make", "place_win_6", 600, "6"), "1.2(a)5", ["omit 6"]),
    # On and off, coupons, the fire bet
    ("on for what is always on", come_out, 1, "on pass", "1.3(e)", ["always on"]),
    ("off for what is always on", point_6, 2, "off dont_pass", "1.3(e)", ["always on"]),
    ("on for nothing", come_out, 1, "on place 6", "", ["no Place Bet 6 to Win"]),
    (
        "a coupon on the field",
        come_out,
        1,
        "field 5 coupon 5",
        "1.3(b)",
        ["accepted only on: Pass Bet, Don't Pass Bet"],
    ),
    ("a coupon of half a chip", come_out, 1, "pass 5 coupon 2.50", "1.4(e)", ["multiple of $1"]),
    ("a fire bet too late", fire, 2, "fire_bet 5", "1.12", ["before a new shooter's first come-out roll"]),
    # The dice in the air
    ("removal in the air", in_the_air, 2, "remove dont_pass", "1.3(a)1", ["wait for the roll"]),
    ("the dealer alone", in_the_air, 1, "field 5 confirmed by the dealer", "1.3(a)1", ["dealer and the boxperson"]),
    ("leaving in the air", in_the_air, 1, "leave", "1.3(a)1", ["wait for the roll"]),
    # Seats and dice
    ("no one there", come_out, 7, "pass 10", "", ["no one is at position 7; sit down first"]),
    ("a seat that is taken", come_out, 2, "sit Eve 100", "", ["position 2 is taken"]),
    ("a seat that is not", come_out, 0, "sit Eve 100", "", ["no position 0", "1 to"]),
    ("a seat below", come_out, -1, "sit Eve 100", "", ["no position -1"]),
    ("a negative buy-in", come_out, 1, Action("buy_in", amount=-100), "", ["-100"]),
    ("an empty buy-in", come_out, 1, Action("buy_in"), "", ["more than $0"]),
    ("leaving with wagers", come_out, 1, "leave", "", ["wagers on the layout", "take them down"]),
    ("another's dice", point_6, 2, "pass dice", "1.11(c)", ["only the shooter"]),
    ("a wager at an empty table", empty, 1, "pass 10", "", ["no one is at position 1"]),
]


@pytest.mark.parametrize(
    ("make", "by", "said", "section", "says"),
    [pytest.param(*row, id=name.replace(" ", "-")) for name, *row in BAD],
)
def test_refusals_have_a_clear_line_and_change_nothing(
    make: Callable[[], Table], by: int, said: str | Action, section: str, says: list[str]
) -> None:
    table = make()
    line = table.refuses(said, section, by=by)
    for words in says:
        assert words in line
    assert len(line) < 300 or "the wagers are:" in line


@pytest.mark.parametrize(
    "said", ["pass -5", "pass 10.505", "pass 1e3", "pass", "pass ten", "pass 1,00", "", "   ", "pass 10 20"]
)
def test_input_that_cannot_be_parsed_is_a_value_error_and_changes_nothing(said: str) -> None:
    table = come_out()
    before, tape = table.state, list(table.tape)
    with pytest.raises(ValueError, match=r"amount|how much|say what|not made on a number"):
        table.dealer.act(1, parse_action(table.game, said))
    assert table.state == before
    assert table.tape == tape


@pytest.mark.parametrize("choice", ["", "maybe", "pass 10", "ACCEPT"])
def test_1_11_c_unknown_choice_is_refused(choice: str) -> None:
    table = Table(players=2)
    table.dealer.close()
    before, tape = table.dealer.ask, list(table.tape)
    with pytest.raises(Refused, match="accept or decline"):
        table.dealer.decide(choice)
    assert table.dealer.ask == before
    assert table.tape == tape


def test_replies_the_round_does_not_ask_for_are_refused() -> None:
    table = come_out()
    tape = list(table.tape)
    with pytest.raises(Refused, match="waits for a wager"):
        table.dealer.draw()
    with pytest.raises(Refused, match="no decision now"):
        table.dealer.decide("accept")
    with pytest.raises(Refused, match="can happen at dice, not at wager"):
        table.dealer.throw("die_off_table")
    assert table.tape == tape
    table.air()
    tape = list(table.tape)
    with pytest.raises(Refused, match="closed already"):
        table.dealer.close()
    with pytest.raises(Refused, match="use one of: die_off_table"):
        table.dealer.throw("no such thing")
    assert table.tape == tape
    waiting = Table(players=1)
    waiting.dealer.close()
    with pytest.raises(Refused, match="betting is not open yet: the round waits for a decision"):
        waiting.dealer.act(1, Action("make", "pass", 1000))


def test_play_continues_unchanged_after_every_refusal() -> None:
    quiet, loud = point_6(), point_6()
    for _, make, by, said, section, _ in BAD:
        if make is point_6:
            loud.refuses(said, section, by=by)
    for table in (quiet, loud):
        table.say("odds 10").roll("4-2")
    assert quiet.dealer.state == loud.dealer.state
    assert quiet.tape == loud.tape
    assert replay(loud.tape).states[-1] == loud.dealer.state


def test_refused_reply_edited_into_a_tape_is_detected() -> None:
    lines: list[str] = []
    forged = Tape(lines.append)
    for line in point_6().tape:
        entry = {key: item for key, item in json.loads(line).items() if key not in ("prev", "hash")}
        if isinstance(reply := entry.get("reply"), dict) and reply.get("wager") == "pass":
            reply["amount"] = 1_000_000
        forged.add(entry.pop("entry"), **entry)
    with pytest.raises(BadTape, match=r"entry \d+: \$10,000 is more than the"):
        replay(lines)


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("game craps\n1: sit Ann 100\nrefused 1: pass 10\n", "but it is allowed"),
        ("game craps\n1: sit Ann 100\nrefused by 1.4(e) 1: come 10\n", r"refused by 1\.2\(a\)3"),
        ("game craps\n1: sit Ann 100\n1: pass 10\nroll 6-5\nsettles 1: pass +11\n", r"settled: pass \$10"),
        ("game craps\n1: sit Ann 100\n1: pass 10\nroll 6-5\nsettles 1: nothing\n", r"settled: pass \$10"),
        ("game craps\n1: sit Ann 100\n1: pass 10\nroll 6-5\nsettles 1: pass\n", "say a wager and what it won or lost"),
        ("game craps\n1: sit Ann 100\n1: pass 10\nroll 6-7\n", "not a face"),
        ("game craps\n1: sit Ann 100\n1: pass 10\nroll 6-5\n= 1: +9\n", r"up \$10"),
        ("game craps\n1: sit Ann 100\n1: pass 10\nroll 6-5\nnet 1: +9\n", r"net \$10"),
        ("game craps\n1: sit Ann 100\n1: pass 10\nthrow earthquake\n", "there is no irregularity"),
        ("game craps\nset offer_fire_bat=true\n", "there is no option"),
        ("game crabs\n", "crabs"),
        ("1: sit Ann 100\n", "begins with its game"),
        ("", "it is empty"),
    ],
)
def test_script_error_names_its_line(script: str, says: str) -> None:
    with pytest.raises(BadScript, match=says) as bad:
        play_script(script, "example")
    assert str(bad.value).startswith("example")


def refused(table: Table, said: str) -> Refused:
    with pytest.raises(Refused) as error:
        table.say(said)
    return error.value


@pytest.mark.parametrize(
    ("day", "payable", "horn", "stands_down"),
    [
        (date(1980, 1, 1), "19:47-1.4(d)", "19:47-1.2(a)20", "1.11(b)"),
        (date(1990, 1, 1), "19:47-1.4(d)", "19:47-1.2(a)18", "1.11(c)"),
        (date(2008, 6, 1), "19:47-1.4(e)", "19:47-1.2(a)19", "1.11(c)"),
        (date(2013, 6, 1), "13:69F-1.4(e)", "13:69F-1.2(a)19", "1.11(c)"),
    ],
)
def test_1_4_a_refusal_and_cite_agree_on_the_number_of_the_day(
    day: date, payable: str, horn: str, stands_down: str
) -> None:
    table = Table(on=day)
    number = payable.partition("-")[2]
    assert refused(table, "place_win_6 1").citation == f"N.J.A.C. {payable}"
    assert "fact.payable" in {one.path for one in reference(number, day).provisions}
    layout = table.dealer.game.layout
    assert layout.cite(layout.wagers["horn"].section) == f"N.J.A.C. {horn}"
    assert "wager.horn" in {one.path for one in reference(horn, day).provisions}
    assert layout.rules.facts["dice_set"].section.startswith(stands_down)


def test_1_2_a_7_big_six_was_permitted_in_1980_and_is_refused_without_known_odds() -> None:
    then = refused(Table(on=date(1980, 1, 1)), "big_6 10")
    assert then.citation == "N.J.A.C. 19:47-1.2(a)7"
    assert "Big Six is permitted on 1980-01-01, but no available text says what it pays" in str(then)
    later = refused(Table(on=date(1981, 11, 2)), "big_6 10")
    assert "Big Six is permitted only until 1981-11-02" in str(later)
