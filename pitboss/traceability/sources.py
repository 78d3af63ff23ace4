"""The files that a trace reads: a game's data, the code that its round uses, and its tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from pitboss.chapter.paragraphs import BadParagraphs, TextFile, paragraphs_file
from pitboss.chapter.rules import all_games, registered_games
from pitboss.traceability.citations import parse_file

FAMILIES = "pitboss.families"
PLAYTHROUGH = ".txt"


@dataclass(frozen=True, slots=True)
class Folder:
    """The inputs of a trace; `tests` is None without a checkout, `proven` is None without mutation results.

    `built_on` are the modules of the game and its families that its round uses; `shared` is the procedure that all
    games share.
    """

    rules: TextFile
    paragraphs: TextFile
    round: TextFile
    built_on: tuple[TextFile, ...] = ()
    shared: tuple[TextFile, ...] = ()
    tests: tuple[TextFile, ...] | None = None
    proven: TextFile | None = None


def game_folder(package: str, tests: bool) -> Folder:
    home = files(package)
    path = package.replace(".", "/")
    if not (home / "paragraphs.toml").is_file():
        raise BadParagraphs(f"{path}/paragraphs.toml is missing; it lists the paragraphs of the game's subchapter")
    rules, paragraphs, procedure = (
        _file(home / name, f"{path}/{name}") for name in ("rules.toml", "paragraphs.toml", "round.py")
    )
    built_on = tuple(_modules_used(procedure, package, {procedure.path}))
    root = _checkout(package) if tests else None
    game = next(id for id, home in registered_games().items() if home == package)
    shown, proven = (_tests(root, game), _proven(root, game)) if root else (None, None)
    return Folder(rules, paragraphs, procedure, built_on, tuple(_shared_procedure()), shown, proven)


ALL_GAMES_CODE = (
    "chapter/posted_limits.py",
    "chapter/tournament.py",
    "chapter/holidays.py",
    "table/actions.py",
    "table/allowed.py",
    "table/game.py",
    "library/papers/guides.py",
    "library/papers/petitions.py",
    "library/papers/signs.py",
    "library/papers/table.py",
    "library/papers/words.py",
    "floor/changes.py",
    "floor/live.py",
    "floor/notices.py",
    "floor/tournaments.py",
)
"""The code that implements subchapter 8, in addition to the table check."""


def all_games_folder(tests: bool) -> Folder:
    """Return the files of subchapter 8. It has no round; tables, documents and the floor implement it."""
    house, game = files("pitboss"), all_games().game.id
    rules, check = (
        _file(house / "chapter" / name, f"pitboss/chapter/{name}") for name in ("all_games.toml", "check.py")
    )
    code = tuple(_file(house.joinpath(*path.split("/")), f"pitboss/{path}") for path in ALL_GAMES_CODE)
    paragraphs = paragraphs_file(game)
    assert paragraphs is not None
    root = _checkout("pitboss") if tests else None
    shown, proven = (_tests(root, game), _proven(root, game)) if root else (None, None)
    return Folder(rules, paragraphs, check, code, (), shown, proven)


def files_of_round(game: str) -> tuple[str, ...]:
    """Return the paths to a game's round and the modules it uses."""
    folder = game_folder(registered_games()[game], tests=False)
    return tuple(file.path for file in (folder.round, *folder.built_on))


def _modules_used(procedure: TextFile, package: str, known: set[str]) -> Iterator[TextFile]:
    """Yield the modules in the game's own folder and in its families that its round uses.

    Citations by fact name in these modules refer to the game's own facts. A family whose modules the round does not use
    is left out.
    """
    for node in ast.walk(parse_file(procedure)):
        module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
        root = next((root for root in (FAMILIES, package) if module.startswith(f"{root}.")), None)
        if root is None:
            continue
        *folders, name = module.split(".")
        home = files(root).joinpath(*folders[root.count(".") + 1 :])
        inside = _python(home / name, "/".join([*folders, name])) if (home / name).is_dir() else ()
        alone = [(home / f"{name}.py", f"{'/'.join(folders)}/{name}.py")] if (home / f"{name}.py").is_file() else []
        for file in (*inside, *(_file(one, path) for one, path in alone)):
            if file.path not in known:
                known.add(file.path)
                yield file
                yield from _modules_used(file, package, known)


def _shared_procedure() -> Iterator[TextFile]:
    """Yield the procedure shared by all games, and the table check, which implements requirements on layouts."""
    house = files("pitboss")
    yield from _python(house / "table", "pitboss/table")
    yield _file(house / "chapter" / "check.py", "pitboss/chapter/check.py")


def _python(folder: Traversable, path: str) -> Iterator[TextFile]:
    """Yield the Python files of a folder and its subfolders."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.name.endswith(".py"):
            yield _file(one, f"{path}/{one.name}")
        elif one.is_dir():
            yield from _python(one, f"{path}/{one.name}")


def _checkout(package: str) -> Path | None:
    """Return the checkout that contains a package and its tests, or None for an installed package."""
    root = Path(str(files(package))).parents[package.count(".")]
    root = root.parent if root.name == "src" else root
    return root if (root / "pyproject.toml").is_file() and (root / "tests").is_dir() else None


def _tests(root: Path, game: str) -> tuple[TextFile, ...]:
    """Return tests, scripts, and the game's own playthrough."""
    own = root / "tests" / "playthroughs" / f"{game}{PLAYTHROUGH}"
    return tuple(
        _file(one, one.relative_to(root).as_posix())
        for one in sorted((root / "tests").rglob("*"))
        if one.suffix in (".py", ".script", own.suffix) and one.is_file() and (one.suffix != own.suffix or one == own)
    )


def _proven(root: Path, game: str) -> TextFile | None:
    kept = root / "tests" / "mutation" / "proven" / f"{game}.toml"
    return _file(kept, kept.relative_to(root).as_posix()) if kept.is_file() else None


def _file(one: Traversable, path: str) -> TextFile:
    return TextFile(path, one.read_text("utf-8"))
