"""Commitments to a shuffle card by card, so that each card can be opened without the others.

1. Each card of a shuffle has a place, counted from 1, and a salt: the HMAC-SHA256 of `salt PLACE` under the shuffle's
   nonce. Its leaf is the SHA-256 of `card PLACE CARD SALT`.
2. The leaves form a Merkle tree, split as in RFC 6962: the number of leaves on the left is the largest power of two
   below the total. A node is the SHA-256 of `node LEFT RIGHT`, the commitment that of `shuffle COUNT TOP`.
3. A disclosure opens some cards (giving the place, card and salt of each) and lists, from left to right, the hashes of
   the largest subtrees without an opened card. Anyone can compute the commitment from it. No one can learn the cards
   that it leaves closed, or open a different card at any place.
4. The nonce and the whole order open everything. Earlier versions committed to a shuffle as a whole, by the SHA-256 of
   its nonce and order.

All hashes and salts are written as 64 hexadecimal digits.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Collection, Iterator
from hashlib import sha256

from pydantic import BaseModel, ConfigDict, Field

from pitboss.equipment import Card, Opening, verify_opening

HASH = re.compile(r"[0-9a-f]{64}")
LARGEST = 10_000
"""The maximum number of cards in a shuffle."""


class OpenedCard(BaseModel):
    """A card of a shuffle, with its proof."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    place: int = Field(description="The place in the order of the shuffle, from 1")
    card: str
    salt: str


class Disclosure(BaseModel):
    """Some cards of a shuffle, with the proof that they match the commitment."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    count: int = Field(ge=1, le=LARGEST, description="The number of cards that were shuffled")
    cards: list[OpenedCard] = Field(description="The opened cards, by place")
    hidden: list[str] = Field(
        description="The hashes of the parts of the tree without an opened card, from left to right"
    )


def commitment_to_cards(opening: Opening) -> str:
    """The commitment to a shuffle, published before its first card.

    >>> from pitboss.equipment.cards import cards
    >>> commitment_to_cards(Opening("00" * 32, cards("Ah Td 5c")))
    'c0fd88953999e0d375599423f017f903ccaf34f9a19f8d554379d233064c5a87'
    """
    leaves = _leaves(opening)
    return _commitment(len(leaves), _top(leaves, 0, len(leaves)))


def is_opening(commitment: str, opening: Opening) -> bool:
    """Whether an opening matches a commitment, made card by card or by an earlier version."""
    return hmac.compare_digest(commitment, commitment_to_cards(opening)) or verify_opening(commitment, opening)


def is_by_card(commitment: str, opening: Opening) -> bool:
    """Whether a commitment was made card by card."""
    return hmac.compare_digest(commitment, commitment_to_cards(opening))


def disclose(opening: Opening, places: Collection[int]) -> Disclosure:
    """The cards at some places, with their proofs."""
    leaves = _leaves(opening)
    cards = [
        OpenedCard(place=place, card=str(opening.order[place - 1]), salt=_salt(opening.nonce, place))
        for place in sorted(places)
    ]
    hidden = list(_hidden(leaves, frozenset(places), 0, len(leaves)))
    return Disclosure(count=len(leaves), cards=cards, hidden=hidden)


def commitment_of(disclosure: Disclosure) -> str:
    """The commitment that a disclosure proves; `ValueError` if it is malformed."""
    leaves: dict[int, str] = {}
    for one in disclosure.cards:
        if not 1 <= one.place <= disclosure.count or one.place in leaves:
            raise ValueError(f"place {one.place} has no card to open")
        if HASH.fullmatch(one.salt) is None or str(Card(one.card)) != one.card:
            raise ValueError(f"the card at place {one.place} is not written correctly")
        leaves[one.place] = _leaf(one.place, one.card, one.salt)
    if not all(HASH.fullmatch(one) for one in disclosure.hidden):
        raise ValueError("a hash has 64 hexadecimal digits")
    hidden = iter(disclosure.hidden)
    top = _top_of(leaves, hidden, 0, disclosure.count)
    if next(hidden, None) is not None:
        raise ValueError("there are more hashes than parts of the tree without an opened card")
    return _commitment(disclosure.count, top)


def _salt(nonce: str, place: int) -> str:
    return hmac.new(bytes.fromhex(nonce), f"salt {place}".encode(), "sha256").hexdigest()


def _leaf(place: int, card: str, salt: str) -> str:
    return sha256(f"card {place} {card} {salt}".encode()).hexdigest()


def _node(left: str, right: str) -> str:
    return sha256(f"node {left} {right}".encode()).hexdigest()


def _commitment(count: int, top: str) -> str:
    return sha256(f"shuffle {count} {top}".encode()).hexdigest()


def _leaves(opening: Opening) -> list[str]:
    return [_leaf(place, str(card), _salt(opening.nonce, place)) for place, card in enumerate(opening.order, 1)]


def _split(first: int, end: int) -> int:
    """The index at which the tree over the leaves in `range(first, end)` is split."""
    return first + (1 << (end - first - 1).bit_length() - 1)


def _top(leaves: list[str], first: int, end: int) -> str:
    if end - first == 1:
        return leaves[first]
    middle = _split(first, end)
    return _node(_top(leaves, first, middle), _top(leaves, middle, end))


def _hidden(leaves: list[str], places: frozenset[int], first: int, end: int) -> Iterator[str]:
    if not any(place in places for place in range(first + 1, end + 1)):
        yield _top(leaves, first, end)
    elif end - first > 1:
        middle = _split(first, end)
        yield from _hidden(leaves, places, first, middle)
        yield from _hidden(leaves, places, middle, end)


def _top_of(leaves: dict[int, str], hidden: Iterator[str], first: int, end: int) -> str:
    if not any(place in leaves for place in range(first + 1, end + 1)):
        if (hash := next(hidden, None)) is None:
            raise ValueError("a hash of a part of the tree is missing")
        return hash
    if end - first == 1:
        return leaves[end]
    middle = _split(first, end)
    left = _top_of(leaves, hidden, first, middle)
    return _node(left, _top_of(leaves, hidden, middle, end))
