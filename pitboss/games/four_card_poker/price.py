"""The exact price of four card poker: 167,439,136,344,480 deals, by classes of hands, the dealer's card and a census.

Against the published figures, for the same tables
- Ante and play with the bonus 25-20-2: 2.78 % of the ante (truncated, not rounded) and 1.30 % of the total amount
  wagered, in the Atlantic City Weekly after the Wizard of Odds. The same here: 8,840,827,253 of 317,119,576,410 antes.
  Playing three antes with a pair of tens or better and one with a pair of threes or better costs 3.40 % as remembered;
  here it is 3.397 %.
- Aces up: 1.98 % for AU-2, the lowest of all tables in Wikipedia; a return of 96.63 % for AU-5, as the online casino
  prints it. The same here. AU-1, Atlantic City's table, costs 3.89 %.

The ante's price covers ante and play together, with the bonus, per unit of the ante; the play wager is also priced per
unit over the hands in which it is made. Every unit of the play wager is worth the same, so only a fold, one ante or
three antes can be best. Ties go to the cheapest.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.kinds.stud.price import StudPricing
from pitboss.families.house_poker.price.payoffs import payoffs
from pitboss.families.house_poker.price.pricing import Figures, Note
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import SimpleStrategy


def _aces_up(figures: Figures) -> str:
    """27.6(a)2: on the player's own cards. Folding may lose the wager, but a hand that wins it is never folded."""
    folds, pays = figures.folds("aces_up"), payoffs(figures.terms, "aces_up")
    paid = figures.tally.share(lambda end, row, _: end in folds and pays.net(row) > 0)
    how = figures.solution.how
    return f"Lost on a fold too, but {how} never folds a hand that this wager pays." if folds and not paid else ""


class FourCardPoker(StudPricing):
    """Price the ante and play against a dealer who shows a card, and aces up on the same hand."""

    game = "four-card-poker"
    main = ("ante", "play")
    combined_name = "Ante and play"
    shown = 1
    facts = ("play_or_fold", "reveal", "wins", "bonus")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the play wager that follows and the bonus, under {how}.",
        "aces_up": _aces_up,
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        return (
            SimpleStrategy(
                "tens and threes",
                "play three antes with a pair of tens or better, one with a pair of threes or better, fold with less",
                {"play_1x": "pair of threes", "play_3x": "pair of tens"},
            ),
        )


PRICING = FourCardPoker()
