"""The tape: everything sent into a table's rounds, in order, with each entry chained to the one before.

1. An entry is one line of JSON. Each line holds the hash of the line before and its own, so that a changed byte is
   found at its entry. Replaying the replies gives the same rounds to the cent; otherwise the tape is invalid.
2. `open` starts a tape with the layout and the state of the table. `reply` is a reply sent into the round, `throw` an
   irregularity thrown into it, `end` the state after the round. `void` ends a round by hand (`ending`).
3. `change` comes between two rounds: the table continues from its state with another layout.
4. Other entries are not part of a round. `slip` moves chips between the house and the table inventory; `ready` lists
   the positions that are ready, and `clock` says how long the round waits for the others; `chance` commits to future
   results and reveals seeds committed to earlier; `notice` announces a change of the table, or withdraws it.
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
from pitboss.table.ending import end_by_hand
from pitboss.table.game import Game, Refused, game_on
from pitboss.table.irregularities import called_at_settlement, make_irregularity
from pitboss.table.state import State
from pitboss.table.steps import Action, Ask, AskSettlement, AskWagers, Irregularity, Pending, Reply, Step
from pitboss.version import __version__

VERSION = 1
OUTSIDE_ROUNDS = ("slip", "ready", "clock", "chance", "notice")
"""Entries outside rounds: a replay skips them."""
ROUND_ENDS = ("end", "void")
"""Entries that end a round; each holds the state after it."""
START = "0" * 64


class BadTape(ValueError):
    """Raised for an invalid tape; the message names the entry and the problem."""


_WRITTEN = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def canonical(data: Any) -> str:
    """Return the only valid text of an entry."""
    return _WRITTEN.encode(data)


def seal(entry: dict[str, Any], before: str) -> tuple[str, str]:
    """Return a line of the tape, which is the entry with the previous hash and its own, and the hash.

    Members are sorted by name. The hash covers all the others and is inserted in its place among them, so that they are
    encoded only once.

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
    """An entry whose hash has been verified."""

    number: int
    kind: str
    data: dict[str, Any]


def read_entries(lines: Iterable[str]) -> Iterator[Entry]:
    """Yield a tape's entries, verifying each one's hash as it is read."""
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
            raise BadTape(f"entry {number} was changed: its hash does not match its content and the entry before")
        before = data["hash"]
        if (kind == "open") != (number == 1):
            raise BadTape(f"entry {number}: a tape begins with one open entry")
        yield Entry(number, kind, entry)
    if not number:
        raise BadTape("the tape is empty")


class Tape:
    """A tape being written. `write` is called with each line as it is sealed, to store it in a file, a database or a
    list.

    >>> from pitboss.equipment import SeededSource
    >>> from pitboss.table import Action, Dealer, game_on
    >>> lines = []
    >>> dealer = Dealer(game_on(Layout.of("craps")), SeededSource(1), tape=Tape(lines.append))
    >>> dealer.act(1, Action("sit", amount=100_00, name="Ann"))
    >>> dealer.finish()
    >>> [entry.kind for entry in read_entries(lines)][:2], replay(lines).states[-1] == dealer.state
    (['open', 'reply'], True)
    """

    def __init__(
        self,
        write: Callable[[str], object],
        before: str = START,
        now: Callable[[], float] | None = None,
        salt: Callable[[], str] | None = None,
    ) -> None:
        """`now` returns the time in seconds; each entry then includes its time, in milliseconds, which its hash covers.

        `salt` returns random text for replies that may be secret, such as cards. Without it, anyone who sees the hash
        of an entry (in a receipt) could find the card by trying them all.
        """
        self._salt = salt
        self._write = write
        self._before = before
        self._now = now
        self.kind = ""
        """The kind of the last entry."""

    @property
    def head(self) -> str:
        """The hash of the last entry, which identifies the whole tape."""
        return self._before

    def add(self, kind: str, **data: Any) -> None:
        """Seal an entry and pass it on; it is written when this returns."""
        self.kind = kind
        timed = {} if self._now is None else {"time": int(self._now() * 1000)}
        line, digest = seal({"entry": kind} | data | timed, self._before)
        self._write(line + "\n")
        self._before = digest

    def open(self, layout: Layout, state: State) -> None:
        """Start the tape with the table's options and its state."""
        self.add("open", tape=VERSION, pitboss=__version__, layout=layout.plain(), state=to_plain(state))

    def reply(self, ask: Ask, reply: Reply) -> None:
        """Record the reply about to be sent into the round."""
        salted = {} if self._salt is None or isinstance(ask, AskWagers) else {"salt": self._salt()}
        self.add("reply", to=ask.kind, reply=encode_reply(reply), **salted)

    def throw(self, ask: Ask, event: str, about: tuple[str, ...] = ()) -> None:
        """Record the irregularity about to be thrown into the round, and the subjects that were named."""
        self.add("throw", to=ask.kind, irregularity=event, **({"about": list(about)} if about else {}))

    def end(self, state: State) -> None:
        """Record the state after the round."""
        self.add("end", round=state.rounds, state=to_plain(state))

    def void(self, state: State, who: str, leaving: Iterable[int], reset: bool) -> None:
        """Record the state after a round that a floorperson ended, and the positions that then left."""
        self.add("void", round=state.rounds, state=to_plain(state), who=who, leaving=list(leaving), anew=reset)

    def slip(self, fill: int, who: str) -> None:
        """Record chips from the house to the table inventory, or (negative) back."""
        self.add("slip", fill=fill, who=who)

    def ready(self, positions: Iterable[int]) -> None:
        """Record which positions are ready now."""
        self.add("ready", ready=sorted(positions))

    def clock(self, until: int | None) -> None:
        """Record the time until which the round waits for people, in milliseconds; None for no limit."""
        self.add("clock", until=until)

    def notice(self, what: Iterable[str], effective: int | None, who: str) -> None:
        """Record that a change takes effect at a given time, in milliseconds; None withdraws the last notice."""
        self.add("notice", what=list(what), effective=effective, who=who)

    def change(self, layout: Layout, state: State) -> None:
        """Record that the table has this layout from the next round on and continues from this state."""
        self.add("change", layout=layout.plain(), state=to_plain(state))

    def chance(self, commits: Mapping[str, str], opens: Mapping[str, str]) -> None:
        """Record commitments to future results of chance, by subject, and opened seeds, by their commitments."""
        self.add("chance", commits=dict(commits), opens=dict(opens))


def encode_reply(reply: Reply) -> Any:
    """Return a reply as plain data."""
    if isinstance(reply, tuple) and isinstance(reply[-1], Action):
        position, action = reply
        return {"position": position} | to_plain(action)
    if isinstance(reply, tuple):
        return list(reply)
    return str(reply) if isinstance(reply, (Card, Dice)) else reply


def decode_reply(ask: Ask, data: Any) -> Reply:
    """Return the reply that was encoded for an ask."""
    if isinstance(data, dict):
        known = {*Action.__struct_fields__, "position"}
        if not set(data) <= known or not isinstance(data.get("position"), int):
            raise ValueError(f"{data} is not an action")
        return data["position"], from_plain(Action, {key: item for key, item in data.items() if key != "position"})
    if ask.kind == "dice":
        return Dice(data)
    if ask.kind == "draw" or isinstance(data, list):  # numbers drawn, or (position, choice) where several are asked
        return tuple(data)
    return Card(data) if ask.kind == "card" else data


def read_change(entry: Entry) -> tuple[Game[Any], State]:
    """Return the game on the new layout of a `change`, and the state from which it continues."""
    game = game_on(Layout.from_plain(entry.data["layout"]))
    return game, from_plain(game.state_type, entry.data["state"])


def read_throw(entry: Entry) -> tuple[str, tuple[str, ...]]:
    """Return the irregularity of an entry and the subjects that were named."""
    return entry.data["irregularity"], tuple(entry.data.get("about", ()))


@dataclass(frozen=True)
class Replay:
    """A replayed tape: its game, the states between its rounds, and every step."""

    game: Game[Any]
    states: tuple[State, ...]
    rounds: tuple[tuple[Step, ...], ...]
    entries: int
    unfinished: bool
    opening: State
    """The state at the beginning of the tape; it differs from the first of `states` if a change came before the first
    round.
    """


def replay(lines: Iterable[str]) -> Replay:
    """Replay and verify a tape: the hashes, every reply, and the state after every round, to the cent."""
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
            if entry.kind in OUTSIDE_ROUNDS:
                continue
            if entry.kind == "change":
                if running is not None and not _nothing_lies(steps):
                    raise BadTape(f"entry {number}: the layout changes in the middle of a round")
                game, states[-1] = read_change(entry)
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
        if isinstance(steps[-1], Pending):  # A dealer that does not halt there continued without an entry.
            _go_on(running, steps)
        rounds.append(tuple(step for step in steps if not isinstance(step, (Ended, Pending))))
    assert opening is not None
    return Replay(game, tuple(states), tuple(rounds), number, running is not None, opening)


def _nothing_lies(steps: list[Step]) -> bool:
    """Whether a round waits for wagers, has none, and either no one is seated or nothing else has been asked."""
    last = steps[-1]
    if not isinstance(last, AskWagers) or last.state.wagers:
        return False
    return not last.state.positions or all(isinstance(one, AskWagers) for one in steps if isinstance(one, Ask))


def _advance(running: Any, steps: list[Step], reply: Reply, event: Irregularity | None = None) -> None:
    """Send a reply or throw an event, then take steps until the round asks again or is about to settle.

    In the latter case the last step is the `Pending`.
    """
    try:
        step = running.throw(event) if event else running.send(reply)
        steps.append(step)
        while not isinstance(step, (Ask, Pending)):
            step = next(running)
            steps.append(step)
    except StopIteration as stop:
        steps.append(Ended(stop.value, ""))


def _go_on(running: Any, steps: list[Step]) -> None:
    """Continue into the settlement: nothing was called before it."""
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
        _advance(running, steps, None, make_irregularity(game, ask, *read_throw(entry)))
    elif entry.kind == "reply":
        reply = decode_reply(ask, entry.data["reply"])
        if unfit := ask.invalid_reason(reply):
            raise BadTape(f"entry {entry.number}: {unfit}")
        _advance(running, steps, reply)
    else:
        raise BadTape(f"entry {entry.number}: there is no entry kind {entry.kind!r}")


class Ended(Step):
    """The end of a round; its state is the next one."""


def _end_by_hand(game: Game[Any], running: Any, steps: list[Step], states: list[State], entry: Entry) -> None:
    if isinstance(steps[-1], Pending) and not called_at_settlement(game):
        _go_on(running, steps)  # A live dealer does not halt there; it had gone on.
    leaving, reset = tuple(entry.data["leaving"]), entry.data["anew"]
    ended = end_by_hand(game, states[-1], steps[-1].state, steps, leaving, reset)
    if to_plain(ended.state) != entry.data["state"]:
        raise BadTape(f"entry {entry.number}: the void round does not end in the state on the tape")
    steps += ended.steps
    states.append(ended.state)


def _finish(running: Any, steps: list[Step], states: list[State], entry: Entry) -> None:
    if not steps or not isinstance(steps[-1], Ended):
        raise BadTape(f"entry {entry.number}: the round was not over")
    state = steps.pop().state
    if to_plain(state) != entry.data["state"]:
        raise BadTape(f"entry {entry.number}: the replayed round ends in another state than the tape records")
    states.append(state)
