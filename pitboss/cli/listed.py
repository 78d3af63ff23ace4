"""The list of installed games, as typed data."""

from __future__ import annotations

from datetime import date
from importlib.util import find_spec

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.contents import prefix
from pitboss.chapter.rules import registered, rules_of

_CAN = {"dealt": "round", "priced": "price", "simulated": "kernel"}


class ListedGame(BaseModel):
    """A game that is installed."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    family: str
    subchapter: str
    citation: str
    since: date
    until: date | None
    summary: str
    wagers: tuple[str, ...] = Field(description="The wagers that the chapter permits today, elective ones included")
    options: tuple[str, ...] = Field(description="What a licensee may choose today")
    can: tuple[str, ...] = Field(description="What can be done with it here: dealt, priced, simulated, checked")


class GameList(BaseModel):
    """The games that are installed, family by family."""

    model_config = ConfigDict(frozen=True)

    games: tuple[ListedGame, ...]


def game_list(today: date | None = None) -> GameList:
    """Every registered game."""
    found = (_listed(game, package, today or date.today()) for game, package in registered().items())
    return GameList(games=tuple(sorted(found, key=lambda game: (game.family, game.id))))


def _listed(game: str, package: str, day: date) -> ListedGame:
    rules = rules_of(game)
    head = rules.game
    can = [done for done, module in _CAN.items() if find_spec(f"{package}.{module}") is not None]
    return ListedGame(
        id=head.id,
        name=head.name,
        family=head.family,
        subchapter=head.subchapter,
        citation=f"N.J.A.C. {prefix(day)}-{head.subchapter}",
        since=head.since,
        until=head.until,
        summary=head.summary,
        wagers=tuple(id for id, wager in rules.wagers.items() if wager.in_force(day) and not wager.retired),
        options=tuple(id for id, option in rules.options.items() if option.in_force(day)),
        can=(*can, "checked"),
    )
