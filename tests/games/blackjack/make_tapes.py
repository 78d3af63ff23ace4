"""The tapes of the examples and irregularities, made from their scripts: `python tests/games/blackjack/make_tapes.py`.

A kept tape is what a script must be dealt as from now on. Make them again when a script or the tape's form changes, and
read the difference before keeping it.
"""

from pathlib import Path

from pitboss.table import Dealer, Step
from pitboss.table.script import play_script

HERE = Path(__file__).parent
EXAMPLES = sorted((HERE / "examples").glob("*.script"))
IRREGULARITIES = sorted((HERE / "irregularities").glob("*.script"))
SCRIPTS = [*EXAMPLES, *IRREGULARITIES]


def tape_of(script: Path) -> Path:
    """Where the tape of a script is kept."""
    return HERE / "tapes" / f"{script.stem}.tape"


def play(script: Path) -> tuple[list[str], list[Step], Dealer]:
    """Play a script: the lines of its tape, every step, and the table as it stands afterwards."""
    lines: list[str] = []
    steps: list[Step] = []
    dealer = play_script(script.read_text(), script.name, lines.append, steps.append)
    return lines, steps, dealer


def main() -> None:
    tapes = {tape_of(script): "".join(play(script)[0]) for script in SCRIPTS}
    (HERE / "tapes").mkdir(exist_ok=True)
    for old in (HERE / "tapes").glob("*.tape"):
        if old not in tapes:
            old.unlink()
    for path, text in tapes.items():
        path.write_text(text)
    print(f"{len(tapes)} tapes made")


if __name__ == "__main__":
    main()
