"""The contents of the chapter: the sections of each edition, the rules in force on a day, and changes between days."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import date, datetime
from importlib.resources import files
from pathlib import Path

import pytest

from pitboss.chapter.contents import Contents, ContentsChange, cite, contents, parse, prefix, section_of
from pitboss.chapter.rules import rules_of

EDITIONS = ("1996", "2001", "2006", "2008", "2012")
TEXTS = Path(__file__).parents[2].parent / "shared" / "editions"
DATA = files("pitboss.chapter").joinpath("contents.toml").read_text(encoding="utf-8")

held = pytest.mark.skipif(
    not TEXTS.is_dir(), reason="the editions' texts are not beside the checkout (../shared/editions)"
)


@pytest.fixture
def chapter() -> Contents:
    return contents()


def changed(first: date, second: date) -> dict[tuple[str, str], ContentsChange]:
    return {(change.kind, change.section): change for change in contents().changes(first, second)}


# What each edition shows ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "count"), [("1996", 252), ("2001", 324), ("2006", 143), ("2008", 99), ("2012", 187)]
)
def test_number_of_sections_that_an_edition_shows(chapter: Contents, edition: str, count: int) -> None:
    assert sum(edition in section.editions for one in chapter.subchapters for section in one.sections) == count


@pytest.mark.parametrize(
    ("edition", "counts"),
    [
        # 1 to 22, counted on the page
        ("1996", "11 22 12 12 7 9 12 5 6 10 16 10 8 20 7 13 11 13 15 12 11 10"),
        # 1 to 27
        ("2001", "11 23 12 12 7 9 12 5 6 10 21 10 8 20 7 13 11 13 15 12 11 10 15 12 12 15 12"),
        # 1 to 10, six of 11, three of 27, 28, 29
        ("2006", "11 25 12 12 7 8 12 5 6 10 6 3 13 13"),
        # 1 to 9
        ("2008", "11 26 12 12 7 8 12 5 6"),
        # 1, 1A, 2, 2A, 3 to 12, seven of 13, nine of 14
        ("2012", "12 8 27 15 12 11 6 8 12 6 6 12 27 9 7 9"),
    ],
)
def test_sections_by_subchapter(chapter: Contents, edition: str, counts: str) -> None:
    shown = [sum(edition in section.editions for section in one.sections) for one in chapter.subchapters]
    assert " ".join(str(count) for count in shown if count) == counts


@pytest.mark.parametrize(
    ("id", "chapter_number", "rule", "effective", "shows"),
    [
        ("1996", "19:47", "R.1996 d.178", date(1996, 3, 11), date(2000, 1, 3)),
        ("2001", "19:47", "R.2001 d.116", date(2001, 3, 9), date(2004, 12, 20)),
        ("2006", "19:47", "R.2006 d.255", date(2006, 6, 9), date(2006, 7, 17)),
        ("2008", "19:47", "R.2006 d.255", date(2006, 6, 9), date(2008, 4, 21)),
        ("2012", "13:69F", "R.2012 d.061", date(2012, 3, 19), date(2012, 3, 19)),
    ],
)
def test_editions(chapter: Contents, id: str, chapter_number: str, rule: str, effective: date, shows: date) -> None:
    edition = chapter.edition(id)
    assert (edition.chapter, edition.rule, edition.effective, edition.shows) == (chapter_number, rule, effective, shows)
    assert edition.see


def test_edition_of_a_day(chapter: Contents) -> None:
    days = {
        date(1996, 3, 10): None,
        date(1996, 3, 11): "1996",
        date(2001, 3, 8): "1996",
        date(2001, 3, 9): "2001",
        date(2006, 7, 17): "2006",
        date(2006, 7, 18): "2008",
        date(2012, 3, 18): "2008",
        date(2026, 1, 1): "2012",
    }
    assert {day: found.id if (found := chapter.edition_on(day)) else None for day in days} == days


# Adoptions ------------------------------------------------------------------------------------------------------------


def test_adoptions_of_the_chapter(chapter: Contents) -> None:
    assert [(one.rule, one.effective.isoformat()) for one in chapter.readoptions] == [
        ("R.1978 d.186", "1978-06-02"),
        ("R.1983 d.163", "1983-05-04"),
        ("R.1988 d.233", "1988-04-28"),
        ("R.1993 d.203", "1993-04-15"),
        ("R.1996 d.178", "1996-03-11"),
        ("R.2001 d.116", "2001-03-09"),
        ("R.2006 d.255", "2006-06-09"),
        ("R.2012 d.061", "2012-03-19"),
    ]
    assert chapter.first_day == date(1978, 6, 2)


ADOPTED = """
1 R.1978 d.186 1978-06-02    2 R.1978 d.186 1978-06-02    3 R.1978 d.186 1978-06-02    4 R.1978 d.186 1978-06-02
5 R.1978 d.186 1978-06-02    6 R.1991 d.532 1991-11-04    7 R.1986 d.308 1986-08-04    8 R.1983 d.551 1983-12-05
9 R.1991 d.615 1991-12-16    10 R.1992 d.411 1992-10-19   11 R.1992 d.406 1992-10-19   12 R.1992 d.453 1992-11-16
13 R.1997 d.427 1997-10-06   14 R.1994 d.141 1994-03-21   15 R.1995 d.285 1995-06-05   16 R.1995 d.430 1995-08-07
17 R.1994 d.593 1994-12-05   18 R.1995 d.534 1995-10-02   19 R.2000 d.2 2000-01-03     20 R.1997 d.134 1997-03-17
21 R.1998 d.371 1998-07-20   22 R.1999 d.29 1999-01-19    23 R.2001 d.288 2001-08-20   24 R.2003 d.243 2003-06-16
25 R.2004 d.326 2004-08-16   26 R.2004 d.340 2004-09-07   27 R.2004 d.465 2004-12-20   28 R.2005 d.356 2005-10-17
29 R.2006 d.276 2006-07-17   30 R.2006 d.341 2006-09-18   31 R.2007 d.246 2007-08-20   32 R.2008 d.95 2008-04-21
"""


def test_adoption_of_every_subchapter_that_a_history_note_dates(chapter: Contents) -> None:
    by_rule = [one for one in chapter.subchapters if one.adopted.rule]
    assert [f"{one.id} {one.adopted.rule} {one.since}" for one in by_rule] == re.split(r"\s{2,}|\n", ADOPTED.strip())
    assert all(one.adopted.see and not one.adopted.dating.note for one in by_rule)


def test_subchapters_first_seen_in_2012_have_a_bound_and_no_rule(chapter: Contents) -> None:
    for id in ("1A", "2A"):
        adopted = chapter.subchapter(id).adopted
        assert (adopted.effective, adopted.rule, adopted.proved_by) == (date(2012, 3, 19), None, "2012")
        assert adopted.dating.note == "first in the 2012 edition; after 2008-04-21"


def test_subchapters_that_no_edition_shows(chapter: Contents) -> None:
    unseen = {one.id: one.provenance for one in chapter.subchapters if not one.editions}
    assert unseen == {
        "2B": "published",
        "30": "text",  # in the 2008 history note, but not in the contents
        "31": "text",
        "32": "text",
        "35": "published",
        "36": "reconstructed",
        "37": "published",
    }
    sections = [section for id in unseen for section in chapter.subchapter(id).sections]
    assert {section.provenance for section in sections} == {"published", "reconstructed"}
    assert not any(section.editions for section in sections)


def test_temporary_and_reserved(chapter: Contents) -> None:
    temporary = {one.id: one.temporary for one in chapter.subchapters if one.temporary}
    assert {id: (one.effective, one.or_after) for id, one in temporary.items()} == {
        "15": (date(1995, 3, 13), False),
        "16": (date(1994, 8, 22), True),
        "18": (date(1995, 1, 24), True),
    }
    reserved = {one.id: one.reserved.rule for one in chapter.subchapters if one.reserved}
    assert reserved == {"6": "R.1983 d.551", "7": "R.1983 d.551"}


# Sections on a day ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "since", "by", "after"),
    [
        ("1.4", date(1978, 6, 2), "R.1978 d.186", None),
        ("1.12", date(2012, 3, 19), None, date(2008, 4, 21)),
        ("2.6A", date(2006, 1, 17), "R.2006 d.36", None),
        ("2.16", date(1996, 3, 11), None, None),
        ("2.17", date(1992, 4, 20), "R.1992 d.174", None),
        ("2.19", date(1999, 7, 6), "R.1999 d.208", None),
        ("2.23", date(2004, 7, 19), "R.2004 d.285", None),
        ("2.24", date(2006, 6, 5), "R.2006 d.205", None),
        ("2.25", date(2007, 11, 19), "R.2007 d.352", None),
        ("2.26", date(2012, 3, 19), "R.2012 d.061", None),
        ("8.1", date(1983, 12, 5), "R.1983 d.551", None),
        ("8.2", date(1996, 3, 11), None, None),
        ("8.6", date(2012, 3, 19), "R.2012 d.061", None),
        ("10.6A", date(2012, 3, 19), None, date(2006, 7, 17)),  # 2008's contents stop before 10
        ("11.8A", date(1996, 3, 11), None, None),
        ("11.14", date(2001, 3, 9), None, None),
        ("11.19", date(2012, 3, 19), None, date(2004, 12, 20)),  # 2006's stop at 11.6
        ("14.13A", date(2000, 1, 3), None, date(1996, 3, 11)),
        ("18.6A", date(1998, 11, 16), "R.1998 d.554", None),
        ("18.6B", date(2012, 3, 19), None, date(2004, 12, 20)),
        ("23.6A", date(2004, 12, 20), None, date(2001, 8, 20)),
    ],
)
def test_since(chapter: Contents, id: str, since: date, by: str | None, after: date | None) -> None:
    section = chapter.section(id)
    assert (section.since, section.by, section.after) == (since, by, after)
    assert bool(section.note) == (by is None)


def test_provisions_first_shown_in_2001_share_one_day(chapter: Contents) -> None:
    """Unless a rule dates it, or its subchapter was adopted later."""
    first = {
        (section.id, title.start.day)
        for one in chapter.subchapters
        if one.since < date(2001, 3, 9)
        for section in one.sections
        for title in section.titles
        if title.editions[:1] == ("2001",) and title.start.rule is None
    }
    numbers = ["11.4", "11.14", "11.15", "11.16", "11.17", "11.18", "18.11"]
    assert first == {(number, date(2001, 3, 9)) for number in numbers}


def test_a_cut_table_of_contents_removes_nothing(chapter: Contents) -> None:
    ended = {section.id: section.until for one in chapter.subchapters for section in one.sections if section.until}
    assert ended == {
        "4.12": date(2012, 3, 19),
        "5.7": date(2012, 3, 19),
        "6.9": date(2008, 4, 21),
        "12.10": date(2012, 3, 19),
    }
    assert chapter.section("13.8").on(date(2013, 1, 1))  # lost on a broken page of 2012, not repealed


def test_titles_of_2_7(chapter: Contents) -> None:
    section = chapter.section("2.7")
    assert section.on(date(2006, 7, 17)).title.endswith("consolidated net payout option for certain insurance wagers")
    assert section.on(date(2008, 4, 21)).title.endswith("even-money payout option for insurance wagers")
    assert section.on(date(2012, 3, 19)).title.endswith("even-money payout option for certain insurance wagers")
    assert section.editions == EDITIONS


def test_red_dog_6_7_is_missing_in_2006_only(chapter: Contents) -> None:
    section = chapter.section("6.7")
    assert [section.title_in(edition) for edition in EDITIONS] == [
        "Irregularities",
        "Irregularities",
        None,
        "A player wagering on more than one betting area",
        "A player wagering on more than one betting area",
    ]
    assert section.on(date(2007, 1, 1)) is None
    assert section.until is None


def test_reserved_is_a_title_with_a_flag(chapter: Contents) -> None:
    reserved = [section.id for one in chapter.on(date(2001, 3, 9)) for section in one.sections if section.reserved]
    assert reserved == ["4.2", "5.7", "6.6", "12.10", "14.19"]
    assert not chapter.section("14.19").on(date(2013, 1, 1)).reserved


def test_the_first_day_has_subchapters_1_to_5(chapter: Contents) -> None:
    assert [one.id for one in chapter.on(date(1978, 6, 2))] == ["1", "2", "3", "4", "5"]


def test_minibaccarat_by_date(chapter: Contents) -> None:
    names = {
        day: {one.id: one.title for one in chapter.on(day)}.get("7") for day in (date(1986, 8, 3), date(1986, 8, 4))
    }
    assert list(names.values()) == [None, "Minibaccarat"]
    assert {one.id: one.title for one in chapter.on(date(2012, 3, 19))}["7"] == "Mini-Baccarat"


def test_they_print_as_themselves(chapter: Contents) -> None:
    assert repr(chapter.section("5.7")) == "Section('5.7', '(Reserved)', since 1978-06-02, until 2012-03-19)"
    assert repr(chapter.subchapter("9")) == "Subchapter('9', 'Sic Bo', 6 sections, since 1991-12-16)"
    assert repr(chapter.edition("2008")) == "Edition('2008', 19:47, R.2006 d.255, 2006-06-09 to 2008-04-21)"


# Citations ------------------------------------------------------------------------------------------------------------


def test_the_chapter_changes_its_number_on_2012_03_19() -> None:
    assert (prefix(date(2012, 3, 18)), prefix(date(2012, 3, 19))) == ("19:47", "13:69F")
    assert cite("1.4(b)", date(2012, 3, 18)) == "N.J.A.C. 19:47-1.4(b)"
    assert cite("1.4(b)", date(2012, 3, 19)) == "N.J.A.C. 13:69F-1.4(b)"
    assert cite("32.11", date(2008, 4, 21)) == "N.J.A.C. 19:47-32.11"


@pytest.mark.parametrize(
    ("citation", "section"),
    [("1.4", "1.4"), ("1.4(b)2i", "1.4"), ("2A.11(e)", "2A.11"), ("11.8A", "11.8A"), ("1.2(a)1i(1)", "1.2")],
)
def test_section_of(citation: str, section: str) -> None:
    assert section_of(citation) == section


@pytest.mark.parametrize("citation", ["", "1", "1.4b", "1.4 (b)", "1.4()", "19:47-1.4", "32.7-32.9", "36.x"])
def test_invalid_citations_are_refused(citation: str) -> None:
    with pytest.raises(ValueError, match="is not a citation; write a section and its paragraphs"):
        section_of(citation)


def test_unknown_numbers_are_answered_with_the_known_ones(chapter: Contents) -> None:
    with pytest.raises(ValueError, match=r"no section 1\.13; subchapter 1 has 1\.1, .*1\.12$"):
        cite("1.13(a)", date(2012, 3, 19))
    with pytest.raises(ValueError, match=r"no subchapter 40; the chapter has 1, 1A, 2, .*37$"):
        chapter.section("40.1")
    with pytest.raises(ValueError, match=r"no subchapter 1B; the chapter has 1, 1A"):
        chapter.subchapter("1B")
    with pytest.raises(ValueError, match=r"no edition 1999; the editions held are 1996, 2001, 2006, 2008, 2012"):
        chapter.edition("1999")
    with pytest.raises(ValueError, match=r"no section 2B\.1; subchapter 2B has none known"):
        chapter.section("2B.1")


def test_before_the_first_day_there_is_nothing(chapter: Contents) -> None:
    day = date(1978, 6, 1)
    for ask in (chapter.on, chapter.edition_on, prefix, lambda day: chapter.changes(day, date(2000, 1, 1))):
        with pytest.raises(ValueError, match="the chapter begins on 1978-06-02"):
            ask(day)


# Changes --------------------------------------------------------------------------------------------------------------


def test_red_dog_is_renumbered() -> None:
    changes = changed(date(1996, 3, 11), date(2006, 12, 31))
    moved = changes["section renumbered", "6.6"]
    assert (moved.title, moved.was, moved.date) == ("Irregularities", "6.7", date(2006, 7, 17))
    assert moved.note == "first in the 2006 edition; after 2004-12-20"
    assert changes["section removed", "6.6"].title == "(Reserved)"
    assert ("section removed", "6.7") not in changes

    later = changed(date(1996, 3, 11), date(2008, 4, 21))
    renumbered = {id: change.was for (kind, id), change in later.items() if kind == "section renumbered"}
    assert renumbered == {"6.6": "6.7", "6.7": "6.8", "6.8": "6.9"}
    assert ("section removed", "6.9") not in later


def test_chemin_de_fer_moves_up_by_one_in_2012() -> None:
    changes = changed(date(2008, 4, 21), date(2012, 3, 19))
    renumbered = {id: change.was for (kind, id), change in changes.items() if kind == "section renumbered"}
    assert renumbered == {f"4.{number}": f"4.{number + 1}" for number in range(2, 12)}
    assert changes["section removed", "4.2"].title == "(Reserved)"


def test_pai_gow_poker_has_one_day_in_its_contents_and_its_rules() -> None:
    """No text dates whatever first appears in the 2001 edition; its contents and its provisions use the same day."""
    for id, wager in rules_of("pai-gow-poker").wagers.items():
        assert contents().section(wager.section).since <= (wager.since or date.max), id
    button = contents().section("11.4").titles[-1]
    assert (button.text.endswith("button"), button.start.day) == (True, date(2001, 3, 9))


def test_additions_between_2001_and_2012() -> None:
    changes = changed(date(2001, 3, 9), date(2012, 3, 19))
    added = [id for kind, id in changes if kind == "section added"]
    assert added == [
        *("1.12", "2.6A", "2.23", "2.24", "2.25", "2.26", "8.6", "10.6A", "10.11", "11.8D"),
        *("11.19", "11.20", "11.21", "11.22", "11.23", "14.19", "18.6B"),
    ]
    subchapters = [id for kind, id in changes if kind == "subchapter added"]
    assert subchapters == ["1A", "2A", "23", "24", "25", "26", "27", "28", "29", "30", "31", "32", "35", "36", "37"]

    fire_bet = changes["section added", "1.12"]
    assert (fire_bet.date, fire_bet.rule) == (date(2012, 3, 19), None)
    assert fire_bet.note == "first in the 2012 edition; after 2008-04-21"
    assert changes["section added", "2.23"].rule == "R.2004 d.285"
    assert changes["section added", "14.19"].was == "(Reserved)"
    assert changes["subchapter added", "1A"].note == "first in the 2012 edition; after 2008-04-21"
    assert changes["subchapter added", "32"].rule == "R.2008 d.95"
    recodified = changes["chapter recodified", "13:69F"]
    assert (recodified.was, recodified.date, recodified.rule) == ("19:47", date(2012, 3, 19), "R.2012 d.061")


def test_renamed_sections() -> None:
    changes = changed(date(2000, 1, 3), date(2012, 3, 19))
    renamed = {id: change for (kind, id), change in changes.items() if kind == "section renamed"}
    assert list(renamed) == ["1.3", "1.6", "2.6", "2.7", "2.12", "2.17", "6.2", "8.2", "11.4", "11.11", "18.11"]
    assert renamed["2.7"].was == "Payment of blackjack; consolidated net payout option for certain insurance wagers"
    assert renamed["8.2"].date == date(2008, 4, 21)
    assert renamed["8.2"].note == "first in the 2008 edition; after 2006-07-17"
    assert changes["subchapter renamed", "7"].was == "Minibaccarat"


def test_removed_sections() -> None:
    changes = changed(date(2000, 1, 3), date(2012, 3, 19))
    removed = {id: change.title for (kind, id), change in changes.items() if kind == "section removed"}
    assert removed == {"4.2": "(Reserved)", "5.7": "(Reserved)", "6.6": "(Reserved)", "12.10": "(Reserved)"}
    assert changes["section removed", "5.7"].note == "no longer in the 2012 edition; after 2008-04-21"


def test_changes_stay_between_their_days(chapter: Contents) -> None:
    assert chapter.changes(date(2008, 4, 21), date(2008, 4, 21)) == []
    assert [str(change) for change in chapter.changes(date(2004, 7, 18), date(2004, 7, 19))] == [
        "2004-07-19 section added 2.23 Match-the-dealer wager by R.2004 d.285"
    ]
    first, second = date(1990, 1, 1), date(2010, 1, 1)
    assert all(first < change.date <= second for change in chapter.changes(first, second))
    with pytest.raises(ValueError, match="the second day, 1990-01-01, is before the first, 2010-01-01"):
        chapter.changes(second, first)


# The file -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "instead", "message"),
    [
        ('title = "Sic Bo"', 'title = "Sic Bo"\ncolour = "red"', r"subchapter 9: unknown key colour"),
        ('"9.2" = "Permissible wagers"', '"9.2" = { title = "x", hue = 1 }', r"section 9\.2: unknown key hue"),
        ('"9.2" = "Permissible wagers"', '"9.1" = "Permissible wagers"', r".*overwrite a value"),
        ('"9.2" = "Permissible wagers"', '"9.2" = 7', r"section 9\.2: title = 7 must be a str"),
        ('"9.2" = "Permissible wagers"', '"9.2" = { 1999 = "x" }', r"section 9\.2: no edition 1999 shows it; 1996"),
        ('"9.2" = "Permissible wagers"', '"9.2" = { 2012 = "-" }', r"section 9\.2: 2012 = '-', but it did not exist"),
        (
            '"9.2" = "Permissible wagers"',
            '"9.9" = "Permissible wagers"',
            r"subchapter 9: sections must be given .* in order",
        ),
        (
            '"9.2" = "Permissible wagers"',
            '"8.2" = "Permissible wagers"',
            r"section 8\.2: it is not a section number of sub",
        ),
        (
            '"9.2" = "Permissible wagers"',
            '"9.2" = { title = "x", after = 1999-01-01 }',
            r"section 9\.2: since is missing",
        ),
        (
            '"13.8" = "Irregularities"',
            '"13.8" = { 2012 = "x" }',
            r"section 13\.8: no edition 2012 shows it; 1996, 2001 do",
        ),
        ('proved_by = "2012", after', 'proved_by = "2011", after', r"subchapter 1A, adopted: there is no edition 2011"),
        (
            'sections_from = "reconstructed"',
            'sections_from = "hearsay"',
            r"subchapter 30: sections_from = 'hearsay' must",
        ),
        ('sections_from = "reconstructed"', "", r"section 30\.1: no edition shows it; give its provenance"),
        ('id = "10"\n', 'id = "9"\n', r"section 10\.1: it is not a section number of subchapter 9"),
        ("shows = 2000-01-03", "shows = 1990-01-03", r"edition 1996: it shows the text to 1990-01-03, before it takes"),
        (
            'rule = "R.1996 d.178"\neffective = 1996-03-11\nshows',
            'rule = "R.1"\neffective = 1996-03-11\nshows',
            r"edition 1996: R.1 of",
        ),
        ('"11.6", "27.10"', '"11.6", "11.99", "27.10"', r"edition 2006: part 11\.99 is not in this edition"),
        ('"28", "29"]', '"28", "29", "33"]', r"edition 2006: there is no subchapter 33"),
        ("shows = 2000-01-03", "", r"edition 1996: shows is missing"),
        ('id = "2008"', 'id = "2006"', r"editions must be given once each and in order, not 2006 before 2006"),
        ("10 N.J.R. 177(a)", "10 N.J.R. 306(e)", r"readoption R\.1978 d\.186: see contains a duplicate"),
    ],
)
def test_a_fault_in_the_file_is_named(found: str, instead: str, message: str) -> None:
    assert found in DATA
    with pytest.raises(ValueError, match=rf"^contents\.toml: {message}"):
        parse(DATA.replace(found, instead, 1))


def test_importing_the_module_reads_nothing() -> None:
    code = "import pitboss.chapter.contents as c; assert not c.contents.cache_info().currsize"
    subprocess.run([sys.executable, "-c", code], check=True)


# Against the texts of the editions ------------------------------------------------------------------------------------


def words(title: str) -> list[str]:
    """Return a title's words without capitals, punctuation, scanning marks, or a trailing "(Reserved)"."""
    if title != "(Reserved)":
        title = title.removesuffix("(Reserved)")
    return re.findall(r"[a-z0-9]+", title.lower().replace("’", "'").replace("totalling", "totaling"))


def read_contents(edition: str) -> dict[str, str]:
    """Return the numbers and titles in an edition's table of contents, which ends where a number is repeated."""
    text = (TEXTS / f"{edition}.txt").read_text(encoding="utf-8").partition("CHAPTER TABLE OF CONTENTS")[2]
    found: dict[str, str] = {}
    for line in text.splitlines():
        parts = re.split(r"(?:19:47|13:69F)-(\d+[A-Z]?\.\d+[A-Z]?)\s", line)
        for id, title in zip(parts[1::2], parts[2::2], strict=True):
            if id in found:
                return found
            found[id] = title.replace("*", "").strip()
    return found


@held
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_data_matches_the_edition_exactly(chapter: Contents, edition: str) -> None:
    sections = [section for one in chapter.subchapters for section in one.sections]
    data = {section.id: words(title) for section in sections if (title := section.title_in(edition))}
    assert data == {id: words(title) for id, title in read_contents(edition).items()}


@held
@pytest.mark.parametrize("edition", EDITIONS[:4])
def test_the_adoptions_are_those_of_the_history_note(chapter: Contents, edition: str) -> None:
    text = (TEXTS / f"{edition}.txt").read_text(encoding="utf-8").replace("d. ", "d.")
    note = re.compile(
        r"Subchapter (\d+)(?:, [^.]*?,)? was (?:subsequently )?adopted as (?:new rules )?(?:by )?"
        r"(?:effective (\w+ \d+, \d+) by )?(R\.\d+ d\.\d+)(?:, effective (\w+ \d+, \d+))?"
        r".*? See: (\d+ N\.J\.R\. \S+\)(?:, \d+ N\.J\.R\. \S+\))*)"
    )
    found = note.findall(text.partition("CHAPTER TABLE OF CONTENTS")[0])
    assert len(found) == {"1996": 12, "2001": 17, "2006": 24, "2008": 27}[edition]
    for id, before, rule, behind, see in found:
        adopted = chapter.subchapter(id).adopted
        day = datetime.strptime(before or behind, "%B %d, %Y").date()
        assert (adopted.rule, adopted.effective, ", ".join(adopted.see)) == (rule, day, see)


def test_a_section_added_is_dated_by_its_first_day_though_renamed_since() -> None:
    changes = contents().changes(date(2001, 3, 9), date(2012, 3, 19))
    added = {change.section: change for change in changes if change.kind == "section added"}
    assert (added["2.24"].date, added["2.24"].rule) == (date(2006, 6, 5), "R.2006 d.205")
    assert (added["2.6A"].date, added["2.6A"].rule) == (date(2006, 1, 17), "R.2006 d.36")
