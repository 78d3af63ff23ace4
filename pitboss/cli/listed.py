"""The list of installed games, as typed data."""

from __future__ import annotations

from datetime import date

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.contents import prefix
from pitboss.chapter.rules import registered, rules_of
from pitboss.contract import contract_of


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
    gives: tuple[str, ...] = Field(description="What it gives beside its price: a strategy, a chart, advice, …")
    lacks: dict[str, str] = Field(description="What it could give and does not, and why")


class GameList(BaseModel):
    """The games that are installed, family by family."""

    model_config = ConfigDict(frozen=True)

    games: tuple[ListedGame, ...]


def game_list(today: date | None = None) -> GameList:
    """Every registered game."""
    found = (_listed(game, today or date.today()) for game in registered())
    return GameList(games=tuple(sorted(found, key=lambda game: (game.family, game.id))))


def _listed(game: str, day: date) -> ListedGame:
    rules = rules_of(game)
    head = rules.game
    contract = contract_of(game)
    return ListedGame(
        id=head.id,
        name=head.name,
        family=head.family,
        subchapter=head.subchapter,
        citation=f"N.J.A.C. {prefix(day)}-{head.home}",
        since=head.since,
        until=head.until,
        summary=head.summary,
        wagers=tuple(id for id, wager in rules.wagers.items() if wager.in_force(day) and not wager.retired),
        options=tuple(id for id, option in rules.options.items() if option.in_force(day)),
        can=contract.can,
        gives=contract.gives,
        lacks=contract.lacks,
    )
