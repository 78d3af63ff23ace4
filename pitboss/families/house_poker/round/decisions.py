"""Player actions at house poker: wagers, with any that are tied to them, and decisions on hands.

A wager made *beside* another follows it: it is made, raised, lowered and taken back with it. Every hand is asked for a
*decision* in turn, which makes a wager, takes one back, folds, or does nothing.
"""

from __future__ import annotations

from typing import Generic

from pitboss.chapter.odds import dollars
from pitboss.families.house_poker.round.hands import P
from pitboss.families.house_poker.round.irregularities import IrregularityHandling
from pitboss.families.house_poker.terms import Decision
from pitboss.table.state import Wager, replace, set_wager
from pitboss.table.steps import Acted, Action, AskDecision, Irregularity, Round, Said


class DecisionHandling(IrregularityHandling[P], Generic[P]):
    """How wagers are made together and decisions are carried out."""

    # ---- Wagers made together

    def act(self, state: P, position: int, action: Action) -> Round[P]:
        state = yield from super().act(state, position, action)
        if action.verb in ("make", "increase") and self.companions.get(action.wager):
            state = yield from self.update_companions(state, position, action.wager, action.spot)
        return state

    def update_companions(self, state: P, position: int, base: str, spot: str) -> Round[P]:
        """Make, raise, lower or take back the wagers tied to another one."""
        held = state.find(position, base, spot)
        for kind in self.companions[base]:
            amount = self.amount_beside(kind, held.amount if held else 0)
            before = state.find(position, kind, spot)
            if amount != (before.amount if before else 0):
                coupon = before.coupon if before and amount else 0
                wager = Wager(position, kind, amount, spot, coupon=coupon)
                said = f"is made with it for {dollars(amount)}" if amount else "is returned with it"
                state = yield from self.place_wager(state, wager, f"{self.wager_label(wager)} {said}")
        return state

    def after_reduction(self, state: P, position: int, held: Wager, left: int) -> Round[P]:
        """Update the wagers tied to a changed wager, and return those whose required wager is gone."""
        if self.companions.get(held.kind):
            state = yield from self.update_companions(state, position, held.kind, held.spot)
        for wager in [one for one in state.wagers_of(position) if one.spot == held.spot]:
            if self.lacks_support(state, position, wager.kind, wager.spot):
                text = f"{self.name(wager.kind)} is returned with it"
                state = yield from self.place_wager(state, replace(wager, amount=0), text)
        return state

    def place_wager(self, state: P, wager: Wager, text: str) -> Round[P]:
        """Put a wager on the layout as a result of another action; remove it if there is no amount."""
        state = set_wager(state, wager)
        action = Action("make" if wager.amount else "remove", wager.kind, wager.amount, wager.spot)
        section, there = self.layout.wagers[wager.kind].section, wager if wager.amount else None
        yield Acted(state, section, wager.position, action, text, there)
        return state

    # ---- Decisions

    def decide(self, state: P, fact: str) -> Round[P]:
        """Ask each hand for its decision, from the dealer's left."""
        decision = self.declared_decisions[fact]
        for box in [hand.box for hand in state.hands]:
            hand = state.hand(box)
            done = decision.unless and self.find_wager(state, box, decision.unless)
            if not hand.fate and not done and self.find_wager(state, box, decision.asks):
                state = replace(state, turn=box)
                state = yield from self.ask(state, box, decision, self.sections[fact])
                state = replace(state, turn=0, may_make=())
        return replace(state, decided=state.decided + 1)

    def ask(self, state: P, box: int, decision: Decision, section: str) -> Round[P]:
        """Ask one hand for its decision and carry it out."""
        while not state.hand(box).fate:
            choices = self.open_choices(state, box, decision)
            own = self.own_amounts(choices, decision)
            state = replace(state, may_make=own)
            question = f"{state.hand(box).name}: {self.declarations.question(decision)}"
            position = state.hand(box).position
            try:
                reply = yield AskDecision(
                    state,
                    section,
                    position,
                    question,
                    tuple(choices),
                    self.default_choice(choices, decision),
                    wagers=own,
                    sets=tuple(decision.sets.items()),
                )
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                continue
            if isinstance(reply, tuple):
                return (yield from self.act(state, *reply))
            return (yield from self.choose(state, box, decision, reply, section))
        return state

    def choose(self, state: P, box: int, decision: Decision, chosen: str, section: str) -> Round[P]:
        """Carry out a choice."""
        choice = decision.choices[chosen]
        hand = state.hand(box)
        if choice.lays:
            amount = self.amount_of(state, box, decision, choice)
            wager = Wager(hand.position, choice.lays, amount, self.spot_of(hand))
            return (yield from self.place_wager(state, wager, f"{self.wager_label(wager)} made for {dollars(amount)}"))
        if choice.takes_back:
            held = self.find_wager(state, box, choice.takes_back)
            assert held is not None
            state = replace(state, taken_back=(*state.taken_back, held))
            return (yield from self.give_back(state, held, section))
        if choice.folds:
            return (yield from self.fold(state, box, section))
        if choice.discards:
            return (yield from self.discard_from_hand(state, box, choice.discards, section))
        yield Said(state, section, f"{hand.name}: {chosen.replace('_', ' ')}.", hand.position)
        return state

    def discard_from_hand(self, state: P, box: int, number: int, section: str) -> Round[P]:
        """Discard one of the cards dealt to a hand, face down."""
        hand = state.hand(box)
        kept = (*hand.down[: number - 1], *hand.down[number:])
        state = self.change_hand(state, box, down=kept, aside_down=(*hand.aside_down, hand.down[number - 1]))
        yield Said(state, section, f"{hand.name} puts a card aside, face down.", hand.position)
        return state

    def fold(self, state: P, box: int, section: str) -> Round[P]:
        """Collect the wagers that a fold forfeits, and the cards too, unless a wager still depends on them."""
        state = self.change_hand(state, box, fate="folded")
        yield Said(state, section, f"{state.hand(box).name} {self.folding}.", state.hand(box).position)
        for wager in self.lost_on_fold(state, box):
            state = yield from self.lose(state, wager, section)
            state = replace(state, given_up=(*state.given_up, wager))
            if wager.kind in self.progressive:
                state = self.change_hand(state, box, progressive=False)
        return state if self.wagers_on_box(state, box) else self.collect(state, box)
