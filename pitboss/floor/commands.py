"""What people ask of a table, as data: the same for the API, the WebSocket and the pages.

Amounts are whole cents. Each command lists the roles that may give it (`roles`); the table refuses everyone else.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from pitboss.floor.people import Role
from pitboss.table import Action

MOST = 10**12
"""No amount in cents is larger."""
Cents = Annotated[int, Field(ge=0, le=MOST, strict=True)]
Place = Annotated[int, Field(ge=1, le=64, strict=True)]
Word = Annotated[str, Field(max_length=60)]
Spot = Annotated[str, Field(max_length=600)]
"""A place of the layout, or a whole ticket as it is written."""

PLAYERS = (Role.PLAYER,)
DEALERS = (Role.DEALER, Role.FLOORPERSON)
FLOORPERSONS = (Role.FLOORPERSON, Role.ADMIN)
HOSTS = (Role.PLAYER, Role.FLOORPERSON, Role.ADMIN)


class WrongRole(Exception):
    """Somebody asked for what only another role may."""


class _Command(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    roles: ClassVar[tuple[Role, ...]] = PLAYERS
    do: str

    def digest(self, table: int) -> str:
        """What was asked, in short: to tell a repeated request from another one under the same key."""
        return hashlib.sha256(f"{table} {self.model_dump_json()}".encode()).hexdigest()


class Sit(_Command):
    """Sit down with chips from the bankroll, at a position or at the first that is free."""

    do: Literal["sit"] = "sit"
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]
    position: Place | None = None


class BuyIn(_Command):
    """More chips from the bankroll."""

    do: Literal["buy_in"] = "buy_in"
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]


class Leave(_Command):
    """Take one's chips and go."""

    do: Literal["leave"] = "leave"


class Act(_Command):
    """Do something with chips: make, increase, reduce or remove a wager, turn it on or off, or a verb of the game."""

    do: Literal["act"] = "act"
    verb: Word
    wager: Word = ""
    amount: Cents = 0
    spot: Spot = ""
    coupon: Cents = 0
    chips: Annotated[int, Field(ge=0, le=10**6, strict=True)] = 0
    position: Place | None = None

    def action(self) -> Action:
        return Action(self.verb, self.wager, self.amount, self.spot, self.coupon, chips=self.chips)


class Decide(_Command):
    """Take one of the choices of a decision; `confirmed`, also one that hardly anybody wants, such as a foul."""

    do: Literal["decide"] = "decide"
    choice: Word
    position: Place | None = None
    confirmed: bool = False


class Ready(_Command):
    """No more wagers of mine: the round may go on."""

    do: Literal["ready"] = "ready"


class AddBot(_Command):
    """Seat a bot: one that plays the best strategy, or at random."""

    roles: ClassVar[tuple[Role, ...]] = HOSTS
    do: Literal["add_bot"] = "add_bot"
    position: Place | None = None
    strategy: Literal["best", "random", "cautious"] = "best"
    amount: Cents = 0


class RemoveBot(_Command):
    """A bot goes."""

    roles: ClassVar[tuple[Role, ...]] = HOSTS
    do: Literal["remove_bot"] = "remove_bot"
    position: Place


class Close(_Command):
    """No more wagers, says the dealer."""

    roles: ClassVar[tuple[Role, ...]] = DEALERS
    do: Literal["close"] = "close"


class Draw(_Command):
    """The dealer rolls, spins, shuffles, or deals the next card; with `all`, on to the next question to a person."""

    roles: ClassVar[tuple[Role, ...]] = DEALERS
    do: Literal["draw"] = "draw"
    all: bool = False


class CallIrregularity(_Command):
    """Something went wrong; the rules say what is then done."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["irregularity"] = "irregularity"
    irregularity: Word
    about: Annotated[list[Word], Field(max_length=64)] = []
    "Whom or what it concerns: positions, hands, a card; as the table offers them."


class HandOver(_Command):
    """The dealing is a person's from now on, or automatic again."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["hand_over"] = "hand_over"
    dealer: Literal["automatic", "person"]


class AcceptWager(_Command):
    """The dealer takes the wager that a position offered outside the posted limits: it then stands in full (8.2)."""

    roles: ClassVar[tuple[Role, ...]] = DEALERS
    do: Literal["accept_wager"] = "accept_wager"
    position: Place


class GrantLimits(_Command):
    """A patron may wager less or more than is posted (8.2); without amounts, the posted limits hold again."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["grant_limits"] = "grant_limits"
    position: Place
    minimum: Annotated[int, Field(ge=1, le=MOST, strict=True)] | None = None
    maximum: Annotated[int, Field(ge=1, le=MOST, strict=True)] | None = None


class Fill(_Command):
    """The house brings chips to the table inventory."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["fill"] = "fill"
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]


class Credit(_Command):
    """Chips of the table inventory go back to the house."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["credit"] = "credit"
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]


class SeatEntrant(_Command):
    """The house brings an entrant's tournament chips to his table: he sits down there, or has more."""

    roles: ClassVar[tuple[Role, ...]] = (Role.ADMIN,)
    do: Literal["seat_entrant"] = "seat_entrant"
    person: Annotated[int, Field(ge=1, strict=True)]
    name: Word
    position: Place
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]
    bot: Word = ""


class NoticeChange(_Command):
    """A change of what the licensee chooses at this table: a sign, an announcement, and the regulator is told."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["notice_change"] = "notice_change"
    options: Annotated[dict[Word, bool | int | Word], Field(max_length=40)] = {}
    odds: Annotated[dict[Word, Word], Field(max_length=40)] = {}
    minimum: Cents | None = None
    maximum: Cents | None = None
    wager: Word = ""
    "The wager of which minimum and maximum are; those of the table, if left out."
    increment: Annotated[int, Field(ge=1, le=MOST, strict=True)] | None = None
    minutes: Annotated[int, Field(ge=0, le=7 * 24 * 60, strict=True)] | None = None
    "Until it is in force; as long as the chapter asks for, if left out."


class CancelChange(_Command):
    """A change that was noticed is cancelled: the sign comes down, and that is announced."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["cancel_change"] = "cancel_change"


class EndRound(_Command):
    """The round in hand is void, whatever it waits for: every wager returns, and what was settled is taken back."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["end_round"] = "end_round"


class CloseTable(_Command):
    """The table closes; chips go back to the bankrolls, and its inventory to the house.

    A round in hand is void, as by `end_round`.
    """

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["close_table"] = "close_table"


Command = Annotated[
    Sit
    | BuyIn
    | Leave
    | Act
    | Decide
    | Ready
    | AddBot
    | RemoveBot
    | Close
    | Draw
    | CallIrregularity
    | HandOver
    | AcceptWager
    | GrantLimits
    | Fill
    | Credit
    | SeatEntrant
    | NoticeChange
    | CancelChange
    | EndRound
    | CloseTable,
    Field(discriminator="do"),
]
COMMANDS: TypeAdapter[Command] = TypeAdapter(Command)


class Settings(BaseModel):
    """How a table is run, apart from what the chapter has a say in.

    `clock` "company" runs the clocks only where several people sit: somebody alone has minutes for everything, unless
    others want to sit down. With "never" nobody is passed over who does something now and then.
    `formalities` "custom": who throws the dice or holds the shoe goes by the default, and nobody is asked.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    dealer: Literal["automatic", "person"] = "automatic"
    clock: Literal["always", "company", "never"] = "company"
    betting_seconds: Annotated[float, Field(ge=1, le=600)] = 20
    decision_seconds: Annotated[float, Field(ge=1, le=600)] = 30
    seats: Annotated[int, Field(ge=1, le=64)] | None = None
    formalities: Literal["custom", "asked"] = "custom"
    hands: Annotated[int, Field(ge=1, le=100_000)] | None = None
    "So many rounds are dealt and no more: wagers that stand then are decided, and none are taken."


class Kept(Settings):
    """The same as a table keeps it, with what only the house puts there: nobody who opens a table can."""

    hands: Annotated[int, Field(ge=0, le=100_000)] | None = None
    "As many as are left: those that all let pass, and those after a tournament was stopped, are not dealt."
    drawn: Annotated[int, Field(ge=0, le=64)] = 0
    "The first round begins when so many sit."
    company: Annotated[int, Field(ge=0, le=64)] = 0
    "So many sit here as soon as a person does: bots keep him company, where players play one another."
    coming: dict[str, Any] | None = None
    "A change that was noticed: see `changes`."
    changed: dict[str, Any] | None = None
    "The change that came into force last."
    afterwards: dict[int, str] = {}
    "What positions have said in the middle of a round that they do after it."
    brought: dict[int, int] = {}
    "The person who brought the bot at a position; a bot of the house is not listed."

    @classmethod
    def of(cls, settings: Settings | None) -> Kept:
        return settings if isinstance(settings, Kept) else cls(**(settings or Settings()).model_dump())
