"""A spot's two hands, and the exchange of their second cards (2A.7).

The key idea: an exchange is shown on the layout before it is final. The caller sees the two hands as they would be and
confirms the exchange or takes it back; either way the spot is then played, and nothing is exchanged again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from pitboss.families.twenty_one.round.hands import Hand, T
from pitboss.families.twenty_one.round.sides import SideWagers
from pitboss.table.cards import join_cards
from pitboss.table.state import replace
from pitboss.table.steps import AskDecision, Round, Said


class TwentyOneExchange(SideWagers[T], Generic[T]):
    """A spot's hands before any of them is played."""

    def announce_totals(self, state: T, box: int) -> Round[T]:
        """2A.9(a): announce both totals before any decision."""
        hands = [hand for hand in state.hands_of(box) if hand.fate != "out"]
        totals = " and ".join(f"hand {hand.number} {self.describe_total(hand)}" for hand in hands)
        yield Said(state, self.sections["surrender_asked"], f"Spot {box}: {totals}.")
        return state

    def describe_total(self, hand: Hand) -> str:
        return "has a blackjack" if self.has_blackjack(hand) else f"has {self.score(hand.cards)}"

    def offer_exchange(self, state: T, box: int) -> Round[T]:
        """2A.7: let the caller keep the hands, or see the second cards exchanged and then confirm it."""
        if not self.exchangeable(state, box):
            if self.house.switching:
                yield Said(state, self.sections["lone_hand"], f"Spot {box} has one hand, so nothing is exchanged.")
            return state
        state, reply, _ = yield from self.decide(state, self.exchange_asked(box, "switch", ("keep", "switch")))
        if reply == "keep":
            return state
        dealt, state = state.hands_of(box), self.exchange_cards(state, box)
        section = self.sections["exchange"]
        yield Said(state, section, f"The second cards of spot {box} are exchanged: {self.describe_hands(state, box)}.")
        state, reply, _ = yield from self.decide(state, self.exchange_asked(box, "confirm", ("confirm", "undo")))
        if reply == "undo":
            for hand in dealt:
                state, _ = self.change_hand(state, hand)
            yield Said(state, section, f"The exchange is taken back: {self.describe_hands(state, box)}.")
        return state

    def exchange_cards(self, state: T, box: int) -> T:
        """Exchange the second cards of both hands. The result is never a blackjack."""
        one, two = state.hands_of(box)
        swapped = {one.spot: two.cards[1], two.spot: one.cards[1]}
        hands = tuple(
            replace(hand, cards=(hand.cards[0], swapped[hand.spot]), exchanged=True) if hand.spot in swapped else hand
            for hand in state.hands
        )
        return replace(state, hands=hands)

    def exchange_asked(self, box: int, phase: str, choices: tuple[str, str]) -> Callable[[T], AskDecision]:
        section = self.sections["exchange"]

        def ask(state: T) -> AskDecision:
            caller, spot = state.box(box).caller, state.hands_of(box)[0].spot
            now = f"{self.describe_hands(state, box)} against {state.dealer[0].pretty}"
            question = {
                "switch": f"Position {caller}, spot {box}: {now}; keep them, or switch the second cards?",
                "confirm": f"Position {caller}, spot {box} after the switch: {now}; confirm it, or undo it?",
            }[phase]
            asking = self.asking(state, caller, spot, phase)
            return AskDecision(asking, section, caller, question, choices, choices[0], (section, section))

        return ask

    def describe_hands(self, state: T, box: int) -> str:
        hands = (f"{join_cards(hand.cards)} ({self.describe_score(hand)})" for hand in state.hands_of(box))
        return " and ".join(hands)

    def describe_score(self, hand: Hand) -> str:
        return "blackjack" if self.has_blackjack(hand) else str(self.score(hand.cards))
