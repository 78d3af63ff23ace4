"""Two special kinds of decision: choosing some of one's cards, and several positions deciding simultaneously.

1. A set of cards (a low hand, discards, a card set aside) is a choice like any other, written by the *places* of its
   cards in the hand, "2-5", never by the cards. So choices, tape and steps reveal no hand, and terminal, pages,
   scripts and bots need no special case. The cards themselves stay `Hidden` in the state.
2. Positions that decide simultaneously are asked simultaneously: one ask carries the first question and the `others`,
   and players answer in any order. The questions left are asked again. Nothing is announced until the last has
   decided, so no one gains by answering later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations
from typing import TypeVar

from msgspec.structs import replace

from pitboss.equipment import Card
from pitboss.table.steps import AskDecision, Part, Reply

T = TypeVar("T")

NO_CARDS = "none"
"""The choice to take no cards."""


def card_sets(held: int, take: int, most: int | None = None) -> tuple[str, ...]:
    """Return every set of `take` cards out of `held`, or of `take` to `most` cards, by their places from 1.

    >>> card_sets(3, 2)
    ('1-2', '1-3', '2-3')
    >>> card_sets(2, 0, 2)
    ('none', '1', '2', '1-2')
    """
    sizes = range(take, (take if most is None else most) + 1)
    if not 0 <= sizes.start < sizes.stop <= held + 1:
        raise ValueError(f"sets of {take} to {take if most is None else most} of {held} cards: there are none")
    return tuple(map(_written, chain.from_iterable(combinations(range(1, held + 1), size) for size in sizes)))


def split_hand(choice: str, held: Sequence[T]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """Split a hand into the cards that a choice takes and the rest, both in hand order.

    >>> split_hand("1-3", ("Ah", "Kd", "2c"))
    (('Ah', '2c'), ('Kd',))
    """
    places = () if choice == NO_CARDS else tuple(map(int, choice.split("-")))
    taken = tuple(held[place - 1] for place in places)
    return taken, tuple(one for place, one in enumerate(held, 1) if place not in places)


def parse_card_set(said: str, held: Sequence[Card]) -> str:
    """Return the choice for cards that are named or given by their places; raise ValueError if the hand has no such
    card.

    >>> hand = (Card("Ah"), Card("Kd"), Card("2c"))
    >>> parse_card_set("2c Ah", hand), parse_card_set("3, 1", hand), parse_card_set("none", hand)
    ('1-3', '1-3', 'none')

    A card held twice, as is possible with several decks, may be named twice.

    >>> parse_card_set("8h 8h", (Card("8h"), Card("5c"), Card("8h")))
    '1-3'

    Tiles look like places, so two words mean two tiles, and one word means places.

    >>> four = (Card("1-3"), Card("5-5"), Card("6-6"), Card("4-6"))
    >>> parse_card_set("1-3 6-4", four), parse_card_set("1-3", four)
    ('1-4', '1-3')
    """
    words = _words(said, held)
    if words in ([], [NO_CARDS]):
        return NO_CARDS
    taken: list[int] = []
    for word in words:
        there = [place for place, card in enumerate(held, 1) if word in (*_names(card), str(place))]
        free = [place for place in there if place not in taken]
        if not free:
            missing = "is named too often" if there else "is not in this hand"
            raise ValueError(f"{word!r} {missing}; it is: {' '.join(map(str, held))}")
        taken.append(free[0])
    return _written(sorted(taken))


def _words(said: str, held: Sequence[Card]) -> list[str]:
    """Split text into cards and places; a hyphen separates places unless it is part of a tile in the hand."""
    written = {str(card).lower() for card in held}
    words = said.replace(",", " ").lower().split()
    if len(words) > 1 and any("-" in name for name in written):
        return [word[::-1] if word[::-1] in written else word for word in words]
    return [part for word in words for part in word.split("-") if part]


def _names(card: Card) -> tuple[str, ...]:
    """The names that a player may use for a card."""
    return (str(card).lower(), "joker") if getattr(card, "is_joker", False) else (str(card).lower(),)


def merge_asks(asks: Sequence[AskDecision]) -> AskDecision:
    """Merge questions that are open at once into one ask: the first, with the first question of each other position."""
    others: dict[int, AskDecision] = {}
    for one in asks:
        if one.position != asks[0].position:
            others.setdefault(one.position, one)
    return replace(asks[0], others=tuple(others.values()))


def match_reply(ask: AskDecision, reply: Reply) -> tuple[AskDecision, Reply]:
    """Return which of the open questions a reply answers, and the choice."""
    if isinstance(reply, tuple) and isinstance(reply[1], str) and (one := ask.for_position(reply[0])) is not None:
        return one, reply[1]
    return ask, reply


def decide_together(positions: Iterable[int], ask: Callable[[int], AskDecision]) -> Part[dict[int, Reply]]:
    """Ask several positions at once and return their decisions; `ask` gives the question for each position."""
    waiting = [ask(position) for position in positions]
    if any(one.state is not waiting[0].state for one in waiting):
        raise ValueError("positions that decide at once are asked from one state")
    replies: dict[int, Reply] = {}
    while waiting:
        asked = merge_asks(waiting)
        one, reply = match_reply(asked, (yield asked))
        replies[one.position] = reply
        waiting = [other for other in waiting if other.position != one.position]
    return replies


def _written(places: Iterable[int]) -> str:
    return "-".join(map(str, places)) or NO_CARDS
