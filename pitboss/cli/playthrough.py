"""A script played and told: plain text, the same every time. The golden playthroughs of the games are made by this.

A line of the script stands behind `>`; under it, every step that it led to, with its section; after each round, the
racks.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pitboss.chapter.contents import prefix
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import same, shown
from pitboss.library.record import positions, signed, tell, worth_telling
from pitboss.table.dealer import Dealer
from pitboss.table.script import play_script
from pitboss.table.state import State
from pitboss.table.steps import AskDecision, Settled, Step

WIDTH = 96
"""Where the sections end."""
STATED = ("> =", "> net ", "> settles ")
"""How a line of a script begins that only states what is so."""


def playthrough(script_text: str, name: str = "script", **options: Any) -> str:
    """The script's rounds as plain text. `options` are those of `play_script`."""
    return _Playthrough().play(script_text, name, **options)[0]


class _Playthrough:
    """Collects what is said and what happens; the layout is known once the script has been played."""

    def __init__(self) -> None:
        self.met: list[str | Step] = []

    def play(self, text: str, name: str, **options: Any) -> tuple[str, Dealer]:
        dealer = play_script(
            text,
            name,
            watch=self.met.append,
            said=lambda line: self.met.append(f"> {line}"),
            refused=lambda error: self.met.append(f"    refused: {error}"),
            **options,
        )
        return "\n".join(self.lines(dealer)) + "\n", dealer

    def lines(self, dealer: Dealer) -> Iterator[str]:
        """A round's heading waits until something happens in it; what is stated before belongs to the round before."""
        layout = dealer.game.layout
        yield heading(layout)
        rounds, begun = 0, False
        waiting: list[str] = []
        for met in self.met:
            if isinstance(met, Step) and met.state.rounds > rounds:
                rounds, begun = met.state.rounds, False
                yield racks(met.state)
            told = [met] if isinstance(met, str) else [step_line(one, layout) for one in worth_telling([met])]
            if not begun and isinstance(met, AskDecision):
                waiting += told
            elif told and not begun and not told[0].startswith(STATED):
                begun = True
                yield from ("", f"Round {rounds + 1}", *waiting)
                waiting = []
                yield from told
            else:
                yield from told
        if begun:
            yield "    The round is left here."
            yield racks(dealer.ask.state if dealer.ask else dealer.state)


def heading(layout: Layout) -> str:
    """The game, the date, and every choice of the table; what is not the default is starred."""
    game = layout.rules.game
    options = layout.rules.options
    chosen = [
        f"  {'*' if name not in options or not same(value, options[name].default) else ' '} {name} = {shown(value)}"
        for name, value in layout.options.items()
    ]
    odds = [f"  * {key} pays {text}" for key, text in layout.plain()["odds"].items()]
    head = f"{game.name}, N.J.A.C. {prefix(layout.on)}-{game.home}, on {layout.on}"
    return "\n".join([head, "=" * len(head), "The table (* chosen, the rest by default):", *chosen, *odds])


def step_line(step: Step, layout: Layout) -> str:
    """A step and its section, in one line."""
    told = tell(step, layout)
    by = f"{told.position}: " if told.position else ""
    net = f" [{signed(step.net)}]" if isinstance(step, Settled) else ""
    text = f"    {by}{told.text}{net}"
    section = told.citation.removeprefix("N.J.A.C. ")
    return f"{text:<{WIDTH - len(section)}} {section}".rstrip() if section else text


def racks(state: State) -> str:
    """Who has what, and what the house is up."""
    lines = [
        f"    = {one.position}: {one.name}: {dollars(one.rack)} in the rack, {dollars(one.wagers)} on the layout "
        f"({signed(one.net)})"
        for one in positions(state)
    ]
    return "\n".join([*lines, f"    = the house: {signed(state.inventory)}"])


def play_file(file: Path, **options: Any) -> tuple[str, Dealer, list[Step]]:
    """Play a script's file; its text, the dealer at the end, and the steps."""
    player = _Playthrough()
    told, dealer = player.play(file.read_text("utf-8"), str(file), **options)
    return told, dealer, [met for met in player.met if isinstance(met, Step)]


__all__ = ["play_file", "playthrough"]
