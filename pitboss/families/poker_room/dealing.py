"""Cards of the poker room: streets as they are declared, burns, draws, and a stub that runs short."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card
from pitboss.families.poker_room.state import DISCARD, Held, PokerState
from pitboss.families.poker_room.terms import Room, Street
from pitboss.table.cards import SHOE, laid_out
from pitboss.table.decisions import NONE, card_sets, divided
from pitboss.table.game import Game
from pitboss.table.state import replace
from pitboss.table.steps import AskCard, AskDecision, AskShuffle, Irregularity, Part, Round, Said
from pitboss.table.view import Hidden


class Dealing(Game[PokerState]):
    """How cards are dealt, street by street."""

    state_type = PokerState

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.room = Room(layout)
        self.stakes = self.room.stakes
        self.seats = self.room.seats
        self.dealing = self.sections[self.room.variant.streets]

    def own(self, state: PokerState, position: int) -> tuple[Card, ...]:
        held = state.hand(position)
        return held.cards if held else ()

    # ---- 14.6: cards

    def deal(self, state: PokerState, street: Street) -> Round[PokerState]:
        """A street: a burn, the draw, cards to everybody still in, cards for all."""
        state, street = yield from self.short_stub(state, street)
        if street.burn:
            state, card = yield from self.next_card(state, self.sections["burn"], "burn")
            state = replace(state, burned=(*state.burned, Hidden(card)))
        if street.draw:
            return (yield from self.draw(state))
        for turned in (False,) * street.down + (True,) * street.up:
            for place, held in enumerate(state.hands):
                if held.live:
                    state = yield from self.deal_to(state, place, turned)
        section = self.sections[street.cites] if street.cites else self.dealing
        if street.up:
            shown = ", ".join(f"position {one.position} {one.up[-1].pretty}" for one in state.hands if one.live)
            yield Said(state, section, f"{street.name.capitalize()}: {shown}.")
        if street.community:
            for _ in range(street.community):
                state, card = yield from self.next_card(state, section, "community cards")
                state = replace(state, board=(*state.board, card))
            new = laid_out(state.board[-street.community :])
            yield Said(state, section, f"{street.name.capitalize()}: {new}.")
        return state

    def deal_to(self, state: PokerState, place: int, turned: bool) -> Round[PokerState]:
        """One card to a hand, face up or face down."""
        position = state.hands[place].position
        state, card = yield from self.next_card(state, self.dealing, f"position {position}")
        held = state.hands[place]
        if turned:
            held = replace(held, up=(*held.up, card))
        else:
            held = replace(held, down=(*held.down, Hidden(card, (position,))))
        return replace(state, hands=(*state.hands[:place], held, *state.hands[place + 1 :]))

    def next_card(self, state: PokerState, section: str, to: str) -> Part[tuple[PokerState, Card]]:
        """The next card of the deck, through whatever irregularity."""
        while True:
            shoe = state.shoe
            assert shoe is not None
            try:
                card: Card = yield AskCard(state, section, SHOE, to, shoe.counts)
            except Irregularity as event:
                state = yield from self.irregular(state, event)
            else:
                return replace(state, shoe=shoe.draw(card)), card

    def reshuffle(self, state: PokerState, section: str, back: Sequence[Hidden]) -> Round[PokerState]:
        """The stub and some cards that were out of it are mixed, and dealt from again."""
        assert state.shoe is not None
        mixed = {one.card for one in back}
        out = [card for held in state.hands for card in held.cards] + list(state.board)
        out += [one.card for one in (*state.burned, *state.muck) if one.card not in mixed]
        shoe = state.shoe.shuffled(out)
        commitment = yield AskShuffle(state, section, SHOE, shoe.counts)
        return replace(
            state,
            shoe=shoe,
            commitment=commitment,
            burned=tuple(one for one in state.burned if one.card not in mixed),
            muck=tuple(one for one in state.muck if one.card not in mixed),
        )

    def short_stub(self, state: PokerState, street: Street) -> Part[tuple[PokerState, Street]]:
        """The last street of stud with too few cards: one each, a burn, and the last card, which is never dealt."""
        if not street.shared_if_short or state.shoe is None:
            return state, street
        rule = self.layout.irregularities["last_card_shortage"]
        needed, left = len(state.live) + 2, state.shoe.left
        if left >= needed:
            return state, street
        scrambles = self.layout.option("last_card_shortage") == "scramble_then_community"
        enough = left + len(state.burned) >= needed
        if (scrambles and enough) or left <= 2:
            yield Said(state, rule.section, "Too few cards are left: the stub and the burned cards are mixed.")
            state = yield from self.reshuffle(state, rule.section, state.burned)
        if scrambles and enough:
            return state, street
        yield Said(state, rule.section, "Too few cards are left: one card is dealt for all.")
        return state, street.model_copy(update={"down": 0, "community": 1})

    # ---- 14.12: the draw

    def draw(self, state: PokerState) -> Round[PokerState]:
        """Each in turn discards and gets as many cards, before the next one does."""
        drawn: list[Hidden] = []
        for place, held in enumerate(state.hands):
            if not held.live:
                continue
            choice = yield from self.ask_draw(state, held)
            taken, kept = divided(choice, held.down)
            drawn += [Hidden(one.card) for one in taken]
            state = replace(state, hands=(*state.hands[:place], replace(held, down=kept), *state.hands[place + 1 :]))
            number = f"draws {len(taken)}" if taken else "stands pat"
            yield Said(state, self.sections["draw"], f"Position {held.position} {number}.", held.position)
            for _ in taken:
                state = yield from self.stub_runs_out(state, drawn)
                state = yield from self.deal_to(state, place, turned=False)
        return replace(state, muck=(*state.muck, *drawn))

    def ask_draw(self, state: PokerState, held: Held) -> Part[str]:
        number = len(held.down)
        while True:
            question = f"Position {held.position}, which cards do you discard?"
            asked = replace(state, asked=DISCARD)
            choices = card_sets(number, 0, number)
            try:
                choice: str = yield AskDecision(asked, self.sections["draw"], held.position, question, choices, NONE)
            except Irregularity as event:
                state = yield from self.irregular(state, event)
            else:
                return choice

    def stub_runs_out(self, state: PokerState, drawn: Sequence[Hidden]) -> Round[PokerState]:
        """At the last card all that was given up before is shuffled in, and nothing of this draw."""
        if state.shoe is None or state.shoe.left > 1:
            return state
        rule = self.layout.irregularities["stub_runs_out"]
        yield Said(state, rule.section, "The last card is reached: discards, folded hands and burns are shuffled in.")
        held = replace(state, muck=(*state.muck, *drawn))
        made = yield from self.reshuffle(held, rule.section, (*state.burned, *state.muck))
        return replace(made, muck=())
