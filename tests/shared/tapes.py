"""Scripts for worked examples and irregularities, and their recorded tapes; `python -m tests.shared.tapes` remakes
them.

Scripts must be dealt exactly as on the recorded tapes. A game has tapes if it has a `tapes` folder. Read the diff
before committing a new one.
"""

from __future__ import annotations

from pathlib import Path

from pitboss.table import Dealer, Step
from pitboss.table.script import play_script

GAMES = Path(__file__).parents[1] / "games"
SCRIPTS = sorted([*GAMES.glob("*/examples/*.script"), *GAMES.glob("*/irregularities/*.script")])
TAPED = [script for script in SCRIPTS if (script.parents[1] / "tapes").is_dir()]


def tape_of(script: Path) -> Path:
    """Return the path of a script's tape."""
    return script.parents[1] / "tapes" / f"{script.stem}.tape"


def play(script: Path) -> tuple[list[str], list[Step], Dealer]:
    """Play a script; return the lines of its tape, every step, and the final table."""
    lines: list[str] = []
    steps: list[Step] = []
    return lines, steps, play_script(script.read_text("utf-8"), script.name, lines.append, steps.append)


def main() -> None:
    made = {tape_of(script): "".join(play(script)[0]) for script in TAPED}
    for old in set(GAMES.glob("*/tapes/*.tape")) - set(made):
        old.unlink()
    for path, text in made.items():
        path.write_text(text, "utf-8")
    print(f"{len(made)} tapes made")


if __name__ == "__main__":
    main()
