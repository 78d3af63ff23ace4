"""A document set as PDF by Typst: the blocks go as data to one template, which is all that knows of paper."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from typing import Any, Literal

from pitboss.documents.document import Document
from pitboss.documents.files import MARK


def pdf(document: Document) -> bytes:
    """The document as PDF."""
    made = _compiled(document, "pdf")
    assert isinstance(made, bytes)
    return made


def pictures(document: Document, per_inch: int = 96) -> list[bytes]:
    """The pages of the document as PNG pictures, to be looked at."""
    made = _compiled(document, "png", per_inch)
    return [made] if isinstance(made, bytes) else made


def _compiled(document: Document, form: Literal["pdf", "png"], per_inch: int = 96) -> bytes | list[bytes]:
    if find_spec("typst") is None:
        raise ValueError("a PDF needs the package typst: pip install typst; or write --out FILE.html")
    import typst

    told = document.plain() | {"keyword": f"{MARK}{document.digest}" if document.digest else ""}
    inputs = {"document": json.dumps(told, ensure_ascii=False)}
    # Several pages of pictures come as a list, which the types of Typst do not say.
    made: Any = typst.compile(_template(), format=form, ppi=float(per_inch), sys_inputs=inputs)
    found: bytes | list[bytes] = made
    return found


@cache
def _template() -> bytes:
    return (files("pitboss.documents") / "paper.typ").read_bytes()
