"""The exact price of double down stud: one more card is dealt to the player's card and three shared ones.

The hand is all five cards, so it only matters which four are known: 16,432 classes of them, with 48 cards each.

Against the published figures: with a royal flush at 2,000 to 1 and DDS-2 otherwise the price is 2.67 % of the original
wager, as published for this game (2.6678 %). With 3,999, 199 and 49 to 1 at the top it is 2.1033 %, the Wizard of Odds'
figure, and every line has the same counts if 5-4-3-2 and A-K-Q-J are doubled, although that does not change the price
at all. No price is published for DDS-1, the lowest table that New Jersey permits: it is 4.741 %, and that of DDS-2 is
2.976 %. The original wager's price covers both wagers, since the second equals the first; the double down
wager is also priced over the hands that are doubled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.kinds.ladder.price import LadderPricing
from pitboss.families.house_poker.price.pricing import Note
from pitboss.families.house_poker.price.rows import floor
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import SHOWING

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Flags, HandRule, SimpleStrategy
    from pitboss.pricing.deals import Cards


class DoubleDownStud(LadderPricing):
    """Price the original wager, and the double down wager that is made once four of five cards are known."""

    game = "double-down-stud"
    main = ("original", "double_down")
    combined_name = "Original and double down"
    per = "original wager"
    facts = ("double_down", "payout_limit")
    notes: ClassVar[Mapping[str, Note]] = {"original": "With an equal double down wager, under {how}."}

    def known(self, terms: Terms) -> tuple[int, ...]:
        """The number of known cards: the player's card and the shared ones dealt face up."""
        return (terms.dealing.player + len(terms.dealing.community_up),)

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.price.strategy import SimpleStrategy, at_least

        (known,) = self.known(terms)
        order = SHOWING[known - 1]
        sixes = at_least(floor(order, "pair of sixes"), order)
        return (
            SimpleStrategy("never double", "never double", {known: lambda hands: hands[:, 0] < 0}),
            SimpleStrategy("sixes or better", "double with a pair of sixes or better", {known: sixes}),
            SimpleStrategy("rule of thumb", _THUMB, {known: _thumb(sixes)}),
        )


_THUMB = "double with a pair of sixes or better, four to a flush, or four in a row open at both ends"


def _thumb(sixes: HandRule) -> HandRule:
    import numpy as np

    def thumb(hands: Cards) -> Flags:
        ranks = np.sort(hands >> 2, axis=1).astype(int)
        suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
        row = (np.diff(ranks, axis=1) == 1).all(axis=1) & (ranks[:, -1] < 12)
        return np.asarray(sixes(hands) | suited | row)

    return thumb


PRICING = DoubleDownStud()
