"""Commands to a table as data: the same for the API, the WebSocket and the pages.

Amounts are whole cents. Each command lists the roles that may give it (`roles`); the table refuses all others.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from pitboss.floor.people import Role
from pitboss.table import Action

MOST = 10**12
"""The largest amount in cents."""
Cents = Annotated[int, Field(ge=0, le=MOST, strict=True)]
Place = Annotated[int, Field(ge=1, le=64, strict=True)]
Word = Annotated[str, Field(max_length=60)]
Spot = Annotated[str, Field(max_length=600)]
"""A place on the layout, or a whole written ticket."""

PLAYERS = (Role.PLAYER,)
DEALERS = (Role.DEALER, Role.FLOORPERSON)
FLOORPERSONS = (Role.FLOORPERSON, Role.ADMIN)
HOSTS = (Role.PLAYER, Role.FLOORPERSON, Role.ADMIN)


class WrongRole(Exception):
    """The command needs another role."""


class _Command(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    roles: ClassVar[tuple[Role, ...]] = PLAYERS
    do: str

    def digest(self, table: int) -> str:
        """A digest of the request, which tells a repeated request from a different one under the same key."""
        return hashlib.sha256(f"{table} {self.model_dump_json()}".encode()).hexdigest()


class Sit(_Command):
    """Sit down with chips from the bankroll, at the given position or the first free one."""

    do: Literal["sit"] = "sit"
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]
    position: Place | None = None


class BuyIn(_Command):
    """Buy more chips from the bankroll."""

    do: Literal["buy_in"] = "buy_in"
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]


class Leave(_Command):
    """Take your chips and leave."""

    do: Literal["leave"] = "leave"


class Act(_Command):
    """Act with chips: make, increase, reduce or remove a wager, turn it on or off, or use a verb of the game."""

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
    """Make a decision. `confirmed` is required for a choice that is probably a mistake, such as a foul hand."""

    do: Literal["decide"] = "decide"
    choice: Word
    position: Place | None = None
    confirmed: bool = False


class Ready(_Command):
    """Finish betting: you make no more wagers in this round."""

    do: Literal["ready"] = "ready"


class AddBot(_Command):
    """Seat a bot: one that plays the best strategy, or at random."""

    roles: ClassVar[tuple[Role, ...]] = HOSTS
    do: Literal["add_bot"] = "add_bot"
    position: Place | None = None
    strategy: Literal["best", "random", "cautious"] = "best"
    amount: Cents = 0


class RemoveBot(_Command):
    """Remove a bot."""

    roles: ClassVar[tuple[Role, ...]] = HOSTS
    do: Literal["remove_bot"] = "remove_bot"
    position: Place


class Close(_Command):
    """Close the betting."""

    roles: ClassVar[tuple[Role, ...]] = DEALERS
    do: Literal["close"] = "close"


class Draw(_Command):
    """Roll, spin, shuffle, or deal the next card; with `all`, continue until a person must answer."""

    roles: ClassVar[tuple[Role, ...]] = DEALERS
    do: Literal["draw"] = "draw"
    all: bool = False


class CallIrregularity(_Command):
    """Call an irregularity; the rules determine what follows."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["irregularity"] = "irregularity"
    irregularity: Word
    about: Annotated[list[Word], Field(max_length=64)] = []
    """The subjects: positions, hands or a card, as offered by the table."""


class HandOver(_Command):
    """Hand dealing over to a person, or back to the automatic dealer."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["hand_over"] = "hand_over"
    dealer: Literal["automatic", "person"]


class AcceptWager(_Command):
    """Accept the wager that a position offered outside the posted limits; it then stands in full (8.2)."""

    roles: ClassVar[tuple[Role, ...]] = DEALERS
    do: Literal["accept_wager"] = "accept_wager"
    position: Place


class GrantLimits(_Command):
    """Let a patron wager less or more than the posted limits (8.2); without amounts, the posted limits apply again."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["grant_limits"] = "grant_limits"
    position: Place
    minimum: Annotated[int, Field(ge=1, le=MOST, strict=True)] | None = None
    maximum: Annotated[int, Field(ge=1, le=MOST, strict=True)] | None = None


class Fill(_Command):
    """Add chips from the house to the table inventory."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["fill"] = "fill"
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]


class Credit(_Command):
    """Return chips of the table inventory to the house."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["credit"] = "credit"
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]


class SeatEntrant(_Command):
    """Bring an entrant's tournament chips to their table: seat them, or give them more chips."""

    roles: ClassVar[tuple[Role, ...]] = (Role.ADMIN,)
    do: Literal["seat_entrant"] = "seat_entrant"
    person: Annotated[int, Field(ge=1, strict=True)]
    name: Word
    position: Place
    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)]
    bot: Word = ""


class NoticeChange(_Command):
    """Announce a change to something that the chapter leaves to the licensee: by a sign, an announcement and notice to
    the regulator.
    """

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["notice_change"] = "notice_change"
    options: Annotated[dict[Word, bool | int | Word], Field(max_length=40)] = {}
    odds: Annotated[dict[Word, Word], Field(max_length=40)] = {}
    minimum: Cents | None = None
    maximum: Cents | None = None
    wager: Word = ""
    """The wager whose minimum and maximum change; by default, the table's own limits do."""
    increment: Annotated[int, Field(ge=1, le=MOST, strict=True)] | None = None
    minutes: Annotated[int, Field(ge=0, le=7 * 24 * 60, strict=True)] | None = None
    """Minutes until the change takes effect; by default, as soon as the chapter allows."""


class CancelChange(_Command):
    """Cancel an announced change: the sign is removed, and the cancellation is announced."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["cancel_change"] = "cancel_change"


class EndRound(_Command):
    """Void the round in progress: every wager is returned, and every settlement is reversed."""

    roles: ClassVar[tuple[Role, ...]] = FLOORPERSONS
    do: Literal["end_round"] = "end_round"


class CloseTable(_Command):
    """Close the table: chips return to the bankrolls, and the inventory to the house.

    A round in progress is void, as with `end_round`.
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
    """How a table is run, apart from the chapter's rules.

    With `clock` "company", clocks run only where several people sit; a player who is alone has minutes for everything,
    unless others want to sit down. With "never", only idle players are passed over.
    With `formalities` "custom", no one is asked who throws the dice or holds the shoe; the default applies.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    dealer: Literal["automatic", "person"] = "automatic"
    clock: Literal["always", "company", "never"] = "company"
    betting_seconds: Annotated[float, Field(ge=1, le=600)] = 20
    decision_seconds: Annotated[float, Field(ge=1, le=600)] = 30
    seats: Annotated[int, Field(ge=1, le=64)] | None = None
    formalities: Literal["custom", "asked"] = "custom"
    hands: Annotated[int, Field(ge=1, le=100_000)] | None = None
    """The number of rounds to deal. After that the remaining wagers are decided and no new ones are accepted."""


class TableSettings(Settings):
    """The settings that a table stores, including those that only the house may set."""

    hands: Annotated[int, Field(ge=0, le=100_000)] | None = None
    """The number of hands left to deal; it decreases when everyone passes, and when a tournament is stopped."""
    drawn: Annotated[int, Field(ge=0, le=64)] = 0
    """The number of players needed to start the first round."""
    company: Annotated[int, Field(ge=0, le=64)] = 0
    """The number of seats to fill once a person sits down: in games between players, bots take the others."""
    coming: dict[str, Any] | None = None
    """An announced change: see `changes`."""
    changed: dict[str, Any] | None = None
    """The change that came into force most recently."""
    afterwards: dict[int, str] = {}
    """Actions requested by positions in the middle of a round, to be carried out after it."""
    brought: dict[int, int] = {}
    """The person who brought the bot at each position; the house's bots are not listed."""

    @classmethod
    def of(cls, settings: Settings | None) -> TableSettings:
        return settings if isinstance(settings, TableSettings) else cls(**(settings or Settings()).model_dump())
