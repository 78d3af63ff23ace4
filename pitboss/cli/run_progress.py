"""Progress of a simulation run: bars and messages on standard error."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from pitboss.cli.progress import progress_bar
from pitboss.library.simulations import RoundsProgress, Watch
from pitboss.pricing.contract import Progress
from pitboss.simulation.run import MOST_ROUNDS


class Bars(Watch):
    """Shows progress bars on standard error, and messages about compilation and unwritable files."""

    def __init__(self) -> None:
        self.troubles: list[OSError] = []
        self.compiled: set[str] = set()

    def share(self, what: str) -> AbstractContextManager[Progress]:

        return progress_bar(what)

    def rounds(self, before: int, checkpoint: Path | None) -> AbstractContextManager[RoundsProgress]:
        return rounds_bar(before, checkpoint)

    def compiles(self, game: str) -> None:
        if game not in self.compiled:
            message = f"First use: compiling {game} for this machine, which takes a few seconds …"
            print(message, file=sys.stderr, flush=True)
        self.compiled.add(game)

    def on_error(self, error: OSError) -> None:
        """Continue the run, for example when the disk is full, and report the problem once."""
        if not self.troubles:
            message = f"{error.filename}: {error.strerror}; the run continues"
            print(f"pitboss: {message}", file=sys.stderr, flush=True)
        self.troubles.append(error)


@contextmanager
def rounds_bar(before: int, checkpoint: Path | None) -> Iterator[RoundsProgress]:
    """Show a bar, and explain how to resume if the run is interrupted."""
    last = before
    try:
        with _bar(before) as shown:

            def progress(done: int, of: float) -> None:
                nonlocal last
                last = done
                shown(done, of)

            yield progress
    except KeyboardInterrupt:
        saved = (
            f"they are saved in {checkpoint}, use --resume to continue"
            if checkpoint
            else "without --checkpoint they are not saved"
        )
        print(f"pitboss: stopped after {last:,} rounds; {saved}", file=sys.stderr)
        raise


@contextmanager
def _bar(before: int) -> Iterator[RoundsProgress]:
    """Show a bar on the terminal, with the speed and the time left."""
    if not sys.stderr.isatty():
        yield lambda done, of: None
        return

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    words = TextColumn("{task.fields[said]}")
    with Progress(BarColumn(), words, TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, completed=before, said="")
        begun = time.perf_counter()

        def shown(done: int, of: float) -> None:
            total = of if of < MOST_ROUNDS else None
            upto = f" of {int(total):,}" if total else ""
            speed = (done - before) / max(time.perf_counter() - begun, 1e-9)
            bar.update(task, completed=done, total=total, said=f"{done:,}{upto} rounds, {speed:,.0f} a second")

        yield shown
