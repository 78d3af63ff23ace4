"""Dynamic imports, invisible to import-linter, are few and justified."""

import ast
from pathlib import Path

import pitboss

ROOT = Path(pitboss.__file__).parent
BY_NAME = {
    "__init__.py": "the verbs of `pitboss.library`, when they are first used",
    "chapter/game_modules.py": "the modules of a game, registered as an entry point",
    "library/papers/derivations.py": "the modules that explain how a price is derived, named by its `theory`",
    "library/felts.py": "the felt of a family, named in a game's rules.toml",
}


def test_every_dynamic_import_has_a_reason() -> None:
    assert {str(path.relative_to(ROOT)) for path in ROOT.rglob("*.py") if _imports_by_name(path)} == set(BY_NAME)


def _imports_by_name(path: Path) -> bool:
    """Whether a file imports dynamically, with `importlib.import_module` or `__import__`."""
    names = {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name | ast.Attribute)
    }
    return not names.isdisjoint({"import_module", "__import__"})
