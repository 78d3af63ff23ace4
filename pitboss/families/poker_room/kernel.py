"""A simulation of the poker room: players who all check or call to the showdown and draw no cards.

This is the play that is priced: all players put the same amount into a pot that is dealt to the end. Two play by
default ("6 players" for more); they bring more than they can lose. A unit is an orbit: the button goes around once, so
odd chips, which depend on it, are evenly distributed. If openers are required, the first player who has them opens; a
hand that no one can open is passed, its antes stay in the pot, and the unit continues until the pot is won.

Counts only cover the pot. A payout fund gets its part of every pot; its payouts are tracked in sessions.
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
    HandNotes,
    LoopBuffers,
    OddChipRule,
    Way,
    deal_hands,
)
from pitboss.families.poker_room.pots import halves, split
from pitboss.families.poker_room.ranking import MadeOf, strength
from pitboss.families.poker_room.round import PokerRoom
from pitboss.families.poker_room.state import BLINDS, FORCED_BET, KILL, POT, STRADDLE
from pitboss.families.poker_room.terms import PokerRoomTerms
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
    choose_wagers,
)
from pitboss.simulation.philox import per_word
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import game_on
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

PLAYERS = 2
"""The default number of players, the same as in the price."""
PLAYERS_HELP = 'the number of players, such as "6 players"; all check or call to the showdown and draw no cards'
WITHOUT = dict.fromkeys(
    ("ante", *BLINDS, STRADDLE, KILL, FORCED_BET, RAISE, CALL), "it goes into the pot, which is settled as the bet"
)
CHUNK = 1 << 20
"""Hands per chunk."""
BATCH = 1 << 12
"""Units per batch when hands are recorded one by one."""
NOT_NOTED = HandNotes(*(np.zeros(0, np.int64) for _ in range(3)))
WITHOUT_OPENERS = 0.794
"""The probability that a hand of five has no pair of jacks or better; no result depends on it."""
RANKS = 13


def parse_players(strategy: str | None, room: PokerRoomTerms) -> int:
    """Parse the number of players.

    >>> parse_players("6 players", PokerRoomTerms(Layout.of("poker")))
    6
    """
    if strategy is None:
        return PLAYERS
    match = re.fullmatch(r"\s*(\d{1,3})(\s+players?)?\s*", strategy)
    if match is None:
        raise ValueError(f'{strategy!r} is not a number of players who check or call to the end, such as "6 players"')
    number = int(match[1])
    if not PLAYERS <= number <= room.seats:
        raise ValueError(f"{number} players: {room.variant.name} is played by {PLAYERS} to {room.seats}")
    return number


# ---- Places of the cards


class DeckSource(UnitSource):
    """A unit's randomness. A stub mixed in mid-hand keeps the deck's order: no one has seen these cards, so one order
    is as random as another.
    """

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        order = self._orders.get(shoe_id, [])
        if sum(composition) >= len(order):
            return super().shuffle(shoe_id, composition)
        self._orders[shoe_id] = [card for card in order if composition[card.index]]
        self._dealt[shoe_id] = 0
        return self._opening(shoe_id).commitment


@dataclass(frozen=True)
class DealPlaces:
    """The deck positions of each player's cards, face-down ones first, and of the community cards."""

    own: tuple[tuple[int, ...], ...]
    board: tuple[int, ...]

    @property
    def need(self) -> int:
        """The number of cards dealt."""
        return 1 + max(place for places in (*self.own, self.board) for place in places)


def deal_places(room: PokerRoomTerms, players: int, size: int) -> DealPlaces:
    """Where the cards are in the deck if every player stays in, allowing for burns and a stub too small for the last
    street.

    >>> deal_places(PokerRoomTerms(Layout.of("poker")), 2, 52)
    DealPlaces(own=((0, 2), (1, 3)), board=(5, 6, 7, 9, 11))
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
    return DealPlaces(tuple((*one, *other) for one, other in zip(down, up, strict=True)), tuple(board))


# ---- Kinds of pots


@dataclass(frozen=True)
class PotKind:
    """Each player's contribution to the pot, and how it is divided into rake, fund and winnings."""

    each: int
    pot: int
    rake: int
    gives: int

    @property
    def left(self) -> int:
        return self.pot - self.rake - self.gives


@dataclass(frozen=True)
class SimulatedTable:
    """A table with a number of players who check or call."""

    room: PokerRoomTerms
    players: int

    @cached_property
    def places(self) -> DealPlaces:
        return deal_places(self.room, self.players, 52 * int(self.room.layout.fact("decks")))

    @cached_property
    def bet(self) -> int:
        """The bet matched by every player in the first round of betting, without the ante."""
        room = self.room
        if room.openers:
            return room.stakes.lower
        if not room.variant.button:
            return room.forced_bet
        return max((amount for _, amount in room.blinds[: self.players]), default=0)

    @cached_property
    def pot_kinds(self) -> tuple[PotKind, ...]:
        """The kinds of pots: at the usual limits, at the limits after a kill, or with antes from passed hands.

        A killed hand starts with a bet, so no player opens it, and it is passed too.
        """
        ante, killed = self.room.ante, self.room.killed.lower if self.room.kills else 0
        if self.room.openers:
            carried = [ante * passed + killed * kills for passed in range(MOST_PASSED) for kills in range(2)]
            return tuple(self._pot_kind(ante + self.bet + more) for more in carried)
        return tuple(self._pot_kind(ante + bet) for bet in ((self.bet, killed) if self.room.kills else (self.bet,)))

    def _pot_kind(self, each: int) -> PotKind:
        pot = each * self.players
        rake = self.room.rake(pot, len(self.room.streets))
        return PotKind(each, pot, rake, min(self.room.contribution(pot), pot - rake))

    @cached_property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """The ways to share a pot: the number of winners, and one's place among them."""
        return tuple((number, turn) for number in range(1, self.players + 1) for turn in range(number))

    def share(self, put: PotKind, upper: int, lower: int) -> int:
        """A cell's winnings; `upper` and `lower` are 0 for no share, and `lower` is 0 if there is no low."""
        chip = self.room.chip
        high, low = halves(put.left, chip) if lower else (put.left, 0)

        def part(amount: int, end: tuple[int, int]) -> int:
            return split(amount, range(end[0]), chip)[end[1]] if end[0] > 1 else amount

        found = part(high, self.ends[upper - 1]) if upper else 0
        return found + (part(low, self.ends[lower - 2]) if lower > 1 else 0)

    @cached_property
    def shares(self) -> Counts:
        """The winnings of each cell, by kind of pot and ways to win."""
        lower = 2 + len(self.ends) if len(self.room.ways) > 1 else 1
        return np.array(
            [
                [[self.share(put, high, low) for low in range(lower)] for high in range(1 + len(self.ends))]
                for put in self.pot_kinds
            ],
            np.int64,
        )

    def cells(self) -> Iterator[tuple[Result | None, bool]]:
        """Each cell's result, None if it is impossible, and whether the price covers it."""
        _, uppers, lowers = self.shares.shape
        for kind, put in enumerate(self.pot_kinds):
            for whole in (False, True):
                for upper in range(uppers):
                    for lower in range(lowers):
                        share = int(self.shares[kind, upper, lower])
                        can_be = put.each > 0 and self._can_be(whole, upper, lower)
                        yield Result(share - put.each, put.each) if can_be else None, whole and not kind

    def _can_be(self, whole: bool, upper: int, lower: int) -> bool:
        """Whether a single winner of the whole pot is possible, or impossible, given a player's share."""
        takes, nothing = upper == 1 and lower in (0, 2), upper == 0 and lower in (0, 1)
        if whole:
            return takes or nothing
        return not takes and not (nothing and self.players == PLAYERS and lower == 0)

    @property
    def kill_from(self) -> NDArray[np.bool_]:
        """For each kind of pot, whether winning the whole of it may kill the next deal."""
        stakes, limits = self.room.stakes, self.room.layout.fact("kill")
        if len(self.room.ways) > 1:
            return np.array([put.pot >= limits["split_pot"] * stakes.upper for put in self.pot_kinds])
        return np.array([put.each >= stakes.lower for put in self.pot_kinds])

    # ---- The loop's tables

    def way(self, made: MadeOf) -> Way:
        """A way to win, as tables."""
        own, board = len(self.places.own[0]), len(self.places.board)
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

    def odd(self, made: MadeOf) -> OddChipRule:
        """Who gets odd chips first: the first player left of the button or, in stud, the one with a certain card."""
        room, order = self.room, order_of(made.order)
        ranks, moved, _ = _tables(order, order.size)
        in_hand = not room.variant.button and room.layout.option("stud_odd_chip") == "five_cards"
        by = BUTTON if room.variant.button else IN_HAND if in_hand else LOWEST if made is room.low else HIGHEST
        number = len(self.places.own[0]) + len(self.places.board)
        return OddChipRule(by, _sets(number, order.size) if in_hand else _NOTHING, ranks, moved)

    def fund(self) -> Fund:
        """The requirements for a payout, if the table has a payout programme."""
        payout, made = self.room.payout, self.room.high
        if payout is None or made is None:
            return Fund(self.way(self.room.ways[0]), 0, self.players + 1, False)
        with_own = MadeOf(made.order, payout.own) if self.places.board else made
        least = strength(MadeOf(made.order), cards(payout.least))
        return Fund(self.way(with_own), least, payout.dealt_in, payout.beaten)

    def hands(self) -> LoopBuffers:
        """All tables, with a thread's own buffers."""
        room, dealt = self.room, self.places
        deck = spread(composition(int(room.layout.fact("decks"))))
        least = cards(room.layout.fact("openers")["least"]) if room.openers else ()
        first, last = room.ways[0], room.ways[-1]
        return LoopBuffers(
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
        """The maximum number of hands in an orbit."""
        return self.players + (MOST_PASSED if self.room.openers else 0)

    @property
    def hands_in_unit(self) -> float:
        """The expected number of hands in an orbit, including those passed until a pot is won."""
        passed = WITHOUT_OPENERS**self.players if self.room.openers else 0.0
        return self.players + passed / (1 - passed)


def _sets(number: int, size: int) -> NDArray[np.int64]:
    """Every choice of `size` places, one per row, in order."""
    return np.array(list(combinations(range(number), size)), np.int64).reshape(-1, size)


_NOTHING = np.zeros((0, 0), np.int64)


@cache
def _tables(order: Order, number: int) -> tuple[NDArray[np.int16], NDArray[np.uint16], NDArray[np.int16]]:
    """The strengths of `number` cards: by ranks, and by the ranks in one suit; in badugi, by ranks in several suits."""
    if order is not BADUGI:
        made = tables(order, number)
        return made.ranks, displacements(number), made.flush
    found = np.zeros(1 << RANKS, np.int16)
    for pattern in BADUGI.patterns():
        found[sum(1 << (rank - 2) for rank in pattern.ranks)] = BADUGI.strength(BADUGI.grade(pattern))
    return np.zeros(1, np.int16), np.zeros(1, np.uint16), found


# ---- The payout fund


@dataclass(frozen=True)
class FundHistory:
    """A payout fund from hand to hand."""

    opening: int
    gives: Counts
    """The contribution to the fund, by cell."""
    percent: tuple[int, int, int]
    """Percentages for the qualifying hand, the winners, and the others dealt in."""
    players: int
    beaten: bool
    """Whether the qualifying hand must be a beaten one rather than a winner's."""

    @classmethod
    def of(cls, at: SimulatedTable, cells: int) -> FundHistory:
        payout = at.room.payout
        gives = np.repeat([put.gives for put in at.pot_kinds], cells // len(at.pot_kinds))
        opening = at.room.layout.cents("payout_fund") if payout is not None else 0
        percent = (payout.hand, payout.winner, payout.others) if payout is not None else (0, 0, 0)
        return cls(opening, np.array([*gives, 0], np.int64), percent, at.players, payout is not None and payout.beaten)

    def payouts(self, cells: Counts, paid: Counts, nets: Counts, shows: int) -> int:
        """Add payouts from the fund to the hands' nets; return the fund's new amount."""
        given = np.cumsum(self.gives[cells])
        for hand in np.flatnonzero(paid):
            fund = shows + int(given[hand])
            mine, out = self.parts(fund, int(paid[hand]))
            nets[hand] += mine
            shows -= out
        return shows + int(given[-1]) if len(given) else shows

    def parts(self, fund: int, paid: int) -> tuple[int, int]:
        """The player's part of a payout, and the total; odd cents go to the qualifying hand."""
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
    """The loop of orbits at a table where every player checks or calls."""
    game = game_on(layout)
    assert isinstance(game, PokerRoom)
    for wager, spot in choose_wagers(layout, wagers, WITHOUT).items():
        if spot:
            raise ValueError(f"{wager} {spot}: wagers at poker have no places; name only {wager}")
    at = SimulatedTable(game.room, parse_players(strategy, game.room))
    _may_be_simulated(at)
    cells = list(at.cells())
    usual = at.pot_kinds[0].each
    # Without forced chips there is no pot, so nothing is decided, and any amount will do for the price.
    slot = Slot.of(BET, game.name(BET), usual or 2 * game.room.stakes.upper, [result for result, _ in cells])
    of_price = np.array([priced for _, priced in cells])
    slot = replace(slot, priced=np.where(of_price, slot.bins, UNDECIDED).astype(np.int32))
    # A passed hand has no result: its cell is the last, -1.
    worth = np.array([*(result.net if result is not None else 0 for result, _ in cells), 0], np.int64)
    follow = FundHistory.of(at, len(cells))

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        return int(deal_hands(np.uint64(seed), np.uint64(first), units, at.hands(), at.fund(), cells, NOT_NOTED))

    def play(seed: int, first: int, nets: Counts) -> int:
        hands, fund, unseen = at.hands(), at.fund(), np.zeros(len(worth), np.int64)
        units = min(BATCH, -(-len(nets) // at.players))
        room = units * at.most_hands
        noted = HandNotes(np.zeros(room, np.int64), np.zeros(room, np.int64), np.zeros(units, np.int64))
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
        at_risk=max(put.each for put in at.pot_kinds[: 1 if game.room.openers else None]),
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


def _plays(at: SimulatedTable) -> str:
    """Describe the players, their chips and their play."""
    pat = " and stand pat" if at.room.is_draw else ""
    return f"{at.players} players with {dollars(at.pot_kinds[0].each)} each who check or call to the end{pat}"


def _may_be_simulated(at: SimulatedTable) -> None:
    """Refuse blinds higher than a kill, since they would make side pots."""
    if at.room.kills and not at.room.openers and at.players > PLAYERS:
        killed = at.room.killed.lower
        higher = [dollars(amount) for _, amount in at.room.blinds[: at.players] if amount > killed]
        if len(higher) > 1:
            raise ValueError(
                f"blinds of {' and '.join(higher)} above a kill of {dollars(killed)} make side pots, "
                "which are not simulated: choose other blinds or limits, or 2 players"
            )


def _compares(room: PokerRoomTerms) -> str:
    """The pots the price covers: those with a single winner, at the usual stakes."""
    stakes = " at the usual limits" if room.kills else " without antes of passed hands" if room.openers else ""
    return f"pots{stakes} with a single winner"


def _of_the_pot(slot: str, settlements: Settlements) -> list[int]:
    """The pot's settlements, without payouts from the fund."""
    return [net for kind, spot, net in settlements if (kind, spot) == (slot, POT)]


def _checks_or_calls(players: int) -> Callable[[Any, Ask], Reply]:
    """All seats' replies at the real table."""

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


SIMULATION = Simulation(kernel, PLAYERS_HELP, without=WITHOUT)
