"""Decisions of two further shapes: a set of one's own cards, and several positions that decide at once.

1. A set of cards (a low hand, discards, a card set aside) is a choice like any other, written by the *places* of its
   cards in the hand, "2-5", never by the cards. So choices, tape and steps tell nobody what somebody holds, and
   terminal, pages, scripts and bots know such a decision already. The cards themselves stay `Hidden` in the state.
2. Positions that decide at once are asked at once: the questions are one ask, the first of them with the `others`, and
   whoever is ready answers. What is left is asked again, and nothing is announced before the last has decided: who
   comes later knows no more than who came first, so their order makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain, combinations
from typing import TypeVar

from msgspec.structs import replace

from pitboss.equipment import Card
from pitboss.table.steps import AskDecision, Part, Reply

T = TypeVar("T")

NONE = "none"
"""The choice of no card at all."""


def card_sets(held: int, take: int, most: int | None = None) -> tuple[str, ...]:
    """Every set of `take` of so many cards, or of `take` to `most` of them, by their places from 1.

    >>> card_sets(3, 2)
    ('1-2', '1-3', '2-3')
    >>> card_sets(2, 0, 2)
    ('none', '1', '2', '1-2')
    """
    sizes = range(take, (take if most is None else most) + 1)
    if not 0 <= sizes.start < sizes.stop <= held + 1:
        raise ValueError(f"sets of {take} to {take if most is None else most} of {held} cards: there are none")
    return tuple(map(_written, chain.from_iterable(combinations(range(1, held + 1), size) for size in sizes)))


def divided(choice: str, held: Sequence[T]) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """What a choice takes of a hand, and the rest, both in the order of the hand.

    >>> divided("1-3", ("Ah", "Kd", "2c"))
    (('Ah', '2c'), ('Kd',))
    """
    places = () if choice == NONE else tuple(map(int, choice.split("-")))
    taken = tuple(held[place - 1] for place in places)
    return taken, tuple(one for place, one in enumerate(held, 1) if place not in places)


def set_meant(said: str, held: Sequence[Card]) -> str:
    """The choice that somebody means who names cards of his hand, or their places; `ValueError` says what is not there.

    >>> hand = (Card("Ah"), Card("Kd"), Card("2c"))
    >>> set_meant("2c Ah", hand), set_meant("3, 1", hand), set_meant("none", hand)
    ('1-3', '1-3', 'none')

    Where a card is held twice, as it may be from several decks, it may be named twice.

    >>> set_meant("8h 8h", (Card("8h"), Card("5c"), Card("8h")))
    '1-3'

    Tiles are written as places are: two words are two tiles, one is places.

    >>> four = (Card("1-3"), Card("5-5"), Card("6-6"), Card("4-6"))
    >>> set_meant("1-3 6-4", four), set_meant("1-3", four)
    ('1-4', '1-3')
    """
    words = _words(said, held)
    if words in ([], [NONE]):
        return NONE
    taken: list[int] = []
    for word in words:
        there = [place for place, card in enumerate(held, 1) if word in (*_names(card), str(place))]
        free = [place for place in there if place not in taken]
        if not free:
            missing = "is named once too often" if there else "is not in this hand"
            raise ValueError(f"{word!r} {missing}; it is: {' '.join(map(str, held))}")
        taken.append(free[0])
    return _written(sorted(taken))


def _words(said: str, held: Sequence[Card]) -> list[str]:
    """The cards and places that are named; a hyphen stands between places, unless it is that of a tile that is held."""
    written = {str(card).lower() for card in held}
    words = said.replace(",", " ").lower().split()
    if len(words) > 1 and any("-" in name for name in written):
        return [word[::-1] if word[::-1] in written else word for word in words]
    return [part for word in words for part in word.split("-") if part]


def _names(card: Card) -> tuple[str, ...]:
    """What a card is called by who names it."""
    return (str(card).lower(), "joker") if getattr(card, "is_joker", False) else (str(card).lower(),)


def together(asks: Sequence[AskDecision]) -> AskDecision:
    """Questions that are open at once, as one: the first, and beside it what each other position is asked first."""
    others: dict[int, AskDecision] = {}
    for one in asks:
        if one.position != asks[0].position:
            others.setdefault(one.position, one)
    return replace(asks[0], others=tuple(others.values()))


def answered(ask: AskDecision, reply: Reply) -> tuple[AskDecision, Reply]:
    """Which of the questions that were open is answered, and how."""
    if isinstance(reply, tuple) and isinstance(reply[1], str) and (one := ask.of(reply[0])) is not None:
        return one, reply[1]
    return ask, reply


def decide_together(positions: Iterable[int], ask: Callable[[int], AskDecision]) -> Part[dict[int, Reply]]:
    """What each of several positions decides, told by `ask` what it is asked; nothing is announced in between."""
    waiting = [ask(position) for position in positions]
    if any(one.state is not waiting[0].state for one in waiting):
        raise ValueError("positions that decide at once are asked from one state")
    replies: dict[int, Reply] = {}
    while waiting:
        asked = together(waiting)
        one, reply = answered(asked, (yield asked))
        replies[one.position] = reply
        waiting = [other for other in waiting if other.position != one.position]
    return replies


def _written(places: Iterable[int]) -> str:
    return "-".join(map(str, places)) or NONE


__all__ = ["NONE", "answered", "card_sets", "decide_together", "divided", "set_meant", "together"]
