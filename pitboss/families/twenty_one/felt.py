"""The felts of twenty-one games: cards in front of the circle, split hands side by side, insurance along its line.

A box is a place on the layout. A player has areas on all boxes, since any free box may be wagered on. A hand's wagers
are below it, so that after a split it is clear which wager belongs to which hand. Cards are identified by the order in
which the box received them, so a card that moves to a new hand in a split keeps its identity.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from pitboss.chapter.odds import dollars
from pitboss.equipment import Card
from pitboss.families.twenty_one.round import TwentyOne
from pitboss.families.twenty_one.round.hands import place_of
from pitboss.families.twenty_one.terms import STAKES
from pitboss.felts.card_table import CardTable, Seen
from pitboss.felts.cards import HEIGHT, INDEX, WIDTH, card_svg, numbered, open_cards
from pitboss.felts.felt import Area, Piece
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, RED, SHADE, circle, polygon, rect, text
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
from pitboss.felts.places import Place, Spot, middle

_CARD = (0.8, 0.8, 0.7, 0.6, 0.52)
"""The scale of the cards, by the number of hands at a box."""
_SIZE = 11.0
"""The size of the pay tables in a wide picture."""
_LINE = (62.0, 30.0)
"""How far above the arc each end of the insurance line is."""


class TwentyOneFelt(CardTable):
    """The felt of a twenty-one game."""

    game: TwentyOne[Any]

    def __init__(self, game: TwentyOne[Any], seats: int, narrow: bool = False) -> None:
        self.cards_y, self.circle_y, self.room = (68.0, 150.0, 264.0) if narrow else (48.0, 130.0, 148.0)
        super().__init__(game, seats, narrow)

    # ---- The places

    def boxes_drawn(self) -> int:
        return self.game.house.boxes

    def spots_at_a_place(self) -> tuple[Spot, ...]:
        spots = self._circles()
        one = len(spots) == 1
        self.hand_x = {self.game.terms[spot.wager].hand: spot.x for spot in spots} if self.several else {}
        self.circle_x = {} if self.several else {self.game.terms[spot.wager].circle: spot.x for spot in spots}
        self.lines = sorted([*self.circle_x.values(), *self.hand_x.values()])
        """The positions of insurance wagers on their line, from left to right."""
        below = self.circle_y + (0 if one else 34)
        apart, size = (44, 15) if one else (11, 10)
        later = {self.game.terms[kind].role: kind for kind in self.layout.wagers}
        raises = self._raise_spots(below)
        marks = [(x, f"/{number}" if number else "", "-2") for number, x in self.circle_x.items()]
        marks += [(x, f"-{hand}" if hand > 1 else "", f"-{hand + 2}") for hand, x in self.hand_x.items()]
        for x, mark, parted in marks:
            if "double" in later:
                spots.append(Spot(later["double"], x + apart, below, size=size, mark=mark))
            if "split" in later:
                at = f"{parted}{mark}" if self.circle_x else parted
                spots.append(Spot(later["split"], x - apart, below, size=size, mark=at))
            if "insurance" in later:
                spots.append(Spot(later["insurance"], x, 0, size=0, mark=mark))
        spots += raises
        spots += self._side_spots(below + (26 if one else 12) + (40 if raises else 0))
        lowest = max(spot.y + spot.size for spot in spots)
        self.seat_at, self.place_height = (0, lowest + 22), lowest + 42
        return tuple(spots)

    @property
    def several(self) -> bool:
        """Whether several hands are dealt to a place, each with its own betting box."""
        return len(self.game.dealt_to) > 1

    def _hand_at(self, number: int) -> float:
        """The middle of a hand before any card is dealt; the first hand is at the dealer's left."""
        many = len(self.game.dealt_to)
        return self.room / 2 - (self.game.dealt_to.index(number) + 0.5) * self.room / many

    def _circles(self) -> list[Spot]:
        """The circle of the main wager, or several circles with their numbers."""
        mains, y = self.game.mains, self.circle_y
        if self.several:
            size = 25 if self.narrow else 22
            hands = {kind: self.game.terms[kind].hand for kind in mains}
            return [Spot(kind, self._hand_at(hand), y, (str(hand),), size=size) for kind, hand in hands.items()]
        if len(mains) == 1:
            return [Spot(mains[0], 0, y, size=26)]
        xs = [(at - (len(mains) - 1) / 2) * 48 for at in range(len(mains))]
        return [Spot(kind, x, y, (str(at),), size=21) for at, (kind, x) in enumerate(zip(mains, xs, strict=True), 1)]

    def _raise_spots(self, below: float) -> list[Spot]:
        """The spots below the circle for wagers made while the first cards are dealt."""
        kinds = self.game.raises
        xs = [(at - (len(kinds) - 1) / 2) * 46 for at in range(len(kinds))]
        return [
            Spot(kind, x, below + 47, lines_of(self.layout, kind), size=18) for kind, x in zip(kinds, xs, strict=True)
        ]

    def _side_spots(self, top: float) -> list[Spot]:
        """Side wagers in rows below the circle."""
        kinds = [kind for kind in self.layout.wagers if self._is_side(kind)]
        if self.narrow and self.several and len(kinds) == 1:
            # Between two hands' boxes there is room for one wager that does not cover the player's name plate.
            return [Spot(kinds[0], 0, self.circle_y, lines_of(self.layout, kinds[0]), size=21)]
        size, apart, most = (21, 46, 5) if self.narrow or len(kinds) <= 3 else (17, 37, 4)
        spots = []
        for at, kind in enumerate(kinds):
            row, across = divmod(at, most)
            here = min(most, len(kinds) - most * row)
            x, y = (across - (here - 1) / 2) * apart, top + size + 4 + row * (2 * size + 3)
            spots.append(Spot(kind, x, y, lines_of(self.layout, kind), size=size))
        return spots

    def _is_side(self, kind: str) -> bool:
        return self.game.terms[kind].role in ("side", "streak")

    def own_box(self, me: int) -> int:
        """The box in front of a player; a player without one sees another player's."""
        return (me - 1) % self.boxes + 1

    def claims(self, box: int, me: int) -> list[tuple[int, str]]:
        """The areas of all free boxes, because a player may wager on any of them."""
        return [(box, str(box)), (me, str(box))] if me and me != box else [(box, str(box))]

    # ---- The insurance line

    def area(self, spot: Spot, place: Place, position: int, called: str) -> Area:
        if spot.wager != self.game.kind_of.get("insurance"):
            return super().area(spot, place, position, called)
        corners = self._on_line(place, spot.x)
        x, y = middle(corners)
        return self.area_at(spot, place, position, called, x, y, polygon(corners), corners[1][0] - corners[0][0])

    def _on_line(self, place: Place, circle_x: float) -> list[tuple[float, float]]:
        """The part of the insurance line that belongs to a box, or to one of its circles."""
        circles = self.lines
        wide = (self.width - 60 if self.narrow else self.column - 4) / len(circles)
        left = place.x + (circles.index(circle_x) - len(circles) / 2) * wide
        if self.narrow:
            ends, (above, below) = (place.y, place.y), (-2.0, -32.0)
        else:
            ends, (above, below) = (self.arc(left), self.arc(left + wide)), _LINE
        return [
            (left, ends[0] - above),
            (left + wide, ends[1] - above),
            (left + wide, ends[1] - below),
            (left, ends[0] - below),
        ]

    def _printed_line(self) -> str:
        kind = self.game.kind_of.get("insurance")
        if kind is None:
            return ""
        odds = self.layout.odds_table(kind)
        rows = [str(one) if row in ("", "other") else f"{one} {words_of(row)}" for row, one in reversed(odds.items())]
        words = f"INSURANCE PAYS {', '.join(rows)}".upper()
        how = f'fill="{SHADE}" fill-opacity="0.6" stroke="{IVORY}" stroke-opacity="0.7"'
        if self.narrow:
            line = rect(20, self.mine_y, self.width - 40, 33, how, 8)
            return line + text(
                200, self.mine_y + 17, words, 13, IVORY, 700, serif=True, spacing=2, within=self.width - 56
            )
        reach = self.column * self.boxes / 2 - 2
        xs = [self.width / 2 + reach * at / 24 for at in range(-24, 25)]
        edge = [(x, self.arc(x) - _LINE[0]) for x in xs] + [(x, self.arc(x) - _LINE[1]) for x in reversed(xs)]
        return polygon(edge, how) + self.along("insurance", words, _LINE[1] + 9, 18, IVORY, min(reach, 420))

    # ---- What is printed

    @property
    def _dealer_at(self) -> tuple[float, float, float]:
        return (200, 56, 0.8) if self.narrow else (600, 74, 1.05)

    def stage_height(self) -> float:
        return 152 if self.narrow else max(292.0, 148 + height_of(self.pay_tables(), 2, _SIZE))

    def stage(self) -> str:
        odds, rule = self.game.main_odds.get("blackjack"), self._dealer_rule()
        pays = f"BLACKJACK PAYS {odds}".upper() if odds else self.layout.rules.game.name.upper()
        printed = outlines(2, *self._dealer_at) + self._printed_line()
        if self.narrow:
            printed += text(200, 120, pays, 15, BRASS, 700, serif=True, spacing=1, within=340)
            return printed + text(200, 138, rule, 11.5, IVORY, 700, serif=True, spacing=0.6, within=350)
        printed += self.along("pays", pays, 108, 27, BRASS) + self.along("rule", rule, 80, 16)
        return printed + print_tables(self.pay_tables(), [(176, 24), (820, 24)], 204, _SIZE)

    def _dealer_rule(self) -> str:
        stands = self.layout.fact("dealer_stands")
        soft = f"hit soft {stands}" if self.game.house.soft17 == "hit" else f"stand on all {stands}s"
        ties = "".join(f"; dealer's {total} pushes" for total in self.game.house.ties)
        return f"Dealer must draw to {stands - 1} and {soft}{ties}"

    def print_place(self, place: Place) -> str:
        """Print two lines in the main circle instead of its name."""
        if len(self.game.mains) > 1:
            return super().print_place(place)
        x, y = place.at(0, self.circle_y)
        line = f'fill="none" stroke="{IVORY}" stroke-opacity="0.85"'
        outer = circle(x, y, 26 * place.scale, f'{line} stroke-width="2"')
        inner = circle(x, y, 20 * place.scale, f'{line} stroke-width="0.8"')
        return super().print_place(place) + outer + inner

    # ---- Pay tables

    def pay_tables(self) -> list[PrintedTable]:
        chosen = [(words, self.layout.option(option)) for option, words in self.layout.rules.felt.extra.items()]
        extra: list[tuple[str, Rows]] = [
            (words, (("", str(pays)),)) for words, pays in chosen if pays not in (None, "off")
        ]
        main = self.game.mains[0]
        words, odds = self.layout.rules.felt.pays.get(main, {}), self.layout.odds_table(main)
        if self.game.extra and words:
            extra.append(("Bonus 21", tuple((words[row], pays_of(odds[row])) for row in words if row in odds)))
        side = [(name_of(self.layout, kind), self._rows(kind)) for kind in self.layout.wagers if self._is_side(kind)]
        return gathered([*extra, *side])

    def _rows(self, kind: str) -> Rows:
        odds = self.layout.odds_table(kind)
        # A match with the dealer's card pays by the number of decks, so its row names end in that number.
        named = self.game.match_row if kind == "match_dealer" else ""
        decks = f"_{named}" if named else ""
        rows = {row.removesuffix(decks): pays_of(one) for row, one in odds.items() if row.endswith(decks)}
        if kind == "progressive" and "progressive_meter" in self.layout.rules.facts:
            award = self.layout.fact("progressive_meter")
            rows[award["outcome"]] = f"{award['share']:.0%} of meter"
        words = self.layout.rules.felt.pays.get(kind, {})
        return tuple((words.get(row) or words_of(row), pays) for row, pays in rows.items())

    # ---- Wagers

    def box_of(self, wager: Seen) -> int:
        place = place_of(wager.get("spot", ""))
        return place.box if place else int(wager["position"])

    def deciding(self, seen: Seen) -> int:
        place = place_of(seen.get("turn", ""))
        return place.box if place else 0

    def lies(self, seen: Seen, wager: Seen, place: Place) -> tuple[float, float]:
        terms, spot = self.game.terms[wager["kind"]], place_of(wager.get("spot", ""))
        people = [other["position"] for other in seen.get("wagers", ()) if self.box_of(other) == place.box]
        aside = 15 * list(dict.fromkeys(people)).index(wager["position"])
        circle_x = self.circle_x.get((spot.circle if spot else 0) or terms.circle, 0)
        if terms.role == "insurance":
            hand_x = self.hand_x.get(spot.hand or 1, 0) if spot else 0
            x, y = middle(self._on_line(place, hand_x if self.several else circle_x))
            return (x - place.x) / place.scale + aside, (y - place.y) / place.scale
        if self._is_side(wager["kind"]) or terms.role == "raise":
            x, y = super().lies(seen, wager, place)
            return x + aside, y
        number, double = (spot.hand if spot else 0) or terms.hand, terms.role == "double"
        columns = self._columns(seen, place.box)
        if self.several and not columns:
            return self._hand_at(number) + aside, self.circle_y
        if len(self.circle_x) > 1:
            later = 8 * (number - 1)
            return circle_x + aside + later + 12 * double, self.circle_y + later + 14 * double
        if len(columns) < 2:
            return aside + 44 * double, self.circle_y
        return columns.get(number, (0, 0))[0] + aside + 15 * double, self.circle_y + 17 * double

    def marked(self, wager: Seen) -> str:
        won = sum(wager.get("marks", ()))
        return f"{won} won" if won else ""

    # ---- Cards

    def cards_and_marks(self, seen: Seen, me: int, focus: int) -> Iterator[Piece]:
        yield from self._dealer(seen)
        received = {box["number"]: list(box.get("received", ())) for box in seen.get("boxes", ())}
        for box in range(1, self.boxes + 1):
            hands = sorted(_hands(seen, box), key=_number)
            ids = _ids(box, hands, received.get(box, []))
            there = [hand for hand in hands if hand.get("fate") != "out"]
            pieces = [list(self._hand(seen, hand, ids[_number(hand)], self.place(box, focus))) for hand in there]
            # All first cards before second cards, so that a card that goes to the other hand is on top of its first
            # card.
            yield from (piece for row in zip_longest(*pieces) for piece in row if piece is not None)
        yield from self._results(seen, focus)

    def _dealer(self, seen: Seen) -> Iterator[Piece]:
        """The dealer's cards from the middle to the dealer's left, and cards exposed near the shoe."""
        cards = [*seen.get("dealer", ()), *([seen["hole"]] if seen.get("hole") else [])]
        x, y, scale = self._dealer_at
        first, room = x - 32 * scale, 122.0 if self.narrow else 360.0
        step = min(64 * scale, room / max(len(cards) - 1, 1))
        for at, (id, card) in enumerate(numbered("dealer", cards)):
            yield Piece(f"card|{id}", card_svg(card, scale), first + at * step, y, "dealt")
        known = open_cards(cards)
        if known and len(known) > 1:
            words, fill, ink = self._said(known, split=False, active=False)
            yield Piece("total|dealer", fitted(words, 160, 13, fill, ink), x, y + HEIGHT * scale / 2 + 11)
        for at, (id, card) in enumerate(numbered("exposed", seen.get("exposed", ()))):
            left, down = (312.0, 88.0) if self.narrow else (1010.0, 150.0)
            yield Piece(f"card|{id}", card_svg(card, 0.5), left - 34 * at, down, "dealt")

    def _hand(self, seen: Seen, hand: Seen, ids: Sequence[str], place: Place) -> Iterator[Piece]:
        number, cards = _number(hand), list(hand.get("cards", ()))
        columns = self._columns(seen, place.box, place.width - 8 if place.small else 0)
        at, wide = columns[number]
        scale = min(0.4, wide / (WIDTH + 4)) if place.small else _CARD[min(len(columns), 4)] * place.scale
        x, y = place.at(at, 32 if place.small else self.cards_y)
        dealt = list(zip(ids, cards, strict=True))
        yield from _spread(dealt, x, y, scale, (wide - 4) * place.scale, hand.get("doubled", False))
        known = open_cards(cards)
        if known is None or len(known) < 2:
            return
        active = seen.get("turn", "").partition("/")[0] == (f"{place.box}-{number}" if number > 1 else str(place.box))
        words, fill, ink = self._said(known, bool(hand.get("split")), active)
        words += ", surrendered" if hand.get("fate") == "held" else ""
        y, size = (place.y + 46, 9.5) if place.small else (place.at(0, self.cards_y + 42)[1], 12)
        yield Piece(f"total|{place.box}|{number}", fitted(words, wide * place.scale, size, fill, ink), x, y)

    def _columns(self, seen: Seen, box: int, room: float = 0) -> dict[int, tuple[float, float]]:
        """The middle and width of each of a box's hands, settled ones included, from the dealer's left."""
        room = room or self.room
        numbers = [_number(hand) for hand in _hands(seen, box)]
        wide = room / max(len(numbers), 1)
        return {number: (room / 2 - (at + 0.5) * wide, wide) for at, number in enumerate(numbers)}

    def _said(self, cards: tuple[Card, ...], split: bool, active: bool) -> tuple[str, str, str]:
        """A hand's caption and its colours."""
        score = self.game.score(cards)
        if self.game.is_blackjack(cards, split):
            return "blackjack", BRASS, INK
        if score.total > self.game.count.limit and score.total not in self.game.house.ties:
            return f"{score.total}, over", RED, IVORY
        return str(score), *((BRASS, INK) if active else (BLACK, IVORY))

    def _results(self, seen: Seen, focus: int) -> Iterator[Piece]:
        """A player's result on a box, once all of the box's wagers are settled."""
        nets: dict[tuple[int, int], int] = {}
        for result in seen.get("results", ()):
            whose = (result["box"], result["position"])
            nets[whose] = nets.get(whose, 0) + result["net"]
        stakes = [wager for wager in seen.get("wagers", ()) if self._is_stake(wager["kind"])]
        waiting = {(self.box_of(wager), wager["position"]) for wager in stakes}
        lines: dict[int, int] = {}
        for (box, position), net in sorted(nets.items()):
            if (box, position) not in waiting and 1 <= box <= self.boxes:
                yield self._result(self.place(box, focus), position, net, lines.get(box, 0))
                lines[box] = lines.get(box, 0) + 1

    def _is_stake(self, kind: str) -> bool:
        return self.game.terms[kind].role in STAKES

    def _result(self, place: Place, position: int, net: int, line: int) -> Piece:
        words = f"won {dollars(net)}" if net > 0 else f"lost {dollars(-net)}" if net else "push"
        fill, ink = (BRASS, INK) if net > 0 else (BLACK, IVORY)
        room, size = (place.width - 6, 10.0) if place.small else (120 * place.scale, 13 * min(place.scale, 1.2))
        x, y = (place.x, place.y + 34 - 14 * line) if place.small else place.at(0, self.circle_y + 18 * line)
        return Piece(f"result|{place.box}|{position}", fitted(words, room, size, fill, ink), x, y)


def _hands(seen: Seen, box: int) -> list[Seen]:
    return [hand for hand in seen.get("hands", ()) if hand["box"] == box]


def _number(hand: Seen) -> int:
    return int(hand.get("number", 1))


def _ids(box: int, hands: Sequence[Seen], received: Sequence[str]) -> dict[int, list[str]]:
    """An id for each of a box's cards, by the order in which the box received it, whichever hand it is in now."""
    left = [(card, f"{box}|{at}") for at, card in enumerate(received)]
    ids: dict[int, list[str]] = {}
    for hand in hands:
        ids[_number(hand)] = []
        for at, card in enumerate(hand.get("cards", ())):
            found = next((one for one in left if one[0] == card), None)
            if found is not None:
                left.remove(found)
            ids[_number(hand)].append(found[1] if found else f"{box}|{_number(hand)}|{at}")
    return ids


def _spread(
    cards: Sequence[tuple[str, str]], x: float, y: float, scale: float, room: float, doubled: bool
) -> Iterator[Piece]:
    """A hand's cards: side by side if there is room to read them all, otherwise one below the other. A double's card is
    placed crosswise.
    """
    last = len(cards) - 1
    step = min(INDEX * scale, (room - WIDTH * scale) / last) if last > 0 else 0
    beside = step >= (INDEX - 5) * scale
    for at, (id, card) in enumerate(cards):
        dx, dy = ((at - last / 2) * step, 0.0) if beside else (0.0, (at - last) * 31 * scale)
        crossed = doubled and at == last and last > 1
        turn, lower = (90, 6 * scale) if crossed else (0, 0)
        yield Piece(f"card|{id}", card_svg(card, scale), x + dx, y + dy + lower, "dealt", turn)


FELT = TwentyOneFelt
