"""The exact price of Caribbean stud: 19,933,230,517,200 deals, by 134,459 hands, the dealer's card, and a census.

Against the published figures (Wizard of Odds, same table): the best strategy loses 1,041,372,912,372 antes over all
deals, 5.224 % of the ante and 2.555 % of all that is put at risk; raising with A-K-J-8-3 or better loses
1,059,715,400,580 (5.316 %), with a pair or better 1,090,272,101,460 (5.470 %), with ace-king or better
1,132,600,203,540 (5.682 %), with matching rank 1,063,176,931,284 (5.334 %), by the three rules of thumb
1,041,417,758,724 (5.225 %), always 3,310,360,338,060 (16.607 %). All the same here, to the last deal. The progressive
wager at $100, $75, $50 breaks even at a meter of $263,205 and at $150, $100, $50 at $246,784, as published
(Contingencies, November 2000); the $217,047 which is printed there for $500, $100, $50 is a slip of a digit for
$218,047: 0.6376243 / 0.000002924249.

The ante's price is that of ante and bet together, for each unit of the ante; the bet's own is over the hands in which
it is made. A progressive wager is lost on a fold: the best strategy folds nothing that it pays for. That several
royal flushes share the meter (16.12(g)) takes less than a millionth from it; `progressive` has the figure.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.chapter.odds import dollars
from pitboss.families.house_poker.kinds.stud.price import StudPricing
from pitboss.families.house_poker.price.payoffs import stake_for
from pitboss.families.house_poker.price.pricing import Figures, Note
from pitboss.families.house_poker.price.rows import floor
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import FIVE_CARD

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Flags, Simple
    from pitboss.pricing.deals import Cards


def _limited(figures: Figures) -> str:
    """16.12(d)"""
    limit = figures.wagering.limit
    if limit is None:
        return ""
    ante = stake_for(figures.layout, "ante", figures.given.stake) or 0
    return f"With an ante of {dollars(ante)}: what a bet wins is cut to {dollars(int(limit.most * ante))}."


class CaribbeanStud(StudPricing):
    """Ante and bet against a dealer who shows a card; the progressive wager on the same hand."""

    game = "caribbean-stud"
    main = ("ante", "bet")
    together = "Ante and bet"
    shown = 1
    facts = ("qualifying", "bet_or_fold", "bet_is_twice")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": lambda figures: f"With the bet that follows, by {figures.solution.how}. {_limited(figures)}".rstrip(),
        "bet": _limited,
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[Simple, ...]:
        from pitboss.families.house_poker.kinds.stud.strategy import AgainstShown
        from pitboss.families.house_poker.price.strategy import Simple

        pair, ace_king = "a pair or better", "on ace-king"
        return (
            Simple("A-K-J-8-3", "raise with A-K-J-8-3 or better", "A-K-J-8-3"),
            Simple("pair or better", f"raise with {pair}", "pair"),
            Simple("ace-king or better", "raise with ace-king or better", "ace-king high"),
            Simple(
                "matching rank",
                f"raise with {pair}, and {ace_king} if the dealer's card has the rank of one of yours",
                AgainstShown(_matching_rank),
            ),
            Simple(
                "three rules",
                f"raise with {pair}; {ace_king} if the dealer shows a 2 to a queen of a rank that you hold, or an ace "
                "or king and you hold a queen or jack, or a rank that you do not hold below your fourth card and you "
                "hold a queen",
                AgainstShown(_three_rules),
            ),
            Simple("raise everything", "raise with every hand", "everything"),
        )


# ---- Simpler strategies

_ACE, _KING, _QUEEN, _JACK = 12, 11, 10, 9


def _kinds(hands: Cards) -> tuple[Flags, Flags, Any]:
    """Pairs or better, ace-king high, and the ranks from the lowest up."""
    from pitboss.hands.fast import evaluate_batch

    strengths = evaluate_batch(hands)
    pair, ace_king = floor(FIVE_CARD, "pair"), floor(FIVE_CARD, "ace-king high")
    return strengths >= pair, (strengths >= ace_king) & (strengths < pair), hands >> 2


def _matching_rank(hands: Cards, shown: int) -> Flags:
    paired, ace_king, ranks = _kinds(hands)
    found: Flags = paired | (ace_king & (ranks == shown >> 2).any(axis=1))
    return found


def _three_rules(hands: Cards, shown: int) -> Flags:
    paired, ace_king, ranks = _kinds(hands)
    up = shown >> 2
    match = (ranks == up).any(axis=1)
    queen, jack = (ranks == _QUEEN).any(axis=1), (ranks == _JACK).any(axis=1)
    on = queen | jack if up >= _KING else match | (queen & (up < ranks[:, 1]))
    found: Flags = paired | (ace_king & on)
    return found


PRICING = CaribbeanStud()
