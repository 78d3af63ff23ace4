"""A table to play at from Python: sit down, wager, decide, and see what came of it.

The table is dealt by the same procedure as everywhere; chance comes from a seed, or from the operating system. Each
call gives the table back, which shows itself: the round step by step, each step with its section, as one position
sees it.
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
from pitboss.library.record import ToldRound, positions, signed, tell, tell_round, tell_table, worth_telling
from pitboss.pricing.entry import advice
from pitboss.table import PUBLIC, Action, Answer, AskDecision, AskWagers, Dealer, State, Step, Tape, game_on, view
from pitboss.table.speech import parse_action


class OpenTable(Exhibit):
    """A table that is open. `dealer` is who runs it, for all that is not said here."""

    def __init__(self, layout: Layout, source: RandomSource) -> None:
        self.layout = layout
        self.tape: list[str] = []
        self.dealer = Dealer(game_on(layout), source, tape=Tape(self.tape.append))
        self._rounds: dict[int, list[Step]] = {0: list(self.dealer.steps)}
        self.dealer.watch = lambda step: self._rounds.setdefault(self.dealer.state.rounds, []).append(step)

    # ---- what people do

    def sit(self, name: str = "", bankroll: Dollars = 1000, position: int | None = None) -> OpenTable:
        """Somebody sits down with so many dollars, at the first position that is free."""
        taken = {seat.number for seat in self.state.positions}
        free = next(number for number in range(1, self.dealer.game.seats + 2) if number not in taken)
        return self._act(position or free, Action("sit", amount=cents(bankroll), name=name))

    def wager(self, wager: str, amount: Dollars, spot: str = "", position: int | None = None) -> OpenTable:
        """So many dollars on a wager, by its id or as players call it; `spot` is its place, where it has several."""
        return self.say(f"{wager} {spot} {dollars(cents(amount))}", position)

    def say(self, words: str, position: int | None = None) -> OpenTable:
        """Whatever a position can do with its chips, in words: "pass 10", "take down field", "leave"."""
        return self._act(self._position(position), parse_action(self.dealer.game, words))

    def play(self) -> OpenTable:
        """No more wagers: the round goes on to the next decision, or to its end."""
        return self._run_on(self.dealer.state.rounds)

    def decide(self, choice: str) -> OpenTable:
        """Whoever is asked decides, and the round goes on."""
        number = self.dealer.state.rounds
        self.dealer.decide(choice)
        return self._run_on(number)

    def throw(self, irregularity: str) -> OpenTable:
        """Something goes wrong, by its id in the rules."""
        self.dealer.throw(irregularity)
        return self

    # ---- what can be known

    @property
    def state(self) -> State:
        """The table as it stands."""
        return self.dealer.ask.state if self.dealer.ask is not None else self.dealer.state

    @property
    def choices(self) -> tuple[str, ...]:
        """What the position that is asked can choose between; nothing if nobody is asked."""
        ask = self.dealer.ask
        return self.dealer.game.lawful_choices(ask.state, ask) if isinstance(ask, AskDecision) else ()

    def allowed(self, words: str, position: int | None = None) -> Answer:
        """Whether a position may do this now: yes, or no with the reason and the section."""
        return self.dealer.allowed(self._position(position), parse_action(self.dealer.game, words))

    def best(self) -> str | None:
        """The best of the choices by the computed strategy; None if nothing hangs on it."""
        ask = self.dealer.ask
        if not isinstance(ask, AskDecision):
            raise ValueError("nobody is asked to decide anything now")
        game = self.dealer.game
        return advice(self.layout)(*game.known(ask.state, ask), self.choices, *game.before(ask.state, ask))

    def see(self, position: int | None = None) -> Any:
        """The table as a position may see it, as plain data; without one, what lies open."""
        return view(self.state, PUBLIC if position is None else position)

    def rounds(self, position: int | None = None) -> tuple[ToldRound, ...]:
        """Every round so far, step by step, as a position sees it."""
        viewer = self._viewer() if position is None else position
        return tuple(
            tell_round(number, told, steps[-1].state, self.layout, viewer, number < self.dealer.state.rounds)
            for number, steps in self._rounds.items()
            if (told := list(worth_telling(steps)))
        )

    # ---- how it shows itself

    def title(self) -> str:
        game = self.layout.rules.game.name
        return f"{game} on {self.layout.on}, round {self.dealer.state.rounds + (self._begun() is not None)}"

    def rows(self) -> list[dict[str, Any]]:
        """The steps of the round in hand, or of the last one."""
        steps = self._begun() or self._rounds.get(self.dealer.state.rounds - 1, [])
        told = [tell(step, self.layout, self._viewer()) for step in worth_telling(steps)]
        return [{"step": one.text, "section": one.section} for one in told]

    def seats(self) -> list[dict[str, Any]]:
        """Who sits where, and how they stand."""
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
        """What the table waits for."""
        ask = self.dealer.ask
        if isinstance(ask, AskDecision):
            own, open_ = self.dealer.game.known(ask.state, ask)
            holds = f" with {' '.join(card.pretty for card in own)}" if own else ""
            against = f", {' '.join(card.pretty for card in open_)} lying open" if open_ else ""
            return f"position {ask.position}{holds}{against}: {' or '.join(self.choices)}?"
        return "wagers, then play()" if isinstance(ask, AskWagers) else "play()"

    def __repr__(self) -> str:
        steps = [f"  {row['section']:<12} {row['step']}" for row in self.rows()]
        return "\n".join([self.title(), *steps, *text_table(self.seats()), f"waits for {self.asks()}"])

    def _repr_html_(self) -> str:
        head, waits = (
            f"<p><b>{escape(self.title())}</b></p>",
            f"<p>waits for {escape(self.asks())}</p>",
        )
        return head + self.drawn() + html_table(self.rows()) + html_table(self.seats()) + waits

    def drawn(self) -> str:
        """The felt with all that lies on it, as the same eyes see it."""
        me = self._viewer()
        return felt_of(self.layout, self.dealer.game.seats).svg(self.see(me), me)

    def to_json(self) -> str:
        """Every round, as whoever shows the table sees it."""
        return json.dumps(
            tell_table(self.layout, self.rounds(), self.state, entries=len(self.tape)).model_dump(mode="json"), indent=2
        )

    # ---- inside

    def _act(self, position: int, action: Action) -> OpenTable:
        self.dealer.act(position, action)
        return self

    def _run_on(self, number: int) -> OpenTable:
        """On to the next decision of a person, or to the end of the round that began after so many."""
        while self.dealer.state.rounds == number:
            if isinstance(self.dealer.ask, AskDecision) and not self._is_courtesy(self.dealer.ask):
                break
            self.dealer.next()
        return self

    def _is_courtesy(self, ask: AskDecision) -> bool:
        """The dice or the shoe are offered: taken or passed on as usual, so that nobody is kept from the game by it."""
        game = self.dealer.game
        return game.offers_first and not game.decisions.keys() & set(ask.choices)

    def _position(self, position: int | None) -> int:
        if position is not None:
            return position
        ask = self.dealer.ask
        if isinstance(ask, AskDecision):
            return ask.position
        seated = [seat.number for seat in self.state.positions]
        if len(seated) != 1:
            who = "nobody sits at the table: sit() first" if not seated else "several sit here: say position=…"
            raise ValueError(who)
        return seated[0]

    def _viewer(self) -> int:
        """Whose eyes: who is asked, or who sits alone; else the public's."""
        try:
            return self._position(None)
        except ValueError:
            return PUBLIC

    def _begun(self) -> list[Step] | None:
        """The steps of the round in hand, if anything was told of it."""
        steps = self._rounds.get(self.dealer.state.rounds, [])
        return steps if any(True for _ in worth_telling(steps)) else None


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
    """A table of a game, dealt and settled step by step as the chapter of a day says.

    The same `seed` deals the same cards; without one chance is the operating system's. A `source` of your own may say
    what is dealt (`pitboss.equipment.ScriptedSource`).

    >>> from pitboss.equipment import ScriptedSource
    >>> table = deal("craps", on="2008-06-01", source=ScriptedSource(dice=["3-3", "4-2"])).sit("Ann", 100)
    >>> _ = table.wager("pass", 10).play().say("odds 10").play()
    >>> table.seats()[0]["rack"]
    '$122'
    """
    layout = layout_named(game, on, options=options, odds=odds, table=table, **choices)
    chance = source if source is not None else SystemSource() if seed is None else SeededSource(seed)
    return OpenTable(layout, chance)
