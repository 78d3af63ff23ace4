"""A blackjack table for tests: rounds written as scripts, dealt by the real procedure."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.families.twenty_one.round import TwentyOneState
from pitboss.table import AskDecision, Dealer, Refused, Settled, Step, game_on
from pitboss.table.script import play_script

DAY = date(2008, 6, 1)


@dataclass(frozen=True)
class Dealt:
    """What a script produced."""

    dealer: Dealer
    steps: list[Step]

    @property
    def state(self) -> Any:
        assert self.dealer.ask is not None
        return self.dealer.ask.state

    @property
    def ask(self) -> AskDecision:
        assert isinstance(self.dealer.ask, AskDecision)
        return self.dealer.ask

    def said(self) -> str:
        return "\n".join(getattr(step, "text", "") for step in self.steps)

    def settled(self) -> list[tuple[str, str, int]]:
        """Return the wager, section and net of each settlement."""
        return [(step.wager.kind, step.section, step.net) for step in self.steps if isinstance(step, Settled)]

    def refuses(self, choice: str) -> str:
        """Assert that the choice is refused and changes nothing; return the section cited."""
        before = (self.dealer.ask, self.dealer.state, len(self.steps))
        try:
            self.dealer.decide(choice)
        except Refused as refused:
            assert (self.dealer.ask, self.dealer.state, len(self.steps)) == before
            assert "\n" not in str(refused)
            return refused.answer.section
        raise AssertionError(f"{choice} was allowed")


def deal(body: str, *choices: str, on: date = DAY, people: Iterable[str] = ("Ann",)) -> Dealt:
    """Deal a script at a table with these choices; the first shoe's burn card is the deuce of clubs."""
    seats = "".join(f"{number}: sit {name} 1000\n" for number, name in enumerate(people, 1))
    head = f"game blackjack\non {on}\n" + "".join(f"set {choice}\n" for choice in choices)
    steps: list[Step] = []
    dealer = play_script(f"{head}{seats}{body}", "test", watch=steps.append)
    assert all(step.state.chips == step.state.bought_in for step in steps)
    assert all(isinstance(step.state, TwentyOneState) for step in steps)
    return Dealt(dealer, steps)


def layout(on: date = DAY, **options: Any) -> Layout:
    return Layout.of("blackjack", on, options)


def game(on: date = DAY, **options: Any) -> Any:
    return game_on(layout(on, **options))
