"""Documents as files: written by the ending of their name, and asked what they were made from."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.documents.document import Document

ENDINGS = (".pdf", ".html")
MARK = "pitboss-table-"
"""Stands before the hash in the keywords of a PDF and of a page."""
_MARKED = re.compile(MARK.encode() + rb"([0-9a-f]{64})")


def ending(path: Path) -> str:
    """How a document is written, by the name of its file."""
    found = path.suffix.lower()
    if found not in ENDINGS:
        raise ValueError(f"--out {path}: a document is written as {' or '.join(ENDINGS)}; name the file so")
    return found


def write(document: Document, path: Path) -> None:
    """Write a document as PDF or HTML, as the name of the file says."""
    if ending(path) == ".pdf":
        from pitboss.documents.paper import pdf

        path.write_bytes(pdf(document))
    else:
        from pitboss.documents.html import html

        path.write_text(html(document), "utf-8")


def digest_in(path: Path) -> str:
    """The hash of the table file that a document of ours was made from; empty if it says none."""
    found = _MARKED.search(path.read_bytes())
    return found[1].decode() if found else ""
