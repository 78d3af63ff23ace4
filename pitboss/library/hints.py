"""The best choice in a decision at a table, with the value of each choice."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.contract import Advice, ExplainedAdvice, NotSupported
from pitboss.equipment import Card
from pitboss.pricing.entry import advice, choice_values
from pitboss.table.game import Game
from pitboss.table.steps import AskDecision
from pitboss.table.tape import canonical

KEPT = 8
_advice: OrderedDict[str, Advice] = OrderedDict()
"""Recently used strategies, by layout."""


@dataclass(frozen=True, slots=True)
class Advised:
    """The best choice (None if it makes no difference), and the average result of each choice per unit.

    `why` is an explanation, for decisions that have no exact answer.
    """

    best: str | None
    worth: Mapping[str, float]
    why: str | None = None


def advised(
    layout: Layout, own: Sequence[Card], shared: Sequence[Card], choices: Sequence[str], before: Sequence[str]
) -> Advised | None:
    """Return the best choice for own and shared cards; None if the game gives no advice.

    `before` are the earlier choices that matter.
    """
    try:
        strategy = _strategy_of(layout)
    except (NotSupported, ValueError):
        return None
    best = strategy(own, shared, choices, *before)
    if isinstance(strategy, ExplainedAdvice):
        return Advised(best, {}, strategy.why(own, shared, choices, *before))
    return Advised(best, worth(layout, own, shared, choices, *before))


def worth(layout: Layout, *on: Any) -> Mapping[str, float]:
    """Return the average result of each choice, per unit of the first wager."""
    return {choice: float(value) for choice, value in (choice_values(layout)(*on) or {}).items()}


def known_at(game: Game[Any], ask: AskDecision) -> tuple[Any, ...]:
    """Return what a decision depends on, in the order that `worth` takes: cards, choices and earlier choices."""
    cards = game.choices.known_cards(ask.state, ask)
    return (*cards, tuple(ask.choices), *game.choices.earlier_choices(ask.state, ask))


def _strategy_of(layout: Layout) -> Advice:
    key = canonical(layout.plain())
    if key not in _advice:
        _advice[key] = advice(layout)
        while len(_advice) > KEPT:
            _advice.popitem(last=False)
    _advice.move_to_end(key)
    return _advice[key]
