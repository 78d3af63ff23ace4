"""The exact price of Colorado hold 'em: 407,170,400 deals of three cards and three community cards, by 1,755 classes.

No figure was published for this game and its odds are placeholders, so every figure here is one too. The report says
so. The ante's price covers ante and bet together, immediate winners included, per unit of the ante; the bet is also
priced over the hands in which it is made. Ante and bet are paid by the same table, so the amount wagered does not
change which card to discard. Ties go to the cheapest choice and, among equal discards, to the first card dealt.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.kinds.discard.price import DiscardPricing
from pitboss.families.house_poker.price.pricing import Note
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Bytes, Flags, SimpleStrategy
    from pitboss.pricing.deals import Cards


class ColoradoHoldem(DiscardPricing):
    """Price the ante and bet, and the bonus on the three cards dealt."""

    game = "colorado-holdem"
    main = ("ante", "bet")
    combined_name = "Ante and bet"
    facts = ("immediate_winner", "bet_or_fold", "discard", "bet_or_not", "discard_first")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the bet that follows and immediate winners, under {how}.",
        "bonus": "On the three cards dealt; also settled after a fold.",
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.kinds.discard.strategy import DiscardRule
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        if any(end.folded for end in wagering.ends.values()):
            return (SimpleStrategy("rule of thumb", _REQUIRED, DiscardRule(_keep_suited, _some_hope)),)
        return (SimpleStrategy("rule of thumb", _PERMITTED, DiscardRule(_keep_high, _paired)),)


# ---- Rules of thumb, one per version

_REQUIRED = (
    "keep a pair; without one keep two suited cards (the higher two if all three are suited), otherwise the two "
    "highest cards. Fold only if you have no pair, no two suited cards and nothing above a ten"
)
_PERMITTED = "keep a pair, otherwise the two highest cards; bet only with a pair"
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
    """Discard the lowest card, or the highest if the others are a pair. A discard is a bit."""
    import numpy as np

    low_pair = (hands[:, 0] >> 2 == hands[:, 1] >> 2) & (hands[:, 1] >> 2 != hands[:, 2] >> 2)
    return np.where(low_pair, 4, 1).astype(np.uint8)


def _keep_suited(hands: Cards) -> Bytes:
    import numpy as np

    one, two, three = (hands & 3).T
    suited = np.where(two == three, 1, np.where(one == three, 2, np.where(one == two, 4, 1)))
    return np.where(_paired(hands), _keep_high(hands), suited).astype(np.uint8)


PRICING = ColoradoHoldem()
