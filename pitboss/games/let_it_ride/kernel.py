"""Let it ride as a compiled loop: three cards say whether the first wager rides, four whether the second does.

What is decided second hangs on what was decided first, where a payout limit is in reach. The three-card bonus looks at
the player's own cards, and has cells of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
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
    place4,
    three_in_order,
    together,
    two_in_order,
    whole_cents,
)
from pitboss.families.house_poker.price import layouts
from pitboss.families.house_poker.price.deals import all_sets, classes
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.told import in_full, name_of
from pitboss.families.house_poker.standing import Standing, leaving, standing
from pitboss.families.house_poker.terms import Terms
from pitboss.games.let_it_ride import price as pricing
from pitboss.games.let_it_ride.price import BACK, MAIN, RIDE
from pitboss.games.let_it_ride.round import LetItRide
from pitboss.hands.fast import KEYS, MASKS, strength5
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Kernel, chosen
from pitboss.table.game import game_on
from pitboss.table.state import State

THREE = 1
"The part of the three-card bonus."


# ---- The loop


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    cards: Whole,
    order: Cells,
    rides: Cells,
    ends: Cells,
    graded: Cells,
    threes: Cells,
    events: Cells,
) -> None:
    """Deal so many rounds of so many cards, and note the cell of each.

    `order` has the player's three cards and then the community cards, as they leave the deck; `rides` whether the first
    wager rides with each set of three, `ends` then the first cell of the end to which each set of four is played;
    `graded` is the row of each strength, `threes` the cell of each set of three in the second part.
    """
    dealt = np.empty((cards, TOGETHER), np.uint8)
    own = np.empty(TOGETHER, np.uint16)
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), dealt)
        some = min(TOGETHER, units - begin)
        three_in_order(a, b, c)
        for at in range(some):
            own[at] = place3(a[at], b[at], c[at])
        if events.shape[0] > THREE:
            for at in range(some):
                events[THREE, begin + at] = threes[own[at]]
        two_in_order(c, d)
        two_in_order(b, c)
        two_in_order(a, b)
        for at in range(some):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            end = np.int64(ends[np.uint64(rides[own[at]]), place4(a[at], b[at], c[at], d[at])])
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
    assert isinstance(game, LetItRide)
    stands = standing(game, chosen(layout, wagers), PLAYER)
    best = pricing.strategy(layout, stands.stakes[MAIN[0]])
    played = best if strategy is None else best.played(strategy)
    rows = best.game.rows
    main = keys(best.game.ends, rows.names, ALONE)
    (three, first), (four, _) = ((street.known, next(iter(street.choices))) for street in best.game.streets)
    rides = played.decisions[three, first][classes(three).class_of]
    second = np.array([played.decisions[four, state][classes(four).class_of] for state in (BACK, RIDE)])
    ends = (np.array([[0], [2]]) + second).astype(np.uint16) * (len(rows.names) + 1)
    graded = np.array(rows.by_strength(), np.uint8)
    threes, bonus = NOTHING_BY_SET
    if "three_card_bonus" in stands.stakes:
        pays = layouts.pay_table(Terms.on(layout), "three_card_bonus")
        by_row = Rows.of(pays.order, pays.pays)
        threes, bonus = paid_by_set(all_sets(3), pays, by_row, len(main), stands.stakes["three_card_bonus"])
    parts = Parts((len(main), len(bonus)) if bonus else (len(main),))
    leaves = leaving(game)
    order = np.array([*leaves.own, *leaves.community], np.int64)

    def note(seed: np.uint64, first: np.uint64, units: int, events: Events) -> None:
        _note(seed, first, units, leaves.cards, order, rides, ends, graded, threes, events)

    def decide(own: tuple[Card, ...], shown: tuple[Card, ...], state: State) -> str:
        after = RIDE if state.find(PLAYER, MAIN[0], "") else BACK
        return played.decide(own, shown, after if shown else first)

    return kernel_by(
        note,
        layout,
        parts,
        list(_wagered(layout, stands, main, parts, bonus)),
        at_risk=stands.at_risk,
        standing=stands.answers(decide, BANKROLL),
        functions=(_note,),
        asked=wagers,
        strategy=in_full(strategy),
        plays=name_of(strategy),
        decided=rides.tobytes() + second.tobytes(),
    )


def _wagered(
    layout: Layout, stands: Standing, main: Sequence[Key], parts: Parts, bonus: Sequence[int]
) -> Iterator[Wagered]:
    """The wagers that stand, each with what the cells are to it."""
    stakes = stands.stakes
    stake = stakes[MAIN[0]]
    house = pricing.house_on(layout, stake)
    three = {wager: parts.over(0, nets_of(house, main, wager, stake)) for wager in MAIN}
    yield Wagered("+".join(MAIN), "The three wagers", stake, together(stake, *three.values()), counts=False)
    for wager, nets in three.items():
        yield Wagered(wager, layout.rules.wagers[wager].name, stake, nets)
    if "bonus" in stakes:
        pays = layouts.pay_table(Terms.on(layout), "bonus")
        nets = parts.over(0, [whole_cents(pays.net(row), stakes["bonus"]) for _, row, _ in main])
        yield Wagered("bonus", layout.rules.wagers["bonus"].name, stakes["bonus"], nets)
    if "three_card_bonus" in stakes:
        wager = "three_card_bonus"
        yield Wagered(wager, layout.rules.wagers[wager].name, stakes[wager], parts.over(THREE, bonus))


SIMULATION = Simulation(kernel, "a name, words such as a least hand, or a file")
