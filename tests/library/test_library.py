"""`import pitboss`: every function, called from Python with game ids, days and choices."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest

import pitboss
from pitboss import catalogue, check, deal, diff, layout, price, simulate, strategy
from pitboss.chapter.check import Unlawful, file_findings
from pitboss.chapter.days import BadDate, parse_date
from pitboss.chapter.table_file import read_table
from pitboss.equipment import ScriptedSource
from pitboss.library.checks import check_together
from pitboss.library.histories import history
from pitboss.table import Refused, replay


def test_importing_pitboss_loads_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "pydantic", "fastapi", "nicegui", "rich")
    code = f"import sys, pitboss; dir(pitboss); print([name for name in {heavy!r} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_every_verb_is_exported() -> None:
    assert set(pitboss.__all__) <= set(dir(pitboss))
    for verb in ("catalogue", "check", "deal", "diff", "equity", "layout", "price", "simulate", "strategy"):
        assert callable(getattr(pitboss, verb))
    with pytest.raises(AttributeError, match="no attribute 'gamble'"):
        _ = pitboss.gamble


def test_the_catalogue_lists_the_games_with_their_features() -> None:
    assert catalogue()["craps"].gives == ("single",)
    assert "chart" in catalogue()["blackjack"].gives
    assert "six_seven_eight" not in catalogue("2004-06-01")["craps"].wagers
    assert "craps" in repr(catalogue())
    with pytest.raises(KeyError, match="no game 'chess'"):
        catalogue()["chess"]


# ---- days and layouts


def test_a_day_is_read_in_one_way() -> None:
    assert parse_date("2008-06-01") == parse_date(date(2008, 6, 1)) == date(2008, 6, 1)
    for wrong in ("2008-6-1", "1 June 2008", "2008-02-30"):
        with pytest.raises(BadDate, match="is not a date"):
            parse_date(wrong)
    with pytest.raises(BadDate, match="the chapter begins on 1978-06-02") as early:
        parse_date("1970-01-01")
    assert early.value.early


def test_a_day_may_be_a_moment_and_is_nothing_else() -> None:
    assert parse_date(datetime(2008, 6, 1, 12)) == date(2008, 6, 1)
    for wrong in (2008, b"2008-06-01", np.datetime64("2008-06-01")):
        with pytest.raises(BadDate, match="is not a date"):
            parse_date(wrong)


def test_numbers_are_taken_as_they_are_written() -> None:
    for six in (6, "6", 6.0, Decimal("6.0"), np.int64(6)):
        assert repr(layout("blackjack", decks=six).options["decks"]) == "6"
    assert layout("craps", offer_678=np.bool_(True)).options["offer_678"] is True
    assert layout("craps", vig_rate=0.05).options["vig_rate"] == Decimal("0.05")
    found = simulate("roulette", rounds=np.float64(1000), seed=np.int64(7), wagers="red")
    assert (found.rounds, found.seed) == (1000, 7)


@pytest.mark.parametrize(
    ("ask", "says"),
    [
        (lambda: price(None), "None is not a game: pass an id"),
        (lambda: price(Path("t.toml")), "pass a table file as table="),
        (lambda: price("craps", stake=10.5), "10.5 is not an exact amount; write it as text"),
        (lambda: check(3), "3 is not a table"),
        (lambda: simulate("craps", rounds=1.5), "rounds: 1.5 is not a whole number"),
        (lambda: simulate("craps", rounds=float("inf")), "rounds: inf is not a whole number"),
        (lambda: simulate("craps", rounds="many"), "rounds: 'many' is not a whole number"),
        (lambda: simulate("craps", rounds=1, seed="x"), "seed: 'x' is not a whole number"),
        (lambda: strategy("blackjack", play="no/such/chart.toml"), "no/such/chart.toml: cannot be read"),
    ],
)
def test_ambiguous_or_meaningless_input_is_refused_in_words(ask: Callable[[], object], says: str) -> None:
    with pytest.raises(ValueError, match=re.escape(says)):
        ask()


def test_the_result_of_a_verb_displays_itself() -> None:
    held = 'game = "craps"\non = 2004-06-01\n[odds]\n"field.12" = "1 to 1"'
    for shown in (
        layout("craps"),
        diff("2005-01-01", "2006-01-01", "craps"),
        catalogue()["craps"],
        catalogue(),
        check(held),
        check_together([held, held]),
        price("craps"),
        price("craps")["pass"],
        strategy("three-card-poker"),
        deal("craps", seed=3),
        history("big-six"),
    ):
        assert shown.title() in shown._repr_html_()
        assert "object at" not in repr(shown)
        assert "datetime" not in repr(shown)
        assert json.loads(shown.to_json())
        assert all(isinstance(name, str) for row in shown.rows() for name in row)


def test_choices_are_given_by_name() -> None:
    assert layout("craps", "2008-06-01", max_odds_pass="3-4-5x").options["max_odds_pass"] == "3-4-5x"
    assert layout("craps", on="2008-06-01", odds={"field.12": "3 to 1"}).odds("field", "12").ratio == 3
    assert layout("blackjack", decks=6).options["decks"] == layout("blackjack", decks="6").options["decks"] == 6
    with pytest.raises(Unlawful, match="too low"):
        layout("craps", on="2004-06-01", odds={"field.12": "1 to 1"})
    assert layout("craps", on="2004-06-01", odds={"field.12": "1 to 1"}, unlawful=True).odds("field", "12").ratio == 1
    with pytest.raises(ValueError, match="did you mean craps"):
        layout("crap")
    with pytest.raises(ValueError, match="already"):
        layout(layout("craps"), on="2008-06-01")


def test_a_table_file_is_shown_below_the_verdict() -> None:
    held = 'game = "craps"\non = 2008-06-01\n[options]\nmax_odds_pass = "2x"\n'
    assert layout("craps", table=held).options["max_odds_pass"] == "2x"
    assert layout("craps", table=held, max_odds_pass="10x").options["max_odds_pass"] == "10x"
    with pytest.raises(ValueError, match="a table of craps, not of roulette"):
        layout("roulette", table=held)


# ---- price, strategy, simulate, check, diff


def test_the_first_command_that_anyone_tries() -> None:
    assert pitboss.price("craps")["pass"].exact == "7/495"
    odds = price("craps", on="2008-06-01", max_odds_pass="3-4-5x")
    assert odds["pass+pass_odds"].element_of_risk == pytest.approx(0.00374, abs=1e-5)


def test_a_simulation_comes_with_the_exact_price_beside_it() -> None:
    found = simulate("roulette", rounds=2e5, seed=7, wagers=["red"])
    again = simulate("roulette", rounds=200_000, seed=7, wagers=["red"], runner="one")
    assert found["red"].counts == again["red"].counts
    assert found["red"].exact == price("roulette")["red"].exact
    assert found["red"].z is not None
    assert abs(found["red"].z) < 4
    with pytest.raises(ValueError, match="is not a whole number"):
        simulate("roulette", rounds=1.5)


def test_strategies_against_each_other_meet_the_same_cards() -> None:
    found = simulate("three-card-poker", 1e5, 3, wagers=["ante"], strategy="always", against="Q-6-4")
    assert found.difference is not None
    assert found.difference.exact == pytest.approx(0.0428, abs=1e-4)


def test_the_best_play_decides_and_prices_other_strategies() -> None:
    best = strategy("three-card-poker")
    assert best.decide("Qs 6d 4c") == "play"
    assert best.decide("Qs 6d 3c") == "fold"
    assert best.cost("play with Q-6-4 or better") == 0
    assert best.data["provenance"] in ("text", "sister", "published", "reconstructed")
    chart = strategy("blackjack", decks=6, soft17="hit")
    assert chart.decide("Th 6d", "Tc", ("stand", "draw")) == "draw"
    assert chart.svg().startswith("<svg")
    with pytest.raises(ValueError, match="craps has no strategy: it has no decisions"):
        strategy("craps")


@pytest.mark.parametrize(
    ("limits", "wrong"),
    [
        ("[limits.place_win_6]\nminimum = 5", ["limits.place_win_6.minimum"]),
        ("[limits.place_win_6]\nminimum = 6\nmaximum = 601", ["limits.place_win_6.maximum"]),
        ("[limits.horn]\nminimum = 5", ["limits.horn.minimum"]),
        ("[limits.horn]\nminimum = 4\n[limits.field]\nminimum = 5", []),
        ("[limits]\nminimum = 5", []),  # for each wager the next higher amount that can be paid
    ],
)
def test_1_4_e_a_limit_of_a_wager_that_cannot_be_paid_exactly_is_reported(limits: str, wrong: list[str]) -> None:
    found = check(f'game = "craps"\non = 2008-06-01\n{limits}\n')
    assert [one.where for one in found.findings] == wrong
    assert found.lawful
    assert all(one.section == "1.4(e)" and "cannot be paid exactly" in one.wrong for one in found.findings)


def test_a_table_is_checked_and_two_days_compared() -> None:
    bad = 'game = "craps"\non = 2004-06-01\n[odds]\n"field.12" = "1 to 1"\n'
    assert not check(bad).lawful
    assert "too low" in repr(check(bad))
    assert check('game = "craps"\non = 2008-06-01\n').lawful
    with_more = read_table(f"{bad}[limits.place_win_6]\nminimum = 5\n")
    assert set(file_findings(with_more)) < set(check(with_more).findings)
    assert diff("2005-01-01", "2006-01-01", "craps").games[0].game == "craps"
    with pytest.raises(BadDate, match="the first date"):
        diff("x", "2006-01-01")


# ---- playing at a table


def test_a_table_is_played_at_from_python() -> None:
    table = deal("three-card-poker", seed=3).sit("Ann", 1000).wager("ante", 10).play()
    assert table.choices == ("play", "fold")
    assert "7♣ 4♥ 4♦" in table.asks(), "the player being asked sees their own cards"
    assert table.best() == "play"
    table.decide("play")
    assert table.seats() == [{"position": 1, "name": "Ann", "rack": "$1,020", "wagers": "$0", "up": "+$20"}]
    assert "Ante wager $10 wins $10 at 1 to 1" in repr(table)
    assert "20.10" in repr(table)
    assert replay(table.tape).states[-1] == table.dealer.state
    assert [one.round for one in table.rounds()] == [0]


def test_a_refusal_says_why_and_changes_nothing() -> None:
    dice = ScriptedSource(dice=["3-3", "4-2"])
    table = deal("craps", on="2008-06-01", source=dice, max_odds_pass="3-4-5x").sit("Ann", 100)
    table.wager("pass", 10).play()
    assert not table.allowed("place 6 1")
    with pytest.raises(Refused, match=r"wager a multiple of \$6 \(N.J.A.C. 19:47-1.4\(e\)\)"):
        table.wager("place 6", 1)
    table.say("odds 50").play()
    assert table.seats()[0]["rack"] == "$170"


def test_no_one_sees_a_face_down_card() -> None:
    table = deal("three-card-poker", seed=3).sit("Ann").sit("Ben")
    table.say("ante 10", position=1).say("ante 10", position=2).play()
    assert "??" in json.dumps(table.see())
    assert "7♣" not in json.dumps(table.see(2), ensure_ascii=False)


def test_the_position_is_required_unless_one_player_is_seated() -> None:
    with pytest.raises(ValueError, match="no one sits at the table"):
        deal("craps").wager("pass", 10)
    with pytest.raises(ValueError, match="several players sit here"):
        deal("craps").sit("Ann").sit("Ben").wager("pass", 10)
    with pytest.raises(ValueError, match="no decision is pending"):
        deal("craps").sit("Ann").best()
