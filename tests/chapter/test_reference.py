"""`reference` leads from a citation back to titles, provisions and amendments."""

import json
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from pitboss.chapter.numbers import covers
from pitboss.chapter.reference import reference
from pitboss.chapter.rules import registered_games, rules_of

TEXTS = Path(__file__).parents[2].parent / "shared" / "editions"
held = pytest.mark.skipif(
    not TEXTS.is_dir(), reason="the editions' texts are not beside the checkout (../shared/editions)"
)


@pytest.mark.parametrize("citation", ["1.4(e)", "19:47-1.4(e)", "13:69F-1.4(e)", "N.J.A.C. 19:47-1.4(e)", " 1.4(e) "])
def test_a_section_by_any_of_its_citations(citation: str) -> None:
    found = reference(citation)
    assert (found.section, found.title) == ("1.4(e)", "Payout odds")
    assert found.citation == "N.J.A.C. 13:69F-1.4(e)"
    paths = [provision.path for provision in found.provisions]
    assert "option.smallest_chip" in paths
    assert "irregularity.unpayable_wager" in paths
    assert "wager.pass.pays" not in paths


def test_a_section_holds_its_paragraphs() -> None:
    paths = {provision.path for provision in reference("1.2").provisions}
    assert {"wager.pass", "wager.six_seven_eight", "wager.pass.terms.made"} <= paths
    assert "option.vig_rate" not in paths


def test_a_paragraph_is_not_the_one_whose_number_begins_alike() -> None:
    paths = {provision.path for provision in reference("1.2(a)1").provisions}
    assert "wager.pass" in paths
    assert "wager.hard_10" not in paths
    assert not covers("1.1", ["1.10", "1.11(a)"])
    assert not covers("1.2(a)1i", ["1.2(a)1ii(1)"])


def test_the_titles_with_their_editions() -> None:
    first, second = reference("8.2").titles
    assert (first.text, first.editions) == ("Minimum and maximum wagers", ("1996", "2001", "2006"))
    assert (second.since, second.editions) == (date(2008, 4, 21), ("2008", "2012"))


def test_provisions_carry_their_dates_rule_and_source() -> None:
    fire = {provision.path: provision for provision in reference("13:69F-1.12").provisions}
    wager = fire["wager.fire_bet"]
    assert (wager.since, wager.by, wager.provenance) == (date(2012, 3, 19), "R.2012 d.061", "published")
    assert "casinocitytimes.com" in wager.source
    assert (fire["wager.fire_bet.pays"].since, fire["wager.fire_bet.pays"].by) == (date(2012, 3, 19), "R.2012 d.061")


def test_the_rules_that_changed_the_section() -> None:
    rules = [amendment.rule for amendment in reference("1.5(a)").amendments]
    correction = "Administrative Correction"
    assert rules == ["R.1979 d.273", "R.1993 d.37", correction, "R.1996 d.356", "R.2007 d.178", "R.2012 d.061"]


def test_1_5_a_rule_is_shown_with_what_its_note_says_of_the_section() -> None:
    changes = {
        section: {one.rule: one.change for one in reference(section, date(2007, 6, 4)).amendments}
        for section in ("1.3", "1.4", "1.5(a)")
    }
    assert changes["1.5(a)"]["R.1993 d.37"] == '"casino" replaced by "casino licensee"'
    assert changes["1.3"]["R.1993 d.37"] == "simulcasting added"
    assert "uniform" in changes["1.4"]["R.1993 d.37"]


def test_1_5_a_correction_without_a_date_stands_between_two_days() -> None:
    [correction] = [one for one in reference("1.5").amendments if one.rule == "Administrative Correction"]
    assert (correction.after, correction.effective) == (date(1993, 1, 19), date(1996, 8, 5))
    assert correction.when == "between 1993-01-19 and 1996-08-05"
    assert correction.see == "26 N.J.R. 4788(a)"


@held
def test_every_history_note_of_the_editions_is_an_amendment() -> None:
    """Every "Amended by R.… d.…, effective …" under a section is in the data, with its rule, day and references."""
    noted = {note for edition in TEXTS.glob("[12]*.txt") for note in _notes(edition.read_text("utf-8"))}
    known = {
        (one.rule, f"{one.effective:%B} {one.effective.day}, {one.effective.year}", one.see)
        for rules in map(rules_of, registered_games())
        for one in rules.amendments
    }
    assert len(noted) > 30
    assert noted <= known


def _notes(text: str) -> Iterator[tuple[str, str, str]]:
    note = re.compile(r"Amended by (R\.\d+ d\.\d+), effective (\w+ \d+, \d+)[^\n]*\s+See: ([^\n]+?)\.\s*\n")
    yield from note.findall(text)


def test_only_provisions_in_force_on_a_day_are_cited() -> None:
    then = reference("1.2(a)", date(2004, 6, 1))
    assert then.citation == "N.J.A.C. 19:47-1.2(a)"
    paths = {provision.path for provision in then.provisions}
    assert "wager.whirl" in paths
    assert not paths & {"wager.six_seven_eight", "wager.big_6"}
    assert "R.2005 d.355" not in [amendment.rule for amendment in then.amendments]
    assert reference("8.2", date(2004, 6, 1)).title == "Minimum and maximum wagers"


@pytest.mark.parametrize(
    ("citation", "message"),
    [
        ("1.99", "there is no section 1.99; the nearest are 1.8, 1.9, 1.10, 1.11, 1.12"),
        ("99.1", "there is no section 99.1; the nearest are "),
        ("craps", "'craps' is not a citation"),
    ],
)
def test_a_section_that_is_not_there(citation: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        reference(citation)


@pytest.mark.parametrize(
    ("citation", "day", "message"),
    [
        ("1.2(z)99", None, r"no paragraph 1\.2\(z\)99 in the data; the nearest is 1\.2\(b\)$"),
        (
            "1.2(a)39",
            date(2005, 10, 16),
            r"no paragraph 1\.2\(a\)39 on 2005-10-16 in the data \(6-7-8 wager offered: since 2005-10-17 by "
            r"R\.2005 d\.355\); the nearest is 1\.2\(a\)38$",
        ),
        ("1.4(e)", date(1990, 1, 1), r"no paragraph 1\.4\(e\) on 1990-01-01 .*; the nearest is 1\.4\(d\)$"),
        ("8.6(b)2", None, r"no paragraph 8\.6\(b\)2 .*; the nearest is 8\.6\(b\)$"),
    ],
)
def test_a_paragraph_that_is_not_there(citation: str, day: date | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        reference(citation, day)


@pytest.mark.parametrize(
    ("citation", "day"),
    [("1.2(a)39", date(2005, 10, 17)), ("1.4(e)", date(1993, 3, 15)), ("1.2(a)20", date(1980, 1, 1)), ("1.3(f)", None)],
)
def test_a_paragraph_that_is_there(citation: str, day: date | None) -> None:
    assert reference(citation, day).section == citation


@pytest.mark.parametrize(
    ("citation", "day", "message"),
    [
        (
            "19:47-4.5",
            date(2012, 3, 19),
            r"19:47-4\.5 \(Dealing shoe; selection of banker\) is 13:69F-4\.4; .*2012-03-18",
        ),
        (
            "13:69F-4.4",
            date(2012, 3, 18),
            r"13:69F-4\.4 \(Dealing shoe; selection of banker\) is 19:47-4\.5; .*2012-03-19",
        ),
        ("19:47-4.2", date(2012, 3, 19), r"19:47-4\.2 has no number in 13:69F"),
        ("19:47-2.2(e)", date(2013, 1, 1), r"19:47-2\.2\(e\) .* is 13:69F-2\.2\(c\)"),
        ("19:47-2.2(c)", date(2013, 1, 1), r"19:47-2\.2\(c\) .* has no number in 13:69F"),
        ("19:47-6.9", date(2013, 1, 1), r"19:47-6\.9 \(Continuous .*\) is 13:69F-6\.8; look it up on 2008-04-20"),
        (
            "19:47-1.12",
            None,
            r"there is no 19:47-1\.12: the section dates from 2012-03-19, when the chapter was 13:69F",
        ),
    ],
)
def test_a_number_of_another_time_is_not_answered_with_another_section(
    citation: str, day: date | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        reference(citation, day)


def test_4_5_with_the_old_number_of_the_chapter_and_no_day_is_read_as_of_its_time() -> None:
    found = reference("19:47-4.5")
    assert (found.on, found.citation) == (date(2012, 3, 18), "N.J.A.C. 19:47-4.5")
    assert found.title == "Dealing shoe; selection of banker"


def test_1_4_a_section_that_kept_its_number_is_answered_on_a_day_of_the_new_one() -> None:
    found = reference("19:47-1.4(e)", date(2013, 1, 1))
    assert (found.section, found.citation) == ("1.4(e)", "N.J.A.C. 13:69F-1.4(e)")


def test_a_section_before_its_time() -> None:
    with pytest.raises(ValueError, match=r"section 1\.12 is not in force on 2004-06-01: since 2012-03-19"):
        reference("1.12", date(2004, 6, 1))


def test_it_is_json() -> None:
    assert json.loads(reference("1.4(e)").model_dump_json())["title"] == "Payout odds"


def test_1_4_a_paragraph_is_found_under_the_number_that_it_had_on_a_day() -> None:
    then = {one.path: one for one in reference("1.4(d)", date(1990, 1, 1)).provisions}
    assert then["fact.payable"].section == "1.4(d)"
    assert "wager.c_and_e.pays" not in then
    assert {one.path for one in reference("1.2(a)7", date(1980, 1, 1)).provisions} == {"wager.big_6"}


def test_1_4_without_a_day_it_is_found_under_every_number_that_it_had() -> None:
    found = {one.path: one for one in reference("1.4(d)").provisions}
    assert found["wager.c_and_e.pays"].section == "1.4(d)"
    payable = found["fact.payable"]
    assert (payable.section, [(one.section, one.until) for one in payable.formerly]) == (
        "1.4(e)",
        [("1.4(d)", date(1993, 3, 15))],
    )


def test_1_4_the_figures_of_a_section_on_its_day() -> None:
    odds = {one.path: one.provides for one in reference("1.4(b)", date(2008, 6, 1)).provisions}
    assert odds["wager.field.pays"] == "at least 2 to 1 (2), 2 to 1 (12), 1 to 1 (other)"
    fire = {one.path: one.provides for one in reference("1.12", date(2012, 3, 19)).provisions}
    assert fire["pay_table.fire_pay_table.A"] == "exactly 24 to 1 (4), 249 to 1 (5), 999 to 1 (6)"
