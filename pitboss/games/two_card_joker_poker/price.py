"""The exact price of two card joker poker: 1,431 hands against 1,326 of the dealer's, each pair compared.

Against the published figures (Wizard of Odds): 3.15 % of the ante with Q-5 as the lowest hand to call, 1.672956 antes
wagered on average, and 1.88 % of the total amount wagered. The same here, whatever the order of straight, pair and
flush. The pair up wager's table is a placeholder, so its price is one too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from pitboss.families.house_poker.kinds.stud.price import StudPricing
from pitboss.families.house_poker.price.pricing import Note
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import SimpleStrategy


class TwoCardJokerPoker(StudPricing):
    """Price the ante and call, and the pair up wager on the same two cards, which it ranks in its own order."""

    game = "two-card-joker-poker"
    main = ("ante", "call")
    combined_name = "Ante and call"
    facts = ("qualifying", "call_or_fold", "jokers", "ranking")
    notes: ClassVar[Mapping[str, Note]] = {"ante": "With the call wager that follows, under {how}."}

    def on_hand(self, terms: Terms, wager: str) -> bool:
        return False

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        return (
            SimpleStrategy("Q-5", "call with Q-5 or better", "Q-5"),
            SimpleStrategy("mimic the dealer", "call with any queen or better", "queen high"),
            SimpleStrategy("call everything", "call with every hand", "everything"),
        )


PRICING = TwoCardJokerPoker()
