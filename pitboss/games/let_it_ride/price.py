"""The exact price of let it ride: three cards, a fourth and a fifth, with two wagers that may be taken back on the way.

Only the known cards matter: 1,755 classes of three, 16,432 of four and 134,459 of five. Decisions are found backwards
from the fifth card. If a payout limit is within reach, the second decision depends on the first, and that is counted
too.

Against the published figures: 3.506 % of one of the three wagers (3.51 % in print), 2.865 % of the total amount wagered
(2.8 % in print), and 1.2237 wagers at risk on average. The three-card bonus costs 7.10 % (TCB-A; 7.09 % where
truncated), 2.14 % (TCB-B) and 5.57 % (TCB-C). The bonus wager by LIRB-1 costs 24.07 %. The printed figures are for
other tables, among them 25.5 % with $20,000 and $2,000 for the two highest hands: the same hands with different prizes.

Each of the three wagers is also priced on its own: the first two are left only if that favours the player, and the
third pays for that. The usual rule of thumb costs nothing: it lets four in a row without a high card ride, which at 5
to 1 on eight of 48 cards is worth exactly nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from pitboss.families.house_poker.kinds.ladder.price import LadderPricing
from pitboss.families.house_poker.price.pricing import Figures, Note
from pitboss.families.house_poker.price.wagering import Wagering
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import SHOWING, Category
from pitboss.hands.words import plural

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.strategy import Flags, SimpleStrategy
    from pitboss.pricing.deals import Cards


def _let_ride(wager: str) -> Callable[[Figures], str]:
    def note(figures: Figures) -> str:
        ends = figures.wagering.ends
        rides = figures.tally.share(lambda end, _row, _result: wager in ends[end].at_risk)
        return "This wager alone." if rides == 1 else f"This wager alone; it rides in {float(rides):.2%} of rounds."

    return note


class LetItRide(LadderPricing):
    """Price three equal wagers, of which the first two may be taken back on the way."""

    game = "let-it-ride"
    main = ("wager1", "wager2", "wager3")
    combined_name = "The three wagers"
    per = "one of the three wagers"
    separate_prices = True
    facts = ("first_decision", "second_decision", "payout_limit")
    notes: ClassVar[Mapping[str, Note]] = {
        **{wager: _let_ride(wager) for wager in main},
        "bonus": "On the five cards, whether or not wagers were taken back.",
        "three_card_bonus": "On the player's own cards.",
    }

    def known(self, terms: Terms) -> tuple[int, ...]:
        """The number of known cards: the player's own, then with the first community card turned."""
        own = terms.dealing.player
        return own, own + int(terms.figure("community_cards"))

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[SimpleStrategy, ...]:
        from pitboss.families.house_poker.price.strategy import SimpleStrategy

        three, four = self.known(terms)
        pays = _already_pays(wagering)
        return (
            SimpleStrategy("rule of thumb", _THUMB, {three: _thumb_of_three(wagering), four: _thumb_of_four(wagering)}),
            SimpleStrategy("made hands", "let ride only hands that already pay", {three: pays, four: pays}),
            SimpleStrategy(
                "let all ride", "let every wager ride", dict.fromkeys((three, four), lambda hands: hands[:, 0] >= 0)
            ),
        )


# ---- The rule of thumb on the usual strategy cards

_THUMB = (
    "let the first ride with a hand that pays, three to a royal flush, three suited in a row (not 2-3-4 nor A-2-3), or "
    "three to a straight flush with as many high cards as gaps; let the second ride with a hand that pays, four to a "
    "flush, or four in a row from 4-5-6-7 on (10-J-Q-K counts)"
)
_TEN = 8


def _already_pays(wagering: Wagering) -> Any:
    """Return a rule that tells whether the known cards already pay."""
    import numpy as np

    from pitboss.hands.fast import evaluate_batch

    def rule(hands: Cards) -> Flags:
        order = SHOWING[hands.shape[1] - 1]
        pays = next(iter(wagering.wagers.values())).pays
        paying = [
            pays.net(_row_of(order.at(strength))) >= 0 if strength else False
            for strength in range(len(order.ladder) + 1)
        ]
        return np.array(paying)[evaluate_batch(np.ascontiguousarray(hands), order)]

    return rule


def _row_of(grade: Any) -> str:
    if grade.category is Category.PAIR:
        return f"pair of {plural(grade.ranks[0])}"
    return str(grade.category) if grade.category is not Category.HIGH_CARD else ""


def _thumb_of_three(wagering: Wagering) -> Any:
    import numpy as np

    pays = _already_pays(wagering)

    def thumb(hands: Cards) -> Flags:
        ranks = np.sort(hands >> 2, axis=1).astype(int)
        suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
        spread = ranks[:, -1] - ranks[:, 0]
        high = (ranks >= _TEN).sum(axis=1)
        royal = high == 3
        in_a_row = (spread == 2) & (ranks[:, 0] > 0)
        gaps = ((spread == 3) & (high >= 1)) | ((spread == 4) & (high >= 2))
        return np.asarray(pays(hands) | (suited & (royal | in_a_row | gaps)))

    return thumb


def _thumb_of_four(wagering: Wagering) -> Any:
    import numpy as np

    pays = _already_pays(wagering)

    def thumb(hands: Cards) -> Flags:
        ranks = np.sort(hands >> 2, axis=1).astype(int)
        suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
        different = (np.diff(ranks, axis=1) > 0).all(axis=1)
        row = different & (ranks[:, -1] - ranks[:, 0] == 3) & (ranks[:, 0] >= 2) & (ranks[:, -1] < 12)
        return np.asarray(pays(hands) | suited | row)

    return thumb


PRICING = LetItRide()
