"""Papers about a table: mathematical report, gaming guide (8.5), signs (8.3), petition for a new game (8.4).

Theory of operation
1. Each takes a licensee's table file, or a game's folder, and gives a `Document` (`pitboss.documents`); how it is
   printed is decided there. All games are alike here, a stranger's too: what is said comes from the layout, the price,
   the strategy, the felt and the paragraphs of the game, never from its name.
2. Nothing that is not offered at the table appears, and odds are written with the word to.
3. A paper carries the hash of the file that it was made from. `stale` compares it with the file of today.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.library.papers.guides import guide
    from pitboss.library.papers.petitions import Package, petition, petition_paper
    from pitboss.library.papers.reports import report
    from pitboss.library.papers.signs import change_sign, sign
    from pitboss.library.papers.table import PaperTable, stale, table_file

__all__ = [
    "Package",
    "PaperTable",
    "change_sign",
    "guide",
    "petition",
    "petition_paper",
    "report",
    "sign",
    "stale",
    "table_file",
]
__getattr__, __dir__ = exports(__name__, __file__)
