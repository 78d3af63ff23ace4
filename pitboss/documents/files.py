"""Writing documents to files, and reading from a file what it was generated from."""

from __future__ import annotations

import re
from pathlib import Path

from pitboss.documents.document import Document

ENDINGS = (".pdf", ".html")
MARK = "pitboss-table-"
"""Precedes the hash in a PDF or HTML file's keywords."""
_MARKED = re.compile(MARK.encode() + rb"([0-9a-f]{64})")


def ending(path: Path) -> str:
    """Return the file's ending in lower case, or raise ValueError if it is not one of `ENDINGS`."""
    found = path.suffix.lower()
    if found not in ENDINGS:
        raise ValueError(f"--out {path}: the file name must end in {' or '.join(ENDINGS)}")
    return found


def write(document: Document, path: Path) -> None:
    """Write a document as PDF or HTML, depending on the file name."""
    if ending(path) == ".pdf":
        from pitboss.documents.paper import pdf

        path.write_bytes(pdf(document))
    else:
        from pitboss.documents.html import html

        path.write_text(html(document), "utf-8")


def digest_in(path: Path) -> str:
    """Return the hash of the table file that a document was generated from, or "" if it has none."""
    found = _MARKED.search(path.read_bytes())
    return found[1].decode() if found else ""
