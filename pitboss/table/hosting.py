"""What a live floor must know of a game to host it. A game in which each player plays the house needs nothing of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pitboss.table.allowed import YES, Answer, no
from pitboss.table.steps import Action

if TYPE_CHECKING:
    from pitboss.table.game import Game

G = TypeVar("G", bound="Game[Any]")


class Hosting(Generic[G]):
    """How one table is run: who must be there, and when the next round begins."""

    after_round: ClassVar[Mapping[str, str]] = {}
    "Verbs that may be said in the middle of a round and take effect after it, each with what takes it back: sit out."
    offers_first: ClassVar[bool] = False
    "Whether seated players are offered the dice or the shoe before betting opens; if so, the first arrival waits."
    least_players: ClassVar[int] = 1
    "How many must be at the table for a round: two where they play one another."
    posts_when_due: ClassVar[bool] = False
    "Whether antes and blinds are posted as they fall due: nobody lays chips before, and rounds follow by themselves."

    def __init__(self, game: G) -> None:
        self.game = game

    def players_missing(self, state: Any) -> int:
        """How many more players with chips the next round needs; 0 where one player is enough."""
        return 0

    def is_ready(self, state: Any, position: int) -> Answer:
        """Whether a position has the wagers that it needs for the round; a no says what is missing."""
        return YES if state.wagers else no("nothing lies on the layout: lay a wager first")

    def may_begin(self, state: Any) -> bool:
        """Whether a round can begin when everybody is ready: where wagers lie, unless they come later."""
        return bool(state.wagers)

    def sits_out(self, state: Any, position: int) -> bool:
        """Whether a position takes no part in the next round, so that nobody waits for it."""
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
            return "whoever sits at the table leaves between rounds", self.game.sections.get("seated", section)
        return call, section

    def not_now(self, action: Action, wagers_closed: bool) -> tuple[str, str]:
        """The reason why an action is refused while no wagers are taken, and its section.

        Before betting opens in a round the closing call has not been made: "no more bets" would be wrong.
        """
        reason, section = self.too_late(action)
        early = reason == self.closing_call()[0] and not wagers_closed and not self.posts_when_due
        return ("no wagers are taken yet" if early else reason), section

    def dues(self, state: Any, minute: int) -> Iterator[tuple[int, Action]]:
        """What the house collects before the next round at a minute of the day: positions, and their actions."""
        yield from ()


class OffersFirst(Hosting["Game[Any]"]):
    """Hosting of a game in which the dice or the shoe are offered before betting opens."""

    offers_first = True


__all__ = ["Hosting", "OffersFirst"]
