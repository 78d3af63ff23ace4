"""The tape: everything that was sent into the rounds of a table, in order, each entry chained to the one before.

An entry is one line of JSON. `open` starts a tape: the layout and the state the table stood in. `reply` is what was
sent into the round, `throw` an irregularity thrown into it, `end` the state after the round. Each line holds the
hash of the line before, and its own: one changed byte is found, at its entry. Replaying the replies gives the
same rounds to the cent, or the tape is not true. A `slip` is chips that came to the table inventory from the house, or
went back; `ready` is who has said that the round may go on, `clock` until when it waits; `chance` commits to what
chance will answer, and opens what was committed to earlier; `notice` tells of a change to come, or that it does not.
These are no part of a round. A `change` stands between two rounds: from there the table has another layout, and goes
on from the state that it names. A `void` ends a round by hand (`ending`), in the state that it names.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.equipment import Card, Dice
from pitboss.table.codec import from_plain, to_plain
from pitboss.table.ending import ended_by_hand
from pitboss.table.game import Game, Refused, game_on
from pitboss.table.irregularities import called_at_settlement, thrown
from pitboss.table.state import State
from pitboss.table.steps import Action, Ask, AskSettlement, AskWagers, Irregularity, Pending, Reply, Step
from pitboss.version import __version__

VERSION = 1
BESIDE = ("slip", "ready", "clock", "chance", "notice")
"""Entries that are no part of a round: a replay passes over them."""
ROUND_ENDS = ("end", "void")
"""Entries with which a round is over; each holds the state after it."""
START = "0" * 64


class BadTape(ValueError):
    """A tape that is not true: names the entry and what is wrong with it."""


_WRITTEN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def canonical(data: Any) -> str:
    """The one way in which an entry is written."""
    return _WRITTEN.encode(data)


def seal(entry: dict[str, Any], before: str) -> tuple[str, str]:
    """A line of the tape, the entry with the hash before it and its own; and that hash.

    Members stand in the order of their names: the hash, which is of all the others, comes between what is before and
    after it there. So each is written once.

    >>> line, digest = seal({"entry": "slip", "fill": 500, "who": "the house"}, START)
    >>> line == canonical(json.loads(line)), digest == json.loads(line)["hash"]
    (True, True)
    """
    first = canonical({name: value for name, value in entry.items() if name < "hash"})[:-1]
    rest = canonical({name: value for name, value in entry.items() if name > "hash"} | {"prev": before})[1:]
    digest = hashlib.sha256(f"{first},{rest}".encode()).hexdigest()
    return f'{first},"hash":"{digest}",{rest}', digest


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry whose seal is whole."""

    number: int
    kind: str
    data: dict[str, Any]


def read_entries(lines: Iterable[str]) -> Iterator[Entry]:
    """The entries of a tape, each checked against its seal as it is read."""
    before = START
    number = 0
    for number, line in enumerate(lines, 1):
        text = line.removesuffix("\n")
        try:
            data = json.loads(text)
            entry = {key: value for key, value in data.items() if key not in ("prev", "hash")}
            kind = entry["entry"]
        except (ValueError, KeyError, AttributeError):
            raise BadTape(f"entry {number} cannot be read") from None
        if seal(entry, before)[0] != text:
            raise BadTape(f"entry {number} was changed: its seal is not that of its content and of the entry before")
        before = data["hash"]
        if (kind == "open") != (number == 1):
            raise BadTape(f"entry {number}: a tape begins with one open entry")
        yield Entry(number, kind, entry)
    if not number:
        raise BadTape("the tape is empty")


class Tape:
    """A tape being made. `write` is given each line as it is sealed: to a file, a database, a list."""

    def __init__(
        self,
        write: Callable[[str], object],
        before: str = START,
        now: Callable[[], float] | None = None,
        salt: Callable[[], str] | None = None,
    ) -> None:
        """`now` gives the seconds of a clock: each entry then has its time, in milliseconds, under its seal.

        `salt` gives random text for replies that may be secret, such as cards. Without it, whoever is shown the hash of
        an entry (in a receipt) could try every card in its place.
        """
        self._salt = salt
        self._write = write
        self._before = before
        self._now = now
        self.kind = ""
        "Of the entry that was added last."

    @property
    def head(self) -> str:
        """The hash of the last entry: it stands for the whole tape."""
        return self._before

    def add(self, kind: str, **data: Any) -> None:
        """Seal an entry and hand it on; when this returns, the entry is written."""
        self.kind = kind
        timed = {} if self._now is None else {"time": int(self._now() * 1000)}
        line, digest = seal({"entry": kind} | data | timed, self._before)
        self._write(line + "\n")
        self._before = digest

    def open(self, layout: Layout, state: State) -> None:
        """Begin: the table's choices and how it stands."""
        self.add("open", tape=VERSION, pitboss=__version__, layout=layout.plain(), state=to_plain(state))

    def reply(self, ask: Ask, reply: Reply) -> None:
        """What is about to be sent into the round."""
        salted = {} if self._salt is None or isinstance(ask, AskWagers) else {"salt": self._salt()}
        self.add("reply", to=ask.kind, reply=written(reply), **salted)

    def throw(self, ask: Ask, event: str, about: tuple[str, ...] = ()) -> None:
        """The irregularity that is about to be thrown into the round, and whom it concerns if that was said."""
        self.add("throw", to=ask.kind, irregularity=event, **({"about": list(about)} if about else {}))

    def end(self, state: State) -> None:
        """How the table stands after the round."""
        self.add("end", round=state.rounds, state=to_plain(state))

    def void(self, state: State, who: str, leaving: Iterable[int], anew: bool) -> None:
        """How the table stands after a round that a floorperson has ended; the positions that then left."""
        self.add("void", round=state.rounds, state=to_plain(state), who=who, leaving=list(leaving), anew=anew)

    def slip(self, fill: int, who: str) -> None:
        """Chips from the house into the table inventory, or (negative) back."""
        self.add("slip", fill=fill, who=who)

    def ready(self, positions: Iterable[int]) -> None:
        """Who has said that the round may go on, as it stands now."""
        self.add("ready", ready=sorted(positions))

    def clock(self, until: int | None) -> None:
        """Until when the round waits for people, in milliseconds; None: for as long as they like."""
        self.add("clock", until=until)

    def notice(self, what: Iterable[str], effective: int | None, who: str) -> None:
        """A change that comes into force then, in milliseconds; None: one that was noticed does not come."""
        self.add("notice", what=list(what), effective=effective, who=who)

    def change(self, layout: Layout, state: State) -> None:
        """From the next round on the table has this layout, and goes on from this state."""
        self.add("change", layout=layout.plain(), state=to_plain(state))

    def chance(self, commits: Mapping[str, str], opens: Mapping[str, str]) -> None:
        """Commitments to what chance will answer, by what they are of; and seeds, by the commitments to them."""
        self.add("chance", commits=dict(commits), opens=dict(opens))


def written(reply: Reply) -> Any:
    """A reply as plain data."""
    if isinstance(reply, tuple) and isinstance(reply[-1], Action):
        position, action = reply
        return {"position": position} | to_plain(action)
    if isinstance(reply, tuple):
        return list(reply)
    return str(reply) if isinstance(reply, (Card, Dice)) else reply


def unwritten(ask: Ask, data: Any) -> Reply:
    """The reply to an ask that was written so."""
    if isinstance(data, dict):
        known = {*Action.__struct_fields__, "position"}
        if not set(data) <= known or not isinstance(data.get("position"), int):
            raise ValueError(f"{data} is not an action")
        return data["position"], from_plain(Action, {key: item for key, item in data.items() if key != "position"})
    if ask.kind == "dice":
        return Dice(data)
    if ask.kind == "draw" or isinstance(
        data, list
    ):  # what is drawn; or who of several that are asked decides, and what
        return tuple(data)
    return Card(data) if ask.kind == "card" else data


def changed_to(entry: Entry) -> tuple[Game[Any], State]:
    """The game on the layout that a `change` puts there, and the state from which it goes on."""
    game = game_on(Layout.from_plain(entry.data["layout"]))
    return game, from_plain(game.state_type, entry.data["state"])


def called(entry: Entry) -> tuple[str, tuple[str, ...]]:
    """The irregularity that an entry holds, and whom it was said to concern."""
    return entry.data["irregularity"], tuple(entry.data.get("about", ()))


@dataclass(frozen=True)
class Replayed:
    """A tape that was played again: its game, the states between its rounds, and every step."""

    game: Game[Any]
    states: tuple[State, ...]
    rounds: tuple[tuple[Step, ...], ...]
    entries: int
    unfinished: bool
    opening: State
    "Where the tape begins; a change before the first round is over makes it another than the first of `states`."


def replay(lines: Iterable[str]) -> Replayed:
    """Play a tape again and verify it: seals, every reply, and the state after every round, to the cent."""
    game: Game[Any] | None = None
    opening: State | None = None
    states: list[State] = []
    rounds: list[tuple[Step, ...]] = []
    steps: list[Step] = []
    running: Any = None
    number = 0
    for entry in read_entries(lines):
        number = entry.number
        try:
            if entry.kind == "open":
                game = game_on(Layout.from_plain(entry.data["layout"]))
                states.append(from_plain(game.state_type, entry.data["state"]))
                opening = states[0]
                continue
            assert game is not None
            if entry.kind in BESIDE:
                continue
            if entry.kind == "change":
                if running is not None and not _nothing_lies(steps):
                    raise BadTape(f"entry {number}: the layout changes in the middle of a round")
                game, states[-1] = changed_to(entry)
                steps, running = [], None
                continue
            if running is None:
                running = game.play(states[-1])
                _advance(running, steps, None)
            if entry.kind == "void":
                _end_by_hand(game, running, steps, states, entry)
                rounds.append(tuple(step for step in steps if not isinstance(step, Pending)))
                steps, running = [], None
                continue
            if isinstance(steps[-1], Pending) and entry.data.get("to") != AskSettlement.kind:
                _go_on(running, steps)
            if entry.kind == "end":
                _finish(running, steps, states, entry)
                rounds.append(tuple(steps))
                steps, running = [], None
            else:
                _send(game, running, steps, entry)
        except BadTape:
            raise
        except (Refused, ValueError, KeyError, TypeError, Irregularity) as error:
            raise BadTape(f"entry {entry.number}: {error}") from None
    assert game is not None
    if running is not None:
        if isinstance(steps[-1], Pending):  # who does not halt there has gone on, and wrote nothing
            _go_on(running, steps)
        rounds.append(tuple(step for step in steps if not isinstance(step, (Ended, Pending))))
    assert opening is not None
    return Replayed(game, tuple(states), tuple(rounds), number, running is not None, opening)


def _nothing_lies(steps: list[Step]) -> bool:
    """Whether a round waits for wagers and none lies: nobody is there, or nothing was asked for but wagers so far."""
    last = steps[-1]
    if not isinstance(last, AskWagers) or last.state.wagers:
        return False
    return not last.state.positions or all(isinstance(one, AskWagers) for one in steps if isinstance(one, Ask))


def _advance(running: Any, steps: list[Step], reply: Reply, event: Irregularity | None = None) -> None:
    """Send or throw, then take steps until the round asks again or is about to settle (that is then the last step)."""
    try:
        step = running.throw(event) if event else running.send(reply)
        steps.append(step)
        while not isinstance(step, (Ask, Pending)):
            step = next(running)
            steps.append(step)
    except StopIteration as stop:
        steps.append(Ended(stop.value, ""))


def _go_on(running: Any, steps: list[Step]) -> None:
    """Nothing was called before the settlement."""
    steps.pop()
    _advance(running, steps, None)


def _send(game: Game[Any], running: Any, steps: list[Step], entry: Entry) -> None:
    ask: Step = steps[-1]
    if isinstance(ask, Pending):
        steps.pop()
        ask = AskSettlement(ask.state, ask.section)
    if not isinstance(ask, Ask) or ask.kind != entry.data["to"]:
        raise BadTape(f"entry {entry.number}: a reply to {entry.data['to']}, but that was not asked")
    if entry.kind == "throw":
        _advance(running, steps, None, thrown(game, ask, *called(entry)))
    elif entry.kind == "reply":
        reply = unwritten(ask, entry.data["reply"])
        if unfit := ask.unfit(reply):
            raise BadTape(f"entry {entry.number}: {unfit}")
        _advance(running, steps, reply)
    else:
        raise BadTape(f"entry {entry.number}: no entry is called {entry.kind!r}")


class Ended(Step):
    """The round is over; its state is the next one."""


def _end_by_hand(game: Game[Any], running: Any, steps: list[Step], states: list[State], entry: Entry) -> None:
    if isinstance(steps[-1], Pending) and not called_at_settlement(game):
        _go_on(running, steps)  # nobody halts there: whoever ended the round found it further on
    leaving, anew = tuple(entry.data["leaving"]), entry.data["anew"]
    ended = ended_by_hand(game, states[-1], steps[-1].state, steps, leaving, anew)
    if to_plain(ended.state) != entry.data["state"]:
        raise BadTape(f"entry {entry.number}: the void round does not end in the state that the tape says")
    steps += ended.steps
    states.append(ended.state)


def _finish(running: Any, steps: list[Step], states: list[State], entry: Entry) -> None:
    if not steps or not isinstance(steps[-1], Ended):
        raise BadTape(f"entry {entry.number}: the round was not over")
    state = steps.pop().state
    if to_plain(state) != entry.data["state"]:
        raise BadTape(f"entry {entry.number}: the round replayed ends in another state than the tape says")
    states.append(state)
