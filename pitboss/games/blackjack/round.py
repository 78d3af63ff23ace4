"""Blackjack: the twenty-one procedure, plus what is specific to Subchapter 2.

The round itself is `TwentyOne.round` in `families/twenty_one/round/play.py`: read that first. The side wagers of 2.17
to 2.26 are in `sides.py` next to it. This file has the 6 to 5 variation and the reading of 2.3(a)3. Every figure is in
rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.families.twenty_one.round import Hand, Score, TwentyOne, TwentyOneState
from pitboss.families.twenty_one.terms import House


class Blackjack(TwentyOne[TwentyOneState]):
    """The procedure of Subchapter 2 on one layout."""

    fact_kinds: ClassVar[Mapping[str, Any]] = {**TwentyOne.fact_kinds, "all_wagers_multiple": int}
    state_type = TwentyOneState
    decisions: ClassVar[Mapping[str, str]] = {**TwentyOne.decisions, "even_money": "even_money"}

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        if layout.option("dealt_from") == "hand":
            self.sections["dealing"] = self.sections["dealing_from_hand"]
            if layout.rules.facts["decks_alternate"].in_force(layout.on):
                self.sections["batches_alternate"] = self.sections["decks_alternate"]
        self.variation = self.six_to_five and layout.rules.facts["all_wagers_multiple"].in_force(layout.on)

    def house_rules(self) -> House:
        return House.of(self.layout, even_money=bool(self.layout.option("even_money")) and not self.six_to_five)

    # ---- 2.3(d): the 6 to 5 variation

    @property
    def six_to_five(self) -> bool:
        return self.layout.option("blackjack_pays") == "6 to 5"

    @property
    def multiple_section(self) -> str:
        return self.sections["all_wagers_multiple"] if self.variation else super().multiple_section

    @property
    def tied_multiple(self) -> int:
        return cents(self.layout.fact("all_wagers_multiple")) if self.variation else super().tied_multiple

    @property
    def insurance_unit(self) -> int:
        return self.tied_multiple if self.variation else super().insurance_unit

    # ---- 2.3(a)3: what beats a dealer's 21

    def compare(self, state: TwentyOneState, hand: Hand, dealer: Score) -> tuple[int, str]:
        result, section = super().compare(state, hand, dealer)
        literal = self.layout.option("split_21_reading") == "two_card_wins"
        if literal and hand.split and len(hand.cards) == 2 and result == 0 and dealer.total == self.count.limit:
            return 1, self.sections["blackjack_beats_21"]
        return result, section


GAME = Blackjack
