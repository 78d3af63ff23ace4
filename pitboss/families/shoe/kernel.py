"""The loop shared by all games dealt from a shoe; a game supplies its tree and the value of each outcome."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.families.shoe.tree import Outcome, Tree, shoe_of
from pitboss.families.wagering import Answer
from pitboss.simulation.kernel import Kernel, Result, Settlements, Slot
from pitboss.simulation.shoes import FUNCTIONS, Shoes
from pitboss.simulation.sources import UnitSource
from pitboss.table.game import Game

UNIT_CARDS = 5 << 21
"""The approximate number of cards in a chunk of units."""

Net = Callable[[str, Outcome], Result | int | None]
"""(wager, outcome) → its net in cents, or a result measured against another amount; None if it was not made."""


class ShoeCards(NamedTuple):
    """The cards of a shoe by kind, with `cut` of them behind the cutting card.

    `burned` is the number of cards burned before the first round, or that number by the kind of the first card. With a
    `continuous` shuffler, each round is dealt from all the cards.
    """

    decks: int
    kinds: Sequence[int]
    cut: int = 0
    burned: Mapping[int, int] | int = 0
    continuous: bool = False


class ShoeWagers(NamedTuple):
    """The wagers made in every round: their stakes, their nets by outcome, and the player who makes them at the real
    table.

    `counted_in` names wagers whose results count as part of another's, such as a raise with the wager that it follows.
    `asked` are the requested wagers, if not all of them.
    """

    stakes: Mapping[str, int]
    net: Net
    standing: Answer
    asked: Sequence[str] | None = None
    counted_in: Mapping[str, str] = MappingProxyType({})


def shoe_kernel(
    layout: Layout, game: Game[Any], tree: Tree, shoe: ShoeCards, wagered: ShoeWagers, **more: Any
) -> Kernel:
    """The kernel for a layout with these wagers made in every round. `more` is passed on to `Kernel`."""
    continuous, burned, cut = shoe.continuous, shoe.burned, shoe.cut
    stakes, net, wagers = wagered.stakes, wagered.net, wagered.asked
    cards = shoe_of(shoe.decks, shoe.kinds)
    if not continuous and cut < tree.most:
        raise ValueError(f"with {cut} cards behind the cutting card, a shoe can run out during a round")
    outcomes = tree.outcomes
    results = {kind: [net(kind, outcome) for outcome in outcomes] for kind in stakes}
    worth = np.zeros(len(outcomes), np.int64)
    inside = wagered.counted_in
    for held in [held for kind, held in results.items() if kind not in inside]:
        worth += np.array([one.net if isinstance(one, Result) else one or 0 for one in held], np.int64)
    gone = [0 if continuous else burned if isinstance(burned, int) else burned[kind] for kind in range(tree.kinds)]
    behind = len(cards) if continuous else cut
    loop = Shoes(cards, tree.kinds, tree.follows, worth, tree.most, behind, np.array(gone, np.int64))
    per_round = max(1.0, tree.cards * 0.75)
    return Kernel(
        layout=layout,
        unit="round" if continuous else "shoe",
        round="round",
        slots=tuple(Slot.of(kind, game.name(kind), stakes[kind], results[kind]) for kind in stakes),
        cells=len(outcomes),
        chunk=1 << 21 if continuous else max(1, UNIT_CARDS // len(cards)),
        rounds_per_unit=1.0 if continuous else max(1.0, (len(cards) - behind) / per_round),
        at_risk=sum(stakes.values()),
        count=loop.count,
        play=loop.play,
        source=UnitSource,
        standing=wagered.standing,
        functions=FUNCTIONS,
        asked=None if wagers is None else tuple(wagers),
        settled=_with_followers(inside) if inside else None,
        **more,
    )


def _with_followers(inside: Mapping[str, str]) -> Callable[[str, Settlements], Iterator[int]]:
    """A slot's nets at the real table, for its own wager and those counted in it."""

    def of(slot: str, settlements: Settlements) -> Iterator[int]:
        nets = {kind: net for kind, _, net in settlements}
        if slot in nets:
            yield nets[slot] + sum(nets.get(kind, 0) for kind, main in inside.items() if main == slot)

    return of
