"""Flop poker: three cards each, plus the best two of the flop, play against a pay table and for the players' pot.

Read `deal_and_settle` first. The procedure comes from `families.house_poker`, every figure from rules.toml. The house
has no part in the pot: a surrendered hand competes for it, and it is awarded even if all hands are void.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Irregularity as Rule
from pitboss.families.house_poker.round import Hand, HousePoker, PokerState
from pitboss.families.house_poker.round.irregularities import HousePokerIrregularities
from pitboss.hands import Hand as Poker
from pitboss.table.state import replace
from pitboss.table.steps import Irregularity, Round, Said

POT = "pot"
SEVERAL_LATER = "cards_face_up_after_deal"
"""The irregularity if a second card is found face up after the deal."""


class FlopState(PokerState):
    """A flop poker table.

    If `hands_void` is true, all hands are void and only the pot is played for. `found_later` counts the cards found
    face up after the deal.
    """

    hands_void: bool = False
    found_later: int = 0


class HandsVoid(Exception):
    """Raised when all hands are void but the pot is still awarded."""

    def __init__(self, state: FlopState) -> None:
        super().__init__()
        self.state = state


class FlopPokerIrregularities(HousePokerIrregularities):
    """House poker's irregularities, plus those of the pot."""

    effects: ClassVar[frozenset[str]] = HousePokerIrregularities.effects | {"pot_awarded", "counted_later"}


class FlopPoker(HousePoker[FlopState]):
    """The procedure of Subchapter 29 on one layout."""

    state_type = FlopState
    irregularities_type = FlopPokerIrregularities
    decisions: ClassVar[Mapping[str, str]] = {"flop": "flop_or_surrender", "surrender": "flop_or_surrender"}
    words: ClassVar[Mapping[str, str]] = {"fold": "surrender"}
    folding = "surrenders the ante"
    fact_kinds: ClassVar[Mapping[str, Any]] = {**HousePoker.fact_kinds, "flop_cards": int, "own_cards": int}

    def deal_and_settle(self, state: FlopState) -> Round[FlopState]:
        """29.9 to 29.10: the deal, flop or surrender, the flop, ante and flop wagers hand by hand, and the pot."""
        state = yield from self.deal(state)
        state = yield from self.discard_stub(state)
        try:
            if state.hands_void:
                raise HandsVoid(state)
            state = yield from self.decide(state, "flop_or_surrender")
            state = yield from self.turn_the_flop(state)
            state = yield from self.settle(state)
        except HandsVoid as event:
            state = yield from self.turn_for_the_pot(event.state)
        state = yield from self.award_pot(state)
        yield Said(state, self.sections["collection"], "The cards go to the discard rack in order.")
        return state

    # ---- 29.10(a) to (c): surrender, the flop, the hand

    def fold(self, state: FlopState, box: int, section: str) -> Round[FlopState]:
        """Collect the ante. The cards stay in play for the pot."""
        return (yield from super().fold(state, box, self.sections["surrender"]))

    def turn_the_flop(self, state: FlopState) -> Round[FlopState]:
        return (yield from self.show_community(state, self.layout.fact("flop_cards"), self.sections["flop_cards"]))

    def best(self, state: FlopState, hand: Hand) -> Poker:
        """The best hand from all three of the player's own cards and two of the flop."""
        return Poker.made_with(hand.all, state.community, self.layout.fact("own_cards"), self.order)

    # ---- 29.10(d): the pot

    def settled_separately(self, kind: str) -> bool:
        return kind == POT or super().settled_separately(kind)

    def award_pot(self, state: FlopState) -> Round[FlopState]:
        """Pay all pot wagers to the highest hand. Tie hands share them, with odd chips from the dealer's right."""
        section = self.sections["pot"]
        pots = [wager for hand in reversed(state.hands) if (wager := self.find_wager(state, hand.box, POT))]
        if not pots:
            return state
        hands = {wager: self.best(state, state.hand(self.box(wager))) for wager in pots}
        highest = max(hands.values())
        winners = [wager for wager in pots if hands[wager] == highest]
        total = sum(wager.amount for wager in pots)
        who = " and ".join(f"position {self.box(wager)}" for wager in reversed(winners))
        text = f"The pot of {dollars(total)} goes to {who} with {highest.describe(full=True)}."
        yield Said(state, section, text)
        each, odd = divmod(total // self.chip, len(winners))
        if odd:
            chips = f"{odd} {'chip' if odd == 1 else 'chips'} of {dollars(self.chip)}"
            yield Said(state, self.sections["odd_chips"], f"{chips} left over: one each from the dealer's right.")
        for wager in [wager for wager in pots if wager not in winners]:
            state = yield from self.lose(state, wager, section)
        for number, wager in enumerate(winners):
            share = (each + (1 if number < odd else 0)) * self.chip
            if share == wager.amount:
                state = yield from self.push(state, wager, section)
            else:
                state = yield from self.win(state, wager, share - wager.amount, section)
        return state

    # ---- 29.12: irregularities that leave the pot

    def handle_irregularity(self, state: FlopState, event: Irregularity) -> Round[FlopState]:
        rule = self.layout.irregularities[event.id]
        if rule.effect == "counted_later":
            state = replace(state, found_later=state.found_later + 1)
            if state.found_later > 1:
                rule = next(one for one in self.layout.irregularities.values() if one.id == SEVERAL_LATER)
        if rule.effect != "pot_awarded":
            return (yield from super().handle_irregularity(state, event))
        dealt = not state.hands_void and all(len(hand.all) == self.dealing.player for hand in state.hands)
        state = yield from self.void_all_hands(state, rule)
        if dealt and not self.undealt(state):
            raise HandsVoid(state)
        return state

    def undealt(self, state: FlopState) -> bool:
        """Whether community cards are still to be dealt; the pot requires the deal to be finished first."""
        return len(state.community) + len(state.community_down) < self.dealing.community

    def void_all_hands(self, state: FlopState, rule: Rule) -> Round[FlopState]:
        """Return every wager except the pot, including surrendered antes."""
        state = replace(state, turn=0, may_make=(), hands_void=True)
        yield Said(state, rule.section, f"{rule.name}. {rule.says}")
        for wager in [wager for wager in state.wagers if wager.kind != POT]:
            state = yield from self.give_back(state, wager, rule.section, result_void=True)
        for wager in state.given_up:
            state = yield from self.restore(state, wager, rule.section)
        return replace(state, given_up=())

    def turn_for_the_pot(self, state: FlopState) -> Round[FlopState]:
        """Turn over the flop and the hands to award the pot."""
        if state.community_down:
            state = yield from self.turn_the_flop(state)
        for hand in reversed(state.hands):
            if self.find_wager(state, hand.box, POT):
                state = yield from self.show(state, hand.box, self.sections["showdown"])
        return state


GAME = FlopPoker

__all__ = ["GAME", "FlopPoker", "FlopState"]
