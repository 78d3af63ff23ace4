"""8.2 on the floor: an accepted wager outside the limits stands in full, and a patron may be granted limits."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import Dice
from pitboss.floor.chance import LiveSource
from pitboss.floor.commands import AcceptWager, Act, Command, GrantLimits, Leave, Ready, Settings, Sit, WrongRole
from pitboss.floor.export import export_table
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person, Role
from pitboss.floor.verify import verify
from pitboss.table import Refused

from .house import House, books_are_right, crash, staff

pytestmark = pytest.mark.anyio


async def seated(floor: Floor, **limits: Any) -> tuple[int, Person, Person, Person]:
    """A craps table with limits of $10 to $500 and Ann at it, a floorperson and a dealer."""
    layout = Layout.of("craps", limits=Limits(10_00, 500_00, **limits))
    table = (await floor.open_table(layout, settings=Settings(clock="never"))).id
    ann, _ = await floor.guest()
    await floor.command(table, ann, Sit(amount=1_000_00))
    return table, ann, await staff(floor, Role.FLOORPERSON), await staff(floor, Role.DEALER)


def wager(dollars: int) -> Act:
    return Act(verb="make", wager="pass", amount=dollars * 100)


async def refused(floor: Floor, table: int, who: Person, command: Command, why: str) -> None:
    with pytest.raises(Refused, match=why):
        await floor.command(table, who, command)


async def test_8_2_example_1_a_wager_that_the_dealer_accepts_is_paid_in_full(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveSource, "dice", lambda source, number: Dice("3-4"))
    floor = sqlite_floor
    table, ann, _, dealer = await seated(floor)
    await refused(floor, table, dealer, AcceptWager(position=1), "offered no wager outside the limits")
    await refused(floor, table, ann, wager(600), r"\$600 is outside the posted limits, \$10 to \$500")
    with pytest.raises(WrongRole):
        await floor.command(table, ann, AcceptWager(position=1))
    await floor.command(table, dealer, AcceptWager(position=1))
    await refused(floor, table, dealer, AcceptWager(position=1), "offered no wager")  # only once
    await floor.command(table, ann, Ready())
    assert (await floor.view(table, ann)).rack == 1_600_00
    assert (await floor.view(table, ann)).round == 1
    found = verify(await export_table(floor, table), floor.sealer.public)
    assert found.true, found.faults
    await books_are_right(floor)


async def test_8_2_an_offer_outside_the_limits_is_valid_for_its_round_and_patron(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table, ann, _, dealer = await seated(floor)
    await refused(floor, table, ann, wager(600), "outside the posted limits")
    await floor.command(table, ann, Leave())
    bob, _ = await floor.guest()
    await floor.command(table, bob, Sit(amount=1_000_00, position=1))
    await refused(floor, table, dealer, AcceptWager(position=1), "offered no wager")


async def test_8_2_example_5_limits_granted_to_a_patron_apply_until_they_are_withdrawn(sqlite_house: House) -> None:
    floor = await sqlite_house.open()
    table, ann, boss, dealer = await seated(floor, individual=True)
    bob, _ = await floor.guest()
    await floor.command(table, bob, Sit(amount=1_000_00))
    for nobody in (ann, dealer):
        with pytest.raises(WrongRole):
            await floor.command(table, nobody, GrantLimits(position=1, minimum=5_00))
    await refused(floor, table, ann, Act(verb="grant", wager="pass"), "is a command")
    await floor.command(table, boss, GrantLimits(position=1, minimum=5_00, maximum=900_00))
    await refused(floor, table, bob, wager(5), "outside the posted limits")
    await crash(floor)
    floor = await sqlite_house.open()
    offers = {one.wager: one for one in (await floor.view(table, ann, offers=True)).offers or ()}
    assert (offers["pass"].least, offers["pass"].most) == (5_00, 900_00)
    await floor.command(table, ann, wager(5))
    await floor.command(table, boss, GrantLimits(position=1))
    await refused(floor, table, ann, Act(verb="increase", wager="pass", amount=1_00), "outside the posted limits")
    await floor.close()


async def test_8_2_no_limits_are_granted_at_a_table_without_individual_limits(sqlite_floor: Floor) -> None:
    table, _, boss, _ = await seated(sqlite_floor)
    await refused(sqlite_floor, table, boss, GrantLimits(position=1, minimum=5_00), "limits.individual is not chosen")
