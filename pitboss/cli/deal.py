"""`pitboss deal`: play at a table in the terminal."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from pitboss.cli.common import Game, Json, Odds, On, Set, Table, examples, layout_of, print_json

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from rich.console import Console

    from pitboss.chapter.layout import Layout
    from pitboss.cli.session import Session
    from pitboss.library.record import TableRecord
    from pitboss.table.dealer import Dealer
    from pitboss.table.steps import Step

NAME = "deal"
EXAMPLES = examples(
    "pitboss deal craps",
    "pitboss deal craps --bots 3 --seed 7 --tape evening.tape",
    "pitboss deal blackjack --bots 2 --best",
    "printf 'pass 10\\n\\n\\n' | pitboss deal craps --seed 7",
    "pitboss deal craps --bots 4 --rounds 100 --seed 7 --json < /dev/null",
    "pitboss deal craps --script evening.script",
)
ME = 1
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ida", "Joe", "Kim", "Lou", "Max", "Ned")


def command(
    game: Game,
    on: On = "",
    choices: Set = None,
    odds: Odds = None,
    table: Table = None,
    bots: Annotated[
        int, typer.Option("--bots", metavar="N", min=0, max=20, help="Number of other players, played by bots.")
    ] = 0,
    best: Annotated[bool, typer.Option("--best", metavar="", help="Let the bots play the best strategy.")] = False,
    seed: Annotated[
        str,
        typer.Option(
            "--seed",
            metavar="S",
            help="Deal the same cards and play the bots the same way every time.",
            show_default="none",
        ),
    ] = "",
    bankroll: Annotated[str, typer.Option("--bankroll", metavar="AMOUNT", help="Every player's buy-in.")] = "1000",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Your name.")] = "Guest",
    script: Annotated[
        Path | None,
        typer.Option("--script", metavar="FILE", help="Play a script and print each step with its section."),
    ] = None,
    tape: Annotated[Path | None, typer.Option("--tape", metavar="FILE", help="Write the tape to this file.")] = None,
    force: Annotated[bool, typer.Option("--force", metavar="", help="Overwrite an existing tape.")] = False,
    rounds: Annotated[
        int | None, typer.Option("--rounds", metavar="N", min=1, help="Leave after this many rounds.")
    ] = None,
    json: Json = False,
) -> None:
    """Play at a table, alone or with bots.

    Type a wager, press Enter to roll, or type help. Ctrl-C and Ctrl-D leave the table. With --rounds, if the input
    ends, the remaining rounds are dealt without you.
    """
    from pitboss.library.layouts import rules_named

    rules_named(game)
    given = bool(on or choices or odds or table)
    layout = layout_of(game, on, choices, odds, table) if given or script is None else None
    with tape_file(tape, force) as file:
        write = None if file is None else line_by_line(file)
        if script is not None:
            from pitboss.cli.playthrough import play_file

            transcript, dealer, steps = play_file(script, write=write, layout=layout)
            played = dealer.game.layout.rules.game.id
            if played != game:
                raise ValueError(f"{script} is a script for {played}, not for {game}")
        else:
            assert layout is not None
            from pitboss.cli.terminal import console

            session = open_table(layout, bots, best, seed, bankroll, name, write, console(quiet=json))
            play_and_leave(session, rounds, greeting=not json)
            dealer, steps = session.dealer, session.steps
    entries = verified(tape) if tape is not None else 0
    if json:
        print_json(as_data(dealer, steps, tape, entries, ME if script is None else 0))
    elif script is not None:
        sys.stdout.write(transcript)
    if tape is not None and not json:
        print(f"The tape {tape} has {entries} entries and was replayed and verified.")


def open_table(
    layout: Layout,
    bots: int,
    best: bool,
    seed: str,
    bankroll: str,
    name: str,
    write: Callable[[str], object] | None,
    out: Console,
) -> Session:
    """Open a table and seat the player and the bots."""
    import secrets

    from pitboss.chapter.odds import cents
    from pitboss.cli.session import Session
    from pitboss.equipment import SeededSource, SystemSource
    from pitboss.pricing.entry import advice
    from pitboss.table import Action, Dealer, Tape, game_on
    from pitboss.table.bots import RandomBot

    game = game_on(layout)
    amount = cents(bankroll)
    if bots >= game.seats:
        raise ValueError(
            f"--bots {bots}: the table has {game.seats} positions including yours; at most {game.seats - 1}"
        )
    source = SeededSource(seed) if seed else SystemSource()
    company = seed or secrets.token_hex(8)
    dealer = Dealer(game, source, tape=Tape(write) if write is not None else None)
    advised = advice(layout) if best else None
    others = {
        number: RandomBot(f"{company} {number - ME}", number, restless=0, advice=advised, wanders=False)
        for number in range(ME + 1, ME + bots + 1)
    }
    session = Session(dealer, ME, others, out, reader(out))
    dealer.act(ME, Action("sit", amount=amount, name=name))
    names = [one for one in NAMES if one != name]
    for position in others:
        number = position - ME - 1
        dealer.act(
            position, Action("sit", amount=amount, name=names[number] if number < len(names) else f"Bot {number}")
        )
    return session


def reader(out: Console) -> Callable[[], str | None]:
    """Return a function that reads a line, or None at the end; input from a pipe is echoed."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - enables line editing and history

    def read() -> str | None:
        if sys.stdin.isatty() and not out.quiet:
            try:
                return input("> ")
            except EOFError:
                print()
                return None
        line = sys.stdin.readline()
        out.print(f"> {line.rstrip()}" if line else "> (end of input)", markup=False)
        return line or None

    return read


def play_and_leave(session: Session, rounds: int | None, greeting: bool) -> None:
    """Play, and say goodbye however the player leaves."""
    from pitboss.chapter.odds import dollars
    from pitboss.library.record import positions, signed

    layout = session.game.layout
    out = session.out
    if greeting:
        from pitboss.chapter.contents import prefix
        from pitboss.cli.price import different
        from pitboss.cli.terminal import LEGEND

        chosen = different(layout)
        citation = f"N.J.A.C. {prefix(layout.on)}-{layout.rules.game.home}"
        out.print(f"[bold]{layout.rules.game.name}[/bold] on {layout.on}, {citation}")
        if layout.rules.game.provenance == "reconstructed":
            out.print(f"[dim]Reconstructed: {LEGEND['reconstructed']}.[/dim]")
        if chosen:
            out.print(f"[dim]with {chosen}[/dim]")
        out.print("[dim]Type a wager, ? to list wagers, or help. Press Enter to continue.[/dim]")
    try:
        session.play(rounds)
    except KeyboardInterrupt:
        out.print()
    me = next((one for one in positions(session.state) if one.position == ME), None)
    played = session.dealer.state.rounds
    after = f"after {played} round{'' if played == 1 else 's'}"
    if me is not None:
        still = f", {dollars(me.wagers)} of it on the layout" if me.wagers else ""
        out.print(f"[bold]Goodbye.[/bold] {dollars(me.rack + me.wagers)} {after}{still}: {signed(me.net)}")
    else:
        out.print(f"[bold]Goodbye[/bold] {after}.")


# ---- the tape


def tape_file(tape: Path | None, force: bool) -> AbstractContextManager[BinaryIO | None]:
    """Open a new tape file, unbuffered so that every entry is written at once."""
    if tape is None:
        return nullcontext()
    try:
        return open(tape, "wb" if force else "xb", buffering=0)
    except FileExistsError:
        raise ValueError(f"{tape} already exists: choose another name, or use --force to overwrite it") from None


def line_by_line(file: BinaryIO) -> Callable[[str], object]:
    """Return a function that writes each line in a single call."""
    return lambda line: file.write(line.encode())


def verified(tape: Path) -> int:
    """Replay a new tape and return the number of its entries."""
    from pitboss.table.tape import replay

    with tape.open(encoding="utf-8", newline="\n") as lines:
        return replay(lines).entries


def as_data(dealer: Dealer, steps: Sequence[Step], tape: Path | None, entries: int, viewer: int) -> TableRecord:
    """Return the rounds as typed data."""
    from pitboss.cli.session import by_round
    from pitboss.library.record import record_round, record_table

    layout = dealer.game.layout
    last = dealer.ask.state if dealer.ask else dealer.state
    parts = list(by_round(list(steps)))
    ends = [*(after[1][0].state for after in parts[1:]), last]
    rounds = [
        record_round(number, own, end, layout, viewer, finished=number <= dealer.state.rounds)
        for (number, own), end in zip(parts, ends, strict=True)
        if number <= dealer.state.rounds or len(own) > 1
    ]
    return record_table(
        layout,
        rounds,
        last,
        tape=str(tape or ""),
        entries=entries,
        verified=tape is not None,
        unfinished=bool(rounds) and not rounds[-1].finished,
    )
