"""8.2 and 8.3 at an open table: a change is announced, then comes into force between rounds or is cancelled."""

from __future__ import annotations

from time import localtime, struct_time
from typing import Any

import pytest
from pydantic import ValidationError

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import rules_of
from pitboss.equipment import Dice
from pitboss.floor import clock as clock_module
from pitboss.floor import command_handlers, notices, procedure, seats
from pitboss.floor.audit import audit_floor
from pitboss.floor.chance import LiveSource
from pitboss.floor.changes import affected_wagers, describe_changes, layout_after_change, least_minutes
from pitboss.floor.commands import Act, CancelChange, NoticeChange, Ready, Settings, Sit, WrongRole
from pitboss.floor.export import export_table
from pitboss.floor.floor import Floor
from pitboss.floor.people import Person, Role
from pitboss.floor.verify import verify
from pitboss.table import Refused, replay
from tests.shared.changed_tables import breaches, changed_options, table_text
from tests.shared.every_game import every_game

from .house import House, books_are_right, crash, live, opened, staff

pytestmark = pytest.mark.anyio


class Clock:
    """The floor's clock, moved by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0.0
        real = command_handlers.time.time
        for module in (command_handlers, clock_module, notices, procedure, seats):
            monkeypatch.setattr(module, "time", self)
        self._real, self._module = real, __import__("time")

    def time(self) -> float:
        return self._real() + self.ahead

    def monotonic(self) -> float:
        return float(self._module.monotonic())

    def localtime(self, seconds: float) -> struct_time:
        return localtime(seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def seated(floor: Floor, game: str = "roulette", **options: Any) -> tuple[int, Person, Person]:
    """A table with a player, and a floorperson."""
    table = (await opened(floor, game, clock="never")).id
    ann, _ = await floor.guest()
    await floor.command(table, ann, Sit(amount=1_000_00))
    return table, ann, await staff(floor, Role.FLOORPERSON)


async def a_round(floor: Floor, table: int, person: Person, wager: str = "red", amount: int = 10_00) -> None:
    await floor.command(table, person, Act(verb="make", wager=wager, amount=amount))
    await floor.command(table, person, Ready())


async def test_8_3_example_13_a_change_is_announced_cancelled_and_announced_again(
    sqlite_floor: Floor, clock: Clock
) -> None:
    floor = sqlite_floor
    table, ann, boss = await seated(floor, "craps")
    want = NoticeChange(odds={"field.12": "3 to 1"})
    with pytest.raises(WrongRole):
        await floor.command(table, ann, want)
    with pytest.raises(Refused, match="20 minutes in advance, but 30 are required"):
        await floor.command(table, boss, want.model_copy(update={"minutes": 20}))
    await floor.command(table, boss, want)
    coming = (await floor.view(table, ann)).table.coming
    assert coming is not None
    assert coming.what == ["Field Bet, 12 pays 3 to 1 instead of 2 to 1"]
    assert round(coming.effective - coming.noticed) == 30 * 60
    with pytest.raises(Refused, match="already announced"):
        await floor.command(table, boss, want)
    clock.ahead = 20 * 60
    await floor.command(table, boss, CancelChange())
    assert (await floor.view(table, ann)).table.coming is None
    clock.ahead = 40 * 60
    await a_round(floor, table, ann, "pass")
    assert (await floor.view(table, ann)).table.odds == {}
    await floor.command(table, boss, want)
    again = (await floor.view(table, ann)).table.coming
    assert again is not None
    assert again.effective > coming.effective + 39 * 60  # a new announcement needs a new half hour


async def test_8_3_a_change_comes_between_two_rounds_and_the_tape_knows_both_layouts(
    house: House, clock: Clock
) -> None:
    async with house.floor() as floor:
        table, ann, boss = await seated(floor, "sic-bo")
        wager, options = "small", (await floor.view(table, ann)).table.options
        assert options
        await a_round(floor, table, ann, wager)
        await floor.command(table, boss, NoticeChange(odds={"any_three_of_a_kind": "33 to 1"}))
        await floor.command(table, ann, Act(verb="make", wager=wager, amount=10_00))
        clock.ahead = 31 * 60
        assert (await floor.view(table, ann)).table.odds == {}  # the round in progress is finished under the old rule
        await floor.command(table, ann, Ready())
        assert (await floor.view(table, ann)).table.odds == {"any_three_of_a_kind": "33 to 1"}
        await a_round(floor, table, ann, wager)
        for round in range(3):
            assert (await floor.past_round(table, round))[-1].seq
        lines = [f"{line}\n" for line in await floor.tape(table)]
        assert replay(lines).game.layout.plain()["odds"] == {"any_three_of_a_kind": "33 to 1"}
        assert verify(await export_table(floor, table)).faults == []
        assert audit_floor(floor.store, floor.sealer, floor.folder).findings == []
        await books_are_right(floor, (ann,))


async def test_8_2_example_5_with_no_wager_on_the_layout_a_limit_is_in_force_at_once(
    house: House, clock: Clock
) -> None:
    async with house.floor() as floor:
        table, ann, boss = await seated(floor)  # the player has not wagered yet
        await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
        await floor.command(table, ann, Act(verb="remove", wager="red"))
        await floor.command(table, boss, NoticeChange(minimum=25_00))
        seen = (await floor.view(table, ann)).table
        assert (seen.minimum, seen.coming) == (25_00, None)
        assert seen.changed is not None
        assert seen.changed.what == ["minimum: none becomes $25"]  # the sign shows it
        with pytest.raises(Refused, match=r"\$25"):
            await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
        await a_round(floor, table, ann, amount=25_00)
        lines = [f"{line}\n" for line in await floor.tape(table)]
        assert replay(lines).game.layout.limits.minimum == 25_00
        assert verify(await export_table(floor, table)).faults == []
        assert audit_floor(floor.store, floor.sealer, floor.folder).findings == []
        await books_are_right(floor, (ann,))


async def test_8_2_limits_change_at_once_with_their_sign_and_payout_limits_rise_without_notice(
    sqlite_floor: Floor, clock: Clock
) -> None:
    floor = sqlite_floor
    table, ann, boss = await seated(floor)
    await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
    await floor.command(table, boss, NoticeChange(minimum=25_00, maximum=2_000_00))
    await floor.command(table, ann, Ready())  # an existing wager stays, and the round is finished
    assert (await floor.view(table, ann)).table.minimum == 25_00
    with pytest.raises(Refused, match=r"\$25"):
        await floor.command(table, ann, Act(verb="make", wager="red", amount=10_00))
    ride, _, _ = await seated(floor, "let-it-ride")
    with pytest.raises(Refused, match="permitted"):
        await floor.command(ride, boss, NoticeChange(options={"payout_limit": "40000"}))
    waits = []
    for limit in ("75000", "50000"):
        layout = (await live(floor, ride)).game.layout
        before = Layout.of("let-it-ride", layout.on, {"payout_limit": "60000"})
        waits.append(least_minutes(before, layout_after_change(before, NoticeChange(options={"payout_limit": limit}))))
    assert waits == [0, 30]  # only a decrease must be announced


async def test_8_3_at_an_empty_table_a_change_is_in_force_at_once(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table = (await opened(floor, "craps")).id
    boss = await staff(floor, Role.FLOORPERSON)
    change = NoticeChange(odds={"field.12": "3 to 1"})
    with pytest.raises(Refused, match="someone may sit down"):  # this player would have had only five minutes' notice
        await floor.command(table, boss, change.model_copy(update={"minutes": 5}))
    await floor.command(table, boss, change)
    assert (await floor.view(table, boss)).table.odds == {"field.12": "3 to 1"}


async def test_8_3_an_existing_wager_keeps_its_percentage_and_a_due_change_cannot_be_cancelled(
    sqlite_floor: Floor, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolls = iter(("4-4", "3-3", "1-3", "3-4"))
    monkeypatch.setattr(LiveSource, "dice", lambda source, number: Dice(next(rolls)))
    floor = sqlite_floor
    table = (await opened(floor, "craps", {"vig_timing": "on_win"}, clock="never")).id
    ann, _ = await floor.guest()
    await floor.command(table, ann, Sit(amount=1_000_00))
    boss = await staff(floor, Role.FLOORPERSON)
    await floor.command(table, boss, NoticeChange(options={"vig_rate": "0.03"}))
    coming = (await floor.view(table, ann)).table.coming
    assert coming is not None
    assert coming.what == ["Vigorish charged on buy and lay bets: 5% becomes 3%"]
    await a_round(floor, table, ann, "pass")  # the point is 8
    await floor.command(table, ann, Act(verb="make", wager="buy_4", amount=100_00))
    clock.ahead = 31 * 60
    with pytest.raises(Refused, match="the change is due"):
        await floor.command(table, boss, CancelChange())
    await floor.command(table, ann, Ready())
    with pytest.raises(Refused, match=r"Buy Bet .* changes as soon as"):
        await floor.command(table, ann, Act(verb="make", wager="buy_5", amount=100_00))
    rack = (await floor.view(table, ann)).rack
    await floor.command(table, ann, Ready())  # a 4: bought under the old rule, it pays 2 to 1 less 5%
    assert (await floor.view(table, ann)).rack == rack + 200_00 - 5_00
    await floor.command(table, ann, Ready())  # a 7: it is lost, and no wagers remain
    assert (await floor.view(table, ann)).table.options["vig_rate"] == "0.03"


def test_8_3_a_change_affects_the_wagers_of_its_section_and_those_they_are_tied_to() -> None:
    craps = Layout.of("craps")
    odds = affected_wagers(craps, layout_after_change(craps, NoticeChange(options={"max_odds_pass": "2x"})))
    assert odds == {"pass", "pass_odds", "come", "come_odds"}
    assert affected_wagers(craps, layout_after_change(craps, NoticeChange(odds={"hard_8": "10 to 1"}))) == {"hard_8"}
    assert affected_wagers(craps, layout_after_change(craps, NoticeChange(minimum=25_00))) == frozenset()


def test_8_2_limits_of_one_wager_and_of_the_table_change_alike_and_steps_wait() -> None:
    craps = Layout.of("craps")
    for change, says, minutes in (
        (NoticeChange(wager="field", maximum=100_00), ["maximum of Field Bet: none becomes $100"], 0),
        (NoticeChange(maximum=100_00), ["maximum: none becomes $100"], 0),
        (NoticeChange(increment=5_00), ["steps: $0.01 becomes $5"], 30),
    ):
        after = layout_after_change(craps, change)
        assert (describe_changes(craps, after), least_minutes(craps, after)) == (says, minutes)
    with pytest.raises(Unlawful, match="no wager colour"):
        layout_after_change(craps, NoticeChange(wager="colour", minimum=5_00))


def test_11_20_d_a_payout_limit_that_rises_needs_no_notice() -> None:
    tables = [Layout.of("pai-gow-poker", None, {"imperial": True, "imperial_limit": f"{k}000"}) for k in (50, 60)]
    low, high = tables
    assert (least_minutes(low, high), least_minutes(high, low)) == (0, 30)


@every_game()
def test_8_3_a_change_at_a_live_table_is_judged_as_check_judges_a_table_file(game: str) -> None:
    for day, others, name, old, new in changed_options(game, 15):
        if rules_of(game).options[name].opening:  # play changes its value
            continue
        before = Layout.of(game, day, others | {name: old})
        wanted = NoticeChange.model_construct(options={name: new})
        try:
            refused = not layout_after_change(before, wanted)
        except (Unlawful, Refused) as problem:
            refused = "nothing would change" not in str(problem)
        assert refused == bool(breaches(table_text(game, day, options=others | {name: new}))), (
            day,
            others,
            name,
            old,
            new,
        )


async def test_11_22_options_that_follow_from_another_follow_from_its_new_value(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table = (await opened(floor, "pai-gow-poker", clock="never")).id
    boss = await staff(floor, Role.FLOORPERSON)
    for variation, bank in (
        ("ez", "false"),
        ("standard", "true"),
    ):  # the table's file did not state whether players bank
        await floor.command(table, boss, NoticeChange(options={"variation": variation}))
        assert str((await floor.view(table, boss)).table.options["player_bank"]).lower() == bank


async def test_11_20_d_a_minimum_wager_that_could_win_more_than_the_payout_limit_is_refused(
    sqlite_floor: Floor,
) -> None:
    floor = sqlite_floor
    imperial = {"imperial": True, "imperial_limit": "40000"}
    low = Layout.of("pai-gow-poker", None, imperial, limits=Limits(10_00, 500_00))
    table = (await floor.open_table(low)).id
    boss = await staff(floor, Role.FLOORPERSON)
    with pytest.raises(Refused, match=r"less than the minimum wager could win; permitted: \$110,000 or more"):
        await floor.command(table, boss, NoticeChange(minimum=100_00))
    with pytest.raises(Unlawful, match="less than the minimum wager could win"):
        await floor.open_table(Layout.of("pai-gow-poker", None, imperial, limits=Limits(100_00, 500_00)))


async def test_2_2_a_4_a_change_that_contradicts_the_other_options_is_refused(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table = (await opened(floor, "blackjack", {"match_dealer": "on", "decks": 6}, clock="never")).id
    boss = await staff(floor, Role.FLOORPERSON)
    with pytest.raises(Refused, match="match-the-dealer wager is played with six or eight decks"):
        await floor.command(table, boss, NoticeChange(options={"decks": 2}))


async def test_8_3_existing_wagers_keep_their_odds(sqlite_floor: Floor, clock: Clock) -> None:
    floor = sqlite_floor
    table, ann, boss = await seated(floor, "craps")
    await floor.command(table, ann, Act(verb="make", wager="pass", amount=10_00))
    await floor.command(table, ann, Act(verb="make", wager="hard_8", amount=5_00))
    await floor.command(table, boss, NoticeChange(odds={"hard_8": "10 to 1"}))
    clock.ahead = 31 * 60
    for _ in range(200):  # until the hardway is decided, it pays as it did when made, and cannot be increased
        seen = await floor.view(table, ann)
        stands = any(wager["kind"] == "hard_8" for wager in seen.state.get("wagers", ()))
        if seen.table.odds:
            break
        if stands:
            with pytest.raises(Refused, match="changes as soon as"):
                await floor.command(table, ann, Act(verb="increase", wager="hard_8", amount=5_00))
        if not any(wager["kind"] == "pass" for wager in seen.state.get("wagers", ())):
            await floor.command(table, ann, Act(verb="make", wager="pass", amount=10_00))
        await floor.command(table, ann, Ready())
    assert seen.table.odds == {"hard_8": "10 to 1"}
    assert not stands


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (NoticeChange(odds={"field.12": "1 to 1"}), "too low"),
        (NoticeChange(options={"colour": "red"}), "has no option colour"),
        (NoticeChange(minimum=100_00, maximum=50_00), "above the maximum"),
        (NoticeChange(), "nothing would change"),
    ],
)
async def test_8_3_a_change_that_is_not_the_licensees_choice_is_refused(
    sqlite_floor: Floor, command: NoticeChange, said: str
) -> None:
    table, _, boss = await seated(sqlite_floor, "craps")
    before = await sqlite_floor.tape(table)
    with pytest.raises(Refused, match=said):
        await sqlite_floor.command(table, boss, command)
    assert await sqlite_floor.tape(table) == before


async def test_1_4_b_odds_are_the_same_at_all_tables_of_a_licensee(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table, _, boss = await seated(floor, "craps")
    await seated(floor, "craps")
    with pytest.raises(Refused, match="Craps"):
        await floor.command(table, boss, NoticeChange(odds={"field.12": "3 to 1"}))


async def test_1_4_b_a_table_opens_only_with_the_odds_that_another_has_announced(sqlite_floor: Floor) -> None:
    table, _, boss = await seated(sqlite_floor, "craps")
    await sqlite_floor.command(table, boss, NoticeChange(odds={"field.12": "3 to 1"}))
    with pytest.raises(Unlawful, match=r"3 to 1 at Craps.* with its announced change"):
        await opened(sqlite_floor, "craps")


def test_no_one_can_open_a_table_with_an_announced_change() -> None:
    for name, value in (("coming", {"layout": {}}), ("drawn", 3)):
        with pytest.raises(ValidationError, match=name):
            Settings.model_validate({name: value})


async def test_an_announced_change_survives_a_crash(sqlite_house: House, clock: Clock) -> None:
    floor = await sqlite_house.open()
    table, ann, boss = await seated(floor, "craps")
    await floor.command(table, boss, NoticeChange(odds={"field.12": "3 to 1"}))
    await crash(floor)
    async with sqlite_house.floor() as again:
        assert (await again.view(table, ann)).table.coming is not None
        clock.ahead = 31 * 60
        await a_round(again, table, ann, "pass")
        for _ in range(100):
            if (await again.view(table, ann)).table.odds:
                break
            await again.command(table, ann, Ready())
        assert (await again.view(table, ann)).table.odds == {"field.12": "3 to 1"}
