"""The felt of chemin de fer: the large baccarat table with the bank in its middle.

The bank is in the middle, where everyone sees how much of it is covered. A plate marks the player who has the shoe and
the bank, and the player of the Player's Hand. Each seat has its two ways to play against the bank. The Player's two
cards stay face down until the end, in front of an open third card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from pitboss.chapter.odds import dollars
from pitboss.equipment import Card
from pitboss.families.baccarat.felt import BLUE, RED, BaccaratFelt
from pitboss.felts.card_table import Seen
from pitboss.felts.felt import Piece
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, SHADE, rect, text
from pitboss.felts.lettering import AMBER, PrintedTable, fitted
from pitboss.felts.places import Place

BANK = "bank"
_WIDE, _HIGH = 250.0, 52.0
"""The size of the bank's box."""


class CheminDeFerFelt(BaccaratFelt):
    """The felt of Subchapter 4."""

    tints: ClassVar[Mapping[str, str]] = {BANK: RED, "banco": BLUE, "against_bank": BLUE}

    # ---- What is printed

    def stage(self) -> str:
        x, y, scale = self._bank_at
        how = f'fill="{SHADE}" stroke="{BRASS}" stroke-width="1.6"'
        wide, high = _WIDE * scale, _HIGH * scale
        drawn = rect(x - wide / 2, y - high / 2, wide, high, how, 9)
        drawn += text(
            x - wide / 2 + 10, y - high / 2 + 11 * scale, "THE BANK", 10 * scale, BRASS, 700, "start", spacing=2
        )
        return super().stage() + drawn

    @property
    def _bank_at(self) -> tuple[float, float, float]:
        return (self.width / 2, 206.0, 0.8) if self.narrow else (self.width / 2, 190.0, 1.0)

    def stage_height(self) -> float:
        return super().stage_height() + (54 if self.narrow else 30)

    @property
    def _beads_at(self) -> tuple[float, float, float, int]:
        x, y, cell, columns = super()._beads_at
        return (x, y, cell, columns) if self.narrow else (x, y, cell, columns - 1)

    def pay_tables(self) -> list[PrintedTable]:
        percent = f"{self.layout.option('vigorish_pct')}%"
        draws = (("Player 0-4", "draws"), ("Player 5", "as he likes"), ("Player 6, 7", "stands"))
        banker = "as he likes" if self.layout.option("banker_draw_rule") == "free" else "by the table"
        return [
            PrintedTable("Pays", (("Against the bank", "1 to 1"), ("Bank", "1 to 1"), ("Vigorish, bank", percent))),
            PrintedTable("Third card", (*draws, ("Banker", banker))),
        ]

    def _tables(self) -> tuple[list[PrintedTable], PrintedTable]:
        pays, draws = self.pay_tables()
        return [draws], pays

    # ---- Cards and the bank

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        yield from super().cards_and_marks(seen, me, focus)
        yield from self._bank(seen)
        control = seen.get("control", 0)
        if 1 <= control <= self.boxes:
            yield self._plate("control", "PLAYER", self.place(control, focus))

    def cards_of(self, seen: Seen, hand: str) -> list[str]:
        """The first two cards, then the third, even while only the third is open."""
        return [*seen.get(f"{hand}_down", ()), *seen.get(hand, ())]

    def _winner(self, seen: Seen, player: tuple[Card, ...], banker: tuple[Card, ...]) -> str:
        if not seen.get("complete") or len(player) < 2 or len(banker) < 2:
            return ""
        return self.game.rules.coup(player, banker).winner

    def _bank(self, seen: Seen) -> Iterator[Piece]:
        """The stated bank, how much of it is covered, and by how many players."""
        wagers: Sequence[Seen] = seen.get("wagers", ())
        bank = next((wager for wager in wagers if wager["kind"] == BANK), None)
        x, y, scale = self._bank_at
        if bank is None:
            return
        against = [wager for wager in wagers if wager["kind"] != BANK]
        covered = sum(wager["amount"] for wager in against)
        wide = (_WIDE - 24) * scale
        level = min(1.0, covered / bank["amount"])
        drawn = rect(-wide / 2, 12 * scale, wide, 7 * scale, f'fill="{BLACK}" stroke="{IVORY}" stroke-opacity="0.4"', 3)
        drawn += rect(-wide / 2, 12 * scale, wide * level, 7 * scale, f'fill="{AMBER}"', 3) if covered else ""
        drawn += text(0, -9 * scale, dollars(bank["amount"]), 17 * scale, IVORY, 800)
        coverage = f"{dollars(covered)} covered, {dollars(bank['amount'] - covered)} left"
        drawn += text(0, 5 * scale, coverage if covered < bank["amount"] else "covered", 10.5 * scale, IVORY, 600)
        yield Piece("bank", drawn, x, y)

    def _curator(self, place: Place) -> Piece:
        """The marker of the player who has the shoe and the bank."""
        return self._plate("curator", "BANK", place)

    def _plate(self, id: str, words: str, place: Place) -> Piece:
        drawn = fitted(words, 52, 8.5, AMBER if id == "curator" else BRASS, INK)
        if place.small:
            return Piece(id, drawn, place.x, place.y)
        half = min(self.column - 6, 132) / 2
        y = place.y if self.narrow else max(self.arc(place.x - half), self.arc(place.x + half))
        return Piece(id, drawn, place.x, y + self.seat_at[1] + 25)


FELT = CheminDeFerFelt
