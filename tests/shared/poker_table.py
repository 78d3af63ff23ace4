"""A table of house poker in a test: people say what they do, the cards come as the test says."""

from collections.abc import Mapping
from datetime import date
from typing import Any, ClassVar, Self

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import Card, ScriptedSource
from pitboss.equipment import cards as read_cards
from pitboss.table import AskDecision, Dealer, Said, Settled, Step, Tape, game_on
from pitboss.table.house_poker import PokerState
from pitboss.table.speech import parse_action
from pitboss.table.steps import Action, AskCard

BANKROLL = 1_000_00


class Deck(ScriptedSource):
    """Cards in the order that the test says."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[Card] = []

    def card(self, shoe_id: str) -> Card:
        return self.told.pop(0)

    def shuffle(self, shoe_id: str, composition: Any) -> str:
        return "told"


class PokerTable:
    """A table with players seated. Checks at every step that chips are conserved."""

    game_id: ClassVar[str]
    day: ClassVar[date]
    first: ClassVar[str]
    "What everybody says to be in the round."

    def __init__(
        self,
        *players: int,
        on: date | None = None,
        odds: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        bankroll: int = BANKROLL,
        **options: Any,
    ) -> None:
        self.tape: list[str] = []
        self.deck = Deck()
        self.steps: list[Step] = []
        self.game = game_on(Layout.of(self.game_id, on or self.day, options, odds, limits))
        self.dealer = Dealer(self.game, self.deck, tape=Tape(self.tape.append), watch=self._see)
        for number in players or (1,):
            self.dealer.act(number, Action("sit", amount=bankroll, name=f"Player {number}"))

    def _see(self, step: Step) -> None:
        assert step.state.chips == step.state.bought_in
        self.steps.append(step)

    @property
    def state(self) -> PokerState:
        assert self.dealer.ask is not None
        assert isinstance(self.dealer.ask.state, PokerState)
        return self.dealer.ask.state

    def say(self, *lines: str, by: int = 1) -> Self:
        for line in lines:
            self.dealer.act(by, parse_action(self.game, line))
        return self

    def all_say(self, line: str = "") -> Self:
        for seat in self.state.positions:
            self.say(line or self.first, by=seat.number)
        return self

    def deal(self, cards: str) -> Self:
        """Wagers are closed, and these cards dealt."""
        self.deck.told = list(read_cards(cards))
        while self.deck.told:
            assert not isinstance(self.dealer.ask, AskDecision), "a decision before the last of these cards"
            self.dealer.next()
        return self

    def until_card(self) -> Self:
        """The round runs on to its next card."""
        while not isinstance(self.dealer.ask, AskCard):
            self.dealer.next()
        return self

    def decide(self, *choices: str) -> Self:
        for choice in choices:
            self.dealer.decide(choice)
        return self

    def throw(self, event: str) -> Self:
        self.dealer.throw(event)
        return self

    def said(self, section: str) -> list[str]:
        """What was announced under a section."""
        return [step.text for step in self.steps if isinstance(step, Said) and step.section == section]

    def settled(self) -> list[tuple[int, str, str, int]]:
        """Position, wager, result and net of every settlement, in order."""
        found = [step for step in self.steps if isinstance(step, Settled)]
        return [(step.wager.position, step.wager.kind, step.result, step.net) for step in found]

    def nets(self) -> dict[tuple[int, str], int]:
        """What each wager of a position came to, in cents."""
        found: dict[tuple[int, str], int] = {}
        for position, kind, _, net in self.settled():
            found[position, kind] = found.get((position, kind), 0) + net
        return found

    def up(self, position: int = 1) -> int:
        """What a position is up, in cents."""
        seat = self.state.seat(position)
        assert seat is not None
        return seat.rack + sum(wager.amount for wager in self.state.of(position)) - seat.bought_in

    def order(self) -> list[str]:
        """Where each card was asked to go."""
        return [step.to for step in self.steps if isinstance(step, AskCard)]
