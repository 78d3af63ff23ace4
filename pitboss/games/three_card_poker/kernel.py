"""Three card poker as a compiled loop: six cards, two looked up hands, one cell.

The one idea: all there is to know of three cards is in a table by their place among the 22,100 sets. For the player's
cards it has the strength and, with the decision in it, the cells of the hand; for the dealer's the strength. Comparing
the two gives the cell. The six-card bonus looks at all six cards, and has cells of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, Suit, cards
from pitboss.families.house_poker.kernel import (
    RESULTS,
    TOGETHER,
    Events,
    Key,
    Parts,
    Wagered,
    deal,
    kernel_by,
    keys,
    nets_of,
    place3,
    result,
    three_in_order,
    together,
    whole_cents,
)
from pitboss.families.house_poker.price import layouts
from pitboss.families.house_poker.price.deals import all_sets, classes
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.strategy import StudStrategy
from pitboss.families.house_poker.price.told import in_full, name_of
from pitboss.families.house_poker.standing import Standing, leaving, standing
from pitboss.families.house_poker.terms import Terms
from pitboss.games.three_card_poker import price as pricing
from pitboss.games.three_card_poker.round import ThreeCardPoker
from pitboss.hands import FIVE_CARD
from pitboss.hands.fast import KEYS, MASKS, evaluate_batch, strength6
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Kernel, chosen
from pitboss.table.game import game_on

OWN, CARDS = 3, 6
STRENGTH = np.uint64(0xFFFF)
CELL_AT = np.uint64(16)
"An entry of the player's table is the strength, and above it the first of the cells of the hand."

SIX = 1
"The part of the six-card bonus."
SIX_CARD_ROYALS = ("six_card_royal_diamonds", "six_card_royal")
"Rows that no rank of five cards makes: in diamonds, and in other suits."


# ---- The loop


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    order: Cells,
    own: Cells,
    dealers: Cells,
    qualifying: Whole,
    six: Cells,
    royals: Cells,
    royal_cells: Cells,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's three cards and then the dealer's, as they leave the deck; `six` the cell of each strength
    of six cards, and `royal_cells` that of each of the six-card `royals`.
    """
    dealt = np.empty((CARDS, TOGETHER), np.uint8)
    a, b, c = dealt[order[0]], dealt[order[1]], dealt[order[2]]
    d, e, f = dealt[order[3]], dealt[order[4]], dealt[order[5]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), dealt)
        some = min(TOGETHER, units - begin)
        three_in_order(a, b, c)
        three_in_order(d, e, f)
        for at in range(some):
            mine = np.uint64(own[place3(a[at], b[at], c[at])])
            theirs = np.uint64(dealers[place3(d[at], e[at], f[at])])
            events[0, begin + at] = (mine >> CELL_AT) + result(mine & STRENGTH, theirs, qualifying)
        if events.shape[0] > SIX:
            for at in range(some):
                key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]] + KEYS[f[at]]
                mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]] | MASKS[f[at]]
                strength = strength6(key, mask)
                events[SIX, begin + at] = six[strength]
                if strength == six.shape[0] - 1:
                    for suit in range(royals.shape[0]):
                        if mask == royals[suit]:
                            events[SIX, begin + at] = royal_cells[suit]


# ---- What it reads


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Rounds on a layout with these wagers made. A strategy is a name, a rule in words or a file; else the best."""
    game = game_on(layout)
    assert isinstance(game, ThreeCardPoker)
    stands = standing(game, chosen(layout, wagers), PLAYER)
    if strategy is not None and "ante" not in stands.stakes:
        raise ValueError("without an ante there is nothing that a strategy could decide; leave it away")
    best = pricing.strategy(layout)
    played = best if strategy is None else best.played(strategy)
    main = keys(best.game.ends, best.game.rows.names)
    strengths = evaluate_batch(all_sets(OWN), best.game.order).astype(np.uint16)
    own = own_table(played, strengths)
    bonus = Bonus.on(layout, len(main), stands.stakes.get("six_card_bonus", 0))
    parts = Parts((len(main), len(bonus.nets)) if bonus.nets else (len(main),))
    leaves = leaving(game)
    order = np.array([*leaves.own, *leaves.dealer], np.int64)
    qualifying = np.uint64(best.game.qualifying)

    def note(seed: np.uint64, first: np.uint64, units: int, events: Events) -> None:
        tables = bonus.cells, bonus.royals, bonus.royal_cells
        _note(seed, first, units, order, own, strengths, qualifying, *tables, events)

    return kernel_by(
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


def own_table(played: StudStrategy, strengths: NDArray[np.uint16]) -> NDArray[np.uint32]:
    """For each set of three cards its strength, and the first of the cells to which the strategy takes it."""
    rows = played.game.rows
    decided = played.decisions[classes(OWN).class_of, 0].astype(np.int64)
    graded = np.array(rows.by_strength(), np.int64)[strengths]
    cells = (decided * (len(rows.names) + 1) + graded) * len(RESULTS)
    return np.asarray(strengths.astype(np.int64) | cells << int(CELL_AT), np.uint32)


def _wagered(layout: Layout, stands: Standing, main: Sequence[Key], parts: Parts, bonus: Bonus) -> Iterator[Wagered]:
    """The wagers that stand, each with what the cells are to it."""
    house = pricing.house_on(layout)
    stakes, spot = stands.stakes, stands.spot
    name = {kind: layout.rules.wagers[kind].name for kind in stakes}
    if "ante" in stakes:
        ante, play = (parts.over(0, nets_of(house, main, kind, stakes[kind])) for kind in ("ante", "play"))
        yield Wagered("ante+play", "Ante and play", stakes["ante"], together(stakes["ante"], ante, play), spot)
        yield Wagered("play", name["play"], stakes["play"], play, spot, counts=False)
    if "pair_plus" in stakes:
        pays = layouts.pay_table(Terms.on(layout), "pair_plus")
        forfeited = "ante" in stakes and Terms.on(layout).lost_on_fold("pair_plus")
        lost = {end for end in house.ends if forfeited and house.ends[end].folded}
        ratios = [Fraction(-1) if end in lost else pays.net(row) for end, row, _ in main]
        nets = parts.over(0, [whole_cents(ratio, stakes["pair_plus"]) for ratio in ratios])
        yield Wagered("pair_plus", name["pair_plus"], stakes["pair_plus"], nets, spot)
    if "six_card_bonus" in stakes:
        nets = parts.over(SIX, bonus.nets)
        yield Wagered("six_card_bonus", name["six_card_bonus"], stakes["six_card_bonus"], nets, spot)


@dataclass(frozen=True)
class Bonus:
    """The six-card bonus: what its cells come to, the cell of each strength, and those of the six-card royals."""

    nets: tuple[int, ...]
    cells: NDArray[np.int32]
    royals: NDArray[np.uint64]
    royal_cells: NDArray[np.int32]

    @classmethod
    def on(cls, layout: Layout, begins: int, stake: int) -> Bonus:
        """With so many cents wagered; without any, there is nothing to look up."""
        if not stake:
            return cls((), np.zeros(1, np.int32), np.zeros(0, np.uint64), np.zeros(0, np.int32))
        nets = layouts.prizes(Terms.on(layout), "six_card_bonus").nets(stake)
        rows = Rows.of(FIVE_CARD, [row for row in nets if row not in SIX_CARD_ROYALS])
        names = (*rows.names, "", *(row for row in SIX_CARD_ROYALS if row in nets))
        royal = [card.rank for card in cards(str(layout.fact("six_card_royal")))]
        masks = [sum(int(MASKS[Card.of(rank, suit).index]) for rank in royal) for suit in Suit]
        specials = [SIX_CARD_ROYALS[suit is not Suit.DIAMONDS] for suit in Suit]
        return cls(
            tuple(whole_cents(nets.get(name, Fraction(-1)), stake) for name in names),
            np.array(rows.by_strength(), np.int32) + begins,
            np.array(masks, np.uint64),
            np.array([names.index(row if row in nets else rows.names[0]) for row in specials], np.int32) + begins,
        )


SIMULATION = Simulation(kernel, "a name, words such as a least hand, or a file")
