"""The exact price of Texas hold 'em bonus poker: 55,627,620,048,000 ways to deal two cards, a board card by card, and
the dealer's two.

Against the published figures
- Where the ante is paid from a straight on, the rule in Nevada: 2.04 % of the ante and 0.53 % of all that is put at
  risk, as remembered of the Wizard of Odds (casinosite.net prints "slightly over 2 %"). The same here: 2.0369 % and
  0.5335 %. By the flush rule of Atlantic City it is 5.5935 % and 1.4744 %.
- The bonus by HB-1 is remembered at 8.54 %; it comes to 13,873 of 162,435 wagers, 8.5406 %. No hand that it pays for is
  folded by the best strategy, so it is the same where a fold takes it.
- To fold 2-3 to 2-7 of two suits is the published rule; with the flush rule 4-3 of two suits goes too.

The ante's price is that of ante, flop, turn and river together, for each unit of the ante; the others are also priced
by themselves, over the hands in which they are made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.kinds.streets.price import StreetPricing
from pitboss.families.house_poker.price.pricing import Figures, Note
from pitboss.families.house_poker.price.rows import floor
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import FIVE_CARD

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Flags, Simple
    from pitboss.pricing.deals import Cards


def _bonus(figures: Figures) -> str:
    """28.10: a fold may take it with the hand."""
    how = figures.solution.how
    return f"Lost on a fold, by {how} for the other wagers." if figures.folds("bonus") else "Settled after a fold too."


class TexasHoldemBonus(StreetPricing):
    """Ante, flop, turn and river; the bonus on the two cards."""

    game = "texas-holdem-bonus"
    main = ("ante", "flop", "turn", "river")
    together = "Ante, flop, turn and river"
    facts = ("flop_or_fold", "turn_or_check", "river_or_check", "wins", "ties")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the flop, turn and river wagers that follow, by {how}.",
        "bonus": _bonus,
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[Simple, ...]:
        from pitboss.families.house_poker.kinds.streets.street_wagers import WagerRule
        from pitboss.families.house_poker.kinds.streets.street_wagers_strategy import StreetRule
        from pitboss.families.house_poker.price.strategy import Simple

        made = WagerRule(floor(FIVE_CARD, "two pair"), hidden=True)
        return (Simple("rule of thumb", _THUMB, StreetRule(_stays, made._replace(suited=_FOUR), made)),)


# ---- A rule of thumb

_THUMB = (
    "stay in with all but 2-3 to 2-7 of two suits; at turn and river wager with a pair or better that uses one of your "
    "cards or with two pair or better, at the turn with four to a flush too"
)
_TWO, _SEVEN, _FOUR = 0, 5, 4


def _stays(holdings: Cards) -> Flags:
    import numpy as np

    low, high = (holdings >> 2).T
    suited = (holdings[:, 0] & 3) == (holdings[:, 1] & 3)
    return np.asarray(suited | (low == high) | (low > _TWO) | (high > _SEVEN))


PRICING = TexasHoldemBonus()
