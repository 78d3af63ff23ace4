"""The protocol between a round and its driver.

A round yields steps. An `Ask` needs a reply: wagers, dice, a card, a decision. All other steps are announcements. Each
step carries the state of the table at that moment and the section that provides for it.

| ask             | reply                                                                     |
| --------------- | ------------------------------------------------------------------------- |
| `AskWagers`     | `(position, Action)`, or None when betting closes                         |
| `AskDice`       | `Dice`; if not `closed`, also `(position, Action)` with the dice in the air |
| `AskDecision`   | one of its choices, or `(position, Action)` to make one of its `wagers`;  |
|                 | `(position, choice)` from one of the `others`, who are asked at the same time |
| `AskShuffle`    | the commitment to the new order of the cards                              |
| `AskCard`       | `Card`                                                                    |
| `AskNumber`     | an integer from 0 to `below` - 1, or the text that it shows       |
| `AskDraw`       | different whole numbers from 1, in the order drawn                        |

An `Irregularity` may be thrown into the round instead of a reply. It may also be thrown at a `Pending`, which needs no
reply: the last moment before wagers are settled. A dealer that stops there shows it as `AskSettlement`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, ClassVar, Literal, TypeVar

from pitboss.chapter.odds import Odds, dollars
from pitboss.equipment import Card, Dice
from pitboss.table.codec import FrozenStruct
from pitboss.table.state import State, Wager

S = TypeVar("S", bound=State)
R = TypeVar("R")
VERBS: tuple[str, ...] = ("sit", "buy_in", "leave", "make", "increase", "reduce", "remove", "on", "off", "grant")
"""The verbs of actions at any table; a game may add its own (craps: pass the dice)."""


class Action(FrozenStruct):
    """An action of a position with its chips. Amounts are cents; `confirmed` names those who confirmed a late wager
    aloud.

    `chips` counts the position's own non-value chips instead of an amount. `accepted` marks a wager that the dealer
    took although it is outside the posted limits or increments. `limits` are those granted to a patron (8.2), the
    minimum and the maximum; None restores the posted ones.

    >>> Action("make", "pass", 1000)
    Action('make', 'pass', 1000)
    """

    verb: str
    wager: str = ""
    amount: int = 0
    spot: str = ""
    coupon: int = 0
    confirmed: tuple[str, ...] = ()
    name: str = ""
    chips: int = 0
    accepted: bool = False
    limits: tuple[int, int] | None = None

    def __repr__(self) -> str:
        rest = ("spot", "coupon", "confirmed", "name", "chips", "accepted", "limits")
        more = [f"{key}={value!r}" for key in rest if (value := getattr(self, key))]
        shown = [
            repr(self.verb),
            *([repr(self.wager)] if self.wager else []),
            *([str(self.amount)] if self.amount else []),
        ]
        return f"Action({', '.join(shown + more)})"


Reply = Any
"""The reply to an ask, in one of the forms above."""


def _is_action(reply: Reply) -> bool:
    return isinstance(reply, tuple) and len(reply) == 2 and isinstance(reply[0], int) and isinstance(reply[1], Action)


class Step(FrozenStruct):
    """A moment of a round."""

    state: State
    section: str

    def __repr__(self) -> str:
        names = [name for name in self.__struct_fields__ if name not in ("state", "composition", "others")]
        return f"{type(self).__name__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"


class Ask(Step):
    """A step that needs a reply."""

    kind: ClassVar[str] = ""
    chance: ClassVar[bool] = False
    """Whether the reply is drawn by chance rather than chosen by a person."""

    def invalid_reason(self, reply: Reply) -> str:
        """Return why a reply does not fit this ask, or "". It does not check whether an action is allowed."""
        return "" if reply is None or _is_action(reply) else f"{reply!r} is not an action of a position"


class AskWagers(Ask):
    """Wagers may be made, changed and taken down."""

    kind: ClassVar[str] = "wagers"


class AskDecision(Ask):
    """A position must decide. `default` is the choice if it does not.

    `sections` gives the section that provides for each choice, where they differ. A choice that costs chips has its
    usual amount; `wagers` are those that may be made here for another amount: insurance, a double for less. A
    `formality` decides nothing about cards or dice, only who shoots or holds the shoe. `sets` are the hands into which
    the position's cards are set, each with its number of cards, if the choices are such settings (`setting`). `others`
    are the questions open at the same time (`decisions.merge_asks`), which may be answered in any order by `(position,
    choice)`.
    """

    kind: ClassVar[str] = "decision"
    position: int
    question: str
    choices: tuple[str, ...]
    default: str
    sections: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    formality: bool = False
    sets: tuple[tuple[str, int], ...] = ()
    others: tuple[AskDecision, ...] = ()

    @property
    def open_questions(self) -> tuple[AskDecision, ...]:
        """Every question that is open now."""
        return (self, *self.others)

    def for_position(self, position: int) -> AskDecision | None:
        """Return the question for a position, or None."""
        return next((one for one in self.open_questions if one.position == position), None)

    def invalid_reason(self, reply: Reply) -> str:
        if self.wagers and _is_action(reply):
            return ""
        if self.others and isinstance(reply, tuple) and len(reply) == 2:
            mine = next((one for one in self.others if one.position == reply[0]), None)
            return mine.invalid_reason(reply[1]) if mine else f"position {reply[0]} is not asked"
        return "" if reply in self.choices else f"{reply!r} is not a choice; use one of: {', '.join(self.choices)}"


class AskDice(Ask):
    """The dice are in the air, and a wager may still be called, or `closed` in a shaker, and none may.

    >>> AskDice(State(), "1.8", 2).invalid_reason((1, Action("make", "field", 500)))
    ''
    >>> AskDice(State(), "9.5", 3, closed=True).invalid_reason((1, Action("make", "small", 500)))
    "(1, Action('make', 'small', 500)) is not a roll of 3 dice"
    """

    kind: ClassVar[str] = "dice"
    chance: ClassVar[bool] = True
    number: int
    thrower: int = 0
    closed: bool = False

    def invalid_reason(self, reply: Reply) -> str:
        if (not self.closed and _is_action(reply)) or (isinstance(reply, Dice) and len(reply) == self.number):
            return ""
        return f"{reply!r} is not a roll of {self.number} dice"


class AskShuffle(Ask):
    """The cards of a shoe are shuffled. Only the random source will know their order."""

    kind: ClassVar[str] = "shuffle"
    chance: ClassVar[bool] = True
    shoe: str
    composition: tuple[int, ...]

    def invalid_reason(self, reply: Reply) -> str:
        return "" if isinstance(reply, str) else f"{reply!r} is not a commitment to an order of the cards"


class AskCard(Ask):
    """The next card of a shoe is drawn. `composition` is the shoe's contents."""

    kind: ClassVar[str] = "card"
    chance: ClassVar[bool] = True
    shoe: str
    to: str
    composition: tuple[int, ...]

    def invalid_reason(self, reply: Reply) -> str:
        if isinstance(reply, Card) and self.composition[reply.index]:
            return ""
        return f"{reply} cannot be the next card of the {self.shoe}"


class AskNumber(Ask):
    """A wheel stops or a ball is drawn. `shows` gives the text of each number in order, such as a wheel's compartments.

    >>> ask = AskNumber(State(), "5.3", 3, "wheel", ("0", "00", "7"))
    >>> ask.reply_for(1), ask.parse("00")
    ('00', 1)
    """

    kind: ClassVar[str] = "number"
    chance: ClassVar[bool] = True
    below: int
    what: str
    shows: tuple[str, ...] = ()

    def reply_for(self, number: int) -> int | str:
        """Return the reply for a number."""
        return self.shows[number] if self.shows else number

    def parse(self, said: str) -> int:
        """Return the number with this text; raise ValueError if there is none."""
        reply = int(said) if said.isdecimal() and not self.shows else said
        if unfit := self.invalid_reason(reply):
            raise ValueError(unfit)
        return self.shows.index(said) if self.shows else int(reply)

    def invalid_reason(self, reply: Reply) -> str:
        if self.shows:
            there = ", ".join(dict.fromkeys(self.shows))
            return "" if reply in self.shows else f"the {self.what} has no {reply!r}; it has: {there}"
        whole = isinstance(reply, int) and not isinstance(reply, bool)
        return "" if whole and 0 <= reply < self.below else f"{reply!r} is not a number from 0 to {self.below - 1}"


class AskDraw(Ask):
    """`take` different numbers from 1 to `of` are drawn; those in `out` have been drawn already.

    >>> ask = AskDraw(State(), "15.5", of=80, take=3, what="draw", out=(7,))
    >>> ask.invalid_reason((80, 1, 44)), ask.parse("80, 1 44")
    ('', (80, 1, 44))
    >>> ask.invalid_reason((7, 1, 44))
    '(7, 1, 44) is not a draw of 3 different numbers from 1 to 80 without 7'
    """

    kind: ClassVar[str] = "draw"
    chance: ClassVar[bool] = True
    of: int
    take: int
    what: str = "draw"
    out: tuple[int, ...] = ()

    def parse(self, said: str) -> tuple[int, ...]:
        """Return the reply for numbers separated by spaces or commas; raise ValueError if one is not a number."""
        words = said.replace(",", " ").split()
        if unknown := next((word for word in words if not word.isdecimal()), ""):
            raise ValueError(f"{unknown!r} is not a number from 1 to {self.of}")
        reply = tuple(map(int, words))
        if unfit := self.invalid_reason(reply):
            raise ValueError(unfit)
        return reply

    def invalid_reason(self, reply: Reply) -> str:
        numbers = reply if isinstance(reply, tuple) else ()
        whole = all(isinstance(one, int) and not isinstance(one, bool) and 1 <= one <= self.of for one in numbers)
        if whole and len(numbers) == self.take and len({*numbers, *self.out}) == self.take + len(self.out):
            return ""
        without = f" without {', '.join(map(str, self.out))}" if self.out else ""
        return f"{reply!r} is not a draw of {self.take} different numbers from 1 to {self.of}{without}"


class AskSettlement(Ask):
    """The last moment before wagers are settled, when an irregularity can still be called. The reply is None.

    It appears only on the tapes of dealers that halt there.
    """

    kind: ClassVar[str] = "settlement"
    chance: ClassVar[bool] = True

    def invalid_reason(self, reply: Reply) -> str:
        return "" if reply is None else f"{reply!r} is not a reply: settle the wagers or call an irregularity"


class Pending(Step):
    """Nothing more will be dealt or decided, and nothing is settled yet. This step is not shown to anyone."""


class Said(Step):
    """An announcement at the table."""

    text: str
    position: int = 0


class Acted(Step):
    """A position's action was carried out. `wager` is the wager after it; `vig` the vigorish paid for it."""

    position: int
    action: Action
    text: str
    wager: Wager | None = None
    vig: int = 0


Result = Literal["wins", "loses", "surrenders", "void", "returned", "restored"]


class Settled(Step):
    """A wager is decided. `winnings` are paid by the house; `vig` is all the vigorish paid for this wager."""

    wager: Wager
    result: Result
    name: str
    winnings: int = 0
    odds: Odds | None = None
    vig: int = 0
    stays: bool = False
    lost: int = 0
    """The loss, if it is not the whole wager: half of it in a surrender; a stake lost on a winning wager; negative for
    a wager restored after it was collected.
    """
    by: int = 0
    """The position whose bank paid the wager or collected it; 0 for the house."""
    kept: str = "percentage"
    """The name of the house's share: a percentage, or the rake from a pot."""
    push: bool = False
    """Whether a returned or void wager was decided as a tie. Otherwise it had no result: it was taken back, not
    matched or not needed, or the round was void.
    """

    @property
    def net(self) -> int:
        """The position's net win or loss on this wager, after vigorish."""
        if self.result == "wins":
            return self.winnings - self.vig - self.lost
        return -self.vig - (self.wager.amount if self.result == "loses" else self.lost)

    @property
    def text(self) -> str:
        """The settlement in words."""
        what = f"{self.name}{f' ({self.wager.spot})' if self.wager.spot else ''} {dollars(self.wager.amount)}"
        what += f" with a coupon of {dollars(self.wager.coupon)}" if self.wager.coupon else ""
        if self.result == "wins":
            at = f" at {self.odds}" if self.odds else ""
            at += f" out of the bank of position {self.by}" if self.by else ""
            return f"{what} wins {dollars(self.winnings)}{at}" + (
                f", less {dollars(self.vig)} {self.kept}" if self.vig else ", and is not returned" if self.lost else ""
            )
        if self.result == "loses":
            return f"{what} loses" + (f" to the bank of position {self.by}" if self.by else "")
        if self.result == "restored":
            given = f", paid before, is void: {dollars(self.lost)} is given back"
            return what + (given if self.lost > 0 else ", collected before, is void and comes back")
        if self.result == "surrenders":
            return f"{what} gives up {dollars(self.lost)}" + (
                f", and {dollars(self.vig)} {self.kept}" if self.vig else ""
            )
        return f"{what} is void and returns" if self.result == "void" else f"{what} is returned"


class Irregularity(Exception):
    """An irregularity at this step: thrown into the round, which then does what the rules require.

    `about` names its subjects, by the ids of `Irregularities.subjects`: positions, hands, a card.
    """

    def __init__(self, id: str, state: State | None = None, about: tuple[str, ...] = ()) -> None:
        super().__init__(id)
        self.id = id
        self.state = state
        self.about = about


Round = Generator[Step, Reply, S]
"""A round of play: yields steps, receives replies, returns the next state."""
Part = Generator[Step, Reply, R]
"""A part of a round, and its result."""


def record_settlements(part: Part[R], settled: list[Settled]) -> Part[R]:
    """Run a part of a round and add its settlements to `settled`, so that a later void can reverse them."""
    step = next(part)
    while True:
        if isinstance(step, Settled):
            settled.append(step)
        try:
            try:
                reply = yield step
            except Exception as event:
                step = part.throw(event)
            else:
                step = part.send(reply)
        except StopIteration as end:
            result: R = end.value
            return result


__all__ = [
    "VERBS",
    "Acted",
    "Action",
    "Ask",
    "AskCard",
    "AskDecision",
    "AskDice",
    "AskDraw",
    "AskNumber",
    "AskSettlement",
    "AskShuffle",
    "AskWagers",
    "Card",
    "Dice",
    "Irregularity",
    "Part",
    "Pending",
    "Reply",
    "Result",
    "Round",
    "Said",
    "Settled",
    "Step",
    "record_settlements",
]
