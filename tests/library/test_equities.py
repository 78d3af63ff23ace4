"""Poker hand equities, compared with a simple count."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest

from pitboss.equipment import CARDS, cards
from pitboss.families.poker_room.boards import strengths_of
from pitboss.families.poker_room.equity import Showdown, _is_by_ranks, _row_by_row, tally
from pitboss.families.poker_room.ranking import MadeOf
from pitboss.hands import Hand
from pitboss.hands.fast import evaluate_batch
from pitboss.hands.orders import order_of
from pitboss.library.equities import Equity, equity


def by_hand(hands: list[str], board: str, omaha: bool = False) -> list[Fraction]:
    """Enumerate every card to come and rank each hand as a person would."""
    held, table = [cards(hand) for hand in hands], cards(board)
    out = {*table, *(card for hand in held for card in hand)}
    deck = [card for card in CARDS[:52] if card not in out]
    shares, deals = [Fraction() for _ in hands], 0
    for rest in combinations(deck, 5 - len(table)):
        full = (*table, *rest)
        best = [Hand.made_with(own, full, 2) if omaha else Hand.best((*own, *full)) for own in held]
        winners = [place for place, hand in enumerate(best) if hand == max(best)]
        deals += 1
        for place in winners:
            shares[place] += Fraction(1, len(winners))
    return [share / deals for share in shares]


def fractions(found: Equity) -> list[Fraction]:
    return [Fraction(one.exact or "0") for one in found.hands]


@pytest.mark.parametrize(
    ("hands", "board"),
    [
        (["AhKh", "QsQd"], "Qh Jh 2c 7d"),
        (["AhKh", "AsKd"], "Qh Jh 2c 7d"),
        (["7c7d", "8s9s", "AhKh"], "Ts Js 2c 3d"),
    ],
)
def test_holdem_is_as_counted_by_hand(hands: list[str], board: str) -> None:
    found = equity(*hands, board=board)
    assert fractions(found) == by_hand(hands, board)
    assert sum(fractions(found)) == 1
    assert all(sum(one.distribution.values()) == found.deals for one in found.hands)


def test_omaha_uses_two_of_its_own() -> None:
    hands, board = ["AsAhKsKh", "9d8d7c6c"], "Th Jh 2c 5d"
    assert fractions(equity(*hands, board=board, game="omaha")) == by_hand(hands, board, omaha=True)


def test_before_the_flop_every_board_is_counted() -> None:
    """Published to the hundredth of a percent: 46.21 against 53.79."""
    found = equity("AhKh", "QsQd")
    assert (found.deals, found.exact) == (1_712_304, True)
    assert round(found[0].equity * 100, 2) == 46.21
    assert round(found[1].equity * 100, 2) == 53.79


def test_halves_of_a_split_pot_add_up() -> None:
    """Example 7 in the fact sheet: three quarters and a quarter, all cards dealt."""
    found = equity("AsTdKhKd", "AhTcQsQd", board="3s 4d 8h Kc Js", game="omaha8")
    assert fractions(found) == [1, 0], "no low without two low cards of one's own"
    found = equity("As2dKhKd", "Ah2cQsQd", board="3s 4d 8h Kc Js", game="omaha8")
    assert fractions(found) == [Fraction(3, 4), Fraction(1, 4)]


def test_drawn_deals_say_their_error_and_are_the_same_for_the_same_seed() -> None:
    exact, drawn = equity("AhKh", "QsQd", board="2c 3d 9h"), equity("AhKh", "QsQd", board="2c 3d 9h", samples=20_000)
    assert not drawn.exact
    assert abs(drawn[0].equity - exact[0].equity) < 2 * drawn[0].error
    assert drawn[0] == equity("AhKh", "QsQd", board="2c 3d 9h", samples=20_000)[0]


def test_stud_with_own_cards_still_to_come() -> None:
    """Each player has one card to come: every pair of cards is dealt."""
    found = equity("AsAh3c9d7hKc", "KsKd2d5h8c8s", game="razz")
    assert (found.deals, found.exact) == (40 * 39, True)
    assert sum(fractions(found)) == 1


@pytest.mark.parametrize(
    ("hands", "more", "why"),
    [
        (["AhKh"], {}, "give 2 to 11"),
        (["AhKh", "AhQd"], {}, "more than once"),
        (["AhKh", "QsQd2c"], {}, "has 2 cards"),
        (["AhKh", "QsQd"], {"board": "2c3c4c5c6c7c"}, "has 5"),
        (["AhKh", "QsQd"], {"game": "bridge"}, "use one of: stud7_high"),
        (["AhKh", "QsQx"], {}, "is not a card"),
        (
            ["AhKh", "QsQd"],
            {"dead": " ".join(f"{rank}{suit}" for rank in "23456789T" for suit in "cdhs") + "JcJdJhJsAcAdAsKc"},
            "5 cards are still to be dealt but only 4 are left",
        ),
        (["Ac", "Kc", "Qc", "Jc", "Tc", "9c", "8c", "7c"], {"game": "stud"}, "48 cards are still to be dealt"),
    ],
)
def test_cards_without_a_question_are_refused(hands: list[str], more: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        equity(*hands, **more)


@pytest.mark.parametrize("seed", range(12))
def test_a_showdown_counted_by_ranks_equals_a_count_of_every_deal(seed: int) -> None:
    """Two to six hands, often single-suited, with a flop, a turn or four more cards to come."""
    random = Random(seed)
    suited = [*range(seed % 4, 52, 4)]
    drawn = [*random.sample(suited, 7), *random.sample([card for card in range(52) if card not in suited], 14)]
    random.shuffle(drawn)
    players, lying = random.randint(2, 6), random.choice((3, 3, 4, 2))
    hands = tuple(tuple(drawn[2 * at : 2 * at + 2]) for at in range(players))
    board, dead = tuple(drawn[12 : 12 + lying]), tuple(drawn[17 : 17 + seed % 4])
    showdown = Showdown(hands, board, dead, 2, 5, (MadeOf("five-card"),))
    assert _is_by_ranks(showdown)
    assert tally(showdown) == _row_by_row(showdown, None, 0)


def test_hold_em_before_the_flop_is_counted_without_a_compiler() -> None:
    """A fresh process answers immediately, because it does not load Numba."""
    ask = "import sys, pitboss; print(pitboss.equity('AhKh', 'QsQd')[0].exact, 'numba' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert process.stdout.split() == ["197833/428076", "False"]


def test_an_omaha_flop_is_counted_without_a_compiler() -> None:
    ask = "pitboss.equity('AsAhKsKh', '9d8d7c6c', game='omaha', board='2c7dTh')[0].exact"
    ask = f"import sys, pitboss; print({ask}, 'numba' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, check=True)
    assert process.stdout.split() == ["161/410", "False"]


@pytest.mark.parametrize("order", ["five-card", "ace-to-five", "eight-or-better", "deuce-to-seven", "three-card-royal"])
def test_few_hands_are_worth_what_the_compiled_evaluator_says(order: str) -> None:
    random = Random(order)
    some = [random.sample(range(52), order_of(order).size) for _ in range(4000)]
    suited = [random.sample(range(at % 4, 52, 4), order_of(order).size) for at in range(2000)]
    rows = np.array(some + suited)
    assert (strengths_of(rows, order_of(order)) == evaluate_batch(rows.astype(np.uint8), order)).all()


def test_hands_of_a_draw_game_are_compared_as_they_are() -> None:
    """Example 17 in the fact sheet: four cards beat three, whatever they are."""
    found = equity("As2d4c4h", "KsQhJdTc", game="badugi")
    assert (found.deals, fractions(found)) == (1, [0, 1])
    assert found.title() == "Badugi: no cards to come"
    assert found[1].distribution == {"four-card badugi": 1}
    assert equity("As2d4c4h", "KsQhJdTc", game="badugi", samples=500).exact, "nothing is to come that could be drawn"


def test_results_that_never_occurred_in_the_sample_have_an_error_too() -> None:
    """Forty draws without a win prove nothing, even if a person can see that the hand cannot win."""
    found = equity("AhAs", "2c7d", board="Ad Ac 3h", samples=40)
    assert (found[1].equity, found[1].error) == (0, 3 / 40)
