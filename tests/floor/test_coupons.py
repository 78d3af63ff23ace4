"""Match play coupons on the floor are issued by the house, accepted with chips of the same value, and gone after use.

The rules for using them are in section F of the all-games sheet.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from pitboss.equipment import Dice
from pitboss.floor.chance import LiveSource
from pitboss.floor.commands import Act, Leave, Ready, Sit, WrongRole
from pitboss.floor.export import export_table
from pitboss.floor.floor import Floor
from pitboss.floor.people import BadPerson, Person, Role
from pitboss.floor.verify import verify
from pitboss.table import Refused

from .house import STAKE, House, books_are_right, crash, everything, opened, staff

pytestmark = pytest.mark.anyio
Rolls = Callable[[str], None]


@pytest.fixture
def roll(monkeypatch: pytest.MonkeyPatch) -> Rolls:
    """The next dice."""
    return lambda dice: monkeypatch.setattr(LiveSource, "dice", lambda source, number: Dice(dice))


async def player(floor: Floor, *coupons: int) -> tuple[Person, int]:
    """A person with coupons, alone at a craps table."""
    (person, _), boss = await floor.guest(), await staff(floor, Role.FLOORPERSON)
    for value in coupons:
        await floor.issue_coupon(boss, person.name, value)
    table = (await opened(floor, "craps")).id
    await floor.command(table, person, Sit(amount=STAKE))
    return person, table


def line(amount: int, coupon: int, wager: str = "pass") -> Act:
    return Act(verb="make", wager=wager, amount=amount, coupon=coupon)


async def test_a_coupon_that_was_never_issued_creates_no_money(sqlite_floor: Floor) -> None:
    ann, table = await player(sqlite_floor)
    before = await everything(sqlite_floor)
    with pytest.raises(Refused, match="you hold no match play coupon of"):
        await sqlite_floor.command(table, ann, line(5_00, 10**12))
    with pytest.raises(Refused, match="you hold no match play coupon of \\$5"):
        await sqlite_floor.command(table, ann, line(5_00, 5_00))
    assert await everything(sqlite_floor) == before


@pytest.mark.parametrize(
    ("wager", "dice", "net", "left"),
    [("pass", "3-4", 20_00, 0), ("pass", "1-1", -10_00, 0), ("dont_pass", "6-6", 0, 1)],
    ids=["won", "lost", "pushed"],
)
async def test_a_coupon_is_gone_after_a_win_or_loss_and_stays_after_a_push(
    floor: Floor, roll: Rolls, wager: str, dice: str, net: int, left: int
) -> None:
    """Example 12 of the sheet: with $10 and a $10 coupon on pass, a come-out 7 wins $20 and uses up the coupon; on
    don't pass, a 12 leaves it in place."""
    ann, table = await player(floor, 10_00)
    roll(dice)
    await floor.command(table, ann, line(10_00, 10_00, wager))
    await books_are_right(floor, [ann])
    await floor.command(table, ann, Ready())
    seen = await floor.view(table, ann)
    wagers = seen.state.get("wagers", [])
    assert seen.rack + sum(one["amount"] for one in wagers) == STAKE + net
    assert not any(one.get("coupon") for one in wagers)
    assert (await floor.coupons(ann)).get(10_00, 0) == left
    await books_are_right(floor, [ann])
    found = verify(await export_table(floor, table), floor.sealer.public)
    assert found.true, found.faults


async def test_a_coupon_is_returned_with_a_wager_that_is_taken_down(sqlite_floor: Floor) -> None:
    ann, table = await player(sqlite_floor, 10_00)
    await sqlite_floor.command(table, ann, line(25_00, 10_00))
    assert await sqlite_floor.coupons(ann) == {}
    with pytest.raises(Refused, match="needs chips of at least its value"):
        await sqlite_floor.command(table, ann, Act(verb="reduce", wager="pass", amount=20_00))
    await sqlite_floor.command(table, ann, Act(verb="remove", wager="pass"))
    assert await sqlite_floor.coupons(ann) == {10_00: 1}
    await sqlite_floor.command(table, ann, Leave())
    await books_are_right(sqlite_floor, [ann])


async def test_one_coupon_per_round_with_chips_of_the_same_value_on_a_permitted_wager(sqlite_floor: Floor) -> None:
    ann, table = await player(sqlite_floor, 10_00, 10_00)
    for act, why in (
        (line(5_00, 10_00), "needs chips of at least its value"),
        (Act(verb="make", wager="field", amount=10_00, coupon=10_00), "accepted only on"),
        (Act(verb="remove", wager="pass", coupon=10_00), "has no"),
    ):
        with pytest.raises(Refused, match=why):
            await sqlite_floor.command(table, ann, act)
    await sqlite_floor.command(table, ann, line(10_00, 10_00))
    with pytest.raises(Refused, match="one match play coupon per round"):
        await sqlite_floor.command(table, ann, line(10_00, 10_00, "dont_pass"))
    assert await sqlite_floor.coupons(ann) == {10_00: 1}


async def test_two_coupons_of_five_are_not_one_of_ten(sqlite_floor: Floor) -> None:
    ann, table = await player(sqlite_floor, 5_00, 5_00)
    with pytest.raises(Refused, match="you hold no match play coupon of"):
        await sqlite_floor.command(table, ann, line(10_00, 10_00))


async def test_a_coupon_is_accepted_at_one_table_only_and_survives_a_crash(house: House, roll: Rolls) -> None:
    floor = await house.open()
    ann, table = await player(floor, 10_00)
    other = (await opened(floor, "craps")).id
    await floor.command(other, ann, Sit(amount=STAKE))
    await floor.command(table, ann, line(10_00, 10_00))
    with pytest.raises(Refused, match="you hold no match play coupon of"):
        await floor.command(other, ann, line(10_00, 10_00))
    await crash(floor)
    async with house.floor() as floor:
        roll("5-6")
        await floor.command(table, ann, Ready())
        assert (await floor.view(table, ann)).rack == STAKE + 20_00
        assert await floor.coupons(ann) == {}
        await books_are_right(floor, [ann])


async def test_the_house_issues_coupons_once_for_each_key(sqlite_floor: Floor) -> None:
    ann, _ = await sqlite_floor.guest()
    boss, dealer = await staff(sqlite_floor, Role.FLOORPERSON), await staff(sqlite_floor, Role.DEALER)
    first = await sqlite_floor.issue_coupon(boss, ann.name, 25_00, "one")
    assert await sqlite_floor.issue_coupon(boss, ann.name, 25_00, "one") == first | {"repeated": True}
    assert await sqlite_floor.coupons(ann) == {25_00: 1}
    with pytest.raises(WrongRole):
        await sqlite_floor.issue_coupon(dealer, ann.name, 25_00)
    with pytest.raises(BadPerson):
        await sqlite_floor.issue_coupon(boss, "No one", 25_00)
    await books_are_right(sqlite_floor, [ann])


async def test_a_player_is_notified_of_a_new_coupon_at_once(sqlite_floor: Floor) -> None:
    boss = await staff(sqlite_floor, Role.FLOORPERSON)
    (ann, _), (ben, _) = await sqlite_floor.guest(), await sqlite_floor.guest()
    with sqlite_floor.coupon_events(ann) as to_ann, sqlite_floor.coupon_events(ben) as to_ben:
        await sqlite_floor.issue_coupon(boss, ann.name, 25_00, "one")
        assert (to_ann.is_set(), to_ben.is_set()) == (True, False)
        to_ann.clear()
        await sqlite_floor.issue_coupon(boss, ann.name, 25_00, "one")
        assert not to_ann.is_set(), "it was given once"
    assert not sqlite_floor._holders


async def test_a_coupon_issued_by_another_process_is_announced_here(postgres_house: House) -> None:
    async with postgres_house.floor() as here, postgres_house.floor() as there:
        (ann, _), boss = await here.guest(), await staff(there, Role.FLOORPERSON)
        with here.coupon_events(ann) as given:
            await there.issue_coupon(boss, ann.name, 25_00)
            async with asyncio.timeout(120):
                await given.wait()
