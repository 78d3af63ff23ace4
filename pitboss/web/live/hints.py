"""The best decision on request, and what a mistake costs. For training: 8.1 forbids such help at a live table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.contract import Explains
from pitboss.equipment import Card
from pitboss.floor.floor import Floor, Learned
from pitboss.floor.sight import Seen, Shown
from pitboss.pricing.entry import worth
from pitboss.table.decisions import NONE
from pitboss.table.game import Game
from pitboss.table.setting import HOUSE_WAY, Setting
from pitboss.table.steps import AskDecision
from pitboss.web.work import computed

NOTHING = "There is nothing to decide now."
NO_MATTER = "Nothing hangs on it: choose as you like."
NO_ADVICE = "Nobody has computed how to decide in this game: no advice is given."


@dataclass(frozen=True, slots=True)
class Hint:
    """The best of the choices, if one is; what each brings on average, in words; and what is to be said of it."""

    says: str
    best: str = ""
    worth: Mapping[str, str] = field(default_factory=dict)
    brings: Mapping[str, float] = field(default_factory=dict)
    "What each choice brings on average, in cents."


async def hint(floor: Floor, shown: Shown, seen: Seen) -> Hint:
    """What to do with the cards that the person sees."""
    asked, game = shown.standing.ask, shown.game
    ask = asked.of(seen.you) if isinstance(asked, AskDecision) else None
    if ask is None:
        return Hint(NOTHING)
    learned = await _learned(floor, shown)
    if learned.advice is None:
        return Hint(NO_ADVICE)
    choices = game.lawful_choices(ask.state, ask)
    own, shared = game.known(ask.state, ask)
    before = game.before(ask.state, ask)
    on = (own, shared, choices, *before)
    terms, advice = floor.policy.requests, learned.advice
    best = await computed(lambda: advice(*on), terms)
    values = await computed(lambda: _worth(shown, *on), terms)
    if best not in choices:
        return Hint(NO_MATTER)
    named = Setting(ask.sets).told(best, own) if ask.sets and best != HOUSE_WAY else best
    if NONE in choices:
        named = discarded(best, own)
    if isinstance(learned.advice, Explains):
        why = await computed(lambda: advice.why(own, shared, choices, *before), terms)
        return Hint(f"A fair player: {named.replace('_', ' ')}. {why}".strip(), best)
    unit = game.unit_of(ask.state, ask)
    return told(best, values or {}, unit, named)


def told(best: str, values: Mapping[str, float], unit: int, named: str = "") -> Hint:
    """A hint in words, where the first wager is so many cents; `named` is the best choice in words of its own.

    >>> told("draw", {"stand": -0.54, "draw": -0.3}, 10_00).says
    'Best: draw. The dearest mistake here costs $2.40.'
    """
    says = f"Best: {(named or best).replace('_', ' ')}."
    if values and unit:
        dearest = (max(values.values()) - min(values.values())) * unit
        says += f" The dearest mistake here costs {money(dearest)}." if dearest >= 1 else ""
    brings = {choice: value * unit for choice, value in values.items() if unit}
    return Hint(says, best, {choice: money(cents) for choice, cents in brings.items()}, brings)


def discarded(choice: str, cards: Sequence[Card]) -> str:
    """A set of discards in words.

    >>> discarded("1-3", (Card("Ah"), Card("Kd"), Card("2c"))), discarded("none", ())
    ('discard A♥ 2♣', 'stand pat')
    """
    if choice == NONE:
        return "stand pat"
    return f"discard {' '.join(cards[int(place) - 1].pretty for place in choice.split('-'))}"


def money(cents: float) -> str:
    """Cents that need not be whole, in dollars."""
    return f"{'-' if cents < -0.5 else ''}${abs(cents) / 100:,.2f}"


def worth_of(game: Game[Any], ask: AskDecision) -> Mapping[str, float]:
    """What each choice of a decision brings on average, for each unit of the first wager."""
    return worth(game.layout)(*game.known(ask.state, ask), ask.choices, *game.before(ask.state, ask))


def _worth(shown: Shown, *on: object) -> Mapping[str, float]:
    return worth(shown.game.layout)(*on)


async def _learned(floor: Floor, shown: Shown) -> Learned:
    """The best strategy of the table, worked out if nobody has asked for it before."""
    while True:
        ready = asyncio.Event()
        learned = floor.advice(shown.game.layout, ready.set)
        if learned is not None:
            return learned
        await ready.wait()
