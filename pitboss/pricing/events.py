"""The named events of a wager: the parts of each result, with the combinations, probability and return of each.

A game's price names its events where it counts them (`Distribution.from_events`). Where it does not, a result is named
by the odds that pay it, and a result that several odds pay is named by all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pydantic import BaseModel, ConfigDict, Field

from pitboss.pricing.distribution import Distribution

WINS, LOSES, PUSHES, UNPAID = "wins", "loses", "push", "no paying hand"


class PricedEvent(BaseModel):
    """Something that can happen to a wager, with its share of the return."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    event: str = Field(description='What happens: "flush", "dealer does not qualify, straight"')
    net: str = Field(description='Net result per unit of whatever `per` names, as an exact number: "9/5", "-1"')
    probability: float
    exact: str | None = Field(default=None, description="The probability as an exact fraction")
    combinations: int | None = Field(
        default=None, description="The number of the `PricedWager.space` outcomes in this event"
    )
    contribution: float = Field(description="Net result times probability; together the negative of the house edge")
    contribution_exact: str | None = None


def event_words(event: str) -> str:
    """Return an event as shown: the ids of rows without underscores.

    >>> event_words("straight_flush"), event_words("")
    ('straight flush', 'no paying hand')
    """
    return event.replace("_", " ") or UNPAID


def with_events(distribution: Distribution, odds: Mapping[str, Fraction]) -> Distribution:
    """Return a distribution whose events are named: its own, or by the odds that pay each result."""
    if distribution.events:
        return distribution.renamed(event_words)
    named = {(_by_odds(net, odds), net): chance for net, chance in distribution.probabilities.items()}
    return Distribution(distribution.probabilities, distribution.space, named)


def _by_odds(net: Fraction, odds: Mapping[str, Fraction]) -> str:
    paid = [event_words(outcome) for outcome, ratio in odds.items() if outcome and ratio == net > 0]
    if paid:
        return " or ".join(paid)
    how = WINS if net > 0 else PUSHES if net == 0 else LOSES
    return how if net in (*odds.values(), 1, 0, -1) else f"{how} {abs(net)} times the wager"


def priced_events(distribution: Distribution, exact: bool = True) -> tuple[PricedEvent, ...]:
    """Return the events of a distribution, best result first; `exact` is false for probabilities that were floats.

    Their probabilities add up to 1 and their contributions to the mean, which is checked.
    """
    space = distribution.space
    ordered = sorted(distribution.events.items(), key=lambda item: (-item[0][1], -item[1]))
    assert sum(distribution.events.values()) == 1
    assert sum((net * chance for (_, net), chance in ordered), Fraction()) == distribution.mean
    return tuple(
        PricedEvent(
            event=event,
            net=str(net),
            probability=float(chance),
            exact=str(chance) if exact else None,
            combinations=None if space is None else int(chance * space),
            contribution=float(net * chance),
            contribution_exact=str(net * chance) if exact else None,
        )
        for (event, net), chance in ordered
    )
