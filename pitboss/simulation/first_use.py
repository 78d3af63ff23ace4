"""Speeds up the first use of a game by compiling its loop in a second process.

Numba compiles one function at a time per process, and most first uses compile twice: the pricing functions and the
loop. While the first process computes the strategy, the second compiles the part of the loop that does not depend on it
(`contract.Precompilation`). The processes share the on-disk cache of machine code. With one core, or a
warm cache, no process is started.
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

_PROGRAM = "from pitboss.simulation.first_use import compile_from_arguments; compile_from_arguments()"


@contextmanager
def compile_in_background(layout: Layout, wagers: Sequence[str] | None) -> Iterator[bool]:
    """Compile the loop of a layout's game in another process during this context, if needed; yield whether that is
    needed.

    Leaving the context waits for the process; an exception kills it.
    """
    simulation = declared_simulation(layout.rules.game.id)
    ahead = simulation.ahead if simulation is not None else None
    if ahead is None or is_compiled(ahead.loop) or cores() < 2:
        yield False
        return
    arguments = json.dumps([layout.plain(), None if wagers is None else list(wagers)])
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-c", _PROGRAM, arguments], stdin=nothing, stdout=nothing, stderr=nothing
    )
    try:
        yield True
        process.wait()
    finally:
        process.kill()
        process.wait()


def compile_from_arguments() -> None:
    """The entry point of the second process. It ignores errors, since they will occur again in the first one."""
    plain, wagers = json.loads(sys.argv[1])
    layout = Layout.from_plain(plain)
    simulation = declared_simulation(layout.rules.game.id)
    if simulation is not None and simulation.ahead is not None:
        simulation.ahead.make(layout, wagers)
