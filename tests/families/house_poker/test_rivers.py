"""The river decision table, compared with decisions found by counting the dealer's hands."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import cards
from pitboss.families.house_poker.kinds.streets import rivers, stopping
from pitboss.families.house_poker.kinds.streets.stopping import BEST
from pitboss.families.house_poker.price.rows import floor
from pitboss.families.house_poker.price.strategy_text import RiverRule
from pitboss.families.house_poker.terms import Terms
from pitboss.games.ultimate_texas_holdem.price import PRICING
from pitboss.hands import FIVE_CARD
from pitboss.hands.fast import KEYS, MASKS
from pitboss.pricing.deals import DECK, classes

RANDOM = np.random.default_rng(32)
LAYOUT = Layout.of("ultimate-texas-holdem")
GAME = PRICING.solver_game(Terms.on(LAYOUT), PRICING.wagering_on(LAYOUT))
RULES = {
    "best": BEST,
    "thumb": RiverRule(by_value=False, hidden=True, outs=21),
    "words": RiverRule(by_value=False, least=floor(FIVE_CARD, "pair of sevens")),
}


def at(board: NDArray[np.uint8]) -> tuple[int, np.uint64]:
    """Return the index of a board's first decision, and the suit that matters on it."""
    one, two, three, four, five = board
    first, suit = rivers.board_at(one, two, three, four, five, KEYS[board].sum(), MASKS[board].sum())
    return int(first), suit


def looked_up(bits: NDArray[np.uint8], board: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """The table's decisions for every holding on a board."""
    first, suit = at(board)
    live = [np.uint8(card) for card in range(DECK) if card not in board]
    holdings = [(live[low], live[high]) for high in range(len(live)) for low in range(high)]
    places = np.array([first + int(rivers.holding_at(low, high, suit)) for low, high in holdings])
    return np.asarray(bits[places >> 3] >> (places & 7) & 1 == 1)


def some_boards(number: int) -> NDArray[np.uint8]:
    """Random boards, plus some with three, four and five cards of each suit."""
    found = [RANDOM.choice(DECK, 5, replace=False) for _ in range(number)]
    for suit in range(4):
        of_suit = np.arange(suit, DECK, 4)
        for many in (3, 4, 5):
            inside = RANDOM.choice(of_suit, many, replace=False)
            found.append(np.append(inside, RANDOM.choice(np.setdiff1d(range(DECK), of_suit), 5 - many, replace=False)))
    return np.sort(np.array(found, np.uint8), axis=1)


@pytest.mark.parametrize("name", RULES)
def test_river_table_equals_decisions_by_counting(name: str) -> None:
    bits = rivers.table(GAME, RULES[name])
    assert len(bits) == -(-rivers.DECISIONS // 8)
    fold, stay = GAME.numbers(GAME.river)
    seen: set[int] = set()
    for board in some_boards(60):
        ends = stopping.river_ends(GAME, board[None], RULES[name])[0]
        assert (looked_up(bits, board) == (ends == stay)).all()
        seen.update(ends.tolist())
    assert seen == {fold, stay}


def test_boards_differ_only_by_ranks_and_by_a_possible_flush() -> None:
    found: dict[object, int] = {}
    for board in (*some_boards(300), *classes(5).representatives[::40]):
        first, suit = at(board)
        in_suit, others = (
            [int(card) >> 2 for card in board if (card & 3 == suit) == inside] for inside in (True, False)
        )
        assert (len(in_suit) >= 3) == (suit != rivers.NO_SUIT)
        kind = tuple(in_suit), tuple(others)
        assert found.setdefault(kind, first) == first
    assert len(set(found.values())) == len(found)
    assert max(found.values()) < rivers.DECISIONS


def test_holdings_differ_only_by_ranks_and_by_a_possible_flush() -> None:
    holdings = [(np.uint8(low), np.uint8(high)) for low, high in combinations(range(DECK), 2)]
    assert {int(rivers.holding_at(*one, rivers.NO_SUIT)) for one in holdings} == set(range(rivers.PAIRS))
    numbers = {int(rivers.holding_at(*one, np.uint64(2))) for one in holdings}
    # 13 of the 351 pairs are impossible, because the suit has only one card of each rank.
    assert len(numbers) == rivers.SUITED_PAIRS - 13 == comb(27, 2) - 13
    assert max(numbers) < rivers.SUITED_PAIRS


@pytest.mark.parametrize(
    ("own", "board", "rule", "end"),
    [
        ("7c 2d", "Kh Qs 9c Jd 3h", BEST, "fold"),
        ("7c 2d", "7h Qs 9c Jd 3h", BEST, "play_1x"),
        ("7c 2d", "Kh Qs 9c Jd 3h", RiverRule(by_value=False, least=1), "play_1x"),
        ("7c 2d", "Kh Qs 9c Jd 7h", RiverRule(by_value=False, least=floor(FIVE_CARD, "pair of eights")), "fold"),
        ("7c 2d", "Kh Qs 9c Jd 7h", RiverRule(by_value=False, hidden=True), "play_1x"),
        ("7c 2d", "Kh Ks 9c Jd 8h", RiverRule(by_value=False, hidden=True), "fold"),
        ("Ac 2d", "Kh Ks 9c Jd 8h", RiverRule(by_value=False, outs=21), "play_1x"),
        ("7c 2d", "Kh Ks 9c Jd 8h", RiverRule(by_value=False, outs=21), "fold"),
    ],
)
def test_river_decision_of_one_hand(own: str, board: str, rule: RiverRule, end: str) -> None:
    held, lying = (np.array([card.index for card in cards(text)], np.uint8) for text in (own, board))
    assert stopping.river_end(GAME, held, lying, rule) == end
