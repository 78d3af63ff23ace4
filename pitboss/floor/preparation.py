"""Preparation that some commands need before they can be carried out: reserving money, or a slow check.

Money is reserved first so that a command cannot overdraw an account and make its whole batch fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.chapter.check import Unlawful
from pitboss.floor.batch import coupons_of, purse_of
from pitboss.floor.commands import Act, AddBot, BuyIn, Command, NoticeChange, SeatEntrant, Sit
from pitboss.floor.people import Person, Role
from pitboss.floor.refusals import refusal, refusal_of_breach
from pitboss.floor.threads import in_thread
from pitboss.library.checks import computed_breaches
from pitboss.table import dollars

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable


def needs_preparation(command: Command) -> bool:
    """Whether a command must be prepared."""
    if isinstance(command, Act):
        return bool(command.coupon)
    return isinstance(command, (Sit, BuyIn, SeatEntrant, NoticeChange, AddBot))


async def prepare(table: LiveTable, person: Person, command: Command) -> list[str]:
    """Check a command and reserve the money that it needs; returns the ids of the reservations."""
    if isinstance(command, NoticeChange):
        await _check_change(table, command)
    elif isinstance(command, AddBot):
        await _check_wealth(table, person)
    elif isinstance(command, SeatEntrant):
        return await _reserve_tournament_chips(table, command)
    elif isinstance(command, (Sit, BuyIn)):
        if isinstance(command, Sit) and table.settings.company and await _is_wealthy(table, person):
            table.bots.wealthy.add(person.id)
        if isinstance(command, Sit) and table.game.hosting.posts_when_due:
            others = [seat.person for seat in table.seats.taken.values() if not seat.bot]
            await table.floor.flags.check_poker_table(table.info.id, person.id, others)
        return [await _reserve(table, purse_of(person.id, None), command.amount, "your bankroll")]
    elif isinstance(command, Act) and command.coupon:
        return [await _reserve_coupon(table, person, command.coupon)]
    return []


async def _check_change(table: LiveTable, command: NoticeChange) -> None:
    after = await in_thread(None, table.notices.layout_after, command)
    if found := await in_thread(None, computed_breaches, after):
        raise refusal_of_breach(Unlawful(found))
    await table.floor.check_uniform(after, table.info.id)


async def _check_wealth(table: LiveTable, person: Person) -> None:
    if person.role is Role.PLAYER and await _is_wealthy(table, person):
        most = dollars(100 * table.floor.policy.cage)
        raise refusal(f"bots play with house money, and none joins a player who has {most} or more")


async def _is_wealthy(table: LiveTable, person: Person) -> bool:
    """Whether a person already has at least as much as the cage hands out."""
    return await table.floor.wealth(person.id) >= 100 * table.floor.policy.cage


async def _reserve(table: LiveTable, purse: str, amount: int, name: str) -> str:
    return await table.floor.reserve(
        purse, amount, lambda free: f"{dollars(amount)} is more than {name}, {dollars(free)}"
    )


async def _reserve_tournament_chips(table: LiveTable, command: SeatEntrant) -> list[str]:
    if table.info.tournament is None:
        return []
    purse = purse_of(command.person, table.info.tournament)
    return [await _reserve(table, purse, command.amount, "the entrant's tournament chips")]


async def _reserve_coupon(table: LiveTable, person: Person, value: int) -> str:
    if table.info.tournament is not None:
        raise refusal("coupons have value, and a tournament is played with its own chips only", "8.6(e)")
    refused = f"you hold no match play coupon of {dollars(value)}; the house issues them"
    return await table.floor.reserve(coupons_of(person.id, value), value, lambda _: refused)
