"""The exact price of Texas hold 'em bonus poker: 55,627,620,048,000 deals of two cards, a board and the dealer's two.

Against the published figures
- If a straight or better pays the ante, Nevada's rule: 2.04 % of the ante and 0.53 % of the total amount wagered, the
  Wizard of Odds' figures as remembered (casinosite.net prints "slightly over 2 %"). The same here: 2.0369 % and 0.5335
  %. With Atlantic City's flush rule it is 5.5935 % and 1.4744 %.
- The bonus by HB-1 is remembered at 8.54 %; it is 13,873 of 162,435 wagers, 8.5406 %. The best strategy never folds a
  hand that wins it, so the price is the same if a fold loses it.
- Folding 2-3 to 2-7 offsuit is the published rule; with the flush rule 4-3 offsuit is folded too.

The ante's price covers ante, flop, turn and river together, per unit of the ante; the others are also priced
separately, over the hands in which they are made.
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
    from pitboss.families.house_poker.price.strategy import Flags, SimpleStrategy
    from pitboss.pricing.deals import Cards


def _bonus(figures: Figures) -> str:
    """28.10: the note on whether a fold loses the bonus wager too."""
    how = figures.solution.how
    return (
        f"Lost on a fold; priced under {how} for the other wagers."
        if figures.folds("bonus")
        else "Also settled after a fold."
    )


class TexasHoldemBonus(StreetPricing):
    """Price the ante, flop, turn and river wagers, and the bonus on the player's two cards."""

    game = "texas-holdem-bonus"
    main = ("ante", "flop", "turn", "river")
    combined_name = "Ante, flop, turn and river"
    facts = ("flop_or_fold", "turn_or_check", "river_or_check", "wins", "ties")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the flop, turn and river wagers that follow, under {how}.",
        "bonus": _bonus,
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.kinds.streets.street_wagers import WagerRule
        from pitboss.families.house_poker.kinds.streets.street_wagers_strategy import StreetRule
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        made = WagerRule(floor(FIVE_CARD, "two pair"), hidden=True)
        return (SimpleStrategy("rule of thumb", _THUMB, StreetRule(_stays, made._replace(suited=_FOUR), made)),)


# ---- A rule of thumb

_THUMB = (
    "stay in with everything except 2-3 to 2-7 offsuit; at the turn and river wager with a pair or better that uses "
    "one of your cards or with two pair or better, and at the turn also with four to a flush"
)
_TWO, _SEVEN, _FOUR = 0, 5, 4


def _stays(holdings: Cards) -> Flags:
    import numpy as np

    low, high = (holdings >> 2).T
    suited = (holdings[:, 0] & 3) == (holdings[:, 1] & 3)
    return np.asarray(suited | (low == high) | (low > _TWO) | (high > _SEVEN))


PRICING = TexasHoldemBonus()
