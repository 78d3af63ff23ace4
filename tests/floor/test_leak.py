"""No message reveals a card to someone who may not see it.

Two proofs, over a game of each family, and over all games in `make slow`:
1. Non-interference. A round is played twice, the second time with a different card where someone may not see it. Until
   it is turned up, everything shown to this person must be the same, byte for byte. So nothing that this person sees,
   in whatever form, depends on the card.
2. Spies. On a live floor a spy in every seat, a bystander, a dealer and a floorperson read everything that leaves the
   floor: views, answers, refusals, past rounds, shuffles, the log. All of this is compared with the true state.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cache
from random import Random
from typing import Any

import pytest
from websockets import frames

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, rules_of
from pitboss.equipment import CARDS, FACE_DOWN, Card, SeededSource, Shoe
from pitboss.floor.chance import LiveSource
from pitboss.floor.commands import Act, Decide, Leave, Ready, Sit
from pitboss.floor.floor import Floor, NoSuchRound
from pitboss.floor.people import Person, Role
from pitboss.floor.sight import STEPS_PER_ROUND, Moment, Seat, TableInfo, TableSnapshot, VisibleTable, WatchableTable
from pitboss.table import PUBLIC, Action, Ask, AskCard, Dealer, Hidden, State, Step, Tape, game_on
from pitboss.table.bots import RandomBot
from pitboss.table.codec import FrozenStruct
from pitboss.table.game import Game, game_class
from pitboss.table.irregularities import callable_now
from pitboss.table.state import Position, Wager
from pitboss.table.tape import Entry, read_entries
from tests.shared.every_game import every_family, every_game, has_cards
from tests.shared.waiting import until

from .counter import counter
from .house import PATIENCE, STAKE, Crowd, House, cards_in, live, opened, staff

SEATS = (1, 2, 3)
SPIES = {
    **{f"position {number}": Person(number, f"P{number}", "guest", Role.PLAYER) for number in SEATS},
    "bystander": Person(10, "Bystander", "guest", Role.PLAYER),
    "dealer": Person(11, "Dealer", "staff", Role.DEALER),
}


@cache
def names_of(kind: type) -> tuple[str, ...]:
    """The fields of a struct; empty for anything else."""
    return kind.__struct_fields__ if issubclass(kind, FrozenStruct) else ()


def parts(value: Any) -> Iterator[Any]:
    """All cards in a state, face up and face down."""
    if isinstance(value, (Card, Hidden)):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from parts(item)
    elif not isinstance(value, (Shoe, Position, Wager)):
        for name in names_of(type(value)):
            held = getattr(value, name)
            if held and not isinstance(held, (int, str)):
                yield from parts(held)


def known(card: Hidden, eyes: int) -> bool:
    return eyes != PUBLIC and eyes in card.known_to


def down(state: State, eyes: int) -> Counter[Card]:
    """The cards on the table that someone may not see."""
    return Counter(part.card for part in parts(state) if isinstance(part, Hidden) and not known(part, eyes))


def up(there: Iterable[Any], eyes: int) -> set[Card]:
    """The cards on the table that someone may see."""
    seen = (part for part in there if isinstance(part, Card) or known(part, eyes))
    return {part if isinstance(part, Card) else part.card for part in seen}


# ---- 1. non-interference


@dataclass(frozen=True)
class Frame:
    """A step, with its view and its hidden cards for each spy."""

    step: Step
    after: int
    """The number of replies that the round had received before it."""
    shown: dict[str, str]
    kept: dict[str, Counter[Card]]


class Projector:
    """Shows the steps of rounds to all spies as a floor would."""

    def __init__(self, game: Game[Any]) -> None:
        rules = game.layout.rules.game
        info = TableInfo(id=1, name="T", game=rules.id, title=rules.name, on=date(2026, 1, 1), dealer="", seats=8)
        seats = {number: Seat(number, f"P{number}") for number in SEATS}
        self.game = game
        self.table = WatchableTable(info, game, TableSnapshot(game.opening(), None, 0, 0, seats))

    def frames(self, state: State, entries: list[Entry], first: int = 0) -> list[Frame]:
        """The frames of a round after its `first` reply, for as long as the entries fit."""
        made: list[Frame] = []
        sent = steps = 0

        def note(step: Step) -> None:
            nonlocal steps
            steps += 1
            if step.state.rounds == state.rounds and sent >= first:
                made.append(self._frame(step, steps, sent))

        dealer = Dealer.resume(self.game, LiveSource(), state, (), note)
        for entry in entries:
            sent += 1
            try:
                dealer.apply_entry(entry)
            except (ValueError, LookupError, StopIteration):
                break
        return made

    def _frame(self, step: Step, place: int, after: int) -> Frame:
        table = self.table
        ask = step if isinstance(step, Ask) else None
        table.snapshot = TableSnapshot(step.state, ask, step.state.rounds, place, table.snapshot.seats)
        table.moments.clear()
        table.moments.append(Moment(step.state.rounds * STEPS_PER_ROUND + place, step))
        shown = {name: table.view(spy, offers=ask is not None).model_dump_json() for name, spy in SPIES.items()}
        kept = {name: down(step.state, table.eyes_of(spy)) for name, spy in SPIES.items()}
        return Frame(step, after, shown, kept)


def rounds_of(game: Game[Any], number: int, seed: str) -> Iterator[tuple[State, list[Entry]]]:
    """Random rounds, including irregularities, each with the state before it and its entries."""
    random = Random(seed)
    lines: list[str] = []
    dealer = Dealer(game, SeededSource(seed), tape=Tape(lines.append))
    bot = RandomBot(seed)
    for position in SEATS:
        dealer.act(position, Action("sit", amount=10**9, name=f"P{position}"))
    while dealer.state.rounds < number:
        state, begun = dealer.state, len(lines)
        while dealer.state.rounds == state.rounds:
            assert dealer.ask is not None
            wrong = list(callable_now(game, dealer.ask)) if random.random() < 0.01 else []
            if wrong:
                call = random.choice(wrong)
                dealer.throw(call.rule.id, *random.sample(list(call.subjects), min(1, len(call.subjects))))
            else:
                dealer.next(bot)
        first = begun if state.rounds else 1
        yield state, [entry for entry in read_entries(lines) if first < entry.number <= len(lines)]
        lines[1:] = []  # keep only `open`, which begins the chain of the next round
        dealer.tape = Tape(lines.append, json.loads(lines[0])["hash"])


def others(game: Game[Any], state: State, entries: list[Entry], at: int) -> list[Card]:
    """The cards that could have been dealt instead, all else being equal."""
    dealer = Dealer.resume(game, LiveSource(), state, entries[:at])
    assert isinstance(dealer.ask, AskCard)
    left = Counter({CARDS[index]: count for index, count in enumerate(dealer.ask.composition) if count})
    for entry in entries[at:]:
        if entry.data.get("to") == "shuffle":
            break
        if entry.data.get("to") == "card" and entry.kind == "reply":
            left[Card(entry.data["reply"])] -= 1
    dealt = Card(entries[at].data["reply"])
    return [card for card, count in left.items() if count > 0 and card is not dealt]


def revealed_by_the_rules(game: str, true: Frame, one: Card, other: Card, turns_up: bool) -> bool:
    """Whether the procedure itself reveals something about a card before it is turned up.

    At twenty-one everyone learns whether the hole card makes a blackjack with an ace or a ten. At house poker, hands
    may be turned up and settled in passes, losers before winners, as at let it ride (18.10(i)). Where two players
    control the hands at baccarat (4.7), a natural is turned at once, so everyone learns when a hand is not one. In the
    poker room everyone learns who has won, and losing hands are discarded unseen (14.15).
    """
    family = rules_of(game).game.family
    if family == "poker_room":
        return true.step.section in ("14.14", "14.15")
    if family == "baccarat":
        return _makes_natural(true.step.state, one) != _makes_natural(true.step.state, one, other)
    if family == "house_poker":
        return turns_up
    upcards = getattr(true.step.state, "dealer", ())
    if family != "twenty_one" or not upcards:
        return False
    return _makes_blackjack(upcards[0], one) != _makes_blackjack(upcards[0], other)


def _makes_natural(state: Any, one: Card, other: Card | None = None) -> bool:
    """Whether the first two cards of a hand with this card are a natural, or would be with the other card."""
    for hand in ("player", "banker"):
        down = tuple(held.card for held in getattr(state, f"{hand}_down"))
        two = [*down, *getattr(state, hand)][:2]
        if one in two:
            two[two.index(one)] = other or one
            return sum(min(card.rank, 10) % 10 if card.rank < 14 else 1 for card in two) % 10 > 7
    return False


def _makes_blackjack(upcard: Card, hole: Card) -> bool:
    return (upcard.rank == 14 and 10 <= hole.rank < 14) or (10 <= upcard.rank < 14 and hole.rank == 14)


def interference(game: str, rounds: int, swaps: int) -> Counter[str]:
    """Play and compare; returns the number of steps compared for each spy while a card was hidden from that spy."""
    return interference_at(game_on(Layout.of(game)), game, rounds, swaps)


def interference_at(table: Game[Any], game: str, rounds: int, swaps: int) -> Counter[str]:
    projector = Projector(table)
    random = Random(f"swaps {game}")
    compared: Counter[str] = Counter()
    dealt_open = not hides(game)
    for state, entries in rounds_of(table, rounds, f"leak {game}"):
        dealt = [at for at, entry in enumerate(entries) if entry.kind == "reply" and entry.data["to"] == "card"]
        if not dealt:
            continue
        truth = projector.frames(state, entries)
        if dealt_open:
            only_drawn_in_error(state, entries, truth)
        secret = [at for at in dealt if face_down(truth, at)]
        for at in random.sample(secret, min(swaps, len(secret))):
            possible = others(table, state, entries, at)
            if not possible:
                continue
            other = random.choice(possible)
            data = entries[at].data | {"reply": str(other)}
            swapped = [*entries[:at], Entry(entries[at].number, "reply", data), *entries[at + 1 :]]
            lie = projector.frames(state, swapped, at)
            compare(game, truth, lie, at, Card(entries[at].data["reply"]), other, compared)
    return compared


def only_drawn_in_error(state: State, entries: list[Entry], truth: list[Frame]) -> None:
    """Where all cards are dealt face up, none may be face down except one drawn in error.

    At mini-baccarat an extra card stays unseen and becomes the first of the next round (7.11), so it may be there when
    the round begins.
    """
    wrong = down(state, PUBLIC) or any(entry.kind == "throw" for entry in entries)
    assert wrong or not any(frame.kept["bystander"] for frame in truth), "a card is face down without an error"


def face_down(truth: list[Frame], at: int) -> bool:
    """Whether a card was dealt face down to a bystander's eyes."""
    before = next(frame for frame in reversed(truth) if frame.after == at)
    after = next(frame for frame in truth if frame.after > at)
    assert isinstance(before.step, AskCard)
    return before.step.to == "discard rack" or before.kept["bystander"] != after.kept["bystander"]


def compare(
    game: str, truth: list[Frame], lie: list[Frame], at: int, one: Card, other: Card, compared: Counter[str]
) -> None:
    """For each spy, compare all steps until the card is turned up."""
    runs = ([frame for frame in truth if frame.after >= at], lie)
    pairs = list(zip(*runs, strict=False))
    after = next(place for place, (true, _) in enumerate(pairs) if true.after > at)
    for spy in SPIES:
        burned = False
        for place, (true, false) in enumerate(pairs):
            same = true.shown[spy] == false.shown[spy]
            wrapped = true.kept[spy] != false.kept[spy]
            if place < after:
                assert same, "the rounds differ before the card is dealt"
                continue
            if place == after and not wrapped:
                if not same:
                    break  # dealt face up
                burned = True
            if not wrapped and not burned:
                break  # turned up, or collected with the hand
            turns_up = any(now[place].kept[spy].total() < now[place - 1].kept[spy].total() for now in runs)
            if not same and revealed_by_the_rules(game, true, one, other, turns_up):
                break
            compared[spy] += 1
            assert same, f"{spy} can tell {one} from {other}:\n{true.shown[spy]}\n{false.shown[spy]}"


@every_family(having=has_cards)
def test_no_view_depends_on_a_hidden_card(game: str) -> None:
    compared = interference(game, rounds=12, swaps=3)
    if hides(game):  # at other tables the compared cards were burned, or drawn in error
        assert min(compared[spy] for spy in SPIES) > 10, compared


@pytest.mark.slow
@every_game(having=has_cards)
def test_no_view_depends_on_a_hidden_card_for_thousands_of_rounds(game: str) -> None:
    interference(game, rounds=1200, swaps=4)


def test_a_leak_is_detected() -> None:
    """A game that reveals a face-down card's suit is caught."""
    game = game_on(Layout.of("high-card"))
    whole = game.status

    def slip(state: Any) -> list[str]:
        hidden = [part.card for part in parts(state) if isinstance(part, Hidden)]
        return [*whole(state), "a red card is out" if any(card.suit.is_red for card in hidden) else "none is red"]

    game.status = slip
    with pytest.raises(AssertionError, match="can tell"):
        interference_at(game, "high-card", 40, 2)


# ---- 2. spies on a live floor

TURNED_UP = re.compile(
    r"The first card is the .* burned\.|\S+ goes to the discard rack\.|The .* is discarded\."
    r"|.* not used: back into the stub, which is shuffled\."
)
"""Announcements of cards turned up on their way to the discard rack or into the stub: the first card of a shoe, one
found face up in it, a poker street dealt too early.
"""
SHOE_SHOWN = {"decks", "left", "discards", "cut_card_reached", "shuffles"}
SECRET_FIELDS = re.compile('"(counts|composition|full|nonce|order|sealed|known_to)":')
"""Fields that no view contains at any depth, as they appear in JSON."""


def as_it_may_be_seen(true: Any, shown: Any, eyes: int) -> None:
    """Check that every face-down card of the true state is face down in the view, unless it may be known."""
    if isinstance(true, Hidden):
        assert shown == (str(true.card) if known(true, eyes) else FACE_DOWN)
    elif isinstance(true, Card):
        assert shown == str(true)
    elif isinstance(true, Shoe):
        assert set(shown) == SHOE_SHOWN
        assert shown["left"] == true.left
    elif isinstance(true, tuple):
        assert len(shown) == len(true)
        for one, other in zip(true, shown, strict=True):
            as_it_may_be_seen(one, other, eyes)
    elif names := set(names_of(type(true))):
        assert set(shown) <= names
        for name in shown:
            as_it_may_be_seen(getattr(true, name), shown[name], eyes)
        for name in names - set(shown):
            assert not any(parts(getattr(true, name))), f"{name} has cards, and is not shown"


def texts(value: Any) -> Iterator[str]:
    """All strings in plain data, including keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)


def of_the_shoe(spoken: set[Card], state: Any) -> set[Card]:
    """Those of the cards mentioned that are dealt at a table; without a joker in the deck, the word reveals nothing."""
    full = getattr(getattr(state, "shoe", None), "full", None)
    return spoken if full is None else {card for card in spoken if card.index < len(full) and full[card.index]}


class Truth:
    """The true state of a table at every step, and the cards that were face up in each round."""

    def __init__(self) -> None:
        self.steps: dict[int, Step] = {}
        self.cards: dict[int, list[Any]] = {}
        self.states: dict[int, State] = {}
        self.open: dict[tuple[int, int], set[Card]] = {}

    def note(self, shown: WatchableTable) -> None:
        self.states[shown.snapshot.entries] = shown.snapshot.state
        for moment in shown.moments:
            if moment.seq in self.steps:
                continue
            self.steps[moment.seq] = moment.step
            there = self.cards[moment.seq] = list(parts(moment.step.state))
            for eyes in (PUBLIC, *SEATS):
                self._opened(moment.seq // STEPS_PER_ROUND, eyes).update(up(there, eyes))

    def forget(self, before: int) -> None:
        """Forget the rounds before this one."""
        self.steps = {seq: step for seq, step in self.steps.items() if seq // STEPS_PER_ROUND >= before}
        self.cards = {seq: cards for seq, cards in self.cards.items() if seq in self.steps}
        self.open = {key: cards for key, cards in self.open.items() if key[0] >= before}
        self.states = dict(list(self.states.items())[-1:])

    def _opened(self, round: int, eyes: int) -> set[Card]:
        return self.open.setdefault((round, eyes), set())

    def hold(self, text: str, eyes: int) -> None:
        """Compare what someone was shown, as JSON, with the true state."""
        assert not (found := SECRET_FIELDS.findall(text)), found
        parsed: dict[str, Any] = json.loads(text)
        seen = parsed.get("seen", parsed)
        true = self.states[seen["entry"]]
        as_it_may_be_seen(true, seen["state"], eyes)
        said = [*texts(seen["status"]), *texts(seen["ask"]), *texts(seen["offers"]), *texts(seen["seats"])]
        self._spoken(said, seen["round"], eyes, true, list(parts(true)))
        for moment in seen["moments"]:
            self.hold_moment(moment, eyes)

    def hold_moment(self, moment: dict[str, Any], eyes: int) -> None:
        step = self.steps[moment["seq"]]
        if moment["state"] is not None:
            as_it_may_be_seen(step.state, moment["state"], eyes)
        self._spoken(
            list(texts(moment["step"])), moment["seq"] // STEPS_PER_ROUND, eyes, step.state, self.cards[moment["seq"]]
        )

    def _spoken(self, said: list[str], round: int, eyes: int, true: State, there: list[Any]) -> None:
        """Check that every card mentioned is face up, or was before in this round.

        Without a shoe there are no secrets: cards are then places of the layout, as on a wheel of cards.
        """
        for text in said if hasattr(true, "shoe") else ():
            spoken = of_the_shoe(cards_in(text), true)
            if not spoken or TURNED_UP.fullmatch(text):
                continue
            hidden = spoken - up(there, eyes) - self._opened(round, eyes)
            assert not hidden, f"{text!r} mentions {hidden}"


class Log(logging.Handler):
    """Records everything that is logged."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(message)s"))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def everything_logged() -> Iterator[Log]:
    log, root = Log(), logging.getLogger()
    level = root.level
    root.addHandler(log)
    root.setLevel(logging.DEBUG)
    yield log
    root.setLevel(level)
    root.removeHandler(log)


AT_RANDOM = re.compile("Sec-WebSocket-|(PING|PONG) ")
"""Log lines of a WebSocket with random bytes, in which a card may appear: handshakes and keepalive pings."""


WORDS_AT_RANDOM = re.compile(r"[\w+/=-]*\.\.\.[\w+/=-]*|[\w+/=-]{16,}")
"""Tokens, signatures and digests, whole or as a wire log truncates a long message: "…R5-3c" at the cut reads as a card.

The receiver of a message reads all of it as a spy.
"""


def unlogged(log: Log) -> None:
    """Check that no line of the log mentions a card."""
    for line in log.lines:
        if not AT_RANDOM.search(line):
            assert not cards_in(WORDS_AT_RANDOM.sub(" ", line)), line


def test_a_token_truncated_in_a_log_is_not_a_card() -> None:
    log = Log()
    token = "1mh4My9KO7yOm0FO9iE8yVI-4d-BvEZ_jNOyhmR5-3c"
    said = f'{{"token": "{token}", "offers": true, "history": false}}'
    log.lines = [f"< {frames.Frame(frames.Opcode.TEXT, said.encode())}", f"< TEXT ...{token[-5:]}' [90 bytes]"]
    assert all(cards_in(line) for line in log.lines)
    unlogged(log)
    log.lines = ['< TEXT \'{"down": ["2c", ...\' [90 bytes]']
    with pytest.raises(AssertionError, match="2c"):
        unlogged(log)


def test_the_bytes_of_a_ping_are_not_a_card() -> None:
    log = Log()
    log.lines = [
        f"> {frames.Frame(kind, bytes.fromhex('2c5d9aa0'))}" for kind in (frames.Opcode.PING, frames.Opcode.PONG)
    ]
    assert all(cards_in(line) for line in log.lines)
    unlogged(log)
    log.lines.append("the dealer has 2c")
    with pytest.raises(AssertionError, match="the dealer has 2c"):
        unlogged(log)


class Spies:
    """Spies who read everything a live table says: one in each seat, and one of each kind of viewer."""

    def __init__(self, floor: Floor, table: int, seated: list[Person], others: list[Person | None]) -> None:
        self.floor = floor
        self.table = table
        self.seated = seated
        self.others = others
        self.truth = Truth()
        self.read = 0
        self.kept = 0

    async def watch(self) -> None:
        """Watch every commit; viewers without a seat take turns, because they all see the same."""
        shown = await live(self.floor, self.table)
        notify_viewers = shown.notify_viewers
        since = 0

        def look() -> None:
            nonlocal since
            self.truth.note(shown)
            for person in (*self.seated, self.others[self.read % len(self.others)]):
                eyes = shown.eyes_of(person)
                seen = shown.view(person, since, offers=True)
                self.truth.hold(seen.model_dump_json(), eyes)
                self.kept += bool(down(shown.snapshot.state, eyes))
                self.read += 1
            since = shown.last
            notify_viewers()

        self.truth.note(shown)
        shown.notify_viewers = look

    async def look_back(self, rounds: range) -> None:
        """Read past rounds as a bystander and as each position."""
        for number in rounds:
            for eyes in (PUBLIC, *SEATS):
                with suppress(NoSuchRound):  # the current round may not have begun
                    for moment in await self.floor.past_round(self.table, number, eyes):
                        self.truth.hold_moment(moment.model_dump(mode="json"), eyes)
                        self.read += 1

    async def look_at_shuffles(self) -> None:
        """Check that a shoe in play, or with a face-down card, is not opened."""
        source = (await live(self.floor, self.table)).dealer.source
        assert isinstance(source, LiveSource)
        closed = {one.commitment for one in source.shuffles}
        for shuffle in await self.floor.shuffles(self.table, None):
            assert shuffle.finished == (shuffle.commitment not in closed)
            assert shuffle.opening is None
            assert (shuffle.disclosure is not None) == shuffle.finished


async def spied_on(
    floor: Floor, game: str, rounds: int, log: Log, options: Mapping[str, Value] | None = None
) -> tuple[int, int]:
    """Watch rounds dealt automatically and by hand, with irregularities.

    Returns how much was read, and how much of it while a card was hidden from the reader.
    """
    read = kept = 0
    people = [(await floor.guest())[0] for _ in SEATS]
    dealer, boss, admin = [await staff(floor, role) for role in (Role.DEALER, Role.FLOORPERSON, Role.ADMIN)]
    others = [(await floor.guest())[0], None, dealer, boss, admin]
    for dealt, number in (("automatic", rounds), ("person", max(4, rounds // 4))):
        info = await opened(floor, game, options, clock="never", dealer=dealt, seats=3)
        spies = Spies(floor, info.id, people, others)
        await spies.watch()
        crowd = Crowd(floor, info, people, f"spied {rounds}", dealer if dealt == "person" else None, boss)
        done = 0
        while done < number:
            await crowd.play(min(10, number - done))
            await nonsense(floor, info.id, crowd)
            now = (await floor.view(info.id, None)).round
            await spies.look_back(range(max(done, now - 1), now + 1))
            await spies.look_at_shuffles()
            done = now
            spies.truth.forget(now - 2)
        state = (await live(floor, info.id)).snapshot.state
        for refusal in crowd.refusals:
            assert not of_the_shoe(cards_in(refusal), state), f"{refusal} mentions a card"
        read, kept = read + spies.read, kept + spies.kept
    unlogged(log)
    return read, kept


async def nonsense(floor: Floor, table: int, crowd: Crowd) -> None:
    """Send commands that are refused, because refusals are read too."""
    seen = await floor.view(table, crowd.people[0])
    for command in (Decide(choice="peek"), Act(verb="peek", wager="shoe"), Act(verb="make", wager="nothing", amount=5)):
        assert not await crowd.command(crowd.people[0], command)
    assert not await crowd.command(crowd.people[0], Sit(amount=1)) or not seen.you
    # Leaving a hand against other players is allowed, and folds it.
    stays = not game_class(crowd.table.game).hosting_type.posts_when_due
    if stays and seen.you and seen.ask and seen.ask["kind"] != "wagers":
        assert not await crowd.command(crowd.people[0], Leave())


def hides(game: str) -> bool:
    """Whether random play finds face-down cards at a table of this game."""
    met: list[Step] = []
    dealer = Dealer(game_on(Layout.of(game)), SeededSource(game), watch=met.append)
    dealer.act(1, Action("sit", amount=10**9, name="P1"))
    if dealer.game.hosting.least_players > 1:  # a game against other players needs a second one
        dealer.act(2, Action("sit", amount=10**9, name="P2"))
    bot = RandomBot(game)
    while dealer.state.rounds < 6:
        dealer.next(bot)
    return any(down(step.state, PUBLIC) for step in met)


@pytest.mark.anyio
@every_family()
async def test_spies_find_nothing(sqlite_floor: Floor, game: str, everything_logged: Log) -> None:
    read, kept = await spied_on(sqlite_floor, game, 5 if has_cards(game) else 3, everything_logged)
    assert read > 200
    assert bool(kept) == hides(game), "only face-down cards are hidden"


VARIANTS = tuple(value.value for value in rules_of("poker").options["variant"].values)
IN_SHORT = ("draw5_high", "stud7_hilo8")
"""One with discards and one with both kinds of cards; the others are in the long test."""


@pytest.mark.anyio
@pytest.mark.parametrize(
    "variant", [pytest.param(one, marks=() if one in IN_SHORT else pytest.mark.slow) for one in VARIANTS]
)
async def test_spies_in_the_poker_room_find_no_down_card_no_muck_and_no_discard(
    sqlite_floor: Floor, variant: str, everything_logged: Log, request: pytest.FixtureRequest
) -> None:
    slow = request.node.get_closest_marker("slow") is not None
    _, kept = await spied_on(sqlite_floor, "poker", 40 if slow else 2, everything_logged, {"variant": variant})
    assert kept


@pytest.mark.slow
@pytest.mark.anyio
@every_game()
async def test_spies_find_nothing_in_thousands_of_rounds(
    sqlite_floor: Floor, game: str, everything_logged: Log
) -> None:
    await spied_on(sqlite_floor, game, 800, everything_logged)


@pytest.mark.anyio
@every_family(having=has_cards)
async def test_spies_at_the_counter_find_nothing(sqlite_house: House, game: str, everything_logged: Log) -> None:
    """The same over the network: streams, answers, problems, past rounds, shuffles."""
    async with counter(sqlite_house) as desk:
        callers = [await desk.guest() for _ in SEATS]
        watching = [*callers, await desk.guest(), *[await desk.staff(role) for role in (Role.DEALER, Role.FLOORPERSON)]]
        table = await desk.table(game, clock="never", seats=3)
        shown = await live(desk.floor, table)
        truth = Truth()
        notify_viewers = shown.notify_viewers

        def note() -> None:
            truth.note(shown)
            notify_viewers()

        truth.note(shown)
        shown.notify_viewers = note
        heard: list[tuple[int, str]] = []
        reached = [0] * len(watching)

        async def listen(number: int, who: Any) -> None:
            async with desk.stream(table, who, offers=True) as stream:
                while True:
                    message = await stream.socket.recv()
                    assert isinstance(message, str)
                    person = await desk.floor.person(who.token)
                    heard.append((shown.eyes_of(person), message))
                    reached[number] = json.loads(message).get("seen", {}).get("entry", reached[number])

        listening = [asyncio.create_task(listen(number, who)) for number, who in enumerate(watching)]
        people = [person for who in callers if (person := await desk.floor.person(who.token)) is not None]
        crowd = Crowd(desk.floor, shown.info, people, "counter")
        # However slow the machine is, play this many rounds, and go on until enough was read.
        async with asyncio.timeout(PATIENCE):
            while (await desk.floor.view(table, None)).round < 4 or len(heard) <= 30:
                await crowd.move()
                await until(lambda: min(reached) == shown.entries)  # so that every intermediate state is seen
        bad = await desk.command(table, callers[0], do="decide", choice="peek")
        assert bad.status_code == 409
        assert not cards_in(bad.text)
        for number in range(4):
            for who in (callers[0], watching[3], watching[4], watching[5], None):
                past = await desk.get(f"/tables/{table}/rounds/{number}", who)
                for moment in past.json():
                    truth.hold_moment(moment, PUBLIC)
        for path in ("tape", "export"):
            for who in (*watching, None):
                refused = await desk.get(f"/tables/{table}/{path}", who)
                assert refused.status_code in (401, 403)
                assert not cards_in(refused.text)
        shuffles = await desk.get(f"/tables/{table}/shuffles", callers[0])
        assert not shuffles.json()[0]["finished"]
        for shuffle in shuffles.json():
            assert shuffle["opening"] is None
        await until(lambda: min(reached) == shown.entries)
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        assert any(eyes in SEATS for eyes, _ in heard)
        for eyes, message in heard:
            truth.hold(message, eyes)
        unlogged(everything_logged)


@pytest.mark.anyio
async def test_a_new_player_does_not_see_the_cards_of_the_previous_one(house: House) -> None:
    """This holds even if the process died in between, because the database knows when someone sat down."""
    async with house.floor() as floor:
        (ann, _), (ben, _) = await floor.guest(), await floor.guest()
        table = (await opened(floor, "three-card-poker")).id
        await floor.command(table, ann, Sit(amount=STAKE, position=2))
        await floor.command(table, ann, Act(verb="make", wager="ante", amount=10_00))
        await floor.command(table, ann, Ready())
        mine = (await floor.view(table, ann)).state["hands"][0]["down"]
        assert len(cards_in(" ".join(mine))) == 3
        await floor.command(table, ann, Decide(choice="fold"))
        await floor.command(table, ann, Leave())
        await floor.command(table, ben, Sit(amount=STAKE, position=2))
        _sees_nothing_of(await floor.view(table, ben, since=0), mine)
        _sees_nothing_of(await floor.view(table, ann, since=0), mine)
        assert (await floor.view(table, ben)).you == 2
    async with house.floor() as floor:
        await floor.command(table, ben, Act(verb="make", wager="ante", amount=10_00))
        _sees_nothing_of(await floor.view(table, ben, since=0), mine)


def _sees_nothing_of(seen: VisibleTable, cards: list[str]) -> None:
    hands = [moment.state["hands"] for moment in seen.moments if moment.state is not None and "hands" in moment.state]
    for card in cards:
        assert card not in json.dumps(hands)
        assert Card(card).pretty not in seen.model_dump_json()


def test_the_spies_can_see() -> None:
    """The spies find what they look for if it is there."""
    assert cards_in("Position 1 has 2♠ and the ace of hearts, not 10d; 3c") == {
        Card("2s"), Card("Ah"), Card("Td"), Card("3c"),
    }  # fmt: skip
    assert cards_in("at 2 to 1, 4-2, 6th round, Ah1, $5") == set()
    assert cards_in('{"token": "1mh4My9KO7yOm0FO9iE8yVI2BvEZ_-IjoNOyhmR5-3c", "offers": true}') == set()
    assert cards_in('{"token": "1mh4My9KO7yOm0FO9iE8yVI2BvEZ_-IjoNOyhmR5-3c", "card": "3c"}') == {Card("3c")}
    card = Hidden(CARDS[0], (2,))
    as_it_may_be_seen((card,), [FACE_DOWN], 1)
    as_it_may_be_seen((card,), ["2c"], 2)
    for eyes, shown in ((1, "2c"), (PUBLIC, "2c"), (2, "??"), (2, "3c")):
        with pytest.raises(AssertionError):
            as_it_may_be_seen((card,), [shown], eyes)
    with pytest.raises(AssertionError):
        as_it_may_be_seen(Shoe.new(1), {**Shoe.new(1).view(), "counts": [1]}, 1)
