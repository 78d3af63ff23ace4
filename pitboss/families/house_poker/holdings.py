"""Two-card holdings by name: `AA`, `AKs`, `AQo`.

A pay table row lists some of these. Each applies against any dealer's cards, or only against those named after a `v`:
`AA v AA`.

>>> rows = Holdings({"both_aces": "AA v AA", "aces": "AA", "ace_king_suited": "AKs"})
>>> from pitboss.equipment import cards
>>> rows.row(cards("As Ah"), cards("Ad Ac")), rows.row(cards("As Ah"), cards("Ad Kc")), rows.row(cards("Kd Ad"), ())
('both_aces', 'aces', 'ace_king_suited')
>>> rows.row(cards("Kd Ac"), cards("2c 3c")) is None
True
>>> rows.counts()
{'both_aces': 6, 'aces': 7344, 'ace_king_suited': 4900, '': 1612100}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

from pitboss.equipment import CARDS, Card, Rank

_DECK = CARDS[:52]
_DEALERS = comb(len(_DECK) - 2, 2)
DEALT_TWICE = comb(len(_DECK), 2) * _DEALERS
"""The number of ways to deal two cards to the player and two to the dealer."""
_NAME = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)")
_LETTERS = {rank.letter: rank for rank in Rank}


def holding_name(cards: Sequence[Card]) -> str:
    """The name of a two-card holding."""
    high, low = sorted(cards, key=lambda card: card.rank, reverse=True)
    suited = "" if high.rank == low.rank else "s" if high.suit == low.suit else "o"
    return f"{high.rank.letter}{low.rank.letter}{suited}"


def find_unreadable_name(text: str) -> str:
    """Return the first name in a row that is not a holding, or "" if all are."""
    own, _, dealers = text.partition(" v ")
    return next((name for name in (*own.split(), *dealers.split()) if not _is_name(name)), "" if own.split() else text)


def _is_name(name: str) -> bool:
    found = _NAME.fullmatch(name)
    if found is None:
        return False
    high, low, suits = found.groups()
    return (not suits) if high == low else bool(suits) and _LETTERS[high] > _LETTERS[low]


@dataclass(frozen=True, eq=False)
class Holdings:
    """Pay table rows for two-card holdings; the first matching row applies."""

    rows: Mapping[str, str]

    @cached_property
    def _rows(self) -> dict[str, tuple[frozenset[str], frozenset[str]]]:
        parts = {row: text.partition(" v ") for row, text in self.rows.items()}
        return {row: (frozenset(own.split()), frozenset(other.split())) for row, (own, _, other) in parts.items()}

    def row(self, own: Sequence[Card], dealers: Sequence[Card] = ()) -> str | None:
        """The row for two cards against the dealer's two."""
        return self.by_name(holding_name(own), holding_name(dealers) if dealers else "")

    def by_name(self, mine: str, theirs: str = "") -> str | None:
        """The row for two cards, given their name and the name of the dealer's two."""
        return next((row for row, (some, v) in self._rows.items() if mine in some and (not v or theirs in v)), None)

    @cached_property
    def _against_some(self) -> frozenset[str]:
        return frozenset(name for some, against in self._rows.values() if against for name in some)

    def depends_on_dealer(self, own: Sequence[Card]) -> bool:
        """Whether the payoff for these two cards can depend on the dealer's cards."""
        return holding_name(own) in self._against_some

    @property
    def dealer_holdings(self) -> frozenset[str]:
        """The dealer's holdings that appear in any row."""
        return frozenset(name for _, against in self._rows.values() for name in against)

    def counts(self, holdings: Iterable[Sequence[Card]] | None = None) -> dict[str, int]:
        """Count the deals of two cards to the player and the dealer in each row, with "" for none.

        `holdings` limits the player's cards to some holdings.
        """
        pairs = list(combinations(_DECK, 2) if holdings is None else holdings)
        found = dict.fromkeys((*self.rows, ""), 0)
        for own in pairs:
            if self.depends_on_dealer(own):
                for dealers in combinations([card for card in _DECK if card not in own], 2):
                    found[self.row(own, dealers) or ""] += 1
            else:
                found[self.row(own) or ""] += _DEALERS
        return found
