"""Responsible play: limits that players set for themselves, exclusion, and guests who share an address."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import pytest

from pitboss.floor.commands import Act, BuyIn, EndRound, Leave, Ready, Sit, WrongRole
from pitboss.floor.floor import Floor
from pitboss.floor.people import DAY, Person, Role
from pitboss.floor.protection import PlayerLimit
from pitboss.table import Refused
from tests.shared.waiting import until

from .counter import Counter, counter, problem
from .house import House, live, opened, staff

pytestmark = pytest.mark.anyio


@pytest.fixture
async def desk(sqlite_house: House) -> AsyncIterator[Counter]:
    async with counter(sqlite_house) as desk:
        yield desk


async def seated(floor: Floor) -> tuple[Person, int]:
    ann, _ = await floor.guest()
    table = (await opened(floor, "roulette", clock="never")).id
    await floor.command(table, ann, Sit(amount=1_000_00))
    return ann, table


async def wager(floor: Floor, table: int, person: Person, amount: int, on: str = "red") -> None:
    await floor.command(table, person, Act(verb="make", wager=on, amount=amount))


async def limit_of(floor: Floor, person: Person, kind: str) -> PlayerLimit:
    (found,) = [one for one in (await floor.protection.play_of(person)).limits if one.kind == kind]
    return found


# ---- limits


async def test_a_wager_that_could_exceed_the_loss_limit_is_refused(floor: Floor) -> None:
    ann, table = await seated(floor)
    await floor.protection.set_limit(ann, "loss_day", 50_00)
    await wager(floor, table, ann, 30_00)
    with pytest.raises(Refused, match=r"limit for losses in a day is \$50: .*\$30 is on the layout, and \$25 more"):
        await wager(floor, table, ann, 25_00, on="black")
    await wager(floor, table, ann, 20_00, on="black")
    await floor.command(table, ann, Act(verb="remove", wager="red"))
    await floor.command(table, ann, Act(verb="remove", wager="black"))
    await floor.command(table, ann, Leave())


async def test_losses_count_and_winnings_give_room(floor: Floor) -> None:
    ann, table = await seated(floor)
    await floor.protection.set_limit(ann, "loss_day", 50_00)
    await wager(floor, table, ann, 50_00)
    await floor.command(table, ann, Ready())
    won = (await floor.protection.play_of(ann)).net
    assert won in (50_00, -50_00)
    if won > 0:
        await wager(floor, table, ann, 100_00)
    with pytest.raises(Refused, match="won" if won > 0 else "lost"):
        await wager(floor, table, ann, 5_00, on="black")


async def test_chips_at_another_table_count(floor: Floor) -> None:
    ann, first = await seated(floor)
    second = (await opened(floor, "roulette", clock="never")).id
    await floor.command(second, ann, Sit(amount=1_000_00))
    await floor.protection.set_limit(ann, "loss_week", 50_00)
    await wager(floor, first, ann, 40_00)
    await floor.protection.refresh()
    with pytest.raises(Refused, match="seven days"):
        await wager(floor, second, ann, 15_00)
    await wager(floor, second, ann, 10_00)


async def test_a_lower_limit_counts_at_once_and_a_higher_one_after_a_day(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, table = await seated(floor)
    await floor.protection.set_limit(ann, "loss_day", 50_00)
    await floor.protection.set_limit(ann, "loss_day", 20_00)
    assert (await limit_of(floor, ann, "loss_day")).value == 20_00
    await floor.protection.set_limit(ann, "loss_day", 90_00)
    found = await limit_of(floor, ann, "loss_day")
    assert (found.value, found.coming) == (20_00, 90_00)
    with pytest.raises(Refused):
        await wager(floor, table, ann, 25_00)
    await floor.protection.set_limit(ann, "loss_day", None)
    found = await limit_of(floor, ann, "loss_day")
    assert (found.value, found.coming) == (20_00, None), "to remove it is to raise it"
    await floor.protection.set_limit(ann, "loss_day", 90_00)
    now = time.time
    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: now() + DAY + 1)
        assert (await limit_of(floor, ann, "loss_day")).value == 90_00
        await floor.protection.refresh()
        await wager(floor, table, ann, 25_00)


async def test_time_at_tables_is_limited(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, table = await seated(floor)
    for task in floor.housekeeping.tasks:
        task.cancel()
    await floor.protection.set_limit(ann, "time_day", 1)
    began = floor.protection._counted
    for at in (40.0, 80.0):
        with monkeypatch.context() as later:
            later.setattr(time, "monotonic", lambda at=at: began + at)
            await floor.protection.refresh([ann.id])
    assert (await floor.protection.play_of(ann)).minutes == 1
    with pytest.raises(Refused, match="your own limit of 1 minutes"):
        await wager(floor, table, ann, 5_00)
    await floor.command(table, ann, Leave())


async def test_limits_have_bounds(desk: Counter) -> None:
    ann = await desk.guest()
    problem(await desk.post("/people/me/limits", ann, json={"kind": "reality_check", "value": 1}), 409, "refused")
    problem(await desk.post("/people/me/limits", ann, json={"kind": "time_day", "value": 10**9}), 409, "refused")
    problem(await desk.post("/people/me/limits", ann, json={"kind": "sleep", "value": 5}), 422, "bad-input")
    answer = await desk.post("/people/me/limits", ann, json={"kind": "reality_check", "value": 30})
    assert answer.json()["limits"] == [{"kind": "reality_check", "value": 30, "coming": None, "from": None}]
    assert desk.floor.protection.reality_check(ann.id) == 30


# ---- exclusion


async def test_an_excluded_player_gets_no_seat_wager_or_money_and_keeps_what_is_theirs(floor: Floor) -> None:
    ann, table = await seated(floor)
    other = (await opened(floor, "roulette", clock="never")).id
    await floor.protection.exclude(ann, 7)
    for attempt in (Sit(amount=5_00), BuyIn(amount=5_00), Act(verb="make", wager="red", amount=5_00)):
        with pytest.raises(Refused, match="excluded from play until"):
            await floor.command(other if isinstance(attempt, Sit) else table, ann, attempt)
    with pytest.raises(Refused, match="excluded"):
        await floor.exchange_at_cage(ann, 100)
    await floor.housekeeping.protect()
    shown = await live(floor, table)
    await until(lambda: not shown.seats.taken)
    assert await floor.exchange_at_cage(ann, -100) == 9_999_00


async def test_an_exclusion_can_be_extended_and_never_shortened(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = await floor.guest()
    boss = await staff(floor, Role.FLOORPERSON)
    first = await floor.protection.exclude(ann, 30)
    assert (await floor.protection.exclude(ann, 1)).until == first.until
    assert (await floor.protection.exclude(boss, 1, ann.name)).until == first.until
    longer = await floor.protection.exclude(boss, 60, ann.name)
    assert longer.until > first.until
    assert longer.by == boss.name
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 61 * DAY)
    await floor.protection.refresh()
    table = (await opened(floor, "roulette", clock="never")).id
    await floor.command(table, ann, Sit(amount=5_00))


async def test_only_staff_exclude_others(floor: Floor) -> None:
    ann, _ = await floor.guest()
    ben, _ = await floor.guest()
    with pytest.raises(WrongRole):
        await floor.protection.exclude(ann, 7, ben.name)
    with pytest.raises(WrongRole):
        await floor.protection.exclude(await staff(floor, Role.DEALER), 7, ben.name)
    with pytest.raises(Refused, match="1 to"):
        await floor.protection.exclude(ann, 0)


async def test_an_exclusion_survives_a_restart(house: House) -> None:
    async with house.floor() as floor:
        ann, table = await seated(floor)
        await wager(floor, table, ann, 5_00)
        await floor.protection.exclude(ann, 7)
    async with house.floor() as floor:
        with pytest.raises(Refused, match="excluded"):
            await wager(floor, table, ann, 5_00, on="black")
        await floor.command(table, await staff(floor, Role.FLOORPERSON), EndRound())


async def test_excluding_over_the_api(desk: Counter) -> None:
    ann, ben, boss = await desk.guest(), await desk.guest(), await desk.staff(Role.FLOORPERSON)
    problem(await desk.post("/people/exclusions", ann, json={"name": ben.name, "days": 5}), 403, "wrong-role")
    assert (await desk.post("/people/exclusions", boss, json={"name": ben.name, "days": 5})).json()["by"] == boss.name
    assert (await desk.post("/people/me/exclusion", ann, json={"days": 365})).json()["by"] == "the player"
    assert (await desk.get("/people/me/play", ann)).json()["exclusion"]["by"] == "the player"
    problem(await desk.post("/people/me/exclusion", ann, json={"days": 0}), 422, "bad-input")
    problem(await desk.post("/tables", ann, json={"table": {"game": "craps"}}), 409, "refused")


# ---- one address at a poker table


async def test_guests_of_one_address_at_a_poker_table_are_flagged(desk: Counter) -> None:
    ann, ben = await desk.guest(), await desk.guest()
    watcher = await desk.staff(Role.SURVEILLANCE)
    poker, craps = await desk.table("poker", clock="never"), await desk.table("craps", clock="never")
    for table in (craps, poker):
        for guest in (ann, ben):
            await desk.done(table, guest, do="sit", amount=100_00)
    (flag,) = (await desk.get("/flags", watcher)).json()
    assert (flag["table"], flag["what"], flag["people"]) == (poker, "one network address", [ann.name, ben.name])
    await desk.done(poker, ben, do="leave")
    await desk.done(poker, ben, do="sit", amount=100_00)
    assert len((await desk.get("/flags", watcher)).json()) == 1, "once for each group"
    problem(await desk.get("/flags", ann), 403, "wrong-role")


async def test_guests_of_different_addresses_are_not_flagged(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table = (await opened(floor, "poker", clock="never")).id
    for number in range(2):
        guest, _ = await floor.guest()
        floor.flags.seen_at(guest.id, f"203.0.113.{number}")
        await floor.command(table, guest, Sit(amount=100_00))
    assert await floor.flags.newest() == []
