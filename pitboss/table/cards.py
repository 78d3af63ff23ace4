"""Procedure shared by all card games: shuffling and cutting a shoe, drawing and burning cards, and taking them up.

The state holds which cards are in the shoe, never their order: only the random source knows that.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from pitboss.equipment import STANDARD, Card, Deck, Shoe
from pitboss.table.state import State, replace
from pitboss.table.steps import AskCard, AskShuffle, Part, Round, Said

SHOE = "shoe"


class CardState(State):
    """A table with a shoe. `commitment` is what the source published before the first card was dealt from it."""

    shoe: Shoe | None = None
    commitment: str = ""


C = TypeVar("C", bound=CardState)


def shuffle(state: C, section: str, decks: int, deck: Deck = STANDARD) -> Round[C]:
    """Shuffle all cards into the shoe."""
    held = state.shoe
    same = held is not None and held.decks == decks
    shoe = (held if same and held is not None else Shoe.new(decks, deck)).shuffled()
    commitment = yield AskShuffle(state, section, SHOE, shoe.counts)
    state = replace(state, shoe=shoe, commitment=commitment)
    yield Said(state, section, f"The cards are shuffled: {decks} {'deck' if decks == 1 else 'decks'}.")
    return state


def cut(state: C, section: str, behind: int) -> Round[C]:
    """Cut the cards and insert the cutting card with `behind` cards behind it, or all of them if there are fewer.

    Only the rules of twenty-one say who is offered the cut, so only that family asks (`families/twenty_one`).
    """
    assert state.shoe is not None
    behind = min(behind, state.shoe.left)
    yield Said(state, section, "The cards are cut.")
    state = replace(state, shoe=state.shoe.cut(behind))
    yield Said(state, section, f"The cutting card goes in with {behind} cards behind it.")
    return state


def draw(state: C, section: str, to: str) -> Part[tuple[C, Card]]:
    """Draw the next card of the shoe. The game decides where it goes and who sees it."""
    assert state.shoe is not None
    card: Card = yield AskCard(state, section, SHOE, to, state.shoe.counts)
    return replace(state, shoe=state.shoe.draw(card)), card


def burn(state: C, section: str, number: int = 1) -> Round[C]:
    """Burn cards: move them from the shoe to the discard rack, face down."""
    for _ in range(number):
        assert state.shoe is not None
        card: Card = yield AskCard(state, section, SHOE, "discard rack", state.shoe.counts)
        state = replace(state, shoe=state.shoe.burn(card))
    yield Said(state, section, f"{number} burned.")
    return state


def take_up(state: C, cards: int) -> C:
    """Move cards from the layout to the discard rack."""
    return replace(state, shoe=state.shoe.discard(cards)) if state.shoe is not None else state


def join_cards(cards: Iterable[Card]) -> str:
    """Return cards as text, side by side: A♠ K♥."""
    return " ".join([card.pretty for card in cards])
