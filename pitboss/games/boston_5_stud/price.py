"""The exact price of Boston 5 stud: 134,459 classes of hands, with a decision on 1,755 classes of three cards.

The published advice (Wizard of Odds) is to make the second wager with every hand, and with the known ante bonus tables,
that is best here too. Those tables are placeholders, so the house edge is only as good as they are. The three-card
bonus wager costs 2.32 % by TB-1 and 7.28 % by TB-2, as the same tables do in three card poker.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.kinds.stud.price import EarlyStudPricing
from pitboss.families.house_poker.price.pricing import Note
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import SimpleStrategy


class Boston5Stud(EarlyStudPricing):
    """Price the ante, first and second wagers, and the three-card bonus on the first three cards."""

    game = "boston-5-stud"
    main = ("ante", "first", "second")
    combined_name = "Ante, first and second"
    facts = ("second_or_fold", "second_deal", "bonus")
    notes: ClassVar[Mapping[str, Note]] = {
        "ante": "With first and second wagers and the ante bonus, under {how}.",
        "three_card_bonus": "Settled on the first three cards, before the decision.",
    }

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        return (
            SimpleStrategy("second with everything", "make the second wager with every hand", "everything"),
            SimpleStrategy("pair or better", "make the second wager with a pair or better", "pair"),
        )


PRICING = Boston5Stud()
