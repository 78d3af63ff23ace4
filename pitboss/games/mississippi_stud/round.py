"""Mississippi stud: two cards each, three community cards, and a pay table.

Read `deal_and_settle` first. The procedure comes from `families.house_poker`, every figure from rules.toml. Each of the
three streets is a decision that makes its own wager of one, two or three times the ante.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.table.steps import Round, Said


class MississippiStud(HousePoker[PokerState]):
    """The procedure of Subchapter 35 on one layout."""

    fact_kinds: ClassVar[Mapping[str, Any]] = {**HousePoker.fact_kinds, "community_cards": int}
    decisions: ClassVar[Mapping[str, str]] = {
        "fold": "third_street",
        "bet_1x": "third_street",
        "bet_2x": "fourth_street",
        "bet_3x": "fifth_street",
    }
    words: ClassVar[Mapping[str, str]] = {f"{said}{n}x": f"bet_{n}x" for said in ("", "raise_") for n in (1, 2, 3)}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """35.7 to 35.10: the deal, a wager or a fold before each community card, and the settlement."""
        state = yield from self.deal(state)
        state = yield from self.discard_stub(state)
        for street in ("third_street", "fourth_street", "fifth_street"):
            state = yield from self.decide(state, street)
            if state.wagers:
                number, section = self.layout.fact("community_cards"), self.sections["community_cards"]
                state = yield from self.show_community(state, number, section)
        state = yield from self.settle(state)
        yield Said(state, self.sections["collection"], "The cards go to the discard rack in order.")
        return state


GAME = MississippiStud
