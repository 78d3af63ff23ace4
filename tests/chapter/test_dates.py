"""The dates, numbers and sources of individual provisions, as proven by the editions and the fact sheets."""

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from pitboss.chapter.check import findings
from pitboss.chapter.contents import contents, section_of
from pitboss.chapter.layout import Layout
from pitboss.chapter.numbers import number_on
from pitboss.chapter.reference import provision_records, reference
from pitboss.chapter.rules import Rules, all_games, rules_of
from pitboss.table import game_on
from tests.shared.every_game import GAMES

FIRST_SHOWN = date(2012, 3, 19)


@pytest.mark.parametrize("game", ["baccarat-punto-banco", "mini-baccarat"])
@pytest.mark.parametrize("wager", ["cards_4", "cards_5", "cards_6", "bonus_player", "bonus_banker"])
def test_3_2_number_of_cards_and_bonus_wagers_date_from_the_text_that_shows_them(game: str, wager: str) -> None:
    assert rules_of(game).wagers[wager].since == FIRST_SHOWN
    assert wager not in Layout.of(game, date(2012, 3, 18)).permissible
    assert wager in Layout.of(game, FIRST_SHOWN).permissible


def test_2_2_d_the_automated_shuffler_is_text_from_its_rewriting_to_the_2012_edition() -> None:
    rules = rules_of("blackjack")
    assert "automated" not in rules.options["shuffle_method"].permitted(date(1999, 7, 5))
    assert "automated" in rules.options["shuffle_method"].permitted(date(1999, 7, 6))
    for name in ("batches", "batch_colours", "batches_alternate"):
        text, later = rules.dated_facts[name]
        assert (text.since, text.until, text.provenance) == (date(1999, 7, 6), FIRST_SHOWN, "text")
        assert later.provenance == "published"


def cited(game: str, day: date, options: dict[str, Any], odds: dict[str, str] | None = None) -> list[str]:
    return [one.citation for one in findings(rules_of(game), day, options, odds or {}, None)]


@pytest.mark.parametrize(
    ("day", "number"),
    [(date(1997, 1, 1), "19:47-2.2(a)"), (date(2008, 6, 1), "19:47-2.2(a)3"), (date(2015, 1, 1), "13:69F-2.2(a)3")],
)
def test_2_2_a_the_decks_of_the_sevens_wager_under_the_number_of_the_day(day: date, number: str) -> None:
    assert cited("blackjack", day, {"additional_wager": "sevens", "decks": 2}) == [f"N.J.A.C. {number}"]


@pytest.mark.parametrize(("day", "number"), [(date(2008, 6, 1), "19:47-2.2(e)"), (date(2015, 1, 1), "13:69F-2.2(c)")])
def test_2_2_e_the_shuffler_of_cards_dealt_from_the_hand_is_2_2_c_since_2012(day: date, number: str) -> None:
    options = {"dealt_from": "hand", "shuffle_method": "manual"} | (
        {"blackjack_pays": "6 to 5"} if day < FIRST_SHOWN else {}
    )
    assert f"N.J.A.C. {number}" in cited("blackjack", day, options)
    assert "fact.decks_alternate" in {one.path for one in reference(number, day).provisions}


@pytest.mark.parametrize(("day", "number"), [(date(2007, 1, 1), "29.11(d)"), (date(2013, 1, 1), "29.11(e)")])
def test_29_11_d_the_payout_limit_is_29_11_e_since_2012(day: date, number: str) -> None:
    assert Layout.of("flop-poker", day).rules.facts["payout_limit"].section == number
    assert "fact.payout_limit" in {one.path for one in reference(number, day).provisions}
    assert "fact.payout_limit" in {one.path for one in reference("29.11(e)").provisions}


@pytest.mark.parametrize(("method", "section"), [("hand", "16.8(c)"), ("automated_shoe", "16.9(g)")])
def test_16_9_g_which_card_of_the_dealer_is_up_before_1999_is_no_text(method: str, section: str) -> None:
    layout = Layout.of("caribbean-stud", date(1998, 1, 1), {"dealing_method": method})
    fact = layout.rules.facts["dealer_up_automated_shoe" if method == "automated_shoe" else "dealer_up"]
    assert (fact.value, fact.provenance) == (5, "reconstructed")
    assert section in fact.section.split(", ")
    assert Layout.of("caribbean-stud", date(1999, 7, 19)).fact("dealer_up") == 1


@pytest.mark.parametrize(
    ("method", "day", "section"),
    [
        ("shoe", date(2001, 1, 1), "17.8(a)1"),
        ("hand", date(2001, 1, 1), "17.8(a)2iv"),
        ("hand", date(1997, 9, 14), "17.8(a)2iii"),
    ],
)
def test_17_8_a_the_closing_call_is_that_of_the_dealing_method(method: str, day: date, section: str) -> None:
    assert game_on(Layout.of("double-down-stud", day, {"dealing_method": method})).hosting.closing_call() == (
        "No more bets",
        section,
    )


def test_16_13_a_what_is_read_into_the_text_or_best_known_is_not_the_text() -> None:
    caribbean = rules_of("caribbean-stud")
    assert caribbean.irregularities["hole_card_exposed"].provenance == "reconstructed"
    assert caribbean.options["progressive_reset"].provenance == "published"


def test_20_3_a_copy_of_new_jerseys_own_text_is_text_and_says_that_no_edition_held_shows_it() -> None:
    bonus = rules_of("flop-poker").pay_tables["three_card_bonus_table"]["FP3-1"]
    rankings = [rules_of(game).facts["ranking"] for game in ("three-card-poker", "double-down-stud")]
    for one in (bonus, *rankings):
        assert (one.provenance, one.source, one.in_editions) == ("text", "NJ", False)


def test_29_13_is_held_in_the_2006_edition() -> None:
    one = rules_of("flop-poker").facts["two_positions"]
    assert (one.section, one.provenance) == ("29.13", "text")
    assert "not held" not in one.note


def test_8_what_the_sheet_of_all_games_supports_and_no_more() -> None:
    facts = all_games().facts
    assert (facts["device_helps"].provenance, facts["device_helps"].source) == ("sister", "MD")
    assert "shorter" not in facts["test_days"].note
    assert "asked for more" not in facts["tournament_notice_business_days"].note
    assert facts["tournament_controls"].provenance == "reconstructed"
    assert facts["tournament_notice"].section == "8.6(b)"


SUBCHAPTERS = [*GAMES, "all-games"]


def rules_named(name: str) -> Rules:
    return all_games() if name == "all-games" else rules_of(name)


def days_of_change(rules: Rules) -> list[date]:
    """Return the days on which a provision of these rules, or a title of the contents, changed."""
    titles = [title for one in contents().subchapters for section in one.sections for title in section.titles]
    days = {dating.day for title in titles for dating in (title.start, title.end) if dating}
    days |= {amendment.effective for amendment in rules.amendments}
    days |= {day for one in provision_records(rules) for day in (one.since, one.until) if day}
    return sorted(day for day in days if day >= rules.game.since)


def numbers_on(rules: Rules, day: date) -> Iterator[tuple[str, str]]:
    """Yield the path and number of everything that these rules cite on a day."""
    for one in provision_records(rules, day):
        if one.in_force(day):
            number = number_on(one.section, day, rules.renumberings(one.provision), one.since, one.until)
            yield from ((one.path, part) for part in number.split(", "))


@pytest.mark.parametrize("name", SUBCHAPTERS)
def test_every_number_has_a_title_in_the_contents_of_its_day(name: str) -> None:
    rules = rules_named(name)
    wrong = {
        (number, path): day
        for day in days_of_change(rules)
        for path, number in numbers_on(rules, day)
        if not contents().section(section_of(number)).provides_on(day)
    }
    assert wrong == {}


def test_6_6_red_dog_is_renumbered_on_one_day_in_its_rules_and_in_the_contents() -> None:
    before, after = date(2006, 7, 16), date(2006, 7, 17)
    assert reference("6.7", before).title == reference("6.6", after).title == "Irregularities"
    irregularities = {one.path for one in reference("6.7", before).provisions}
    assert irregularities == {f"irregularity.{name}" for name in rules_of("red-dog").irregularities}
    assert {one.path for one in reference("6.6", after).provisions} == irregularities
    assert reference("6.6", before).provisions == ()


def test_2_6a_a_joint_citation_leaves_out_a_section_that_is_not_yet_there() -> None:
    rules = rules_of("blackjack")
    assert rules.on(date(2006, 1, 16)).options["dealt_from"].section == "2.2(a)"
    assert rules.on(date(2006, 1, 17)).options["dealt_from"].section == "2.2(a), 2.6A"
    assert rules.on(date(2006, 1, 16)).options["dealt_from"].section == "2.2(a)"


def sections_in(value: object) -> Iterator[str]:
    """Yield the sections and paragraphs listed in the value of a fact."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from (*sections_in(key), *sections_in(inner))
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from sections_in(inner)
    elif isinstance(value, str) and re.fullmatch(r"\d+[A-Z]?\.\d+[A-Z]?(\([a-z]\)\w*)?", value):
        yield value


@pytest.mark.parametrize("name", SUBCHAPTERS)
def test_a_section_that_the_value_of_a_fact_lists_is_in_the_chapter_while_the_fact_is_in_force(name: str) -> None:
    rules = rules_named(name)
    wrong = {
        (one.id, section): day
        for day in days_of_change(rules)
        for dated in rules.dated_facts.values()
        for one in dated
        if one.in_force(day)
        for section in sections_in(one.value)
        if not contents().section(section_of(section)).provides_on(day)
    }
    assert wrong == {}


@pytest.mark.parametrize("name", SUBCHAPTERS)
def test_text_known_from_a_copy_is_not_attributed_to_the_editions(name: str) -> None:
    rules = rules_named(name)
    copied = {
        path: rules.sources[one.source]
        for path, one in rules.provisions()
        if one.provenance == "text" and one.source and one.in_editions is True
    }
    assert [
        path for path, source in copied.items() if re.search(r"\bcop(y|ies)\b", source) or "edition" not in source
    ] == []


def test_8_6_paragraphs_a_and_c_are_data() -> None:
    paths = {one.path for section in ("8.6(a)", "8.6(c)") for one in reference(section).provisions}
    assert paths == {"fact.tournament_holders", "fact.tournament_stopped_for"}


def test_8_3_the_sections_that_ask_for_its_notice_are_those_of_the_day() -> None:
    before, after = (all_games().on(day).fact("notice_asked_for") for day in (date(2012, 3, 18), date(2012, 3, 19)))
    assert before == ["2.3(e)", "2.11(e)", "2.17(a)", "14.10(b)", "18.11(c)"]
    assert set(after) - set(before) == {"2A.9(c)", "11.20(d)"}
