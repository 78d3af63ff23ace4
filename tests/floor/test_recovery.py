"""Recovery: wherever a process dies, the next one picks up every table where its tape ends, and continues."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update

from pitboss.equipment import Opening
from pitboss.equipment.cards import cards as read_cards
from pitboss.floor import schema
from pitboss.floor.card_proofs import is_opening
from pitboss.floor.chance import LiveSource
from pitboss.floor.commands import Act, AddBot, Close, Draw, Sit
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person, Role
from pitboss.floor.sight import STEPS_PER_ROUND
from pitboss.table import SURVEILLANCE, view
from tests.shared.every_game import GAMES, every_family, has_cards, one_of_each_family

from .house import STAKE, Crowd, House, all_shuffles, books_are_right, crash, everything, live, opened, quiet, staff

pytestmark = pytest.mark.anyio


@dataclass(frozen=True)
class Snapshot:
    """The database after a commit, and the table in memory at that moment."""

    folder: Path
    state: Any
    ask: Any
    shoe: list[tuple[Opening, int]]
    steps: list[tuple[int, str]]
    looks: dict[str, Any]


def look(table: LiveTable, person: Person | None) -> dict[str, Any]:
    """A person's view of the current round, without clocks and ready players, which are not on the tape."""
    seen = table.view(person, table.dealer.state.rounds * STEPS_PER_ROUND, offers=True)
    data: dict[str, Any] = json.loads(seen.model_dump_json(exclude={"deadline", "ready"}))
    return data


def shoe(table: LiveTable) -> list[tuple[Opening, int]]:
    """The order of the shoe in play, and the number of cards dealt from it."""
    source = table.dealer.source
    assert isinstance(source, LiveSource)
    return [(one.opening, one.dealt) for one in source.shuffles if one.status == "in play"]


def steps(table: LiveTable) -> list[tuple[int, str]]:
    """The steps of the current round: all that a new process knows about the past."""
    return [
        (one.seq, repr(one.step)) for one in table.moments if one.seq // STEPS_PER_ROUND == table.dealer.state.rounds
    ]


def keep_snapshots(floor: Floor, table: LiveTable, people: list[Person], folder: Path) -> list[Snapshot]:
    """From now on, save the database after every commit of a table, with the views at that moment."""
    kept: list[Snapshot] = []
    notify_viewers = table.notify_viewers

    def keep() -> None:
        mine = folder / str(len(kept))
        mine.mkdir()
        with sqlite3.connect(floor.folder / "floor.db") as source, sqlite3.connect(mine / "floor.db") as target:
            source.backup(target)
        shutil.copy(floor.folder / "key", mine / "key")
        looks = {one.name: look(table, one) for one in people}
        kept.append(Snapshot(mine, table.state, table.dealer.ask, shoe(table), steps(table), looks))
        notify_viewers()

    table.notify_viewers = keep
    return kept


@every_family()
async def test_after_every_commit_a_new_process_loads_the_state_of_the_tape(
    sqlite_house: House, tmp_path: Path, game: str
) -> None:
    async with sqlite_house.floor() as floor:
        people = [(await floor.guest())[0] for _ in range(2)]
        dealer, boss = await staff(floor, Role.DEALER), await staff(floor, Role.FLOORPERSON)
        watcher = await staff(floor, Role.SURVEILLANCE)
        info = await opened(floor, game, clock="never", dealer="person")
        everybody = [*people, dealer, watcher]
        snapshots = keep_snapshots(floor, await live(floor, info.id), everybody, tmp_path)
        await Crowd(floor, info, people, "recorded", dealer, boss).play(2)
        whole = await floor.tape(info.id)
    assert len(snapshots) > 8
    for number, kept in enumerate(snapshots):
        if number % 7 and number < len(snapshots) - 3:
            continue  # all of the last ones, and every seventh of the others
        async with House(None, kept.folder).floor() as again:
            table = await live(again, info.id)
            tape = await again.tape(info.id)
            assert tape == whole[: len(tape)]
            assert table.entries == len(tape)
            assert (table.state, table.dealer.ask) == (kept.state, kept.ask)
            assert shoe(table) == kept.shoe
            assert steps(table) == kept.steps
            assert {one.name: look(table, one) for one in everybody} == kept.looks
            await Crowd(again, info, people, f"goes on {number}", dealer, boss).play(1)
            await books_are_right(again, people)


@pytest.mark.parametrize("game", ["craps", "three-card-poker"])
async def test_steps_have_the_same_numbers_in_every_replay_of_the_tape(house: House, game: str) -> None:
    floor = await house.open()
    people = [(await floor.guest())[0] for _ in range(2)]
    watcher = await staff(floor, Role.SURVEILLANCE)
    info = await opened(floor, game, clock="never")
    crowd = Crowd(floor, info, people, "numbers")
    for _ in range(8):
        await crowd.move()
        table = await live(floor, info.id)
        before, seq, looks = steps(table), table.last, look(table, watcher)
        past = await floor.past_round(info.id, played) if (played := table.dealer.state.rounds - 1) >= 0 else None
        await crash(floor)
        floor = crowd.floor = await house.open()
        table = await live(floor, info.id)
        assert steps(table) == before
        assert table.last == seq
        assert look(table, watcher) == looks
        assert past is None or await floor.past_round(info.id, played) == past
    await books_are_right(floor, people)
    await floor.close()


@every_family(having=has_cards)
async def test_cards_dealt_after_a_crash_match_the_commitment(sqlite_house: House, game: str) -> None:
    await _cards_after_crashes(sqlite_house, game)


async def test_cards_dealt_after_a_crash_match_the_commitment_on_postgresql(postgres_house: House) -> None:
    await _cards_after_crashes(postgres_house, next(filter(has_cards, GAMES)))


async def _cards_after_crashes(house: House, game: str) -> None:
    """Deal card by card, with a crash after every third; the shoe is opened long afterwards."""
    floor = await house.open()
    people = [(await floor.guest())[0] for _ in range(2)]
    dealer = await staff(floor, Role.DEALER)
    info = await opened(floor, game, clock="never", dealer="person")
    crowd = Crowd(floor, info, people, "crashes", dealer)
    for move in range(24):
        await crowd.move()
        if move % 3 == 2:
            await crash(floor)
            floor = crowd.floor = await house.open()
    table = await live(floor, info.id)
    source = table.dealer.source
    assert isinstance(source, LiveSource)
    commitments = {one["entry"]: one["commitment"] for one in await all_shuffles(floor, info.id)}
    tape = [json.loads(line) for line in await floor.tape(info.id)]
    for one in source.shuffles:
        assert is_opening(commitments[one.entry], one.opening)
        until = next(
            (at for at, entry in enumerate(tape) if at >= one.entry and entry.get("to") == "shuffle"), len(tape)
        )
        dealt = [entry["reply"] for entry in tape[one.entry : until] if entry.get("to") == "card"]
        assert dealt == [str(card) for card in one.opening.order[: len(dealt)]]
        assert one.dealt == len(dealt)
    for shuffle in await all_shuffles(floor, info.id):
        if shuffle["opening"] is not None:
            opening = Opening(shuffle["opening"]["nonce"], read_cards(shuffle["opening"]["order"]))
            assert is_opening(shuffle["commitment"], opening)
    await books_are_right(floor, people)
    await floor.close()


async def test_a_round_that_waits_for_no_one_continues_after_a_restart(house: House) -> None:
    """The process dies between "no more bets" and the spin, which no one has to ask for again."""
    async with house.floor() as floor:
        ann, _ = await floor.guest()
        info = await opened(floor, "roulette", dealer="person")
        await floor.command(info.id, ann, Sit(amount=STAKE))
        await floor.command(info.id, ann, Act(verb="make", wager="red", amount=10_00))
        await floor.command(info.id, await staff(floor, Role.DEALER), Close())
        automatic = (await live(floor, info.id)).settings.model_copy(update={"dealer": "automatic"})
        changed = update(schema.gaming_table).values(settings=automatic.model_dump_json())
        await floor.store.change(lambda connection: connection.execute(changed))
    async with house.floor() as floor:
        async for seen in floor.watch(info.id, None):
            if seen.round == 1:
                break
        await books_are_right(floor, [ann])


async def test_seats_bots_and_money_survive_a_restart(house: House) -> None:
    async with house.floor() as floor:
        ann, token = await floor.guest()
        info = await opened(floor, "craps", seats=5)
        await floor.command(info.id, ann, Sit(amount=STAKE, position=4))
        await floor.command(info.id, ann, AddBot(position=2, strategy="cautious"))
        await floor.command(info.id, ann, Act(verb="make", wager="pass", amount=10_00))
        bankroll, before = await floor.bankroll(ann), await floor.view(info.id, ann)
    async with house.floor() as floor:
        assert await floor.person(token) == ann
        assert await floor.bankroll(ann) == bankroll
        after = await floor.view(info.id, ann)
        assert after.seats == before.seats
        assert (after.you, after.rack, after.entry) == (4, before.rack, before.entry)
        assert (await floor.tables())[0] == info


@pytest.mark.parametrize("bot", [None, "random", "cautious"])
async def test_nothing_happens_at_a_table_because_it_is_loaded(sqlite_house: House, bot: Any) -> None:
    """At a game from every family someone has sat down (with a bot) and may have wagered; then the process dies."""
    async with sqlite_house.floor() as floor:
        ann, _ = await floor.guest()
        tables = [(await opened(floor, game, clock="never")).id for game in one_of_each_family() for _ in range(2)]
        for number, table in enumerate(tables):
            await floor.exchange_at_cage(ann, STAKE)
            await floor.command(table, ann, Sit(amount=STAKE))
            if bot is not None:
                await floor.command(table, ann, AddBot(strategy=bot))
            if number % 2:
                offer = ((await floor.view(table, ann, offers=True)).offers or [])[0]
                act = Act(verb="make", wager=offer.wager, amount=offer.least, spot=offer.spot)
                await floor.command(table, ann, act)
        before = await everything(floor)
    async with sqlite_house.floor() as floor:
        for table in tables:
            await quiet(await live(floor, table))
        assert await everything(floor) == before


# ---- a falsified tape


@pytest.mark.parametrize("which", ["last", "middle", "first"])
async def test_a_changed_byte_is_found_at_its_entry_and_nothing_is_written(house: House, which: str) -> None:
    async with house.floor() as floor:
        ann, _ = await floor.guest()
        info = await opened(floor, "craps", clock="never")
        await floor.command(info.id, ann, Sit(amount=STAKE))
        for _ in range(3):
            await floor.command(info.id, ann, Act(verb="make", wager="pass", amount=10_00))
        entry = schema.entry
        since = select(func.max(entry.c.number)).where(entry.c.kind.in_(("open", "end")))
        whole = await floor.store.read(lambda connection: int(connection.execute(since).scalar_one()))
        last = len(await floor.tape(info.id))
    number = {"last": last, "middle": last - 1, "first": whole}[which]
    async with house.floor() as floor:
        lines = await floor.tape(info.id)
        line = lines[number - 1]
        at = line.index('"hash":"') + 20 if which == "first" else line.index("1000") + 3
        changed = line[:at] + ("1" if line[at] != "1" else "2") + line[at + 1 :]
        await floor.store.change(
            lambda connection: connection.execute(
                update(entry).where(entry.c.table == info.id, entry.c.number == number).values(line=changed)
            )
        )
        before = await everything(floor)
        for asked in (
            floor.view(info.id, ann),
            floor.command(info.id, ann, Act(verb="make", wager="pass", amount=10_00)),
        ):
            with pytest.raises(ValueError, match=f"entry {number} was changed"):
                await asked
        assert await everything(floor) == before
        other = await opened(floor, "craps")
        assert (await floor.view(other.id, ann)).entry == 2, "the other tables are open all the same"


async def test_a_missing_entry_is_found(house: House) -> None:
    async with house.floor() as floor:
        ann, _ = await floor.guest()
        info = await opened(floor, "craps", clock="never")
        await floor.command(info.id, ann, Sit(amount=STAKE))
        for _ in range(3):
            await floor.command(info.id, ann, Act(verb="make", wager="pass", amount=10_00))
        last = len(await floor.tape(info.id))
    async with house.floor() as floor:
        entry = schema.entry
        await floor.store.change(
            lambda connection: connection.execute(
                entry.delete().where(entry.c.table == info.id, entry.c.number == last - 1)
            )
        )
        with pytest.raises(ValueError, match=f"entry {last} was changed"):
            await floor.view(info.id, ann)


async def test_a_replayed_round_looks_as_it_did_live(floor: Floor) -> None:
    people = [(await floor.guest())[0] for _ in range(2)]
    info = await opened(floor, "three-card-poker", clock="never")
    crowd = Crowd(floor, info, people, "past")
    for number in range(4):
        while (await floor.view(info.id, None)).round == number:
            await crowd.move()
        table = await live(floor, info.id)
        shown = [moment for moment in table.moments if moment.seq // STEPS_PER_ROUND == number]
        past = await floor.past_round(info.id, number)
        assert [moment.seq for moment in past] == [moment.seq for moment in shown]
        assert [moment.state for moment in past] == [view(moment.step.state, SURVEILLANCE) for moment in shown]
    assert await floor.past_round(info.id, 0), "and the first is still there"


async def test_looking_writes_nothing(house: House) -> None:
    async with house.floor() as floor:
        ann, _ = await floor.guest()
        info = await opened(floor, "blackjack", clock="never")
        await Crowd(floor, info, [ann], "looked at").play(2)
        before = await everything(floor)
    async with house.floor() as floor:
        await floor.view(info.id, ann, offers=True)
        await floor.view(info.id, None)
        await floor.past_round(info.id, 0)
        await floor.shuffles(info.id, None)
        await floor.tape(info.id)
        (await live(floor, info.id)).view(ann)
        after = await everything(floor)
    assert after == before


async def test_a_manual_dealer_continues_in_the_middle_of_a_hand(house: House) -> None:
    floor = await house.open()
    ann, _ = await floor.guest()
    dealer = await staff(floor, Role.DEALER)
    info = await opened(floor, "caribbean-stud", dealer="person")
    crowd = Crowd(floor, info, [ann], "by hand", dealer)
    await crowd.move()
    seen = await floor.view(info.id, ann)
    kinds = []
    while seen.ask is not None and seen.ask["kind"] in ("shuffle", "card"):
        kinds.append(seen.ask["kind"])
        await crash(floor)
        floor = crowd.floor = await house.open()
        assert (await floor.view(info.id, ann)).ask == seen.ask
        await floor.command(info.id, dealer, Draw())
        seen = await floor.view(info.id, ann)
    assert kinds[0] == "shuffle"
    assert kinds.count("card") == 10
    await books_are_right(floor, [ann])
    await floor.close()
