"""What each choice is worth with the cards at hand: for whoever learns, and wants to see what a mistake costs.

The machines decide for all deals at once and keep only their decisions. Here one deal is looked at: whatever is not
known of it is dealt in every way, and later choices are the best ones. Figures are by the unit that the price is
measured by. In hold 'em before the flop there is too much to deal: what the machine has found for the holding is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import Card, cards
from pitboss.families.house_poker.price import boards, discards, ladder, streets
from pitboss.families.house_poker.price.cross_strategy import CrossStrategy
from pitboss.families.house_poker.price.discard_strategy import DISCARD, DiscardStrategy, placed
from pitboss.families.house_poker.price.early_stud import EarlyStudStrategy
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.short_board_strategy import ShortBoardStrategy
from pitboss.families.house_poker.price.strategy import (
    BoardStrategy,
    FlopStrategy,
    Given,
    LadderStrategy,
    Strategy,
    StudStrategy,
    read,
)
from pitboss.families.house_poker.price.street_strategy import StreetStrategy
from pitboss.families.house_poker.price.tally import Net
from pitboss.families.house_poker.showdown import RESULTS, result_of
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.deals import DECK, Cards, all_sets, classes, every_set, place_of

BOARD = 5
FLOP = 3


@singledispatch
def worth(strategy: Strategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    """What each choice brings on average with these cards of one's own, and these that all can see.

    `before` is what was chosen before in this round, where that changes what is at stake.
    """
    return {}


@worth.register
def _(strategy: StudStrategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    game, up = strategy.game, _indices(shown)
    held = [int(card) for card in read(own, game.cards, "the player's hand", game.jokers)]
    if game.jokers:
        sets = every_set(game.dealer_cards, game.jokers).representatives
        dealers = sets[~np.isin(sets, held).any(axis=1)]
    else:
        down = _without(game.dealer_cards - len(up), [*held, *up])
        dealers = np.sort(np.concatenate([down, np.tile(np.array(up, np.uint8), (len(down), 1))], axis=1), axis=1)
    theirs = game.ranked(dealers)
    mine = int(game.ranked(np.array([held], np.uint8))[0])
    counts = [0] * len(RESULTS)
    for strength, times in zip(*np.unique(theirs, return_counts=True), strict=True):
        counts[result_of(mine, int(strength), game.qualifying)] += int(times)
    row = _row(game.rows, mine)
    found = {}
    for end in game.ends:
        total = sum(float(game.net(end, row, name)) * count for name, count in zip(RESULTS, counts, strict=True))
        found[end] = total / len(theirs)
    return found


@worth.register
def _(strategy: FlopStrategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    game, held = strategy.game, _indices(own)
    flops = _without(3, held)
    best = np.zeros(len(flops), np.int64)
    for pair in ((0, 1), (0, 2), (1, 2)):
        hands = np.concatenate([np.tile(np.array(held, np.uint8), (len(flops), 1)), flops[:, pair]], axis=1)
        best = np.maximum(best, evaluate_batch(np.ascontiguousarray(np.sort(hands, axis=1)), game.rows.order))
    rows = np.array(game.rows.by_strength())[best]
    return {end: _mean(game.net, end, game.rows, rows) for end in game.ends}


@worth.register
def _(strategy: LadderStrategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    known = np.array(sorted([*_indices(own), *_indices(shown)]), np.uint8)
    street = next((one for one in strategy.game.streets if one.known == len(known)), None)
    if street is None:
        return {}
    state = strategy.state(street, before)
    found = strategy.values[len(known), state][:, classes(len(known)).find(known)]
    ways = prod(range(DECK - strategy.game.size + 1, DECK - len(known) + 1)) * ladder.units(strategy.game)
    return {choice: int(value) / ways for choice, value in zip(street.choices[state], found, strict=True)}


@worth.register
def _(strategy: EarlyStudStrategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    return strategy.worth(own)


@worth.register
def _(strategy: ShortBoardStrategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    return strategy.worth(own, shown)


@worth.register
def _(strategy: CrossStrategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    return strategy.worth(own, shown, before)


@worth.register
def _(strategy: BoardStrategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    game, names = strategy.game, strategy.names
    held, board = np.array(sorted(_indices(own)), np.uint8), np.array(sorted(_indices(shown)), np.uint8)
    ways = boards.DEALT * game.amounts()[1]
    if len(board) == BOARD:
        found = boards.last_values(game, held, board)
    elif len(board) == FLOP:
        found = boards.flop_values(game, held, board)
        ways *= comb(DECK - len(held) - FLOP, BOARD - FLOP)
    else:
        if strategy.early is None:
            return {}
        kind = classes(len(held)).class_of[place_of(held)]
        found = dict(zip(("", *game.preflop), map(int, strategy.early[kind]), strict=True))
        ways *= int(classes(len(held)).weights[kind]) * comb(DECK - len(held), BOARD) * boards.WAYS
    return {names[end]: value / ways for end, value in found.items()}


@worth.register
def _(strategy: StreetStrategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    """What the wager of a street adds. Before the flop, of staying in with the best that can follow."""
    game, held, lying = strategy.game, np.array(_indices(own), np.uint8), np.array(_indices(shown), np.uint8)
    if len(lying):
        without, wager = game.names[len(lying) - 2]
        return {without: 0.0, wager: streets.worth(game, held, np.sort(lying))}
    if strategy.early is None:
        return {}
    kind = classes(2).class_of[place_of(np.sort(held))]
    ways = streets.DEALS // comb(DECK, 2) * int(classes(2).weights[kind]) * game.amounts()[1]
    return {name: int(value) / ways for name, value in zip(game.names[0], strategy.early[kind], strict=True)}


@worth.register
def _(strategy: DiscardStrategy, own: Given, shown: Given = (), before: str = "") -> dict[str, float]:
    """Of each card put aside, with the best wager; and of each wager, with the best card or the one put aside last."""
    game = strategy.game
    number, places = placed(cards(own) if isinstance(own, str) else tuple(own))
    found, units = discards.values(game)
    ways = discards.DEALT * units
    by_card = found[number][places]
    best = int(by_card.max(axis=1).argmax())
    at = by_card[len(places) - 1 if game.aside_first else best]
    told = {f"{DISCARD}{which}": int(values.max()) / ways for which, values in enumerate(by_card, 1)}
    return told | {end: int(value) / ways for end, value in zip(game.choices, at, strict=True)}


def _indices(given: Given) -> list[int]:
    read: Sequence[Card] = cards(given) if isinstance(given, str) else tuple(given)
    return [card.index for card in read]


def _without(size: int, gone: Sequence[int]) -> Cards:
    """All sets of so many cards that hold none of those which are gone."""
    sets = all_sets(size)
    return np.ascontiguousarray(sets[~np.isin(sets, gone).any(axis=1)])


def _name(rows: Rows, row: int) -> str:
    return (*rows.names, "")[row]


def _row(rows: Rows, strength: int) -> str:
    return _name(rows, int(rows.by_strength()[strength]))


def _mean(net: Net, end: str, rows: Rows, found: NDArray[np.int64]) -> float:
    counts = np.bincount(found, minlength=len(rows.names) + 1)
    return sum(float(net(end, _name(rows, row), "")) * int(n) for row, n in enumerate(counts) if n) / len(found)
