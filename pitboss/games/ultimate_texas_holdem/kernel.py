"""Ultimate Texas hold 'em as a compiled loop: three decisions looked up, two hands of seven cards compared.

The first decision is a table by the two cards held. The second is a bit for each class of flops and each holding that
goes with it: 2.3 million. The third is one of the 13 million bits of `house_poker.price.rivers`, since of the suits on
a board only one can matter. All three are the price's own decisions, or those of a rule. The progressive wager looks at
the first five cards, and has cells of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
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
    place2,
    place3,
    prizes_by_row,
    result,
    three_in_order,
    together,
    two_in_order,
    whole_cents,
)
from pitboss.families.house_poker.price import layouts
from pitboss.families.house_poker.price.boards import GOES_ON, HOLDINGS, RENAMED
from pitboss.families.house_poker.price.deals import classes, to_representative
from pitboss.families.house_poker.price.house import House
from pitboss.families.house_poker.price.rivers import board_at, holding_at
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.strategy import BoardStrategy
from pitboss.families.house_poker.price.told import in_full, name_of
from pitboss.families.house_poker.price.work import Progress, share
from pitboss.families.house_poker.standing import Leaving, Standing, leaving, standing
from pitboss.families.house_poker.terms import Terms
from pitboss.games.ultimate_texas_holdem import price as pricing
from pitboss.games.ultimate_texas_holdem.round import UltimateTexasHoldem
from pitboss.hands.fast import KEYS, MASKS, strength5, strength7
from pitboss.simulation.compiled import Cells, Whole, compiled, inlined
from pitboss.simulation.contract import Simulation
from pitboss.simulation.kernel import BANKROLL, PLAYER, Kernel, chosen
from pitboss.table.game import game_on
from pitboss.table.state import Wager

FIRST, BLIND, PLAY = pricing.MAIN
TRIPS, PROGRESSIVE = "trips", "progressive"
FIVE = 1
"The part of the progressive wager."
FOLD = 0
"The number of the end at which everything is given up: the cheapest of the last choices."

_U = np.uint64
_ON, _ONE, _THREE, _SEVEN = _U(GOES_ON), _U(1), _U(3), _U(7)
_RESULTS = _U(len(RESULTS))


# ---- The loop


@inlined
def _bit(bits: Cells, at: Whole) -> Whole:
    return (_U(bits[at >> _THREE]) >> (at & _SEVEN)) & _ONE


@compiled
def _note(
    seed: Whole,
    first: Whole,
    units: Whole,
    cards: Whole,
    order: Cells,
    early: Cells,
    flop_rows: Cells,
    renamed: Cells,
    at_flop: Cells,
    flop_end: Whole,
    at_last: Cells,
    last_end: Whole,
    graded: Cells,
    rows: Whole,
    qualifying: Whole,
    five: Cells,
    lost: Whole,
    events: Cells,
) -> None:
    """Deal so many rounds of so many cards, and note the cell of each.

    `order` has the player's two cards, the dealer's and the community cards, as they leave the deck. `early` is the end
    to which each holding is played before the flop. For each flop `flop_rows` has the first bit of its class, and where
    in `renamed` the holdings are as they go with its representative; `at_flop` are bits, for `flop_end`. `at_last` are
    bits too, for `last_end` rather than a fold. `graded` is the row of each strength, of so many rows; `five` the cell
    of each strength of five cards in the second part, unless a fold has `lost` it.
    """
    dealt = np.empty((cards, TOGETHER), np.uint8)
    ends = np.empty(TOGETHER, np.uint8)
    a, b, c, d = dealt[order[0]], dealt[order[1]], dealt[order[2]], dealt[order[3]]
    e, f, g, h, i = dealt[order[4]], dealt[order[5]], dealt[order[6]], dealt[order[7]], dealt[order[8]]
    for begin in range(0, units, TOGETHER):
        deal(seed, first + _U(begin), dealt)
        some = min(TOGETHER, units - begin)
        two_in_order(a, b)
        three_in_order(e, f, g)
        for at in range(some):
            own = place2(a[at], b[at])
            flop = place3(e[at], f[at], g[at])
            raised = _bit(at_flop, _U(flop_rows[flop, 0]) + _U(renamed[_U(flop_rows[flop, 1]) + own]))
            end = _U(early[own])
            ends[at] = (flop_end if raised else _ON) if end == _ON else end
        if events.shape[0] > FIVE:
            for at in range(some):
                key = KEYS[a[at]] + KEYS[b[at]] + KEYS[e[at]] + KEYS[f[at]] + KEYS[g[at]]
                mask = MASKS[a[at]] | MASKS[b[at]] | MASKS[e[at]] | MASKS[f[at]] | MASKS[g[at]]
                events[FIVE, begin + at] = five[_U(strength5(key, mask))]
        five_in_order(e, f, g, h, i)
        for at in range(some):
            key = KEYS[e[at]] + KEYS[f[at]] + KEYS[g[at]] + KEYS[h[at]] + KEYS[i[at]]
            mask = MASKS[e[at]] | MASKS[f[at]] | MASKS[g[at]] | MASKS[h[at]] | MASKS[i[at]]
            mine = _U(strength7(key + KEYS[a[at]] + KEYS[b[at]], mask | MASKS[a[at]] | MASKS[b[at]]))
            theirs = _U(strength7(key + KEYS[c[at]] + KEYS[d[at]], mask | MASKS[c[at]] | MASKS[d[at]]))
            end = _U(ends[at])
            if end == _ON:
                begins, suit = board_at(e[at], f[at], g[at], h[at], i[at], key, mask)
                stays = _bit(at_last, begins + holding_at(a[at], b[at], suit))
                end = last_end if stays else _U(FOLD)
                if lost and not stays:
                    events[FIVE, begin + at] = five[0]
            events[0, begin + at] = (end * rows + _U(graded[mine])) * _RESULTS + result(mine, theirs, qualifying)


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
    assert isinstance(game, UltimateTexasHoldem)
    stands = standing(game, chosen(layout, wagers), PLAYER)
    house = pricing.house_on(layout, stands.stakes[FIRST])
    best = pricing.strategy(layout, stands.stakes[FIRST], share(progress, 0, 1 / pricing.DECIDING))
    played = best if strategy is None else best.played(strategy)
    at_last = pricing.last_decisions(best.game, house, played.last)
    decided = Decided.by(played, at_last)
    names = best.game.rows.names
    main = keys(best.game.ends, names)
    graded = np.array(best.game.rows.by_strength(), np.uint8)
    rows, qualifying = _U(len(names) + 1), _U(best.game.qualifying)
    prizes = layouts.prizes(Terms.on(layout), PROGRESSIVE)
    five = Rows.of(prizes.order, prizes.rows)
    meter = _meter(layout, game, five, len(main)) if PROGRESSIVE in stands.stakes else None
    parts = Parts((len(main), len(five.names) + 1) if meter else (len(main),))
    five_cells = np.array(five.by_strength(), np.int32) + len(main)
    lost = meter is not None and Terms.on(layout).lost_on_fold(PROGRESSIVE)
    leaves = dealt_to(game)
    order = np.array([*leaves.own, *leaves.dealer, *leaves.community], np.int64)

    def note(seed: np.uint64, first: np.uint64, units: int, events: Events) -> None:
        settled = graded, rows, qualifying, five_cells, lost
        _note(seed, first, units, leaves.cards, order, *decided, *settled, events)

    def opening(table: UltimateTexasHoldem) -> Any:
        """With the round's own share the meter is at its reading."""
        return replace(table.opening(), meter=meter.before if meter else 0)

    return kernel_by(
        note,
        layout,
        parts,
        list(_wagered(layout, house, stands, main, parts, meter)),
        at_risk=stands.at_risk,
        standing=stands.answers(lambda own, shown, state: played.decide(own, shown), BANKROLL),
        functions=(_note,),
        asked=wagers,
        strategy=in_full(strategy),
        plays=name_of(strategy),
        decided=b"".join(table.tobytes() for table in (*played.decisions, at_last)),
        meter=meter,
        opening=opening if meter else None,
    )


class Decided(NamedTuple):
    """What the loop decides by, as `_note` takes it."""

    early: NDArray[np.uint8]
    flop_rows: NDArray[np.uint32]
    renamed: NDArray[np.uint16]
    at_flop: NDArray[np.uint8]
    flop_end: np.uint64
    at_last: NDArray[np.uint8]
    last_end: np.uint64

    @classmethod
    def by(cls, played: BoardStrategy, at_last: NDArray[np.uint8]) -> Decided:
        game, decisions = played.game, played.decisions
        (flop_end,), (_, last_end) = game.numbers(game.flop), game.numbers(game.river)
        class_and_renaming = np.stack([classes(3).class_of, to_representative(3)], axis=1).astype(np.uint32)
        return cls(
            early=decisions.preflop,
            flop_rows=class_and_renaming * np.uint32(HOLDINGS),
            renamed=RENAMED.ravel(),
            at_flop=np.packbits(decisions.flop != GOES_ON, bitorder="little"),
            flop_end=_U(flop_end),
            at_last=at_last,
            last_end=_U(last_end),
        )


def dealt_to(game: UltimateTexasHoldem) -> Leaving:
    """How the cards leave the deck. The community cards lie there as a stack, or come later, each time after a burn."""
    leaves = leaving(game)
    if leaves.community:
        return leaves
    community: list[int] = []
    card = leaves.cards
    for street in ("flop", "last_cards"):
        what = game.layout.fact(street)
        card += what["burns"]
        community += range(card, card + what["cards"])
        card += what["cards"]
    return replace(leaves, community=tuple(community))


def _wagered(
    layout: Layout, house: House, stands: Standing, main: Sequence[Key], parts: Parts, meter: Meter | None
) -> Iterator[Wagered]:
    """The wagers that stand, each with what the cells are to it."""
    stakes = stands.stakes
    stake = stakes[FIRST]
    name = {kind: layout.rules.wagers[kind].name for kind in stakes}
    nets = {kind: parts.over(0, nets_of(house, main, kind, stake)) for kind in pricing.MAIN}
    yield Wagered("+".join(nets), "Ante, blind and play", stake, together(stake, *nets.values()))
    for kind in (BLIND, PLAY):
        yield Wagered(kind, name[kind], stake, nets[kind], counts=False)
    if TRIPS in stakes:
        pays = layouts.pay_table(Terms.on(layout), TRIPS)
        lost = {end for end in house.ends if house.ends[end].folded and Terms.on(layout).lost_on_fold(TRIPS)}
        ratios = [Fraction(-1) if end in lost else pays.net(row) for end, row, _ in main]
        won = parts.over(0, [whole_cents(ratio, stakes[TRIPS]) for ratio in ratios])
        yield Wagered(TRIPS, name[TRIPS], stakes[TRIPS], won)
    if meter is not None:
        amount = stakes[PROGRESSIVE]
        won = parts.over(FIVE, meter.nets(amount, range(parts.begins(FIVE), parts.cells)))
        yield Wagered(PROGRESSIVE, name[PROGRESSIVE], amount, won)


def _meter(layout: Layout, game: UltimateTexasHoldem, five: Rows, begins: int) -> Meter:
    """32.11: the meter, and the cells that it pays, by the row of the first five cards."""
    prizes = layouts.prizes(Terms.on(layout), PROGRESSIVE)
    awards = game.terms[PROGRESSIVE].meter
    resets = (row for row, award in awards.items() if award.shared)
    by_row = prizes_by_row(prizes.meter, resets, prizes.odds, prizes.amount)
    return Meter(
        reading=layout.cents("progressive_meter"),
        contribution=game.contribution(Wager(PLAYER, PROGRESSIVE, prizes.amount)),
        reset=cents(Decimal(str(game.figure("progressive_reset")))),
        prizes={begins + number: by_row[row] for number, row in enumerate(five.names)},
        fixed_come_off=bool(game.figure("fixed_prizes_from_meter")),
        part=FIVE,
    )


SIMULATION = Simulation(kernel, "a name, words such as a least hand, or a file")
