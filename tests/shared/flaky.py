"""Runs the page and floor tests several times on a busy machine, and lists the flaky ones.

make flaky                    five runs of tests/web and tests/floor with every core kept busy
python -m tests.shared.flaky 20 tests/web/test_touch.py -k deal
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.shared.failures import DEFAULT, Run

ROOT = Path(__file__).parents[2]

RUNS = 5
TESTS = ("tests/web", "tests/floor")


def main(arguments: list[str]) -> int:
    runs = int(arguments.pop(0)) if arguments and arguments[0].isdecimal() else RUNS
    cores = os.cpu_count() or 1
    failures: Counter[str] = Counter()
    example: dict[str, str] = {}
    with busy(cores):
        for number in range(1, runs + 1):
            begun = time.monotonic()
            result = run(arguments or list(TESTS), workers=cores + 1)
            failures.update(result.failed)
            example |= result.failed
            print(f"run {number} of {runs}: {len(result.failed)} failed, {time.monotonic() - begun:.0f} s", flush=True)
    for test, times in failures.most_common():
        kind = "wavers" if times < runs else "fails always"
        print(f"\n{kind}: {test} failed {times} of {runs} times\n{example[test]}")
    print(f"\n{len(failures)} tests failed at least once in {runs} runs.")
    return 1 if failures else 0


def run(tests: list[str], workers: int) -> Run:
    """Run the tests once, as `make test` runs them."""
    path = ROOT / DEFAULT.with_name("flaky-failures.json")
    options = ["-q", "-n", str(workers), "--dist", "worksteal", "--hypothesis-profile", "ci", f"--failures={path}"]
    chosen = [*options, "-m", "not slow and not crash", *tests]
    subprocess.run([sys.executable, "-m", "pytest", *chosen], cwd=ROOT, check=False, env=os.environ | {"CI": "true"})
    done = Run.read(path)
    if done is None or done.exit not in (0, 1):
        sys.exit("The run broke off.")
    return done


@contextmanager
def busy(cores: int) -> Iterator[None]:
    """Keep this number of cores busy."""
    load = [multiprocessing.Process(target=_spin, daemon=True) for _ in range(cores)]
    for process in load:
        process.start()
    try:
        yield
    finally:
        for process in load:
            process.kill()


def _spin() -> None:
    while True:
        pass


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
