"""Small pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table, or an empty string if it has no rows.

    >>> print(table(["wager", "edge"], [["pass", "7/495"]]))
    | wager | edge |
    | --- | --- |
    | pass | 7/495 |
    <BLANKLINE>
    """
    lines = [_row(row) for row in rows]
    return "\n".join([_row(head), _row(["---"] * len(head)), *lines]) + "\n" if lines else ""


def _row(cells: Iterable[object]) -> str:
    return f"| {' | '.join(_cell(str(cell)) for cell in cells)} |"


def _cell(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text).replace("|", "\\|")


def code(text: object) -> str:
    """Return inline code, or an empty string if the text is empty."""
    return f"`{text}`" if str(text) else ""


def codes(texts: Iterable[object]) -> str:
    return ", ".join(code(text) for text in texts)


def fenced(text: str, language: str = "text") -> str:
    """Return a code block."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def plain(text: str) -> str:
    """Escape anything that Markdown or HTML would interpret; code between backticks stays code.

    >>> plain("a [b] of `x_y`, <c>")
    'a \\\\[b\\\\] of `x_y`, \\\\<c\\\\>'
    """
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_`<>\[\]#])", r"\\\1", part) for part in parts)


def anchor(text: str) -> str:
    """Return the anchor that the site gives a heading.

    >>> anchor("pitboss price"), anchor("`Dealer.act`")
    ('pitboss-price', 'dealeract')
    """
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def sentence(text: str) -> str:
    """Return the text with a full stop at the end."""
    text = text.strip()
    return text if not text or text.endswith((".", ":", "!", "?")) else f"{text}."
