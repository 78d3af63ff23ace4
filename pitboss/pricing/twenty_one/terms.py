"""The rules of a table of twenty-one that affect a price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

RANKS = 10
"""The number of card values: the ace, 2 to 9, and ten, which includes the picture cards."""

TEN = 10
ACE = 1

Surrender = Literal["none", "late", "early", "first_two", "drawn", "any_time"]
"""What may be surrendered, from least to most. `late` and `first_two` allow it on the first two cards as the first
decision (`early` before the dealer looks), `drawn` also after drawing, `any_time` also after a double.
"""


@dataclass(frozen=True, slots=True)
class Bonus:
    """Extra odds for a winning hand that was not doubled, by its cards or, for a 21, by their number.

    >>> Bonus(Fraction(2), ranks=(6, 7, 8), suited=True)
    Bonus(odds=Fraction(2, 1), ranks=(6, 7, 8), cards=0, or_more=False, suited=True, suit='')
    """

    odds: Fraction
    ranks: tuple[int, ...] = ()
    cards: int = 0
    or_more: bool = False
    suited: bool = False
    suit: str = ""
    """The suit it must be in, if it must be a certain one."""

    def fits(self, counts: Sequence[int]) -> bool:
        """Whether a 21 with these counts of card values has the bonus's cards, whatever their suits."""
        if self.ranks:
            return all(counts[rank - 1] == self.ranks.count(rank) for rank in range(1, RANKS + 1))
        held = sum(counts)
        return held >= self.cards if self.or_more else held == self.cards


@dataclass(frozen=True, slots=True)
class Award:
    """A super bonus that is offered, with amounts in cents."""

    ranks: tuple[int, ...]
    up: int
    awards: tuple[tuple[int, int], ...]
    envy: int = 0

    def of(self, amount: int) -> int:
        """The award for a wager of this amount."""
        return max((award for least, award in self.awards if amount >= least), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The rules of a table of twenty-one that affect a price."""

    blackjack_pays: Fraction
    hit_soft_17: bool = False
    """Whether the dealer draws on a soft 17."""
    checks: bool = True
    """Whether the dealer checks for blackjack before any player draws.

    If not, a dealer's blackjack takes the original wager and whatever has busted.
    """
    surrender: Surrender = "none"
    surrender_split: bool = False
    """Whether a split hand may be surrendered."""
    doubling: tuple[int, ...] | None = ()
    """The hard totals that may be doubled; empty for all, None for no doubling."""
    double_any_number: bool = False
    """Whether a hand of more than two cards may be doubled too."""
    double_after_split: bool = True
    splitting: bool = True
    max_split_hands: int = 2
    resplit_aces: bool = False
    hit_split_aces: bool = False
    double_split_aces: bool = False
    two_card_21_wins: bool = False
    """Whether an ace and a ten after a split beat a 21 of three or more cards."""
    bonuses: tuple[Bonus, ...] = ()
    even_money: bool = False
    rescue: bool = False
    """Whether a doubled hand that has not busted may be given up for half of the money on it."""
    rescue_final: bool = True
    """Whether a rescued hand is lost at once, instead of waiting for the dealer's second card as a surrendered one
    does.
    """
    redouble: int = 0
    """The number of further doubles after the first, each of all the money then on the hand."""
    dealer_22_pushes: bool = False
    twenty_one_wins: bool = False
    """Whether a player's 21 wins against any dealer's 21 other than a blackjack."""
    blackjack_wins: bool = False
    """Whether a player's blackjack wins against a dealer's blackjack."""
    charlie: int = 0
    """The number of cards with which a hand not over 21 wins against everything but a blackjack that the dealer checked
    for.
    """
    raises: tuple[tuple[str, ...], ...] = ()
    """The wagers made while the first cards are dealt, each with what is known by then: `first` card, `up` card, or
    both.
    """
    raising: Literal["best", "never", "always"] = "best"
    """When raises are made: whenever they are right, or, for comparison, never or always."""
    hands: int = 1
    """The number of hands dealt to a box, each with a wager."""
    switching: bool = False
    """Whether the second cards of two hands may be exchanged."""
    surrender_first: bool = False
    """Whether hands are surrendered before the exchange, after which nothing is exchanged."""
    award: Award | None = None
    """The super bonus. It is an amount instead of odds, so it is reported next to the price."""

    def __post_init__(self) -> None:
        if not 2 <= self.max_split_hands <= 4:
            raise ValueError(f"{self.max_split_hands} hands after splits cannot be priced; use 2, 3 or 4")
        if (self.redouble or self.charlie) and not self.checks:
            raise ValueError("redoubles and hands that win by number of cards need a dealer who checks first")

    @property
    def by_number(self) -> bool:
        """Whether the number of cards in a hand affects how it is played."""
        return self.double_any_number or bool(self.charlie)

    @property
    def surrenders_drawn(self) -> bool:
        return self.surrender in ("drawn", "any_time")

    def hands_of(self, rank: int) -> int:
        """The maximum number of hands that a pair of these cards may become; 1 if it may not be split."""
        if not self.splitting:
            return 1
        return self.max_split_hands if rank != ACE or self.resplit_aces else 2

    def one_card(self, rank: int) -> bool:
        """Whether a hand split from such a pair gets one card and no choice."""
        return rank == ACE and not self.hit_split_aces

    def may_double(self, total: int, soft: bool, cards: int) -> bool:
        """Whether an unsplit hand with this many cards may be doubled."""
        if self.doubling is None or total > 20 or not (cards == 2 or (self.double_any_number and cards > 2)):
            return False
        return not self.doubling or (total in self.doubling and not soft)

    def may_surrender(self, total: int, cards: int) -> bool:
        """Whether an unsplit hand with this many cards may be surrendered."""
        if self.surrender == "none" or total > 20 or cards < 2:
            return False
        return cards == 2 or self.surrenders_drawn

    def doubles_after_split(self, rank: int) -> bool:
        """Whether hands split from a pair of `rank` may be doubled where an unsplit hand may."""
        return self.double_after_split and (rank != ACE or self.double_split_aces)
