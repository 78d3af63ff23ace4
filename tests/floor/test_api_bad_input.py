"""Bad requests are refused with a clear problem document and change nothing: not the tape, not the ledger, not any
view.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest
from sqlalchemy import update

from pitboss.floor import schema
from pitboss.floor.api import gate
from pitboss.floor.api.app import PREFIX
from pitboss.floor.people import Role, digest_of

from .counter import PATIENCE, Caller, Counter, counter, problem
from .house import House, everything

pytestmark = pytest.mark.anyio
PASS = {"do": "act", "verb": "make", "wager": "pass", "amount": 10_00}


class Scene:
    """A table in the middle of a hand: Ann decides, Ben has wagered, the dealer and others watch."""

    def __init__(self, desk: Counter, cards: int, dice: int, ann: Caller, ben: Caller) -> None:
        self.desk = desk
        self.cards = cards
        self.dice = dice
        self.ann = ann
        self.ben = ben

    @asynccontextmanager
    async def unchanged(self) -> AsyncIterator[None]:
        """Check that the body of this block changes nothing."""
        before = await self._all()
        yield
        assert await self._all() == before

    async def _all(self) -> dict[str, Any]:
        looks = {
            f"{table} {who.name}": (await self.desk.floor.view(table, await self.desk.floor.person(who.token), 0, True))
            for table in (self.cards, self.dice)
            for who in (self.ann, self.ben)
        }
        plain = {name: seen.model_dump(exclude={"deadline"}) for name, seen in looks.items()}
        return plain | await everything(self.desk.floor)


@asynccontextmanager
async def scene(house: House) -> AsyncIterator[Scene]:
    async with counter(house) as desk:
        ann, ben = await desk.guest(), await desk.guest()
        cards, dice = await desk.table("three-card-poker", clock="never"), await desk.table("craps", clock="never")
        for who in (ann, ben):
            for table in (cards, dice):
                await desk.done(table, who, do="sit", amount=200_00)
            await desk.done(cards, who, do="act", verb="make", wager="ante", amount=10_00)
        for who in (ann, ben):
            await desk.done(cards, who, do="ready")
        await desk.done(dice, ann, **PASS)
        seen = (await desk.get(f"/tables/{cards}", ann)).json()
        assert (seen["ask"]["kind"], seen["ask"]["position"], seen["you"]) == ("decision", 1, 1)
        yield Scene(desk, cards, dice, ann, ben)


REFUSED: list[tuple[str, str, str, dict[str, Any], str]] = [
    # the person, the table, the reason, the command, and words in the answer
    ("ann", "cards", "after no more bets", {"do": "act", "verb": "make", "wager": "pair_plus", "amount": 5_00}, ""),
    ("ann", "cards", "after no more bets", {"do": "act", "verb": "increase", "wager": "ante", "amount": 5_00}, ""),
    ("ann", "cards", "takes back what is at stake", {"do": "act", "verb": "remove", "wager": "ante"}, ""),
    ("ben", "cards", "out of turn", {"do": "decide", "choice": "play"}, "position 1 decides now"),
    ("ann", "cards", "unknown choice", {"do": "decide", "choice": "surrender"}, ""),
    ("ann", "cards", "no choice", {"do": "decide", "choice": "\x00"}, ""),
    ("ann", "cards", "leaves in the middle", {"do": "leave"}, ""),
    ("ann", "cards", "closed already", {"do": "ready"}, "already closed"),
    ("ben", "dice", "another's position", PASS | {"position": 1}, "position 1 is not yours"),
    ("ben", "cards", "another's decision", {"do": "decide", "choice": "play", "position": 1}, "is not yours"),
    ("ann", "dice", "unknown wager", PASS | {"wager": "no_such_wager"}, "no_such_wager"),
    ("ann", "dice", "unknown verb", PASS | {"verb": "steal"}, ""),
    ("ann", "dice", "sits by an act", {"do": "act", "verb": "sit", "amount": 1_00}, "is a command"),
    ("ann", "dice", "more than the rack", PASS | {"amount": 10**11}, ""),
    ("ann", "dice", "not whole chips", PASS | {"amount": 1}, "whole number"),
    ("ann", "dice", "nothing", PASS | {"amount": 0}, ""),
    ("ann", "dice", "no decision now", {"do": "decide", "choice": "play"}, "no decision now"),
    ("ann", "dice", "sits twice", {"do": "sit", "amount": 1_00}, "already"),
    ("ann", "dice", "more than the bankroll", {"do": "buy_in", "amount": 10**12}, "bankroll"),
    ("carl", "dice", "does not sit", PASS, "sit down first"),
    ("carl", "dice", "a position that is taken", {"do": "sit", "amount": 1_00, "position": 1}, ""),
    ("carl", "dice", "no such position", {"do": "sit", "amount": 1_00, "position": 64}, "no position 64"),
    ("ann", "dice", "no bot there", {"do": "remove_bot", "position": 1}, "no bot at position 1"),
    ("floorperson", "dice", "unknown irregularity", {"do": "irregularity", "irregularity": "earthquake"}, "earthquake"),
    ("floorperson", "cards", "no such now", {"do": "close"}, "closed already"),
    ("dealer", "cards", "nothing to draw", {"do": "draw"}, "no random event is pending"),
]


async def test_requests_that_the_rules_or_the_table_do_not_allow(house: House) -> None:
    async with scene(house) as held:
        people = {"ann": held.ann, "ben": held.ben, "carl": await held.desk.guest()}
        people |= {role.value: await held.desk.staff(role) for role in (Role.DEALER, Role.FLOORPERSON)}
        for who, where, why, command, words in REFUSED:
            table = held.cards if where == "cards" else held.dice
            async with held.unchanged():
                refusal = problem(await held.desk.command(table, people[who], **command), 409, "refused")
                assert words in refusal["detail"], why
                if refusal.get("section"):
                    assert refusal["citation"].startswith("N.J.A.C. 13:69F-"), why
        late = problem(await held.desk.command(held.cards, held.ann, **REFUSED[0][3]), 409, "refused")
        assert late["detail"].startswith("No more bets")
        assert late["citation"] == "N.J.A.C. 13:69F-20.6"


async def test_requests_for_another_role(sqlite_house: House) -> None:
    async with scene(sqlite_house) as held:
        staff = {role: await held.desk.staff(role) for role in Role if role is not Role.PLAYER}
        player_only = [{"do": "sit", "amount": 1_00}, PASS, {"do": "decide", "choice": "play"}, {"do": "ready"}]
        for command in [*player_only, {"do": "leave"}, {"do": "buy_in", "amount": 1_00}]:
            for who in staff.values():
                async with held.unchanged():
                    problem(await held.desk.command(held.dice, who, **command), 403, "wrong-role")
        for command in (
            {"do": "close"},
            {"do": "draw"},
            {"do": "draw", "all": True},
            {"do": "irregularity", "irregularity": "die_off_table"},
            {"do": "hand_over", "dealer": "person"},
            {"do": "end_round"},
            {"do": "close_table"},
        ):
            for who in (held.ann, staff[Role.SURVEILLANCE]):
                async with held.unchanged():
                    refusal = problem(await held.desk.command(held.dice, who, **command), 403, "wrong-role")
                    assert "'s; this token is a " in refusal["detail"]
        for role in (Role.DEALER, Role.SURVEILLANCE):
            async with held.unchanged():
                answer = await held.desk.command(held.dice, staff[role], do="irregularity", irregularity="x")
                problem(answer, 403, "wrong-role")


MISREAD: list[Any] = [
    {"do": "sit"},
    {"do": "sit", "amount": -1},
    {"do": "sit", "amount": 0},
    {"do": "sit", "amount": 10**12 + 1},
    {"do": "sit", "amount": 10**400},
    {"do": "sit", "amount": 1.0},
    {"do": "sit", "amount": 100.5},
    {"do": "sit", "amount": True},
    {"do": "sit", "amount": "100"},
    {"do": "sit", "amount": None},
    {"do": "sit", "amount": [1]},
    {"do": "sit", "amount": 100, "position": 0},
    {"do": "sit", "amount": 100, "position": 65},
    {"do": "sit", "amount": 100, "position": True},
    {"do": "sit", "amount": 100, "person": 1},
    PASS | {"amount": -10_00},
    PASS | {"amount": 10.0},
    PASS | {"amount": False},
    PASS | {"amount": 2**63},
    PASS | {"coupon": -1},
    PASS | {"chips": 10**7},
    PASS | {"wager": 7},
    PASS | {"wager": "x" * 61},
    PASS | {"wager": None},
    PASS | {"confirmed": ["Ann"]},
    PASS | {"unknown": 1},
    {"do": "decide"},
    {"do": "decide", "choice": ["play"]},
    {"do": "add_bot", "strategy": "cheat"},
    {"do": "hand_over", "dealer": "nobody"},
    {"do": "nothing"},
    {"do": None},
    {"do": ["sit"]},
    {},
    [],
    "sit",
    7,
    None,
]


async def test_requests_in_a_wrong_format(sqlite_house: House) -> None:
    async with scene(sqlite_house) as held, held.unchanged():
        path = f"/tables/{held.dice}/commands"
        for body in MISREAD:
            refusal = problem(await held.desk.post(path, held.ann, json=body), 422, "bad-input")
            assert all(set(one) == {"where", "what"} for one in refusal["errors"])
        async with held.desk.stream(held.dice, held.ann) as stream:
            await stream.view()
            for number, body in enumerate(MISREAD):
                await stream.say({"id": number, "command": body})
                assert (await stream.answer(number))["problem"]["type"].endswith("/bad-input"), body
            for message in ({"id": -1}, {"id": 1.5}, {"id": True}, {"id": "1"}, {}, {"command": PASS}):
                await stream.say({"command": PASS} | message if "id" in message else message)
                heard = await stream.hear()
                assert heard["problem"]["type"].endswith("/bad-input"), message
            await stream.say({"id": 1, "command": PASS, "key": "a key with spaces"})
            assert (await stream.hear())["problem"]["status"] == 422
            await stream.say({"id": 1, "command": PASS, "token": held.ben.token})
            assert (await stream.hear())["problem"]["status"] == 422


async def test_a_body_that_is_not_json(sqlite_house: House) -> None:
    async with scene(sqlite_house) as held, held.unchanged():
        path = f"/tables/{held.dice}/commands"
        headers = {"Content-Type": "application/json"}
        for content in (
            b"{",
            b'{"do": "sit", "amount": 1',
            b"\xff\xfe{}",
            b"[" * 20_000,
            b'{"do": "sit", "amount": ' + b"9" * 5000 + b"}",
            b"{'do': 'leave'}",
        ):
            problem(await held.desk.post(path, held.ann, content=content, headers=headers), 400, "not-json")
        for content in (b"", b'"\\ud800"', b'{"do": "decide", "choice": "\\ud800"}', b'{"do": "sit", "amount": NaN}'):
            problem(await held.desk.post(path, held.ann, content=content, headers=headers), 422, "bad-input")
        form = await held.desk.post(path, held.ann, data={"do": "sit", "amount": "100"})
        problem(form, 422, "bad-input")
        async with held.desk.stream(held.dice, held.ann) as stream:
            await stream.view()
            for message in ("", "{", "[" * 10_000, "7", '"sit"', b"\xff\xfe", b"{"):
                await stream.say(message)
                heard = await stream.hear()
                assert heard["id"] is None
                assert heard["problem"]["type"].endswith("/not-json")


async def test_a_body_that_is_too_large(sqlite_house: House) -> None:
    async with scene(sqlite_house) as held, held.unchanged():
        path = f"/tables/{held.dice}/commands"
        sit = b'{"do": "leave"}'
        largest = 64 * 1024

        async def pieces(size: int) -> AsyncIterator[bytes]:
            for _ in range(size // 1024):
                yield b" " * 1024
            yield b" " * (size % 1024) + sit

        headers = {"Content-Type": "application/json"}
        for size in (largest, largest * 40):
            whole = await held.desk.post(path, held.ann, content=b" " * size + sit, headers=headers)
            problem(whole, 413, "too-large")
            chunked = await held.desk.post(path, held.ann, content=pieces(size), headers=headers)
            problem(chunked, 413, "too-large")
        fits = await held.desk.post(path, held.ben, content=b" " * (largest - len(sit)) + b"{" * len(sit))
        assert fits.status_code in (400, 422)
        for message in ("x" * (16 * 1024 + 1), "é" * (8 * 1024 + 1), b"x" * (16 * 1024 + 1)):
            async with held.desk.stream(held.dice, held.ann) as stream:
                await stream.view()
                await stream.say(message)
                assert (await stream.hear())["problem"]["type"].endswith("/too-large")
                assert await stream.closed() == 1009
        for key in ("x" * 81, "", "two words"):
            answer = await held.desk.post(path, held.ann, json=PASS, headers={"Idempotency-Key": key})
            problem(answer, 422, "bad-input")


async def test_invalid_tokens(house: House) -> None:
    async with scene(house) as held:
        expired, gone = await held.desk.guest(), await held.desk.guest()
        token = schema.token
        await held.desk.floor.store.change(
            lambda connection: connection.execute(
                update(token).where(token.c.digest == digest_of(expired.token)).values(expires=time.time() - 1)
            )
        )
        assert (await held.desk.get("/people/me", gone)).status_code == 200
        assert (await held.desk.post("/people/log-out", gone)).status_code == 204
        made_up = [Caller(0, "", text) for text in ("x" * 43, "short", "x" * 500, "%00" * 20)]
        for who in (expired, gone, *made_up):
            async with held.unchanged():
                problem(await held.desk.command(held.dice, who, do="sit", amount=100), 401, "bad-token")
                problem(await held.desk.get(f"/tables/{held.dice}", who), 401, "bad-token")
                async with held.desk.bare_stream(held.dice, additional_headers=who.headers) as stream:
                    assert (await stream.hear())["problem"]["type"].endswith("/bad-token")
                    assert await stream.closed() == 4401
        async with held.unchanged(), httpx.AsyncClient(base_url=held.desk.url + PREFIX) as client:
            path = f"/tables/{held.dice}/commands"
            for header in ({}, {"Authorization": held.ann.token}, {"Authorization": f"Basic {held.ann.token}"}):
                answer = await client.post(path, json=PASS, headers=header)
                problem(answer, 401, "no-token")
                assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_token_that_expires_while_it_is_used(sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    async with scene(sqlite_house) as held, held.desk.stream(held.dice, held.ann) as stream:
        await stream.view()
        await held.desk.floor.log_out(held.ann.token)
        before = await everything(held.desk.floor)
        assert (await stream.command(**PASS))["problem"]["type"].endswith("/bad-token")
        assert await everything(held.desk.floor) == before


async def test_the_same_request_twice(house: House) -> None:
    async with scene(house) as held:
        desk, ann, table = held.desk, held.ann, held.dice
        first = await desk.done(table, ann, "key-1", **PASS)
        async with held.unchanged():
            for _ in range(3):
                assert await desk.done(table, ann, "key-1", **PASS) == first | {"repeated": True}
            async with desk.stream(table, ann) as stream:
                await stream.view()
                assert (await stream.command("key-1", **PASS))["done"]["repeated"]
                other = await stream.command("key-1", **PASS | {"amount": 20_00})
                assert other["problem"]["type"].endswith("/key-used")
            problem(await desk.command(table, ann, "key-1", **PASS | {"amount": 20_00}), 422, "key-used")
        refused = PASS | {"amount": 1}
        async with held.unchanged():
            for _ in range(2):
                problem(await desk.command(table, ann, "key-2", **refused), 409, "refused")
        assert not (await desk.done(table, held.ben, "key-1", **PASS))["repeated"], "a key belongs to its owner"


async def test_the_same_request_many_times_at_once(house: House) -> None:
    async with scene(house) as held:
        before = await held.desk.floor.tape(held.dice)
        answers = await asyncio.gather(*(held.desk.command(held.dice, held.ann, "once", **PASS) for _ in range(12)))
        assert [answer.status_code for answer in answers] == [200] * 12
        refusal = [answer.json() for answer in answers]
        assert len({(one["entry"], one["seq"]) for one in refusal}) == 1
        assert sum(not one["repeated"] for one in refusal) == 1
        assert len(await held.desk.floor.tape(held.dice)) == len(before) + 1


async def test_unknown_tables(sqlite_house: House) -> None:
    async with scene(sqlite_house) as held, held.unchanged():
        for path in ("", "/offers", "/shuffles", "/rounds/0"):
            problem(await held.desk.get(f"/tables/99{path}", held.ann), 404, "no-such-table")
            for bad in ("0", "-1", "x", "1.5", str(2**63), "9" * 400):
                problem(await held.desk.get(f"/tables/{bad}{path}", held.ann), 422, "bad-input")
        problem(await held.desk.command(99, held.ann, **PASS), 404, "no-such-table")
        watcher = await held.desk.staff(Role.SURVEILLANCE)
        for path in ("/tape", "/export", "/rounds/0"):
            problem(await held.desk.get(f"/tables/99{path}", watcher), 404, "no-such-table")
        for bad in ("-1", "x", str(2**31)):
            problem(await held.desk.get(f"/tables/{held.dice}/rounds/{bad}", watcher), 422, "bad-input")


async def test_unknown_addresses_and_methods(sqlite_house: House) -> None:
    async with scene(sqlite_house) as held, held.unchanged(), httpx.AsyncClient() as client:
        for path in ("/api", "/api/", "/api/v1", "/api/v1/", "/api/v2/tables", "/api/v1/tables/", "/api/v1/nothing"):
            for method in ("GET", "POST", "DELETE", "PATCH", "PUT"):
                problem(await client.request(method, held.desk.url + path), 404, "not-found")
        for method, path in (("PUT", "/tables"), ("DELETE", f"/tables/{held.dice}"), ("GET", "/people/guest")):
            answer = await client.request(method, f"{held.desk.url}{PREFIX}{path}", headers=held.ann.headers)
            problem(answer, 405, "method")
            assert answer.headers["allow"]
        for spoofed in ({"X-HTTP-Method-Override": "DELETE"}, {"X-Forwarded-Prefix": "//evil.example"}):
            answer = await client.get(f"{held.desk.url}{PREFIX}/tables", headers=spoofed)
            assert answer.status_code == 200
            assert "evil" not in answer.text + str(answer.headers)


async def test_invalid_names_and_passwords(house: House) -> None:
    async with scene(house) as held:
        before = await everything(held.desk.floor)
        for name, password in (
            ("", "a long password"),
            ("   ", "a long password"),
            ("x" * 41, "a long password"),
            ("<script>", "a long password"),
            ("Ann", "short"),
        ):
            known = {"name": name, "password": password}
            problem(await held.desk.post("/people/register", json=known), 422, "bad-person")
        for name, password in (
            ("Ann\x00", "a long password"),
            ("Ann\ud800", "a long password"),
            ("x" * 81, "a long password"),
            ("Ann", "x" * 201),
            ("Ann", "\x00" * 9),
            ("Ann", 12345678),
            (None, "a long password"),
        ):
            known = json.dumps({"name": name, "password": password})
            for path in ("/people/register", "/people/log-in"):
                answer = await held.desk.post(path, content=known, headers={"Content-Type": "application/json"})
                problem(answer, 422, "bad-input")
        problem(
            await held.desk.post("/people/log-in", json={"name": held.ann.name, "password": "x"}), 401, "bad-log-in"
        )
        assert await everything(held.desk.floor) == before


async def test_a_body_that_does_not_arrive(sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "SLOWEST_BODY", 0.2)
    async with scene(sqlite_house) as held, held.unchanged():
        reader, writer = await asyncio.open_connection("127.0.0.1", int(held.desk.url.rpartition(":")[2]))
        head = f"POST {PREFIX}/tables/{held.dice}/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n"
        writer.write(head.encode() + b'{"do": ')
        async with asyncio.timeout(PATIENCE):
            assert (await reader.readline()).startswith(b"HTTP/1.1 408 ")
        writer.close()
