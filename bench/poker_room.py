"""The poker room compared with PokerKit: six-handed $3/$6 limit hold 'em, checked or called to the showdown.

Both run alternately on one core, and the best of several runs counts. Every hand has six players, blinds of $1 and $3,
cards from Python's generator, 24 actions, 20 cards, a showdown, and chips pushed to the winner. The contenders:

- PokerKit creates a state with all its automations, checks whether every action is allowed, and records operations.
- *Through the round*: the generator that deals at every table on the floor, with a frozen state, the allowed actions
  and their wording at each of its 92 steps. A round's driver normally supplies the cards and checks replies; here the
  cards are drawn from those left, and every reply is one of the choices offered.
- *Through the dealer*: the same round, with every reply checked and a deck from a seeded source with its commitment.
  This does everything that PokerKit does, and more.
- *Compiled*: the loop of `pitboss simulate poker --strategy "6 players"`: the same cards, ranks and odd chips, but only
  the betting result. It has no table; the round can replay each of its hands to the cent.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

from bench import row
from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, SeededSource
from pitboss.simulation.kernel import kernel_of
from pitboss.table import Action, Ask, AskCard, AskDecision, AskShuffle, Dealer, State, game_on

SEATS, STACK = 6, 10_000_00
HANDS, TIMES = 60, 5
TIMES_PEER = 20
"""The target for the round, as a multiple of PokerKit's rate."""
ORBITS, COMPILED = 100_000, 100_000
"""The units of the compiled loop, and its target in hands per second."""
VARIANTS = ("omaha_high", "omaha_hilo8", "stud7_high", "stud7_hilo8", "stud7_low", "draw5_high", "badugi", "mambo_stud")


def measure() -> list[dict[str, Any]]:
    what, unit = f"hold 'em hand of {SEATS}, all check or call", "hands a second"
    ways = {"pitboss, through the round": _round(), "pitboss, through the dealer": _dealer()}
    peer = _pokerkit()
    # Alternate, so that other activity on the machine affects all of them alike.
    best = dict.fromkeys(ways, 0.0)
    theirs = 0.0
    for _ in range(TIMES):
        best = {who: max(best[who], _rate(play)) for who, play in ways.items()}
        theirs = max(theirs, _rate(peer, HANDS // 6)) if peer else 0.0
    rates = {**best, "PokerKit": theirs}
    rows = [
        row(what, rate or None, unit, who, f"{rate / theirs:.2f}" if theirs else "-") for who, rate in rates.items()
    ]
    if theirs:
        rows.append(
            row(f"{what}, beside PokerKit", best["pitboss, through the round"] / theirs, "times", target=TIMES_PEER)
        )
    compiled = _compiled("holdem", SEATS)
    ratio = f"{compiled / theirs:.0f}" if theirs else "-"
    rows.append(row(what, compiled, unit, "pitboss, compiled", ratio, COMPILED))
    each = {variant: _compiled(variant, SEATS) for variant in VARIANTS}
    more = [row(f"{variant}, hand of {SEATS}", rate, unit, "pitboss, compiled") for variant, rate in each.items()]
    return [*rows, *more]


def _compiled(variant: str, players: int) -> float:
    """Return the compiled loop's hands per second."""
    kernel = kernel_of(Layout.of("poker", None, {"variant": variant}), None, f"{players} players")
    kernel.run(1, 0, 1)
    best = 0.0
    for _ in range(TIMES):
        begins = time.process_time()
        kernel.run(1, 0, ORBITS // players)
        best = max(best, ORBITS // players * players / (time.process_time() - begins))
    return best


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


def _passive(ask: Any) -> str:
    return "check" if "check" in ask.choices else "call"


def _round() -> Callable[[], object]:
    dealer = _seated()
    assert dealer.ask is not None
    game, chance = dealer.game, Random(1).random
    stands: list[State] = [dealer.ask.state]

    def play() -> None:
        left, hand = list(CARDS[:52]), game.play(stands[0])
        step = next(hand)
        try:
            while True:
                kind = step.__class__
                if kind is AskDecision:
                    step = hand.send(_passive(step))
                elif kind is AskCard:
                    at = int(chance() * len(left))
                    left[at], left[-1] = left[-1], left[at]
                    step = hand.send(left.pop())
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
