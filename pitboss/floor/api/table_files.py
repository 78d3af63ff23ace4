"""A licensee's table in a request: the text of a table file, or the same as JSON."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from pydantic import RootModel

from pitboss.chapter.layout import Layout
from pitboss.chapter.table_file import BadTable, TableFile, read_table

DEEPEST = 6
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?", re.ASCII)


class TableDocument(RootModel[dict[str, Any] | str]):
    """The text of a table file (TOML), or an object with the same keys: game, on, options, odds, limits, …"""

    def read(self) -> TableFile:
        """Parse the table; `BadTable` if that fails. The table has no name unless the file gives one."""
        text = self.root if isinstance(self.root, str) else _toml(self.root)
        if text != text.encode("utf-8", "replace").decode():
            raise BadTable("table: a table file must be UTF-8 text")
        # With a trailing newline it is read as text, never as a file name.
        held = read_table(text + "\n")
        if not held.name.isprintable():
            raise BadTable("table: a name must not contain control characters")
        return held if held.name != held.path else replace(held, name="")

    def layout(self) -> tuple[Layout, str]:
        """The layout of the table, and its name in the file."""
        held = self.read()
        return held.layout(), held.name


def _toml(table: dict[str, Any]) -> str:
    """Format an object as a table file, so that both forms have the same parser.

    >>> print(_toml({"game": "craps", "on": "2008-06-01", "limits": {"minimum": 10}}))
    "game" = "craps"
    "on" = 2008-06-01
    "limits" = {"minimum" = 10}
    >>> print(_toml({"rate": 0.05, "ante": 0.25, "pot": 2.0}))
    "rate" = 0.05
    "ante" = 0.25
    "pot" = 2.0
    """
    return "\n".join(f"{_text(key)} = {_value(value, key, 1)}" for key, value in table.items())


def _value(value: Any, name: str, depth: int) -> str:
    if depth > DEEPEST:
        raise BadTable(f"table: {name[:60]} holds more than a table can")
    match value:
        case bool():
            return "true" if value else "false"
        case int() if abs(value) < 10**15:
            return str(value)
        case float() if abs(value) < 1e15:
            return format(value, ".12f").rstrip("0") if round(value, 12) % 1 else f"{value:.1f}"
        case str() if (name == "on" or name.endswith("_at")) and _is_date(value):
            return value
        case str():
            return _text(value)
        case list():
            return f"[{', '.join(_value(one, name, depth + 1) for one in value)}]"
        case dict():
            inner = ", ".join(f"{_text(key)} = {_value(one, key, depth + 1)}" for key, one in value.items())
            return f"{{{inner}}}"
        case _:
            raise BadTable(f"table: {name[:60]} must not be {json.dumps(value)[:60]}")


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text) and (datetime if "T" in text else date).fromisoformat(text))
    except ValueError:
        return False


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
