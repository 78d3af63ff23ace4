"""Fuzz targets for the program's input files: table files, scripts and tapes."""

from __future__ import annotations

import contextlib
import json
import re
import tomllib
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from fuzz.any_table import PIECES, AnyTable
from fuzz.target import Broken, command
from pitboss.chapter.rules import registered_games, rules_of
from pitboss.table.tape import START, canonical, read_entries, seal

EXAMPLES = Path(__file__).parents[1] / "tests" / "games"
FIGURES = ("0", "-1", "1", "7", "1.5", "99999999999999999999", "1e9", "nan", "½", "0x10", "1_000", "")
"""Replacements for a number: other numbers, and text that is almost one."""
UNPAYABLE = "payable within the limits"
"""The refusal to price a table with a lawful maximum below its wager increment, which `check` only warns about."""


def on_file(data: bytes, ending: str, *words: str) -> tuple[int, str, str]:
    """Run a command on a file with this content; FILE in the command stands for its path."""
    with TemporaryDirectory(prefix="pitboss-fuzz-") as folder:
        path = Path(folder) / f"fuzz.{ending}"
        path.write_bytes(data)
        return command(*(str(path) if word == "FILE" else word for word in words))


class TableFiles:
    """Table files: lawful, unlawful, or barely TOML. A first line `# papers` also requests prices and documents."""

    name = "tables"
    papers = b"# papers\n"

    def __init__(self, papers: float = 0.02) -> None:
        self.share = papers

    def make(self, rng: Random) -> bytes:
        game = rng.choice(tuple(registered_games()))
        table = AnyTable(rules_of(game), rng.random(), rng.choice((0.0, 0.1, 0.3)))
        text = rng.choice((table.text, table.broken))().encode("utf-8", "replace")
        return self.papers + text if rng.random() < self.share else text

    def run(self, data: bytes) -> None:
        checked, out, _ = on_file(data, "toml", "check", "FILE", "--json")
        if not out:
            raise Broken("check did not print JSON")
        signed, _, _ = on_file(data, "toml", "sign", "FILE", "--json")
        if checked == 2 and signed != 2:
            raise Broken("a file that cannot be checked has a sign")
        if checked == 0 and data.startswith(self.papers):
            game = str(tomllib.loads(data.decode())["game"])
            for words in (("price", game, "--table", "FILE"), ("guide", "FILE"), ("report", "FILE", "--rounds", "0")):
                status, _, wrong = on_file(data, "toml", *words, "--json")
                if status and UNPAYABLE not in wrong:
                    raise Broken(f"a lawful table has no {words[0]}: {wrong}")


class Scripts:
    """Scripts: worked examples from all games with lines removed, repeated, swapped and changed."""

    name = "scripts"

    @cached_property
    def examples(self) -> list[str]:
        """Return the text of every worked example."""
        found = [*EXAMPLES.glob("*/examples/*.script"), *EXAMPLES.glob("*/irregularities/*.script")]
        return [path.read_text("utf-8") for path in sorted(found)]

    def make(self, rng: Random) -> bytes:
        lines = rng.choice(self.examples).splitlines()
        return changed(lines, rng.choice(self.examples).splitlines(), rng).encode("utf-8", "replace")

    def run(self, data: bytes) -> None:
        on_file(data, "script", "deal", "--script", "FILE", "--json")


class Tapes:
    """Tapes of worked examples, modified after recording. A tape that is not authentic must be refused, naming the
    entry (status 1).

    Most are resealed after the change: their chain is intact, so only a replay can reveal it.
    """

    name = "tapes"

    @cached_property
    def tapes(self) -> list[list[str]]:
        """Return the entries of every recorded tape, without their seals."""
        kept = sorted(EXAMPLES.glob("*/tapes/*.tape"))
        return [[canonical(entry.data) for entry in read_entries(path.open(encoding="utf-8"))] for path in kept]

    def make(self, rng: Random) -> bytes:
        lines, others = rng.choice(self.tapes), rng.choice(self.tapes)
        if rng.random() < 0.8:
            text = sealed(changed([*lines], others, rng).splitlines())
        else:
            text = changed(sealed(lines).splitlines(), others, rng)
        return text.encode("utf-8", "replace")

    def run(self, data: bytes) -> None:
        status, _, wrong = on_file(data, "tape", "replay", "FILE", "--json")
        if status and not (wrong.startswith("pitboss: ") and wrong.count("\n") == 1):
            raise Broken(f"a tape is refused, but not in one line: {wrong!r}")


def changed(lines: list[str], others: list[str], rng: Random) -> str:
    """Return the lines with a few of them removed, duplicated, moved, replaced or modified."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines)) if lines else 0
        match rng.randrange(6):
            case 0 if lines:
                del lines[at]
            case 1 if lines:
                lines.insert(rng.randrange(len(lines)), lines[at])
            case 2 if lines:
                lines[at] = rng.choice(others)
            case 3:
                lines.insert(at, rng.choice(others))
            case 4 if lines:
                lines[at] = re.sub(r"-?\d+", lambda found: rng.choice((found[0], *FIGURES)), lines[at])
            case _ if lines:
                line, place = lines[at], rng.randrange(len(lines[at]) + 1)
                lines[at] = line[:place] + rng.choice(PIECES) + line[place + rng.randrange(3) :]
    return "\n".join(lines) + "\n"


def sealed(lines: Sequence[str]) -> str:
    """Return a tape of these entries, each with its seal; lines that are not entries stay unchanged."""
    before, found = START, []
    for line in lines:
        with contextlib.suppress(ValueError, AttributeError, RecursionError):
            line, before = seal(json.loads(line), before)
        found.append(line)
    return "\n".join(found) + "\n"
