"""The rows of a price report for games of this kind, out of a `House` and the `Tally` of its rounds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Provision
from pitboss.families.house_poker.price.house import House
from pitboss.families.house_poker.price.kept import counted
from pitboss.families.house_poker.price.rows import PayTable, floor
from pitboss.families.house_poker.price.tree import Tally
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, priced

Rests = tuple[Provision, ...]


def rests_on(layout: Layout, *facts: str) -> Rests:
    """The facts that a price stands on, those that the rules have."""
    return tuple(layout.rules.facts[fact] for fact in facts if fact in layout.rules.facts)


def whole(layout: Layout, wager: str, house: House, tally: Tally, note: str, facts: Rests = ()) -> PricedWager:
    """A first wager with all that it leads to, for each unit of it."""
    name = layout.rules.wagers[wager].name.lower()
    return priced(
        layout,
        wager,
        tally.distribution(house.net),
        per=name,
        action=tally.mean(house.at_risk),
        rests_on=facts,
        note=f"{note} The figures are of all these together, for each unit of the {name}.",
    )


def together(
    layout: Layout,
    wagers: tuple[str, ...],
    house: House,
    tally: Tally,
    per: str,
    name: str,
    facts: Rests = (),
    how: str = "the best strategy",
) -> PricedWager:
    """Wagers that stand and fall together, as one."""
    return priced(
        layout,
        wagers[0],
        tally.distribution(house.net),
        per=per,
        action=tally.mean(house.at_risk),
        together=wagers[1:],
        rests_on=facts,
        name=name,
        note=f"By {how}.",
    )


def alone(
    layout: Layout, wager: str, house: House, tally: Tally, note: str, facts: Rests = (), per: str = ""
) -> PricedWager:
    """One wager by itself, over the rounds in which it is made."""
    made = tally.share(lambda end, row, result: house.of(wager)(end, row, result) is not None)
    if not made:
        nothing = Distribution.from_counts({Fraction(0): 1})
        return priced(layout, wager, nothing, rests_on=facts, note="Never made by this strategy.")
    said = f" Made in {float(made):.2%} of rounds." if made != 1 else ""
    per = per or (f"{layout.rules.wagers[wager].name.lower()} made" if made != 1 else "initial wager")
    return priced(
        layout, wager, tally.distribution(house.of(wager)), per=per, rests_on=facts, note=f"{note}{said}".strip()
    )


def by_census(game: str, pays: PayTable, cards: int) -> Distribution:
    """A wager on so many cards by a pay table, over all sets of them."""
    floors = sorted({floor(pays.order, row) for row in pays.pays}, reverse=True)
    counts = counted(game, pays.order.id, cards, tuple(floors))
    found: dict[Fraction, int] = {}
    for least, count in zip((*floors, 0), counts, strict=True):
        net = pays.at(least)
        found[net] = found.get(net, 0) + count
    return Distribution.from_counts(found)


def by_counts(counts: Mapping[str, int], nets: Mapping[str, Fraction]) -> Distribution:
    """From how many deals have each row, and what each comes to; what has no net is lost."""
    found: dict[Fraction, int] = {}
    for row, count in counts.items():
        net = nets.get(row, Fraction(-1))
        found[net] = found.get(net, 0) + count
    return Distribution.from_counts(found)
