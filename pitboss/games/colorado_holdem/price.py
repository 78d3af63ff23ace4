"""The exact price of Colorado hold 'em: 407,170,400 deals of three cards and three that all share, by 1,755 hands.

Nothing was published of this game, and its odds are placeholders: so is every figure here, and the report says so.

The ante's price is that of ante and bet together, for each unit of the ante, immediate winners with it; the bet's own
is over the hands in which it is made. What is wagered does not change which card to part with: ante and bet are paid by
the same table. Of equally good choices the cheapest is taken, of equal discards the first dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.kinds.discard.price import DiscardPricing
from pitboss.families.house_poker.price.pricing import Note
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Bytes, Flags, Simple
    from pitboss.pricing.deals import Cards


class ColoradoHoldem(DiscardPricing):
    """Ante and bet; the bonus on the three cards dealt."""

    game = "colorado-holdem"
    main = ("ante", "bet")
    together = "Ante and bet"
    facts = ("immediate_winner", "bet_or_fold", "discard", "bet_or_not", "discard_first")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the bet wager that follows, and immediate winners, by {how}.",
        "bonus": "On the three cards dealt; settled after a fold too.",
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[Simple, ...]:
        from pitboss.families.house_poker.kinds.discard.strategy import DiscardRule
        from pitboss.families.house_poker.price.strategy import Simple

        if any(end.folded for end in wagering.ends.values()):
            return (Simple("rule of thumb", _REQUIRED, DiscardRule(_keep_suited, _some_hope)),)
        return (Simple("rule of thumb", _PERMITTED, DiscardRule(_keep_high, _paired)),)


# ---- Rules of thumb, one for each version

_REQUIRED = (
    "keep a pair; else two suited cards, the higher ones if all three are; else the two highest. Fold only without a "
    "pair, two suited cards, or a jack or better"
)
_PERMITTED = "keep a pair, else the two highest cards; bet with a pair only"
_JACK = 9


def _paired(hands: Cards) -> Flags:
    import numpy as np

    ranks = hands >> 2
    return np.asarray((ranks[:, 0] == ranks[:, 1]) | (ranks[:, 1] == ranks[:, 2]))


def _some_hope(hands: Cards) -> Flags:
    import numpy as np

    one, two, three = (hands & 3).T
    suited = (one == two) | (one == three) | (two == three)
    return np.asarray(_paired(hands) | suited | (hands[:, 2] >> 2 >= _JACK))


def _keep_high(hands: Cards) -> Bytes:
    """The lowest card goes, as a bit; the highest if the others are a pair."""
    import numpy as np

    low_pair = (hands[:, 0] >> 2 == hands[:, 1] >> 2) & (hands[:, 1] >> 2 != hands[:, 2] >> 2)
    return np.where(low_pair, 4, 1).astype(np.uint8)


def _keep_suited(hands: Cards) -> Bytes:
    import numpy as np

    one, two, three = (hands & 3).T
    suited = np.where(two == three, 1, np.where(one == three, 2, np.where(one == two, 4, 1)))
    return np.where(_paired(hands), _keep_high(hands), suited).astype(np.uint8)


PRICING = ColoradoHoldem()
