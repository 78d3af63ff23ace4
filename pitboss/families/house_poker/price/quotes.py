"""The rows of a price report for games of house poker, out of the tally of their rounds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Provision
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, priced

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.pricing import Figures

Rests = tuple[Provision, ...]


def rests_on(layout: Layout, *facts: str) -> Rests:
    """The facts that a price stands on, those that the rules have."""
    return tuple(layout.rules.facts[fact] for fact in facts if fact in layout.rules.facts)


def whole(figures: Figures, wager: str, note: str, facts: Rests = ()) -> PricedWager:
    """A first wager with all that it leads to, for each unit of it."""
    name = figures.layout.rules.wagers[wager].name.lower()
    return priced(
        figures.layout,
        wager,
        figures.tally.distribution(figures.wagering.net),
        per=name,
        action=figures.tally.mean(figures.wagering.at_risk),
        rests_on=facts,
        note=f"{note} The figures are of all these together, for each unit of the {name}.",
    )


def together(figures: Figures, wagers: tuple[str, ...], per: str, name: str, facts: Rests = ()) -> PricedWager:
    """Wagers that stand and fall together, as one."""
    return priced(
        figures.layout,
        wagers[0],
        figures.tally.distribution(figures.wagering.net),
        per=per,
        action=figures.tally.mean(figures.wagering.at_risk),
        together=wagers[1:],
        rests_on=facts,
        name=name,
        note=f"By {figures.solution.how}.",
    )


def alone(figures: Figures, wager: str, note: str, facts: Rests = (), per: str = "") -> PricedWager:
    """One wager by itself, over the rounds in which it is made."""
    layout, tally, net = figures.layout, figures.tally, figures.wagering.of(wager)
    made = tally.share(lambda end, row, result: net(end, row, result) is not None)
    if not made:
        nothing = Distribution.from_counts({Fraction(0): 1})
        return priced(layout, wager, nothing, rests_on=facts, note="Never made by this strategy.")
    said = f" Made in {float(made):.2%} of rounds." if made != 1 else ""
    per = per or (f"{layout.rules.wagers[wager].name.lower()} made" if made != 1 else "initial wager")
    return priced(layout, wager, tally.distribution(net), per=per, rests_on=facts, note=f"{note}{said}".strip())


def by_counts(counts: Mapping[str, int], nets: Mapping[str, Fraction]) -> Distribution:
    """From how many deals have each row, and what each comes to; what has no net is lost."""
    found: dict[Fraction, int] = {}
    for row, count in counts.items():
        net = nets.get(row, Fraction(-1))
        found[net] = found.get(net, 0) + count
    return Distribution.from_counts(found)
