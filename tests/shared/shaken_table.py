"""A table of dice in a test: people say what they do, the dice show what the test says."""

from __future__ import annotations

from datetime import date
from typing import Any, Self

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import ScriptedSource
from pitboss.table import Dealer, Refused, Said, Settled, game_on
from pitboss.table.speech import parse_action


class ShakenTable:
    """So many players sit at it."""

    def __init__(self, game: str, on: date, dice: tuple[str, ...], players: int, options: dict[str, Any]) -> None:
        self.game = game_on(Layout.of(game, on, options))
        self.said: list[Any] = []
        self.dealer = Dealer(self.game, ScriptedSource(dice=dice), watch=self.said.append)
        for number in range(1, players + 1):
            self.say("sit 1000", by=number)

    def say(self, *lines: str, by: int = 1) -> Self:
        for line in lines:
            self.dealer.act(by, parse_action(self.game, line))
        return self

    def shake(self) -> dict[str, int]:
        """Goes on to the end of the round; what it settled, in cents."""
        before = len(self.said)
        self.dealer.finish()
        return {step.wager.kind: step.net for step in self.said[before:] if isinstance(step, Settled)}

    def refuses(self, line: str, section: str, by: int = 1) -> str:
        """What it says no with, under this section; nothing changes by it."""
        before = self.state
        with pytest.raises(Refused) as refused:
            self.dealer.act(by, parse_action(self.game, line))
        assert refused.value.answer.section == section
        assert self.state is before
        return str(refused.value)

    @property
    def state(self) -> Any:
        assert self.dealer.ask is not None
        return self.dealer.ask.state

    @property
    def words(self) -> list[tuple[str, str]]:
        return [(step.section, step.text) for step in self.said if isinstance(step, Said)]
