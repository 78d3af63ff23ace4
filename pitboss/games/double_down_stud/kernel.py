"""Double down stud as a compiled loop: the four known cards say whether to double, all five what is paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.kernel import (
    ALONE,
    TOGETHER,
    Events,
    Key,
    Parts,
    Wagered,
    deal,
    four_in_order,
    kernel_by,
    keys,
    nets_of,
    place4,
    together,
)
from pitboss.families.house_poker.price.deals import classes
from pitboss.families.house_poker.price.told import in_full, name_of
from pitboss.families.house_poker.standing import Standing, leaving, standing
from pitboss.games.double_down_stud import price as pricing
from pitboss.games.double_down_stud.round import DoubleDownStud
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Kernel, chosen
from pitboss.table.game import game_on

CARDS = 5
FIRST, SECOND = pricing.MAIN


# ---- The loop


@compiled
def _note(seed: Whole, first: Whole, units: Whole, order: Cells, ends: Cells, graded: Cells, events: Cells) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the four known cards and then the hole card, as they leave the deck; `ends` the first cell of the end to
    which each set of known cards is played, `graded` the row of each strength.
    """
    dealt = np.empty((CARDS, TOGETHER), np.uint8)
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), dealt)
        four_in_order(a, b, c, d)
        for at in range(min(TOGETHER, units - begin)):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            end = np.int64(ends[place4(a[at], b[at], c[at], d[at])])
            events[0, begin + at] = end + np.int64(graded[np.uint64(strength5(key, mask))])


# ---- What it reads


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Rounds on a layout with these wagers made. A strategy is a name, a rule in words or a file; else the best."""
    game = game_on(layout)
    assert isinstance(game, DoubleDownStud)
    stands = standing(game, chosen(layout, wagers), PLAYER)
    best = pricing.strategy(layout, stands.stakes[FIRST])
    played = best if strategy is None else best.played(strategy)
    rows = best.game.rows
    main = keys(best.game.ends, rows.names, ALONE)
    ((known, decided),) = ((number, choices) for (number, _), choices in played.decisions.items())
    ends = decided[classes(known).class_of].astype(np.uint16) * (len(rows.names) + 1)
    graded = np.array(rows.by_strength(), np.uint8)
    leaves = leaving(game)
    hole = int(layout.fact("hole_card"))
    order = np.array([*leaves.own, *leaves.community[hole:], *leaves.community[:hole]], np.int64)

    def note(seed: np.uint64, first: np.uint64, units: int, events: Events) -> None:
        _note(seed, first, units, order, ends, graded, events)

    return kernel_by(
        note,
        layout,
        Parts((len(main),)),
        list(_wagered(layout, stands, main)),
        at_risk=stands.at_risk,
        standing=stands.answers(lambda own, shown, state: played.decide(own, shown), BANKROLL),
        functions=(_note,),
        asked=wagers,
        strategy=in_full(strategy),
        plays=name_of(strategy),
        decided=decided.tobytes(),
    )


def _wagered(layout: Layout, stands: Standing, main: Sequence[Key]) -> Iterator[Wagered]:
    """Both wagers, with what the cells are to them."""
    stake = stands.stakes[FIRST]
    house = pricing.house_on(layout, stake)
    original, double = (nets_of(house, main, kind, stake) for kind in pricing.MAIN)
    yield Wagered("+".join(pricing.MAIN), "Original and double down", stake, together(stake, original, double))
    yield Wagered(SECOND, layout.rules.wagers[SECOND].name, stake, double, counts=False)


SIMULATION = Simulation(kernel, "a name, words such as a least hand, or a file")
