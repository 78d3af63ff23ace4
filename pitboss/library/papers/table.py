"""The table that a paper is about: its file, its layout, the hash of the file, and whose regulator reads it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pitboss.chapter.contents import contents, prefix
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import all_games
from pitboss.chapter.table_file import BadTable, TableFile, read_table
from pitboss.documents import digest_in
from pitboss.version import __version__


@dataclass(frozen=True)
class PaperTable:
    """A licensee's table as papers tell of it."""

    held: TableFile
    layout: Layout
    digest: str
    path: Path

    @classmethod
    def read(cls, path: str | Path) -> PaperTable:
        """The table of a file. One that the chapter does not permit on its date has no papers: `Unlawful`."""
        where = Path(path)
        held = read_table(where)
        return cls(held, held.layout(), digest_of(where), where)

    @property
    def game(self) -> str:
        return self.layout.rules.game.name

    @property
    def casino(self) -> str:
        return self.held.casino or "the casino"

    @property
    def regulator(self) -> str:
        """Who regulates on the table's date, as 8.3 names it then."""
        return str(all_games().on(self.layout.on).fact("regulator"))

    @property
    def citation(self) -> str:
        """Where the game stands in the chapter on the table's date."""
        return f"N.J.A.C. {prefix(self.layout.on)}-{self.layout.rules.game.home}"

    @property
    def edition(self) -> str:
        """The edition to read for the table's date."""
        found = contents().edition_on(self.layout.on)
        chapter = f"N.J.A.C. {prefix(self.layout.on)}"
        return f"{chapter}, {found.id} edition" if found else f"{chapter}; no edition held is as old as this"

    def stamp(self) -> tuple[tuple[str, str], ...]:
        """What a paper about this table was made from."""
        return (("table file", f"{self.path.name}, SHA-256 {self.digest}"), ("made by", f"Pitboss {__version__}"))

    def foot(self, what: str) -> str:
        """The line at the foot of a page."""
        return f"{what} · {self.game}, {self.held.name} · {self.layout.on} · table file {self.digest[:16]}"


def digest_of(path: Path) -> str:
    """The hash of a table file, by which papers made from it know it again."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BadTable(f"{path}: cannot be read: {error.strerror or error}") from None


def stale(paper: Path, table: Path) -> bool:
    """Whether a paper was made from another table file, or from this one before it was changed."""
    made_from = digest_in(paper)
    if not made_from:
        raise ValueError(f"{paper}: this is no paper of ours: it does not say from which table file it was made")
    return made_from != digest_of(table)
