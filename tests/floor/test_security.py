"""Second factors, sessions, names that imitate others, and known devices."""

from __future__ import annotations

import base64
import time
from collections.abc import AsyncIterator

import pytest

from pitboss.floor.api.limits import Rates
from pitboss.floor.floor import Floor, KeyReused
from pitboss.floor.house import staff_tokens
from pitboss.floor.people import BadPerson, Person, Role
from pitboss.floor.second_factor import (
    STEP,
    code_at,
    enrolment_url,
    matching_step,
    new_recovery_codes,
    new_secret,
    qr_svg,
)
from pitboss.floor.security import WrongCode
from pitboss.table import Refused

from .counter import Caller, Counter, counter, problem
from .house import House

pytestmark = pytest.mark.anyio
RFC_SECRET = base64.b32encode(b"12345678901234567890").decode()
SECRET_KEY = "a-secret-of-the-guests-own"


@pytest.fixture
async def desk(sqlite_house: House) -> AsyncIterator[Counter]:
    async with counter(sqlite_house) as desk:
        yield desk


# ---- one-time passwords


@pytest.mark.parametrize(
    ("now", "code"),
    [(59, "287082"), (1111111109, "081804"), (1111111111, "050471"), (1234567890, "005924"), (2000000000, "279037")],
)
def test_the_codes_are_those_of_rfc_6238_appendix_b(now: int, code: str) -> None:
    """The appendix gives eight digits; the last six are the six-digit code."""
    assert code_at(RFC_SECRET, now // STEP) == code


def test_a_code_is_valid_a_step_before_and_after_and_once() -> None:
    secret, now = new_secret(), 1_000_000_000.0
    step = int(now) // STEP
    for drift in (-1, 0, 1):
        assert matching_step(secret, code_at(secret, step + drift), now) == step + drift
    assert matching_step(secret, code_at(secret, step - 2), now) is None
    assert matching_step(secret, code_at(secret, step), now, after=step) is None, "it was used"
    assert matching_step(secret, f" {code_at(secret, step)[:3]} {code_at(secret, step)[3:]}", now) == step


def test_what_an_app_scans() -> None:
    url = enrolment_url(RFC_SECRET, "Ann Lee")
    assert url.startswith(f"otpauth://totp/Pitboss%3AAnn%20Lee?secret={RFC_SECRET}&issuer=Pitboss")
    assert qr_svg(url).startswith("<svg")
    assert len(set(new_recovery_codes())) == 10


# ---- a staff member


async def enrolled(floor: Floor, role: Role = Role.FLOORPERSON) -> tuple[str, str, list[str]]:
    """A staff token with a second factor, its secret, and the recovery codes."""
    token = await floor.staff_token(role, "Boss")
    person = await floor.person(token)
    assert person is not None
    secret = await floor.begin_second_factor(person)
    step = int(time.time()) // STEP
    return token, secret, await floor.confirm_second_factor(person, code_at(secret, step - 1), token)


def code_now(secret: str) -> str:
    return code_at(secret, int(time.time()) // STEP + 1)


async def test_after_enrolment_a_token_alone_opens_nothing(floor: Floor) -> None:
    token, secret, _ = await enrolled(floor)
    assert await floor.person(token) is None, "not even the one that confirmed it"
    other = await floor.staff_token(Role.FLOORPERSON, "Boss")
    assert await floor.person(other) is None
    with pytest.raises(WrongCode, match="enter the code"):
        await floor.sign_in_staff(other, "", 60.0)
    with pytest.raises(WrongCode, match="wrong or was used"):
        await floor.sign_in_staff(other, "000000", 60.0)
    person, session = await floor.sign_in_staff(other, code_now(secret), 60.0)
    assert await floor.person(session) == person
    assert await floor.person(other) is None
    with pytest.raises(WrongCode):
        await floor.sign_in_staff(other, code_now(secret), 60.0)  # each code once


async def test_sessions_from_before_the_enrolment_end(floor: Floor) -> None:
    token = await floor.staff_token(Role.FLOORPERSON, "Boss")
    person, before = await floor.sign_in_staff(token, "", 60.0)
    _, here = await floor.sign_in_staff(token, "", 60.0)
    secret = await floor.begin_second_factor(person)
    assert await floor.person(before) is not None, "an unconfirmed factor counts for nothing"
    await floor.confirm_second_factor(person, code_now(secret), here)
    assert await floor.person(before) is None
    assert await floor.person(here) == person, "it has just given a code"
    with pytest.raises(Refused, match="already"):
        await floor.begin_second_factor(person)


async def test_a_recovery_code_works_once(floor: Floor) -> None:
    token, _, codes = await enrolled(floor)
    given = codes[3].lower().replace("-", " ")
    await floor.sign_in_staff(token, given, 60.0)
    with pytest.raises(WrongCode):
        await floor.sign_in_staff(token, given, 60.0)
    await floor.sign_in_staff(token, codes[4], 60.0)


async def test_an_administrator_removes_a_lost_factor(floor: Floor) -> None:
    token, _, codes = await enrolled(floor)
    _, session = await floor.sign_in_staff(token, codes[0], 60.0)
    admin = await floor.person(await floor.staff_token(Role.ADMIN, "Admin"))
    boss = await floor.person(session)
    assert admin is not None
    assert boss is not None
    with pytest.raises(Exception, match="this is for admin"):
        await floor.remove_second_factor(boss, "Boss")
    await floor.remove_second_factor(admin, "Boss")
    assert await floor.person(session) is None, "a session of whoever has the lost phone ends"
    await floor.sign_in_staff(await floor.staff_token(Role.FLOORPERSON, "Boss"), "", 60.0)


async def test_the_houses_tokens_stay_when_their_holder_has_a_second_factor(sqlite_floor: Floor) -> None:
    kept, _ = await staff_tokens(sqlite_floor)
    admin = await sqlite_floor.person(kept[Role.ADMIN])
    assert admin is not None
    secret = await sqlite_floor.begin_second_factor(admin)
    await sqlite_floor.confirm_second_factor(admin, code_now(secret), "x" * 43)
    assert await sqlite_floor.person(kept[Role.ADMIN]) is None
    assert await staff_tokens(sqlite_floor) == (kept, False)


async def test_a_second_factor_is_for_staff(floor: Floor) -> None:
    ann, _ = await floor.guest()
    with pytest.raises(Exception, match="for staff"):
        await floor.begin_second_factor(ann)


async def test_the_second_factor_over_the_api(desk: Counter) -> None:
    token = await desk.floor.staff_token(Role.ADMIN, "Admin")
    admin = Caller(0, "Admin", token)
    begun = (await desk.post("/people/me/second-factor", admin)).json()
    assert begun["qr"].startswith("<svg")
    problem(await desk.post("/people/me/second-factor/confirm", admin, json={"code": "123"}), 401, "second-factor")
    code = {"code": code_at(begun["secret"], int(time.time()) // STEP)}
    assert len((await desk.post("/people/me/second-factor/confirm", admin, json=code)).json()["codes"]) == 10
    other = Caller(0, "Admin", await desk.floor.staff_token(Role.ADMIN, "Admin"))
    problem(await desk.get("/people/me", other), 401, "second-factor")
    asked = {"token": other.token, "code": code_now(begun["secret"])}
    session = (await desk.post("/people/staff/sign-in", json=asked)).json()["token"]
    assert (await desk.get("/people/me", Caller(0, "Admin", session))).status_code == 200
    problem(await desk.post("/people/staff/sign-in", json={"token": "x" * 43}), 422, "bad-person")


async def test_codes_cannot_be_guessed(sqlite_house: House) -> None:
    async with counter(sqlite_house, Rates().changed("log_ins=1000/1000")) as desk:
        token, _, _ = await enrolled(desk.floor)
        asked = {"token": token, "code": "000000"}
        answers = [(await desk.post("/people/staff/sign-in", json=asked)).status_code for _ in range(13)]
        assert answers[:10] == [401] * 10
        assert 429 in answers[10:]


# ---- sessions


async def test_a_person_sees_and_ends_their_sessions(floor: Floor) -> None:
    ann, first = await floor.register("Ann", "correct horse", client="Firefox on Linux, 203.0.113.5")
    second = await floor.log_in("Ann", "correct horse", client="Safari on iPhone, 198.51.100.7")
    assert second is not None
    shown = await floor.sessions(ann, second)
    assert [(one.client, one.here) for one in shown] == [
        ("Safari on iPhone, 198.51.100.7", True),
        ("Firefox on Linux, 203.0.113.5", False),
    ]
    assert await floor.person(first) is not None
    assert await floor.revoke_session(ann, shown[1].id) == 1
    assert await floor.person(first) is None
    assert await floor.person(second) is not None
    third = await floor.log_in("Ann", "correct horse")
    assert third is not None
    assert await floor.revoke_other_sessions(ann, third) == 1
    assert await floor.person(second) is None
    assert await floor.person(third) is not None


async def test_no_one_ends_anothers_session(desk: Counter) -> None:
    ann, ben = await desk.guest(), await desk.guest()
    (session,) = (await desk.get("/people/me/sessions", ben)).json()
    assert session["here"]
    assert ben.token not in str(session)
    answer = await desk.post("/people/me/sessions/revoke", ann, json={"id": session["id"]})
    assert answer.json() == {"tokens": 0}
    assert (await desk.get("/people/me", ben)).status_code == 200
    for id in ("", "%", "_" * 16, "x" * 16):
        problem(await desk.post("/people/me/sessions/revoke", ann, json={"id": id}), 422, "bad-input")


async def test_a_logged_out_guests_token_stays_dead(desk: Counter) -> None:
    key = {"Idempotency-Key": SECRET_KEY}
    made = (await desk.post("/people/guest", headers=key)).json()
    guest = Caller(made["person"]["id"], made["person"]["name"], made["token"])
    await desk.post("/people/log-out", guest)
    problem(await desk.post("/people/guest", headers=key), 422, "key-used")
    problem(await desk.get("/people/me", guest), 401, "bad-token")
    person = Person(guest.id, guest.name, "guest", Role.PLAYER)
    with pytest.raises(KeyReused):
        await desk.floor.guest(SECRET_KEY)
    assert await desk.floor.sessions(person) == []


# ---- names


@pytest.mark.parametrize(
    "name",
    [
        *("Guest 000001", "guest.000-001", "GUEST OOOOO1", "Guest000001", "Guest l23456", "Gu3st 000001"),
        *("Bot 1", "B0t 12"),
        *("Floorperson", "The House", "Admin", "D3a1er", "Dealer Dan", "Pit Boss", "admln", "Surveillance 2"),
        *("regulator.", "Mr Cashier", "House"),
        "Guеst 000001",  # a Cyrillic letter
    ],
)
async def test_a_members_name_cannot_imitate_a_guest_or_staff(sqlite_floor: Floor, name: str) -> None:
    with pytest.raises(BadPerson):
        await sqlite_floor.register(name, "correct horse")


@pytest.mark.parametrize(
    "name", ["Ann", "Guesthouse", "Botticelli", "Robert", "Admiral", "Housman", "Bo Tan", "Ideal Erin", "Gus"]
)
async def test_other_names_are_free(sqlite_floor: Floor, name: str) -> None:
    person, _ = await sqlite_floor.register(name, "correct horse")
    assert person.name == name


async def test_staff_may_be_called_what_they_are(sqlite_floor: Floor) -> None:
    assert await sqlite_floor.person(await sqlite_floor.staff_token(Role.DEALER, "Dealer Dan")) is not None


# ---- devices


async def test_a_device_is_known_by_its_mark(sqlite_floor: Floor) -> None:
    mark = sqlite_floor.device_mark("Ann")
    assert sqlite_floor.is_known_device("ann", mark)
    assert not sqlite_floor.is_known_device("Ben", mark)
    assert not sqlite_floor.is_known_device("Ann", "")
