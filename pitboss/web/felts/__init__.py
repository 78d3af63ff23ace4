"""The felts of the tables: what is printed on each, where chips are laid, what lies there.

1. A `Felt` draws one table as SVG from its layout and from what one person may see of it. It knows nothing of pages.
2. What is printed stays; pieces come, move and go by their ids.
3. `component.FeltElement` shows a felt in a page and says which area was clicked. It is imported by pages only, so
   that a felt can be drawn where there is no page.
"""

from __future__ import annotations

from pitboss.chapter import Layout
from pitboss.table import game_on
from pitboss.web.felts.felt import SHARED, Area, Felt, Piece, area_id


def felt_of(layout: Layout, seats: int) -> Felt:
    """The felt for a layout: the game's own, that of its family, or one that suits any game."""
    game = layout.rules.game.id
    if game == "craps":
        from pitboss.web.felts.craps import CrapsFelt

        return CrapsFelt(layout, seats)
    if game == "roulette":
        from pitboss.web.felts.roulette import RouletteFelt

        return RouletteFelt(layout, seats)
    if game in ("baccarat-punto-banco", "mini-baccarat"):
        from pitboss.web.felts.baccarat import BaccaratFelt

        return BaccaratFelt(layout, seats)
    return _of_family(layout, seats)


def _of_family(layout: Layout, seats: int) -> Felt:
    from pitboss.families.house_poker.round import HousePoker
    from pitboss.families.twenty_one.round import TwentyOne

    played = game_on(layout)
    if isinstance(played, TwentyOne):
        from pitboss.web.felts.twenty_one import TwentyOneFelt

        return TwentyOneFelt(layout, seats)
    if isinstance(played, HousePoker):
        from pitboss.web.felts.poker import PokerFelt

        return PokerFelt(layout, seats)
    from pitboss.web.felts.generic import GenericFelt

    return GenericFelt(layout, seats)


__all__ = ["SHARED", "Area", "Felt", "Piece", "area_id", "felt_of"]
