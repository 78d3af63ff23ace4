"""People on the floor: names, passwords, tokens, roles, and what the database stores of them."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from typing import Any, Literal

import pytest
from argon2 import PasswordHasher, extract_parameters
from sqlalchemy import select, text, update

from pitboss.floor import entrance, people, schema
from pitboss.floor.fair_queue import EACH, Busy
from pitboss.floor.floor import GRANT, Floor
from pitboss.floor.house import STAFF, staff_tokens
from pitboss.floor.people import BadPerson, Role, digest_of, needs_rehash
from tests.shared.waiting import until

from .house import House, everything

pytestmark = pytest.mark.anyio


async def test_a_guest_has_a_name_play_money_and_a_token(floor: Floor) -> None:
    person, token = await floor.guest()
    assert (person.kind, person.role) == ("guest", Role.PLAYER)
    assert person.name.startswith("Guest ")
    assert await floor.bankroll(person) == GRANT
    assert await floor.person(token) == person


async def test_a_registered_member_can_log_in_again(house: House) -> None:
    async with house.floor() as floor:
        ann, token = await floor.register("  Ann   Lee ", "correct horse")
        assert ann.name == "Ann Lee"
        assert await floor.bankroll(ann) == GRANT
        assert await floor.person(token) == ann
    async with house.floor() as floor:
        again = await floor.log_in("Ann Lee", "correct horse")
        assert again is not None
        assert again != token
        assert await floor.person(again) == ann == await floor.person(token)


@pytest.mark.parametrize(
    ("name", "password"),
    [
        ("Ann", "wrong horse!"),
        ("No one", "correct horse"),
        ("Ann", ""),
        ("", ""),
        ("Ann", "correct horse" + "x" * 10_000),
    ],
)
async def test_a_wrong_password_gets_no_token(sqlite_floor: Floor, name: str, password: str) -> None:
    await sqlite_floor.register("Ann", "correct horse")
    assert await sqlite_floor.log_in(name, password) is None


async def test_no_one_can_log_in_as_a_guest_a_bot_or_a_staff_member(sqlite_floor: Floor) -> None:
    guest, _ = await sqlite_floor.guest()
    await sqlite_floor.staff_token(Role.ADMIN, "Boss")
    for name in (guest.name, "Bot 1", "Boss"):
        for password in ("", "None", "00" * 64):
            assert await sqlite_floor.log_in(name, password) is None


@pytest.mark.parametrize(
    "name", ["", " ", "x" * 41, "_ann", "<b>ann</b>", "ann\x00", "'; DROP TABLE person", "Ann​", "-"]
)
async def test_an_invalid_name(sqlite_floor: Floor, name: str) -> None:
    before = await everything(sqlite_floor)
    with pytest.raises(BadPerson, match="1 to 40 letters"):
        await sqlite_floor.register(name, "correct horse")
    assert await everything(sqlite_floor) == before


@pytest.mark.parametrize("name", ["Ann", "O'Neil", "Zoë", "李", "R2-D2", "J. Doe", "x" * 40])
async def test_ordinary_names_are_accepted(sqlite_floor: Floor, name: str) -> None:
    assert (await sqlite_floor.register(name, "correct horse"))[0].name == name


@pytest.mark.parametrize("password", ["", "seven77", "x" * 201])
async def test_an_invalid_password(sqlite_floor: Floor, password: str) -> None:
    with pytest.raises(BadPerson):
        await sqlite_floor.register("Ann", password)


async def test_a_name_belongs_to_one_person(floor: Floor) -> None:
    await floor.register("Ann", "correct horse")
    with pytest.raises(BadPerson, match="'Ann' is taken"):
        await floor.register("Ann", "another horse")
    with pytest.raises(BadPerson, match="reserved"):
        await floor.register("Bot 1", "another horse")
    with pytest.raises(BadPerson, match="player's name"):
        await floor.staff_token(Role.DEALER, "Ann")


async def test_a_name_that_looks_like_an_existing_one_is_refused(floor: Floor) -> None:
    await floor.register("Ann Lee", "correct horse")
    for name in ("ann lee", "ANN LEE", "Ａnn Lee", "Ann\u2003Lee", "  Ann   Lee "):
        with pytest.raises(BadPerson, match="taken"):
            await floor.register(name, "correct horse")
    assert await floor.log_in("Ａnn  Lee", "correct horse") is not None


async def test_a_name_in_look_alike_letters_of_another_alphabet_is_refused(sqlite_floor: Floor) -> None:
    await sqlite_floor.register("Bob Cox", "correct horse")
    await sqlite_floor.register("осе", "correct horse")  # entirely Cyrillic
    for name in ("Воb Cox", "Bob C\u03bfx"):
        with pytest.raises(BadPerson, match="must belong to one alphabet"):
            await sqlite_floor.register(name, "correct horse")
    for name in ("B0b Cox", "Böb Cox", "Oce"):
        with pytest.raises(BadPerson, match="taken"):
            await sqlite_floor.register(name, "correct horse")
    assert (await sqlite_floor.register("山田たろう", "correct horse"))[0].name == "山田たろう"


OLD_HASHES = {
    "scrypt without a cost": (
        "000102030405060708090a0b0c0d0e0f:25b376840366f4d3b0e21e414476676e3cd0e89af4430356a234ce0b65a021b5623"
        "3e7b0b24f07bc9340195f19c90a1da7562514ed0762a6dae3c27ff5b07d62"
    ),
    "scrypt with a cost": (
        "17:000102030405060708090a0b0c0d0e0f:4c6bc95145350a07e4000e6b475195a0b9c727c25a0517bbc2ac76edc10e426c"
        "b4b9dfb54ac5bdf498f6ee20b18e0fb6d8a01e9bc7c37f066d316a5666a92858"
    ),
    "Argon2 at a lower cost": (
        "$argon2id$v=19$m=8192,t=1,p=1$AAECAwQFBgcICQoLDA0ODw$aKprPmND81VYbl3YRxD7OAzFQrCkf6igatgTGPpI47M"
    ),
}
"""Hashes of the password "correct horse" made by older versions."""


@pytest.mark.parametrize("version", OLD_HASHES)
async def test_an_old_password_hash_is_accepted_and_replaced_at_the_next_log_in(
    sqlite_floor: Floor, version: str
) -> None:
    person = schema.person
    await sqlite_floor.register("Ann", "correct horse")
    old = update(person).where(person.c.name == "Ann").values(password=OLD_HASHES[version])
    stored = select(person.c.password).where(person.c.name == "Ann")

    async def stored_hash() -> str:
        return await sqlite_floor.store.read(lambda connection: connection.execute(stored).scalar_one())

    await sqlite_floor.store.change(lambda connection: connection.execute(old))
    assert await sqlite_floor.log_in("Ann", "wrong horse") is None
    assert await stored_hash() == OLD_HASHES[version]
    assert await sqlite_floor.log_in("Ann", "correct horse") is not None
    replaced = await stored_hash()
    assert replaced.startswith("$argon2id$")
    assert not needs_rehash(replaced)
    assert await sqlite_floor.log_in("Ann", "wrong horse") is None
    assert await sqlite_floor.log_in("Ann", "correct horse") is not None
    assert await stored_hash() == replaced


async def test_an_unknown_name_takes_as_long_as_a_wrong_password(monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[str] = []

    class Recorder(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:
            verified.append(str(hash))
            return super().verify(hash, password)

    monkeypatch.setattr(people, "HASHER", Recorder(time_cost=2, memory_cost=16, parallelism=1))
    stored = people.hash_password("correct horse")
    assert not people.verify_password(stored, "wrong horse")
    assert not people.verify_password(None, "wrong horse")
    assert extract_parameters(verified[0]) == extract_parameters(verified[1])


async def test_logging_in_delays_no_reader(sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers are served while as many people as possible log in, and the others are refused."""
    _, token = await sqlite_floor.register("Ann", "correct horse")
    gate = threading.Event()
    monkeypatch.setattr(entrance, "verify_password", lambda stored, password: gate.wait(120.0))
    log_in = sqlite_floor.log_in
    asked = [asyncio.ensure_future(log_in("Ann", "correct horse", f"10.0.0.{number % 9}")) for number in range(50)]
    turns = 9 * EACH + entrance.HASHERS  # so many are being hashed
    async with asyncio.timeout(120.0):
        await until(lambda: sum(one.done() for one in asked) >= 50 - turns)
        for _ in range(20):
            person = await sqlite_floor.person(token)
            assert person is not None
            assert await sqlite_floor.bankroll(person)
        gate.set()
        answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, str) for answer in answers) == turns
    assert sum(isinstance(answer, Busy) for answer in answers) == 50 - turns


async def test_a_name_requested_many_times_at_once_is_assigned_once(floor: Floor) -> None:
    asked = [floor.register("Ann", "correct horse") for _ in range(4)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(answer, tuple) for answer in answers) == 1
    assert sum(isinstance(answer, BadPerson) for answer in answers) == 3


async def test_a_token_of_the_staff_has_its_role(floor: Floor) -> None:
    for role in (Role.DEALER, Role.FLOORPERSON, Role.SURVEILLANCE, Role.ADMIN):
        person = await floor.person(await floor.staff_token(role, "Cyd"))
        assert person is not None
        assert (person.name, person.kind, person.role) == ("Cyd", "staff", role)
    assert await floor.bankroll(person) == 0


async def test_a_token_expires(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "TOKEN_SECONDS", 0.0)
    person, token = await floor.guest()
    assert await floor.person(token) == person
    await floor.store.change(
        lambda connection: connection.execute(update(schema.token).values(expires=time.time() - 1))
    )
    assert await floor.person(token) is None


async def test_a_cached_token_expires_on_time(sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrance, "TOKEN_SECONDS", 3600.0)
    token = await sqlite_floor.staff_token(Role.DEALER, "Cyd", lifetime=60.0)
    assert await sqlite_floor.person(token) is not None
    now = time.time
    monkeypatch.setattr(time, "time", lambda: now() + 61.0)
    assert await sqlite_floor.person(token) is None


async def test_a_token_is_invalid_after_logging_out(floor: Floor) -> None:
    _, token = await floor.guest()
    assert await floor.person(token) is not None
    await floor.log_out(token)
    assert await floor.person(token) is None


@pytest.mark.parametrize("token", ["", "x", "x" * 43, "x" * 10_000, "' OR 1=1 --' OR 1=1 --", "\x00" * 43])
async def test_an_invalid_token(sqlite_floor: Floor, token: str) -> None:
    await sqlite_floor.guest()
    assert await sqlite_floor.person(token) is None


async def test_the_database_knows_neither_tokens_nor_passwords(floor: Floor) -> None:
    """Searches every column of every table."""
    _, token = await floor.register("Ann", "correct horse")
    boss = await floor.staff_token(Role.ADMIN, "Boss")

    def dump(connection: Any) -> str:
        return " ".join(
            str(tuple(row)) for table in schema.metadata.tables.values() for row in connection.execute(select(table))
        )

    kept = await floor.store.read(dump)
    assert digest_of(token) in kept
    for secret in (token, boss, "correct horse"):
        assert secret not in kept
    assert floor.sealer._key.hex() not in kept


async def test_the_same_password_has_two_different_hashes(floor: Floor) -> None:
    await floor.register("Ann", "correct horse")
    await floor.register("Ben", "correct horse")
    kept = await floor.store.read(
        lambda connection: list(
            connection.execute(text("SELECT password FROM person WHERE password IS NOT NULL")).scalars()
        )
    )
    assert len(set(kept)) == 2


async def test_a_token_revoked_while_it_was_read_is_not_cached(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The token was read while still valid, but the answer came after it was revoked."""
    _, token = await floor.guest()
    read, begun, held = floor.store.read, asyncio.Event(), asyncio.Event()

    async def slowly(question: Any) -> Any:
        found = await read(question)
        begun.set()
        await held.wait()
        return found

    monkeypatch.setattr(floor.store, "read", slowly)
    asking = asyncio.create_task(floor.person(token))
    await begun.wait()
    await floor.log_out(token)
    held.set()
    await asking
    assert await floor.person(token) is None


async def test_all_tokens_of_a_person_are_revoked_at_once(floor: Floor) -> None:
    tokens = [await floor.staff_token(role, "Cyd") for role in (Role.DEALER, Role.FLOORPERSON)]
    other = await floor.staff_token(Role.DEALER, "Dee")
    for token in (*tokens, other):
        assert await floor.person(token) is not None
    assert await floor.revoke_tokens("Cyd") == 2
    assert [await floor.person(token) for token in tokens] == [None, None]
    assert await floor.person(other) is not None
    with pytest.raises(BadPerson, match="no person called"):
        await floor.revoke_tokens("Eve")


async def test_a_corrupt_file_of_staff_tokens_is_replaced(sqlite_floor: Floor) -> None:
    old, new = await staff_tokens(sqlite_floor)
    assert new
    assert await staff_tokens(sqlite_floor) == (old, False)
    (sqlite_floor.folder / STAFF).write_text(json.dumps({"admin": 7, "dealer": old[Role.DEALER]}), "utf-8")
    mended, new = await staff_tokens(sqlite_floor)
    assert new
    assert mended[Role.DEALER] == old[Role.DEALER]
    assert mended[Role.ADMIN] != old[Role.ADMIN]
    assert json.loads((sqlite_floor.folder / STAFF).read_text("utf-8")) == mended
    admin = await sqlite_floor.person(mended[Role.ADMIN])
    assert admin is not None
    assert admin.role is Role.ADMIN
