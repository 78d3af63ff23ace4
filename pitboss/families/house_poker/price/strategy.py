"""Strategies: what to do with given cards, a summary in a few lines, and what a simpler strategy costs.

The solver of each kind finds the best decision for every class of deals, and a `Strategy` holds those decisions.
`decide` looks one up, `summary` describes them in words generated from the decisions themselves, and `cost` plays
another strategy over all deals: a rule of thumb that the game names, or one that you write, such as "raise with
A-K-J-8-3 or better", "always", or a file (`strategy_text`). Costs are exact, in the unit of the game's price.
`strategy_for` returns the decisions of such a strategy for every class.
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
from pitboss.families.house_poker.price.strategy_text import least_strength
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.hands import SHOWING, Category, Order
from pitboss.hands.fast import categories, evaluate_batch
from pitboss.hands.words import plural
from pitboss.pricing.boards import count_kinds
from pitboss.pricing.deals import DECK, Cards, all_sets, classes, place_of

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
CardInput = str | Iterable[Card]
HandRule = Callable[[Cards], Flags]
"""A rule that selects the rows of known cards that make the last choice instead of the first."""
TallySource = Tally | Callable[[], Tally]
"""A tally, or a function that computes it when it is needed."""


@dataclass(frozen=True)
class SimpleStrategy:
    """A strategy that a person can remember.

    If there are several ways to stay in, `rule` may map each one's name to a rule; the costliest one that applies is
    chosen.
    """

    name: str
    says: str
    rule: Any


class Strategy(ABC):
    """The best strategy for a game under one configuration."""

    game: Any
    decisions: Any

    def __init__(self, game: Any, decisions: Any, tally: TallySource, simpler: tuple[SimpleStrategy, ...] = ()) -> None:
        self.game, self.decisions, self._ends, self.simpler = game, decisions, tally, simpler
        self.net: Net = game.net

    @staticmethod
    def pack(decisions: Any) -> dict[str, Any]:
        """Convert decisions into the arrays to be stored."""
        return {"": decisions}

    @staticmethod
    def unpack(stored: dict[str, Any]) -> Any:
        """Restore decisions from the stored arrays."""
        return stored[""]

    @cached_property
    def tally(self) -> Tally:
        """The tally of all deals under this strategy."""
        return self._ends() if callable(self._ends) else self._ends

    @abstractmethod
    def decide(self, own: CardInput, shown: CardInput = (), before: str = "") -> str:
        """Return the best choice with these cards in hand and these exposed ones.

        `before` lists earlier choices in the round if they matter ("bet_3x, bet_1x").
        """

    @abstractmethod
    def summary(self) -> tuple[str, ...]:
        """Describe the strategy in a few lines."""

    def choice_values(self, own: CardInput, shown: CardInput = (), before: str = "") -> dict[str, float]:
        """Return the average net of each choice with these cards, in the price's unit.

        The average is over all deals of the unknown cards with the best later choices. `before` lists earlier choices
        in the round if they change the amounts at risk.
        """
        return {}

    def tally_for(self, other: str | SimpleStrategy) -> Tally:
        """The tally of all deals under another strategy."""
        return self.strategy_for(other).tally

    @abstractmethod
    def strategy_for(self, other: str | SimpleStrategy) -> Strategy:
        """Return the decisions of another strategy for every class of deals."""

    @property
    def house_edge(self) -> Fraction:
        return -self.tally.mean(self.net)

    def cost(self, other: str | SimpleStrategy) -> Fraction:
        """Return how much more another strategy loses than this one."""
        return -self.tally_for(other).mean(self.net) - self.house_edge

    def named(self, name: str) -> SimpleStrategy | None:
        """Return the simpler strategy with this name."""
        return next((simple for simple in self.simpler if simple.name.lower() == name.strip().lower()), None)

    def to_data(self) -> dict[str, Any]:
        """Convert the strategy into JSON-compatible data for a report."""
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


def read_cards(given: CardInput, number: int | Sequence[int], what: str, jokers: int = 0) -> Cards:
    """Parse `number` different cards into ascending indices; jokers are numbered after the 52 cards."""
    found = cards(given) if isinstance(given, str) else tuple(given)
    natural = distinct(card for card in found if not card.is_joker)
    wild = len(found) - len(natural)
    numbers = [number] if isinstance(number, int) else list(number)
    if len(found) not in numbers or wild > jokers:
        wanted = " or ".join(map(str, numbers))
        deck = f"{DECK + jokers}, {jokers} of them jokers" if jokers else "52"
        raise ValueError(f"{' '.join(map(str, found)) or 'no cards'}: {what} needs {wanted} cards of the {deck}")
    return np.sort(np.array([*(card.index for card in natural), *range(DECK, DECK + wild)], np.uint8))


def check_disjoint(*groups: Cards) -> None:
    """Raise an error if a card is in more than one place."""
    distinct(CARDS[card] for group in groups for card in group if card < DECK)


def at_least(strength: int, order: Order) -> HandRule:
    return lambda hands: np.asarray(evaluate_batch(np.ascontiguousarray(hands), order) >= strength)


def parse_rule(strategy: Strategy, other: str | SimpleStrategy, order: Order) -> Any:
    """Return the rule of a simpler strategy, given by name or in words ("... with such a hand or better")."""
    simple = strategy.named(other) if isinstance(other, str) else other
    rule = str(other) if simple is None else simple.rule
    if not isinstance(rule, str):
        return rule
    try:
        return at_least(least_strength(rule, order), order)
    except ValueError:
        named = ", ".join(simple.name for simple in strategy.simpler)
        said = 'or say "always", "never" or a hand, like "pair of jacks or better"; or give a .toml file'
        raise ValueError(f"no strategy {rule!r}: name one of {named}; {said}") from None


def percent(share: Fraction | float) -> str:
    return f"{float(share):.1%}"


def hand_name(order: Order, strength: int) -> str:
    """The name of a hand in a rule.

    >>> from pitboss.hands import FIVE_CARD
    >>> from pitboss.families.house_poker.price.rows import floor
    >>> hand_name(FIVE_CARD, floor(FIVE_CARD, "A-K-J-8-3")), hand_name(FIVE_CARD, floor(FIVE_CARD, "pair"))
    ('A-K-J-8-3', 'a pair')
    """
    grade = order.at(strength)
    if grade.category is Category.HIGH_CARD:
        return "-".join(Rank(rank).letter for rank in grade.ranks)
    if grade.category is not order.category(max(strength - 1, 1)):
        return f"a {grade.category}" if strength > 1 else "anything"
    return order.describe(strength, full=True)


FEW = 60
"""The maximum number of individual hands listed on one line of a summary."""


def describe_sets(
    known: int, taken: NDArray[Any], choices: Sequence[str], asked: Flags | None = None
) -> tuple[str, ...]:
    """Describe the hands of `known` cards that make each choice, costliest first, then "all else".

    `asked` marks the hands that face the decision, if not all do.
    """
    words = [choice.replace("_", " ") for choice in choices]
    lines = [
        line
        for number in range(len(choices) - 1, 0, -1)
        for line in _describe_choice(known, np.asarray(taken == number), words[number], asked)
    ]
    return (*lines, f"{words[0]} with all else")


def _describe_choice(known: int, stays: Flags, on: str, asked: Flags | None = None) -> list[str]:
    """Describe the hands of `known` cards that make a choice: whole kinds by name, partial ones by their share."""
    held = classes(known)
    kinds: dict[str, list[int]] = {}
    for number, label in enumerate(set_labels(known)):
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
            named = _rank_names(held.representatives[[number for number in members if stays[number] != most]])
            few = named if len(named) <= FEW else [*named[:FEW], f"and {len(named) - FEW} more"]
            which = "all but" if most else "these"
            parts.append(f"{label}, {percent(chosen / int(weights.sum()))} of them, {which}: {' '.join(few)}")
    pairs = [label for label in (f"pair of {plural(rank)}" for rank in Rank) if label in always]
    if len(pairs) > 1 and pairs[-1] == f"pair of {plural(Rank.ACE)}" and len(pairs) == 15 - _PAIRS[pairs[0]]:
        always = [f"{pairs[0]} or better", *(label for label in always if label not in pairs)]
    lines = [f"{on} always with: {'; '.join(always)}"] if always else []
    return lines + [f"{on} with some of: {part}" for part in parts]


_PAIRS = {f"pair of {plural(rank)}": int(rank) for rank in Rank}


def set_labels(known: int) -> list[str]:
    """A label for each class of `known` cards, such as "pair of tens" or "3 to a flush"."""
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


def _rank_names(hands: Cards) -> list[str]:
    """The ranks of each set of cards, highest first, without repetitions."""
    named = ("".join(Rank(2 + (int(card) >> 2)).letter for card in hand[::-1]) for hand in hands[::-1])
    return list(dict.fromkeys(named))


def shares_by_kind(number: int, taken: Flags, there: Flags, order: Order) -> str:
    """The share of each kind of hand that makes a choice with `number` community cards, over holdings in `there`."""
    kinds = [*map(str, order.categories), "pair on the board"]
    seen, chosen = count_kinds(number, taken, there, categories(order), kinds.index(str(Category.PAIR)))
    return ", ".join(f"{kind} {percent(chosen[at] / seen[at])}" for at, kind in enumerate(kinds) if seen[at])


def holding_spans(holds: Callable[[int], bool]) -> str:
    """Describe the holdings whose places satisfy a condition: pairs, suited and offsuit ones, each with a lower bound.

    >>> holding_spans(lambda place: place >= 1_150), holding_spans(lambda place: False)
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
    said = [f"pairs {_rank_span(pairs, Rank.ACE)}"] if pairs else []
    for name, found in (("suited", suited), ("offsuit", offsuit)):
        of = [f"{high.letter}{_rank_span(lows, Rank(high - 1))}" for high, lows in sorted(found.items(), reverse=True)]
        said += [f"{name} {' '.join(of)}"] if of else []
    return "; ".join(said)


def _rank_span(lows: set[Rank], top: Rank) -> str:
    """Describe a set of lower ranks below `top`.

    >>> _rank_span({Rank.TEN, Rank.JACK}, Rank.JACK), _rank_span({Rank.FIVE}, Rank.KING)
    ('T+', '5')
    """
    least = min(lows)
    if lows == {Rank(rank) for rank in range(least, top + 1)}:
        return f"{least.letter}+" if least != top else least.letter
    return "/".join(rank.letter for rank in sorted(lows, reverse=True))


# ---- The value of choices in one deal


def card_indices_of(given: CardInput) -> list[int]:
    """The indices of cards, in the given order."""
    return [card.index for card in (cards(given) if isinstance(given, str) else given)]


def sets_without(size: int, gone: Sequence[int]) -> Cards:
    """All sets of `size` cards that contain none of those in `gone`."""
    sets = all_sets(size)
    return np.ascontiguousarray(sets[~np.isin(sets, gone).any(axis=1)])


def row_name(rows: Rows, strength: int) -> str:
    """The row that a strength reaches."""
    return (*rows.names, "")[int(rows.by_strength()[strength])]


def mean_net(net: Net, end: str, rows: Rows, found: NDArray[np.int64]) -> float:
    """The average net for an end over these row numbers."""
    counts = np.bincount(found, minlength=len(rows.names) + 1)
    names = (*rows.names, "")
    return sum(float(net(end, names[row], "")) * int(n) for row, n in enumerate(counts) if n) / len(found)
