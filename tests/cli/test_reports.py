"""price, check, diff, cite, trace: real figures, as JSON and in tables."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pitboss.cli.trace import summary
from pitboss.traceability.trace import Trace

Run = Callable[..., Any]


CONTRACT = {
    "id", "name", "section", "house_edge", "exact", "element_of_risk", "std_dev", "hit_rate", "push_rate", "per",
    "method", "error", "outcomes",
}  # fmt: skip


def wagers(report: Any) -> dict[str, Any]:
    return {wager["id"]: wager for wager in report["wagers"]}


# ---- price


def test_outcomes_are_listed_by_name_and_add_up_and_merge_only_if_asked(pitboss: Run) -> None:
    words = ("price", "three-card-poker", "--wager", "ante", "--outcomes")
    named, merged = pitboss(*words).out, pitboss(*words, "--merge").out
    assert "dealer does not qualify, straight" in named
    assert "407,170,400" in named
    assert "dealer does not qualify" not in merged
    [ante] = pitboss(*words, "--json").json["wagers"]
    assert sum(event["combinations"] for event in ante["events"]) == ante["space"] == 407_170_400


def test_a_price_carries_what_it_means_over_many_rounds(pitboss: Run) -> None:
    words = ("price", "caribbean-stud", "--wager", "progressive", "--meter", "600000", "--bet", "1")
    shown = pitboss(*words, "--bankroll", "100000", "--after", "1e6").out
    assert "volatility: 1.65 standard deviations" in shown
    [wager] = pitboss(*words, "--bankroll", "100000", "--json").json["wagers"]
    assert wager["risk"]["favours"] == "player"
    assert 0 < wager["risk"]["risk_of_ruin"] < 1
    assert wager["risk"]["hold"]["per"] == "initial wager"
    assert "from 1 to" in pitboss(*words, "--after", "1e12").refused


def test_every_rule_in_force_is_listed_the_changed_ones_first(pitboss: Run) -> None:
    words = ("price", "roulette", "--set", "zero_rule=en_prison", "--wager", "red", "--rules")
    assert "en_prison (default by_wheel)" in pitboss(*words).out
    rules = pitboss(*words, "--json").json["rules"]
    assert [rule["id"] for rule in rules][:2] == ["zero_rule", "wheel"]
    listed = pitboss("options", "roulette", "--set", "zero_rule=en_prison", "--json").json
    assert listed["options"] == rules
    assert "moves no price" in pitboss("options", "roulette").out


def test_price_of_craps(pitboss: Run) -> None:
    report = pitboss("price", "craps", "--json").json
    assert {"game", "on", "options", "wagers", "strategy", "seconds"} <= set(report)
    priced = wagers(report)
    for id, exact in {"pass": "7/495", "dont_pass": "3/220", "place_win_6": "1/66", "any_seven": "1/6"}.items():
        assert priced[id]["exact"] == exact
        numerator, denominator = map(int, exact.split("/"))
        assert priced[id]["house_edge"] == pytest.approx(numerator / denominator)
    for wager in priced.values():
        assert set(wager) >= CONTRACT
        assert sum(outcome["probability"] for outcome in wager["outcomes"]) == pytest.approx(1)


def test_a_report_begins_with_the_games_place_in_the_chapter(pitboss: Run) -> None:
    assert "N.J.A.C. 19:47-5.5 to 5.6" in pitboss("price", "big-six", "--on", "2008-06-01").out.splitlines()[0]


def test_price_on_a_date_with_choices(pitboss: Run) -> None:
    words = ["price", "craps", "--on", "2008-06-01", "--set", "offer_678=true", "--set", "vig_timing=on_win", "--json"]
    report = pitboss(*words, "--odds", "field.12=3 to 1").json
    assert (report["on"], report["options"]["offer_678"], report["options"]["vig_timing"]) == (
        "2008-06-01",
        True,
        "on_win",
    )
    priced = wagers(report)
    assert priced["field"]["exact"] == "1/36"
    assert priced["buy_4"]["exact"] == "1/60"
    assert priced["six_seven_eight"]["citation"] == "N.J.A.C. 19:47-1.2(a)39"
    assert "fire_bet" not in priced


def test_the_wagers_of_a_price_as_csv(pitboss: Run, tmp_path: Path) -> None:
    """The file is written even without a sweep."""
    written = tmp_path / "craps.csv"
    ran = pitboss("price", "craps", "--csv", str(written))
    assert ran.code == 0
    rows = list(csv.DictReader(written.open(encoding="utf-8")))
    assert f"craps.csv: {len(rows)} rows" in ran.err
    nowhere = pitboss("price", "craps", "--csv", str(tmp_path / "none" / "craps.csv"))
    assert (nowhere.code, nowhere.err.count("\n")) == (2, 1)
    assert "does not exist" in nowhere.err
    report = pitboss("price", "craps", "--json").json
    assert [row["wager"] for row in rows] == [one["id"] for one in report["wagers"] + report["combinations"]]
    assert {row["wager"]: row["exact"] for row in rows}["pass"] == "7/495"
    assert float(rows[0]["house_edge"]) == report["wagers"][0]["house_edge"]


def test_a_piped_table_is_never_cut(pitboss: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no terminal to limit the width, names are not truncated."""
    monkeypatch.delenv("COLUMNS", raising=False)
    table = pitboss("price", "craps").out
    for one in pitboss("price", "craps", "--json").json["wagers"]:
        assert one["name"] in table


def test_only_the_requested_wagers_are_priced_by_id_or_common_name(pitboss: Run) -> None:
    report = pitboss("price", "craps", "--wager", "pass", "--wager", "yo", "--wager", "pass+pass_odds", "--json").json
    assert list(wagers(report)) == ["pass", "eleven"]
    assert [one["id"] for one in report["combinations"]] == ["pass+pass_odds"]
    assert "did you mean pass?" in pitboss("price", "craps", "--wager", "pas").refused


def test_options_on_the_command_line_override_a_table_file(pitboss: Run, tmp_path: Path) -> None:
    table = tmp_path / "table.toml"
    table.write_text('game = "craps"\non = 2008-06-01\n[odds]\n"field.12" = "3 to 1"\n')
    report = pitboss("price", "craps", "--table", table, "--json").json
    assert (report["on"], wagers(report)["field"]["exact"]) == ("2008-06-01", "1/36")
    report = pitboss(
        "price", "craps", "--table", table, "--on", "2004-01-01", "--odds", "field.12=2 to 1", "--json"
    ).json
    assert (report["on"], wagers(report)["field"]["exact"]) == ("2004-01-01", "1/18")


def test_the_stake_counts_where_the_percentage_is_rounded(pitboss: Run) -> None:
    words = ["price", "craps", "--set", "vig_rounding=down_to_chip", "--wager", "buy_4", "--json"]
    assert wagers(pitboss(*words, "--stake", 30).json)["buy_4"]["exact"] == "1/30"
    assert wagers(pitboss(*words, "--stake", 20).json)["buy_4"]["exact"] == "1/20"
    assert "'twenty' is not an amount" in pitboss(*words, "--stake", "twenty").refused


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--set", "vig_rate=6%"], "vig_rate is 0.06; permitted: 0 to 0.05 (N.J.A.C. 13:69F-1.5(a))"),
        (["--set", "ofer_678=true"], "craps has no option ofer_678; permitted: offer_678?"),
        (["--set", "offer_678=maybe"], "permitted: true, false (N.J.A.C. 13:69F-1.2(a)39)"),
        (["--set", "offer_678"], "such as --set offer_678=true"),
        (["--odds", "field.12=1 to 1"], "1 to 1 is too low; permitted: 2 to 1 or more (N.J.A.C. 13:69F-1.4(b))"),
        (["--odds", "field.12=3 for 1"], 'odds are stated with the word "to", never "for"; 3 for 1 is 2 to 1'),
        (["--odds", "feild.12=3 to 1"], "field.12"),
        (["--on", "2004-01-01", "--set", "offer_678=true"], "permitted: since 2005-10-17 by R.2005 d.355"),
    ],
)
def test_forbidden_choices_are_refused_with_the_permitted_ones(pitboss: Run, words: list[str], said: str) -> None:
    assert said in pitboss("price", "craps", *words).refused


def test_unlawful_prices_forbidden_choices_but_not_meaningless_ones(pitboss: Run) -> None:
    words = ["price", "craps", "--unlawful", "--json"]
    assert wagers(pitboss(*words, "--set", "vig_rate=0.06").json)["buy_4"]["exact"] == "3/50"
    assert "has no option" in pitboss(*words, "--set", "vig=0.06").refused


def test_the_price_table_is_grouped_and_marks_wagers_without_text_or_not_offered(pitboss: Run) -> None:
    shown = pitboss("price", "craps").out
    pass_line = next(line for line in shown.splitlines() if "  Pass Bet " in line)
    assert all(part in pass_line for part in ("1 to 1", "1.414%", "7/495", "0.419%", "49.3%", "3.38"))
    assert shown.index("line\n".strip()) < shown.index("Pass Bet") < shown.index("hardway")
    assert "Fire Betᵖ ○" in shown
    assert "ᵖ published" in shown
    assert "○ 6-7-8: permitted, not on this layout; --set offer_678=true" in shown
    assert "ᵖ" not in pitboss("price", "craps", "--on", "2008-06-01").out


# ---- check


UNLAWFUL = """
game = "craps"
on = 2004-06-01
[options]
offer_678 = true
vig_rate = 0.06
[odds]
"field.12" = "1 to 1"
"""
LAWFUL = """
game = "craps"
on = 2008-06-01
name = "Table 7"
[options]
offer_678 = true
vig_rate = 0.05
[odds]
"field.12" = "3 to 1"
[limits]
minimum = 10
maximum = 5000
"""


def test_check_finds_three_breaches_in_the_table_of_2004(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "unlawful.toml"
    file.write_text(UNLAWFUL)
    ran = pitboss("check", file, "--json")
    assert ran.code == 1
    found = ran.json
    assert (found["lawful"], found["breaches"]) == (False, 3)
    assert [(one["citation"], one["where"]) for one in found["findings"]] == [
        ("N.J.A.C. 19:47-1.2(a)39", "options.offer_678"),
        ("N.J.A.C. 19:47-1.4(b)", "odds.field.12"),
        ("N.J.A.C. 19:47-1.5(a)", "options.vig_rate"),
    ]
    shown = pitboss("check", file)
    assert shown.code == 1
    assert "3 breaches" in shown.out
    for part in ("19:47-1.2(a)39", "since 2005-10-17 by R.2005 d.355", "2 to 1 or more", "0 to 0.05"):
        assert part in shown.out


def test_check_at_80_columns_crops_nothing(pitboss: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    file = tmp_path / "unlawful.toml"
    file.write_text(f"{UNLAWFUL}[limits.a_wager_{'with_a_long_name_' * 6}]\n")
    found = pitboss("check", file, "--json").json["findings"]
    shown = pitboss("check", file).out
    printed = "".join(shown.split())
    for one in found:
        for part in (one["citation"].removeprefix("N.J.A.C. "), one["where"], one["wrong"], one["permitted"]):
            assert "".join(part.split()) in printed
    assert max(map(len, shown.splitlines())) <= 80
    assert any("19:47-1.2(a)39" in line for line in shown.splitlines())


def test_1_4_b_check_of_several_tables_finds_odds_that_are_not_uniform(pitboss: Run, tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text(LAWFUL)
    other.write_text('game = "craps"\non = 2008-06-01\n')
    ran = pitboss("check", one, other, "--json")
    assert (ran.code, ran.json["breaches"]) == (1, 2)
    assert [table["findings"][0]["where"] for table in ran.json["tables"]] == ["odds.field.12", "odds.field.12"]
    assert "3 to 1, but 2 to 1 at other" in pitboss("check", one, other).out
    assert pitboss("check", one).code == 0


def test_check_finds_nothing_at_a_lawful_table(pitboss: Run, tmp_path: Path) -> None:
    file = tmp_path / "lawful.toml"
    file.write_text(LAWFUL)
    ran = pitboss("check", file, "--json")
    assert (ran.code, ran.json["lawful"], ran.json["findings"]) == (0, True, [])
    assert "Table 7: craps on 2008-06-01" in pitboss("check", file).out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('game = "craps', "broken.toml:1: this is not TOML"),
        ("on = 2008-06-01", "no game is given"),
        ('game = "crap"', "no game 'crap': did you mean craps?"),
        ('game = "craps"\non = "yesterday"', "broken.toml:2: on must be a date"),
    ],
)
def test_check_of_a_broken_file_is_one_clear_line(pitboss: Run, tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "broken.toml"
    file.write_text(text)
    assert said in pitboss("check", file).refused
    as_json = pitboss("check", file, "--json")
    assert as_json.code == 2
    assert said in as_json.json["problem"]
    assert said in as_json.err


# ---- diff, cite, trace


def test_diff_of_eleven_years(pitboss: Run) -> None:
    found = pitboss("diff", "2001-03-09", "2012-03-19", "--json").json
    contents = {(one["kind"], one["section"]) for one in found["contents"]}
    assert {("section added", "1.12"), ("subchapter added", "1A"), ("section renamed", "1.3")} <= contents
    craps = next(game for game in found["games"] if game["game"] == "craps")
    changes = {(one["date"], one["kind"], one["path"]) for one in craps["changes"]}
    assert ("2005-10-17", "added", "wager.six_seven_eight") in changes
    assert ("2007-06-04", "added", "option.vig_timing.on_win") in changes
    assert ("2012-03-19", "added", "wager.fire_bet") in changes
    shown = pitboss("diff", "2001-03-09", "2012-03-19").out
    assert "Automated Craps" in shown
    assert "R.2005 d.355" in shown


def test_diff_of_one_game_and_of_a_quiet_year(pitboss: Run) -> None:
    found = pitboss("diff", "2005-01-01", "2006-01-01", "--game", "craps", "--json").json
    assert [game["game"] for game in found["games"]] == ["craps"]
    assert "nothing changed" in pitboss("diff", "2002-01-01", "2002-01-02").out


def test_cite_shows_the_figures_of_a_section_on_its_day(pitboss: Run) -> None:
    assert "at least 7 to 6" in pitboss("cite", "1.4(b)", "--on", "2008-06-01").out
    then = pitboss("cite", "1.4(d)", "--on", "1990-01-01", "--json").json
    assert {one["path"] for one in then["provisions"]} >= {"fact.payable", "irregularity.unpayable_wager"}
    assert "1.4(d) until 1993-03-15" in pitboss("cite", "1.4(e)").out


def test_the_price_of_1980_names_big_six(pitboss: Run) -> None:
    assert (
        "Big Six (N.J.A.C. 19:47-1.2(a)7): permitted on this day" in pitboss("price", "craps", "--on", "1980-01-01").out
    )


def test_cite(pitboss: Run) -> None:
    found = pitboss("cite", "19:47-1.2(a)39", "--on", "2008-06-01", "--json").json
    assert (found["citation"], found["title"]) == ("N.J.A.C. 19:47-1.2(a)39", "Permissible wagers")
    wager = next(one for one in found["provisions"] if one["path"] == "wager.six_seven_eight")
    assert (wager["since"], wager["by"], wager["provenance"]) == ("2005-10-17", "R.2005 d.355", "text")
    shown = pitboss("cite", "1.12").out
    assert "Fire Betᵖ" in shown
    assert "ᵖ published" in shown
    assert "source: " in shown


def test_cite_of_a_paragraph_dates_its_section_by_name(pitboss: Run) -> None:
    shown = pitboss("cite", "1.2(a)39", "--on", "2008-06-01").out
    assert "section 1.2 since 1978-06-02 by R.1978 d.186; as on 2008-06-01" in shown
    assert "since 1996-03-11 (first in the 1996 edition; its own date is not known)" in pitboss("cite", "8.4").out
    assert "the nearest is 1.2(b)" in pitboss("cite", "1.2(z)99").refused


def test_trace_answers_the_paragraphs(pitboss: Run) -> None:
    ran = pitboss("trace", "craps", "--json")
    found = ran.json
    paragraphs = {one["id"]: one for one in found["paragraphs"]}
    assert "wager.pass" in paragraphs["1.2(a)1"]["data"]
    assert ran.code == bool(found["gaps"] or found["dangling"])
    shown = pitboss("trace", "craps")
    assert "1.2(a)1i(1)" in shown.out
    assert shown.code == ran.code
    gaps = pitboss("trace", "craps", "--gaps", "--json").json
    assert [one["id"] for one in gaps["paragraphs"]] == list(found["gaps"])


def test_trace_with_a_dangling_reference_does_not_report_no_gap() -> None:
    complete = Trace(game="craps", paragraphs=(), gaps=(), dangling=())
    dangling = complete.model_copy(update={"dangling": ("rules.toml:18: wager.big cites 9.3(a)2",)})
    assert summary(complete).plain == "no gap"
    assert summary(dangling).plain == "✗ 1 dangling reference"


def test_8_trace_answers_the_regulations_concerning_all_games(pitboss: Run) -> None:
    ran = pitboss("trace", "all-games", "--json")
    assert (ran.code, ran.json["gaps"]) == (0, [])
    numbers = [f"8.4({letter})" for letter in "abcde"] + [f"8.6({letter})" for letter in "abcde"]
    assert set(numbers) <= {one["id"] for one in ran.json["paragraphs"]}
    assert '8.2 "limits"' in pitboss("trace", "all-games").out


def test_8_4_cite_marks_a_copy_and_prints_its_source(pitboss: Run) -> None:
    shown = pitboss("cite", "8.4", "--on", "1996-03-11").out
    assert "petitionersᶜ" in shown
    assert "ᶜ copy: New Jersey's own text, from a copy; it is in none of our editions" in " ".join(shown.split())
    assert "source: New Jersey's text of 8.4 and 8.6 as copied by law sites" in shown
    assert "copy" not in pitboss("cite", "1.4(e)").out


def test_a_half_dealt_shoe_has_its_own_price(pitboss: Run) -> None:
    full, left = (
        pitboss("price", "mini-baccarat", "--wager", "tie", "--json", *more).json["wagers"][0]["exact"]
        for more in ((), ("--dealt", "8c8d8h8s"))
    )
    assert full != left
    assert "not dealt from a shoe" in pitboss("price", "craps", "--dealt", "Ah").refused
    assert "'Zz'" in pitboss("price", "mini-baccarat", "--dealt", "Zz").refused
    assert "it had 8" in pitboss("price", "mini-baccarat", "--dealt", "Ah" * 9).refused
