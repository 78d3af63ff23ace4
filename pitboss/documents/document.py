"""What a document is made of: frozen blocks, and nothing of how they look."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Form = Literal["report", "leaflet", "sign"]
"""A bound report, upright; a leaflet, three columns to fold; a sign, to be read across a table."""
Weight = Literal["", "lead", "quiet", "strong", "warning"]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; a report numbers those of the first level."""

    text: str
    level: int = 1


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph."""

    text: str
    weight: Weight = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """Points, one below the other; `numbered` ones are steps."""

    items: tuple[str, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Pairs:
    """Names, and what stands beside each."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. `right` are the columns of figures; `wide` those that take what room there is."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    right: tuple[int, ...] = ()
    wide: tuple[int, ...] = (0,)
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing as SVG, for so large a share of the width."""

    svg: str
    caption: str = ""
    share: int = 100


@dataclass(frozen=True, slots=True)
class Signatures:
    """Lines to sign on, each with who signs."""

    who: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Figures in large type, beside one another, each with what it is: a minimum, a maximum."""

    rows: tuple[tuple[str, str], ...]


Block = Heading | Text | Listed | Pairs | Grid | Picture | Signatures | Columns


@dataclass(frozen=True, slots=True)
class Document:
    """A paper. `stamp` says what it was made from; `digest` is the hash by which it is known to be stale."""

    title: str
    blocks: tuple[Block, ...]
    overline: str = ""
    subtitle: str = ""
    form: Form = "report"
    stamp: tuple[tuple[str, str], ...] = ()
    digest: str = ""
    foot: str = ""

    def plain(self) -> dict[str, Any]:
        """All of it as plain data, each block with its kind."""
        whole = asdict(self)
        whole["blocks"] = [{"kind": type(block).__name__.lower(), **asdict(block)} for block in self.blocks]
        return whole
