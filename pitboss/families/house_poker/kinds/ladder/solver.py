"""Games against a pay table in which cards are dealt one by one: let it ride, double down stud and similar games.

Only the known cards matter. A class of k cards leads to classes of k + 1 cards (`classes_with_one_more`), and its value
is the sum over the cards that may come next. At a street, where a decision is made, it is the value of the best choice.
So values are computed backwards from five cards to the first street, and the strategy is then played forwards to count
the ends of all deals.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb

import numpy as np

from pitboss.families.house_poker.kinds.arrays import Bytes, row_numbers, tally_of, unit_amounts
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.showdown import ALONE
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.deals import DECK, Counts, classes, classes_with_one_more
from pitboss.pricing.progress import Progress


@dataclass(frozen=True)
class Street:
    """A decision made with `known` cards: for each state, the choices and the states or ends they lead to.

    Ties go to the first choice, so list the cheapest first.
    """

    known: int
    choices: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class LadderGame:
    """The streets by number of known cards, ascending; the first street has a single state."""

    rows: Rows
    streets: tuple[Street, ...]
    net: Net

    @property
    def size(self) -> int:
        return self.rows.order.size

    @property
    def ends(self) -> tuple[str, ...]:
        """The names of the ends: the targets of choices that are not states of any street."""
        states = {state for street in self.streets for state in street.choices}
        led_to = [to for street in self.streets for choices in street.choices.values() for to in choices.values()]
        return tuple(to for to in dict.fromkeys(led_to) if to not in states)


Decisions = dict[tuple[int, str], Bytes]
"""The number of the choice for each class of cards, by the number of known cards and the state."""


def grades(game: LadderGame) -> Bytes:
    """The pay table row of each class of whole hands."""
    strengths = evaluate_batch(classes(game.size).representatives, game.rows.order)
    return row_numbers(game.rows)[strengths]


Values = dict[tuple[int, str], Counts]
"""The value of each choice (a row) for each class of cards (a column), in units over all deals, by known cards and
state.
"""


def units(game: LadderGame) -> int:
    """How many units of `values` make up one unit of the net."""
    return unit_amounts(game, ALONE).units


def values(game: LadderGame) -> Values:
    """Return the value of each choice at each street and state, given the best later choices."""
    pays = unit_amounts(game, ALONE).pays[:, :, 0]
    graded = grades(game)
    worth = {end: pays[number][graded] for number, end in enumerate(game.ends)}
    known = game.size
    found: Values = {}
    for number, street in reversed(list(enumerate(game.streets))):
        while known > street.known:
            known -= 1
            worth = {state: values[classes_with_one_more(known)].sum(axis=1) for state, values in worth.items()}
        for state, choices in street.choices.items():
            found[known, state] = np.stack([worth[to] for to in choices.values()])
            worth[state] = found[known, state].max(axis=0)
        led_to = {to for one in game.streets[:number] for choices in one.choices.values() for to in choices.values()}
        worth = {state: values for state, values in worth.items() if state in led_to}
    return found


def solve(game: LadderGame, progress: Progress | None = None) -> Decisions:
    """Return the best choice for each street, state and class of known cards; ties go to the first."""
    return {at: worth.argmax(axis=0).astype(np.uint8) for at, worth in values(game).items()}


def play(game: LadderGame, decisions: Decisions) -> Tally:
    """Return the tally of all deals under these decisions."""
    first = game.streets[0]
    known = first.known
    (start,) = first.choices
    there: dict[str, Counts] = {start: classes(known).weights}
    for street in game.streets:
        there = _grow(there, known, street.known)
        known = street.known
        moved = {state: weights for state, weights in there.items() if state not in street.choices}
        for state, choices in street.choices.items():
            for number, to in enumerate(choices.values()):
                chosen = np.where(decisions[known, state] == number, there[state], 0)
                moved[to] = moved[to] + chosen if to in moved else chosen
        there = moved
    there = _grow(there, known, game.size)
    graded = grades(game)
    counts = np.zeros((len(game.ends), len(game.rows.names) + 1), np.int64)
    for end, weights in there.items():
        np.add.at(counts[game.ends.index(end)], graded, weights)
    deals = comb(DECK, first.known)
    for number in range(first.known, game.size):
        deals *= DECK - number
    return tally_of(game, ALONE, counts, deals)


def _grow(there: Mapping[str, Counts], known: int, size: int) -> dict[str, Counts]:
    """Deal further cards until `size` are known."""
    grown = dict(there)
    while known < size:
        into = classes_with_one_more(known)
        larger = len(classes(known + 1))
        for state, weights in grown.items():
            sums = np.zeros(larger, np.int64)
            np.add.at(sums, into.ravel(), np.repeat(weights, into.shape[1]))
            grown[state] = sums
        known += 1
    return grown
