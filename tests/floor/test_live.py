"""Live tables: every command and refusal, keys, clocks, bots, and a person dealing.

Random play at every game, bots included, is in `test_ledger`.
"""

from __future__ import annotations

import asyncio
import gc
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from random import Random
from typing import Any, get_args

import pytest
from sqlalchemy import Connection, update

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.floor import floor as floor_module
from pitboss.floor import receipts, schema
from pitboss.floor.batch import Batch
from pitboss.floor.commands import (
    COMMANDS,
    Act,
    AddBot,
    BuyIn,
    CallIrregularity,
    Close,
    CloseTable,
    Command,
    Decide,
    Draw,
    EndRound,
    HandOver,
    Leave,
    Ready,
    RemoveBot,
    Sit,
    WrongRole,
)
from pitboss.floor.floor import Floor, NoSuchRound, NoSuchTable
from pitboss.floor.people import Person, Role
from pitboss.floor.sight import VisibleTable
from pitboss.floor.store import CommitFailed, KeyReused
from pitboss.table import Refused
from pitboss.table.game import game_class
from pitboss.table.steps import AskDecision
from tests.shared.every_game import every_family, every_game, has_decisions
from tests.shared.waiting import loop_turn

from .house import STAKE, Crowd, House, books_are_right, everything, live, opened, quiet, staff

pytestmark = pytest.mark.anyio
KINDS = list(get_args(get_args(Command)[0]))
PASS = Act(verb="make", wager="pass", amount=10_00)


async def guests(floor: Floor, number: int) -> list[Person]:
    return [(await floor.guest())[0] for _ in range(number)]


async def wager(floor: Floor, table: int, person: Person) -> Act:
    """Make the first wager that the layout offers someone."""
    seen = await floor.view(table, person, offers=True)
    assert seen.offers
    first = seen.offers[0]
    amount = max(first.least, 10_00 // first.least * first.least)
    amount = amount if first.most is None else min(amount, first.most)
    act = Act(verb="make", wager=first.wager, amount=amount, spot=first.spot)
    await floor.command(table, person, act)
    return act


def glance(seen: VisibleTable) -> str:
    """A view without the remaining time."""
    return seen.model_dump_json(exclude={"deadline"})


# ---- what each command does


async def test_a_session_at_craps_command_by_command(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "craps")).id
    grant = await floor.bankroll(ann)

    async def at_table() -> tuple[int, int, int]:
        """Rack, layout, bankroll."""
        seen = await floor.view(table, ann)
        return seen.rack, sum(one["amount"] for one in seen.state.get("wagers", [])), await floor.bankroll(ann)

    await floor.command(table, ann, Sit(amount=200_00, position=3))
    assert (await floor.view(table, ann)).you == 3
    assert await floor.seats_of(ann) == {table: 3}
    assert await floor.taken_seats() == {table: 1}
    assert await at_table() == (200_00, 0, grant - 200_00)
    await floor.command(table, ann, BuyIn(amount=50_00))
    assert await at_table() == (250_00, 0, grant - 250_00)
    await floor.command(table, ann, PASS)
    await floor.command(table, ann, Act(verb="increase", wager="pass", amount=15_00))
    assert await at_table() == (225_00, 25_00, grant - 250_00)
    await floor.command(table, ann, Act(verb="reduce", wager="pass", amount=5_00))
    await floor.command(table, ann, Act(verb="make", wager="field", amount=4_00))
    await floor.command(table, ann, Act(verb="remove", wager="field"))
    assert await at_table() == (230_00, 20_00, grant - 250_00)
    with pytest.raises(Refused, match="wagers on the layout"):
        await floor.command(table, ann, Leave())
    round = (await floor.view(table, ann)).round
    answer = await floor.command(table, ann, Ready())
    assert answer["round"] == round + 1
    assert answer["entry"] == len(await floor.tape(table))
    while (await floor.view(table, ann)).state.get("wagers"):
        await floor.command(table, ann, Ready())
    rack, laid, held = await at_table()
    assert (rack, laid) in ((270_00, 0), (230_00, 0))
    await floor.command(table, ann, Leave())
    assert await floor.bankroll(ann) == held + rack
    assert await floor.seats_of(ann) == {} == await floor.taken_seats()
    await books_are_right(floor, [ann])


@every_game()
async def test_a_seated_player_can_wager_and_play_a_round(sqlite_floor: Floor, game: str) -> None:
    (ann,) = await guests(sqlite_floor, 1)
    table = (await opened(sqlite_floor, game)).id
    await sqlite_floor.command(table, ann, Sit(amount=STAKE))
    act = await wager(sqlite_floor, table, ann)
    seen = await sqlite_floor.view(table, ann)
    assert any(one["kind"] == act.wager and one["amount"] == act.amount for one in seen.state["wagers"])
    begun = seen.round
    if game_class(game).hosting_type.least_players > 1:  # a game against other players needs a second one
        await sqlite_floor.command(table, ann, AddBot(strategy="cautious"))
    elif seen.lacking:  # a second hand must be equal to the first
        lie = {one["kind"] for one in seen.state["wagers"]}
        offers = (await sqlite_floor.view(table, ann, offers=True)).offers or ()
        other = next(offer for offer in offers if offer.wager not in lie)
        act = Act(verb="make", wager=other.wager, amount=act.amount, spot=other.spot)
        await sqlite_floor.command(table, ann, act)
    await sqlite_floor.command(table, ann, Ready())
    while (seen := await sqlite_floor.view(table, ann)).round == begun:
        assert seen.ask is not None
        assert (seen.ask["kind"], seen.ask.get("position")) == ("decision", seen.you), seen.ask
        await sqlite_floor.command(table, ann, Decide(choice=seen.ask["default"]))
    assert seen.ask is not None
    # The betting is open again, or the bank is offered first.
    assert seen.ask["kind"] == "wagers" or "bank" in seen.ask["choices"], seen.ask
    await books_are_right(sqlite_floor, [ann])


async def test_the_table_closes_and_everybody_gets_their_chips(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    boss = await staff(floor, Role.FLOORPERSON)
    table = (await opened(floor, "roulette")).id
    before = await floor.bankroll(ann)
    await floor.command(table, ann, Sit(amount=STAKE))
    await floor.command(table, ben, Sit(amount=STAKE))
    await wager(floor, table, ann)
    await floor.command(table, boss, CloseTable())
    assert await floor.bankroll(ann) == before == await floor.bankroll(ben)
    assert await floor.seats_of(ann) == {}
    assert await floor.tables() == []
    assert [info.closed for info in await floor.tables(closed=True)] == [True]
    with pytest.raises(Refused, match="is closed"):
        await floor.command(table, ann, Sit(amount=STAKE))
    await books_are_right(floor, [ann, ben])


async def test_a_closed_table_stays_closed_after_a_restart(house: House) -> None:
    async with house.floor() as floor:
        boss = await staff(floor, Role.FLOORPERSON)
        table = (await opened(floor, "craps")).id
        await floor.command(table, boss, CloseTable())
    async with house.floor() as floor:
        (ann,) = await guests(floor, 1)
        with pytest.raises(Refused, match="is closed"):
            await floor.command(table, ann, Sit(amount=STAKE))


async def test_an_idle_player_without_wagers_loses_the_seat(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    table = (await opened(floor, "roulette", clock="always", betting_seconds=600)).id
    await floor.command(table, ann, Sit(amount=STAKE))
    await floor.command(table, ben, Sit(amount=STAKE))
    await wager(floor, table, ben)
    shown = await live(floor, table)
    shown.seats.vacate_idle(3600.0)
    await floor.command(table, ben, BuyIn(amount=1))  # everything queued before this is done
    assert len((await floor.view(table, ben)).seats) == 2
    shown.seats.vacate_idle(-1.0)
    await floor.command(table, ben, BuyIn(amount=1))
    seen = await floor.view(table, ben)
    assert [(seat.position, seat.name) for seat in seen.seats] == [(2, ben.name)]
    assert await floor.seats_of(ann) == {}
    await books_are_right(floor, [ann, ben])


# ---- tables


async def test_an_unlawful_layout_opens_no_table(sqlite_floor: Floor) -> None:
    with pytest.raises(Unlawful, match="1 to 1 is too low"):
        await sqlite_floor.open_table(Layout.of("craps", odds={"field.12": "1 to 1"}))
    assert await sqlite_floor.tables(closed=True) == []


async def test_1_4_b_a_table_opens_only_with_the_odds_of_the_other_open_tables_of_its_game(sqlite_floor: Floor) -> None:
    boss = await staff(sqlite_floor, Role.FLOORPERSON)
    first = await sqlite_floor.open_table(Layout.of("craps"), "North")
    raised = Layout.of("craps", odds={"field.12": "3 to 1"})
    with pytest.raises(Unlawful, match=rf"1\.4\(b\).*3 to 1, but 2 to 1 at North \(table {first.id}\)"):
        await sqlite_floor.open_table(raised)
    await sqlite_floor.open_table(Layout.of("craps", options={"max_odds_pass": "10x"}))
    await sqlite_floor.open_table(Layout.of("craps", date(2008, 6, 1), odds={"field.12": "3 to 1"}))
    for info in await sqlite_floor.tables():
        await sqlite_floor.command(info.id, boss, CloseTable())
    await sqlite_floor.open_table(raised)
    with pytest.raises(Unlawful, match="2 to 1, but 3 to 1"):
        await sqlite_floor.open_table(Layout.of("craps"))


async def test_1_4_b_two_processes_that_open_at_once_do_not_open_with_different_odds(
    postgres_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    both, true = threading.Barrier(2), floor_module._beside

    def looked(connection: Connection, layout: Layout) -> dict[str, Layout]:
        """Wait until the other request has checked too, unless it is kept out."""
        beside = true(connection, layout)
        with suppress(threading.BrokenBarrierError):
            both.wait(0.5)
        return beside

    async with postgres_house.floor() as one, postgres_house.floor() as two:
        monkeypatch.setattr(floor_module, "_beside", looked)
        layouts = (Layout.of("craps"), Layout.of("craps", odds={"field.12": "3 to 1"}))
        opening = (floor.open_table(layout) for floor, layout in zip((one, two), layouts, strict=True))
        done = await asyncio.gather(*opening, return_exceptions=True)
        assert [type(answer) for answer in done].count(Unlawful) == 1, done
        assert len(await one.tables()) == 1


async def test_requests_for_missing_things_say_so(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "craps")).id
    before = await everything(floor)
    for asked in (
        floor.view(table + 1, ann),
        floor.command(table + 1, ann, Sit(amount=1)),
        floor.tape(table + 1),
        floor.past_round(table + 1, 0),
    ):
        with pytest.raises(NoSuchTable, match=f"no table {table + 1}"):
            await asked
    for number in (-1, 1, 10**6):
        with pytest.raises(NoSuchRound, match="there are rounds 0 to 0"):
            await floor.past_round(table, number)
    assert await everything(floor) == before
    gc.collect()  # the exceptions caught above still hold their locks
    assert not floor._loading, "failed requests are not remembered"


async def test_a_person_opens_a_limited_number_of_tables(sqlite_floor: Floor) -> None:
    ann, ben = await guests(sqlite_floor, 2)
    layout = Layout.of("high-card")
    opened = [await sqlite_floor.open_table(layout, f"  Ann's   {number} ", by=ann) for number in range(20)]
    assert opened[0].name == "Ann's 0"
    with pytest.raises(Refused, match="20 tables open"):
        await sqlite_floor.open_table(layout, by=ann)
    await sqlite_floor.command(opened[0].id, await staff(sqlite_floor, Role.FLOORPERSON), CloseTable())
    await sqlite_floor.open_table(layout, by=ann)
    await sqlite_floor.open_table(layout, by=ben)


# ---- refusals change nothing


def samples(kind: type[Any]) -> Command:
    """A plausible command of a kind."""
    needed: dict[str, Any] = {
        "amount": 10_00, "verb": "make", "wager": "pass", "choice": "accept", "position": 1,
        "irregularity": "die_off_table", "dealer": "person", "person": 1, "name": "Ann",
    }  # fmt: skip
    given = {name: needed[name] for name, field in kind.model_fields.items() if field.is_required() and name != "do"}
    command: Command = COMMANDS.validate_python({"do": kind.model_fields["do"].default} | given)
    return command


@pytest.mark.parametrize("role", list(Role))
async def test_a_command_is_for_its_roles_only(sqlite_floor: Floor, role: Role) -> None:
    person = (await guests(sqlite_floor, 1))[0] if role is Role.PLAYER else await staff(sqlite_floor, role)
    table = (await opened(sqlite_floor, "craps")).id
    others = [kind for kind in KINDS if role not in kind.roles]
    assert others
    before = await everything(sqlite_floor)
    for kind in others:
        with pytest.raises(WrongRole, match=f"this token is a {role.value}'s"):
            await sqlite_floor.command(table, person, samples(kind))
    assert await everything(sqlite_floor) == before


def test_surveillance_commands_nothing() -> None:
    assert not any(Role.SURVEILLANCE in kind.roles for kind in KINDS)


REFUSED: list[tuple[str, Command, str]] = [
    ("ann", Sit(amount=1_00), "you already sit at position 1"),
    ("cyd", Sit(amount=1_00, position=1), "position 1 is taken"),
    ("cyd", Sit(amount=1_00, position=9), "there are positions 1 to 8"),
    ("cyd", Sit(amount=10**9), "more than your bankroll"),
    ("ann", BuyIn(amount=10**9), "more than your bankroll"),
    ("cyd", Act(verb="make", wager="pass", amount=5_00), "you do not sit at this table"),
    ("cyd", Ready(), "you do not sit at this table"),
    ("cyd", Leave(), "you do not sit at this table"),
    ("ann", Leave(), "wagers on the layout"),
    ("ann", Act(verb="make", wager="pass", amount=5_00, position=2), "position 2 is not yours"),
    ("ann", Act(verb="remove", wager="pass", position=2), "position 2 is not yours"),
    ("ann", Act(verb="make", wager="pass", amount=5_01), "not a whole number of"),
    ("ann", Act(verb="make", wager="pass"), "how much"),
    ("ann", Act(verb="make", wager="moon", amount=5_00), "no wager 'moon'"),
    ("ann", Act(verb="fly", wager="pass", amount=5_00), "is not an action"),
    ("ann", Act(verb="make", wager="pass", amount=10**12), "more than the"),
    ("ann", Act(verb="sit", amount=5_00), "is a command"),
    ("ann", Act(verb="leave"), "is a command"),
    ("ann", Act(verb="buy_in", amount=5_00), "is a command"),
    ("ann", Decide(choice="accept"), "no decision now"),
    ("ann", Decide(choice="accept", position=2), "position 2 is not yours"),
    ("ann", RemoveBot(position=2), "no bot at position 2"),
    ("cyd", AddBot(), "you do not sit at this table"),
    ("boss", AddBot(position=1), "position 1 is taken"),
    ("boss", AddBot(position=64), "there are positions 1 to 8"),
    ("dealer", Draw(), "no random event is pending"),
    ("boss", CallIrregularity(irregularity="rain"), "no irregularity 'rain'"),
    ("boss", CallIrregularity(irregularity="die_off_table"), "not at wager"),
]


async def test_each_refusal_says_why_and_changes_nothing(floor: Floor) -> None:
    ann, ben, cyd = await guests(floor, 3)
    people = {"ann": ann, "ben": ben, "cyd": cyd}
    people |= {"boss": await staff(floor, Role.FLOORPERSON), "dealer": await staff(floor, Role.DEALER)}
    table = (await opened(floor, "craps", clock="never")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    await floor.command(table, ben, Sit(amount=STAKE))
    await floor.command(table, ann, PASS)
    await floor.command(table, ben, PASS)
    before = await everything(floor), [glance(await floor.view(table, one, offers=True)) for one in people.values()]
    for who, command, reason in REFUSED:
        with pytest.raises(Refused) as refused:
            await floor.command(table, people[who], command, key=f"{who} {reason}")
        assert reason in str(refused.value), command
    after = await everything(floor), [glance(await floor.view(table, one, offers=True)) for one in people.values()]
    assert after == before


def random_command(random: Random, game: str, wagers: list[str], choices: list[str]) -> Command:
    """Any command, lawful or not."""
    words = [*wagers, "", "no_such_wager"]
    verbs = ["make", "increase", "reduce", "remove", "on", "off", "fly", "pass_dice"]
    place = random.choice((None, 1, 2, 3, 64))
    events = [*rules_of(game).irregularities, "rain"]
    made: list[Callable[[], Command]] = [
        lambda: Sit(amount=random.choice((1, 100_00, 10**12)), position=place),
        lambda: BuyIn(amount=random.choice((1, 100_00, 10**12))),
        lambda: Leave(),
        lambda: Act(
            verb=random.choice(verbs),
            wager=random.choice(words),
            amount=random.choice((0, 1, 5_00, 10_00, 30_00, 10**12)),
            spot=random.choice(("", "", "5", "1-2", "x")),
            coupon=random.choice((0, 0, 0, 5_00)),
            chips=random.choice((0, 0, 0, 3)),
            position=place,
        ),
        lambda: Decide(choice=random.choice([*choices, "accept", "fly"]), position=place),
        lambda: Ready(),
        lambda: AddBot(position=place, strategy=random.choice(("random", "cautious"))),
        lambda: RemoveBot(position=place or 1),
        lambda: Close(),
        lambda: Draw(all=random.random() < 0.5),
        lambda: CallIrregularity(irregularity=random.choice(events)),
        lambda: HandOver(dealer=random.choice(("automatic", "person"))),
        lambda: EndRound(),
    ]
    weights = [2, 2, 1, 8, 6, 3, 1, 1, 3, 3, 2, 0.2, 0.5]
    return random.choices(made, weights)[0]()


@every_family()
async def test_any_command_is_carried_out_or_changes_nothing(sqlite_floor: Floor, game: str) -> None:
    random = Random(f"whatever {game}")
    ann, ben, cyd = await guests(sqlite_floor, 3)
    dealer, boss = await staff(sqlite_floor, Role.DEALER), await staff(sqlite_floor, Role.FLOORPERSON)
    info = await opened(sqlite_floor, game, clock="never", seats=3, dealer="person")
    table, wagers = info.id, list(Layout.of(game).wagers)
    crowd = Crowd(sqlite_floor, info, [ann, ben], "whatever", dealer, boss)
    refused = 0
    for _ in range(30):
        await crowd.move()
        seen, before = await sqlite_floor.view(table, None), await everything(sqlite_floor)
        assert seen.ask is not None
        person = random.choice((ann, ben, cyd, dealer, boss))
        command = random_command(random, game, wagers, seen.ask.get("choices", []))
        try:
            answer = await sqlite_floor.command(table, person, command)
        except (Refused, WrongRole) as refusal:
            refused += 1
            assert str(refusal)
            assert await everything(sqlite_floor) == before, command
            assert glance(await sqlite_floor.view(table, None)) == glance(seen)
        else:
            after = await everything(sqlite_floor)
            assert answer["entry"] == len(after["entry"]) == (await sqlite_floor.view(table, None)).entry
    assert refused
    await books_are_right(sqlite_floor)


# ---- idempotency keys


async def test_a_repeated_key_is_carried_out_once(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "craps")).id
    sat = await floor.command(table, ann, Sit(amount=STAKE), key="sit")
    made = await floor.command(table, ann, PASS, key="a")
    before = await everything(floor)
    assert await floor.command(table, ann, PASS, key="a") == made | {"repeated": True}
    assert await floor.command(table, ann, Sit(amount=STAKE), key="sit") == sat | {"repeated": True}
    assert await everything(floor) == before
    more = await floor.command(table, ann, PASS, key="b")
    assert more["entry"] == made["entry"] + 1


async def test_a_key_repeated_many_times_at_once_is_carried_out_once(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "craps")).id
    sits = await asyncio.gather(*(floor.command(table, ann, Sit(amount=STAKE), key="s") for _ in range(8)))
    acts = await asyncio.gather(*(floor.command(table, ann, PASS, key="k") for _ in range(8)))
    for answers in (sits, acts):
        assert sum("repeated" not in answer for answer in answers) == 1
        assert len({answer["entry"] for answer in answers}) == 1
    assert (await floor.view(table, ann)).rack == STAKE - PASS.amount
    await books_are_right(floor, [ann])


async def test_the_same_key_after_a_restart(house: House) -> None:
    async with house.floor() as floor:
        ann, token = await floor.guest()
        table = (await opened(floor, "craps")).id
        sat = await floor.command(table, ann, Sit(amount=STAKE), key="sit")
        made = await floor.command(table, ann, PASS, key="a")
    async with house.floor() as floor:
        again = await floor.person(token)
        assert again == ann
        before = await everything(floor)
        assert await floor.command(table, ann, PASS, key="a") == made | {"repeated": True}
        assert await floor.command(table, ann, Sit(amount=STAKE), key="sit") == sat | {"repeated": True}
        assert await everything(floor) == before


async def test_a_key_belongs_to_one_person_one_table_and_one_command(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    table, other = [(await opened(floor, "craps")).id for _ in range(2)]
    await floor.command(table, ann, Sit(amount=STAKE), key="k")
    before = await everything(floor)
    for command in (PASS, Sit(amount=STAKE + 1), Leave()):
        with pytest.raises(KeyReused, match="'k' was used for another request"):
            await floor.command(table, ann, command, key="k")
    assert await everything(floor) == before
    assert "repeated" not in await floor.command(table, ben, Sit(amount=STAKE), key="k")
    assert "repeated" not in await floor.command(other, ann, Sit(amount=STAKE), key="k")


async def test_a_refused_request_may_be_repeated_with_its_key(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "craps")).id
    with pytest.raises(Refused):
        await floor.command(table, ann, PASS, key="k")
    await floor.command(table, ann, Sit(amount=STAKE))
    assert "repeated" not in await floor.command(table, ann, PASS, key="k")


async def test_an_old_key_is_known_after_many_others(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receipts, "MOST_RECEIPTS", 3)
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "craps")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    made = [await floor.command(table, ann, PASS, key=f"k{number}") for number in range(8)]
    before = await everything(floor)
    for _ in range(2):
        for number, answer in enumerate(made):
            assert await floor.command(table, ann, PASS, key=f"k{number}") == answer | {"repeated": True}
        await (await live(floor, table)).stop()  # once more when the receipts are only in the database
    assert await everything(floor) == before


async def test_an_expired_key_may_be_used_again(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "craps")).id
    await floor.command(table, ann, Sit(amount=STAKE), key="k")
    await floor.store.change(lambda connection: connection.execute(update(schema.receipt).values(at=0.0)))
    await floor.housekeeping.sweep()  # the first sweep notes its age
    await floor.housekeeping.sweep()
    await (await live(floor, table)).stop()  # no one remembers it
    answer = await floor.command(table, ann, PASS, key="k")
    assert "repeated" not in answer
    assert await floor.command(table, ann, PASS, key="k") == answer | {"repeated": True}


async def test_a_command_is_carried_out_although_its_client_disconnects(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "craps")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    asked = asyncio.create_task(floor.command(table, ann, PASS, key="k"))
    await loop_turn()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await floor.command(table, ann, PASS, key="k")
    assert (await floor.view(table, ann)).rack == STAKE - PASS.amount


# ---- several people, and clocks


async def test_the_round_waits_until_everybody_is_ready(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    table = (await opened(floor, "roulette", clock="never")).id
    for person in (ann, ben):
        await floor.command(table, person, Sit(amount=STAKE))
        await wager(floor, table, person)
    assert (await floor.command(table, ann, Ready()))["round"] == 0
    assert (await floor.view(table, ben)).ready == [1]
    await wager(floor, table, ann)
    assert (await floor.view(table, ben)).ready == [], "a player who wagers again is no longer ready"
    await floor.command(table, ann, Ready())
    assert (await floor.command(table, ben, Ready()))["round"] == 1
    assert (await floor.view(table, ben)).ready == []


@pytest.mark.parametrize("wager", ["lay_4", "field"])
async def test_1_8_the_shooter_learns_which_wager_is_missing_before_the_come_out_roll(
    sqlite_floor: Floor, wager: str
) -> None:
    """With only a lay or field bet no dice are rolled: the button is disabled and says why, until a line bet enables
    it."""
    (ann,) = await guests(sqlite_floor, 1)
    table = (await opened(sqlite_floor, "craps")).id
    await sqlite_floor.command(table, ann, Sit(amount=500_00))
    offers = (await sqlite_floor.view(table, ann, offers=True)).offers or []
    amount = next(one.least for one in offers if one.wager == wager)
    await sqlite_floor.command(table, ann, Act(verb="make", wager=wager, amount=amount))
    lacking = (await sqlite_floor.view(table, ann)).lacking
    assert lacking.startswith("you have the dice: make a Pass Bet or Don't Pass Bet before the come-out roll (N.J.A.C.")
    with pytest.raises(Refused, match=r"you have the dice: .*1\.8"):
        await sqlite_floor.command(table, ann, Ready())
    await sqlite_floor.command(table, ann, PASS)
    assert (await sqlite_floor.view(table, ann)).lacking == ""
    await sqlite_floor.command(table, ann, Ready())


async def test_only_the_position_that_is_asked_can_decide(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    table = (await opened(floor, "blackjack", clock="never")).id
    for person in (ann, ben):
        await floor.command(table, person, Sit(amount=STAKE))
    people = {1: ann, 2: ben}
    asked: set[int] = set()
    for _ in range(30):
        seen = await floor.view(table, ann)
        assert seen.ask is not None
        if seen.ask["kind"] == "wagers":
            for person in (ann, ben):
                await wager(floor, table, person)
            for person in (ann, ben):
                await floor.command(table, person, Ready())
            continue
        position, before = seen.ask["position"], await everything(floor)
        with pytest.raises(Refused, match=f"position {position} decides now, not position {3 - position}"):
            await floor.command(table, people[3 - position], Decide(choice=seen.ask["default"]))
        assert await everything(floor) == before
        await floor.command(table, people[position], Decide(choice=seen.ask["default"]))
        asked.add(position)
    assert asked == {1, 2}
    await books_are_right(floor, [ann, ben])


async def test_11_9_all_players_set_their_hands_at_once_in_any_order(house: House) -> None:
    async with house.floor() as floor:
        ann, ben, carl = await guests(floor, 3)
        table = (await opened(floor, "pai-gow-poker", clock="always", betting_seconds=600, decision_seconds=600)).id
        for person in (ann, ben, carl):
            await floor.command(table, person, Sit(amount=STAKE))
            await wager(floor, table, person)
        for person in (ann, ben, carl):
            await floor.command(table, person, Ready())
        asks = [(await floor.view(table, person)).ask or {} for person in (ann, ben, carl)]
        assert [ask["position"] for ask in asks] == [1, 2, 3], "each player is asked"
        assert all(ask["positions"] == [1, 2, 3] for ask in asks)
        clock = (await live(floor, table)).clock.question
        await floor.command(table, carl, Decide(choice="house_way"))
        with pytest.raises(Refused, match="positions 1 and 2 decide now, not position 3"):
            await floor.command(table, carl, Decide(choice="house_way"))
        assert (await live(floor, table)).clock.question == clock, "there is one clock for all"
    async with house.floor() as floor:  # hands that were set stay set, and the other players are still asked
        asks = [(await floor.view(table, person)).ask or {} for person in (ann, ben, carl)]
        assert [ask["position"] for ask in asks] == [1, 2, 1]
        await floor.command(table, ben, Decide(choice="house_way"))
        shown = await live(floor, table)
        shown.enqueue(lambda: shown.clock.expire(shown.clock.question))
        await until(floor, table, lambda seen: seen.round == 1)
        said = [json.loads(line) for line in await floor.tape(table)]
        decided = [entry["reply"] for entry in said if entry.get("to") == "decision"]
        assert decided[-3:] == [[3, "house_way"], [2, "house_way"], "house_way"]
        await books_are_right(floor, [ann, ben, carl])


async def test_a_surrender_at_once_leaves_the_clock_of_the_others_running(sqlite_floor: Floor) -> None:
    people = await guests(sqlite_floor, 3)
    table = (await opened(sqlite_floor, "asia-poker", clock="always", decision_seconds=600)).id
    for person in people:
        await sqlite_floor.command(table, person, Sit(amount=STAKE))
        await wager(sqlite_floor, table, person)
    for person in people:
        await sqlite_floor.command(table, person, Ready())
    clock, deadline = (await live(sqlite_floor, table)).clock.question, (await live(sqlite_floor, table)).deadline
    await sqlite_floor.command(table, people[1], Decide(choice="surrender"))
    shown = await live(sqlite_floor, table)
    assert not shown.state.wagers_of(2), "the wager is accepted while the others still decide"
    assert isinstance(shown.dealer.ask, AskDecision)
    assert {one.position for one in shown.dealer.ask.open_questions} == {1, 3}
    assert (shown.clock.question, shown.deadline) == (clock, deadline)


async def until(floor: Floor, table: int, reached: Callable[[VisibleTable], bool]) -> VisibleTable:
    """Wait until the table has reached a state; returns its view."""
    async with asyncio.timeout(120):
        async for seen in floor.watch(table, None):
            if reached(seen):
                return seen
    raise AssertionError


async def test_the_clock_closes_the_betting(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    table = (await opened(floor, "roulette", betting_seconds=1)).id
    await floor.command(table, ann, Sit(amount=STAKE))
    await wager(floor, table, ann)
    alone = (await floor.view(table, ann)).deadline
    assert alone is not None
    assert alone > 60, "a lone player has time"
    await floor.command(table, ben, Sit(amount=STAKE))
    deadline = (await floor.view(table, ann)).deadline
    assert deadline is not None
    assert 0 < deadline <= 1
    await wager(floor, table, ben)
    later = (await floor.view(table, ann)).deadline
    assert later is not None
    assert later <= deadline, "the clock keeps running, whoever wagers"
    seen = await until(floor, table, lambda seen: seen.round == 1)
    assert seen.deadline is None, "the layout is still empty"
    assert "wagers" not in seen.state
    await books_are_right(floor, [ann, ben])


async def test_a_late_decision_is_taken_by_default(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    table = (await opened(floor, "three-card-poker", clock="always", betting_seconds=600, decision_seconds=1)).id
    for person in (ann, ben):
        await floor.command(table, person, Sit(amount=STAKE))
        await wager(floor, table, person)
    await floor.command(table, ann, Ready())
    await floor.command(table, ben, Ready())
    first = await floor.view(table, ann)
    assert first.ask is not None
    assert first.ask["kind"] == "decision"
    assert first.deadline is not None
    await until(floor, table, lambda seen: seen.round == 1)
    said = [json.loads(line) for line in await floor.tape(table)]
    decided = [entry["reply"] for entry in said if entry.get("to") == "decision"]
    assert decided == [first.ask["default"]] * 2
    await books_are_right(floor, [ann, ben])


async def test_a_late_timer_does_nothing(sqlite_floor: Floor) -> None:
    (ann,) = await guests(sqlite_floor, 1)
    table = (await opened(sqlite_floor, "roulette", clock="always", betting_seconds=600)).id
    await sqlite_floor.command(table, ann, Sit(amount=STAKE))
    await wager(sqlite_floor, table, ann)
    shown = await live(sqlite_floor, table)
    clock = shown.clock.question
    assert clock is not None
    await sqlite_floor.command(table, ann, Ready())
    await wager(sqlite_floor, table, ann)
    before = await everything(sqlite_floor)
    shown.enqueue(lambda: shown.clock.expire(clock))
    await quiet(shown)
    assert await everything(sqlite_floor) == before


# ---- bots


@every_family(having=has_decisions)
async def test_the_best_bot_computes_its_strategy_and_plays(sqlite_floor: Floor, game: str) -> None:
    await _keep_company(sqlite_floor, game, "best", 4)


@pytest.mark.slow
@every_game()
@pytest.mark.parametrize("strategy", ["random", "cautious", "best"])
async def test_bots_accompany_players_for_hundreds_of_rounds(sqlite_floor: Floor, game: str, strategy: str) -> None:
    await _keep_company(sqlite_floor, game, strategy, 250)


async def _keep_company(floor: Floor, game: str, strategy: Any, rounds: int) -> None:
    (ann,) = await guests(floor, 1)
    info = await opened(floor, game, clock="never", seats=4)
    crowd = Crowd(floor, info, [ann], f"bots {strategy}", bots=[strategy] * 3)
    async with asyncio.timeout(600):
        await crowd.play(rounds)
    tape = [json.loads(line) for line in await floor.tape(info.id)]
    acted = {entry["reply"]["position"] for entry in tape if isinstance(entry.get("reply"), dict)}
    assert len(acted) == 4, "all have played"
    await books_are_right(floor, [ann])


async def test_bots_do_not_play_alone(sqlite_floor: Floor) -> None:
    boss = await staff(sqlite_floor, Role.FLOORPERSON)
    table = (await opened(sqlite_floor, "roulette")).id
    await sqlite_floor.command(table, boss, AddBot(strategy="random"))
    seen = await sqlite_floor.view(table, boss)
    assert "wagers" not in seen.state
    assert [seat.bot for seat in seen.seats] == ["random"]


@pytest.mark.parametrize("game", ["roulette", "craps", "caribbean-stud"])
async def test_a_removed_bot_leaves_when_its_wagers_are_decided(floor: Floor, game: str) -> None:
    (ann,) = await guests(floor, 1)
    boss = await staff(floor, Role.FLOORPERSON)
    info = await opened(floor, game, clock="never")
    crowd = Crowd(floor, info, [ann], "sent away", bots=["cautious", "random"])
    await crowd.play(3)
    while (seen := await floor.view(info.id, ann)).ask and seen.ask["kind"] != "wagers":
        await crowd.move()
    for seat in seen.seats:
        if seat.bot:
            await floor.command(info.id, boss, RemoveBot(position=seat.position))
    for _ in range(100):
        seen = await floor.view(info.id, ann)
        if not any(seat.bot for seat in seen.seats):
            break
        assert {seat.bot for seat in seen.seats} <= {"", "leaving"}
        await crowd.move()
    assert not any(seat.bot for seat in seen.seats)
    await books_are_right(floor, [ann])
    for position in range(1, info.seats + 1):
        assert await floor.bankroll(floor.bot_person(info.id, position)) == 0, "a bot still has money"


# ---- a person deals


async def test_a_person_deals_step_by_step(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    dealer, boss = await staff(floor, Role.DEALER), await staff(floor, Role.FLOORPERSON)
    table = (await opened(floor, "three-card-poker")).id
    await floor.command(table, boss, HandOver(dealer="person"))
    assert (await floor.view(table, ann)).table.dealer == "person"
    await floor.command(table, ann, Sit(amount=STAKE))
    await wager(floor, table, ann)
    await floor.command(table, ann, Ready())
    seen = await floor.view(table, ann)
    assert seen.ask is not None
    assert seen.ask["kind"] == "wagers", "nothing is dealt before the dealer does"
    with pytest.raises(Refused, match="the round waits for a wager"):
        await floor.command(table, dealer, Draw())
    await floor.command(table, dealer, Close())
    with pytest.raises(Refused, match="closed already"):
        await floor.command(table, dealer, Close())
    asked: list[str] = []
    while (seen := await floor.view(table, ann)).round == 0:
        assert seen.ask is not None
        asked.append(seen.ask["kind"])
        if seen.ask["kind"] == "decision":
            with pytest.raises(Refused, match="no random event is pending"):
                await floor.command(table, dealer, Draw())
            await floor.command(table, ann, Decide(choice="play"))
        else:
            with pytest.raises(Refused):
                await floor.command(table, ann, Act(verb="make", wager="ante", amount=5_00))
            entry = (await floor.command(table, dealer, Draw()))["entry"]
            more = 2 if asked[-1] == "settlement" else 0  # the end of the round, and the commitments of the next one
            more += (await floor.view(table, ann)).deadline is not None  # Ann's deadline
            assert entry == seen.entry + 1 + more, "one card at a time"
    assert asked == ["shuffle", *["card"] * 6, "decision", "settlement"]
    await floor.command(table, boss, HandOver(dealer="automatic"))
    await wager(floor, table, ann)
    await floor.command(table, ann, Ready())
    seen = await floor.view(table, ann)
    assert seen.ask is not None
    assert seen.ask["kind"] == "decision", "dealt automatically again"
    await books_are_right(floor, [ann])


async def test_the_dealer_stays_the_same_after_a_restart(house: House) -> None:
    async with house.floor() as floor:
        table = (await opened(floor, "craps")).id
        await floor.command(table, await staff(floor, Role.FLOORPERSON), HandOver(dealer="person"))
    async with house.floor() as floor:
        assert (await floor.view(table, None)).table.dealer == "person"


async def test_draw_all_deals_to_the_next_question(sqlite_floor: Floor) -> None:
    (ann,) = await guests(sqlite_floor, 1)
    dealer = await staff(sqlite_floor, Role.DEALER)
    table = (await opened(sqlite_floor, "caribbean-stud", dealer="person")).id
    await sqlite_floor.command(table, ann, Sit(amount=STAKE))
    await wager(sqlite_floor, table, ann)
    await sqlite_floor.command(table, dealer, Close())
    await sqlite_floor.command(table, dealer, Draw(all=True))
    seen = await sqlite_floor.view(table, ann)
    assert seen.ask is not None
    assert seen.ask["kind"] == "decision"


# ---- irregularities


@every_family()
async def test_every_irregularity_is_called_wherever_it_can_happen(sqlite_floor: Floor, game: str) -> None:
    ann, ben = await guests(sqlite_floor, 2)
    dealer, boss = await staff(sqlite_floor, Role.DEALER), await staff(sqlite_floor, Role.FLOORPERSON)
    for name, event in Layout.of(game).irregularities.items():
        for at in event.at:
            under = {option: values[0] for option, values in next(iter(event.when), {}).items()}
            info = await opened(sqlite_floor, game, under, dealer="person", clock="never")
            for person in (ann, ben):
                await sqlite_floor.exchange_at_cage(person, STAKE)
                await sqlite_floor.command(info.id, person, Sit(amount=STAKE))
            await _until_callable(sqlite_floor, info.id, {1: ann, 2: ben}, dealer, boss, name, at)
            await _call(sqlite_floor, info.id, boss, name)
            await Crowd(sqlite_floor, info, [ann, ben], f"after {name} {at}", dealer).play(1)
    await books_are_right(sqlite_floor, [ann, ben])


async def _call(floor: Floor, table: int, boss: Person, name: str) -> None:
    """Call an irregularity: it is on the tape, it is announced, and a void returns every wager."""
    shown = await live(floor, table)
    before, event = shown.state, shown.game.layout.irregularities[name]
    since = shown.last
    call = next(call for call in (await floor.view(table, boss)).calls or () if call.irregularity == name)
    await floor.command(table, boss, CallIrregularity(irregularity=name, about=list(call.subjects)[:1]))
    tape = [json.loads(line) for line in await floor.tape(table)]
    assert any(entry.get("irregularity") == name for entry in tape[-3:])
    said = [moment.step.get("text") or "" for moment in (await floor.view(table, None, since)).moments]
    assert any(event.name in text for text in said), (name, said)
    assert shown.state.chips == before.chips
    if event.effect == "void":
        assert not shown.state.wagers
        assert shown.state.rounds == before.rounds + 1
        for seat in before.positions:
            laid = sum(wager.amount + wager.vig for wager in before.wagers_of(seat.number))
            assert shown.state.rack(seat.number) == seat.rack + laid, "every wager returns"


def _otherwise(seen: VisibleTable, decided: int) -> str:
    """Make a different choice in every round, but after a while always the first, so that raising ends."""
    assert seen.ask is not None
    choices = seen.ask["choices"]
    return str(choices[seen.round % len(choices) if decided < 12 else 0])


async def _until_callable(
    floor: Floor, table: int, people: dict[int, Person], dealer: Person, boss: Person, name: str, at: str
) -> None:
    """Wager and deal until the irregularity can be called at this step."""
    posts = (await live(floor, table)).game.hosting.posts_when_due  # nothing is then wagered before the round
    decided: Counter[int] = Counter()
    for _ in range(1000):
        seen = await floor.view(table, boss)
        assert seen.ask is not None
        assert seen.calls is not None
        asked, down = seen.ask["kind"], {one["position"] for one in seen.state.get("wagers", [])}
        offered = any(call.irregularity == name for call in seen.calls)
        if asked == at and offered and (down or posts or at != "wagers"):
            return
        if asked == "wagers" and down != set(people) and not posts:
            for position in set(people) - down:
                await wager(floor, table, people[position])
        elif asked == "wagers":
            await floor.command(table, dealer, Close())
        elif asked == "decision":
            who = people[seen.ask["position"]]
            try:
                decided[seen.round] += 1
                await floor.command(table, who, Decide(choice=_otherwise(seen, decided[seen.round])))
            except Refused:  # the player's own cards allow fewer choices than the public ones
                await floor.command(table, who, Decide(choice=seen.ask["default"]))
        else:
            await floor.command(table, dealer, Draw())
    raise AssertionError(f"{name} can never be called at {at}")


# ---- one bankroll, many tables


async def test_two_tables_never_overdraw_one_bankroll(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    held = await floor.bankroll(ann)
    tables = [(await opened(floor, game)).id for game in ("craps", "roulette", "blackjack", "high-card")]
    sits = [floor.command(table, ann, Sit(amount=held // 2)) for table in tables]
    answers = await asyncio.gather(*sits, return_exceptions=True)
    done = [answer for answer in answers if isinstance(answer, dict)]
    refused = [str(answer) for answer in answers if isinstance(answer, Refused)]
    assert len(done) == 2, answers
    assert len(refused) == 2
    assert all("more than your bankroll" in text for text in refused)
    assert await floor.bankroll(ann) == 0
    assert len(await floor.seats_of(ann)) == 2
    await books_are_right(floor, [ann])


async def test_an_overdrawn_buy_in_does_not_affect_others_at_the_table(floor: Floor) -> None:
    ann, ben, cyd = await guests(floor, 3)
    held = await floor.bankroll(ann)
    one, two = [(await opened(floor, "craps", clock="never")).id for _ in range(2)]
    for table in (one, two):
        await floor.command(table, ann, Sit(amount=1_00))
    await floor.command(two, ben, Sit(amount=STAKE))
    await floor.command(two, ben, PASS)
    answers = await asyncio.gather(
        floor.command(one, ann, BuyIn(amount=held - 2_00)),
        floor.command(two, ann, BuyIn(amount=held - 2_00)),
        floor.command(two, ben, PASS, key="ben"),
        floor.command(two, cyd, Sit(amount=STAKE), key="cyd"),
        return_exceptions=True,
    )
    assert sum(isinstance(answer, Refused) for answer in answers) == 1, answers
    assert [type(answer) for answer in answers[2:]] == [dict, dict]
    assert (await floor.view(two, ben)).rack == STAKE - 2 * PASS.amount
    assert await floor.bankroll(ann) == 0
    await books_are_right(floor, [ann, ben, cyd])


async def test_the_cage_and_a_table_race_for_the_same_money(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    held = await floor.bankroll(ann)
    table = (await opened(floor, "craps")).id
    answers = await asyncio.gather(
        floor.exchange_at_cage(ann, -held), floor.command(table, ann, Sit(amount=held)), return_exceptions=True
    )
    assert sum(isinstance(answer, Refused) for answer in answers) == 1, answers
    assert await floor.bankroll(ann) == 0
    await books_are_right(floor, [ann])


# ---- nothing happens without a commit


async def test_a_lost_batch_leaves_the_table_as_on_its_tape(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    (ann,) = await guests(floor, 1)
    table = (await opened(floor, "blackjack")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    await wager(floor, table, ann)
    looks, before = glance(await floor.view(table, ann)), await everything(floor)
    whole = floor.store._put

    def broken(connection: Any, batches: list[Batch]) -> None:
        whole(connection, batches)
        raise RuntimeError("the disk is gone")

    monkeypatch.setattr(floor.store, "_put", broken)
    for command in (Ready(), Act(verb="remove", wager="blackjack"), BuyIn(amount=1_00)):
        with pytest.raises((CommitFailed, Refused)):
            await floor.command(table, ann, command, key=command.do)
    monkeypatch.setattr(floor.store, "_put", whole)
    assert await everything(floor) == before
    assert json.loads(glance(await floor.view(table, ann)))["state"] == json.loads(looks)["state"]
    await floor.command(table, ann, BuyIn(amount=1_00), key="buy_in")
    await floor.command(table, ann, Ready(), key="ready")
    await books_are_right(floor, [ann])


async def test_a_fault_in_the_middle_of_a_command_undoes_it(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,) = await guests(sqlite_floor, 1)
    table = (await opened(sqlite_floor, "blackjack")).id
    await sqlite_floor.command(table, ann, Sit(amount=STAKE))
    await wager(sqlite_floor, table, ann)
    before = await everything(sqlite_floor)
    shown = await live(sqlite_floor, table)
    monkeypatch.setattr(shown.books, "post", lambda *said: (_ for _ in ()).throw(ZeroDivisionError))
    with pytest.raises(ZeroDivisionError):
        await sqlite_floor.command(table, ann, Ready())
    assert await everything(sqlite_floor) == before
    await sqlite_floor.command(table, ann, Ready())
    await books_are_right(sqlite_floor, [ann])


async def test_forty_people_do_two_hundred_things_at_once(floor: Floor) -> None:
    people = await guests(floor, 40)
    games = ("craps", "roulette", "craps", "roulette", "craps")
    tables = [(await opened(floor, game, clock="never")).id for game in games]
    red = Act(verb="make", wager="red", amount=10_00)
    await asyncio.gather(*(floor.command(tables[at % 5], one, Sit(amount=STAKE)) for at, one in enumerate(people)))
    before = len((await everything(floor))["entry"])
    done = await asyncio.gather(
        *(
            floor.command(tables[at % 5], one, PASS if games[at % 5] == "craps" else red)
            for at, one in enumerate(people)
            for _ in range(5)
        )
    )
    entries = (await everything(floor))["entry"]
    assert len(entries) == before + len(done) == before + 200
    for table in tables:
        numbers = [row[1] for row in entries if row[0] == table]
        assert numbers == list(range(1, len(numbers) + 1))
        for at, one in enumerate(people):
            if tables[at % 5] == table:
                assert (await floor.view(table, one)).rack == STAKE - 5 * 10_00
    await books_are_right(floor, people)


async def test_buying_in_at_the_cage(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    held = await floor.bankroll(ann)
    assert await floor.exchange_at_cage(ann, 100_00) == held + 100_00
    assert await floor.exchange_at_cage(ann, -held) == 100_00
    before = await everything(floor)
    for amount in (0, -100_01, 10**12):
        with pytest.raises(Refused, match=r"cage|cash out"):
            await floor.exchange_at_cage(ann, amount)
    with pytest.raises(WrongRole):
        await floor.exchange_at_cage(await staff(floor, Role.DEALER), 1)
    assert await everything(floor) == before


async def test_a_fault_before_the_commit_undoes_what_was_done(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the table were kept in memory, its next entry would follow one that was never stored."""
    (ann,) = await guests(sqlite_floor, 1)
    table = (await opened(sqlite_floor, "three-card-poker")).id
    await sqlite_floor.command(table, ann, Sit(amount=STAKE))
    await sqlite_floor.command(table, ann, Act(verb="make", wager="ante", amount=10_00))
    before = await everything(sqlite_floor)
    with monkeypatch.context() as broken:
        broken.setattr(sqlite_floor.sealer, "seal", lambda *said: (_ for _ in ()).throw(ZeroDivisionError))
        with pytest.raises(ZeroDivisionError):
            await sqlite_floor.command(table, ann, Ready(), key="deal")
    assert await everything(sqlite_floor) == before
    await sqlite_floor.command(table, ann, Ready(), key="deal")
    assert (await sqlite_floor.view(table, ann)).ask["kind"] == "decision"  # type: ignore[index]
    await books_are_right(sqlite_floor, [ann])


async def test_an_abandoned_table_of_a_player_is_closed(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = await guests(floor, 2)
    layout = Layout.of("craps")
    empty, taken, lately = [(await floor.open_table(layout, by=ann)).id for _ in range(3)]
    of_the_house = (await floor.open_table(layout)).id
    await floor.command(taken, ben, Sit(amount=STAKE))
    old = update(schema.entry).where(schema.entry.c.table != lately).values(at=0.0)
    await floor.store.change(lambda connection: connection.execute(old))
    await floor.housekeeping.sweep()  # the first sweep notes that it is abandoned
    await floor.housekeeping.sweep()
    assert [info.id for info in await floor.tables()] == [taken, lately, of_the_house]
    assert (await floor.view(empty, ann)).table.closed
    await books_are_right(floor, [ann, ben])


async def test_a_temporarily_wrong_clock_deletes_nothing(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """After four seconds with the clock 32 days ahead, all tokens, receipts and tables are there once it is right
    again."""
    ann, token = await sqlite_floor.guest()
    table = (await sqlite_floor.open_table(Layout.of("craps"), by=ann)).id
    await sqlite_floor.command(table, ann, Sit(amount=STAKE), key="k")
    await sqlite_floor.command(table, ann, Leave())
    before = await everything(sqlite_floor)
    await sqlite_floor.housekeeping.sweep()
    now = time.time
    with monkeypatch.context() as wrong:
        wrong.setattr(time, "time", lambda: now() + 32 * 24 * 3600.0)
        await sqlite_floor.housekeeping.sweep()
    assert "the clock was changed" in caplog.text
    await sqlite_floor.housekeeping.sweep()
    assert await everything(sqlite_floor) == before
    assert await sqlite_floor.person(token) == ann
    assert (await sqlite_floor.command(table, ann, Sit(amount=STAKE), key="k"))["repeated"]


async def test_a_clock_that_jumps_frees_no_seat(sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who has just sat down is not considered idle when the machine's clock jumps ahead by a day."""
    (ann,) = await guests(sqlite_floor, 1)
    table = (await opened(sqlite_floor, "craps")).id
    await sqlite_floor.command(table, ann, Sit(amount=STAKE))
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 24 * 3600.0)
    shown = await live(sqlite_floor, table)
    shown.seats.vacate_idle(15 * 60.0)
    await quiet(shown)
    assert (await sqlite_floor.view(table, ann)).you == 1


# ---- views are shared


async def test_the_public_view_is_built_once(sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, *others = await guests(sqlite_floor, 30)
    table = (await opened(sqlite_floor, "craps")).id
    await sqlite_floor.command(table, ann, Sit(amount=STAKE))
    shown = await live(sqlite_floor, table)
    made: list[Any] = []
    whole = type(shown)._picture
    monkeypatch.setattr(type(shown), "_picture", lambda *given: made.append(given) or whole(*given))
    first = [shown.view(person) for person in (None, *others)]
    assert len(made) == 1
    assert len({glance(seen) for seen in first}) == 1
    assert {shown.view_json(person) for person in (None, *others)} == {shown.view_json(None)}
    assert len(made) == 2, "built once and encoded once"
    assert glance(VisibleTable.model_validate_json(shown.view_json(None)[1])) == glance(first[0])
    assert shown.view(ann).rack == STAKE, "a seated player sees more"
    await sqlite_floor.command(table, ann, PASS)
    assert [one["kind"] for one in shown.view(others[0]).state["wagers"]] == ["pass"]


async def test_offers_are_computed_once_per_state(sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    (ann,) = await guests(sqlite_floor, 1)
    table = (await opened(sqlite_floor, "craps")).id
    await sqlite_floor.command(table, ann, Sit(amount=STAKE))
    shown = await live(sqlite_floor, table)
    asked: list[int] = []
    offers = shown.game.offers
    monkeypatch.setattr(shown.game, "offers", lambda state, position: asked.append(position) or offers(state, position))
    before = [shown.view(ann, offers=True).offers for _ in range(5)]
    assert asked == [1]
    assert before[0] == before[4]
    await sqlite_floor.command(table, ann, Act(verb="make", wager="pass", amount=STAKE))
    assert shown.view(ann, offers=True).offers == [], "nothing is left to wager"
