"""Rounds as trees of cards: counted, and dealt by the loop that all shoe games share."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import perm
from random import Random

import numpy as np
import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import composition
from pitboss.families.shoe.tree import More, Tree, in_shoe, kinds_of, shoe_of
from pitboss.simulation.shoes import Shoes
from pitboss.simulation.sources import UnitSource

RANKS = {letter: number for number, letter in enumerate("23456789TJQKA")}


def war(state: tuple[str, int] | None, kind: int) -> More | tuple[str, ...]:
    """The higher card wins; after equal cards two are burned and two more are compared."""
    if state is None:
        return More(("first", kind))
    when, first = state
    if when == "third":
        return More(("second", kind))
    if kind == first and when == "first":
        return More(("third", 0), burn=2)
    won = "same" if kind == first else "higher" if kind > first else "lower"
    return (won,) if when == "first" else ("war", won)


def by_hand(cards: list[int]) -> tuple[tuple[str, ...], int]:
    """Return the outcome of a round dealt from these cards, and the number of cards it takes."""
    if cards[0] != cards[1]:
        return ("higher" if cards[1] > cards[0] else "lower",), 2
    one, other = cards[4], cards[5]
    return ("war", "same" if one == other else "higher" if other > one else "lower"), 6


TREE = Tree(13, war)


def test_a_tree_knows_its_cards_and_its_outcomes() -> None:
    assert (TREE.cards, TREE.most) == (4, 6)
    assert set(TREE.outcomes) == {("higher",), ("lower",), ("war", "same"), ("war", "higher"), ("war", "lower")}


def test_counting_covers_every_order_of_the_cards() -> None:
    """Compare with every order of a small shoe; burned cards count as dealt."""
    shoe = [0, 0, 0, 1, 1, 2, 2]
    dealt: dict[object, int] = {}
    for order in permutations(shoe, 6):
        outcome = by_hand(list(order))[0]
        dealt[outcome] = dealt.get(outcome, 0) + 1
    left = [shoe.count(kind) for kind in range(13)]
    counted = TREE.count(left)
    assert sum(counted.values()) == perm(7, 4)
    assert {one: orders * perm(3, 2) for one, orders in counted.items()} == dealt


def test_counting_after_cards_already_dealt() -> None:
    """The cards already dealt and the cards left make up the whole shoe."""
    left = [4] * 13
    whole = TREE.count(left)
    parts: dict[object, int] = {}
    for first in range(13):
        now = [count - (kind == first) for kind, count in enumerate(left)]
        for outcome, orders in TREE.count(now, dealt=[first]).items():
            parts[outcome] = parts.get(outcome, 0) + orders * left[first]
    assert parts == whole


def test_a_shoe_that_is_too_small_is_refused() -> None:
    with pytest.raises(ValueError, match="a round may need 4 cards; this shoe has 3"):
        TREE.count([3] + [0] * 12)
    layout = Layout.of("baccarat-punto-banco")
    shoe = list(composition(1))
    assert in_shoe(layout, kinds_of(RANKS), 4, shoe) == [4] * 13
    shoe[52] = 1
    with pytest.raises(ValueError, match="played without jokers"):
        in_shoe(layout, kinds_of(RANKS), 4, shoe)


@pytest.mark.parametrize("one_more", [False, True])
@pytest.mark.parametrize("burned", [0, 1])
def test_the_loop_deals_the_cards_of_a_unit(one_more: bool, burned: int) -> None:
    """Deal shoes again in plain Python, from the same source as the real round."""
    kinds = kinds_of(RANKS)
    random = Random(11)
    for decks, seed in ((1, 5), (6, 2**63 + random.randrange(1000))):
        cut = random.randrange(2 * TREE.most, 30)
        worth = np.arange(len(TREE.outcomes), dtype=np.int64) * 7 - 5
        loop = Shoes(
            shoe_of(decks, kinds), 13, TREE.follows, worth, TREE.most, cut, np.full(13, burned, np.int64), one_more
        )
        cells, nets = np.zeros(len(TREE.outcomes), np.int64), []
        for unit in range(3, 7):
            source = UnitSource(seed, unit)
            source.shuffle("shoe", composition(decks))
            cards = [kinds[source.card("shoe").index] for _ in range(52 * decks)]
            at, over = burned, False
            while not over:
                over = at >= len(cards) - cut
                outcome, taken = by_hand(cards[at:])
                at += taken
                over = over or (at >= len(cards) - cut and not one_more)
                cells[TREE.outcomes.index(outcome)] += 1
                nets.append(int(worth[TREE.outcomes.index(outcome)]))
        found = np.zeros_like(cells)
        assert loop.count(seed, 3, 4, found) == len(nets)
        assert found.tolist() == cells.tolist()
        played = np.zeros(len(nets), np.int64)
        assert loop.play(seed, 3, played) == 4
        assert played.tolist() == nets


@pytest.mark.parametrize("one_more", [False, True])
def test_rounds_of_three_cards_are_looked_up_as_they_are_walked(one_more: bool) -> None:
    """Two unlike cards end a round and two alike draw a third, both by the three-card table and card by card."""

    def after(state: tuple[int, ...] | None, kind: int) -> More | str:
        if state is None or len(state) == 1:
            both = (*(state or ()), kind)
            return f"unlike {both}" if len(set(both)) == 2 else More(both)
        return f"third {kind}"

    tree, worth = Tree(13, after), np.zeros(13 * 12 + 13, np.int64)
    rest = tree.most, 40, np.ones(13, np.int64), one_more
    short = Shoes(shoe_of(1, kinds_of(RANKS)), 13, tree.follows, worth, *rest)
    assert short.opening[0] == 3
    walked = replace(short, most=4)
    assert walked.opening[0] == 2
    found, known = (np.zeros(len(tree.outcomes), np.int64) for _ in range(2))
    assert short.count(5, 0, 50, found) == walked.count(5, 0, 50, known)
    assert found.tolist() == known.tolist()
