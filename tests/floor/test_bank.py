"""A player's bank at a live table: money moves between positions, and ledger, tape and audit agree."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from pitboss.floor import schema
from pitboss.floor.audit import audit_floor
from pitboss.floor.commands import Act, CallIrregularity, Decide, Leave, Ready, Sit
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person, Role
from pitboss.floor.sight import TableInfo, VisibleTable
from pitboss.table import Refused, Settled, replay

from .house import STAKE, Crowd, books_are_right, live, opened, staff

pytestmark = pytest.mark.anyio
GAME = "chemin-de-fer"
BANK = Act(verb="make", wager="bank", amount=100_00)


class AtTable:
    """Two people at a table of chemin de fer: Ann at position 1, Bob at position 2."""

    def __init__(self, floor: Floor, table: TableInfo, people: list[Person]) -> None:
        self.floor, self.table, self.people = floor, table, people

    @classmethod
    async def sit(cls, floor: Floor, **settings: Any) -> AtTable:
        made = cls(floor, await opened(floor, GAME, **settings), [(await floor.guest())[0] for _ in range(2)])
        for position in (1, 2):
            await made.does(position, Sit(amount=STAKE, position=position))
        return made

    async def does(self, position: int, command: Any) -> None:
        await self.floor.command(self.table.id, self.people[position - 1], command)

    async def view(self, position: int = 1) -> VisibleTable:
        return await self.floor.view(self.table.id, self.people[position - 1], offers=True)

    async def asked(self, position: int) -> dict[str, Any]:
        """The current question, as a position sees it."""
        seen = await self.view(position)
        assert seen.ask is not None
        return seen.ask

    async def small_bank(self) -> None:
        """Put up a bank of $5."""
        for position in (1, 2):
            if (await self.view(position)).offers:
                await self.does(position, Act(verb="make", wager="bank", amount=5_00))
                return

    async def ready(self) -> None:
        for position in (1, 2):
            await self.does(position, Ready())

    async def played_out(self) -> None:
        """Take the first choice at every decision until betting opens again."""
        while (ask := await self.asked(1))["kind"] == "decision":
            mine = await self.asked(ask["position"])
            await self.does(ask["position"], Decide(choice=mine["choices"][0]))

    async def house_has(self) -> int:
        """The table inventory in excess of what the house brought."""
        return (await live(self.floor, self.table.id)).state.inventory


async def percentages(floor: Floor, table: int) -> int:
    """All percentages taken, according to the tape."""
    again = replay(line + "\n" for line in await floor.tape(table))
    return sum(step.vig for steps in again.rounds for step in steps if isinstance(step, Settled))


async def test_the_bank_is_visible_offered_around_and_paid_between_positions(sqlite_floor: Floor) -> None:
    at = await AtTable.sit(sqlite_floor)
    assert [offer.wager for offer in (await at.view(1)).offers or ()] == ["bank"]
    assert (await at.view(2)).offers == []
    await at.does(1, BANK)
    assert any(line.endswith("banks $100, $0 covered") for line in (await at.view(2)).status)
    with pytest.raises(Refused, match="has wagers on the layout"):
        await at.does(1, Leave())
    with pytest.raises(Refused, match="Banco is out of turn"):
        await at.does(2, Act(verb="make", wager="banco", amount=100_00))
    await at.ready()
    ask = await at.asked(1)
    assert (ask["position"], ask["question"]) == (2, "Position 2, banco, the whole bank of $100:")
    assert ask["means"] == {"banco": "$100 more"}
    await at.does(2, Decide(choice="pass"))
    offer = ((await at.view(2)).offers or [])[0]
    assert (offer.wager, offer.least, offer.most) == ("against_bank", 1_00, 100_00)
    await at.does(2, Act(verb="make", wager="against_bank", amount=60_00))
    await at.played_out()
    seen = await at.view()
    settled = [moment.step for moment in seen.moments if moment.step["step"] == "Settled"]
    assert [(step["wager"]["kind"], step["wager"]["amount"]) for step in settled[:2]] == [
        ("bank", 40_00),
        ("against_bank", 60_00),
    ]
    await books_are_right(sqlite_floor, at.people)
    assert await at.house_has() == await percentages(sqlite_floor, at.table.id) in (0, 3_00)


async def test_choices_that_depend_on_a_hand_are_shown_to_its_owner_only(sqlite_floor: Floor) -> None:
    """If the banker saw that the Player's Hand has a choice, they would know that it holds 5."""
    at = await AtTable.sit(sqlite_floor)
    wanted, counts = {("draw",), ("stand",)}, set()
    for _ in range(300):
        if wanted <= counts:
            break
        await at.small_bank()
        await at.ready()
        while (ask := await at.asked(1))["kind"] == "decision":
            mine, others = await at.asked(ask["position"]), await at.asked(3 - ask["position"])
            if "Player's Hand?" in ask["question"]:
                assert others["choices"] == ["draw", "stand"]
                assert (others["default"], others["formality"]) == ("draw", False)
                counts.add(tuple(mine["choices"]))
            await at.does(ask["position"], Decide(choice=mine["choices"][0]))
    assert wanted <= counts


async def test_a_banker_leaves_in_the_middle_of_a_hand(sqlite_floor: Floor) -> None:
    """The dealer finishes the hand and settles from the bank; then the banker may leave, and the shoe passes."""
    at = await AtTable.sit(sqlite_floor)
    floorperson = await staff(sqlite_floor, Role.FLOORPERSON)
    for _ in range(20):
        await at.small_bank()
        await at.ready()
        while (ask := await at.asked(1))["kind"] == "decision" and "Player's Hand?" not in ask["question"]:
            await at.does(ask["position"], Decide(choice=(await at.asked(ask["position"]))["choices"][0]))
        if ask["kind"] == "decision":
            break
    gone = (await at.view()).state["curator"]
    await sqlite_floor.command(at.table.id, floorperson, CallIrregularity(irregularity="banker_gone", about=[]))
    await at.played_out()
    seen = await at.view()
    assert "curator" not in seen.state
    assert any("The dealer finishes the Banker's Hand" in moment.step.get("text", "") for moment in seen.moments)
    await at.does(gone, Leave())
    await books_are_right(sqlite_floor, at.people)


async def test_after_play_at_random_the_house_has_the_percentages_and_nothing_else(sqlite_floor: Floor) -> None:
    """The house has no stake: chips only moved between positions, in the ledger as on the tape."""
    info = await opened(sqlite_floor, GAME, dealer="person")
    people = [(await sqlite_floor.guest())[0] for _ in range(3)]
    dealer, floorperson = await staff(sqlite_floor, Role.DEALER), await staff(sqlite_floor, Role.FLOORPERSON)
    await Crowd(sqlite_floor, info, people, 5, dealer, floorperson).play(25)
    await books_are_right(sqlite_floor, people)
    table = await live(sqlite_floor, info.id)
    taken = await percentages(sqlite_floor, info.id)
    assert table.state.inventory == taken > 0
    account = f"table:{info.id}:inventory"
    posted = select(schema.posting.c.amount).where(schema.posting.c.account == account)
    amounts = await sqlite_floor.store.read(lambda connection: connection.execute(posted).scalars().all())
    # One posting brings the inventory to the table; all others are percentages, never stakes or payments.
    assert sum(map(int, amounts[1:])) == taken
    assert all(int(amount) > 0 for amount in amounts)
    assert audit_floor(sqlite_floor.store, sqlite_floor.store.sealer, sqlite_floor.folder).findings == []
