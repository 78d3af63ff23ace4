"""Flop poker as a compiled loop: three cards say whether a flop wager is made, and with two of the flop make the hand.

Any two of the flop may be the best, so a round is three strengths of which the highest counts. The three-card bonus
looks at the player's own cards, and has cells of its own. A single player is alone in the pot, which returns to him.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.kernel import (
    ALONE,
    NOTHING_BY_SET,
    TOGETHER,
    Events,
    Key,
    Parts,
    Wagered,
    deal,
    kernel_by,
    keys,
    nets_of,
    paid_by_set,
    place3,
    three_in_order,
    together,
)
from pitboss.families.house_poker.price import layouts
from pitboss.families.house_poker.price.deals import all_sets, classes
from pitboss.families.house_poker.price.flops import FLOP, OWN
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.told import in_full, name_of
from pitboss.families.house_poker.standing import Standing, leaving, standing
from pitboss.families.house_poker.terms import Terms
from pitboss.games.flop_poker import price as pricing
from pitboss.games.flop_poker.round import POT, FlopPoker
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Kernel, chosen
from pitboss.table.game import game_on

FIRST, SECOND = pricing.MAIN
BONUS = "three_card_bonus"
THREE = 1
"The part of the three-card bonus."


# ---- The loop


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    order: Cells,
    ends: Cells,
    graded: Cells,
    threes: Cells,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's three cards and then the flop, as they leave the deck; `ends` the first cell of the end to
    which each set of three is played, `graded` the row of each strength, `threes` the cell of each set of three in the
    second part.
    """
    dealt = np.empty((OWN + FLOP, TOGETHER), np.uint8)
    own = np.empty(TOGETHER, np.uint16)
    a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
    d, e, f = dealt[order[3]], dealt[order[4]], dealt[order[5]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), dealt)
        some = min(TOGETHER, units - begin)
        three_in_order(a, b, c)
        for at in range(some):
            own[at] = place3(a[at], b[at], c[at])
        if events.shape[0] > THREE:
            for at in range(some):
                events[THREE, begin + at] = threes[own[at]]
        for at in range(some):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]]
            one = strength5(key + KEYS[d[at]] + KEYS[e[at]], mask | MASKS[d[at]] | MASKS[e[at]])
            two = strength5(key + KEYS[d[at]] + KEYS[f[at]], mask | MASKS[d[at]] | MASKS[f[at]])
            three = strength5(key + KEYS[e[at]] + KEYS[f[at]], mask | MASKS[e[at]] | MASKS[f[at]])
            best = max(max(one, two), three)
            events[0, begin + at] = np.int64(ends[own[at]]) + np.int64(graded[np.uint64(best)])


# ---- What it reads


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Rounds on a layout with these wagers made. A strategy is a name, a rule in words or a file; else the best."""
    game = game_on(layout)
    assert isinstance(game, FlopPoker)
    stands = standing(game, chosen(layout, wagers), PLAYER)
    best = pricing.strategy(layout, stands.stakes[FIRST])
    played = best if strategy is None else best.played(strategy)
    rows = best.game.rows
    main = keys(best.game.ends, rows.names, ALONE)
    ends = played.decisions[classes(OWN).class_of].astype(np.uint16) * np.uint16(len(rows.names) + 1)
    graded = np.array(rows.by_strength(), np.uint8)
    threes, bonus = NOTHING_BY_SET
    if BONUS in stands.stakes:
        pays = layouts.pay_table(Terms.on(layout), BONUS)
        by_row = Rows.of(pays.order, pays.pays)
        threes, bonus = paid_by_set(all_sets(OWN), pays, by_row, len(main), stands.stakes[BONUS])
    parts = Parts((len(main), len(bonus)) if bonus else (len(main),))
    leaves = leaving(game)
    order = np.array([*leaves.own, *leaves.community], np.int64)

    def note(seed: np.uint64, first: np.uint64, units: int, events: Events) -> None:
        _note(seed, first, units, order, ends, graded, threes, events)

    made = kernel_by(
        note,
        layout,
        parts,
        list(_wagered(layout, stands, main, parts, bonus)),
        at_risk=stands.at_risk,
        standing=stands.answers(lambda own, shown, state: played.decide(own), BANKROLL),
        functions=(_note,),
        asked=wagers,
        strategy=in_full(strategy),
        plays=name_of(strategy),
        decided=played.decisions.tobytes(),
    )
    return replace(made, pricing={**made.pricing, "players": 1})


def _wagered(
    layout: Layout, stands: Standing, main: Sequence[Key], parts: Parts, bonus: Sequence[int]
) -> Iterator[Wagered]:
    """The wagers that stand, each with what the cells are to it."""
    stakes = stands.stakes
    stake = stakes[FIRST]
    name = {kind: layout.rules.wagers[kind].name for kind in stakes}
    house = pricing.house_on(layout, stake)
    ante, flop = (parts.over(0, nets_of(house, main, kind, stake)) for kind in pricing.MAIN)
    yield Wagered("+".join(pricing.MAIN), "Ante and flop wager", stake, together(stake, ante, flop))
    yield Wagered(SECOND, name[SECOND], stake, flop, counts=False)
    if POT in stakes:
        yield Wagered(POT, name[POT], stakes[POT], parts.over(0, [0] * len(main)))
    if BONUS in stakes:
        yield Wagered(BONUS, name[BONUS], stakes[BONUS], parts.over(THREE, bonus))


SIMULATION = Simulation(kernel, "a name, words such as a least hand, or a file")
