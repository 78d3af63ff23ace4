"""The rules of a table of twenty-one as far as they move a price: what the analysis is told, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

RANKS = 10
"Values that matter to a score: the ace, 2 to 9, and ten with the picture cards as one."

TEN = 10
ACE = 1

Surrender = Literal["none", "late", "early", "first_two", "drawn", "any_time"]
"""What may be surrendered, from the least to the most: `late` and `first_two` are the first two cards, as the first
decision (`early`: before the dealer looks), `drawn` is also a hand that has drawn, `any_time` also a doubled one."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Extra odds for a winning hand that was not doubled: by its cards, or for 21 by how many they are.

    >>> Bonus(Fraction(2), ranks=(6, 7, 8), suited=True)
    Bonus(odds=Fraction(2, 1), ranks=(6, 7, 8), cards=0, or_more=False, suited=True, suit='')
    """

    odds: Fraction
    ranks: tuple[int, ...] = ()
    cards: int = 0
    or_more: bool = False
    suited: bool = False
    suit: str = ""
    "Of which suit, where it must be one."

    def fits(self, counts: Sequence[int]) -> bool:
        """Whether a hand of 21 with so many of each value has these cards, suits apart."""
        if self.ranks:
            return all(counts[rank - 1] == self.ranks.count(rank) for rank in range(1, RANKS + 1))
        held = sum(counts)
        return held >= self.cards if self.or_more else held == self.cards


@dataclass(frozen=True, slots=True)
class Award:
    """A super bonus that is offered. Amounts are cents."""

    ranks: tuple[int, ...]
    up: int
    awards: tuple[tuple[int, int], ...]
    envy: int = 0

    def of(self, amount: int) -> int:
        """What a wager of so much receives."""
        return max((award for least, award in self.awards if amount >= least), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The rules of a table of twenty-one, as far as they move a price."""

    blackjack_pays: Fraction
    hit_soft_17: bool = False
    "The dealer draws on a soft 17."
    checks: bool = True
    "A dealer's blackjack is found before anybody draws; else it takes the original wager and what has busted."
    surrender: Surrender = "none"
    surrender_split: bool = False
    "A hand of a split may be surrendered."
    doubling: tuple[int, ...] | None = ()
    "Hard totals that may be doubled; empty for all, None for no doubling."
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
    rescue: bool = False
    "A doubled hand that has not busted may be given up for a half of all that is on it."
    rescue_final: bool = True
    "It is then lost at once; else, where nobody has looked, it waits for the dealer's second card as a surrender does."
    redouble: int = 0
    "So many more doubles after the first, each of all that is then on the hand."
    dealer_22_pushes: bool = False
    twenty_one_wins: bool = False
    "A player's 21 wins over any dealer's 21 that is no blackjack."
    blackjack_wins: bool = False
    "A player's blackjack wins over a dealer's blackjack."
    charlie: int = 0
    "A hand of so many cards, not over 21, wins over everything but a dealer's blackjack that was looked for."
    raises: tuple[tuple[str, ...], ...] = ()
    "Wagers made while the first cards are dealt, each with what is known then: `first` card, `up` card, or both."
    raising: Literal["best", "never", "always"] = "best"
    "When they are made; other than where it is right, for comparison."
    hands: int = 1
    "So many hands are dealt to a box, each with a wager."
    switching: bool = False
    "The second cards of two hands may be exchanged."
    surrender_first: bool = False
    "Hands are surrendered before the exchange, and then nothing is exchanged."
    award: Award | None = None
    "A super bonus, which is told beside the price: it is an amount, not odds."

    def __post_init__(self) -> None:
        if not 2 <= self.max_split_hands <= 4:
            raise ValueError(f"{self.max_split_hands} hands after splits: 2, 3 or 4 can be priced")
        if (self.redouble or self.charlie) and not self.checks:
            raise ValueError("redoubles and hands that win by their number are priced where the dealer checks first")

    @property
    def by_number(self) -> bool:
        """Whether the number of a hand's cards matters to how it is played."""
        return self.double_any_number or bool(self.charlie)

    @property
    def surrenders_drawn(self) -> bool:
        return self.surrender in ("drawn", "any_time")

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
        if self.doubling is None or total > 20 or not (cards == 2 or (self.double_any_number and cards > 2)):
            return False
        return not self.doubling or (total in self.doubling and not soft)

    def may_surrender(self, total: int, cards: int) -> bool:
        """Whether an unsplit hand of so many cards may be surrendered."""
        if self.surrender == "none" or total > 20 or cards < 2:
            return False
        return cards == 2 or self.surrenders_drawn

    def doubles_after_split(self, rank: int) -> bool:
        """Whether hands split from a pair of `rank` may be doubled where an unsplit one may."""
        return self.double_after_split and (rank != ACE or self.double_split_aces)
