"""The API as programs use it, on a real server and port, with SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import Request, Response
from sqlalchemy import insert
from sqlalchemy.exc import OperationalError
from websockets.exceptions import InvalidStatus

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.equipment import FACE_DOWN
from pitboss.floor import schema
from pitboss.floor.api import auth, chapter, limits, stream
from pitboss.floor.api.app import PREFIX
from pitboss.floor.api.limits import NO_LIMITS, Limits, Rate, Rates
from pitboss.floor.api.problems import KINDS, ProblemError
from pitboss.floor.commands import CloseTable, Sit
from pitboss.floor.floor import GRANT, Floor
from pitboss.floor.house import open_house_tables, staff_tokens
from pitboss.floor.people import Role
from pitboss.floor.policy import Policy
from pitboss.library import work

from .counter import Caller, Counter, counter, problem
from .house import House, books_are_right, everything, staff

pytestmark = pytest.mark.anyio
PASS = {"do": "act", "verb": "make", "wager": "pass", "amount": 10_00}


def with_requests(floor: Floor, **changed: float) -> Policy:
    """A floor policy with a different computation budget."""
    return floor.policy.model_copy(update={"requests": floor.policy.requests.model_copy(update=changed)})


@pytest.fixture
async def desk(sqlite_house: House) -> AsyncIterator[Counter]:
    async with counter(sqlite_house) as made:
        yield made


# ---- a whole session


async def test_an_evening_at_craps(house: House) -> None:
    async with counter(house) as desk:
        entered = await desk.post("/people/guest")
        assert entered.status_code == 201
        ann = Caller(entered.json()["person"]["id"], entered.json()["person"]["name"], entered.json()["token"])
        me = (await desk.get("/people/me", ann)).json()
        assert me.pop("coupons") == me.pop("seats") == {}
        assert me == {"id": ann.id, "name": ann.name, "kind": "guest", "role": "player", "bankroll": GRANT}
        table = await desk.table()
        assert [(one["id"], one["game"], one["taken"]) for one in (await desk.get("/tables")).json()] == [
            (table, "craps", 0)
        ]
        sat = await desk.done(table, ann, "sit", do="sit", amount=500_00)
        assert await desk.done(table, ann, "sit", do="sit", amount=500_00) == sat | {"repeated": True}
        assert (await desk.get("/people/me", ann)).json()["seats"] == {str(table): 1}
        offers = {one["wager"] for one in (await desk.get(f"/tables/{table}/offers", ann)).json()}
        assert "pass" in offers
        await desk.done(table, ann, **PASS)
        seen = (await desk.get(f"/tables/{table}", ann)).json()
        assert (seen["you"], seen["rack"]) == (1, 490_00)
        assert seen["state"]["wagers"] == [{"amount": 10_00, "kind": "pass", "position": 1}]
        await desk.done(table, ann, do="ready")
        after = (await desk.get(f"/tables/{table}", ann)).json()
        assert after["round"] > seen["round"], "the dice were rolled"
        content = (await desk.get(f"/tables/{table}/rounds/{seen['round']}")).json()
        assert any(moment["step"].get("dice") or "dice" in str(moment["step"]) for moment in content)
        assert all(moment["citation"].startswith("N.J.A.C.") for moment in content if moment["citation"])
        while (await desk.get(f"/tables/{table}", ann)).json()["state"].get("wagers"):
            await desk.done(table, ann, do="ready")
        rack = (await desk.get(f"/tables/{table}", ann)).json()["rack"]
        await desk.done(table, ann, do="leave")
        assert (await desk.get("/people/me", ann)).json()["bankroll"] == GRANT - 500_00 + rack
        await books_are_right(desk.floor)


async def test_members_come_back(desk: Counter) -> None:
    known = {"name": "Ann Lee", "password": "a long password"}
    entered = await desk.post("/people/register", json=known)
    assert entered.status_code == 201
    again = await desk.post("/people/log-in", json=known)
    tokens = {entered.json()["token"], again.json()["token"]}
    assert len(tokens) == 2
    for token in tokens:
        assert (await desk.get("/people/me", Caller(0, "", token))).json()["name"] == "Ann Lee"
    one, other = (Caller(0, "", token) for token in tokens)
    assert (await desk.post("/people/log-out", one)).status_code == 204
    problem(await desk.get("/people/me", one), 401, "bad-token")
    assert (await desk.get("/people/me", other)).status_code == 200
    problem(await desk.post("/people/log-in", json=known | {"password": "another one"}), 401, "bad-log-in")
    problem(await desk.post("/people/log-in", json=known | {"name": "No one"}), 401, "bad-log-in")
    taken = problem(await desk.post("/people/register", json=known), 422, "bad-person")
    assert "taken" in taken["detail"]


async def test_the_cage(desk: Counter) -> None:
    ann = await desk.guest()
    assert (await desk.post("/people/me/buy-in", ann, json={"amount": 5_00})).json() == {"bankroll": GRANT + 5_00}
    assert (await desk.post("/people/me/cash-out", ann, json={"amount": GRANT})).json() == {"bankroll": 5_00}
    problem(await desk.post("/people/me/cash-out", ann, json={"amount": 5_01}), 409, "refused")
    problem(await desk.post("/people/me/buy-in", ann, json={"amount": 10**12}), 409, "refused")
    dealer = await desk.staff(Role.DEALER)
    problem(await desk.post("/people/me/buy-in", dealer, json={"amount": 5_00}), 403, "wrong-role")
    assert (await desk.get("/people/me", ann)).json()["bankroll"] == 5_00


async def test_an_admin_creates_tokens_for_staff_members(desk: Counter) -> None:
    admin = await desk.staff(Role.ADMIN)
    for role in ("dealer", "floorperson", "surveillance", "admin"):
        made = await desk.post("/people/tokens", admin, json={"role": role, "name": "Sam", "hours": 1})
        assert made.status_code == 201
        me = (await desk.get("/people/me", Caller(0, "", made.json()["token"]))).json()
        assert (me["role"], me["kind"], me["name"]) == (role, "staff", "Sam")
    for role in Role:
        who = await desk.guest() if role is Role.PLAYER else await desk.staff(role, "Other")
        answer = await desk.post("/people/tokens", who, json={"role": "dealer", "name": "Sam"})
        assert answer.status_code == (201 if role is Role.ADMIN else 403)
    ann = (await desk.get("/people/me", await desk.guest())).json()["name"]
    problem(await desk.post("/people/tokens", admin, json={"role": "dealer", "name": ann}), 422, "bad-person")


# ---- tables


TOML = 'game = "craps"\non = 2008-06-01\nname = "Table 7"\n[options]\noffer_678 = true\n[odds]\n"field.12" = "3 to 1"\n'
AS_JSON = {
    "game": "craps",
    "on": "2008-06-01",
    "name": "Table 7",
    "options": {"offer_678": True},
    "odds": {"field.12": "3 to 1"},
}


async def test_a_table_file_opens_a_table_as_toml_and_as_json(desk: Counter) -> None:
    ann = await desk.guest()
    made = []
    for given in (TOML, AS_JSON):
        opened = await desk.post("/tables", ann, json={"table": given, "settings": {"seats": 3}})
        assert opened.status_code == 201, opened.text
        made.append(opened.json())
    one, other = made
    assert one | {"id": 0} == other | {"id": 0}
    plain = await desk.post("/tables", ann, json={"table": 'game = "craps"'})
    assert plain.json()["name"] == plain.json()["title"]
    named = await desk.post("/tables", ann, json={"table": TOML, "name": "Ann's own"})
    assert named.json()["name"] == "Ann's own"
    assert (one["name"], one["on"], one["seats"], one["options"]["offer_678"]) == ("Table 7", "2008-06-01", 3, "True")
    problem(await desk.post("/tables", await desk.staff(Role.DEALER), json={"table": TOML}), 403, "wrong-role")


async def test_an_unlawful_table_is_priced_if_asked_and_says_what_is_not_permitted(desk: Counter) -> None:
    asked = {"odds": "straight=34 to 1", "set": "wheel=double_zero"}
    refused = await desk.get("/games/roulette/price", params=asked)
    assert refused.status_code == 422
    found = (await desk.get("/games/roulette/price", params={**asked, "unlawful": "true"})).json()
    assert "34 to 1 is too low" in found["unlawful"][0]
    assert next(one["exact"] for one in found["wagers"] if one["id"] == "straight") == "3/38"


async def test_an_unlawful_table_is_refused_with_its_findings(desk: Counter) -> None:
    ann = await desk.guest()
    unlawful = AS_JSON | {"on": "2004-06-01", "odds": {"field.12": "1 to 1"}}
    content = problem(await desk.post("/tables", ann, json={"table": unlawful}), 422, "unlawful")
    found = {one["where"]: one for one in content["findings"]}
    assert found["odds.field.12"]["citation"] == "N.J.A.C. 19:47-1.4(b)"
    assert "options.offer_678" in found
    assert content["section"] in {one["section"] for one in found.values()}
    assert (await desk.get("/tables")).json() == []
    checked = (await desk.post("/check", json={"table": unlawful})).json()
    assert not checked["lawful"]
    assert checked["findings"] == content["findings"]
    assert (await desk.post("/check", json={"table": TOML})).json()["lawful"]


async def test_an_invalid_table_file(desk: Counter) -> None:
    for table in (
        "game = craps",
        'game = "crap"',
        {"game": "craps", "on": "yesterday"},
        {"game": "craps", "limits": None},
        {"game": "craps", "options": {"a": {"b": {"c": {"d": {"e": {"f": 1}}}}}}},
        {"game": "craps", "limits": {"minimum": 10**40}},
        {},
        "",
        "/etc/passwd",
        {"game": "craps\x00"},
        {"game": "craps", "name": "\x00"},
        {"game": "craps", "name": "two\nlines"},
    ):
        content = problem(await desk.post("/check", json={"table": table}), 422, "bad-table")
        assert "root:" not in content["detail"], "text is never treated as a file name"


async def test_rounds_in_progress_are_not_shown(desk: Counter) -> None:
    ann, watcher = await desk.guest(), await desk.staff(Role.SURVEILLANCE)
    table = await desk.table("three-card-poker")
    await desk.done(table, ann, do="sit", amount=100_00)
    await desk.done(table, ann, do="act", verb="make", wager="ante", amount=10_00)
    await desk.done(table, ann, do="ready")
    seen = (await desk.get(f"/tables/{table}", ann)).json()
    assert seen["ask"]["kind"] == "decision"
    number = seen["round"]
    for who in (None, ann, await desk.staff(Role.DEALER), await desk.staff(Role.ADMIN)):
        problem(await desk.get(f"/tables/{table}/rounds/{number}", who), 404, "no-such-round")
    everything_dealt = await desk.get(f"/tables/{table}/rounds/{number}", watcher)
    assert everything_dealt.status_code == 200
    assert FACE_DOWN not in everything_dealt.text
    assert FACE_DOWN in (await desk.get(f"/tables/{table}", ann)).text
    assert FACE_DOWN in (await desk.get(f"/tables/{table}")).text
    await desk.done(table, ann, do="decide", choice="fold")
    public = await desk.get(f"/tables/{table}/rounds/{number}")
    assert public.status_code == 200
    assert FACE_DOWN in public.text, "cards that were face down stay face down in the replay"
    problem(await desk.get(f"/tables/{table}/rounds/{number + 5}", watcher), 404, "no-such-round")


async def test_shuffles_are_published_and_opened(desk: Counter) -> None:
    ann = await desk.guest()
    table = await desk.table("three-card-poker")
    await desk.done(table, ann, do="sit", amount=100_00)
    for _ in range(2):
        await desk.done(table, ann, do="act", verb="make", wager="ante", amount=10_00)
        await desk.done(table, ann, do="ready")
        published = (await desk.get(f"/tables/{table}/shuffles")).json()
        assert not published[0]["finished"]
        assert published[0]["commitment"] == (await desk.get(f"/tables/{table}")).json()["commitment"]
        await desk.done(table, ann, do="decide", choice="fold")
    published = (await desk.get(f"/tables/{table}/shuffles")).json()
    assert published[-1]["disclosure"]["count"] == 52
    problem(await desk.get("/tables/99/shuffles"), 404, "no-such-table")


async def test_shuffles_come_a_page_at_a_time(desk: Counter) -> None:
    ann = await desk.guest()
    table = await desk.table("three-card-poker")
    await desk.done(table, ann, do="sit", amount=1_000_00)
    for _ in range(5):
        await desk.done(table, ann, do="act", verb="make", wager="ante", amount=10_00)
        await desk.done(table, ann, do="ready")
        await desk.done(table, ann, do="decide", choice="fold")
    whole = await desk.get(f"/tables/{table}/shuffles")
    assert "link" not in whole.headers
    read: list[Any] = []
    answer = await desk.get(f"/tables/{table}/shuffles?most=2")
    while "link" in answer.headers:
        assert len(answer.json()) == 2
        read += answer.json()
        answer = await desk.client.get(desk.url + answer.links["next"]["url"])
    assert read + answer.json() == whole.json()
    assert [one["entry"] for one in whole.json()] == sorted((one["entry"] for one in whole.json()), reverse=True)
    assert len(whole.json()) >= 5
    for wrong in ("most=0", "most=51", "before=0", "before=x"):
        problem(await desk.get(f"/tables/{table}/shuffles?{wrong}"), 422, "bad-input")


async def test_tapes_and_books_are_for_surveillance_and_admins(desk: Counter) -> None:
    ann = await desk.guest()
    table = await desk.table()
    await desk.done(table, ann, do="sit", amount=100_00)
    await desk.done(table, ann, **PASS)
    for role in Role:
        who = ann if role is Role.PLAYER else await desk.staff(role)
        for path in (f"/tables/{table}/tape", f"/tables/{table}/export", "/ledger/audit"):
            answer = await desk.get(path, who)
            if role in (Role.SURVEILLANCE, Role.ADMIN):
                assert answer.status_code == 200
            else:
                problem(answer, 403, "wrong-role")
    for path in (f"/tables/{table}/tape", f"/tables/{table}/export", "/ledger/audit"):
        problem(await desk.get(path), 401, "no-token")
    admin = await desk.staff(Role.ADMIN)
    tape = await desk.get(f"/tables/{table}/tape", admin)
    assert tape.headers["content-type"].startswith("application/jsonl")
    assert tape.text.splitlines() == await desk.floor.tape(table)
    audited = (await desk.get("/ledger/audit", admin)).json()
    assert audited["faults"] == []
    assert audited["outside"] == GRANT


# ---- the chapter


async def test_the_chapter(desk: Counter) -> None:
    games = {one["id"]: one for one in (await desk.get("/games")).json()}
    assert games.keys() == registered_games().keys()
    assert "pass" in games["craps"]["wagers"]
    content = (await desk.get("/games/craps/price", params={"on": "2008-06-01", "set": ["offer_678=true"]})).json()
    wagers = {one["id"]: one["exact"] for one in content["wagers"]}
    assert (wagers["pass"], wagers["dont_pass"]) == ("7/495", "3/220")
    assert content["options"]["offer_678"] is True
    changed = (await desk.get("/diff", params={"first": "2001-03-09", "second": "2012-03-19", "game": "craps"})).json()
    assert [one["game"] for one in changed["games"]] == ["craps"]


async def test_requests_for_unknown_things(desk: Counter) -> None:
    for path, params, status, kind in (
        ("/games/chess/price", {}, 404, "not-found"),
        ("/games/craps/price", {"set": "offer_678"}, 422, "bad-input"),
        ("/games/craps/price", {"set": "no_such=1"}, 422, "unlawful"),
        ("/games/craps/price", {"odds": "field.12=1 to 1"}, 422, "unlawful"),
        ("/games/craps/price", {"on": "1950-01-01"}, 422, "bad-input"),
        ("/games/craps/price", {"on": "then"}, 422, "bad-input"),
        ("/games/craps/price", {"stake": "-1"}, 422, "bad-input"),
        ("/games/craps/price", {"set": "x" * 201}, 422, "bad-input"),
        ("/diff", {}, 422, "bad-input"),
        ("/diff", {"first": "2001-03-09", "second": "0001-01-01"}, 422, "bad-input"),
        ("/diff", {"first": "2012-03-19", "second": "2001-03-09"}, 422, "bad-input"),
        ("/diff", {"first": "2001-03-09", "second": "2012-03-19", "game": "chess"}, 404, "not-found"),
    ):
        problem(await desk.get(path, params=params), status, kind)


async def test_too_many_concurrent_prices_are_refused(desk: Counter) -> None:
    """Two computations that never finish are in progress, and two is the maximum."""
    desk.floor.policy = with_requests(desk.floor, waiting=2)
    held = threading.Event()
    busy = [work.queue.submit(f"client {number}", held.wait, 2) for number in range(2)]
    try:
        answer = await desk.get("/games/roulette/price", params={"stake": 12_345})
        assert "2 computations are running or waiting" in problem(answer, 503, "try-again")["detail"]
        assert int(answer.headers["retry-after"]) >= 5
    finally:
        held.set()
        await asyncio.gather(*map(asyncio.wrap_future, busy))


# ---- the stream


async def test_a_stream_shows_the_table_and_takes_commands(house: House) -> None:
    async with counter(house) as desk:
        ann, ben = await desk.guest(), await desk.guest()
        table = await desk.table(clock="never")
        async with desk.stream(table, ann, offers=True) as mine, desk.stream(table, ben) as his:
            assert (await mine.view())["you"] == 0
            assert (await his.view())["offers"] is None
            done = await mine.command("k1", do="sit", amount=100_00)
            assert set(done["done"]) == {"entry", "head", "round", "seq", "signature"}
            seen = await mine.view()
            assert (seen["you"], seen["rack"]) == (1, 100_00)
            assert any(one["wager"] == "pass" for one in seen["offers"])
            assert [one["name"] for one in (await his.view())["seats"]] == [ann.name]
            again = await mine.command("k1", do="sit", amount=100_00)
            assert again["done"] == done["done"] | {"repeated": True}
            refused = await mine.command(do="act", verb="make", wager="pass", amount=1)
            assert refused["problem"]["citation"] == "N.J.A.C. 13:69F-1.4(e)"
            assert "done" in await mine.command(**PASS)
            while not (seen := await his.view())["state"].get("wagers"):
                pass
            assert seen["state"]["wagers"][0]["amount"] == 10_00
            assert (await his.command(do="decide", choice="x"))["problem"]["status"] == 409
        await books_are_right(desk.floor)


async def test_a_returning_client_gets_the_missed_announcements(desk: Counter) -> None:
    ann = await desk.guest()
    table = await desk.table()
    async with desk.stream(table, ann) as one:
        await one.view()
        await one.command(do="sit", amount=100_00)
        seq = (await one.command(**PASS))["done"]["seq"]
    await desk.done(table, ann, do="ready")
    async with desk.stream(table, ann, since=seq) as again:
        seen = await again.view()
        numbers = [moment["seq"] for moment in seen["moments"]]
        assert numbers
        assert min(numbers) > seq
        assert max(numbers) == seen["seq"]
        content = (await desk.get(f"/tables/{table}/rounds/{seen['round'] - 1}")).json()
        rolled = [moment["seq"] for moment in content if moment["seq"] > seq]
        assert rolled
        assert set(rolled) <= set(numbers), "the roll is among them"
    async with desk.stream(table, ann, since=seen["seq"], states=False) as later:
        assert (await later.view())["moments"] == []


async def test_a_token_in_the_header_opens_a_stream(desk: Counter) -> None:
    ann = await desk.guest()
    table = await desk.table()
    headers = ann.headers
    async with desk.bare_stream(table, "?offers=true&since=0", additional_headers=headers) as one:
        assert (await one.view())["offers"] == []
        assert "done" in await one.command(do="sit", amount=100_00)


async def test_an_acknowledgement_does_not_wait_for_views(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "GATHER", 3600.0)
    ann = await desk.guest()
    table = await desk.table()
    async with desk.stream(table, ann) as one:
        await one.view()
        for _ in range(3):
            assert (await one.command(do="leave"))["problem"]["status"] == 409
        assert "done" in await one.command(do="sit", amount=100_00)
        assert "done" in await one.command(**PASS)


async def test_changes_are_collected(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "GATHER", 0.5)
    ann, ben = await desk.guest(), await desk.guest()
    table = await desk.table(clock="never")
    await desk.done(table, ann, do="sit", amount=400_00)
    async with desk.stream(table, ben) as his:
        await his.view()
        for _ in range(20):
            await desk.done(table, ann, **PASS)
        looks = 0
        while True:
            seen, looks = await his.view(), looks + 1
            if seen["state"].get("wagers", [{}])[0].get("amount") == 200_00:
                break
        assert looks < 20


async def test_a_slow_reader_gets_the_newest_view(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    """The socket accepts one message and then blocks; the next message shows the latest state."""
    monkeypatch.setattr(stream, "GATHER", 0.0)
    ann = await desk.guest()
    table = await desk.table(clock="never")
    await desk.done(table, ann, do="sit", amount=400_00)
    sent: list[dict[str, Any]] = []
    clear = asyncio.Event()
    slow = stream.WebSocket.send_text

    async def wire(self: Any, text: str) -> None:
        if "seen" in (said := json.loads(text)):
            sent.append(said["seen"])
            if len(sent) == 2:
                await clear.wait()
        await slow(self, text)

    monkeypatch.setattr(stream.WebSocket, "send_text", wire)
    async with desk.stream(table, await desk.guest()) as his:
        await his.view()
        for _ in range(10):
            await desk.done(table, ann, **PASS)
        clear.set()
        await his.view()
        newest = await his.view()
        assert newest["state"]["wagers"][0]["amount"] == 100_00
        assert len(sent) == 3, "no views were stored in between"


async def test_a_client_that_does_not_read_is_disconnected(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "PATIENCE", 0.2)
    stuck = stream.WebSocket.send_text

    async def wire(self: Any, text: str) -> None:
        if "seen" in json.loads(text):
            await asyncio.Event().wait()
        await stuck(self, text)

    monkeypatch.setattr(stream.WebSocket, "send_text", wire)
    async with desk.stream(await desk.table(), await desk.guest()) as one:
        assert (await one.hear())["problem"]["type"].endswith("too-slow")
        assert await one.closed() == 1008


async def test_revoking_a_token_ends_its_stream(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "LOOK_AGAIN", 0.1)
    ann = await desk.guest()
    table = await desk.table()
    async with desk.stream(table, ann) as one:
        await one.view()
        await desk.post("/people/log-out", ann)
        assert (await one.hear())["problem"]["type"].endswith("bad-token")
        assert await one.closed() == 4401


async def test_a_stream_begins_with_a_token(desk: Counter) -> None:
    table = await desk.table()
    for hello, kind, code in (
        ({}, "bad-input", 1008),
        ({"token": "no such token, not at all"}, "bad-token", 4401),
        ({"token": 7}, "bad-input", 1008),
        ({"token": "x" * 300}, "bad-input", 1008),
        ({"command": {"do": "leave"}, "id": 1}, "bad-input", 1008),
        ("[]", "not-json", 1008),
        ("nonsense", "not-json", 1008),
        ("[" * 10000, "not-json", 1008),
        ("x" * 20_000, "too-large", 1009),
        (b"\xff\xfe", "not-json", 1008),
    ):
        async with desk.bare_stream(table) as one:
            await one.say(hello)
            assert (await one.hear())["problem"]["type"].endswith(f"/{kind}"), hello
            assert await one.closed() == code


async def test_a_stream_of_an_unknown_table(desk: Counter) -> None:
    ann = await desk.guest()
    async with desk.stream(99, ann) as one:
        assert (await one.hear())["problem"]["type"].endswith("/no-such-table")
        assert await one.closed() == 4404
    for table in ("x", "0", str(2**80)):
        with pytest.raises(InvalidStatus):
            async with desk.bare_stream(table):
                pass


async def test_a_silent_stream_is_closed(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "FIRST_WORD", 0.1)
    async with desk.bare_stream(await desk.table()) as one:
        assert (await one.hear())["problem"]["type"].endswith("/no-token")
        assert await one.closed() == 4401


# ---- the gate


async def test_every_response_has_security_headers(desk: Counter) -> None:
    async with httpx.AsyncClient() as client:
        for path in (f"{PREFIX}/tables", f"{PREFIX}/nothing", f"{PREFIX}/docs", "/nothing", "/processes/command"):
            answer = await client.get(desk.url + path)
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
            assert "camera=()" in answer.headers["permissions-policy"]
            assert "set-cookie" not in answer.headers
            assert "server" not in answer.headers or "uvicorn" in answer.headers["server"]
        assert (await client.get(f"{desk.url}{PREFIX}/tables")).headers["cache-control"] == "no-store"


async def test_pages_are_rate_limited(sqlite_house: House) -> None:
    async with counter(sqlite_house, Rates(pages=Rate(0.001, 3))) as desk, httpx.AsyncClient() as client:
        for _ in range(3):
            assert (await client.get(f"{desk.url}/anything")).status_code == 404
        for path in ("/", "/anything", "/table/1"):
            content = problem(await client.get(desk.url + path), 429, "too-often")
            assert content["retry_after"] > 1
        assert (await client.get(f"{desk.url}/_nicegui/anything")).status_code == 404
        assert (await desk.get("/games")).status_code == 200


async def test_one_address_does_not_fill_the_lobby(sqlite_house: House) -> None:
    wanted = {"table": {"game": "craps"}}
    async with counter(sqlite_house, Rates(tables=Rate(0.001, 2))) as desk:
        for _ in range(2):
            assert (await desk.post("/tables", await desk.guest(), json=wanted)).status_code == 201
        problem(await desk.post("/tables", await desk.guest(), json=wanted), 429, "too-often")
        assert (await desk.post("/tables", await desk.staff(Role.FLOORPERSON), json=wanted)).status_code == 201


async def test_an_admin_revokes_the_tokens_of_a_person(desk: Counter) -> None:
    admin, dealer, table = await desk.staff(Role.ADMIN), await desk.staff(Role.DEALER), await desk.table()
    async with desk.stream(table, dealer) as stream:
        await stream.view()
        problem(await desk.post("/people/tokens/take-back", dealer, json={"name": "Admin"}), 403, "wrong-role")
        problem(await desk.post("/people/tokens/take-back", admin, json={"name": "No one"}), 422, "bad-person")
        taken = await desk.post("/people/tokens/take-back", admin, json={"name": dealer.name})
        assert taken.json() == {"tokens": 1}
        problem(await desk.get("/people/me", dealer), 401, "bad-token")
        assert await stream.closed() == 4401


async def test_the_api_ignores_cookies(desk: Counter) -> None:
    ann = await desk.guest()
    table = await desk.table()
    before = await everything(desk.floor)
    async with httpx.AsyncClient(base_url=desk.url + PREFIX, cookies={auth.COOKIE: ann.token}) as client:
        problem(await client.get("/people/me"), 401, "no-token")
        problem(await client.post(f"/tables/{table}/commands", json={"do": "sit", "amount": 1_00}), 401, "no-token")
        cookie = {"Cookie": f"{auth.COOKIE}={ann.token}"}
        async with desk.bare_stream(table, additional_headers=cookie) as one:
            await one.say({})
            assert (await one.hear())["problem"]["type"].endswith("/bad-input")
    assert await everything(desk.floor) == before


@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_the_cookie_of_the_pages(desk: Counter, scheme: str) -> None:
    ann = await desk.guest()
    scope = {"type": "http", "scheme": scheme, "path": "/", "query_string": b"", "server": ("localhost", 80)}
    given = Response()
    auth.set_cookie(given, ann.token, Request(scope | {"headers": []}))
    flags = given.headers["set-cookie"].split("; ")
    assert flags[0] == f"pitboss={ann.token}"
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(flags)
    assert ("Secure" in flags) == (scheme == "https")
    auth.delete_cookie(given)
    assert "Max-Age=0" in given.headers.getlist("set-cookie")[-1]


async def test_a_token_in_the_query_is_ignored(desk: Counter) -> None:
    ann = await desk.guest()
    problem(await desk.get(f"/people/me?token={ann.token}&access_token={ann.token}"), 401, "no-token")


async def test_a_socket_of_another_site_is_refused(desk: Counter) -> None:
    table = await desk.table()
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    upgrade["Sec-WebSocket-Key"] = "dGhlIHNhbXBsZSBub25jZQ=="
    async with httpx.AsyncClient() as client:
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "http://[", ""):
            for path in (f"{PREFIX}/tables/{table}/stream", "/_nicegui_ws/socket.io/"):
                answer = await client.get(desk.url + path, headers=upgrade | {"Origin": origin})
                assert answer.status_code == 403, origin


async def test_a_socket_of_our_own_page_is_accepted(desk: Counter) -> None:
    ann = await desk.guest()
    async with desk.bare_stream(await desk.table(), additional_headers={"Origin": desk.url}) as one:
        await one.say({"token": ann.token})
        await one.view()


async def test_pages_change_nothing_for_another_site(desk: Counter) -> None:
    async with httpx.AsyncClient() as client:
        for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
            problem(await client.post(f"{desk.url}/anything", headers=headers), 403, "wrong-origin")
            answer = await client.get(f"{desk.url}/_nicegui_ws/socket.io/?EIO=4&transport=polling", headers=headers)
            problem(answer, 403, "wrong-origin")
        for headers in ({"Origin": desk.url}, {}, {"Sec-Fetch-Site": "same-origin"}):
            assert (await client.post(f"{desk.url}/anything", headers=headers)).status_code == 404


async def test_only_our_own_hosts_are_accepted(sqlite_house: House) -> None:
    async with counter(sqlite_house, hosts=["casino.example"]) as desk:
        for host in ("localhost", "localhost:8080", "LOCALHOST", "[::1]:80", "casino.example"):
            assert (await desk.client.get("/tables", headers={"Host": host})).status_code == 200, host
        for host in ("evil.example", "127.0.0.1.evil.example", "10.0.0.1", "", "["):
            problem(await desk.client.get("/tables", headers={"Host": host}), 421, "wrong-host")


async def test_a_public_server_accepts_any_address(sqlite_house: House) -> None:
    async with counter(sqlite_house, any_address=True) as desk:
        assert (await desk.client.get("/tables", headers={"Host": "10.0.0.1:80"})).status_code == 200
        problem(await desk.client.get("/tables", headers={"Host": "evil.example"}), 421, "wrong-host")


async def test_every_kind_of_problem_is_explained(desk: Counter) -> None:
    for kind, (status, title, _) in KINDS.items():
        content = (await desk.get(f"/problems/{kind}")).json()
        assert (content["status"], content["title"]) == (status, title)
    problem(await desk.get("/problems/nonsense"), 404, "not-found")


async def test_an_internal_error_reveals_nothing(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("the secret of the house")

    monkeypatch.setattr(desk.floor, "taken_seats", broken)
    answer = await desk.get("/tables")
    problem(answer, 500, "fault")
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    ann = await desk.guest()
    async with desk.stream(await desk.table(), ann) as one:
        await one.view()
        monkeypatch.setattr(desk.floor, "command", broken)
        content = await one.command(do="leave")
        assert content["problem"]["status"] == 500
        assert "secret" not in json.dumps(content)


async def test_a_database_that_does_not_answer(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: Any, **__: Any) -> Any:
        raise OperationalError("SELECT secret", {}, Exception("server closed the connection"))

    monkeypatch.setattr(desk.floor, "taken_seats", gone)
    answer = await desk.get("/tables")
    problem(answer, 503, "try-again")
    assert "SELECT" not in answer.text
    assert answer.headers["retry-after"]


async def test_the_description_and_the_page_of_the_api(desk: Counter) -> None:
    described = (await desk.get("/openapi.json")).json()
    assert described["openapi"].startswith("3.1")
    assert described["servers"] == [{"url": PREFIX}]
    for operations in described["paths"].values():
        for operation in operations.values():
            refused = operation["responses"]["4XX"]["content"]
            assert refused == {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    page = (await desk.get("/docs")).text
    assert "POST /tables/{table}/commands" in page
    assert "://" not in page, "the page loads no external resources"
    assert "<script" not in page


# ---- the house's tables and tokens


async def test_the_house_has_a_table_of_every_game_once(floor: Floor) -> None:
    assert await open_house_tables(floor) == len(registered_games())
    tables = await floor.tables()
    assert [one.game for one in tables] == list(registered_games())
    boss = await staff(floor, Role.FLOORPERSON)
    await floor.command(tables[0].id, boss, CloseTable())
    assert await open_house_tables(floor) == 0, "a closed table stays closed"


async def test_opening_the_house_tables_resumes_after_a_crash(
    sqlite_floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = sqlite_floor.open_table

    async def dies(layout: Layout, **more: Any) -> Any:
        if layout.rules.game.id == "roulette":
            raise KeyboardInterrupt
        return await opened(layout, **more)

    monkeypatch.setattr(sqlite_floor, "open_table", dies)
    with pytest.raises(KeyboardInterrupt):
        await open_house_tables(sqlite_floor)
    monkeypatch.undo()
    await open_house_tables(sqlite_floor)
    assert [one.game for one in await sqlite_floor.tables()] == list(registered_games())


async def test_every_wager_of_a_house_table_can_be_made(sqlite_floor: Floor) -> None:
    await open_house_tables(sqlite_floor)
    (ann, _) = await sqlite_floor.guest()
    for table in await sqlite_floor.tables():
        await sqlite_floor.command(table.id, ann, Sit(amount=200_00))
        offers = (await sqlite_floor.view(table.id, ann, offers=True)).offers
        assert offers, table.game
        assert all(one.most is None or one.least <= one.most for one in offers), table.game
        assert offers[0].least <= 10_00, "a newcomer can afford the first wager"


async def test_the_staff_s_names_may_be_taken_by_players(sqlite_floor: Floor) -> None:
    """By members of earlier versions, which let them have such names."""
    old = insert(schema.person).values(name="Admin", kind="member", likeness="admin", at=0.0)
    await sqlite_floor.store.change(lambda connection: connection.execute(old))
    tokens, new = await staff_tokens(sqlite_floor)
    assert new
    person = await sqlite_floor.person(tokens[Role.ADMIN])
    assert person is not None
    assert (person.name, person.role) == ("Admin of the house", Role.ADMIN)
    assert await staff_tokens(sqlite_floor) == (tokens, False)


# ---- several processes


async def test_a_command_is_forwarded_to_the_process_that_owns_the_table(postgres_url: str, tmp_path: Path) -> None:
    house = House(postgres_url, tmp_path)
    async with counter(house) as one, counter(house) as other:
        ann = await one.guest()
        table = await one.table()
        await other.done(table, ann, do="sit", amount=100_00)
        assert table in one.floor._tables
        assert table not in other.floor._tables
        refused = problem(
            await other.command(table, ann, do="act", verb="make", wager="pass", amount=1), 409, "refused"
        )
        assert (refused["section"], refused["citation"]) == ("1.4(e)", "N.J.A.C. 13:69F-1.4(e)")
        async with other.stream(table, ann) as stream:
            while (await stream.view())["rack"] != 100_00:
                pass
            assert "done" in await stream.command(**PASS)
            while (await stream.view())["rack"] != 90_00:
                pass


async def test_other_processes_must_know_the_key(desk: Counter) -> None:
    table = await desk.table()
    ann = await desk.guest()
    person = await desk.floor.person(ann.token)
    assert person is not None
    content = json.dumps({"table": table, "person": [1, "x", "guest", "player"], "command": {"do": "leave"}, "at": 0})
    before = await everything(desk.floor)
    async with httpx.AsyncClient() as client:
        for seal in ({}, {"x-pitboss-seal": "00"}, {"x-pitboss-seal": b"\xe9"}):
            answer = await client.post(f"{desk.url}/processes/command", content=content, headers=seal)
            assert answer.status_code == 403
        old = {"x-pitboss-seal": desk.floor._table_client.seal(content)}
        answer = await client.post(f"{desk.url}/processes/command", content=content, headers=old)
        assert answer.status_code == 403
        assert "too old" in answer.json()["reason"]
    assert await everything(desk.floor) == before


# ---- limits


async def test_a_rate_limited_client_learns_when_to_retry(sqlite_house: House) -> None:
    few = Rate(0.001, 2)
    rates = Rates(guests=few, registrations=few, log_ins=few, commands=Rate(0.001, 3), heavy=few, sockets=2)
    async with counter(sqlite_house, rates) as desk:
        for path, body in (
            ("/people/guest", None),
            ("/people/register", {"name": "", "password": "x" * 9}),
            ("/people/log-in", {"name": "Ann", "password": "x"}),
            ("/check", {"table": "game = 1"}),
        ):
            for _ in range(2):
                assert (await desk.post(path, json=body)).status_code != 429
            content = problem(answer := await desk.post(path, json=body), 429, "too-often")
            assert int(answer.headers["retry-after"]) >= content["retry_after"] > 0
        ann, table = await desk.guest(), await desk.table()
        await desk.done(table, ann, do="sit", amount=100_00)
        async with desk.stream(table, ann) as one:
            assert "done" in await one.command(**PASS)
            assert "done" in await one.command(**PASS)
            before = await everything(desk.floor)
            assert (await one.command(**PASS))["problem"]["status"] == 429
            await one.say("nonsense")
            assert (await one.answer(None))["problem"]["status"] == 429, "nonsense counts too"
            problem(await desk.command(table, ann, **PASS), 429, "too-often")
            assert await everything(desk.floor) == before
            async with desk.stream(table, ann) as two:
                await two.view()
                async with desk.stream(table, ann) as three:
                    assert (await three.hear())["problem"]["status"] == 429
                    assert await three.closed() == 4429
        async with desk.stream(table, ann) as again:
            await again.view()
        ben = await desk.guest()
        assert (await desk.command(table, ben, do="sit", amount=1_00)).status_code == 200, "each has a separate bucket"


async def test_too_many_requests_from_one_address(sqlite_house: House) -> None:
    async with counter(sqlite_house, Rates(requests=Rate(0.001, 3))) as desk:
        for _ in range(3):
            assert (await desk.get("/tables")).status_code == 200
        problem(await desk.get("/tables"), 429, "too-often")
        async with desk.bare_stream(1) as one:
            assert (await one.hear())["problem"]["status"] == 429


def test_a_bucket_refills_over_time() -> None:
    clock = [0.0]
    held = Limits(Rates(commands=Rate(2, 4)), now=lambda: clock[0])

    def taken() -> int:
        count = 0
        try:
            while True:
                held.spend("commands", "ann")
                count += 1
        except ProblemError as trouble:
            assert trouble.problem.retry_after == pytest.approx(0.5)
            return count

    assert taken() == 4
    clock[0] += 1
    assert taken() == 2
    clock[0] += 100
    assert taken() == 4
    held.spend("commands", "ben")


def test_forgotten_buckets_are_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KEPT", 3)
    held = Limits(Rates(commands=Rate(0.001, 1)), now=lambda: 0.0)
    for name in range(10):
        held.spend("commands", name)
    held.spend("commands", 0)
    with pytest.raises(ProblemError):
        held.spend("commands", 9)


def test_limits_from_the_environment() -> None:
    assert Rates.of_environment({}) == Rates()
    assert Rates.of_environment({"PITBOSS_LIMITS": "off"}) == NO_LIMITS
    changed = Rates.of_environment({"PITBOSS_LIMITS": "guests=1/5 sockets=3"})
    assert (changed.guests, changed.sockets, changed.commands) == (Rate(1, 5), 3, Rates().commands)
    for bad in ("guests=5", "nothing=1/2", "guests", "sockets=1/2", "guests=-1/2"):
        with pytest.raises(ValueError, match="is invalid; use codes="):
            Rates.of_environment({"PITBOSS_LIMITS": bad})


def test_guessing_from_one_address_locks_no_one_out() -> None:
    held = Limits(Rates(), now=lambda: 0.0)
    guessed = refused = 0
    for _ in range(60):
        try:
            held.try_log_in("203.0.113.5", "Ann")
            guessed += 1
        except ProblemError:
            refused += 1
    assert (guessed, refused) == (10, 50)
    for _ in range(10):
        held.try_log_in("198.51.100.7", "Ann")


def test_guessing_from_many_addresses_is_slowed_but_not_from_known_ones() -> None:
    held = Limits(Rates(), now=lambda: 0.0)
    held.logged_in("198.51.100.7", "Ann")
    guessed = 0
    for number in range(200):
        with suppress(ProblemError):
            held.try_log_in(f"203.0.113.{number}", ("Ann", "ann", "\uff21nn")[number % 3])
            guessed += 1
    assert guessed == 100
    held.try_log_in("198.51.100.7", "Ann")


async def test_the_pages_and_the_api_count_log_ins_together(sqlite_house: House) -> None:
    """Both count log-ins by the same function of address and name."""
    async with counter(sqlite_house, Rates()) as desk:
        await desk.floor.register("Ann", "correct horse")
        for number in range(12):
            answer = await desk.post("/people/log-in", json={"name": "Ann", "password": f"guess {number}"})
            assert answer.status_code == (401 if number < 10 else 429)


async def test_a_table_file_is_parsed_off_the_event_loop_and_within_a_time_limit(
    desk: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.floor.policy = with_requests(desk.floor, seconds=0.05)
    held = threading.Event()
    monkeypatch.setattr(chapter, "check", lambda table: held.wait(10.0))
    asked = asyncio.ensure_future(desk.post("/check", json={"table": 'game = "craps"\n'}))
    assert (await desk.get("/tables")).status_code == 200, "others are answered in the meantime"
    problem(await asked, 503, "try-again")
    held.set()


async def test_health_says_when_the_clock_is_wrong(desk: Counter, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await desk.get("/health")).json()["status"] == "well"
    monkeypatch.setattr(desk.floor.store, "now", lambda connection: time.time() + 90.0)
    content = (await desk.get("/health")).json()
    assert content["status"] == "degraded"
    assert "behind the database's" in content["faults"][0]["reason"]
    assert 80.0 < content["skew"] < 100.0
