"""Examples in pages: real files, and commands that are run when the site is built.

A fenced block with `file="…"` is filled with that file of `docs/examples`:

    ```toml file="table-7.toml"
    ```

A block `console` lists commands. Each is run in a folder that holds a copy of `docs/examples`, and its output is
inserted below it. `exits=1` is the exit code expected of the last command, and `lines=12` cuts each output off after 12
lines:

    ```console exits=1
    $ pitboss check table-7.toml
    ```

A block `pycon` is a doctest: the tests run it. All commands of a page run in the same folder, one after another.

A line `<!-- install: first-game/1 -->` puts the files of that example into the folder and installs the game that its
pyproject.toml registers, so that later commands can use it. The line itself does not appear on the page.
"""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

EXAMPLES = Path(__file__).parents[1] / "examples"
WIDTH = 100
LONGEST = 600
"""The maximum number of characters of a failing command's output to show in an error."""
_BLOCK = re.compile(r"^(?P<indent> *)```(?P<language>\w+) (?P<terms>[^\n]*)\n(?P<text>.*?)^ *```$", re.M | re.S)
_CONSOLE = re.compile(r"^(?P<indent> *)```console(?P<terms>[^\n]*)\n(?P<text>.*?)^ *```$", re.M | re.S)
_STEP = re.compile(rf"^<!-- install: (?P<install>\S+) -->\n|{_CONSOLE.pattern}", re.M | re.S)
_TERM = re.compile(r'(\w+)="?([^"\s]*)"?')


class BrokenExample(Exception):
    """An example that does not do what its page says."""


def filled(text: str, name: str = "page") -> str:
    """Return a page with its files and its commands' output filled in."""
    text = _BLOCK.sub(_shown_file, text)
    if not _CONSOLE.search(text):
        return text
    with _workplace():
        return _STEP.sub(lambda match: install(match["install"]) if match["install"] else _run_block(match, name), text)


def files_of(text: str) -> list[str]:
    """Return the example files that a page shows."""
    return [terms["file"] for match in _BLOCK.finditer(text) if "file" in (terms := _terms(match["terms"]))]


def _terms(text: str) -> dict[str, str]:
    return dict(_TERM.findall(text))


def _shown_file(match: re.Match[str]) -> str:
    terms = _terms(match["terms"])
    if "file" not in terms:
        return match[0]
    body = (EXAMPLES / terms["file"]).read_text("utf-8").rstrip()
    title = terms.get("title", Path(terms["file"]).name)
    lines = [f'```{match["language"]} title="{title}"', *body.splitlines(), "```"]
    return "\n".join(f"{match['indent']}{line}".rstrip() for line in lines)


@contextmanager
def _workplace() -> Iterator[Path]:
    """Change into a new folder that holds the example files; output is plain and as wide as a page."""
    plain = {"COLUMNS": str(WIDTH), "NO_COLOR": "1", "TERM": "dumb", "PYTHONHASHSEED": "0"}
    with TemporaryDirectory() as folder, patch.dict(os.environ, plain):
        place = Path(folder) / "work"
        shutil.copytree(EXAMPLES, place)
        with chdir(place):
            yield place


def install(example: str) -> str:
    """Copy an example into the current folder and install the games of its pyproject.toml for the next commands.

    It is installed the way `pip install --editable` would, but without needing a network to build it.
    """
    shutil.copytree(EXAMPLES / example, ".", dirs_exist_ok=True)
    project = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    about = Path(f"{project['name'].replace('-', '_')}-{project['version']}.dist-info")
    about.mkdir(exist_ok=True)
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    games = project["entry-points"]["pitboss.games"]
    lines = [f"{game} = {package}" for game, package in games.items()]
    (about / "entry_points.txt").write_text("\n".join(["[pitboss.games]", *lines, ""]), "utf-8")
    return ""


def _run_block(match: re.Match[str], name: str) -> str:
    terms = _terms(match["terms"])
    commands = [line.strip()[2:] for line in match["text"].splitlines() if line.strip().startswith("$ ")]
    if not commands:
        raise BrokenExample(f"{name}: a console block without a command: {match[0]}")
    lines = ["```console"]
    for command in commands:
        expected = int(terms.get("exits", 0)) if command == commands[-1] else 0
        code, output = run(command)
        if code != expected:
            raise BrokenExample(f"{name}: `{command}` exits with {code} instead of {expected}:\n{output[-LONGEST:]}")
        lines += [f"$ {command}", *_cut(output, int(terms.get("lines", 0)))]
    return "\n".join(f"{match['indent']}{line}".rstrip() for line in [*lines, "```"])


def _cut(output: str, most: int) -> list[str]:
    lines = [line.rstrip() for line in output.strip("\n").splitlines()]
    return [*lines[:most], "…"] if most and len(lines) > most else lines


def run(command: str) -> tuple[int, str]:
    """Run a command line and return its exit code and all of its output.

    `pitboss` runs in this process, which saves starting another one; everything else runs in a shell, as does `pitboss`
    once a game has been installed.
    """
    words = shlex.split(command, comments=True)
    installed = any(Path.cwd().glob("*.dist-info"))
    if words[0] != "pitboss" or installed or re.search(r"[|<>&;$]", command):
        paths = {
            "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
            "PYTHONPATH": os.pathsep.join([str(Path.cwd()), str(EXAMPLES.parents[1])]),
        }
        done = subprocess.run(
            command, shell=True, text=True, capture_output=True, env={**os.environ, **paths}, timeout=120
        )
        return done.returncode, done.stdout + done.stderr
    from pitboss.cli import main

    output = io.StringIO()
    with redirect_stdout(output), redirect_stderr(output):
        code = main(words[1:])
    return code, output.getvalue()
