"""The best decision on request, and the cost of mistakes. For training: 8.1 forbids such aids at a live table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pitboss.equipment import Card
from pitboss.floor.policy import RequestTerms
from pitboss.floor.sight import VisibleTable, WatchableTable
from pitboss.library.hints import advised
from pitboss.table.decisions import NO_CARDS
from pitboss.table.setting import HOUSE_WAY, Setting
from pitboss.table.steps import AskDecision
from pitboss.web.work import computed

NOTHING = "There is no decision to make now."
NO_MATTER = "It makes no difference: choose any."
NO_ADVICE = "There is no advice for this game."


@dataclass(frozen=True, slots=True)
class Hint:
    """The best choice, if there is one, with the value of each choice and an explanation."""

    says: str
    best: str = ""
    worth: Mapping[str, str] = field(default_factory=dict)
    brings: Mapping[str, float] = field(default_factory=dict)
    "The average result of each choice, in cents."


async def hint(terms: RequestTerms, shown: WatchableTable, seen: VisibleTable) -> Hint:
    """Return the hint for a player's pending decision."""
    asked, game = shown.snapshot.ask, shown.game
    ask = asked.for_position(seen.you) if isinstance(asked, AskDecision) else None
    if ask is None:
        return Hint(NOTHING)
    choices = game.choices.lawful(ask.state, ask)
    own, shared = game.choices.known_cards(ask.state, ask)
    before = game.choices.earlier_choices(ask.state, ask)
    found = await computed(terms, advised, game.layout, own, shared, tuple(choices), tuple(before))
    if found is None:
        return Hint(NO_ADVICE)
    best = found.best
    if best not in choices:
        return Hint(NO_MATTER)
    named = Setting(ask.sets).describe(best, own) if ask.sets and best != HOUSE_WAY else best
    if NO_CARDS in choices:
        named = discarded(best, own)
    if found.why is not None:
        return Hint(f"A fair player: {named.replace('_', ' ')}. {found.why}".strip(), best)
    unit = game.choices.advice_unit(ask.state, ask)
    return describe_hint(best, found.worth, unit, named)


def describe_hint(best: str, values: Mapping[str, float], unit: int, named: str = "") -> Hint:
    """Describe a hint in words, for a first wager of `unit` cents; `named` overrides the best choice's name.

    >>> describe_hint("draw", {"stand": -0.54, "draw": -0.3}, 10_00).says
    'Best: draw. The worst choice costs $2.40 more.'
    """
    says = f"Best: {(named or best).replace('_', ' ')}."
    if values and unit:
        dearest = (max(values.values()) - min(values.values())) * unit
        says += f" The worst choice costs {money(dearest)} more." if dearest >= 1 else ""
    brings = {choice: value * unit for choice, value in values.items() if unit}
    return Hint(says, best, {choice: money(cents) for choice, cents in brings.items()}, brings)


def discarded(choice: str, cards: Sequence[Card]) -> str:
    """Describe a set of discards.

    >>> discarded("1-3", (Card("Ah"), Card("Kd"), Card("2c"))), discarded("none", ())
    ('discard A♥ 2♣', 'stand pat')
    """
    if choice == NO_CARDS:
        return "stand pat"
    return f"discard {' '.join(cards[int(place) - 1].pretty for place in choice.split('-'))}"


def money(cents: float) -> str:
    """Format an amount that need not be a whole number of cents."""
    return f"{'-' if cents < -0.5 else ''}${abs(cents) / 100:,.2f}"
