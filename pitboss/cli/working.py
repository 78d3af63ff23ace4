"""A progress bar for what takes longer than two seconds; nothing at all for what does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

PATIENCE = 2.0
"""So many seconds pass before a bar is shown."""


@contextmanager
def working(what: str, quiet: bool = False) -> Iterator[Callable[[float], None]]:
    """Gives a function that is told, from 0 to 1, how much is done; a bar shows the time left, on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )
    task = bar.add_task(what, total=1.0)
    began = monotonic()

    def done(share: float) -> None:
        bar.update(task, completed=share)
        if not bar.live.is_started and not quiet and console.is_terminal and monotonic() - began > PATIENCE:
            bar.start()

    try:
        yield done
    finally:
        if bar.live.is_started:
            bar.stop()
