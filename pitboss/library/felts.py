"""The felt of a table: the game's own, its family's, or the generic one."""

from __future__ import annotations

from collections import OrderedDict
from importlib import import_module
from importlib.util import find_spec

from pitboss.chapter.game_modules import game_module
from pitboss.chapter.layout import Layout
from pitboss.felts.felt import Felt
from pitboss.felts.generic import GenericFelt
from pitboss.table import game_on

MOST_FELTS = 64
"""The maximum number of felts in the cache."""
_FELTS: OrderedDict[tuple[int, int], Felt] = OrderedDict()


def felt_of(layout: Layout, seats: int) -> Felt:
    """Return the felt of a layout. Felts are immutable and slow to build, so all viewers of a table share one."""
    cached = _FELTS.get((id(layout), seats))
    if cached is None or cached.layout is not layout:
        cached = _FELTS[id(layout), seats] = _felt_class(layout)(game_on(layout), seats)
        if len(_FELTS) > MOST_FELTS:
            _FELTS.popitem(last=False)
    return cached


def _felt_class(layout: Layout) -> type[Felt]:
    head = layout.rules.game
    own = game_module(head.id, "felt")
    if own is None:
        family = f"pitboss.families.{head.family}"
        if find_spec(family) is not None and find_spec(f"{family}.felt") is not None:
            own = import_module(f"{family}.felt")
    felt: type[Felt] = GenericFelt if own is None else own.FELT
    return felt
