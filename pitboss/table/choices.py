"""A player's choices at a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pitboss.equipment import Card
from pitboss.table.allowed import YES, Answer, no
from pitboss.table.steps import Action, AskDecision

if TYPE_CHECKING:
    from pitboss.table.game import Game

G = TypeVar("G", bound="Game[Any]")


class Choices(Generic[G]):
    """The choices at one table. A game that needs more than these defaults declares a subclass as `choices_type`."""

    def __init__(self, game: G) -> None:
        self.game = game

    def default(self, state: Any, ask: AskDecision) -> str:
        """The choice that is made for a player who does not decide."""
        return ask.default

    def lawful(self, state: Any, ask: AskDecision) -> tuple[str, ...]:
        """The choices that the position may take.

        If a player must follow a table that depends on face-down cards, these are only some of the choices in the
        question, so that the question does not reveal the cards to the other players.
        """
        return ask.choices

    def consequences(self, state: Any, ask: AskDecision) -> Mapping[str, str]:
        """The effect of each choice on the position's chips, in a few words; choices that move no chips are omitted."""
        return {}

    def known_cards(self, state: Any, ask: AskDecision) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards that the decision depends on: the position's own, and the cards that everyone can see."""
        return (), ()

    def earlier_choices(self, state: Any, ask: AskDecision) -> tuple[str, ...]:
        """The position's earlier choices in this round as a single string, where the best choice may depend on them."""
        return ()

    def hand_names(self, ask: AskDecision, choice: str) -> tuple[str, ...]:
        """The names of the hands into which cards are set; empty if no cards are set."""
        return ()

    def warning(self, ask: AskDecision, choice: str) -> Answer:
        """A negative `Answer` with the reason, for a choice that can only be a mistake; the player may still make
        it.
        """
        return YES

    def refusal(self, ask: AskDecision, choice: str) -> Answer:
        """The reason why something is not one of a decision's choices."""
        return no(f"{choice!r} is not a choice; {ask.question} {' or '.join(ask.choices)}", ask.section)

    def refusal_out_of_turn(self, ask: AskDecision, position: int, choice: str) -> Answer:
        """The reason why a position cannot choose while another is asked, citing the section of its choice."""
        section = self.game.sections.get(self.game.decisions.get(choice, ""), "")
        return no(f"position {position} is not asked now: the round waits for position {ask.position}", section)

    def refusal_of_action(self, ask: AskDecision, position: int, action: Action) -> Answer | None:
        """The reason why an action is refused during a decision, unless the reason is that wagers are closed."""
        return None

    def advice_unit(self, state: Any, ask: AskDecision) -> int:
        """The amount in cents relative to which each choice is valued: the position's first wager."""
        return next((wager.amount for wager in state.wagers_of(ask.position)), 0)
