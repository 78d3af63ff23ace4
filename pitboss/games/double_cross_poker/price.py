"""The exact price of double cross poker: 333,765,720,288,000 deals of two cards, a cross and the dealer's two.

The fact sheet estimated an exact best strategy at 1e12 showdowns, out of reach. But every hand contains the centre
card, so only the centre's suit can make a flush, and a deck of 25 kinds of cards is enough
(`families/house_poker/kinds/cross`).

No figure is published for this game. When raises are made, whether a player may fold and what hand the ante needs are
reconstructions, so the prices are only as good as the sheet's reading. With raises or folds the house edge is 4.88 % of
the ante and 1.45 % of the total amount wagered. No casino would offer raises or checks: a player who raises when ahead
wins 27.70 % of the ante. The three-card wager by DX-1 and DX-2 costs 7.28 % and 2.32 %, as the same tables do at Boston
5 stud and three card poker.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.kinds.cross.price import CrossPricing
from pitboss.families.house_poker.price.pricing import Note
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.cross.strategy import StageView
    from pitboss.families.house_poker.price.strategy import SimpleStrategy


class DoubleCrossPoker(CrossPricing):
    """Price the ante and its four raises, and the three-card wager on the player's own cards and the centre card."""

    game = "double-cross-poker"
    main = ("ante", "raise_left", "raise_right", "raise_top", "raise_bottom")
    combined_name = "Ante and raises"
    facts = ("community_rows", "left_raise", "right_raise", "top_raise", "bottom_raise", "wins", "ties", "payout_limit")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the raises that follow, under {how}.",
        "three_card": "Also settled after a fold.",
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.kinds.cross.strategy import CrossRule
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        if terms.figure("raise_mode") == "raise_or_check":
            return (SimpleStrategy("ahead", _AHEAD, CrossRule(_ahead)),)
        return (
            SimpleStrategy("rule of thumb", _THUMB, CrossRule(_thumb, to_the_end=True)),
            SimpleStrategy("pair or queen", _QUEEN, CrossRule(_queen, to_the_end=True)),
        )


# ---- Rules of thumb. Ranks count from the two, which is 0.

_SIX, _SEVEN, _EIGHT, _TEN, _JACK, _QUEEN_RANK, _KING = 4, 5, 6, 8, 9, 10, 11

_THUMB = (
    "before the left card raise with any pair or better, a queen or better in hand, a jack with a seven or better, a "
    "ten with an eight or better if the centre card is a six or better, or two cards of the centre card's suit if one "
    "is a ten or better; otherwise fold. Once you have raised, raise to the end"
)
_QUEEN = (
    "before the left card raise with any pair or better or a queen or better in hand, otherwise fold; once you have "
    "raised, raise to the end"
)
_AHEAD = "raise with a pair or better that uses a card of your own, or with a king or better in hand; otherwise check"


def _queen(known: StageView) -> Any:
    return known.paired | (known.high >= _QUEEN_RANK)


def _thumb(known: StageView) -> Any:
    jack = (known.high == _JACK) & (known.low >= _SEVEN)
    ten = (known.high == _TEN) & (known.low >= _EIGHT) & (known.centre >= _SIX)
    suited = (known.suited == 2) & (known.high >= _TEN)
    return _queen(known) | jack | ten | suited


def _ahead(known: StageView) -> Any:
    return known.paired | (known.high >= _KING)


PRICING = DoubleCrossPoker()
