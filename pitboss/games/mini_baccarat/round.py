"""Mini-baccarat: the round of punto banco at a smaller table, where one dealer handles all cards.

It differs in having no curator, in cards face up or face down as the licensee chooses, and in the continuous shuffler
(7.12).
"""

from __future__ import annotations

from pitboss.chapter.layout import Layout
from pitboss.families.baccarat.round import Baccarat, BaccaratState
from pitboss.table.steps import Round


class MiniBaccarat(Baccarat[BaccaratState]):
    """The procedure of Subchapter 7 on one layout."""

    has_curator = False

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.face_down = layout.option("deal_method") == "face_down"
        self.continuous = layout.option("shuffler") == "continuous"

    # ---- 7.12: the continuous shuffler

    def must_shuffle(self, state: BaccaratState) -> bool:
        return not self.continuous and super().must_shuffle(state)

    def new_shoe(self, state: BaccaratState) -> Round[BaccaratState]:
        """Prepare the shoe; with a continuous shuffler no card is burned, and there is no cutting card.

        There is also no reshuffle at which vigorish could be due, so it is collected when a player leaves the seat.
        """
        if not self.continuous:
            return (yield from super().new_shoe(state))
        return (yield from self.shuffle_cards(state, self.sections["continuous_shuffler"]))

    def deal_first_cards(self, state: BaccaratState) -> Round[BaccaratState]:
        """With a continuous shuffler every round is dealt from all the cards."""
        if self.continuous:
            state = yield from self.new_shoe(state)
        return (yield from super().deal_first_cards(state))

    def keeps_cards(self) -> bool:
        """Whether cards are kept aside; with a continuous shuffler, they go back into it with the rest."""
        return not self.continuous


GAME = MiniBaccarat
