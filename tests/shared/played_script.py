"""A game's script, played, with every step recorded."""

from datetime import date
from typing import Any, ClassVar

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import Card
from pitboss.table import Refused, Said, Settled, Step
from pitboss.table.script import play_script
from pitboss.table.steps import AskDecision


class PlayedScript:
    """Plays the lines of a script, at posted limits if given, checking at every step that chips are conserved."""

    game: ClassVar[str]
    day: ClassVar[str]

    def __init__(self, *lines: str, on: str = "", limits: Limits | None = None, **options: Any) -> None:
        self.steps: list[Step] = []
        self.refusals: list[str] = []
        day = date.fromisoformat(on or self.day)
        layout = Layout.of(self.game, day, options, limits=limits) if limits else None
        head = [f"game {self.game}", f"on {on or self.day}", *(f"set {key}={value}" for key, value in options.items())]
        self.dealer = play_script(
            "\n".join([*head, *lines]),
            watch=self._see,
            layout=layout,
            refused=lambda why: self.refusals.append(str(why)),
        )

    def _see(self, step: Step) -> None:
        assert step.state.chips == step.state.bought_in
        self.steps.append(step)

    @property
    def state(self) -> Any:
        """The table's current state."""
        assert self.dealer.ask is not None
        return self.dealer.ask.state

    @property
    def said(self) -> list[tuple[str, str]]:
        """The announcements, each with its section."""
        return [(step.section, step.text) for step in self.steps if isinstance(step, Said)]

    @property
    def settled(self) -> list[tuple[str, int, str, str]]:
        """The settlements in order: section, position, wager, result."""
        return [
            (step.section, step.wager.position, f"{step.wager.kind} {step.wager.spot}".strip(), step.result)
            for step in self.steps
            if isinstance(step, Settled)
        ]

    def net(self, position: int = 1) -> int:
        """Return the net result of a position's wagers."""
        return sum(step.net for step in self.steps if isinstance(step, Settled) and step.wager.position == position)

    def refuses(self, choice: str) -> str:
        """Check that a choice is refused and changes nothing."""
        ask = self.dealer.ask
        with pytest.raises(Refused) as refused:
            self.dealer.decide(choice)
        assert self.dealer.ask is ask
        return str(refused.value)


def held(cards: str) -> tuple[Card, ...]:
    return tuple(Card(one) for one in cards.split())


def in_order(script: str, layout: Layout | None = None, says: str = "") -> list[str]:
    """Return, in order, who was asked, what was settled, and each announcement that contains `says`."""
    events: list[str] = []

    def see(step: Step) -> None:
        if isinstance(step, Settled):
            events.append(f"{step.wager.position} {step.wager.kind} {step.result}")
        elif isinstance(step, AskDecision):
            events.append(f"{step.position} is asked")
        elif isinstance(step, Said) and says and says in step.text:
            events.append(step.text)

    play_script(script, watch=see, layout=layout)
    return events
