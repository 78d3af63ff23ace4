"""The exact price of Caribbean stud: 19,933,230,517,200 deals, by classes of hands, the dealer's card and a census.

These figures agree with the published ones (Wizard of Odds, same table) to the last deal. Over all deals the best
strategy loses 1,041,372,912,372 antes, 5.224 % of the ante and 2.555 % of the total amount wagered. Raising with
A-K-J-8-3 or better loses 1,059,715,400,580 (5.316 %), with a pair or better 1,090,272,101,460 (5.470 %), with ace-king
or better 1,132,600,203,540 (5.682 %), with matching rank 1,063,176,931,284 (5.334 %), by the three rules of thumb
1,041,417,758,724 (5.225 %), and always 3,310,360,338,060 (16.607 %). The progressive wager breaks even at a meter of
$263,205 with prizes of $100, $75 and $50, and at $246,784 with $150, $100 and $50, as published (Contingencies,
November 2000). The $217,047 printed there for $500, $100 and $50 has one digit wrong: it is $218,047, which is
0.6376243 / 0.000002924249.

The ante's price covers ante and bet together, per unit of the ante; the bet is also priced over the hands in which it
is made. A progressive wager is lost on a fold, but the best strategy never folds a hand that wins it. Several royal
flushes share the meter (16.12(g)), which costs the wager less than a millionth; `progressive` has the figure.
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
    from pitboss.families.house_poker.price.strategy import Flags, SimpleStrategy
    from pitboss.pricing.deals import Cards


def _limited(figures: Figures) -> str:
    """16.12(d): the payout limit."""
    limit = figures.wagering.limit
    if limit is None:
        return ""
    ante = stake_for(figures.layout, "ante", figures.given.stake) or 0
    return f"With an ante of {dollars(ante)}, a bet wins at most {dollars(int(limit.most * ante))}."


class CaribbeanStud(StudPricing):
    """Price the ante and bet against a dealer who shows a card, and the progressive wager on the same hand."""

    game = "caribbean-stud"
    main = ("ante", "bet")
    combined_name = "Ante and bet"
    shown = 1
    facts = ("qualifying", "bet_or_fold", "bet_is_twice")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": lambda figures: (
            f"With the bet that follows, under {figures.solution.how}. {_limited(figures)}".rstrip()
        ),
        "bet": _limited,
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.kinds.stud.strategy import UpCardRule
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        pair = "a pair or better"
        return (
            SimpleStrategy("A-K-J-8-3", "raise with A-K-J-8-3 or better", "A-K-J-8-3"),
            SimpleStrategy("pair or better", f"raise with {pair}", "pair"),
            SimpleStrategy("ace-king or better", "raise with ace-king or better", "ace-king high"),
            SimpleStrategy(
                "matching rank",
                f"raise with {pair}, or with ace-king if the dealer's card matches the rank of one of yours",
                UpCardRule(_matching_rank),
            ),
            SimpleStrategy(
                "three rules",
                f"raise with {pair}, or with ace-king if the dealer shows a 2 to queen of a rank that you hold, an ace "
                "or king while you hold a queen or jack, or a rank that you do not hold below your fourth card while "
                "you hold a queen",
                UpCardRule(_three_rules),
            ),
            SimpleStrategy("raise everything", "raise with every hand", "everything"),
        )


# ---- Simpler strategies

_ACE, _KING, _QUEEN, _JACK = 12, 11, 10, 9


def _kinds(hands: Cards) -> tuple[Flags, Flags, Any]:
    """Return which hands are a pair or better, which are ace-king high, and their ranks in ascending order."""
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
