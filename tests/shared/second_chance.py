"""Reruns the tests that failed in the last run, alone (`make retry`, which `.ci/run` calls after a failed run).

A test that passes now is printed under FLAKY with its first failure, and the run succeeds; a test that fails again
fails the run. A run that was aborted, or in which more than `MOST` tests failed, gets no second chance.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.shared.failures import DEFAULT, Run

ROOT = Path(__file__).parents[2]

SECOND = DEFAULT.with_name("second-failures.json")
MOST = 25
"""More failures than this mean a broken build, not flaky tests."""


def main(root: Path = ROOT, options: tuple[str, ...] = ("--hypothesis-profile", "ci")) -> int:
    first = Run.read(root / DEFAULT)
    if first is None or first.exit != 1 or not 0 < len(first.failed) <= MOST:
        print(f"No second chance: {_why_not(first)}.")
        return 1
    print(f"{len(first.failed)} failed; running them once more, alone:", flush=True)
    alone = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--failures={SECOND}", *options]
    subprocess.run([*alone, *first.failed], cwd=root, check=False)
    second = Run.read(root / SECOND)
    if second is None or second.exit not in (0, 1):
        print("The second run broke off.")
        return 1
    flaky = [test for test in first.failed if test not in second.failed]
    for test in flaky:
        print(f"\nFLAKY {test}\npassed when run alone; it first failed like this:\n{first.failed[test]}")
    print(f"\n{len(flaky)} flaky, {len(second.failed)} failed twice.")
    for test in second.failed:
        print(f"FAILED TWICE {test}")
    return 1 if second.failed else 0


def _why_not(run: Run | None) -> str:
    if run is None:
        return "the last run did not reach its end"
    if run.exit != 1:
        return f"the last run ended with pytest's exit status {run.exit}"
    return f"{len(run.failed)} tests failed, and up to {MOST} are run again"


if __name__ == "__main__":
    sys.exit(main())
