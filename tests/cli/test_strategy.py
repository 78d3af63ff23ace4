"""`pitboss strategy` and `pitboss price --sweep`: the computed chart, its price, and many rule sets at once."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


def test_the_chart_is_the_computed_one(pitboss: Run) -> None:
    told = pitboss("strategy", "blackjack", "--set", "decks=6", "--set", "soft17=hit", "--json").json
    up = told["columns"].index
    assert told["chart"]["hard 11"][up("A")] == "Dh", "with the dealer hitting soft 17, 11 is doubled against an ace"
    assert told["chart"]["hard 16"][up("10")] == "H"
    assert told["chart"]["pair 8"] == ["P"] * 10
    other = pitboss("strategy", "blackjack", "--set", "decks=6", "--json").json
    assert other["chart"]["hard 11"][up("A")] == "H", "with the dealer standing, it is hit"
    assert told["exceptions"][0]["worth"] > 0
    assert other["house_edge"] < told["house_edge"]


def test_a_chart_is_drawn_and_can_be_played_from_a_file(pitboss: Run, tmp_path: Path) -> None:
    svg, toml = tmp_path / "chart.svg", tmp_path / "chart.toml"
    best = pitboss("strategy", "blackjack", "--set", "decks=6", "--svg", svg, "--toml", toml, "--json").json
    assert svg.read_text().startswith("<svg")
    again = pitboss("strategy", "blackjack", "--set", "decks=6", "--play", toml, "--json").json
    assert again["house_edge"] == pytest.approx(best["house_edge"], abs=1e-12)
    holed = tmp_path / "holed.toml"
    holed.write_text("\n".join(line for line in toml.read_text().splitlines() if not line.startswith('16 = "S S S')))
    assert "hard 16" in pitboss("strategy", "blackjack", "--play", holed).refused


def test_what_has_no_strategy_says_so(pitboss: Run) -> None:
    assert "no decisions" in pitboss("strategy", "craps").refused
    assert "--play" in pitboss("strategy", "blackjack", "--simple", "always stand").refused


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
    assert "there are: " in pitboss("price", "craps", "--sweep", "deks").refused
    assert "say which values" in pitboss("price", "mini-baccarat", "--sweep", "decks").refused


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


def test_a_sweep_adds_the_wagers_of_a_choice_that_the_first_does_not_feel(pitboss: Run) -> None:
    found = pitboss("price", "casino-war", "--sweep", "decks,tie_payout", "--json").json
    assert found["wager"] == "initial"
    assert [one["wagers"] for one in found["also"]] == [["tie"], ["war_tie"]]


def test_a_sweep_says_which_choice_moves_no_price(pitboss: Run) -> None:
    found = pitboss("price", "sic-bo", "--sweep", "shaker", "--json").json
    assert (found["wager"], found["also"], found["still"]) == ("small", [], ["shaker"])
    assert "shaker moves no price" in pitboss("price", "sic-bo", "--sweep", "shaker").out
    assert pitboss("price", "sic-bo", "--sweep", "pay_table", "--wager", "small", "--json").json["still"] == []
