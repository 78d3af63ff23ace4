"""Guests who know the API and are after money: sessions on one floor, ending with a proof that none was made.

Each line of an input is the seed of one session. Its guest opens tables with odd options, takes every offer at odd
amounts, brings bots, uses coupons twice, enters tournaments, repeats and races requests, and walks away in the middle
of rounds. Several sessions run at once, at the same tables.

At the end a floorperson closes every table, and then:
1. the audit finds nothing: rounds replay, chance was committed to before the wagers, and every cent that players hold
   has a recorded source;
2. every table that a guest opened is within the house policy;
3. the players' winnings can be explained by fair play: the sum of their results, round by round, is no further above
   zero than chance allows. For results x of fair rounds, the sum of x exceeds z times the square root of the sum of x
   squared with a probability of about exp(-z²/2);
4. nobody won more of the house's money from bots than the policy allows.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
from collections import Counter
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from math import inf, sqrt
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any

import httpx
from sqlalchemy import Connection, event, func, select

from fuzz.any_table import AnyTable
from fuzz.target import Broken
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import rules_of
from pitboss.floor import schema
from pitboss.floor.api.app import PREFIX, create_app
from pitboss.floor.api.limits import NO_LIMITS
from pitboss.floor.audit import audit_floor
from pitboss.floor.commands import CloseTable, Settings
from pitboss.floor.entrance import GRANT
from pitboss.floor.floor import Floor
from pitboss.floor.house import house_layout
from pitboss.floor.people import Person, Role
from pitboss.floor.sources import MoneyProof
from pitboss.table import Refused
from tests.shared.known_chance import known_chance

GAMES = (
    *("craps", "roulette", "big-six", "sic-bo", "blackjack", "mini-baccarat", "three-card-poker", "casino-war"),
    *("caribbean-stud", "let-it-ride", "red-dog", "keno", "poker"),
)
"""Games whose tables are quick to check and deal; at least one for each kind of procedure."""
SESSIONS, AT_ONCE = 20, 5
"""The sessions per input, and how many of them run at once."""
STEPS = 24
"""The number of moves that a guest makes in one session."""
STRANGE = (0, 1, -1, 7, 99, 100_00, GRANT, GRANT + 1, 10**9, 10**12, 10**12 + 1, 2**63 - 1, 2**63, 2**64, True, 1.5)
COUPON = 25_00
Z = 6.0
"""How many standard deviations above zero the results may be; chance exceeds this once in 65 million floors."""


@dataclass
class Won:
    """The figures of an evening of sessions."""

    sessions: int = 0
    requests: int = 0
    answers: Counter[int] = field(default_factory=Counter)
    rounds: int = 0
    sources: Counter[str] = field(default_factory=Counter)
    best: int = 0
    """The largest net result of any one guest, in cents."""
    score: float = -inf
    """The highest result of any floor, in standard deviations."""

    def add(self, other: Won) -> None:
        """Add the figures of another evening."""
        self.sessions += other.sessions
        self.requests += other.requests
        self.answers += other.answers
        self.rounds += other.rounds
        self.sources.update(other.sources)
        self.best, self.score = max(self.best, other.best), max(self.score, other.score)

    def __str__(self) -> str:
        lines = [f"{self.sessions:,} sessions, {self.requests:,} requests, {self.rounds:,} rounds"]
        lines.append("answers: " + ", ".join(f"{count:,} x {code}" for code, count in sorted(self.answers.items())))
        lines += [f"{cents / 100:>16,.2f}  {name}" for name, cents in self.sources.items()]
        lines.append(f"{sum(self.sources.values()) / 100:>16,.2f}  what players hold, to the cent")
        lines.append(f"best guest {self.best / 100:+,.2f}; highest score of a floor {self.score:+.2f} of {Z:g} allowed")
        return "\n".join(lines)


class Money:
    """Sessions of hostile guests. `won` is the total over all inputs."""

    name = "money"

    def __init__(self, sessions: int = SESSIONS) -> None:
        self.sessions = sessions
        self.won = Won()

    def make(self, rng: Random) -> bytes:
        return "".join(f"{rng.randrange(10**12)}\n" for _ in range(self.sessions)).encode("ascii")

    def run(self, data: bytes) -> None:
        seeds = [line.decode("ascii", "replace") for line in data.splitlines() if line.strip()]
        folder = Path(mkdtemp(prefix="pitboss-money-"))
        try:
            with known_chance(str(data)):
                self.won.add(asyncio.run(evening(folder, seeds)))
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def report(self) -> str:
        """Summarize all sessions so far."""
        return str(self.won)


async def evening(folder: Path, seeds: Sequence[str]) -> Won:
    """Run sessions on a new floor, close it, and prove that no money was made."""
    won = Won(sessions=len(seeds))

    async def opened() -> Floor:
        floor = await Floor.open(None, folder)
        _no_sync(floor)
        return floor

    app = create_app(opened, rates=NO_LIMITS)
    async with app.router.lifespan_context(app) as state:
        assert state is not None, "which the application's lifespan gives"
        floor: Floor = state["floor"]
        boss, token = await _staff(floor, Role.FLOORPERSON)
        for game in GAMES:
            await floor.open_table(house_layout(game), settings=Settings(clock="never"))
        await floor.tournaments.file(boss, _tournament())

        async def asked(scope: Any, receive: Any, send: Any) -> None:
            await app(scope | {"state": {**state}}, receive, send)

        transport = httpx.ASGITransport(asked)  # exceptions not caught by the server are raised here
        async with httpx.AsyncClient(transport=transport, base_url=f"http://localhost{PREFIX}") as client:
            turns = asyncio.Semaphore(AT_ONCE)

            async def one(seed: str) -> None:
                async with turns:
                    await Session(client, seed, token, won).play()

            await asyncio.gather(*map(one, seeds))
        await _close_everything(floor, boss)
        await _prove(floor, won)
    return won


class Session:
    """One hostile guest."""

    def __init__(self, client: httpx.AsyncClient, seed: str, boss: str, won: Won) -> None:
        self.client, self.rng, self.won = client, Random(seed), won
        self.boss = {"Authorization": f"Bearer {boss}"}
        self.me: dict[str, str] = {}
        self.name = ""
        self.tables: list[int] = []
        self._keys = 0

    async def play(self) -> None:
        """Enter, try whatever might pay, and go, sometimes without leaving properly."""
        came = (await self._ask("POST", "/people/guest", None)).json()
        self.me, self.name = {"Authorization": f"Bearer {came['token']}"}, came["person"]["name"]
        self.tables = [one["id"] for one in (await self._ask("GET", "/tables", None)).json()]
        if self.rng.random() < 0.8:
            await self._open()
        moves = (
            *[self._wager] * 8,
            *[self._do] * 6,
            *(self._sit, self._sit, self._open, self._money, self._money, self._bots, self._coupon, self._tournament),
            *(self._race, self._same_key, self._leave, self._as_staff),
        )
        await self._sit()
        for _ in range(STEPS):
            await self.rng.choice(moves)()
        if self.rng.random() < 0.7:
            for table in await self._seats():
                await self._command(table, {"do": "leave"})

    # ---- moves

    async def _open(self) -> None:
        """Open a table with options that might pay: any values, some of them strange, or better odds."""
        game = self.rng.choice(GAMES)
        rules = rules_of(game)
        table: Any = AnyTable(rules, self.rng.random(), self.rng.choice((0.0, 0.0, 0.1))).text()
        if self.rng.random() < 0.3:
            key = self.rng.choice([*rules.odds_keys()] or ["x"])
            table = {"game": game, "odds": {key: self.rng.choice(("1000000 to 1", "36 to 1", "2 to 1", "0 to 1"))}}
        elif self.rng.random() < 0.4 and rules.options:
            table = {"game": game, "options": {self.rng.choice([*rules.options]): self.rng.choice((10**6, 8, 1, "x"))}}
        settings = {"clock": "never", "seats": self.rng.choice((None, 1, 7, 64, 65))}
        answer = await self._ask("POST", "/tables", {"table": table, "settings": settings})
        if answer.status_code == 201:
            self.tables += [answer.json()["id"]] * 6  # guests try hardest at their own tables

    async def _sit(self) -> None:
        amount = self.rng.choice((500_00, 2_000_00, 5_000_00, self.rng.choice(STRANGE)))
        position = self.rng.choice((None, None, 1, 3, 64))
        await self._command(self.rng.choice(self.tables), {"do": "sit", "amount": amount, "position": position})

    async def _wager(self) -> None:
        """Make an offered wager at its minimum, its maximum or an odd amount, then continue."""
        if not (table := await self._seat()):
            return await self._sit()
        found = await self._ask("GET", f"/tables/{table}/offers", None)
        offers = found.json() if found.status_code == 200 else []
        if not offers:
            return await self._do()
        for offer in self.rng.sample(offers, min(len(offers), self.rng.choice((1, 1, 2, 5)))):
            most = offer["most"] if offer["most"] is not None else 10**12
            amount = self.rng.choice((offer["least"], offer["least"], most, self.rng.choice(STRANGE)))
            verb = self.rng.choice(("make", "make", "make", "make", "increase", "reduce", "remove", "odds"))
            command = {"do": "act", "verb": verb, "wager": offer["wager"], "spot": offer["spot"], "amount": amount}
            if self.rng.random() < 0.1:
                command["coupon"] = self.rng.choice((COUPON, 10**12))
            await self._command(table, command)
        await self._command(table, {"do": "ready"})
        await self._decide(table)
        return None

    async def _do(self) -> None:
        if not (table := await self._seat()):
            return await self._sit()
        if self.rng.random() < 0.5:
            await self._command(table, {"do": "ready"})
        await self._decide(table)
        return None

    async def _decide(self, table: int) -> None:
        """Answer this guest's open decisions at random."""
        for _ in range(6):
            seen = await self._ask("GET", f"/tables/{table}?states=false", None)
            if seen.status_code != 200:
                return
            ask = seen.json()["ask"]
            if ask["kind"] != "decision" or ask["position"] != seen.json()["you"]:
                return
            choices = ask.get("choices") or [ask["default"]]
            choice = self.rng.choice([*choices, ask["default"]])
            await self._command(table, {"do": "decide", "choice": choice, "confirmed": True})

    async def _money(self) -> None:
        """Withdraw from the cage and return chips, several times at once under the same key or none."""
        where = self.rng.choice(("/people/me/buy-in", "/people/me/cash-out"))
        amount = self.rng.choice((*STRANGE, 1_000_00, 500_000_00, 1_000_000_00))
        key = self._key() if self.rng.random() < 0.5 else None
        await self._together(*(self._ask("POST", where, {"amount": amount}, key) for _ in range(self._times())))

    async def _bots(self) -> None:
        if not (table := await self._seat()):
            return
        strategy = self.rng.choice(("random", "cautious"))
        amount = self.rng.choice((0, 1_000_00, 10_000_00, self.rng.choice(STRANGE)))
        if self.rng.random() < 0.7:
            await self._command(table, {"do": "add_bot", "strategy": strategy, "amount": amount})
        else:
            await self._command(table, {"do": "remove_bot", "position": self.rng.choice((1, 2, 3, 64))})

    async def _coupon(self) -> None:
        """Get a coupon from the floorperson, and use it at two tables at once."""
        if self.rng.random() < 0.5:
            coupon = {"name": self.name, "amount": COUPON}
            await self.client.post("/people/coupons", json=coupon, headers=self.boss)
        coupon_wager = {"do": "act", "verb": "make", "wager": "pass", "amount": COUPON, "coupon": COUPON}
        seats = await self._seats()
        await self._together(*(self._command(table, coupon_wager) for table in seats for _ in range(2)))

    async def _tournament(self) -> None:
        entries = [self._ask("POST", "/tournaments/1/entries", None) for _ in range(self._times())]
        await self._together(*entries)
        if self.rng.random() < 0.2:
            await self.client.post("/tournaments/1/start", headers=self.boss)

    async def _race(self) -> None:
        """Send mutually exclusive requests at the same time."""
        if not (table := await self._seat()):
            return
        leave, ready = {"do": "leave"}, {"do": "ready"}
        buy_in: dict[str, Any] = {"do": "buy_in", "amount": 1_000_00}
        commands: list[dict[str, Any]] = self.rng.sample([leave, leave, ready, ready, buy_in, buy_in, buy_in], 4)
        cage = self._ask("POST", "/people/me/cash-out", {"amount": self.rng.choice((1_000_00, GRANT))})
        await self._together(cage, *(self._command(table, one) for one in commands))

    async def _same_key(self) -> None:
        """Use one key for the same request several times, and then for a different one."""
        if not (table := await self._seat()):
            return
        key = self._key()
        buy_in = {"do": "buy_in", "amount": self.rng.choice((100_00, 1_000_00))}
        await self._together(*(self._command(table, buy_in, key) for _ in range(3)))
        await self._command(table, {"do": "leave"}, key)

    async def _leave(self) -> None:
        if table := await self._seat():
            await self._together(*(self._command(table, {"do": "leave"}) for _ in range(self._times())))

    async def _as_staff(self) -> None:
        """Request what only staff may do."""
        table = self.rng.choice(self.tables)
        for command in ({"do": "fill", "amount": 10**6}, {"do": "close_table"}, {"do": "end_round"}, {"do": "draw"}):
            await self._forbidden(f"/tables/{table}/commands", command)
        await self._forbidden("/people/coupons", {"name": self.name, "amount": COUPON})
        await self._forbidden("/treasury/grants", {"name": self.name, "amount": 1_00, "why": "please"})
        await self._forbidden("/treasury/coupon-batches", {"total": 1_00, "why": "please"})

    # ---- requests

    async def _forbidden(self, path: str, body: dict[str, Any]) -> None:
        answer = await self._ask("POST", path, body)
        if answer.status_code != 403:
            raise Broken(f"a guest may ask {path} for {body}: {answer.status_code}: {answer.text[:300]}")

    async def _command(self, table: int, command: dict[str, Any], key: str | None = None) -> httpx.Response:
        if key is None and self.rng.random() < 0.3:
            key = self._key()
        answer = await self._ask("POST", f"/tables/{table}/commands", command, key)
        if key is not None and answer.status_code == 200 and self.rng.random() < 0.3:
            again = await self._ask("POST", f"/tables/{table}/commands", command, key)
            if again.status_code != 200 or not again.json()["repeated"]:
                raise Broken(f"a repeated key was not recognised: {again.text[:300]}")
        return answer

    async def _ask(self, method: str, path: str, body: Any, key: str | None = None) -> httpx.Response:
        headers = self.me | ({"Idempotency-Key": key} if key else {})
        content = None if body is None else json.dumps(body)
        sent = headers | {"Content-Type": "application/json"}
        answer = await self.client.request(method, path, content=content, headers=sent)
        self.won.requests += 1
        self.won.answers[answer.status_code] += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            raise Broken(f"{method} {path} {content}: status {answer.status_code}: {answer.text[:500]}")
        return answer

    async def _together(self, *requests: Awaitable[Any]) -> None:
        await asyncio.gather(*requests)

    async def _seats(self) -> list[int]:
        me = await self._ask("GET", "/people/me", None)
        return [int(table) for table in me.json()["seats"]]

    async def _seat(self) -> int:
        seats = await self._seats()
        return self.rng.choice(seats) if seats else 0

    def _times(self) -> int:
        return self.rng.choice((1, 1, 2, 5))

    def _key(self) -> str:
        self._keys += 1
        return f"{self.name}-{self._keys}".replace(" ", "-")


# ---- the end of the evening


async def _close_everything(floor: Floor, boss: Person) -> None:
    """Check that a floorperson can close every table, whatever its state, and that nothing is left behind."""
    for info in await floor.tables():
        if info.tournament is not None:
            continue
        try:
            await floor.command(info.id, boss, CloseTable())
        except Refused as refused:
            raise Broken(f"table {info.id} ({info.game}) cannot be closed: {refused}") from refused


async def _prove(floor: Floor, won: Won) -> None:
    """Raise `Broken` unless all money is accounted for and nobody won more than fair play can explain."""
    found = await asyncio.to_thread(audit_floor, floor.store, floor.sealer, floor.folder)
    if found.findings:
        raise Broken("the audit finds: " + "; ".join(f"{one.where}: {one.what}" for one in found.findings[:10]))
    won.sources.update({one.name: one.cents for one in found.money.sources})
    await floor.store.read(lambda connection: _within_policy(connection, floor))
    results = await floor.store.read(_results)
    won.rounds += len(results)
    squares = sqrt(sum(one * one for one in results))
    won.score = sum(results) / squares if squares else 0.0
    if won.score > Z:
        raise Broken(f"players won {sum(results)} cents, {won.score:.1f} standard deviations more than fair")
    won.best = await floor.store.read(_best_guest)
    _check_bots(floor, found.money, won)


def _within_policy(connection: Connection, floor: Floor) -> None:
    table, person = schema.gaming_table, schema.person
    guests = select(person.c.id).where(person.c.kind == "guest")
    for id, plain in connection.execute(select(table.c.id, table.c.layout).where(table.c.opened_by.in_(guests))):
        for objection in floor.policy.player_tables.objections(Layout.from_plain(json.loads(plain))):
            raise Broken(f"a guest opened table {id}, but {objection}")


def _results(connection: Connection) -> list[int]:
    """The players' total winnings from the house in each round at each table with a house."""
    journal, posting, entry = schema.journal, schema.posting, schema.entry
    table = schema.gaming_table
    house = select(table.c.id).where(table.c.tournament.is_(None), table.c.game != "poker")
    at = (entry.c.table == journal.c.table) & (entry.c.number == journal.c.entry)
    joined = posting.join(journal, journal.c.id == posting.c.journal).join(entry, at)
    mine = posting.c.account.like("table:%:inventory") | posting.c.account.like("table:%:meter")
    slips = journal.c.id.in_(select(posting.c.journal).where(posting.c.account == "house"))
    rows = (
        select(func.sum(posting.c.amount))
        .select_from(joined)
        .where(mine, ~slips, journal.c.table.in_(house))
        .group_by(entry.c.table, entry.c.round)
    )
    return [-int(lost) for (lost,) in connection.execute(rows) if lost]


def _best_guest(connection: Connection) -> int:
    """The most that any guest has beyond the welcome chips, the cage and grants."""
    posting, journal, person = schema.posting, schema.journal, schema.person
    guests = {
        f"person:{id}" for id in connection.execute(select(person.c.id).where(person.c.kind == "guest")).scalars()
    }
    given = select(posting.c.journal).where(posting.c.account.in_(("cage", "grants")))
    at_play = ~journal.c.id.in_(given)
    rows = (
        select(posting.c.account, func.sum(posting.c.amount))
        .select_from(posting.join(journal, journal.c.id == posting.c.journal))
        .where(at_play, posting.c.account.like("person:%"))
        .group_by(posting.c.account)
    )
    return max((int(net) for name, net in connection.execute(rows) if name in guests), default=0)


def _check_bots(floor: Floor, money: MoneyProof, won: Won) -> None:
    """The house bears bots' losses: check that they stay within what bots may bring to each table."""
    terms, sources = floor.policy.bots, {one.name: one.cents for one in money.sources}
    lost = sources.get("house money that bots brought", 0) + sources.get("house money that bots took back", 0)
    each = 100 * (terms.ahead + terms.highest_bankroll * (terms.at_own_table + 1))
    most = each * (len(GAMES) + won.sessions * floor.policy.tables_each)
    if lost > most:
        raise Broken(f"bots lost {lost} cents of the house's money; at most {most} are explained")


async def _staff(floor: Floor, role: Role) -> tuple[Person, str]:
    token = await floor.staff_token(role, role.value.title())
    person = await floor.person(token)
    assert person is not None
    return person, token


def _no_sync(floor: Floor) -> None:
    """Do not wait for the disk, since the floor is thrown away."""

    @event.listens_for(floor.store.engine, "connect")
    def _prepare(connection: Any, record: Any) -> None:
        connection.execute("PRAGMA synchronous=OFF")

    floor.store.engine.dispose()


def _tournament() -> str:
    """A tournament that may start now, announced three weeks ago."""
    now = datetime.now().replace(microsecond=0) - timedelta(seconds=1)
    notice = {
        "locations": '"pit 3"',
        "equipment": '["three tables"]',
        "participants": "20",
        "security": '"two officers"',
        "surveillance": '"cameras 1 to 4"',
        **dict.fromkeys(
            ("supervisors_certification", "controller_certification", "key_licensee_certification"), "true"
        ),
    }
    controls = (
        "fees_and_rebuys",
        "rules_and_eligibility",
        "prizes",
        "tournament_chips",
        "revenue_and_tax",
        "complaints",
    )
    lines = [
        *('game = "roulette"', f"on = {date.today()}", "[tournament]", 'name = "Open"', "fee = 100", "chips = 1000"),
        *('prizes = ["50%", "30%"]', "rebuys = 3", "[[tournament.stages]]", "hands = 3", "[tournament.notice]"),
        *(f"filed_at = {(now - timedelta(days=21)).isoformat()}", f"starts_at = {now.isoformat()}"),
        *(f"{name} = {value}" for name, value in notice.items()),
        *("[tournament.controls]", *(f'{name} = "IC-{number}"' for number, name in enumerate(controls))),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Run a number of inputs and print the running figures after each."""
    from fuzz.run import fuzz

    number, seed = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "money"
    target = Money()
    with suppress(KeyboardInterrupt):
        for one in range(number):
            fuzz(target, f"{seed} {one}", 1)
            print(f"---- {one + 1}\n{target.report()}", flush=True)


if __name__ == "__main__":
    main()
