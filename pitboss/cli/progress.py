"""A progress bar for anything that takes longer than two seconds."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0
"""Seconds before a bar is shown."""


COMPILING = "the first use of a game compiles its loops"
"""Shown while no progress has been reported yet."""


@contextmanager
def progress_bar(what: str, quiet: bool = False) -> Iterator[Callable[[float], None]]:
    """Yield a function to report the completed share, from 0 to 1, which a bar on standard error displays.

    The bar shows no percentage until some progress is reported, since compiling reports none.
    """
    bars: list[Progress] = []
    lock = Lock()
    over = False

    with ExitStack() as shown:

        def show() -> None:
            with lock:
                if not bars and not over:
                    bars.append(shown.enter_context(_bar(f"{what} ({COMPILING})")))

        def done(share: float) -> None:
            with lock:
                for bar in bars:
                    total = 1.0 if share > 0 else None
                    known = f"{share:.0%}" if share > 0 else ""
                    bar.update(bar.task_ids[0], description=what, total=total, completed=share, share=known)

        timer = Timer(PATIENCE, show)
        timer.daemon = True
        if not quiet and sys.stderr.isatty():
            timer.start()
        try:
            yield done
        finally:
            timer.cancel()
            with lock:
                over = True


def _bar(what: str) -> Progress:
    """Create the bar. Imports Rich only now because that takes as long as a quick answer."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[share]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task(what, total=None, share="")
    return bar
