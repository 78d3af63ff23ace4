"""Strategies as objects: what to do with these cards, said in a few lines, and what a simpler one would cost.

The solver of each kind finds the best decision for every class of deals, and a `Strategy` holds those decisions.
`decide` looks one up, `summary` says them in words that are made from the decisions themselves, and `cost` plays
another strategy over all deals: a rule of thumb that the game names, or one that you write, such as "raise with
A-K-J-8-3 or better", "always", or a file (`wording`). Costs are exact, by the unit that the game's price is measured
by. `played` gives such another strategy whole, as decisions for every class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import CARDS, Card, Rank, cards, distinct
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.price.wording import reaching
from pitboss.hands import SHOWING, Category, Order
from pitboss.hands.fast import categories, evaluate_batch
from pitboss.hands.words import plural
from pitboss.pricing.boards import kinds_beside
from pitboss.pricing.deals import DECK, Cards, all_sets, classes, place_of

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Given = str | Iterable[Card]
Staying = Callable[[Cards], Flags]
"""By rows of known cards, where to take the last of the choices rather than the first."""
Ends = Tally | Callable[[], Tally]
"""How all deals end, or how to count that when somebody asks."""


@dataclass(frozen=True)
class Simple:
    """A strategy that a person can keep in mind.

    Where one may stay in by several choices, `rule` may have one for each, by its name; the dearest taken counts.
    """

    name: str
    says: str
    rule: Any


class Strategy(ABC):
    """The best way to play a game under one configuration."""

    game: Any
    decisions: Any

    def __init__(self, game: Any, decisions: Any, tally: Ends, simpler: tuple[Simple, ...] = ()) -> None:
        self.game, self.decisions, self._ends, self.simpler = game, decisions, tally, simpler
        self.net: Net = game.net

    @staticmethod
    def packed(decisions: Any) -> dict[str, Any]:
        """Decisions as they are stored: arrays by name."""
        return {"": decisions}

    @staticmethod
    def unpacked(stored: dict[str, Any]) -> Any:
        """Decisions as they were stored."""
        return stored[""]

    @cached_property
    def tally(self) -> Tally:
        """How all deals end."""
        return self._ends() if callable(self._ends) else self._ends

    @abstractmethod
    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        """The best choice with these cards of one's own, and these that all can see.

        `before` is what was chosen before in this round, where that matters ("bet_3x, bet_1x").
        """

    @abstractmethod
    def summary(self) -> tuple[str, ...]:
        """The strategy in a few lines."""

    def worth(self, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
        """What each choice brings on average with these cards, by the unit that the price is measured by.

        Whatever is not known of this one deal is dealt in every way, and later choices are the best ones. `before` is
        what was chosen before in this round, where that changes what is at stake.
        """
        return {}

    def play(self, other: str | Simple) -> Tally:
        """How all deals end under another strategy."""
        return self.played(other).tally

    @abstractmethod
    def played(self, other: str | Simple) -> Strategy:
        """Another strategy whole, as decisions for every class of deals."""

    @property
    def house_edge(self) -> Fraction:
        return -self.tally.mean(self.net)

    def cost(self, other: str | Simple) -> Fraction:
        """How much more another strategy loses than this one."""
        return -self.play(other).mean(self.net) - self.house_edge

    def named(self, name: str) -> Simple | None:
        """The simpler strategy of this name."""
        return next((simple for simple in self.simpler if simple.name.lower() == name.strip().lower()), None)

    def plain(self) -> dict[str, Any]:
        """As plain data, for a report."""
        costs = [(simple, self.cost(simple)) for simple in self.simpler]
        return {
            "summary": list(self.summary()),
            "simpler": [
                {
                    "name": simple.name,
                    "says": simple.says,
                    "house_edge": float(self.house_edge + cost),
                    "cost": float(cost),
                    "cost_exact": str(cost),
                }
                for simple, cost in costs
            ],
        }


def read(given: Given, number: int | Sequence[int], what: str, jokers: int = 0) -> Cards:
    """So many different cards, as indices from the lowest up; jokers, if there are any in the deck, after the 52."""
    found = cards(given) if isinstance(given, str) else tuple(given)
    natural = distinct(card for card in found if not card.is_joker)
    wild = len(found) - len(natural)
    numbers = [number] if isinstance(number, int) else list(number)
    if len(found) not in numbers or wild > jokers:
        wanted = " or ".join(map(str, numbers))
        deck = f"{DECK + jokers}, {jokers} of them jokers" if jokers else "52"
        raise ValueError(f"{' '.join(map(str, found)) or 'no cards'}: {what} wants {wanted} cards of the {deck}")
    return np.sort(np.array([*(card.index for card in natural), *range(DECK, DECK + wild)], np.uint8))


def apart(*groups: Cards) -> None:
    """No card in two places."""
    distinct(CARDS[card] for group in groups for card in group if card < DECK)


def at_least(strength: int, order: Order) -> Staying:
    return lambda hands: np.asarray(evaluate_batch(np.ascontiguousarray(hands), order) >= strength)


def rule_of(strategy: Strategy, other: str | Simple, order: Order) -> Any:
    """The rule of a simpler strategy: one that is named, or "... with such a hand or better"."""
    simple = strategy.named(other) if isinstance(other, str) else other
    rule = str(other) if simple is None else simple.rule
    if not isinstance(rule, str):
        return rule
    try:
        return at_least(reaching(rule, order), order)
    except ValueError:
        named = ", ".join(simple.name for simple in strategy.simpler)
        said = 'or say "always", "never" or a hand, like "pair of jacks or better"; or give a .toml file'
        raise ValueError(f"no strategy {rule!r}: name one of {named}; {said}") from None


def percent(share: Fraction | float) -> str:
    return f"{float(share):.1%}"


def say(order: Order, strength: int) -> str:
    """A hand as a person names it in a rule.

    >>> from pitboss.hands import FIVE_CARD
    >>> from pitboss.families.house_poker.price.rows import floor
    >>> say(FIVE_CARD, floor(FIVE_CARD, "A-K-J-8-3")), say(FIVE_CARD, floor(FIVE_CARD, "pair"))
    ('A-K-J-8-3', 'a pair')
    """
    grade = order.at(strength)
    if grade.category is Category.HIGH_CARD:
        return "-".join(Rank(rank).letter for rank in grade.ranks)
    if grade.category is not order.category(max(strength - 1, 1)):
        return f"a {grade.category}" if strength > 1 else "anything"
    return order.describe(strength, full=True)


FEW = 60
"""How many single hands a line of a summary names."""


def described(known: int, taken: NDArray[Any], choices: Sequence[str], asked: Flags | None = None) -> tuple[str, ...]:
    """With which sets of so many cards each choice is taken, the dearest first; the first with all else.

    `asked` are those with which anything is decided, if not all.
    """
    words = [choice.replace("_", " ") for choice in choices]
    lines = [
        line
        for number in range(len(choices) - 1, 0, -1)
        for line in _described(known, np.asarray(taken == number), words[number], asked)
    ]
    return (*lines, f"{words[0]} with all else")


def _described(known: int, stays: Flags, on: str, asked: Flags | None = None) -> list[str]:
    """Which sets of so many cards are played so, by what they hold: whole kinds by name, and of the rest how many."""
    held = classes(known)
    kinds: dict[str, list[int]] = {}
    for number, label in enumerate(labels(known)):
        if asked is None or asked[number]:
            kinds.setdefault(label, []).append(number)
    always, parts = [], []
    for label, members in kinds.items():
        weights = held.weights[members]
        chosen = int(weights[stays[members]].sum())
        if chosen == int(weights.sum()):
            always.append(label)
        elif chosen:
            most = 2 * chosen > int(weights.sum())
            named = _named(held.representatives[[number for number in members if stays[number] != most]])
            few = named if len(named) <= FEW else [*named[:FEW], f"and {len(named) - FEW} more"]
            which = "all but" if most else "these"
            parts.append(f"{label}, {percent(chosen / int(weights.sum()))} of them, {which}: {' '.join(few)}")
    pairs = [label for label in (f"pair of {plural(rank)}" for rank in Rank) if label in always]
    if len(pairs) > 1 and pairs[-1] == f"pair of {plural(Rank.ACE)}" and len(pairs) == 15 - _PAIRS[pairs[0]]:
        always = [f"{pairs[0]} or better", *(label for label in always if label not in pairs)]
    lines = [f"{on} always with: {'; '.join(always)}"] if always else []
    return lines + [f"{on} with some of: {part}" for part in parts]


_PAIRS = {f"pair of {plural(rank)}": int(rank) for rank in Rank}


def labels(known: int) -> list[str]:
    """What a person calls a set of cards that is no whole hand yet."""
    order = SHOWING[known - 1]
    hands = classes(known).representatives
    grades = [order.at(int(strength)) for strength in evaluate_batch(hands, order)]
    labels = []
    for hand, grade in zip(hands, grades, strict=True):
        ranks = sorted({int(card) >> 2 for card in hand})
        suited = len({int(card) & 3 for card in hand}) == 1
        if grade.category is not Category.HIGH_CARD:
            labels.append(order.say(grade) if grade.category is Category.PAIR else str(grade.category))
        elif suited:
            spread = min(ranks[-1] - ranks[0], max((-1 if rank == 12 else rank) for rank in ranks) + 1)
            wheel = 12 in ranks and spread < 5 <= ranks[-1] - ranks[0]
            kind = "straight flush" if wheel or ranks[-1] - ranks[0] < 5 else "flush"
            labels.append(f"{known} to a {kind}")
        elif len(ranks) == known and ranks[-1] - ranks[0] == known - 1 and ranks[-1] < 12:
            labels.append(f"{known} in a row")
        else:
            labels.append(f"{known} others")
    return labels


def _named(hands: Cards) -> list[str]:
    """Sets of cards by their ranks, the highest first, each named once."""
    named = ("".join(Rank(2 + (int(card) >> 2)).letter for card in hand[::-1]) for hand in hands[::-1])
    return list(dict.fromkeys(named))


def kinds_said(number: int, taken: Flags, there: Flags, order: Order) -> str:
    """How often each kind of hand takes a choice beside so many cards, of the holdings that are still there."""
    kinds = [*map(str, order.categories), "pair on the board"]
    seen, chosen = kinds_beside(number, taken, there, categories(order), kinds.index(str(Category.PAIR)))
    return ", ".join(f"{kind} {percent(chosen[at] / seen[at])}" for at, kind in enumerate(kinds) if seen[at])


def spans(holds: Callable[[int], bool]) -> str:
    """The holdings for which something is so, by their places: pairs, suited and offsuit, each from where up.

    >>> spans(lambda place: place >= 1_150), spans(lambda place: False)
    ('pairs A; suited A8+; offsuit A8+', '')
    """
    pairs: set[Rank] = set()
    suited: dict[Rank, set[Rank]] = {}
    offsuit: dict[Rank, set[Rank]] = {}
    for hand in classes(2).representatives[::-1]:
        if not holds(place_of(hand)):
            continue
        low, high = (Rank(2 + (int(card) >> 2)) for card in hand)
        if low == high:
            pairs.add(low)
        else:
            kind = suited if int(hand[0]) & 3 == int(hand[1]) & 3 else offsuit
            kind.setdefault(high, set()).add(low)
    said = [f"pairs {_spans(pairs, Rank.ACE)}"] if pairs else []
    for name, found in (("suited", suited), ("offsuit", offsuit)):
        of = [f"{high.letter}{_spans(lows, Rank(high - 1))}" for high, lows in sorted(found.items(), reverse=True)]
        said += [f"{name} {' '.join(of)}"] if of else []
    return "; ".join(said)


def _spans(lows: set[Rank], top: Rank) -> str:
    """
    >>> _spans({Rank.TEN, Rank.JACK}, Rank.JACK), _spans({Rank.FIVE}, Rank.KING)
    ('T+', '5')
    """
    least = min(lows)
    if lows == {Rank(rank) for rank in range(least, top + 1)}:
        return f"{least.letter}+" if least != top else least.letter
    return "/".join(rank.letter for rank in sorted(lows, reverse=True))


# ---- The value of choices in one deal


def indices(given: Given) -> list[int]:
    """The indices of cards, in their order."""
    return [card.index for card in (cards(given) if isinstance(given, str) else given)]


def sets_without(size: int, gone: Sequence[int]) -> Cards:
    """All sets of cards of a size that contain none of those that are gone."""
    sets = all_sets(size)
    return np.ascontiguousarray(sets[~np.isin(sets, gone).any(axis=1)])


def row_name(rows: Rows, strength: int) -> str:
    """The row that a strength reaches."""
    return (*rows.names, "")[int(rows.by_strength()[strength])]


def mean_net(net: Net, end: str, rows: Rows, found: NDArray[np.int64]) -> float:
    """The average net of an end over the rows that were found, by their numbers."""
    counts = np.bincount(found, minlength=len(rows.names) + 1)
    names = (*rows.names, "")
    return sum(float(net(end, names[row], "")) * int(n) for row, n in enumerate(counts) if n) / len(found)
