"""Money moves between the cage, the bankrolls and the tables exactly once, or is refused."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import RootTransaction
from sqlalchemy.exc import OperationalError

from pitboss.chapter.layout import Layout
from pitboss.floor.commands import Act, BuyIn, Ready, Sit
from pitboss.floor.entrance import GRANT
from pitboss.floor.floor import Floor
from pitboss.floor.ledger import audit
from pitboss.floor.people import BadPerson
from pitboss.floor.store import CommitFailed, KeyReused, OutcomeUnknown, Store
from pitboss.table import Refused

from .house import STAKE, House, books_are_right, crash, live, opened

pytestmark = pytest.mark.anyio


class Cut:
    """Breaks connections after a commit, before it is acknowledged; optionally for a while afterwards."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.commits = 0
        self.down = False
        end, read = Store.end, Store.read_now

        def broken(store: Store, transaction: RootTransaction) -> None:
            end(store, transaction)
            if self.commits:
                self.commits -= 1
                raise OperationalError("COMMIT", None, Exception("the connection was cut"))

        def unread(store: Store, question: Any) -> Any:
            if self.down:
                raise OperationalError("SELECT", None, Exception("the connection was cut"))
            return read(store, question)

        monkeypatch.setattr(Store, "end", broken)
        monkeypatch.setattr(Store, "read_now", unread)


async def test_a_commit_that_went_unanswered_is_found_out_under_its_key(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await floor.guest()
    cut = Cut(monkeypatch)
    cut.commits = 1
    assert await floor.exchange_at_cage(ann, 1_000_00, "one") == GRANT + 1_000_00
    cut.commits, cut.down = 1, True
    with pytest.raises((OutcomeUnknown, OperationalError)):
        await floor.exchange_at_cage(ann, 1_000_00, "two")
    cut.down = False
    assert await floor.exchange_at_cage(ann, 1_000_00, "two") == GRANT + 2_000_00
    assert await floor.exchange_at_cage(ann, 1_000_00, "one") == GRANT + 1_000_00, "the first answer"
    assert await floor.bankroll(ann) == GRANT + 2_000_00
    with pytest.raises(KeyReused):
        await floor.exchange_at_cage(ann, 1_00, "two")
    await books_are_right(floor, [ann])


async def test_without_a_key_an_unknown_outcome_is_not_reported_as_refused(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await sqlite_floor.guest()
    Cut(monkeypatch).commits = 1
    with pytest.raises(OutcomeUnknown):
        await sqlite_floor.exchange_at_cage(ann, 1_000_00)
    assert await sqlite_floor.bankroll(ann) == GRANT + 1_000_00


async def test_a_batch_whose_commit_went_unanswered_is_still_acknowledged(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await floor.guest()
    table = (await opened(floor, "craps")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    cut = Cut(monkeypatch)
    cut.commits = 1
    await floor.command(table, ann, Act(verb="make", wager="pass", amount=10_00), "wager")
    cut.commits, cut.down = 1, True
    with pytest.raises((CommitFailed, OperationalError)):
        await floor.command(table, ann, Act(verb="make", wager="field", amount=10_00), "field")
    cut.down = False
    again = await floor.command(table, ann, Act(verb="make", wager="field", amount=10_00), "field")
    assert again["repeated"]
    seen = await floor.view(table, ann)
    assert [(one["kind"], one["amount"]) for one in seen.state["wagers"]] == [("pass", 10_00), ("field", 10_00)]
    await books_are_right(floor, [ann])


async def test_concurrent_requests_cannot_exceed_the_cage_limit(floor: Floor) -> None:
    ann, _ = await floor.guest()
    most = 100 * floor.policy.cage
    asked = [floor.exchange_at_cage(ann, most - GRANT) for _ in range(20)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, int) for answer in answers) == 1
    assert await floor.bankroll(ann) == most
    await books_are_right(floor, [ann])


async def test_a_player_with_more_than_the_cage_gives_can_cash_out(sqlite_floor: Floor) -> None:
    ann, _ = await sqlite_floor.guest()
    sqlite_floor.policy = sqlite_floor.policy.model_copy(update={"cage": GRANT // 200})
    with pytest.raises(Refused, match="gives at most"):
        await sqlite_floor.exchange_at_cage(ann, 1)
    assert await sqlite_floor.exchange_at_cage(ann, -1) == GRANT - 1


async def test_a_table_is_opened_once_for_each_key(sqlite_floor: Floor) -> None:
    ann, _ = await sqlite_floor.guest()
    layout = Layout.of("craps")
    first = await sqlite_floor.open_table(layout, "Ann's", by=ann, key="one")
    assert await sqlite_floor.open_table(layout, "Ann's", by=ann, key="one") == first
    with pytest.raises(KeyReused):
        await sqlite_floor.open_table(layout, "Another", by=ann, key="one")
    assert len(await sqlite_floor.tables()) == 1


async def test_sitting_down_at_four_tables_at_once_affects_no_one_else(floor: Floor) -> None:
    """Any table may take the whole bankroll; one gets it, and the others are unaffected."""
    ann, _ = await floor.guest()
    others = [(await floor.guest())[0] for _ in range(8)]
    infos = [await opened(floor, "roulette", clock="always", betting_seconds=600) for _ in range(4)]
    for number, info in enumerate(infos):
        for person in others[2 * number : 2 * number + 2]:
            await floor.command(info.id, person, Sit(amount=STAKE))
            await floor.command(info.id, person, Act(verb="make", wager="red", amount=10_00))
        await floor.command(info.id, others[2 * number], Ready())
    before = [await live(floor, info.id) for info in infos]
    deadlines = [table.deadline for table in before]
    sat = await asyncio.gather(
        *(floor.command(info.id, ann, Sit(amount=GRANT)) for info in infos), return_exceptions=True
    )
    assert sum(isinstance(answer, dict) for answer in sat) == 1
    assert all(isinstance(answer, (dict, Refused)) for answer in sat)
    assert [await live(floor, info.id) for info in infos] == before, "no table was reloaded"
    assert [table.deadline for table in before] == deadlines
    assert all(table.ready for table in before)
    await books_are_right(floor, [ann, *others])


async def test_reservations_of_a_refused_request_are_released(floor: Floor) -> None:
    ann, _ = await floor.guest()
    table = (await opened(floor, "craps")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    for _ in range(3):
        with pytest.raises(Refused, match="already"):
            await floor.command(table, ann, Sit(amount=GRANT - STAKE))
    await floor.command(table, ann, BuyIn(amount=GRANT - STAKE))
    assert await floor.bankroll(ann) == 0


async def test_reservations_of_a_dead_process_are_released(house: House) -> None:
    floor = await house.open()
    ann, _ = await floor.guest()
    await floor.reserve(f"person:{ann.id}", GRANT, str)
    with pytest.raises(Refused):
        await floor.exchange_at_cage(ann, -1)
    await crash(floor)
    async with house.floor() as floor:
        await floor.housekeeping.sweep()
        assert await floor.exchange_at_cage(ann, -GRANT) == 0


async def test_ready_and_the_clock_survive_a_crash(house: House) -> None:
    floor = await house.open()
    people = [(await floor.guest())[0] for _ in range(2)]
    table = (await opened(floor, "roulette", clock="always", betting_seconds=600)).id
    for person in people:
        await floor.command(table, person, Sit(amount=STAKE))
        await floor.command(table, person, Act(verb="make", wager="red", amount=10_00))
    await floor.command(table, people[0], Ready())
    deadline = (await live(floor, table)).deadline
    assert deadline is not None
    await crash(floor)
    async with house.floor() as floor:
        again = await live(floor, table)
        assert again.snapshot.ready == {1}
        assert again.deadline == deadline
        assert (await floor.command(table, people[1], Ready()))["round"] == 1
        assert again.deadline is None
        await books_are_right(floor, people)


# ---- newcomers


async def test_a_repeated_key_creates_one_person_with_one_grant(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection breaks after the commit; the newcomer retries, and is not given play money twice."""
    key = "a-secret-of-my-own-0001"
    cut = Cut(monkeypatch)
    cut.commits = 1
    with pytest.raises((OutcomeUnknown, OperationalError)):
        await floor.guest(key)
    ann, token = await floor.guest(key)
    assert await floor.guest(key) == (ann, token)
    assert await floor.person(token) == ann
    assert (await floor.guest("a-secret-of-my-own-0002"))[0] != ann
    both = await asyncio.gather(*(floor.guest("a-secret-of-my-own-0003") for _ in range(4)))
    assert len({person.id for person, _ in both}) == 1
    bob, his = await floor.register("Bob", "a long password", key)
    assert await floor.register("Bob", "a long password", key) == (bob, his)
    for name, password in (("Bob", "another password"), ("bob", "a long password")):
        with pytest.raises(BadPerson, match="taken"):
            await floor.register(name, password, key)
    await books_are_right(floor)
    assert (await floor.store.read(audit)).outside == 4 * GRANT
