"""People: sign-in, money and tokens."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.floor.api.auth import (
    CurrentPerson,
    Key,
    SecretKey,
    Token,
    address_of,
    client_of,
    floor_of,
    limits_of,
    require_role,
)
from pitboss.floor.api.problems import ProblemError
from pitboss.floor.commands import MOST
from pitboss.floor.people import DAY, LONGEST_PASSWORD, Person, Role
from pitboss.floor.second_factor import enrolment_url, qr_svg
from pitboss.floor.security import Session

router = APIRouter(prefix="/people", tags=["people"])
Text = Annotated[str, Field(max_length=80, pattern=r"^[^\x00-\x1f\x7f]*$")]
MOST_COUPON = 1_000_00
STAFF_SESSION = DAY / 2
Password = Annotated[str, Field(min_length=1, max_length=LONGEST_PASSWORD, pattern=r"^[^\x00]*$")]


class _RequestBody(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PersonView(BaseModel):
    """A person in the role given by a token."""

    id: int
    name: str
    kind: str = Field(description="guest, member or staff")
    role: Role


class NewPerson(BaseModel):
    """A new guest or member. The token is shown only once."""

    person: PersonView
    token: str


class Me(PersonView):
    """The authenticated person, with their bankroll and their seats."""

    bankroll: int = Field(description="Cents")
    seats: dict[int, int] = Field(description="Position by table")
    coupons: dict[int, int] = Field({}, description="Match play coupons held: how many of each value in cents")


class Credentials(_RequestBody):
    """A name and a password."""

    name: Text
    password: Password


class NewToken(BaseModel):
    """A new token."""

    token: str


class MoneyAmount(_RequestBody):
    """An amount of play money."""

    amount: Annotated[int, Field(ge=1, le=MOST, strict=True)] = Field(description="Cents")


class Bankroll(BaseModel):
    """A person's money away from the tables."""

    bankroll: int = Field(description="Cents")


class CouponRequest(_RequestBody):
    """A match play coupon to issue to a player."""

    name: Text
    amount: Annotated[int, Field(ge=1, le=MOST_COUPON, strict=True)] = Field(description="The value in cents")
    batch: Annotated[int, Field(ge=1, le=2**31 - 1, strict=True)] | None = Field(
        None, description="The batch that it is taken from; by default that of the day"
    )


class IssuedCoupon(BaseModel):
    """A match play coupon that was issued to a player."""

    name: str
    value: int = Field(description="Cents")
    repeated: bool = Field(False, description="Whether it had already been issued under this key")


class TokenRequest(_RequestBody):
    """A token to create for a staff member."""

    role: Literal["dealer", "floorperson", "surveillance", "admin"]
    name: Text
    hours: Annotated[float, Field(gt=0, le=24 * 366, allow_inf_nan=False)] = 24.0


class RevocationRequest(_RequestBody):
    """A person whose tokens are revoked."""

    name: Text


class StaffSignIn(_RequestBody):
    """A staff token, with a second-factor code if its holder uses one."""

    token: Annotated[str, Field(min_length=1, max_length=100)]
    code: Annotated[str, Field(max_length=20)] = Field("", description="Of the app, or a recovery code")


class NewSecondFactor(BaseModel):
    """The secret for an authenticator app. It is shown only once."""

    secret: str = Field(description="Base32, to be typed if the code cannot be scanned")
    url: str = Field(description="The otpauth address")
    qr: str = Field(description="The address as a QR code, in SVG")


class SecondFactorCode(_RequestBody):
    """A code from an authenticator app."""

    code: Annotated[str, Field(min_length=1, max_length=20)]


class RecoveryCodes(BaseModel):
    """Codes that each replace the app once. They are shown only once."""

    codes: list[str]


class SessionChoice(_RequestBody):
    """A session to revoke; without an id, all others."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")] | None = None


class RevokedTokens(BaseModel):
    """The number of tokens that were revoked."""

    tokens: int


def shown(person: Person) -> PersonView:
    return PersonView(id=person.id, name=person.name, kind=person.kind, role=person.role)


@router.post("/guest", status_code=201)
async def guest(request: Request, token: Token, key: SecretKey = None) -> NewPerson:
    """Sign in as a guest, with play money and a token."""
    limits_of(request).spend("guests", address_of(request))
    person, given = await floor_of(request).guest(key, client_of(request))
    return NewPerson(person=shown(person), token=given)


@router.post("/register", status_code=201)
async def register(request: Request, known: Credentials, token: Token, key: SecretKey = None) -> NewPerson:
    """Register with a name and a password."""
    limits_of(request).spend("registrations", address_of(request))
    address, client = address_of(request), client_of(request)
    person, given = await floor_of(request).register(known.name, known.password, key, address, client)
    return NewPerson(person=shown(person), token=given)


@router.post("/log-in")
async def log_in(request: Request, known: Credentials, token: Token) -> NewToken:
    """Create a new token for a member."""
    limits, address = limits_of(request), address_of(request)
    limits.try_log_in(address, known.name)
    before = limits.is_known(address, known.name)
    given = await floor_of(request).log_in(known.name, known.password, address, before, client_of(request))
    if given is None:
        raise ProblemError("bad-log-in")
    limits.logged_in(address, known.name)
    return NewToken(token=given)


@router.post("/log-out", status_code=204)
async def log_out(request: Request, person: CurrentPerson, token: Token) -> Response:
    """Revoke the token used for this request."""
    assert token is not None
    await floor_of(request).log_out(token)
    return Response(status_code=204)


@router.post("/staff/sign-in")
async def sign_in_staff(request: Request, wanted: StaffSignIn, token: Token) -> NewToken:
    """Create a half-day session for the holder of a staff token, with a code if there is a second factor."""
    floor, limits = floor_of(request), limits_of(request)
    limits.spend("log_ins", address_of(request))
    if (holder := await floor.holder(wanted.token)) is not None:
        limits.spend("codes", holder.person.id)
    _, given = await floor.sign_in_staff(wanted.token, wanted.code, STAFF_SESSION, client_of(request))
    return NewToken(token=given)


@router.post("/me/second-factor", status_code=201)
async def begin_second_factor(request: Request, person: CurrentPerson) -> NewSecondFactor:
    """Create the secret for a second factor, which counts once it is confirmed. Staff only."""
    limits_of(request).spend("codes", person.id)
    secret = await floor_of(request).begin_second_factor(person)
    url = enrolment_url(secret, person.name)
    return NewSecondFactor(secret=secret, url=url, qr=qr_svg(url))


@router.post("/me/second-factor/confirm")
async def confirm_second_factor(
    request: Request, wanted: SecondFactorCode, person: CurrentPerson, token: Token
) -> RecoveryCodes:
    """Activate a second factor with its first code; the recovery codes are shown only once."""
    assert token is not None
    limits_of(request).spend("codes", person.id)
    return RecoveryCodes(codes=await floor_of(request).confirm_second_factor(person, wanted.code, token))


@router.post("/second-factor/remove", status_code=204)
async def remove_second_factor(request: Request, whose: RevocationRequest, person: CurrentPerson) -> Response:
    """Remove a staff member's lost second factor. Admins only."""
    limits_of(request).spend("heavy", person.id)
    await floor_of(request).remove_second_factor(person, whose.name)
    return Response(status_code=204)


@router.get("/me/sessions")
async def sessions(request: Request, person: CurrentPerson, token: Token) -> list[Session]:
    """List your valid tokens: when and where each was created."""
    limits_of(request).spend("heavy", person.id)
    return await floor_of(request).sessions(person, token or "")


@router.post("/me/sessions/revoke")
async def revoke_session(request: Request, which: SessionChoice, person: CurrentPerson, token: Token) -> RevokedTokens:
    """Revoke one of your tokens or, without an id, all but the one used for this request."""
    limits_of(request).spend("heavy", person.id)
    floor = floor_of(request)
    if which.id is None:
        return RevokedTokens(tokens=await floor.revoke_other_sessions(person, token or ""))
    return RevokedTokens(tokens=await floor.revoke_session(person, which.id))


@router.get("/me")
async def me(request: Request, person: CurrentPerson) -> Me:
    """Show the person to whom this token belongs."""
    floor = floor_of(request)
    bankroll, seats, coupons = await floor.bankroll(person), await floor.seats_of(person), await floor.coupons(person)
    return Me(**shown(person).model_dump(), bankroll=bankroll, seats=seats, coupons=coupons)


@router.post("/me/buy-in")
async def buy_in(request: Request, money: MoneyAmount, person: CurrentPerson, key: Key = None) -> Bankroll:
    """Take play money from the cage."""
    limits_of(request).spend("commands", person.id)
    return Bankroll(bankroll=await floor_of(request).exchange_at_cage(person, money.amount, key))


@router.post("/me/cash-out")
async def cash_out(request: Request, money: MoneyAmount, person: CurrentPerson, key: Key = None) -> Bankroll:
    """Return play money to the cage."""
    limits_of(request).spend("commands", person.id)
    return Bankroll(bankroll=await floor_of(request).exchange_at_cage(person, -money.amount, key))


@router.post("/coupons", status_code=201)
async def coupons(request: Request, wanted: CouponRequest, person: CurrentPerson, key: Key = None) -> IssuedCoupon:
    """Issue a match play coupon, valid for one wager, to a player. Floorpersons only."""
    limits_of(request).spend("heavy", person.id)
    given = floor_of(request).issue_coupon(person, wanted.name, wanted.amount, key, wanted.batch)
    return IssuedCoupon(**await given)


@router.post("/tokens", status_code=201)
async def tokens(request: Request, wanted: TokenRequest, person: CurrentPerson) -> NewToken:
    """Create a token for a staff member. Admins only."""
    require_role(person, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    made = await floor_of(request).staff_token(Role(wanted.role), wanted.name, wanted.hours * 3600)
    return NewToken(token=made)


@router.post("/tokens/take-back")
async def revoke_tokens(request: Request, whose: RevocationRequest, person: CurrentPerson) -> RevokedTokens:
    """Revoke all tokens of a person. Admins only. A member may log in again."""
    require_role(person, Role.ADMIN)
    limits_of(request).spend("heavy", person.id)
    return RevokedTokens(tokens=await floor_of(request).revoke_tokens(whose.name))
