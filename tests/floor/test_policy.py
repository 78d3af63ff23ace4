"""The house policy, against a real server: requests that once made money, froze the floor or blocked it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.cli.serve import command as serve_command
from pitboss.floor.books import Books
from pitboss.floor.commands import (
    Act,
    AddBot,
    BuyIn,
    CloseTable,
    Leave,
    NoticeChange,
    Ready,
    RemoveBot,
    Sit,
    TableSettings,
)
from pitboss.floor.entrance import GRANT
from pitboss.floor.floor import Floor
from pitboss.floor.house import house_layout
from pitboss.floor.ledger import audit, balances_of
from pitboss.floor.people import BadPerson, Person, Role
from pitboss.floor.policy import BadPolicy, default_policy, read_policy
from pitboss.floor.store import KeyReused
from pitboss.library import work
from pitboss.table import Refused, game_on
from tests.shared.waiting import until

from .counter import Caller, Counter, counter, problem
from .house import House, books_are_right, live, opened, quiet, staff

pytestmark = pytest.mark.anyio
HUGE = 'game="roulette"\n[odds]\nstraight="1000000000 to 1"\n'
MOST = 10**12
METERED = [game for game in registered_games() if any(one.house_money for one in rules_of(game).options.values())]


@pytest.fixture
async def desk(sqlite_house: House) -> AsyncIterator[Counter]:
    async with counter(sqlite_house) as made:
        yield made


async def refused(desk: Counter, who: Caller, table: Any, **settings: Any) -> str:
    """The reason why a table is not opened."""
    answer = await desk.post("/tables", who, json={"table": table, "settings": settings})
    refusal: str = problem(answer, 409, "refused")["detail"]
    assert (await desk.get("/tables")).json() == []
    return refusal


# ---- tables that players open


async def test_a_guest_cannot_set_odds_above_those_of_the_rules(desk: Counter) -> None:
    """A guest won $10,000,009,630 with a chip on each number."""
    ann = await desk.guest()
    assert await refused(desk, ann, HUGE) == (
        "straight pays 1000000000 to 1; at a table that a player opens it pays at most 35 to 1"
    )
    listed = {"game": "craps", "on": "2008-06-01", "odds": {"field.12": "3 to 1"}}
    assert (await desk.post("/tables", ann, json={"table": listed})).status_code == 201


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"game": "blackjack", "options": {"decks": 100}}, "decks is 100; this house has 1 to 8"),
        ({"game": "mini-baccarat", "options": {"decks": 9}}, "decks is 9; this house has 6 to 8"),
        ({"game": "craps", "limits": {"maximum": 10_001}}, "posted limits are at most $10,000 at this table"),
        ({"game": "craps", "limits": {"field": {"maximum": 20_000}}}, "posted limits are at most $10,000"),
        (
            {"game": "mississippi-stud", "options": {"payout_limit": 2_000_000}},
            "at this table it is at most $1,000,000",
        ),
        ({"game": "poker", "options": {"ante": 2_000_000, "lower_limit": 5}}, "at this table it is at most $1,000,000"),
    ],
)
async def test_the_house_limits_the_tables_of_players(desk: Counter, table: dict[str, Any], said: str) -> None:
    assert said in await refused(desk, await desk.guest(), table)


async def test_an_impossible_card_number_is_refused_before_parsing(desk: Counter) -> None:
    ann = await desk.guest()
    for decks in (100_000, 999_999_999):
        table = {"game": "blackjack", "options": {"decks": decks}}
        refusal = problem(await desk.post("/tables", ann, json={"table": table}), 422, "bad-input")
        assert refusal["detail"] == f"decks is {decks}; a table can be dealt or priced with at most 100"


async def test_a_table_has_no_more_seats_than_the_house_allows(desk: Counter) -> None:
    assert "a table may have at most 20 seats, not 64" in await refused(
        desk, await desk.guest(), {"game": "roulette"}, seats=64
    )


@pytest.mark.parametrize(
    "game", [game for game in registered_games() if any(o.house_money for o in rules_of(game).options.values())]
)
async def test_no_player_sets_a_jackpot(sqlite_house: House, game: str) -> None:
    """With a `progressive_meter` of 100,000,000, the $1 wager had an edge of -29,179%."""
    async with counter(sqlite_house) as desk:
        ann = await desk.guest()
        for name, option in rules_of(game).options.items():
            if not option.house_money:
                continue
            applies = {other: asked[0] for other, asked in option.applies.items() if isinstance(asked, tuple)}
            refusal = await refused(desk, ann, {"game": game, "options": {**applies, name: 1_000}})
            assert f"{name} is 1000, but it puts house money on the table" in refusal


async def test_every_option_that_puts_money_on_a_table_is_marked(sqlite_floor: Floor) -> None:
    """An option in dollars that changes the opening state uses house money."""
    for game in registered_games():
        rules = rules_of(game)
        for name, option in rules.options.items():
            if option.unit != "dollars" or option.range is None:
                continue
            applies = {other: asked[0] for other, asked in option.applies.items() if isinstance(asked, tuple)}
            plain, changed = (
                Layout.of(game, options={**applies, **more}, unlawful=True) for more in ({}, {name: 77_777})
            )
            if game_on(plain).opening() != game_on(changed).opening():
                assert option.house_money, f"{game}: {name}"


@pytest.mark.parametrize("game", registered_games())
def test_a_table_as_the_lobby_opens_it_is_within_the_policy(game: str) -> None:
    layout = house_layout(game)
    assert list(default_policy().player_tables.objections(layout)) == []
    least = {kind: layout.limits.of(kind)[0] for kind in layout.wagers}
    table = game_on(layout)
    assert all(default_policy().player_tables.most_of(table, kind) >= least[kind] for kind in layout.wagers)


# ---- amounts


async def test_a_wager_that_could_win_more_than_the_ledger_counts_is_refused(desk: Counter) -> None:
    """With $10 billion on the layout every `ready` was answered with 503, also after a restart."""
    boss, ann = await desk.staff(Role.FLOORPERSON), await desk.guest()
    table = (await desk.post("/tables", boss, json={"table": HUGE, "settings": {"clock": "never"}})).json()["id"]
    await desk.done(table, ann, do="sit", amount=GRANT)
    straight = {"do": "act", "verb": "make", "wager": "straight"}
    answer = await desk.command(table, ann, **straight, spot="1", amount=20_00)
    assert "no wager wins more than $10,000,000,000" in problem(answer, 409, "refused")["detail"]
    offers = (await desk.get(f"/tables/{table}/offers", ann)).json()
    assert {one["most"] for one in offers if one["wager"] == "straight"} == {10_00}
    for number in ("00", *map(str, range(37))):
        await desk.done(table, ann, **straight, spot=number, amount=10_00)
    answer = await desk.command(table, ann, do="act", verb="increase", wager="straight", spot="1", amount=1)
    problem(answer, 409, "refused")
    await desk.done(table, ann, do="ready")
    won = (await desk.get(f"/tables/{table}", ann)).json()["rack"]
    assert won > MOST, "there is a chip on every number"
    answer = await desk.command(table, ann, **straight, spot="1", amount=10_00)
    assert "more than $10,000,000,000 in front of you" in problem(answer, 409, "refused")["detail"]
    await desk.done(table, ann, do="leave")
    await desk.done(table, boss, do="close_table")
    await books_are_right(desk.floor)


async def test_an_old_table_follows_the_current_policy(sqlite_house: House) -> None:
    """Its odds stay, but no wager wins more than the house pays at a table opened by a player."""
    async with sqlite_house.floor() as floor:
        ann, _ = await floor.guest()
        floor.policy = floor.policy.model_copy(update={"player_tables": floor.policy.house_tables})
        info = await floor.open_table(Layout.of("roulette", odds={"straight": "1000000 to 1"}), by=ann)
    async with counter(sqlite_house) as desk:
        ben = await desk.guest()
        await desk.done(info.id, ben, do="sit", amount=GRANT)
        answer = await desk.command(info.id, ben, do="act", verb="make", wager="straight", spot="7", amount=1_01)
        assert "no wager wins more than $1,000,000" in problem(answer, 409, "refused")["detail"]


async def test_an_old_table_that_cannot_be_dealt_does_not_block_the_floor(sqlite_house: House) -> None:
    async with counter(sqlite_house) as desk:
        plain = Layout.of("blackjack").plain()
        plain["options"]["decks"] = "999999999"
        made = Layout.from_plain(plain)
        desk.floor.policy = desk.floor.policy.model_copy(
            update={"house_tables": desk.floor.policy.house_tables.model_copy(update={"highest": {}})}
        )
        with pytest.raises(Refused, match="table 1 cannot be dealt: decks is 999999999"):
            await desk.floor.open_table(made)
        assert [one["id"] for one in (await desk.get("/tables")).json()] == [1]
        refusal = problem(await desk.get("/tables/1", await desk.guest()), 409, "refused")
        assert "a table can be dealt or priced with at most 100" in refusal["detail"]


AMOUNTS = (-1, 0, MOST + 1, 10**18, 2**63, 2**64, 1e400, float("nan"), 1.5, "10", True, None, [], {})


async def test_invalid_amounts_never_reach_the_table(desk: Counter) -> None:
    ann, boss = await desk.guest(), await desk.staff(Role.FLOORPERSON)
    table = await desk.table(clock="never")
    await desk.done(table, ann, do="sit", amount=100_00)
    commands: list[tuple[Caller, dict[str, Any], str]] = [
        (ann, {"do": "buy_in"}, "amount"),
        (ann, {"do": "act", "verb": "make", "wager": "pass"}, "amount"),
        (ann, {"do": "act", "verb": "make", "wager": "pass", "amount": 10_00}, "coupon"),
        (ann, {"do": "act", "verb": "make", "wager": "pass"}, "chips"),
        (boss, {"do": "fill"}, "amount"),
        (boss, {"do": "credit"}, "amount"),
        (boss, {"do": "grant_limits", "position": 1}, "maximum"),
        (boss, {"do": "grant_limits"}, "position"),
        (boss, {"do": "notice_change"}, "maximum"),
        (boss, {"do": "notice_change", "minimum": 1_00}, "increment"),
        (boss, {"do": "notice_change", "minimum": 1_00}, "minutes"),
    ]
    may_be_0 = {"coupon", "chips", "minutes", "maximum"}
    may_be_none = {"maximum", "increment", "minutes"}
    for who, asked, field in commands:
        for value in AMOUNTS:
            if (value == 0 and field in may_be_0) or (value is None and field in may_be_none):
                continue
            body = json.dumps({**asked, field: value})
            headers = {"content-type": "application/json"}
            answer = await desk.post(f"/tables/{table}/commands", who, content=body, headers=headers)
            assert answer.status_code in (400, 409, 422), (asked, field, value, answer.text)
    await books_are_right(desk.floor)


# ---- no client's computation runs on the event loop


async def test_other_requests_are_served_while_all_workers_are_busy(desk: Counter) -> None:
    """`GET price?set=decks=999999999` took 46 seconds, during which no one was answered."""
    ann = await desk.guest()
    table = await desk.table(clock="never")
    await desk.done(table, ann, do="sit", amount=100_00)
    held = threading.Event()
    terms = desk.floor.policy.requests
    busy = [work.queue.submit(f"client {one}", held.wait, terms.waiting) for one in range(terms.waiting)]
    try:
        await until(lambda: work.queue.doing == terms.waiting)
        for answer in (
            await desk.get("/games/blackjack/price", params={"set": "decks=999999999"}),
            await desk.post("/check", json={"table": 'game = "craps"\n'}),
            await desk.get("/diff", params={"first": "2001-03-09", "second": "2012-03-19"}),
            await desk.post("/tables", ann, json={"table": {"game": "blackjack", "options": {"decks": 8}}}),
        ):
            problem(answer, 503, "try-again")
            assert int(answer.headers["retry-after"]) >= 5
        assert (await desk.get("/health")).json()["status"] == "well"
        await desk.done(table, ann, do="act", verb="make", wager="pass", amount=10_00)
    finally:
        held.set()
        await asyncio.gather(*map(asyncio.wrap_future, busy))
    answer = await desk.get("/games/blackjack/price", params={"set": "decks=999999999"})
    assert "a table can be dealt or priced with at most 100" in problem(answer, 422, "bad-input")["detail"]
    answer = await desk.get("/games/blackjack/price", params={"set": "decks=17"})
    assert problem(answer, 422, "bad-input")["detail"] == "decks is 17; this house has 1 to 16"


async def test_past_rounds_are_replayed_by_a_few_threads(desk: Counter) -> None:
    table = await desk.table("big-six", clock="never")
    ann = await desk.guest()
    await desk.done(table, ann, do="sit", amount=100_00)
    await desk.done(table, ann, do="act", verb="make", wager="bill_1", amount=5_00)
    await desk.done(table, ann, do="ready")
    held = threading.Event()
    terms = desk.floor.policy.requests
    busy = [asyncio.ensure_future(desk.floor.computed(held.wait)) for _ in range(terms.waiting)]
    try:
        await until(lambda: desk.floor._computers.doing == terms.waiting)
        for path in ("rounds/0", "chance"):
            problem(await desk.get(f"/tables/{table}/{path}"), 503, "try-again")
        assert (await desk.get(f"/tables/{table}", ann)).status_code == 200
    finally:
        held.set()
        await asyncio.gather(*busy)
    assert (await desk.get(f"/tables/{table}/rounds/0")).status_code == 200


# ---- bots


async def seated(floor: Floor, table: int, amount: int = 500_00) -> Person:
    person, _ = await floor.guest()
    await floor.command(table, person, Sit(amount=amount))
    return person


async def test_a_player_brings_a_few_bots_with_suitable_bankrolls(sqlite_floor: Floor) -> None:
    """Any seated player could add bots with 10^12 cents and fill all seats of a house table."""
    floor = sqlite_floor
    table = (await opened(floor, "craps", clock="never")).id
    ann = await seated(floor, table)
    with pytest.raises(Refused, match=r"a bot brings at most \$10,000, not \$10,000,000,000"):
        await floor.command(table, ann, AddBot(amount=MOST))
    for _ in range(3):
        await floor.command(table, ann, AddBot())
    with pytest.raises(Refused, match="you already have 3 bots here, the maximum for one player at this table"):
        await floor.command(table, ann, AddBot())
    boss = await staff(floor, Role.FLOORPERSON)
    await floor.command(table, boss, AddBot())
    own = (await floor.open_table(Layout.of("craps"), by=ann)).id
    await floor.command(own, ann, Sit(amount=100_00))
    for _ in range(7):
        await floor.command(own, ann, AddBot())
    with pytest.raises(Refused, match="you already have 7 bots here"):
        await floor.command(own, ann, AddBot())
    await books_are_right(floor)


async def test_a_bot_is_removed_by_its_owner_and_leaves_with_them(sqlite_house: House) -> None:
    async with sqlite_house.floor() as floor:
        table = (await opened(floor, "craps", clock="never")).id
        ann, ben = await seated(floor, table), await seated(floor, table)
        boss = await staff(floor, Role.FLOORPERSON)
        await floor.command(table, ann, AddBot(position=5))
        await floor.command(table, ann, AddBot(position=6))
        await floor.command(table, boss, AddBot(position=7))
    async with sqlite_house.floor() as floor:  # also after a restart
        for position in (5, 7):
            with pytest.raises(Refused, match=f"the bot at position {position} is not yours to remove"):
                await floor.command(table, ben, RemoveBot(position=position))
        await floor.command(table, ann, RemoveBot(position=5))
        await floor.command(table, ann, Leave())
        seats = {seat.position for seat in (await floor.view(table, ben)).seats}
        assert seats == {2, 7}, "Ann's other bot left with her; the floorperson's stays"
        await floor.command(table, boss, RemoveBot(position=7))
        await floor.command(table, boss, CloseTable())
        await books_are_right(floor)


async def test_bots_bring_no_more_chips_to_a_player_who_is_ahead(sqlite_floor: Floor) -> None:
    """At no-limit a guest made $310,000 from their own random bot, which kept coming back."""
    table = (await opened(sqlite_floor, "big-six", clock="never")).id
    ann = await seated(sqlite_floor, table)
    policy = sqlite_floor.policy
    for ahead in (1, 0):  # with `ahead` 0 the player is already ahead
        bots = policy.bots.model_copy(update={"ahead": ahead})
        sqlite_floor.policy = policy.model_copy(update={"bots": bots})
        if ahead:
            await sqlite_floor.command(table, ann, AddBot())
        else:
            with pytest.raises(Refused, match=r"bots bring no more chips while a player is ahead by \$0 or more"):
                await sqlite_floor.command(table, ann, AddBot())


async def test_house_bots_bring_no_more_chips_to_a_player_who_is_ahead(sqlite_floor: Floor) -> None:
    policy = sqlite_floor.policy
    seats = {}
    for ahead in (1, 0):
        bots = policy.bots.model_copy(update={"ahead": ahead})
        sqlite_floor.policy = policy.model_copy(update={"bots": bots})
        info = await sqlite_floor.open_table(Layout.of("poker"), settings=TableSettings(company=5))
        ann = await seated(sqlite_floor, info.id)
        seats[ahead] = len((await sqlite_floor.view(info.id, ann)).seats)
    assert seats == {1: 5, 0: 1}


async def test_no_bot_joins_a_player_who_has_as_much_as_the_cage_gives(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table = (await opened(floor, "craps", clock="never")).id
    ann = await seated(floor, table)
    floor.policy = floor.policy.model_copy(update={"cage": GRANT // 100})
    with pytest.raises(Refused, match=r"none joins a player who has \$10,000 or more"):
        await floor.command(table, ann, AddBot())


async def test_house_bots_do_not_join_a_player_who_has_as_much_as_the_cage_gives(sqlite_floor: Floor) -> None:
    sqlite_floor.policy = sqlite_floor.policy.model_copy(update={"cage": GRANT // 100})
    info = await sqlite_floor.open_table(Layout.of("poker"), settings=TableSettings(company=5))
    ann = await seated(sqlite_floor, info.id)
    assert len((await sqlite_floor.view(info.id, ann)).seats) == 1


async def test_a_restart_remembers_whom_the_house_bots_do_not_join(sqlite_house: House) -> None:
    rich = default_policy().model_copy(update={"cage": GRANT // 100})
    async with sqlite_house.floor() as floor:
        floor.policy = rich
        info = await floor.open_table(Layout.of("poker"), settings=TableSettings(company=5))
        ann = await seated(floor, info.id)
    async with sqlite_house.floor() as floor:
        floor.policy = rich
        await quiet(await live(floor, info.id))
        await floor.command(info.id, ann, BuyIn(amount=100_00))
        assert len((await floor.view(info.id, ann)).seats) == 1


async def test_a_keno_ticket_is_bounded_as_its_wagers_are(sqlite_floor: Floor) -> None:
    """`write` makes several wagers at once, and these used to be subject only to the limits on payouts and losses."""
    terms = sqlite_floor.policy.house_tables.model_copy(update={"wager": 5})
    sqlite_floor.policy = sqlite_floor.policy.model_copy(update={"house_tables": terms})
    table = (await opened(sqlite_floor, "keno", clock="never")).id
    ann = await seated(sqlite_floor, table)
    with pytest.raises(Refused, match=r"\$6 is more than the house accepts on .*, \$5"):
        await sqlite_floor.command(table, ann, Act(verb="write", spot="[1 2 3] 1/3 @6.00"))
    await sqlite_floor.command(table, ann, Act(verb="write", spot="[1 2 3] 1/3 @5.00"))
    with pytest.raises(Refused, match="ticket"):
        await sqlite_floor.command(table, ann, Act(verb="write", spot="[1 2 nonsense"))


# ---- meters


async def metered(floor: Floor, game: str = "caribbean-stud", **options: Any) -> tuple[int, Person]:
    """A table whose meter shows $10,000, and a floorperson."""
    table = (await opened(floor, game, options, clock="never")).id
    assert (await live(floor, table)).state.meter == 10_000_00
    return table, await staff(floor, Role.FLOORPERSON)


async def test_the_value_of_a_meter_cannot_be_changed_by_notice(sqlite_floor: Floor) -> None:
    """The sign said that $10,000 becomes $5,000,000, and the meter did not change."""
    table, boss = await metered(sqlite_floor)
    with pytest.raises(Refused, match="progressive_meter applies when a table opens"):
        await sqlite_floor.command(table, boss, NoticeChange(options={"progressive_meter": 5_000_000}))
    await sqlite_floor.command(table, boss, NoticeChange(options={"progressive_reset": 20_000}))
    assert (await live(sqlite_floor, table)).state.meter == 10_000_00


async def test_a_meter_is_added_and_removed_with_its_wager(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    table, boss = await metered(floor, "pai-gow-poker", progressive="on")
    for progressive, shows in (("off", 0), ("on", 10_000_00)):
        await floor.command(table, boss, NoticeChange(options={"progressive": progressive}))
        await quiet(await live(floor, table))
        assert (await live(floor, table)).state.meter == shows
        held = await floor.store.read(lambda connection: balances_of(connection, table))
        assert held.get(f"table:{table}:meter", 0) == shows
    await books_are_right(floor)


async def test_a_table_that_closes_gives_its_meter_back_to_the_house(floor: Floor) -> None:
    """$10,000.70 stayed in the meter, and the audit did not notice."""
    table, boss = await metered(floor)
    ann = await seated(floor, table)
    before = await floor.store.read(audit)
    assert before.faults == ()
    await floor.command(table, ann, Leave())
    await floor.command(table, boss, CloseTable())
    assert await floor.store.read(lambda connection: balances_of(connection, table)) == {}
    assert (await floor.store.read(audit)).faults == ()
    await books_are_right(floor)
    with pytest.raises(Refused, match="is closed"):
        await floor.command(table, boss, CloseTable())


async def test_a_table_that_closes_in_the_middle_of_a_round_gives_its_meter_back(floor: Floor) -> None:
    table, boss = await metered(floor)
    ann = await seated(floor, table)
    for wager, amount in (("ante", 10_00), ("progressive", 1_00)):
        await floor.command(table, ann, Act(verb="make", wager=wager, amount=amount))
    await floor.command(table, ann, Ready())
    shown = await floor.view(table, ann)
    assert shown.ask is not None
    assert shown.ask["kind"] == "decision"
    assert (await live(floor, table)).state.meter == 10_000_70
    await floor.command(table, boss, CloseTable())
    assert await floor.store.read(lambda connection: balances_of(connection, table)) == {}
    assert await floor.bankroll(ann) == GRANT
    assert (await floor.store.read(audit)).faults == ()
    await books_are_right(floor)
    assert (await floor.table(table)).info.closed


async def test_money_that_an_earlier_version_left_in_a_meter_is_found_and_returned(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def as_before(books: Books, who: str) -> None:
        books.slip(-books.inventory, who, "credit: the table closes")

    table, boss = await metered(floor)
    with monkeypatch.context() as earlier:
        earlier.setattr(Books, "return_house_money", as_before)
        await floor.command(table, boss, CloseTable())
    found = (await floor.store.read(audit)).faults
    assert found == (f"table:{table}:meter holds 1000000, but its table is closed",)
    await floor.housekeeping.sweep()
    assert (await floor.store.read(audit)).faults == ()
    assert await floor.store.read(lambda connection: balances_of(connection, table)) == {}
    await books_are_right(floor)


# ---- newcomers


async def test_a_key_does_not_make_a_revoked_token_valid_again(floor: Floor) -> None:
    key = "k" * 30
    ann, token = await floor.guest(key)
    assert await floor.guest(key) == (ann, token)
    await floor.log_out(token)
    for _ in range(2):
        with pytest.raises(KeyReused, match="revoked; use a new key"):
            await floor.guest(key)
        await floor.housekeeping.sweep()
    assert await floor.person(token) is None


async def test_chips_at_tables_count_at_the_cage(floor: Floor) -> None:
    ann, _ = await floor.guest()
    most = 100 * floor.policy.cage
    assert await floor.exchange_at_cage(ann, most - GRANT) == most
    table = (await floor.open_table(Layout.of("craps"), by=ann)).id
    await floor.command(table, ann, Sit(amount=most))
    with pytest.raises(Refused, match="including chips at tables"):
        await floor.exchange_at_cage(ann, 1_00)
    await floor.command(table, ann, Leave())
    assert await floor.bankroll(ann) == most


@pytest.mark.parametrize("name", ["Guest 000001", "guest oooool", "GUEST 7", "Guest123456", "Bot 65", "bot-1"])
async def test_no_member_has_the_name_of_a_guest_or_a_bot(sqlite_floor: Floor, name: str) -> None:
    with pytest.raises(BadPerson, match="reserved"):
        await sqlite_floor.register(name, "a long password")


async def test_a_member_may_have_a_similar_name(sqlite_floor: Floor) -> None:
    for name in ("Guestava", "Guest Star", "Botticelli"):
        await sqlite_floor.register(name, "a long password")


# ---- the operator's file


def test_an_operator_overrides_single_figures(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("cage = 5\n[player_tables]\nwager = 7\n[player_tables.highest]\ndecks = 2\n", "utf-8")
    made, usual = read_policy(file), default_policy()
    assert (made.cage, made.player_tables.wager, made.player_tables.highest["decks"]) == (5, 7, 2)
    assert made.bots == usual.bots
    assert made.player_tables.payout == usual.player_tables.payout
    assert read_policy(None, {"PITBOSS_POLICY": str(file)}) == made
    assert read_policy(None, {}) == usual


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cages = 5", "cages: Extra inputs are not permitted"),
        ("cage = -5", "cage: Input should be greater than or equal to 0"),
        ("cage = 99999999999999999999", "cage: Input should be less than or equal to 10000000000"),
        ("cage = 'much'", "cage: Input should be a valid integer"),
        ("[player_tables]\nseats = 65", "player_tables.seats: Input should be less than or equal to 64"),
        ("cage", "cannot be read"),
    ],
)
def test_an_invalid_policy_is_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "house.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadPolicy, match=said):
        read_policy(file)
    with pytest.raises(BadPolicy, match="cannot be read"):
        serve_command(policy=tmp_path / "nothing.toml")
