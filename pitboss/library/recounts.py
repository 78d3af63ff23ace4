"""Counts made again from scratch, and compared with those that a game ships and those that this machine keeps.

Nothing that was kept or shipped is read while counting. Every entry that a first price and a first simulation of the
table then make is compared, figure by figure, with the shipped and the kept entry of the same name; what a game ships
in `counts.toml` is checked as the game says (`Pricing.shipped_counts`). A shipped entry that the usual table no longer
asks for is a disagreement too. What a process holds in memory is not counted again, so it must be a new process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import monotonic
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.contract import contract_of
from pitboss.families.house_poker.price.solutions import loose, unpack
from pitboss.pricing import cache, entry
from pitboss.pricing.contract import Progress
from pitboss.pricing.recount import difference, figures_of
from pitboss.simulation import kernel_of

Source = Literal["shipped", "kept on this machine"]
Following = Callable[[str], Progress]
"""Shows the progress of what is named."""


class ComparedCount(BaseModel):
    """A count beside the same count made again."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    source: Source
    made_by: str = ""
    how: str
    figures: int
    agrees: bool
    difference: str = ""


class Recount(BaseModel):
    """What was counted again for a table, and whether it agrees with what was there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    on: str
    counted: int
    """How many entries the price and the simulation made from scratch."""
    compared: tuple[ComparedCount, ...]
    agrees: bool
    seconds: float


def recount(layout: Layout, follow: Following) -> Recount:
    """Count everything that a table's price and simulation rest on again, and compare."""
    begun = monotonic()
    made = made_from_scratch(layout, follow)
    compared = [*_entries(layout, made), *_of_the_game(layout, follow)]
    return Recount(
        game=layout.rules.game.id,
        on=layout.on.isoformat(),
        counted=len(made),
        compared=tuple(compared),
        agrees=all(one.agrees for one in compared),
        seconds=round(monotonic() - begun, 1),
    )


def made_from_scratch(layout: Layout, follow: Following) -> dict[str, dict[str, Any]]:
    """The entries that a first price and a first simulation of a table make where nothing is kept or shipped."""
    game = layout.rules.game.id
    with cache.from_scratch() as folder:
        entry.price(layout, progress=follow(f"{game}: the price from scratch"))
        if contract_of(game).simulation is not None:
            kernel_of(layout)
        found = {path.stem: cache.kept(path.stem) for path in sorted(folder.glob("*.json"))}
    return {name: held for name, held in found.items() if held is not None}


def _entries(layout: Layout, made: Mapping[str, Mapping[str, Any]]) -> Iterator[ComparedCount]:
    shipped = cache.shipped(layout.rules.game.id)
    for name, again in made.items():
        there: dict[Source, dict[str, Any] | None] = {
            "shipped": shipped.get(name),
            "kept on this machine": cache.kept(name),
        }
        for source, held in there.items():
            if held is not None:
                yield _compared(name, source, held, again)
    if layout.plain() == Layout.of(layout.rules.game.id).plain():
        for name in sorted(shipped.keys() - made.keys()):
            unused = "a first price and simulation of the usual table do not ask for it"
            made_by = str(shipped[name].get("made_by", ""))
            yield ComparedCount(
                name=name,
                source="shipped",
                made_by=made_by,
                how="not counted",
                figures=0,
                agrees=False,
                difference=unused,
            )


def _compared(name: str, source: Source, held: Mapping[str, Any], again: Mapping[str, Any]) -> ComparedCount:
    one, other = loosened(held["value"]), loosened(again["value"])
    differs = difference(one, other)
    return ComparedCount(
        name=name,
        source=source,
        made_by=str(held.get("made_by", "")),
        how="counted again in full",
        figures=figures_of(other),
        agrees=not differs,
        difference=differs,
    )


def _of_the_game(layout: Layout, follow: Following) -> Iterator[ComparedCount]:
    for one in entry.pricing_of(layout).shipped_counts(layout):
        checked = one.check(follow(f"{layout.rules.game.id}: {one.name}"))
        yield ComparedCount(
            name=one.name,
            source="shipped",
            made_by=one.made_by,
            how=checked.how,
            figures=checked.figures,
            agrees=not checked.difference,
            difference=checked.difference,
        )


def loosened(value: Any) -> Any:
    """Plain data whose arrays are not compressed by themselves."""
    if isinstance(value, dict):
        if set(value) == {"shape", "type", "bytes"}:
            return loose(unpack(value))
        return {name: loosened(one) for name, one in value.items()}
    if isinstance(value, list):
        return [loosened(one) for one in value]
    return value


__all__ = ["ComparedCount", "Recount", "loosened", "made_from_scratch", "recount"]
