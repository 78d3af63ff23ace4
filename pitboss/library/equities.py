"""Equity: how much of the pot each hand wins on average."""

from __future__ import annotations

from time import perf_counter
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value
from pitboss.equipment import Card, cards
from pitboss.exhibit import Exhibit
from pitboss.families.poker_room.terms import PokerRoomTerms
from pitboss.plots import bars

ROOM = "poker"
"""The game whose variants are used."""
MOST_HANDS, DECK = 11, 52


class HandEquity(BaseModel):
    """The result for one hand."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hand: str
    equity: float = Field(description="The share of the pot that it wins on average")
    exact: str | None = Field(description="The share as a fraction; null if deals were sampled")
    error: float = Field(description="Half the 95% confidence interval; 0 if exact")
    wins: int = Field(description="Deals won outright")
    ties: int = Field(description="Deals in which it shares the pot")
    distribution: dict[str, int] = Field(description="Number of deals by rank of hand")
    low_distribution: dict[str, int] = Field(default={}, description="The share of the low half of a split pot")


class Equity(Exhibit, BaseModel):
    """The equity of hands against one another when the remaining cards are dealt at random."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    name: str
    board: str
    dead: str
    deals: int = Field(description="Deals counted or sampled")
    exact: bool = Field(description="Whether every deal was counted")
    hands: tuple[HandEquity, ...]
    seconds: float = 0

    def __getitem__(self, hand: int) -> HandEquity:
        return self.hands[hand]

    def title(self) -> str:
        number = f"{self.deals:,} deal{'s' if self.deals != 1 else ''}"
        how = (
            f"all {number}"
            if self.exact and self.deals > 1
            else "no cards to come"
            if self.exact
            else f"{number} sampled"
        )
        on = f" on {self.board}" if self.board else ""
        return f"{self.name}{on}: {how}"

    def rows(self) -> list[dict[str, Any]]:
        return [one.model_dump(mode="json") for one in self.hands]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "hand": one.hand,
                "equity": f"{one.equity:.4%}" + (f" ± {one.error:.2%}" if one.error else ""),
                "wins": f"{one.wins / self.deals:.4%}",
                "ties": f"{one.ties / self.deals:.4%}",
            }
            for one in self.hands
        ]

    def to_svg(self) -> str:
        return bars([(one.equity, one.hand, one.equity) for one in self.hands], self.title())

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def equity(
    *hands: str,
    board: str = "",
    dead: str = "",
    game: str = "holdem",
    samples: int | None = None,
    seed: int = 0,
    **options: Value,
) -> Equity:
    """Return the equity of hands against one another: exact if all deals can be enumerated, otherwise sampled.

    >>> both = equity("AhKh", "QsQd", board="Qh Jh 2c")
    >>> both[0].exact, both[0].wins, both.deals
    ('67/198', 335, 990)
    >>> equity("AhKh", "AhQd")
    Traceback (most recent call last):
    ValueError: the ace of hearts (Ah) appears more than once
    """
    from pitboss.families.poker_room.equity import Showdown, tally

    begun = perf_counter()
    room = _room(game, options)
    held, table, out = [cards(hand) for hand in hands], cards(board), cards(dead)
    _check(room, held, table, out)
    ways = tuple(way for way in (room.high, room.low) if way is not None)
    community = sum(street.community for street in room.streets)
    asked = Showdown(
        tuple(tuple(card.index for card in hand) for hand in held),
        tuple(card.index for card in table),
        tuple(card.index for card in out),
        room.own,
        community,
        ways,
    )
    found = tally(asked, samples, seed)
    each = tuple(
        HandEquity(
            hand=" ".join(map(str, hand)),
            equity=float(found.share(place)),
            exact=str(found.share(place)) if found.exact else None,
            error=found.error(place),
            wins=one.wins,
            ties=one.ties,
            distribution=one.kinds[0],
            low_distribution=one.kinds[1] if len(one.kinds) > 1 else {},
        )
        for place, (hand, one) in enumerate(zip(held, found.hands, strict=True))
    )
    return Equity(
        game=room.id,
        name=room.variant.name,
        board=" ".join(map(str, table)),
        dead=" ".join(map(str, out)),
        deals=found.deals,
        exact=found.exact,
        hands=each,
        seconds=round(perf_counter() - begun, 4),
    )


def _room(game: str, options: dict[str, Value]) -> PokerRoomTerms:
    """Return the poker variant with this name."""
    variants = Layout.of(ROOM).rules.options["variant"]
    variant = variants.parse(game)
    if variants.choice(variant) is None:
        known = [str(choice.value) for choice in variants.values]
        called = [name for choice in variants.values for name in choice.aka]
        raise ValueError(f"no game {game!r} in the poker room; use one of: {', '.join((*known, *called))}")
    return PokerRoomTerms(Layout.of(ROOM, None, {"variant": variant, **options}))


def _check(
    room: PokerRoomTerms, hands: list[tuple[Card, ...]], board: tuple[Card, ...], dead: tuple[Card, ...]
) -> None:
    """Check the number of hands, of cards in them and on the board, and that no card appears twice."""
    if not 2 <= len(hands) <= MOST_HANDS:
        count = "1 hand" if len(hands) == 1 else f"{len(hands)} hands"
        raise ValueError(f"{count}: give 2 to {MOST_HANDS}, such as AhKh QsQd")
    seen: set[Card] = set()
    for card in [card for hand in hands for card in hand] + [*board, *dead]:
        if card.is_joker:
            raise ValueError("poker room games have no joker")
        if card in seen:
            raise ValueError(f"the {card.name} ({card}) appears more than once")
        seen.add(card)
    community = sum(street.community for street in room.streets)
    if len(board) > community:
        raise ValueError(f"a board of {len(board)} cards: {room.variant.name} has {community}")
    least = room.own if community or room.is_draw else 1
    for hand in hands:
        if not least <= len(hand) <= room.own:
            expected = f"{room.own}" if least == room.own else f"{least} to {room.own}"
            raise ValueError(f"{' '.join(map(str, hand))}: a hand of {room.variant.name} has {expected} cards")
    to_come, left = community - len(board) + sum(room.own - len(hand) for hand in hands), DECK - len(seen)
    if to_come > left:
        raise ValueError(
            f"{to_come} cards are still to be dealt but only {left} are left: give fewer hands or dead cards"
        )


__all__ = ["Equity", "HandEquity", "equity"]
