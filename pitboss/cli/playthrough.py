"""A script played and told: plain text, the same every time. The golden playthroughs of the games are made by this.

A line of the script stands behind `>`; under it, every step that it led to, with its section; after each round, the
racks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pitboss.chapter.contents import prefix
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import same, shown
from pitboss.cli.told import positions, signed, tell, worth_telling
from pitboss.table.dealer import Dealer
from pitboss.table.script import play_script
from pitboss.table.state import State
from pitboss.table.steps import Ask, Settled, Step

WIDTH = 96
"""Where the sections end."""


def playthrough(script_text: str, name: str = "script", **options: Any) -> str:
    """The script's rounds as plain text. `options` are those of `play_script`."""
    return _Playthrough().play(script_text, name, **options)[0]


class _Playthrough:
    """Collects what is said and what happens; the layout is known once the script has been played."""

    def __init__(self) -> None:
        self.lines: list[str | Step] = []
        self.before: Step | None = None

    def play(self, text: str, name: str, **options: Any) -> tuple[str, Dealer]:
        dealer = play_script(
            text, name, watch=self.watch, said=self.said, refused=lambda error: self.lines.append(f"    refused: {error}"), **options
        )
        layout = dealer.game.layout
        told = [heading(layout), "", "Round 1"]
        rounds = 1
        for line in self.lines:
            if isinstance(line, str):
                told.append(line)
                continue
            if line.state.rounds >= rounds:
                told += [racks(line.state), "", f"Round {line.state.rounds + 1}"]
                rounds = line.state.rounds + 1
            told += [step_line(one, layout) for one in worth_telling([line])]
        if told[-1] == f"Round {rounds}":
            del told[-2:]
        else:
            told += ["", "The round is left here.", racks(dealer.ask.state if dealer.ask else dealer.state)]
        return "\n".join(told) + "\n", dealer

    def said(self, line: str) -> None:
        self.lines.append(f"> {line}")

    def watch(self, step: Step) -> None:
        self.lines.append(step)


def heading(layout: Layout) -> str:
    """The game, the date, and every choice of the table; what is not the default is starred."""
    game = layout.rules.game
    options = layout.rules.options
    chosen = [
        f"  {'*' if name not in options or not same(value, options[name].default) else ' '} {name} = {shown(value)}"
        for name, value in layout.options.items()
    ]
    odds = [f"  * {key} pays {text}" for key, text in layout.plain()["odds"].items()]
    head = f"{game.name}, N.J.A.C. {prefix(layout.on)}-{game.subchapter}, on {layout.on}"
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
    return told, dealer, [line for line in player.lines if isinstance(line, Step)]


__all__ = ["Ask", "playthrough"]
