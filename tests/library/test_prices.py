"""The pricing desk computes each price once for all callers, but does not share failures."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from threading import Event
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.library import prices
from pitboss.library.prices import Busy, Desk
from pitboss.library.prices import price as price_named
from pitboss.pricing import entry, price


def run(made: Coroutine[Any, Any, None]) -> None:
    asyncio.run(made)


def test_identical_requests_share_one_computation() -> None:
    async def ask() -> None:
        desk = Desk()
        one, other = desk.job(Layout.of("roulette")), desk.job(Layout.of("roulette"))
        assert one is other
        assert desk.job(Layout.of("roulette", options={"wheel": "single_zero"})) is not one
        assert desk.job(Layout.of("roulette"), stake=500) is not one
        report, again = await one.report(), await other.report()
        assert report is again
        assert report.model_copy(update={"seconds": 0}) == price(Layout.of("roulette")).model_copy(
            update={"seconds": 0}
        )

    run(ask())


def test_a_failure_is_reported_and_not_cached() -> None:
    async def ask() -> None:
        desk = Desk()
        job = desk.job(Layout.of("roulette"), meter=100)
        with pytest.raises(ValueError, match="does not depend on"):
            await job.report()
        assert desk.job(Layout.of("roulette"), meter=100) is not job

    run(ask())


def test_only_a_limited_number_is_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prices, "KEPT", 2)

    async def ask() -> None:
        desk = Desk()
        layout = Layout.of("roulette")
        first = desk.job(layout, stake=100)
        await first.report()
        assert desk.job(layout, stake=100) is first
        for amount in (200, 300):
            await desk.job(layout, stake=amount).report()
        assert desk.job(layout, stake=100) is not first

    run(ask())


def test_python_callers_share_the_prices_computed_for_pages() -> None:
    async def ask() -> None:
        desk = Desk()
        report = await desk.job(Layout.of("roulette")).report()
        assert desk.price(Layout.of("roulette")) is report
        assert desk.known(Layout.of("roulette")) is report

    run(ask())


def test_several_wait_for_one_answer_and_too_many_are_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int | None] = []
    go = Event()

    def slow(layout: Layout, stake: int | None = None, **more: Any) -> Any:
        asked.append(stake)
        assert go.wait(60)
        return price(layout, stake)

    monkeypatch.setattr(entry, "price", slow)

    async def ask() -> None:
        desk = Desk()
        layout = Layout.of("craps")
        same = [desk.job(layout, most=3) for _ in range(3)]
        others = [desk.job(layout, stake, most=3) for stake in (100, 200)]
        with pytest.raises(Busy, match="3 computations are running or waiting"):
            desk.job(Layout.of("roulette"), most=3)
        assert desk.job(layout, most=3) is same[0], "a request for a price in progress waits for it"
        assert not same[0].finished
        await same[0].wait(0.001)
        go.set()
        reports = await asyncio.gather(*(job.report() for job in (*same, *others)))
        assert reports[0] is reports[1] is reports[2]
        assert sorted(asked, key=str) == [100, 200, None]

    run(ask())


def test_a_strategy_and_cards_that_left_the_shoe_are_described_in_words() -> None:
    queens = price_named("three-card-poker", strategy="mimic the dealer")["ante"]
    assert queens.house_edge == pytest.approx(0.0345, abs=1e-4)
    full, less = price_named("mini-baccarat", decks=6), price_named("mini-baccarat", decks=6, dealt="8c 8d 9h")
    assert full["banker_hand"].exact != less["banker_hand"].exact
    with pytest.raises(ValueError, match="not dealt from a shoe"):
        price_named("craps", dealt="8c")
    with pytest.raises(ValueError, match="does not depend on the players"):
        price_named("craps", players=3)


def test_amounts_are_dollars() -> None:
    by_cents = price(Layout.of("craps"), 25_00)["buy_4"]
    assert price_named("craps", stake=25)["buy_4"].exact == price_named("craps", stake="$25.00")["buy_4"].exact
    assert price_named("craps", stake=25)["buy_4"].exact == by_cents.exact


def test_an_urgent_price_does_not_wait_for_idle_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    held = Event()
    done: list[str] = []

    def slowly(layout: Layout, *given: object, **more: Any) -> None:
        if layout.rules.game.id == "keno":
            held.wait(120)
        done.append(layout.rules.game.id)

    monkeypatch.setattr(prices.entry, "price", slowly)
    desk = Desk()
    first, second = (desk.job(Layout.of(game), idle=True) for game in ("keno", "craps"))
    # The whole lobby is requested; then one user opens craps.
    assert desk.job(Layout.of("craps")) is second
    second.future.result(timeout=120)
    assert not first.finished
    held.set()
    first.future.result(timeout=120)
    assert done == ["craps", "keno"]
