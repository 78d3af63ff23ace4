"""No one can hold up a table: every question has a deadline, and a floorperson can always end a round.

`tests/table/test_ending.py` tests how chips move when a round is ended; the tests here book, show and audit it.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from pitboss.floor.audit import audit_floor
from pitboss.floor.bots import StrategyCache
from pitboss.floor.clock import ALONE
from pitboss.floor.commands import (
    MOST,
    Act,
    AddBot,
    BuyIn,
    Close,
    CloseTable,
    Decide,
    Draw,
    EndRound,
    HandOver,
    Ready,
    Sit,
)
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person, Role
from pitboss.floor.sight import VisibleTable
from pitboss.floor.store import CommitFailed
from pitboss.floor.verify import verify_text
from pitboss.table import Refused
from pitboss.table.steps import AskWagers
from tests.shared.every_game import every_family, every_game

from .house import STAKE, Crowd, House, books_are_right, crash, live, opened, quiet, staff

pytestmark = pytest.mark.anyio
MOVES = 60


async def guests(floor: Floor, number: int) -> list[Person]:
    return [(await floor.guest())[0] for _ in range(number)]


async def nothing_is_wrong(floor: Floor, table: int, people: list[Person]) -> None:
    await books_are_right(floor, people)
    audited = await asyncio.to_thread(audit_floor, floor.store, floor.sealer, floor.folder)
    assert audited.findings == []
    assert verify_text("\n".join(await floor.tape(table))).faults == []


async def worth(floor: Floor, table: int, people: list[Person]) -> list[int]:
    """Each person's chips at the start of the round: bankroll, rack, and wagers on the layout.

    Vigorish owed to the house from earlier rounds is subtracted.
    """
    began = (await live(floor, table)).dealer.state
    found = []
    for person in people:
        seen = await floor.view(table, person)
        now, then = (await live(floor, table)).state.seat(seen.you), began.seat(seen.you)
        lay = sum(wager.amount + wager.vig for wager in began.wagers_of(seen.you)) if seen.you else 0
        since = now.bought_in - (then.bought_in if then else 0) if now else 0
        rack = (then.rack if then else 0) - owed(began, seen.you)
        found.append(await floor.bankroll(person) + rack + lay + since)
    return found


def owed(state: Any, position: int) -> int:
    owes = getattr(state, "owes", None)
    return owes(position) if owes else 0


# ---- a floorperson can always end a round and close a table


async def until_asked(crowd: Crowd, table: int, kinds: set[str]) -> str:
    """Play until the table asks another kind of question, with wagers on the layout; "" if it never does."""
    for _ in range(MOVES):
        shown = await live(crowd.floor, table)
        if isinstance(shown.dealer.ask, AskWagers) and "wagers" not in kinds:
            for person in crowd.people:
                await crowd._person_wagers(person)
        ask = shown.dealer.ask
        assert ask is not None
        if ask.kind not in kinds and (shown.state.wagers or not isinstance(ask, AskWagers)):
            return ask.kind
        await crowd.move()
    return ""


async def try_to_overflow(floor: Floor, table: int, people: list[Person]) -> None:
    """Request amounts that overflow 64 bits or the ledger, even past the layer that checks them; all are refused."""
    kinds = [*(await live(floor, table)).game.layout.wagers][:3]
    for amount in (MOST, 2**62, 2**64):
        for command in (
            *(Act.model_construct(verb="make", wager=kind, amount=amount) for kind in kinds),
            *(Act.model_construct(verb="increase", wager=kind, amount=amount) for kind in kinds[:1]),
            BuyIn.model_construct(amount=amount),
            Sit.model_construct(amount=amount),
        ):
            with pytest.raises((Refused, CommitFailed)):
                await floor.command(table, people[0], command)


@every_game()
async def test_a_floorperson_can_close_a_table_whatever_it_waits_for(sqlite_floor: Floor, game: str) -> None:
    people = await guests(sqlite_floor, 2)
    dealer, boss = await staff(sqlite_floor, Role.DEALER), await staff(sqlite_floor, Role.FLOORPERSON)
    kinds: set[str] = set()
    while True:
        info = await opened(sqlite_floor, game, clock="never", seats=3, dealer="person", formalities="asked")
        crowd = Crowd(sqlite_floor, info, people, "closes", dealer, boss)
        kind = await until_asked(crowd, info.id, kinds)
        kinds.add(kind)
        before = await worth(sqlite_floor, info.id, people)
        await try_to_overflow(sqlite_floor, info.id, people)
        assert await worth(sqlite_floor, info.id, people) == before, kind
        await sqlite_floor.command(info.id, boss, CloseTable())
        assert [await sqlite_floor.bankroll(person) for person in people] == before, kind
        assert await sqlite_floor.seats_of(people[0]) == {}
        assert (await sqlite_floor.view(info.id, people[0])).table.closed
        if not kind:
            break
    assert kinds - {"wagers", "decision", ""}, "it waits for chance too"
    # In the poker room there are no wagers before a hand.
    assert "wagers" in kinds or (await live(sqlite_floor, info.id)).game.hosting.posts_when_due
    await nothing_is_wrong(sqlite_floor, info.id, people)


@every_game()
async def test_a_round_that_is_ended_is_void_and_the_table_plays_on(sqlite_floor: Floor, game: str) -> None:
    people = await guests(sqlite_floor, 2)
    boss = await staff(sqlite_floor, Role.FLOORPERSON)
    info = await opened(sqlite_floor, game, clock="never", formalities="asked")
    crowd = Crowd(sqlite_floor, info, people, "ends", bots=["random"])
    for _ in range(6):
        for _ in range(crowd.random.randint(1, 8)):
            await crowd.move()
        before, round = await worth(sqlite_floor, info.id, people), (await sqlite_floor.view(info.id, None)).round
        await sqlite_floor.command(info.id, boss, EndRound())
        seen = [await sqlite_floor.view(info.id, person) for person in people]
        now = (await live(sqlite_floor, info.id)).state
        held = [
            await sqlite_floor.bankroll(person) + one.rack + lies_of(one) - owed(now, one.you)
            for person, one in zip(people, seen, strict=True)
        ]
        assert held == before
        assert seen[0].round > round
        assert any("the round: it is void" in str(moment.step.get("text", "")) for moment in seen[0].moments)
    await crowd.play(1)
    await nothing_is_wrong(sqlite_floor, info.id, people)


def lies_of(seen: VisibleTable) -> int:
    """The viewer's wagers: in the poker room, the blinds of the next hand."""
    return sum(one["amount"] for one in seen.state.get("wagers", []) if one["position"] == seen.you)


async def test_a_coupon_is_returned_when_its_round_is_ended(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    boss = await staff(floor, Role.FLOORPERSON)
    await floor.issue_coupon(boss, ann.name, 10_00)
    table = (await opened(floor, "craps", dealer="person")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    await floor.command(table, ann, Act(verb="make", wager="pass", amount=10_00, coupon=10_00))
    assert await floor.coupons(ann) == {}
    await floor.command(table, boss, EndRound())
    assert await floor.coupons(ann) == {10_00: 1}
    await floor.command(table, ann, Act(verb="make", wager="pass", amount=10_00, coupon=10_00))
    await floor.command(table, boss, CloseTable())
    assert await floor.coupons(ann) == {10_00: 1}
    await nothing_is_wrong(floor, table, [ann])


async def test_only_the_floorperson_ends_a_round(floor: Floor) -> None:
    assert set(EndRound.roles) == set(CloseTable.roles) == {Role.FLOORPERSON, Role.ADMIN}


async def test_a_table_whose_game_fails_can_be_ended_and_closed(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if $10 billion were on the layout, every step of the round fails, even after a restart."""
    floor = await house.open()
    (ann,) = await guests(floor, 1)
    boss = await staff(floor, Role.FLOORPERSON)
    held = await floor.bankroll(ann)
    tables = [(await opened(floor, "roulette")).id for _ in range(2)]
    for table in tables:
        await floor.command(table, ann, Sit(amount=STAKE))
        await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
        shown = await live(floor, table)
        await quiet(shown)

    def fails(self: Any, state: Any, *more: Any) -> Any:
        raise OverflowError("int too big to convert")
        yield

    for settles in ("win", "lose", "give_up"):
        monkeypatch.setattr(type(shown.game), settles, fails)
    for _ in range(2):
        with pytest.raises(OverflowError):
            await floor.command(tables[0], ann, Ready())
    await crash(floor)
    async with house.floor() as floor:
        with pytest.raises(OverflowError):
            await floor.command(tables[0], ann, Ready())
        await floor.command(tables[0], boss, EndRound())
        assert (await floor.view(tables[0], ann)).rack == STAKE
        with pytest.raises(OverflowError):
            await floor.command(tables[1], ann, Ready())
        await floor.command(tables[1], boss, CloseTable())
        await floor.command(tables[0], boss, CloseTable())
        assert await floor.bankroll(ann) == held
        await nothing_is_wrong(floor, tables[0], [ann])


async def test_a_table_that_fails_without_a_command_pauses_until_its_round_is_ended(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Viewers load it again; without a pause it would fail before anything could be done."""
    floor = await house.open()
    (ann,) = await guests(floor, 1)
    boss = await staff(floor, Role.FLOORPERSON)
    table = (await opened(floor, "roulette", dealer="person")).id
    await floor.command(table, ann, Sit(amount=STAKE))
    await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
    await floor.command(table, ann, Ready())
    shown = await live(floor, table)
    await floor.command(table, await staff(floor, Role.DEALER), Close())
    assert not isinstance(shown.dealer.ask, AskWagers)

    def fails(self: Any) -> None:
        raise OverflowError("int too big to convert")

    monkeypatch.setattr(type(shown.procedure), "draw", fails)
    with pytest.raises(OverflowError):  # without a command the table now continues, and fails
        await floor.command(table, boss, HandOver(dealer="automatic"))
    await floor.command(table, boss, EndRound())
    assert (await floor.view(table, ann)).rack == STAKE
    await floor.command(table, boss, CloseTable())
    await nothing_is_wrong(floor, table, [ann])
    await floor.close()


# ---- every question has a deadline


async def asked_alone(floor: Floor, game: str, person: Person, **settings: Any) -> int:
    """A table with one person."""
    table = (await opened(floor, game, **settings)).id
    await floor.command(table, person, Sit(amount=STAKE))
    return table


async def time_is_up(floor: Floor, table: int) -> None:
    """Let the current question's deadline pass."""
    shown = await live(floor, table)
    await quiet(shown)
    assert shown.deadline is not None, f"{shown.info.game} waits forever at {shown.dealer.ask}"
    shown.enqueue(lambda: shown.clock.expire(shown.clock.question))
    await quiet(shown)


@every_game()
async def test_a_lone_player_who_leaves_does_not_hold_up_the_table(sqlite_floor: Floor, game: str) -> None:
    """The player wagers and disappears; every question gets the default answer, even those about dice, shoe and
    bank."""
    ann, ben = await guests(sqlite_floor, 2)
    info = await opened(sqlite_floor, game, formalities="asked")
    crowd = Crowd(sqlite_floor, info, [ann], "gone")
    waits = 0
    for _ in range(40):
        shown = await live(sqlite_floor, info.id)
        await quiet(shown)
        if not isinstance(shown.dealer.ask, AskWagers):
            await time_is_up(sqlite_floor, info.id)
            waits += 1
        elif shown.state.wagers and shown.game.hosting.may_begin(shown.state):
            await time_is_up(sqlite_floor, info.id)
            waits += 1
            break
        else:
            await crowd._person_wagers(ann)
    for _ in range(40):
        shown = await live(sqlite_floor, info.id)
        await quiet(shown)
        if isinstance(shown.dealer.ask, AskWagers):
            break
        await time_is_up(sqlite_floor, info.id)
    await sqlite_floor.command(info.id, ben, Sit(amount=STAKE))
    assert (await sqlite_floor.view(info.id, ben, offers=True)).offers is not None
    if shown.game.hosting.least_players == 1:
        assert waits
    await books_are_right(sqlite_floor, [ann, ben])


async def asked_to_play(floor: Floor, ann: Person, **settings: Any) -> int:
    """Ann alone at three card poker, asked whether to play."""
    table = await asked_alone(floor, "three-card-poker", ann, **settings)
    await floor.command(table, ann, Act(verb="make", wager="ante", amount=10_00))
    await floor.command(table, ann, Ready())
    assert ((await floor.view(table, ann)).ask or {})["kind"] == "decision"
    return table


async def test_a_lone_player_has_minutes_unless_others_want_to_sit_down(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    table = await asked_to_play(floor, ann, decision_seconds=30)
    left = (await floor.view(table, ann)).deadline
    assert left is not None
    assert ALONE - 60 < left <= ALONE
    with pytest.raises(Refused):
        await floor.command(table, ben, Sit(amount=STAKE))
    shown = await live(floor, table)
    await quiet(shown)
    soon = (await floor.view(table, ann)).deadline
    assert soon is not None
    assert soon <= 30, "somebody waits"
    deadline = shown.deadline
    with pytest.raises(Refused):
        await floor.command(table, ben, Sit(amount=STAKE))
    await quiet(shown)
    assert shown.deadline == deadline, "repeating the question does not move it"
    await time_is_up(floor, table)
    await floor.command(table, ben, Sit(amount=STAKE))
    await books_are_right(floor, [ann, ben])


async def test_a_table_without_clocks_does_not_wait_forever(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    table = await asked_to_play(floor, ann, clock="never")
    shown = await live(floor, table)
    assert shown.deadline is None
    shown.seats.vacate_idle(3600.0)
    await quiet(shown)
    assert not isinstance(shown.dealer.ask, AskWagers), "a lone player has time to think"
    shown.seats.vacate_idle(-1.0)
    await quiet(shown)
    assert isinstance(shown.dealer.ask, AskWagers)
    assert await floor.seats_of(ann) == {}
    await floor.command(table, ben, Sit(amount=STAKE))
    await books_are_right(floor, [ann, ben])


async def test_the_deadline_of_a_lone_player_survives_a_restart(house: House) -> None:
    floor = await house.open()
    (ann,) = await guests(floor, 1)
    table = await asked_to_play(floor, ann)
    deadline = (await live(floor, table)).deadline
    assert deadline is not None
    await crash(floor)
    async with house.floor() as floor:
        shown = await live(floor, table)
        await quiet(shown)
        assert shown.deadline == deadline
        await time_is_up(floor, table)
        assert isinstance(shown.dealer.ask, AskWagers)
        await books_are_right(floor, [ann])


async def test_the_deadline_of_a_lone_player_moves_closer_when_others_come(floor: Floor) -> None:
    ann, ben = await guests(floor, 2)
    table = await asked_alone(floor, "roulette", ann, betting_seconds=20)
    assert (await floor.view(table, ann)).deadline is None, "there is no wager, and no one waits"
    await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
    alone = (await floor.view(table, ann)).deadline
    assert alone is not None
    assert alone > 60
    await floor.command(table, ben, Sit(amount=STAKE))
    together = (await floor.view(table, ann)).deadline
    assert together is not None
    assert together <= 20


async def test_a_bot_without_a_strategy_yet_has_a_deadline_too(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Computing a strategy takes minutes for some games; until then the bot takes the default decisions."""
    monkeypatch.setattr(StrategyCache, "advice", lambda self, layout, then: None)
    (ann,) = await guests(floor, 1)
    table = await asked_alone(floor, "three-card-poker", ann)
    await floor.command(table, ann, AddBot(strategy="best"))
    await floor.command(table, ann, Act(verb="make", wager="ante", amount=10_00))
    await floor.command(table, ann, Ready())
    while (ask := (await floor.view(table, ann)).ask or {})["kind"] == "decision":
        if ask["position"] == (await floor.view(table, ann)).you:
            await floor.command(table, ann, Decide(choice=ask["default"]))
        else:
            await time_is_up(floor, table)
    await books_are_right(floor, [ann])


async def test_wagers_with_which_no_round_can_begin_are_taken_down_when_their_owner_leaves(floor: Floor) -> None:
    """A bank without an opponent."""
    (ann,) = await guests(floor, 1)
    held = await floor.bankroll(ann)
    table = await asked_alone(floor, "chemin-de-fer", ann)
    shown = await live(floor, table)
    offer = ((await floor.view(table, ann, offers=True)).offers or [])[0]
    await floor.command(table, ann, Act(verb="make", wager=offer.wager, amount=max(offer.least, 10_00)))
    assert shown.deadline is None
    shown.seats.vacate_idle(-1.0)
    await quiet(shown)
    assert await floor.seats_of(ann) == {}
    assert await floor.bankroll(ann) == held
    await books_are_right(floor, [ann])


async def test_wagers_of_an_absent_player_that_cannot_be_taken_down_are_played_out(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    boss = await staff(floor, Role.FLOORPERSON)
    table = await asked_alone(floor, "craps", ann, dealer="person", clock="never", formalities="custom")
    await floor.command(table, ann, Act(verb="make", wager="pass", amount=10_00))
    shown = await live(floor, table)
    while not getattr(shown.dealer.state, "point", 0):
        await floor.command(table, boss, HandOver(dealer="automatic"))
        await floor.command(table, ann, Ready())
        await floor.command(table, boss, HandOver(dealer="person"))
        if not shown.state.wagers:
            await floor.command(table, ann, Act(verb="make", wager="pass", amount=10_00))
    with pytest.raises(Refused):
        await floor.command(table, ann, Act(verb="remove", wager="pass"))
    shown.seats.vacate_idle(-1.0)
    await quiet(shown)
    assert await floor.seats_of(ann), "a human dealer may be late without anyone losing their seat"
    await floor.command(table, boss, HandOver(dealer="automatic"))
    shown.seats.vacate_idle(-1.0)
    await quiet(shown)
    assert await floor.seats_of(ann) == {}
    assert not shown.state.wagers
    await books_are_right(floor, [ann])


async def test_the_deadline_of_each_question_is_on_the_tape(floor: Floor) -> None:
    (ann,) = await guests(floor, 1)
    boss = await staff(floor, Role.FLOORPERSON)
    table = await asked_to_play(floor, ann)
    await floor.command(table, boss, EndRound())
    last = [json.loads(line) for line in await floor.tape(table)]
    void = next(entry for entry in reversed(last) if entry["entry"] == "void")
    assert (void["who"], void["leaving"], void["anew"], void["round"]) == (boss.name, [], False, 1)
    with pytest.raises(Refused):
        await floor.command(table, boss, Draw())


@every_family()
async def test_an_ended_round_can_be_looked_up_as_it_was(sqlite_floor: Floor, game: str) -> None:
    people = await guests(sqlite_floor, 2)
    boss = await staff(sqlite_floor, Role.FLOORPERSON)
    info = await opened(sqlite_floor, game, clock="never")
    crowd = Crowd(sqlite_floor, info, people, "looked up")
    for _ in range(7):
        await crowd.move()
    round = (await sqlite_floor.view(info.id, None)).round
    await sqlite_floor.command(info.id, boss, EndRound())
    past = await sqlite_floor.past_round(info.id, round)
    shown = [moment for moment in (await live(sqlite_floor, info.id)).moments if moment.seq // 10**6 == round]
    assert [moment.seq for moment in past] == [moment.seq for moment in shown]
    assert "void" in past[-1].step["text"]
