"""The results of a way to play that reports and the loop use, computed on first access.

The key idea: an analysis goes through all hands of a shoe, and a report shows some hundred of its results. They depend
only on the terms of the table, the cards of its shoe and the code that computes them, so the results for the best chart
are stored under these three. Each game ships those of its default table, so its first price compiles no analysis and
its first simulation compiles only its loop.
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
from pitboss.pricing.twenty_one.analysis import Analysis, Evaluation
from pitboss.pricing.twenty_one.basic import Departure, departures
from pitboss.pricing.twenty_one.chart import Chart
from pitboss.pricing.twenty_one.exchange import Plan, Rule, TwoHandEvaluation, best_exchanges_in_words, simple_rules
from pitboss.pricing.twenty_one.hands import Floats
from pitboss.pricing.twenty_one.kernels import DOUBLE, HIT, SPLIT
from pitboss.pricing.twenty_one.spread import Spread, raise_spread
from pitboss.pricing.twenty_one.terms import RANKS, Terms

ALGORITHM = 1
"""Increase this when the stored results change."""


class Price(NamedTuple):
    """The cost of a way to play, and a bound on its error."""

    house_edge: float
    error: float


class Raise(NamedTuple):
    """A raise: where it is made (by first card and up card), how often, and its edge and results there."""

    made: Floats
    often: float
    house_edge: float
    spread: Spread | None


class _Part(NamedTuple):
    """One kind of result: how to compute it, write it as plain data, and read it back."""

    find: Callable[[Any], Any]
    to_plain: Callable[[Any], Any] = lambda figure: figure
    read: Callable[[Any], Any] = lambda plain: plain


class _Figures:
    """The results for one way to play, each read from storage or computed on first access."""

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
        return {name: self.parts[name].to_plain(self._of(name)) for name in names}

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


# ---- One hand


class Figures(_Figures):
    """The results of a way to play one hand."""

    @property
    def raises(self) -> tuple[Raise, ...]:
        found: tuple[Raise, ...] = self._of("raises")
        return found

    @property
    def drawn(self) -> NDArray[np.bool_]:
        """[first card, second card, up card]: whether these two cards draw another card or are split."""
        found: NDArray[np.bool_] = self._of("drawn")
        return found

    @property
    def draws_for_award(self) -> bool:
        """Whether the first two cards of an award, in one suit, draw against the award's up card."""
        return bool(self._of("draws_for_award"))

    @property
    def departures(self) -> list[Departure]:
        """The hands that perfect play treats differently."""
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


def _price(evaluation: Evaluation | TwoHandEvaluation) -> Price:
    return Price(float(evaluation.house_edge), float(evaluation.error))


def _price_from_plain(plain: Any) -> Price:
    return Price(*plain)


def _spread_to_plain(spread: Spread) -> dict[str, Any]:
    def nets(probabilities: Mapping[Fraction, float]) -> dict[str, float]:
        return {str(net): float(chance) for net, chance in probabilities.items()}

    fields = spread.__dict__.items()
    return {name: nets(one) if isinstance(one, Mapping) else float(one) for name, one in fields}


def _spread_from_plain(plain: Mapping[str, Any]) -> Spread:
    def nets(one: Any) -> Any:
        return {Fraction(net): chance for net, chance in one.items()} if isinstance(one, dict) else one

    return Spread(**{name: nets(one) for name, one in plain.items()})


def _raises(evaluation: Evaluation) -> tuple[Raise, ...]:
    met = evaluation.analysis.met_first
    found = []
    for number, made in enumerate(evaluation.raised):
        often = float((met * made).sum())
        edge = -float((met * made * evaluation.by_first).sum()) / often if often else 0.0
        found.append(Raise(made, often, edge, raise_spread(evaluation, number)))
    return tuple(found)


def _raise_to_plain(one: Raise) -> dict[str, Any]:
    spread = None if one.spread is None else _spread_to_plain(one.spread)
    return {**one._asdict(), "made": one.made.tolist(), "spread": spread}


def _raise_from_plain(plain: Mapping[str, Any]) -> Raise:
    spread = plain["spread"]
    read = {"made": np.array(plain["made"]), "spread": None if spread is None else _spread_from_plain(spread)}
    return Raise(**{**plain, **read})


def _drawn(evaluation: Evaluation) -> NDArray[np.bool_]:
    ranks, table = range(1, RANKS + 1), evaluation.analysis.hands
    acts = evaluation.play.act[[[table.index(one, two) for two in ranks] for one in ranks]]
    return np.isin(acts, (HIT, DOUBLE, SPLIT))


def _for_award(evaluation: Evaluation) -> bool:
    award = evaluation.analysis.terms.award
    if award is None:
        return False
    h = evaluation.analysis.hands.index(*award.ranks[:2])
    return bool((evaluation.play.act_suited[:, h, award.up - 1] == HIT).all())


def _departure_from_plain(plain: Mapping[str, Any]) -> Departure:
    return Departure(**{**plain, "cards": tuple(plain["cards"])})


Figures.parts = {
    "price": _Part(_price, list, _price_from_plain),
    "spread": _Part(lambda evaluation: evaluation.spread, _spread_to_plain, _spread_from_plain),
    "raises": _Part(
        _raises, lambda all_: [*map(_raise_to_plain, all_)], lambda plain: tuple(map(_raise_from_plain, plain))
    ),
    "drawn": _Part(_drawn, lambda drawn: drawn.astype(int).tolist(), lambda plain: np.array(plain, dtype=bool)),
    "draws_for_award": _Part(_for_award),
    "departures": _Part(
        departures, lambda all_: [*map(asdict, all_)], lambda plain: [*map(_departure_from_plain, plain)]
    ),
    "perfect": _Part(lambda evaluation: _price(evaluation.analysis.perfect), list, _price_from_plain),
    "as_unsplit": _Part(lambda evaluation: _price(evaluation.analysis.as_unsplit), list, _price_from_plain),
}


# ---- Two hands dealt to a spot


class SpotFigures(_Figures):
    """The results of a way to play both hands of a spot, per unit of the two wagers."""

    @property
    def exchanged(self) -> float:
        """How often the second cards are exchanged."""
        return float(self._of("exchanged"))

    @property
    def plan(self) -> Plan:
        """The decision for each deal."""
        found: Plan = self._of("plan")
        return found

    @property
    def dearest(self) -> list[str]:
        """The exchanges that gain the most, in words."""
        return list(self._of("dearest"))

    @property
    def simpler(self) -> list[Rule]:
        """Rules that a player can remember, and their costs."""
        found: list[Rule] = self._of("simpler")
        return found

    @property
    def perfect(self) -> Price:
        found: Price = self._of("perfect")
        return found


def _plan_to_plain(plan: Plan) -> str:
    return base64.b85encode(zlib.compress(plan.tobytes(), 9)).decode("ascii")


def _plan_from_plain(text: str) -> Plan:
    return np.frombuffer(zlib.decompress(base64.b85decode(text)), np.uint8).reshape((RANKS,) * 5)


SpotFigures.parts = {
    "price": _Part(_price, list, _price_from_plain),
    "spread": _Part(lambda evaluation: evaluation.spread, _spread_to_plain, _spread_from_plain),
    "exchanged": _Part(lambda evaluation: float(evaluation.exchanged)),
    "plan": _Part(lambda evaluation: evaluation.plan, _plan_to_plain, _plan_from_plain),
    "dearest": _Part(best_exchanges_in_words),
    "simpler": _Part(simple_rules, lambda all_: [*map(asdict, all_)], lambda plain: [Rule(**one) for one in plain]),
    "perfect": _Part(lambda evaluation: _price(evaluation.two.evaluate(None)), list, _price_from_plain),
}


# ---- The best chart of a table


class Best:
    """The best chart for a table's terms and the cards of its shoe, with its results.

    Stored and shipped results are read. New ones are stored only by `keep`, so that a comparison of one figure over
    many tables does not fill the disk.
    """

    def __init__(self, game: str, terms: Terms, analysis: Analysis, spot: Callable[[Chart], TwoHandEvaluation]) -> None:
        self.analysis = analysis
        self._entry = Entry(game, ALGORITHM, [repr(terms), analysis.suits, _code()])
        self._kept: dict[str, Any] = self._entry.load() or {}
        self.hand = Figures(lambda: analysis.basic, self._kept.get("hand"))
        self.spot = SpotFigures(lambda: spot(self.chart), self._kept.get("spot"))

    @property
    def chart(self) -> Chart:
        if "chart" not in self._kept:
            return self.analysis.basic_chart
        chart = self._kept["chart"]
        return Chart({(kind, row, up): letters for kind, row, up, letters in chart["cells"]}, name=chart["name"])

    def keep(self, hand: Iterable[str] = Figures.parts, spot: Iterable[str] = ()) -> None:
        """Store these results, unless some results are stored already."""
        if not self._kept:
            cells = [[*cell, letters] for cell, letters in self.chart.cells.items()]
            chart = {"name": self.chart.name, "cells": cells}
            self._kept = {"chart": chart, "hand": self.hand.plain(hand), "spot": self.spot.plain(spot)}
            self._entry.save(self._kept)


@lru_cache
def _code() -> str:
    """A digest of the modules that compute the results."""
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
"""The modules that compute the results."""


__all__ = ["Best", "Figures", "Price", "Raise", "SpotFigures"]
