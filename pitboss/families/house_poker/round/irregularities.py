"""What an irregularity does to a round of house poker: its `effect` in rules.toml.

`not_used`, `hand_void`, `forfeited` and `dealer_completes` are done here. `void` is raised again, for the round to
unwind. Every other effect is said, and changes nothing.
"""

from __future__ import annotations

from typing import ClassVar, Generic

from pitboss.chapter.rules import Irregularity as Rule
from pitboss.families.house_poker.round.cards import Dealing
from pitboss.families.house_poker.round.hands import Fate, P
from pitboss.table.state import laid, replace
from pitboss.table.steps import Irregularity, Round, Said

SEVERAL_FACE_UP = "cards_face_up"
"""The irregularity that a second card face up makes, in the deal of one round."""


class Irregular(Dealing[P], Generic[P]):
    """What goes wrong, and what is done then, on a layout."""

    effects: ClassVar[frozenset[str]] = Dealing.effects | {
        "not_used",
        "next_card",
        "hand_void",
        "forfeited",
        "dealer_completes",
        "reshuffled",
        "new_deck",
        "deck_removed",
        "device_removed",
    }

    def irregular(self, state: P, event: Irregularity) -> Round[P]:
        """What each event does is its `effect` in rules.toml."""
        rule = self.layout.irregularities[event.id]
        if rule.effect == "void":
            raise Irregularity(event.id, state)
        yield Said(state, rule.section, f"{rule.name}. {rule.says}".strip())
        if rule.effect == "not_used":
            state = yield from self.not_used(state, rule)
        elif rule.effect == "dealer_completes":
            state = replace(state, dealer_short=True)
        elif rule.effect in ("hand_void", "forfeited") and (box := self.concerned(state)):
            undo = self.void_hand if rule.effect == "hand_void" else self.forfeit
            state = yield from undo(state, box, rule.section)
        return state

    def concerned(self, state: P) -> int:
        """The box of an irregularity: that which decides, or gets a card, or the last that still plays; 0 for none."""
        if state.turn or (state.to > 0 and not state.hand(state.to).fate):
            return state.turn or state.to
        return next((hand.box for hand in reversed(state.hands) if not hand.fate), 0)

    def not_used(self, state: P, rule: Rule) -> Round[P]:
        """A card found face up is discarded; a second one in the same deal voids all hands."""
        state = replace(state, face_up=state.face_up + 1)
        if state.face_up > 1 and SEVERAL_FACE_UP in self.layout.irregularities:
            raise Irregularity(SEVERAL_FACE_UP, state)
        if state.shoe is not None and state.shoe.left:
            state, card = yield from self.discard_next(state, rule.section)
            yield Said(state, rule.section, f"{card.pretty} goes to the discard rack.")
        return state

    def void_hand(self, state: P, box: int, section: str) -> Round[P]:
        """One hand is void: its wagers return, what it gave to the meter comes off again, and the others play on."""
        for wager in self.on_box(state, box):
            state = replace(state, meter=state.meter - self.contribution(wager))
            state = yield from self.give_back(state, wager, section, result_void=True)
        return self.out(state, box, "void")

    def forfeit(self, state: P, box: int, section: str) -> Round[P]:
        """All wagers of a hand are collected, and it is out of the round."""
        for wager in self.on_box(state, box):
            state = yield from self.lose(state, wager, section)
        return self.out(state, box, "forfeited")

    def out(self, state: P, box: int, fate: Fate) -> P:
        return self.hand_changed(self.collect(state, box), box, fate=fate, progressive=False)

    def unwind(self, opened: P, now: P, rule: Rule) -> Round[P]:
        """The round is void: all is as when the wagers were complete, and every wager returns that did not already."""
        yield Said(now, rule.section, f"{rule.name}: all hands are void. {rule.says}".strip())
        for wager in now.taken_back:
            opened = laid(opened, replace(wager, amount=0))
        places = {wager.place for wager in opened.wagers}
        for wager in [wager for wager in now.wagers if wager.place not in places]:
            now = yield from self.give_back(now, wager, rule.section, result_void=True)
        positions, wagers, inventory = opened.positions, opened.wagers, opened.inventory
        now = replace(now, positions=positions, wagers=wagers, inventory=inventory, meter=opened.meter)
        return (yield from self.void(now, rule.section))
