"""The price report: the typed models behind `pitboss price --json`.

The field names are stable. A float that is an exact fraction has that fraction next to it, as text such as "7/495".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.days import future_note
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Header, Provenance, Provision, Value, value_text
from pitboss.exhibit import Catalogue, Exhibit
from pitboss.plots import bars
from pitboss.pricing.choices import plain_options
from pitboss.pricing.distribution import Distribution, square_root
from pitboss.pricing.events import PricedEvent, priced_events, with_events
from pitboss.pricing.risk import ROUNDS, WagerRisk, wager_risk

Method = Literal["exact", "simulation"]
_WEAKNESS: tuple[Provenance, ...] = get_args(Provenance)


ROUNDING = 1e-12
"""The rounding error allowed in the cost of a strategy."""
LONGEST = 20
"""The maximum length of a fraction that is shown; longer ones appear only on request."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PricedOutcome(_Frozen):
    """A possible result of a wager."""

    net: str = Field(description='Net result per unit of whatever `per` names, as an exact number: "9/5", "-1"')
    probability: float
    exact: str | None = Field(default=None, description="The probability as an exact fraction")
    combinations: int | None = Field(
        default=None, description="The number of the `PricedWager.space` outcomes with this result"
    )


IN_THE_POT = "unit in the pot"
"""The name of the base of a rake."""


class PricedWager(Exhibit, _Frozen):
    """The price of a wager, or of several wagers combined."""

    id: str
    name: str
    section: str
    house_edge: float = Field(description="Average loss per unit of whatever `per` names; negative: a player's edge")
    exact: str | None = Field(default=None, description="The house edge as an exact fraction")
    element_of_risk: float = Field(description="Average loss per unit put at risk, including later wagers")
    std_dev: float
    hit_rate: float = Field(description="The probability of a net win")
    push_rate: float = Field(description="The probability of getting back exactly the amount wagered")
    per: str = Field(default="initial wager", description="The base of the house edge")
    method: Method = "exact"
    error: float = Field(default=0, description="A bound on the error of the house edge; 0 if it is exact")
    outcomes: tuple[PricedOutcome, ...]
    events: tuple[PricedEvent, ...] = Field(
        default=(), description="The named events that make up the results; events with the same result stay apart"
    )

    group: str = ""
    offered: bool = Field(default=True, description="Whether the wager is on this layout, or only permissible")
    odds: dict[str, str] = Field(default={}, description='Odds by outcome, such as "9 to 5"; a single outcome is ""')
    provenance: Provenance = Field(default="text", description="The weakest source that the price is based on")
    citation: str = Field(default="", description="The section as cited on the date of the report")
    paid_under: str = Field(default="", description="The section of the odds, as cited on the date of the report")
    space: int | None = Field(default=None, description="The number of equally likely outcomes, if they were counted")
    element_of_risk_exact: str | None = None
    action: float = Field(default=1, description="Average amount put at risk per unit of whatever `per` names")
    action_exact: str | None = None
    rounds: float | None = Field(default=None, description="Expected rolls, spins or deals until it is decided")
    rounds_exact: str | None = None
    per_round: float | None = Field(default=None, description="House edge per roll, spin or deal until it is decided")
    per_round_exact: str | None = None
    house_edge_resolved: float | None = Field(default=None, description="House edge when voids are not counted")
    house_edge_resolved_exact: str | None = None
    house_edge_with_percentage: float | None = Field(
        default=None, description="House edge when a percentage paid in advance counts as wagered"
    )
    house_edge_with_percentage_exact: str | None = None
    parts: tuple[str, ...] = Field(default=(), description="The wagers that this row combines")
    note: str = ""
    risk: WagerRisk | None = Field(default=None, description="The risk over many rounds, if requested")

    def risk_over(self, rounds: int = ROUNDS, bet: float | None = None, bankroll: float | None = None) -> WagerRisk:
        """Return the volatility, the interval of the hold, losing runs, ruin and the Kelly bet over some rounds.

        `bet` and `bankroll` are in dollars.
        """
        nets = [(Fraction(one.net), one.probability) for one in self.outcomes]
        return wager_risk(self, nets, rounds, bet, bankroll)

    @property
    def is_rake(self) -> bool:
        """Whether this is the house's rake from a pot instead of the edge of a wager."""
        return self.per == IN_THE_POT

    def __repr__(self) -> str:
        edge = f"{self.exact} = {self.house_edge:.4%}" if self.exact else f"≈ {self.house_edge:.4%}"
        return f"PricedWager({self.id!r}, house edge {edge} per {self.per})"

    def title(self) -> str:
        exact = f" = {self.exact}" if self.exact and len(self.exact) <= LONGEST else ""
        note = f". {self.note}" if self.note else ""
        return f"{self.name}, {self.citation}: house edge {self.house_edge:.4%}{exact} per {self.per}{note}"

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per possible result."""
        return [one.model_dump(exclude_none=True) for one in self.outcomes]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {"net": one.net, "probability": f"{one.probability:.6%}", "exactly": _short(one.exact)}
            for one in self.outcomes
        ]

    def to_svg(self) -> str:
        return bars([(float(Fraction(one.net)), one.net, one.probability) for one in self.outcomes], self.name)

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


class Chance(_Frozen):
    """The probability of one value."""

    value: str = Field(description='The value: "4", or "52 or more" for all rarer ones')
    probability: float
    exact: str | None = Field(default=None, description="The probability as an exact fraction")


class Frequency(_Frozen):
    """How often something of interest happens besides the result: points made, rolls thrown."""

    id: str
    name: str
    wager: str = Field(default="", description="The wager it belongs to; empty for the game as a whole")
    citation: str = Field(default="", description="The section it follows from, as cited on the date of the report")
    mean: float
    mean_exact: str
    std_dev: float
    variance_exact: str
    chances: tuple[Chance, ...]


class Unpriced(_Frozen):
    """A wager that the chapter permits on the layout's date but that cannot be priced."""

    id: str
    name: str
    citation: str
    reason: str


class PriceReport(Catalogue, _Frozen):
    """The price of every wager of a game under a licensee's choices."""

    game: str
    on: date
    options: dict[str, bool | int | float | str]
    wagers: tuple[PricedWager, ...]
    combinations: tuple[PricedWager, ...] = Field(default=(), description="Wagers that belong together, priced as one")
    unpriced: tuple[Unpriced, ...] = Field(default=(), description="Permitted wagers whose odds are in no text held")
    frequencies: tuple[Frequency, ...] = Field(default=(), description="The frequency of other events")
    strategy: Any = Field(default=None, description="The best strategy, if the game has decisions")
    seconds: float = 0
    note: str = Field(default="", description="The assumption made for a date in the future")
    unlawful: tuple[str, ...] = Field(default=(), description="The table's breaches of the chapter")

    def members(self) -> tuple[PricedWager, ...]:
        """Every wager, including combined ones."""
        return (*self.wagers, *self.combinations)

    def __iter__(self) -> Iterator[PricedWager]:  # type: ignore[override]  # pydantic's own goes over fields
        return iter(self.members())

    def __getitem__(self, id: str) -> PricedWager:
        found: PricedWager = self.get(id)
        return found

    def with_risk(self, rounds: int = ROUNDS, bet: float | None = None, bankroll: float | None = None) -> PriceReport:
        """Return the report with the risk of every wager over a number of rounds; amounts are in dollars."""

        def risky(some: tuple[PricedWager, ...]) -> tuple[PricedWager, ...]:
            return tuple(one.model_copy(update={"risk": one.risk_over(rounds, bet, bankroll)}) for one in some)

        return self.model_copy(update={"wagers": risky(self.wagers), "combinations": risky(self.combinations)})

    def title(self) -> str:
        return f"{self.game} on {self.on}: {len(self.wagers)} wagers"

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per wager with every figure except its individual results."""
        return [one.model_dump(mode="json", exclude={"outcomes", "events", "risk"}) for one in self]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "wager": one.id,
                "edge": f"{one.house_edge:.4%}",
                "exactly": _short(one.exact) or "≈",
                "at risk": f"{one.element_of_risk:.4%}",
                "wins": f"{one.hit_rate:.2%}",
                "deviation": f"{one.std_dev:.3f}",
                "per": one.per,
            }
            for one in (*self.wagers, *self.combinations)
        ]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def _short(exact: str | None) -> str:
    return "" if exact is None else exact if len(exact) <= LONGEST else "…"


def make_frequency(
    layout: Layout,
    id: str,
    name: str,
    section: str,
    chances: Mapping[int, Fraction],
    *,
    wager: str = "",
    moments: tuple[Fraction, Fraction] | None = None,
) -> Frequency:
    """Build a frequency from exact probabilities.

    If there are infinitely many values, `moments` gives the mean and variance and `chances` covers the common ones; the
    last row then stands for all the rest.
    """
    mean = sum((value * chance for value, chance in chances.items()), Fraction())
    variance = sum((value**2 * chance for value, chance in chances.items()), Fraction()) - mean**2
    if moments is not None:
        mean, variance = moments
    rows = {str(value): chance for value, chance in chances.items()}
    if left := 1 - sum(chances.values(), Fraction()):
        rows[f"{max(chances) + 1} or more"] = left
    return Frequency(
        id=id,
        name=name,
        wager=wager,
        citation=layout.cite(section),
        mean=float(mean),
        mean_exact=str(mean),
        std_dev=square_root(variance),
        variance_exact=str(variance),
        chances=tuple(
            Chance(value=value, probability=float(chance), exact=str(chance)) for value, chance in rows.items()
        ),
    )


def price_report(
    layout: Layout,
    wagers: Iterable[PricedWager],
    combinations: Iterable[PricedWager] = (),
    strategy: Any = None,
    frequencies: Iterable[Frequency] = (),
) -> PriceReport:
    """Build the report of a layout; `price` fills in the time it took."""
    _check_strategy_costs(strategy)
    return PriceReport(
        game=layout.rules.game.id,
        on=layout.on,
        options={name: plain_value(value) for name, value in plain_options(layout.options).items()},
        wagers=tuple(_with_notes(layout, one) for one in wagers),
        combinations=tuple(_with_notes(layout, one) for one in combinations),
        unpriced=tuple(
            Unpriced(
                id=rule.id,
                name=rule.name,
                citation=layout.cite(rule.section),
                reason="permitted on this day, but its odds are in no text held",
            )
            for rule in layout.rules.wagers.values()
            if rule.retired and rule.in_force(layout.on)
        ),
        frequencies=tuple(frequencies),
        strategy=strategy,
        note=future_note(layout.on),
        unlawful=tuple(str(one) for one in layout.breaches),
    )


def _with_notes(layout: Layout, one: PricedWager) -> PricedWager:
    """Add the rules' remarks and a note about reconstructed pay tables to a price."""
    wagers = one.parts or (one.id,)
    notes = [note.says for note in layout.rules.price_notes if note.holds(wagers, layout.options)]
    tables = dict.fromkeys(table for wager in wagers for table in _reconstructed_tables(layout, wager))
    if tables:
        notes.append(f"Reconstructed, because no text was found: {', '.join(tables)}.")
    return one.model_copy(update={"note": " ".join([*filter(None, [one.note]), *notes])}) if notes else one


def _reconstructed_tables(layout: Layout, wager: str) -> Iterator[str]:
    """Yield a wager's pay tables that are reconstructed."""
    if wager not in layout.rules.wagers:
        return
    paid = layout.paid(wager)
    for name in (paid.table, *(layout.paid(other).table for other in paid.like)):
        value = layout.option(name) if name else None
        if (
            name
            and value is not None
            and layout.rules.pay_tables[name][value_text(value)].provenance == "reconstructed"
        ):
            yield f"{layout.rules.options[name].name.lower()} {value_text(value)}"


def _check_strategy_costs(strategy: Mapping[str, Any] | None) -> None:
    """Raise an error if a simpler strategy beats the best one, since one of them must be wrong."""
    for one in (strategy or {}).get("simpler", ()):
        if one["cost"] < -ROUNDING:
            raise AssertionError(f"{one['name']} costs {one['cost']}, which is less than the best play")


def wager_price(
    layout: Layout,
    wager: str,
    distribution: Distribution,
    *,
    per: str = "initial wager",
    rounds: Fraction | None = None,
    action: Fraction = Fraction(1),
    resolved: Fraction | None = None,
    with_percentage: Fraction | None = None,
    odds: Mapping[str, str] | None = None,
    rests_on: Iterable[Provision] = (),
    together: tuple[str, ...] = (),
    name: str = "",
    note: str = "",
) -> PricedWager:
    """Build the price of a wager from the exact distribution of its net result.

    `action` is the average total amount put at risk per unit; `resolved` and `with_percentage` are house edges on other
    bases; `rests_on` are further provisions the price depends on. With `together`, the row is for the wager combined
    with those others.
    """
    rule = layout.rules.wagers[wager]
    pays = layout.paid(wager)
    edge = distribution.house_edge
    distribution = with_events(distribution, {row: odds.ratio for row, odds in layout.odds_table(wager).items()})
    parts = (wager, *together) if together else ()
    counts = distribution.counts
    basis = [*_basis(layout, wager), *rests_on, *(one for other in together for one in _basis(layout, other))]
    stated = odds if odds is not None else {key: str(value) for key, value in layout.odds_table(wager).items()}
    return PricedWager(
        id="+".join(parts) or wager,
        name=name or rule.name,
        section=rule.section,
        house_edge=float(edge),
        exact=str(edge),
        element_of_risk=float(edge / action),
        element_of_risk_exact=str(edge / action),
        std_dev=distribution.std_dev,
        hit_rate=float(distribution.hit_rate),
        push_rate=float(distribution.push_rate),
        per=per,
        outcomes=tuple(
            PricedOutcome(
                net=str(net),
                probability=float(chance),
                exact=str(chance),
                combinations=None if counts is None else counts[net],
            )
            for net, chance in distribution.probabilities.items()
        ),
        events=priced_events(distribution),
        group=rule.group,
        offered=all(layout.offers(layout.rules.wagers[one]) for one in (wager, *together)),
        odds=dict(stated),
        provenance=weakest_provenance([*basis, layout.rules.game]),
        citation=layout.cite(rule.section),
        paid_under=layout.cite(pays.section),
        space=distribution.space,
        action=float(action),
        action_exact=str(action),
        rounds=_float(rounds),
        rounds_exact=_text(rounds),
        per_round=None if rounds is None else float(edge / rounds),
        per_round_exact=None if rounds is None else str(edge / rounds),
        house_edge_resolved=_float(resolved),
        house_edge_resolved_exact=_text(resolved),
        house_edge_with_percentage=_float(with_percentage),
        house_edge_with_percentage_exact=_text(with_percentage),
        parts=parts,
        note=" ".join(filter(None, (note, rule.note))),
    )


def refuse_own_odds(layout: Layout, wager: str) -> None:
    """Raise a ValueError if a wager between players is given odds: each side wins what the other loses."""
    if (wager, "") in layout.raised and layout.raised[wager, ""].ratio != 1:
        raise ValueError(f"{wager} is settled between players: it has no odds that could be changed")


def weakest_provenance(provisions: Iterable[Provision | Header]) -> Provenance:
    """Return the weakest provenance among several provisions, or of a game as a whole."""
    return max((provision.provenance for provision in provisions), key=_WEAKNESS.index, default="text")


def _basis(layout: Layout, wager: str) -> Iterable[Provision]:
    """Return the provisions that define a wager and its odds."""
    pays = layout.paid(wager)
    yield layout.rules.wagers[wager]
    yield pays
    if pays.table is not None:
        yield layout.rules.pay_tables[pays.table][value_text(layout.options[pays.table])]
    for other in pays.like:
        yield from _basis(layout, other)


def _float(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def plain_value(value: Value) -> bool | int | float | str:
    """Return an option's value as JSON has it."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value
