"""The lawful range: the best and worst tables that the chapter permits, and how far each choice moves a price."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from pitboss import check, price
from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.cli import main
from pitboss.library.ranges import lawful_range
from pitboss.pricing.choices import record_options
from pitboss.pricing.contract import PriceInputs
from pitboss.pricing.entry import pricing_of

DAY = "2008-06-01"
SMALL = ("roulette", "three-card-poker", "big-six", "casino-war", "high-card", "poker", "pai-gow-poker")


@pytest.mark.parametrize("game", SMALL)
def test_the_table_files_are_lawful_and_attain_the_reported_edges(game: str) -> None:
    for one in lawful_range(game, DAY).wagers:
        assert one.best.house_edge <= one.usual <= one.worst.house_edge
        for end in (one.best, one.worst):
            assert check(end.table).lawful, end.table
            found = price(game, table=end.table)[one.id]
            assert (found.exact, found.offered) == (end.exact, True)
        for move in one.moved:
            assert one.best.house_edge <= move.least <= move.most <= one.worst.house_edge, (one.id, move.option)


def test_no_lawful_combination_goes_beyond_the_range() -> None:
    rules, edges = rules_of("roulette"), []
    names = [name for name, option in rules.options.items() if option.in_force(date(2008, 6, 1))]
    for chosen in product(*([one.value for one in rules.options[name].values] for name in names)):
        try:
            layout = Layout.of(rules, date(2008, 6, 1), dict(zip(names, chosen, strict=True)))
        except Unlawful:
            continue
        edges.append(Fraction(price(layout)["red"].exact or 0))
    found = lawful_range("roulette", DAY)["red"]
    assert (Fraction(found.best.exact or 0), Fraction(found.worst.exact or 0)) == (min(edges), max(edges))


def test_a_table_that_does_not_offer_a_wager_is_not_an_end_of_its_range() -> None:
    found = lawful_range("pai-gow-poker", "2026-11-18")["pai_gow_poker"]  # another without vigorish
    for end in (found.best, found.worst):
        assert end.options.get("variation", "standard") == "standard"
    blind = lawful_range("poker", DAY)["small_blind"]
    for end in (blind.best, blind.worst):
        assert "small_blind" in Layout.of("poker", date(2008, 6, 1), end.options).wagers


def test_a_choice_that_no_price_reads_is_reported() -> None:
    found = lawful_range("three-card-poker", DAY)
    assert "positions" in found.not_read
    assert "ante_bonus_table" in found.read
    assert found.whole == "ante+play"
    assert [move.option for move in found["ante"].moved] == ["ante_bonus_table"]


def test_reading_an_option_is_recorded_and_passing_it_on_is_not() -> None:
    heard, options = record_options(Layout.of("three-card-poker", date(2008, 6, 1)))
    pricing_of(heard).price(heard, PriceInputs())
    assert "ante_bonus_table" in options.read
    assert "positions" not in options.read
    assert "positions" in list(options)
    options.items()
    assert options.read == set(options)


def test_a_wager_that_must_be_elected_has_a_table_that_offers_it() -> None:
    found = lawful_range("three-card-poker", "2013-06-01")["six_card_bonus"]
    assert found.best.options["offer_six_card_bonus"] is True
    assert (found.best.options["six_card_bonus_table"], found.worst.options["six_card_bonus_table"]) == (
        "SCB-3",
        "SCB-4",
    )


def test_an_end_that_depends_on_a_reconstruction_is_marked(capsys: pytest.CaptureFixture[str]) -> None:
    assert lawful_range("pokette", DAY)["red"].reconstructed == ("wheel_positions",)
    assert not lawful_range("roulette", DAY)["red"].reconstructed
    assert main(["range", "pokette", "--on", DAY, "--wager", "red"]) == 0
    output = " ".join(capsys.readouterr().out.split())  # a narrow terminal breaks the line
    assert "an end depends on a reconstruction; no text was found: wheel_positions" in output


def test_odds_that_may_be_raised_have_no_best_end() -> None:
    assert lawful_range("roulette", DAY)["straight"].may_pay_more
    assert not lawful_range("three-card-poker", DAY)["ante+play"].may_pay_more


def test_results_are_stored_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    once = lawful_range("big-six", DAY)
    monkeypatch.setattr("pitboss.library.ranges._Search", None)
    assert lawful_range("big-six", DAY) == once


def test_the_command_shows_a_tornado_and_writes_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["range", "roulette", "--on", DAY, "--wager", "red"]) == 0
    shown = capsys.readouterr().out
    assert "zero_rule" in shown
    assert "every lawful combination" in shown
    svg, folder = tmp_path / "t.svg", tmp_path / "tables"
    assert main(["range", "roulette", "--on", DAY, "--svg", str(svg), "--tables", str(folder)]) == 0
    assert svg.read_text("utf-8").startswith("<svg")
    assert check(folder / "roulette-red-best.toml").lawful
    assert main(["range", "roulette", "--on", DAY, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["whole"] == "straight"


def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for words, says in (
        (["range", "chess"], "no game 'chess'"),
        (["range", "three-card-poker", "--on", "1990-01-01"], "not in the chapter on 1990-01-01"),
        (["range", "roulette", "--wager", "pass"], "no range for 'pass'"),
        (["range", "roulette", "--svg", "chart.pdf"], "the file name must end in .svg"),
        (["range", "roulette", "--svg", "nowhere/chart.svg"], "folder nowhere does not exist"),
    ):
        assert main(words) == 2
        said = capsys.readouterr().err
        assert says in said
        assert said.count("\n") == 1


@pytest.mark.parametrize("game", ["three-card-poker", "high-card"])
def test_bare_prices_equal_the_full_ones(game: str) -> None:
    layout = Layout.of(game, date(2008, 6, 1))
    bare, whole = pricing_of(layout).bare_price(layout), pricing_of(layout).price(layout, PriceInputs())
    assert bare.wagers == whole.wagers
    assert bare.combinations == whole.combinations


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        ("ultimate-texas-holdem", {"preflop_multiples": "3x_only", "trips_on_fold": "loses"}),
        ("double-cross-poker", {"raise_mode": "raise_or_check", "ante_pays_on": "pair"}),
    ],
)
def test_tables_that_share_a_count_are_priced_as_each_alone(
    game: str, chosen: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))
    layout = Layout.of(game, date(2008, 6, 1), chosen)
    bare = pricing_of(layout).bare_price(layout)
    assert bare.wagers == pricing_of(layout).price(layout, PriceInputs()).wagers


@pytest.mark.slow
def test_implied_choices_are_not_listed_as_choices_made() -> None:
    moved = [move.option for move in lawful_range("blackjack", DAY)["blackjack"].moved]
    assert "decks" in moved
    assert "same_suit_table" not in moved  # it needs few decks, and only their number affects the hand


@pytest.mark.slow
def test_rights_can_only_help_the_best_player() -> None:
    game = "double-attack-blackjack"
    usual = Layout.of(game, date(2008, 6, 1))
    pricing = pricing_of(usual)
    for name in ("surrender", "max_split_hands"):
        permitted = [one.value for one in usual.rules.options[name].values if one.in_force(usual.on)]
        order = [value for value in pricing.rights[name] if value in permitted]
        edges = [pricing.main_edge(Layout.of(game, date(2008, 6, 1), {name: value})) for value in order]
        assert edges == sorted(edges, reverse=True)
        assert len(order) > 1


@pytest.mark.slow
@pytest.mark.parametrize("game", [*registered_games()])
def test_every_game_has_a_range(game: str) -> None:
    day = max(rules_of(game).game.since, date(2008, 4, 21))
    found = lawful_range(game, day)
    for one in found.wagers:
        assert one.best.house_edge <= one.worst.house_edge
        assert check(one.best.table).lawful
        assert check(one.worst.table).lawful
        for move in one.moved:  # one deck removes the sevens wager: the tornado omits tables that may not offer it
            assert one.best.house_edge <= move.least <= move.most <= one.worst.house_edge, (one.id, move.option)
