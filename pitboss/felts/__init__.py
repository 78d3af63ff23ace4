"""Table felts: the printed layout, where chips are placed, and the pieces on them. Theory of operation:

1. A `Felt` draws one table as SVG from its layout and what one person may see (plain data from
   `pitboss.table.view`). It knows nothing about web pages, so it works in notebooks and reports too.
2. The print never changes; pieces appear, move and disappear by id.
3. This package has the building blocks of every felt (ink, cards, chips, dice, furniture, places around a table) and a
   generic felt for any game. A game's own felt is `felt.py` in its folder, one shared by a family is `felt.py` in the
   family's folder; each sets `FELT` to a class. `pitboss.library.felts` chooses among them.
4. Words printed by only one game are in its rules.toml under `[felt]`.
"""

from pitboss.felts.felt import SHARED, Area, Felt, Piece, area_id

__all__ = ["SHARED", "Area", "Felt", "Piece", "area_id"]
