"""The deal: a pile to every place, with or without a wager, and the collection of unplayed ones.

Players do not look at their pieces before all are dealt (`take_up_hands`) or, if wagers are settled between two
portions, before the end of each portion. An irregularity called at a piece is handled, and the piece is requested
again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic

from pitboss.equipment import STANDARD, Card, Deck, Hidden
from pitboss.families.pai_gow.round.hands import DEALER, P, SetHand
from pitboss.families.pai_gow.round.start import Starting
from pitboss.table.cards import draw, shuffle, take_up
from pitboss.table.state import replace
from pitboss.table.steps import Irregularity, Part, Round, Said


class PileDealing(Starting[P], Generic[P]):
    """Mixing, dealing and collecting pieces."""

    deck: Deck = STANDARD.with_jokers(1)

    def ready_pieces(self, state: P) -> Round[P]:
        """Shuffle the cards for every round. A game of tiles mixes them instead."""
        while True:
            try:
                return (yield from shuffle(state, self.section("shuffle"), 1, self.deck))
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)

    def next_piece(self, state: P, section: str, to: str) -> Part[tuple[P, Card]]:
        """The next card of the shoe. A game of tiles takes the next one of a stack."""
        return (yield from draw(state, section, to))

    def deal(self, state: P) -> Round[P]:
        """Deal a pile to every place, beginning at the starting place; then take up hands and collect unplayed ones."""
        boxes = {self.box(wager): wager.position for wager in state.wagers if wager.kind == self.main}
        owners = {place: boxes.get(place, 0) for place in self.places} | ({state.banker: state.banker})
        state = replace(state, hands=tuple(SetHand(place, owners[place]) for place in self.places))
        for at, portion in enumerate(self.portions(state)):
            for place in self.in_order(state, portion):
                state = yield from self.deal_one(state, place)
            yield Said(state, self.section("dealing"), self.deal_text(portion))
            state = self.take_up_hands(state)
            state = yield from self.after_portion(state, at)
        return (yield from self.collect_unplayed(state))

    def in_order(self, state: P, portion: int) -> Iterator[int]:
        """The places in the order of the deal, once per piece: a stack at once, or one piece at a time."""
        around, begins = self.places, self.places.index(state.starts or DEALER)
        step = -1 if self.dealing["way"] == "clockwise" else 1
        order = [around[(begins + step * at) % len(around)] for at in range(len(around))]
        if self.dealing["stacks"]:
            yield from (place for place in order for _ in range(portion))
        else:
            yield from (place for _ in range(portion) for place in order)

    def deal_text(self, portion: int) -> str:
        """The announcement of the deal."""
        each = f"a stack of {portion}" if self.dealing["stacks"] else str(portion)
        return f"Every place gets {each} {self.pieces}, face down, with or without a wager."

    def deal_one(self, state: P, place: int) -> Round[P]:
        """Deal one piece to a place, face down and unseen."""
        state = replace(state, to=place)
        while True:
            try:
                state, piece = yield from self.next_piece(state, self.section("dealing"), self.place_name(place))
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                continue
            hand = state.hand(place)
            return self.change_hand(state, place, down=(*hand.down, Hidden(piece)))

    def take_up_hands(self, state: P) -> P:
        """Let players look at their pieces; a banker waits until the others have set theirs."""
        for hand in self.players(state):
            if hand.position and not hand.fate:
                down = tuple(Hidden(held.card, (hand.position,)) for held in hand.down)
                state = self.change_hand(state, hand.box, down=down)
        return state

    def after_portion(self, state: P, at: int) -> Round[P]:
        """A hook for wagers settled before the next portion is dealt."""
        return state
        yield

    def collect_unplayed(self, state: P) -> Round[P]:
        """Discard the pieces that are left and the hands without a wager, unseen."""
        assert self.dealing["left"] == self.left_over(state)
        if self.dealing["left"]:
            text = f"{self.dealing['left']} {self.pieces} are left and go to the discard rack unseen."
            yield Said(state, self.section("stub", "dealing"), text)
        kept = tuple(hand for hand in state.hands if hand.fate or self.plays(state, hand))
        state = take_up(replace(state, hands=kept), self.dealing["each"] * (len(state.hands) - len(kept)))
        yield Said(state, self.section("unwagered", "dealing"), "Hands without a wager are collected unseen.")
        return state

    def left_over(self, state: P) -> int:
        """The number of pieces left over after the deal."""
        return state.shoe.left if state.shoe is not None else 0

    def plays(self, state: P, hand: SetHand) -> bool:
        """Whether a hand is played: the bank's, one with a wager, or the dealer's if there is one."""
        if hand.box == (state.banker or DEALER):
            return True
        return bool(hand.position) if hand.box != DEALER else self.dealer_plays(state)

    def dealer_plays(self, state: P) -> bool:
        """Whether the dealer plays a hand against a player's bank."""
        return False

    def change_hand(self, state: P, box: int, **changes: Any) -> P:
        """The state with changes to the hand at a place."""
        hands = tuple([replace(hand, **changes) if hand.box == box else hand for hand in state.hands])
        return replace(state, hands=hands)

    def clear_layout(self, state: P) -> P:
        """The table between rounds, without pieces."""
        state = take_up(state, state.shoe.on_table) if state.shoe is not None else state
        return replace(state, **self._between)
