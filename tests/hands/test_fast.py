"""The compiled evaluator: counts of all hands, and agreement with `Hand` and other evaluators."""

from itertools import pairwise
from math import comb
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.equipment import CARDS, JOKER
from pitboss.hands import FIVE_CARD, ORDERS, THREE_CARD, Category, Hand, Order, fast, tables

C = Category
COMPILED = [order for order in ORDERS.values() if order.id != "badugi"]


def dealt(hands: int, cards: int, jokers: int = 0, decks: int = 1, seed: int = 7) -> NDArray[np.uint8]:
    """Random hands, one row of card indices each."""
    deck = np.array([*range(52)] * decks + [JOKER.index] * jokers, np.uint8)
    places = np.random.default_rng(seed).random((hands, len(deck))).argsort(axis=1)[:, :cards]
    return deck[places]


# Counts of all hands


@pytest.mark.parametrize(
    ("cards", "counts"),
    [
        (5, (4, 36, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)),
        (6, (188, 1_656, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900)),
        (7, (4_324, 37_260, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460)),
    ],
)
def test_all_hands_of_five_six_and_seven_cards(cards: int, counts: tuple[int, ...]) -> None:
    assert tuple(fast.count(cards).values()) == counts
    assert sum(counts) == comb(52, cards)


def test_7462_strengths_of_five_cards_and_4824_of_seven() -> None:
    assert np.count_nonzero(fast.census(5)) == len(FIVE_CARD.ladder) == 7_462
    assert np.count_nonzero(fast.census(6)) == 6_075
    assert np.count_nonzero(fast.census(7)) == 4_824
    assert fast.census(5)[0] == 0


def test_20_3_all_three_card_hands() -> None:
    assert tuple(fast.count(3, THREE_CARD).values()) == (48, 52, 720, 1_096, 3_744, 16_440)
    assert tuple(fast.count(3, "three-card-royal").values()) == (4, 44, 52, 720, 1_096, 3_744, 16_440)
    assert np.count_nonzero(fast.census(3, THREE_CARD)[1:]) == len(THREE_CARD.ladder) == 741


def test_27_3_all_four_card_hands() -> None:
    """Four-card hands out of the player's five cards and the dealer's six."""
    assert tuple(fast.count(4, "four-card").values()) == (13, 44, 2_496, 2_816, 2_772, 2_808, 82_368, 177_408)
    of_five = (624, 2_072, 58_656, 114_616, 101_808, 123_552, 1_047_552, 1_150_080)
    assert tuple(fast.count(5, "four-card").values()) == of_five
    assert sum(fast.count(6, "four-card").values()) == comb(52, 6)


def test_11_3_all_five_card_hands_with_the_joker() -> None:
    """Computed by hand: the counts without the joker, plus what the joker adds."""
    # Four cards of different ranks that one more card turns into a straight: 10 straights with 3 inside gaps each, and
    # 11 runs of four from A-2-3-4 to J-Q-K-A. 5 of these sets make A-K-Q-J-10.
    to_straight, to_royal = 10 * 3 + 11, 5
    assert fast.count(5, "pai-gow-high", jokers=1) == {
        C.FIVE_OF_A_KIND: 1,
        C.ROYAL_FLUSH: 4 + 4 * to_royal,
        C.STRAIGHT_FLUSH: 36 + 4 * (to_straight - to_royal),
        C.FOUR_OF_A_KIND: 624 + 4 * 48 + 12,
        C.FULL_HOUSE: 3_744 + comb(4, 2) * 12 * comb(4, 2) + 12 * 4 * 4,
        C.FLUSH: 5_108 + 4 * (comb(13, 4) - to_straight),
        C.STRAIGHT: 10_200 + to_straight * (4**4 - 4),
        C.THREE_OF_A_KIND: 54_912 + comb(4, 2) * comb(12, 2) * 4**2 + 12 * 4 * 11 * 4,
        C.TWO_PAIR: 123_552 + 4 * 12 * comb(4, 2) * 11 * 4 + comb(12, 2) * comb(4, 2) ** 2,
        C.PAIR: 1_215_024,
        C.HIGH_CARD: 1_418_964,
    }
    assert sum(fast.count(5, "pai-gow-high", jokers=1).values()) == comb(53, 5)


def test_11_16_all_seven_card_hands_with_the_joker() -> None:
    """The counts commonly published for the bonus wager's rows, from memory.

    The bonus pays some hands in a different row from their category; such rows are counted together.
    """
    counts = fast.count(7, "pai-gow-high", jokers=1)
    assert sum(counts.values()) == comb(53, 7)
    assert counts[C.FIVE_OF_A_KIND] == 1_128
    # seven-card straight flushes without and with the joker, royal match, royal and other straight flushes
    assert counts[C.ROYAL_FLUSH] + counts[C.STRAIGHT_FLUSH] == 32 + 196 + 72 + 26_020 + 184_644
    assert counts[C.FOUR_OF_A_KIND] == 307_472
    assert counts[C.FULL_HOUSE] == 4_188_528
    assert counts[C.FLUSH] == 6_172_088
    # a straight that contains three of a kind is paid as three of a kind
    assert counts[C.THREE_OF_A_KIND] + counts[C.STRAIGHT] == 7_672_500 + 11_034_204


def test_30_5_all_two_card_hands_with_two_jokers() -> None:
    assert tuple(fast.count(2, "two-card-joker", jokers=2).values()) == (1, 4, 48, 156, 182, 260, 780)


def test_14_3_all_low_hands() -> None:
    assert fast.count(5, "eight-or-better") == {C.HIGH_CARD: 56 * 4**5, C.NO_LOW: comb(52, 5) - 56 * 4**5}
    assert tuple(fast.count(5, "ace-to-five").values()) == (1_317_888, 1_098_240, 123_552, 54_912, 3_744, 624)
    # A-2-3-4-5 is no straight here: 9 straights of 10
    straights = {C.STRAIGHT: 9 * (4**5 - 4), C.STRAIGHT_FLUSH: 9 * 4, C.FLUSH: 4 * (comb(13, 5) - 9)}
    assert straights.items() <= fast.count(5, "deuce-to-seven").items()
    assert fast.count(3, "mambo-low")[C.HIGH_CARD] == comb(6, 3) * 4**3


# Agreement with Hand


@pytest.mark.parametrize("order", COMPILED, ids=lambda order: order.id)
def test_hand_and_evaluator_agree(order: Order) -> None:
    most = order.size if order.id == "deuce-to-seven" else 7
    for cards in range(order.size, most + 1):
        hands = dealt(80, cards, order.most_jokers, decks=4 if order.many_decks else 1, seed=cards)
        hands[:20] = np.sort(hands[:20] % 20) if order.many_decks else hands[:20]  # for more repeats and flushes
        strengths = fast.evaluate_batch(hands, order, check=True)
        for hand, strength in zip(hands.tolist(), strengths.tolist(), strict=True):
            assert Hand.best(hand, order).strength == strength, Hand.best(hand, order)


@pytest.mark.parametrize("order", [o for o in COMPILED if not o.many_decks], ids=lambda order: order.id)
def test_batch_and_scorer_agree(order: Order) -> None:
    cards = order.size if order.id == "deuce-to-seven" else min(order.size + 1, 7)
    score = fast.scorer(order, cards)
    hands = dealt(50, cards, order.most_jokers)
    keys, masks = fast.KEYS[hands].sum(axis=1), fast.MASKS[hands].sum(axis=1)
    scores = [score(key, mask) for key, mask in zip(keys, masks, strict=True)]
    assert scores == fast.evaluate_batch(hands, order).tolist()


def test_every_category_of_every_strength() -> None:
    for order in COMPILED:
        places = fast.categories(order)
        assert len(places) == len(order.ladder) + 1
        for strength in range(1, len(places), 97):
            assert order.categories[places[strength]] is order.category(strength)
        assert fast.categories(order)[order.floor(order.categories[0])] == 0


def test_evaluators_inside_a_compiled_loop() -> None:
    evaluate5, evaluate6, evaluate7 = evaluators = (fast.evaluate5, fast.evaluate6, fast.evaluate7)

    @numba.njit
    def total(hands: Any) -> Any:
        five = six = seven = 0
        for row in range(len(hands)):
            five += evaluate5(hands[row, :5])
            six += evaluate6(hands[row, :6])
            seven += evaluate7(hands[row])
        return five, six, seven

    hands = dealt(1_000, 7)
    sums = [int(fast.evaluate_batch(hands[:, :cards]).sum(dtype=np.int64)) for cards in (5, 6, 7)]
    assert list(total(hands)) == sums
    assert [int(evaluate(tuple(hands[0, :n].tolist()))) for n, evaluate in enumerate(evaluators, 5)] == [
        int(fast.evaluate_batch(hands[:1, :n])[0]) for n in (5, 6, 7)
    ]
    for evaluate in evaluators:
        with pytest.raises(ValueError, match="takes"):
            evaluate((0, 1, 2, 3))


# Agreement with other evaluators


@pytest.mark.parametrize("cards", [5, 6, 7])
def test_phevaluator_gives_the_same_rank(cards: int) -> None:
    phevaluator = pytest.importorskip("phevaluator")
    hands = dealt(40_000, cards, seed=cards)
    theirs = np.array([phevaluator.evaluate_cards(*hand) for hand in hands.tolist()])
    assert (fast.evaluate_batch(hands) == 7_463 - theirs).all()


@pytest.mark.parametrize(
    ("order", "their_name"),
    [
        ("five-card", "StandardHighHand"),
        ("ace-to-five", "RegularLowHand"),
        ("eight-or-better", "EightOrBetterLowHand"),
        ("deuce-to-seven", "StandardLowHand"),
        ("badugi", "BadugiHand"),
    ],
)
def test_pokerkit_ranks_in_the_same_order(order: str, their_name: str) -> None:
    pokerkit = pytest.importorskip("pokerkit")
    theirs: Any = getattr(pokerkit, their_name)
    size = ORDERS[order].size
    cards = [[CARDS[card] for card in hand] for hand in dealt(300, size, seed=3).tolist()]
    runs = [CARDS[first : first + 4 * size : 4] for first in range(36)]  # single-suited hands, which are rare by chance
    ranked = [(Hand(some, order), theirs.from_game_or_none("".join(map(str, some)))) for some in [*cards, *runs]]
    for (ours, other), (next_ours, next_other) in pairwise(ranked):
        if other is None or next_other is None:
            assert (ours.strength == 0) is (other is None)
        else:
            assert (ours > next_ours, ours == next_ours) == (other > next_other, other == next_other)


# Refusals


@pytest.mark.parametrize(
    ("hands", "order", "says"),
    [
        ([0, 1, 2, 3, 4], "five-card", r"shape \(5,\): expected one row of card indices per hand"),
        ([[0, 1, 2, 3]], "five-card", "4 cards: a hand in the order five-card is chosen from 5 to 7"),
        ([[*range(8)]], "five-card", "8 cards"),
        ([[0, 1, 2, 3, 4, 5]], "deuce-to-seven", "6 cards: a hand in the order deuce-to-seven is chosen from 5$"),
        ([[0.0] * 5], "five-card", "card indices are integers"),
        ([[0, 1, 2, 3, 4], [0, 1, 2, 3, 53]], "five-card", r"row 1 is \[0, 1, 2, 3, 53\]: card indices go from 0"),
        ([[0, 1, 2, 3, -1]], "five-card", "row 0 is"),
        (np.array([[0, 1, 2, 3, 200]], np.uint8), "five-card", r"row 0 is \[0, 1, 2, 3, 200\]: card indices go from"),
        (np.array([[0, 1, 200]], np.uint8), "three-card", r"row 0 is \[0, 1, 200\]"),
        ([[0, 1, 2, 3, 52]], "five-card", "row 0 is 2c 2d 2h 2s Jk: the order five-card has no joker"),
        ([[0, 1, 2, 52, 52]], "pai-gow-high", "the order pai-gow-high has at most 1 of them"),
        ([[0, 1, 52]], "three-card-many-decks", "has no joker"),
        ([[0, 1, 2, 3]], "badugi", "badugi is not compiled"),
        ([[0, 1, 2, 3, 3]], "five-card", "row 0 is 2c 2d 2h 2s 2s: a card appears more than once"),
    ],
)
def test_bad_rows_are_refused(hands: Any, order: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        fast.evaluate_batch(hands, order, check=True)


def test_the_out_array_is_filled_in_place() -> None:
    hands = dealt(10, 5)
    out = np.zeros(10, np.int16)
    assert fast.evaluate_batch(hands, out=out) is out
    assert out.all()
    with pytest.raises(ValueError, match="of int16 is expected"):
        fast.evaluate_batch(hands, out=np.zeros(9, np.int16))
    assert fast.evaluate_batch(np.empty((0, 7), np.uint8)).shape == (0,)
    with pytest.raises(ValueError, match="no scorer"):
        fast.scorer("five-card-many-decks", 5)


@pytest.mark.parametrize("number", range(1, 8))
def test_no_two_multisets_share_a_place(number: int) -> None:
    sums, _ = tables.multisets(number)
    assert len(np.unique(tables.place(number, sums))) == len(sums) == comb(number + 12, 12)
