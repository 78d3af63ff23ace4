"""Since when, under which number, and who says so: what the editions and the sheets prove of single provisions."""

from datetime import date

import pytest

from pitboss.chapter import Layout, rules_of
from pitboss.chapter.check import findings
from pitboss.chapter.reference import reference
from pitboss.chapter.rules import all_games
from pitboss.table import game_on

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


def cited(game: str, day: date, options: dict[str, object], odds: dict[str, str] | None = None) -> list[str]:
    return [one.citation for one in findings(rules_of(game), day, options, odds or {}, None)]  # type: ignore[arg-type]


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
    assert game_on(Layout.of("double-down-stud", day, {"dealing_method": method})).closed() == ("No more bets", section)


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
