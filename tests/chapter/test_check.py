"""`check` reports every breach at a table once, with its section."""

import json
import pickle
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pitboss.chapter.check import Finding, Unlawful, file_findings, findings
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import meets, registered_games, rules_of
from pitboss.chapter.table_file import read_table
from pitboss.chapter.uniform import findings_together
from tests.shared.every_game import every_game, shared_out

TABLES = Path(__file__).parent / "tables"
CRAPS = rules_of("craps")


def found(text: str, on: str = "2008-06-01") -> list[Finding]:
    return list(file_findings(read_table(f'game = "craps"\non = {on}\n{text}')))


def findings_of(game: str, text: str, on: str = "2008-06-01") -> list[Finding]:
    return list(file_findings(read_table(f'game = "{game}"\non = {on}\n{text}')))


def only(text: str, on: str = "2008-06-01") -> Finding:
    [finding] = found(text, on)
    return finding


# ---- Whole tables


@pytest.mark.parametrize("name", ["design_example.toml", "full_house_2008.toml"])
def test_a_lawful_table_has_no_findings(name: str) -> None:
    assert file_findings(read_table(TABLES / name)) == ()


def test_a_table_of_2004_with_three_breaches_has_three_findings_in_the_order_of_the_chapter() -> None:
    six_seven_eight, field, buy = file_findings(read_table(TABLES / "three_breaches_2004.toml"))
    assert (six_seven_eight.section, field.section, buy.section) == ("1.2(a)39", "1.4(b)", "1.5(a)")
    assert {one.severity for one in (six_seven_eight, field, buy)} == {"breach"}
    assert six_seven_eight.where == "options.offer_678"
    assert six_seven_eight.permitted == "since 2005-10-17 by R.2005 d.355"
    assert (field.where, field.wrong, field.permitted) == ("odds.field.12", "1 to 1 is too low", "2 to 1 or more")
    assert (buy.where, buy.wrong, buy.permitted) == ("options.vig_rate", "vig_rate is 0.06", "0 to 0.05")
    assert field.citation == "N.J.A.C. 19:47-1.4(b)"


def test_the_same_fault_is_cited_by_the_chapters_number_of_the_day() -> None:
    assert only('[odds]\n"field.12" = "1 to 1"', "2012-03-18").citation == "N.J.A.C. 19:47-1.4(b)"
    assert only('[odds]\n"field.12" = "1 to 1"', "2012-03-19").citation == "N.J.A.C. 13:69F-1.4(b)"


def test_a_game_that_the_chapter_does_not_have_yet_is_one_finding() -> None:
    later = CRAPS.model_copy(update={"game": CRAPS.game.model_copy(update={"since": date(1990, 1, 1)})})
    [finding] = findings(later, date(1985, 1, 1), {"nonsense": 1}, {"nonsense": "1 to 1"}, None)
    assert (finding.section, finding.where, finding.permitted) == ("1", "on", "craps since 1990-01-01")


def test_a_finding_is_typed_json_and_one_line_of_text() -> None:
    finding = only('[odds]\n"field.12" = "1 to 1"')
    assert json.loads(finding.model_dump_json()) == {
        "severity": "breach",
        "kind": "not permitted",
        "section": "1.4(b)",
        "citation": "N.J.A.C. 19:47-1.4(b)",
        "where": "odds.field.12",
        "wrong": "1 to 1 is too low",
        "permitted": "2 to 1 or more",
        "provenance": "text",
    }
    line = "breach: N.J.A.C. 19:47-1.4(b): odds.field.12: 1 to 1 is too low; permitted: 2 to 1 or more"
    assert str(finding) == line


def test_figures_not_based_on_new_jersey_text_are_marked() -> None:
    finding = only("[options]\nsmallest_chip = 0")
    assert finding.provenance == "reconstructed"
    assert "N.J.A.C. 19:47-1.4(e) [reconstructed]" in str(finding)


# ---- Names


def test_an_unknown_top_level_name_is_reported_with_a_similar_one() -> None:
    finding = only("optoins = 1")
    assert (finding.kind, finding.where) == ("unknown", "optoins")
    assert finding.permitted.startswith("options? one of: game, on, name,")


def test_an_unknown_option_is_reported_with_a_similar_one_and_the_known_ones() -> None:
    finding = only("[options]\nvig_rat = 0.05")
    assert (finding.section, finding.where, finding.wrong) == ("1", "options.vig_rat", "craps has no option vig_rat")
    assert finding.citation == "N.J.A.C. 19:47-1"
    assert finding.permitted.startswith("vig_rate or vig_basis?")
    assert "max_odds_pass" in finding.permitted
    assert "fire_pay_table" not in finding.permitted


@pytest.mark.parametrize(
    ("key", "permitted"),
    [
        ("feild", "field.2 or field.12? one of: pass,"),
        ("yo", "eleven?"),
        ('"any craps"', "any_craps?"),
        ('"field.13"', "one of: field.2, field.12, field.other"),
        ("field", "one of: field.2, field.12, field.other"),
    ],
)
def test_unknown_odds_are_found_with_the_name_that_was_meant(key: str, permitted: str) -> None:
    finding = only(f'[odds]\n{key} = "9 to 1"')
    assert finding.kind == "unknown"
    assert permitted in finding.permitted


# ---- Options


def test_1_2_a_39_an_option_before_its_time_is_a_breach_and_a_warning_where_it_offers_nothing() -> None:
    assert only("[options]\noffer_678 = true", "2005-10-16").severity == "breach"
    assert only("[options]\noffer_678 = false", "2005-10-16").severity == "warning"
    assert found("[options]\noffer_678 = true", "2005-10-17") == []


def test_1_12_a_section_that_did_not_exist_yet_is_cited_as_on_its_first_day() -> None:
    finding = only('[options]\nfire_pay_table = "A"', "2011-01-01")
    assert finding.severity == "breach"
    assert finding.citation == "N.J.A.C. 13:69F-1.12"


def test_1_5_a_collecting_on_wins_before_2007_says_since_when_and_by_which_rule() -> None:
    finding = only('[options]\nvig_timing = "on_win"', "2007-06-03")
    assert finding.section == "1.5(a)"
    assert finding.permitted == "when_made; on_win since 2007-06-04 by R.2007 d.178"
    assert found('[options]\nvig_timing = "on_win"', "2007-06-04") == []


def test_1_3_f_a_value_with_a_section_of_its_own_is_cited_by_it() -> None:
    finding = only('[options]\nvariant = "mini_craps"', "1996-08-04")
    assert (finding.section, finding.permitted) == ("1.3(f)", "craps; mini_craps since 1996-08-05 by R.1996 d.356")


def test_1_6_any_multiple_of_odds_from_1x_up_is_permitted() -> None:
    assert found('[options]\nmax_odds_pass = "37x"') == []
    assert found('[options]\nmax_odds_pass = "2.5x"\nmax_odds_dont = "1.25x"') == []
    assert only('[options]\nmax_odds_pass = "0.5x"').section == "1.6(a)"
    assert only('[options]\nmax_odds_pass = "0x"').section == "1.6(a)"


@pytest.mark.parametrize("value", ["nan", "inf", "-0.01", "true", '"5%"', "[0.05]", "{ a = 1 }", "2008-06-01"])
def test_an_unusable_value_is_a_finding_and_not_a_crash(value: str) -> None:
    assert only(f"[options]\nvig_rate = {value}").where == "options.vig_rate"


def test_1_is_not_true() -> None:
    assert only("[options]\noffer_678 = 1").permitted == "true, false"


@pytest.mark.parametrize("chip", ["0.01", "0.10", "2.5", "2.50", "25"])
def test_1_4_e_the_text_names_no_chip_so_any_whole_cents_are_one(chip: str) -> None:
    assert found(f"[options]\nsmallest_chip = {chip}") == []
    assert findings_of("flop-poker", f"[options]\nsmallest_chip = {chip}") == []


@pytest.mark.parametrize("chip", ["0.005", "0.125", "0", "-1", "1e-3"])
def test_a_chip_is_a_positive_number_of_cents(chip: str) -> None:
    assert only(f"[options]\nsmallest_chip = {chip}").permitted == "0.01 or more (dollars and cents)"


def test_2_2_a_any_number_of_decks_from_one() -> None:
    for decks in (1, 8, 9, 10, 24):
        assert findings_of("blackjack", f"[options]\ndecks = {decks}") == []
    [none] = findings_of("blackjack", "[options]\ndecks = 0")
    assert (none.section, none.permitted) == ("2.2(a)", "a whole number, 1 or more")
    assert [one.where for one in findings_of("blackjack", "[options]\ndecks = 2.5")] == ["options.decks"]


def test_2_3_d_at_6_to_5_any_multiple_of_5_dollars() -> None:
    for multiple in (5, 30, 35, 1000):
        assert findings_of("blackjack", f'[options]\nblackjack_pays = "6 to 5"\nwager_multiple = {multiple}') == []
    for multiple in (1, 7, 12):
        reported = findings_of("blackjack", f'[options]\nblackjack_pays = "6 to 5"\nwager_multiple = {multiple}')
        assert [one.section for one in reported] == ["2.3(d)"]


def test_2_3_d_before_8_2_gives_the_power_a_multiple_is_for_the_6_to_5_variation_only() -> None:
    at_3_to_2 = '[options]\nblackjack_pays = "3 to 2"\nwager_multiple = 30'
    assert [one.section for one in findings_of("blackjack", at_3_to_2, "2008-04-20")] == ["2.3(d)"]
    assert [one.section for one in findings_of("blackjack", at_3_to_2, "1990-01-01")] == ["2.3(d)"]
    assert findings_of("blackjack", at_3_to_2, "2008-04-21") == []


# ---- Odds


def test_1_4_a_odds_with_for_are_refused_with_the_figure_that_they_mean() -> None:
    finding = only('[odds]\nany_seven = "5 for 1"')
    assert (finding.section, finding.where) == ("1.4(a)", "odds.any_seven")
    assert "5 for 1 is 4 to 1" in finding.wrong
    assert finding.permitted == "4 to 1 or more"


def test_1_4_a_the_option_that_sets_odds_is_held_to_the_same_word() -> None:
    assert only('[options]\nfield_12 = "3 for 1"').section == "1.4(a)"


def test_1_4_b_more_than_the_least_is_lawful_less_is_not() -> None:
    assert found('[odds]\nplace_win_6 = "6 to 5"') == []
    assert found('[odds]\nplace_win_6 = "14 to 12"') == []
    assert only('[odds]\nplace_win_6 = "1 to 1"').permitted == "7 to 6 or more"


def test_1_4_b_the_option_field_12_may_be_any_odds_that_the_section_permits() -> None:
    assert found('[options]\nfield_12 = "5 to 1"') == []
    assert only('[options]\nfield_12 = "1 to 1"').section == "1.4(b)"
    assert only("[options]\nfield_12 = 3").section == "1.4(b)"


def test_1_4_c_a_wager_paid_as_others_names_the_odds_to_raise() -> None:
    finding = only('[odds]\nhorn = "30 to 1"')
    assert finding.section == "1.4(c)"
    assert "craps_two, craps_three, craps_twelve, eleven" in finding.permitted


def test_1_5_a_true_odds_are_exact() -> None:
    finding = only('[odds]\nbuy_4 = "3 to 1"')
    assert (finding.section, finding.permitted) == ("1.5(a)", "exactly 2 to 1")
    assert found('[odds]\nbuy_4 = "4 to 2"') == []


def test_odds_of_a_wager_not_yet_in_force() -> None:
    finding = only('[odds]\nhop_22 = "31 to 1"', "2001-01-15")
    assert (finding.section, finding.permitted) == ("1.2(a)22", "since 2001-01-16 by R.2001 d.23")


def test_odds_of_a_repealed_wager_and_of_one_with_unknown_odds() -> None:
    assert only('[odds]\nbig_6 = "1 to 1"', "1981-11-02").permitted == "nothing: repealed 1981-11-02 by R.1981 d.388"
    assert "no odds for big_6 are known" in only('[odds]\nbig_6 = "1 to 1"', "1981-11-01").wrong


def test_odds_of_a_wager_that_the_table_does_not_offer_are_a_warning() -> None:
    finding = only('[odds]\nsix_seven_eight.hard = "3 to 1"')
    assert (finding.severity, finding.permitted) == ("warning", "with offer_678 = true")


def test_1_12_odds_by_a_pay_table_are_those_of_the_table_chosen() -> None:
    fire = "[options]\noffer_fire_bet = true\n[odds]\n"
    assert found(f'{fire}"fire_bet.4" = "24 to 1"', "2012-06-01") == []
    finding = only(f'{fire}"fire_bet.4" = "25 to 1"', "2012-06-01")
    assert finding.permitted == "exactly 24 to 1 (fire_pay_table is A; it may be A, B, C)"
    assert "nothing is paid for 3" in only(f'{fire}"fire_bet.3" = "6 to 1"', "2012-06-01").wrong


def test_odds_that_contradict_an_option_are_reported() -> None:
    finding = only('[options]\nfield_12 = "2 to 1"\n[odds]\n"field.12" = "3 to 1"')
    assert (finding.kind, finding.where, finding.severity) == ("contradiction", "odds.field.12", "warning")
    assert found('[options]\nfield_12 = "3 to 1"\n[odds]\n"field.12" = "6 to 2"') == []


@pytest.mark.parametrize(
    ("game", "options", "odds", "section"),
    [
        ("big-six", 'symbol_payout = "50 to 1"', 'symbol_b = "46 to 1"', "5.5"),
        ("casino-war", 'tie_payout = "11 to 1"\ntie_on_war_deal = true', 'war_tie = "10 to 1"', "22.9"),
        ("casino-war", 'tie_payout = "11 to 1"', 'tie = "10 to 1"', "22.9"),
        ("sic-bo", 'pay_table = "generous"', 'total_4 = "60 to 1"', "9.4"),
        ("craps", 'field_12 = "3 to 1"', '"field.12" = "2 to 1"', "1.4(b)"),
    ],
)
def test_5_5_22_9_odds_below_those_of_the_option_are_a_warning_where_another_permitted_table_has_them(
    game: str, options: str, odds: str, section: str
) -> None:
    head = f'game = "{game}"\non = 2012-06-01\n'
    (finding,) = file_findings(read_table(f"{head}[options]\n{options}\n[odds]\n{odds}"))
    assert (finding.severity, finding.kind, finding.section) == ("warning", "contradiction", section)


def test_1_4_b_the_odds_of_odds_are_paid_also_where_an_option_says_otherwise() -> None:
    layout = Layout.of("craps", date(2008, 6, 1), {"field_12": "3 to 1"}, {"field.12": "2 to 1"})
    assert str(layout.odds("field", "12")) == layout.options["field_12"] == "2 to 1"


@pytest.mark.parametrize(
    ("game", "options", "odds", "permitted"),
    [
        ("big-six", 'symbol_payout = "50 to 1"', 'symbol_b = "44 to 1"', "45 to 1 or more"),
        ("casino-war", 'tie_payout = "11 to 1"', 'tie = "9 to 1"', "10 to 1 or more"),
    ],
)
def test_5_5_22_9_odds_below_every_permitted_table_are_a_breach(
    game: str, options: str, odds: str, permitted: str
) -> None:
    (finding,) = file_findings(read_table(f'game = "{game}"\non = 2012-06-01\n[options]\n{options}\n[odds]\n{odds}'))
    assert (finding.severity, finding.kind) == ("breach", "not permitted")
    assert finding.permitted.startswith(permitted)


@pytest.mark.parametrize(("four", "five", "six", "faults"), [(10, 200, 2000, 0), (10, 200, 999, 2), (24, 249, 2000, 1)])
def test_1_12_exact_odds_are_lawful_where_together_they_are_one_permitted_pay_table(
    four: int, five: int, six: int, faults: int
) -> None:
    rows = f'"fire_bet.4" = "{four} to 1"\n"fire_bet.5" = "{five} to 1"\n"fire_bet.6" = "{six} to 1"'
    assert len(found(f"[options]\noffer_fire_bet = true\n[odds]\n{rows}", "2012-06-01")) == faults


def test_15_3_odds_of_a_wager_without_a_row_in_the_pay_table_say_what_is_permitted() -> None:
    keno = 'game = "keno"\non = 2008-06-01\n[options]\npay_table = "lottery_style"\n[odds]\n"3_spot.3" = "41 to 1"'
    (finding,) = file_findings(read_table(keno))
    assert finding.wrong == "3_spot is not paid by pay_table = lottery_style"
    assert finding.permitted == "no odds for 3_spot, or pay_table = classic_dollar"


# ---- Choices that depend on one another


def test_1_12_the_fire_bet_is_for_craps_tables() -> None:
    both = '[options]\noffer_fire_bet = true\nvariant = "mini_craps"'
    finding = only(both, "2012-06-01")
    assert (finding.section, finding.where) == ("1.12", "options.offer_fire_bet")
    assert "craps tables only" in finding.permitted


def test_a_condition_is_not_reported_in_addition_to_its_cause() -> None:
    assert only('[options]\noffer_fire_bet = true\nvariant = "crabs"', "2012-06-01").where == "options.variant"


# ---- Limits


def test_8_2_a_minimum_above_the_maximum() -> None:
    finding = only("[limits]\nminimum = 100\nmaximum = 50")
    assert (finding.section, finding.where) == ("8.2", "limits.minimum")
    assert finding.permitted == "a minimum of $50 or less"


def test_8_2_a_wagers_own_limit_against_the_tables_other_one() -> None:
    assert only("[limits]\nminimum = 100\nmaximum = 500\n[limits.field]\nmaximum = 50").where == "limits.field.maximum"
    assert only("[limits]\nmaximum = 500\n[limits.field]\nminimum = 600").where == "limits.field.minimum"
    assert found("[limits]\nminimum = 100\nmaximum = 500\n[limits.field]\nminimum = 5\nmaximum = 50") == []


@pytest.mark.parametrize("value", ["0", "-5", '"ten"', "2.505", "true", "[1]", "nan", "2008-06-01"])
def test_8_2_a_limit_that_is_no_amount(value: str) -> None:
    for limit in ("minimum", "maximum", "increment"):
        finding = only(f"[limits]\n{limit} = {value}")
        assert (finding.section, finding.where, finding.kind) == ("8.2", f"limits.{limit}", "unreadable")


def test_8_2_steps_are_a_power_of_the_licensee_only_since_2008() -> None:
    steps = "[limits]\nminimum = 10\nincrement = 5"
    assert only(steps, "1998-01-01").where == "limits.increment"
    assert only(steps, "2008-04-20").section == "8.2"
    assert found(steps, "2008-04-21") == []
    assert found("[limits]\nincrement = 0.01", "1998-01-01") == []


def test_8_2_a_minimum_off_the_steps_is_a_warning() -> None:
    finding = only("[limits]\nminimum = 12\nincrement = 5")
    assert (finding.severity, finding.where, finding.permitted) == ("warning", "limits.minimum", "a multiple of $5")
    assert only("[limits]\nincrement = 5\n[limits.field]\nminimum = 12").where == "limits.field.minimum"


def test_limits_of_unknown_or_unoffered_wagers() -> None:
    assert only("[limits.feild]\nmaximum = 5").permitted.startswith("field?")
    assert only("[limits.hop_22]\nmaximum = 5", "2001-01-15").section == "1.2(a)22"
    assert only("[limits.six_seven_eight]\nmaximum = 5").severity == "warning"
    assert only("[limits]\nminimun = 5").permitted.startswith("minimum?")
    assert only("[limits.field]\nincrement = 5").kind == "unknown"


def reported(game: str, text: str, on: str = "2009-06-01") -> list[tuple[str, str, str]]:
    return [(one.severity, one.section, one.where) for one in findings_of(game, text, on)]


def test_2_3_d_at_6_to_5_limits_and_steps_are_multiples_of_5_dollars() -> None:
    table = '[options]\nblackjack_pays = "6 to 5"\n[limits]\nminimum = {}\nmaximum = {}\nincrement = {}'
    assert reported("blackjack", table.format(12, 501, 2)) == [
        ("breach", "2.3(d)", "limits.increment"),
        ("breach", "2.3(d)", "limits.minimum"),
        ("breach", "2.3(d)", "limits.maximum"),
    ]
    assert reported("blackjack", table.format(15, 500, 5)) == []
    own = '[options]\nblackjack_pays = "6 to 5"\nmatch_dealer = "off"\n[limits.blackjack]\nminimum = 12\nmaximum = 100'
    assert reported("blackjack", own) == [("breach", "2.3(d)", "limits.blackjack.minimum")]
    assert reported("blackjack", '[options]\nblackjack_pays = "3 to 2"\n[limits]\nminimum = 12\nmaximum = 501') == []


def test_1_6_a_maximum_of_odds_leaves_the_right_to_odds() -> None:
    table = "[limits]\nminimum = 10\nmaximum = 1000\n[limits.{}]\nmaximum = {}"
    assert reported("craps", table.format("pass_odds", 999)) == [("breach", "1.6(a)", "limits.pass_odds.maximum")]
    assert reported("craps", table.format("come_odds", 500)) == [("breach", "1.6(c)", "limits.come_odds.maximum")]
    for enough in (1000, 5000):
        assert reported("craps", table.format("pass_odds", enough)) == [
            ("warning", "1.6(a)", "limits.pass_odds.maximum")
        ]


def test_1_6_b_who_lays_odds_has_a_right_to_win_as_much_as_the_flat_wager() -> None:
    table = "[limits]\nmaximum = 1000\n[limits.dont_pass_odds]\nmaximum = {}"
    [short] = findings_of("craps", table.format(1999))
    assert (short.section, short.permitted) == ("1.6(b)", "$2,000 or more, or no separate limit")
    assert reported("craps", table.format(2000)) == [("warning", "1.6(b)", "limits.dont_pass_odds.maximum")]


def test_1_6_a_without_a_maximum_on_the_flat_wager_odds_have_none_either() -> None:
    assert only("[limits.pass_odds]\nmaximum = 100000").permitted == "no separate limit"


@pytest.mark.parametrize(
    ("game", "wager", "options"),
    [
        ("blackjack", "over_13", 'additional_wager = "over_under"'),
        ("blackjack", "progressive", 'progressive = "on"'),
        ("caribbean-stud", "progressive", ""),
        ("let-it-ride", "bonus", ""),
        ("ultimate-texas-holdem", "progressive", "offer_progressive = true"),
    ],
)
def test_a_wager_whose_amount_the_rule_fixes_has_no_other_limits(game: str, wager: str, options: str) -> None:
    table = f"[options]\n{options}\n[limits]\nminimum = 10\nmaximum = 500\n[limits.{wager}]\n"
    for limits, places in (("minimum = 5\nmaximum = 2", ("minimum", "maximum")), ("maximum = 5", ("maximum",))):
        assert [place for severity, _, place in reported(game, table + limits) if severity == "breach"] == [
            f"limits.{wager}.{place}" for place in places
        ]
    assert reported(game, table + "minimum = 1\nmaximum = 1") == []


@pytest.mark.parametrize(
    ("game", "wager", "severity"),
    [
        ("blackjack", "double", "breach"),
        ("blackjack", "split", "breach"),
        ("blackjack", "insurance", "breach"),
        ("caribbean-stud", "bet", "warning"),
        ("double-down-stud", "double_down", "warning"),
        ("three-card-poker", "play", "warning"),
    ],
)
def test_8_2_a_limit_of_a_wager_that_depends_on_another_is_reported(game: str, wager: str, severity: str) -> None:
    low = f"[limits]\nmaximum = 500\n[limits.{wager}]\nmaximum = 50"
    assert [(one.severity, one.where) for one in findings_of(game, low)] == [(severity, f"limits.{wager}.maximum")]
    [idle] = findings_of(game, f"[limits]\nmaximum = 500\n[limits.{wager}]\nminimum = 5\n")
    assert (idle.severity, idle.kind) == ("warning", "without effect")


def test_18_6_wagers_that_are_equal_have_equal_limits() -> None:
    table = "[limits]\nminimum = 10\nmaximum = 100\n[limits.wager2]\nminimum = {}\nmaximum = {}"
    assert reported("let-it-ride", table.format(10, 100)) == []
    assert reported("let-it-ride", table.format(20, 100)) == [("breach", "18.6", "limits.wager2.minimum")]
    assert reported("let-it-ride", table.format(10, 50)) == [("breach", "18.6", "limits.wager2.maximum")]


def test_20_11_the_six_card_bonus_has_the_least_amount_of_its_pay_table() -> None:
    table = '[options]\noffer_six_card_bonus = true\nsix_card_bonus_table = "SCB-5"\n'
    own = table + "[limits.six_card_bonus]\nminimum = {}\nmaximum = {}"

    def places(text: str) -> list[str]:
        return [
            place for severity, _, place in reported("three-card-poker", text, "2013-06-01") if severity == "breach"
        ]

    assert places(own.format(5, 100)) == []
    assert places(own.format(1, 3)) == ["limits.six_card_bonus.minimum", "limits.six_card_bonus.maximum"]
    assert places(own.format(50, 10)) == ["limits.six_card_bonus.minimum"]
    assert places(table + "[limits]\nmaximum = 3") == ["limits.maximum"]


def test_29_11_d_the_minimum_of_an_option_is_that_of_the_limits() -> None:
    assert reported("flop-poker", "[options]\nmin_wager = 25\n[limits]\nminimum = 25\nmaximum = 100") == []
    assert reported("flop-poker", "[limits]\nminimum = 50\nmaximum = 100") == []
    assert reported("flop-poker", "[options]\nmin_wager = 25\n[limits]\nminimum = 10") == [
        ("breach", "8.2", "options.min_wager")
    ]
    assert reported("flop-poker", "[limits]\nmaximum = 3") == [("breach", "29.11(d)", "limits.maximum")]


def test_8_2_a_maximum_off_the_steps_and_steps_stated_twice_are_warnings() -> None:
    assert reported("craps", "[limits]\nmaximum = 503\nincrement = 5") == [("warning", "8.2", "limits.maximum")]
    twice = "[options]\nwager_multiple = 25\n[limits]\nincrement = 10"
    assert reported("blackjack", twice) == [("warning", "8.2", "limits.increment")]
    assert reported("blackjack", "[options]\nwager_multiple = 25\n[limits]\nincrement = 5") == []


def test_8_2_a_section_of_limits_without_a_limit_is_a_warning() -> None:
    assert reported("craps", "[limits.field]") == [("warning", "8.2", "limits.field")]


# ---- Impossible equipment


@pytest.mark.parametrize(("game", "section"), [("baccarat-punto-banco", "3.5"), ("mini-baccarat", "7.5")])
def test_3_5_the_cutting_card_lies_within_the_shoe(game: str, section: str) -> None:
    assert reported(game, "[options]\ncut_card_from_end = 415") == []
    [beyond] = findings_of(game, "[options]\ncut_card_from_end = 416")
    assert (beyond.section, beyond.where) == (section, "options.cut_card_from_end")
    assert "decks = 8 (the default)" in beyond.wrong
    assert reported(game, "[options]\ndecks = 6\ncut_card_from_end = 312") == [
        ("breach", section, "options.cut_card_from_end")
    ]


# ---- What a finding mentions


def test_a_finding_names_choices_of_the_file_and_where_the_others_come_from() -> None:
    [one] = findings_of("blackjack", '[options]\nblackjack_pays = "6 to 5"\ndecks = 6', "2007-06-01")
    assert one.where == "options.decks"
    assert one.wrong == "dealt_from = hand (by blackjack_pays = 6 to 5) and decks = 6 cannot be combined"


def test_repealed_provisions_are_not_suggested() -> None:
    for text in ("[options]\nduble_shoe = 1", '[odds]\nbig6 = "1 to 1"', "[limits.big_7]\nminimum = 5"):
        game = "blackjack" if "shoe" in text else "craps"
        for one in findings_of(game, text, "2013-06-01"):
            assert "double_shoe" not in one.permitted
            assert "big_6" not in one.permitted
    [gone] = findings_of("blackjack", '[options]\ndouble_shoe = "on"', "2013-06-01")
    assert gone.permitted == "nothing: repealed 2012-03-19 by R.2012 d.061"


def test_declining_something_unknown_to_the_chapter_is_a_warning() -> None:
    assert reported("blackjack", '[options]\ndouble_shoe = "off"', "2013-06-01") == [
        ("warning", "2.1", "options.double_shoe")
    ]


def test_3_3_a_choice_that_does_nothing_beside_the_others_is_a_warning() -> None:
    table = '[options]\nvigorish_pct = 4\nbanker_variant = "{}"'
    assert reported("mini-baccarat", table.format("vigorish")) == []
    _, idle = findings_of("mini-baccarat", table.format("no_vig_six_half"))
    assert (idle.where, idle.severity, idle.kind) == ("options.vigorish_pct", "warning", "without effect")
    assert idle.permitted == "with banker_variant = vigorish"


# ---- Several tables of one licensee


def together(*texts: str) -> list[list[str]]:
    tables = [replace(read_table(f'game = "craps"\n{text}'), name=f"T{number}") for number, text in enumerate(texts, 1)]
    return [[f"{one.section} {one.where}: {one.wrong}" for one in found] for found in findings_together(tables)]


def test_1_4_b_higher_odds_are_uniform_at_all_tables_of_a_licensee() -> None:
    day = "on = 2008-06-01\n"
    raised = day + '[odds]\n"field.12" = "3 to 1"'
    assert together(raised, raised, day + '[options]\nfield_12 = "3 to 1"') == [[], [], []]
    assert together(raised, day) == [
        ["1.4(b) odds.field.12: 3 to 1, but 2 to 1 at T2 (table)"],
        ["1.4(b) odds.field.12: 2 to 1, but 3 to 1 at T1 (table)"],
    ]


def test_1_4_b_tables_of_other_days_and_wagers_that_one_does_not_offer_are_not_compared() -> None:
    raised = 'on = 2008-06-01\n[options]\noffer_678 = true\n[odds]\n"six_seven_eight.hard" = "3 to 1"'
    assert together(raised, "on = 2008-06-01") == [[], []]
    assert together(raised, "on = 2008-06-01\n[options]\noffer_678 = true") != [[], []]
    assert together(raised, "on = 2008-06-02\n[options]\noffer_678 = true") == [[], []]


def test_1_6_what_is_not_by_1_4_b_may_differ_from_table_to_table() -> None:
    assert together('on = 2008-06-01\n[options]\nmax_odds_pass = "10x"', "on = 2008-06-01") == [[], []]


def test_1_4_b_a_table_with_another_fault_is_compared_as_far_as_it_is_in_order() -> None:
    faulty = 'on = 2008-06-01\n[options]\nnonsense = 1\n[odds]\n"field.12" = "3 to 1"'
    first, second = together(faulty, "on = 2008-06-01")
    assert [one.split(":")[0] for one in first] == ["1 options.nonsense", "1.4(b) odds.field.12"]
    assert [one.split(":")[0] for one in second] == ["1.4(b) odds.field.12"]


# ---- Signs


def test_8_3_every_choice_made_must_be_on_a_sign() -> None:
    choices = '[options]\noffer_678 = true\nvig_rate = 0.04\n[odds]\n"field.12" = "3 to 1"\nany_seven = "4 to 1"\n'
    signs = f'{choices}[notices]\nlimits = true\noptions = ["vig_rate"]'
    assert [(one.section, one.where) for one in found(signs)] == [
        ("8.3", "notices.options.offer_678"),
        ("8.3", "notices.options.field.12"),
    ]
    assert found(choices) == []


def test_8_3_odds_are_on_a_sign_under_the_name_of_the_option_that_sets_them() -> None:
    for sign in ("field.12", "field_12"):
        assert found(f'[odds]\n"field.12" = "3 to 1"\n[notices]\nlimits = true\noptions = ["{sign}"]') == []


def test_8_2_the_limits_must_be_on_a_sign() -> None:
    assert [(one.section, one.where) for one in found("[notices]")] == [("8.2", "notices.limits")]


def test_signs_with_unknown_names() -> None:
    assert only('[notices]\nlimits = true\noptions = ["offer_679"]').permitted.startswith("offer_678")
    assert only("[notices]\nlimits = true\noption = []").permitted.startswith("options?")


def test_8_3_signs_before_the_first_edition_that_proves_the_section_are_not_judged() -> None:
    finding = only("[notices]", "1990-01-01")
    assert finding.severity == "warning"
    assert finding.wrong.startswith("not checked")


# ---- Changes at an open table


def change(effective: str = "14:00", sign: str = "", announced: str = "", reported: str = "", rest: str = "") -> str:
    times = {"effective": effective, "sign_posted": sign, "announced": announced, "regulator_notified": reported}
    steps = [f"{step}_at = 2008-06-01T{time}:00" for step, time in times.items() if time]
    return "\n".join(["[[changes]]", rest or 'option = "vig_timing"\nto = "on_win"', *steps])


def test_8_3_exactly_thirty_minutes_are_enough() -> None:
    assert found(change("14:00", "13:30", "13:30", "13:30")) == []


def test_8_3_a_sign_twenty_minutes_before_is_too_late() -> None:
    finding = only(change("14:00", "13:40", "13:30", "13:30"))
    assert (finding.section, finding.where) == ("8.3", "changes.0.sign_posted_at")
    assert finding.wrong == "the sign at the table came 20 minutes before the change"
    assert finding.permitted == "at least 30 minutes before the change"


def test_8_3_the_regulators_office_notified_fifteen_minutes_before_is_too_late() -> None:
    finding = only(change("14:00", "13:29", "13:29", "13:45"))
    assert finding.where == "changes.0.regulator_notified_at"
    assert "Casino Control Commission came 15 minutes before" in finding.wrong
    later = change("14:00", "13:29", "13:29", "13:45").replace("2008-", "2013-")
    assert "Division of Gaming Enforcement" in only(later).wrong
    assert only(later).citation == "N.J.A.C. 13:69F-8.3"


def test_8_3_missing_steps_are_named() -> None:
    assert [one.where for one in found(change("14:00", "13:30"))] == [
        "changes.0.announced_at",
        "changes.0.regulator_notified_at",
    ]
    assert [one.where for one in found(change("", "13:30", "13:30", "13:30"))] == ["changes.0.effective_at"]


def test_8_3_with_nobody_playing_a_change_takes_effect_at_once() -> None:
    assert found(change("14:00", rest='option = "vig_timing"\nto = "on_win"\nplayers_present = false')) == []


def test_8_2_limits_change_with_a_sign_and_an_announcement_and_without_waiting() -> None:
    assert found(change("14:00", "14:00", "14:00", rest="limits = true\nfrom = 10\nto = 25")) == []
    finding = only(change("14:00", "14:01", "14:00", rest="limits = true\nto = 25"))
    assert (finding.section, finding.where) == ("8.2", "changes.0.sign_posted_at")
    assert finding.wrong == "the sign at the table came 1 minute after the change"


def test_a_change_to_something_that_is_not_the_licensees_to_choose() -> None:
    in_time = ("14:00", "13:00", "13:00", "13:00")
    assert only(change(*in_time, rest='option = "vig_rate"\nto = 0.06')).where == "changes.0.to"
    assert only(change(*in_time, rest='option = "field.12"\nto = "1 to 1"')).section == "1.4(b)"
    assert only(change(*in_time, rest='option = "dice"\nto = 3')).where == "changes.0.option"
    assert only(change(*in_time, rest='option = "fire_pay_table"')).where == "changes.0.option"
    assert only(change(*in_time, rest='option = "vig_rate"\nto = 0.03\nwhy = "so"')).where == "changes.0.why"
    assert found(change(*in_time, rest='option = "wager_increment"\nto = 5')) == []


# ---- Layouts of tables with findings


def test_a_layout_refuses_a_breach_with_every_finding_in_the_message() -> None:
    table = read_table(TABLES / "three_breaches_2004.toml")
    with pytest.raises(Unlawful) as refused:
        table.layout()
    assert refused.value.findings == file_findings(table)
    assert str(refused.value).splitlines() == [str(one) for one in file_findings(table)]
    assert pickle.loads(pickle.dumps(refused.value)).findings == file_findings(table)


def test_a_layout_accepts_warnings_and_an_unlawful_one_any_valid_value() -> None:
    assert "six_seven_eight" not in Layout.of("craps", date(2004, 6, 1), {"offer_678": False}).wagers
    unlawful = read_table(TABLES / "three_breaches_2004.toml").layout(unlawful=True)
    assert str(unlawful.odds("field", "12")) == "1 to 1"
    with pytest.raises(Unlawful, match="no wager feild"):
        Layout.of("craps", odds={"feild": "1 to 1"}, unlawful=True)


def test_findings_judge_limits_in_cents_too() -> None:
    def wheres(limits: Limits) -> list[str]:
        return [one.where for one in findings(CRAPS, date(2008, 6, 1), {}, {}, limits)]

    assert wheres(Limits()) == []
    assert wheres(Limits(minimum=1000, maximum=500)) == ["limits.minimum"]
    assert wheres(Limits(maximum=0)) == ["limits.maximum"]
    assert wheres(Limits(increment=0)) == ["limits.increment"]
    assert wheres(Limits(by_wager={"field": (-1, None)})) == ["limits.field.minimum"]


# ---- Rules of the check itself


NAMES = st.sampled_from([*CRAPS.options, "nonsense"])
VALUES = st.one_of(
    st.booleans(), st.integers(-1, 7), st.sampled_from(["on_win", "mini_craps", "A", "3 to 1", "3 for 1"])
)
KEYS = st.sampled_from([*CRAPS.odds_keys(), "horn", "big_6", "nonsense.1"])
ODDS = st.sampled_from(["1 to 1", "2 to 1", "30 to 1", "5 for 1", "", "even"])
DAYS = st.dates(date(1978, 6, 2), date(2020, 1, 1))
CENTS = st.integers(-5, 2000)
PAIRS = st.tuples(st.none() | CENTS, st.none() | CENTS)
LIMITS = st.builds(
    Limits, CENTS, st.none() | CENTS, CENTS, st.dictionaries(st.sampled_from([*CRAPS.wagers, "x"]), PAIRS)
)


@given(DAYS, st.dictionaries(NAMES, VALUES), st.dictionaries(KEYS, ODDS), st.none() | LIMITS)
@example(date(2000, 1, 1), {}, {"hop_22": "5 for 1"}, None)
@example(date(1980, 1, 1), {}, {"horn_high_2": "5 to 1"}, None)
@example(date(2009, 1, 1), {}, {}, Limits(minimum=-1, increment=2))
def test_each_location_has_at_most_one_finding_and_a_lawful_table_has_a_layout(
    day: date, options: dict[str, bool | int | str], odds: dict[str, str], limits: Limits | None
) -> None:
    result = findings(CRAPS, day, options, odds, limits)
    wheres = [one.where for one in result]
    assert len(set(wheres)) == len(wheres)
    assert result == findings(CRAPS, day, options, odds, limits)
    if not any(one.stops(unlawful=True) for one in result):
        layout = Layout.of(CRAPS, day, options, odds, limits, unlawful=True)
        assert all(layout.odds_table(wager) is not None for wager in layout.wagers)


@pytest.mark.parametrize("game", registered_games())
@given(st.data())
@settings(max_examples=shared_out(700))
def test_in_every_game_one_place_gives_at_most_one_finding_and_nothing_long_past_is_offered(
    game: str, data: st.DataObject
) -> None:
    rules = rules_of(game)
    day = data.draw(st.sampled_from([rules.game.since, date(2008, 6, 1), date(2012, 3, 18), date(2013, 6, 1)]))
    names = data.draw(st.lists(st.sampled_from([*rules.options] or [""]), max_size=4, unique=True))
    options = {
        name: data.draw(st.sampled_from([*(choice.value for choice in option.values), option.default, 3, 400]))
        for name in names
        if (option := rules.options.get(name))
    }
    amounts = st.none() | st.sampled_from([100, 500, 1200, 50100])
    pairs = st.tuples(amounts, amounts)
    own = data.draw(st.dictionaries(st.sampled_from([*rules.wagers]), pairs, max_size=3))
    limits = Limits(
        data.draw(st.sampled_from([0, 500, 1200])), data.draw(amounts), data.draw(st.sampled_from([1, 500])), own
    )
    result = findings(rules, day, options, {}, limits)
    wheres = [one.where for one in result]
    assert len(set(wheres)) == len(wheres)
    assert not [one.permitted for one in result if "until" in one.permitted]


# ---- Pay tables of wagers that are not offered


@pytest.mark.parametrize(
    ("game", "on", "options", "asked"),
    [
        ("craps", "2013-06-01", 'fire_pay_table = "B"', "with offer_fire_bet = true"),
        ("baccarat-punto-banco", "2013-06-01", 'bonus_pay_table = "B"', "with offer_bonus_wager = true"),
        ("blackjack", "2008-06-01", 'same_suit_table = "alternative"\ndecks = 1', "with additional_wager = same_suit"),
    ],
)
def test_a_pay_table_of_a_wager_that_is_not_offered_is_reported_as_without_effect(
    game: str, on: str, options: str, asked: str
) -> None:
    [idle] = [one for one in findings_of(game, f"[options]\n{options}", on) if one.kind == "without effect"]
    assert (idle.severity, idle.permitted) == ("warning", asked)
    assert "not offered" in idle.wrong


def test_a_pay_table_of_an_offered_wager_gives_no_finding() -> None:
    assert not found('[options]\noffer_fire_bet = true\nfire_pay_table = "B"', "2013-06-01")


# ---- Choices without effect


def elections() -> list[tuple[str, str]]:
    """Return the options that elect or decline something and have an effect only with other choices."""
    return [
        (game, name)
        for game in registered_games()
        for name, option in rules_of(game).options.items()
        if option.applies and {one.value for one in option.values} & {False, "off", "none"}
    ]


@pytest.mark.parametrize(("game", "name"), elections())
def test_electing_something_unavailable_is_reported_and_declining_it_is_not(game: str, name: str) -> None:
    option = rules_of(game).options[name]
    [(other, asked), *_] = option.applies.items()
    values = [one.value for one in rules_of(game).options[other].values]
    unmet = [value for value in values if not meets(asked, value, {})]
    assert unmet
    day = date(2013, 6, 1)
    for value in (one.value for one in option.values):
        options = {other: unmet[0], name: value}
        found = [one for one in findings(rules_of(game), day, options, {}, None) if name in one.wrong]
        if value in (False, "off", "none"):
            assert found == []
        else:
            assert {one.kind for one in found} <= {"without effect", "not permitted"}
            assert found


@pytest.mark.parametrize(("game", "together"), [("pai-gow", "co_banking"), ("pai-gow-poker", "co_bank")])
def test_10_8_and_11_10_a_bank_is_shared_only_where_players_have_it(game: str, together: str) -> None:
    head = "[options]\nplayer_bank = false\n"
    [wrong] = findings_of(game, f"{head}{together} = true")
    assert (wrong.severity, wrong.section) == ("breach", "10.8" if game == "pai-gow" else "11.10")
    assert findings_of(game, head) == findings_of(game, f"{head}{together} = false") == []
    assert findings_of(game, f"[options]\nplayer_bank = true\n{together} = true") == []


def test_14_10_f_a_straddle_does_nothing_at_a_stud_table() -> None:
    stud = '[options]\nvariant = "stud7_high"\nstraddle = true\nbig_blind = 4\n'
    found = {one.where: one.kind for one in findings_of("poker", stud)}
    assert found == {"options.straddle": "without effect", "options.big_blind": "without effect"}


# ---- Every finding says what is permitted


@every_game()
def test_a_finding_about_odds_lists_what_every_pay_table_permits(game: str) -> None:
    rules, day = rules_of(game), date(2013, 6, 1)
    tables = [{}, *({option: value} for option, held in rules.pay_tables.items() for value in held)]
    for options in tables:
        for key in rules.odds_keys():
            for odds in ("1 to 1000", "1000 to 1", "5 for 1"):
                for one in findings(rules, day, options, {key: odds}, None):
                    assert one.wrong == one.wrong.strip() != ""
                    assert one.permitted == one.permitted.strip() != ""
                    assert not one.permitted.startswith((" ", "(", ",", ";")), one


# ---- The word of odds


@pytest.mark.parametrize(
    ("game", "on", "key", "section"),
    [
        ("caribbean-stud", "1998-06-01", "bet.flush", "16.12(a)"),
        ("double-down-stud", "1998-06-01", "original.flush", "17.10(a)"),
        ("let-it-ride", "1998-06-01", "wager1.flush", "18.11(a)"),
        ("flop-poker", "2007-06-01", "flop.flush", "29.11(a)"),
    ],
)
def test_odds_of_poker_may_be_stated_with_win_too_and_never_with_for(
    game: str, on: str, key: str, section: str
) -> None:
    assert findings_of(game, f'[odds]\n"{key}" = "20 win 1"', on) == findings_of(
        game, f'[odds]\n"{key}" = "20 to 1"', on
    )
    [wrong] = findings_of(game, f'[odds]\n"{key}" = "20 for 1"', on)
    assert (wrong.section, wrong.severity) == (section, "breach")


def test_1_4_a_odds_of_craps_are_stated_with_to_alone() -> None:
    wrong = only('[odds]\n"field.12" = "3 win 1"')
    assert (wrong.section, wrong.severity) == ("1.4(a)", "breach")
    assert 'with the word "to"' in wrong.wrong
    [wrong] = findings_of("roulette", '[odds]\nstraight = "36 win 1"')
    assert wrong.section == "5.2"


# ---- subchapter 8: files about limits, signs, changes and tournaments, each with its faults listed at the top

OF_SUBCHAPTER_8 = sorted((TABLES / "subchapter_8").glob("*.toml"))


@pytest.mark.parametrize("path", OF_SUBCHAPTER_8, ids=lambda path: path.stem)
def test_8_limits_signs_changes_and_tournaments_are_judged_with_their_sections(path: Path) -> None:
    said = [line.removeprefix("# ") for line in path.read_text("utf-8").splitlines() if line.startswith("# ")]
    held = [f"{one.severity} {one.section} {one.where}" for one in file_findings(read_table(path))]
    assert (held or ["lawful"]) == said


def test_8_each_kind_has_lawful_files_and_others() -> None:
    kinds = ("limits", "signs", "changes", "tournaments")
    lawful = {path.stem for path in OF_SUBCHAPTER_8 if path.read_text("utf-8").startswith("# lawful\n")}
    for kind in kinds:
        of_it = {path.stem for path in OF_SUBCHAPTER_8 if path.stem.startswith(kind)}
        assert of_it & lawful, kind
        assert of_it - lawful, kind
    assert len(OF_SUBCHAPTER_8) >= 20


def test_8_3_a_licensee_may_give_longer_notice_and_then_keeps_to_it() -> None:
    reported = 'game = "craps"\non = 2008-06-01\n[notices]\nlimits = true\noptions = []\nnotice_minutes = {}\n'
    change = (
        '[[changes]]\noption = "field.12"\nto = "3 to 1"\neffective_at = 2008-06-01T14:00:00\n'
        "sign_posted_at = {0}\nannounced_at = {0}\nregulator_notified_at = {0}\n"
    )
    in_time, late = (reported.format(45) + change.format(f"2008-06-01T13:{minute}:00") for minute in (15, 16))
    assert not file_findings(read_table(in_time))
    assert {one.wrong[-33:] for one in file_findings(read_table(late))} == {"came 44 minutes before the change"}
    [less] = file_findings(read_table(reported.format(20)))
    assert (less.where, less.citation[-3:]) == ("notices.notice_minutes", "8.3")
    assert "30" in less.permitted


def test_8_5_a_guide_is_printed_electronic_or_none() -> None:
    reported = 'game = "craps"\non = 2008-06-01\n[notices]\nlimits = true\ngaming_guide = "{}"\n'
    assert not file_findings(read_table(reported.format("electronic")))
    [wrong] = file_findings(read_table(reported.format("sung")))
    assert (wrong.where, wrong.citation[-3:]) == ("notices.gaming_guide", "8.5")
    assert "electronic" in wrong.permitted
