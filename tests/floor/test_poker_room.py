"""The poker room on the floor: a game that starts without a command, players who see only what their seats see, and
hand histories.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import httpx
import pytest

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.equipment import Card, SeededSource, cards
from pitboss.families.poker_room.player import FairPlayer
from pitboss.floor.commands import Act, BuyIn, Decide, Leave, Ready, Sit, TableSettings
from pitboss.floor.floor import Floor
from pitboss.floor.house import house_layout, open_house_tables
from pitboss.floor.people import Role
from pitboss.library.hand_histories import taped
from pitboss.library.prices import price
from pitboss.table import PUBLIC, Action, Ask, AskDecision, Dealer, Refused, game_on, replay, view
from pitboss.table.bots import RandomBot
from pitboss.web.house_choices import table_price_markup
from pitboss.web.live.wagers import price_of
from pitboss.web.lobby import a_table
from tests.shared.served import Served, served
from tests.shared.waiting import until, wait_until

from .counter import Counter, counter
from .house import House, books_are_right, cards_in, opened

VARIANTS = tuple(one.value for one in rules_of("poker").options["variant"].values)
NO_LIMIT = {"structure": "no_limit", "small_blind": 1, "big_blind": 2}


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_fair_player_sees_what_its_seat_sees_and_finishes_every_hand(variant: str) -> None:
    layout = Layout.of("poker", options={"variant": variant})
    game, player = game_on(layout), FairPlayer(layout)
    dealer = Dealer(game, SeededSource(variant))
    asked: list[str] = []

    def watched(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], *known: str) -> str | None:
        assert isinstance(dealer.ask, AskDecision)
        seat = dealer.ask.position
        mine = cards_in(str(view(dealer.ask.state, seat)))
        assert {*own, *shown} <= mine, "nothing that the seat does not see"
        assert set(shown) <= cards_in(str(view(dealer.ask.state, PUBLIC))), "only face-up cards of others"
        asked.append(player(own, shown, choices, *known) or "")
        return asked[-1]

    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=300_00, name=f"P{position}"))
    bot = RandomBot(variant, advice=watched)

    def plays(dealer: Dealer, ask: Ask) -> Any:
        return bot(dealer, ask) if isinstance(ask, AskDecision) else None

    while dealer.state.rounds < 3:
        dealer.next(plays)
    assert len(asked) > 6
    assert dealer.state.chips == dealer.state.bought_in


def test_the_fair_player_states_its_chance_and_the_price_of_a_call() -> None:
    player = FairPlayer(Layout.of("poker"))
    aces, trash = (Card("As"), Card("Ah")), (Card("7c"), Card("2d"))
    facing = "0 2 300 900 1"  # no board, two opponents, $3 to call into $9
    assert player(aces, (), ("call", "raise", "fold"), facing) == "raise"
    assert player(trash, (), ("call", "raise", "fold"), "0 2 900 900 3") == "fold"
    assert player.why(aces, (), ("call", "fold"), facing).endswith("a call needs 25%.")
    assert player.chance(trash, (), "0 2 0 900 1") < 0.35 < 0.6 < player.chance(aces, (), facing)
    # A player who bets holds the better half of their hands, so the chance of winning is smaller.
    assert player.chance(aces, (), "0 2 300 900 3") < player.chance(aces, (), facing)


def test_the_fair_player_sometimes_bets_the_pot_or_half_of_it_when_far_ahead() -> None:
    player = FairPlayer(Layout.of("poker", options=NO_LIMIT))
    amounts = {"Min": 400, "½ pot": 600, "Pot": 1000, "All in": 100_00}
    aces = [cards(f"A{one} A{other}") for one, other in combinations("cdhs", 2)]
    kings = [cards(f"K{one} K{other}") for one, other in combinations("cdhs", 2)]
    known = "0 1 200 300 1"
    assert {player.choose_amount(own, (), amounts, known) for own in aces + kings} == {None, 600, 1000}
    assert player.choose_amount(cards("7h 2c"), (), amounts, known) is None
    assert player.choose_amount(aces[0], (), {}, known) is None, "at fixed limit there is one size"
    dealer = Dealer(game_on(Layout.of("poker", options=NO_LIMIT)), SeededSource(5))
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=300_00, name=f"P{position}"))
    raised: list[tuple[int, int]] = []
    bot = RandomBot(5, advice=player)

    def plays(dealer: Dealer, ask: Ask) -> Any:
        reply = bot(dealer, ask) if isinstance(ask, AskDecision) else None
        if isinstance(ask, AskDecision) and isinstance(reply, tuple):
            raised.append((dealer.game.amounts.least(ask.state, ask.position, ask.wagers[0], ""), reply[1].amount))
        return reply

    while dealer.state.rounds < 6:
        dealer.next(plays)
    assert raised
    assert all(least < amount for least, amount in raised)


@pytest.mark.parametrize(
    ("structure", "words"),
    [
        ("no_limit", {"Min": 20, "½ pot": 22, "Pot": 35, "All in": 300}),
        ("pot_limit", {"Min": 20, "½ pot": 22, "Pot": 35}),
        ("fixed_limit", {}),
    ],
)
def test_14_7_named_bets_of_each_structure(structure: str, words: dict[str, int]) -> None:
    """Blinds of $5 and $10, first to act: half the pot and the pot are computed after a call."""
    options = {"structure": structure, "small_blind": 5, "big_blind": 10, "lower_limit": 5, "upper_limit": 10}
    dealer = Dealer(game_on(Layout.of("poker", options=options)), SeededSource(1))
    for position in (1, 2, 3):
        dealer.act(position, Action("sit", amount=300_00, name=f"P{position}"))
    dealer.close()
    while not isinstance(dealer.ask, AskDecision):
        dealer.next()
    assert dealer.game.amounts.usual_amounts(dealer.ask.state, dealer.ask) == {
        word: 100 * to for word, to in words.items()
    }


@pytest.mark.anyio
async def test_a_newcomer_joins_a_game_that_starts_automatically_and_plays_a_hand(sqlite_house: House) -> None:
    """Over the API, as a stranger's program would: sit down and answer the questions."""
    async with counter(sqlite_house) as desk:
        settings = TableSettings(company=4, betting_seconds=1)
        table = (await desk.floor.open_table(Layout.of("poker", options=NO_LIMIT), settings=settings)).id
        ann = await desk.guest()
        assert (await desk.command(table, ann, do="sit", amount=100_00)).is_success
        seen = (await desk.get(f"/tables/{table}", ann)).json()
        assert len(seen["seats"]) == 4

        async def plays_to_the_end() -> bool:
            seen = (await desk.get(f"/tables/{table}", ann)).json()
            ask = seen["ask"]
            if ask["kind"] == "decision" and ask["position"] == seen["you"]:
                choice = "check" if "check" in ask["choices"] else "call"
                await desk.command(table, ann, do="decide", choice=choice)
            return bool(seen["round"] >= 1)

        await until(plays_to_the_end)
        person = await desk.floor.person(ann.token)
        assert person is not None
        await books_are_right(desk.floor, [person])
        await _history_shows_what_was_shown(desk, table)


async def _history_shows_what_was_shown(desk: Counter, table: int) -> None:
    """The hand history has public cards for everyone and all cards for surveillance; both versions can be dealt
    again."""
    public = await desk.get(f"/tables/{table}/rounds/0/phh")
    watcher = await desk.staff(Role.SURVEILLANCE)
    whole = await desk.get(f"/tables/{table}/rounds/0/phh", watcher)
    open_cards = cards_in((await desk.get(f"/tables/{table}/rounds/0")).text)
    dealt = {
        Card(word[at : at + 2]) for word in _dealt(public.text) for at in range(0, len(word), 2) if "?" not in word
    }
    assert dealt <= open_cards
    assert "?" not in whole.text
    ends = [replay(taped(text)).states[-1].positions for text in (public.text, whole.text)]
    assert [seat.rack for seat in ends[0]] == [seat.rack for seat in ends[1]]
    assert (await desk.get(f"/tables/{table}/rounds/99/phh")).status_code == 404


def _dealt(text: str) -> list[str]:
    return [action.split()[-1] for action in text.split('"') if action.startswith("d d")]


@pytest.mark.anyio
async def test_the_house_opens_a_poker_table_with_company(sqlite_floor: Floor) -> None:
    await open_house_tables(sqlite_floor)
    tables = {one.game: one.id for one in await sqlite_floor.tables()}
    ann = (await sqlite_floor.guest())[0]
    for game, company in (("poker", 5), ("blackjack", 1)):
        assert game_on(house_layout(game)).hosting.posts_when_due == (company > 1)
        await sqlite_floor.command(tables[game], ann, Sit(amount=100_00))
        assert len((await sqlite_floor.view(tables[game], ann)).seats) == company


@pytest.mark.anyio
async def test_players_join_others_in_the_poker_room_and_get_their_own_table_at_blackjack(
    sqlite_floor: Floor,
) -> None:
    people = [(await sqlite_floor.guest())[0] for _ in range(2)]
    poker = [await a_table(sqlite_floor, person, "poker") for person in people]
    assert poker[0] == poker[1]
    seats = (await sqlite_floor.view(poker[0], people[1])).seats
    assert sum(not seat.bot for seat in seats) == 2
    assert len(seats) > 2
    assert len({await a_table(sqlite_floor, person, "blackjack") for person in people}) == 2


@pytest.mark.anyio
async def test_leaving_during_a_hand_folds_it_and_returns_the_chips_after_it(
    sqlite_floor: Floor,
) -> None:
    floor = sqlite_floor
    people = [(await floor.guest())[0] for _ in range(3)]
    ann, ben, cyd = people
    table = (await opened(floor, "poker", NO_LIMIT, clock="never")).id
    for position, person in enumerate(people, 1):
        await floor.command(table, person, Sit(amount=100_00, position=position))
    for person in people:
        await floor.command(table, person, Ready())
    held = await floor.bankroll(cyd)
    seen = await floor.view(table, cyd)
    assert seen.ask is not None
    assert seen.ask["position"] == 3, "the button is at the last seat, which acts first of three"
    with pytest.raises(Refused, match="between rounds only"):
        await floor.command(table, cyd, BuyIn(amount=50_00))
    await floor.command(table, cyd, Decide(choice="call"))
    await floor.command(table, cyd, Leave())
    await floor.command(table, ann, Decide(choice="call"))
    await floor.command(table, ben, Decide(choice="check"))
    while (seen := await floor.view(table, ann)).round == 0:
        assert seen.ask is not None
        who = {1: ann, 2: ben}[seen.ask["position"]]
        await floor.command(table, who, Decide(choice="check"))
    assert await floor.seats_of(cyd) == {}
    assert await floor.bankroll(cyd) == held + 98_00
    await books_are_right(floor, people)


@pytest.mark.anyio
async def test_a_player_who_sits_out_is_not_waited_for_and_can_come_back(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    ann, ben, cyd = [(await floor.guest())[0] for _ in range(3)]
    table = (await opened(floor, "poker", NO_LIMIT, clock="never")).id
    for person in (ann, ben, cyd):
        await floor.command(table, person, Sit(amount=100_00))
    await floor.command(table, ben, Act(verb="sit_out"))
    for person in (ann, cyd):
        await floor.command(table, person, Ready())  # no one waits for Ben
    seen = await floor.view(table, ben)
    assert seen.ask is not None
    assert seen.ask["kind"] == "decision"
    assert {one["position"] for one in seen.state["hands"]} == {1, 3}
    while (seen := await floor.view(table, ann)).round == 0:
        assert seen.ask is not None
        await floor.command(table, {1: ann, 3: cyd}[seen.ask["position"]], Decide(choice=seen.ask["choices"][0]))
    await floor.command(table, ben, Act(verb="come_back"))
    await floor.command(table, ben, BuyIn(amount=20_00))
    for person in (ann, ben, cyd):
        await floor.command(table, person, Ready())
    hands = (await floor.view(table, ben)).state["hands"]
    assert 2 in {one["position"] for one in hands}


@pytest.mark.anyio
async def test_sitting_out_during_a_hand_takes_effect_after_it_and_can_be_withdrawn(sqlite_floor: Floor) -> None:
    floor = sqlite_floor
    people = dict(enumerate([(await floor.guest())[0] for _ in range(3)], 1))
    table = (await opened(floor, "poker", NO_LIMIT, clock="never")).id
    for person in people.values():
        await floor.command(table, person, Sit(amount=100_00))

    async def plays_on() -> None:
        """Everyone is ready, and checks or calls to the end of the hand."""
        dealt = (await floor.view(table, None)).round
        while (seen := await floor.view(table, None)).round == dealt:
            assert seen.ask is not None
            await floor.command(table, people[seen.ask["position"]], Decide(choice=seen.ask["choices"][0]))

    async def begin() -> None:
        for number, person in people.items():
            if number not in (await floor.view(table, None)).state.get("away", ()):
                await floor.command(table, person, Ready())

    await begin()
    await floor.command(table, people[2], Act(verb="sit_out"))
    await floor.command(table, people[3], Act(verb="sit_out"))
    await floor.command(table, people[3], Act(verb="come_back"))  # he changes his mind
    seen = await floor.view(table, None)
    assert seen.table.afterwards == {2: "sit_out"}
    assert [one["position"] for one in seen.state["hands"] if one.get("live", True)] == [1, 2, 3], "he plays the hand"
    with pytest.raises(Refused, match="position 1 is not sitting out"):
        await floor.command(table, people[1], Act(verb="come_back"))
    await plays_on()
    seen = await floor.view(table, None)
    assert (seen.state["away"], seen.table.afterwards) == ([2], {})
    await begin()
    assert {one["position"] for one in (await floor.view(table, None)).state["hands"]} == {1, 3}
    await floor.command(table, people[2], Act(verb="come_back"))
    await plays_on()
    assert not (await floor.view(table, None)).state.get("away"), "back after a hand without cards"


@pytest.mark.anyio
async def test_14_14_time_charges_are_collected_before_a_hand_and_booked(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """$6 is due for every half hour begun: at 23:50, not at 0:10, and at 0:20 the next day; a player with less sits
    out."""
    floor = sqlite_floor
    people = dict(enumerate([(await floor.guest())[0] for _ in range(3)], 1))
    options = {"rake_method": "time_charge", "min_buy_in": 1} | NO_LIMIT
    table = (await opened(floor, "poker", options, clock="never")).id
    for person, chips in zip(people.values(), (100, 100, 9), strict=True):
        await floor.command(table, person, Sit(amount=100 * chips))
    until = []
    for now in (23 * 60 + 50, 10, 20):
        monkeypatch.setattr("pitboss.floor.procedure.minute_of_the_day", lambda now=now: now)
        away = (await floor.view(table, None)).state.get("away", ())
        for number, person in people.items():
            if number not in away:
                await floor.command(table, person, Ready())
        seen = await floor.view(table, None)
        until.append({one["position"]: one["until"] for one in seen.state["charged"]})
        while seen.ask is not None and seen.ask["kind"] == "decision":
            position, choices = seen.ask["position"], seen.ask["choices"]
            await floor.command(table, people[position], Decide(choice="fold" if position == 3 else choices[0]))
            seen = await floor.view(table, None)
    assert until == [dict.fromkeys(people, 24 * 60 + 20)] * 2 + [{1: 50, 2: 50, 3: 24 * 60 + 20}]
    assert seen.state["away"] == [3], "a player with less than $6"
    assert sum(seat["rack"] for seat in seen.state["positions"]) == 209_00 - 5 * 6_00
    await books_are_right(floor, list(people.values()))


def test_14_14_pages_show_a_rake_instead_of_an_edge_of_the_ante() -> None:
    report = price("poker")
    said = str(table_price_markup(report, None))
    assert "8.33%" in said, "$2 of a pot of $24"
    assert "rake of the pot" in said
    assert not re.search("house edge|Ante", said)
    assert price_of(report, "bet") == "8.33% rake"


class AtTheTable:
    """People at a poker table of a real `pitboss serve`, over HTTP."""

    def __init__(self, server: Served, stakes: Sequence[int]) -> None:
        self.people = [httpx.Client(base_url=f"{server.url}/api/v1", timeout=60) for _ in stakes]
        for person in self.people:
            token = person.post("/people/guest").raise_for_status().json()["token"]
            person.headers["authorization"] = f"Bearer {token}"
        wanted = {"table": {"game": "poker", "options": NO_LIMIT}, "settings": {"clock": "never"}}
        self.id = self.people[0].post("/tables", json=wanted).raise_for_status().json()["id"]
        for number, amount in enumerate(stakes, 1):
            self.does(number, do="sit", position=number, amount=amount)
        for number in range(1, len(stakes) + 1):
            self.does(number, do="ready")

    def does(self, who: int, **command: Any) -> None:
        self.people[who - 1].post(f"/tables/{self.id}/commands", json=command).raise_for_status()

    def view(self, position: int) -> dict[str, Any]:
        """The view of a position, once the table waits for someone."""

        def waits() -> dict[str, Any] | None:
            found: dict[str, Any] = self.people[position - 1].get(f"/tables/{self.id}").raise_for_status().json()
            return found if found["ask"] and found["ask"]["kind"] in ("decision", "wagers") else None

        found = wait_until(waits)
        assert found is not None
        return found

    def acts(self, choice: str) -> None:
        self.does(self.view(1)["ask"]["position"], do="decide", choice=choice)


@pytest.mark.slow
def test_14_15_side_pots_and_rake_survive_a_crash_in_the_middle_of_a_hand() -> None:
    """Three players are all-in for 30, 60 and 100 dollars; kill -9 before the last one has answered."""
    with served(environment={"PITBOSS_LIMITS": "off"}) as server:
        table = AtTheTable(server, (100_00, 60_00, 30_00))
        table.acts("all_in")
        table.acts("all_in")
        before = [table.view(position) for position in (1, 2, 3)]
        server.kill()
        server.start()
        assert [table.view(position) for position in (1, 2, 3)] == before, "cards, chips, the turn and the question"
        table.acts("call")
        after = table.view(1)
        assert after["round"] == 1
        assert sum(seat["rack"] for seat in after["state"]["positions"]) == 186_00, "190 dollars, less a rake of 4"
        dealt = table.people[0].get(f"/tables/{table.id}/rounds/0").raise_for_status().text
        assert "Rake of $4 from pots of $" in dealt
        assert "The main pot of $86: " in dealt, "three times 30, less the rake"
        assert "The side pot 1 of $60: " in dealt, "twice 30; the 40 that no one matched was returned"
        for person in table.people:
            person.close()
