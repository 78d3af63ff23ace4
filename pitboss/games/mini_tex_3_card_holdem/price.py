"""The exact price of mini-Tex 3 card hold 'em: 84,283,408,800 ways to deal two cards each, a flop and a river.

The wagers before the last are fixed, so no decision depends on an earlier one. The ante's price covers all four wagers
together, per unit of the ante.

Against the published figures: 3.22 % of the ante (discountgambling.net, after the Wizard of Odds), playing every hand
to the flop except 5-2 offsuit and a pair of twos. The same here. The pocket poker wager's table is a placeholder, so
its price is one too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.kinds.streets.price import StayOrFoldPricing
from pitboss.families.house_poker.price.pricing import Note
from pitboss.families.house_poker.price.rows import floor
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import THREE_CARD_ROYAL

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Flags, SimpleStrategy
    from pitboss.pricing.deals import Cards


class MiniTex(StayOrFoldPricing):
    """Price the ante, flop, river and play wagers, and the pocket poker wager on the player's own two cards."""

    game = "mini-tex-3-card-holdem"
    main = ("ante", "flop", "river", "play")
    combined_name = "Ante, flop, river and play"
    facts = ("qualifying", "before_the_flop", "after_the_flop", "after_the_river")
    notes: ClassVar[Mapping[str, Note]] = {"ante": "With the wagers that follow, under {how}."}

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        import numpy as np

        from pitboss.families.house_poker.kinds.streets.stay_or_fold_strategy import LeastHands
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        def always(holdings: Cards) -> Flags:
            return np.full(len(holdings), True)

        return (
            SimpleStrategy("rule of thumb", _THUMB, LeastHands(always, 1, _thumb_at_the_end)),
            SimpleStrategy("always", "make every wager with every hand", LeastHands(always, 1, 1)),
        )


# ---- Our own rule of thumb

_THUMB = (
    "make the flop and river wagers with every hand; make the play wager with a pair or better that uses a card of "
    "your own; with less only if the board has a pair and you hold a ten or better, or if it has three different ranks "
    "in three different suits"
)
_TEN = 8


def _thumb_at_the_end(boards: Cards, holdings: Cards, strengths: Any) -> Flags:
    import numpy as np

    own, shared = holdings >> 2, boards >> 2
    pair = (own[None, :, :, None] == shared[:, None, None, :]).any(axis=(2, 3)) | (own[:, 0] == own[:, 1])
    high = own.max(axis=1) >= _TEN
    better = strengths >= floor(THREE_CARD_ROYAL, "flush")
    ranks = np.sort(shared, axis=1)
    apart: Any = (np.diff(ranks, axis=1) > 0).all(axis=1)
    suits = np.sort(boards & 3, axis=1)
    harmless = apart & (np.diff(suits, axis=1) > 0).all(axis=1)
    return np.asarray(better | pair | (high & ~apart[:, None]) | harmless[:, None])


PRICING = MiniTex()
