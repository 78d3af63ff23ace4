"""The pricing desk: one computation for all who ask the same, and a failure that nobody inherits."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from pitboss.chapter import Layout, registered, rules_of
from pitboss.pricing import price
from pitboss.web import desk as desk_module
from pitboss.web.asked import Choices, Refused, choices_asked
from pitboss.web.desk import Desk
from pitboss.web.table_asked import table_asked


def run(made: Coroutine[Any, Any, None]) -> None:
    asyncio.run(made)


def test_who_asks_the_same_waits_for_the_same() -> None:
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


def test_a_failure_is_told_and_not_kept() -> None:
    async def ask() -> None:
        desk = Desk()
        job = desk.job(Layout.of("roulette"), meter=100)
        with pytest.raises(ValueError, match="does not hang on"):
            await job.report()
        assert desk.job(Layout.of("roulette"), meter=100) is not job

    run(ask())


def test_only_so_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_module, "KEPT", 2)

    async def ask() -> None:
        desk = Desk()
        layout = Layout.of("roulette")
        first, *rest = [desk.job(layout, stake=amount) for amount in (100, 200, 300)]
        assert desk.job(layout, stake=300) is rest[-1]
        for job in (first, *rest):
            await job.report()
        assert desk.job(layout, stake=100) is not first

    run(ask())


@pytest.mark.parametrize("game", sorted(registered()))
def test_an_address_says_the_table_again(game: str) -> None:
    """Every permitted value of every option, written into an address and read from it, is the same choice."""
    rules = rules_of(game)
    asked = table_asked({}, game)
    for option in asked.rules.options.values():
        for value in (choice.value for choice in option.values if choice.in_force(asked.day)):
            choices = Choices({option.id: value}, {})
            assert choices_asked(choices.query(), rules) == choices


@given(some.dictionaries(some.text(max_size=30), some.text(max_size=60), max_size=8))
def test_no_query_is_a_fault_of_ours(query: dict[str, str]) -> None:
    options = {f"options.{key}": value for key, value in query.items()}
    odds = {f"odds.{key}": value for key, value in query.items()}
    named = query | options | odds
    for each in (named, {**named, "on": next(iter(query.values()), "")}, {"stake": next(iter(query), "1")}):
        try:
            asked = table_asked(each, "craps")
        except Refused as refused:
            assert refused.status in (400, 404)
        else:
            assert isinstance(asked.address(), str)
            asked.findings()
