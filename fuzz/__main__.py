"""`make fuzz`: run the fuzz targets, or rerun one input."""

from __future__ import annotations

import argparse
import secrets
import sys
from pathlib import Path
from time import monotonic

from fuzz.run import TARGETS, CrashError, fuzz, replay


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=f"one of {', '.join(TARGETS)}; all if none")
    parser.add_argument("--time", type=float, default=60, metavar="SECONDS", help="how long (default: 60)")
    parser.add_argument("-n", type=int, metavar="N", help="how many inputs of each target, however long it takes")
    parser.add_argument("--seed", default="", help="the same seed and number give the same inputs")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="run this input again; its name begins the target")
    arguments = parser.parse_args()
    if unknown := set(arguments.targets) - set(TARGETS):
        parser.error(f"no target {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    if arguments.replay:
        replay(arguments.replay)
        print(f"{arguments.replay}: answered as guaranteed")
        return 0
    seed = arguments.seed or secrets.token_hex(4)
    print(f"seed {seed}: repeat with SEED={seed}", flush=True)
    names = arguments.targets or list(TARGETS)
    wrong = 0
    for _number, name in enumerate(names):
        began = monotonic()
        until = None if arguments.n else began + arguments.time / len(names)
        try:
            done = fuzz(TARGETS[name](), f"{seed} {name}", arguments.n, until)
        except CrashError as crash:
            wrong += 1
            print(crash, file=sys.stderr)
        else:
            print(f"{name}: {done} inputs answered in {monotonic() - began:.0f} s", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
