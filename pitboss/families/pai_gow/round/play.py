"""A round of pai gow, from the offer of the bank to the last settlement."""

from __future__ import annotations

from typing import Generic

from pitboss.families.pai_gow.round.hands import P
from pitboss.families.pai_gow.round.irregularities import Irregular
from pitboss.table.bank import bank_of
from pitboss.table.state import replace
from pitboss.table.steps import Irregularity, Round, Said


class PaiGow(Irregular[P], Generic[P]):
    """A game in the family on one layout."""

    def round(self, state: P) -> Round[P]:
        """Play one round, then mark who is offered the bank first in the next."""
        return self.bank_comes_to((yield from self.one_round(state)))

    def one_round(self, state: P) -> Round[P]:
        """Play from the offer of the bank to the last settlement. A void round leaves bank and button unchanged."""
        state = yield from self.offer_bank(state)
        state = yield from self.take_wagers(state, self.section("wagers"))
        if not self.is_played(state):
            return (yield from self.not_played(state))
        try:
            state = yield from self.close_wagers(state)
            dealt = state
            state = yield from self.ready_pieces(state)
            state = yield from self.find_start(state)
            state = yield from self.deal(state)
            state = yield from self.set_hands(state)
            state = yield from self.show_bank(state)
            state = yield from self.settle(state)
        except Irregularity as event:
            return (yield from self.unwind(self.cast_state(event.state or state), self.voiding_rule(event)))
        return self.clear_layout(self.record_round(state, dealt))

    def not_played(self, state: P) -> Round[P]:
        """Return the bank, if one was taken, when no one has wagered against it; no round is dealt."""
        if (bank := bank_of(state)) is not None:
            state = yield from self.give_back(state, bank, self.section("bank_offered"))
        return self.clear_layout(state)

    def close_wagers(self, state: P) -> Round[P]:
        """Close the betting, and return the uncovered part of a player's bank."""
        state = replace(state, closed=True)
        yield Said(state, self.section("no_more_wagers"), f"{self.layout.fact('no_more_wagers')}.")
        return (yield from self.cut_bank_back(state))
