"""The exact price of four card poker: 2.8e14 deals, by 134,459 hands, the dealer's card, and a census of his six."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.price import Figures, Note, StudPricing, Terms, Wagering, payoffs

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Simple


def _aces_up(figures: Figures) -> str:
    """27.6(a)2: on the player's own cards; a fold may take it, and no hand that it pays for is folded."""
    folds, pays = figures.folds("aces_up"), payoffs(figures.terms, "aces_up")
    paid = figures.tally.share(lambda end, row, _: end in folds and pays.net(row) > 0)
    how = figures.solution.how
    return f"Lost on a fold too, but {how} folds nothing that it pays for." if folds and not paid else ""


class FourCardPoker(StudPricing):
    """Ante and play against a dealer who shows a card; aces up on the same hand."""

    game = "four-card-poker"
    main = ("ante", "play")
    together = "Ante and play"
    shown = 1
    facts = ("play_or_fold", "reveal", "wins", "bonus")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the play wager that follows and the bonus, by {how}.",
        "aces_up": _aces_up,
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[Simple, ...]:
        from pitboss.families.house_poker.price.strategy import Simple

        return (
            Simple(
                "tens and threes",
                "play three antes with a pair of tens or better, one with a pair of threes or better, fold with less",
                {"play_1x": "pair of threes", "play_3x": "pair of tens"},
            ),
        )


PRICING = FourCardPoker()
