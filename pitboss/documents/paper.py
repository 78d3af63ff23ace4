"""A document as PDF: the blocks are passed as data to one Typst template, which does all the layout."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Literal

from pitboss.documents.document import Document
from pitboss.documents.files import MARK


def pdf(document: Document) -> bytes:
    compiled = _compiled(document, "pdf")
    assert isinstance(compiled, bytes)
    return compiled


def pictures(document: Document, per_inch: int = 96) -> list[bytes]:
    """Render the pages as PNG images."""
    compiled = _compiled(document, "png", per_inch)
    return [compiled] if isinstance(compiled, bytes) else compiled


def _compiled(document: Document, form: Literal["pdf", "png"], per_inch: int = 96) -> bytes | list[bytes]:
    if find_spec("typst") is None:
        raise ValueError("a PDF needs the package typst: pip install typst; or write --out FILE.html")
    import typst

    data = document.plain() | {"keyword": f"{MARK}{document.digest}" if document.digest else ""}
    inputs = {"document": json.dumps(data, ensure_ascii=False)}
    # With several pages, Typst returns a list of images, which its type hints do not mention.
    compiled: Any = typst.compile(_template(), format=form, ppi=float(per_inch), sys_inputs=inputs)
    pages: bytes | list[bytes] = compiled
    return pages


@cache
def _template() -> bytes:
    return (files("pitboss.documents") / "paper.typ").read_bytes()
