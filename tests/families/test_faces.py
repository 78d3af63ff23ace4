"""The public face of a family: what its `__init__` offers. A game uses nothing else of it; the rest is internal."""

from __future__ import annotations

import ast
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from pitboss.chapter import registered
from pitboss.exports import offered

FAMILIES = "pitboss.families."
ROOMS = [path.parent.name for path in Path(import_module("pitboss.families").__path__[0]).glob("*/round*")]
FAMILY_ROOMS = sorted({*ROOMS, "wheel"})


def face(room: str) -> dict[str, str]:
    """The names that a family offers, each with its module."""
    return offered(str(import_module(FAMILIES + room).__file__))


@pytest.mark.parametrize("room", FAMILY_ROOMS)
def test_what_a_family_offers_is_there(room: str) -> None:
    family = import_module(FAMILIES + room)
    assert set(face(room)) == set(family.__all__)
    for name, home in face(room).items():
        assert getattr(family, name) is getattr(import_module(home), name)  # loaded by now, if it is a module
    with pytest.raises(AttributeError, match=rf"'{FAMILIES}{room}' has no attribute 'no_such_name'"):
        family.no_such_name  # noqa: B018


@pytest.mark.parametrize("game", list(registered()))
def test_a_game_uses_what_its_families_offer_and_nothing_else(game: str) -> None:
    spec = find_spec(registered()[game])
    assert spec is not None
    assert spec.origin is not None
    inside = []
    for path in sorted(Path(spec.origin).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            room = (node.module or "").removeprefix(FAMILIES).split(".")[0] if isinstance(node, ast.ImportFrom) else ""
            if room in FAMILY_ROOMS:
                inside += [f"{path.name}: {room}.{one.name}" for one in node.names if one.name not in face(room)]
    assert not inside, (
        f"internal to a family; if games may use it, pitboss/families/<family>/__init__.py offers it: {inside}"
    )
