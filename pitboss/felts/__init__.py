"""The felts of the tables: what is printed on each, where chips are laid, what lies there. Theory of operation:

1. A `Felt` draws one table as SVG from its layout and from what one person may see of it (plain data, as
   `pitboss.table.view` gives it). It knows nothing of pages, and runs where there is no page: a notebook, a report.
2. What is printed stays; pieces come, move and go by their ids.
3. Here is what all felts are made of: ink, cards, chips, dice, furniture, places around a table; and the felt that
   suits any game. A game's own felt is `felt.py` in its folder, what a family shares is `felt.py` in the family's, each
   with a class named `FELT`. `felt_of` finds them by name, as a game's round is found: this room imports none.
4. Words that only one game prints stand in its rules.toml under `[felt]`.
"""

from __future__ import annotations

from collections import OrderedDict
from importlib import import_module
from importlib.util import find_spec

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered
from pitboss.felts.felt import SHARED, Area, Felt, Piece, area_id


def felt_of(layout: Layout, seats: int) -> Felt:
    """The felt for a layout: the game's own, that of its family, or one that suits any game.

    A felt holds nothing that changes, and takes a while to draw: all who look at a table have the same.
    """
    kept = _FELTS.get((id(layout), seats))
    if kept is None or kept.layout is not layout:
        kept = _FELTS[id(layout), seats] = _drawn(layout, seats)
        if len(_FELTS) > MOST_FELTS:
            _FELTS.popitem(last=False)
    return kept


MOST_FELTS = 64
"""So many are kept, the latest."""
_FELTS: OrderedDict[tuple[int, int], Felt] = OrderedDict()


def _drawn(layout: Layout, seats: int) -> Felt:
    head = layout.rules.game
    for package in (registered()[head.id], f"pitboss.families.{head.family}"):
        if find_spec(package) is not None and find_spec(f"{package}.felt") is not None:
            own: Felt = import_module(f"{package}.felt").FELT(layout, seats)
            return own
    from pitboss.felts.generic import GenericFelt

    return GenericFelt(layout, seats)


__all__ = ["SHARED", "Area", "Felt", "Piece", "area_id", "felt_of"]
