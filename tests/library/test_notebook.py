"""Every cell of the notebook in docs/ runs, and its result displays itself."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[2] / "docs" / "tour.ipynb"


def cells() -> list[str]:
    notebook = json.loads(NOTEBOOK.read_text("utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code), "outputs are not committed"
    return ["".join(cell["source"]) for cell in code]


def run(source: str, names: dict[str, Any]) -> Any:
    """Return a cell's result, as a notebook would show it."""
    *before, last = ast.parse(source).body
    exec(compile(ast.Module(before, []), NOTEBOOK.name, "exec"), names)
    assert isinstance(last, ast.Expr), f"the cell shows nothing: {source}"
    return eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)


def test_every_cell_shows_something() -> None:
    names: dict[str, Any] = {}
    shown = [run(source, names) for source in cells()]
    drawn = [type(one).__name__ for one in shown if "<svg" in getattr(one, "_repr_html_", str)()]
    assert drawn == ["PricedWager", "StrategyReport", "OpenTable", "OpenTable"]
    notebook = [type(one).__name__ for one in shown if "<table" in getattr(one, "_repr_html_", str)()]
    assert {"GameList", "PriceReport", "SimulationReport", "CheckedTable"} <= set(notebook)
    assert names["table"].seats()[0]["up"] == "+$20"
    assert ("play", "fold") in shown
