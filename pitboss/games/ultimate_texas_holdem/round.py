"""Ultimate Texas hold 'em: one round, from the wagers to the last settlement.

Read `UltimateTexasHoldem.deal_and_settle` first. Dealing, wagers, settlement and the meter follow the procedure shared
by poker against the house (`families/house_poker/round/`); every figure is in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.table.steps import Round


class UltimateTexasHoldem(HousePoker[PokerState]):
    """The procedure of Subchapter 32 on one layout."""

    decisions: ClassVar[Mapping[str, str]] = {
        "check": "before_the_flop",
        "play_3x": "before_the_flop",
        "play_4x": "before_the_flop",
        "play_2x": "after_the_flop",
        "play_1x": "after_all_cards",
        "fold": "after_all_cards",
    }
    words: ClassVar[Mapping[str, str]] = {f"{said}{n}x": f"play_{n}x" for said in ("", "bet_") for n in (1, 2, 3, 4)}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """32.7 to 32.10: two cards each; three chances to play, at the flop and the last cards; settlement."""
        state = yield from self.deal(state)
        state = yield from self.decide(state, "before_the_flop")
        state = yield from self.community_cards(state, "flop")
        state = yield from self.decide(state, "after_the_flop")
        state = yield from self.community_cards(state, "last_cards")
        state = yield from self.discard_stub(state)
        state = yield from self.decide(state, "after_all_cards")
        return (yield from self.showdown(state, self.sections["reveal"]))


GAME = UltimateTexasHoldem
