"""A dice table for tests, with scripted actions and dice."""

from __future__ import annotations

from datetime import date
from typing import Any, Self

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import ScriptedSource
from pitboss.table import Dealer, Refused, Said, Settled, game_on
from pitboss.table.speech import parse_action


class ShakenTable:
    """A table with a number of seated players."""

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
        """Play to the end of the round; return its settlements in cents."""
        before = len(self.said)
        self.dealer.finish()
        return {step.wager.kind: step.net for step in self.said[before:] if isinstance(step, Settled)}

    def refuses(self, line: str, section: str, by: int = 1) -> str:
        """Return the refusal of an action under this section; it must change nothing."""
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
