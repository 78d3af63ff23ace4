"""Hands, described and compared as players would."""

import pickle
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.equipment import CARDS, Card, Suit
from pitboss.hands import ORDERS, Category, Hand, Order

PLAIN = CARDS[:52]


@pytest.mark.parametrize(
    ("cards", "said", "in_full"),
    [
        ("Ah Kh Qh Jh Th", "royal flush", "royal flush"),
        ("Kd Qd Jd Td 9d", "king-high straight flush", "king-high straight flush"),
        ("5c 4c 3c 2c Ac", "five-high straight flush", "five-high straight flush"),
        ("7s 7h 7d 7c 2d", "four of a kind, sevens", "four of a kind, sevens, two"),
        ("Th Td Tc 4s 4h", "full house, tens over fours", "full house, tens over fours"),
        ("6h 6d 6c As Ah", "full house, sixes over aces", "full house, sixes over aces"),
        ("Ah Qh 9h 5h 2h", "ace-high flush", "ace-high flush, queen-nine-five-two"),
        ("9h 8d 7c 6s 5h", "nine-high straight", "nine-high straight"),
        ("5h 4d 3c 2s Ah", "five-high straight", "five-high straight"),
        ("Qh Qd Qc 8s 3h", "three of a kind, queens", "three of a kind, queens, eight-three"),
        ("Ah Ad 8s 8c 3h", "two pair, aces and eights", "two pair, aces and eights, three"),
        ("9h 9d Ac 7s 2h", "pair of nines", "pair of nines, ace-seven-two"),
        ("Kh Jd 9c 7s 2h", "king high", "king high, jack-nine-seven-two"),
    ],
)
def test_a_hand_is_described_as_players_do(cards: str, said: str, in_full: str) -> None:
    shuffled = cards.split()
    Random(cards).shuffle(shuffled)
    hand = Hand(" ".join(shuffled))
    assert str(hand) == said
    assert hand.describe(full=True) == in_full
    assert repr(hand) == f"Hand('{cards}')"  # in the order written above
    assert hand.order.describe(hand.strength, full=True) == in_full


def _falling(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


RANKED: dict[str, list[str]] = {
    # Each line beats the next. The sections are those that rank the hands.
    "five-card": _falling("""
        Ah Kh Qh Jh Th
        Ks Qs Js Ts 9s
        6c 5c 4c 3c 2c
        5d 4d 3d 2d Ad
        Ah Ad Ac As 2d
        2h 2d 2c 2s Ad
        Ah Ad Ac Ks Kd
        Kh Kd Kc As Ad
        Ah Kh Qh Jh 9h
        7h 5h 4h 3h 2h
        Ah Kd Qh Jh Th
        6h 5d 4h 3h 2h
        5h 4d 3h 2h Ah
        Ah Ad Ac 3s 2d
        Ah Ad Kc Ks 2d
        Ah Ad Kc Qs 2d
        Ah Kd Qc Js 9d
        Kh Qd Jc Ts 8d
        7h 5d 4c 3s 2d"""),
    "three-card": _falling("""
        Ah Kh Qh
        4d 3d 2d
        3c 2c Ac
        As Ah Ad
        2s 2h 2d
        Ah Kd Qc
        3h 2d Ac
        Ah Kh Jh
        5h 3h 2h
        Ah Ad Kc
        2h 2d 3c
        Ah Kd Jc
        Qh 3d 2c
        Jh Td 8c
        5h 3d 2c"""),
    "four-card": _falling("""
        2h 2d 2c 2s
        Ah Kh Qh Jh
        5d 4d 3d 2d
        4d 3d 2d Ad
        2h 2d 2c 3s
        Ah Th 6h 2h
        Ks Qd Jc Ts
        4h 3d 2d Ad
        3h 3d 2c 2s
        Ah Ad Kc Qs
        Ah Kd Qc Ts"""),
    "pai-gow-high": _falling("""
        As Ah Ad Ac Jk
        Jk Kh Qh Jh Th
        As 2s 3s 4s Jk
        Kd Qd Jd 9d Jk
        As Ah Ad Jk Kc
        Ks Kh Kd Kc Jk
        As Ah Jk Kd Kc
        Ah Jk 9h 5h 2h
        Qh Jk 9h 5h 2h
        As Kd Qc Jh Jk
        5s 4d 3c 2h Jk
        Ks Qd Jc Th 9s
        6s 5d 4c 3h 2s
        Ks Kh Kd Jk 2c
        As Jk Kd Kc 2h
        As Jk Kd Qc 9h
        Jk Kd Qc 9h 8s"""),
    "pai-gow-three": _falling("""
        4s 3s 2s
        Ah Ad Jk
        2h 2d 2c
        Kh Qh Jk
        3h 2h Jk
        Ah Kd Jk
        Ah 9h Jk
        Ah 9d Jk
        Kh Kd 2c
        Jk 9d 2c"""),
    "two-card": _falling("Ah Jk\n2h 2d\nJk Kd\nAh Qd\n3h 2d"),
    "asia-high": _falling("""
        2s 2h 2d 2c
        Ks Qs Js Jk
        Js Ts 9s 8s
        As Qs Js 2s
        As Kh Qd Jk
        As 2h 3d 4c
        Ks Qh Jd Tc
        As Ah Jk 2c
        As Jk Kd Kc
        As Ah 3d 2c
        As Kh Qd 9c"""),
    "asia-high-wheel-lowest": _falling("As Kh Qd Jc\n5s 4h 3d 2c\nAs 2h 3d 4c"),
    "one-card": _falling("Jk\nKd\n2c"),
    "two-card-joker": _falling("Jk Jk\nAh Kh\nKh Qh\n2h Ah\nAh Kd\n2h Ad\nAh Jk\n2c 2d\nAh Qh\nAh Qd\n4h 2d"),
    "ace-to-five": _falling("""
        5h 4h 3h 2h Ah
        6h 4d 3c 2s Ah
        6h 5d 3c 2s Ah
        Kh Qd Jc Ts 9h
        Ah Ad 4c 3s 2h
        2h 2d 4c 3s Ah
        2h 2d Ac As 3h
        Ah Ad Ac 3s 2h
        Ah Ad Ac 2s 2h
        Ah Ad Ac As 2h"""),
    "deuce-to-seven": _falling("""
        7h 5d 4c 3s 2h
        7h 6d 4c 3s 2h
        8h 5d 4c 3s 2h
        Ah 5d 4c 3s 2h
        2h 2d 5c 4s 3h
        2h 2d 3c 3s 4h
        2h 2d 2c 4s 3h
        6h 5d 4c 3s 2h
        7h 5h 4h 3h 2h
        2h 2d 2c 3s 3h
        2h 2d 2c 2s 3h
        6h 5h 4h 3h 2h"""),
    "eight-or-better": _falling("5h 4h 3h 2h Ah\n8h 4d 3c 2s Ah\n8h 7d 6c 5s 4h\n9h 4d 3c 2s Ah"),
    "mambo-low": _falling("Ah 2d 3c\nAh 2d 4c\n6h 5d 4c\nAh 2d 7c"),
    "badugi": _falling("Ah 2d 3c 4s\nKh Qd Jc Ts\nAh 2d 3c 4c\nAh 2d 4c 4s\nAh 2d 2h Kd\nAh 2h 3h 4h\n2h 3h 4h 5h"),
    "five-card-many-decks": _falling("""
        2h 2h 2h 2h 2h
        Ah Kh Qh Jh Th
        Ah Ah Ah Ah Kh
        Ah Ah Ah Kh Kh
        Ah Ah Ah Kh Qh
        Ah Ah Kh Kh Qh
        Ah Kh Qh Jh 9h
        Ah Kd Qh Jh Th"""),
    "showing-4": _falling("2h 2d 2c 2s\nAh Ad Ac Ks\nAh Ad Kc Ks\nAh Ad Kc Qs\nAh Kh Qh Jh"),
}


@pytest.mark.parametrize("order", RANKED)
def test_each_hand_beats_the_next(order: str) -> None:
    hands = [Hand(cards, order) for cards in RANKED[order]]
    for better, worse in pairwise(hands):
        assert better > worse, f"{better!r} ({better}) > {worse!r} ({worse})"
        assert better != worse
        assert better.strength > worse.strength


def test_11_3_joker_is_an_ace_or_fills_and_is_never_wild() -> None:
    assert str(Hand("Ks Kh Kd Jk 2c", "pai-gow-high")) == "three of a kind, kings"
    assert Hand("Ks Kh Kd Jk 2c", "pai-gow-high") == Hand("Ks Kh Kd Ac 2c", "pai-gow-high")
    assert str(Hand("Jk 5h 4h 3h 2h", "pai-gow-high")) == "ace-to-five straight flush"
    assert str(Hand("Jk 5h 4h 3h 2h", "pai-gow-high-wheel-lowest")) == "six-high straight flush"
    flush = Hand("Ah Kh Jk 5h 2h", "pai-gow-high")
    assert (flush.grade.ranks, flush.joker_as) == ((14, 13, 12, 5, 2), "queen of hearts")
    assert str(Hand("Jk As Ah Ad Ac", "pai-gow-high")) == "five aces"


def test_11_3_wheel_rank_is_an_option() -> None:
    second, lowest = ORDERS["pai-gow-high"], ORDERS["pai-gow-high-wheel-lowest"]
    for order, wins in ((second, True), (lowest, False)):
        assert (Hand("As 2d 3c 4h 5s", order) > Hand("Kd Qd Jc Th 9c", order)) is wins
        assert (Hand("As 2d 3c 4h 5s", order) > Hand("6d 5d 4c 3h 2c", order)) is wins
        assert Hand("As 2d 3c 4h 5s", order) < Hand("Ad Kd Qc Jh Tc", order)


def test_30_5_natural_and_joker_pair_tie() -> None:
    assert Hand("Jk 9c", "two-card-joker") == Hand("9d 9h", "two-card-joker")
    assert Hand("Jk 9c", "two-card-joker").joker_as == "nine"
    assert str(Hand("Jk Jk", "two-card-joker")) == "pair of jokers"


def test_14_3_eight_or_better_or_no_low() -> None:
    none = Hand("9h 4d 3c 2s Ah", "eight-or-better")
    assert (none.category, none.strength, str(none)) == (Category.NO_LOW, 0, "no low")
    assert none == Hand("8h 8d 3c 2s Ah", "eight-or-better")
    assert none.order.category(0) is Category.NO_LOW
    assert str(Hand.best("8h 8d 3c 2s Ah 5d Kc", "eight-or-better")) == "eight-five low"
    assert Hand("5h 4h 3h 2h Ah", "eight-or-better").strength == len(ORDERS["eight-or-better"].ladder) == 56


def test_11_9_the_hand_behind_must_rank_at_least_as_high() -> None:
    def legal(behind: str, before: str, order: str = "pai-gow-high", front: str = "two-card") -> bool:
        return Hand(behind, order).may_stand_behind(Hand(before, front))

    assert legal("Kh Kd 5c 4s 2h", "9h 7d")
    assert legal("Ah 8d 6c 4s 3h", "Ad 8c")
    assert legal("7h 7d 6c 4s 3h", "7s 7c")
    assert not legal("Ah 8d 6c 4s 3h", "Ad 9c")
    assert not legal("Kh Kd 5c 4s 2h", "Ah Ad")
    assert not legal("Ah Kd 5c 4s 2h", "2c 2d")
    assert legal("9h 8d 7c 6s 5h", "Ah Ad")
    assert not legal("Kh Kd 5c 3s", "Jk Ah", "asia-high")
    assert legal("Qh Jd", "Qd", "two-card", "one-card")
    assert legal("2h 2d", "Ad", "two-card", "one-card")
    assert not legal("Qh Jd", "Kd", "two-card", "one-card")


def test_best_of_seven_says_which_cards_it_uses() -> None:
    best = Hand.best("2c 2d Kh Ks 7c Kd 2s")
    assert repr(best) == "Hand('Ks Kh Kd 2d 2c')"  # of three twos, the first two listed
    assert best.unused == (Card("7c"), Card("2s"))


def test_flop_poker_hand_uses_two_of_the_three_community_cards() -> None:
    assert str(Hand.made_with("5s 4d 3c", "Ah Ks Qd", using=3)) == "ace high"
    with pytest.raises(ValueError, match="2 cards of the player's own and 2 on the board make no hand of 5 with 2"):
        Hand.made_with("5s 4d", "Ah Ks", using=2)


@pytest.mark.parametrize(
    ("cards", "order", "says"),
    [
        ("Ah Ah Qh Jh Th", "five-card", r"the ace of hearts \(Ah\) appears more than once"),
        ("Ah Kh Qh Jh Th 9h", "five-card", "6 cards, Ah Kh Qh Jh Th 9h: .* has 5; Hand.best takes the best 5"),
        ("Ah Kh Qh Jh", "five-card", "4 cards, Ah Kh Qh Jh: a hand in the order five-card has 5$"),
        ("", "five-card", "no cards: a hand in the order five-card has 5"),
        ("Ah Kh Qh Jh 1h", "five-card", "'1h' is not a card: write a rank"),
        ("Ah Kh Qh Jh Jk", "five-card", "1 joker in Ah Kh Qh Jh Jk: the order five-card has no joker"),
        ("Ah Kh Qh Jk Jk", "pai-gow-high", "2 jokers in .*: the order pai-gow-high has at most 1 joker"),
        ([0, 1, 2, 3, 53], "five-card", r"53 is not a card index: they go from 0 \(2c\) to 51"),
        ("Ah Kh Qh", "brag", "no order 'brag'; there are five-card, "),
    ],
)
def test_an_invalid_hand_is_refused(cards: str | list[int], order: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Hand(cards, order)


def test_hands_of_two_orders_do_not_compare() -> None:
    three, four = Hand("Ah Kd Qc", "three-card"), Hand("Ah Kd Qc Js", "four-card")
    assert three != four
    with pytest.raises(ValueError, match="rank in two orders, three-card and four-card"):
        assert three < four
    with pytest.raises(TypeError):
        assert three < 7  # type: ignore[operator]


def test_a_hand_is_a_value() -> None:
    hand = Hand("Jk 9h 8h 7h 6h", "pai-gow-high")
    assert repr(hand) == "Hand('Jk 9h 8h 7h 6h', 'pai-gow-high')"
    assert eval(repr(hand)) == hand == pickle.loads(pickle.dumps(hand))
    assert pickle.loads(pickle.dumps(hand)).order is hand.order
    own = replace(hand.order, id="my own")
    assert pickle.loads(pickle.dumps(own)) == own != hand.order
    assert len({hand, eval(repr(hand))}) == 1
    assert [card.index for card in hand] == [52, 30, 26, 22, 18]
    assert Hand([card.index for card in hand], "pai-gow-high") == hand
    assert "ten-high straight flush" in hand._repr_html_()


@given(st.permutations(PLAIN), st.permutations(list(Suit)), st.sampled_from(list(ORDERS.values())))
def test_suits_and_the_order_of_cards_change_nothing(deck: list[Card], suits: list[Suit], order: Order) -> None:
    cards = deck[: order.size]
    swapped = dict(zip(Suit, suits, strict=True))
    other = [Card.of(card.rank, swapped[card.suit]) for card in reversed(cards)]
    hand = Hand(cards, order)
    assert hand == Hand(other, order)
    assert hand.strength == Hand(other, order).strength
    assert order.at(hand.strength) == hand.grade
    assert sorted(hand.cards) == sorted(cards)


@given(st.permutations(PLAIN), st.sampled_from([order for order in ORDERS.values() if order.size <= 4]))
def test_best_is_no_worse_than_any_choice(deck: list[Card], order: Order) -> None:
    cards = deck[: order.size + 1]
    best = Hand.best(cards, order)
    hands = [Hand([card for card in cards if card is not out], order) for out in cards]
    assert best == max(hands)
    assert sorted((*best.cards, *best.unused)) == sorted(cards)


def test_importing_the_readable_interface_does_not_import_numba() -> None:
    loaded = "import sys, pitboss.hands; print(sorted({'numba', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
