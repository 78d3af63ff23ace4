"""`diff`: what changed in the chapter between two dates."""

import json
from datetime import date

import pytest

from pitboss.chapter.diff import GameDiff, ProvisionChange, _changes, diff
from pitboss.chapter.reference import reference
from pitboss.chapter.rules import Rules, all_games, read_rules, registered_games, rules_of

MINIATURE = """
[game]
id = "craps"
name = "A miniature"
subchapter = "1"
family = "dice"
since = 1978-06-02
summary = "Small."

[[amendment]]
rule = "R.1990 d.1"
effective = 1990-01-01
sections = ["1.4"]
change = "field 2 raised"

[wager.field]
name = "Field"
section = "1.2(a)11"
pays = [
    { section = "1.4(b)", least = { "2" = "2 to 1", other = "1 to 1" }, until = 1990-01-01, by = "R.1990 d.1" },
    { section = "1.4(b)", least = { "2" = "3 to 1", "12" = "2 to 1", other = "1 to 1" }, since = 1990-01-01 },
]

[wager.brief]
name = "Brief"
section = "1.2(a)12"
since = 1985-01-01
until = 1986-01-01
pays = { section = "1.4(b)", exactly = "1 to 1" }
"""


def craps(first: date, second: date) -> GameDiff:
    return next(game for game in diff(first, second).games if game.game == "craps")


def by_path(game: GameDiff) -> dict[str, ProvisionChange]:
    return {change.path: change for change in game.changes}


def test_from_the_2001_edition_to_the_2012_edition() -> None:
    changes = by_path(craps(date(2001, 3, 9), date(2012, 3, 19)))
    added = changes["wager.six_seven_eight"]
    assert (added.kind, added.date, added.rule) == ("added", date(2005, 10, 17), "R.2005 d.355")
    assert (added.section, added.now) == ("1.2(a)39", "at least 2 to 1 (hard), 1 to 1 (other)")
    timing = changes["option.vig_timing.on_win"]
    assert (timing.what, timing.kind, timing.date, timing.rule) == ("value", "added", date(2007, 6, 4), "R.2007 d.178")
    for path in ("wager.fire_bet", "option.offer_fire_bet", "option.fire_pay_table"):
        assert (changes[path].date, changes[path].rule) == (date(2012, 3, 19), "R.2012 d.061")
    assert changes["pay_table.fire_pay_table.A"].now == "exactly 24 to 1 (4), 249 to 1 (5), 999 to 1 (6)"
    assert changes["wager.fire_bet"].provenance == "published"
    assert "wager.hop_22" not in changes


def test_the_contents_between_the_same_dates() -> None:
    contents = {(change.kind, change.section) for change in diff(date(2001, 3, 9), date(2012, 3, 19)).contents}
    assert {("section added", "1.12"), ("subchapter added", "1A"), ("chapter recodified", "13:69F")} <= contents


def test_1981_big_six_and_big_eight_went() -> None:
    changes = by_path(craps(date(1978, 6, 2), date(1982, 1, 1)))
    assert set(changes) == {"wager.big_6", "wager.big_8"}
    assert {(one.kind, one.date, one.rule) for one in changes.values()} == {
        ("removed", date(1981, 11, 2), "R.1981 d.388")
    }


def test_the_amendments_in_between_are_named() -> None:
    rules = [amendment.rule for amendment in craps(date(2005, 10, 16), date(2007, 6, 4)).amendments]
    assert rules == ["R.2005 d.355", "R.2007 d.178"]


def test_a_change_belongs_to_the_day_it_takes_effect() -> None:
    assert diff(date(2005, 10, 15), date(2005, 10, 16), ["craps"]).games == ()
    assert len(craps(date(2005, 10, 16), date(2005, 10, 17)).changes) == 2
    assert diff(date(2005, 10, 17), date(2005, 10, 18), ["craps"]).games == ()
    assert diff(date(2005, 10, 17), date(2005, 10, 17)).games == ()


def test_8_2_steps_of_wagers_came_by_2008_and_8_6_in_2012() -> None:
    [all_games] = diff(date(2006, 1, 1), date(2013, 1, 1), ["all-games"]).games
    changes = by_path(all_games)
    assert changes["option.wager_increment"].date == date(2008, 4, 21)
    assert changes["option.tournament_kind"].section == "8.6(b)"
    regulator = changes["fact.regulator"]
    assert (regulator.kind, regulator.rule) == ("changed", "R.2012 d.061")
    assert (regulator.was, regulator.now) == ("Casino Control Commission", "Division of Gaming Enforcement")


def test_1_4_what_was_removed_is_cited_under_its_number_and_chapter_of_the_time() -> None:
    gone = by_path(craps(date(1978, 6, 2), date(1982, 1, 1)))["wager.big_6"]
    assert (gone.section, gone.citation) == ("1.2(a)7", "N.J.A.C. 19:47-1.2(a)7")
    removed = [one for game in diff(date(2012, 3, 18), date(2012, 3, 19)).games for one in game.changes]
    assert [one.citation for one in removed if one.kind == "removed"]
    for one in removed:
        assert one.citation.startswith("N.J.A.C. 19:47-" if one.kind == "removed" else "N.J.A.C. 13:69F-"), one


def test_1_2_what_was_added_is_cited_under_its_number_of_the_time() -> None:
    changes = by_path(craps(date(1983, 1, 1), date(1985, 1, 1)))
    assert changes["wager.horn_high_2"].section == "1.2(a)19"


@pytest.fixture(scope="module")
def miniature() -> Rules:
    return read_rules(MINIATURE, "miniature")


@pytest.mark.parametrize("name", [*registered_games(), "all-games"])
def test_both_sides_of_every_diff_line_differ(name: str) -> None:
    """All days are compared at once, and this covers the changes between neighbouring days."""
    changes = list(_changes(all_games() if name == "all-games" else rules_of(name)))
    assert [one for one in changes if one.was == one.now] == []
    gone = {(one.date, one.path, one.was) for one in changes if one.kind == "removed"}
    assert [one for one in changes if one.kind == "added" and (one.date, one.path, one.now) in gone] == []


def test_2_5_a_fact_that_moved_to_another_section_with_its_value_did_not_change() -> None:
    [blackjack] = diff(date(2008, 6, 1), date(2012, 3, 19), ["blackjack"]).games
    paths = {one.path for one in blackjack.changes}
    assert not paths & {"fact.batches", "fact.batch_colours", "fact.batches_alternate"}
    assert "option.shuffle_method.automated" not in paths
    assert "pay_table.in_between.alternative" in paths


@pytest.mark.parametrize(
    ("game", "option", "section"),
    [
        ("blackjack", "twenty_point", "2.24"),
        ("blackjack", "in_between", "2.26"),
        ("pai-gow", "dragons_eye", "10.11"),
        ("pai-gow-poker", "dragons_eye", "11.21"),
    ],
)
def test_the_pay_table_of_a_wager_that_is_off_is_neither_added_nor_cited(game: str, option: str, section: str) -> None:
    [found] = diff(date(2005, 1, 1), date(2012, 3, 19), [game]).games
    tables = {one.path for one in found.changes if one.path.startswith(f"pay_table.{option}.")}
    assert tables
    assert f"pay_table.{option}.off" not in tables
    assert {one.path for one in reference(section, date(2012, 3, 19)).provisions} >= tables
    assert f"pay_table.{option}.off" not in {one.path for one in reference(section).provisions}


def test_8_2_multiples_that_are_no_5_dollars_come_by_8_2() -> None:
    [blackjack] = diff(date(2006, 6, 1), date(2008, 6, 1), ["blackjack"]).games
    multiples = {one.now: (one.section, one.provenance) for one in blackjack.changes if "wager_multiple" in one.path}
    assert multiples == dict.fromkeys(["0.25", "0.50", "1", "2", "2.50"], ("8.2", "sister"))
    [before] = diff(date(2006, 1, 1), date(2006, 2, 1), ["blackjack"]).games
    assert {one.section for one in before.changes if "wager_multiple" in one.path} == {"2.3(d)"}


def test_odds_are_compared_row_by_row(miniature: Rules) -> None:
    odds = [change for change in _changes(miniature) if change.what == "odds"]
    assert [(one.kind, one.path, one.was, one.now) for one in odds] == [
        ("changed", "wager.field.pays.2", "at least 2 to 1", "at least 3 to 1"),
        ("added", "wager.field.pays.12", "", "at least 2 to 1"),
    ]
    assert {(one.date, one.rule) for one in odds} == {(date(1990, 1, 1), "R.1990 d.1")}


def test_a_provision_added_and_removed_in_between_is_listed_twice(miniature: Rules) -> None:
    brief = [(one.kind, one.date.year) for one in _changes(miniature) if one.path == "wager.brief"]
    assert brief == [("added", 1985), ("removed", 1986)]


def test_a_diff_can_be_a_key() -> None:
    one, same = (diff(date(1990, 1, 1), date(1995, 1, 1), ["craps"]) for _ in range(2))
    assert len({one, same}) == 1


def test_it_is_json() -> None:
    plain = json.loads(diff(date(2005, 1, 1), date(2006, 1, 1)).model_dump_json())
    assert plain["first"] == "2005-01-01"
    assert plain["games"][0]["changes"][0]["path"] == "wager.six_seven_eight"


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        (date(2012, 1, 1), date(2001, 1, 1), "the first date, 2012-01-01, is after the second, 2001-01-01"),
        (date(1978, 6, 1), date(2001, 1, 1), "the chapter begins on 1978-06-02; 1978-06-01 is too early"),
        (date(2001, 1, 1), date(1950, 1, 1), "the chapter begins on 1978-06-02; 1950-01-01 is too early"),
    ],
)
def test_dates_that_cannot_be_compared(first: date, second: date, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        diff(first, second)


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no game 'faro'; the games are: "):
        diff(date(2001, 1, 1), date(2002, 1, 1), ["faro"])


def test_every_dated_provision_of_craps_shows_once() -> None:
    rules = rules_of("craps")
    dated = [
        path for path, one in rules.provisions() if one.since and one.since > rules.game.since and "pays" not in path
    ]
    changes = by_path(craps(date(1978, 6, 2), date(2030, 1, 1)))
    assert set(dated) <= set(changes)
