"""What a way to play comes to: the figures that reports and the loop ask of an analysis, found as they are asked for.

The one idea: an analysis goes through all hands of a shoe, and a report tells some hundred figures of it. These hang on
the terms of the table, the cards of its shoe and the code that finds them, and on nothing else: what the best chart of
a table comes to is kept under these, and a game brings along what its usual table asks for. So the first price of a
game need not compile what counts, and the first simulation compiles its loop alone.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.pricing.cache import Entry
from pitboss.pricing.twenty_one.analysis import Analysis, Played
from pitboss.pricing.twenty_one.basic import Departure, departures
from pitboss.pricing.twenty_one.chart import Chart
from pitboss.pricing.twenty_one.exchange import Plan, PlayedTwo, Rule, in_words, simple_rules
from pitboss.pricing.twenty_one.hands import Floats
from pitboss.pricing.twenty_one.kernels import DOUBLE, HIT, SPLIT
from pitboss.pricing.twenty_one.spread import Spread, raise_spread
from pitboss.pricing.twenty_one.terms import RANKS, Terms

ALGORITHM = 1
"To be raised where something else is kept."


class Price(NamedTuple):
    """What a way to play costs, and a bound on the error."""

    house_edge: float
    error: float


class Raise(NamedTuple):
    """What a raise comes to: where it is made, by first card and up card; how often; its edge and its results there."""

    made: Floats
    often: float
    house_edge: float
    spread: Spread | None


class _Part(NamedTuple):
    """One kind of figures: found of a way to play, told as plain data and read from that."""

    find: Callable[[Any], Any]
    told: Callable[[Any], Any] = lambda figure: figure
    read: Callable[[Any], Any] = lambda plain: plain


class _Figures:
    """Figures of one way to play: those that were kept are read, others are found when they are asked for."""

    parts: ClassVar[Mapping[str, _Part]]

    def __init__(self, way: Callable[[], Any], kept: Mapping[str, Any] | None = None) -> None:
        self._way, self._kept = way, kept or {}
        self._found: dict[str, Any] = {}

    def _of(self, name: str) -> Any:
        if name not in self._found:
            part = self.parts[name]
            self._found[name] = part.read(self._kept[name]) if name in self._kept else part.find(self._way())
        return self._found[name]

    def plain(self, names: Iterable[str]) -> dict[str, Any]:
        return {name: self.parts[name].told(self._of(name)) for name in names}

    @property
    def house_edge(self) -> float:
        return float(self._of("price").house_edge)

    @property
    def error(self) -> float:
        return float(self._of("price").error)

    @property
    def spread(self) -> Spread:
        """The distribution of the net result."""
        found: Spread = self._of("spread")
        return found


# ---- Of one hand


class Figures(_Figures):
    """What a way to play one hand comes to."""

    @property
    def raises(self) -> tuple[Raise, ...]:
        found: tuple[Raise, ...] = self._of("raises")
        return found

    @property
    def drawn(self) -> NDArray[np.bool_]:
        """Whether two cards take another or are split: [one, the other, up card]."""
        found: NDArray[np.bool_] = self._of("drawn")
        return found

    @property
    def draws_for_award(self) -> bool:
        """Whether the first cards of an award, of one suit, draw against its up card."""
        return bool(self._of("draws_for_award"))

    @property
    def departures(self) -> list[Departure]:
        """What perfect play does otherwise."""
        found: list[Departure] = self._of("departures")
        return found

    @property
    def perfect(self) -> Price:
        found: Price = self._of("perfect")
        return found

    @property
    def as_unsplit(self) -> Price:
        found: Price = self._of("as_unsplit")
        return found


def _price(played: Played | PlayedTwo) -> Price:
    return Price(float(played.house_edge), float(played.error))


def _read_price(plain: Any) -> Price:
    return Price(*plain)


def _spread_told(spread: Spread) -> dict[str, Any]:
    def nets(probabilities: Mapping[Fraction, float]) -> dict[str, float]:
        return {str(net): float(chance) for net, chance in probabilities.items()}

    told = spread.__dict__.items()
    return {name: nets(one) if isinstance(one, Mapping) else float(one) for name, one in told}


def _spread_read(plain: Mapping[str, Any]) -> Spread:
    def nets(one: Any) -> Any:
        return {Fraction(net): chance for net, chance in one.items()} if isinstance(one, dict) else one

    return Spread(**{name: nets(one) for name, one in plain.items()})


def _raises(played: Played) -> tuple[Raise, ...]:
    met = played.analysis.met_first
    found = []
    for number, made in enumerate(played.raised):
        often = float((met * made).sum())
        edge = -float((met * made * played.by_first).sum()) / often if often else 0.0
        found.append(Raise(made, often, edge, raise_spread(played, number)))
    return tuple(found)


def _raise_told(one: Raise) -> dict[str, Any]:
    spread = None if one.spread is None else _spread_told(one.spread)
    return {**one._asdict(), "made": one.made.tolist(), "spread": spread}


def _raise_read(plain: Mapping[str, Any]) -> Raise:
    spread = plain["spread"]
    read = {"made": np.array(plain["made"]), "spread": None if spread is None else _spread_read(spread)}
    return Raise(**{**plain, **read})


def _drawn(played: Played) -> NDArray[np.bool_]:
    ranks, table = range(1, RANKS + 1), played.analysis.hands
    acts = played.play.act[[[table.index(one, two) for two in ranks] for one in ranks]]
    return np.isin(acts, (HIT, DOUBLE, SPLIT))


def _for_award(played: Played) -> bool:
    award = played.analysis.terms.award
    if award is None:
        return False
    h = played.analysis.hands.index(*award.ranks[:2])
    return bool((played.play.act_suited[:, h, award.up - 1] == HIT).all())


def _departure_read(plain: Mapping[str, Any]) -> Departure:
    return Departure(**{**plain, "cards": tuple(plain["cards"])})


Figures.parts = {
    "price": _Part(_price, list, _read_price),
    "spread": _Part(lambda played: played.spread, _spread_told, _spread_read),
    "raises": _Part(_raises, lambda all_: [*map(_raise_told, all_)], lambda plain: tuple(map(_raise_read, plain))),
    "drawn": _Part(_drawn, lambda drawn: drawn.astype(int).tolist(), lambda plain: np.array(plain, dtype=bool)),
    "draws_for_award": _Part(_for_award),
    "departures": _Part(departures, lambda all_: [*map(asdict, all_)], lambda plain: [*map(_departure_read, plain)]),
    "perfect": _Part(lambda played: _price(played.analysis.perfect), list, _read_price),
    "as_unsplit": _Part(lambda played: _price(played.analysis.as_unsplit), list, _read_price),
}


# ---- Of two hands dealt to a spot


class SpotFigures(_Figures):
    """What a way to play two hands of a spot comes to, for each unit of the two wagers."""

    @property
    def exchanged(self) -> float:
        """How often the second cards are exchanged."""
        return float(self._of("exchanged"))

    @property
    def plan(self) -> Plan:
        """What is done with each deal."""
        found: Plan = self._of("plan")
        return found

    @property
    def dearest(self) -> list[str]:
        """The exchanges that gain most, in words."""
        return list(self._of("dearest"))

    @property
    def simpler(self) -> list[Rule]:
        """Rules that a person can keep in mind, and what they cost."""
        found: list[Rule] = self._of("simpler")
        return found

    @property
    def perfect(self) -> Price:
        found: Price = self._of("perfect")
        return found


def _plan_told(plan: Plan) -> str:
    return base64.b85encode(zlib.compress(plan.tobytes(), 9)).decode("ascii")


def _plan_read(text: str) -> Plan:
    return np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8).reshape((RANKS,) * 5)


SpotFigures.parts = {
    "price": _Part(_price, list, _read_price),
    "spread": _Part(lambda played: played.spread, _spread_told, _spread_read),
    "exchanged": _Part(lambda played: float(played.exchanged)),
    "plan": _Part(lambda played: played.plan, _plan_told, _plan_read),
    "dearest": _Part(in_words),
    "simpler": _Part(simple_rules, lambda all_: [*map(asdict, all_)], lambda plain: [Rule(**one) for one in plain]),
    "perfect": _Part(lambda played: _price(played.two.played(None)), list, _read_price),
}


# ---- The best chart of a table


class Best:
    """The best chart for the terms of a table and the cards of its shoe, and what it comes to.

    What was kept or is brought along is read. What is found now is kept by `keep` alone: who goes through many tables
    to compare one figure of each does not fill a disk with them.
    """

    def __init__(self, game: str, terms: Terms, analysis: Analysis, spot: Callable[[Chart], PlayedTwo]) -> None:
        self.analysis = analysis
        self._entry = Entry(game, ALGORITHM, [repr(terms), analysis.suits, _code()])
        self._kept: dict[str, Any] = self._entry.load() or {}
        self.hand = Figures(lambda: analysis.basic, self._kept.get("hand"))
        self.spot = SpotFigures(lambda: spot(self.chart), self._kept.get("spot"))

    @property
    def chart(self) -> Chart:
        if "chart" not in self._kept:
            return self.analysis.basic_chart
        told = self._kept["chart"]
        return Chart({(kind, row, up): letters for kind, row, up, letters in told["cells"]}, name=told["name"])

    def keep(self, hand: Iterable[str] = Figures.parts, spot: Iterable[str] = ()) -> None:
        """These figures are kept, if they are not."""
        if not self._kept:
            cells = [[*cell, letters] for cell, letters in self.chart.cells.items()]
            chart = {"name": self.chart.name, "cells": cells}
            self._kept = {"chart": chart, "hand": self.hand.plain(hand), "spot": self.spot.plain(spot)}
            self._entry.save(self._kept)


@lru_cache
def _code() -> str:
    """A digest of the modules that the figures follow from."""
    here, found = files("pitboss.pricing.twenty_one"), hashlib.sha256()
    for name in COUNTED_BY:
        found.update(here.joinpath(name).read_bytes())
    return found.hexdigest()


COUNTED_BY = (
    "analysis.py",
    "basic.py",
    "chart.py",
    "exchange.py",
    "figures.py",
    "hands.py",
    "kernels.py",
    "play.py",
    "splits.py",
    "spread.py",
    "terms.py",
)
"""The modules that compute the figures."""


__all__ = ["Best", "Figures", "Price", "Raise", "SpotFigures"]
