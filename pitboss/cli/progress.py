"""A progress bar for what takes longer than two seconds; nothing at all for what does not."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 2.0
"""So many seconds pass before a bar is shown."""


@contextmanager
def progress_bar(what: str, quiet: bool = False) -> Iterator[Callable[[float], None]]:
    """Gives a function that is told, from 0 to 1, how much is done; a bar shows the time left, on standard error."""
    began = monotonic()
    bars: list[Progress] = []

    with ExitStack() as shown:

        def done(share: float) -> None:
            if not bars and not quiet and sys.stderr.isatty() and monotonic() - began > PATIENCE:
                bars.append(shown.enter_context(_bar(what)))
            for bar in bars:
                bar.update(bar.task_ids[0], completed=share)

        yield done


def _bar(what: str) -> Progress:
    """Not imported before there is something to show: it takes as long as a quick answer."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f}%"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task(what, total=1.0)
    return bar
