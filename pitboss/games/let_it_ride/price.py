"""The exact price of let it ride: three cards, a fourth, a fifth; two wagers that may be taken back on the way.

What counts is which cards are known: 1,755 classes of three, 16,432 of four, 134,459 of five. The decisions are found
by going back from the fifth card; with a payout limit in reach the second hangs on the first, and that is counted
too.

Against the published figures: 3.506 % of one of the three wagers (3.51 % in print), 2.865 % of all that is put at risk
(2.8 % in print), 1.2237 wagers at risk on average. Three-card bonus 7.10 % (TCB-A; 7.09 % where it is cut off), 2.14 %
(TCB-B), 5.57 % (TCB-C). The bonus wager by LIRB-1 costs 24.07 %; what is printed is for other tables, among them 25.5 %
with $20,000 and $2,000 for the two highest hands: the same hands, other sums.

Each of the three wagers is also priced by itself: the first two are kept only when that is good for the player, and
the third pays for it. The usual rule of thumb gives nothing away: where it lets four in a row without a high card ride,
eight of 48 cards at 5 to 1 are worth exactly nothing.
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
    from pitboss.families.house_poker.price.strategy import Flags, Simple
    from pitboss.pricing.deals import Cards


def _let_ride(wager: str) -> Callable[[Figures], str]:
    def note(figures: Figures) -> str:
        ends = figures.wagering.ends
        rides = figures.tally.share(lambda end, _row, _result: wager in ends[end].at_risk)
        return "By itself." if rides == 1 else f"By itself; let ride in {float(rides):.2%} of rounds, else a push."

    return note


class LetItRide(LadderPricing):
    """Three equal wagers, of which the first two may be taken back on the way."""

    game = "let-it-ride"
    main = ("wager1", "wager2", "wager3")
    together = "The three wagers"
    per = "one of the three wagers"
    apart = True
    facts = ("first_decision", "second_decision", "payout_limit")
    notes: ClassVar[Mapping[str, Note]] = {
        **{wager: _let_ride(wager) for wager in main},
        "bonus": "On the five cards, whatever was taken back.",
        "three_card_bonus": "On the player's own cards.",
    }

    def known(self, terms: Terms) -> tuple[int, ...]:
        """The player's own cards, and with them the community card that is turned first."""
        own = terms.dealing.player
        return own, own + int(terms.figure("community_cards"))

    def simpler(self, terms: Terms, wagering: Wagering) -> tuple[Simple, ...]:
        from pitboss.families.house_poker.price.strategy import Simple

        three, four = self.known(terms)
        made = _made(wagering)
        return (
            Simple("rule of thumb", _THUMB, {three: _thumb_of_three(wagering), four: _thumb_of_four(wagering)}),
            Simple("made hands", "let ride only what pays already", {three: made, four: made}),
            Simple(
                "let all ride", "let every wager ride", dict.fromkeys((three, four), lambda hands: hands[:, 0] >= 0)
            ),
        )


# ---- A rule of thumb, as the usual cards for players have it

_THUMB = (
    "let the first ride with a hand that pays, three to a royal flush, three suited in a row (not 2-3-4 nor A-2-3), or "
    "three to a straight flush with as many high cards as gaps; let the second ride with a hand that pays, four to a "
    "flush, or four in a row from 4-5-6-7 on (10-J-Q-K counts)"
)
_TEN = 8


def _made(wagering: Wagering) -> Any:
    """Whether what is there pays already."""
    import numpy as np

    from pitboss.hands.fast import evaluate_batch

    def made(hands: Cards) -> Flags:
        order = SHOWING[hands.shape[1] - 1]
        pays = next(iter(wagering.wagers.values())).pays
        paying = [
            pays.net(_row_of(order.at(strength))) >= 0 if strength else False
            for strength in range(len(order.ladder) + 1)
        ]
        return np.array(paying)[evaluate_batch(np.ascontiguousarray(hands), order)]

    return made


def _row_of(grade: Any) -> str:
    if grade.category is Category.PAIR:
        return f"pair of {plural(grade.ranks[0])}"
    return str(grade.category) if grade.category is not Category.HIGH_CARD else ""


def _thumb_of_three(wagering: Wagering) -> Any:
    import numpy as np

    made = _made(wagering)

    def thumb(hands: Cards) -> Flags:
        ranks = np.sort(hands >> 2, axis=1).astype(int)
        suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
        spread = ranks[:, -1] - ranks[:, 0]
        high = (ranks >= _TEN).sum(axis=1)
        royal = high == 3
        in_a_row = (spread == 2) & (ranks[:, 0] > 0)
        gaps = ((spread == 3) & (high >= 1)) | ((spread == 4) & (high >= 2))
        return np.asarray(made(hands) | (suited & (royal | in_a_row | gaps)))

    return thumb


def _thumb_of_four(wagering: Wagering) -> Any:
    import numpy as np

    made = _made(wagering)

    def thumb(hands: Cards) -> Flags:
        ranks = np.sort(hands >> 2, axis=1).astype(int)
        suited = (hands & 3 == hands[:, :1] & 3).all(axis=1)
        different = (np.diff(ranks, axis=1) > 0).all(axis=1)
        row = different & (ranks[:, -1] - ranks[:, 0] == 3) & (ranks[:, 0] >= 2) & (ranks[:, -1] < 12)
        return np.asarray(made(hands) | suited | row)

    return thumb


PRICING = LetItRide()
