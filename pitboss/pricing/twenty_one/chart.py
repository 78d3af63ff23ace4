"""Strategies in the usual notation: a chart of totals and pairs against the up card, in a file or on paper.

A cell is a row of letters in order of preference: S stand, H hit, D double, P split, R surrender. "Dh" doubles where
that is allowed and otherwise hits; "Rs" surrenders or else stands. A cell of a total ends in S or H. A pair that is not
split (or may not be) is played as its total unless its own cell says more. 21 always stands.

As TOML, with the up cards 2 3 4 5 6 7 8 9 10 A from left to right:

    name = "my play"
    [hard]
    16 = "S S S S S H H Rh Rh Rh"
    [soft]
    18 = "S Ds Ds Ds Ds S S H H H"
    [pair]
    8 = "P P P P P P P P P P"
    [exceptions]
    "10 4 2 v 10" = "S"
    "6 7 suited v 2" = "H"

or as CSV: `row,2,3,4,5,6,7,8,9,10,A` and then `hard 16,S,S,…`. Every cell of hard 5 to 20, soft 13 to 20 and of all
pairs is required; a chart with missing cells is refused. Hard 4 and soft 12, which are pairs, may be left out and are
then played as hard 5 and soft 13.

Where the number of cards matters, a letter with a number holds for hands of fewer cards: "S4h" stands with two or three
cards and hits with four or more; "D3h" doubles two cards only. Where a doubled hand may still be given up, `[doubled]`
has its cells by total, from 6 to 20: "Rs" gives it up where that is allowed, "Ds" doubles once more. Totals without a
cell stand. `["split ace"]` is for split aces that take one card but may still be doubled. "6 7 spades v 2" is an
exception for spades only.
"""

from __future__ import annotations

import csv
import io
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from pitboss.plots import cell_table
from pitboss.pricing.twenty_one.terms import RANKS

if TYPE_CHECKING:
    from pitboss.pricing.twenty_one.analysis import Analysis, Play

Kind = Literal["hard", "soft", "pair", "doubled", "doubled soft", "split ace"]
Cell = tuple[Kind, int, int]
"""Kind, total (or the card of a pair) and up card. The ace is 1 and is printed last."""
ExceptionKey = tuple[tuple[int, ...], int, int]
"""The cards in order, a suit code (0 for any suits, 1 for one suit, 2 for the suit that pays most), and the up card."""
SUITED = ("", "suited", "spades")

LETTERS = "SHDPR"
NAMES = {"S": "stand", "H": "hit", "D": "double", "P": "split", "R": "surrender"}
UPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 1)
ROWS: dict[Kind, tuple[int, ...]] = {"hard": tuple(range(4, 21)), "soft": tuple(range(12, 21)), "pair": (*UPS,)}
DOUBLED = tuple(range(6, 21))
"""The totals of a doubled hand that may still be given up."""
DOUBLED_SOFT = tuple(range(13, 21))
"""Soft totals of a doubled hand, for charts that distinguish them because it may be doubled again."""
SPLIT_ACE = tuple(range(12, 21))
"""The totals of a split ace with its one card, where it may still be doubled or surrendered."""
_DOUBLED: dict[Kind, tuple[int, ...]] = {"doubled": DOUBLED, "doubled soft": DOUBLED_SOFT, "split ace": SPLIT_ACE}
"""Rows that only some games have."""
_STANDS_FOR: dict[tuple[Kind, int], int] = {("hard", 4): 5, ("soft", 12): 13}


class StrategyError(ValueError):
    """A strategy that is incomplete or cannot be read."""


def rank_name(rank: int) -> str:
    """The name of a card value in a chart: A, 2, …, 10."""
    return "A" if rank == 1 else str(rank)


def row_name(kind: Kind, row: int) -> str:
    """The name of a chart's row.

    >>> row_name("hard", 16), row_name("pair", 1)
    ('hard 16', 'pair A')
    """
    return f"{kind} {rank_name(row) if kind == 'pair' else row}"


@lru_cache(maxsize=4096)
def choices_for(letters: str, cards: int) -> str:
    """The choices of a cell for a hand with this number of cards, in order of preference.

    >>> choices_for("Rd4h", 3), choices_for("Rd4h", 4), choices_for("S4h", 2)
    ('RDH', 'RH', 'SH')
    """
    tokens = re.findall(r"([SHDPR])(\d*)", letters.upper())
    return "".join(letter for letter, below in tokens if not below or cards < int(below))


@dataclass(frozen=True, repr=False)
class Chart:
    """A strategy: what to do with every total and pair against every up card."""

    cells: Mapping[Cell, str]
    exceptions: Mapping[ExceptionKey, str] = field(default_factory=dict)
    name: str = ""

    def __post_init__(self) -> None:
        cells = {key: _letters(text, _where(key), key[0] == "pair") for key, text in self.cells.items()}
        for (kind, row), like in _STANDS_FOR.items():
            for up in UPS:
                if (kind, like, up) in cells:
                    cells.setdefault((kind, row, up), cells[kind, like, up])
        holes = [(kind, row, up) for kind, rows in ROWS.items() for row in rows for up in UPS]
        holes = [key for key in holes if key not in cells]
        if holes:
            more = f", and {len(holes) - 3} more" if len(holes) > 3 else ""
            missing = "; ".join(_where(key) for key in holes[:3])
            raise StrategyError(f"the strategy does not say what to do with {missing}{more}")
        known = ROWS | _DOUBLED
        strange = [key for key in cells if key[0] not in known or key[1] not in known[key[0]] or key[2] not in UPS]
        if strange:
            raise StrategyError(
                f"{_where(strange[0])} is not a cell of a chart: use hard 4 to 20, soft 12 to 20, pair 2 to A"
            )
        exceptions = {
            (tuple(sorted(cards)), int(suited), up): _letters(text, " ".join(map(rank_name, cards)), True)
            for (cards, suited, up), text in self.exceptions.items()
        }
        object.__setattr__(self, "cells", MappingProxyType(cells))
        object.__setattr__(self, "exceptions", MappingProxyType(exceptions))

    def __getitem__(self, key: Cell) -> str:
        return self.cells[key]

    def doubled(self, total: int, soft: bool, up: int) -> str:
        """The cell of a doubled hand's total; "S" where the chart has none."""
        hard = self.cells.get(("doubled", total, up), "S")
        return self.cells.get(("doubled soft", total, up), hard) if soft else hard

    @property
    def kinds(self) -> dict[Kind, tuple[int, ...]]:
        """The rows of this chart, with those of doubled hands if it has any."""
        said = {kind for kind, _, _ in self.cells}
        return ROWS | {kind: rows for kind, rows in _DOUBLED.items() if kind in said}

    def __repr__(self) -> str:
        return f"Chart({self.name or 'strategy'!r}, {len(self.cells)} cells, {len(self.exceptions)} exceptions)"

    # ---- Files

    @classmethod
    def read(cls, path: str | Path) -> Chart:
        """Read a strategy from a TOML or CSV file, chosen by its suffix."""
        file = Path(path)
        text = file.read_text("utf-8")
        chart = cls.from_csv(text) if file.suffix.lower() == ".csv" else cls.from_toml(text)
        return chart if chart.name else Chart(chart.cells, chart.exceptions, file.stem)

    @classmethod
    def from_toml(cls, text: str) -> Chart:
        """Read a strategy from TOML."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise StrategyError(f"the strategy is not TOML: {error}") from None
        unknown = set(data) - {"name", *ROWS, *_DOUBLED, "exceptions"}
        if unknown:
            raise StrategyError(
                f"{sorted(unknown)[0]!r} is not part of a strategy: use name, hard, soft, pair, doubled or exceptions"
            )
        for part in (*ROWS, *_DOUBLED, "exceptions"):
            if not isinstance(data.get(part, {}), dict):
                raise StrategyError(f"{part!r} must be a table: write [{part}] and one row per line")
        kinds = (*ROWS, *_DOUBLED)
        rows = [(f"{kind} {row}", str(text).split()) for kind in kinds for row, text in data.get(kind, {}).items()]
        exceptions = dict(_exception(key, text) for key, text in data.get("exceptions", {}).items())
        return cls(_cells(rows, [rank_name(up) for up in UPS]), exceptions, str(data.get("name", "")))

    @classmethod
    def from_csv(cls, text: str) -> Chart:
        """Read a strategy from CSV."""
        lines = [line for line in csv.reader(io.StringIO(text)) if any(cell.strip() for cell in line)]
        if not lines:
            raise StrategyError("the strategy is empty")
        header = [cell.strip() for cell in lines[0][1:]]
        rows = []
        exceptions = {}
        for line in lines[1:]:
            label, *texts = (cell.strip() for cell in line)
            if " v " in label:
                key, value = _exception(label, texts[0] if texts else "")
                exceptions[key] = value
            else:
                rows.append((label, texts))
        return cls(_cells(rows, header), exceptions)

    def to_toml(self) -> str:
        """The strategy as TOML, in the format that `from_toml` reads."""
        lines = [f"name = {self.name!r}".replace("'", '"')] if self.name else []
        for kind, rows in self.kinds.items():
            lines.append(f"\n[{kind if kind.isalpha() else repr(kind)}]  # against {' '.join(map(rank_name, UPS))}")
            lines += [
                f'{rank_name(row) if kind == "pair" else row} = "{" ".join(texts)}"'
                for row in rows
                for texts in [[self.cells.get((kind, row, up), "S") for up in UPS]]
            ]
        if self.exceptions:
            lines.append("\n[exceptions]")
            lines += [f'"{_held(key)}" = "{text}"' for key, text in self.exceptions.items()]
        return "\n".join(lines) + "\n"

    def to_csv(self) -> str:
        """The strategy as CSV, in the format that `from_csv` reads."""
        lines = [["row", *map(rank_name, UPS)]]
        lines += [
            [row_name(kind, row), *(self.cells.get((kind, row, up), "S") for up in UPS)]
            for kind, rows in self.kinds.items()
            for row in rows
        ]
        lines += [[_held(key), text] for key, text in self.exceptions.items()]
        return "".join(",".join(line) + "\n" for line in lines)

    # ---- On paper

    def rows(self) -> list[tuple[str, list[str]]]:
        """The rows of the chart: each with its name, and its cells against 2, 3, …, 10, ace."""
        return [
            (row_name(kind, row), [self.cells.get((kind, row, up), "S") for up in UPS])
            for kind, rows in self.kinds.items()
            for row in (reversed(rows) if kind != "pair" else rows)
        ]

    def text(self) -> str:
        """The chart as plain text."""
        rows = self.rows()
        wide, name_wide = max(len(cell) for _, row in rows for cell in row), max(8, *(len(name) for name, _ in rows))
        wide = max(wide, 2)
        head = f"{'':{name_wide}} " + " ".join(f"{rank_name(up):>{wide}}" for up in UPS)
        lines = [f"{name:{name_wide}} " + " ".join(f"{cell:>{wide}}" for cell in row) for name, row in rows]
        return "\n".join([head, *lines])

    def html(self) -> str:
        """The chart as an HTML table."""
        head = "".join(f"<th>{rank_name(up)}</th>" for up in UPS)
        body = "".join(
            f"<tr><th>{escape(name)}</th>"
            + "".join(f'<td style="background:{_COLOURS[cell[0]]}">{escape(cell)}</td>' for cell in row)
            + "</tr>"
            for name, row in self.rows()
        )
        return f"<table class='strategy'><tr><th>{escape(self.name)}</th>{head}</tr>{body}</table>"

    _repr_html_ = html

    def reading(self) -> list[str]:
        """Explanations of the notation that this chart uses."""
        found = ["a lower-case letter: what to do if the first choice is not permitted"]
        if any(character.isdigit() for letters in self.cells.values() for character in letters):
            found.append(
                "a number: the letter before it is for hands with fewer cards, "
                "so that S4h stands with two or three cards and hits with four or more"
            )
        return found

    def svg(self) -> str:
        """The chart as an SVG drawing."""
        return cell_table([rank_name(up) for up in UPS], self.rows(), _COLOURS, self.name or "strategy") + "\n"

    # ---- At the table

    def play(self, analysis: Analysis) -> Play:
        """The chart applied to every hand that a shoe and its rules allow."""
        from pitboss.pricing.twenty_one.play import apply_chart

        return apply_chart(self, analysis)


_COLOURS = {"S": "#f4b6b6", "H": "#c9e4c5", "D": "#bcd4f0", "P": "#f7e3a1", "R": "#d9c7e8"}


def _where(key: Cell) -> str:
    return f"{row_name(key[0], key[1])} against {rank_name(key[2])}"


def _held(key: ExceptionKey) -> str:
    cards, suited, up = key
    return f"{' '.join(map(rank_name, cards))}{f' {SUITED[suited]}' if suited else ''} v {rank_name(up)}"


def _letters(text: str, where: str, may_end_anyhow: bool) -> str:
    """A cell in the usual spelling, with the first choice in capitals."""
    upper = str(text).strip().upper()
    tokens = re.fullmatch(rf"(?:[{LETTERS}][3-9]?)+", upper)
    plain = re.sub(r"[A-Z]\d", "", upper)
    if tokens is None or len(set(plain)) != len(plain):
        allowed = ", ".join(f"{letter} {name}" for letter, name in NAMES.items())
        raise StrategyError(f"{where}: {text!r} is not a choice; write letters in order of preference: {allowed}")
    if upper[-1] not in "SH" and not may_end_anyhow:
        raise StrategyError(f"{where}: {text!r} does not say what to do if that is not allowed; add S or H")
    if "P" in upper and where.startswith(("hard", "soft")):
        raise StrategyError(f"{where}: only a pair can be split")
    return upper[0] + upper[1:].lower()


def _rank(text: str) -> int:
    """Parse a card value."""
    if text.upper() in ("A", "1"):
        return 1
    if text.upper() in ("T", "J", "Q", "K"):
        return RANKS
    if text.isdecimal() and 2 <= int(text) <= RANKS:
        return int(text)
    raise StrategyError(f"{text!r} is not a card value; use A or 2 to 10")


def _cells(rows: Iterable[tuple[str, list[str]]], header: list[str]) -> dict[Cell, str]:
    ups = [_rank(up) for up in header]
    found: dict[Cell, str] = {}
    for label, texts in rows:
        match = re.fullmatch(r"(hard|soft|pair|doubled soft|doubled|split ace)\s+(\S+)", label.strip().lower())
        if match is None:
            raise StrategyError(f"{label!r} is not a row of a chart; write 'hard 16', 'soft 18' or 'pair 8'")
        kind: Kind = match[1]  # type: ignore[assignment]
        if kind != "pair" and not match[2].isdecimal():
            raise StrategyError(f"{label!r} is not a row of a chart; a {kind} row has a total")
        row = _rank(match[2].split(",")[0].split("-")[0]) if kind == "pair" else int(match[2])
        for up, text in zip(ups, texts, strict=False):
            if text:
                found[kind, row, up] = text
    return found


def _exception(key: str, text: str) -> tuple[ExceptionKey, str]:
    cards, found, up = key.partition(" v ")
    if not found:
        raise StrategyError(f"{key!r} is not an exception; write it like '10 4 2 v 10'")
    words = re.split(r"[\s,\-]+", cards.strip())
    suited = SUITED.index(words[-1].lower()) if words[-1].lower() in SUITED[1:] else 0
    held = tuple(sorted(_rank(word) for word in (words[:-1] if suited else words)))
    return (held, suited, _rank(up.strip())), text
