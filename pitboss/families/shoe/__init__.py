"""Games dealt from a shoe: baccarat, casino war, red dog. A game declares its round once, as a tree of cards.

- `round.ShoeGame`: the shoe, its cutting card, and the next card through whatever irregularity.
- `tree.Tree`: what a round makes of card after card, told by one function; `tree.count` counts every order of a shoe of
  any composition, exactly: that is the price.
- `price.FollowedPricing`: the price, best play and advice of a game in which a second wager may follow the first.
- `kernel.shoe_kernel`: the same tree as a compiled loop.
- `shoe_felt.ShoeFelt`: places with their wagers in rows; a game says which cards lie where.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.exports import exports

if TYPE_CHECKING:
    from pitboss.families.shoe.kernel import Net, shoe_kernel
    from pitboss.families.shoe.price import At, BestPlay, Ended, Followed, FollowedPricing, Simple, adds
    from pitboss.families.shoe.round import BY_RANK, ShoeGame, ShoeState
    from pitboss.families.shoe.shoe_felt import ShoeFelt
    from pitboss.families.shoe.tree import After, More, Outcome, Tree, kinds_of

__getattr__, __dir__ = exports(__name__, __file__)

__all__ = [
    "BY_RANK",
    "After",
    "At",
    "BestPlay",
    "Ended",
    "Followed",
    "FollowedPricing",
    "More",
    "Net",
    "Outcome",
    "ShoeFelt",
    "ShoeGame",
    "ShoeState",
    "Simple",
    "Tree",
    "adds",
    "kinds_of",
    "shoe_kernel",
]
