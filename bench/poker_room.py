"""The poker room beside PokerKit: six-handed hold 'em at fixed limit, everybody checks or calls, dealt to the showdown.

Both in one run, on one core, best of several: hands a second through the round alone (its generator, cards from a
shuffled deck), and through the dealer, who asks whether each act is allowed and draws from a seed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from pitboss.chapter import Layout
from pitboss.equipment import CARDS, SeededSource
from pitboss.table import Action, Ask, AskCard, AskDecision, AskShuffle, Dealer, State, game_on

SEATS, STACK = 6, 10_000_00
HANDS, TIMES = 60, 5


def measure() -> list[dict[str, Any]]:
    what, unit = f"hold 'em hand of {SEATS}, all check or call", "hands a second"
    ways = {"pitboss, through the round": _round(), "pitboss, through the dealer": _dealer()}
    peer = _pokerkit()
    # In turns, so that whatever else the machine does falls on all of them.
    best = dict.fromkeys(ways, 0.0)
    theirs = 0.0
    for _ in range(TIMES):
        best = {who: max(best[who], _rate(play)) for who, play in ways.items()}
        theirs = max(theirs, _rate(peer, HANDS // 6)) if peer else 0.0
    return [
        {
            "what": what,
            "who": who,
            "figure": rate or None,
            "unit": unit,
            "ratio": f"{rate / theirs:.2f}" if theirs else "-",
        }
        for who, rate in {**best, "PokerKit": theirs}.items()
    ]


def _rate(play: Callable[[], object], hands: int = HANDS) -> float:
    begins = time.process_time()
    for _ in range(hands):
        play()
    return hands / (time.process_time() - begins)


def _seated() -> Dealer:
    dealer = Dealer(game_on(Layout.of("poker", None, {"rake_percent": 0})), SeededSource(1))
    for position in range(1, SEATS + 1):
        dealer.act(position, Action("sit", amount=STACK))
    return dealer


def _passive(ask: AskDecision) -> str:
    return "check" if "check" in ask.choices else "call"


def _round() -> Callable[[], object]:
    dealer = _seated()
    assert dealer.ask is not None
    game, random, deck = dealer.game, Random(1), list(CARDS[:52])
    stands: list[State] = [dealer.ask.state]

    def play() -> None:
        random.shuffle(deck)
        cards, hand = iter(deck), game.play(stands[0])
        step = next(hand)
        try:
            while True:
                kind = step.__class__
                if kind is AskDecision:
                    step = hand.send(_passive(step))
                elif kind is AskCard:
                    step = hand.send(next(cards))
                else:
                    step = hand.send("" if kind is AskShuffle else None)
        except StopIteration as end:
            stands[0] = end.value

    return play


def _dealer() -> Callable[[], object]:
    dealer = _seated()

    def answer(_: Dealer, ask: Ask) -> str | None:
        return _passive(ask) if isinstance(ask, AskDecision) else None

    return lambda: dealer.finish(answer)


def _pokerkit() -> Callable[[], object] | None:
    try:
        from pokerkit import Automation, FixedLimitTexasHoldem
    except ImportError:
        return None
    game = FixedLimitTexasHoldem(tuple(Automation), True, 0, (1, 3), 3, 6)

    def play() -> None:
        state = game((STACK // 100,) * SEATS, SEATS)
        while state.status:
            state.check_or_call()

    return play
