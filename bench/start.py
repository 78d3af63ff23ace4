"""Cold starts: seconds until a command has answered, including the start of the process."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

COMMANDS = (("--help",), ("games",), ("price", "craps", "--json"))


def measure() -> list[dict[str, Any]]:
    program = str(Path(sys.executable).with_name("pitboss"))
    return [
        {
            "what": f"pitboss {' '.join(command)}",
            "who": "pitboss",
            "figure": min(_seconds([program, *command]) for _ in range(5)),
            "unit": "seconds",
            "ratio": "-",
        }
        for command in COMMANDS
    ]


def _seconds(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begun
