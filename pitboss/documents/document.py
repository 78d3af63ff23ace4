"""The structure of a document: frozen blocks, without any layout."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Form = Literal["report", "leaflet", "sign"]
"""A bound portrait report, a three-column leaflet to fold, or a sign that can be read across a table."""
Weight = Literal["", "lead", "quiet", "strong", "warning"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading. Reports number the first level."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str
    weight: Weight = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A list of points; `numbered` for steps."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of a name and a value."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. `right` lists the columns of figures, `wide` those that share the remaining width."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    wide: tuple[int, ...] = (0,)
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG drawing; `share` is its percentage of the page width."""

    svg: str
    caption: str = ""
    share: int = 100


@dataclass(frozen=True, slots=True)
class Signatures:
    """Signature lines, each with the signer's role."""

    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Figures in large type side by side, each with a label such as "minimum"."""

    rows: tuple[tuple[str, str], ...]


Block = Heading | Text | Listed | Pairs | Grid | Picture | Signatures | Columns


@dataclass(frozen=True, slots=True)
class Document:
    """A document. `stamp` says what it was generated from; `digest` is a hash that shows whether it is stale."""

    title: str
    blocks: tuple[Block, ...]
    overline: str = ""
    subtitle: str = ""
    form: Form = "report"
    stamp: tuple[tuple[str, str], ...] = ()
    digest: str = ""
    foot: str = ""

    def plain(self) -> dict[str, Any]:
        """Return the document as plain data, each block with its kind."""
        data = asdict(self)
        data["blocks"] = [{"kind": type(block).__name__.lower(), **asdict(block)} for block in self.blocks]
        return data
