"""A roulette table for tests: players act by script lines, and the ball falls on chosen numbers."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import ScriptedSource
from pitboss.table import Action, AskNumber, Dealer, Refused, Said, Settled, Step, Tape, game_on
from pitboss.table.speech import parse_action

DAY = date(2008, 6, 1)
BANKROLL = 1_000_000
EVEN_CHANCES = ("red", "black", "odd", "even", "low_1_18", "high_19_36")

Settlements = dict[tuple[int, str, str], int]
"""Return each wager's net in cents, by position, wager and place."""


class Ball(ScriptedSource):
    """A source whose ball falls on chosen numbers."""

    def __init__(self) -> None:
        super().__init__()
        self.next = 0

    def number(self, below: int) -> int:
        return self.next


class Table:
    """A table with its first players seated; every step checks that chips are conserved."""

    def __init__(
        self,
        players: int = 1,
        on: date = DAY,
        odds: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        unlawful: bool = False,
        **options: Any,
    ) -> None:
        self.tape: list[str] = []
        self.ball = Ball()
        self.seen: list[Step] = []
        self.game = game_on(Layout.of("roulette", on, options, odds, limits, unlawful))
        self.dealer = Dealer(self.game, self.ball, tape=Tape(self.tape.append), watch=self._see)
        for number in range(1, players + 1):
            self.dealer.act(number, Action("sit", amount=BANKROLL, name=f"Player {number}"))

    def _see(self, step: Step) -> None:
        assert step.state.chips == step.state.bought_in
        self.seen.append(step)

    def say(self, *lines: str, by: int = 1) -> "Table":
        for line in lines:
            self.dealer.act(by, parse_action(self.game, line))
        return self

    def close(self) -> "Table":
        if not isinstance(self.dealer.ask, AskNumber):
            self.dealer.close()
        return self

    def spin(self, *numbers: str) -> Settlements:
        """Let the ball fall, once or several times; return the settlements of the last spin."""
        settled: Settlements = {}
        for number in numbers:
            self.close()
            assert isinstance(self.dealer.ask, AskNumber)
            self.ball.next = self.dealer.ask.parse(number)
            self.seen.clear()
            self.dealer.draw()
            settled = {step.wager.place: step.net for step in self.seen if isinstance(step, Settled)}
        return settled

    def throw(self, event: str) -> "Table":
        """Call an irregularity while the ball is in motion."""
        self.close().dealer.throw(event)
        return self

    def refuses(self, line: str | Action, section: str = "5.1", says: str = "", by: int = 1) -> str:
        """Check that the action is refused under this section for this reason, and that nothing changes."""
        before = (self.dealer.state, self.dealer.ask, list(self.dealer.steps), list(self.tape))
        with pytest.raises(Refused) as refused:
            self.dealer.act(by, parse_action(self.game, line) if isinstance(line, str) else line)
        assert (self.dealer.state, self.dealer.ask, list(self.dealer.steps), list(self.tape)) == before
        assert refused.value.answer.section == section, str(refused.value)
        assert says in str(refused.value)
        assert "\n" not in str(refused.value)
        return str(refused.value)

    @property
    def state(self) -> Any:
        assert self.dealer.ask is not None
        return self.dealer.ask.state

    @property
    def said(self) -> list[str]:
        return [step.text for step in self.seen if isinstance(step, Said)]

    def up(self, position: int = 1) -> int:
        """Return a position's gain since it sat down, including wagers on the layout."""
        seat = self.state.seat(position)
        return int(seat.rack + sum(wager.amount for wager in self.state.wagers_of(position)) - seat.bought_in)

    def lies(self, kind: str, spot: str = "", by: int = 1) -> int:
        held = self.state.find(by, kind, spot)
        return held.amount if held else 0
