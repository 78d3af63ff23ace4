"""A script played and written out as plain text, always the same. The golden playthroughs are made with it.

A line of the script is printed after `>`, followed by every step that it led to, with sections; each round ends with
the racks.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.chapter.contents import prefix
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import same_value, value_text
from pitboss.library.record import notable_steps, positions, record_step, signed
from pitboss.table.dealer import Dealer
from pitboss.table.script import play_script
from pitboss.table.state import State
from pitboss.table.steps import AskDecision, Settled, Step

WIDTH = 96
"""The column at which sections end."""
STATED = ("> =", "> net ", "> settles ")
"""The beginnings of script lines that only assert something."""


def playthrough(script_text: str, name: str = "script", **options: Any) -> str:
    """Play a script and return its rounds as plain text. `options` are those of `play_script`."""
    return _Playthrough().play(script_text, name, **options)[0]


class _Playthrough:
    """Collects the script's lines and the steps. The layout is known only after the script has been played."""

    def __init__(self) -> None:
        self.events: list[str | Step] = []

    def play(self, text: str, name: str, **options: Any) -> tuple[str, Dealer]:
        dealer = play_script(
            text,
            name,
            watch=self.events.append,
            said=lambda line: self.events.append(f"> {line}"),
            refused=lambda error: self.events.append(f"    refused: {error}"),
            **options,
        )
        return "\n".join(self.lines(dealer)) + "\n", dealer

    def lines(self, dealer: Dealer) -> Iterator[str]:
        """Yield the output. A round's heading is held back until something happens; assertions before belong to the
        last round.
        """
        layout = dealer.game.layout
        yield heading(layout)
        rounds, begun = 0, False
        waiting: list[str] = []
        for event in self.events:
            if isinstance(event, Step) and event.state.rounds > rounds:
                rounds, begun = event.state.rounds, False
                yield racks(event.state)
            lines = [event] if isinstance(event, str) else [step_line(one, layout) for one in notable_steps([event])]
            if not begun and isinstance(event, AskDecision):
                waiting += lines
            elif lines and not begun and not lines[0].startswith(STATED):
                begun = True
                yield from ("", f"Round {rounds + 1}", *waiting)
                waiting = []
                yield from lines
            else:
                yield from lines
        if begun:
            yield "    The script ends here, in the middle of the round."
            yield racks(dealer.ask.state if dealer.ask else dealer.state)


def heading(layout: Layout) -> str:
    """Return the game, the date, and every choice of the table, with non-default choices starred."""
    game = layout.rules.game
    options = layout.rules.options
    chosen = [
        f"  {' ' if name in options and same_value(value, options[name].default) else '*'} {name} = {value_text(value)}"
        for name, value in layout.options.items()
    ]
    odds = [f"  * {key} pays {text}" for key, text in layout.plain()["odds"].items()]
    head = f"{game.name}, N.J.A.C. {prefix(layout.on)}-{game.home}, on {layout.on}"
    return "\n".join([head, "=" * len(head), "The table (* chosen, the rest by default):", *chosen, *odds])


def step_line(step: Step, layout: Layout) -> str:
    """Format a step and its section in one line."""
    record = record_step(step, layout)
    by = f"{record.position}: " if record.position else ""
    net = f" [{signed(step.net)}]" if isinstance(step, Settled) else ""
    text = f"    {by}{record.text}{net}"
    section = record.citation.removeprefix("N.J.A.C. ")
    return f"{text:<{WIDTH - len(section)}} {section}".rstrip() if section else text


def racks(state: State) -> str:
    """List the racks, and the gain of the house."""
    lines = [
        f"    = {one.position}: {one.name}: {dollars(one.rack)} in the rack, {dollars(one.wagers)} on the layout "
        f"({signed(one.net)})"
        for one in positions(state)
    ]
    return "\n".join([*lines, f"    = the house: {signed(state.inventory)}"])


def play_file(file: Path, **options: Any) -> tuple[str, Dealer, list[Step]]:
    """Play a script file; returns its text, the dealer at the end, and the steps."""
    player = _Playthrough()
    text, dealer = player.play(file.read_text("utf-8"), str(file), **options)
    return text, dealer, [met for met in player.events if isinstance(met, Step)]
