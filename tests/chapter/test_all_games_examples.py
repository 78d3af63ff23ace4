"""The worked examples of subchapter 8's fact sheet that concern tables, documents and table files.

Of the 18, example 13 (a change announced and cancelled) is in tests/floor/test_changes.py; 17 is with the guides, and
the parts of 12 and 5 that need a floor are in tests/floor.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss import check, deal
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.odds import Odds
from pitboss.chapter.table_file import BadTable, read_table
from pitboss.chapter.tournament import Prize, Stage, Tournament, prize_money, revenue, standings, why_unplayable
from pitboss.equipment import ScriptedSource
from pitboss.families.house_poker.round import HousePoker
from pitboss.library.papers.petitions import Package, petition
from pitboss.library.tables import OpenTable
from pitboss.table import Action, Refused, game_on
from pitboss.table.script import play_script
from pitboss.table.tape import replay

CRAPS = 'game = "craps"\non = 2008-06-01\n'


def change(game: str, option: str, was: str, to: str, *steps: str, head: str = "") -> str:
    """Return a table file with one change that takes effect at 14:00; `steps` are the times of sign, announcement,
    notice.
    """
    names = ("sign_posted_at", "announced_at", "regulator_notified_at")
    at = "".join(f"{name} = 2008-06-01T{time}:00\n" for name, time in zip(names, steps, strict=False))
    what = "limits = true" if option == "limits" else f'option = "{option}"'
    return (
        f'game = "{game}"\non = 2008-06-01\n{head}[[changes]]\n{what}\nfrom = {was}\nto = {to}\n'
        f"effective_at = 2008-06-01T14:00:00\n{at}"
    )


def sections(table: str) -> list[str]:
    return [one.section.split(", ")[0] for one in check(table).findings if one.severity == "breach"]


def craps(*dice: str, limits: Limits) -> OpenTable:
    """Return a craps table with these limits and Ann seated with $1,000."""
    return deal(Layout.of("craps", limits=limits), source=ScriptedSource(dice=[*dice])).sit("Ann", 1000)


def test_8_2_example_1_a_wager_above_the_maximum_is_refused_and_once_accepted_paid_in_full() -> None:
    table = craps("3-4", limits=Limits(1000, 50000))
    with pytest.raises(Refused, match=r"\$600 is outside the posted limits, \$10 to \$500 \(N.J.A.C. 13:69F-8\.2\)"):
        table.say("pass 600")
    table.say("pass 600 accepted").play()
    assert table.state.rack(1) == 1600_00


def test_8_2_example_2_a_wager_below_the_minimum_is_refused_and_once_accepted_lost_in_full() -> None:
    table = craps("1-1", limits=Limits(1000, 50000))
    with pytest.raises(Refused, match=r"\$5 is outside the posted limits"):
        table.say("pass 5")
    table.say("pass 5 accepted").play()
    assert table.state.rack(1) == 995_00


def test_8_2_accepted_is_said_of_limits_and_steps_alone() -> None:
    table = craps("3-4", limits=Limits(1000, 50000))
    with pytest.raises(Refused, match="available"):
        table.say("pass 1200 accepted")
    with pytest.raises(Refused, match="is not a whole number of"):
        table.dealer.act(1, Action("make", "place_win_6", 1001, accepted=True))
    with pytest.raises(Refused, match="as it is made or increased"):
        table.dealer.act(1, Action("leave", accepted=True))


def test_8_2_an_accepted_wager_is_on_the_tape_and_replays() -> None:
    table = craps("3-4", limits=Limits(1000, 50000)).say("pass 600 accepted").play()
    assert replay(table.tape).states[-1].rack(1) == 1600_00


def test_8_2_example_3_steps_refuse_what_is_off_them_and_were_no_power_in_1998() -> None:
    limits = Limits(500, 50000, 500)
    table = deal(Layout.of("craps", limits=limits), source=ScriptedSource(dice=["3-4"])).sit("Ann", 1000)
    with pytest.raises(Refused, match=r"wagers are in steps of \$5 here \(N.J.A.C. 13:69F-8\.2\)"):
        table.wager("pass", 12)
    assert table.say("pass 12 accepted").play().state.rack(1) == 1012_00
    steps = "[limits]\nminimum = 5\nmaximum = 500\nincrement = 5\n"
    assert sections(f'game = "craps"\non = 1998-06-01\n{steps}') == ["8.2"]
    assert sections(CRAPS + steps) == []


@pytest.mark.parametrize(
    ("steps", "found"),
    [(("13:40", "13:30", "13:30"), ["8.3"]), (("13:30", "13:30", "13:30"), []), (("13:29", "13:29", "13:45"), ["8.3"])],
)
def test_8_3_example_4_half_an_hour_for_sign_announcement_and_office(steps: tuple[str, ...], found: list[str]) -> None:
    assert sections(change("craps", "field.12", '"2 to 1"', '"3 to 1"', *steps)) == found


def test_8_2_example_5_limits_change_with_sign_and_announcement_at_once() -> None:
    assert sections(change("craps", "limits", "10", "25", "14:00", "14:00")) == []
    assert sections(change("craps", "limits", "10", "25", "14:00")) == ["8.2"]


def test_8_2_example_5_an_individual_limit_lets_a_patron_go_on_at_the_old_minimum() -> None:
    table = craps("3-4", limits=Limits(2500, 50000, individual=True)).sit("Bob", 1000)
    with pytest.raises(Refused, match=r"\$10 is outside the posted limits"):
        table.say("pass 10", position=1)
    table.say("grant 10 to 2000", position=1)
    table.say("pass 10", position=1)
    with pytest.raises(Refused, match=r"\$10 is outside the posted limits"):  # granted to Ann alone
        table.say("pass 10", position=2)
    table.play()
    assert table.state.rack(1) == 1010_00
    table.say("grant none", position=1)
    with pytest.raises(Refused, match=r"\$10 is outside the posted limits"):
        table.say("pass 10", position=1)


def test_8_2_limits_that_are_granted_are_no_narrower_than_the_posted_ones() -> None:
    table = craps("3-4", limits=Limits(1000, 50000, individual=True)).say("grant 20 to 900")
    offers = {one.wager: one for one in table.dealer.game.offers(table.state, 1)}
    assert (offers["pass"].least, offers["pass"].most) == (1000, 90000)
    assert table.say("pass 10").state.wagers_of(1)[0].amount == 1000
    with pytest.raises(Refused, match=r"\$950 is outside the limits granted here, \$10 to \$900"):
        table.say("dont pass 950")


def test_8_2_individual_limits_are_a_choice_of_the_table() -> None:
    with pytest.raises(Refused, match=r"limits.individual is not chosen\) \(N.J.A.C. 13:69F-8\.2"):
        craps("3-4", limits=Limits(1000, 50000)).say("grant 5 to 2000")
    chosen = "[limits]\nminimum = 5\nindividual = true\n"
    assert sections(CRAPS + chosen) == []
    assert read_table(CRAPS + chosen).layout().limits.individual
    assert sections('game = "craps"\non = 1990-06-01\n' + chosen) == ["8.2"]
    assert sections(CRAPS + '[limits]\nminimum = 5\nindividual = "some"\n') == ["8.2"]


def test_example_6_odds_with_for_are_a_breach_and_mean_one_less() -> None:
    wrong = 'game = "roulette"\non = 2008-06-01\n[odds]\nstraight = "35 for 1"\n'
    assert check(wrong).breaches == 1
    assert Odds.parse("35 to 1").pays(100) == 3500
    with pytest.raises(ValueError, match="36 for 1 is 35 to 1"):
        Odds.parse("36 for 1")


def test_8_4_b_example_7_a_petition_of_the_inventor_alone_is_incomplete(tmp_path: Path) -> None:
    (tmp_path / "rules.toml").write_text(
        '[game]\nid = "new-game"\nname = "New game"\nsubchapter = "8"\nfamily = "cards"\nsince = 1996-03-11\n'
        'summary = "New."\n',
        "utf-8",
    )
    (tmp_path / "petition.toml").write_text(
        '[[petitioners]]\nname = "Ann"\naddress = "here"\nrole = "owner_of_rights"\nsigned = true\n', "utf-8"
    )
    found = {one.item: one.found for one in petition(Package.read(tmp_path)).points if not one.there}
    assert found["licensee who tests it"] == "no casino licensee among the petitioners"


def test_18_11_c_example_9_a_payout_limit_falls_with_notice_rises_without_and_never_below_its_figure() -> None:
    fall = ("let-it-ride", "payout_limit", '"75000"', '"50000"')
    head = '[options]\npayout_limit = "75000"\n'
    assert sections(change(*fall, head=head)) == ["8.3", "8.3", "8.3"]
    assert sections(change(*fall, "13:30", "13:30", "13:30", head=head)) == []
    assert sections(change("let-it-ride", "payout_limit", '"50000"', '"75000"')) == []
    below = change("let-it-ride", "payout_limit", '"50000"', '"40000"', "13:30", "13:30", "13:30")
    assert sections(below) == ["18.11(c)"]


def test_2_17_example_10_what_the_game_fixes_or_ties_is_outside_the_minimum() -> None:
    laid = Layout.of("blackjack", date(2008, 6, 1), {"additional_wager": "same_suit"}, limits=Limits(2500, 50000))
    table = deal(laid, source=ScriptedSource()).sit("Ann", 1000).wager("blackjack", 25).wager("same_suit", 1)
    assert [one.amount for one in table.state.wagers_of(1)] == [2500, 100]


def test_2_10_example_10_insurance_and_a_double_for_less_are_below_the_minimum_and_lawful() -> None:
    laid = Layout.of("blackjack", date(2008, 6, 1), limits=Limits(2500, 50000))
    for dealt in (
        "cards Ts Ah 9s Kd\n1: insure 5\nsettles 1: insurance 1 +10, blackjack 1 -25\n= 1: -15\n",
        "cards 6s 5d 5h Td\n1: double 10\ncards Tc 9c\nsettles 1: blackjack 1 +25, double 1 +10\n= 1: +35\n",
    ):
        play_script("game blackjack\n1: sit Ann 1000\n1: blackjack 25\ncards 2c\n" + dealt, layout=laid)


def test_29_11_d_example_11_the_limit_is_what_the_minimum_can_win_where_that_is_more() -> None:
    assert payout_limit(500) == 500_500_00
    assert payout_limit(5) == 50_000_00


def payout_limit(minimum: int) -> int:
    """Return flop poker's payout limit per hand, in cents, at a table with this minimum in dollars."""
    game = game_on(Layout.of("flop-poker", date(2008, 6, 1), limits=Limits(minimum * 100)))
    assert isinstance(game, HousePoker)
    assert game.limit is not None
    return game.limit


@pytest.mark.parametrize(
    ("said", "dice", "net", "stays"),
    [
        ("pass 10 coupon 10", "3-4", 20_00, False),
        ("pass 25 coupon 10", "3-4", 35_00, False),
        ("pass 25 coupon 10", "1-1", -25_00, False),
        ("dont pass 10 coupon 10", "6-6", 0, True),
    ],
)
def test_1_3_b_example_12_a_coupon_is_paid_as_chips_and_goes_with_the_decision(
    said: str, dice: str, net: int, stays: bool
) -> None:
    table = craps(dice, limits=Limits(500, 50000)).say(said).play()
    assert table.state.rack(1) + sum(one.amount for one in table.state.wagers_of(1)) == 1000_00 + net
    assert ("with a coupon of $10 is void and returns" in str(table)) == stays


def test_1_3_b_example_12_chips_of_its_value_lie_on_a_coupon_and_one_a_round() -> None:
    table = craps("3-4", limits=Limits(500, 50000))
    with pytest.raises(Refused, match=r"needs chips of at least its value, not \$5"):
        table.say("pass 5 coupon 10")
    table.say("pass 10 coupon 10")
    with pytest.raises(Refused, match="one match play coupon per round"):
        table.say("dont pass 10 coupon 10")


def test_8_3_example_14_with_nobody_at_the_table_a_change_takes_effect_at_once() -> None:
    empty = change("craps", "field.12", '"2 to 1"', '"3 to 1"').replace(
        "[[changes]]\n", "[[changes]]\nplayers_present = false\n"
    )
    assert sections(empty) == []


def test_8_2_example_15_a_wager_within_the_limits_is_taken() -> None:
    table = deal(Layout.of("craps", limits=Limits(1000, 50000)), source=ScriptedSource(dice=["3-4"])).sit("Ann", 1000)
    assert table.wager("pass", 50).state.wagers_of(1)[0].amount == 5000


# ---- tournaments

HELD = """game = "blackjack"
on = {day}
[tournament]
name = "Boardwalk Open"
kind = "{kind}"
fee = 100
chips = 1000
prizes = ["50%", "30%"]
[[tournament.stages]]
hands = 10
[tournament.notice]
filed_at = {filed}
starts_at = {starts}
locations = "pit 3"
equipment = ["three tables"]
participants = 20
security = "two officers"
surveillance = "cameras 1 to 4"
supervisors_certification = true
controller_certification = true
key_licensee_certification = true
[tournament.controls]
fees_and_rebuys = "IC-1"
rules_and_eligibility = "IC-2"
prizes = "IC-3"
tournament_chips = "IC-4"
revenue_and_tax = "IC-5"
complaints = "IC-6"
"""


def held(filed: str, starts: str, kind: str = "ordinary") -> str:
    return HELD.format(day=starts[:10], kind=kind, filed=filed, starts=starts)


@pytest.mark.parametrize(
    ("filed", "starts", "kind", "in_time"),
    [
        ("2026-09-15T09:00:00", "2026-09-21T10:00:00", "ordinary", False),  # Tuesday before a Monday: four days
        ("2026-09-14T09:00:00", "2026-09-21T10:00:00", "ordinary", True),
        ("2026-09-14T09:00:00", "2026-09-19T10:00:00", "ordinary", True),  # Monday to Friday, for a Saturday
        ("2026-11-23T09:00:00", "2026-11-28T10:00:00", "ordinary", False),  # with Thanksgiving in between
        ("2026-09-07T09:00:00", "2026-09-12T10:00:00", "ordinary", False),  # Labor Day
        ("2026-09-18T20:00:00", "2026-09-19T20:00:00", "special_event", True),
        ("2026-09-18T20:01:00", "2026-09-19T20:00:00", "special_event", False),
    ],
)
def test_8_6_b_example_8_five_business_days_or_24_hours(filed: str, starts: str, kind: str, in_time: bool) -> None:
    found = check(held(filed, starts, kind)).findings
    assert [one.where for one in found] == ([] if in_time else ["tournament.notice.filed_at"])
    assert all("too late" in one.wrong and one.section == "8.6(b)" for one in found)


@pytest.mark.parametrize(
    ("on", "starts", "found"),
    [
        ("2020-01-01", "2012-03-12", ["tournament"]),  # before the chapter had tournaments
        ("2012-03-12", "2012-03-26", []),
        ("2012-03-18", "2012-03-18", ["tournament"]),
        ("2012-03-18", "2012-03-19", []),
        ("2026-09-14", "2026-09-21", []),
    ],
)
def test_8_6_a_tournament_is_judged_on_the_day_that_it_starts(on: str, starts: str, found: list[str]) -> None:
    text = held("2012-01-09T09:00:00", f"{starts}T10:00:00").replace(f"on = {starts}", f"on = {on}")
    assert [one.where for one in check(text).findings] == found


def test_8_6_tables_of_a_tournament_are_judged_on_the_day_that_it_starts() -> None:
    two_decks_in_one = '[options]\ndouble_shoe = "on"\n[tournament]'
    text = held("2012-01-09T09:00:00", "2012-03-19T10:00:00").replace("[tournament]", two_decks_in_one, 1)
    assert [one.where for one in check(text).findings] == ["options.double_shoe"]
    before = text.replace("on = 2012-03-19", "on = 2012-03-18")
    assert [one.where for one in check(before).findings] == ["tournament.options.double_shoe"]


def test_8_6_stages_are_at_games_that_are_in_force_when_it_starts() -> None:
    text = held("2011-09-12T09:00:00", "2011-09-21T10:00:00")
    later = text.replace("hands = 10", 'hands = 10\ngame = "mississippi-stud"')
    assert [one.where for one in check(text).findings] == ["tournament"]
    assert [one.where for one in check(later).findings] == ["tournament", "tournament.stages.0.game"]


@pytest.mark.parametrize(
    ("notice", "where"),
    [
        ('kind = "special_event"', "kind"),
        ('kind = "banana"', "kind"),
        ('dates = "sometime"', "dates"),
        ("dates = 2025-01-01", "dates"),
        ("dates = [2026-09-20, 2026-09-21]", "dates"),
        ('dates = "2026-09-22 to 2026-09-23"', "dates"),
        ('dates = ["2026-09-21", "and so on"]', "dates"),
        ("times = 11:00:00", "times"),
        ('times = "in the morning"', "times"),
        ('times = "10:00 pm"', "times"),
        ("dates = 2026-09-21", ""),
        ("dates = [2026-09-21, 2026-09-22]", ""),
        ('dates = "2026-09-21 to 2026-09-23"', ""),
        ("times = 10:00:00", ""),
        ('times = "10:00 to 6:30 pm"', ""),
        ('kind = "ordinary"', ""),
    ],
)
def test_8_6_b_what_the_notice_says_is_true_of_the_tournament(notice: str, where: str) -> None:
    lawful = held("2026-09-14T09:00:00", "2026-09-21T10:00:00")
    found = check(lawful.replace("locations =", f"{notice}\nlocations =")).findings
    assert [one.where for one in found] == ([f"tournament.notice.{where}"] if where else [])
    assert all(one.severity == "breach" and one.section == "8.6(b)" for one in found)


def test_8_6_b_the_kind_of_a_tournament_may_stand_in_its_notice_alone() -> None:
    late = held("2026-09-18T20:01:00", "2026-09-19T20:00:00").replace('kind = "ordinary"\n', "")
    for kind, hours in (("special_event", "23 h 59 min"), ("ordinary", "1 business day")):
        [found] = check(late.replace("locations =", f'kind = "{kind}"\nlocations =')).findings
        assert (found.where, hours in found.wrong) == ("tournament.notice.filed_at", True)


def test_8_6_d_tips_are_part_of_the_prizes_and_not_beside_them() -> None:
    all_fees = (Prize(part=Fraction(3, 5)), Prize(part=Fraction(2, 5)))
    whole = Tournament(chips=1000, stages=(Stage("craps", 10),), prizes=all_fees, tips=Fraction(3, 100))
    assert why_unplayable(whole) == ""
    net, tips = prize_money(whole, 1_000_00)
    assert (sum(net), tips) == (970_00, 30_00)
    assert "exceed the fees" in why_unplayable(replace(whole, prizes=(*all_fees, Prize(part=Fraction(1, 100)))))


def test_8_6_example_16_a_loss_on_one_tournament_is_not_taken_from_another() -> None:
    assert revenue([(10_000_00, 12_000_00), (10_000_00, 7_000_00)]) == (0, 3_000_00)


def test_8_6_b_example_18_without_the_controllers_certification_it_may_not_be_held_however_early() -> None:
    early = held("2026-01-05T09:00:00", "2026-09-21T10:00:00")
    (found,) = check(early.replace("controller_certification = true\n", "")).findings
    assert found.where == "tournament.notice.controller_certification"
    assert "may not be held" in found.wrong


@pytest.mark.parametrize(
    ("was", "to", "where", "section"),
    [
        ('security = "two officers"\n', "", "tournament.notice.security", "8.6(b)"),
        ('security = "two officers"', 'security = " "', "tournament.notice.security", "8.6(b)"),
        ('equipment = ["three tables"]', "equipment = true", "tournament.notice.equipment", "8.6(b)"),
        ("participants = 20", "participants = 0", "tournament.notice.participants", "8.6(b)"),
        ("participants = 20", "participants = -3", "tournament.notice.participants", "8.6(b)"),
        ("participants = 20", 'participants = "many"', "tournament.notice.participants", "8.6(b)"),
        ("participants = 20", "participants = 1", "", ""),
        ("key_licensee_certification = true", "key_licensee_certification = false", None, "8.6(b)"),
        ('complaints = "IC-6"\n', "", "tournament.controls.complaints", "8.6(e)"),
        ('kind = "ordinary"', 'kind = "private"', "tournament.kind", "8.6(b)"),
        ("chips = 1000", 'chips = 1000\ntips_withheld = "3%"', "tournament.tips_announced", "8.6(d)"),
        ("chips = 1000", 'chips = 1000\ntips_withheld = "3%"\ntips_announced = true', "", ""),
        ('name = "Boardwalk Open"', 'names = "Boardwalk Open"', "tournament.names", "8.6(b)"),
        ('locations = "pit 3"', 'location = "pit 3"', None, "8.6(b)"),
        ("starts_at = 2026-09-21", "starts_at = 2011-09-21", "tournament", "8.6(b)"),
    ],
)
def test_8_6_what_notice_and_controls_lack_is_named_with_its_section(
    was: str, to: str, where: str | None, section: str
) -> None:
    lawful = held("2026-09-14T09:00:00", "2026-09-21T10:00:00")
    assert was in lawful
    found = check(lawful.replace(was, to)).findings
    assert {one.section for one in found} == ({section} if section else set())
    assert where is None or [one.where for one in found] == ([where] if where else [])


@pytest.mark.parametrize(
    ("was", "to", "message"),
    [
        ("hands = 10", "hands = 0", "tournament.stages.0.hands must be a whole number from 1 to 1000, not 0"),
        ("hands = 10", 'hands = 10\ngame = "chess"', "no game 'chess'"),
        ('"30%"', '"130%"', 'must be percent from "0%" to "100%", not 130%'),
        ("fee = 100", 'fee = "much"', "tournament.fee must be dollars and cents"),
        ("filed_at = 2026-09-14T09:00:00", 'filed_at = "monday"', "filed_at must be a local date and time"),
    ],
)
def test_8_6_a_tournament_that_cannot_be_understood_says_where(was: str, to: str, message: str) -> None:
    with pytest.raises(BadTable, match=re.escape(message)):
        check(held("2026-09-14T09:00:00", "2026-09-21T10:00:00").replace(was, to))


def test_8_6_ties_share_the_prizes_of_the_places_that_they_take() -> None:
    shared = [(one.who, one.place, one.prize) for one in standings({1: 50, 2: 90, 3: 50, 4: 10}, (600, 301, 100))]
    assert shared == [(2, 1, 600), (1, 2, 201), (3, 2, 200), (4, 4, 0)]


def test_8_6_d_tips_are_withheld_from_the_prize_money() -> None:
    tournament = Tournament(prizes=(Prize(part=Fraction(1, 2)), Prize(amount=100_00)), tips=Fraction(3, 100))
    assert prize_money(tournament, 1_000_00) == ((485_00, 97_00), 18_00)
