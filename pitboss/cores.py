"""How many cores there are to work with, asked in one place by all that works on several."""

from __future__ import annotations

import os

ENVIRONMENT = "PITBOSS_CORES"


def cores() -> int:
    """The cores that this process may use; `PITBOSS_CORES` says otherwise."""
    asked = os.environ.get(ENVIRONMENT, "")
    if asked.isdigit() and int(asked) > 0:
        return int(asked)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


__all__ = ["cores"]
