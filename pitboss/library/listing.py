"""The list of installed games, as typed data: what each is, and what can be done with it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.contents import prefix
from pitboss.chapter.days import day
from pitboss.chapter.rules import Provenance, registered, rules_of
from pitboss.contract import contract_of
from pitboss.exhibit import Catalogue, Exhibit


class ListedGame(Exhibit, BaseModel):
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
    provenance: Provenance = Field(
        description="What the game as a whole rests on; reconstructed: nobody's text was found"
    )
    wagers: tuple[str, ...] = Field(description="The wagers that the chapter permits today, elective ones included")
    options: tuple[str, ...] = Field(description="What a licensee may choose today")
    can: tuple[str, ...] = Field(description="What can be done with it here: dealt, priced, simulated, checked")
    gives: tuple[str, ...] = Field(description="What it gives beside its price: a strategy, a chart, advice, …")
    lacks: dict[str, str] = Field(description="What it could give and does not, and why")

    def title(self) -> str:
        return f"{self.name}, {self.citation}"

    def rows(self) -> list[dict[str, Any]]:
        """What can be said of it, each by its name."""
        return [{"what": what, "is": told} for what, told in self.model_dump(mode="json").items()]

    def shown_rows(self) -> list[dict[str, Any]]:
        return [{"what": row["what"], "is": _told(row["is"])} for row in self.rows() if row["is"]]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


class GameList(Catalogue, BaseModel):
    """The games that are installed, family by family."""

    model_config = ConfigDict(frozen=True)

    games: tuple[ListedGame, ...]

    noun: ClassVar[str] = "game"

    def members(self) -> tuple[ListedGame, ...]:
        return self.games

    def __iter__(self) -> Iterator[ListedGame]:  # type: ignore[override]  # pydantic's own goes over fields
        return iter(self.members())

    def __getitem__(self, id: str) -> ListedGame:
        found: ListedGame = self.found(id)
        return found

    def title(self) -> str:
        return f"{len(self.games)} games"

    def rows(self) -> list[dict[str, Any]]:
        return [one.model_dump(mode="json") for one in self.games]

    def shown_rows(self) -> list[dict[str, Any]]:
        return [
            {"game": one.id, "name": one.name, "under": one.citation, "since": one.since, "wagers": len(one.wagers)}
            for one in self.games
        ]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def _told(what: Any) -> str:
    if isinstance(what, dict):
        return "; ".join(f"{name}: {why}" for name, why in what.items())
    return ", ".join(what) if isinstance(what, list) else str(what)


def catalogue(on: str | date | None = None) -> GameList:
    """Every registered game, family by family, with what the chapter permits on a day; today by default.

    >>> catalogue()["craps"].name
    'Craps and mini-craps'
    """
    when = day(on) or date.today()
    found = (_listed(game, when) for game in registered())
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
