"""The felts of the tables: what is printed on each, where chips are laid, what lies there. Theory of operation:

1. A `Felt` draws one table as SVG from its layout and from what one person may see of it (plain data, as
   `pitboss.table.view` gives it). It knows nothing of pages, and runs where there is no page: a notebook, a report.
2. What is printed stays; pieces come, move and go by their ids.
3. Here is what all felts are made of: ink, cards, chips, dice, furniture, places around a table; and the felt that
   suits any game. A game's own felt is `felt.py` in its folder, what a family shares is `felt.py` in the family's, each
   with a class named `FELT`. `pitboss.library.felts` chooses among them.
4. Words that only one game prints stand in its rules.toml under `[felt]`.
"""

from pitboss.felts.felt import SHARED, Area, Felt, Piece, area_id

__all__ = ["SHARED", "Area", "Felt", "Piece", "area_id"]
