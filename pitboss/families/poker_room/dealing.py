"""The cards of the poker room: the declared streets, burns, draws, and a stub that runs short."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, Hidden, Shoe
from pitboss.families.poker_room.state import (
    ALL_IN,
    DISCARD,
    FOUR,
    LAST_UP,
    NOTHING_AMISS,
    PASSED_OVER,
    PLAY_ON,
    REPLACED,
    PokerState,
)
from pitboss.families.poker_room.terms import PokerRoomTerms, Street
from pitboss.table.cards import SHOE, join_cards
from pitboss.table.decisions import NO_CARDS, card_sets, split_hand
from pitboss.table.game import Game
from pitboss.table.state import replace
from pitboss.table.steps import AskCard, AskDecision, AskNumber, AskShuffle, Irregularity, Part, Round, Said


class PokerDealing(Game[PokerState]):
    """Dealing cards, street by street."""

    state_type = PokerState
    accounts = (*Game.accounts, "charged")

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.room = PokerRoomTerms(layout)
        self.stakes = self.room.stakes
        self.seats = self.room.seats
        self.dealing = self.sections[self.room.variant.streets]
        listed = [self.sections[variant] for variant in layout.fact("list") if variant in self.sections]
        self._cited: dict[str, str] = {}
        self._variants = {section.partition("(")[0] for section in listed}
        self.decks, self.wanted = int(layout.fact("decks")), int(layout.fact("opening"))

    def own(self, state: PokerState, position: int) -> tuple[Card, ...]:
        held = state.hand(position)
        return held.cards if held else ()

    def here(self, section: str) -> str:
        """The corresponding section of the variant in play, because common rules are repeated in each variant's
        section.

        Blinds are described in 14.10(d), for hold 'em; in Omaha they are posted under 14.11.
        """
        if section not in self._cited:
            own, of = self.sections[self.room.id], section.partition("(")[0]
            is_others = of in self._variants and of != own.partition("(")[0]
            self._cited[section] = own if is_others else section
        return self._cited[section]

    # ---- 14.6: cards

    def deal(self, state: PokerState, street: Street) -> Round[PokerState]:
        """Deal a street: a burn, the draw, cards to every hand still in, community cards."""
        state, street = yield from self.short_stub(state, street)
        if street.draw:
            state = yield from self.stub_runs_out(state, [])
        if street.burn:
            state = yield from self.burn(state)
        if street.draw:
            return (yield from self.draw(state))
        for turned in (False,) * street.down + (True,) * street.up:
            state = yield from self.deal_around(state, turned)
        if state.amiss is not NOTHING_AMISS:
            state = yield from self.made_good(state)
        section = self.sections[street.cites] if street.cites else self.dealing
        if street.up:
            shown = ", ".join(f"position {one.position} {one.up[-1].pretty}" for one in state.hands if one.live)
            yield Said(state, section, f"{street.name.capitalize()}: {shown}.")
        return (yield from self.deal_board(state, street, section)) if street.community else state

    def is_dealt(self, state: PokerState, place: int) -> bool:
        """Whether a hand gets cards: one still in, or one that folded in stud before any bet."""
        held = state.hands[place]
        return held.live or (bool(state.passed) and held.position in state.passed)

    def is_turned(self, state: PokerState, place: int, turned: bool) -> bool:
        """Whether a card is dealt face up: stud's third card is down for a player who already had one turned up."""
        if turned and state.street == 1:
            return not state.hands[place].up
        return turned or state.amiss.all_up

    def burn(self, state: PokerState) -> Round[PokerState]:
        """Burn a card: the next one, or one that all players have seen; none if the burn was already made."""
        amiss = state.amiss
        if amiss.burned:
            return replace(state, amiss=replace(amiss, burned=False))
        if amiss.aside:
            card, *rest = amiss.aside
            gone = tuple(Hidden(one) for one in rest)
            state = replace(state, burned=(*state.burned, Hidden(card)), muck=(*state.muck, *gone))
            state = replace(state, amiss=replace(amiss, aside=()))
            yield Said(state, self.sections["burn"], f"{card.pretty}, which all players have seen, is the burn.")
            return state
        state, card, shoe = yield from self.ask_card(state, self.sections["burn"], "burn")
        return replace(state, burned=(*state.burned, Hidden(card)), shoe=shoe)

    def deal_board(self, state: PokerState, street: Street, section: str) -> Round[PokerState]:
        """Deal community cards, face up."""
        before = len(state.board)
        for _ in range(street.community):
            state, card, shoe = yield from self.ask_card(state, section, "community cards")
            state = replace(state, board=(*state.board, card), shoe=shoe)
        if state.amiss.next:
            state = yield from self.too_many(state, street, section)
        yield Said(state, section, f"{street.name.capitalize()}: {join_cards(state.board[before:])}.")
        return state

    def too_many(self, state: PokerState, street: Street, section: str) -> Round[PokerState]:
        """Correct a flop with too many cards: if it has four, a random one becomes the next burn; a larger flop is
        dealt again.
        """
        happened, section = state.amiss.next, self.layout.irregularities["flop_of_four"].section
        state = replace(state, amiss=replace(state.amiss, next=""))
        state, card = yield from self.next_card(state, section, "community cards")
        dealt = (*state.board, card)
        if happened == FOUR:
            turn: int = yield AskNumber(state, section, len(dealt), "card that is burned")
            board = dealt[:turn] + dealt[turn + 1 :]
            amiss = replace(state.amiss, aside=(dealt[turn], *state.amiss.aside))
            return replace(state, board=board, amiss=amiss)
        state, card = yield from self.next_card(state, section, "community cards")
        yield Said(state, section, f"{join_cards((*dealt, card))} go back into the stub.")
        state = yield from self.reshuffle(replace(state, board=()), section, ())
        for _ in range(street.community):
            state, card = yield from self.next_card(state, section, "community cards")
            state = replace(state, board=(*state.board, card))
        return state

    def deal_around(self, state: PokerState, turned: bool) -> Round[PokerState]:
        """Deal one card to each hand, in order."""
        for place in range(len(state.hands)):
            if not self.is_dealt(state, place):
                continue
            held, shoe = state.hands[place], state.shoe
            up = self.is_turned(state, place, turned)
            if shoe is None or state.amiss is not NOTHING_AMISS or not any(shoe.counts):
                state = yield from self.deal_to(state, place, up)
                continue
            try:
                card: Card = yield AskCard(state, self.dealing, SHOE, f"position {held.position}", shoe.counts)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                state = yield from self.deal_after(state, place, up)
            else:
                state = self.with_card(state, place, card, up, shoe.draw(card))
        return state

    def deal_to(self, state: PokerState, place: int, turned: bool) -> Round[PokerState]:
        """Deal one card to a hand, face up or face down, handling any irregularities."""
        position = state.hands[place].position
        state = yield from self.filled(state)
        shoe = state.shoe
        assert shoe is not None
        try:
            card: Card = yield AskCard(state, self.dealing, SHOE, f"position {position}", shoe.counts)
        except Irregularity as event:
            state = yield from self.handle_irregularity(state, event)
            return (yield from self.deal_after(state, place, turned))
        if state.amiss.next:
            return (yield from self.flashed(replace(state, shoe=shoe.draw(card)), place, card))
        return self.with_card(state, place, card, turned, shoe.draw(card))

    def deal_after(self, state: PokerState, place: int, turned: bool) -> Round[PokerState]:
        """Deal a hand's card after an irregularity was called, unless the hand is passed over or dead."""
        if state.amiss.next == PASSED_OVER or not self.is_dealt(state, place):
            return replace(state, amiss=replace(state.amiss, next=""))
        return (yield from self.deal_to(state, place, turned))

    def with_card(
        self, state: PokerState, place: int, card: Card, turned: bool, shoe: Shoe | None = None
    ) -> PokerState:
        """A hand with one more card; no one knows a folded hand's card."""
        hands = list(state.hands)
        held = hands[place]
        if turned:
            hands[place] = replace(held, up=(*held.up, card))
        else:
            hands[place] = replace(held, down=(*held.down, Hidden(card, (held.position,) if held.live else ())))
        return replace(state, hands=tuple(hands), shoe=shoe or state.shoe)

    # ---- 14.15: cards exposed too early

    def flashed(self, state: PokerState, place: int, card: Card) -> Round[PokerState]:
        """Handle a card turned up by mistake: it is replaced when all players have theirs; in stud it counts as an up
        card.
        """
        amiss, position, section = state.amiss, state.hands[place].position, self.sections["action"]
        happened, amiss = amiss.next, replace(amiss, next="")
        if happened == REPLACED:
            amiss = replace(amiss, aside=(*amiss.aside, card), replacing=(*amiss.replacing, position))
            state = replace(state, amiss=amiss)
            yield Said(state, section, f"{card.pretty} is replaced: position {position} gets another after the last.")
            return state
        if happened == LAST_UP:
            first = all(len(held.cards) <= len(state.hands[place].cards) for held in state.hands if held.live)
            amiss = replace(amiss, all_up=True) if first else replace(amiss, asks=(*amiss.asks, position))
        state = self.with_card(replace(state, amiss=amiss), place, card, turned=True)
        yield Said(state, section, f"{card.pretty} is face up in front of position {position}.", position)
        return state

    def made_good(self, state: PokerState) -> Round[PokerState]:
        """When all have their cards, replace exposed ones; a player whose last card is showing may declare."""
        for position in state.amiss.replacing:
            place = [held.position for held in state.hands].index(position)
            state = replace(state, amiss=replace(state.amiss, replacing=state.amiss.replacing[1:]))
            if state.hands[place].live:
                state = yield from self.deal_to(state, place, turned=False)
        for position in state.amiss.asks:
            state = yield from self.ask_declares(state, position)
        return replace(state, amiss=replace(state.amiss, asks=(), all_up=False))

    def ask_declares(self, state: PokerState, position: int) -> Round[PokerState]:
        """Let a player whose last card was turned up be all-in for the pot so far, or play on."""
        section = self.layout.irregularities["exposed_last_stud_card"].section
        question = f"Position {position}, your last card is exposed: all-in for the pot so far, or play on?"
        while True:
            asked = replace(state, asked=PLAY_ON)
            try:
                choice = yield AskDecision(asked, section, position, question, (PLAY_ON, ALL_IN), PLAY_ON)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                held = state.hand(position)
                if held is None or not held.live:
                    return state
            else:
                break
        if choice == ALL_IN:
            amiss = replace(state.amiss, declared=(*state.amiss.declared, position))
            state = replace(state, amiss=amiss)
            yield Said(state, section, f"Position {position} is all-in for the pot so far.", position)
        return state

    def next_card(self, state: PokerState, section: str, to: str) -> Part[tuple[PokerState, Card]]:
        """Take the next card from the deck without dealing it to a hand."""
        state, card, shoe = yield from self.ask_card(state, section, to)
        return replace(state, shoe=shoe), card

    def ask_card(self, state: PokerState, section: str, to: str) -> Part[tuple[PokerState, Card, Shoe]]:
        """The next card in the deck, and the deck without it, after handling any irregularities."""
        while True:
            if state.shoe is not None and not any(state.shoe.counts):
                state = yield from self.filled(state)
            shoe = state.shoe
            assert shoe is not None
            try:
                card: Card = yield AskCard(state, section, SHOE, to, shoe.counts)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
            else:
                return state, card, shoe.draw(card)

    def filled(self, state: PokerState) -> Round[PokerState]:
        """Refill an empty deck by mixing used cards, as when eleven players at Omaha need all 52 cards and one of these
        was a scrap.
        """
        if state.shoe is None or state.shoe.left:
            return state
        section = self.sections["action"]
        yield Said(state, section, "No cards are left: scraps, folded hands and burns are shuffled in.")
        return (yield from self.reshuffle(state, section, (*state.burned, *state.muck)))

    def reshuffle(self, state: PokerState, section: str, back: Sequence[Hidden]) -> Round[PokerState]:
        """Mix the stub with some other cards and continue from it."""
        assert state.shoe is not None
        mixed = {one.card for one in back}
        out = [card for held in state.hands for card in held.cards] + list(state.board)
        out += [one.card for one in (*state.burned, *state.muck) if one.card not in mixed] + list(state.amiss.aside)
        shoe = state.shoe.shuffled(out)
        commitment = None
        while commitment is None:
            try:
                commitment = yield AskShuffle(state, section, SHOE, shoe.counts)
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
        return replace(
            state,
            shoe=shoe,
            commitment=commitment,
            burned=tuple(one for one in state.burned if one.card not in mixed),
            muck=tuple(one for one in state.muck if one.card not in mixed),
        )

    def short_stub(self, state: PokerState, street: Street) -> Part[tuple[PokerState, Street]]:
        """Deal stud's last street when the stub lacks a card each, a burn, and the last card, which is never dealt."""
        if not street.shared_if_short or state.shoe is None:
            return state, street
        rule = self.layout.irregularities["last_card_shortage"]
        needed, left = sum(self.is_dealt(state, place) for place in range(len(state.hands))) + 2, state.shoe.left
        if left >= needed:
            return state, street
        scrambles = self.layout.option("last_card_shortage") == "scramble_then_community"
        enough = left + len(state.burned) >= needed
        if (scrambles and enough) or left <= 2:
            yield Said(state, rule.section, "Too few cards are left: the stub and the burned cards are mixed.")
            state = yield from self.reshuffle(state, rule.section, state.burned)
        if scrambles and enough:
            return state, street
        yield Said(state, rule.section, "Too few cards are left: one community card is dealt.")
        return state, street.model_copy(update={"down": 0, "community": 1})

    # ---- 14.12: the draw

    def draw(self, state: PokerState) -> Round[PokerState]:
        """Let each player in turn discard and get replacements before the next one does."""
        drawn: list[Hidden] = []
        for place in range(len(state.hands)):
            if not state.hands[place].live:
                continue
            state, choice = yield from self.ask_draw(state, place)
            held = state.hands[place]
            if not held.live:
                continue
            taken, kept = split_hand(choice, held.down)
            drawn += [Hidden(one.card) for one in taken]
            state = replace(state, hands=(*state.hands[:place], replace(held, down=kept), *state.hands[place + 1 :]))
            number = f"draws {len(taken)}" if taken else "stands pat"
            yield Said(state, self.sections["draw"], f"Position {held.position} {number}.", held.position)
            for _ in taken:
                state = yield from self.stub_runs_out(state, drawn, len(taken))
                state = yield from self.deal_to(state, place, turned=False)
        if state.amiss is not NOTHING_AMISS:
            state = yield from self.made_good(state)
        return replace(state, muck=(*state.muck, *drawn))

    def ask_draw(self, state: PokerState, place: int) -> Part[tuple[PokerState, str]]:
        held = state.hands[place]
        number = len(held.down)
        while True:
            question = f"Position {held.position}, which cards do you discard?"
            asked = replace(state, asked=DISCARD)
            choices = card_sets(number, 0, number)
            try:
                choice: str = yield AskDecision(
                    asked, self.sections["draw"], held.position, question, choices, NO_CARDS
                )
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)
                if not state.hands[place].live:
                    return state, NO_CARDS
            else:
                return state, choice

    def stub_runs_out(self, state: PokerState, drawn: list[Hidden], own: int = 0) -> Round[PokerState]:
        """When one card is left, shuffle in all cards given up so far, except those from this draw.

        If there are none, use those that others discarded in this draw and, as a last resort, the player's own (`own`).
        """
        if state.shoe is None or state.shoe.left > 1:
            return state
        rule = self.layout.irregularities["stub_runs_out"]
        back = (*state.burned, *state.muck)
        if not back:
            back = tuple(drawn[: len(drawn) - own] or drawn)
            drawn[:] = drawn[len(back) :]
        yield Said(state, rule.section, "The last card is reached: discards, folded hands and burns are shuffled in.")
        made = yield from self.reshuffle(replace(state, muck=(*state.muck, *drawn)), rule.section, back)
        return replace(made, muck=())
