"""The poker room simulated: so many players who all check or call to the showdown, and draw nothing.

It is the play that the price speaks of: everybody puts the same into a pot that is dealt to the end. Two play if nobody
says how many ("6 players"); they bring more than they can lose. A unit is an orbit: the button goes around once, so
that odd chips, which go by it, come to everybody as often. Where openers are asked for the first who has them opens; a
hand that nobody can open is passed, its antes stay, and the unit goes on until the pot is won.

Counts are of the pot. A fund of payouts gets its part of every pot; what comes back from it is followed in sessions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.equipment import cards, composition
from pitboss.equipment.decks import spread
from pitboss.families.poker_room.betting import BET, CALL, CHECK, RAISE
from pitboss.families.poker_room.loop import (
    BUTTON,
    HAS,
    HIGHEST,
    IN_HAND,
    LOWEST,
    MOST_PASSED,
    WON,
    Deck,
    Fund,
    Hands,
    Noted,
    Odd,
    Way,
    deal_hands,
)
from pitboss.families.poker_room.pots import halves, shared
from pitboss.families.poker_room.ranking import MadeOf, strength
from pitboss.families.poker_room.round import PokerRoom
from pitboss.families.poker_room.state import BLINDS, FORCED_BET, KILL, POT, STRADDLE
from pitboss.families.poker_room.terms import Room
from pitboss.hands.orders import BADUGI, Order, order_of
from pitboss.hands.tables import SUITS_AT, displacements, tables
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import (
    BANKROLL,
    UNDECIDED,
    Counts,
    Kernel,
    Result,
    Settlements,
    Slot,
    chosen,
)
from pitboss.simulation.philox import per_word
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import game_on
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

PLAYERS = 2
"""So many play if nobody says how many, as in the price."""
TOLD = 'how many play, such as "6 players"; they all check or call to the showdown and draw nothing'
WITHOUT = dict.fromkeys(
    ("ante", *BLINDS, STRADDLE, KILL, FORCED_BET, RAISE, CALL), "it goes into the pot, which is settled as the bet"
)
CHUNK = 1 << 20
"""So many hands are dealt at a time."""
BATCH = 1 << 12
"""So many units are noted at a time, where hands are followed one by one."""
NOT_NOTED = Noted(*(np.zeros(0, np.int64) for _ in range(3)))
WITHOUT_OPENERS = 0.794
"""How often a hand of five has no pair of jacks or better; no result hangs on it."""
RANKS = 13


def players_told(strategy: str | None, room: Room) -> int:
    """How many play, as it was said.

    >>> players_told("6 players", Room(Layout.of("poker")))
    6
    """
    if strategy is None:
        return PLAYERS
    told = re.fullmatch(r"\s*(\d{1,3})(\s+players?)?\s*", strategy)
    if told is None:
        raise ValueError(f'{strategy!r}: say how many players check or call to the end, such as "6 players"')
    number = int(told[1])
    if not PLAYERS <= number <= room.seats:
        raise ValueError(f"{number} players: a table of {room.variant.name} has {PLAYERS} to {room.seats}")
    return number


# ---- Where the cards lie


class DeckSource(UnitSource):
    """What chance does in a unit. A stub that is mixed in mid-hand keeps the order that the deck had: nobody has seen
    these cards, so that one order of them is as random as another."""

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        order = self._orders.get(shoe_id, [])
        if sum(composition) >= len(order):
            return super().shuffle(shoe_id, composition)
        self._orders[shoe_id] = [card for card in order if composition[card.index]]
        self._dealt[shoe_id] = 0
        return self._opening(shoe_id).commitment


@dataclass(frozen=True)
class Dealt:
    """The places of the deck from which each player has his cards, those face down first, and those for all."""

    own: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]

    @property
    def need(self) -> int:
        """So many cards of the deck are dealt."""
        return 1 + max(place for places in (*self.own, self.board) for place in places)


def dealt(room: Room, players: int, size: int) -> Dealt:
    """Where the cards lie when everybody stays in: the streets, burns, and a stub that is too small for the last one.

    >>> dealt(Room(Layout.of("poker")), 2, 52)
    Dealt(own=((0, 2), (1, 3)), board=(5, 6, 7, 9, 11))
    """
    down: list[list[int]] = [[] for _ in range(players)]
    up: list[list[int]] = [[] for _ in range(players)]
    board: list[int] = []
    burned: list[int] = []
    stub = list(range(size))
    for street in room.streets:
        if street.shared_if_short and len(stub) < players + 2:
            scrambles = room.layout.option("last_card_shortage") == "scramble_then_community"
            enough = len(stub) + len(burned) >= players + 2
            if (scrambles and enough) or len(stub) <= 2:
                stub, burned = sorted((*burned, *stub)), []
            if not (scrambles and enough):
                street = street.model_copy(update={"down": 0, "community": 1})
        if street.burn:
            burned.append(stub.pop(0))
        if street.draw:
            continue
        for hands in (down,) * street.down + (up,) * street.up:
            for hand in hands:
                hand.append(stub.pop(0))
        board += [stub.pop(0) for _ in range(street.community)]
    return Dealt(tuple((*one, *other) for one, other in zip(down, up, strict=True)), tuple(board))


# ---- What each has put in


@dataclass(frozen=True)
class Put:
    """What each has in the pot when it is settled, and what becomes of that."""

    each: int
    pot: int
    rake: int
    gives: int

    @property
    def left(self) -> int:
        return self.pot - self.rake - self.gives


@dataclass(frozen=True)
class Simulated:
    """A table of the room with so many players who check or call."""

    room: Room
    players: int

    @cached_property
    def dealt(self) -> Dealt:
        return dealt(self.room, self.players, 52 * int(self.room.layout.fact("decks")))

    @cached_property
    def bet(self) -> int:
        """What everybody has matched when the first round of betting is over, the ante left aside."""
        room = self.room
        if room.openers:
            return room.stakes.lower
        if not room.variant.button:
            return room.forced_bet
        return max((amount for _, amount in room.blinds[: self.players]), default=0)

    @cached_property
    def puts(self) -> tuple[Put, ...]:
        """The kinds of pots: at the usual limits and, after a kill, at its own; or with antes of hands passed before.

        A hand that is killed has a bet in it, so that nobody opens it: it is passed too.
        """
        ante, killed = self.room.ante, self.room.killed.lower if self.room.kills else 0
        if self.room.openers:
            carried = [ante * passed + killed * kills for passed in range(MOST_PASSED) for kills in range(2)]
            return tuple(self._put(ante + self.bet + more) for more in carried)
        return tuple(self._put(ante + bet) for bet in ((self.bet, killed) if self.room.kills else (self.bet,)))

    def _put(self, each: int) -> Put:
        pot = each * self.players
        rake = self.room.rake(pot, len(self.room.streets))
        return Put(each, pot, rake, min(self.room.contribution(pot), pot - rake))

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """How a pot can be shared: among how many, and which of them one is."""
        return tuple((number, turn) for number in range(1, self.players + 1) for turn in range(number))

    def share(self, put: Put, upper: int, lower: int) -> int:
        """What the cell of a pot brings: `upper` and `lower` are 0 where one has none; `lower` 0 for no low at all."""
        chip = self.room.chip
        high, low = halves(put.left, chip) if lower else (put.left, 0)

        def part(amount: int, end: tuple[int, int]) -> int:
            return shared(amount, range(end[0]), chip)[end[1]] if end[0] > 1 else amount

        found = part(high, self.ends[upper - 1]) if upper else 0
        return found + (part(low, self.ends[lower - 2]) if lower > 1 else 0)

    @cached_property
    def shares(self) -> Counts:
        """What each cell brings, by kind of pot and ways to win."""
        lower = 2 + len(self.ends) if len(self.room.ways) > 1 else 1
        return np.array(
            [
                [[self.share(put, high, low) for low in range(lower)] for high in range(1 + len(self.ends))]
                for put in self.puts
            ],
            np.int64,
        )

    def cells(self) -> Iterator[tuple[Result | None, bool]]:
        """For each cell what it comes to, None where it cannot be; and whether the price speaks of it."""
        _, uppers, lowers = self.shares.shape
        for kind, put in enumerate(self.puts):
            for whole in (False, True):
                for upper in range(uppers):
                    for lower in range(lowers):
                        share = int(self.shares[kind, upper, lower])
                        can_be = put.each > 0 and self._can_be(whole, upper, lower)
                        yield Result(share - put.each, put.each) if can_be else None, whole and not kind

    def _can_be(self, whole: bool, upper: int, lower: int) -> bool:
        """Whether one player can have it all, or not, where somebody has this of it."""
        takes, nothing = upper == 1 and lower in (0, 2), upper == 0 and lower in (0, 1)
        if whole:
            return takes or nothing
        return not takes and not (nothing and self.players == PLAYERS and lower == 0)

    @property
    def kill_from(self) -> NDArray[np.bool_]:
        """Of each kind of pot, whether who wins it whole may kill the next deal."""
        stakes, limits = self.room.stakes, self.room.layout.fact("kill")
        if len(self.room.ways) > 1:
            return np.array([put.pot >= limits["split_pot"] * stakes.upper for put in self.puts])
        return np.array([put.each >= stakes.lower for put in self.puts])

    # ---- What the loop reads

    def way(self, made: MadeOf) -> Way:
        """A way to win, as tables."""
        own, board = len(self.dealt.own[0]), len(self.dealt.board)
        order = order_of(made.order)
        number = order.size if made.own else own + board
        board_sets = _sets(board, order.size - made.own) if made.own else _NOTHING
        ranks, moved, flush = _tables(order, number)
        return Way(
            ranks,
            moved,
            flush,
            np.uint64(0x1111 * (8 - order.size) << SUITS_AT),
            order.low,
            order is BADUGI,
            _sets(own, made.own) if made.own else _NOTHING,
            board_sets,
            np.zeros((2, max(1, len(board_sets))), np.uint64),
        )

    def odd(self, made: MadeOf) -> Odd:
        """Who has odd chips first: from the left of the button; in stud by a card."""
        room, order = self.room, order_of(made.order)
        ranks, moved, _ = _tables(order, order.size)
        in_hand = not room.variant.button and room.layout.option("stud_odd_chip") == "five_cards"
        by = BUTTON if room.variant.button else IN_HAND if in_hand else LOWEST if made is room.low else HIGHEST
        number = len(self.dealt.own[0]) + len(self.dealt.board)
        return Odd(by, _sets(number, order.size) if in_hand else _NOTHING, ranks, moved)

    def fund(self) -> Fund:
        """What a payout takes, where the table has part in a programme."""
        payout, made = self.room.payout, self.room.high
        if payout is None or made is None:
            return Fund(self.way(self.room.ways[0]), 0, self.players + 1, False)
        with_own = MadeOf(made.order, payout.own) if self.dealt.board else made
        least = strength(MadeOf(made.order), cards(payout.least))
        return Fund(self.way(with_own), least, payout.dealt_in, payout.beaten)

    def hands(self) -> Hands:
        """All of it, with buffers of its own, for one thread."""
        room, dealt = self.room, self.dealt
        deck = spread(composition(int(room.layout.fact("decks"))))
        least = cards(room.layout.fact("openers")["least"]) if room.openers else ()
        first, last = room.ways[0], room.ways[-1]
        return Hands(
            fresh=np.array([card.index for card in deck], np.uint8),
            need=dealt.need,
            deck=Deck(np.empty(len(deck), np.uint8), np.array(dealt.own, np.int64), np.array(dealt.board, np.int64)),
            high=self.way(first),
            low=self.way(last),
            odd=self.odd(first),
            odd_low=self.odd(last),
            split=last is not first,
            button=room.variant.button,
            opens=strength(first, least) if least else 0,
            kills=room.kills,
            kill_from=self.kill_from,
            shares=self.shares,
            words=np.empty(4 * -(-dealt.need // (4 * per_word(len(deck)))), np.uint32),
            strengths=np.zeros((3, self.players), np.int64),
        )

    @property
    def most_hands(self) -> int:
        """At most so many hands have an orbit."""
        return self.players + (MOST_PASSED if self.room.openers else 0)

    @property
    def hands_in_unit(self) -> float:
        """About so many hands have an orbit, with those that must be dealt until a pot is won."""
        passed = WITHOUT_OPENERS**self.players if self.room.openers else 0.0
        return self.players + passed / (1 - passed)


def _sets(number: int, size: int) -> NDArray[np.int64]:
    """Every choice of so many places, a row each, in their order."""
    return np.array(list(combinations(range(number), size)), np.int64).reshape(-1, size)


_NOTHING = np.zeros((0, 0), np.int64)


@cache
def _tables(order: Order, number: int) -> tuple[NDArray[np.int16], NDArray[np.uint16], NDArray[np.int16]]:
    """What so many cards are worth: by ranks, and by those of one suit; of badugi, by ranks of several suits."""
    if order is not BADUGI:
        made = tables(order, number)
        return made.ranks, displacements(number), made.flush
    found = np.zeros(1 << RANKS, np.int16)
    for pattern in BADUGI.patterns():
        found[sum(1 << (rank - 2) for rank in pattern.ranks)] = BADUGI.strength(BADUGI.grade(pattern))
    return np.zeros(1, np.int16), np.zeros(1, np.uint16), found


# ---- The fund of payouts


@dataclass(frozen=True)
class Following:
    """A fund of payouts from hand to hand."""

    opening: int
    gives: Counts
    "What goes into the fund, by cell."
    percent: tuple[int, int, int]
    "Of the hand that counts, of the winners, of the others dealt in."
    players: int
    beaten: bool
    "Whether the hand that counts is a beaten one, and none of the winners'."

    @classmethod
    def of(cls, at: Simulated, cells: int) -> Following:
        payout = at.room.payout
        gives = np.repeat([put.gives for put in at.puts], cells // len(at.puts))
        opening = at.room.layout.cents("payout_fund") if payout is not None else 0
        percent = (payout.hand, payout.winner, payout.others) if payout is not None else (0, 0, 0)
        return cls(opening, np.array([*gives, 0], np.int64), percent, at.players, payout is not None and payout.beaten)

    def payouts(self, cells: Counts, paid: Counts, nets: Counts, shows: int) -> int:
        """Add what comes out of a fund to what hands come to; what it shows then."""
        given = np.cumsum(self.gives[cells])
        for hand in np.flatnonzero(paid):
            fund = shows + int(given[hand])
            mine, out = self.parts(fund, int(paid[hand]))
            nets[hand] += mine
            shows -= out
        return shows + int(given[-1]) if len(given) else shows

    def parts(self, fund: int, paid: int) -> tuple[int, int]:
        """What one has of a payout, and what is paid in all; odd cents go with the hand that has it."""
        has, won, winners = bool(paid & HAS), bool(paid & WON), paid % HAS
        of_hand, of_winners, of_others = self.percent
        others = self.players - winners - self.beaten
        each = fund * of_winners // 100 // winners
        rest = fund * of_others // 100 // others if of_others and others else 0
        paid_to_others = each * winners + rest * others
        own = fund - paid_to_others if sum(self.percent) == 100 else fund * of_hand // 100
        mine = (own if has else 0) + (each if won else 0) + (rest if not has and not won else 0)
        return mine, own + paid_to_others


# ---- The kernel


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Orbits at a table where everybody checks or calls."""
    game = game_on(layout)
    assert isinstance(game, PokerRoom)
    for wager, spot in chosen(layout, wagers, WITHOUT).items():
        if spot:
            raise ValueError(f"{wager} {spot}: wagers at poker have no places; name {wager} alone")
    at = Simulated(game.room, players_told(strategy, game.room))
    _may_be_simulated(at)
    cells = list(at.cells())
    usual = at.puts[0].each
    # Where nobody has to put in anything there is no pot: nothing is decided, and any amount is as good for the price.
    slot = Slot.of(BET, game.name(BET), usual or 2 * game.room.stakes.upper, [result for result, _ in cells])
    of_price = np.array([priced for _, priced in cells])
    slot = replace(slot, priced=np.where(of_price, slot.bins, UNDECIDED).astype(np.int32))
    # A hand that is passed comes to nothing: its cell is the last, -1.
    worth = np.array([*(result.net if result is not None else 0 for result, _ in cells), 0], np.int64)
    follow = Following.of(at, len(cells))

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(deal_hands(np.uint64(seed), np.uint64(first), units, at.hands(), at.fund(), cells, NOT_NOTED))

    def play(seed: int, first: int, nets: Counts) -> int:
        hands, fund, unseen = at.hands(), at.fund(), np.zeros(len(worth), np.int64)
        units = min(BATCH, -(-len(nets) // at.players))
        room = units * at.most_hands
        noted = Noted(np.zeros(room, np.int64), np.zeros(room, np.int64), np.zeros(units, np.int64))
        done, begun, shows = 0, 0, follow.opening
        while done < len(nets):
            unit = np.uint64(first + begun)
            some = min(int(deal_hands(np.uint64(seed), unit, units, hands, fund, unseen, noted)), len(nets) - done)
            these = nets[done : done + some]
            these[:] = worth[noted.cell[:some]]
            shows = follow.payouts(noted.cell[:some], noted.paid[:some], these, shows)
            done += some
            begun += 1 + int(np.searchsorted(noted.ends, some))
        return begun

    return Kernel(
        layout=layout,
        unit="orbit",
        round="hand",
        slots=(slot,),
        cells=len(cells),
        chunk=CHUNK // at.players,
        rounds_per_unit=at.hands_in_unit,
        at_risk=max(put.each for put in at.puts[: 1 if game.room.openers else None]),
        count=count,
        play=play,
        source=DeckSource,
        standing=_checks_or_calls(at.players),
        functions=(deal_hands,),
        asked=None if wagers is None else tuple(wagers),
        strategy=None if strategy is None else f"{at.players} players",
        plays=_plays(at),
        pricing={"players": at.players},
        compares=_compares(game.room),
        settled=_of_the_pot,
    )


def _plays(at: Simulated) -> str:
    """Who plays, for how much and how."""
    pat = " and stand pat" if at.room.is_draw else ""
    return f"{at.players} players with {dollars(at.puts[0].each)} each who check or call to the end{pat}"


def _may_be_simulated(at: Simulated) -> None:
    """Blinds that are higher than a kill make side pots of those who posted them."""
    if at.room.kills and not at.room.openers and at.players > PLAYERS:
        killed = at.room.killed.lower
        higher = [dollars(amount) for _, amount in at.room.blinds[: at.players] if amount > killed]
        if len(higher) > 1:
            raise ValueError(
                f"blinds of {' and '.join(higher)} above a kill of {dollars(killed)} make side pots, "
                "which are not simulated: choose other blinds or limits, or 2 players"
            )


def _compares(room: Room) -> str:
    """What the price is for: its results are those of a pot that one player wins, at the usual stakes."""
    stakes = " at the usual limits" if room.kills else " without antes of hands passed before" if room.openers else ""
    return f"pots{stakes} that one player has whole"


def _of_the_pot(slot: str, settlements: Settlements) -> list[int]:
    """What was settled of the pot, without payouts from the fund."""
    return [net for kind, spot, net in settlements if (kind, spot) == (slot, POT)]


def _checks_or_calls(players: int) -> Callable[[Any, Ask], Reply]:
    """How all seats answer at the real table."""

    def answer(dealer: Any, ask: Ask) -> Reply:
        if isinstance(ask, AskWagers):
            seats = (seat for seat in range(1, players + 1) if ask.state.seat(seat) is None)
            seat = next(seats, None)
            return None if seat is None else (seat, Action("sit", amount=BANKROLL))
        if not isinstance(ask, AskDecision):
            return None
        game = dealer.game
        state: Any = ask.state
        if game.room.openers and state.street == 1 and BET in game.choices.lawful(state, ask) and not state.asked:
            return BET
        return next((choice for choice in (CHECK, CALL) if choice in ask.choices), None)

    return answer


SIMULATION = Simulation(kernel, TOLD, without=WITHOUT)
