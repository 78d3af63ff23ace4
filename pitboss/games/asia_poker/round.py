"""Asia poker: one round, from the wagers to the last settlement.

Read `families/pai_gow/round/play.py` first: starting place, deal, setting and settlement come from the family; the
house is always the bank. This module adds the ranks of the three hands (31.3), the house way (31.12) and the surrender.
Every figure is in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.equipment import Card
from pitboss.families.pai_gow.round import SETTING, PaiGow, PaiGowState
from pitboss.families.pai_gow.round.banking import BankingChoices
from pitboss.games.asia_poker.house_way import house_way, lawful, order_on, strengths, worths_on
from pitboss.hands import ONE_CARD, TWO_CARD, Hand
from pitboss.hands.words import word
from pitboss.table.allowed import no
from pitboss.table.cards import join_cards, take_up
from pitboss.table.game import Answer
from pitboss.table.setting import HOUSE_WAY
from pitboss.table.steps import AskDecision, Round, Said

SURRENDER, SURRENDERED = "surrender", "surrendered"


class AsiaPokerChoices(BankingChoices):
    """The choices: a player may set three hands or surrender."""

    game: AsiaPoker

    def consequences(self, state: PaiGowState, ask: AskDecision) -> Mapping[str, str]:
        wager = self.game.main_on(state, state.turn)
        if state.asking != SETTING or wager is None or SURRENDER not in ask.choices:
            return super().consequences(state, ask)
        return {SURRENDER: f"lose {dollars(wager.amount)}"}

    def refusal(self, ask: AskDecision, choice: str) -> Answer:
        if choice == SURRENDER:
            return no("players do not surrender at this table", self.game.section("surrender"))
        return super().refusal(ask, choice)


class AsiaPoker(PaiGow[PaiGowState]):
    """The procedure of Subchapter 31 on one layout."""

    choices_type = AsiaPokerChoices

    fact_kinds: ClassVar[Mapping[str, Any]] = {
        **PaiGow.fact_kinds,
        "house_way_chances": dict[str, int | list[int] | dict[str, int]],
    }
    main = "wager"
    decisions: ClassVar[Mapping[str, str]] = {HOUSE_WAY: "house_way", "set": "set", SURRENDER: "surrender"}
    words: ClassVar[Mapping[str, str]] = {"house": HOUSE_WAY, "houseway": HOUSE_WAY, "give_up": SURRENDER}

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.orders = (order_on(layout), TWO_CARD, ONE_CARD)
        self.worths = worths_on(layout)
        self.other_choices = (SURRENDER,) if layout.options["surrender"] else ()

    # ---- 31.3: the ranks of the three hands

    def made(self, parts: Sequence[Sequence[Card]]) -> tuple[Hand, ...]:
        return tuple(Hand(tuple(part), order) for part, order in zip(parts, self.orders, strict=True))

    def ranks(self, parts: Sequence[Sequence[Card]]) -> tuple[int, ...]:
        return strengths(parts, self.orders[0])

    def hand_names(self, parts: Sequence[Sequence[Card]]) -> tuple[str, ...]:
        high, medium, low = self.made(parts)
        return high.describe(full=True), medium.describe(full=True), word(low.grade.ranks[0])

    def pieces_text(self, held: Sequence[Card]) -> str:
        return join_cards(held)

    def foul(self, parts: Sequence[Sequence[Card]]) -> str:
        """31.12: the high hand must be at least as high as the medium hand, and the medium hand at least as high as the
        low.
        """
        high, medium, low = strengths(parts, self.orders[0])
        if lawful(high, medium, low, self.worths):
            return ""
        said = dict(zip(self.setting.names, self.hand_names(parts), strict=True))
        above, below = ("medium", "high") if medium > self.worths.most_medium[high] else ("low", "medium")
        return f"the {above} hand, {said[above]}, ranks above the {below} hand, {said[below]}"

    # ---- 31.12: the house way

    def house_way(self, held: Sequence[Card]) -> str:
        """The house's setting, for the dealer's cards and on request."""
        return house_way(held, self.orders[0], self.worths)

    # ---- 31.12: the surrender

    def apply_choice(self, state: PaiGowState, box: int, choice: str) -> Round[PaiGowState]:
        if choice != SURRENDER:
            return (yield from super().apply_choice(state, box, choice))
        hand, wager, section = state.hand(box), self.main_on(state, box), self.section("surrender")
        assert wager is not None
        yield Said(
            state, section, f"{hand.name} surrenders: the wager and the cards, unseen, are taken.", hand.position
        )
        state = yield from self.lose(state, wager, section)
        return self.change_hand(take_up(state, len(hand.all)), box, cards=(), down=(), fate=SURRENDERED)


GAME = AsiaPoker
