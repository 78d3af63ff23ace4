"""`pitboss replay`: replay a tape step by step and verify it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.common import Json, examples, print_json
from pitboss.library.errors import one_line

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.library.record import TableRecord
    from pitboss.table.tape import Replay

NAME = "replay"
EXAMPLES = examples(
    "pitboss replay evening.tape",
    "pitboss replay evening.tape --round 7 --position 2",
    "pitboss replay evening.tape --json",
    "pitboss replay hand.phh",
)


def command(
    tape: Annotated[Path, typer.Argument(metavar="TAPE", help="The tape file.", show_default=False)],
    round: Annotated[int | None, typer.Option("--round", metavar="N", min=1, help="Only this round.")] = None,
    steps: Annotated[bool, typer.Option("--steps", metavar="", help="Also show requests: every single step.")] = False,
    position: Annotated[
        int | None,
        typer.Option(
            "--position", metavar="P", min=0, help="Show what this position may see; 0: only what everyone can see."
        ),
    ] = None,
    phh: Annotated[bool, typer.Option("--phh", metavar="", help="Poker: print the round as a hand history.")] = False,
    json: Json = False,
) -> None:
    """Replay a tape step by step and verify it, or replay a poker hand history (.phh).

    Exit code 1 if the tape is invalid; the entry is named.
    """
    from pitboss.library.hand_histories import history_of, is_history, taped
    from pitboss.table.tape import BadTape, replay
    from pitboss.table.view import SURVEILLANCE

    try:
        with tape.open(encoding="utf-8", newline="\n") as lines:
            replayed = replay(taped(lines.read()) if is_history(tape) else lines)
    except UnicodeDecodeError:
        raise ValueError(f"{tape}: cannot be read: a tape is text in UTF-8") from None
    except BadTape as error:
        print(f"pitboss: {tape}: {one_line(error)}", file=sys.stderr)
        raise typer.Exit(1) from None
    if round is not None and round > len(replayed.rounds):
        raise ValueError(f"--round {round}: {tape} has {len(replayed.rounds)} rounds")
    if phh:
        print(history_of(replayed, round or 1, SURVEILLANCE if position is None else position), end="")
        return
    record = as_data(replayed, tape, position, round, steps)
    if json:
        print_json(record)
        return
    from pitboss.cli.terminal import console

    show(console(), record, len(replayed.rounds))


def as_data(replayed: Replay, tape: Path, viewer: int | None, only: int | None, every: bool) -> TableRecord:
    """Return the tape's rounds, as surveillance sees them by default."""
    from pitboss.library.record import notable_steps, record_round, record_table
    from pitboss.table.view import SURVEILLANCE

    layout = replayed.game.layout
    seen_by = SURVEILLANCE if viewer is None else viewer
    first = replayed.states[0].rounds
    rounds = []
    for index, steps in enumerate(replayed.rounds):
        if only is not None and index + 1 != only:
            continue
        finished = index + 1 < len(replayed.states)
        after = replayed.states[index + 1] if finished else steps[-1].state
        shown = steps if every else tuple(notable_steps(steps))
        rounds.append(record_round(first + index + 1, shown, after, layout, seen_by, finished))
    last = replayed.rounds[-1][-1].state if replayed.unfinished else replayed.states[-1]
    return record_table(
        layout,
        rounds,
        last,
        tape=str(tape),
        entries=replayed.entries,
        verified=True,
        unfinished=replayed.unfinished,
    )


def show(out: Console, record: TableRecord, rounds: int) -> None:
    from rich.text import Text

    from pitboss.chapter.odds import dollars
    from pitboss.cli.terminal import short, table
    from pitboss.library.record import signed

    out.print(Text.assemble((record.game, "bold"), f" on {record.on}"))
    for one in record.rounds:
        out.print(Text(f"Round {one.round}" + ("" if one.finished else " (abandoned)"), "bold cyan"))
        shown = table("", "", "", show_header=False, box=None, padding=(0, 2, 0, 0))
        for step in one.steps:
            name = next((seat.name for seat in one.positions if seat.position == step.position), "")
            text = step.text.removeprefix(f"{name} ") if name else step.text or Text(step.step, "dim")
            shown.add_row(Text(f"  {name}", "dim"), text, Text(short(step.citation), "dim"))
        out.print(shown)
        standing = [f"{seat.name} {dollars(seat.rack)}" for seat in one.positions]
        out.print(Text(f"  racks: {', '.join(standing)}", "dim"))
    positions = table(
        "position", "rack", "on the layout", "bought in", "up", right=["rack", "on the layout", "bought in", "up"]
    )
    for seat in record.positions:
        positions.add_row(
            f"{seat.position} {seat.name}",
            dollars(seat.rack),
            dollars(seat.wagers),
            dollars(seat.bought_in),
            Text(signed(seat.net), "green" if seat.net > 0 else "red" if seat.net < 0 else ""),
        )
    out.print(positions)
    count = f"{record.entries} entries, {rounds} round{'' if rounds == 1 else 's'}"
    out.print(
        Text.assemble(
            ("✓ ", "bold green"),
            f"{record.tape}: {count}: all seals intact, every round identical to the cent",
        ),
        soft_wrap=True,
    )
