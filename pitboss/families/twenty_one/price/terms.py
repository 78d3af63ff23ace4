"""What the mathematics of a game of twenty-one has to know of its rules.

The one idea: every game of twenty-one in the chapter (blackjack, blackjack switch, Spanish 21, double attack) is these
choices over one procedure. A game's `price.py` reads them from its layout; no odds, limit or count stands here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

RANKS = 10
"Values that matter to a score: the ace, 2 to 9, and ten with the picture cards as one."

TEN = 10
ACE = 1

Surrender = Literal["none", "late", "early"]
Doubling = Literal["any", "hard_9_11", "hard_10_11", "none"]

_DOUBLING: dict[Doubling, tuple[int, int, bool]] = {
    "any": (0, 20, True),
    "hard_9_11": (9, 11, False),
    "hard_10_11": (10, 11, False),
    "none": (1, 0, False),
}
"Least and greatest total that may be doubled, and whether a soft one may."


@dataclass(frozen=True, slots=True)
class Bonus:
    """Extra odds for a winning hand of 21 that was not doubled: by its cards, or by how many they are.

    >>> Bonus(Fraction(2), ranks=(6, 7, 8), suited=True)
    Bonus(odds=Fraction(2, 1), ranks=(6, 7, 8), cards=0, or_more=False, suited=True)
    """

    odds: Fraction
    ranks: tuple[int, ...] = ()
    cards: int = 0
    or_more: bool = False
    suited: bool = False

    def fits(self, counts: Sequence[int]) -> bool:
        """Whether a hand of 21 with so many of each value has these cards, suits apart."""
        if self.ranks:
            return all(counts[rank - 1] == self.ranks.count(rank) for rank in range(1, RANKS + 1))
        held = sum(counts)
        return held >= self.cards if self.or_more else held == self.cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The rules of a table of twenty-one, as far as they move a price."""

    blackjack_pays: Fraction
    hit_soft_17: bool = False
    "The dealer draws on a soft 17."
    checks: bool = True
    "A dealer's blackjack is found before anybody draws; else it takes the original wager and what has busted."
    surrender: Surrender = "none"
    doubling: Doubling = "any"
    double_any_number: bool = False
    "A hand of more than two cards may be doubled too."
    double_after_split: bool = True
    splitting: bool = True
    max_split_hands: int = 2
    resplit_aces: bool = False
    hit_split_aces: bool = False
    double_split_aces: bool = False
    two_card_21_wins: bool = False
    "An ace and a ten after a split beat a 21 of three or more cards."
    bonuses: tuple[Bonus, ...] = ()
    even_money: bool = False
    # For the other games of twenty-one.
    rescue: bool = False
    "A doubled hand that has not busted may be given up for the original wager."
    dealer_22_pushes: bool = False
    twenty_one_wins: bool = False
    "A player's 21 wins over any dealer's 21 that is no blackjack."
    blackjack_wins: bool = False
    "A player's blackjack wins over a dealer's blackjack."

    def __post_init__(self) -> None:
        if not 2 <= self.max_split_hands <= 4:
            raise ValueError(f"{self.max_split_hands} hands after splits: 2, 3 or 4 can be priced")
        if self.rescue and not self.checks:
            raise ValueError("rescue is priced only where the dealer checks for blackjack first")

    def hands_of(self, rank: int) -> int:
        """The most hands that a pair of such cards may become; 1 where it may not be split."""
        if not self.splitting:
            return 1
        return self.max_split_hands if rank != ACE or self.resplit_aces else 2

    def one_card(self, rank: int) -> bool:
        """Whether a hand split from such a pair gets one card and no choice."""
        return rank == ACE and not self.hit_split_aces

    def may_double(self, total: int, soft: bool, cards: int) -> bool:
        """Whether an unsplit hand of so many cards may be doubled."""
        low, high, softly = _DOUBLING[self.doubling]
        return (cards == 2 or (self.double_any_number and cards > 2)) and low <= total <= high and (softly or not soft)

    def may_double_split(self, rank: int, total: int, soft: bool, cards: int) -> bool:
        """Whether a hand split from a pair of `rank` may be doubled."""
        if not self.double_after_split or (rank == ACE and not self.double_split_aces):
            return False
        return self.may_double(total, soft, cards)
