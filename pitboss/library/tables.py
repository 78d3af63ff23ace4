"""A table to play at from Python: sit down, wager, decide and see the results.

The table is dealt by the same procedure as everywhere else; randomness comes from a seed or from the operating
system. Each call returns the table, which displays itself: the round step by step, each step with its section, as one
position sees it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from html import escape
from pathlib import Path
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.table_file import TableFile
from pitboss.equipment import SeededSource, SystemSource
from pitboss.equipment.sources import RandomSource
from pitboss.exhibit import Exhibit, html_table, text_table
from pitboss.library.felts import felt_of
from pitboss.library.layouts import layout as layout_named
from pitboss.library.prices import Dollars
from pitboss.library.record import (
    RoundRecord,
    notable_steps,
    positions,
    record_round,
    record_step,
    record_table,
    signed,
)
from pitboss.pricing.entry import advice
from pitboss.table import PUBLIC, Action, Answer, AskDecision, AskWagers, Dealer, State, Step, Tape, game_on, view
from pitboss.table.speech import parse_action


class OpenTable(Exhibit):
    """An open table. Use `dealer` for anything not covered here."""

    def __init__(self, layout: Layout, source: RandomSource) -> None:
        self.layout = layout
        self.tape: list[str] = []
        self.dealer = Dealer(game_on(layout), source, tape=Tape(self.tape.append))
        self._rounds: dict[int, list[Step]] = {0: list(self.dealer.steps)}
        self.dealer.watch = lambda step: self._rounds.setdefault(self.dealer.state.rounds, []).append(step)

    # ---- actions

    def sit(self, name: str = "", bankroll: Dollars = 1000, position: int | None = None) -> OpenTable:
        """Seat a player with a bankroll in dollars, at the first free position by default."""
        taken = {seat.number for seat in self.state.positions}
        free = next(number for number in range(1, self.dealer.game.seats + 2) if number not in taken)
        return self._act(position or free, Action("sit", amount=cents(bankroll), name=name))

    def wager(self, wager: str, amount: Dollars, spot: str = "", position: int | None = None) -> OpenTable:
        """Place a wager in dollars, by its id or common name; `spot` says where, if it has several spots."""
        return self.say(f"{wager} {spot} {dollars(cents(amount))}", position)

    def say(self, words: str, position: int | None = None) -> OpenTable:
        """Do anything a position can do with its chips, in words: "pass 10", "take down field", "leave"."""
        return self._act(self._position(position), parse_action(self.dealer.game, words))

    def play(self) -> OpenTable:
        """Close betting; the round continues to the next decision or to its end."""
        return self._run_on(self.dealer.state.rounds)

    def decide(self, choice: str) -> OpenTable:
        """Make the pending decision and continue the round."""
        number = self.dealer.state.rounds
        self.dealer.decide(choice)
        return self._run_on(number)

    def throw(self, irregularity: str) -> OpenTable:
        """Let an irregularity happen, by its id in the rules."""
        self.dealer.throw(irregularity)
        return self

    # ---- queries

    @property
    def state(self) -> State:
        """The current state of the table."""
        return self.dealer.ask.state if self.dealer.ask is not None else self.dealer.state

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices of the pending decision; empty if there is none."""
        ask = self.dealer.ask
        return self.dealer.game.choices.lawful(ask.state, ask) if isinstance(ask, AskDecision) else ()

    def allowed(self, words: str, position: int | None = None) -> Answer:
        """Whether a position may do this now; if not, the answer has the reason and the section."""
        return self.dealer.allowed(self._position(position), parse_action(self.dealer.game, words))

    def best(self) -> str | None:
        """Return the best choice by the computed strategy, or None if it makes no difference."""
        ask = self.dealer.ask
        if not isinstance(ask, AskDecision):
            raise ValueError("no decision is pending")
        game = self.dealer.game
        return advice(self.layout)(
            *game.choices.known_cards(ask.state, ask), self.choices, *game.choices.earlier_choices(ask.state, ask)
        )

    def see(self, position: int | None = None) -> Any:
        """Return the table as a position may see it, as plain data; by default what everyone can see."""
        return view(self.state, PUBLIC if position is None else position)

    def rounds(self, position: int | None = None) -> tuple[RoundRecord, ...]:
        """Return every round so far, step by step, as a position sees it."""
        viewer = self._viewer() if position is None else position
        return tuple(
            record_round(number, record, steps[-1].state, self.layout, viewer, number < self.dealer.state.rounds)
            for number, steps in self._rounds.items()
            if (record := list(notable_steps(steps)))
        )

    # ---- display

    def title(self) -> str:
        game = self.layout.rules.game.name
        return f"{game} on {self.layout.on}, round {self.dealer.state.rounds + (self._begun() is not None)}"

    def rows(self) -> list[dict[str, Any]]:
        """List the steps of the current round, or of the last one."""
        steps = self._begun() or self._rounds.get(self.dealer.state.rounds - 1, [])
        records = [record_step(step, self.layout, self._viewer()) for step in notable_steps(steps)]
        return [{"step": one.text, "section": one.section} for one in records]

    def seats(self) -> list[dict[str, Any]]:
        """List the positions with their racks, wagers and gains."""
        return [
            {
                "position": one.position,
                "name": one.name,
                "rack": dollars(one.rack),
                "wagers": dollars(one.wagers),
                "up": signed(one.net),
            }
            for one in positions(self.state)
        ]

    def asks(self) -> str:
        """Describe what the table is waiting for."""
        ask = self.dealer.ask
        if isinstance(ask, AskDecision):
            own, open_ = self.dealer.game.choices.known_cards(ask.state, ask)
            holds = f" with {' '.join(card.pretty for card in own)}" if own else ""
            against = f", {' '.join(card.pretty for card in open_)} face up" if open_ else ""
            return f"position {ask.position}{holds}{against}: {' or '.join(self.choices)}?"
        return "wagers, then play()" if isinstance(ask, AskWagers) else "play()"

    def __repr__(self) -> str:
        steps = [f"  {row['section']:<12} {row['step']}" for row in self.rows()]
        return "\n".join([self.title(), *steps, *text_table(self.seats()), f"waiting for {self.asks()}"])

    def _repr_html_(self) -> str:
        head, waits = (
            f"<p><b>{escape(self.title())}</b></p>",
            f"<p>waiting for {escape(self.asks())}</p>",
        )
        return head + self.to_svg() + html_table(self.rows()) + html_table(self.seats()) + waits

    def to_svg(self) -> str:
        """Draw the felt as the viewer sees it."""
        me = self._viewer()
        return felt_of(self.layout, self.dealer.game.seats).svg(self.see(me), me)

    def to_json(self) -> str:
        """Serialize every round as the viewer sees it."""
        return json.dumps(
            record_table(self.layout, self.rounds(), self.state, entries=len(self.tape)).model_dump(mode="json"),
            indent=2,
        )

    # ---- internals

    def _act(self, position: int, action: Action) -> OpenTable:
        self.dealer.act(position, action)
        return self

    def _run_on(self, number: int) -> OpenTable:
        """Continue to the next decision of a player, or to the end of the given round."""
        while self.dealer.state.rounds == number:
            if isinstance(self.dealer.ask, AskDecision) and not self._is_courtesy(self.dealer.ask):
                break
            self.dealer.next()
        return self

    def _is_courtesy(self, ask: AskDecision) -> bool:
        """Whether the dice or the shoe are being offered; the default answer is taken so that play is not held up."""
        game = self.dealer.game
        return game.hosting.offers_first and not game.decisions.keys() & set(ask.choices)

    def _position(self, position: int | None) -> int:
        if position is not None:
            return position
        ask = self.dealer.ask
        if isinstance(ask, AskDecision):
            return ask.position
        seated = [seat.number for seat in self.state.positions]
        if len(seated) != 1:
            problem = (
                "no one sits at the table: call sit() first"
                if not seated
                else "several players sit here: pass position=…"
            )
            raise ValueError(problem)
        return seated[0]

    def _viewer(self) -> int:
        """Return the position to show the table to: the one deciding, or the only one seated; otherwise the public."""
        try:
            return self._position(None)
        except ValueError:
            return PUBLIC

    def _begun(self) -> list[Step] | None:
        """Return the steps of the current round, if any are worth showing."""
        steps = self._rounds.get(self.dealer.state.rounds, [])
        return steps if any(True for _ in notable_steps(steps)) else None


def deal(
    game: str | Layout,
    on: str | date | None = None,
    *,
    seed: int | str | None = None,
    source: RandomSource | None = None,
    options: Mapping[str, Any] | None = None,
    odds: Mapping[str, str] | None = None,
    table: str | Path | TableFile | None = None,
    **choices: Any,
) -> OpenTable:
    """Open a table of a game, dealt and settled step by step by the regulation on a date.

    The same `seed` deals the same cards; without one, the operating system's generator is used. To choose the cards
    yourself, pass a `source` (`pitboss.equipment.ScriptedSource`).

    >>> from pitboss.equipment import ScriptedSource
    >>> table = deal("craps", on="2008-06-01", source=ScriptedSource(dice=["3-3", "4-2"])).sit("Ann", 100)
    >>> _ = table.wager("pass", 10).play().say("odds 10").play()
    >>> table.seats()[0]["rack"]
    '$122'
    """
    layout = layout_named(game, on, options=options, odds=odds, table=table, **choices)
    chance = source if source is not None else SystemSource() if seed is None else SeededSource(seed)
    return OpenTable(layout, chance)
