"""Walking every branch of a round: the real procedure, run with every possible random result.

`price` computes from the data, `walk` by playing: if the two agree exactly, the procedure and the price describe the
same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

from pitboss.equipment import pieces
from pitboss.equipment.dice import outcomes
from pitboss.table.game import Game
from pitboss.table.state import State
from pitboss.table.steps import Ask, AskCard, AskDice, AskDraw, AskNumber, Reply, Step

Branch = tuple[Fraction, State, tuple[Step, ...]]


def walk(game: Game[Any], state: State, answer: Callable[[Ask], Reply] = lambda ask: None) -> Iterator[Branch]:
    """Yield every course a round can take from `state`: its probability, the next state, and its steps.

    A draw of several numbers yields each set once, in ascending order, because the order does not matter. `answer`
    replies for people; by default no one makes another wager, and every decision gets its default.

    >>> from pitboss.table import game_on
    >>> from pitboss.chapter.layout import Layout
    >>> craps = game_on(Layout.of("craps"))
    >>> sum(probability for probability, _, _ in walk(craps, craps.opening()))
    Fraction(1, 1)
    """
    # Branches are generated lazily: a draw of 20 of 80 numbers has too many to store.
    pending: list[Iterator[tuple[Fraction, tuple[Reply, ...]]]] = [iter([(Fraction(1), ())])]
    while pending:
        branch = next(pending[-1], None)
        if branch is None:
            pending.pop()
            continue
        probability, drawn = branch
        steps, end, ask = _play(game, state, answer, drawn)
        if ask is None:
            assert end is not None
            yield probability, end, steps
        else:
            pending.append(_branches(probability, drawn, ask))


def _branches(
    probability: Fraction, drawn: tuple[Reply, ...], ask: Ask
) -> Iterator[tuple[Fraction, tuple[Reply, ...]]]:
    return ((probability * chance, (*drawn, reply)) for chance, reply in _chances(ask))


def _play(
    game: Game[Any], state: State, answer: Callable[[Ask], Reply], drawn: tuple[Reply, ...]
) -> tuple[tuple[Step, ...], State | None, Ask | None]:
    """Play the round with these results of chance; stop when another one is needed."""
    running = game.play(state)
    steps: list[Step] = []
    left = list(drawn)
    reply: Reply = None
    try:
        while True:
            step = running.send(reply)
            steps.append(step)
            reply = None
            if isinstance(step, Ask):
                if step.kind == "shuffle":
                    reply = ""
                elif step.chance and not left:
                    return tuple(steps), None, step
                else:
                    reply = left.pop(0) if step.chance else _answered(game, step, answer)
    except StopIteration as end:
        return tuple(steps), end.value, None


def _answered(game: Game[Any], ask: Any, answer: Callable[[Ask], Reply]) -> Reply:
    reply = answer(ask)
    return game.choices.default(ask.state, ask) if reply is None and ask.kind == "decision" else reply


def _chances(ask: Ask) -> Iterable[tuple[Fraction, Reply]]:
    if isinstance(ask, AskDice):
        rolls = outcomes(ask.number)
        return [(Fraction(1, len(rolls)), roll) for roll in rolls]
    if isinstance(ask, AskNumber):
        return [(Fraction(1, ask.below), ask.reply_for(number)) for number in range(ask.below)]
    if isinstance(ask, AskDraw):
        left = [number for number in range(1, ask.of + 1) if number not in ask.out]
        chance = Fraction(1, comb(len(left), ask.take))
        return ((chance, draw) for draw in combinations(left, ask.take))
    if isinstance(ask, AskCard):
        total = sum(ask.composition)
        cards = zip(pieces(ask.composition), ask.composition, strict=True)
        return [(Fraction(count, total), card) for card, count in cards if count]
    raise TypeError(f"cannot walk over {ask}")
