"""Poker against the house, or against a pay table, as compiled loops: what the kernels of these games share.

Theory of operation
1. A round is a unit of its own: one deck, shuffled once. `deal` gives the first cards of the deck for `TOGETHER` units
   at a time, a row a card and a column a unit, in the order in which they leave the deck; they are those that
   `UnitSource` gives the real round. It is vectorised, and takes up to `MOST` cards.
2. A round comes to a *cell*. The main cells are the keys of the exact tally of `price/`: an end, a row of the
   pay tables, a result against the dealer (`keys`). What a wager comes to in a cell is what the price's `House` says,
   times the stake (`nets_of`). So the loop settles nothing: it finds the cell. A wager that hangs on more than the main
   cell, because it looks at other cards, has cells of its own: a further *part* (`Parts`).
3. A game's loop is one compiled function that deals, and notes for every round its cell in each part. `kernel_by` makes
   a `Kernel` of it: counts, paths for sessions, the replies to the real round.
4. A strategy is an array by *place*: sets of cards are numbered by their sum of binomials from the lowest card up, as
   in `price/deals`; in loops `place2` to `place5` give the number, of cards that are in order. The entries
   are the price's own decisions, spread from classes to places: `decisions[classes(n).class_of]`.
5. A progressive meter stands, for counts, at the reading that the price is for, once the round's own share is on it:
   so a unit is a function of itself. In paths it begins there and moves as the rule has it (`Meter`).
6. What the position has on the layout, in which order the cards leave the deck, and how the real round is answered, is
   `standing.py`; how a strategy is told, in words or by a file, is `price/told.py`.

Another game
1. The loop, in its kernel.py; `order` says which row of the cards is whose:

       @compiled
       def _note(seed, first, units, order, <tables>, events):
           dealt = np.empty((CARDS, TOGETHER), np.uint8)
           a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
           for begin in range(0, units, TOGETHER):
               deal(seed, first + np.uint64(begin), dealt)
               three_in_order(a, b, c)
               for at in range(min(TOGETHER, units - begin)):
                   end = ends[place3(a[at], b[at], c[at])]
                   events[0, begin + at] = (end * rows + graded[strength]) * len(RESULTS) + result(strength, ...)
                   events[1, begin + at] = <a cell of the second part; they begin at Parts.begins(1)>

   Strengths are those of `hands.fast`: `strength5(key, mask)` of the sums of `KEYS` and `MASKS`. Rows are put in order
   all columns at once, which is all but free. Tables are arguments; those of `hands.fast` are constants.
2. `kernel(layout, wagers, strategy)`: `standing` for the stakes; the price's `strategy(layout, stake)`, or `played` by
   another; tables from its decisions; a `Wagered` for each wager that stands, with its nets over all cells, under the
   ids that the price has (an ante whose price is that of the whole hand comes as "ante+play"); then `kernel_by`.
3. Its price.py takes `strategy` too, so that a simulation by another strategy is set beside the price of that.
4. `tests/simulation/test_every_kernel.py` and the list of games in `test_kernel.py` do the rest.

Let it ride is the short example, three card poker the one with a second part, Caribbean stud the one with a meter and a
card that the dealer shows. Ultimate Texas hold 'em has cards that come later, after burns, and decisions by the cards
held with those that lie there: too many for arrays by place, so they are bits by class and kind.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import ceil, comb
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.hands import Order
from pitboss.hands.fast import evaluate_batch
from pitboss.simulation.compiled import Cells, Whole, compiled, inlined
from pitboss.simulation.kernel import Counts, Kernel, Result, Slot
from pitboss.simulation.philox import WORD, per_word, unit_block
from pitboss.simulation.shuffles import NUMBERS, shuffle
from pitboss.simulation.sources import UnitSource

DECK = 52
TOGETHER = 512
"""So many units are dealt side by side: enough for the processor's vectors, few enough for its nearest memory."""
BATCH = 128 * TOGETHER
"""So many rounds are noted before they are counted."""
DRAWS = per_word(DECK)
MOST = 4 * DRAWS
"""So many cards can be drawn with one block of words."""
RESULTS = ("win", "tie", "lose", "win_unqualified", "tie_unqualified", "lose_unqualified")
"""Against the dealer, in the order of `price/`: higher, equal, lower; then if he does not qualify."""
ALONE = ("",)
"""The one result where there is no dealer's hand."""

Events = NDArray[np.int32]
Key = tuple[str, str, str]
"""The end, the row of the pay tables and the result that a main cell stands for."""
Net = Result | int | None
"""What a cell is to a wager: what it comes to in cents, or nothing."""

_U = np.uint64
_LOW, _HALF = _U(WORD - 1), _U(32)
_ZERO, _ONE, _THREE = _U(0), _U(1), _U(3)
_WORD = _U(WORD)
_STREAM = _U(NUMBERS + 1)
_TWO_OF, _THREE_OF, _FOUR_OF, _FIVE_OF = (
    np.array([comb(card, number) for card in range(DECK)], np.uint32) for number in (2, 3, 4, 5)
)


# ---- Cards. Each loop is a function of its own: only so does the compiler see that rows do not overlap


@compiled
def _blocks(seed: Whole, first: Whole, words: Cells) -> None:
    """The first block of the shuffle of each unit."""
    for at in range(TOGETHER):
        a, b, c, d = unit_block(seed, first + _U(at), _STREAM, _ZERO)
        words[0, at] = a
        words[1, at] = b
        words[2, at] = c
        words[3, at] = d


@compiled
def _draw(fractions: Cells, left: Whole, card: Whole, places: Cells) -> None:
    """One card of those left, at or behind its own place; what is below the point is for the next."""
    for at in range(TOGETHER):
        drawn = _U(fractions[at]) * left
        fractions[at] = drawn & _LOW
        places[at] = (drawn >> _HALF) + card


@compiled
def _skip(fractions: Cells, left: Whole) -> None:
    """A draw of the word that nobody needs."""
    for at in range(TOGETHER):
        fractions[at] = (_U(fractions[at]) * left) & _LOW


@compiled
def _find_thrown_away(fractions: Cells, below: Whole, thrown_away: Cells) -> None:
    """Marks the units whose word would favour some order."""
    for at in range(TOGETHER):
        thrown_away[at] |= np.uint8(_U(fractions[at]) < below)


@compiled
def _moved(cards: Cells, before: Whole, places: Cells) -> None:
    """Where an earlier draw had taken the card at this place, the card of that draw's own place lies there."""
    for at in range(TOGETHER):
        cards[at] = before if cards[at] == places[at] else cards[at]


@compiled
def _deal_slowly(seed: Whole, unit: Whole, dealt: Cells, at: Whole) -> None:
    """One unit, a word of which is thrown away."""
    deck = np.empty(DECK, np.uint8)
    for card in range(DECK):
        deck[card] = card
    shuffle(deck, dealt.shape[0], np.empty(4, np.uint32), seed, unit, _STREAM)
    for card in range(dealt.shape[0]):
        dealt[card, at] = deck[card]


@compiled
def deal(seed: Whole, first: Whole, dealt: Cells) -> None:
    """The first cards of the deck in `TOGETHER` units, from unit `first` on: a row a card, a column a unit.

    No deck is shuffled: the place from which a card is drawn is followed back through the draws before it.
    """
    number = dealt.shape[0]
    if number > MOST:
        raise ValueError("more cards than one block of words can draw")
    words = np.empty((4, TOGETHER), np.uint32)
    thrown_away = np.zeros(TOGETHER, np.uint8)
    _blocks(seed, first, words)
    for word in range((number + DRAWS - 1) // DRAWS):
        space = _ONE
        for card in range(word * DRAWS, word * DRAWS + DRAWS):
            left = _U(DECK - card)
            space *= left
            if card < number:
                _draw(words[word], left, _U(card), dealt[card])
            else:
                _skip(words[word], left)
        _find_thrown_away(words[word], _WORD % space, thrown_away)
    # From the last card to the first: the rows before it still hold places.
    for card in range(number - 1, 0, -1):
        for before in range(card - 1, -1, -1):
            _moved(dealt[card], np.uint8(before), dealt[before])
    for at in range(TOGETHER):
        if thrown_away[at]:
            _deal_slowly(seed, first + _U(at), dealt, at)


@compiled
def two_in_order(low: Cells, high: Cells) -> None:
    """Of two rows the lower card of each column in the first, the higher one in the second."""
    for at in range(TOGETHER):
        one, other = low[at], high[at]
        low[at] = min(one, other)
        high[at] = max(one, other)


@compiled
def three_in_order(low: Cells, middle: Cells, high: Cells) -> None:
    """Three rows, from the lowest card of each column up."""
    two_in_order(low, middle)
    two_in_order(middle, high)
    two_in_order(low, middle)


@compiled
def four_in_order(lowest: Cells, low: Cells, high: Cells, highest: Cells) -> None:
    """Four rows, from the lowest card of each column up."""
    two_in_order(lowest, low)
    two_in_order(high, highest)
    two_in_order(lowest, high)
    two_in_order(low, highest)
    two_in_order(low, high)


@compiled
def five_in_order(lowest: Cells, low: Cells, middle: Cells, high: Cells, highest: Cells) -> None:
    """Five rows, from the lowest card of each column up."""
    four_in_order(lowest, low, middle, high)
    two_in_order(high, highest)
    two_in_order(middle, high)
    two_in_order(low, middle)
    two_in_order(lowest, low)


# ---- Sets of cards, and results


@inlined
def place2(a: Whole, b: Whole) -> Whole:
    """The place of two cards, from the lower up."""
    return _U(a) + _U(_TWO_OF[_U(b)])


@inlined
def place3(a: Whole, b: Whole, c: Whole) -> Whole:
    """The place of three cards, from the lowest up."""
    return place2(a, b) + _U(_THREE_OF[_U(c)])


@inlined
def place4(a: Whole, b: Whole, c: Whole, d: Whole) -> Whole:
    """The place of four cards, from the lowest up."""
    return place3(a, b, c) + _U(_FOUR_OF[_U(d)])


@inlined
def place5(a: Whole, b: Whole, c: Whole, d: Whole, e: Whole) -> Whole:
    """The place of five cards, from the lowest up."""
    return place4(a, b, c, d) + _U(_FIVE_OF[_U(e)])


@inlined
def result(mine: Whole, theirs: Whole, qualifying: Whole) -> Whole:
    """The number of the result: of `RESULTS`."""
    compared = _U(mine <= theirs) + _U(mine < theirs)
    return compared + (_THREE if theirs < qualifying else _ZERO)


# ---- Cells


@compiled
def _tally(events: Cells, units: Whole, cells: Cells) -> None:
    """Counted in four lanes: the same cell often comes twice in a row, and would wait for itself."""
    lanes = np.zeros((4, cells.shape[0]), np.int64)
    for part in range(events.shape[0]):
        for at in range(units):
            lanes[at & 3, _U(events[part, at])] += 1
    for lane in range(4):
        for cell in range(cells.shape[0]):
            cells[cell] += lanes[lane, cell]


@compiled
def _nets(events: Cells, units: Whole, worth: Cells, nets: Cells) -> None:
    for at in range(units):
        net = 0
        for part in range(events.shape[0]):
            net += worth[_U(events[part, at])]
        nets[at] = net


def keys(ends: Iterable[str], rows: Sequence[str], results: Sequence[str] = RESULTS) -> tuple[Key, ...]:
    """The main cells, in order: `(end * (rows + 1) + row) * results + result`; below all rows there is the row ""."""
    return tuple(product(ends, (*rows, ""), results))


@dataclass(frozen=True)
class Parts:
    """How many cells each part has; they lie one after the other.

    >>> parts = Parts((3, 2))
    >>> parts.begins(1), parts.cells, parts.over(1, [100, -100])
    (3, 5, (None, None, None, 100, -100))
    """

    sizes: tuple[int, ...]

    @property
    def cells(self) -> int:
        return sum(self.sizes)

    def begins(self, part: int) -> int:
        """The first cell of a part."""
        return sum(self.sizes[:part])

    def over(self, part: int, nets: Sequence[Net]) -> tuple[Net, ...]:
        """What the cells of one part come to, over all cells."""
        if len(nets) != self.sizes[part]:
            raise ValueError(f"{len(nets)} nets for the {self.sizes[part]} cells of part {part}")
        before = self.begins(part)
        return (*[None] * before, *nets, *[None] * (self.cells - before - len(nets)))


class _End(Protocol):
    @property
    def at_risk(self) -> Mapping[str, int]: ...


class House(Protocol):
    """What the price knows of a round: `families.house_poker.price.house.House`. This room knows no prices."""

    @property
    def ends(self) -> Mapping[str, _End]: ...
    @property
    def later(self) -> frozenset[str]: ...
    def nets(self, end: str, row: str, result: str) -> Mapping[str, Fraction]:
        """What every wager at risk comes to, in units of the first wager."""


def nets_of(house: House, cells: Sequence[Key], wager: str, stake: int) -> list[Net]:
    """What each main cell is to a wager: nothing where it was not made, 0 where it was taken back."""
    found: list[Net] = []
    for end, row, against in cells:
        times = house.ends[end].at_risk.get(wager, 0)
        if times:
            found.append(Result(whole_cents(house.nets(end, row, against)[wager], stake), times * stake))
        else:
            found.append(None if wager in house.later else 0)
    return found


def whole_cents(net: Fraction, stake: int) -> int:
    """What a net for each unit comes to with so many cents wagered."""
    amount = net * stake
    if amount.denominator != 1:
        raise ValueError(f"{stake} cents cannot be paid exactly at {net}")
    return int(amount)


class Pays(Protocol):
    """A pay table: `families.house_poker.price.rows.PayTable`."""

    @property
    def order(self) -> Order: ...
    def net(self, row: str) -> Fraction:
        """What a hand comes to by its row, for a unit."""


class Rows(Protocol):
    """The rows of a pay table: `families.house_poker.price.rows.Rows`."""

    @property
    def names(self) -> Sequence[str]: ...
    def by_strength(self) -> Sequence[int]:
        """For each strength the number of its row."""


NOTHING_BY_SET: tuple[NDArray[np.int32], tuple[int, ...]] = np.zeros(1, np.int32), ()
"""The same where there is no such wager: no cells."""


def paid_by_set(
    sets: NDArray[np.uint8], pays: Pays, rows: Rows, begins: int, stake: int
) -> tuple[NDArray[np.int32], tuple[int, ...]]:
    """For a wager on some cards alone: the cell of each set of them, and what the cells come to, one for each row."""
    graded = np.array(rows.by_strength(), np.int32) + begins
    nets = tuple(whole_cents(pays.net(row), stake) for row in (*rows.names, ""))
    return graded[evaluate_batch(sets, pays.order)], nets


def together(stake: int, *wagers: Sequence[Net]) -> list[Net]:
    """What each cell is to several wagers together, measured by the stake of the first."""
    found: list[Net] = []
    for nets in zip(*wagers, strict=True):
        there = [_cents(net) for net in nets if net is not None]
        found.append(Result(sum(there), stake) if there else None)
    return found


def _cents(net: Net) -> int:
    return net.net if isinstance(net, Result) else net or 0


# ---- The meter


@dataclass(frozen=True)
class Prize:
    """What a cell is paid by the meter: a share of it, or an amount. `resets`: it is then set anew."""

    share: Fraction | None = None
    amount: int = 0
    resets: bool = False

    def at(self, meter: int) -> int:
        """The prize, rounded up to the cent, when the meter stands so."""
        return self.amount if self.share is None else ceil(self.share * meter)


def prizes_by_row(
    shares: Mapping[str, Fraction], resets: Iterable[str], odds: Mapping[str, Fraction], amount: int
) -> dict[str, Prize]:
    """The prizes of rows that win a share of the meter, and of rows that win at odds on so many cents."""
    anew = set(resets)
    found = {row: Prize(share, resets=row in anew) for row, share in shares.items()}
    return found | {row: Prize(amount=whole_cents(net + 1, amount)) for row, net in odds.items()}


@dataclass(frozen=True)
class Meter:
    """A progressive meter that a single player feeds: what it shows when wagers are closed, and what moves it.

    `prizes` are by cell, of one part; `fixed_come_off` says whether prizes that are no share of it come off it too.
    """

    reading: int
    contribution: int
    reset: int
    prizes: Mapping[int, Prize]
    fixed_come_off: bool
    part: int = 0

    @property
    def before(self) -> int:
        """What it shows until the round's own share is on it."""
        return self.reading - self.contribution

    def nets(self, amount: int, cells: range) -> list[Net]:
        """What cells come to for who wagers so much, as at the reading."""
        paid = {cell: prize.at(self.reading) for cell, prize in self.prizes.items()}
        return [paid.get(cell, 0) - amount for cell in cells]

    def follow(self, events: Events, nets: Counts, shows: int) -> int:
        """Puts right what rounds came to that were paid as at the reading; what the meter shows in the round after.

        `shows` is the meter in the first of them.
        """
        for at in np.flatnonzero(np.isin(events, list(self.prizes))):
            prize = self.prizes[int(events[at])]
            now = shows + self.contribution * int(at)
            paid = prize.at(now)
            nets[at] += paid - prize.at(self.reading)
            left = self.reset if prize.resets else now - paid
            if prize.share is None:
                left = max(0, left) if self.fixed_come_off else now
            shows += left - now
        return shows + self.contribution * len(nets)


# ---- The kernel

Noting = Callable[[np.uint64, np.uint64, int, Events], None]
"""(seed, first, units, events): deal so many units, no more than `BATCH`, and note the cell of each in every part."""


@dataclass(frozen=True)
class Wagered:
    """A wager that stands, or wagers together: what each cell is to it. `counts`: into what a round comes to."""

    id: str
    name: str
    stake: int
    nets: Sequence[Net] = field(repr=False)
    spot: str = ""
    counts: bool = True

    @property
    def slot(self) -> Slot:
        return Slot.of(self.id, self.name, self.stake, self.nets, self.spot)


def kernel_by(
    note: Noting,
    layout: Layout,
    parts: Parts,
    wagered: Sequence[Wagered],
    *,
    at_risk: int,
    standing: Callable[..., Any],
    functions: tuple[Any, ...],
    asked: Sequence[str] | None = None,
    strategy: str | None = None,
    plays: str = "",
    decided: bytes = b"",
    meter: Meter | None = None,
    opening: Callable[[Any], Any] | None = None,
) -> Kernel:
    """The kernel of a game whose rounds are units of their own, by the loop that notes their cells.

    The game's `price` must understand the same `strategy`; `plays` says what to call it. `decided` are the bytes of the
    decisions that it comes to, which counts hang on too; `functions` are those that have to be compiled.
    """
    worth = np.zeros(parts.cells, np.int64)
    for one in wagered:
        if one.counts:
            worth += np.array([_cents(net) for net in one.nets], np.int64)

    def count(seed: int, first: int, units: int, cells: Counts) -> int:
        events = np.empty((len(parts.sizes), min(units, BATCH)), np.int32)
        for begin in range(0, units, BATCH):
            some = min(BATCH, units - begin)
            note(_U(seed), _U(first + begin), some, events)
            _tally(events, some, cells)
        return units

    def play(seed: int, first: int, nets: Counts) -> int:
        events = np.empty((len(parts.sizes), min(len(nets), BATCH)), np.int32)
        shows = meter.reading if meter else 0
        for begin in range(0, len(nets), BATCH):
            some = min(BATCH, len(nets) - begin)
            note(_U(seed), _U(first + begin), some, events)
            _nets(events, some, worth, nets[begin : begin + some])
            if meter:
                shows = meter.follow(events[meter.part, :some], nets[begin : begin + some], shows)
        return len(nets)

    return Kernel(
        layout=layout,
        unit="round",
        round="round",
        slots=tuple(one.slot for one in wagered),
        cells=parts.cells,
        chunk=1 << 21,
        rounds_per_unit=1.0,
        at_risk=at_risk,
        count=count,
        play=play,
        source=UnitSource,
        standing=standing,
        functions=(*functions, _tally),
        asked=None if asked is None else tuple(asked),
        strategy=strategy,
        opening=opening,
        plays=plays,
        pricing={} if strategy is None else {"strategy": strategy},
        decided=hashlib.sha256(decided).hexdigest(),
    )
