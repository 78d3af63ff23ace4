"""Poker hands per second: random ones, singly and in batches, compared with PyPI's evaluators; and all there are."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import CARDS
from pitboss.hands import fast

Hands = NDArray[np.uint8]
MILLION = 1_000_000


def measure() -> list[dict[str, Any]]:
    hands = _dealt(MILLION)
    few = hands[:2_000]
    makers = {"phevaluator": _phevaluator, "eval7": _eval7, "treys": _treys, "PokerKit": _pokerkit}
    peers = {who: _rate(make(few)) for who, make in makers.items()}
    best = max((rate for rate in peers.values() if rate), default=None)
    what, unit = "random 7-card hands", "hands a second"
    one_by_one, batch = _rate(_one_by_one(few)), _rate(_batch(hands))
    every = _rate(_every)
    rows = [
        _row(f"{what}, in batches", "pitboss", batch, unit, best),
        _row(f"{what}, one call each", "pitboss", one_by_one, unit, best),
        *(_row(f"{what}, one call each", who, rate, unit, best) for who, rate in peers.items()),
        _row(f"all {comb(52, 7):,} 7-card hands, each evaluated", "pitboss", every, unit, best),
    ]
    rows.append({"what": "evaluator loaded, compiled before", "who": "pitboss", "unit": "seconds", "ratio": "-"})
    rows[-1]["figure"] = _seconds_to_load()
    return rows


def _row(what: str, who: str, figure: float | None, unit: str, best: float | None) -> dict[str, Any]:
    """Return a row whose ratio is relative to the fastest peer."""
    ratio = f"{figure / best:.2f}" if figure and best else "-"
    return {"what": what, "who": who, "figure": figure, "unit": unit, "ratio": ratio}


def _dealt(number: int) -> Hands:
    random = np.random.default_rng(7)
    parts = [random.random((100_000, 52), np.float32).argsort(axis=1)[:, :7] for _ in range(number // 100_000)]
    return np.concatenate(parts).astype(np.uint8)


def _rate(evaluate: Callable[[], int] | None, seconds: float = 0.3) -> float | None:
    """Return the best of five runs, in hands per second of CPU time."""
    if evaluate is None:
        return None
    evaluate()
    best = 0.0
    for _ in range(5):
        hands, begun = 0, time.process_time()
        while time.process_time() - begun < seconds:
            hands += evaluate()
        best = max(best, hands / (time.process_time() - begun))
    return best


def _batch(hands: Hands) -> Callable[[], int]:
    out = np.empty(len(hands), np.int16)
    return lambda: len(fast.evaluate_batch(hands, out=out))


def _one_by_one(hands: Hands) -> Callable[[], int]:
    given = [tuple(hand) for hand in hands.tolist()]

    def evaluate() -> int:
        for hand in given:
            fast.evaluate7(hand)
        return len(given)

    return evaluate


def _every() -> int:
    return int(fast.census(7).sum())


def _phevaluator(hands: Hands) -> Callable[[], int] | None:
    try:
        from phevaluator import evaluate_cards
    except ImportError:
        return None
    given = [tuple(hand) for hand in hands.tolist()]

    def evaluate() -> int:
        for hand in given:
            evaluate_cards(*hand)
        return len(given)

    return evaluate


def _eval7(hands: Hands) -> Callable[[], int] | None:
    try:
        import eval7
    except ImportError:
        return None
    given = [[eval7.Card(str(CARDS[card])) for card in hand] for hand in hands]

    def evaluate() -> int:
        for hand in given:
            eval7.evaluate(hand)
        return len(given)

    return evaluate


def _treys(hands: Hands) -> Callable[[], int] | None:
    try:
        from treys import Card, Evaluator
    except ImportError:
        return None
    given = [[Card.new(str(CARDS[card])) for card in hand] for hand in hands]
    evaluator = Evaluator()

    def evaluate() -> int:
        for hand in given:
            evaluator.evaluate(hand[2:], hand[:2])
        return len(given)

    return evaluate


def _pokerkit(hands: Hands) -> Callable[[], int] | None:
    """Return PokerKit's function for the best hand of seven cards, which tries all 21 five-card hands."""
    try:
        from pokerkit import Card, StandardHighHand
    except ImportError:
        return None
    given = [tuple(Card.parse("".join(str(CARDS[card]) for card in hand))) for hand in hands]

    def evaluate() -> int:
        for hand in given:
            StandardHighHand.from_game(hand)
        return len(given)

    return evaluate


def _seconds_to_load() -> float:
    """Return the time to the first evaluation, less the time to start Python and import Numba."""
    ours = "from pitboss.hands.fast import evaluate_batch; evaluate_batch([[0, 1, 2, 3, 4, 5, 6]])"
    code = f"import time, numba; begun = time.process_time(); {ours}; print(time.process_time() - begun)"
    return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(3))
