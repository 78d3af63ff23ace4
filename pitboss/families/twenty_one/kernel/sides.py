"""Twenty-one's side wagers as tables: the result of every deal of first cards, and of every count of sevens or aces.

The key idea: a wager on the player's two cards and the dealer's first is a table of 52 x 52 x 52 results. Deals that
give the same results for every wager made are one kind, and the loop counts kinds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from pitboss.chapter.odds import Odds
from pitboss.equipment import Card, Rank
from pitboss.families.twenty_one.kernel.letters import DECK, RED, SUITS, Array, could_be_blackjack, letter
from pitboss.families.twenty_one.kernel.rules import LETTERS, MOST_COUNTED
from pitboss.families.twenty_one.round import TwentyOne
from pitboss.families.twenty_one.round.sides import FOUR_RANKS

UNSETTLED = np.iinfo(np.int64).min
"""Stands for a net that these cards do not decide."""


_AXES = ((-1, 1, 1), (1, -1, 1), (1, 1, -1))


# ---- Wagers on the first three cards


class FirstDeals:
    """The results for every deal of the player's two cards and the dealer's first, by [first, second, dealer's]."""

    def __init__(self, game: TwentyOne[Any]) -> None:
        self.game = game
        rank = np.array([int(card.rank) for card in DECK])
        suit = np.array([SUITS.index(card.suit) for card in DECK])
        self.one, self.two, self.up = (rank.reshape(shape) for shape in _AXES)
        self.suit_one, self.suit_two, self.suit_up = (suit.reshape(shape) for shape in _AXES)

    def nets(self, kind: str, stake: int) -> Array:
        """A wager's nets, in cents."""
        settled: Callable[[str, int], Array] = getattr(self, self.game.settles[kind])
        return np.broadcast_to(settled(kind, stake), (len(DECK),) * 3)

    def pays(self, kind: str, stake: int, outcome: str = "") -> int:
        return self.game.odds[kind][outcome].pays(stake)

    def worth(self, function: Callable[[Card, Card], int]) -> Array:
        """A number computed from the player's two cards."""
        return np.array([[[function(one, two)] for two in DECK] for one in DECK])

    def low_total(self) -> Array:
        low, count = self.game.layout.fact("ace_in_over_under"), self.game.count

        def of(card: Card) -> int:
            return int(low) if self.game.is_ace(card) else count.of_card(card)

        return self.worth(lambda one, two: of(one) + of(two))

    def over(self, kind: str, stake: int) -> Array:
        return np.where(self.low_total() > self.game.terms[kind].number, self.pays(kind, stake), -stake)

    def under(self, kind: str, stake: int) -> Array:
        return np.where(self.low_total() < self.game.terms[kind].number, self.pays(kind, stake), -stake)

    def same_suit(self, kind: str, stake: int) -> Array:
        royal = (self.one + self.two == Rank.KING + Rank.QUEEN) & (abs(self.one - self.two) == 1)
        suited = np.where(royal, self.pays(kind, stake, "royal"), self.pays(kind, stake, "suited"))
        return np.where(self.suit_one == self.suit_two, suited, -stake)

    def player_blackjack(self, kind: str, stake: int) -> Array:
        naturals = self.worth(lambda one, two: self.game.is_blackjack((one, two)))
        return np.where(naturals, self.pays(kind, stake), -stake)

    def match_dealer(self, kind: str, stake: int) -> Array:
        row = self.game.match_row
        plain, suited = (self.pays(kind, stake, f"{name}_{row}") for name in ("unsuited", "suited"))
        matches = (self.one == self.up) | (self.two == self.up)
        first = np.where(self.suit_one == self.suit_up, suited, plain) * (self.one == self.up)
        second = np.where(self.suit_two == self.suit_up, suited, plain) * (self.two == self.up)
        return np.where(matches, first + second, -stake)

    def twenty_point(self, kind: str, stake: int) -> Array:
        total = self.worth(lambda one, two: self.game.score((one, two)).total)
        same = (self.one == self.two) & (self.suit_one == self.suit_two)
        queens = self.worth(lambda one, two: one is two is self.queen(kind))
        suited = np.where(
            self.suit_one == self.suit_two, self.pays(kind, stake, "suited"), self.pays(kind, stake, "any")
        )
        paid = np.where(same, self.pays(kind, stake, "identical"), suited)
        # The queens wait for the second card if the dealer may have a blackjack.
        could = np.isin(self.up, [int(card.rank) for card in DECK if could_be_blackjack(self.game, card)])
        of_queens = np.where(could, UNSETTLED, self.pays(kind, stake, "queens"))
        return np.where(total == self.game.terms[kind].number, np.where(queens, of_queens, paid), -stake)

    def queen(self, kind: str) -> Card:
        return Card(self.game.terms[kind].queen)

    def three_card(self, kind: str, stake: int) -> Array:
        three = np.broadcast_arrays(self.one, self.two, self.up)
        high = np.sort(np.stack(three), axis=0)
        low = np.sort(np.where(np.stack(three) == Rank.ACE, 1, np.stack(three)), axis=0)
        straight = ((np.diff(high, axis=0) == 1).all(axis=0)) | ((np.diff(low, axis=0) == 1).all(axis=0))
        flush = (self.suit_one == self.suit_two) & (self.suit_two == self.suit_up)
        equal = (self.one == self.two) & (self.two == self.up)
        return np.where(straight | flush | equal, self.pays(kind, stake), -stake)

    def in_between(self, kind: str, stake: int) -> Array:
        low, high = np.minimum(self.one, self.two), np.maximum(self.one, self.two)
        spreads = {int(row.rpartition("_")[2]): row for row in self.game.odds[kind] if row.startswith("spread_")}
        by_spread = np.full(int(Rank.ACE), -stake)
        for apart in range(1, int(Rank.ACE)):
            by_spread[apart] = self.pays(kind, stake, spreads[min(apart, max(spreads))])
        found = np.where((low < self.up) & (self.up < high), by_spread[np.maximum(high - low - 1, 0)], -stake)
        return np.where((low == high) & (self.up == low), self.pays(kind, stake, "three_equal"), found)


@dataclass(frozen=True)
class Sides:
    """The kinds of deals, and the net of each kind for each wager."""

    pairs: Array
    kinds: Array
    nets: dict[str, Array]
    """The net of each kind by wager, or `UNSETTLED`."""

    @classmethod
    def of(cls, game: TwentyOne[Any], stakes: Mapping[str, int]) -> Sides:
        if not stakes:
            return cls(np.zeros(1, np.uint16), np.zeros(0, np.uint16), {})
        if any(game.settles[kind] == "four_ranks" for kind in stakes):
            return cls.of_four(game, stakes)
        deals = FirstDeals(game)
        nets = {kind: deals.nets(kind, stake) for kind, stake in stakes.items()}
        joint, most = np.zeros((len(DECK),) * 3, np.int64), 1
        for one in nets.values():
            values = np.unique(one)
            joint, most = joint * len(values) + np.searchsorted(values, one), most * len(values)
        met = np.zeros(most, np.bool_)
        met[joint] = True
        kinds = (np.cumsum(met) - 1)[joint]
        example = np.zeros(int(met.sum()), np.int64)
        example[kinds.reshape(-1)] = range(kinds.size)
        # Pairs with the same kinds against every card share a row.
        rows: dict[bytes, int] = {}
        by_pair = kinds.astype(np.uint16).reshape(-1, len(DECK))
        row_of = [rows.setdefault(row.tobytes(), len(rows)) for row in by_pair]
        letters = [letter(card) for card in DECK]
        pairs, table = np.zeros((LETTERS, LETTERS), np.uint16), np.zeros((len(rows), LETTERS), np.uint16)
        pairs[np.ix_(letters, letters)] = np.reshape(row_of, (len(DECK), len(DECK)))
        table[:, letters] = [np.frombuffer(row, np.uint16) for row in rows]
        by_kind = {kind: one.reshape(-1)[example] for kind, one in nets.items()}
        return cls(pairs.reshape(-1), table.reshape(-1), by_kind)

    @classmethod
    def of_four(cls, game: TwentyOne[Any], stakes: Mapping[str, int]) -> Sides:
        """The kinds of a deal of two hands by the ranks of their cards: rows for the first hand, columns for the
        second.
        """
        ranks = {rank: at for at, rank in enumerate(sorted({card.rank for card in DECK}))}
        two = sorted({tuple(sorted((a, b))) for a in ranks.values() for b in ranks.values()})
        number = {pair: at for at, pair in enumerate(two)}
        rows: dict[str | None, int] = {None: 0}
        table = np.zeros((len(two), LETTERS), np.uint16)
        for one, other in product(two, two):
            alike = tuple(sorted(Counter((*one, *other)).values(), reverse=True))
            row = FOUR_RANKS.get(alike)
            table[number[one], number[other]] = rows.setdefault(row, len(rows))
        pairs = np.zeros((LETTERS, LETTERS), np.uint16)
        for a, b in product(DECK, DECK):
            held = sorted((ranks[a.rank], ranks[b.rank]))
            pairs[letter(a), letter(b)] = number[held[0], held[1]]
        nets = {
            kind: np.array([-stake if row is None else game.odds[kind][row].pays(stake) for row in rows])
            for kind, stake in stakes.items()
        }
        return cls(pairs.reshape(-1), table.reshape(-1), nets)


# ---- The wager that counts cards: 2.17(a)3, 2.19


@dataclass(frozen=True)
class CountWager:
    """Sevens or aces: the pay table row for every number of them and their suits, and each row's net."""

    value: int = -1
    cards: int = 0
    leading: bool = False
    guaranteed: bool = False
    rows: Array = field(default_factory=lambda: np.zeros(1, np.uint16))
    nets: tuple[int, ...] = ()
    meter: int = -1

    @classmethod
    def of(cls, game: TwentyOne[Any], kind: str, stake: int, meters: int) -> CountWager:
        layout, odds = game.layout, game.odds[kind]
        own = game.terms[kind]
        sevens = own.settles == "sevens"
        names: list[str | None] = [None, *odds]
        top = None if sevens else str(layout.fact("progressive_meter")["outcome"])
        table = np.zeros((MOST_COUNTED + 1, LETTERS), np.uint16)
        for number in range(1, own.cards + 1):
            for suits in product(range(len(SUITS)), repeat=number):
                code = sum(suit << 2 * at for at, suit in enumerate(suits))
                row = _sevens(suits) if sevens else _aces(suits, odds, own.cards, top)
                table[number, code] = len(names) if row == top and top else names.index(row)
        nets = [-stake if name is None else odds[name].pays(stake) for name in names]
        if top:
            rate = Fraction(Decimal(str(layout.options["progressive_rate"])))
            reset, share = layout.cents("progressive_reset"), layout.fact("progressive_meter")["share"]
            nets += [int((reset + rounds * int(stake * rate)) * share) - stake for rounds in range(1, meters + 1)]
        return cls(
            value=own.number - 1 if sevens else 0,
            cards=own.cards,
            leading=not sevens or layout.option("sevens_reading") != "any_position",
            guaranteed=bool(layout.option("third_card_guarantee"))
            if sevens
            else layout.option("progressive_count") == "completed",
            rows=table.reshape(-1),
            nets=tuple(nets),
            meter=len(names) if top else -1,
        )


_NUMBERS = ("one", "two", "three", "four")


def _sevens(suits: tuple[int, ...]) -> str:
    return _NUMBERS[len(suits) - 1] + ("_suited" if len(suits) > 1 and len(set(suits)) == 1 else "")


def _aces(suits: tuple[int, ...], odds: Mapping[str, Odds], most: int, top: str | None) -> str | None:
    """The best row for the first aces, or for fewer of them."""
    if len(suits) == most and len({suit in RED for suit in suits}) == 1:
        return top
    found: list[str] = []
    for number, name in enumerate(_NUMBERS[: len(suits)], 1):
        first = suits[:number]
        one_suit, one_colour = len(set(first)) == 1, len({suit in RED for suit in first}) == 1
        found.append(name + ("" if number == 1 else "_suited" if one_suit else "_colour" if one_colour else ""))
    return max((row for row in found if row in odds), key=lambda row: odds[row].ratio, default=None)
