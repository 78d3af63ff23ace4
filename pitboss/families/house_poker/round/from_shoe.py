"""House poker from a multi-deck shoe, either dealt until its cutting card comes out or shuffled continuously.

A game has the facts `last_round` (the cutting card) and, where a continuous shuffling shoe or device is permitted,
`continuous_shuffler`, with an option of the same name. The cards behind the cutting card are enough to finish any round
that has begun.
"""

from __future__ import annotations

from typing import Generic

from pitboss.families.house_poker.round.hands import P
from pitboss.families.house_poker.round.play import HousePoker
from pitboss.table.cards import cut
from pitboss.table.steps import Round, Said

CONTINUOUS = "continuous_shuffler"


class FromShoe(HousePoker[P], Generic[P]):
    """A poker game against the house that is dealt from a shoe."""

    @property
    def continuous(self) -> bool:
        """Whether the cards of every round go straight back into the shoe."""
        return self.applies({CONTINUOUS: (True,)})

    def cards_behind_cut(self) -> int:
        """The number of cards behind the cutting card: the most that a round can take with every position in play."""
        facts = [fact.value for fact in self.layout.rules.facts.values() if isinstance(fact.value, dict)]
        streets = sum(what["cards"] + what["burns"] for what in facts if set(what) == {"cards", "burns"})
        return int(self.seats * self.dealing.player + self.dealing.dealer + self.dealing.community + streets)

    def prepare_cards(self, state: P) -> Round[P]:
        """Keep the shoe if its cutting card is not out yet; otherwise shuffle."""
        if self.continuous:
            return (yield from super().prepare_cards(state))
        if state.shoe is not None and not state.shoe.cut_card_reached:
            return state
        if state.shoe is not None:
            yield Said(state, self.sections["last_round"], "The cutting card has come out: the shoe is finished.")
        state = yield from super().prepare_cards(state)
        return (yield from cut(state, self.sections["shuffle"], self.cards_behind_cut()))

    def shuffle_section(self) -> str:
        return self.sections[CONTINUOUS] if self.continuous else super().shuffle_section()

    def status(self, state: P) -> list[str]:
        said = super().status(state)
        if state.shoe is None or self.continuous:
            return said
        return [
            *said,
            "the shoe is finished" if state.shoe.cut_card_reached else f"{state.shoe.left} cards in the shoe",
        ]
