"""Four card poker: one round, from the wagers to the last settlement.

Read `FourCardPoker.deal_and_settle` first. Dealing, wagers and settlement follow the procedure shared by poker against
the house (`pitboss/families/house_poker/round/`); every figure is in rules.toml. Cards speak: the best four count, of a
player's five and the dealer's six.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.table.steps import Round, Said


class FourCardPoker(HousePoker[PokerState]):
    """The procedure of Subchapter 27 on one layout."""

    decisions: ClassVar[Mapping[str, str]] = dict.fromkeys(("fold", "play_1x", "play_2x", "play_3x"), "play_or_fold")
    words: ClassVar[Mapping[str, str]] = {
        **{f"{said}{n}x": f"play_{n}x" for said in ("", "bet_", "raise_") for n in (1, 2, 3)},
        **dict.fromkeys(("play", "bet", "raise", "call"), "play_1x"),
    }

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """27.7 to 27.10: five cards each, six for the dealer; play or fold; the dealer's hand; settlement."""
        state = yield from self.deal(state)
        state = yield from self.discard_stub(state)
        yield Said(state, self.section("dealing"), f"The dealer shows {state.dealer[-1].pretty}.")
        state = yield from self.decide(state, "play_or_fold")
        return (yield from self.showdown(state, self.sections["reveal"]))


GAME = FourCardPoker
