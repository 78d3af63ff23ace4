"""`pitboss strategy` and `pitboss price --sweep`: the computed chart, its price, and many rule sets priced at once."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_the_chart_is_the_computed_one(pitboss: Run) -> None:
    chart = pitboss("strategy", "blackjack", "--set", "decks=6", "--set", "soft17=hit", "--json").json
    up = chart["columns"].index
    assert chart["chart"]["hard 11"][up("A")] == "Dh", "with the dealer hitting soft 17, 11 is doubled against an ace"
    assert chart["chart"]["hard 16"][up("10")] == "H"
    assert chart["chart"]["pair 8"] == ["P"] * 10
    other = pitboss("strategy", "blackjack", "--set", "decks=6", "--json").json
    assert other["chart"]["hard 11"][up("A")] == "H", "with the dealer standing, it is hit"
    assert chart["exceptions"][0]["worth"] > 0
    assert other["house_edge"] < chart["house_edge"]


def test_a_chart_is_drawn_and_can_be_played_from_a_file(pitboss: Run, tmp_path: Path) -> None:
    svg, toml = tmp_path / "chart.svg", tmp_path / "chart.toml"
    best = pitboss("strategy", "blackjack", "--set", "decks=6", "--svg", svg, "--toml", toml, "--json").json
    assert svg.read_text().startswith("<svg")
    again = pitboss("strategy", "blackjack", "--set", "decks=6", "--play", toml, "--json").json
    assert again["house_edge"] == pytest.approx(best["house_edge"], abs=1e-12)
    assert again["prices"]["chart"] == again["prices"]["basic strategy"]
    holed = tmp_path / "holed.toml"
    holed.write_text("\n".join(line for line in toml.read_text().splitlines() if not line.startswith('16 = "S S S')))
    assert "hard 16" in pitboss("strategy", "blackjack", "--play", holed).refused


def test_an_edited_chart_is_priced_under_its_own_name_next_to_basic_strategy(pitboss: Run, tmp_path: Path) -> None:
    toml, edited = tmp_path / "chart.toml", tmp_path / "stands-on-12.toml"
    best = pitboss("strategy", "blackjack", "--toml", toml, "--json").json
    lines = toml.read_text().splitlines()
    edited.write_text("\n".join('12 = "S S S S S S S S S S"' if line.startswith("12 = ") else line for line in lines))
    asked = ("strategy", "blackjack", "--play", edited)
    chart = pitboss(*asked, "--json").json
    assert chart["name"] == "stands-on-12"
    assert chart["prices"]["stands-on-12"]["house_edge"] == chart["house_edge"] > best["house_edge"]
    assert chart["prices"]["basic strategy"]["house_edge"] == best["house_edge"]
    shown = pitboss(*asked).out
    assert f"basic strategy: {best['house_edge']:.4%}" in shown
    assert f"stands-on-12: {chart['house_edge']:.4%}" in shown


def test_a_game_without_a_strategy_says_so(pitboss: Run) -> None:
    assert "no decisions" in pitboss("strategy", "craps").refused
    assert "--play" in pitboss("strategy", "blackjack", "--simple", "always stand").refused


def test_a_sweep_of_an_unlawful_table_prices_its_combinations(pitboss: Run) -> None:
    chosen = ("--set", "decks=2", "--set", "double_after_split=false", "--sweep", "soft17", "--json")
    swept = pitboss("price", "blackjack", "--unlawful", "--wager", "blackjack", *chosen).json
    assert [row["options"]["soft17"] for row in swept["rows"]] == ["stand", "hit"]
    assert "double_after_split is false" in pitboss("price", "blackjack", "--wager", "blackjack", *chosen).refused


def test_a_sweep_prices_every_permitted_combination(pitboss: Run, tmp_path: Path) -> None:
    out = tmp_path / "sweep.csv"
    words = ("price", "blackjack", "--sweep", "decks=6/8,soft17,surrender", "--csv", out, "--json")
    found = pitboss(*words).json
    assert found["swept"] == ["decks", "soft17", "surrender"]
    assert len(found["rows"]) == 8
    edges = {tuple(row["options"].values()): row["house_edge"] for row in found["rows"]}
    assert (
        edges["6", "stand", "late"]
        < edges["6", "stand", "none"]
        < edges["8", "stand", "none"]
        < edges["8", "hit", "none"]
    )
    with out.open() as lines:
        assert len(list(csv.DictReader(lines))) == 8
    assert pitboss("price", "roulette", "--sweep", "wheel,zero_rule", "--json").json["not_permitted"] == 1
    assert "use one of: " in pitboss("price", "craps", "--sweep", "deks").refused


def test_several_sweeps_are_one_over_all_of_their_choices_and_none_is_forgotten(pitboss: Run) -> None:
    several = pitboss("price", "roulette", "--sweep", "wheel", "--sweep", "zero_rule", "--json").json
    assert several == pitboss("price", "roulette", "--sweep", "wheel,zero_rule", "--json").json
    assert several["swept"] == ["wheel", "zero_rule"]
    refused = pitboss("price", "roulette", "--sweep", "wheel=single_zero", "--sweep", "wheel=double_zero").refused
    assert "--sweep wheel: given twice" in refused


def test_a_negative_edge_is_described_as_the_players(pitboss: Run) -> None:
    raised = pitboss("price", "sic-bo", "--odds", "small=3 to 2", "--wager", "small", "--wager", "big").out
    row = next(line for line in raised.splitlines() if "Small" in line and "3 to 2" in line)
    assert "-21.528%" in row
    assert "player's" in row
    assert "player's: a negative edge is the player's advantage" in raised
    alone = pitboss("price", "sic-bo", "--odds", "small=3 to 2", "--wager", "small").out
    assert "█" not in alone
    assert "negative edge" not in pitboss("price", "sic-bo", "--wager", "small").out


def test_a_sweep_of_a_range_takes_steps_that_the_chapter_permits(pitboss: Run) -> None:
    found = pitboss("price", "mini-baccarat", "--sweep", "decks", "--json").json
    assert [row["options"]["decks"] for row in found["rows"]] == ["6", "8", "16", "32"]
    assert found["not_permitted"] == 0
    rates = pitboss("price", "craps", "--sweep", "vig_rate", "--wager", "buy_4", "--json").json["rows"]
    edges = [row["house_edge"] for row in rates]
    assert [row["options"]["vig_rate"] for row in rates] == ["0", "0.01", "0.02", "0.03", "0.04", "0.05"]
    assert edges == sorted(edges)
    assert edges[0] == 0 < edges[-1]


def test_a_sweep_of_all_tries_each_choice_that_the_price_asks_for(pitboss: Run, tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    found = pitboss("price", "casino-war", "--sweep", "all", "--csv", out, "--json").json
    every = [(row["options"]["option"], row["options"]["value"]) for row in found["rows"]]
    assert ("decks", "6") in every
    assert ("war_tie_bonus", "0") in every
    assert "tie_payout" in {row["options"]["option"] for moved in found["also"] for row in moved["rows"]}
    assert not any(name == "positions" for name, _ in every)
    assert out.read_text("utf-8").startswith("wager,option,value,house_edge,exact\n")


def test_a_sweep_without_a_wager_shows_those_that_the_choice_moves(pitboss: Run, tmp_path: Path) -> None:
    found = pitboss("price", "sic-bo", "--sweep", "pay_table", "--json").json
    assert (found["wager"], len(found["alike"]), found["still"]) == ("two_of_a_kind_1", 5, [])
    assert [row["exact"] for row in found["rows"]] == ["1/3", "5/27", "1/9"]
    assert [one["wagers"] for one in found["also"]][2:4] == [["total_4", "total_17"], ["total_5", "total_16"]]
    assert not {"small", "total_7"} & {kind for one in found["also"] for kind in one["wagers"]}
    out = tmp_path / "sweep.csv"
    assert pitboss("price", "sic-bo", "--sweep", "pay_table", "--csv", out).code == 0
    with out.open() as lines:
        assert {row["wager"] for row in csv.DictReader(lines)} >= {"two_of_a_kind_1", "total_4", "one_of_a_kind_1"}


def test_a_sweep_adds_the_wagers_of_a_choice_that_does_not_affect_the_first(pitboss: Run) -> None:
    found = pitboss("price", "casino-war", "--sweep", "decks,tie_payout", "--json").json
    assert found["wager"] == "initial"
    assert [one["wagers"] for one in found["also"]] == [["tie"], ["war_tie"]]


def test_a_sweep_says_which_choice_moves_no_price(pitboss: Run) -> None:
    found = pitboss("price", "sic-bo", "--sweep", "shaker", "--json").json
    assert (found["wager"], found["also"], found["still"]) == ("small", [], ["shaker"])
    assert "shaker affects no price" in pitboss("price", "sic-bo", "--sweep", "shaker").out
    assert pitboss("price", "sic-bo", "--sweep", "pay_table", "--wager", "small", "--json").json["still"] == []
