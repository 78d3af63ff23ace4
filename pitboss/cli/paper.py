"""Output of documents: as a file, as JSON, or as text on the terminal."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.documents.document import Block, Document


def put(document: Document, out: Path | None, as_json: bool, usual: Path) -> None:
    """Write a document to its file or as JSON; otherwise print it, with a hint on how to write a file."""
    if out is not None:
        from pitboss.documents.files import write

        write(document, out)
    if as_json:
        sys.stdout.write(json.dumps(document.plain(), indent=2, ensure_ascii=False) + "\n")
    elif out is None:
        from rich.text import Text

        from pitboss.cli.terminal import console

        terminal = console()
        show(terminal, document)
        terminal.print(Text(f"to write it to a file: --out {usual.name}", "dim"))


def show(out: Console, document: Document) -> None:
    """Print a document as text."""
    from rich.text import Text

    if document.overline:
        out.print(Text(document.overline, "dim"))
    out.print(Text(document.title, "bold"))
    if document.subtitle:
        out.print(Text(document.subtitle))
    for name, value in document.stamp:
        out.print(Text.assemble((f"{name}: ", "dim"), value))
    for block in document.blocks:
        show_block(out, block)


def show_block(out: Console, block: Block) -> None:
    from rich.text import Text as Line

    from pitboss.cli.terminal import table
    from pitboss.documents.document import Columns, Grid, Heading, Listed, Pairs, Picture, Signatures, Text

    styles = {"": "", "lead": "", "quiet": "dim", "strong": "bold", "warning": "red"}
    match block:
        case Heading(text, level):
            out.print()
            out.print(Line(text, "bold cyan" if level == 1 else "bold"))
        case Text(text, weight):
            out.print(Line(text, styles[weight]))
        case Listed(items, numbered):
            for number, item in enumerate(items, 1):
                out.print(Line(f"{f'{number}.' if numbered else '•'} {item}"))
        case Pairs(rows) | Columns(rows):
            for name, value in rows:
                out.print(Line.assemble((f"{name}: ", "dim"), value))
        case Grid(columns, rows, right):
            grid = table(*columns, right=[columns[at] for at in right])
            for row in rows:
                grid.add_row(*map(Line, row))
            out.print(grid)
            if block.caption:
                out.print(Line(block.caption, "dim"))
        case Picture() | Signatures():
            pass  # pictures and signature lines are only for files
