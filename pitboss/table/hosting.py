"""What a live floor must know of a game to host it. A game in which each player plays the house needs nothing of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

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

    def may_begin(self, state: Any) -> bool:
        """Whether a round can begin when everybody is ready: where wagers lie, unless they come later."""
        return bool(state.wagers)

    def sits_out(self, state: Any, position: int) -> bool:
        """Whether a position takes no part in the next round, so that nobody waits for it."""
        return False

    def dues(self, state: Any, minute: int) -> Iterator[tuple[int, Action]]:
        """What the house collects before the next round at a minute of the day: positions, and their actions."""
        yield from ()


class OffersFirst(Hosting["Game[Any]"]):
    """Hosting of a game in which the dice or the shoe are offered before betting opens."""

    offers_first = True


__all__ = ["Hosting", "OffersFirst"]
