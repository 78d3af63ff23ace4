"""The twenty-one procedure on its own: scores, choices, and how another game configures it."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, SPANISH, Card, ScriptedSource, SeededSource, cards
from pitboss.families.twenty_one.round import Count, Score
from pitboss.families.twenty_one.round.hands import Place, place_of, spot_of
from pitboss.families.twenty_one.terms import House
from pitboss.games.blackjack.round import Blackjack
from pitboss.table import Action, AskDecision, Dealer, Settled, Step
from pitboss.table.bots import RandomBot
from pitboss.table.script import play_script

COUNT = Count.of(picture=10, ace=(11, 1), limit=21)
DAY = date(2012, 6, 1)


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        ("", (0, False)),
        ("9h 7d", (16, False)),
        ("Kh Qd", (20, False)),
        ("Ah", (11, True)),
        ("Ah Ad", (12, True)),
        ("Ah Kd", (21, True)),
        ("Ah Kd 2c", (13, False)),
        ("Ah Ad Ac As 7d", (21, True)),
        ("Kh Qd 2c", (22, False)),
    ],
)
def test_score(hand: str, score: tuple[int, bool]) -> None:
    assert COUNT.score(cards(hand)) == score


@given(st.lists(st.sampled_from(CARDS[:52]), max_size=12))
def test_score_is_the_best_reading_of_the_aces(hand: list[Card]) -> None:
    aces = sum(card.rank == 14 for card in hand)
    low = sum(1 if card.rank == 14 else min(card.rank, 10) for card in hand)
    readings = [low + 10 * high for high in range(aces + 1)]
    best = max((total for total in readings if total <= 21), default=low)
    assert COUNT.score(hand) == Score(best, best != low)
    assert COUNT.score(reversed(hand)) == COUNT.score(hand)


def test_a_score_reads_like_the_game() -> None:
    assert (repr(Score(17, True)), repr(Score(17))) == ("soft 17", "17")


def test_spots_are_parsed_and_written() -> None:
    assert place_of("3") == Place(3)
    assert place_of("3-2/1") == Place(3, 2, 1)
    assert place_of("x") is None
    assert spot_of("3-2", 1) == "3-2/1"


class Sister(Blackjack):
    """Another twenty-one game, defined by configuration alone: no tens, a dealer's 22 ties, doubling on any cards."""

    def house_rules(self) -> House:
        return House.of(
            self.layout,
            deck=SPANISH,
            ties=(22,),
            soft17="hit",
            double_cards=0,
            double_split_aces=True,
            hit_split_aces=True,
            max_split_hands=4,
            resplit_aces=True,
        )


def play(dealt_cards: str, *decided: str, wager: int = 1000) -> tuple[Dealer, list[Settled]]:
    """Play one round of that other game with these cards and decisions."""
    settled: list[Settled] = []

    def watch(step: Step) -> None:
        if isinstance(step, Settled):
            settled.append(step)

    dealer = Dealer(Sister(Layout.of("blackjack", DAY)), ScriptedSource(cards=f"2c {dealt_cards}"), watch=watch)
    dealer.act(1, Action("sit", amount=1000_00))
    dealer.act(1, Action("make", "blackjack", wager))
    left = list(decided)

    def answer(dealer: Dealer, ask: Any) -> Any:
        return left.pop(0) if isinstance(ask, AskDecision) and ask.section == "2.12" and left else None

    dealer.finish(answer)
    assert not left
    return dealer, settled


def test_a_sister_game_has_its_own_deck() -> None:
    dealer, _ = play("Ks 9d 9s 8d", "stand")
    assert dealer.state.shoe.size == 8 * 48


def test_a_sister_game_may_tie_on_a_dealers_22() -> None:
    dealer, settled = play("Ks 6d 9s Kd 6h", "stand")
    assert [(step.result, step.net) for step in settled] == [("void", 0)]
    assert dealer.state.rack(1) == 1000_00
    _, settled = play("Ks 6d 9s Kd 7h", "stand")
    assert [step.net for step in settled] == [1000]


def test_a_sister_game_may_double_on_any_number_of_cards_but_once() -> None:
    _, settled = play("2s 9d 3s 8d 4h 9h", "draw", "double")
    assert [(step.wager.kind, step.net) for step in settled] == [("blackjack", 1000), ("double", 1000)]


def test_a_sister_game_may_play_split_aces_freely() -> None:
    _, settled = play("As 9d Ad 8d 3c 5h 9c Kh", "split", "draw", "stand", "double")
    assert [(step.wager.kind, step.wager.spot, step.net) for step in settled] == [
        ("split", "1-2", 1000),
        ("double", "1-2", 1000),
        ("blackjack", "1", 1000),
    ]


@pytest.mark.parametrize("seed", range(12))
def test_a_sister_game_conserves_chips_and_cards_under_random_play(seed: int) -> None:
    game = Sister(Layout.of("blackjack", DAY, {"players_per_box": 3, "boxes_per_player": 2}))

    def watch(step: Step) -> None:
        state: Any = step.state
        assert state.chips == state.bought_in
        if state.shoe is not None and isinstance(step, AskDecision):
            assert state.shoe.on_table == len(game.cards_on_table(state))

    dealer = Dealer(game, SeededSource(seed), watch=watch)
    for position in range(1, 5):
        dealer.act(position, Action("sit", amount=500_00))
    bot = RandomBot(seed)
    for _ in range(20):
        dealer.finish(bot)
    assert dealer.state.rounds == 20


@pytest.mark.parametrize(
    ("game", "until", "wager", "section"),
    [
        ("blackjack-switch", "1: hand_1 10\n1: hand_2 10\ncards 2c\ncards Ts 6h 9d 5c Td 9c\n", "insurance 5", "2A.8"),
        ("blackjack-switch", "1: hand_1 10\n1: hand_2 10\ncards 2c\ncards Ts 6h 9d 5c Td 9c\n", "match 5", "2A.5"),
        ("spanish-21", "1: spanish21 10\ncards 2c\ncards 6d 5d 7d 9d\n", "insurance 5", "19.11"),
        ("spanish-21", "1: spanish21 10\ncards 2c\ncards 6d 5d 7d 9d\n", "match_dealer 5", "19.5"),
        ("double-attack-blackjack", "1: bet 10\ncards 2c\ncards 6d\n", "bust_it 5", "26.6"),
        (
            "double-attack-blackjack",
            "1: bet 10\ncards 2c\ncards 6d\n1: pass\ncards 5c 4d Kh\n",
            "double_attack 5",
            "26.5",
        ),
        ("double-attack-blackjack", "1: bet 10\ncards 2c\ncards 6d\n1: pass\ncards 5c 4d Kh\n", "insurance 5", "26.11"),
        ("blackjack", "1: blackjack 10\ncards 2c\ncards 6d 5d 7d 9d\n", "insurance 5", "2.9"),
    ],
)
def test_a_wager_out_of_its_moment_is_refused_under_the_section_that_gives_it_one(
    game: str, until: str, wager: str, section: str
) -> None:
    play_script(f"game {game}\non 2013-06-01\n1: sit Ann 1000\n{until}refused by {section} 1: {wager}\n", "test")
