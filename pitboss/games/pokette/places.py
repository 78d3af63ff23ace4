"""The sections covered by every pokette wager: on the grid, in the areas, or completing the standing cards.

A card wager covers sections depending on its place; a poker hand wager covers those that would complete the standing
hand. So both are settled the same way, by whether the section at the clapper is covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.families.wheel.grid import Cell, Where, in_rows, under_a_chip

Sections = tuple[str, ...]
"""Sections of the wheel as written, in the order of the layout: "As", "10h", "joker_1"."""


class Terms(BaseModel):
    """The terms of a pokette wager in rules.toml, beyond those of all games.

    A card wager is on the grid (`where`), on `ranks` or `suits` by its places, or on the `sections` named by a fact. A
    poker hand wager `makes` a hand from `standing` cards; a straight only if `completed_by` ranks would complete it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    where: Where | None = None
    jokers: bool = False
    joker_split: str = ""
    ranks: dict[str, tuple[str, ...]] = {}
    suits: dict[str, tuple[str, ...]] = {}
    sections: str = ""
    standing: int = 0
    makes: Literal["", "pair", "three", "flush", "straight", "straight_flush"] = ""
    completed_by: int = 0


class Places:
    """The wheel and the layout of one table."""

    def __init__(self, layout: Layout) -> None:
        wheel = str(layout.option("wheel_positions"))
        self.ranks: Sections = tuple(layout.fact("ranks"))
        self.suits: Sections = tuple(layout.fact("suits"))
        self.jokers: Sections = tuple(layout.fact("jokers")[wheel])
        self.rim: Sections = tuple(layout.fact("rim")[wheel])
        self.terms = layout.terms(Terms)
        self.lie: dict[str, Cell] = in_rows([[rank + suit for suit in self.suits] for rank in self.ranks])
        self.cards: Sections = tuple(self.lie)
        self._order = {section: at for at, section in enumerate((*self.jokers, *self.cards))}
        self.on_layout = {kind: self._places(layout, terms) for kind, terms in self.terms.items() if not terms.standing}

    def in_order(self, sections: Iterable[str]) -> Sections:
        """Sort sections as they are written: the jokers, then row by row."""
        return tuple(sorted(sections, key=self._order.__getitem__))

    def rank(self, card: str) -> str:
        return card[:-1]

    def suit(self, card: str) -> str:
        return card[-1]

    # ---- card wagers

    def _places(self, layout: Layout, terms: Terms) -> dict[str, Sections]:
        """The sections covered by each place of a card wager."""
        found: dict[str, Sections] = {}
        if terms.where is not None:
            under = [covered for where, covered in under_a_chip(self.lie) if where == terms.where]
            for covered in sorted(map(self.in_order, under), key=lambda one: [*map(self._order.__getitem__, one)]):
                found[self._written(terms.where, covered)] = covered
        if terms.jokers:
            found = {joker: (joker,) for joker in self.jokers} | found
        if terms.joker_split and layout.option(terms.joker_split) and len(self.jokers) > 1:
            found = {"-".join(self.jokers[:2]): self.jokers[:2]} | found
        for place, ranks in terms.ranks.items():
            found[place] = tuple(card for card in self.cards if self.rank(card) in ranks)
        for place, suits in terms.suits.items():
            found[place] = tuple(card for card in self.cards if self.suit(card) in suits)
        if terms.sections:
            found[""] = tuple(layout.fact(terms.sections)[str(layout.option("wheel_positions"))])
        return found

    def _written(self, where: Where, covered: Sections) -> str:
        if where in ("row", "rows"):
            return "-".join(dict.fromkeys(map(self.rank, covered)))
        return "-".join(covered)

    # ---- poker hand wagers

    def completing(self, kind: str, hand: Sequence[str]) -> Sections:
        """The cards that would win a poker hand wager now; empty if the standing cards do not allow it."""
        terms = self.terms[kind]
        if not terms.standing or len(hand) != terms.standing:
            return ()
        ranks, suits = {self.rank(card) for card in hand}, {self.suit(card) for card in hand}
        if terms.makes in ("flush", "straight_flush") and len(suits) > 1:
            return ()
        if terms.makes == "flush":
            return tuple(card for card in self.cards if self.suit(card) in suits)
        if terms.makes == "pair":
            wanted = ranks if len(ranks) == len(hand) else set()
        elif terms.makes == "three":
            wanted = ranks if len(ranks) == 1 else set()
        else:
            wanted = self.completing_ranks(ranks)
            wanted = wanted if len(wanted) == terms.completed_by else set()
        kept = self.suits if terms.makes != "straight_flush" else suits
        return tuple(card for card in self.cards if self.rank(card) in wanted and self.suit(card) in kept)

    def completing_ranks(self, ranks: set[str]) -> set[str]:
        """The ranks that make a straight with two ranks; the ace is both above the king and below the two."""
        line = (*self.ranks, self.ranks[0])
        runs = (set(line[at : at + 3]) for at in range(len(line) - 2))
        return {rank for run in runs if len(ranks) == 2 and ranks < run for rank in run - ranks}


def parse_sections(words: str, known: Mapping[str, str]) -> list[str]:
    """Parse the names of sections or ranks; empty if one is unknown.

    >>> parse_sections("qh qs", {"qs": "Qs", "qh": "Qh"}), parse_sections("joker 2", {"joker_2": "joker_2"})
    (['Qh', 'Qs'], ['joker_2'])
    """
    said = re.sub(r"joker[ _]*", "joker_", words.lower()).replace("-", " ").replace(",", " ").split()
    found = [known.get(word, "") for word in said]
    return found if found and all(found) else []
