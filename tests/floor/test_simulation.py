"""The floor simulated from seeds, with hundreds of deaths, broken connections, pauses and wrong clocks, and its
invariants.

Each fixed bug is found again when its fix is removed, because a simulation that finds nothing proves nothing.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from pitboss.floor import live, schema, store, threads
from pitboss.floor.anchors.keeper import Keeper
from pitboss.floor.commands import BuyIn, Command, Sit
from pitboss.floor.entrance import Entrance
from pitboss.floor.floor import Floor
from pitboss.floor.housekeeping import Housekeeping
from pitboss.floor.ledger import buy_in_journal
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person
from pitboss.floor.refusals import refusal
from pitboss.floor.store import CommitFailed, Store
from pitboss.table import dollars

from .simulation import Simulation, simulate
from .test_tournaments import notice

pytestmark = pytest.mark.real_chance  # the simulation provides its own
SEEDS, EACH = 5, 46
"""Together with the bank, set-hand and tournament tests below, these make three hundred crashes."""
MANY = 40
"""The number of seeds of the long run, with ten thousand crashes in total."""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new floor, copied for each run."""
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
    """Runs the simulation from a seed."""

    def ran(seed: str, crashes: int, *games: str, notice: str = "", strangers: bool = False) -> Simulation:
        with pytest.MonkeyPatch.context() as patch:
            return simulate(seed, crashes, tmp_path / f"{seed}-{crashes}", template, patch, games, notice, strangers)

    return ran


@pytest.mark.parametrize("seed", range(SEEDS))
def test_nothing_acknowledged_is_lost_or_done_twice(run: Run, seed: int) -> None:
    made = run(f"seed {seed}", EACH)
    assert made.crashes >= EACH
    assert made.commands > EACH
    assert {"cut before commit", "cut after commit", "fault", "anchor down"} <= set(made.weather.happened)


def test_killed_workers_and_floods_lose_nothing_and_delay_nobody(run: Run) -> None:
    made = run("strangers", EACH, strangers=True)
    assert made.crashes >= EACH
    assert made.weather.happened["killed worker"]
    assert made.weather.happened["flood"]
    assert made.answers.opened


def test_a_full_disk_and_a_damaged_page_lose_nothing(run: Run) -> None:
    happened: Counter[str] = Counter()
    for number in range(8):
        happened += run(f"disk {number}", 12).weather.happened
        if set(+happened) >= {"full disk", "damaged page"}:
            return
    pytest.fail(f"only {happened}")


def test_money_between_positions_is_neither_lost_nor_created(run: Run) -> None:
    # Most coups are cut short, so run until a bank has paid or been paid; which seed gets there depends on the game's
    # code.
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
def test_ten_thousand_crashes(run: Run, seed: int) -> None:
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


# ---- fixes, removed again


def _futures_take_everything(patch: pytest.MonkeyPatch) -> None:
    """3: futures are failed with any exception, whether they accept it or not."""
    patch.setattr(live, "_fail", lambda done, problem: done.done() or done.set_exception(problem))


def _threads_end_in_anything(patch: pytest.MonkeyPatch) -> None:
    """3: exceptions of threads are passed on unchanged."""
    patch.setattr(threads, "storable_error", lambda problem: problem)


def _nothing_set_aside(patch: pytest.MonkeyPatch) -> None:
    """4: the bankroll is checked, but nothing is reserved."""

    async def looked_at(table: LiveTable, person: Person, command: Command) -> list[str]:
        if isinstance(command, (Sit, BuyIn)) and command.amount > (held := await table.floor.bankroll(person)):
            raise refusal(f"{dollars(command.amount)} is more than your bankroll, {dollars(held)}")
        return []

    patch.setattr(live, "prepare", looked_at)


def _not_on_the_tape(patch: pytest.MonkeyPatch) -> None:
    """4: ready players and the deadline are only known in memory."""
    patch.setattr(LiveTable, "_write_waiting", lambda table: None)


def _unknown_is_refused(patch: pytest.MonkeyPatch) -> None:
    """5: an unanswered request at the cage is reported as refused."""

    async def exchange_at_cage(entrance: Entrance, person: Person, amount: int, key: str | None = None) -> int:
        if amount < -await entrance.bankroll(person):
            raise refusal("no")
        work = partial(entrance.store.post, journals=[buy_in_journal(person.id, amount)], now=0.0)
        try:
            await entrance.store.change(work)
        except CommitFailed as problem:
            raise refusal(f"the cage could not do it: {problem}") from None
        return await entrance.bankroll(person)

    patch.setattr(Entrance, "exchange_at_cage", exchange_at_cage)


def _no_lease(patch: pytest.MonkeyPatch) -> None:
    """6: a process is alive while it holds its lock, whatever it does."""
    patch.setattr(store, "LEASE", float("inf"))


def _by_any_clock(patch: pytest.MonkeyPatch) -> None:
    """10: data that the current clock says has expired is deleted at once."""

    async def now(housekeeping: Housekeeping) -> float:
        return time.time()

    patch.setattr(Housekeeping, "_expired_by", now)


def _no_memory_elsewhere(patch: pytest.MonkeyPatch) -> None:
    """29: a floor is not compared with its anchors when it starts."""

    async def compared(keeper: Keeper, accept_restore: str = "") -> None:
        pass

    patch.setattr(Keeper, "compare", compared)


@pytest.mark.parametrize(
    ("broken", "found", "first"),
    [
        (_futures_take_everything, "without an answer|no answer", 16),
        (_threads_end_in_anything, "without an answer|no answer", 15),
        (_nothing_set_aside, "reloaded|no answer", 0),
        (_not_on_the_tape, "it was forgotten", 3),
        (_unknown_is_refused, "moved twice, or not at all", 5),
        (_no_lease, "no answer|without an answer", 13),
        (_by_any_clock, "because of a wrong clock|no receipt", 1),
        (_no_memory_elsewhere, "was rewound, and nobody noticed", 0),
    ],
    ids=["3", "3 threads", "4 funds", "4 ready", "5", "6", "10", "29"],
)
def test_each_fixed_bug_is_found_without_its_fix(
    run: Run, broken: Callable[[pytest.MonkeyPatch], None], found: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`first` is the seed that finds it with the current code; after a change it may be a different one."""
    broken(monkeypatch)
    for seed in (first, *(one for one in range(24) if one != first)):
        try:
            run(f"broken {seed}", 15)
        except AssertionError as problem:
            assert re.search(found, str(problem)), problem
            assert f"broken {seed}" in "".join(problem.__notes__), "the failure names the seed"
            return
    pytest.fail("it was not found")
