"""The irregularities of pai gow, by their `effect` in rules.toml.

| effect         | what is done                                                                                  |
| -------------- | --------------------------------------------------------------------------------------------- |
| `void`         | every wager of the round is returned, except those settled by the dice or a portion            |
| `again`        | the request is repeated: dice are shaken, cards shuffled                                       |
| `next_card`    | nothing changes: the card that was drawn is the next one                                       |
| `play_or_void` | the player, before looking at the other pieces, chooses to play the hand or have it voided     |
| `reset`        | the dealer's pieces are set again by the house way                                             |
| `other_start`  | dice find the starting place instead of the generator                                          |
| `stands`       | it happens automatically, and the rules say elsewhere what follows                             |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Generic

from pitboss.chapter.rules import Irregularity as Rule
from pitboss.chapter.rules import table_type
from pitboss.families.pai_gow.round.hands import DEALER, P
from pitboss.families.pai_gow.round.set_hands import SETTING
from pitboss.families.pai_gow.round.settlement import Settling
from pitboss.families.pai_gow.round.start import DICE
from pitboss.table.irregularities import Irregularities
from pitboss.table.state import replace
from pitboss.table.steps import Ask, AskCard, AskDecision, Irregularity, Round, Said

PLAY, VOID = "play", "void"
EXPOSED = "exposed"


class PaiGowIrregularities(Irregularities["Irregular[Any]"]):
    """Irregularities involving hands and the starting place."""

    effects: ClassVar[frozenset[str]] = Irregularities.effects | {
        "again",
        "next_card",
        "play_or_void",
        "reset",
        "other_start",
    }
    conditions: ClassVar[Mapping[str, str]] = {
        "dealing": "no round is being dealt",
        "has_piece": "that place has no pieces yet",
        "bank_down": "the hand of the dealer or bank has not been dealt yet, or all players have set theirs",
        "dealer_set": "the dealer's hand has not been set",
        "no_piece_yet": "the first pile has been dealt",
    }

    def subjects(self, state: P, concerns: str) -> Mapping[str, str]:
        """Players' hands by box, or the positions that own them."""
        there = [hand for hand in self.game.players(state) if hand.position and not hand.fate]
        if not state.hands:
            return super().subjects(state, concerns)
        if concerns == "hand":
            return {str(hand.box): hand.name for hand in there}
        seats = {seat.number: seat.name for seat in state.positions}
        return {str(hand.position): seats[hand.position] for hand in there}

    def implied(self, state: P, ask: Ask, concerns: str) -> tuple[str, ...]:
        """The hand that is deciding or being dealt a card."""
        box = state.turn if isinstance(ask, AskDecision) else state.to if isinstance(ask, AskCard) else 0
        if box <= 0 or not state.hands:
            return ()
        return (str(box if concerns == "hand" else state.hand(box).position),)

    def holds(self, state: P, condition: str, about: tuple[str, ...]) -> bool:
        if condition == "dealing":
            return bool(state.hands)
        if condition == "no_piece_yet":
            return not any(hand.all for hand in state.hands)
        if condition == "has_piece":
            return bool(about) and bool(state.hands) and all(state.hand(int(box)).down for box in about)
        if condition == "dealer_set":
            return bool(self.game.set_by_dealer(state))
        # bank_down: the bank's or the dealer's pile has a piece that no one has seen.
        houses = [hand for hand in state.hands if hand.box in (state.banker, DEALER)]
        return any(hand.down for hand in houses) and state.asking in ("", SETTING)


class Irregular(Settling[P], Generic[P]):
    """Irregularities and their effects."""

    irregularities_type = PaiGowIrregularities

    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **Settling.fact_kinds,
        "compare": table_type(wins=int, loses=int),
        "set": dict[str, int],
        "vigorish_units": dict[str, int],
    }
    # ---- The hands involved

    def set_by_dealer(self, state: P) -> list[int]:
        """The hands the dealer sets by the house way: the dealer's own, and that of a shared bank."""
        his = (DEALER, state.banker) if state.co else (DEALER,)
        return [hand.box for hand in state.hands if hand.box in his and hand.parts]

    # ---- Effects

    def handle_irregularity(self, state: P, event: Irregularity) -> Round[P]:
        """Handle an event according to its `effect` in rules.toml."""
        rule = self.layout.irregularities[event.id]
        if rule.effect == "void":
            raise Irregularity(event.id, state)
        yield Said(state, rule.section, f"{rule.name}. {rule.says}".strip())
        if rule.effect == "reset":
            for place in self.set_by_dealer(state):
                state = yield from self.by_house_way(state, place, rule.section)
        elif rule.effect == "other_start":
            state = replace(state, by=DICE)
        elif rule.effect == "play_or_void":
            for box in event.about:
                state = yield from self.play_or_void(state, int(box), rule)
        return state

    def play_or_void(self, state: P, box: int, rule: Rule) -> Round[P]:
        """Ask a player whose piece was exposed whether to keep the hand or have it voided."""
        hand = state.hand(box)
        seen = hand.down[-1].card
        state = self.change_hand(state, box, cards=(*hand.cards, seen), down=hand.down[:-1])
        shown = self.pieces_text([seen])
        yield Said(state, rule.section, f"{shown} of {hand.name.lower()} was exposed.", hand.position)
        asked = replace(state, turn=box, asking=EXPOSED)
        question = f"{shown} of {hand.name.lower()} was exposed: play the hand, or have it voided?"
        while True:
            try:
                reply = yield AskDecision(asked, rule.section, hand.position, question, (PLAY, VOID), PLAY)
                break
            except Irregularity as event:
                asked = yield from self.handle_irregularity(asked, event)
        state = replace(asked, turn=state.turn, asking=state.asking)
        if reply == VOID:
            state = yield from self.void_hand(state, box, rule.section)
        return state

    def void_hand(self, state: P, box: int, section: str) -> Round[P]:
        """Return all of one hand's wagers; the others play on."""
        for wager in self.on_box(state, box):
            state = yield from self.give_back(self.without_contribution(state, wager), wager, section, result_void=True)
        state = self.change_hand(state, box, fate="void")
        yield Said(state, section, f"{state.hand(box).name} is void.", state.hand(box).position)
        return state

    def without_contribution(self, state: P, wager: object) -> P:
        """A hook to subtract a returned wager's contribution from a meter."""
        return state

    def unwind(self, state: P, rule: Rule) -> Round[P]:
        """Void the round: return every wager that was not already settled."""
        yield Said(state, rule.section, f"{rule.name}: all hands are void. {rule.says}".strip())
        for wager in state.wagers:
            state = yield from self.give_back(
                self.without_contribution(state, wager), wager, rule.section, result_void=True
            )
        return self.clear_layout(state)
