"""Tables: what is to be seen of them, what is asked of them, and what is kept of them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.api.auth import Anyone, Key, Somebody, address_of, floor_of, limits_of, must_be
from pitboss.floor.api.chapter import worked_out
from pitboss.floor.api.problems import Trouble
from pitboss.floor.api.table_files import TableGiven
from pitboss.floor.commands import Command, Settings
from pitboss.floor.draws import AT_ONCE, RoundDrawn, drawn_rounds
from pitboss.floor.export import Bundle, bundled
from pitboss.floor.ledger import audit
from pitboss.floor.people import SEES_ALL, Role
from pitboss.floor.shuffles import SHUFFLES_AT_ONCE, ShuffleSeen
from pitboss.floor.sight import MomentSeen, OfferSeen, Seen, TableInfo
from pitboss.floor.threads import in_thread
from pitboss.table import PUBLIC, SURVEILLANCE

router = APIRouter(tags=["tables"])
LARGEST = 2**53 - 1
TableId = Annotated[int, Path(ge=1, le=LARGEST, description="The number of a table")]
Since = Annotated[
    int | None, Query(ge=0, le=LARGEST, description="Only what was announced after this step; else what was lately")
]
JSON_LINES = "application/jsonl"
TOML = "application/toml"


class TableListed(TableInfo):
    """A table in the lobby, with how many sit there."""

    taken: int


class OpenTable(BaseModel):
    """A table to be opened."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: TableGiven
    name: Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    settings: Settings = Settings()


class Done(BaseModel):
    """A command was carried out and is on the tape for good."""

    entry: int = Field(description="The number of the last entry on the tape then")
    round: int
    seq: int = Field(description="The serial number of the last step then")
    head: str = Field("", description="With a key: the hash of the last entry, which stands for all of the tape")
    signature: str = Field("", description="The floor's, over `table N entry N HEAD`: keep it to prove what was done")
    repeated: bool = Field(False, description="It had been done before, under this key; nothing was done now")


class KeySeen(BaseModel):
    """The floor's public key, of Ed25519, in hexadecimal digits."""

    key: str


class AuditSeen(BaseModel):
    """Whether the books of the floor are right."""

    accounts: int
    journals: int
    outside: int = Field(description="All that was bought in and not cashed out, in cents")
    faults: list[str]


@router.get("/tables")
async def tables(request: Request, person: Anyone, closed: bool = False) -> list[TableListed]:
    """The open tables; with `closed`, those that are closed too."""
    floor = floor_of(request)
    taken = await floor.taken_seats()
    return [TableListed(**info.model_dump(), taken=taken.get(info.id, 0)) for info in await floor.tables(closed=closed)]


@router.post("/tables", status_code=201)
async def open_table(request: Request, wanted: OpenTable, person: Somebody, key: Key = None) -> TableInfo:
    """Open a table. What the chapter does not permit is refused with its findings."""
    must_be(person, Role.PLAYER, Role.FLOORPERSON, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    if person.role is Role.PLAYER:
        limits_of(request).spend("tables", address_of(request))
    layout, own_name = await worked_out(request, wanted.table.layout)
    return await floor_of(request).open_table(layout, wanted.name or own_name, wanted.settings, person, key=key)


@router.get("/tables/{table}")
async def table(
    request: Request, table: TableId, person: Anyone, since: Since = None, offers: bool = False, states: bool = True
) -> Seen:
    """A table as the bearer of the token may see it; `states`: and how it stood at each step."""
    shown = await floor_of(request).table(table)
    return shown.seen(person, since, offers, states)


@router.get("/tables/{table}/offers")
async def offers(request: Request, table: TableId, person: Somebody) -> list[OfferSeen]:
    """What the bearer of the token may wager now."""
    shown = await floor_of(request).table(table)
    return list(shown.offers(shown.position_of(person)))


@router.post("/tables/{table}/commands")
async def command(request: Request, table: TableId, command: Command, person: Somebody, key: Key = None) -> Done:
    """Have a command carried out. The answer comes when it is on the tape for good."""
    limits_of(request).spend("commands", person.id)
    return Done(**await floor_of(request).command(table, person, command, key))


@router.get("/tables/{table}/rounds/{round}")
async def past_round(
    request: Request, table: TableId, round: Annotated[int, Path(ge=0, le=2**31 - 1)], person: Anyone
) -> list[MomentSeen]:
    """A round step by step, from the tape: all of it for surveillance; for others what lay open, when it is over."""
    floor = floor_of(request)
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    if person is not None and person.role is Role.SURVEILLANCE:
        return await floor.past_round(table, round, SURVEILLANCE)
    played = (await floor.table(table)).standing.round
    if round >= played:
        there = f"there are rounds 0 to {played - 1}" if played else "none is over yet"
        raise Trouble("no-such-round", f"round {round} is not over at this table; {there}")
    return await floor.past_round(table, round, PUBLIC)


@router.get(
    "/tables/{table}/rounds/{round}/phh",
    response_class=Response,
    responses={200: {"content": {TOML: {"schema": {"type": "string"}}}}},
)
async def hand_history(
    request: Request, table: TableId, round: Annotated[int, Path(ge=0, le=2**31 - 1)], person: Anyone
) -> Response:
    """A hand of the poker room that is over, as a hand history (PHH), with the cards that were shown.

    `pitboss replay` deals it again. Surveillance has every card.
    """
    floor = floor_of(request)
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    eyes = SURVEILLANCE if person is not None and person.role is Role.SURVEILLANCE else PUBLIC
    played = (await floor.table(table)).standing.round
    if round >= played:
        raise Trouble("no-such-round", f"round {round} is not over at this table; {played} are")
    try:
        text = await floor.hand_history(table, round, eyes)
    except ValueError as problem:
        raise Trouble("no-such-round", f"round {round} has no hand history: {problem}") from None
    name = f'attachment; filename="table-{table}-hand-{round + 1}.phh"'
    return Response(text, media_type=TOML, headers={"content-disposition": name})


@router.get("/tables/{table}/shuffles")
async def shuffles(
    request: Request,
    answer: Response,
    table: TableId,
    person: Anyone,
    before: Annotated[int | None, Query(ge=1, le=LARGEST, description="Only those before this entry")] = None,
    most: Annotated[int, Query(ge=1, le=50, description="So many at most")] = SHUFFLES_AT_ONCE,
) -> list[ShuffleSeen]:
    """The shuffles, with the cards that the bearer of the token may verify once a shoe is finished.

    Everybody: the cards that were shown. A player: also those that only they saw. Surveillance and the regulator: all.
    A leaf is the SHA-256 of `card PLACE CARD SALT`, a node of `node LEFT RIGHT`, the commitment of `shuffle COUNT TOP`;
    the tree is split as in RFC 6962, and `hidden` has the parts without an opened card, from left to right.
    `pitboss verify` checks this answer. The newest first; where there are earlier ones, the header `Link` has the
    address at which they go on.
    """
    floor = floor_of(request)
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    await floor.table(table)
    found = await floor.shuffles(table, person, before, most)
    if found and await floor.has_shuffles(table, found[-1].entry):
        earlier = request.url.include_query_params(before=found[-1].entry, most=most)
        answer.headers["link"] = f'<{earlier.path}?{earlier.query}>; rel="next"'
    return found


@router.get("/tables/{table}/chance")
async def chance(
    request: Request,
    answer: Response,
    table: TableId,
    person: Anyone,
    before: Annotated[int | None, Query(ge=0, le=LARGEST, description="Only rounds before this one")] = None,
    most: Annotated[int, Query(ge=1, le=50, description="Rounds, at most")] = AT_ONCE,
) -> list[RoundDrawn]:
    """What chance answered, round by round, the newest first; what was committed to before, and the seeds since opened.

    A seed is what its commitment is the SHA-256 of. `head` is the hash of the entry before. The SHA-256 of `pitboss:`,
    the seed, a space and the head is the key of a stream of bytes, whose block i is the SHA-256 of the key and i in 8
    bytes; each number below n takes as many bytes as n - 1 has, and is thrown away if it is not below the greatest
    multiple of n. A seed of shuffles tells every card, and only surveillance and the regulator see it; what was shown
    of a shuffle is verified by its commitment (`shuffles`). Where there are earlier rounds, the header `Link` has the
    address at which they go on.
    """
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    whole = person is not None and person.role in SEES_ALL
    found = await drawn_rounds(floor_of(request), table, before, most, whole)
    if found and found[-1].round > 0:
        earlier = request.url.include_query_params(before=found[-1].round, most=most)
        answer.headers["link"] = f'<{earlier.path}?{earlier.query}>; rel="next"'
    return found


@router.get(
    "/tables/{table}/tape",
    response_class=Response,
    responses={200: {"content": {JSON_LINES: {"schema": {"type": "string"}}}}},
)
async def tape(request: Request, table: TableId, person: Somebody) -> Response:
    """The tape, an entry a line. For surveillance and admins."""
    must_be(person, Role.SURVEILLANCE, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    lines = await floor_of(request).tape(table)
    return Response("".join(f"{line}\n" for line in lines), media_type=JSON_LINES)


@router.get("/tables/{table}/export", response_model=Bundle)
async def export(request: Request, table: TableId, person: Somebody) -> Response:
    """All that is kept of a table, to be checked by `pitboss verify`. For surveillance and admins."""
    must_be(person, Role.SURVEILLANCE, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    bundle = await bundled(floor_of(request), table)
    # A long tape takes a while to write: the tables do not wait for it.
    return Response(await in_thread(None, bundle.model_dump_json), media_type="application/json")


@router.get("/key")
async def key(request: Request, person: Anyone) -> KeySeen:
    """The public key by which this floor signs its exports."""
    return KeySeen(key=floor_of(request).sealer.public)


@router.get("/ledger/audit")
async def ledger_audit(request: Request, person: Somebody) -> AuditSeen:
    """Whether every journal balances and every account is what its postings say. For surveillance and admins."""
    must_be(person, Role.SURVEILLANCE, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    found = await floor_of(request).store.read(audit)
    return AuditSeen(accounts=found.accounts, journals=found.journals, outside=found.outside, faults=list(found.faults))
