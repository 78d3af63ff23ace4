"""Make the golden playthroughs again: `make playthroughs`. Read the difference before you keep it."""

import sys
from pathlib import Path

from pitboss.cli.playthrough import playthrough

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent / "stranger"))

for script in sorted(FOLDER.glob("*.script")):
    script.with_suffix(".txt").write_text(playthrough(script.read_text("utf-8"), script.name), "utf-8")
    print(f"made {script.with_suffix('.txt').name}")
