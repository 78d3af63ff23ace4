"""What people do at a table of house poker: lay wagers with what goes with them, and decide on their hands.

A wager laid *beside* another follows it: laid, raised, lowered and taken back with it. A *decision* is asked of every
hand in its turn, and lays a wager, takes one back, folds, or does nothing.
"""

from __future__ import annotations

from typing import Generic

from pitboss.chapter.odds import dollars
from pitboss.families.house_poker.round.hands import P
from pitboss.families.house_poker.round.irregularities import Irregular
from pitboss.families.house_poker.terms import Decision
from pitboss.table.state import Wager, laid, replace
from pitboss.table.steps import Acted, Action, AskDecision, Irregularity, Round, Said


class Deciding(Irregular[P], Generic[P]):
    """Wagers laid and decisions taken, on a layout."""

    # ---- Wagers that go with others

    def act(self, state: P, position: int, action: Action) -> Round[P]:
        state = yield from super().act(state, position, action)
        if action.verb in ("make", "increase") and self.beside.get(action.wager):
            state = yield from self.lay_beside(state, position, action.wager, action.spot)
        return state

    def lay_beside(self, state: P, position: int, base: str, spot: str) -> Round[P]:
        """What goes with a wager is laid, raised, lowered or taken back with it."""
        held = state.find(position, base, spot)
        for kind in self.beside[base]:
            amount = self.amount_beside(kind, held.amount if held else 0)
            before = state.find(position, kind, spot)
            if amount != (before.amount if before else 0):
                coupon = before.coupon if before and amount else 0
                wager = Wager(position, kind, amount, spot, coupon=coupon)
                said = f"goes with it for {dollars(amount)}" if amount else "comes back with it"
                state = yield from self.lay(state, wager, f"{self.told(wager)} {said}")
        return state

    def supported(self, state: P, position: int, held: Wager, left: int) -> Round[P]:
        """What was laid with a wager follows it, and what needs one that is gone comes back."""
        if self.beside.get(held.kind):
            state = yield from self.lay_beside(state, position, held.kind, held.spot)
        for wager in [one for one in state.of(position) if one.spot == held.spot]:
            if self.lacks_support(state, position, wager.kind, wager.spot):
                text = f"{self.name(wager.kind)} comes back with it"
                state = yield from self.lay(state, replace(wager, amount=0), text)
        return state

    def lay(self, state: P, wager: Wager, text: str) -> Round[P]:
        """A wager in its place by what else was done; with no amount, it is taken away."""
        state = laid(state, wager)
        action = Action("make" if wager.amount else "remove", wager.kind, wager.amount, wager.spot)
        section, there = self.layout.wagers[wager.kind].section, wager if wager.amount else None
        yield Acted(state, section, wager.position, action, text, there)
        return state

    # ---- Decisions

    def decide(self, state: P, fact: str) -> Round[P]:
        """Each hand that is asked decides, from the dealer's left."""
        decision = self.asked[fact]
        for box in [hand.box for hand in state.hands]:
            hand = state.hand(box)
            done = decision.unless and self.find_on(state, box, decision.unless)
            if not hand.fate and not done and self.find_on(state, box, decision.asks):
                state = replace(state, turn=box)
                state = yield from self.ask(state, box, decision, self.sections[fact])
                state = replace(state, turn=0, may_make=())
        return replace(state, decided=state.decided + 1)

    def ask(self, state: P, box: int, decision: Decision, section: str) -> Round[P]:
        """One hand decides, and what it chose is done."""
        while not state.hand(box).fate:
            choices = self.open_choices(state, box, decision)
            own = self.own_amounts(choices, decision)
            state = replace(state, may_make=own)
            question = f"{state.hand(box).name}: {self.declared.question(decision)}"
            position = state.hand(box).position
            try:
                reply = yield AskDecision(
                    state,
                    section,
                    position,
                    question,
                    tuple(choices),
                    self.silent(choices, decision),
                    wagers=own,
                    sets=tuple(decision.sets.items()),
                )
            except Irregularity as event:
                state = yield from self.irregular(state, event)
                continue
            if isinstance(reply, tuple):
                return (yield from self.act(state, *reply))
            return (yield from self.choose(state, box, decision, reply, section))
        return state

    def choose(self, state: P, box: int, decision: Decision, chosen: str, section: str) -> Round[P]:
        """What was chosen is done."""
        choice = decision.choices[chosen]
        hand = state.hand(box)
        if choice.lays:
            amount = self.amount_of(state, box, decision, choice)
            wager = Wager(hand.position, choice.lays, amount, self.spot_of(hand))
            return (yield from self.lay(state, wager, f"{self.told(wager)} made for {dollars(amount)}"))
        if choice.takes_back:
            held = self.find_on(state, box, choice.takes_back)
            assert held is not None
            state = replace(state, taken_back=(*state.taken_back, held))
            return (yield from self.give_back(state, held, section))
        if choice.folds:
            return (yield from self.fold(state, box, section))
        if choice.discards:
            return (yield from self.put_aside(state, box, choice.discards, section))
        yield Said(state, section, f"{hand.name}: {chosen.replace('_', ' ')}.", hand.position)
        return state

    def put_aside(self, state: P, box: int, number: int, section: str) -> Round[P]:
        """One of the cards dealt to a hand is laid aside face down, and is no part of it any more."""
        hand = state.hand(box)
        kept = (*hand.down[: number - 1], *hand.down[number:])
        state = self.hand_changed(state, box, down=kept, aside_down=(*hand.aside_down, hand.down[number - 1]))
        yield Said(state, section, f"{hand.name} puts a card aside, face down.", hand.position)
        return state

    def fold(self, state: P, box: int, section: str) -> Round[P]:
        """What a fold gives up is collected. The cards go, unless a wager still rests on them."""
        state = self.hand_changed(state, box, fate="folded")
        yield Said(state, section, f"{state.hand(box).name} {self.folding}.", state.hand(box).position)
        for wager in self.lost_on_fold(state, box):
            state = yield from self.lose(state, wager, section)
            state = replace(state, given_up=(*state.given_up, wager))
            if wager.kind in self.progressive:
                state = self.hand_changed(state, box, progressive=False)
        return state if self.on_box(state, box) else self.collect(state, box)
