"""HTML out of data, safe by construction: whatever is not markup already is escaped when it goes in.

Pages that are read, not worked with, are made of this: one piece of markup costs the browser less than a thousand
elements that the server keeps an eye on.
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

__all__ = ["Markup", "el", "escape", "join", "table"]

_EMPTY = frozenset({"br", "hr", "img", "input"})
Inside = object
"""What may stand in an element: text, markup, figures, lists of these, or None for nothing."""


def el(name: str, *inside: Inside, **attributes: object) -> Markup:
    """An element. `class_` and `aria_label` become class and aria-label; an attribute of None or False is left out.

    >>> el("a", "Pass & play", href="/rules/craps?on=2008-06-01&find=x", class_="cite", hidden=False)
    Markup('<a href="/rules/craps?on=2008-06-01&amp;find=x" class="cite">Pass &amp; play</a>')
    >>> el("p", "as ", [el("b", 6), None, "-8"], hidden=True)
    Markup('<p hidden>as <b>6</b>-8</p>')
    """
    told = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in _EMPTY:
        return Markup(f"<{name}{told}>")
    return Markup(f"<{name}{told}>{_put(inside)}</{name}>")


def join(pieces: Iterable[Inside], between: str = ", ") -> Markup:
    """Pieces with text between them.

    >>> join([el("b", "4"), "<5"], " or ")
    Markup('<b>4</b> or &lt;5')
    """
    return escape(between).join(_put((piece,)) for piece in pieces if piece is not None)


def table(columns: Iterable[str], rows: Iterable[Markup], caption: str, class_: str = "") -> Markup:
    """A table of rows that are made; its caption is read out, not shown."""
    head = el("tr", [el("th", column, scope="col") for column in columns])
    return el(
        "table",
        el("caption", caption, class_="unseen"),
        el("thead", head),
        el("tbody", list(rows)),
        class_=f"sheet {class_}".strip(),
    )


def _put(inside: Inside) -> Markup:
    if inside is None:
        return Markup()
    if isinstance(inside, (list, tuple)) or (isinstance(inside, Iterable) and not isinstance(inside, str)):
        return Markup().join(_put(one) for one in inside)
    return escape(inside)


def _attribute(key: str, value: object) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(value)}"'
