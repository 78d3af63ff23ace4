"""Invented tables: any odds, rows and values that can be computed are priced, and marked as unlawful."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

import pytest

from pitboss.chapter.finding import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Option, Value, registered_games
from pitboss.library.simulations import simulate
from pitboss.pricing import price
from pitboss.pricing.report import PriceReport

OURS = [game for game, package in registered_games().items() if package.startswith("pitboss.games")]
ODD = "13 to 7"
TRIED = (0, 1, 2, 3, 5, Decimal("0.37"), Decimal("3.5"), 9, 12, 50, Decimal("0.9"), 101)
"""Candidate numbers for values outside the lawful ones."""
BETWEEN_PLAYERS = {"pai-gow": {"bank"}, "pai-gow-poker": {"bank"}, "chemin-de-fer": {"bank", "banco", "against_bank"}}
"""Wagers between players, whose odds cannot be changed because each side wins what the other loses."""
SLOW = {
    *("ultimate-texas-holdem", "texas-holdem-bonus", "blackjack-switch", "colorado-holdem", "double-cross-poker"),
    *("spanish-21", "double-attack-blackjack", "triple-attack-blackjack", "blackjack", "mississippi-stud"),
    *("caribbean-stud", "double-down-stud", "flop-poker", "four-card-poker", "mini-tex-3-card-holdem", "boston-5-stud"),
}
"""Games that take seconds to price at other odds."""
games = pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.slow] if game in SLOW else []) for game in OURS]
)


def every_odds(layout: Layout, odds: str) -> dict[str, str]:
    """State the same odds for everything that the table pays; wagers that use another wager's odds have none."""
    keys = layout.rules.odds_keys()
    between = BETWEEN_PLAYERS.get(layout.rules.game.id, set())
    return {key: odds for key, (wager, row) in keys.items() if wager not in between and _payable(layout, wager, row)}


def _payable(layout: Layout, wager: str, row: str) -> bool:
    return wager in layout.permissible and layout.paid_for(wager, row) is not None


def values_beyond(layout: Layout) -> Iterator[tuple[Option, Value]]:
    """Yield, for each option, the least and the greatest candidate that is unlawful but can be computed."""
    for option in layout.rules.options.values():
        if option.in_force(layout.on):
            some = [one for one in TRIED if option.computes(one) and not option.permits(one, layout.on)]
            yield from ((option, value) for value in dict.fromkeys([*some[:1], *some[-1:]]))
            if option.named_by_odds and not option.permits(ODD, layout.on):
                yield option, ODD


def adds_up(report: PriceReport) -> None:
    for one in report:
        assert sum(event.probability for event in one.events) == pytest.approx(1, abs=1e-12)
        assert sum(event.contribution for event in one.events) == pytest.approx(-one.house_edge, abs=1e-9)


@games
def test_every_odds_entry_of_every_game_takes_odd_odds(game: str) -> None:
    usual = Layout.of(game)
    stated = every_odds(usual, ODD)
    for wager in BETWEEN_PLAYERS.get(game, ()):
        with pytest.raises(ValueError, match="settled between players"):
            price(Layout.of(game, odds={wager: ODD}, unlawful=True))
    if not stated:
        assert game in ("poker", "chemin-de-fer")
        return
    layout = Layout.of(game, odds=stated, unlawful=True)
    assert layout.breaches or game == "keno", "a licensee may post any pay table for keno"
    found, before = price(layout), price(usual)
    assert found.unlawful == tuple(map(str, layout.breaches))
    moved = {one.id for one, other in zip(found.wagers, before.wagers, strict=True) if one.events != other.events}
    assert moved >= {key.partition(".")[0] for key in stated if key.partition(".")[0] in {one.id for one in found}}
    adds_up(found)


@games
def test_every_numeric_option_of_every_game_takes_a_value_beyond_the_lawful_ones(game: str) -> None:
    usual = Layout.of(game)
    for option, value in values_beyond(usual):
        with pytest.raises(Unlawful):
            Layout.of(game, options={option.id: value})
        layout = Layout.of(game, options={option.id: value}, unlawful=True)
        assert layout.breaches, (option.id, value)
        adds_up(price(layout))


@pytest.mark.parametrize("game", ["craps", "roulette", "three-card-poker", "casino-war", "mini-baccarat", "keno"])
def test_a_table_of_ones_own_is_simulated_and_agrees_with_its_price(game: str) -> None:
    layout = Layout.of(game, odds=every_odds(Layout.of(game), ODD), unlawful=True)
    found = simulate(layout, rounds=20_000, seed=3, workers=1)
    assert found.unlawful == tuple(map(str, layout.breaches))
    assert all(abs(one.z) < 5 for one in found.wagers if one.z is not None)


def test_pay_tables_take_rows_of_ones_own() -> None:
    own = {"pair_plus.pair of aces": "9 for 1", "pair_plus.flush": "3.5 to 1", "ante.bonus.flush": "1 to 1"}
    layout = Layout.of("three-card-poker", odds=own, unlawful=True)
    found = price(layout)
    rows = {one.event: one for one in found["pair_plus"].events}
    assert (rows["pair of aces"].net, rows["flush"].net) == ("8", "7/2")
    assert any("flush" in one.event and one.net == "3" for one in found["ante"].events)
    # No pay table of a default table contains a twelfth keno spot or three points on the fire bet.
    assert price(Layout.of("keno", odds={"4_spot.1": "1 to 2"}, unlawful=True))["4_spot"].events[2].net == "1/2"
    assert price(Layout.of("craps", odds={"fire_bet.3": "1 to 1"}, unlawful=True))["fire_bet"].hit_rate > 0.04


def test_a_row_that_loses_is_left_out_with_those_below_it() -> None:
    without = Layout.of("three-card-poker", odds={"pair_plus.pair": "loses"}, unlawful=True)
    assert "pair" not in without.odds_table("pair_plus")
    assert Layout.from_plain(without.plain()) == without
    assert price(without)["pair_plus"].hit_rate == pytest.approx(1 - 0.4181 - 0.325792 - 0.169412, abs=1e-5)
    with pytest.raises(ValueError, match="paid by the highest row that it reaches"):
        price(Layout.of("three-card-poker", odds={"pair_plus.flush": "loses"}, unlawful=True))


def test_a_bound_is_that_of_the_computation_and_the_message_says_so() -> None:
    bounds: dict[str, tuple[Value, str]] = {
        "max_split_hands": (7, "an unlawful table can have 2, 3, 4"),
        "decks": (0, "an unlawful table can have a whole number, 1 to 100"),
        "blackjack_pays": ("much", "an unlawful table can have any odds"),
    }
    for name, (value, bound) in bounds.items():
        with pytest.raises(Unlawful) as refused:
            Layout.of("blackjack", options={name: value}, unlawful=True)
        assert bound in str(refused.value)
        with pytest.raises(Unlawful) as lawful:
            Layout.of("blackjack", options={name: value})
        assert "unlawful" not in str(lawful.value)
    with pytest.raises(ValueError, match="not a hand that can be paid"):
        price(Layout.of("three-card-poker", odds={"pair_plus.three pair": "9 to 1"}, unlawful=True))


def test_odds_named_by_an_option_may_be_any() -> None:
    layout = Layout.of("blackjack", options={"blackjack_pays": "7 to 5", "decks": 6}, unlawful=True)
    assert layout.odds("blackjack", "blackjack").ratio == Fraction(7, 5)
    assert [one.citation for one in layout.breaches] == ["N.J.A.C. 13:69F-2.3(e)"]


def test_a_bonus_may_be_raised_lawfully_and_not_lowered() -> None:
    assert not Layout.of("three-card-poker", odds={"ante.bonus.straight": "2 to 1"}).breaches
    with pytest.raises(Unlawful, match="too low"):
        Layout.of("three-card-poker", odds={"ante.bonus.straight_flush": "2 to 1"})
