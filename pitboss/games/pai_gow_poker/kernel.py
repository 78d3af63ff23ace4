"""Pai gow poker as a compiled loop: fourteen cards and two table lookups.

The house's setting of a hand is an entry in `settings`, the table with which prices are counted. The loop counts
events: which hands are higher, the class of the player's seven cards and of the dealer's, and, if a wager depends on
them, the first three cards, the dice and the colours of the dealer's cards. Events that no standing wager depends on
are merged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import ceil
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import outcomes
from pitboss.families.pai_gow.round import DEALER, PaiGowState
from pitboss.families.pai_gow.round.start import BUTTON, DICE
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.games.pai_gow_poker.house_way import WAYS
from pitboss.games.pai_gow_poker.price import HOUSE_WAY_NAME, first_line, line_of
from pitboss.games.pai_gow_poker.round import COLOUR, COLOURS, DRAGON, IMPERIAL, PROGRESSIVE, THREE, PaiGowPoker
from pitboss.games.pai_gow_poker.settings import (
    HAND,
    HIGH_BITS,
    JOKER,
    KIND_BITS,
    KINDS,
    RANKS,
    SUITS,
    Entries,
    entries,
    is_flush,
    joker_entry,
    plain_entry,
    suited_entry,
)
from pitboss.games.pai_gow_poker.settings import JOKER_AT as JOKER_BIT
from pitboss.games.pai_gow_poker.sevens import (
    ALL_SUITED,
    MATCH,
    ROYAL_ALL_SUITED,
    ROYAL_SUITED_WITH_JOKER,
    SUITED_WITH_JOKER,
)
from pitboss.hands import PAI_GOW_THREE
from pitboss.hands.fast import KEYS, MASKS, scorer
from pitboss.hands.tables import SUITS_AT
from pitboss.pricing.contract import Progress
from pitboss.simulation.compiled import IntArray, Integer, compiled, inline, rarely_called
from pitboss.simulation.contract import Simulation
from pitboss.simulation.dealing import TOGETHER, ScratchBuffers, deal
from pitboss.simulation.draws import word_accepted
from pitboss.simulation.kernel import PLAYER, Counts, Kernel, Slot, choose_wagers
from pitboss.simulation.philox import per_word, unit_block
from pitboss.simulation.shuffles import NUMBERS
from pitboss.simulation.sources import UnitSource
from pitboss.simulation.tally import tick
from pitboss.table.game import game_on
from pitboss.table.setting import HOUSE_WAY
from pitboss.table.state import replace

OWN = (*KINDS, MATCH, ALL_SUITED, SUITED_WITH_JOKER, ROYAL_ALL_SUITED, ROYAL_SUITED_WITH_JOKER)
"""The classes of the player's cards."""
THEIRS = (*KINDS[:4], "other")
"""The classes of the dealer's cards: the pai gows that wagers depend on."""
ENDS: tuple[str, ...] = ("loses", "returned", "wins")
THREES = tuple(str(one).replace(" ", "_").replace("-", "_") for one in PAI_GOW_THREE.categories)
TOTALS = tuple(str(total) for total in range(3, 19))
SIDES = ("", *COLOURS)
"""Neither colour has enough cards, red does, or black does."""
NOT_PLAYED = ("bank", "dealer_wager")
"""The wagers that a position playing against the house does not make."""
UNIT_ROUNDS = 1 << 19
DEALT = 2 * HAND
JOKERS = 1

SUITED, ROYAL = KINDS.index("straight_flush"), KINDS.index("royal_flush")
MATCH_AT, NATURAL_AT, JOKER_AT, ROYAL_NATURAL_AT, ROYAL_JOKER_AT = (OWN.index(one) for one in OWN[len(KINDS) :])
OTHER = THEIRS.index("other")
QUEEN_RANK, KING_RANK, ACE_RANK = RANKS - 3, RANKS - 2, RANKS - 1
_U = np.uint64
_HALF, _STREAM = _U(32), _U(NUMBERS)
_BITS = MASKS.astype(np.int64)
_three = scorer(PAI_GOW_THREE, 3)


class Features(NamedTuple):
    """The step of each feature in a cell's index; 0 for features no wager depends on."""

    own: int
    theirs: int
    three: int
    total: int
    side: int


class Table(NamedTuple):
    """The loop's tables: the total of the dice for each number below `below`, the least number of cards of a colour,
    and the lines of three cards; and buffers for the cards of many rounds.
    """

    totals: NDArray[np.int64]
    below: int
    draws: int
    least: int
    threes: NDArray[np.int64]
    buffers: ScratchBuffers


class TwoHandSource(UnitSource):
    """Replies that deal a unit's first fourteen cards to the player and the dealer, wherever their places are.

    So the loop need not shuffle the others' cards. `lie` has the deck positions of both hands for each number that
    may determine the starting place; `below` is how many such numbers there are.
    """

    def __init__(self, lie: Sequence[Sequence[int]], below: int, seed: int, unit: int) -> None:
        super().__init__(seed, unit)
        self.places = lie[UnitSource(seed, unit).number(below) if below else 0]

    def shuffle(self, shoe_id: str, composition: Sequence[int]) -> str:
        super().shuffle(shoe_id, composition)
        order = self._orders[shoe_id]
        others = [place for place in range(len(order)) if place not in self.places]
        laid = dict(zip((*self.places, *others), order, strict=True))
        self._orders[shoe_id] = [laid[place] for place in range(len(order))]
        return self._opening(shoe_id).commitment


@inline
def first_number(seed: Integer, unit: Integer, below: Integer, draws: Integer) -> Integer:
    """The first random number of a unit."""
    block = _U(0)
    while True:
        for word in unit_block(seed, unit, _STREAM, block):
            if word_accepted(_U(word), below, draws):
                return np.int64((_U(word) * below) >> _HALF)
        block += _U(1)


@rarely_called
def runs(mask: Integer) -> Any:
    """Whether ranks of one suit fit within seven consecutive ranks, with the ace high or low."""
    found = mask & ~((1 << 6) - 1 | 1 << ACE_RANK) == 0
    for first in range(RANKS - HAND + 1):
        found = found or mask & ~(((1 << HAND) - 1) << first) == 0
    return found


@rarely_called
def suited_kind(cards: IntArray, kind: Integer) -> Integer:
    """The special kind that a straight or royal flush has: seven cards long, or with a king and a queen of another
    suit.
    """
    masks, number, joker = np.zeros(SUITS, np.int64), np.zeros(SUITS, np.int64), 0
    for at in range(HAND):
        card: Any = np.int64(cards[at])
        if card == JOKER:
            joker = 1
        else:
            masks[card & 3] |= 1 << (card >> 2)
            number[card & 3] += 1
    for suit in range(SUITS):
        if number[suit] + joker == HAND and runs(masks[suit]):
            if kind == ROYAL:
                return ROYAL_JOKER_AT if joker else ROYAL_NATURAL_AT
            return JOKER_AT if joker else NATURAL_AT
        if kind == ROYAL and number[suit] == 2 and masks[suit] == (1 << QUEEN_RANK) + (1 << KING_RANK):
            for other in range(SUITS):
                if other != suit and number[other] + joker == HAND - 2:
                    return MATCH_AT
    return kind


@rarely_called
def side_of(cards: IntArray, least: Integer) -> Integer:
    """The colour that has enough of the dealer's cards."""
    red, black = 0, 0
    for at in range(HAND):
        card: Any = np.int64(cards[at])
        if card != JOKER:
            red += (card & 3) in (1, 2)
            black += (card & 3) in (0, 3)
    return 1 if red >= least else 2 if black >= least else 0


@rarely_called
def three_of(dealt: IntArray, at: Integer, lines: IntArray) -> Integer:
    """The line of the player's first three cards."""
    key, mask = _U(0), _U(0)
    for card in range(3):
        key += KEYS[dealt[card, at]]
        mask |= MASKS[dealt[card, at]]
    found: Integer = lines[_three(key, mask)]
    return found


@inline
def entry_in(dealt: IntArray, first: Integer, at: Integer, by: Entries) -> Integer:
    """The entry for one column in seven rows of cards."""
    total, mask = np.int64(0), np.int64(0)
    for card in range(HAND):
        total += by.both[dealt[first + card, at]]
        mask |= _BITS[dealt[first + card, at]]
    suits = total >> SUITS_AT
    found: Integer
    if is_flush(suits):
        found = suited_entry(suits, mask, by)
        return found
    found = joker_entry(total, by) if suits >> JOKER_BIT else plain_entry(total, by)
    return found


@inline
def cell_of(seed: Integer, unit: Integer, at: Integer, table: Table, features: Features, by: Entries) -> Integer:
    """The cell for a unit's round, whose cards are in column `at`."""
    dealt = table.buffers.dealt
    one: Any = np.int64(entry_in(dealt, 0, at, by))
    other: Any = np.int64(entry_in(dealt, HAND, at, by))
    high, low = ((1 << HIGH_BITS) - 1) << KIND_BITS, KIND_BITS + HIGH_BITS
    cell: Any = np.int64(one & high > other & high) + np.int64(one >> low > other >> low)
    if features.own:
        kind = one & ((1 << KIND_BITS) - 1)
        if kind in (SUITED, ROYAL):
            kind = suited_kind(dealt[:HAND, at], kind)
        cell += kind * features.own
    if features.theirs:
        cell += min(other & ((1 << KIND_BITS) - 1), OTHER) * features.theirs
    if features.three:
        cell += three_of(dealt, at, table.threes) * features.three
    if features.side:
        cell += side_of(dealt[HAND:DEALT, at], table.least) * features.side
    if features.total:
        cell += table.totals[first_number(seed, unit, _U(table.below), table.draws)] * features.total
    found: Integer = cell
    return found


@compiled
def count_rounds(
    seed: Integer, first: Integer, units: Integer, table: Table, features: Features, by: Entries, cells: IntArray
) -> None:
    """Deal `units` rounds and count them in the cells."""
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), table.buffers)
        for at in range(min(TOGETHER, units - begin)):
            tick(cells, cell_of(seed, first + _U(begin + at), at, table, features, by))


@compiled
def play_rounds(
    seed: Integer, first: Integer, table: Table, features: Features, by: Entries, worth: IntArray, nets: IntArray
) -> None:
    """Write each round's net."""
    for begin in range(0, len(nets), TOGETHER):
        deal(seed, first + _U(begin), table.buffers)
        for at in range(min(TOGETHER, len(nets) - begin)):
            nets[begin + at] = worth[cell_of(seed, first + _U(begin + at), at, table, features, by)]


# ---- A cell's net


class Event(NamedTuple):
    """The outcome of a round, as far as wagers depend on it."""

    end: str
    own: str
    theirs: str
    three: str
    total: str
    side: str


class Net:
    """What an event nets for each wager, in cents."""

    def __init__(self, game: PaiGowPoker) -> None:
        self.game, self.layout = game, game.layout

    def __call__(self, kind: str, stake: int, spot: str, event: Event) -> int:
        game, settles = self.game, self.game.settles[kind]
        table = game.odds[kind]
        if kind == game.main:
            return self.of_main(stake, event)
        if settles == IMPERIAL:
            return self.of_imperial(kind, stake, event)
        if settles == PROGRESSIVE:
            return self.of_meter(kind, stake, event)
        if settles == THREE:
            line = event.three if event.three in table else None
        elif settles == "dice":
            line = event.total if event.total in table else None
        elif settles == DRAGON:
            line = "" if event.theirs == "queen_high" else None
        elif settles == COLOUR:
            line = "" if event.side == spot else None
        else:
            line = line_of(table, event.own) or None
        return -stake if line is None else table[line].pays(stake)

    def of_main(self, stake: int, event: Event) -> int:
        game = self.game
        if event.end == "returned" or (game.ez and event.theirs == "queen_high"):
            return 0
        won = game.odds[game.main][""].pays(stake)
        return won - game.vigorish(won) if event.end == "wins" else -stake

    def of_imperial(self, kind: str, stake: int, event: Event) -> int:
        rows, table = self.layout.fact("imperial_lines"), self.game.odds[kind]
        mine = first_line(rows["player"], event.own)
        reached = [line for line in (mine, event.theirs if event.theirs in rows["banker"] else "") if line]
        won = sum(table[line].pays(stake) for line in reached)
        limit = self.game.imperial_limit
        return (min(won, limit) if limit is not None else won) if reached else -stake

    def of_meter(self, kind: str, stake: int, event: Event) -> int:
        terms, table = self.layout.rules.wagers[kind].terms, self.game.odds[kind]
        line = first_line((*terms["meter"], *table), event.own)
        share = terms["meter"].get(line)
        if share is not None:
            rate = Fraction(str(self.layout.options["progressive_rate"]))
            meter = self.game.opening().meter + int(stake * rate)
            return (meter if share == 1 else ceil(meter * Fraction(str(share)))) - stake
        return table[line].pays(stake) if line else -stake


def _features(game: PaiGowPoker, kinds: Sequence[str]) -> tuple[Features, tuple[tuple[str, ...], ...]]:
    """The steps of the features that the wagers depend on, and each feature's values."""
    settles = {game.settles[kind] for kind in kinds}
    own = bool(settles & {"bonus", "seven_card", "insurance", IMPERIAL, PROGRESSIVE})
    wanted = (
        (own, OWN),
        (bool(settles & {IMPERIAL, DRAGON}) or game.ez, THEIRS),
        (THREE in settles, THREES),
        ("dice" in settles, TOTALS),
        (COLOUR in settles, SIDES),
    )
    steps, feature_values, size = [], [ENDS], len(ENDS)
    for there, named in wanted:
        steps.append(size if there else 0)
        feature_values.append(named if there else ("",))
        size *= len(named) if there else 1
    return Features(*steps), tuple(feature_values)


def _events(feature_values: Sequence[Sequence[str]]) -> Iterator[Event]:
    """Every event, in the order of its cell."""
    for names in product(*reversed(feature_values)):
        yield Event(*reversed(names))


def _numbers(game: PaiGowPoker) -> list[int]:
    """The starting place for each number that can be drawn; a single one if none is drawn."""
    method = game.start_method(PaiGowState())
    if method == BUTTON:
        return [game.places[game.opening().button]]
    totals = [sum(dice) for dice in outcomes(3)] if method == DICE else range(1, len(game.places) + 1)
    return [game.counted_from_bank(PaiGowState(), total) for total in totals]


def _table(game: PaiGowPoker) -> Table:
    """The loop's tables for a layout."""
    dice = [sum(dice) - 3 for dice in outcomes(3)]
    least = game.layout.fact("red_black_settlement")["least"] if "red_black_settlement" in game.sections else 0
    buffers = ScratchBuffers.of(DEALT, JOKERS)
    return Table(np.array(dice, np.int64), len(dice), per_word(len(dice)), least, _lines_of_three(), buffers)


def _lie(game: PaiGowPoker, start: int) -> dict[int, list[int]]:
    """The deck positions of the cards that each place gets."""
    state, at = replace(PaiGowState(), starts=start), 0
    found: dict[int, list[int]] = {place: [] for place in game.places}
    for portion in game.portions(state):
        for place in game.in_order(state, portion):
            found[place].append(at)
            at += 1
    return found


@cache
def _lines_of_three() -> NDArray[np.int64]:
    """The index of the line for each strength of three cards."""
    categories = list(PAI_GOW_THREE.categories)
    strengths = range(1, len(PAI_GOW_THREE.ladder) + 1)
    return np.array([0, *(categories.index(PAI_GOW_THREE.category(one)) for one in strengths)], np.int64)


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The loop for a layout with both sides set by the house way; a player's bank is not simulated."""
    if strategy is not None and str(strategy).lower().replace("_", " ") != HOUSE_WAY_NAME:
        raise ValueError(f"{strategy!r} is not simulated: cards are set by the {HOUSE_WAY_NAME}")
    game = game_on(layout)
    assert isinstance(game, PaiGowPoker)
    asked = {kind: spot for kind, spot in choose_wagers(layout, wagers).items() if kind not in NOT_PLAYED}
    if not asked:
        raise ValueError(f"a bank is not simulated; choose from: {', '.join(set(layout.wagers) - set(NOT_PLAYED))}")
    own = next((spot for spot in asked.values() if spot.isdecimal()), "")
    asked = {game.main: own, **asked}
    spots = {kind: spot or (COLOURS[0] if game.settles[kind] == COLOUR else "") for kind, spot in asked.items()}
    stakes = {kind: game.fixed(kind) or usual_stake(game, kind, spots[kind]) for kind in asked}
    features, feature_values = _features(game, list(asked))
    net, by, table = Net(game), entries(WAYS[game.way]), _table(game)
    numbers = _numbers(game)
    lies = {start: _lie(game, start) for start in set(numbers)}
    lie = [[*lies[start][int(own or PLAYER)], *lies[start][DEALER]] for start in numbers]
    slots, worth = [], np.zeros(np.prod([len(one) for one in feature_values]), np.int64)
    for kind, stake in stakes.items():
        nets = [net(kind, stake, spots[kind], event) for event in _events(feature_values)]
        worth += np.array(nets, np.int64)
        slots.append(Slot.of(kind, game.name(kind), stake, nets, spots[kind]))

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        count_rounds(_U(seed), _U(first), units, _with_buffers(table), features, by, cells)
        return units

    def play(seed: int, first: int, into: Counts) -> int:
        play_rounds(_U(seed), _U(first), _with_buffers(table), features, by, worth, into)
        return len(into)

    return Kernel(
        layout=layout,
        unit="round",
        round="round",
        slots=tuple(slots),
        cells=len(worth),
        chunk=UNIT_ROUNDS,
        rounds_per_unit=1.0,
        at_risk=sum(stakes.values()),
        count=count,
        play=play,
        source=partial(TwoHandSource, lie, len(numbers) if len(numbers) > 1 else 0),
        standing=simulated_player(stakes, spots, lambda ask: HOUSE_WAY),
        functions=(count_rounds,),
        asked=None if wagers is None else tuple(wagers),
        strategy=strategy,
        plays=HOUSE_WAY_NAME,
    )


def _with_buffers(table: Table) -> Table:
    """The table with its own buffers, for one thread."""
    return table._replace(buffers=ScratchBuffers.of(DEALT, JOKERS))


SIMULATION = Simulation(kernel, HOUSE_WAY_NAME)
