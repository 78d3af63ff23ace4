"""How `pitboss price --sweep` is shown: as a table, or as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.library.sweeps import Moved, Sweep


def as_csv(found: Sweep) -> str:
    """Return the sweep as CSV, with a wager column if there are several."""
    import csv
    import io

    from pitboss.library.sweeps import every_wager

    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    many = bool(found.also)
    writer.writerow([*(["wager"] if many else []), *found.swept, "house_edge", "exact"])
    for moved in every_wager(found):
        for row in moved.rows:
            cells = [row.options[name] for name in found.swept]
            writer.writerow([*([moved.wagers[0]] if many else []), *cells, repr(row.house_edge), row.exact or ""])
    return out.getvalue()


def show(found: Sweep) -> None:
    """Print the sweep as a table."""
    from datetime import date

    from rich.text import Text

    from pitboss.cli.terminal import bar, console, heat, percent, print_future_note, table
    from pitboss.library.sweeps import every_wager

    out = console()
    every = every_wager(found)
    many = bool(found.also)
    most = max((abs(row.house_edge) for moved in every for row in moved.rows), default=0) or 1
    edges = table(*(["wager"] if many else []), *found.swept, "edge", "", "exact", right=["edge", "exact"])
    for moved in every:
        for number, row in enumerate(moved.rows):
            edge = heat(row.house_edge)
            edges.add_row(
                *([Text("" if number else _named(moved), "bold")] if many else []),
                *(str(row.options[name]) for name in found.swept),
                Text(percent(row.house_edge, 4), edge),
                Text(bar(max(row.house_edge, 0) / most, 10), edge),
                row.exact if row.exact and len(row.exact) <= 20 else "",
            )
    title = "Affected wagers" if many else _named(every[0])
    out.print(Text.assemble((title, "bold"), f" {'in' if many else 'of'} {found.game} on {found.on}"))
    print_future_note(out, date.fromisoformat(found.on))
    out.print(edges)
    for option in found.still:
        out.print(f"{option} affects no price.", style="dim")
    if found.not_permitted:
        out.print(f"{found.not_permitted} other combinations are not permitted on {found.on}.", style="dim")


def _named(moved: Moved) -> str:
    """Name identical wagers: both, or the first and the number of others.

    >>> from pitboss.library.sweeps import Moved
    >>> _named(Moved(wagers=["total_4", "total_17"], rows=[])), _named(Moved(wagers=["a", "b", "c"], rows=[]))
    ('total_4, total_17', 'a and 2 alike')
    """
    if len(moved.wagers) <= 2:
        return ", ".join(moved.wagers)
    return f"{moved.wagers[0]} and {len(moved.wagers) - 1} alike"
