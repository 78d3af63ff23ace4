"""The felt of a table: the game's own, that of its family, or the one that suits any game."""

from __future__ import annotations

from collections import OrderedDict
from importlib import import_module
from importlib.util import find_spec

from pitboss.chapter.installed import part_of
from pitboss.chapter.layout import Layout
from pitboss.felts.felt import Felt
from pitboss.felts.generic import GenericFelt
from pitboss.table import game_on

MOST_FELTS = 64
"""How many of the latest felts are kept."""
_FELTS: OrderedDict[tuple[int, int], Felt] = OrderedDict()


def felt_of(layout: Layout, seats: int) -> Felt:
    """Returns the felt of a layout. Felts do not change and are slow to draw, so all who look at a table share one."""
    kept = _FELTS.get((id(layout), seats))
    if kept is None or kept.layout is not layout:
        kept = _FELTS[id(layout), seats] = _felt_class(layout)(game_on(layout), seats)
        if len(_FELTS) > MOST_FELTS:
            _FELTS.popitem(last=False)
    return kept


def _felt_class(layout: Layout) -> type[Felt]:
    head = layout.rules.game
    own = part_of(head.id, "felt")
    if own is None:
        family = f"pitboss.families.{head.family}"
        if find_spec(family) is not None and find_spec(f"{family}.felt") is not None:
            own = import_module(f"{family}.felt")
    felt: type[Felt] = GenericFelt if own is None else own.FELT
    return felt
