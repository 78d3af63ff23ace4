"""The table that a document is about: its file, its layout and the file's hash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pitboss.chapter.contents import contents, prefix
from pitboss.chapter.days import future_note
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import all_games, same_value, value_text
from pitboss.chapter.table_file import BadTable, TableFile, read_table
from pitboss.documents.files import digest_in
from pitboss.library.checks import lawful_layout
from pitboss.version import __version__


@dataclass(frozen=True)
class PaperTable:
    """A licensee's table as the subject of a document."""

    held: TableFile
    layout: Layout
    digest: str
    path: Path

    @classmethod
    def read(cls, path: str | Path, unlawful: bool = False) -> PaperTable:
        """Read a table file. Raises `Unlawful` if the regulation does not permit the table, unless `unlawful`."""
        where = Path(path)
        held = read_table(where)
        layout = held.layout(unlawful=True) if unlawful else lawful_layout(held)
        return cls(held, layout, digest_of(where), where)

    @classmethod
    def of(cls, layout: Layout, name: str, casino: str = "", file: str = "table.toml") -> PaperTable:
        """Describe an open table by writing the equivalent table file."""
        text = table_file(layout, name, casino)
        return cls(read_table(text), layout, sha256(text.encode()).hexdigest(), Path(file))

    @property
    def game(self) -> str:
        return self.layout.rules.game.name

    @property
    def casino(self) -> str:
        return self.held.casino or "the casino"

    @property
    def regulator(self) -> str:
        """The regulator on the table's date, as 8.3 names it."""
        return str(all_games().on(self.layout.on).fact("regulator"))

    @property
    def citation(self) -> str:
        """The citation of the game on the table's date."""
        return f"N.J.A.C. {prefix(self.layout.on)}-{self.layout.rules.game.home}"

    @property
    def edition(self) -> str:
        """The edition in force on the table's date."""
        found = contents().edition_on(self.layout.on)
        chapter = f"N.J.A.C. {prefix(self.layout.on)}"
        edition = f"{chapter}, {found.id} edition" if found else f"{chapter}; no edition this old is available"
        return "; ".join(filter(None, (edition, future_note(self.layout.on))))

    def stamp(self) -> tuple[tuple[str, str], ...]:
        """List what a document about this table is generated from."""
        return (("table file", f"{self.path.name}, SHA-256 {self.digest}"), ("made by", f"Pitboss {__version__}"))

    def foot(self, what: str) -> str:
        """Return the footer of a page."""
        mark = " · NOT A LAWFUL TABLE" if self.layout.breaches else ""
        return f"{what} · {self.game}, {self.held.name} · {self.layout.on} · table file {self.digest[:16]}{mark}"


def table_file(layout: Layout, name: str = "", casino: str = "") -> str:
    """Write a layout as a table file, leaving out the defaults of its date.

    >>> from datetime import date
    >>> print(table_file(Layout.of("roulette", date(2008, 6, 1), {"wheel": "single_zero"}), "Table 7"), end="")
    game = "roulette"
    on = 2008-06-01
    name = "Table 7"
    [options]
    wheel = "single_zero"
    """
    lines = [f'game = "{layout.rules.game.id}"', f"on = {layout.on}"]
    lines += [f"{key} = {json.dumps(value)}" for key, value in (("name", name), ("casino", casino)) if value]
    plain, usual = layout.plain(), Layout.of(layout.rules.game.id, layout.on).options
    chosen = {
        key: value for key, value in layout.options.items() if key not in usual or not same_value(value, usual[key])
    }
    sections = {
        "options": {key: json.dumps(one) if isinstance(one, str) else value_text(one) for key, one in chosen.items()},
        "odds": {json.dumps(key): json.dumps(odds) for key, odds in plain["odds"].items()},
        "limits": dict(_posted(layout)),
        **{f"limits.{wager}": dict(_amounts(*pair)) for wager, pair in layout.limits.by_wager.items()},
    }
    for section, entries in sections.items():
        if entries:
            lines += [f"[{section}]", *(f"{key} = {value}" for key, value in entries.items())]
    return "\n".join(lines) + "\n"


def _posted(layout: Layout) -> Iterator[tuple[str, str]]:
    limits = layout.limits
    yield from _amounts(limits.minimum or None, limits.maximum)
    if limits.increment > 1:
        yield "increment", _dollars(limits.increment)
    if limits.individual:
        yield "individual", "true"


def _amounts(least: int | None, most: int | None) -> Iterator[tuple[str, str]]:
    for name, amount in (("minimum", least), ("maximum", most)):
        if amount is not None:
            yield name, _dollars(amount)


def _dollars(amount: int) -> str:
    """Format cents as in a table file.

    >>> _dollars(2500), _dollars(50)
    ('25', '0.50')
    """
    whole, part = divmod(amount, 100)
    return f"{whole}.{part:02}" if part else str(whole)


def digest_of(path: Path) -> str:
    """Return the hash of a table file, by which documents generated from it recognize it."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BadTable(f"{path}: cannot be read: {error.strerror or error}") from None


def stale(paper: Path, table: Path) -> bool:
    """Whether a document was generated from another table file, or from an older version of this one."""
    made_from = digest_in(paper)
    if not made_from:
        raise ValueError(
            f"{paper}: not a document made by Pitboss: it does not name the table file it was generated from"
        )
    return made_from != digest_of(table)
