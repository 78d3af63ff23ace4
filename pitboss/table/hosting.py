"""How a table is run between rounds. The defaults suit a game in which each player plays against the house."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pitboss.table.allowed import YES, Answer, no
from pitboss.table.steps import Action

if TYPE_CHECKING:
    from pitboss.table.game import Game

G = TypeVar("G", bound="Game[Any]")


class Hosting(Generic[G]):
    """Decides when a round can begin at a table, when betting closes, and what is collected between rounds."""

    after_round: ClassVar[Mapping[str, str]] = {}
    """Verbs that may be used during a round and take effect after it, such as sit out, each with the verb that undoes
    it.
    """
    offers_first: ClassVar[bool] = False
    "Whether seated players are offered the dice or the shoe before betting opens; if so, the first arrival waits."
    least_players: ClassVar[int] = 1
    "The number of players that a round needs: two where they play against one another."
    posts_when_due: ClassVar[bool] = False
    """Whether antes and blinds are posted when due; no wagers are made beforehand, and rounds follow automatically."""

    def __init__(self, game: G) -> None:
        self.game = game

    def players_missing(self, state: Any) -> int:
        """Return how many more players with chips the next round needs; 0 if one is enough."""
        return 0

    def is_ready(self, state: Any, position: int) -> Answer:
        """Whether a position has the wagers that it needs for the round; if not, the answer says which are missing."""
        return YES if state.wagers else no("there are no wagers yet: make one first")

    def may_begin(self, state: Any) -> bool:
        """Whether a round can begin once everyone is ready: by default, if there are wagers."""
        return bool(state.wagers)

    def sits_out(self, state: Any, position: int) -> bool:
        """Whether a position sits out the next round, so that the round does not wait for it."""
        return False

    @property
    def seats_section(self) -> str:
        """The section that says how many may sit at the table; "" where the game's rules have none."""
        rules = self.game.layout.rules
        for name in ("positions", "seats"):
            if (option := rules.options.get(name)) is not None:
                return option.beside(self.game.layout.options).section.split(", ")[0]
            if name in rules.facts:
                return self.game.sections[name]
        return ""

    def closing_call(self) -> tuple[str, str]:
        """The dealer's words when betting closes, and their section: "no more bets"."""
        fact = self.game.layout.rules.facts.get("no_more_wagers")
        return (str(fact.value), fact.section) if fact else ("no wagers now", "")

    def too_late(self, action: Action) -> tuple[str, str]:
        """The reason why an action is refused after betting has closed, and its section."""
        call, section = self.closing_call()
        if action.verb == "leave":
            return "players leave between rounds", self.game.sections.get("seated", section)
        return call, section

    def not_now(self, action: Action, wagers_closed: bool) -> tuple[str, str]:
        """The reason why an action is refused while no wagers are taken, and its section.

        Before betting opens, the closing call has not been made, so "no more bets" would be wrong.
        """
        reason, section = self.too_late(action)
        early = reason == self.closing_call()[0] and not wagers_closed and not self.posts_when_due
        return ("betting is not open yet" if early else reason), section

    def dues(self, state: Any, minute: int) -> Iterator[tuple[int, Action]]:
        """Yield the actions by which the house collects from positions before the next round, at a minute of the
        day."""
        yield from ()


class OffersFirst(Hosting["Game[Any]"]):
    """Hosting of a game in which the dice or the shoe are offered before betting opens."""

    offers_first = True
