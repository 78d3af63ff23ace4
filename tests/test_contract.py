"""The contract of a game: what each declares is what it gives, and what it lacks is told."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Any, get_args

import pytest

from pitboss.chapter import Layout, registered
from pitboss.chapter.rules import RulesError, read_rules
from pitboss.contract import Contract, Gift, NotGiven, Pricing, contract_of
from pitboss.pricing import price
from pitboss.pricing.entry import advice
from pitboss.table import game_on
from pitboss.web.live.hints import NO_ADVICE, NO_MATTER

GAMES = sorted(registered())


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_gives_beside_its_price_is_what_it_declares(game: str) -> None:
    pricing = contract_of(game).pricing
    assert pricing is not None
    own = {gift for gift in get_args(Gift) if getattr(type(pricing), gift) is not getattr(Pricing, gift)}
    assert own == pricing.gives


@pytest.mark.parametrize("game", GAMES)
def test_who_has_decisions_gives_advice_or_says_why_not(game: str) -> None:
    found = contract_of(game)
    assert ("advice" in found.gives) != ("advice" in found.lacks) or not found.game.decisions


@pytest.mark.parametrize("game", GAMES)
def test_a_price_refuses_what_it_does_not_hang_on(game: str) -> None:
    pricing = contract_of(game).pricing
    assert pricing is not None
    told: dict[str, Any] = {"shoe": [8] * 52, "meter": 100_00, "players": 3}
    for name in told.keys() - pricing.hangs_on:
        with pytest.raises(NotGiven, match=f"does not hang on the {name}"):
            price(Layout.of(game), **{name: told[name]})


@pytest.fixture
def without_advice(monkeypatch: pytest.MonkeyPatch) -> Pricing:
    """The pricing of a game with decisions that gives no advice on them."""
    pricing = contract_of("high-card").pricing
    assert pricing is not None
    monkeypatch.setattr(type(pricing), "gives", frozenset())
    monkeypatch.setattr(type(pricing), "lacks", {"advice": "nobody has worked it out"})
    return pricing


def test_a_game_without_advice_says_so_and_not_that_nothing_hangs_on_it(without_advice: Pricing) -> None:
    with pytest.raises(NotGiven, match="high-card gives no advice: nobody has worked it out"):
        advice(Layout.of("high-card"))
    assert NO_ADVICE != NO_MATTER


def test_games_tells_what_a_game_lacks(
    without_advice: Pricing, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from pitboss.cli import main

    def lacking(game: str) -> Contract:
        return replace(contract_of(game), simulation=None) if game == "high-card" else contract_of(game)

    monkeypatch.setattr("pitboss.library.listing.contract_of", lacking)
    assert main(["games"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "high-card: no advice: nobody has worked it out" in told
    assert "high-card: no simulation: it has no kernel.py" in told


@pytest.mark.parametrize(
    ("file", "broken", "says"),
    [
        ("price", "PRICING", "must end with PRICING"),
        ("kernel", "SIMULATION", "must end with SIMULATION"),
        ("round", "GAME", "must be a class on"),
    ],
)
def test_a_file_that_declares_something_else_is_named(
    monkeypatch: pytest.MonkeyPatch, file: str, broken: str, says: str
) -> None:
    from pitboss.pricing.entry import declared_pricing
    from pitboss.simulation.kernel import declared_simulation
    from pitboss.table.game import game_class

    ask: dict[str, Callable[[str], object]] = {
        "price": declared_pricing.__wrapped__,
        "kernel": declared_simulation.__wrapped__,
        "round": game_class,
    }
    monkeypatch.setattr(f"pitboss.games.craps.{file}.{broken}", object())
    with pytest.raises(TypeError, match=says):
        ask[file]("craps")
    monkeypatch.undo()
    assert game_on(Layout.of("craps")) is not None


@pytest.mark.parametrize("game", list(registered()))
def test_a_term_that_a_game_does_not_understand_is_an_error_with_file_and_line(game: str) -> None:
    text = (files(registered()[game]) / "rules.toml").read_text("utf-8")
    wager = next(iter(Layout.of(game).permissible))
    head, own = text.split(f"[wager.{wager}]\n")
    for written, instead in (("terms = {}", "terms = { blessed = 1 }"), ("terms = { ", "terms = { blessed = 1, ")):
        if written in own.split("\n[")[0]:
            own = own.replace(written, instead, 1)
            break
    else:
        own = f"terms = {{ blessed = 1 }}\n{own}"
    rules = read_rules(f"{head}[wager.{wager}]\n{own}", "rules.toml")
    with pytest.raises(RulesError, match=rf"^rules\.toml:\d+: wager\.{wager}\.terms\.blessed: "):
        game_on(Layout.of(rules))
