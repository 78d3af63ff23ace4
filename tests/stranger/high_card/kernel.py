"""High card as a compiled loop: a round is a tree of two cards, which the shoe loop follows.

The counts use the meter's opening figure. The meter moves from round to round; `play` follows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from high_card.price import way_named
from high_card.round import JACKPOT, HighCard, fed, row_of
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.contract import Progress, Simulation
from pitboss.equipment import CARDS
from pitboss.families.shoe.kernel import Net, ShoeCards, ShoeWagers, shoe_kernel
from pitboss.families.shoe.tree import More, Tree
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.simulation.kernel import Counts, Kernel, PlayFunction
from pitboss.table import AskDecision

KINDS = tuple(range(52))
"""Every card is a separate kind."""
WON, FED = 2, 1
"""The effect of a round on the meter."""


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    game = HighCard(layout)
    way = way_named(layout, strategy)
    below = way.below if layout.option("surrender") else 0
    made = [kind for kind in layout.wagers if wagers is None or kind in ("high", *wagers)]
    stakes = {"high": usual_stake(game, "high")}
    if "spade" in made:
        stakes["spade"] = cents(layout.wagers["spade"].terms["fixed"])

    def after(mine: int | None, kind: int) -> More | tuple[str, str]:
        if mine is None:
            return More(kind)
        own, theirs = CARDS[mine].rank, CARDS[kind].rank
        compared = "wins" if own > theirs else "loses" if own < theirs else "returns"
        return "given up" if own < below else compared, row_of(layout, CARDS[mine])

    def net(kind: str, outcome: tuple[str, str]) -> int:
        played, row = outcome
        stake = stakes[kind]
        if kind == "spade":
            shown = layout.cents("progressive_meter")
            return shown if row == JACKPOT else game.odds["spade"][row].pays(stake) if row else -stake
        given_up = -int(stake * float(layout.fact("given_up")))
        return {"given up": given_up, "wins": game.odds["high"][""].pays(stake), "loses": -stake, "returns": 0}[played]

    def decide(ask: AskDecision) -> str:
        ((card,), _) = game.choices.known_cards(ask.state, ask)
        return "give_up" if card.rank < below else "stay"

    def made_with(net: Net) -> Kernel:
        return shoe_kernel(
            layout,
            game,
            Tree(len(KINDS), after),
            ShoeCards(layout.fact("decks"), KINDS, continuous=True),
            ShoeWagers(stakes, net, simulated_player(stakes, decide=decide), wagers),
            strategy=strategy,
            decided=way.says,
            plays=way.says,
            pricing={} if strategy is None else {"strategy": strategy},
        )

    found = made_with(net)
    if "spade" not in stakes:
        return found
    events = made_with(lambda kind, outcome: {JACKPOT: WON, "": FED}.get(outcome[1], 0) if kind == "spade" else 0)
    return replace(found, play=_with_meter(layout, found.play, events.play, stakes["spade"]))


def _with_meter(layout: Layout, nets_of: PlayFunction, events_of: PlayFunction, stake: int) -> PlayFunction:
    """Return the nets of consecutive rounds, corrected for the meter's figure at the time of each win."""
    opened, reset = layout.cents("progressive_meter"), layout.cents("progressive_reset")

    def play(seed: int, first: int, nets: Counts) -> int:
        units = nets_of(seed, first, nets)
        events = np.zeros_like(nets)
        events_of(seed, first, events)
        meter, since = opened, 0
        for at in np.flatnonzero(events == WON):
            meter += fed(layout, stake) * int(np.count_nonzero(events[since:at] == FED))
            nets[at] += meter - opened
            meter, since = reset, at
        return units

    return play


SIMULATION = Simulation(kernel, "best, always stay or always give up")
