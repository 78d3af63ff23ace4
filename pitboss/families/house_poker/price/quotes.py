"""House poker's price report rows, computed from a tally of rounds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Provision
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, wager_price

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.pricing import Figures

Facts = tuple[Provision, ...]


def rests_on(layout: Layout, *facts: str) -> Facts:
    """The facts on which a price is based, leaving out those that the rules do not have."""
    return tuple(layout.rules.facts[fact] for fact in facts if fact in layout.rules.facts)


def quote_first(figures: Figures, wager: str, note: str, facts: Facts = ()) -> PricedWager:
    """The price of a first wager and all the wagers it leads to, per unit of the first."""
    name = figures.layout.rules.wagers[wager].name.lower()
    return wager_price(
        figures.layout,
        wager,
        figures.tally.distribution(figures.wagering.net, figures.wagering.events()),
        per=name,
        action=figures.tally.mean(figures.wagering.at_risk),
        rests_on=facts,
        note=f"{note} The figures are of all these together, for each unit of the {name}.",
    )


def quote_combined(figures: Figures, wagers: tuple[str, ...], per: str, name: str, facts: Facts = ()) -> PricedWager:
    """The price of several wagers as one."""
    return wager_price(
        figures.layout,
        wagers[0],
        figures.tally.distribution(figures.wagering.net, figures.wagering.events()),
        per=per,
        action=figures.tally.mean(figures.wagering.at_risk),
        together=wagers[1:],
        rests_on=facts,
        name=name,
        note=f"By {figures.solution.how}.",
    )


def quote_alone(figures: Figures, wager: str, note: str, facts: Facts = (), per: str = "") -> PricedWager:
    """The price of one wager on its own, over the rounds in which it is made."""
    layout, tally, net = figures.layout, figures.tally, figures.wagering.net_of(wager)
    made = tally.share(lambda end, row, result: net(end, row, result) is not None)
    if not made:
        nothing = Distribution.from_events({("never made", 0): 1})
        return wager_price(layout, wager, nothing, rests_on=facts, note="Never made by this strategy.")
    said = f" Made in {float(made):.2%} of rounds." if made != 1 else ""
    per = per or (f"{layout.rules.wagers[wager].name.lower()} made" if made != 1 else "initial wager")
    found = tally.distribution(net, figures.wagering.events(wager))
    return wager_price(layout, wager, found, per=per, rests_on=facts, note=f"{note}{said}".strip())


def distribution_of(counts: Mapping[str, int], nets: Mapping[str, Fraction]) -> Distribution:
    """The distribution of nets, from the number of deals in each row; rows without a net lose."""
    return Distribution.from_events({(row, nets.get(row, Fraction(-1))): count for row, count in counts.items()})
