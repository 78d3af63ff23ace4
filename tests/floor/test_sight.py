"""Views that several people share are built only once, and viewers take turns."""

from __future__ import annotations

import asyncio
import json

import pytest

from pitboss.equipment import FACE_DOWN
from pitboss.floor import turns
from pitboss.floor.commands import Act, Ready, Sit
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.people import Person, Role
from pitboss.floor.turns import Turns
from tests.shared.waiting import loop_turn

from .house import STAKE, live, opened, staff

pytestmark = pytest.mark.anyio


async def begun(floor: Floor, game: str, wager: str, *people: Person) -> LiveTable:
    """A table where these people have wagered and a round has begun."""
    table = (await opened(floor, game, clock="never")).id
    for person in people:
        await floor.command(table, person, Sit(amount=STAKE))
        await floor.command(table, person, Act(verb="make", wager=wager, amount=10_00))
    for person in people:
        await floor.command(table, person, Ready())
    return await live(floor, table)


async def test_a_shared_view_is_built_and_encoded_once(sqlite_floor: Floor) -> None:
    ann, bob = [(await sqlite_floor.guest())[0] for _ in range(2)]
    shown = await begun(sqlite_floor, "craps", "pass", ann, bob)
    one, other, looker = shown.view(ann), shown.view(bob), shown.view(None)
    assert (one.you, other.you, looker.you) == (1, 2, 0)
    assert one.moments
    assert one.moments is other.moments is looker.moments
    for who in (ann, bob, None):
        seen = shown.view(who)
        assert shown.view_json(who)[0] == seen.seq
        assert json.loads(shown.view_json(who)[1]) == json.loads(seen.model_dump_json())
    assert shown.view(None) is looker, "viewers without a seat get identical bytes"
    assert shown.view_json(None)[1] is shown.view_json(None)[1]


async def test_private_views_are_built_for_one_person(sqlite_floor: Floor) -> None:
    ann, bob = [(await sqlite_floor.guest())[0] for _ in range(2)]
    spy = await staff(sqlite_floor, Role.SURVEILLANCE)
    shown = await begun(sqlite_floor, "three-card-poker", "ante", ann, bob)
    texts = {who: shown.view_json(person)[1] for who, person in (("ann", ann), ("bob", bob), ("spy", spy), ("", None))}
    assert len(set(texts.values())) == 4
    down = {who: text.count(FACE_DOWN) for who, text in texts.items()}
    assert down[""] > down["ann"] > down["spy"] == 0
    for person in (ann, bob, spy, None):
        for asked in ({}, {"since": 0, "offers": True}, {"states": False}):
            seen = shown.view(person, **asked)
            encoded = shown.view_json(person, **asked)[1]
            assert json.loads(encoded) == json.loads(seen.model_dump_json())


async def test_a_new_player_in_a_seat_does_not_see_earlier_cards(sqlite_floor: Floor) -> None:
    """A cached view of a position is not shown to the next player in that seat."""
    ann, bob = [(await sqlite_floor.guest())[0] for _ in range(2)]
    shown = await begun(sqlite_floor, "three-card-poker", "ante", ann, bob)
    assert shown.view(ann, 0).moments != shown.view(None, 0).moments
    seat = shown.snapshot.seats[1]
    shown.snapshot.seats[1] = type(seat)(seat.person, seat.name, seat.bot, shown.last + 1)
    assert shown.view(ann, 0).moments == shown.view(None, 0).moments


async def test_viewers_take_turns_with_other_work_in_between() -> None:
    line, order = Turns(), []

    async def look(number: int) -> None:
        await line.wait()
        order.append(number)

    lookers = [asyncio.create_task(look(number)) for number in range(3 * turns.AT_ONCE)]
    await loop_turn()
    lookers[0].cancel()  # a viewer who has left delays no one
    between: list[int] = []
    while len(order) < len(lookers) - 1:
        before = len(order)
        await loop_turn()
        between.append(len(order) - before)
    assert max(between) <= turns.AT_ONCE
    assert order == list(range(1, len(lookers)))
    await asyncio.wait_for(line.wait(), 60)
