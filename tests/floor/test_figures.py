"""The operator's figures: rounds, handle, hold, players and mistakes per table and day."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from pitboss.chapter.rules import registered_games
from pitboss.floor import schema
from pitboss.floor.commands import Act, AddBot, CallIrregularity, Close, Draw, EndRound, Ready, Sit
from pitboss.floor.figures import Figures, TableDay, read_figures, today
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person, Role
from pitboss.table import State

from .house import Crowd, House, crash, live, opened, staff

pytestmark = pytest.mark.anyio
BY_HAND = {"clock": "never", "dealer": "person"}


async def figures(floor: Floor, table: int | None = None) -> Figures:
    return await floor.store.read(lambda connection: read_figures(connection, today(), today(), table))


async def of_table(floor: Floor, table: int) -> TableDay:
    (found,) = (await figures(floor, table)).tables
    return found


async def net_of(floor: Floor, table: int, person: Person | None = None) -> int:
    """The amounts won at a table by all players, or by one of them."""
    player = schema.player_day
    asked = select(func.sum(player.c.net)).where(player.c.table == table)
    if person is not None:
        asked = asked.where(player.c.person == person.id)
    return int(await floor.store.read(lambda connection: connection.execute(asked).scalar()) or 0)


async def roulette(floor: Floor, ann: Person, dealer: Person, *wagers: tuple[str, int], spot: str = "") -> int:
    """Open a table, wager and let the ball fall once."""
    table = (await opened(floor, "roulette", **BY_HAND)).id
    await floor.command(table, ann, Sit(amount=1_000_00))
    for wager, amount in wagers:
        await floor.command(table, ann, Act(verb="make", wager=wager, amount=amount, spot=spot))
    await floor.command(table, dealer, Close())
    await floor.command(table, dealer, Draw(all=True))
    return table


async def test_a_round_is_booked_with_its_handle_hold_and_players(floor: Floor) -> None:
    ann, _ = await floor.guest()
    dealer = await staff(floor, Role.DEALER)
    table = await roulette(floor, ann, dealer, ("red", 25_00), ("black", 10_00))
    rack = (await floor.view(table, ann)).rack
    booked = await of_table(floor, table)
    assert (booked.rounds, booked.handle, booked.wagers, booked.players) == (1, 35_00, 2, 1)
    assert booked.hold == 1_000_00 - rack
    assert await net_of(floor, table, ann) == rack - 1_000_00


async def test_chips_taken_back_are_no_handle(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    ann, _ = await floor.guest()
    dealer = await staff(floor, Role.DEALER)
    table = (await opened(floor, "roulette", **BY_HAND)).id
    await floor.command(table, ann, Sit(amount=1_000_00))
    await floor.command(table, ann, Act(verb="make", wager="red", amount=500_00))
    await floor.command(table, ann, Act(verb="remove", wager="red"))
    await floor.command(table, ann, Act(verb="make", wager="black", amount=5_00))
    await floor.command(table, dealer, Close())
    await floor.command(table, dealer, Draw(all=True))
    assert (await of_table(floor, table)).handle == 5_00


async def test_a_tie_is_handle_and_a_void_round_is_none(sqlite_floor: Floor) -> None:
    """At baccarat a tie returns the wager on the player (a push); a floorperson's end returns it without a result."""
    floor = sqlite_floor
    ann, _ = await floor.guest()
    boss = await staff(floor, Role.FLOORPERSON)
    table = (await opened(floor, "mini-baccarat", clock="never")).id
    await floor.command(table, ann, Sit(amount=1_000_00))
    shown = await live(floor, table)
    for number in range(1, 41):
        rack = shown.state.rack(1)
        await floor.command(table, ann, Act(verb="make", wager="player_hand", amount=10_00))
        await floor.command(table, ann, Ready())
        assert (await of_table(floor, table)).handle == number * 10_00
        if shown.state.rack(1) == rack:
            break
    else:
        pytest.fail("no tie in forty hands")
    await floor.command(table, ann, Act(verb="make", wager="player_hand", amount=10_00))
    await floor.command(table, boss, EndRound())
    booked = await of_table(floor, table)
    assert (booked.voids, booked.rounds, booked.handle) == (1, number, number * 10_00)


async def test_irregularities_are_counted(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    ann, _ = await floor.guest()
    dealer, boss = await staff(floor, Role.DEALER), await staff(floor, Role.FLOORPERSON)
    table = (await opened(floor, "roulette", **BY_HAND)).id
    await floor.command(table, ann, Sit(amount=1_000_00))
    await floor.command(table, ann, Act(verb="make", wager="red", amount=5_00))
    await floor.command(table, dealer, Close())
    call = (await floor.view(table, boss)).calls[0]  # type: ignore[index]
    await floor.command(table, boss, CallIrregularity(irregularity=call.irregularity))
    assert (await of_table(floor, table)).mistakes == 1


async def test_bots_are_no_players_and_their_chips_no_ones_net(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    ann, _ = await floor.guest()
    table = (await opened(floor, "roulette", clock="never")).id
    await floor.command(table, ann, Sit(amount=1_000_00))
    await floor.command(table, ann, AddBot(strategy="random"))
    await floor.command(table, ann, Act(verb="make", wager="red", amount=5_00))
    await floor.command(table, ann, Ready())
    booked = await of_table(floor, table)
    assert booked.players == 1
    assert booked.handle >= 5_00


async def test_figures_survive_a_death_in_the_middle_of_a_round(house: House) -> None:
    floor = await house.open()
    ann, _ = await floor.guest()
    dealer = await staff(floor, Role.DEALER)
    table = (await opened(floor, "roulette", **BY_HAND)).id
    await floor.command(table, ann, Sit(amount=1_000_00))
    await floor.command(table, ann, Act(verb="make", wager="red", amount=40_00))
    await floor.command(table, dealer, Close())
    await crash(floor)
    async with house.floor() as floor:
        await floor.command(table, dealer, Draw(all=True))
        rack = (await floor.view(table, ann)).rack
        booked = await of_table(floor, table)
        assert (booked.rounds, booked.handle, booked.hold) == (1, 40_00, 1_000_00 - rack)
        assert await net_of(floor, table, ann) == rack - 1_000_00


def _house_of(state: State) -> int:
    return state.inventory - state.meter


async def chips_add_up(floor: Floor, game: str, rounds: int) -> None:
    """Play at random, and compare the figures with the table's states."""
    people = [(await floor.guest())[0] for _ in range(3)]
    boss = await staff(floor, Role.FLOORPERSON)
    info = await opened(floor, game, clock="never")
    table = await live(floor, info.id)
    opening, meter = _house_of(table.dealer.state), table.dealer.state.meter
    crowd = Crowd(floor, info, people, f"figures {game}", floorperson=boss)
    await crowd.play(rounds)
    table = await live(floor, info.id)
    before = table.dealer.state
    booked = await of_table(floor, info.id)
    assert booked.rounds + booked.voids >= rounds
    assert booked.hold == _house_of(before) - opening, f"{game}: hold"
    assert await net_of(floor, info.id) == -booked.hold - (before.meter - meter), f"{game}: players' net"
    assert booked.handle > 0, f"{game}: handle"
    assert booked.players == 3


@pytest.mark.parametrize("game", ["craps", "blackjack", "pai-gow", "poker", "caribbean-stud", "chemin-de-fer", "keno"])
async def test_the_figures_are_those_of_the_ledger(game: str, sqlite_floor: Floor) -> None:
    await chips_add_up(sqlite_floor, game, 4)


@pytest.mark.slow
@pytest.mark.parametrize("game", registered_games())
async def test_the_figures_of_every_game_are_those_of_the_ledger(game: str, sqlite_floor: Floor) -> None:
    await chips_add_up(sqlite_floor, game, 12)
