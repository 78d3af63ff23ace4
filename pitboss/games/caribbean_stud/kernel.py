"""Caribbean stud as a compiled loop: two strengths, and a look at the dealer's card where the hand asks for it.

Most hands are bet or folded whatever the dealer shows: a table by strength says so. For the others there is a mask by
place, a bit for each card that he may show, since suits count: a flush is less likely in a suit that one holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.families.house_poker.kernel import (
    RESULTS,
    TOGETHER,
    Events,
    Key,
    Meter,
    Parts,
    Wagered,
    deal,
    five_in_order,
    kernel_by,
    keys,
    nets_of,
    place5,
    prizes_by_row,
    result,
    together,
)
from pitboss.families.house_poker.price import layouts
from pitboss.families.house_poker.price.deals import DECK, RENAMINGS, classes, to_representative
from pitboss.families.house_poker.price.rows import Rows, floor
from pitboss.families.house_poker.price.told import in_full, name_of
from pitboss.families.house_poker.standing import Standing, leaving, standing
from pitboss.families.house_poker.terms import Terms
from pitboss.games.caribbean_stud import price as pricing
from pitboss.games.caribbean_stud.round import CaribbeanStud
from pitboss.hands.fast import KEYS, MASKS, evaluate_batch, strength5
from pitboss.simulation.compiled import Cells, Whole, compiled
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Kernel, chosen
from pitboss.table.game import game_on
from pitboss.table.state import Wager

OWN, CARDS = 5, 10
FOLD, BET, DEPENDS = 0, 1, 2
"What is done with a strength: folded or bet against every card, or not."
FIRST, SECOND = pricing.MAIN
PROGRESSIVE = "progressive"
AT_ONCE = 1 << 17
"So many sets of cards have their masks made at once."

_ONE = np.uint64(1)


# ---- The loop


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    order: Cells,
    done: Cells,
    bets: Cells,
    graded: Cells,
    rows: Whole,
    qualifying: Whole,
    events: Cells,
) -> None:
    """Deal so many rounds, and note the cell of each.

    `order` has the player's five cards and then the dealer's, the one that he shows first, as they leave the deck;
    `done` what is done with each strength, `bets` the cards against which each set is bet where that depends on them,
    `graded` the row of each strength, of so many rows.
    """
    dealt = np.empty((CARDS, TOGETHER), np.uint8)
    a, b, c, d, e = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]], dealt[order[4]]
    f, g, h, i, j = dealt[order[5]], dealt[order[6]], dealt[order[7]], dealt[order[8]], dealt[order[9]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + np.uint64(begin), dealt)
        five_in_order(a, b, c, d, e)
        for at in range(min(TOGETHER, units - begin)):
            key = KEYS[a[at]] + KEYS[b[at]] + KEYS[c[at]] + KEYS[d[at]] + KEYS[e[at]]
            mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[c[at]] | MASKS[d[at]] | MASKS[e[at]]
            mine = np.uint64(strength5(key, mask))
            key = KEYS[f[at]] + KEYS[g[at]] + KEYS[h[at]] + KEYS[i[at]] + KEYS[j[at]]
            mask = MASKS[f[at]] | MASKS[g[at]] | MASKS[h[at]] | MASKS[i[at]] | MASKS[j[at]]
            theirs = np.uint64(strength5(key, mask))
            end = np.uint64(done[mine])
            if end == DEPENDS:
                end = (bets[place5(a[at], b[at], c[at], d[at], e[at])] >> np.uint64(f[at])) & _ONE
            cell = (end * rows + np.uint64(graded[mine])) * np.uint64(len(RESULTS))
            events[0, begin + at] = cell + result(mine, theirs, qualifying)


# ---- What it reads


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """Rounds on a layout with these wagers made. A strategy is a name, a rule in words or a file; else the best.

    The meter stands at its reading in every round; in sessions it begins there, and moves.
    """
    game = game_on(layout)
    assert isinstance(game, CaribbeanStud)
    stands = standing(game, chosen(layout, wagers), PLAYER)
    best = pricing.strategy(layout, stands.stakes[FIRST])
    played = best if strategy is None else best.played(strategy)
    names = best.game.rows.names
    main = keys(best.game.ends, names)
    decided = played.decisions.tobytes()
    done, bets = decision_tables(decided)
    graded = np.array(best.game.rows.by_strength(), np.uint8)
    rows, qualifying = np.uint64(len(names) + 1), np.uint64(best.game.qualifying)
    leaves = leaving(game)
    shown = leaves.dealer[game.up - 1]
    order = np.array([*leaves.own, shown, *(card for card in leaves.dealer if card != shown)], np.int64)
    meter = _meter(layout, game, main) if PROGRESSIVE in stands.stakes else None

    def note(seed: np.uint64, first: np.uint64, units: int, events: Events) -> None:
        _note(seed, first, units, order, done, bets, graded, rows, qualifying, events)

    def opening(table: CaribbeanStud) -> Any:
        """With the round's own share the meter is at its reading."""
        return replace(table.opening(), meter=meter.before if meter else 0)

    return kernel_by(
        note,
        layout,
        Parts((len(main),)),
        list(_wagered(layout, stands, main, meter)),
        at_risk=stands.at_risk,
        standing=stands.answers(lambda own, shown, state: played.decide(own, shown), BANKROLL),
        functions=(_note,),
        asked=wagers,
        strategy=in_full(strategy),
        plays=name_of(strategy),
        decided=decided,
        meter=meter,
        opening=opening if meter else None,
    )


@lru_cache(maxsize=2)
def decision_tables(decided: bytes) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """What is done with each strength; and for each set of five cards against which cards it is bet, if that depends.

    `decided` are the price's decisions: by class of hands, and by the card shown to the hand that stands for the class.
    """
    known = classes(OWN)
    bet = np.frombuffer(decided, np.uint8).reshape(len(known), DECK)
    live = np.ones(bet.shape, np.bool_)
    np.put_along_axis(live, known.representatives.astype(np.int64), False, axis=1)
    strengths = evaluate_batch(known.representatives)
    number = int(strengths.max()) + 1
    some, all_ = np.zeros(number, np.bool_), np.ones(number, np.bool_)
    np.logical_or.at(some, strengths, ((bet == BET) & live).any(axis=1))
    np.logical_and.at(all_, strengths, ((bet == BET) | ~live).all(axis=1))
    done = np.where(all_, BET, np.where(some, DEPENDS, FOLD)).astype(np.uint8)
    bets = np.zeros(len(known.class_of), np.uint64)
    renamings = to_representative(OWN)
    asking = np.flatnonzero((done[strengths] == DEPENDS)[known.class_of])
    for begin in range(0, len(asking), AT_ONCE):
        places = asking[begin : begin + AT_ONCE]
        columns = RENAMINGS[renamings[places]]
        flags = np.zeros((len(places), 64), np.uint8)
        flags[:, :DECK] = bet[known.class_of[places][:, None], columns]
        bets[places] = np.packbits(flags, axis=1, bitorder="little").view(np.uint64)[:, 0]
    return done, bets


def _wagered(layout: Layout, stands: Standing, main: Sequence[Key], meter: Meter | None) -> Iterator[Wagered]:
    """The wagers that stand, each with what the cells are to it."""
    stake = stands.stakes[FIRST]
    house = pricing.house_on(layout, stake)
    ante, bet = (nets_of(house, main, kind, stake) for kind in pricing.MAIN)
    yield Wagered("+".join(pricing.MAIN), "Ante and bet", stake, together(stake, ante, bet))
    yield Wagered(SECOND, layout.rules.wagers[SECOND].name, stake, bet, counts=False)
    if meter is not None:
        amount = stands.stakes[PROGRESSIVE]
        nets = meter.nets(amount, range(len(main)))
        yield Wagered(PROGRESSIVE, layout.rules.wagers[PROGRESSIVE].name, amount, nets)


def _meter(layout: Layout, game: CaribbeanStud, main: Sequence[Key]) -> Meter:
    """16.12(e) to (g): the meter, and the cells that it pays; a fold takes the wager with it."""
    house = pricing.house_on(layout)
    prizes = layouts.prizes(Terms.on(layout), PROGRESSIVE)
    rows = Rows.of(prizes.order, prizes.rows)
    awards = game.terms[PROGRESSIVE].meter
    resets = (row for row, award in awards.items() if award.shared)
    by_row = prizes_by_row(prizes.meter, resets, prizes.odds, prizes.amount)
    wins = {row: rows.name_at(floor(prizes.order, row)) if row else "" for _, row, _ in main}
    return Meter(
        reading=layout.cents("progressive_meter"),
        contribution=game.contribution(Wager(PLAYER, PROGRESSIVE, prizes.amount)),
        reset=layout.cents("progressive_reset"),
        prizes={
            cell: by_row[wins[row]]
            for cell, (end, row, _) in enumerate(main)
            if wins[row] and not house.ends[end].folded
        },
        fixed_come_off=bool(layout.options["fixed_prizes_from_meter"]),
    )


SIMULATION = Simulation(kernel, "a name, words such as a least hand, or a file")
