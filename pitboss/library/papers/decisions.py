"""What errors cost at a table: in each cell of its strategy, and by common habits."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.chapter.layout import Layout
from pitboss.contract import PriceInputs
from pitboss.pricing.entry import pricing_of

LISTED = 20
"""The number of cells of a chart that are listed with both choices."""


@dataclass(frozen=True)
class DecisionCost:
    """A cell of a strategy, and the loss from the second-best choice there."""

    cell: str
    best: str
    second: str
    met: float
    loss: float

    @property
    def cost(self) -> float:
        return self.met * self.loss


@dataclass(frozen=True)
class DecisionCosts:
    """The costs of errors at a table, the most costly first, and how they were computed."""

    says: str
    cells: tuple[DecisionCost, ...]
    columns: tuple[str, ...] = ()
    matrix: tuple[tuple[str, ...], ...] = ()
    """The loss per round in every cell of a chart, by hand and up card; `cells` are then the most costly only."""
    mistakes_says: str = ""
    mistakes: tuple[tuple[str, float], ...] = ()


def decision_costs(layout: Layout) -> DecisionCosts | None:
    """Return the costs of errors at a table, or None for a game without decisions or without costs by cell."""
    from pitboss.families.shoe.price import FollowUpPricing
    from pitboss.families.twenty_one.price.pricing import TwentyOnePricing

    pricing = pricing_of(layout)
    if isinstance(pricing, TwentyOnePricing):
        return _of_chart(layout)
    if isinstance(pricing, FollowUpPricing):
        best = pricing.strategy(layout, PriceInputs())
        cells = tuple(
            DecisionCost(pricing.event_place(layout, at), *choice, met, loss)
            for at, choice, met, loss in best.place_costs()
        )
        return DecisionCosts("Every place at which the choice comes up, over all orders of a full shoe.", cells)
    return None


def _of_chart(layout: Layout) -> DecisionCosts:
    from pitboss.families.twenty_one.price.mistakes import cell_costs, mistakes
    from pitboss.families.twenty_one.price.table import PricedTable
    from pitboss.pricing.twenty_one.chart import UPS, rank_name

    table = PricedTable.of(layout, None)
    found = cell_costs(table)
    cells = tuple(
        DecisionCost(f"{one.hand} against {one.up}", one.choice, one.second, one.met, one.loss)
        for one in found[:LISTED]
    )
    sums: dict[tuple[str, str], float] = {}
    for one in found:
        sums[one.hand, one.up] = sums.get((one.hand, one.up), 0.0) + one.cost
    hands = [name for name, _ in table.chart.rows()]
    ups = tuple(map(rank_name, UPS))
    matrix = tuple(
        (hand, *(f"{100 * sums[hand, up]:.4f}" if (hand, up) in sums else "" for up in ups))
        for hand in hands
        if any((hand, up) in sums for up in ups)
    )
    return DecisionCosts(
        "The loss per round, in percent of the wager, from playing the second-best choice in a cell while the rest of "
        "the chart is kept. Hands of a split are not counted in.",
        cells,
        ("hand", *ups),
        matrix,
        "Basic strategy with one habit changed, each priced exactly. The list is ours; no survey of players stands "
        "behind it.",
        tuple((one.name, one.cost) for one in mistakes(table)),
    )
