"""Diagrams and tables of the architecture, made from the code: the rooms and their layers, and a round's asks."""

from __future__ import annotations

import ast
import inspect
import tomllib
from functools import cache
from pathlib import Path

from docs.generator.markdown import code, plain, table
from pitboss import plots
from pitboss.table import steps
from pitboss.table.steps import Ask

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pitboss"
WIDE, BOX, GAP = 760, 38, 14


def layers() -> list[list[str]]:
    """Return the rooms from top to bottom, as the import contract in pyproject.toml orders them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    ordered = next(one for one in contracts if one["type"] == "layers" and "pitboss.cli" in one["layers"])
    return [
        [room.strip().strip("()").removeprefix("pitboss.") for room in layer.split("|")] for layer in ordered["layers"]
    ]


def first_line(room: str) -> str:
    """Return the first sentence of a room's docstring."""
    path = PACKAGE / room / "__init__.py" if (PACKAGE / room).is_dir() else PACKAGE / f"{room}.py"
    docstring = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split())


@cache
def diagrams() -> dict[str, str]:
    """Return the generated tables that pages include by name."""
    rooms = [(code(f"pitboss/{room}"), plain(first_line(room))) for layer in layers() for room in layer]
    asks = [(code(name), plain(_about(cls))) for name, cls in asks_of_a_round()]
    return {
        "rooms": table(["room", "purpose"], rooms),
        "asks": table(["ask", "purpose"], asks),
    }


def asks_of_a_round() -> list[tuple[str, type[Ask]]]:
    """Return the asks that a round may yield, in the order in which they are defined."""
    return [
        (name, cls)
        for name, cls in vars(steps).items()
        if inspect.isclass(cls) and issubclass(cls, Ask) and cls is not Ask
    ]


def _about(cls: type) -> str:
    return " ".join(inspect.cleandoc(cls.__doc__ or "").partition("\n\n")[0].split())


def layers_svg() -> str:
    """Draw the rooms as layers: each may import those below it."""
    parts = []
    for number, rooms in enumerate(layers()):
        y = 12 + number * (BOX + GAP)
        wide = (WIDE - 24 - (len(rooms) - 1) * GAP) / len(rooms)
        for place, room in enumerate(rooms):
            x = 12 + place * (wide + GAP)
            parts.append(plots.rect(x, y, wide, BOX, "#dbe9f6"))
            parts.append(plots.text(x + wide / 2, y + 24, room, 14, anchor="middle"))
        if number:
            parts.append(plots.line(WIDE / 2, y - GAP + 1, WIDE / 2, y - 1, "#555"))
    high = 24 + len(layers()) * (BOX + GAP) - GAP
    return plots.picture(WIDE, high, "The rooms of Pitboss from top to bottom", "".join(parts))


def round_svg() -> str:
    """Draw a round and its driver: the asks, and the replies."""
    names = [name for name, _ in asks_of_a_round()]
    high = 70 + 24 * len(names)
    parts = [
        plots.rect(12, 12, 150, high - 24, "#dbe9f6"),
        plots.text(87, 36, "round.py", 14, anchor="middle"),
        plots.text(87, 56, "a generator", 11, plots.GREY, "middle"),
        plots.rect(WIDE - 162, 12, 150, high - 24, "#e8f3e8"),
        plots.text(WIDE - 87, 36, "Dealer", 14, anchor="middle"),
        plots.text(WIDE - 87, 56, "browser, terminal,", 11, plots.GREY, "middle"),
        plots.text(WIDE - 87, 72, "script, bot, replay", 11, plots.GREY, "middle"),
    ]
    for number, name in enumerate(names):
        y = 56 + number * 24
        parts.append(plots.line(170, y, WIDE - 170, y, "#999"))
        parts.append(plots.text(180, y - 5, f"{name} →", 12))
        parts.append(plots.text(WIDE - 180, y - 5, f"← {REPLIES[name]}", 12, plots.GREY, "end"))
    return plots.picture(WIDE, high, "The asks of a round, and their replies", "".join(parts))


REPLIES = {
    "AskWagers": "(position, Action), or None",
    "AskDecision": "a choice",
    "AskDice": "Dice",
    "AskShuffle": "a commitment to the order",
    "AskCard": "Card",
    "AskNumber": "a number",
    "AskDraw": "numbers in the order drawn",
    "AskSettlement": "None",
}
"""The reply to each ask; a new ask needs a line here."""
