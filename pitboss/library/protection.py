"""What information is worth at a table: the exposures of a game, and the vulnerability report of a laboratory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Provenance
from pitboss.chapter.table_file import TableFile
from pitboss.documents.document import Block, Document, Grid, Heading, Listed, Pairs, Signatures, Text
from pitboss.exhibit import Exhibit
from pitboss.library.layouts import layout as layout_named
from pitboss.library.prices import desk
from pitboss.pricing.choices import plain_options
from pitboss.pricing.contract import NotSupported
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.exposures import Exposure, late_wagers
from pitboss.pricing.report import PriceReport, plain_value
from pitboss.version import __version__

USUAL_BIAS, MOST_BIAS = 0.1, 1.0
LATE = "late_wager_"
NO_HELP = "8.1"
"""The section that forbids such help at a table."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Becomes(_Frozen):
    """An irregularity that an exposure is when it happens."""

    id: str
    name: str
    section: str
    provenance: Provenance


class ExposureReport(_Frozen):
    """A piece of information, and what it is worth to a player who makes the best use of it."""

    id: str
    description: str
    section: str = Field(description="The section that should prevent it; empty if the rules of the game hold none")
    citation: str = Field(description="The same as cited on the date of the report")
    provenance: Provenance | None = Field(description="The provenance of that provision")
    irregularities: tuple[Becomes, ...] = Field(description="The irregularities of the game that it becomes")
    edge: float = Field(description="The player's expectation per initial wager made with the information")
    method: Literal["exact", "simulated"]
    error: float = Field(description="Half the width of the 95 percent interval; 0 for an exact edge")
    without: float | None = Field(description="The best expectation of the same player without the information")
    rounds: float = Field(description="The share of rounds in which the player bets")
    use: str = Field(description="The decision rule")
    remedy: str = Field(description="A countermeasure; without the information the edge is `without`")

    @property
    def per_round(self) -> float:
        """The player's expectation per round, counting rounds without a wager."""
        return self.edge * self.rounds

    @property
    def late(self) -> bool:
        """Whether it is a wager made after the result."""
        return self.id.startswith(LATE)


class ProtectReport(Exhibit, _Frozen):
    """What a table should not give away, ranked by the player's edge."""

    game: str
    on: date
    options: dict[str, bool | int | float | str]
    exposures: tuple[ExposureReport, ...]
    none: str = Field(default="", description="Why there are no exposures, if there are none")
    notice: str = Field(description="That such help is forbidden at a table, with the section")

    def title(self) -> str:
        return f"{self.game} on {self.on}: what information is worth to a player"

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per exposure."""
        return [one.model_dump(mode="json", exclude={"irregularities"}) for one in self.exposures]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {"exposure": one.description, "edge": f"{one.edge:+.3%}", "method": one.method, "section": one.section}
            for one in self.exposures
        ]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def protect(
    game: str | Layout,
    on: str | date | None = None,
    *,
    exposures: str | Sequence[str] = (),
    bias: float | str = USUAL_BIAS,
    success: float = 1.0,
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    table: str | Path | TableFile | None = None,
    unlawful: bool = False,
    progress: Callable[[float], None] = lambda share: None,
    **choices: Any,
) -> ProtectReport:
    """Compute what each piece of information is worth to a player who makes the best use of it.

    `exposures` are the ids to compute, by default all. `bias` is how much more often than it should an unfair die or
    wheel shows one result. `success` is the probability that a chip added after the result is paid.

    >>> known = protect("mini-baccarat", exposures="next_card", decks=8).exposures[0]
    >>> f"{known.edge:.3%}", known.use
    ('6.765%', 'banker_hand: 0, 1, 2, 3, 4, 5; player_hand: 6, 7, 8, 9')
    """
    unfair = Fraction(str(bias))
    if not 0 < unfair <= MOST_BIAS:
        raise ValueError(f"a bias of {float(unfair):g}: more than 0 and up to {MOST_BIAS:g} can be computed")
    if not 0 <= success <= 1:
        raise ValueError(f"a probability of success of {success:g}: from 0 to 1")
    layout = layout_named(game, on, options=options, odds=odds, table=table, unlawful=unlawful, **choices)
    every, none = _exposures(layout, unfair, success)
    asked = [exposures] if isinstance(exposures, str) else list(exposures)
    ids = [one.id for one in every]
    if unknown := [one for one in asked if one not in ids]:
        raise ValueError(
            f"{layout.rules.game.id} has no exposure {unknown[0]!r}; use {', '.join(ids) or 'another game'}"
        )
    chosen = [one for one in every if not asked or one.id in asked]
    found = []
    for number, one in enumerate(chosen):
        found.append(_measured(layout, one))
        progress((number + 1) / len(chosen))
    return ProtectReport(
        game=layout.rules.game.id,
        on=layout.on,
        options={name: plain_value(value) for name, value in plain_options(layout.options).items()},
        exposures=tuple(sorted(found, key=lambda one: -one.edge)),
        none=none,
        notice=f"{layout.cite(NO_HELP)} forbids such help at a table: nothing of this can be reached from one in play.",
    )


def _exposures(layout: Layout, bias: Fraction, success: float) -> tuple[list[Exposure], str]:
    """The exposures of a layout, or the reason why there are none."""
    try:
        pricing = pricing_of(layout)
        own = list(pricing.exposures(layout, bias))
        prices: PriceReport = desk.price(layout)
    except NotSupported as error:
        return [], str(error)
    found = [*own, *(late_wagers(layout, prices, success) if pricing.against_house else ())]
    return found, "" if found else "players win from a pot, not from the house, so no exposure has a price"


def _measured(layout: Layout, one: Exposure) -> ExposureReport:
    worth, provision = one.measure(), one.provision(layout)
    return ExposureReport(
        id=one.id,
        description=one.description,
        section="" if provision is None else provision.section,
        citation="" if provision is None else layout.cite(provision.section),
        provenance=None if provision is None else provision.provenance,
        irregularities=tuple(
            Becomes(id=each.id, name=each.name, section=each.section, provenance=each.provenance)
            for each in one.irregularities(layout)
        ),
        edge=worth.edge,
        method=worth.method,
        error=worth.error,
        without=worth.without,
        rounds=worth.rounds,
        use=worth.use,
        remedy=one.remedy,
    )


# ---- The vulnerability report


def vulnerability_report(found: ProtectReport, layout: Layout) -> Document:
    """Write the vulnerability report of a table: exposures by edge and by frequency, and countermeasures."""
    game = layout.rules.game
    changed = [(name, str(value)) for name, value in found.options.items()]
    return Document(
        title=f"{game.name}: vulnerability report",
        overline="Game protection",
        subtitle=f"As in force on {found.on}",
        stamp=(("game", game.id), ("date", str(found.on)), ("Pitboss", __version__)),
        foot=f"Vulnerability report · {game.name}",
        blocks=(
            Text(found.notice, "warning"),
            Heading("Summary"),
            *_summary(found),
            Heading("Exposures by edge"),
            *_by_edge(found),
            Heading("Exposures by frequency"),
            *_by_frequency(found),
            Heading("Countermeasures"),
            *_countermeasures(found),
            Heading("Provisions and irregularities"),
            *_provisions(found),
            Heading("Method"),
            *_method(found),
            Heading("Table"),
            Pairs(tuple(changed)) if changed else Text("The licensee makes no choices at this game."),
            Heading("Signatures"),
            Signatures(("Prepared by", "Checked by", "For the licensee", "For the regulator")),
        ),
    )


def _summary(found: ProtectReport) -> tuple[Block, ...]:
    if not found.exposures:
        return (Text(found.none),)
    worst, beaten = found.exposures[0], sum(one.edge > 0 for one in found.exposures)
    return (
        Text(
            f"{beaten} of {len(found.exposures)} exposures give a player an advantage. The largest is "
            f"{worst.edge:+.3%} per initial wager: {_lowered(worst.description)}.",
            "lead",
        ),
    )


def _by_edge(found: ProtectReport) -> tuple[Block, ...]:
    rows = tuple(
        (one.description, f"{one.edge:+.3%}", _interval(one), one.citation.removeprefix("N.J.A.C. ") or "none is held")
        for one in found.exposures
    )
    caption = "Edge: the player's expectation per initial wager made with the information."
    return (Grid(("exposure", "edge", "method", "section"), rows, right=(1,), caption=caption),)


def _by_frequency(found: ProtectReport) -> tuple[Block, ...]:
    """The exposures by what they are worth in a round, counting those in which the player sits out."""
    ranked = sorted((one for one in found.exposures if one.edge > 0), key=lambda one: -one.per_round)
    rows = tuple((one.description, f"{one.rounds:.2%}", f"{one.per_round:+.3%}") for one in ranked)
    caption = "Only exposures with an advantage. Rounds: the share of rounds in which the player bets."
    return (Grid(("exposure", "rounds", "edge per round"), rows, right=(1, 2), caption=caption),)


def _countermeasures(found: ProtectReport) -> tuple[Block, ...]:
    measures: dict[str, list[ExposureReport]] = {}
    for one in found.exposures:
        if one.remedy:
            measures.setdefault(one.remedy, []).append(one)
    rows = []
    for remedy, removed in measures.items():
        gains = [one.edge - one.without for one in removed if one.without is not None]
        rows.append((remedy, str(len(removed)), f"{max(gains):.3%}" if gains else ""))
    caption = "Removes at most: the largest gain over the same player without the information."
    return (Grid(("countermeasure", "exposures", "removes at most"), tuple(rows), right=(1, 2), caption=caption),)


def _provisions(found: ProtectReport) -> tuple[Block, ...]:
    named = {each.id: each for one in found.exposures for each in one.irregularities}
    points = tuple(f"{one.section}: {one.name} ({one.provenance})" for one in named.values())
    missing = sum(not one.section for one in found.exposures)
    said = f"For {missing} exposures the rules of this game hold no provision." if missing else ""
    return tuple(
        block for block in (Listed(points) if points else None, Text(said, "quiet") if said else None) if block
    ) or (Text("No irregularity of this game is about these exposures."),)


def _method(found: ProtectReport) -> tuple[Block, ...]:
    return (
        Text(
            "Information that comes before the wagers is used for the best wager or none; information that comes later "
            "for the best decision in every round. Exact edges are counted over all cards or results. Simulated edges "
            "have a 95 percent interval. A late chip is added to a wager of one chip whenever it wins."
        ),
    )


def _interval(one: ExposureReport) -> str:
    return "exact" if one.method == "exact" else f"simulated, ± {one.error:.3%}"


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]
