"""A coup: the two hands, when each draws, and the result of each wager. The round and the price both use it.

The key idea: once both hands are complete, every wager except the pairs depends on four numbers: each hand's point
count and number of cards. All of these numbers come from rules.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.chapter.numbers import Cites
from pitboss.equipment import CARDS, Card
from pitboss.table.vigorish import vigorish_on

Decided = Literal["wins", "loses", "void"]
Decision = tuple[Decided, str]
"""How a wager is decided, and which outcome its odds belong to."""

HAND: Mapping[str, str] = {"player": "Player's Hand", "banker": "Banker's Hand"}
LOSES: Decision = ("loses", "")
VOID: Decision = ("void", "")
NO_CARD = -1
"""The value of the Player's third card if there is none."""


class Terms(BaseModel):
    """The terms of a baccarat wager in rules.toml beyond those that every game has."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    kind: Literal["hand", "tie", "cards", "bonus", "three_cards", "pair"]
    hand: Literal["", "player", "banker"] = ""
    cards: int = 0
    count: int = 0
    wins: Cites
    loses: Cites
    void: Cites = ""


class ReducedWin(BaseModel):
    """A win of the Banker's Hand that is paid at its own, reduced odds, or not at all."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    count: int
    cards: tuple[int, ...]
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Coup:
    """Two complete hands: point counts, and numbers of cards."""

    player: int
    banker: int
    player_cards: int
    banker_cards: int

    @property
    def winner(self) -> str:
        """The hand with the higher point count, or a tie.

        >>> Coup(9, 8, 2, 2).winner, Coup(4, 7, 3, 3).winner, Coup(3, 3, 3, 2).winner
        ('player', 'banker', 'tie')
        """
        return "tie" if self.player == self.banker else "player" if self.player > self.banker else "banker"

    def count(self, hand: str) -> int:
        return self.player if hand == "player" else self.banker

    def cards(self, hand: str) -> int:
        return self.player_cards if hand == "player" else self.banker_cards


class Rules:
    """The rules for the two hands on one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        values = layout.fact("card_values")
        self.values: tuple[int, ...] = tuple(values[card.rank.letter] for card in CARDS if not card.is_joker)
        """The value of each card, by card index."""
        self.modulus: int = layout.fact("point_count")
        self.naturals = frozenset(layout.fact("natural"))
        self.player_draws = tuple(count in layout.fact("player_draws") for count in range(self.modulus))
        rows = {int(count): row.replace(" ", "") for count, row in layout.fact("banker_draws").items()}
        letters = {
            (count, third): letter
            for count, row in rows.items()
            for third, letter in zip([*range(self.modulus), NO_CARD], row, strict=True)
        }
        self.banker_draws = {cell: letter == "D" for cell, letter in letters.items()}
        self.banker_options = frozenset(cell for cell, letter in letters.items() if letter == "O")
        """When the banker may choose to draw or stand, in games that allow it."""
        variants = layout.fact("banker_variants") if "banker_variants" in layout.rules.facts else {}
        variant = variants.get(str(layout.option("banker_variant")))
        self.half = ReducedWin.model_validate(variant) if variant else None
        self.terms = layout.terms(Terms)
        self.odds = {kind: layout.odds_table(kind) for kind in layout.permissible}

    def value(self, card: Card) -> int:
        return self.values[card.index]

    def point_count(self, cards: Iterable[Card]) -> int:
        """The last digit of the sum of the values."""
        return sum(map(self.value, cards)) % self.modulus

    def natural(self, count: int, cards: int) -> bool:
        return cards == 2 and count in self.naturals

    def coup(self, player: tuple[Card, ...], banker: tuple[Card, ...]) -> Coup:
        return Coup(self.point_count(player), self.point_count(banker), len(player), len(banker))

    def vigorish(self, wager: str, won: int) -> int:
        """The vigorish on a win, in cents; only wagers on the Banker's Hand pay it."""
        terms = self.terms[wager]
        return vigorish(self.layout, won) if (terms.kind, terms.hand) == ("hand", "banker") else 0

    # ---- How a wager is decided

    def decide(self, wager: str, coup: Coup, pairs: frozenset[str] = frozenset()) -> Decision:
        """How a coup decides a wager; `pairs` are the hands whose first two cards are a pair."""
        terms = self.terms[wager]
        if terms.kind == "hand":
            return self._hand(terms.hand, coup)
        if terms.kind == "bonus":
            return self._bonus(wager, terms.hand, coup)
        if terms.kind == "tie":
            wins = coup.winner == "tie"
        elif terms.kind == "cards":
            wins = coup.player_cards + coup.banker_cards == terms.cards
        elif terms.kind == "pair":
            wins = terms.hand in pairs
        else:
            held = (coup.winner, coup.count(terms.hand), coup.cards(terms.hand))
            wins = held == (terms.hand, terms.count, terms.cards)
        return ("wins", "") if wins else LOSES

    def _hand(self, hand: str, coup: Coup) -> Decision:
        if coup.winner == "tie":
            return VOID
        if coup.winner != hand:
            return LOSES
        half = self.half
        if hand == "banker" and half and coup.banker == half.count and coup.banker_cards in half.cards:
            return ("wins", half.outcome) if half.outcome else VOID
        return ("wins", "")

    def _bonus(self, wager: str, hand: str, coup: Coup) -> Decision:
        other = "banker" if hand == "player" else "player"
        margin = coup.count(hand) - coup.count(other)
        if self.natural(coup.count(other), coup.cards(other)) and margin <= 0:
            return VOID if margin == 0 and self.natural(coup.count(hand), coup.cards(hand)) else LOSES
        if self.natural(coup.count(hand), coup.cards(hand)):
            return ("wins", "natural")
        return ("wins", str(margin)) if str(margin) in self.odds[wager] else LOSES


def vigorish(layout: Layout, won: int) -> int:
    """The vigorish on a win of the Banker's Hand or of a player's bank, or 0.

    It is taken from each wager, so it is rounded per wager: up to the next cent or quarter.
    """
    if layout.option("banker_variant") not in (None, "vigorish"):
        return 0
    unit: int = layout.fact("vigorish_units")[str(layout.option("vigorish_rounding"))]
    return vigorish_on(won, layout.options["vigorish_pct"], unit)
