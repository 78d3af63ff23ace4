"""The felts of house poker games, played against the dealer or a pay table.

The layout's wagers are drawn in rows at each place, in the order of the game's rules.toml (`[felt] rows`). By default
side wagers are at the top and the wagers on the hand are below them. A hand is named only if its cards are visible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, cents, dollars
from pitboss.families.house_poker.round import Hand, HousePoker, PokerState, SetHands
from pitboss.felts.card_table import CardTable, Seen
from pitboss.felts.cards import HEIGHT, INDEX, WIDTH, fan, numbered, open_cards
from pitboss.felts.felt import Piece
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, text
from pitboss.felts.lettering import (
    PrintedTable,
    Rows,
    fitted,
    gathered,
    height_of,
    lines_of,
    name_of,
    outlines,
    pays_of,
    print_tables,
    words_of,
)
from pitboss.felts.places import Place, Spot
from pitboss.hands import Hand as Poker

_ROW, _CARD, _ASIDE = 52, 0.78, 0.36
_BOARD = 5 * (WIDTH + 4)
"""The width available for the cards in the middle."""
_LONG = 15
"""The longest hand name that still includes its ranks when two hands are side by side."""
_SIZE = 11.5
"""The font size of the pay tables in a wide picture."""


class PokerFelt(CardTable):
    """The felt of a poker game against the house."""

    game: HousePoker[Any]

    def __init__(self, game: HousePoker[Any], seats: int, narrow: bool = False) -> None:
        layout = game.layout
        self.rows = _rows(layout)
        high = _ROW * len(self.rows)
        # In a narrow picture the cards are next to the wagers, otherwise below them.
        self.spots_x, self.cards_x, self.cards_y = (-64.0, 71.0, 40.0) if narrow else (0.0, 0.0, high + 42.0)
        self.seat_at = (self.cards_x, self.cards_y + 72)
        self.place_height = max(high + 6, self.cards_y + 94)
        dealt = [fact.value for name, fact in layout.rules.facts.items() if name.startswith("dealing_")]
        facts = [fact.value for fact in layout.rules.facts.values() if isinstance(fact.value, Mapping)]
        later = sum(what["cards"] for what in facts if set(what) == {"cards", "burns"})
        self.community = max((what.get("community", 0) for what in dealt), default=0) or later
        second = layout.rules.facts.get("second_deal")
        more = second.value if second is not None else {}
        self.own_cards, self.dealer_cards = (
            max(what.get(whose, 0) for what in dealt) + more.get(whose, 0) for whose in ("player", "dealer")
        )
        super().__init__(game, seats, narrow)

    # ---- The places

    def boxes_drawn(self) -> int:
        return max(self.seats, self.game.seats) if self._two_positions else self.seats

    @property
    def _two_positions(self) -> bool:
        return self.game.applies({"two_positions": (True,)})

    @property
    def _hand_width(self) -> float:
        """The width available for the cards of a hand."""
        return 122 if self.narrow else 142

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        spots = []
        for at, row in enumerate(self.rows):
            apart = 60 if self._same_amount(row) else 52 if len(row) < 3 else 47
            for across, kind in enumerate(row):
                x = self.spots_x + (across - (len(row) - 1) / 2) * apart
                decided = self.game.terms[kind].made == "decision"
                lines = lines_of(self.layout, kind)
                y, size = 27 + at * _ROW, (24 if len(row) < 3 else 22) - 2 * decided
                spots.append(Spot(kind, x, y, lines, "box" if decided else "circle", size))
        # The layout begins with the wager that opens the hand.
        return tuple(sorted(spots, key=lambda spot: list(self.layout.wagers).index(spot.wager)))

    def _same_amount(self, row: Sequence[str]) -> bool:
        """Whether two adjacent wagers are made together and for the same amount."""
        terms = [self.game.terms[kind] for kind in row]
        return len(row) == 2 and terms[1].beside == row[0] and terms[1].times == 1 and not terms[1].amount

    def print_place(self, place: Place) -> str:
        x, y = place.at(self.cards_x, self.cards_y)
        own = self.own_cards
        apart = (self._hand_width / _CARD - WIDTH) / max(own - 1, 1) - WIDTH
        lie = outlines(own, x, y, _CARD * place.scale, min(4, apart))
        if any(
            choice.discards
            for decision in self.game.declared_decisions.values()
            for choice in decision.choices.values()
        ):
            lie += outlines(1, *place.at(*self._aside_at), _ASIDE * place.scale, 4)
        signs = [place.at(self.spots_x, 27 + at * _ROW) for at, row in enumerate(self.rows) if self._same_amount(row)]
        equal = [text(x, y, "=", 15 * place.scale, BRASS, 800) for x, y in signs]
        return super().print_place(place) + lie + "".join(equal)

    @property
    def _aside_at(self) -> tuple[float, float]:
        """Where a discarded card is drawn: to the left of the betting area, or below it in a narrow picture."""
        low = 27 + (len(self.rows) - 1) * _ROW
        return (self.spots_x, low + _ROW) if self.narrow else (self.spots_x - 65, low)

    def claims(self, box: int, me: int) -> list[tuple[int, str]]:
        beside = self._two_positions and me and abs(box - me) == 1
        return [(box, ""), (me, str(box))] if beside else [(box, "")]

    def box_of(self, wager: Seen) -> int:
        spot = wager.get("spot", "")
        return int(spot) if spot else int(wager["position"])

    # ---- The middle of the table

    @property
    def dealer_at(self) -> tuple[float, float, float]:
        if not self.narrow:
            return 600, 76, 1.05
        return 200, 64, 0.8 if self.dealer_cards <= 3 else 0.62

    @property
    def _community_at(self) -> tuple[float, float, float]:
        if not self.dealer_cards:
            return self.dealer_at
        return (200, 164, 0.8) if self.narrow else (600, 202, 1.05)

    def stage_height(self) -> float:
        both = bool(self.dealer_cards and self.community)
        if self.narrow:
            return 222 if both else 132
        tables = 100 + height_of(self.pay_tables(), 2, _SIZE)
        return max(372 if both else 246, tables)

    def stage(self) -> str:
        printed = ""
        if self.dealer_cards:
            x, y, scale = self.dealer_at
            printed += outlines(self.dealer_cards, x, y, scale)
        if self.community:
            printed += self.community_printed()
        if self.narrow:
            return printed + text(200, self.crest - 10, self._qualifying(), 11, IVORY, 600, serif=True, within=370)
        tables = print_tables(self.pay_tables(), [(176, 24), (820, 24)], 204, _SIZE)
        says = self.along("rule", self._qualifying(), 20, 15, reach=300)
        return printed + tables + self.along("name", self.layout.rules.game.name.upper(), 46, 24, BRASS, 400) + says

    def _qualifying(self) -> str:
        """The lowest hand with which the dealer qualifies, or the opponent that a hand plays against."""
        if not self.dealer_cards:
            return "Played against the pay table"
        if isinstance(self.game, SetHands):
            return "Every hand must be higher: copies are the dealer's"
        if not self.game.least_qualifying:
            return "The higher hand wins"
        named = words_of(str(self.layout.fact("qualifying"))).lower()
        return f"The dealer needs {'a pair' if named == 'pair' else named} or better"

    # ---- Pay tables

    def pay_tables(self) -> list[PrintedTable]:
        return gathered(self._named_rows())

    def _named_rows(self) -> Iterator[tuple[str, Rows]]:
        """Yield the pay table of each wager, the longest first; wagers that pay the same share a table."""
        named: dict[Rows, list[str]] = {}
        single: list[tuple[str, Rows]] = []
        for kind in self.layout.wagers:
            rows = self._pays(kind)
            if len(rows) > 1:
                named.setdefault(rows, []).append(name_of(self.layout, kind))
            elif rows:
                single.append((name_of(self.layout, kind), rows))
            if self.game.terms[kind].bonus:
                bonus = tuple((words_of(row), pays_of(odds)) for row, odds in self.game.bonus_table(kind).items())
                named[bonus] = [f"{name_of(self.layout, kind)} bonus"]
        if self.game.declarations.at_once is not None:
            row, odds = self.game.declarations.immediate_winner_odds
            single.append((words_of(row), (("", pays_of(odds)),)))
        for rows in sorted(named, key=len, reverse=True):
            yield named[rows][0] if len(named[rows]) == 1 else "Each wager", rows
        yield from single

    def _pays(self, kind: str) -> Rows:
        """A wager's pay table rows: meter shares, dollar amounts, or odds."""
        terms = self.game.terms[kind]
        awards = terms.awards.get(self.game.table_of(kind), {})
        odds = self.layout.odds_table(kind)
        from_meter = {row: award for row, award in terms.meter.items() if self.game.applies(award.when)}
        rows: dict[str, str] = {row: f"{award.share:.0%} of meter" for row, award in from_meter.items()}
        rows |= {row: dollars(cents(prize)) for row, prize in awards.items()}
        rows |= {row: self._prize(kind, one) for row, one in odds.items() if row not in rows}
        rows |= {f"{row}, others": dollars(cents(prize)) for row, prize in terms.envy.items()}
        printed = self.layout.rules.felt.pays.get(kind, {})
        return tuple((printed.get(row) or words_of(row), pays) for row, pays in rows.items())

    def _prize(self, kind: str, odds: Odds) -> str:
        """The amount in dollars if the stake is fixed and not returned; else the odds."""
        terms = self.game.terms[kind]
        if not (terms.stake_taken and terms.fixed):
            return pays_of(odds)
        stake = cents(terms.fixed)
        return dollars(odds.pays(stake) + stake)

    # ---- Cards

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        yield from self.community_cards([*seen.get("community", ()), *seen.get("community_down", ())])
        yield from self._dealer(seen)
        for hand in seen.get("hands", ()):
            if 1 <= hand["box"] <= self.boxes:
                place = self.place(hand["box"], focus)
                yield from self._small_hand(hand, place) if place.small else self._hand(seen, hand, place)
        for wager in seen.get("taken_back", ()):
            if 1 <= self.box_of(wager) <= self.boxes:
                yield from self._taken_back(seen, wager, self.place(self.box_of(wager), focus))

    def community_printed(self) -> str:
        """The outlines of the community cards."""
        x, y, scale = self._community_at
        return outlines(self.community, x, y, scale)

    def community_cards(self, cards: Sequence[str]) -> Iterator[Piece]:
        """Draw the community cards in the order in which they are dealt."""
        x, y, scale = self._community_at
        yield from fan(numbered("community", cards), x, y, scale, _BOARD * scale, self.community)

    def _taken_back(self, seen: Seen, wager: Seen, place: Place) -> Iterator[Piece]:
        if not place.small:
            x, y = place.at(*self.lies(seen, wager, place))
            drawn = fitted("taken back", 46 * place.scale, 10 * place.scale, IVORY, INK)
            yield Piece(f"back|{wager['position']}|{wager['kind']}|{wager.get('spot', '')}", drawn, x, y)

    def _dealer(self, seen: Seen) -> Iterator[Piece]:
        up, down = seen.get("dealer", []), seen.get("dealer_down", [])
        x, y, scale = self.dealer_at
        if parts := seen.get("dealer_parts"):
            named = self._set_names([*up, *down], seen.get("community", ()))
            below, size = HEIGHT * scale / 2 + 12, 11 if self.narrow else 13
            yield from self._draw_set_hands(
                "dealer", [*up, *down], parts, named, x, y, scale, _BOARD * scale, below, size
            )
            return
        yield from fan(numbered("dealer", [*up, *down]), x, y, scale, _BOARD * scale, self.dealer_cards)
        best = self._hand_of([*up, *down], seen.get("community", ())) if up and not down else None
        if best is not None:
            short = not self.game.qualifies(best)
            words = f"{best}, does not qualify" if short else str(best)
            fill, ink = (BLACK, IVORY) if short else (IVORY, INK)
            below = y + HEIGHT * scale / 2 + 12
            yield Piece("name|dealer", fitted(words, 240, 11 if self.narrow else 13, fill, ink), x, below)

    def _hand(self, seen: Seen, hand: Seen, place: Place) -> Iterator[Piece]:
        box, fate = hand["box"], hand.get("fate", "")
        cards = [*hand.get("cards", ()), *hand.get("down", ())]
        x, y = place.at(self.cards_x, self.cards_y)
        room, places = self._hand_width * place.scale, self.own_cards
        if (parts := hand.get("parts")) and not fate:
            named, size = self._set_names(cards, seen.get("community", ())), 11 * min(place.scale, 1.15)
            lie = x, y, _CARD * place.scale, room, 44 * place.scale, size
            yield from self._draw_set_hands(str(box), cards, parts, named, *lie)
            return
        yield from fan(numbered(str(box), cards), x, y, _CARD * place.scale, room, places)
        if aside := [*hand.get("aside", ()), *hand.get("aside_down", ())]:
            yield from fan(numbered(f"{box}aside", aside), *place.at(*self._aside_at), _ASIDE * place.scale, room, 1)
        x, y = place.at(self.cards_x, self.cards_y + 44)
        size = 11 * min(place.scale, 1.15)
        if fate:
            yield Piece(f"fate|{box}", fitted(fate, room, size, BLACK, IVORY), x, y)
        elif (best := self._hand_of(cards, seen.get("community", ()))) is not None:
            yield Piece(f"name|{box}", fitted(str(best), room, size, IVORY, INK), x, y)

    def _draw_set_hands(
        self,
        whose: str,
        cards: Sequence[str],
        parts: Sequence[int],
        named: Sequence[str],
        x: float,
        y: float,
        scale: float,
        room: float,
        below: float,
        size: float,
    ) -> Iterator[Piece]:
        """Draw the hands that a player set, each with its name below it."""
        between, pieces = 14 * scale, numbered(whose, cards)
        share = (room - between * (len(parts) - 1)) / len(cards)
        left, begins = x - room / 2, 0
        for at, number in enumerate(parts):
            wide = share * number
            middle = left + wide / 2
            # Small enough that every index is visible.
            small = min(scale, wide / (WIDTH + INDEX * (number - 1)))
            yield from fan(pieces[begins : begins + number], middle, y, small, wide, number)
            words = named[at] if named else self.game.setting.names[at]  # type: ignore[attr-defined]
            words = words if len(words) <= _LONG else words.partition(",")[0]
            fill, ink = (IVORY, INK) if named else (BLACK, IVORY)
            yield Piece(f"name|{whose}|{at}", fitted(words, wide + between / 2, size, fill, ink), middle, y + below)
            left, begins = left + wide + between, begins + number

    def _set_names(self, written: Sequence[str], shared: Sequence[str]) -> tuple[str, ...]:
        """The names of the set hands if all their cards are visible, or "foul"."""
        own, community = open_cards(written), open_cards(shared)
        if not own or community is None or not isinstance(self.game, SetHands):
            return ()
        made = self.game.made_hands(self.game.setting.split(own), community)
        return tuple("foul" if self.game.foul_reason(made) else str(hand) for hand in made)

    def _small_hand(self, hand: Seen, place: Place) -> Iterator[Piece]:
        box, fate = hand["box"], hand.get("fate", "")
        cards = [*hand.get("cards", ()), *hand.get("down", ())]
        room, places = place.width - 10, self.own_cards
        yield from fan(numbered(str(box), cards), place.x, place.y + 34, 0.4, room, places)
        if fate:
            words = fitted(fate, place.width - 8, 10, BLACK, IVORY)
            yield Piece(f"fate|{box}", words, place.x, place.y + 34)

    def _hand_of(self, written: Sequence[str], shared: Sequence[str]) -> Poker | None:
        """The hand that these cards make with the community cards, if all are visible and there are enough of them."""
        own, community = open_cards(written), open_cards(shared)
        if isinstance(self.game, SetHands):  # Cards that have not been set yet do not form a hand.
            return None
        if not own or community is None or not self.game.complete(own, community):
            return None
        state: PokerState = self.game.state_type(community=community)  # type: ignore[call-arg, assignment]
        return self.game.best(state, Hand(1, 1, own))


def _rows(layout: Layout) -> list[tuple[str, ...]]:
    """The offered wagers, in rows."""
    known = layout.rules.felt.rows
    rest = [kind for kind in layout.wagers if not any(kind in row for row in known)]
    side = [kind for kind in rest if layout.rules.wagers[kind].terms.get("side")]
    hand = [kind for kind in rest if kind not in side]
    more = [kinds[at : at + 3] for kinds in (side, hand) for at in range(0, len(kinds), 3)]
    rows = [tuple(kind for kind in row if kind in layout.wagers) for row in (*known, *more)]
    return [row for row in rows if row]


FELT = PokerFelt
