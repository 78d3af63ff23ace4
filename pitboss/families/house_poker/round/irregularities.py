"""How irregularities affect a round of house poker: their `effect` in rules.toml, applied to hands.

`hand_void` and `forfeited` apply to the hands that the event names, or to all hands of the positions it names; the
others play on. `void` is raised again so that the round unwinds: every wager is returned, including those that a fold
gave up, but not those that were forfeited. Every returned wager is recorded, so that a position's settlements match its
chips.

| effect             | what is done                                                                         |
| ------------------ | ------------------------------------------------------------------------------------ |
| `not_used`         | the card goes to the discard rack; a second one in the same deal voids all hands     |
| `next_card`        | nothing changes: the card that was drawn is the next one                             |
| `dealer_completes` | the dealer's last card is dealt last, even if it is only missed after the deal       |
| `reshuffled`       | the shuffle starts again                                                             |
| `new_deck`         | another deck is shuffled                                                             |
| `device_removed`   | the shuffling device leaves the table, and its irregularities with it                |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic

from pitboss.chapter.rules import Irregularity as Rule
from pitboss.families.house_poker.round.cards import CardHandling
from pitboss.families.house_poker.round.hands import Fate, Hand, P
from pitboss.table.irregularities import Irregularities
from pitboss.table.state import Wager, replace
from pitboss.table.steps import Ask, AskCard, AskDecision, Irregularity, Round, Said

SEVERAL_FACE_UP = "cards_face_up"
"""The irregularity of a second face-up card in one round's deal."""


class HousePokerIrregularities(Irregularities["IrregularityHandling[Any]"]):
    """Irregularities involving hands and cards at house poker."""

    effects: ClassVar[frozenset[str]] = Irregularities.effects | {
        "not_used",
        "next_card",
        "hand_void",
        "forfeited",
        "dealer_completes",
        "reshuffled",
        "new_deck",
        "device_removed",
    }
    conditions: ClassVar[Mapping[str, str]] = {
        "shuffler": "the shuffling device was taken off the table",
        "house_card_down": "no card of the dealer or the board is face down",
        "dealer_incomplete": "the dealer's cards are all turned over",
        "decision_due": "every player has already decided",
        "in_company": "only players who have seen cards can exchange information about them",
    }

    def subjects(self, state: P, concerns: str) -> Mapping[str, str]:
        """The hands that are in the round or folded, by box, or the positions that have them."""
        there = [hand for hand in state.hands if hand.fate in ("", "folded")]
        if concerns == "hand":
            return {str(hand.box): hand.name for hand in there}
        seats = {seat.number: seat.name for seat in state.positions}
        return {str(hand.position): seats[hand.position] for hand in there}

    def implied(self, state: P, ask: Ask, concerns: str) -> tuple[str, ...]:
        """The hand whose turn it is, or the one that gets the card."""
        box = state.turn if isinstance(ask, AskDecision) else state.to if isinstance(ask, AskCard) else 0
        if box <= 0:
            return ()
        return (str(box if concerns == "hand" else state.hand(box).position),)

    def holds(self, state: P, condition: str, about: tuple[str, ...]) -> bool:
        if condition == "shuffler":
            return not state.by_hand
        if condition == "house_card_down":
            return bool(state.dealer_down or state.community_down)
        if condition == "decision_due":
            return state.decided < len(self.game.declared_decisions)
        if condition == "in_company":
            # Players who folded have also seen their cards.
            saw = {
                str(hand.position) for hand in state.hands if hand.fate == "folded" or (not hand.fate and hand.dealt)
            }
            return len(saw) > 1 and saw.issuperset(about)
        return bool(state.dealer_down) or len(state.dealer) < self.game.dealing.dealer


class IrregularityHandling(CardHandling[P], Generic[P]):
    """How irregularities are carried out."""

    irregularities_type = HousePokerIrregularities

    fact_kinds: ClassVar[Mapping[str, Any]] = {**CardHandling.fact_kinds, "qualifying": str, "stub_count": int}

    def handle_irregularity(self, state: P, event: Irregularity) -> Round[P]:
        """Carry out the `effect` of an event in rules.toml."""
        rule = self.layout.irregularities[event.id]
        if rule.effect == "void":
            raise Irregularity(event.id, state)
        yield Said(state, rule.section, f"{rule.name}. {rule.says}".strip())
        if rule.effect == "not_used":
            state = yield from self.not_used(state, rule)
        elif rule.effect == "dealer_completes":
            state = yield from self.complete_dealer(state, rule)
        elif rule.effect == "new_deck":
            state = replace(state, shoe=None)
        elif rule.effect == "device_removed":
            state = replace(state, by_hand=True)
        elif rule.effect in ("hand_void", "forfeited"):
            undo = self.void_hand if rule.effect == "hand_void" else self.forfeit
            for hand in self.affected_hands(state, rule, event.about):
                state = yield from undo(state, hand.box, rule.section)
        return state

    def affected_hands(self, state: P, rule: Rule, about: tuple[str, ...]) -> list[Hand]:
        """The hands that an event names, or all hands of the positions it names, from the dealer's right."""
        by_box = rule.concerns.startswith("hand")
        there = [hand for hand in reversed(state.hands) if hand.fate in ("", "folded")]
        return [hand for hand in there if str(hand.box if by_box else hand.position) in about]

    def not_used(self, state: P, rule: Rule) -> Round[P]:
        """Discard a card found face up; a second one in the same deal voids all hands."""
        state = replace(state, face_up=state.face_up + 1)
        if state.face_up > 1 and SEVERAL_FACE_UP in self.layout.irregularities:
            raise Irregularity(SEVERAL_FACE_UP, state)
        if state.shoe is not None and state.shoe.left:
            state, card = yield from self.discard_next(state, rule.section)
            yield Said(state, rule.section, f"{card.pretty} goes to the discard rack.")
        return state

    def complete_dealer(self, state: P, rule: Rule) -> Round[P]:
        """Deal the dealer's last card after all others; after the deal, treat the card dealt last as still to come."""
        if len(state.dealer) + len(state.dealer_down) < self.dealing.dealer:
            return replace(state, dealer_short=True)
        last = state.dealer_down[-1]
        short = replace(state, dealer_down=state.dealer_down[:-1])
        yield Said(short, rule.section, f"The dealer has {len(short.dealer) + len(short.dealer_down)} cards.")
        state = replace(short, dealer_down=(*short.dealer_down, last))
        yield Said(state, rule.section, "He deals himself one more.")
        return state

    def void_hand(self, state: P, box: int, section: str) -> Round[P]:
        """Void one hand: return its wagers and take its contribution back out of the meter; the others play on."""
        for wager in self.wagers_on_box(state, box):
            state = yield from self.give_back(self.return_contribution(state, wager), wager, section, result_void=True)
        for wager in [wager for wager in state.given_up if self.box(wager) == box]:
            state = yield from self.restore(self.return_contribution(state, wager), wager, section)
        return self.remove_hand(state, box, "void")

    def return_contribution(self, state: P, wager: Wager) -> P:
        """Take a wager's contribution back out of the meter."""
        return replace(state, meter=state.meter - self.contribution(wager)) if state.hands else state

    def forfeit(self, state: P, box: int, section: str) -> Round[P]:
        """Collect all wagers of a hand and take it out of the round."""
        for wager in self.wagers_on_box(state, box):
            state = yield from self.lose(state, wager, section)
        return self.remove_hand(state, box, "forfeited")

    def remove_hand(self, state: P, box: int, fate: Fate) -> P:
        """Take a hand out of the round; wagers it has given up are not returned."""
        kept = tuple(wager for wager in state.given_up if self.box(wager) != box)
        state = replace(self.collect(state, box), given_up=kept)
        return self.change_hand(state, box, fate=fate, progressive=False)

    def unwind(self, state: P, rule: Rule) -> Round[P]:
        """Void the round: return every remaining wager and take its contribution back out of the meter."""
        yield Said(state, rule.section, f"{rule.name}: all hands are void. {rule.says}".strip())
        for wager in state.wagers:
            state = yield from self.give_back(
                self.return_contribution(state, wager), wager, rule.section, result_void=True
            )
        for wager in state.given_up:
            state = yield from self.restore(self.return_contribution(state, wager), wager, rule.section)
        return self.clear_layout(state)
