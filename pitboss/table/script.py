"""A round written down as people would describe it, and played by the real procedure.

    game craps
    on 2008-06-01
    set max_odds_pass=2x

    1: sit Ann 1000
    1: pass 10
    roll 3-3
    1: odds 10
    refused 1: pass 10
    throw die_off_table
    roll 4-2
    = 1: +22

`roll`, `card`, `number` (or `spin`) and `draw` (all its numbers) give the next random results: betting closes, and
decisions that no one made get their default. `no more wagers` closes betting and stops there. `1: decline` decides, and
so does `1: raise 5`, for an amount of the player's own.

`= 1: +22` states how much position 1 has won since the last such line, counting wagers on the layout; `net 1: +39`
states what its wagers settled since then have won, less vigorish. `settles 1: pass +10, come odds 5 0` lists the wagers
of position 1 that were settled since then, in any order, and what each won or lost before vigorish.

`refused 1: pass 10` states that an action is refused, and `refused by 1.2(a)1 1: pass 10` also under which section. The
action is tried at this moment of the round, and a pending question stays open. A false statement is an error.

`throw player_wrong_number 2` is an irregularity that concerns position 2, thrown at the next card, dice or number, or
before the wagers are settled; `interrupt` throws it at whatever the round waits for now. `refused throw …`, or
`refused by 16.13(d) interrupt …`, states that it cannot be called.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from pitboss.chapter.days import parse_date
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.rules import Value, rules_of
from pitboss.equipment import Card, Dice, ScriptedSource, cards
from pitboss.table.dealer import Dealer
from pitboss.table.game import Refused, game_on
from pitboss.table.irregularities import describe_ask
from pitboss.table.speech import find_wager, parse_action
from pitboss.table.state import State
from pitboss.table.steps import AskDecision, AskDraw, AskNumber, AskSettlement, AskShuffle, Settled, Step
from pitboss.table.tape import Tape

_BY = re.compile(r"(refused\s+(?:by\s+(\S+)\s+)?)?(\d+)\s*:\s*(.+)")
_STATED = re.compile(r"(=|net)\s*(\d+)\s*:\s*([+-]?)\s*(\$?[\d,.]+)")
_SETTLES = re.compile(r"settles\s+(\d+)\s*:\s*(.+)")
_THROWN = re.compile(r"(refused\s+(?:by\s+(\S+)\s+)?)?(throw|interrupt)\s+(.+)")
_SAYS = {"roll": "dice", "number": "number", "spin": "number", "card": "card", "cards": "card", "draw": "draw"}
_SETTLED = re.compile(r"(.+?)\s+([+-]?)(\$?[\d,.]+)")


class BadScript(ValueError):
    """Raised for a script that cannot be played or whose assertion fails; the message names the line."""


@dataclass
class Heading:
    """The table at which a script is played."""

    game: str = ""
    on: date | None = None
    options: dict[str, Value] = field(default_factory=dict)
    odds: dict[str, str] = field(default_factory=dict)

    def layout(self) -> Layout:
        return Layout.of(self.game, self.on, self.options, self.odds)


class _Script(ScriptedSource):
    """A random source that gives the results in the script, line by line."""

    def __init__(self) -> None:
        super().__init__()
        self.queue: list[Any] = []

    def dice(self, number: int = 2) -> Dice:
        return Dice(str(self.queue.pop(0)))

    def number(self, below: int) -> int:
        return int(self.queue.pop(0))

    def draw(self, of: int, take: int, out: Sequence[int] = ()) -> tuple[int, ...]:
        return tuple(self.queue.pop(0))

    def card(self, shoe_id: str) -> Card:
        return Card(str(self.queue.pop(0)))

    def shuffle(self, shoe_id: str, composition: Any) -> str:
        return "scripted"


def play_script(
    text: str,
    name: str = "script",
    write: Callable[[str], object] | None = None,
    watch: Callable[[Step], object] | None = None,
    said: Callable[[str], object] | None = None,
    layout: Layout | None = None,
    refused: Callable[[ValueError], object] | None = None,
) -> Dealer:
    """Play a script to its end.

    `write` gets the lines of its tape, `watch` each step, `said` each line, `refused` the reason for each refusal.
    """
    heading = Heading()
    player: _Player | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        try:
            if player is None and _head(heading, line):
                continue
            if player is None:
                player = _Player(layout or heading.layout(), write, watch, refused)
            if not _THROWN.fullmatch(line):
                player.settle()
            if said is not None:
                said(line)
            player.line(line)
        except (ValueError, IndexError) as error:
            raise BadScript(f"{name}:{number}: {line}: {error}") from None
    if player is None:
        raise BadScript(f"{name}: it is empty; begin with a line such as: game craps")
    player.settle()
    player.dealer.halts = False
    return player.dealer


def _head(heading: Heading, line: str) -> bool:
    word, _, rest = line.partition(" ")
    if word == "game":
        rules_of(rest.strip())
        heading.game = rest.strip()
    elif word == "on":
        heading.on = parse_date(rest.strip(), "the day")
    elif word in ("set", "odds"):
        key, _, value = (part.strip() for part in rest.partition("="))
        if word == "odds":
            heading.odds[key] = value
        else:
            options = rules_of(heading.game).options
            if key not in options:
                raise ValueError(f"there is no option {key!r}; use one of: {', '.join(options)}")
            heading.options[key] = options[key].parse(value)
    else:
        if not heading.game:
            raise ValueError("a script begins with its game, such as: game craps")
        return False
    return True


class _Player:
    """Plays a script's lines."""

    def __init__(
        self,
        layout: Layout,
        write: Callable[[str], object] | None,
        watch: Callable[[Step], object] | None,
        refused: Callable[[ValueError], object] | None,
    ) -> None:
        self.source = _Script()
        self.settled: list[Settled] = []
        self.marks: dict[int, int] = {}
        self._watch = watch
        self._refused = refused
        tape = Tape(write) if write is not None else None
        self.dealer = Dealer(game_on(layout), self.source, tape=tape, watch=self._see, halts=True)

    def _see(self, step: Step) -> None:
        if isinstance(step, Settled):
            self.settled.append(step)
        if self._watch is not None:
            self._watch(step)

    def line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if wrong := _THROWN.fullmatch(line):
            self._throws(wrong[3], wrong[4].replace(",", " ").split(), refused=bool(wrong[1]), section=wrong[2] or "")
            return
        if by := _BY.fullmatch(line):
            self._does(int(by[3]), by[4], refused=bool(by[1]), section=by[2] or "")
        elif settles := _SETTLES.fullmatch(line):
            self._settles(int(settles[1]), settles[2])
        elif stated := _STATED.fullmatch(line):
            amount = cents(stated[4]) * (-1 if stated[3] == "-" else 1)
            (self._up if stated[1] == "=" else self._net)(int(stated[2]), amount)
        elif word in ("card", "cards"):
            self._chance(list(cards(rest)), word)
        elif word in _SAYS:
            self._chance([rest.strip()], word)
        elif word == "close":
            self._until_chance()
        elif line == "no more wagers":
            self.dealer.close()
        else:
            raise ValueError("not understood; lines are like: 1: pass 10, roll 3-4, throw die_off_table, = 1: +10")

    def _does(self, position: int, what: str, refused: bool, section: str) -> None:
        try:
            (self._tries if refused else self._says)(position, what)
        except ValueError as error:
            self._was_refused(error, refused, section)
            return
        if refused:
            raise ValueError("this should be refused, but it is allowed")
        self.marks.setdefault(position, self._worth(position))

    def _says(self, position: int, what: str) -> None:
        """Take a position's decision or action; players asked before it decide by default."""
        # A shuffle in the middle of a round has no separate line.
        while isinstance(self.dealer.ask, AskShuffle):
            self.dealer.draw()
        ask = self.dealer.ask
        if isinstance(ask, AskDecision) and ask.position == position and what in ask.choices:
            self.dealer.decide(what)
        elif self.dealer.game.speech.resolve_choice(what) in self.dealer.game.decisions:
            self._until_asked(position)
            self.dealer.decide(what)
        elif isinstance(ask, AskDecision) and ask.wagers:
            self._until_asked(position)
            self.dealer.act(position, parse_action(self.dealer.game, what))
        else:
            while isinstance(self.dealer.ask, AskDecision):
                self.dealer.next()
            self.dealer.act(position, parse_action(self.dealer.game, what))

    def _tries(self, position: int, what: str) -> None:
        """Try an action that should be refused, leaving a pending question open."""
        ask, game = self.dealer.ask, self.dealer.game
        choice = game.speech.resolve_choice(what)
        if choice not in game.decisions and not (isinstance(ask, AskDecision) and what in ask.choices):
            self.dealer.act(position, parse_action(game, what))
        elif isinstance(ask, AskDecision) and ask.position != position:
            answer = game.choices.refusal_out_of_turn(ask, position, choice)
            raise Refused(answer, game.layout.cite(answer.section) if answer.section else "")
        else:
            self.dealer.decide(what)

    def _was_refused(self, error: ValueError, refused: bool, section: str) -> None:
        """Accept a refusal that the script states; raise any other."""
        if not refused:
            raise error
        found = error.answer.section if isinstance(error, Refused) else ""
        if section and found != section:
            raise ValueError(f"refused by {found or 'no section'}: {error}") from None
        if self._refused is not None:
            self._refused(error)

    def _throws(self, word: str, said: list[str], refused: bool, section: str) -> None:
        """Throw an irregularity about its subjects."""
        rule = self.dealer.game.layout.irregularities.get(said[0])
        if rule is not None and AskSettlement.kind not in rule.at:
            self.settle()
        if word == "throw":
            self._until_chance()
            # A shuffle has no separate line, so an irregularity at the dice after it is thrown at the dice.
            while rule is not None and not refused and isinstance(self.dealer.ask, AskShuffle):
                if AskShuffle.kind in rule.at:
                    break
                self.dealer.draw()
        try:
            self.dealer.throw(*said)
        except Refused as error:
            self._was_refused(error, refused, section)
            return
        if refused:
            raise ValueError("this should be refused, but it is allowed")

    def settle(self) -> None:
        """Let the round settle if nothing is called before the settlement."""
        if isinstance(self.dealer.ask, AskSettlement):
            self.dealer.draw()

    def _until_asked(self, position: int) -> None:
        """Let players who are asked before this position decide by default."""
        while isinstance(self.dealer.ask, AskDecision) and self.dealer.ask.position != position:
            self.dealer.next()

    def _until_chance(self) -> None:
        while self.dealer.ask is not None and not self.dealer.ask.chance:
            rounds = self.dealer.state.rounds
            self.dealer.next()
            if self.dealer.state.rounds != rounds:
                raise ValueError("the round ended without a result of chance")

    def _chance(self, values: Iterable[Any], word: str) -> None:
        self.source.queue.extend(values)
        while self.source.queue:
            self._until_chance()
            self.settle()
            ask = self.dealer.ask
            if ask is None or ask.kind not in (_SAYS[word], "shuffle"):
                raise ValueError(f"the round waits for {describe_ask(ask)}")
            if isinstance(ask, AskNumber):
                self.source.queue[0] = ask.parse(self.source.queue[0])
            if isinstance(ask, AskDraw):
                self.source.queue[0] = ask.parse(self.source.queue[0])
            self.dealer.draw()

    def _worth(self, position: int) -> int:
        state: State = self.dealer.ask.state if self.dealer.ask else self.dealer.state
        seat = state.seat(position)
        return (
            state.rack(position)
            + sum(wager.amount for wager in state.wagers_of(position))
            - (seat.bought_in if seat else 0)
        )

    def _up(self, position: int, amount: int) -> None:
        worth = self._worth(position)
        before = self.marks.get(position, worth)
        self._mark(position, worth)
        if worth - before != amount:
            raise ValueError(f"position {position} is up {dollars(worth - before)}")

    def _net(self, position: int, amount: int) -> None:
        net = sum(step.net for step in self.settled if step.wager.position == position)
        self._mark(position, self._worth(position))
        if net != amount:
            raise ValueError(f"its wagers net {dollars(net)}")

    def _mark(self, position: int, worth: int) -> None:
        """Start counting a position's results from here."""
        self.marks[position] = worth
        self.settled = [step for step in self.settled if step.wager.position != position]

    def _settles(self, position: int, stated: str) -> None:
        parts = re.split(r",\s+", stated) if stated != "nothing" else []
        expected = Counter(map(self._parse_settlement, parts))
        found = Counter(
            (step.wager.kind, step.wager.spot, step.net + step.vig)
            for step in self.settled
            if step.wager.position == position
        )
        if expected != found:
            was = ", ".join(f"{kind} {spot} {dollars(net)}".replace("  ", " ") for kind, spot, net in found.elements())
            raise ValueError(f"settled: {was or 'nothing'}")

    def _parse_settlement(self, one: str) -> tuple[str, str, int]:
        match = _SETTLED.fullmatch(one.strip())
        if match is None:
            raise ValueError(f"{one!r}: say a wager and what it won or lost, such as: pass +10")
        return *find_wager(self.dealer.game, match[1].lower()), cents(match[3]) * (-1 if match[2] == "-" else 1)
