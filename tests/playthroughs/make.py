"""Regenerate the golden playthroughs: `make playthroughs`, or only some: `python -m tests.playthroughs.make craps`.

Read the difference before you keep it.
"""

import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def main(games: list[str]) -> None:
    sys.path.insert(0, str(FOLDER.parent / "stranger"))
    from pitboss.cli.playthrough import playthrough

    for script in sorted(FOLDER.glob("*.script")):
        if not games or script.stem in games:
            script.with_suffix(".txt").write_text(playthrough(script.read_text("utf-8"), script.name), "utf-8")
            print(f"made {script.with_suffix('.txt').name}")


if __name__ == "__main__":  # pytest imports every module for its doctests, and must not remake the golden files
    main(sys.argv[1:])
