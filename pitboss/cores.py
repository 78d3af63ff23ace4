"""The number of CPU cores to use, for everything that runs in parallel."""

from __future__ import annotations

import os

ENVIRONMENT = "PITBOSS_CORES"


def cores() -> int:
    """Return the number of cores that this process may use; `PITBOSS_CORES` overrides it."""
    asked = os.environ.get(ENVIRONMENT, "")
    if asked.isdigit() and int(asked) > 0:
        return int(asked)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
