"""The library's verbs for other programs: each takes one typed, bounded request and returns one typed answer.

A request comes from a stranger, so it cannot name a file, and each of its fields has a limit. The limits on time and
memory are the caller's: it runs `answer` in a process that it can kill.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.diff import Diff
from pitboss.chapter.reference import Reference, reference
from pitboss.chapter.rules import all_games
from pitboss.chapter.table_file import BadTable, TableFile, read_table
from pitboss.library.checks import CheckedTable, check, diff
from pitboss.library.counts import CountReport, count
from pitboss.library.histories import PricedDiff, priced_diff
from pitboss.library.layouts import layout as layout_named
from pitboss.library.layouts import rules_named
from pitboss.library.listing import GameList, catalogue
from pitboss.library.prices import price
from pitboss.library.ranges import LawfulRange, lawful_range
from pitboss.library.simulations import simulate
from pitboss.library.strategies import strategy
from pitboss.pricing.report import PriceReport
from pitboss.simulation.report import SimulationReport
from pitboss.traceability.trace import Trace, trace

MOST_SIMULATED = 10**9
"""The maximum number of rounds in one request."""

Text = Annotated[str, Field(max_length=200)]
Choice = bool | int | float | Text
GameId = Annotated[str, Field(max_length=60, description="A game's id, such as craps or three-card-poker")]
Day = Annotated[date | None, Field(description="The date whose rules apply; today if omitted")]
TableText = Annotated[
    str,
    Field(
        max_length=65_536,
        description='A table file as TOML text, such as: game = "craps"\non = 2008-06-01\n[options]\noffer_678 = true',
    ),
]


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class TableRequest(_Request):
    """A table: a game on a date, with a licensee's choices."""

    game: GameId
    on: Day = None
    options: Annotated[
        dict[Text, Choice], Field(max_length=100, description="The licensee's choices, by option id")
    ] = {}
    odds: Annotated[
        dict[Text, Text], Field(max_length=500, description='Odds paid by the table, such as {"field.12": "3 to 1"}')
    ] = {}
    table: TableText = ""

    def arguments(self) -> dict[str, Any]:
        """The arguments by which the library's verbs describe a table."""
        table = table_of(self.table) if self.table else None
        return {"game": self.game, "on": self.on, "options": self.options, "odds": self.odds, "table": table}


def table_of(text: str) -> TableFile:
    """Parse the text of a table file; a path is never opened."""
    if "\n" not in text and "=" not in text:
        raise BadTable("give the text of a table file, not its path")
    return read_table(text)


class GamesRequest(_Request):
    on: Day = None


class PriceRequest(TableRequest):
    stake: Annotated[Text | None, Field(description="The wager in dollars")] = None
    meter: Annotated[Text | None, Field(description="The progressive meter in dollars")] = None
    dealt: Annotated[str, Field(max_length=2_000, description="Cards that have left the shoe, such as As Kd 9h")] = ""
    players: Annotated[int | None, Field(ge=1, le=100)] = None
    ticket: Annotated[Text | None, Field(description="A wager in the game's own notation, such as a keno ticket")] = (
        None
    )


class StrategyRequest(TableRequest):
    simple: Annotated[
        tuple[Text, ...], Field(max_length=10, description="Simpler strategies to compare, by name or in words")
    ] = ()


class StrategyAnswer(BaseModel):
    """The best strategy: a chart or a few lines, its house edge, and the costs of simpler strategies."""

    model_config = ConfigDict(extra="allow")
    game: str
    wager: str
    house_edge: float
    citation: str


class CheckRequest(_Request):
    table: TableText


class CiteRequest(_Request):
    section: Annotated[str, Field(max_length=60, description="Such as 1.4(e) or N.J.A.C. 13:69F-1.12")]
    on: Day = None


class DiffRequest(_Request):
    first: date
    second: date
    games: Annotated[tuple[GameId, ...], Field(max_length=60)] = ()
    priced: Annotated[bool, Field(description="Also the effect of each change, in basis points")] = False


class RangeRequest(_Request):
    game: GameId
    on: Day = None


class SimulateRequest(TableRequest):
    rounds: Annotated[int, Field(ge=1, le=MOST_SIMULATED)] = 1_000_000
    seed: Annotated[int, Field(ge=0, lt=2**64)] = 1
    wagers: Annotated[tuple[Text, ...], Field(max_length=100, description="By default all that are offered")] = ()


class TraceRequest(_Request):
    game: Annotated[str, Field(max_length=60, description="A game's id, or all-games for subchapter 8")]


class CountRequest(TableRequest):
    system: Annotated[
        str | None, Field(max_length=40, pattern="^[a-z0-9-]+$", description="A counting system's id, such as hi-lo")
    ] = None
    wagers: Annotated[tuple[Text, ...], Field(max_length=100)] = ()
    penetration: Annotated[float | None, Field(ge=0.1, le=0.95)] = None


def _strategy(asked: StrategyRequest) -> StrategyAnswer:
    return StrategyAnswer.model_validate(dict(strategy(**asked.arguments(), simple=asked.simple).data))


def _price(asked: PriceRequest) -> PriceReport:
    more = asked.model_dump(include={"stake", "meter", "dealt", "players", "ticket"})
    return price(**asked.arguments(), **more)


def _diff(asked: DiffRequest) -> Diff | PricedDiff:
    found = diff(asked.first, asked.second, asked.games)
    return priced_diff(found) if asked.priced else found


def _simulate(asked: SimulateRequest) -> SimulationReport:
    return simulate(**asked.arguments(), rounds=asked.rounds, seed=asked.seed, wagers=asked.wagers or None)


def _trace(asked: TraceRequest) -> Trace:
    return trace(asked.game if asked.game == all_games().game.id else rules_named(asked.game).game.id)


def _count(asked: CountRequest) -> CountReport:
    layout = layout_named(**asked.arguments())
    return count(layout, system=asked.system, wagers=asked.wagers, penetration=asked.penetration)


@dataclass(frozen=True)
class Verb:
    """A verb of the library: its request, its answer, and the function between them."""

    name: str
    summary: str
    request: type[BaseModel]
    answer: type[BaseModel]
    run: Callable[[Any], BaseModel]


VERBS = {
    one.name: one
    for one in (
        Verb(
            "games",
            "List the games with the dates when each was in force.",
            GamesRequest,
            GameList,
            lambda asked: catalogue(asked.on),
        ),
        Verb(
            "price",
            "Compute the exact house edge, variance and outcomes of every wager of a table, as fractions.",
            PriceRequest,
            PriceReport,
            _price,
        ),
        Verb(
            "strategy",
            "Compute the best strategy for a table, and what simpler strategies cost.",
            StrategyRequest,
            StrategyAnswer,
            _strategy,
        ),
        Verb(
            "check",
            "Check a licensee's table file against the regulation in force on its date; each breach names its section.",
            CheckRequest,
            CheckedTable,
            lambda asked: check(table_of(asked.table)),
        ),
        Verb(
            "cite",
            "Look up what a section provides, since when, and from which source.",
            CiteRequest,
            Reference,
            lambda asked: reference(asked.section, asked.on),
        ),
        Verb("diff", "List what changed in the regulation between two dates.", DiffRequest, Diff, _diff),
        Verb(
            "range",
            "Find the best and the worst table that the regulation permits, and the effect of each choice.",
            RangeRequest,
            LawfulRange,
            lambda asked: lawful_range(asked.game, asked.on),
        ),
        Verb(
            "simulate",
            "Simulate rounds of a table and compare each wager's result with its exact price.",
            SimulateRequest,
            SimulationReport,
            _simulate,
        ),
        Verb(
            "trace",
            "List every paragraph of a game's subchapter and where it is implemented and tested.",
            TraceRequest,
            Trace,
            _trace,
        ),
        Verb(
            "count",
            "Compute effects of removal, counting systems and departures from basic strategy for a game with a shoe.",
            CountRequest,
            CountReport,
            _count,
        ),
    )
}


def answer(verb: str, request: dict[str, Any]) -> str:
    """Return the answer to a request as JSON; raises ValueError with one clear message for bad input.

    >>> answer("cite", {"section": "5.1"})[:18]
    '{"section":"5.1","'
    """
    one = VERBS[verb]
    return one.run(one.request.model_validate(request)).model_dump_json()


__all__ = ["MOST_SIMULATED", "VERBS", "TableRequest", "Verb", "answer", "table_of"]
