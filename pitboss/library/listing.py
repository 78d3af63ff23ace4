"""The installed games as typed data: a description of each and what it supports."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.contents import prefix
from pitboss.chapter.days import parse_date
from pitboss.chapter.rules import Provenance, registered_games, rules_of
from pitboss.contract import contract_of
from pitboss.exhibit import Catalogue, Exhibit


class ListedGame(Exhibit, BaseModel):
    """An installed game."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    family: str
    subchapter: str
    citation: str
    since: date
    until: date | None
    summary: str
    provenance: Provenance = Field(description="The source for the game as a whole; reconstructed: no text was found")
    wagers: tuple[str, ...] = Field(description="Wagers permitted today, including optional ones")
    options: tuple[str, ...] = Field(description="Options open to a licensee today")
    can: tuple[str, ...] = Field(description="Supported operations: dealt, priced, simulated, checked")
    gives: tuple[str, ...] = Field(description="Additional results besides a price: a strategy, a chart, advice, …")
    lacks: dict[str, str] = Field(description="Features it does not have, and why")

    def title(self) -> str:
        return f"{self.name}, {self.citation}"

    def rows(self) -> list[dict[str, Any]]:
        """List the fields as rows of name and value."""
        return [{"what": what, "is": value} for what, value in self.model_dump(mode="json").items()]

    def display_rows(self) -> list[dict[str, Any]]:
        return [{"what": row["what"], "is": _cell_text(row["is"])} for row in self.rows() if row["is"]]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


class GameList(Catalogue, BaseModel):
    """The installed games, by family."""

    model_config = ConfigDict(frozen=True)

    games: tuple[ListedGame, ...]

    noun: ClassVar[str] = "game"

    def members(self) -> tuple[ListedGame, ...]:
        return self.games

    def __iter__(self) -> Iterator[ListedGame]:  # type: ignore[override]  # pydantic iterates over fields
        return iter(self.members())

    def __getitem__(self, id: str) -> ListedGame:
        found: ListedGame = self.get(id)
        return found

    def title(self) -> str:
        return f"{len(self.games)} games"

    def rows(self) -> list[dict[str, Any]]:
        return [one.model_dump(mode="json") for one in self.games]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {"game": one.id, "name": one.name, "under": one.citation, "since": one.since, "wagers": len(one.wagers)}
            for one in self.games
        ]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def _cell_text(value: Any) -> str:
    if isinstance(value, dict):
        return "; ".join(f"{name}: {why}" for name, why in value.items())
    return ", ".join(value) if isinstance(value, list) else str(value)


def catalogue(on: str | date | None = None) -> GameList:
    """List every registered game by family, with its permitted wagers and options on a date, today by default.

    >>> catalogue()["craps"].name
    'Craps and mini-craps'
    """
    when = parse_date(on) or date.today()
    found = (_listed(game, when) for game in registered_games())
    return GameList(games=tuple(sorted(found, key=lambda game: (game.family, game.id))))


def _listed(game: str, today: date) -> ListedGame:
    rules = rules_of(game)
    head = rules.game
    contract = contract_of(game)
    return ListedGame(
        id=head.id,
        name=head.name,
        family=head.family,
        subchapter=head.subchapter,
        citation=f"N.J.A.C. {prefix(today)}-{head.home}",
        since=head.since,
        until=head.until,
        summary=head.summary,
        provenance=head.provenance,
        wagers=tuple(id for id, wager in rules.wagers.items() if wager.in_force(today) and not wager.retired),
        options=tuple(id for id, option in rules.options.items() if option.in_force(today)),
        can=contract.can,
        gives=contract.gives,
        lacks=contract.lacks,
    )
