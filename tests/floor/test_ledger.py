"""The ledger agrees with the tables to the cent, and an audit finds whatever does not."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.floor import schema
from pitboss.floor.batch import CAGE, bankroll_of
from pitboss.floor.commands import Act, Sit
from pitboss.floor.floor import GRANT, Floor
from pitboss.floor.ledger import OPENING_INVENTORY, audit, balances_of, buy_in_journal, table_balances, transfer_journal
from pitboss.floor.people import Role
from pitboss.table import Action, Dealer, State, Step, game_on
from pitboss.table.bots import RandomBot
from tests.shared.every_game import every_family, every_game, one_of_each_family, shared_out

from .house import STAKE, Crowd, House, books_are_right, opened, staff, unguarded

pytestmark = pytest.mark.anyio


# ---- transfers between two states


@every_game()
@given(seed=st.integers(0, 10**6))
@settings(max_examples=shared_out(150))
def test_postings_follow_every_step_and_balance(game: str, seed: int) -> None:
    """Posted step by step, the accounts match the table, whatever is played."""
    table = game_on(Layout.of(game))
    held: dict[str, int] = table_balances(7, table.opening())
    last: list[State] = [table.opening()]

    def post(step: Step) -> None:
        journal = transfer_journal(7, last[0], step.state, 1, "step", person=1)
        if journal is not None:
            assert sum(journal.amounts.values()) == 0
            assert all(journal.amounts.values()), "no empty journal is posted"
            for name, amount in journal.amounts.items():
                held[name] = held.get(name, 0) + amount
        last[0] = step.state
        counted = {name: amount for name, amount in table_balances(7, step.state).items() if amount}
        assert {name: amount for name, amount in held.items() if amount and name != "person:1"} == counted

    dealer = Dealer(table, SeededSource(seed), watch=post)
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=300_00))
    bot = RandomBot(seed)
    for _ in range(6):
        dealer.finish(bot)
    assert -held["person:1"] == last[0].bought_in


def test_nothing_is_posted_when_nothing_moved() -> None:
    state = State()
    assert transfer_journal(1, state, state, 1, "nothing") is None


def test_chips_from_nowhere_are_a_fault() -> None:
    dealer = Dealer(game_on(Layout.of("craps")), SeededSource(1))
    before = dealer.state
    dealer.act(1, Action("sit", amount=5_00))
    assert dealer.ask is not None
    with pytest.raises(AssertionError, match="from nowhere"):
        transfer_journal(1, before, dealer.ask.state, 1, "sits")


def test_the_cage_is_the_counterpart_of_every_buy_in() -> None:
    assert buy_in_journal(3, 5_00).amounts == {CAGE: -5_00, bankroll_of(3): 5_00}
    assert buy_in_journal(3, -5_00).what == "cash-out at the cage"


# ---- audits


async def test_the_accounts_of_a_new_floor_are_empty(floor: Floor) -> None:
    report = await floor.store.read(audit)
    assert (report.journals, report.outside, report.faults) == (0, 0, ())


async def a_game(floor: Floor) -> int:
    ann, _ = await floor.guest()
    table = (await opened(floor, "craps")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    await floor.command(table, ann, Act(verb="make", wager="pass", amount=10_00))
    return ann.id


async def test_the_accounts_of_a_table_match_its_chips(floor: Floor) -> None:
    person = await a_game(floor)
    assert await floor.store.read(lambda connection: balances_of(connection, 1)) == {
        "table:1:inventory": OPENING_INVENTORY,
        "table:1:rack:1": STAKE - 10_00,
        "table:1:wagers:1": 10_00,
    }
    report = await floor.store.read(audit)
    assert (report.faults, report.outside) == ((), GRANT)
    assert await floor.bankroll((await floor.guest())[0]) == GRANT
    mine = select(schema.account.c.balance).where(schema.account.c.id == bankroll_of(person))
    assert await floor.store.read(lambda connection: connection.execute(mine).scalar_one()) == GRANT - STAKE


async def test_table_one_is_not_table_ten(sqlite_floor: Floor) -> None:
    ann, _ = await sqlite_floor.guest()
    tables = [(await opened(sqlite_floor, "high-card")).id for _ in range(11)]
    await sqlite_floor.command(tables[9], ann, Sit(amount=STAKE))
    assert await sqlite_floor.store.read(lambda connection: balances_of(connection, tables[0])) == {
        "table:1:inventory": OPENING_INVENTORY
    }


async def test_a_nonzero_meter_of_a_new_table_is_booked(floor: Floor) -> None:
    info = await opened(floor, "caribbean-stud")
    meter = game_on(Layout.of("caribbean-stud")).opening().meter
    assert meter > 0
    booked = await floor.store.read(lambda connection: balances_of(connection, info.id))
    assert booked == {f"table:{info.id}:meter": meter, f"table:{info.id}:inventory": OPENING_INVENTORY}
    await books_are_right(floor)


TAMPERED = {
    "a balance": (schema.account, "balance", "table:1:rack:1 has the balance"),
    "a posting": (schema.posting, "amount", "does not balance"),
}


@pytest.mark.parametrize("what", TAMPERED)
async def test_an_audit_finds_an_added_cent(floor: Floor, what: str) -> None:
    await a_game(floor)
    table, column, said = TAMPERED[what]
    mine = table.c.id if table is schema.account else table.c.account
    change: Any = update(table).where(mine == "table:1:rack:1").values({column: table.c[column] + 1})
    await floor.store.change(lambda connection: (unguarded(connection), connection.execute(change)))
    faults = (await floor.store.read(audit)).faults
    assert any(said in fault for fault in faults)
    assert any("table:1:rack:1" in fault for fault in faults)


async def test_an_audit_finds_chips_added_to_balance_and_postings(floor: Floor) -> None:
    """The balance agrees with its postings, but the chip came from nowhere."""
    await a_game(floor)
    await floor.store.change(
        lambda connection: (
            unguarded(connection),
            connection.execute(
                update(schema.account)
                .where(schema.account.c.id == "table:1:rack:1")
                .values(balance=schema.account.c.balance + 1)
            ),
            connection.execute(
                update(schema.posting)
                .where(schema.posting.c.account == "table:1:rack:1", schema.posting.c.amount == STAKE)
                .values(amount=STAKE + 1)
            ),
        )
    )
    faults = (await floor.store.read(audit)).faults
    assert any("does not balance" in fault for fault in faults)
    assert "the sum of all accounts is 1, not 0" in faults


# ---- random play


@every_family()
async def test_after_play_at_random_all_books_agree(sqlite_floor: Floor, game: str) -> None:
    """Play at random with players, bots, a person dealing, and irregularities."""
    await _play(sqlite_floor, game, rounds=12, bots=("random", "cautious"))


async def test_after_play_at_random_all_books_agree_on_either_database(house: House) -> None:
    """A game from each family on one floor, before and after a restart."""
    async with house.floor() as floor:
        people = [(await floor.guest())[0] for _ in range(2)]
        games = one_of_each_family()
        crowds = [Crowd(floor, await opened(floor, game, clock="never"), people, "both") for game in games]
        for crowd in crowds:
            await crowd.play(3)
        await books_are_right(floor, people)
    async with house.floor() as floor:
        await books_are_right(floor, people)
        for crowd in crowds:
            crowd.floor = floor
            await crowd.play(1)
        await books_are_right(floor, people)


@pytest.mark.slow
@every_game()
async def test_after_long_play_at_random_all_books_agree(sqlite_floor: Floor, game: str) -> None:
    await _play(sqlite_floor, game, rounds=800, bots=("random", "cautious", "best"))


async def _play(floor: Floor, game: str, rounds: int, bots: tuple[str, ...]) -> None:
    people = [(await floor.guest())[0] for _ in range(3)]
    dealer, boss = await staff(floor, Role.DEALER), await staff(floor, Role.FLOORPERSON)
    automatic = await opened(floor, game, clock="never", formalities="asked")
    await Crowd(floor, automatic, people, rounds, floorperson=boss, bots=bots).play(rounds - rounds // 3)
    by_hand = await opened(floor, game, clock="never", dealer="person")
    await Crowd(floor, by_hand, people, rounds, dealer, boss).play(rounds // 3)
    await books_are_right(floor, people)
