"""Colorado hold 'em poker: one round, from the wagers to the last settlement.

Read `ColoradoHoldem.deal_and_settle` first. Dealing, discards and settlement follow the procedure shared by poker
against the house (`families/house_poker/round/`); every figure is in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from pitboss.families.house_poker.round import HousePoker, PokerState
from pitboss.families.house_poker.round.queries import HousePokerChoices
from pitboss.table.allowed import no
from pitboss.table.game import Answer
from pitboss.table.steps import AskDecision, Round


class ColoradoHoldemChoices(HousePokerChoices):
    """Refusals that cite the rule of the decision to which the choice belongs."""

    game: ColoradoHoldem

    def refusal(self, ask: AskDecision, choice: str) -> Answer:
        """A discard at the wrong time breaks 23.10(c) or 23.11(b), which only say when to discard."""
        answer = super().refusal(ask, choice)
        discard = next(name for name, one in self.game.declared_decisions.items() if "discard_1" in one.choices)
        bet = next(name for name in self.game.declared_decisions if name != discard)
        if self.game.decisions.get(choice) == "discard":
            return no(answer.reason, self.game.sections[discard])
        if choice == "fold":
            no_fold = "no one may fold in this version; continue without a bet"
            return no(
                answer.reason if choice in self.game.declared_decisions[bet].choices else no_fold,
                self.game.sections[bet],
            )
        return answer


class ColoradoHoldem(HousePoker[PokerState]):
    """The procedure of Subchapter 23 on one layout, in either of its versions."""

    choices_type = ColoradoHoldemChoices

    fact_kinds: ClassVar[Mapping[str, Any]] = {**HousePoker.fact_kinds, "community_cards": int}
    variants: ClassVar[tuple[str, ...]] = ("dealing_method", "version")
    decisions: ClassVar[Mapping[str, str]] = {
        "bet": "bet_or_fold",
        "fold": "bet_or_fold",
        "no_bet": "bet_or_not",
        "discard_1": "discard",
        "discard_2": "discard",
        "discard_3": "discard",
    }
    words: ClassVar[Mapping[str, str]] = {"raise": "bet", "call": "bet", "go_on": "no_bet", "check": "no_bet"}

    def deal_and_settle(self, state: PokerState) -> Round[PokerState]:
        """23.7 to 23.11: three cards each; immediate winners; bet and discard, in the order of the version."""
        state = yield from self.deal(state)
        state = yield from self.discard_stub(state)
        state = yield from self.pay_at_once(state)
        for fact in self.declared_decisions:
            state = yield from self.decide(state, fact)
        if any(not hand.fate for hand in state.hands):
            number = self.layout.fact("community_cards")
            state = yield from self.show_community(state, number, self.section("community_cards"))
        return (yield from self.settle(state))


GAME = ColoradoHoldem
