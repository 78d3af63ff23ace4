"""Every option of a game at a table: its value, the values it may have, its section, and how far it moves the price.

The effects are those of changing one option of a default table at a time. They take minutes to compute, so those of
our own games are cached in `option_effects.json` (`make docs-data` computes them again); `priced` computes them for
the given table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.check import permits, resolve_options
from pitboss.chapter.days import future_note
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import LOSES
from pitboss.chapter.rules import Option, Provenance, same_value, value_text
from pitboss.chapter.table_file import TableFile
from pitboss.exhibit import Catalogue
from pitboss.library.layouts import layout as layout_named
from pitboss.library.papers.words import in_effect
from pitboss.library.sweeps import ALL, Bars, Sweep, every_wager, no_bar, sweep

EFFECTS = "option_effects.json"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class Effect(_Model):
    """How far one option alone moves the house edge of some wagers."""

    wagers: tuple[str, ...] = Field(description="Wagers with the same prices, by id")
    least: float = Field(description="The lowest house edge over the option's values")
    most: float


class TableOption(_Model):
    """An option at a table, or odds that differ from the chosen pay table."""

    id: str
    name: str
    value: str = Field(description="The value at this table")
    default: str = Field(description="The value of a table that does not state it; empty for a row that the table adds")
    changed: bool = Field(description="Whether the table differs from the default")
    values: tuple[str, ...] = Field(default=(), description="The permitted values that can be listed")
    permitted: str = Field(default="", description="All permitted values, in words")
    computable: str = Field(default="", description="The values with which an unlawful table can be priced, in words")
    section: str
    citation: str
    provenance: Provenance
    in_effect: bool = Field(description="Whether it matters at this table; not, say, for a wager that is not offered")
    moves: bool | None = Field(description="Whether it moves a price; null if that is not known")
    effects: tuple[Effect, ...] = Field(default=(), description="Whose price it moves, and how far, alone")


class OptionList(Catalogue, _Model):
    """Every option of a game on a date, those that a table has changed first."""

    game: str
    on: date
    options: tuple[TableOption, ...]
    effects_of: str = Field(description="The table whose price the effects are about")
    unlawful: tuple[str, ...] = Field(default=(), description="The table's breaches of the chapter")
    note: str = Field(default="", description="The assumption made for a date in the future")

    noun: ClassVar[str] = "option"

    def members(self) -> tuple[TableOption, ...]:
        return self.options

    def __iter__(self) -> Iterator[TableOption]:  # type: ignore[override]  # pydantic iterates over fields
        return iter(self.members())

    def __getitem__(self, id: str) -> TableOption:
        found: TableOption = self.get(id)
        return found

    def title(self) -> str:
        return f"{self.game} on {self.on}: {len(self.options)} options"

    def rows(self) -> list[dict[str, Any]]:
        return [one.model_dump(mode="json") for one in self.options]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "option": one.id,
                "here": one.value,
                "default": one.default,
                "permitted": one.permitted,
                "moves": describe_effect(one),
                "section": one.citation,
            }
            for one in self.options
        ]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def options(
    game: str | Layout,
    on: str | date | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    table: str | Path | TableFile | None = None,
    unlawful: bool = False,
    priced: bool = False,
    bars: Bars = no_bar,
    **choices: Any,
) -> OptionList:
    """List every option of a game on a date: value at this table, default, permitted values, section and effect.

    With `priced`, the effects are computed for this table instead of read from the cached ones of a default table.

    >>> found = options("craps", on="2008-06-01", vig_timing="on_win")
    >>> found["vig_timing"].value, found["vig_timing"].default, found.options[0].id
    ('on_win', 'when_made', 'vig_timing')
    """
    layout = layout_named(game, on, options=options, odds=odds, table=table, unlawful=unlawful, **choices)
    effects = effects_in(sweep(layout, ALL, bars=bars, unlawful=unlawful)) if priced else cached_effects(layout)
    listed = sorted(table_options(layout, effects), key=lambda one: not one.changed)
    return OptionList(
        game=layout.rules.game.id,
        on=layout.on,
        options=tuple(listed),
        effects_of="this table" if priced else "a default table today",
        unlawful=tuple(str(one) for one in layout.breaches),
        note=future_note(layout.on),
    )


def table_options(layout: Layout, effects: Mapping[str, tuple[Effect, ...]] = {}) -> Iterator[TableOption]:
    """Yield the odds that differ from the chosen pay tables, then every option in the order of the rules."""
    yield from _own_odds(layout)
    defaults = resolve_options(layout.rules, layout.on, {}, {})
    for name, value in layout.options.items():
        option = layout.rules.options[name].beside(layout.options)
        default = defaults.get(name, option.default)
        of_choice = option.under(option.choice(value))
        yield TableOption(
            id=name,
            name=option.name,
            value=value_text(value),
            default=value_text(default),
            changed=not same_value(value, default),
            values=tuple(_listed(layout, option)),
            permitted=option.permitted(layout.on),
            computable=option.computable_text,
            section=of_choice.section,
            citation=layout.cite(of_choice.section.split(", ")[0]),
            provenance=of_choice.provenance,
            in_effect=in_effect(layout, option, value),
            moves=bool(effects[name]) if name in effects else None,
            effects=effects.get(name, ()),
        )


def _own_odds(layout: Layout) -> Iterator[TableOption]:
    usual = Layout(layout.rules, layout.on, layout.options, {}, layout.limits)
    shown = {layout.rules.options[name].sets_odds for name in layout.options}
    for key, stated in layout.stated_odds.items():
        if key in shown:
            continue  # the option that sets these odds is listed
        wager, _, outcome = key.partition(".")
        least = usual.paid_for(wager, outcome) if wager in usual.permissible else None
        rule, pays = layout.rules.wagers[wager], layout.paid(wager)
        yield TableOption(
            id=f"odds.{key}",
            name=f"{rule.name}, {outcome.replace('_', ' ').replace('.', ' ')}" if outcome else rule.name,
            value="loses" if stated == LOSES else stated,
            default=str(least) if least is not None else "not paid",
            changed=True,
            permitted="the odds of the chapter" if pays.exactly is not None else "the odds of the chapter or more",
            computable="any odds, or loses",
            section=pays.section,
            citation=layout.cite(pays.section),
            provenance=pays.provenance,
            in_effect=wager in layout.wagers,
            moves=None,
        )


def _listed(layout: Layout, option: Option) -> Iterator[str]:
    for choice in option.values:
        if permits(layout.rules, option, choice.value, layout.on):
            yield value_text(choice.value)


def effects_in(swept: Sweep) -> dict[str, tuple[Effect, ...]]:
    """Return the effects of each option that was varied in a sweep of all options, the largest first."""
    found: dict[str, list[Effect]] = {name: [] for name in swept.still}
    for moved in every_wager(swept):
        edges: dict[str, list[float]] = {}
        for row in moved.rows:
            if "option" in row.options:
                edges.setdefault(row.options["option"], []).append(row.house_edge)
        for name, some in edges.items():
            effect = Effect(wagers=tuple(moved.wagers), least=min(some), most=max(some))
            found.setdefault(name, []).append(effect)
    return {name: tuple(sorted(some, key=lambda one: one.least - one.most)) for name, some in found.items()}


def cached_effects(layout: Layout) -> dict[str, tuple[Effect, ...]]:
    """Return the cached effects of a default table of today; empty for a game that has none."""
    found: dict[str, tuple[Effect, ...]] = {}
    for name, effects in _cache().get(layout.rules.game.id, {}).items():
        found[name] = tuple(Effect(wagers=tuple(wagers), least=least, most=most) for wagers, least, most in effects)
    return found


@cache
def _cache() -> dict[str, dict[str, list[tuple[list[str], float, float]]]]:
    text = (files("pitboss.library") / EFFECTS).read_text("utf-8")
    read: dict[str, dict[str, list[tuple[list[str], float, float]]]] = json.loads(text)
    return read


def describe_effect(one: TableOption, digits: int = 4) -> str:
    """Describe how far an option moves a price: the wager that it moves most, and how many others."""
    if not one.effects:
        return "moves no price" if one.moves is False else ""
    first = one.effects[0]
    others = sum(len(effect.wagers) for effect in one.effects) - 1
    more = f" and {others} more" if others else ""
    return f"{first.wagers[0]}{more}: {first.least:.{digits}%} to {first.most:.{digits}%}"
