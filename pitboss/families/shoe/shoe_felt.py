"""The felts of games dealt from a shoe: each place has its wagers in rows, as listed in rules.toml.

The dealer's cards are in the middle, next to the printed odds. Each game places the cards.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from pitboss.felts.card_table import CardTable
from pitboss.felts.ink import BRASS, IVORY, text
from pitboss.felts.lettering import PrintedTable, height_of, lines_of, pays_of, print_tables, words_of
from pitboss.felts.places import Spot
from pitboss.table.game import Game

ROW = 58
_SIZE = 12.5


class ShoeFelt(CardTable):
    """A table with places for wagers, and cards in the middle."""

    says = ""
    """The text printed below the game's name."""
    boxed: frozenset[str] = frozenset()
    """The wagers that follow another; their spots are drawn as boxes."""
    room_for_cards: float = 0
    """The height of a place's cards, which are below its wagers."""

    def __init__(self, game: Game[Any], seats: int, narrow: bool = False) -> None:
        layout = game.layout
        rows = [tuple(kind for kind in row if kind in layout.wagers) for row in layout.rules.felt.rows]
        self.rows = [row for row in rows if row]
        high = ROW * len(self.rows)
        self.cards_y = high + 8 + self.room_for_cards / 2
        self.seat_at = (0, high + self.room_for_cards + 26)
        self.place_height = high + self.room_for_cards + 48
        super().__init__(game, seats, narrow)

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        spots = []
        for at, row in enumerate(self.rows):
            for across, kind in enumerate(row):
                x = (across - (len(row) - 1) / 2) * 62
                shape = "box" if kind in self.boxed else "circle"
                spots.append(Spot(kind, x, 28 + at * ROW, lines_of(self.layout, kind), shape, 26))  # type: ignore[arg-type]
        # The game's main wager comes first.
        return tuple(sorted(spots, key=lambda spot: list(self.layout.wagers).index(spot.wager)))

    def pay_tables(self) -> list[PrintedTable]:
        tables = []
        for kind, words in self.layout.rules.felt.pays.items():
            if kind in self.layout.wagers:
                odds = self.layout.odds_table(kind)
                rows = tuple((words.get(row, words_of(row)), pays_of(one)) for row, one in odds.items())
                tables.append(PrintedTable(f"{self.layout.rules.wagers[kind].name} pays", rows))
        return tables

    # ---- The middle of the table

    @property
    def dealer_at(self) -> tuple[float, float, float]:
        """The position of the cards in the middle, and their scale."""
        return (200, 66, 0.86) if self.narrow else (600, 88, 1.1)

    def stage_height(self) -> float:
        if self.narrow:
            return 172
        return max(268, 96 + height_of(self.pay_tables(), 2, _SIZE))

    def stage(self) -> str:
        printed = self.print_middle()
        name = self.layout.rules.game.name.upper()
        if self.narrow:
            named = text(200, self.crest - 30, name, 17, BRASS, 700, serif=True, spacing=3)
            return printed + named + text(200, self.crest - 10, self.says, 11, IVORY, 600, serif=True, within=370)
        tables = print_tables(self.pay_tables(), [(170, 28), (810, 28)], 210, _SIZE)
        says = self.along("rule", self.says, 20, 15, reach=320)
        return printed + tables + self.along("name", name, 46, 25, BRASS, 400) + says

    @abstractmethod
    def print_middle(self) -> str:
        """What is printed around the dealer's cards."""
