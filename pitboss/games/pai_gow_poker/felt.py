"""The felt of pai gow poker: the family's places for the hands, with the bank in the middle in view of everyone.

The bank's box names the banker and the wagers against the bank, and a plate marks the banker's place. Red and black are
two spots side by side. If a player may wager on two areas, the adjacent ones can be clicked too.
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.chapter.odds import cents, dollars
from pitboss.families.pai_gow.bank_felt import bank_box, bank_marker, bank_text
from pitboss.families.pai_gow.felt import PaiGowFelt
from pitboss.felts.card_table import Seen
from pitboss.felts.chips import RADIUS, stack
from pitboss.felts.felt import Piece
from pitboss.felts.lettering import PrintedTable, gathered, name_of, pays_of, words_of
from pitboss.felts.places import Place, Spot
from pitboss.games.pai_gow_poker.round import COLOUR, COLOURS, PROGRESSIVE

BANK, DEALER_WAGER = "bank", "dealer_wager"


class PaiGowPokerFelt(PaiGowFelt):
    """The felt of Subchapter 11."""

    # ---- Places

    def boxes_drawn(self) -> int:
        return max(self.seats, self.game.seats) if self.game.areas > 1 else self.seats

    def claims(self, box: int, me: int) -> list[tuple[int, str]]:
        beside = self.game.areas > 1 and me and abs(box - me) == 1
        return [(box, ""), (me, str(box))] if beside else [(box, "")]

    def box_of(self, wager: Seen) -> int:
        spot = str(wager.get("spot", "")).partition(" ")[0]
        return int(spot) if spot.isdecimal() else int(wager["position"])

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        spots: list[Spot] = []
        for spot in map(self._fitted, super().spots_at_a_place()):
            if self._settles(spot.wager) != COLOUR:
                spots.append(spot)
                continue
            half = spot.size / 2
            for side, colour in zip((-1, 1), COLOURS, strict=True):
                spots.append(Spot(spot.wager, spot.x + side * half, spot.y, (colour.upper(),), "box", half - 1, colour))
        return tuple(spots)

    def _fitted(self, spot: Spot) -> Spot:
        """A spot, shrunk to fit next to the cards in a narrow picture if its row has several."""
        row = next(row for row in self.rows if spot.wager in row)
        if not self.narrow or len(row) == 1:
            return spot
        size, apart = (17, 37) if len(row) == 2 else (12.5, 27)
        x = self.spots_x - 3 + (row.index(spot.wager) - (len(row) - 1) / 2) * apart
        return Spot(spot.wager, x, spot.y, spot.lines, spot.shape, size)

    def _settles(self, kind: str) -> str:
        return str(self.layout.rules.wagers[kind].terms["settles"])

    def lies(self, seen: Seen, wager: Seen, place: Place) -> tuple[float, float]:
        """Draw a bank where its player's wager would be, and a colour on its own spot."""
        if wager["kind"] == BANK:
            return super().lies(seen, {**wager, "kind": self.game.main}, place)
        named = wager.get("spot", "")
        spot = next((one for one in self.spots if one.wager == wager["kind"] and one.mark == named and named), None)
        return (spot.x, spot.y) if spot else super().lies(seen, wager, place)

    # ---- The middle of the table

    @property
    def _bank_at(self) -> tuple[float, float, float]:
        return (200, 128, 0.86) if self.narrow else (600, 168, 1.0)

    def stage_height(self) -> float:
        return super().stage_height() + (38 if self.narrow else 34) * self.game.player_bank

    def stage(self) -> str:
        return super().stage() + (bank_box(*self._bank_at) if self.game.player_bank else "")

    def pay_tables(self) -> list[PrintedTable]:
        beside = [kind for kind in self.layout.wagers if kind not in (BANK, DEALER_WAGER, self.game.main)]
        named = [(name_of(self.layout, kind), self._pays(kind)) for kind in beside]
        percent = 0 if self.layout.option("variation") == "ez" else self.layout.option("vigorish_pct")
        hand = [("Both hands higher", "1 to 1"), ("One of them", "push")]
        hand += [("Vigorish on a win", f"{percent}%")] if percent else [("Dealer queen high", "push")]
        return [*gathered(sorted(named, key=lambda one: -len(one[1]))), PrintedTable("The hand", tuple(hand))]

    def _pays(self, kind: str) -> tuple[tuple[str, str], ...]:
        """A wager's pay table; a progressive one lists shares of the meter and total dollars."""
        odds, printed = self.layout.odds_table(kind), self.layout.rules.felt.pays.get(kind, {})

        def named(row: str) -> str:
            return printed.get(row) or words_of(row)

        if self._settles(kind) != PROGRESSIVE:
            return tuple((named(row), pays_of(one) if one.win else "push") for row, one in odds.items())
        terms = self.layout.rules.wagers[kind].terms
        stake = cents(terms["fixed"])
        meter = [(named(row), f"{float(share):.0%} of meter") for row, share in terms["meter"].items()]
        return (*meter, *((named(row), dollars(one.pays(stake) + stake)) for row, one in odds.items()))

    # ---- The bank

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        yield from super().cards_and_marks(seen, me, focus)
        if self.game.player_bank:
            yield from self._bank(seen, focus)

    def _bank(self, seen: Seen, focus: int) -> Iterator[Piece]:
        """The bank's box and plate."""
        x, y, scale = self._bank_at
        yield Piece("bank", bank_text(seen, self.game.main, scale), x, y)
        banker = seen.get("banker", 0)
        if 1 <= banker <= self.boxes:
            yield bank_marker(
                self.place(banker, focus), bool(seen.get("co")), self.spots_x, 27 + 52 * (len(self.rows) - 1) + 34
            )
        for wager in seen.get("wagers", ()):
            if wager["kind"] == DEALER_WAGER:
                (middle, wide, _), *_ = self._dealer_hands()
                chips = stack(wager["amount"], radius=RADIUS * (0.5 if self.narrow else 0.8))
                yield Piece(f"chips|0|{DEALER_WAGER}|", chips, middle + wide / 2 + 12, self.dealer_at[1], "laid")


FELT = PaiGowPokerFelt
