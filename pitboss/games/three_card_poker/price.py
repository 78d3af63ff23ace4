"""The exact price of three card poker: 407,170,400 deals, by 1,755 classes of hands and a census of the dealer's.

Against the published figures, for the same tables
- Ante and play with the bonus 1-4-5: 3.373 % of the ante, 2.01 % of the total amount wagered; with 1-3-5 2.16 % of the
  total. The same here.
- Pair plus, as found in print: 2.3 % (PP-1; 2.316 % where truncated, since it is 2.3167), 7.28 % (PP-2), 3.5 % (PP-3),
  4.6 % (PP-4), 7.1 % (PP-7). The same here.
- Six-card bonus: one page prints 10.23 % for SCB-2; it is 10.2248 %. For SCB-1 (15.28 %), SCB-3 (8.56 %) and pair plus
  by PP-8 (5.57 %) the published figures are the Wizard of Odds', as remembered.
- Q-6-4 is the lowest hand to play. Playing any queen, as the dealer does, costs 0.076 % of the ante: 3.45 %.

As published, the ante's price covers ante and play together, ante bonus included, per unit of the ante; the play wager
is also priced over the hands in which it is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.equipment import Suit
from pitboss.families.house_poker.kinds.stud.price import StudPricing
from pitboss.families.house_poker.price.payoffs import payoffs, prizes
from pitboss.families.house_poker.price.pricing import Figures, Note
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import SimpleStrategy


def _pair_plus(figures: Figures) -> str:
    """20.6: on the player's own three cards. Folding may lose the wager, but a hand that wins it is never folded."""
    folds, pays = figures.folds("pair_plus"), payoffs(figures.terms, "pair_plus")
    paid = figures.tally.share(lambda end, row, _: end in folds and pays.net(row) > 0)
    how = figures.solution.how
    return f"Lost on a fold too, but {how} never folds a hand that this wager pays." if folds and not paid else ""


def _six_card_bonus(figures: Figures) -> str:
    """20.11: the best five of the player's and the dealer's cards; the six-card royal has its own rows."""
    won = prizes(figures.terms, "six_card_bonus")
    wagered = max(figures.given.stake or 0, won.amount)
    return f"With ${wagered / 100:,.2f} wagered; fixed dollar prizes do not grow with the wager." if won.awards else ""


class ThreeCardPoker(StudPricing):
    """Price the ante and play, pair plus on the same hand, and the six-card bonus on both hands."""

    game = "three-card-poker"
    main = ("ante", "play")
    combined_name = "Ante and play"
    facts = ("qualifying", "play_or_fold", "bonus")
    side_facts: ClassVar[Mapping[str, tuple[str, ...]]] = {"six_card_bonus": ("six_card_royal",)}
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With the play wager that follows and the ante bonus, under {how}.",
        "pair_plus": _pair_plus,
        "six_card_bonus": _six_card_bonus,
    }
    # Each suit has one six-card royal.
    specials: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "six_card_bonus": {"six_card_royal_diamonds": 1, "six_card_royal": len(Suit) - 1}
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        return (
            SimpleStrategy("Q-6-4", "play with Q-6-4 or better", "Q-6-4"),
            SimpleStrategy("mimic the dealer", "play with any queen or better", "queen high"),
            SimpleStrategy("play everything", "play every hand", "everything"),
        )


PRICING = ThreeCardPoker()
