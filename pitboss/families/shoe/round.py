"""The procedure of a shoe: shuffling, cutting and burning when due, and dealing card by card, with any irregularities.

A game based on `ShoeGame` yields from `before_the_deal` (or from `ready_shoe` before its own wagers), from `next_card`
for each card, and from `shoe_after` at the end of a round. It cites its own facts: `shuffle` (shuffle, cut, cutting
card), `burn`, `last_round`, `no_more_wagers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import table_type
from pitboss.equipment import STANDARD, Card, Rank
from pitboss.table.cards import CardState, cut, draw, shuffle, take_up
from pitboss.table.game import Game
from pitboss.table.hosting import Hosting, OffersFirst
from pitboss.table.irregularities import Irregularities
from pitboss.table.state import replace
from pitboss.table.steps import Irregularity, Part, Round, Said


class ShoeState(CardState):
    """The state of a table with a shoe. `last_round`: the shoe ends with this round. `finished`: shuffle it."""

    last_round: bool = False
    finished: bool = False


H = TypeVar("H", bound=ShoeState)


BY_RANK = table_type(**dict.fromkeys((rank.letter for rank in Rank), int))
"""The type of a fact with an integer for every rank."""


class ShoeGameIrregularities(Irregularities["ShoeGame[Any]"]):
    """Irregularities in a game dealt from a shoe."""

    effects = Irregularities.effects | {"not_used", "burned", "next_card", "not_accepted", "reshuffled"}


class ShoeGame(Game[H]):
    """A game that is dealt from one shoe until its cutting card comes out."""

    # The shoe is prepared for the first player to arrive, before any wager.
    hosting_type: ClassVar[type[Hosting[Any]]] = OffersFirst
    irregularities_type = ShoeGameIrregularities
    fact_kinds: ClassVar[Mapping[str, Any]] = {**Game.fact_kinds, "burn": int, "cutting_card": Decimal}
    cut_card: int = 0
    """The number of cards behind the cutting card."""
    exhausted: ClassVar[str] = "not_enough_cards"
    """The irregularity of a shoe that has run out of cards."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.decks = int(layout.options["decks"])

    # ---- Before the deal

    def before_the_deal(self, state: H) -> Round[H]:
        """Wait for a player, prepare the shoe, and take wagers until they are closed.

        A player who wagers at once at an empty table is not asked again after the shuffle.
        """
        section, came = self.sections["no_more_wagers"], not state.positions
        if came:
            state = yield from self.take_wagers(state, section)
        if not state.positions:
            return state
        state = yield from self.ready_shoe(state)
        if not (came and state.wagers):
            state = yield from self.take_wagers(state, section)
        if state.wagers:
            yield Said(state, section, "No more bets.")
        return state

    # ---- A shoe ready to deal

    def ready_shoe(self, state: H) -> Round[H]:
        """Shuffle now unless the shoe still has cards before its cutting card."""
        if self.must_shuffle(state):
            state = yield from self.new_shoe(state)
        return state

    def must_shuffle(self, state: H) -> bool:
        return state.shoe is None or state.finished

    def new_shoe(self, state: H) -> Round[H]:
        """Shuffle and cut the cards, and burn the first ones."""
        state = yield from self.shuffle_cards(state, self.sections["shuffle"])
        state = yield from cut(state, self.sections["shuffle"], self.cut_card)
        return (yield from self.burn_cards(state))

    def shuffle_cards(self, state: H, section: str) -> Round[H]:
        """Put all cards back in the shoe in a new order, repeating the shuffle after an irregularity."""
        state = replace(state, last_round=False)
        while True:
            try:
                shuffled = yield from shuffle(state, section, self.decks)
                return replace(shuffled, finished=False)
            except Irregularity as event:
                yield from super().handle_irregularity(state, event)

    def behind_the_cut(self) -> int:
        """The number of cards behind the cutting card, from the fraction of the shoe in the fact `cutting_card`."""
        share = Fraction(Decimal(str(self.layout.fact("cutting_card"))))
        return int(self.decks * STANDARD.size * share)

    def burn_cards(self, state: H) -> Round[H]:
        """Burn as many cards as the fact `burn` says before the first round, or none without such a fact."""
        if "burn" not in self.sections:
            return state
        return (yield from self.burn_unseen(state, self.sections["burn"], self.layout.fact("burn")))

    def burn_unseen(self, state: H, section: str, number: int) -> Round[H]:
        """Put cards into the discard rack, unseen."""
        for _ in range(number):
            state, _card = yield from self.next_card(state, section, "discard rack")
            state = take_up(state, 1)
        yield Said(state, section, f"{number} {'card is' if number == 1 else 'cards are'} burned.")
        return state

    # ---- Card by card

    def next_card(self, state: H, section: str, to: str) -> Part[tuple[H, Card]]:
        """Draw the next card of the shoe, handling irregularities."""
        shoe = state.shoe
        assert shoe is not None
        if shoe.left == shoe.cut_card and not state.last_round:
            yield Said(state, self.sections["last_round"], self.cutting_card_out())
        while True:
            if state.shoe is None or not state.shoe.left:
                raise Irregularity(self.exhausted, state)
            try:
                return (yield from draw(state, section, to))
            except Irregularity as event:
                state = yield from self.handle_irregularity(state, event)

    def cutting_card_out(self) -> str:
        """The announcement that the cutting card has come out."""
        return "The cutting card comes out: this is the shoe's last round."

    def handle_irregularity(self, state: H, event: Irregularity) -> Round[H]:
        """Apply an irregularity: a `not_used` or `burned` card is discarded; `reshuffled` cards make a new shoe.

        A `next_card` stays in front of the shoe and comes next anyway; a `not_accepted` wager moves no chips.
        """
        state = yield from super().handle_irregularity(state, event)
        rule = self.layout.irregularities[event.id]
        if rule.effect in ("not_used", "burned"):
            state = yield from self.burn_seen(state, rule.section)
        elif rule.effect == "reshuffled" and state.shoe is not None:
            state = yield from self.new_shoe(state)
        return state

    def burn_seen(self, state: H, section: str) -> Round[H]:
        """Put a card that has been seen into the discard rack."""
        state, card = yield from self.next_card(state, section, "discard rack")
        state = take_up(state, 1)
        yield Said(state, section, f"The {card.name} is discarded.")
        return state

    # ---- The shoe after the round

    def shoe_after(self, state: H) -> Round[H]:
        """End the shoe with this round if the cutting card has come out."""
        if state.shoe is not None and state.shoe.cut_card_reached:
            state = replace(state, last_round=False, finished=True)
            yield Said(state, self.sections["last_round"], "The shoe is finished.")
        return state

    def clear_layout(self, state: H) -> H:
        """Shuffle the cards after a void round."""
        return replace(state, last_round=False, finished=True)

    def check_cut(self, cut: int, section: str) -> int:
        """The number of cards behind the cutting card; raises ValueError if it is too large."""
        size = self.decks * STANDARD.size
        if cut >= size:
            cited = self.layout.cite(section)
            raise ValueError(f"cut_card_from_end is {cut}: it must be below the {size} cards ({cited})")
        return cut

    def shoe_status(self, state: H) -> list[str]:
        """The shoe's status in words."""
        ready = state.shoe is not None and not state.finished
        left = f"{state.shoe.left} cards in the shoe" if state.shoe and ready else "the cards must be shuffled"
        return [left, *(["last round of the shoe"] if state.last_round else [])]
