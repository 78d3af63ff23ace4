"""Cards at a twenty-one table: shuffling, cutting, burning, drawing, dealing, and their irregularities.

An irregularity is called at a card, a decision, a shuffle or the wagers. `handle_irregularity` applies its effect to
the table, and `next_card` to the card that was due. If the card is not dealt, `Skipped` is raised to the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic

from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Irregularity as Rule
from pitboss.equipment import Card, Hidden, Shoe
from pitboss.families.twenty_one.round.hands import Hand, T
from pitboss.families.twenty_one.round.questions import TwentyOneQuestions
from pitboss.table.cards import SHOE, take_up
from pitboss.table.state import Wager, replace, set_wager
from pitboss.table.steps import (
    Acted,
    Action,
    AskCard,
    AskDecision,
    AskShuffle,
    Irregularity,
    Part,
    Round,
    Said,
)


class Skipped(Exception):
    """Raised when the card that was due is not dealt because of an irregularity with this effect."""

    def __init__(self, effect: str, section: str, state: Any) -> None:
        super().__init__(effect)
        self.effect, self.section, self.state = effect, section, state


class AllDead(Exception):
    """Raised when all hands are dead and the round ends."""

    def __init__(self, section: str, state: Any) -> None:
        super().__init__(section)
        self.section, self.state = section, state


class TwentyOneDealing(TwentyOneQuestions[T], Generic[T]):
    """Decisions and cards of a twenty-one game."""

    # ---- Decisions and the wagers they call for

    def decide(self, state: T, ask: Callable[[T], AskDecision]) -> Part[tuple[T, str, bool]]:
        """A decision: the choice, and whether its wager has already been made for an amount of the player's choice."""
        while True:
            asked = ask(state)
            try:
                reply = yield asked
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                continue
            if isinstance(reply, tuple):
                made = yield from self.act(self.cast_state(asked.state), *reply)
                return replace(made, asked=0, turn="", phase=""), reply[1].wager, True
            return state, str(reply), False

    def asking(self, state: T, position: int, turn: str, phase: str) -> T:
        return replace(state, asked=position, turn=turn, phase=phase)

    def add(self, state: T, position: int, kind: str, spot: str, amount: int) -> Round[T]:
        """Make a wager that a decision calls for."""
        wager = Wager(position, kind, amount, spot)
        state = set_wager(state, wager)
        text = f"{self.name(kind)} ({spot}) made for {dollars(amount)}"
        section = self.layout.rules.wagers[kind].section
        yield Acted(state, section, position, Action("make", kind, amount, spot), text, wager)
        return state

    def act(self, state: T, position: int, action: Action) -> Round[T]:
        action = self.placed(state, position, action)
        if action.verb == "make" and self.terms.get(action.wager) and self.allowed(state, position, action):
            state, consents = yield from self.consent(state, position, action)
            if not consents:
                return state
        opens = action.verb == "sit" and not state.positions
        state = yield from super().act(state, position, action)
        return replace(state, first=0 if position == 1 else position) if opens else state

    def consent(self, state: T, position: int, action: Action) -> Part[tuple[T, bool]]:
        """2.13 and its counterparts: ask the first player on a box to consent to others."""
        place = self.where(action.wager, action.spot)
        if place is None or state.phase or self.terms[action.wager].role != "main":
            return state, True
        there = [wager.position for wager in self.on_box(state, place.box, "main")]
        if not there or position in there:
            return state, True
        section = self.sections["sharing"]

        def ask(state: T) -> AskDecision:
            question = f"Position {position} wants to wager on {self.place_word} {place.box} too:"
            return AskDecision(state, section, there[0], question, ("consent", "refuse"), "consent")

        state, reply, _ = yield from self.decide(state, ask)
        if reply == "refuse":
            yield Said(state, section, f"Position {there[0]} does not consent; no wager is made.", position)
        return state, reply == "consent"

    def after_reduction(self, state: T, position: int, held: Wager, left: int) -> Round[T]:
        """Return the wagers that depend on the main wager if it is gone."""
        if left or self.role(held) != "main":
            return state
        box = self.place(held).box
        mains = self.on_box(state, box, "main", position=position)
        follow = [wager for wager in mains if self.terms[wager.kind].equals == held.kind]
        beside = self.on_box(state, box, "side", "streak", position=position)
        for wager in follow + (beside if not mains or follow else []):
            if not self.standing(wager) and state.find(*wager.place):
                state = set_wager(state, replace(wager, amount=0))
                text = f"{self.name(wager.kind)} is returned with it"
                action = Action("remove", wager.kind, spot=wager.spot)
                yield Acted(state, self.layout.rules.wagers[wager.kind].section, position, action, text)
        return state

    # ---- Shuffle, cut, burn

    def ready_the_cards(self, state: T) -> Round[T]:
        """Prepare the deal: a shuffle if one is due, burned cards, the determinant card."""
        burns = state.burns
        if self.shuffle_due(state):
            state = yield from self.shuffle(state)
            if not self.house.continuous_shuffler:
                state = yield from self.cut(state)
                burns = max(burns, self.layout.fact("burn")["new_shoe"])
        elif self.house.shuffle_method == "bart_carter":
            state = yield from self.bart_carter(state)
        for _ in range(burns):
            state = yield from self.burn(state, self.sections["burn"])
        state = replace(state, burns=0)
        return (yield from self.determine_the_side(state)) if self.house.double_shoe else state

    def shuffle(self, state: T) -> Round[T]:
        """Shuffle all cards: those of a continuous shuffler after every round, and both sides of a double shoe."""
        section = self.sections["continuous" if self.house.continuous_shuffler else "shuffle"]
        if not self.house.double_shoe:
            fresh = (state.shoe or Shoe.new(self.house.decks, self.house.deck)).shuffled()
            state = yield from self.put_in_order(state, section, SHOE, fresh)
            state = replace(state, shoe=fresh)
        else:
            left, right = self.layout.fact("double_shoe_sides")
            for side in (right, left):
                fresh = Shoe.new(self.house.decks // 2, self.house.deck)
                shuffles = state.shoe.shuffles if state.shoe else 0
                fresh = Shoe(fresh.decks, fresh.full, fresh.full, shuffles=shuffles).shuffled()
                state = yield from self.put_in_order(state, section, side, fresh)
                state = replace(state, kept=fresh) if side == right else replace(state, shoe=fresh, side=left)
        state = replace(state, reshuffle=False, reader_down=False)
        text = f"The cards are shuffled: {self.house.decks} {'deck' if self.house.decks == 1 else 'decks'}."
        yield Said(state, section, text)
        return (yield from self.batches_change(state))

    def batches_change(self, state: T) -> Round[T]:
        """Exchange the batches of decks: with a shuffler, one is dealt while the other is being shuffled."""
        if self.house.shuffle_method != "automated" or self.house.continuous_shuffler or state.by_hand:
            return state
        if "batch_colours" not in self.layout.rules.facts:
            return state
        colours = self.layout.fact("batch_colours")
        state = replace(state, batch=(state.batch + 1) % len(colours))
        section = self.sections["batches_alternate"].partition(", ")[0]
        yield Said(state, section, f"The {colours[state.batch]} batch is in play; the other is being shuffled.")
        return state

    def put_in_order(self, state: T, section: str, name: str, shoe: Shoe) -> Round[T]:
        """Put a shoe's cards in a new random order."""
        while True:
            try:
                commitment = yield AskShuffle(state, section, name, shoe.counts)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                continue
            return replace(state, commitment=commitment)

    def bart_carter(self, state: T) -> Round[T]:
        """Shuffle about one deck of dealt cards back into the cards not dealt."""
        assert state.shoe is not None
        deck = self.layout.fact("bart_carter_cards")
        if state.shoe.discards < min(deck, int(state.shoe.size * self.house.penetration)):
            return state
        section = self.sections["bart_carter_cards"]
        fresh = state.shoe.shuffled()
        state = yield from self.put_in_order(state, section, state.side or SHOE, fresh)
        state = replace(state, shoe=fresh)
        yield Said(state, section, "About one deck is shuffled, and its stacks go back in place (Bart Carter shuffle).")
        return state

    def cut(self, state: T) -> Round[T]:
        """Let a player cut, or the dealer if no player does; the dealer inserts the cutting card."""
        section, shoe = self.sections["cut"], state.shoe
        assert shoe is not None
        if self.uncut(state):
            yield Said(state, self.sections["no_cut"], "The stack goes from the shuffler into the shoe, without a cut.")
            return replace(state, cut_box=0, shoe=self.with_cutting_card(shoe))
        for position in self.cut_order(state, shoe):
            ask = self.cut_asked(position)
            state, reply, _ = yield from self.decide(state, ask)
            if reply == "cut":
                yield Said(state, section, f"Position {position} cuts the cards.", position)
                break
        else:
            yield Said(state, self.sections["dealer_cuts"], "No player cuts; the dealer does.")
        state = replace(state, cut_box=0)
        if self.house.shuffle_method == "bart_carter":
            return state
        kept = state.kept
        return replace(state, shoe=self.with_cutting_card(shoe), kept=self.with_cutting_card(kept) if kept else None)

    def uncut(self, state: T) -> bool:
        """Whether this way of shuffling requires no cut."""
        without = self.layout.fact("no_cut") if "no_cut" in self.layout.rules.facts else ()
        return self.house.shuffle_method in without and not state.by_hand

    def cut_order(self, state: T, shoe: Shoe) -> list[int]:
        """The positions that are offered the cut, in order: starting with the first player to arrive at first, and from
        the far right later.

        If the box of the cutting card has the cut, a refusal passes it clockwise; otherwise the offer moves on by one,
        counterclockwise, with every shuffle.
        """
        people = sorted({position for box in state.boxes for position in box.people})
        opener = state.first if state.first in people else people[0]
        if "box_of_cutting_card" not in self.layout.fact("cut_order"):
            at = people.index(opener) if shoe.shuffles == 1 else (1 - shoe.shuffles) % len(people)
            return [people[at - step] for step in range(len(people))]
        first = opener if shoe.shuffles == 1 else people[-1]
        if state.cut_box:
            first = next((box.caller for box in state.boxes if box.number == state.cut_box), first)
        at = people.index(first)
        return people[at:] + people[:at]

    def cut_asked(self, position: int) -> Callable[[T], AskDecision]:
        def ask(state: T) -> AskDecision:
            question = f"Position {position}, the cards are yours to cut:"
            offered = self.sections["dealer_cuts"]
            return AskDecision(state, offered, position, question, ("cut", "pass"), "cut", formality=True)

        return ask

    def with_cutting_card(self, shoe: Shoe) -> Shoe:
        """Insert the cutting card so that at most the permitted share of the cards is dealt before it."""
        return shoe.cut(max(shoe.left - int(shoe.left * self.house.penetration), self.layout.fact("cut")))

    def determine_the_side(self, state: T) -> Round[T]:
        """Draw the determinant card, which decides the side of a double shoe for this round, and burn it."""
        section = self.sections["determinant"]
        state, card = yield from self.next_card(state, section, "the determinant card")
        state = take_up(state, 1)
        side = self.layout.fact("determinant")["red" if card.suit.is_red else "black"]
        if side != state.side:
            state = replace(state, shoe=state.kept, kept=state.shoe, side=side)
        yield Said(state, section, f"The determinant card is {card.pretty}: this round is dealt from the {side} side.")
        return state

    def burn(self, state: T, section: str) -> Round[T]:
        """Put a card into the discard rack, face down."""
        state, _ = yield from self.next_card(state, section, "discard rack")
        assert state.shoe is not None
        state = replace(state, shoe=state.shoe.burn_from_table())
        yield Said(state, section, "One card is burned.")
        return state

    def burn_refused(self, state: T) -> Round[T]:
        """2A.15(c) and its counterparts: burn an exposed card that the players refused and the dealer cannot use."""
        rule = self.rule_of("exposed")
        for card in state.exposed:
            assert state.shoe is not None
            state = replace(state, shoe=state.shoe.burn_from_table(), exposed=state.exposed[1:])
            yield Said(state, rule.section, f"No one can use {card.pretty}, so it is burned.")
        return state

    def rule_of(self, effect: str) -> Rule:
        """The irregularity with this effect."""
        return next(rule for rule in self.layout.irregularities.values() if rule.effect == effect)

    # ---- A card

    def next_card(
        self, state: T, section: str, to: str, box: int = 0, misses: tuple[str, ...] = (), lying: bool = True
    ) -> Part[tuple[T, Card]]:
        """Draw the next card: an exposed card that comes next (if `lying`), or the next one from the shoe.

        `misses` are the effects of irregularities that keep this card from being dealt; they raise `Skipped`.
        """
        while True:
            if state.exposed and lying:
                return replace(state, exposed=state.exposed[1:]), state.exposed[0]
            if state.shoe is None or not state.shoe.left:
                state = yield from self.refill(state)
            before = state.shoe
            assert before is not None
            try:
                due = replace(state, misses=misses)
                card: Card = yield AskCard(due, section, state.side or SHOE, to, before.counts)
            except Irregularity as event:
                state = yield from self.at_a_card(state, event, misses)
                continue
            shoe = before.draw(card)
            if shoe.cut_card is not None and shoe.left < shoe.cut_card <= before.left:
                state = replace(state, cut_box=box)
            return replace(state, shoe=shoe), card

    def at_a_card(self, state: T, event: Irregularity, misses: tuple[str, ...]) -> Round[T]:
        """Apply an irregularity called at a card."""
        rule = self.layout.irregularities[event.id]
        state = yield from self.handle_irregularity(state, event)
        if rule.effect in misses:
            raise Skipped(rule.effect, rule.section, state)
        if rule.effect == "dealer_last" and not state.initial:
            return replace(state, dealer_skipped=True)
        if rule.effect == "refilled":
            return (yield from self.refill(state, rule.section))
        if rule.effect == "discarded":
            state = replace(state, face_up=state.face_up + 1)
            void = next((name for name, other in self.layout.irregularities.items() if other.effect == "void"), "")
            if state.face_up > 1 and void:
                raise Irregularity(void, state)
            state, card = yield from self.next_card(state, rule.section, "discard rack")
            state = take_up(state, 1)
            yield Said(state, rule.section, f"{card.pretty} goes to the discard rack.")
        return state

    def refill(self, state: T, section: str = "") -> Round[T]:
        """Refill an empty shoe: shuffle and cut the cards not on the table, burn one, and go on with the round."""
        rule = self.rule_of("refilled")
        if not section:
            yield Said(state, rule.section, f"{rule.name}. {rule.says}")
        shoe = state.shoe
        assert shoe is not None
        fresh = shoe.shuffled(self.cards_on_table(state))
        if not fresh.left:
            yield Said(state, rule.section, "No card is left to deal, so all hands are dead.")
            raise AllDead(rule.section, state)
        state = yield from self.put_in_order(state, rule.section, state.side or SHOE, fresh)
        state = replace(state, shoe=fresh, reshuffle=True)
        yield Said(state, rule.section, f"{fresh.left} cards are shuffled and cut.")
        return (yield from self.burn(state, rule.section)) if fresh.left > 1 else state

    def cards_on_table(self, state: T) -> list[Card]:
        """The cards on the layout."""
        there = [card for hand in self.alive(state) for card in hand.cards]
        there += [*state.dealer, *([state.hole.card] if state.hole else []), *state.exposed]
        return there

    def handle_irregularity(self, state: T, event: Irregularity) -> Round[T]:
        """Apply the event's `effect` in rules.toml."""
        rule = self.layout.irregularities[event.id]
        if rule.effect == "void":
            raise Irregularity(event.id, state)
        yield Said(state, rule.section, f"{rule.name}. {rule.says}".strip())
        if rule.effect == "exposed" and state.initial:
            state, card = yield from self.next_card(state, rule.section, "the table", lying=False)
            state = replace(state, exposed=(*state.exposed, card))
            yield Said(state, rule.section, f"{card.pretty} is exposed and will be the next card.")
        elif rule.effect == "burned":
            state = replace(state, overdraws=True)
        elif rule.effect == "shuffler_removed":
            state = replace(state, by_hand=True)
        elif rule.effect == "no_reader":
            state = replace(state, reader_down=True)
        elif rule.effect == "burns_one":
            state = replace(state, burns=state.burns + self.layout.fact("burn")["new_dealer"])
        elif rule.effect == "reshuffle":
            state = replace(state, reshuffle=True)
        elif rule.effect == "all_dead" and state.boxes:
            raise AllDead(rule.section, state)
        return state

    # ---- The deal

    def deal_initial(self, state: T) -> Round[T]:
        """From the dealer's left, deal one card to each box and one to the dealer, twice; the dealer's second card is
        face down.

        The fact `dealing` sets the order, and the wagers that are made between the cards.
        """
        *steps, _ = self.layout.fact("dealing")
        for at, step in enumerate(steps, 1):
            if step == "each_box":
                state = yield from self.deal_around(state, last=step not in steps[at:])
            elif step == "dealer_up":
                state = yield from self.deal_to_dealer(state)
            else:
                state = yield from self.offer_raise(state, step)
        return (yield from self.complete_the_deal(state))

    # ---- Wagers made while the first cards are dealt

    def offer_raise(self, state: T, kind: str) -> Round[T]:
        """Offer this wager in addition to the first to each player on each box, in turn."""
        for hand in self.alive(state):
            for position in self.people(state, hand):
                state = yield from self.ask_raise(state, hand, position, kind)
        return replace(state, offered=(*state.offered, kind))

    def ask_raise(self, state: T, hand: Hand, position: int, kind: str) -> Round[T]:
        section, most = self.layout.rules.wagers[kind].section, self.raise_most(state, hand, position)
        exact = bool(self.terms[kind].equals)

        def ask(state: T) -> AskDecision:
            rack = state.rack(position)
            choices = ("raise", "pass") if rack >= most else ("pass",)
            seen = [f"with {hand.cards[0].pretty}"] if hand.cards else []
            seen += [f"against {state.dealer[0].pretty}"] if state.dealer else []
            amount = dollars(most) if exact else f"at most {dollars(most)}"
            question = " ".join([f"Position {position}, {self.name(kind)} on box {hand.box}", *seen, f"({amount})?"])
            asking = self.asking(state, position, hand.spot, kind)
            return AskDecision(asking, section, position, question, choices, "pass", (), (kind,) if rack else ())

        state, reply, made = yield from self.decide(state, ask)
        if reply == "raise" and not made:
            return (yield from self.add(state, position, kind, hand.spot, most))
        return state

    def deal_around(self, state: T, last: bool) -> Round[T]:
        """Deal a card to each hand that is one card short at this point; a hand still without cards after the last one
        is dead.
        """
        for spot in [hand.spot for hand in self.alive(state)]:
            hand = state.hand(spot)
            misses = ("second_later",) if hand.cards else ("dead_box",) if last else ("dead_box", "second_later")
            try:
                state, hand = yield from self.deal_to(state, hand, self.sections["dealing"], misses)
            except Skipped as skipped:
                state = self.cast_state(skipped.state)
                if skipped.effect == "dead_box":
                    state = yield from self.declare_dead(state, hand, skipped.section)
        return state

    def deal_to_dealer(self, state: T) -> Round[T]:
        """Deal the dealer's card: the first face up, the second face down or not yet."""
        if not self.alive(state):
            return state
        first = not state.dealer
        if state.dealer_skipped:
            return replace(state, dealer_skipped=False)
        section = self.sections["dealing" if first else "hole_card"]
        try:
            state, card = yield from self.next_card(state, section, "dealer", misses=("dealer_last",))
        except Skipped as skipped:
            return self.cast_state(skipped.state)
        if first:
            state = replace(state, dealer=(card,))
            yield Said(state, section, f"The dealer shows {card.pretty}.")
        else:
            state = replace(state, hole=Hidden(card))
            yield Said(state, section, "The dealer has a card face down.")
        return state

    def complete_the_deal(self, state: T) -> Round[T]:
        """Deal the dealer's second card, and before it the second card of a box that missed it and wants it."""
        cards = self.layout.fact("blackjack")["cards"]
        for spot in [hand.spot for hand in self.alive(state) if len(hand.cards) < cards]:
            hand = state.hand(spot)
            rule = self.rule_of("second_later")
            state, reply, _ = yield from self.decide(state, self.late_asked(hand, rule.section, ("take", "dead")))
            if reply == "dead":
                state = yield from self.declare_dead(state, hand, rule.section)
            while reply == "take" and len(hand.cards) < cards:
                state, hand = yield from self.deal_to(state, hand, rule.section)
        state = replace(state, dealer_skipped=False)
        while self.alive(state) and (not state.dealer or (self.house.hole_card != "none" and not state.hole)):
            state = yield from self.deal_to_dealer(state)
        return replace(state, initial=True)

    def late_asked(self, hand: Hand, section: str, choices: tuple[str, str]) -> Callable[[T], AskDecision]:
        def ask(state: T) -> AskDecision:
            caller = state.box(hand.box).caller
            question = f"{hand.name.capitalize()}: take the card after all others, or declare the hand dead?"
            return AskDecision(state, section, caller, question, choices, choices[0])

        return ask

    def deal_to(self, state: T, hand: Hand, section: str, misses: tuple[str, ...] = ()) -> Part[tuple[T, Hand]]:
        """Deal a card to a hand, face up."""
        state, card = yield from self.next_card(state, section, hand.name, hand.box, misses)
        state, hand = self.change_hand(state, hand, cards=(*hand.cards, card))
        boxes = tuple(
            replace(box, received=(*box.received, card)) if box.number == hand.box else box for box in state.boxes
        )
        state = replace(state, boxes=boxes)
        score = f" ({self.score(hand.cards)})" if len(hand.cards) > 1 else ""
        yield Said(state, section, f"{card.pretty} to {hand.name}{score}.")
        if state.initial:
            state = yield from self.on_card(state, hand.box)
        return state, state.hand(hand.spot)

    def on_card(self, state: T, box: int) -> Round[T]:
        """A hook for a card that a box receives after the first ones."""
        return state
        yield

    # ---- Cards picked up

    def take_up_hand(self, state: T, hand: Hand) -> T:
        """Move a settled hand's cards to the discard rack."""
        if hand.fate != "out":
            state = take_up(state, len(hand.cards))
        return self.change_hand(state, hand, fate="out")[0]

    def declare_dead(self, state: T, hand: Hand, section: str) -> Round[T]:
        """Declare a hand dead and return its wagers, with the unsettled side wagers of a box that has no other hand."""
        yield Said(state, section, f"{hand.name.capitalize()} is dead.")
        for wager in self.stakes(state, hand):
            state = yield from self.give_back(state, wager, section)
        if len(state.hands_of(hand.box)) == len(self.dealt_to):
            for wager in self.on_box(state, hand.box, "insurance", "side"):
                if self.role(wager) == "side" or self.place(wager).hand == hand.number:
                    state = yield from self.give_back(state, wager, section)
        other = any(one.dealt != hand.dealt and one.fate != "out" for one in state.hands_of(hand.box))
        if not other:
            boxes = tuple(replace(box, dead=True) if box.number == hand.box else box for box in state.boxes)
            state = replace(state, boxes=boxes)
        return self.take_up_hand(state, state.hand(hand.spot))

    def clear_layout(self, state: T) -> T:
        """The state between rounds: all cards are in the discard rack, and the round's fields are reset."""
        gathered = [shoe.discard(shoe.on_table) if shoe else None for shoe in (state.shoe, state.kept)]
        return replace(
            state,
            shoe=gathered[0],
            kept=gathered[1],
            boxes=(),
            hands=(),
            dealer=(),
            hole=None,
            initial=False,
            checked=False,
            exposed=(),
            refused=(),
            offered=(),
            face_up=0,
            overdraws=False,
            dealer_skipped=False,
            results=(),
            asked=0,
            turn="",
            phase="",
            top=(),
        )
