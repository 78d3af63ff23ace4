"""The public face of a room: names that its `__init__` offers, each loaded from its module when it is first used.

    __getattr__, __dir__ = exports(__name__, round=("HousePoker", "PokerState"), price=("StudPricing",))

So a room can offer all that others may use without the cost of what they do not; what it does not offer is internal,
and may change. The same names stand under `if TYPE_CHECKING`, for those who read types.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def exports(room: str, **names: tuple[str, ...]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a room, from the names that each of its modules gives."""
    homes = {name: f"{room}.{module.replace('__', '.')}" for module, given in names.items() for name in given}

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        found = getattr(import_module(homes[name]), name)
        setattr(sys.modules[room], name, found)
        return found

    return find, lambda: sorted({*vars(sys.modules[room]), *homes})
