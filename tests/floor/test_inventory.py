"""The table inventory: chips that the house brings to a table and takes back, on the tape and in the books."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, text, update

from pitboss.floor import books, schema
from pitboss.floor import floor as floor_module
from pitboss.floor.batch import HOUSE
from pitboss.floor.commands import CloseTable, Credit, Fill, Sit, WrongRole
from pitboss.floor.export import export_table
from pitboss.floor.floor import Floor
from pitboss.floor.ledger import LOW_INVENTORY, OPENING_INVENTORY, audit, inventory_account
from pitboss.floor.people import Person, Role
from pitboss.floor.verify import verify
from pitboss.table import Refused

from .counter import counter
from .house import Crowd, House, books_are_right, everything, opened, staff, unguarded

pytestmark = pytest.mark.anyio


async def held(floor: Floor, account: str) -> int:
    mine = select(schema.account.c.balance).where(schema.account.c.id == account)
    return int(await floor.store.read(lambda connection: connection.execute(mine).scalar()) or 0)


async def slips(floor: Floor, table: int) -> list[tuple[int, str]]:
    entries = [json.loads(line) for line in await floor.tape(table)]
    return [(entry["fill"], entry["who"]) for entry in entries if entry["entry"] == "slip"]


async def brought(floor: Floor, table: int) -> list[int]:
    """The automatic fills of a table."""
    return [amount for amount, who in await slips(floor, table) if who == "the house"]


async def take_back(floor: Floor, table: int, boss: Person, left: int) -> None:
    """Return all but this amount of a table's inventory to the house."""
    there = (await floor.view(table, boss)).inventory or 0
    if there > left:
        await floor.command(table, boss, Credit(amount=there - left))


async def test_the_house_funds_an_inventory_that_only_staff_see(floor: Floor) -> None:
    table = (await opened(floor, "craps")).id
    assert await held(floor, inventory_account(table)) == OPENING_INVENTORY == -await held(floor, HOUSE)
    ann, _ = await floor.guest()
    for person in (ann, None):
        seen = await floor.view(table, person)
        assert (seen.inventory, seen.low) == (None, False)
    for role in Role:
        if role is not Role.PLAYER:
            assert (await floor.view(table, await staff(floor, role))).inventory == OPENING_INVENTORY
    assert (await floor.store.read(audit)).outside == 10_000_00
    await books_are_right(floor, [ann])


async def test_a_fill_and_a_credit_are_on_the_tape_and_in_the_books(house: House) -> None:
    async with house.floor() as floor:
        boss = await staff(floor, Role.FLOORPERSON)
        table = (await opened(floor, "three-card-poker", dealer="person")).id
        before = await floor.store.read(audit)
        await floor.command(table, boss, Fill(amount=7_500_00), key="once")
        assert (await floor.command(table, boss, Fill(amount=7_500_00), key="once"))["repeated"]
        await floor.command(table, boss, Credit(amount=90_000_00))
        kept = await everything(floor)
        with pytest.raises(Refused, match=r"at most \$17,500 of the table inventory, \$17,500, can be returned"):
            await floor.command(table, boss, Credit(amount=17_500_01))
        assert await everything(floor) == kept
        assert (await floor.view(table, boss)).low
        assert await slips(floor, table) == [(7_500_00, boss.name), (-90_000_00, boss.name)]
        assert (await floor.store.read(audit)).outside == before.outside
        await books_are_right(floor)
    async with house.floor() as floor:  # also after a restart
        seen = await floor.view(table, boss)
        assert (seen.inventory, seen.low) == (17_500_00, True)
        found = verify(await export_table(floor, table))
        assert found.faults == []
        await books_are_right(floor)


async def test_only_a_floorperson_or_an_admin_fills(sqlite_floor: Floor) -> None:
    table = (await opened(sqlite_floor, "craps")).id
    ann, _ = await sqlite_floor.guest()
    before = await everything(sqlite_floor)
    for person in (ann, await staff(sqlite_floor, Role.DEALER), await staff(sqlite_floor, Role.SURVEILLANCE)):
        for command in (Fill(amount=1_00), Credit(amount=1_00)):
            with pytest.raises(WrongRole):
                await sqlite_floor.command(table, person, command)
    assert await everything(sqlite_floor) == before
    await sqlite_floor.command(table, await staff(sqlite_floor, Role.ADMIN), Fill(amount=1_00))
    assert await slips(sqlite_floor, table) == [(1_00, "Admin")]


@pytest.fixture
def poor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A house that brings almost no chips."""
    for module in (floor_module, books):
        monkeypatch.setattr(module, "OPENING_INVENTORY", 20_00)
    monkeypatch.setattr(books, "LOW_INVENTORY", 5_00)


async def test_a_low_inventory_is_filled_at_once(floor: Floor, poor: None) -> None:
    """An automatic table requests a fill before it runs out; the database would not allow a negative inventory."""
    people = [(await floor.guest())[0] for _ in range(2)]
    info = await opened(floor, "craps", clock="never")
    boss = await staff(floor, Role.FLOORPERSON)
    crowd = Crowd(floor, info, people, "fills", bots=["random"])
    while not (found := await brought(floor, info.id)):  # the players must win once
        await take_back(floor, info.id, boss, 5_00)
        await crowd.play(1)
    assert all(amount > 15_00 for amount in found)
    assert await held(floor, inventory_account(info.id)) >= 5_00
    assert verify(await export_table(floor, info.id)).faults == []
    await books_are_right(floor, people)


async def test_with_a_human_dealer_the_staff_requests_fills(floor: Floor, poor: None) -> None:
    boss, dealer = await staff(floor, Role.FLOORPERSON), await staff(floor, Role.DEALER)
    ann, _ = await floor.guest()
    info = await opened(floor, "three-card-poker", dealer="person", clock="never")
    crowd = Crowd(floor, info, [ann], "low", dealer)
    while not await brought(floor, info.id):  # the player must win once
        await take_back(floor, info.id, boss, 1_00)
        assert await held(floor, inventory_account(info.id)) <= 1_00
        assert (await floor.view(info.id, dealer)).low
        await crowd.play(1)
        assert await held(floor, inventory_account(info.id)) >= 0
    await books_are_right(floor, [ann])


async def test_the_chips_of_a_closed_table_return_to_the_house(floor: Floor) -> None:
    boss = await staff(floor, Role.FLOORPERSON)
    ann, _ = await floor.guest()
    info = await opened(floor, "three-card-poker", clock="never")
    table = info.id
    while (left := (await floor.view(table, boss)).inventory) == OPENING_INVENTORY:
        await Crowd(floor, info, [ann], "closing").play(1)
    assert left is not None
    won = OPENING_INVENTORY - left
    await floor.command(table, boss, CloseTable())
    assert await held(floor, inventory_account(table)) == 0
    assert await held(floor, HOUSE) == -won
    assert verify(await export_table(floor, table)).faults == []
    await books_are_right(floor, [ann])


@pytest.mark.parametrize("change", ["no slip", "no journal", "another amount"])
async def test_a_slip_without_its_journal_is_found(sqlite_floor: Floor, change: str) -> None:
    boss = await staff(sqlite_floor, Role.FLOORPERSON)
    table = (await opened(sqlite_floor, "craps")).id
    await sqlite_floor.command(table, (await sqlite_floor.guest())[0], Sit(amount=100_00))
    await sqlite_floor.command(table, boss, Fill(amount=1_00))
    bundle = await export_table(sqlite_floor, table)
    data: dict[str, Any] = json.loads(bundle.model_dump_json())
    place = next(number for number, one in enumerate(data["ledger"]) if one["what"].startswith("fill"))
    if change == "no slip":
        data["tape"] = [line for line in data["tape"] if '"slip"' not in line]
        data["ledger"][place]["entry"] = len(data["tape"])
    elif change == "no journal":
        del data["ledger"][place]
    else:
        data["ledger"][place]["amounts"] = {HOUSE: -2_00, inventory_account(table): 2_00}
    found = verify(type(bundle).model_validate(data).signed_by(sqlite_floor.sealer))
    assert {one.part for one in found.faults} == {"ledger"}
    assert any("slip" in one.what for one in found.faults)


async def test_another_process_sees_the_same_inventory(postgres_house: House) -> None:
    async with counter(postgres_house) as one, counter(postgres_house) as two:
        boss = await staff(one.floor, Role.FLOORPERSON)
        table = (await opened(one.floor, "craps")).id
        assert (await two.floor.view(table, boss)).inventory == OPENING_INVENTORY
        await two.floor.command(table, boss, Fill(amount=5_00))
        for floor in (one.floor, two.floor):
            assert (await floor.view(table, boss)).inventory == OPENING_INVENTORY + 5_00


# ---- older floors


def as_it_was(connection: Connection) -> None:
    """Return the floor to its state before table inventories: no house account, and negative balances where needed."""
    unguarded(connection)
    account, journal, posting = schema.account, schema.journal, schema.posting
    of_house = select(posting.c.journal).where(posting.c.account == HOUSE)
    brought = connection.execute(
        select(posting.c.account, posting.c.amount).where(posting.c.journal.in_(of_house), posting.c.account != HOUSE)
    ).all()
    mine = account.c.id.like("table:%:inventory")
    connection.execute(update(account).where(mine).values(overdraft=True))
    for name, amount in brought:
        connection.execute(update(account).where(account.c.id == name).values(balance=account.c.balance - amount))
    gone = list(connection.execute(of_house).scalars())
    connection.execute(delete(posting).where(posting.c.journal.in_(gone)))
    connection.execute(delete(journal).where(journal.c.id.in_(gone)))
    connection.execute(delete(account).where(account.c.id == HOUSE))
    connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    later = ("table_day", "player_day", "second_factor", "player_limit", "exclusion", "player_time", "flag")
    for name in (*later, "reservation", "errand", "seed", "approval", "checkpoint", "anchor"):
        connection.execute(text(f"DROP TABLE {name}"))
    connection.execute(text("DROP INDEX ix_person_likeness"))
    added = (("process", "beat"), ("person", "likeness"), ("journal", "seal"), ("token", "client"), ("token", "second"))
    for table, column in added:
        connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
    connection.execute(text("DELETE FROM house WHERE name = 'journals'"))


def without_tournaments(connection: Connection) -> None:
    """Remove database tables that today's audit reads but older floors did not have."""
    for name in ("entrant", "tournament"):
        connection.execute(text(f"DROP TABLE {name}"))
    for column in ("tournament", "stage"):
        connection.execute(text(f"ALTER TABLE gaming_table DROP COLUMN {column}"))


async def test_an_old_floor_is_migrated_automatically(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "LOW_INVENTORY", 0)  # no slips on the tape
    games = ("craps", "caribbean-stud", "blackjack")
    async with house.floor() as floor:
        people = [(await floor.guest())[0] for _ in range(2)]
        boss = await staff(floor, Role.FLOORPERSON)
        tables = [await opened(floor, game, clock="never") for game in (*games, "craps")]
        for info in tables[:-1]:
            await Crowd(floor, info, people, "before").play(8)
        outside = (await floor.store.read(audit)).outside
        await floor.store.change(as_it_was)
        faults = (await floor.store.read(audit)).faults
        assert all("negative" in fault for fault in faults)
        assert faults, "the meter alone takes the inventory negative"
        await floor.store.change(without_tournaments)
    (house.folder / "heads.jsonl").unlink()  # there were no checkpoints yet
    async with house.floor() as floor:
        report = await floor.store.read(audit)
        assert (report.faults, report.outside) == ((), outside)
        for info in tables:
            assert (await floor.view(info.id, boss)).inventory is not None
            assert await held(floor, inventory_account(info.id)) >= LOW_INVENTORY
            assert verify(await export_table(floor, info.id)).faults == []
        await Crowd(floor, tables[0], people, "after").play(3)
        await books_are_right(floor, people)
