"""The exact price of double cross poker: 333,765,720,288,000 ways to deal a holding, a cross card by card, and the
dealer's two.

The fact sheet held an exact best strategy to be out of reach, some 1e12 showdowns: every hand has the centre card, so
that only its suit can make a flush, and a deck of 25 kinds of cards says all (`families/house_poker/kinds/cross`).

Nothing is published of this game, and when raises are made, whether a fold is possible and what the ante needs are
reconstructions: the prices are those of the sheet's reading, and as good as it is. With raises or folds the house keeps
4.88 % of the ante, 1.45 % of all that is put at risk. With raises or checks nobody would offer it: whoever raises when
he is ahead wins 27.70 % of the ante. The three-card wager by DX-1 and DX-2 costs what the same tables cost at Boston 5
stud and three card poker, 7.28 % and 2.32 %.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.kinds.cross.price import CrossPricing
from pitboss.families.house_poker.price.pricing import Note
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.kinds.cross.strategy import Known
    from pitboss.families.house_poker.price.strategy import Simple


class DoubleCrossPoker(CrossPricing):
    """The ante and its four raises; the three-card wager on one's own cards and the centre."""

    game = "double-cross-poker"
    main = ("ante", "raise_left", "raise_right", "raise_top", "raise_bottom")
    together = "Ante and raises"
    facts = ("community_rows", "left_raise", "right_raise", "top_raise", "bottom_raise", "wins", "ties", "payout_limit")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the raises that follow, by {how}.",
        "three_card": "Settled after a fold too.",
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[Simple, ...]:
        from pitboss.families.house_poker.kinds.cross.strategy import CrossRule
        from pitboss.families.house_poker.price.strategy import Simple

        if terms.figure("raise_mode") == "raise_or_check":
            return (Simple("ahead", _AHEAD, CrossRule(_ahead)),)
        return (
            Simple("rule of thumb", _THUMB, CrossRule(_thumb, to_the_end=True)),
            Simple("pair or queen", _QUEEN, CrossRule(_queen, to_the_end=True)),
        )


# ---- Rules of thumb. Ranks count from the deuce, 0.

_SIX, _SEVEN, _EIGHT, _TEN, _JACK, _QUEEN_RANK, _KING = 4, 5, 6, 8, 9, 10, 11

_THUMB = (
    "before the left card raise with any pair or better, a queen or better in hand, a jack with a seven or better, a "
    "ten with an eight or better if the centre card is a six or better, or two cards of the centre card's suit if one "
    "is a ten or better; else fold. Who has raised once raises to the end"
)
_QUEEN = (
    "before the left card raise with any pair or better or a queen or better in hand, else fold; who has raised once "
    "raises to the end"
)
_AHEAD = "raise with a pair or better that uses a card of your own, or with a king or better in hand; else check"


def _queen(known: Known) -> Any:
    return known.paired | (known.high >= _QUEEN_RANK)


def _thumb(known: Known) -> Any:
    jack = (known.high == _JACK) & (known.low >= _SEVEN)
    ten = (known.high == _TEN) & (known.low >= _EIGHT) & (known.centre >= _SIX)
    suited = (known.suited == 2) & (known.high >= _TEN)
    return _queen(known) | jack | ten | suited


def _ahead(known: Known) -> Any:
    return known.paired | (known.high >= _KING)


PRICING = DoubleCrossPoker()
