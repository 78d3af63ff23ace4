"""The public face of a room: the names that its `__init__` offers, each loaded from its module when it is first used.

    if TYPE_CHECKING:
        from pitboss.families.shoe.round import ShoeGame, ShoeState
        from pitboss.families.shoe.tree import Tree

    __all__ = ["ShoeGame", "ShoeState", "Tree"]
    __getattr__, __dir__ = exports(__name__, __file__)

So a room can offer all that others may use without the cost of what they do not. The imports that types are checked by
are those that are followed: where a name comes from is written once. What a room does not offer is internal to it, and
may change.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


def exports(room: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a room, from what its file imports `if TYPE_CHECKING`."""

    def find(name: str) -> Any:
        home = offered(file).get(name)
        if home is None:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        module = import_module(home)
        found = getattr(module, name) if hasattr(module, name) else import_module(f"{home}.{name}")
        setattr(sys.modules[room], name, found)
        return found

    return find, lambda: sorted({*vars(sys.modules[room]), *offered(file)})


@cache
def offered(file: str) -> dict[str, str]:
    """The names that the file of a room offers, each with the module that has it."""
    checked = (node for node in ast.parse(Path(file).read_text("utf-8")).body if isinstance(node, ast.If))
    imports = (one for node in checked for one in node.body if isinstance(one, ast.ImportFrom) and one.module)
    return {alias.name: one.module for one in imports if one.module for alias in one.names}


__all__ = ["exports", "offered"]
