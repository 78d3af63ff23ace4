"""JSON Schemas of the files that people write, in draft 4, and the line that tells an editor which one applies."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from pitboss.chapter.days import parse_date
from pitboss.chapter.table_file import read_table
from pitboss.chapter.table_schema import DRAFT, Schema, table_schema
from pitboss.library.layouts import rules_named

NUMBER = [{"type": "integer"}, {"type": "number"}]
FRACTION = {"type": "string", "pattern": r"^[-+]?\d+(?:/\d+|\.\d+)?$"}
"""How a counting system's numbers are written: the model prints numbers, and also reads a fraction such as "1/2"."""
DIRECTIVE = re.compile(r"\A#:schema .*\n")


def chart_schema() -> Schema:
    """Return the schema of a strategy chart in TOML, as `pitboss strategy --toml` writes it."""
    from pitboss.pricing.twenty_one import chart

    cell = rf"(?:[{chart.LETTERS}{chart.LETTERS.lower()}][3-9]?)+"
    letters = "In order of preference: " + ", ".join(f"{letter} {word}" for letter, word in chart.NAMES.items())
    row = {
        "type": "string",
        "pattern": rf"^\s*(?:{cell}(?:\s+{cell}){{0,{len(chart.UPS) - 1}}})?\s*$",
        "description": f"Against 2, 3, … 10 and ace. {letters}. Dh: double, or else hit",
    }
    exception = {"type": "string", "pattern": rf"^\s*{cell}\s*$", "description": letters}
    rows = {
        kind: _rows(f"Each {kind} hand in a row, each up card in a column", {rf"^({'|'.join(totals)})$": row})
        for kind, totals in _chart_rows().items()
    }
    exceptions = _rows('Particular hands, such as "10 4 2 v 10"', {r"^.+ v .+$": exception})
    return {
        "$schema": DRAFT,
        "title": "A strategy chart for blackjack and its relatives",
        "type": "object",
        "additionalProperties": False,
        "properties": {"name": {"type": "string"}, **rows, "exceptions": exceptions},
    }


def _chart_rows() -> dict[str, list[str]]:
    """Return the rows that a chart may have, by kind, as a file names them."""
    from pitboss.pricing.twenty_one.chart import DOUBLED, DOUBLED_SOFT, ROWS, SPLIT_ACE, rank_name

    kinds = {**ROWS, "doubled": DOUBLED, "doubled soft": DOUBLED_SOFT, "split ace": SPLIT_ACE}
    return {kind: [rank_name(row) if kind == "pair" else str(row) for row in rows] for kind, rows in kinds.items()}


def _rows(says: str, patterns: dict[str, Schema]) -> Schema:
    return {"type": "object", "description": says, "additionalProperties": False, "patternProperties": patterns}


def system_schema() -> Schema:
    """Return the schema of a counting system, made from the model that reads it."""
    from pitboss.pricing.counting.systems import CountingSystem

    made = json.dumps(CountingSystem.model_json_schema(mode="serialization"))
    made = made.replace('"$defs"', '"definitions"').replace("#/$defs/", "#/definitions/")
    held: Schema = json.loads(made.replace(json.dumps(NUMBER), json.dumps([*NUMBER, FRACTION])))
    return {"$schema": DRAFT, **held}


OTHER_FILES: dict[str, Callable[[], Schema]] = {"strategy": chart_schema, "system": system_schema}
"""The schemas of files that do not depend on a game and a date, by the name that `pitboss schema` takes."""


def schema(name: str, on: date | str | None = None) -> dict[str, Any]:
    """Return the JSON Schema of a game's table files on a day, or of a `strategy` or a counting `system`.

    >>> schema("craps", on="2008-06-01")["properties"]["game"]["enum"]
    ['craps']
    """
    if name in OTHER_FILES:
        return OTHER_FILES[name]()
    rules_named(name)
    return table_schema(name, parse_date(on) or date.today())


def schema_text(held: Schema) -> str:
    return json.dumps(held, indent=1, ensure_ascii=False) + "\n"


def write_schema_beside(file: Path) -> Path:
    """Write the schema of a table file, a strategy or a counting system next to it, and name it in its first line.

    Editors with taplo (Even Better TOML) read that line; `check` and everything else see a comment.
    """
    text = file.read_text("utf-8")
    if kind := kind_of(text):
        name, held = kind, OTHER_FILES[kind]()
    else:
        table = read_table(file)
        name, held = f"{table.game}-{table.on}", table_schema(table.game, table.on)
    beside = file.with_name(f"{name}.schema.json")
    replace_file(beside, schema_text(held))
    replace_file(file, with_directive(text, beside.name))
    return beside


def with_directive(text: str, name: str) -> str:
    r"""Return a TOML text whose first line names the schema next to it.

    >>> with_directive('#:schema ./old.json\ngame = "craps"\n', "craps-2008-06-01.schema.json")
    '#:schema ./craps-2008-06-01.schema.json\ngame = "craps"\n'
    """
    return f"#:schema ./{name}\n{DIRECTIVE.sub('', text)}"


def kind_of(text: str) -> str:
    """Return the kind of a TOML text that is not a table file: `strategy` or `system`, or "" for a table file."""
    for kind, heading in (("strategy", r"[\"']?(?:hard|soft|pair|doubled)\b"), ("system", "tags")):
        if re.search(rf"^\s*\[\s*{heading}", text, re.MULTILINE):
            return kind
    return ""


def replace_file(path: Path, text: str) -> None:
    """Write a file atomically."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    part.write_text(text, "utf-8")
    part.replace(path)
