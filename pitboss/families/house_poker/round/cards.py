"""Cards at a house poker table: shuffling, dealing, turning, collecting, discarding.

An irregularity can occur in place of any requested card or shuffle. `irregular` carries it out, and the card is
requested again if its destination still needs one.
"""

from __future__ import annotations

from typing import Any, Generic

from pitboss.equipment import Card, Hidden
from pitboss.families.house_poker.round.hands import P
from pitboss.families.house_poker.round.queries import TableQueries
from pitboss.families.house_poker.terms import COMMUNITY, DEALER, Deal, destination_name
from pitboss.table.cards import draw, join_cards, shuffle, take_up
from pitboss.table.state import replace
from pitboss.table.steps import Irregularity, Part, Round, Said


class CardHandling(TableQueries[P], Generic[P]):
    """How cards are dealt and turned."""

    # ---- The deck

    def prepare_cards(self, state: P) -> Round[P]:
        """Shuffle a deck for the round; with two decks, one is in play while the other is shuffled."""
        if self.applies({"second_deck": (True,)}):
            state = replace(state, deck=1 - state.deck)
            yield Said(state, self.section("second_deck", "shuffle"), "The decks change places.")
        while True:
            try:
                return (yield from shuffle(state, self.shuffle_section(), int(self.figure("decks")), self.deck))
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)

    def shuffle_section(self) -> str:
        """The section under which the cards are shuffled."""
        return self.sections["shuffle"]

    def next_card(self, state: P, section: str, to: str) -> Part[tuple[P, Card]]:
        """Draw the next card of the deck, carrying out any irregularity first."""
        while True:
            try:
                return (yield from draw(state, section, to))
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)

    def discard_next(self, state: P, section: str) -> Part[tuple[P, Card]]:
        """Draw the next card into the discard rack."""
        state, card = yield from self.next_card(state, section, "discard rack")
        return take_up(state, 1), card

    def discard_stub(self, state: P) -> Round[P]:
        """Put the stub into the discard rack unseen; every few rounds, count it first."""
        every = self.layout.fact("stub_count")
        shoe = state.shoe
        assert shoe is not None
        counts_itself = self.stub_counts_itself(state)
        state = replace(state, uncounted=0 if counts_itself else (state.uncounted + 1) % every)
        if counts_itself or state.uncounted:
            text = "The stub goes to the discard rack, unseen."
            yield Said(state, self.section("stub_away", "stub_count"), text)
        else:
            counted = f"{shoe.left} cards with {shoe.dealt} dealt make {shoe.size}"
            text = f"The stub is counted: {counted}. It goes to the discard rack."
            yield Said(state, self.section("stub_count"), text)
        return state

    def stub_counts_itself(self, state: P) -> bool:
        """Whether the shuffler counts the cards, so that an automated dealing shoe's stub need not be counted."""
        counts = self.applies({"shuffler_counts": (True,), "shuffler": (True,)}) and not state.by_hand
        return self.method == "automated_shoe" and counts

    # ---- The deal

    def deal(self, state: P, what: Deal | None = None, section: str = "") -> Round[P]:
        """Deal clockwise from the dealer's left, using this table's procedure or that of a later street."""
        dealing = what or self.dealing
        section = section or self.section("dealing")
        for to, number in dealing.order([hand.box for hand in state.hands]):
            state = yield from self.deal_one(state, dealing, to, number, section)
        while state.dealer_short:
            state = replace(state, dealer_short=False)
            said = "The dealer has one card too few, and deals himself one more."
            yield Said(state, self.section("dealer_completes", "dealing"), said)
            state = yield from self.deal_one(state, dealing, DEALER, dealing.dealer, section)
        return state

    def deal_one(self, state: P, dealing: Deal, to: int, number: int, section: str) -> Round[P]:
        """Deal one card to its place, unless the hand there is out of the round."""
        last = to == DEALER and number == dealing.dealer
        state = replace(state, to=to)
        while not (self.is_out(state, to) or (last and state.dealer_short)):
            try:
                state, card = yield from draw(state, section, destination_name(to))
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                continue
            return self.place_card(state, dealing, to, number, card)
        return state

    def is_out(self, state: P, to: int) -> bool:
        """Whether a destination can take no more cards."""
        return to > 0 and bool(state.hand(to).fate)

    def place_card(self, state: P, dealing: Deal, to: int, number: int, card: Card) -> P:
        """Put a card in its place, face up or down."""
        up = dealing.face_up(to, number)
        if to == COMMUNITY and number <= dealing.spare:
            return take_up(state, 1)
        if to == COMMUNITY:
            if up:
                return replace(state, community=(*state.community, card))
            return replace(state, community_down=(*state.community_down, Hidden(card)))
        if to == DEALER:
            if up:
                return replace(state, dealer=(*state.dealer, card))
            return replace(state, dealer_down=(*state.dealer_down, Hidden(card)))
        hand = state.hand(to)
        if up:
            return self.change_hand(state, to, cards=(*hand.cards, card))
        return self.change_hand(state, to, down=(*hand.down, Hidden(card, (hand.position,))))

    def change_hand(self, state: P, box: int, **changes: Any) -> P:
        """Return the state with changes to the hand of a box."""
        hands = tuple([replace(hand, **changes) if hand.box == box else hand for hand in state.hands])
        return replace(state, hands=hands)

    # ---- Cards turned up

    def expose_dealer(self, state: P, number: int, section: str) -> Round[P]:
        """Turn up one of the dealer's cards, counting from the first dealt."""
        held = state.dealer_down[number - 1]
        left = (*state.dealer_down[: number - 1], *state.dealer_down[number:])
        state = replace(state, dealer=(*state.dealer, held.card), dealer_down=left)
        yield Said(state, section, f"The dealer shows {held.card.pretty}.")
        return state

    def show_community(self, state: P, number: int, section: str, burns: int = 0) -> Round[P]:
        """Turn up community cards; if they are not on the table yet, burn a card and deal them first."""
        lying = state.community_down[:number]
        burned = "" if lying or not burns else "burns a card and " if burns == 1 else f"burns {burns} cards and "
        if lying:
            turned = tuple(held.card for held in lying)
            state = replace(state, community=(*state.community, *turned), community_down=state.community_down[number:])
        else:
            for _ in range(burns):
                state = yield from self.burn(state, section)
            there = len(state.community)
            dealing = Deal(player=0, community=number, community_up=tuple(range(1, number + 1)))
            for at in range(1, number + 1):
                state = yield from self.deal_one(state, dealing, COMMUNITY, at, section)
            turned = state.community[there:]
        yield Said(state, section, f"The dealer {burned}turns {join_cards(turned)}.")
        return state

    def community_cards(self, state: P, street: str) -> Round[P]:
        """Make a street's burns and turn up its community cards, as its fact declares, if any wager depends on them."""
        if not self.awaits_cards(state):
            return state
        what = self.layout.fact(street)
        return (yield from self.show_community(state, what["cards"], self.sections[street], what.get("burns", 0)))

    def burn(self, state: P, section: str) -> Round[P]:
        """Burn a card: put it face down into the discard rack."""
        state, _ = yield from self.discard_next(replace(state, to=COMMUNITY), section)
        return state

    def reveal_dealer(self, state: P, section: str) -> Round[P]:
        """Turn the dealer's face-down cards and call the hand."""
        turned = (*state.dealer, *(held.card for held in state.dealer_down))
        state = replace(state, dealer=turned, dealer_down=())
        if not self.complete(turned, state.community):
            yield Said(state, section, f"The dealer has {join_cards(state.dealer)}.")
            return state
        hand = self.best_of_dealer(state)
        text = f"The dealer has {join_cards(state.dealer)}: {hand.describe(full=True)}"
        yield Said(state, section, f"{text}." if self.qualifies(hand) else f"{text}, which does not qualify.")
        return state

    def show(self, state: P, box: int, section: str) -> Round[P]:
        """Turn a hand over and call it."""
        hand = state.hand(box)
        aside = tuple(held.card for held in hand.aside_down)
        state = self.change_hand(state, box, cards=hand.all, down=(), aside=aside, aside_down=())
        made = self.complete(hand.all, state.community) and (bool(aside) or not self.discards)
        called = f": {self.best(state, hand).describe(full=True)}" if made else ""
        text = f"{hand.name} has {join_cards(hand.all)}{called}{f'; discarded {join_cards(aside)}' if aside else ''}."
        yield Said(state, section, text, hand.position)
        return state

    # ---- Cards collected

    def collect(self, state: P, box: int) -> P:
        """Put a box's cards into the discard rack."""
        state = take_up(state, len(state.hand(box).dealt))
        return self.change_hand(state, box, cards=(), down=(), aside=(), aside_down=())

    def clear_layout(self, state: P) -> P:
        """The table between rounds, with all cards in the discard rack."""
        state = take_up(state, state.shoe.on_table) if state.shoe is not None else state
        return replace(state, **self._blank_fields)
