"""The first use of a game: a second process compiles its loop while the first finds how it is played best.

Numba compiles one function at a time in a process, and most first uses wait for it twice: for the functions of the
price, and for the loop. What of the loop does not hang on the best play (`contract.Ahead`) is compiled beside it. The
two meet on disk, where machine code is kept; where there is one core, or nothing to compile, nothing is started.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pitboss.chapter.layout import Layout
from pitboss.cores import cores
from pitboss.simulation.compiled import is_compiled
from pitboss.simulation.kernel import declared_simulation

_PROGRAM = "from pitboss.simulation.first_use import compile_told; compile_told()"


@contextmanager
def compiled_beside(layout: Layout, wagers: Sequence[str] | None) -> Iterator[bool]:
    """While this lasts, the loop of a layout's game is compiled by another process, if it has to be: told is whether.

    At the end it is waited for; what breaks off here ends it.
    """
    simulation = declared_simulation(layout.rules.game.id)
    ahead = simulation.ahead if simulation is not None else None
    if ahead is None or is_compiled(ahead.loop) or cores() < 2:
        yield False
        return
    told = json.dumps([layout.plain(), None if wagers is None else list(wagers)])
    nothing = subprocess.DEVNULL
    process = subprocess.Popen([sys.executable, "-c", _PROGRAM, told], stdin=nothing, stdout=nothing, stderr=nothing)
    try:
        yield True
        process.wait()
    finally:
        process.kill()
        process.wait()


def compile_told() -> None:
    """What the other process does. Whatever goes wrong there goes wrong again where people see it."""
    plain, wagers = json.loads(sys.argv[1])
    layout = Layout.from_plain(plain)
    simulation = declared_simulation(layout.rules.game.id)
    if simulation is not None and simulation.ahead is not None:
        simulation.ahead.make(layout, wagers)


__all__ = ["compiled_beside"]
