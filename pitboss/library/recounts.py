"""Recompute counts from scratch and compare them with the shipped and the cached ones.

Nothing cached or shipped is read while counting. Every entry that the first price and the first simulation of a table
produce is compared, figure by figure, with the shipped and the cached entry of the same name; the counts in a game's
`counts.toml` are checked by the game's own method (`Pricing.shipped_counts`). A shipped entry that the default table
no longer needs counts as a disagreement too. Counts held in memory are not recomputed, so this must run in a new
process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from time import monotonic
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.contract import contract_of
from pitboss.families.house_poker.price.solutions import to_hex, unpack
from pitboss.pricing import cache, entry
from pitboss.pricing.contract import Progress
from pitboss.pricing.recount import count_values, first_difference
from pitboss.simulation.kernel import kernel_of

Source = Literal["shipped", "cached on this machine"]
Following = Callable[[str], Progress]
"""Returns a progress callback for a named task."""


class ComparedCount(BaseModel):
    """A count compared with its recomputation."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    source: Source
    made_by: str = ""
    how: str
    figures: int
    agrees: bool
    difference: str = ""


class Recount(BaseModel):
    """The counts recomputed for a table, and whether they agree with the existing ones."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    on: str
    counted: int
    """The number of entries that the price and the simulation produced from scratch."""
    compared: tuple[ComparedCount, ...]
    agrees: bool
    seconds: float


def recount(layout: Layout, follow: Following) -> Recount:
    """Recompute every count that a table's price and simulation depend on, and compare."""
    begun = monotonic()
    fresh = counted_from_scratch(layout, follow)
    compared = [*_entries(layout, fresh), *_of_the_game(layout, follow)]
    return Recount(
        game=layout.rules.game.id,
        on=layout.on.isoformat(),
        counted=len(fresh),
        compared=tuple(compared),
        agrees=all(one.agrees for one in compared),
        seconds=round(monotonic() - begun, 1),
    )


def counted_from_scratch(layout: Layout, follow: Following) -> dict[str, dict[str, Any]]:
    """Return the entries that the first price and simulation of a table produce with an empty cache."""
    game = layout.rules.game.id
    with cache.from_scratch() as folder:
        entry.price(layout, progress=follow(f"{game}: price from scratch"))
        if contract_of(game).simulation is not None:
            kernel_of(layout)
        found = {path.stem: cache.cached_entry(path.stem) for path in sorted(folder.glob("*.json"))}
    return {name: held for name, held in found.items() if held is not None}


def _entries(layout: Layout, made: Mapping[str, Mapping[str, Any]]) -> Iterator[ComparedCount]:
    shipped = cache.shipped_entries(layout.rules.game.id)
    for name, again in made.items():
        there: dict[Source, dict[str, Any] | None] = {
            "shipped": shipped.get(name),
            "cached on this machine": cache.cached_entry(name),
        }
        for source, held in there.items():
            if held is not None:
                yield _compared(name, source, held, again)
    if layout.plain() == Layout.of(layout.rules.game.id).plain():
        for name in sorted(shipped.keys() - made.keys()):
            unused = "the price and simulation of the default table do not use it"
            made_by = str(shipped[name].get("made_by", ""))
            yield ComparedCount(
                name=name,
                source="shipped",
                made_by=made_by,
                how="not counted again",
                figures=0,
                agrees=False,
                difference=unused,
            )


def _compared(name: str, source: Source, held: Mapping[str, Any], again: Mapping[str, Any]) -> ComparedCount:
    one, other = decompressed(held["value"]), decompressed(again["value"])
    differs = first_difference(one, other)
    return ComparedCount(
        name=name,
        source=source,
        made_by=str(held.get("made_by", "")),
        how="full recount",
        figures=count_values(other),
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


def decompressed(value: Any) -> Any:
    """Return plain data with all arrays uncompressed."""
    if isinstance(value, dict):
        if set(value) == {"shape", "type", "bytes"}:
            return to_hex(unpack(value))
        return {name: decompressed(one) for name, one in value.items()}
    if isinstance(value, list):
        return [decompressed(one) for one in value]
    return value
