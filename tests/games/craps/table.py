"""A craps table for tests: players act by script lines, and the dice show given rolls."""

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import Dice, ScriptedSource
from pitboss.table import Action, AskDecision, AskDice, AskWagers, Dealer, Refused, Settled, Step, Tape, game_on, walk
from pitboss.table.speech import parse_action

DAY = date(2008, 6, 1)
FIRE_DAY = date(2012, 6, 1)
BANKROLL = 1_000_000
POINTS = (4, 5, 6, 8, 9, 10)
ROLLS = [(first, second) for first in range(1, 7) for second in range(1, 7)]
MAKES = {
    4: "3-1",
    5: "3-2",
    6: "4-2",
    8: "5-3",
    9: "5-4",
    10: "6-4",
    7: "5-2",
    11: "6-5",
    2: "1-1",
    3: "2-1",
    12: "6-6",
}
"""One roll for each total."""

Settlements = dict[tuple[int, str, str], int]
"""Return each wager's net in cents, without vigorish, by position, wager and spot."""


OPENED: list["Table"] = []
"""Every table in the current test; their tapes are replayed when it ends (see conftest)."""


class Thrown(ScriptedSource):
    """A source that gives the chosen rolls."""

    def __init__(self) -> None:
        super().__init__()
        self.next = ""

    def dice(self, number: int = 2) -> Dice:
        return Dice(self.next)


class Table:
    """A table with its first players seated; every step checks that chips are conserved."""

    def __init__(
        self,
        on: date = DAY,
        players: int = 1,
        bankroll: int = BANKROLL,
        odds: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        layout: Layout | None = None,
        **options: Any,
    ) -> None:
        self.tape: list[str] = []
        self.source = Thrown()
        self.seen: list[Step] = []
        self.game = game_on(layout or Layout.of("craps", on, options, odds, limits))
        self.dealer = Dealer(self.game, self.source, tape=Tape(self.tape.append), watch=self._see)
        OPENED.append(self)
        for number in range(1, players + 1):
            self.dealer.act(number, Action("sit", amount=bankroll, name=f"Player {number}"))

    def _see(self, step: Step) -> None:
        assert step.state.chips == step.state.bought_in
        self.seen.append(step)

    # ---- actions

    def say(self, *lines: str, by: int = 1) -> "Table":
        """Let a position act; decisions due before that take their default."""
        self.wagers()
        for line in lines:
            self.dealer.act(by, parse_action(self.game, line))
        return self

    def wagers(self) -> None:
        """Continue until betting opens, or the dice are in the air."""
        while isinstance(self.dealer.ask, AskDecision):
            self.dealer.next()

    def air(self) -> "Table":
        """Let the shooter throw, leaving the dice in the air."""
        rounds = self.dealer.state.rounds
        while not isinstance(self.dealer.ask, AskDice):
            self.dealer.next()
            assert self.dealer.state.rounds == rounds, "no one threw"
        return self

    def roll(self, *rolls: str | int) -> Settlements:
        """Let the dice come to rest, once or several times; return the settlements of the last roll."""
        settled: Settlements = {}
        for roll in rolls:
            self.air()
            self.source.next = MAKES[roll] if isinstance(roll, int) else roll
            self.seen.clear()
            self.dealer.draw()
            settled = settlements(self.seen)
        return settled

    def throw(self, event: str) -> "Table":
        """Call an irregularity with the dice in the air."""
        self.air().dealer.throw(event)
        return self

    def refuses(self, line: str | Action, section: str = "", says: str = "", by: int = 1) -> str:
        """Check that the action is refused under this section for this reason, and that nothing changes."""
        self.wagers()
        before = (self.dealer.state, self.dealer.ask, list(self.dealer.steps), list(self.tape))
        with pytest.raises(Refused) as refused:
            self.dealer.act(by, parse_action(self.game, line) if isinstance(line, str) else line)
        assert (self.dealer.state, self.dealer.ask, list(self.dealer.steps), list(self.tape)) == before
        assert refused.value.answer.section == section, str(refused.value)
        assert says in str(refused.value)
        assert "\n" not in str(refused.value)
        if section:
            assert self.game.layout.cite(section) in str(refused.value)
        return str(refused.value)

    # ---- state

    @property
    def state(self) -> Any:
        assert self.dealer.ask is not None
        return self.dealer.ask.state

    def up(self, position: int = 1) -> int:
        """Return a position's gain since it sat down, including wagers on the layout."""
        seat = self.state.seat(position)
        return int(seat.rack + sum(wager.amount for wager in self.state.wagers_of(position)) - seat.bought_in)

    def lies(self, kind: str, spot: str = "", by: int = 1) -> int:
        """Return the amount of a wager."""
        held = self.state.find(by, kind, spot)
        return held.amount if held else 0

    def every_roll(self) -> dict[tuple[int, ...], tuple[Settlements, Any]]:
        """Return each of the 36 rolls' settlements from here, and the state after it; the table does not change."""
        self.wagers()
        assert isinstance(self.dealer.ask, AskWagers)
        found = {}
        for _, end, steps in walk(self.game, self.state):
            assert all(step.state.chips == step.state.bought_in for step in steps)
            found[Dice(end.last).faces] = settlements(steps), end
        assert sorted(found) == ROLLS
        return found


def settlements(steps: Any) -> Settlements:
    found: Settlements = {}
    for step in steps:
        if isinstance(step, Settled):
            place = (step.wager.position, step.wager.kind, step.wager.spot)
            assert place not in found
            found[place] = step.net + step.vig
    return found
