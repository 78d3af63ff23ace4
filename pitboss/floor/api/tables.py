"""Tables: their state, commands, past rounds, shuffles, tapes and exports."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.anchors.keeper import AnchorState
from pitboss.floor.api.auth import CurrentPerson, Key, OptionalPerson, address_of, floor_of, limits_of, require_role
from pitboss.floor.api.chapter import compute
from pitboss.floor.api.problems import ProblemError
from pitboss.floor.api.table_files import TableDocument
from pitboss.floor.commands import Command, Settings
from pitboss.floor.draws import AT_ONCE, RoundDraws, drawn_rounds
from pitboss.floor.export import Bundle, export_table
from pitboss.floor.ledger import audit
from pitboss.floor.people import SEES_ALL, Role
from pitboss.floor.shuffles import SHUFFLES_AT_ONCE, ShuffleView
from pitboss.floor.sight import MomentView, OfferView, TableInfo, VisibleTable
from pitboss.floor.threads import in_thread
from pitboss.table import PUBLIC, SURVEILLANCE

router = APIRouter(tags=["tables"])
LARGEST = 2**53 - 1
TableId = Annotated[int, Path(ge=1, le=LARGEST, description="The number of the table")]
Since = Annotated[
    int | None, Query(ge=0, le=LARGEST, description="Only steps after this one; by default the recent ones")
]
JSON_LINES = "application/jsonl"
TOML = "application/toml"


class ListedTable(TableInfo):
    """A table in the lobby, with the number of occupied seats."""

    taken: int


class OpenTable(BaseModel):
    """A table to open."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    table: TableDocument
    name: Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    settings: Settings = Settings()


class Acknowledgement(BaseModel):
    """A command was carried out and is permanently on the tape."""

    entry: int = Field(description="The number of the last entry on the tape at that moment")
    round: int
    seq: int = Field(description="The serial number of the last step at that moment")
    head: str = Field("", description="With a key: the hash of the last entry, which covers the whole tape")
    signature: str = Field("", description="The floor's signature of `table N entry N HEAD`; keep it as proof")
    repeated: bool = Field(False, description="Whether it had already been done under this key")


class PublicKey(BaseModel):
    """The floor's public Ed25519 key, in hexadecimal."""

    key: str


class AuditResult(BaseModel):
    """Whether the floor's books balance."""

    accounts: int
    journals: int
    outside: int = Field(description="All money bought in and not cashed out, in cents")
    faults: list[str]


@router.get("/tables")
async def tables(request: Request, person: OptionalPerson, closed: bool = False) -> list[ListedTable]:
    """List the open tables; with `closed`, also the closed ones."""
    floor = floor_of(request)
    taken = await floor.taken_seats()
    return [ListedTable(**info.model_dump(), taken=taken.get(info.id, 0)) for info in await floor.tables(closed=closed)]


@router.post("/tables", status_code=201)
async def open_table(request: Request, wanted: OpenTable, person: CurrentPerson, key: Key = None) -> TableInfo:
    """Open a table. If the chapter does not permit it, the refusal lists the findings."""
    require_role(person, Role.PLAYER, Role.FLOORPERSON, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    if person.role is Role.PLAYER:
        limits_of(request).spend("tables", address_of(request))
    layout, own_name = await compute(request, wanted.table.layout)
    return await floor_of(request).open_table(layout, wanted.name or own_name, wanted.settings, person, key=key)


@router.get("/tables/{table}")
async def table(
    request: Request,
    table: TableId,
    person: OptionalPerson,
    since: Since = None,
    offers: bool = False,
    states: bool = True,
) -> VisibleTable:
    """Show a table as the authenticated person may see it; with `states`, also its state at each step."""
    shown = await floor_of(request).table(table)
    return shown.view(person, since, offers, states)


@router.get("/tables/{table}/offers")
async def offers(request: Request, table: TableId, person: CurrentPerson) -> list[OfferView]:
    """List the wagers that the authenticated person may make now."""
    shown = await floor_of(request).table(table)
    return list(shown.offers(shown.position_of(person)))


@router.post("/tables/{table}/commands")
async def command(
    request: Request, table: TableId, command: Command, person: CurrentPerson, key: Key = None
) -> Acknowledgement:
    """Carry out a command. The response is sent once the command is permanently on the tape."""
    limits_of(request).spend("commands", person.id)
    return Acknowledgement(**await floor_of(request).command(table, person, command, key))


@router.get("/tables/{table}/rounds/{round}")
async def past_round(
    request: Request, table: TableId, round: Annotated[int, Path(ge=0, le=2**31 - 1)], person: OptionalPerson
) -> list[MomentView]:
    """Show a round step by step, from the tape. Surveillance sees all of it; others see finished rounds with their
    face-up cards.
    """
    floor = floor_of(request)
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    if person is not None and person.role is Role.SURVEILLANCE:
        return await floor.past_round(table, round, SURVEILLANCE)
    played = (await floor.table(table)).snapshot.round
    if round >= played:
        there = f"there are rounds 0 to {played - 1}" if played else "no round is over yet"
        raise ProblemError("no-such-round", f"round {round} is not over at this table; {there}")
    return await floor.past_round(table, round, PUBLIC)


@router.get(
    "/tables/{table}/rounds/{round}/phh",
    response_class=Response,
    responses={200: {"content": {TOML: {"schema": {"type": "string"}}}}},
)
async def hand_history(
    request: Request, table: TableId, round: Annotated[int, Path(ge=0, le=2**31 - 1)], person: OptionalPerson
) -> Response:
    """Return a finished hand of the poker room as a hand history (PHH), with the cards that were shown.

    `pitboss replay` can deal it again. Surveillance gets every card.
    """
    floor = floor_of(request)
    limits_of(request).spend("heavy", person.id if person is not None else address_of(request))
    eyes = SURVEILLANCE if person is not None and person.role is Role.SURVEILLANCE else PUBLIC
    played = (await floor.table(table)).snapshot.round
    if round >= played:
        raise ProblemError("no-such-round", f"round {round} is not over at this table; {played} are")
    try:
        text = await floor.hand_history(table, round, eyes)
    except ValueError as problem:
        raise ProblemError("no-such-round", f"round {round} has no hand history: {problem}") from None
    name = f'attachment; filename="table-{table}-hand-{round + 1}.phh"'
    return Response(text, media_type=TOML, headers={"content-disposition": name})


@router.get("/tables/{table}/shuffles")
async def shuffles(
    request: Request,
    answer: Response,
    table: TableId,
    person: OptionalPerson,
    before: Annotated[int | None, Query(ge=1, le=LARGEST, description="Only shuffles before this entry")] = None,
    most: Annotated[int, Query(ge=1, le=50, description="The maximum number of shuffles")] = SHUFFLES_AT_ONCE,
) -> list[ShuffleView]:
    """List a table's shuffles, with the cards that the authenticated person may verify once a shoe is finished.

    Everyone may verify the cards that were shown; players also the cards that only they saw; surveillance and the
    regulator all cards. A leaf is the SHA-256 of `card PLACE CARD SALT`, a node of `node LEFT RIGHT`, the commitment of
    `shuffle COUNT TOP`. The tree is split as in RFC 6962, and `hidden` holds the parts without an opened card, from
    left to right. The floor signs each commitment from the first card on, so that it cannot exchange it later;
    `pitboss verify` checks all of this. The newest shuffle comes first; the header `Link` has the
    address of the next page, if there is one.
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
    person: OptionalPerson,
    before: Annotated[int | None, Query(ge=0, le=LARGEST, description="Only rounds before this one")] = None,
    most: Annotated[int, Query(ge=1, le=50, description="The maximum number of rounds")] = AT_ONCE,
) -> list[RoundDraws]:
    """List random outcomes by round, newest first, with their commitments and the seeds opened since.

    A commitment is the SHA-256 of its seed. `head` is the hash of the previous entry. The SHA-256 of `pitboss:`, the
    seed, a space and the head is the key of a stream of bytes, whose block i is the SHA-256 of the key and i in 8
    bytes. To draw a number below n, take as many bytes as n - 1 needs, and reject values at or above the greatest
    multiple of n that fits. A seed of shuffles reveals every card, so only surveillance and the regulator see it; cards
    that were shown are verified by the commitment of their shuffle (`shuffles`). The header `Link` has the address of
    the next page, if there is one.
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
async def tape(request: Request, table: TableId, person: CurrentPerson) -> Response:
    """Return the tape, one entry per line. Surveillance and admins only."""
    require_role(person, Role.SURVEILLANCE, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    lines = await floor_of(request).tape(table)
    return Response("".join(f"{line}\n" for line in lines), media_type=JSON_LINES)


@router.get("/tables/{table}/export", response_model=Bundle)
async def export(request: Request, table: TableId, person: CurrentPerson) -> Response:
    """Export everything about a table, to be checked by `pitboss verify`. Surveillance and admins only."""
    require_role(person, Role.SURVEILLANCE, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    bundle = await export_table(floor_of(request), table)
    # A long tape takes a while to encode; the event loop must not wait for it.
    return Response(await in_thread(None, bundle.model_dump_json), media_type="application/json")


@router.get("/key")
async def key(request: Request, person: OptionalPerson) -> PublicKey:
    """Return the public key with which this floor signs its exports."""
    return PublicKey(key=floor_of(request).sealer.public)


@router.get("/anchors")
async def anchors(request: Request, person: CurrentPerson) -> list[AnchorState]:
    """List the places that keep the floor's checkpoints, and how far behind each of them is. Surveillance, the
    regulator and admins only.
    """
    require_role(person, Role.SURVEILLANCE, Role.REGULATOR, Role.ADMIN)
    return floor_of(request).anchors.states()


@router.get("/ledger/audit")
async def ledger_audit(request: Request, person: CurrentPerson) -> AuditResult:
    """Check that every journal balances and every balance is the sum of its postings. Surveillance and admins only."""
    require_role(person, Role.SURVEILLANCE, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    found = await floor_of(request).store.read(audit)
    return AuditResult(
        accounts=found.accounts, journals=found.journals, outside=found.outside, faults=list(found.faults)
    )
