"""The floor simulated from a seed: hundreds of deaths, cuts, pauses and wrong clocks, and what must always be so.

Each mended break is found again when its mending is taken out: a simulation that finds nothing shows nothing.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pitboss.floor import live, schema, store, threads
from pitboss.floor.commands import BuyIn, Command, Sit
from pitboss.floor.entrance import Entrance
from pitboss.floor.floor import Floor
from pitboss.floor.housekeeping import Housekeeping
from pitboss.floor.ledger import bought_in
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.refusals import refusal
from pitboss.floor.store import Lost, Store
from pitboss.table import dollars

from .simulation import Simulation, simulate
from .test_tournaments import notice

pytestmark = pytest.mark.real_chance  # the simulation has its own
SEEDS, EACH = 5, 46
"""With those of the bank, of the hands that are set and of the tournament below these are three hundred crashes."""
MANY = 40
"""Seeds of the long run, each with so many crashes that all together are ten thousand."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A floor on which nothing has happened yet."""
    folder = tmp_path_factory.mktemp("template")

    async def made() -> None:
        opened = await Floor.open(None, folder)
        await opened.close()

    asyncio.run(made())
    (folder / "floor.db.lock").unlink()
    return folder


Run = Callable[..., Simulation]


@pytest.fixture
def run(tmp_path: Path, template: Path) -> Run:
    """A run from a seed."""

    def ran(seed: str, crashes: int, *games: str, notice: str = "") -> Simulation:
        with pytest.MonkeyPatch.context() as patch:
            return simulate(seed, crashes, tmp_path / f"{seed}-{crashes}", template, patch, games, notice)

    return ran


@pytest.mark.parametrize("seed", range(SEEDS))
def test_whatever_happens_nothing_acknowledged_is_lost_or_done_twice(run: Run, seed: int) -> None:
    made = run(f"seed {seed}", EACH)
    assert made.crashes >= EACH
    assert made.commands > EACH
    assert {"cut before commit", "cut after commit", "fault"} <= set(made.weather.happened)


def test_money_that_moves_between_positions_is_neither_lost_nor_made(run: Run) -> None:
    # Most coups are cut short: runs until a bank has paid or been paid, which any change of the game puts elsewhere.
    runs = (run(f"bank {number}", 40, "chemin-de-fer") for number in range(4, 12))
    made = next(one for one in runs if one.moved)
    assert made.banked


def test_the_poker_room_and_hands_that_are_set(run: Run) -> None:
    made = run("room", 25, "poker", "pai-gow")
    assert {"sit", "ready"} <= set(made.said)


def test_a_tournament_ends_whatever_happens_and_all_its_fees_are_paid_out(run: Run) -> None:
    stages = '[[tournament.stages]]\nhands = 3\nadvance = 3\n[[tournament.stages]]\ngame = "sic-bo"\nhands = 2\n'
    made = run("tournament", 15, notice=notice(stages))
    assert made.tournament


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_many_tournaments(run: Run, seed: int) -> None:
    stages = '[[tournament.stages]]\nhands = 5\nadvance = 3\n[[tournament.stages]]\ngame = "craps"\nhands = 5\n'
    run(f"tournament {seed}", 40, notice=notice(stages))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MANY))
def test_ten_thousand_deaths(run: Run, seed: int) -> None:
    made = run(f"long {seed}", 10_000 // MANY)
    print(f"{made.crashes} crashes, {made.commands} commands, {dict(made.said)}, {dict(made.weather.happened)}")


def _tapes(simulation: Simulation) -> list[Any]:
    made = Store(f"sqlite:///{simulation.folder / 'floor.db'}")
    entry = schema.entry
    lines = select(entry.c.table, entry.c.number, entry.c.line).order_by(entry.c.table, entry.c.number)
    found = made.read_now(lambda connection: [tuple(row) for row in connection.execute(lines)])
    made.engine.dispose()
    return found


def test_a_seed_repeats(run: Run, tmp_path: Path) -> None:
    first = _tapes(run("again", 5))
    shutil.rmtree(tmp_path / "again-5")
    assert _tapes(run("again", 5)) == first
    assert first
    assert _tapes(run("another", 5)) != first


# ---- what was mended, taken out again


def _futures_take_everything(patch: pytest.MonkeyPatch) -> None:
    """3: a fault is handed to who waits as it is, whether a future takes it or not."""
    patch.setattr(live, "_fail", lambda done, problem: done.done() or done.set_exception(problem))


def _threads_end_in_anything(patch: pytest.MonkeyPatch) -> None:
    """3: what a thread ends in is handed on as it is."""
    patch.setattr(threads, "tellable", lambda problem: problem)


def _nothing_set_aside(patch: pytest.MonkeyPatch) -> None:
    """4: the bankroll is looked at, and nothing set aside."""

    async def looked_at(table: LiveTable, person: Person, command: Command) -> list[str]:
        if isinstance(command, (Sit, BuyIn)) and command.amount > (held := await table.floor.bankroll(person)):
            raise refusal(f"{dollars(command.amount)} is more than your bankroll, {dollars(held)}")
        return []

    patch.setattr(live, "prepare", looked_at)


def _not_on_the_tape(patch: pytest.MonkeyPatch) -> None:
    """4: who is ready, and until when the round waits, is known in memory only."""
    patch.setattr(LiveTable, "_tell_tape", lambda table: None)


def _unknown_is_refused(patch: pytest.MonkeyPatch) -> None:
    """5: what the database did not answer is said to be refused, at the cage."""

    async def at_the_cage(entrance: Entrance, person: Person, amount: int, key: str | None = None) -> int:
        if amount < -await entrance.bankroll(person):
            raise refusal("no")
        work = partial(entrance.store.post, journals=[bought_in(person.id, amount)], now=0.0)
        try:
            await entrance.store.change(work)
        except Lost as problem:
            raise refusal(f"the cage could not do it: {problem}") from None
        return await entrance.bankroll(person)

    patch.setattr(Entrance, "at_the_cage", at_the_cage)


def _no_lease(patch: pytest.MonkeyPatch) -> None:
    """6: a process lives while it holds its lock, whatever it does."""
    patch.setattr(store, "LEASE", float("inf"))


def _by_any_clock(patch: pytest.MonkeyPatch) -> None:
    """10: what has expired by the clock of the moment is thrown away."""

    async def now(housekeeping: Housekeeping) -> float:
        return time.time()

    patch.setattr(Housekeeping, "_expired_by", now)


@pytest.mark.parametrize(
    ("broken", "found", "first"),
    [
        (_futures_take_everything, "without an answer|no answer", 16),
        (_threads_end_in_anything, "without an answer|no answer", 6),
        (_nothing_set_aside, "made again|no answer", 0),
        (_not_on_the_tape, "it was forgotten", 3),
        (_unknown_is_refused, "moved twice, or not at all", 4),
        (_no_lease, "no answer|without an answer", 1),
        (_by_any_clock, "thrown away by a wrong clock|no receipt", 0),
    ],
    ids=["3", "3 threads", "4 funds", "4 ready", "5", "6", "10"],
)
def test_what_was_mended_is_found_when_it_is_taken_out(
    run: Run, broken: Callable[[pytest.MonkeyPatch], None], found: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`first` is the seed that finds it as the code stands; where it has changed, another does."""
    broken(monkeypatch)
    for seed in (first, *(one for one in range(24) if one != first)):
        try:
            run(f"broken {seed}", 15)
        except AssertionError as problem:
            assert re.search(found, str(problem)), problem
            assert f"broken {seed}" in "".join(problem.__notes__), "the seed is told"
            return
    pytest.fail("it was not found")
