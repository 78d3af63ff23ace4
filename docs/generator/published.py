"""Published figures next to ours: `docs/data/published.toml`.

    [[figure]]
    game = "craps"
    options = { vig_basis = "wager" }    # where the table is not the usual one; they need not be lawful
    wager = "pass"                       # a row of the price report
    what = "house_edge"                  # or another field of that row
    published = "1.414%"
    source = "wizardofodds.com"
    reason = "…"                         # why ours differs, if it does

`source` names a publisher only where the tests, the price notes or the fact sheets name one for this figure. A figure
"written from memory" was not looked up again, and a source that was never recorded is described as such.

The tests hold our figure against the published one, rounded as it was published: where they differ there is a reason,
and where they agree there is none.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from docs.generator.installed import our_games
from docs.generator.markdown import code, plain, table
from pitboss import price
from pitboss.pricing.report import PriceReport

FILE = Path(__file__).parents[1] / "data" / "published.toml"


@dataclass(frozen=True)
class Figure:
    """A published figure, and the row of our report that it is compared with."""

    game: str
    wager: str
    published: str
    source: str
    what: str = "house_edge"
    options: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""

    @property
    def table(self) -> str:
        return ", ".join(f"{name} = {value}" for name, value in self.options.items())

    def ours(self) -> Fraction:
        row = _report(self.game, tuple(sorted(self.options.items())))[self.wager]
        exact = row.exact if self.what == "house_edge" else getattr(row, f"{self.what}_exact", None)
        return Fraction(exact) if exact else Fraction(getattr(row, self.what))

    def rounded(self) -> str:
        """Return our figure with as many digits as the published one."""
        percent = self.published.endswith("%")
        digits = len(self.published.rstrip("%").partition(".")[2])
        value = self.ours() * (100 if percent else 1)
        return f"{_decimal(value, digits)}{'%' if percent else ''}"

    @property
    def agrees(self) -> bool:
        return self.rounded() == self.published


def _decimal(value: Fraction, digits: int) -> Decimal:
    """Round half away from zero, as tables are rounded by hand."""
    scaled = abs(value) * 10**digits
    whole = int(scaled + Fraction(1, 2))
    return Decimal(-whole if value < 0 else whole).scaleb(-digits)


@cache
def _report(game: str, options: tuple[tuple[str, Any], ...]) -> PriceReport:
    return price(game, unlawful=True, **dict(options))


@cache
def figures() -> tuple[Figure, ...]:
    return tuple(Figure(**one) for one in tomllib.loads(FILE.read_text("utf-8"))["figure"])


def of_game(game: str) -> str:
    """Return the section *How we know* of a game's page."""
    found = [one for one in figures() if one.game == game]
    if not found:
        return "## How we know\n\nNo published figure for this game was found. See [how we know](../how-we-know.md).\n"
    return "## How we know\n\nPublished figures next to ours, rounded alike.\n\n" + _table(found)


def page() -> str:
    """Return the page that compares all published figures with ours."""
    found = figures()
    agreeing = sum(one.agrees for one in found)
    names = {one.id: one.name for one in our_games()}
    parts = [
        "# How we know\n",
        f"{len(found)} published figures stand next to ours on this page; {agreeing} agree to the last digit that was "
        f"published. Each of the other {len(found) - agreeing} has its reason. The page is computed when the site is "
        "built, and the tests compare the figures again.\n",
        "The last column says what was recorded about each figure when it was taken over. A site or an author alone is "
        "named as its source in the tests, in the notes of the price or in the fact sheets. *Written from memory* "
        "means that the figure is in common use and was not looked up again. *Source not recorded* means that the "
        "tests or the notes call the figure published, but do not say by whom.\n",
        "Agreement with a published figure is one rung of the [ladder of truth](explanation/ladder-of-truth.md); the "
        "rungs below it do not depend on anyone else's work.\n",
    ]
    parts += [
        f"## {names[game]}\n\n" + _table([one for one in found if one.game == game])
        for game in dict.fromkeys(one.game for one in found)
    ]
    return "\n".join(parts)


def _table(found: list[Figure]) -> str:
    columns = {
        "wager": [code(one.wager) for one in found],
        "figure": [plain(one.what.replace("_", " ")) for one in found],
        "table": [plain(one.table) for one in found],
        "published": [one.published for one in found],
        "ours": [one.rounded() if one.agrees else f"**{one.rounded()}**" for one in found],
        "reason for the difference": [plain(one.reason) for one in found],
        "source": [plain(one.source) for one in found],
    }
    filled = {head: cells for head, cells in columns.items() if any(cells)}
    return table(list(filled), zip(*filled.values(), strict=True))
