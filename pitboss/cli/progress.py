"""A progress bar for what takes longer than two seconds; nothing at all for what does not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0
"""So many seconds pass before a bar is shown."""


COMPILING = "the first use of a game compiles its loops"
"""Said while nothing is known yet of how much is done."""


@contextmanager
def progress_bar(what: str, quiet: bool = False) -> Iterator[Callable[[float], None]]:
    """Yields a function to report the share that is done, from 0 to 1; a bar on standard error shows it.

    The bar comes up by itself, and shows no percentage until something is done: compiling reports no progress.
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
    """Not imported before there is something to show: it takes as long as a quick answer."""
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
