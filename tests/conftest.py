"""Every test sees one more game than ours: a stranger's, registered by its own entry point."""

import os
import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "stranger"), str(HERE / "shared")]
os.environ.setdefault("PITBOSS_CACHE", str(HERE.parent / ".pytest_cache" / "prices"))

settings.register_profile("pitboss", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# On CI the same examples every time; at a desk new ones, which is where a new fault is to be found.
settings.register_profile("ci", parent=settings.get_profile("pitboss"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "pitboss")
