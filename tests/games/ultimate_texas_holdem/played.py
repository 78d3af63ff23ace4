"""A script of this game that was played, with every step it took."""

from typing import Any

import pytest

from pitboss.equipment import Card
from pitboss.table import Refused, Said, Settled, Step
from pitboss.table.script import play_script


class Played:
    """Lines of a script after its heading; chips are conserved at every step."""

    def __init__(self, *lines: str, on: str = "2010-06-01", **options: Any) -> None:
        self.steps: list[Step] = []
        self.refusals: list[str] = []
        head = ["game ultimate-texas-holdem", f"on {on}", *(f"set {key}={value}" for key, value in options.items())]
        self.dealer = play_script(
            "\n".join([*head, *lines]), watch=self._see, refused=lambda why: self.refusals.append(str(why))
        )

    def _see(self, step: Step) -> None:
        assert step.state.chips == step.state.bought_in
        self.steps.append(step)

    @property
    def state(self) -> Any:
        """The table as it stands now."""
        assert self.dealer.ask is not None
        return self.dealer.ask.state

    @property
    def said(self) -> list[tuple[str, str]]:
        """What was announced, each with its section."""
        return [(step.section, step.text) for step in self.steps if isinstance(step, Said)]

    @property
    def settled(self) -> list[tuple[str, int, str, str]]:
        """What was settled, in order: section, position, wager, result."""
        return [
            (step.section, step.wager.position, f"{step.wager.kind} {step.wager.spot}".strip(), step.result)
            for step in self.steps
            if isinstance(step, Settled)
        ]

    def net(self, position: int = 1) -> int:
        """What the wagers of a position came to."""
        return sum(step.net for step in self.steps if isinstance(step, Settled) and step.wager.position == position)

    def refuses(self, choice: str) -> str:
        """A choice is refused, and nothing has changed."""
        ask = self.dealer.ask
        with pytest.raises(Refused) as refused:
            self.dealer.decide(choice)
        assert self.dealer.ask is ask
        return str(refused.value)


def held(cards: str) -> tuple[Card, ...]:
    return tuple(Card(one) for one in cards.split())
