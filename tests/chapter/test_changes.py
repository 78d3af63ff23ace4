"""8.2 and 8.3: a change is judged by the table that results from it, compared with the table in the file."""

from __future__ import annotations

import json
import random
from datetime import date
from typing import Any

import pytest

from pitboss import check
from pitboss.chapter.check import Finding, file_findings
from pitboss.chapter.rules import rules_of
from pitboss.chapter.table_file import MOST_CHANGES, BadTable, read_table
from pitboss.chapter.uniform import findings_together
from tests.shared.changed_tables import breaches, changed_options, table_text, toml
from tests.shared.every_game import every_game

IN_TIME = ("13:30", "13:30", "13:30")
STEPS = ("sign_posted_at", "announced_at", "regulator_notified_at")


def change(on: date | str, at: str = "14:00", steps: tuple[str, ...] = IN_TIME, **says: Any) -> str:
    """Return a change at this time; `steps` are the times of sign, announcement and notice."""
    stated = "".join(f"{key.strip('_')} = {toml(value)}\n" for key, value in says.items())
    taken = "".join(f"{step} = {on}T{time}:00\n" for step, time in zip(STEPS, steps, strict=False))
    return f"[[changes]]\n{stated}effective_at = {on}T{at}:00\n{taken}"


def judged(text: str) -> list[str]:
    return [f"{one.severity} {one.section} {one.where}" for one in file_findings(read_table(text))]


# ---- Any game, day, option and two values: the breaches are those of the table that has the new value


@every_game()
def test_8_3_a_change_has_the_breaches_of_the_table_that_it_makes(game: str) -> None:
    tried = 0
    for day, others, name, old, new in changed_options(game, 25):
        notice = change(day, option=name, from_=old, to=new)
        found = breaches(table_text(game, day, options=others | {name: old}) + notice)
        assert found == breaches(table_text(game, day, options=others | {name: new})), (day, others, name, old, new)
        tried += 1
    assert tried >= 5


@every_game()
def test_8_3_changed_odds_have_the_breaches_of_the_table_that_pays_them(game: str) -> None:
    rng, rules = random.Random(game), rules_of(game)
    day = max(rules.game.since, date(2008, 6, 1))
    for key in rng.sample([*rules.odds_keys()], k=min(8, len(rules.odds_keys()))):
        for odds in ("1 to 2", "7 to 2", "1000 to 1", "5 for 1"):
            found = breaches(table_text(game, day) + change(day, option=key, to=odds))
            assert found == breaches(table_text(game, day, odds={key: odds})), (key, odds)


@every_game()
def test_8_2_changed_limits_have_the_breaches_of_the_table_that_posts_them(game: str) -> None:
    rng, rules = random.Random(game), rules_of(game)
    day = max(rules.game.since, date(2008, 6, 1))
    for _ in range(10):
        new: dict[str, Any] = {"minimum": rng.choice([0.5, 5, 25, 700]), "maximum": rng.choice([5, 400, 1000])}
        new |= {rng.choice([*rules.wagers]): {"minimum": rng.choice([1, 12, 500])}}
        old = {"minimum": 10, "maximum": 500}
        found = breaches(table_text(game, day, limits=old) + change(day, limits=True, to=new))
        assert found == breaches(table_text(game, day, limits=old | new)), new


# ---- The table after a change


def test_2_2_a_4_decks_that_do_not_go_with_a_wager_that_stays_are_a_breach() -> None:
    head = table_text("blackjack", "2008-06-01", options={"match_dealer": "on", "decks": 6})
    two = change("2008-06-01", option="decks", from_=6, to=2)
    assert judged(head + two) == ["breach 2.2(a)4 changes.0.options.match_dealer"]
    # If the wager is withdrawn at the same moment there is no fault; if a minute later, there is one for that minute.
    assert judged(head + two + change("2008-06-01", option="match_dealer", to="off")) == []
    later = change("2008-06-01", "14:01", option="match_dealer", to="off")
    assert judged(head + two + later) == ["breach 2.2(a)4 changes.0.options.match_dealer"]
    earlier = change("2008-06-01", "14:00", option="match_dealer", to="off")
    assert judged(head + two.replace("14:00", "14:05") + earlier) == []


def test_2_2_a_1_eight_decks_do_not_go_with_six_to_five() -> None:
    head = table_text("blackjack", "2008-06-01", options={"decks": 8})
    found = judged(head + change("2008-06-01", option="blackjack_pays", to="6 to 5"))
    assert found == ["breach 2.2(a)1 changes.0.options.decks"]


def test_1_12_fire_bet_does_not_stay_at_a_table_that_becomes_mini_craps() -> None:
    fire = {"offer_fire_bet": True}
    assert judged(table_text("craps", "2013-06-01", options=fire)) == []
    [made] = judged(table_text("craps", "2013-06-01", options=fire | {"variant": "mini_craps"}))
    assert made == "breach 1.12 options.offer_fire_bet"
    changed = change("2013-06-01", option="variant", to="mini_craps")
    assert judged(table_text("craps", "2013-06-01", options=fire) + changed) == [
        made.replace("options", "changes.0.options")
    ]


def test_8_3_a_fault_of_the_file_is_not_reported_again_at_its_changes() -> None:
    head = table_text("craps", "2008-06-01", odds={"any_seven": "3 to 1"})
    assert judged(head + change("2008-06-01", option="vig_rate", to=0)) == ["breach 1.4(b) odds.any_seven"]
    worse = change("2008-06-01", option="any_seven", to="2 to 1")
    assert judged(head + worse) == ["breach 1.4(b) odds.any_seven", "breach 1.4(b) changes.0.to"]


def test_8_3_a_table_is_judged_on_the_day_that_its_change_takes_effect() -> None:
    day = change("2005-10-16", option="offer_678", to=True)
    assert judged(table_text("craps", "2005-10-16") + day) == ["breach 1.2(a)39 changes.0.option"]
    assert judged(table_text("craps", "2005-10-16") + day.replace("10-16", "10-17")) == []


def test_8_3_odds_and_the_option_that_sets_them_are_changed_as_one() -> None:
    by_option = table_text("craps", "2008-06-01", options={"field_12": "2 to 1"})
    by_odds = table_text("craps", "2008-06-01", odds={"field.12": "2 to 1"})
    for head in (by_option, by_odds):
        for name in ("field_12", "field.12"):
            assert judged(head + change("2008-06-01", option=name, from_="2 to 1", to="3 to 1")) == []
            assert judged(head + change("2008-06-01", option=name, from_="3 to 1", to="2 to 1")) == [
                "warning 8.3 changes.0.to",
                "breach 8.3 changes.0.from",
            ]


def test_1_4_b_odds_that_a_change_raises_are_raised_at_all_tables_of_the_licensee() -> None:
    head, raised = table_text("craps", "2008-06-01"), change("2008-06-01", option="field.12", to="3 to 1")
    alone, other = findings_together([read_table(head + raised), read_table(head)])
    assert [(one.section, one.where) for one in alone] == [("1.4(b)", "changes.0.to")]
    assert other == ()
    assert findings_together([read_table(head + raised), read_table(head + raised)]) == [(), ()]


def test_11_20_d_a_minimum_that_rises_above_the_limit_on_winnings_is_a_breach() -> None:
    head = table_text(
        "pai-gow-poker",
        "2012-06-01",
        options={"imperial": True, "imperial_limit": "40000"},
        limits={"minimum": 10, "maximum": 5000},
    )
    assert check(head).lawful
    raised = check(head + change("2012-06-01", limits=True, to=100)).findings
    [found] = [one for one in raised if one.severity == "breach"]
    assert (found.section, found.where) == ("11.20(d)", "changes.0.options.imperial_limit")


# ---- The old and the new value

RIDE = table_text("let-it-ride", "2001-06-01", options={"payout_limit": "75000"})


def fall(*moments: tuple[str, str], from_: str = "") -> str:
    """Return changes of the payout limit without notice, at these times and to these amounts."""
    old = {"from_": from_} if from_ else {}
    return RIDE + "".join(change("2001-06-01", at, (), option="payout_limit", **old, to=to) for at, to in moments)


def missing(number: int) -> list[str]:
    return [f"breach 8.3 changes.{number}.{step}" for step in STEPS]


def test_18_11_c_a_decrease_is_not_taken_for_a_rise_by_what_it_says_of_the_old_limit() -> None:
    assert judged(fall(("14:00", "60000"), from_="50000")) == ["breach 8.3 changes.0.from", *missing(0)]
    assert judged(fall(("14:00", "60000"))) == missing(0)
    assert judged(fall(("14:00", "80000"), from_="75000")) == []


@pytest.mark.parametrize("times", [("14:00", "15:00"), ("14:00", "14:00")])
def test_18_11_c_a_second_change_is_compared_with_the_first(times: tuple[str, str]) -> None:
    assert judged(fall((times[0], "100000"), (times[1], "80000"))) == missing(1)
    assert judged(fall((times[0], "80000"), (times[1], "100000"))) == []


def test_18_11_c_changes_follow_their_times_and_not_their_order_in_the_file() -> None:
    assert judged(fall(("15:00", "80000"), ("14:00", "100000"))) == missing(0)


def test_8_3_a_change_says_what_it_changes_to() -> None:
    craps = table_text("craps", "2008-06-01")
    assert judged(craps + change("2008-06-01", option="vig_rate")) == ["breach 8.3 changes.0.to"]
    assert judged(craps + change("2008-06-01", limits=True)) == ["breach 8.2 changes.0.to"]
    assert judged(craps + change("2008-06-01", limits=True, to={})) == ["breach 8.2 changes.0.to"]


def test_8_3_a_change_to_what_the_table_has_is_none() -> None:
    for head in (
        table_text("let-it-ride", "2001-06-01"),
        table_text("let-it-ride", "2001-06-01", options={"payout_limit": 50000}),
    ):
        assert judged(head + change("2001-06-01", option="payout_limit", to="50000.00")) == ["warning 8.3 changes.0.to"]


@pytest.mark.parametrize("value", [[1, 2], {"decks": 2}, date(2008, 6, 1)])
def test_8_3_a_value_of_no_kind_that_an_option_has_is_a_breach(value: object) -> None:
    head = table_text("blackjack", "2008-06-01")
    text = json.dumps(value) if isinstance(value, list) else toml(value)
    found = judged(head + change("2008-06-01", option="decks", to="X").replace('"X"', text))
    assert found == ["breach 2.2(a) changes.0.to"]
    found = judged(head + change("2008-06-01", option="decks", from_="X", to=6).replace('"X"', text))
    assert found == ["breach 8.3 changes.0.from"]


def test_a_file_announces_no_more_changes_than_are_checked() -> None:
    one = change("2008-06-01", option="vig_rate", to=0)
    with pytest.raises(BadTable, match=f"at most {MOST_CHANGES} changes"):
        read_table(table_text("craps", "2008-06-01") + one * (MOST_CHANGES + 1))


# ---- Limits: 8.2

CRAPS = {"minimum": 10, "maximum": 500}


def limits(to: object, on: str = "2008-06-01", steps: tuple[str, ...] = IN_TIME, **more: Any) -> list[str]:
    return judged(table_text("craps", on, limits=CRAPS) + change(on, steps=steps, limits=True, **more, to=to))


@pytest.mark.parametrize(
    "to", [25, "25", "$25", "$25 to $1,000", "maximum $50", {"maximum": 50}, {"field": {"maximum": 100}}]
)
def test_8_2_limits_change_to_amounts_and_are_read_as_people_write_them(to: object) -> None:
    assert limits(to) == []
    assert limits(to, steps=IN_TIME[:2]) == []


@pytest.mark.parametrize(
    ("to", "where"),
    [
        ("-5", "to"),
        (-5, "to"),
        (0, "to"),
        ("$600 to $500", "to"),
        (600, "to"),
        ("as posted", "to"),
        ("", "to"),
        (True, "to"),
        ({"minimum": -5}, "to.minimum"),
        ({"minimum": 600}, "to.minimum"),
        ({"field": {"maximum": 5}}, "to.field.maximum"),
        ({"colour": {"maximum": 50}}, "to.colour"),
        ({"most": 5}, "to.most"),
    ],
)
def test_8_2_limits_that_no_table_may_post_are_a_breach_of_their_change(to: object, where: str) -> None:
    [found] = limits(to)
    assert found.split()[0] == "breach"
    assert found.split()[2] == f"changes.0.{where}"


def test_8_2_steps_are_a_rule_with_its_notice_and_no_choice_before_2008() -> None:
    assert limits("steps of $5") == limits({"increment": 5}) == []
    assert limits("steps of $5", steps=()) == missing(0)
    assert limits("steps of $5", on="2006-06-01") == ["breach 8.2 changes.0.to"]
    by_option = change("2006-06-01", option="wager_increment", to=5)
    assert judged(table_text("craps", "2006-06-01") + by_option) == ["breach 8.2 changes.0.to"]
    nothing = change("2008-06-01", option="wager_increment", to=0)
    assert judged(table_text("craps", "2008-06-01") + nothing) == ["breach 8.2 changes.0.to"]


def test_8_2_old_limits_are_those_that_the_table_posts() -> None:
    assert limits(25, from_=10) == limits("$25 to $500", from_="$10 to $500") == []
    for old in (15, "$10 to $600", {"field": {"maximum": 600}}):
        assert limits(25, from_=old) == ["breach 8.2 changes.0.from"]
    assert limits(25, from_="as posted") == ["breach 8.2 changes.0.from"]
    assert limits(10) == limits("$10 to $500") == ["warning 8.2 changes.0.to"]
    # If a file posts no limits, the change states the old ones.
    assert judged(table_text("craps", "2008-06-01") + change("2008-06-01", limits=True, from_=10, to=25)) == []


def test_8_2_limits_of_a_wager_that_stay_are_judged_with_the_new_ones_of_the_table() -> None:
    field = {**CRAPS, "field": {"maximum": 50}}
    [found] = judged(table_text("craps", "2008-06-01", limits=field) + change("2008-06-01", limits=True, to=100))
    assert found == "breach 8.2 changes.0.limits.field.maximum"


def test_findings_name_the_problem_and_the_permitted_values() -> None:
    texts: list[Finding] = []
    for to in ({}, "as posted", -5, {"most": 5}, 10):
        texts += file_findings(
            read_table(table_text("craps", "2008-06-01", limits=CRAPS) + change("2008-06-01", limits=True, to=to))
        )
    texts += file_findings(read_table(fall(("14:00", "60000"), from_="50000")))
    assert all(one.wrong.strip() and one.permitted.strip() for one in texts)
    assert texts[-4].wrong == "50000, but before the change the table has 75000"
