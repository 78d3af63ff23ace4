"""8.6: a tournament is filed, entered, played and paid, or stopped by the regulator; its chips are not money."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

import pytest
from sqlalchemy import select

from pitboss.chapter.check import Unlawful
from pitboss.floor import schema, tournaments
from pitboss.floor.audit import audit_floor
from pitboss.floor.batch import HOUSE, bankroll_of, fees_of, house_of, purse_of, tips_of
from pitboss.floor.chance import LiveSource
from pitboss.floor.commands import Act, AddBot, BuyIn, CloseTable, Leave, Ready, SeatEntrant, Sit, WrongRole
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person, Role
from pitboss.floor.sight import has_hand_left
from pitboss.floor.tournaments import TournamentView
from pitboss.table import Refused

from .house import House, books_are_right, crash, live, opened, quiet, staff

pytestmark = pytest.mark.anyio
FEE, CHIPS = 100_00, 1_000_00


def notice(stages: str = "[[tournament.stages]]\nhands = 2\n", more: str = "", game: str = "roulette") -> str:
    """The file for a tournament that starts now, with notice given three weeks ago."""
    now = datetime.now().replace(microsecond=0) - timedelta(seconds=1)
    return f"""game = "{game}"
on = {now.date()}
[tournament]
name = "Boardwalk Open"
fee = 100
chips = 1000
prizes = ["50%", "30%"]
{more}
{stages}
[tournament.notice]
filed_at = {(now - timedelta(days=21)).isoformat()}
starts_at = {now.isoformat()}
locations = "pit 3"
equipment = ["three tables"]
participants = 20
security = "two officers"
surveillance = "cameras 1 to 4"
supervisors_certification = true
controller_certification = true
key_licensee_certification = true
[tournament.controls]
fees_and_rebuys = "IC-1"
rules_and_eligibility = "IC-2"
prizes = "IC-3"
tournament_chips = "IC-4"
revenue_and_tax = "IC-5"
complaints = "IC-6"
"""


async def filed(floor: Floor, text: str) -> int:
    return await floor.tournaments.file(await staff(floor, Role.FLOORPERSON), text)


async def started(floor: Floor, text: str, people: int = 2, bots: int = 0) -> tuple[int, list[Person]]:
    """A started tournament with this many people and bots."""
    boss = await staff(floor, Role.FLOORPERSON)
    id = await filed(floor, text)
    entered = [(await floor.guest())[0] for _ in range(people)]
    for person in entered:
        await floor.tournaments.enter(id, person)
    for _ in range(bots):
        await floor.tournaments.add_bot(id, boss)
    await floor.tournaments.start(id, boss)
    return id, entered


async def play(floor: Floor, id: int, people: list[Person], wagers: dict[int, tuple[str, int]]) -> TournamentView:
    """Let everyone repeat their wager until the tournament is over."""
    for _ in range(60):
        seen = await floor.tournaments.view(id)
        if seen.status != "playing":
            return seen
        for person in people:
            for table in await floor.seats_of(person):
                spot, amount = wagers[person.id]
                # Another game has no such wager, the chips are gone, or all hands are dealt.
                with suppress(Refused):
                    await floor.command(table, person, Act(verb="make", wager=spot, amount=amount))
                with suppress(Refused):
                    await floor.command(table, person, Ready())
        await floor.tournaments.go_on()
    raise AssertionError("it does not end")


async def balance(floor: Floor, account: str) -> int:
    asked = select(schema.account.c.balance).where(schema.account.c.id == account)
    return int(await floor.store.read(lambda connection: connection.execute(asked).scalar()) or 0)


async def test_8_6_people_and_bots_play_two_stages_and_prizes_are_paid_by_the_controls(house: House) -> None:
    stages = '[[tournament.stages]]\nhands = 2\nadvance = 3\n[[tournament.stages]]\ngame = "sic-bo"\nhands = 2\n'
    async with house.floor() as floor:
        id, people = await started(
            floor, notice(stages, 'tips_withheld = "10%"\ntips_announced = true'), people=2, bots=2
        )
        tables = (await floor.tournaments.view(id)).stages[0].tables
        assert len(tables) == 1
        assert sorted((await floor.seats_of(people[0])).keys()) == tables
        assert await floor.bankroll(people[0]) == 10_000_00 - FEE
        ann, bob = people
        over = await play(floor, id, people, {ann.id: ("red", 100_00), bob.id: ("black", 0)})
        assert over.status == "over"
        assert [stage.tables != [] for stage in over.stages] == [True, True]
        assert over.fees == 4 * FEE
        assert over.prizes == [180_00, 108_00]
        assert sum(one.prize for one in over.standings) == 288_00
        assert await balance(floor, tips_of(id)) == 32_00
        assert await balance(floor, fees_of(id)) == 0
        assert await balance(floor, HOUSE) == over.revenue == 80_00  # fees less prizes and tips
        for person in people:
            mine = next(one for one in over.standings if one.name == person.name)
            assert await floor.bankroll(person) == 10_000_00 - FEE + mine.prize
            assert await balance(floor, purse_of(person.id, id)) == 0
        assert await balance(floor, house_of(id)) == 0
        await books_are_right(floor, people)
        assert audit_floor(floor.store, floor.sealer, floor.folder).findings == []


async def test_8_6_tournament_chips_are_never_exchanged_for_value(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    id, (ann, bob) = await started(floor, notice())
    (table,) = (await floor.tournaments.view(id)).stages[0].tables
    stranger, _ = await floor.guest()
    admin = await staff(floor, Role.ADMIN)
    for person, command in (
        (ann, Leave()),
        (ann, BuyIn(amount=1_00)),
        (stranger, Sit(amount=100_00)),
        (admin, AddBot()),
    ):
        with pytest.raises(Refused, match="the house gives out"):
            await floor.command(table, person, command)
    await floor.issue_coupon(await staff(floor, Role.FLOORPERSON), ann.name, 10_00)
    with pytest.raises(Refused, match="coupons have value"):
        await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00, coupon=10_00))
    # No one is seated with chips that they do not have, or at one of the house's tables.
    with pytest.raises(Refused, match="more than the entrant's tournament chips"):
        await floor.command(table, admin, SeatEntrant(person=ann.id, name=ann.name, position=5, amount=1))
    plain = await opened(floor, "roulette")
    with pytest.raises(Refused, match="not a table of a tournament"):
        await floor.command(plain.id, admin, SeatEntrant(person=ann.id, name=ann.name, position=1, amount=1))
    assert await floor.bankroll(ann) == await floor.bankroll(bob) == 10_000_00 - FEE


async def test_8_6_b_an_incomplete_notice_and_an_early_start_are_refused(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    boss, (ann, _) = await staff(floor, Role.FLOORPERSON), await floor.guest()
    with pytest.raises(Unlawful, match=r"8\.6\(b\).*casino controller"):
        await filed(floor, notice().replace("controller_certification = true\n", ""))
    with pytest.raises(WrongRole):
        await floor.tournaments.file(ann, notice())
    later = (datetime.now() + timedelta(days=1)).replace(microsecond=0).isoformat()
    soon = notice()
    starts = next(line for line in soon.splitlines() if line.startswith("starts_at"))
    id = await filed(floor, soon.replace(starts, f"starts_at = {later}"))
    await floor.tournaments.enter(id, ann)
    with pytest.raises(Refused, match="according to its notice it starts at"):
        await floor.tournaments.start(id, boss)
    with pytest.raises(Refused, match="you can enter again after losing them all"):
        await floor.tournaments.enter(id, ann)
    assert (await floor.tournaments.view(id)).entries == 1
    for text, message in (
        (notice(stages=""), "no hands are dealt"),
        (notice().replace('["50%", "30%"]', '["80%", "30%"]'), "exceed the fees"),
    ):
        with pytest.raises(Refused, match=message):
            await filed(floor, text)


async def test_8_6_b_a_notice_of_another_tournament_is_refused(sqlite_floor: Floor) -> None:
    for said in ('kind = "special_event"', "dates = 2025-01-01", 'dates = "sometime"'):
        untrue = notice(more='kind = "ordinary"').replace("locations =", f"{said}\nlocations =")
        with pytest.raises(Unlawful, match=r"8\.6\(b\)"):
            await filed(sqlite_floor, untrue)


async def test_8_6_d_all_fees_may_be_prizes_from_which_tips_are_withheld(sqlite_floor: Floor) -> None:
    tips = notice(more='tips_withheld = "3%"\ntips_announced = true').replace('["50%", "30%"]', '["60%", "40%"]')
    id, _ = await started(sqlite_floor, tips)
    seen = await sqlite_floor.tournaments.view(id)
    assert (seen.prizes, seen.tips, seen.fees) == ([116_40, 77_60], 6_00, 200_00)


async def test_8_6_a_tournament_is_judged_and_its_tables_are_laid_out_on_the_day_that_it_starts(
    sqlite_floor: Floor,
) -> None:
    floor = sqlite_floor
    today = next(line for line in notice().splitlines() if line.startswith("on = "))
    id, _ = await started(floor, notice().replace(today, "on = 2011-06-01"))  # before the chapter had tournaments
    (table,) = (await floor.tournaments.view(id)).stages[0].tables
    assert (await live(floor, table)).game.layout.on.isoformat() == today.removeprefix("on = ")
    starts = next(line for line in notice().splitlines() if line.startswith("starts_at"))
    with pytest.raises(Unlawful, match="no tournaments on 2011-06-01"):
        await filed(floor, notice().replace(starts, "starts_at = 2011-06-01T10:00:00"))


async def test_8_6_a_player_without_chips_enters_again_as_often_as_the_controls_allow(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LiveSource, "number", lambda source, below: 0)  # never seven
    floor = sqlite_floor
    id, (ann, bob) = await started(floor, notice("[[tournament.stages]]\nhands = 200\n", "rebuys = 1"))
    (table,) = (await floor.tournaments.view(id)).stages[0].tables
    for entries in (1, 2):
        while rack := (await floor.view(table, ann)).rack:
            await floor.command(table, ann, Act(verb="make", wager="straight", spot="7", amount=min(rack, 1_000_00)))
            await floor.command(table, ann, Ready())
            await floor.command(table, bob, Ready())
            assert (await floor.view(table, ann)).rack < rack
        assert (await floor.tournaments.view(id, ann)).may_rebuy == (entries == 1)
        if entries == 1:
            await floor.tournaments.enter(id, ann)
            assert (await floor.view(table, ann)).rack == CHIPS
    with pytest.raises(Refused, match="1 re-buys, and you have had 1"):
        await floor.tournaments.enter(id, ann)
    assert await floor.bankroll(ann) == 10_000_00 - 2 * FEE
    assert (await floor.tournaments.view(id)).fees == 3 * FEE


async def test_8_6_c_fees_are_returned_when_the_regulator_stops_a_tournament(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    id, (ann, bob) = await started(floor, notice("[[tournament.stages]]\nhands = 50\n"))
    (table,) = (await floor.tournaments.view(id)).stages[0].tables
    await floor.command(table, ann, Act(verb="make", wager="red", amount=100_00))
    boss, division = await staff(floor, Role.FLOORPERSON), await staff(floor, Role.REGULATOR)
    with pytest.raises(WrongRole):
        await floor.tournaments.stop(id, boss, "too loud")
    with pytest.raises(Refused, match="give a reason"):
        await floor.tournaments.stop(id, division, " ")
    await floor.tournaments.stop(id, division, "prizes differ from the controls")
    assert (await floor.tournaments.view(id)).status == "playing"  # the round in progress is finished first
    for person in (ann, bob):
        await floor.command(table, person, Ready())
    await floor.tournaments.go_on()
    seen = await floor.tournaments.view(id)
    assert (seen.status, "prizes differ" in seen.why) == ("stopped", True)
    assert await floor.bankroll(ann) == await floor.bankroll(bob) == 10_000_00
    assert await balance(floor, fees_of(id)) == await balance(floor, house_of(id)) == 0
    await books_are_right(floor, (ann, bob))


async def test_8_6_c_a_stopped_tournament_ends_with_the_current_round_even_with_bots(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    id, (ann,) = await started(floor, notice("[[tournament.stages]]\nhands = 50\n"), people=1, bots=2)
    (table,) = (await floor.tournaments.view(id)).stages[0].tables
    await floor.tournaments.stop(id, await staff(floor, Role.REGULATOR), "the wheel is not the one of the notice")
    await floor.command(table, ann, Act(verb="make", wager="red", amount=100_00))
    await floor.command(table, ann, Ready())
    await floor.tournaments.go_on()
    assert (await floor.tournaments.view(id)).status == "stopped"
    assert (await floor.view(table, ann)).round == 1
    await books_are_right(floor, (ann,))


async def test_8_6_a_hand_that_everybody_passes_is_over_and_a_loss_is_not_revenue(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    id, people = await started(floor, notice().replace('["50%", "30%"]', "[400, 100]"), people=3)
    (table,) = (await floor.tournaments.view(id)).stages[0].tables
    boss, shown = await staff(floor, Role.FLOORPERSON), await live(floor, table)
    with pytest.raises(Refused, match="closes when its hands are dealt"):  # no stage is cut short
        await floor.command(table, boss, CloseTable())
    for _ in range(2):
        assert (await floor.tournaments.view(id)).status == "playing"
        shown.enqueue(lambda: shown.clock.expire(shown.clock.question))
        await quiet(shown)
        await floor.tournaments.go_on()
    over = await floor.tournaments.view(id)
    assert [(one.place, one.prize) for one in over.standings] == [(1, 166_67), (1, 166_67), (1, 166_66)]
    assert (over.fees, over.revenue, await balance(floor, HOUSE)) == (300_00, 0, -200_00)
    await books_are_right(floor, people)


async def test_a_tournament_continues_after_its_process_died(sqlite_house: House) -> None:
    floor = await sqlite_house.open()
    id, people = await started(floor, notice())
    await crash(floor)
    async with sqlite_house.floor() as again:
        await again.tournaments.go_on()
        assert all([await again.seats_of(person) for person in people])
        over = await play(again, id, people, {person.id: ("red", 10_00) for person in people})
        assert over.status == "over"
        assert {one.place for one in over.standings} <= {1, 2}
        assert await balance(again, bankroll_of(people[0].id)) == 10_000_00 - FEE + next(
            one.prize for one in over.standings if one.name == people[0].name
        )


@pytest.mark.parametrize("seats", [1, 8])
async def test_8_6_nobody_can_enter_again_once_their_table_has_dealt_its_last_hand(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    """At separate tables Bob would know which result to beat; at one table no one else could be eliminated."""
    monkeypatch.setattr(LiveSource, "number", lambda source, below: 0)
    monkeypatch.setattr(tournaments, "MOST_SEATS", seats)
    floor = sqlite_floor
    id, (ann, bob) = await started(floor, notice("[[tournament.stages]]\nhands = 1\n", "rebuys = 3"))
    assert len((await floor.tournaments.view(id)).stages[0].tables) == (2 if seats == 1 else 1)
    (table,) = await floor.seats_of(bob)
    await floor.command(table, bob, Act(verb="make", wager="straight", spot="7", amount=CHIPS))
    await floor.command(table, bob, Ready())
    if seats > 1:
        (table,) = await floor.seats_of(ann)
        await floor.command(table, ann, Ready())
    assert not (await floor.tournaments.view(id, bob)).may_rebuy
    with pytest.raises(Refused, match="last hand"):
        await floor.tournaments.enter(id, bob)
    await floor.tournaments.go_on()  # his table closes, and with it the stage if it is the only one
    with pytest.raises(Refused, match=r"last hand|first stage"):
        await floor.tournaments.enter(id, bob)
    assert (await floor.tournaments.view(id)).fees == 2 * FEE


async def test_8_6_a_table_has_a_hand_left_while_betting_for_it_is_open(sqlite_floor: Floor) -> None:
    _, (ann, _bob) = await started(sqlite_floor, notice("[[tournament.stages]]\nhands = 2\n"))
    (table,) = await sqlite_floor.seats_of(ann)
    wagers_open = (await live(sqlite_floor, table)).dealer.ask
    assert [has_hand_left(wagers_open, dealt, 2) for dealt in (0, 1, 2)] == [True, True, False]
    assert [has_hand_left(None, dealt, 2) for dealt in (0, 1, 2)] == [True, False, False]
    assert has_hand_left(None, 1000, None)


async def test_8_6_a_reentry_that_reached_no_table_is_refunded(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last hand is dealt between the fee and the seat, so the chips were never at risk and count for nothing."""
    monkeypatch.setattr(LiveSource, "number", lambda source, below: 0)
    floor = sqlite_floor
    id, (ann, bob) = await started(floor, notice("[[tournament.stages]]\nhands = 2\n", "rebuys = 3"))
    (table,) = await floor.seats_of(bob)
    await floor.command(table, bob, Act(verb="make", wager="straight", spot="7", amount=CHIPS))
    for person in (ann, bob):
        await floor.command(table, person, Ready())
    go_on = floor.tournaments.go_on

    async def too_late() -> None:
        await floor.command(table, ann, Act(verb="make", wager="red", amount=100_00))
        await floor.command(table, ann, Ready())
        await go_on()

    monkeypatch.setattr(floor.tournaments, "go_on", too_late)
    await floor.tournaments.enter(id, bob)
    await go_on()
    over = await floor.tournaments.view(id)
    assert (over.status, over.fees) == ("over", 2 * FEE)
    assert [(one.name, one.chips) for one in over.standings] == [(ann.name, CHIPS - 50_00), (bob.name, 0)]
    assert await floor.bankroll(bob) == 10_000_00 - FEE + over.standings[1].prize
    await books_are_right(floor, (ann, bob))
