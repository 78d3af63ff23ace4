"""The exact price of ultimate Texas hold 'em: 27,813,810,024,000 ways to deal two cards, a board and the dealer's two.

Against the published figures (blind table A): 2.185 % of the ante, 0.53 % of the total amount wagered, and trips at
1.90 % (B) and 3.50 % (C), as found in print; 0.90 % (A), 6.18 % (D) and a standard deviation of 4.94 are the Wizard of
Odds' figures as remembered. The same here. The usual rule of thumb is remembered at about 2.43 %; here it costs 2.454
%. Its wording leaves open which pairs count as hidden on a board that outranks them, and which cards are outs.

Like published figures, the ante's price covers ante, blind and play together, per unit of the ante. The blind
and the play wager are also priced separately, the play wager over the hands in which it is made. Trips and progressive
are settled by the player's cards alone. If a fold loses them they are priced with the strategy that is best without
them, although a player who made them could fold less.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.kinds.streets.price import BoardPricing
from pitboss.families.house_poker.price.pricing import Figures, Note
from pitboss.families.house_poker.price.rows import floor
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import FIVE_CARD

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Flags, SimpleStrategy
    from pitboss.pricing.deals import Cards


def _trips(figures: Figures) -> str:
    lost = f"Lost on a fold; priced under {figures.solution.how} for ante, blind and play."
    return lost if figures.folds("trips") else "Also settled after a fold."


class UltimateTexasHoldem(BoardPricing):
    """Price the ante, blind and play, trips on the whole hand, and the progressive wager on the cards at the flop."""

    game = "ultimate-texas-holdem"
    main = ("ante", "blind", "play")
    combined_name = "Ante, blind and play"
    facts = ("qualifying", "before_the_flop", "after_the_flop", "after_all_cards", "payout_limit")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the blind and the play wager that follows, under {how}.",
        "blind": "The blind alone, under {how}.",
        "trips": _trips,
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.kinds.streets.stopping_strategy import BoardRule
        from pitboss.families.house_poker.price.strategy import SimpleStrategy
        from pitboss.families.house_poker.price.strategy_text import RiverRule

        last = RiverRule(by_value=False, hidden=True, outs=OUTS)
        return (SimpleStrategy("rule of thumb", _THUMB, BoardRule(_raised_early, _raised_at_flop, last)),)


# ---- The rule of thumb on the usual strategy cards

OUTS = 21
_THUMB = (
    "before the flop play with any ace, a pair of threes or better, K-2 suited, K-5, Q-6 suited, Q-8, J-8 suited, J-10 "
    "or better; at the flop with two pair or better, a pair that uses one of your cards but not a pair of twos in the "
    "hand, or four to a flush with a ten or better of your own in it; at the end with a pair or better that uses one "
    f"of your cards, or if fewer than {OUTS} single cards in the dealer's hand would beat you"
)
_LEAST_KICKER = {12: (0, 0), 11: (0, 3), 10: (4, 6), 9: (6, 8)}
"""The lowest second card to play with, suited and offsuit, by the higher rank (the ace is 12)."""
_TEN = 8


def _raised_early(holdings: Cards) -> Flags:
    import numpy as np

    low, high = (holdings >> 2).T
    suited = (holdings[:, 0] & 3) == (holdings[:, 1] & 3)
    found = (low == high) & (low >= 1)
    for rank, (with_suit, without) in _LEAST_KICKER.items():
        found |= (high == rank) & (low >= np.where(suited, with_suit, without)) & (low != high)
    return np.asarray(found)


def _raised_at_flop(holdings: Cards, flops: Cards) -> Flags:
    import numpy as np

    from pitboss.hands.fast import evaluate_batch

    hands = np.ascontiguousarray(np.concatenate([holdings, flops], axis=1))
    strengths = evaluate_batch(hands)
    two_pair = strengths >= floor(FIVE_CARD, "two pair")
    own, shown = holdings >> 2, flops >> 2
    pocket = own[:, 0] == own[:, 1]
    hidden = (own[:, :, None] == shown[:, None, :]).any(axis=(1, 2)) | (pocket & (own[:, 0] > 0))
    four = np.zeros(len(hands), np.bool_)
    for suit in range(4):
        mine = (holdings & 3) == suit
        there = ((hands & 3) == suit).sum(axis=1)
        four |= (there >= 4) & (mine & (own >= _TEN)).any(axis=1)
    return np.asarray(two_pair | hidden | four)


PRICING = UltimateTexasHoldem()
