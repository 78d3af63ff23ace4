"""Surveillance: any round of any table, step by step with every card, plus the tape, its seals, and the books.

These pages are read-only. Everything is read from the tape, as dealt. Players can see their own past rounds in the
same way, from their own seats and without cards they did not see.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from fastapi import Request, Response
from nicegui import app, background_tasks, run, ui
from sqlalchemy import Connection, func, select

from pitboss.chapter.odds import dollars
from pitboss.floor import schema
from pitboss.floor.api.problems import problem
from pitboss.floor.export import export_table
from pitboss.floor.flags import Flag
from pitboss.floor.floor import Floor, NoSuchRound, NoSuchTable
from pitboss.floor.ledger import LedgerAudit, audit, balances_of
from pitboss.floor.people import Role
from pitboss.floor.sight import STEPS_PER_ROUND, MomentView, TableInfo, WatchableTable
from pitboss.floor.verify import VerificationResult, verify
from pitboss.library.felts import felt_of
from pitboss.table import SURVEILLANCE
from pitboss.web import theme
from pitboss.web.addresses import Query, Refused, address
from pitboss.web.citations import citation
from pitboss.web.felt import FeltElement
from pitboss.web.live.buttons import button, may_press
from pitboss.web.live.log import said
from pitboss.web.live.side import opens_side, side
from pitboss.web.markup import Markup, el, table
from pitboss.web.table_page import price_query
from pitboss.web.visitor import Visitor, visitor

SHOWN_ENTRIES = 400


async def watcher() -> Visitor:
    """Return the visitor if they are surveillance; refuse anyone else."""
    who = await visitor()
    if who.role is not Role.SURVEILLANCE:
        says = (
            "These pages show every card and are only for surveillance. Sign in with its token at the staff entrance."
        )
        raise Refused(403, "Surveillance only", says, {"Staff entrance": "/staff", "The tables": "/"})
    return who


# ---- all tables, and the books


async def tables_page(query: Query) -> None:
    """Show all tables, open and closed, and whether the books balance."""
    who = await watcher()
    tables = await who.floor.tables(closed=True)
    taken = await who.floor.taken_seats()
    played = await who.floor.store.read(_rounds)
    books = await who.floor.store.read(audit)
    balances = await who.floor.store.read(_people_and_cage)
    flags = await who.floor.flags.newest()
    with theme.frame("Surveillance"):
        theme.linked("live.css")
        theme.heading("Surveillance")
        ui.label("Every table and every round, with every card.").classes("lead")
        theme.written(tables_markup(tables, taken, played))
        theme.heading("Flags", 2)
        theme.written(flags_markup(flags))
        theme.heading("The books", 2)
        theme.written(books_markup(books, balances))


def tables_markup(tables: list[TableInfo], taken: dict[int, int], played: dict[int, int]) -> Markup:
    rows = [
        el(
            "tr",
            el("th", el("a", f"Table {one.id}", href=f"/surveillance/{one.id}"), scope="row"),
            el("td", one.name if one.name == one.title else f"{one.name} ({one.title})", data_label="Game"),
            el("td", f"{played.get(one.id, 0):,}", data_label="Rounds"),
            el("td", "closed" if one.closed else f"{taken.get(one.id, 0)} of {one.seats}", data_label="Seats"),
            el("td", "a person" if one.dealer == "person" else "automatic", data_label="Dealt by"),
        )
        for one in tables
    ]
    return table(["Table", "Game", "Rounds", "Seats", "Dealt by"], rows, "All tables")


def flags_markup(flags: Sequence[Flag]) -> Markup:
    """Render what someone should look at."""
    if not flags:
        return el("p", "Nothing is flagged.", class_="quiet")
    shown = [
        el(
            "li",
            f"{datetime.fromtimestamp(one.at):%Y-%m-%d %H:%M}, ",
            el("a", f"table {one.table}", href=f"/surveillance/{one.table}"),
            f": {' and '.join(one.people)} use {one.what}",
        )
        for one in flags
    ]
    return el("ul", shown, class_="flags")


def books_markup(books: LedgerAudit, balances: dict[str, int]) -> Markup:
    """Render whether the ledger balances, and how much money is away from the tables."""
    right = el("b", "The books are correct", class_="good") if not books.faults else el("b", "Faults", class_="dear")
    totals = f": {books.journals:,} journals over {books.accounts:,} accounts, {dollars(books.outside)} in play."
    return el(
        "div",
        el("p", right, totals),
        el("ul", [el("li", fault, class_="dear") for fault in books.faults]) if books.faults else None,
        balances_markup(balances, "Balances"),
    )


def balances_markup(balances: Mapping[str, int], caption: str) -> Markup:
    rows = [el("tr", el("th", name, scope="row"), el("td", dollars(held))) for name, held in balances.items()]
    return table(["Account", "Balance"], rows, caption, "figures balances")


def _rounds(connection: Connection) -> dict[int, int]:
    """Count the finished rounds of each table."""
    entry = schema.entry
    ended = select(entry.c.table, func.count()).where(entry.c.kind == "end").group_by(entry.c.table)
    return {int(id): int(count) for id, count in connection.execute(ended)}


def _people_and_cage(connection: Connection) -> dict[str, int]:
    account, person = schema.account, schema.person
    names = dict(connection.execute(select(person.c.id, person.c.name)).all())
    rows = connection.execute(
        select(account.c.id, account.c.balance).where(account.c.balance != 0).order_by(account.c.id)
    )
    found: dict[str, int] = {}
    for id, balance in rows:
        kind, _, number = id.partition(":")
        if kind == "person" and number.isdecimal():
            id = f"{names.get(int(number), 'unknown')} ({id})"
        found[id] = int(balance)
    return found


# ---- one table, round by round


async def rounds_page(query: Query, table: str) -> None:
    """Show a round of a table, step by step."""
    who = await watcher()
    shown = await price_query(who.floor, table)
    last = await who.floor.store.read(lambda connection: _last_round(connection, shown.info.id))
    asked = query.get("round", "")
    over = max(shown.snapshot.round - 1, 0)
    number = int(asked) - 1 if asked.isdecimal() and len(asked) < 10 else over
    try:
        steps = await who.floor.past_round(shown.info.id, number, SURVEILLANCE)
    except NoSuchRound:
        says = f"Round {asked} was not played at this table; there are rounds 1 to {last + 1}."
        raise Refused(404, "No such round", says, {"The last round": f"/surveillance/{table}"}) from None
    entries = await who.floor.store.read(lambda connection: _entries(connection, shown.info.id, number))
    held = await who.floor.store.read(lambda connection: balances_of(connection, shown.info.id))
    with theme.frame(f"Surveillance: {shown.info.name}", wide=True) as page:
        theme.linked("live.css", "live.js")
        page.main.classes("table-room")
        RoundView(who.floor, shown, number, last, steps, entries, held)


async def replay_page(query: Query, table: str) -> None:
    """Show a round the visitor played, step by step, as seen from their seat."""
    who = await visitor()
    shown = await price_query(who.floor, table)
    seats = {seat.person: (number, seat) for number, seat in shown.snapshot.seats.items()}
    you, seat = seats.get(who.player.id, (0, None)) if who.player is not None else (0, None)
    asked = query.get("round", "")
    number = int(asked) - 1 if asked.isdecimal() and len(asked) < 10 else shown.snapshot.round - 1
    if seat is None or not seat.since // STEPS_PER_ROUND <= number < shown.snapshot.round:
        says = "You can replay a round you played once it is over, as long as you keep your seat."
        raise Refused(404, "No such round", says, {"The table": f"/table/{shown.info.id}", "The lobby": "/"})
    steps = await who.floor.past_round(shown.info.id, number, you)
    with theme.frame(f"{shown.info.name}: round {number + 1}", wide=True) as page:
        theme.linked("live.css", "live.js")
        page.main.classes("table-room")
        RoundView(who.floor, shown, number, shown.snapshot.round - 1, steps, [], {}, you, seat.since // STEPS_PER_ROUND)


def _last_round(connection: Connection, id: int) -> int:
    """Return the last round on the tape. A round that has not begun has no entries."""
    entry = schema.entry
    return int(connection.execute(select(func.max(entry.c.round)).where(entry.c.table == id)).scalar() or 0)


def _entries(connection: Connection, id: int, number: int) -> list[tuple[int, str]]:
    entry = schema.entry
    rows = (
        select(entry.c.number, entry.c.line)
        .where(entry.c.table == id, entry.c.round == number)
        .order_by(entry.c.number)
        .limit(SHOWN_ENTRIES)
    )
    return [(int(row.number), str(row.line)) for row in connection.execute(rows)]


@dataclass
class RoundView:
    """A round in one browser, with controls to step forward and back."""

    floor: Floor
    shown: WatchableTable
    number: int
    last: int
    steps: list[MomentView]
    entries: list[tuple[int, str]]
    held: dict[str, int]
    you: int = 0
    "The position from which it is seen; surveillance has none, and also sees the tape and the books."
    first: int = 0
    at: int = 0
    _items: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.client = ui.context.client
        self.layout = self.shown.game.layout
        self.steps = [step for step in self.steps if step.state]
        info = self.shown.info
        with ui.element("div").classes("table-bar"):
            theme.heading(f"{info.name}: round {self.number + 1}").classes("table-title")
            with ui.element("nav").classes("table-ways").props('aria-label="Rounds"'):
                here = f"/table/{info.id}/rounds" if self.you else f"/surveillance/{info.id}"
                if self.number > self.first:
                    ui.link("Previous round", address(here, {"round": self.number})).props('data-key="pageup"')
                if self.number < self.last:
                    ui.link("Next round", address(here, {"round": self.number + 2})).props('data-key="pagedown"')
                if self.shown.game.hosting.posts_when_due and self.number < self.shown.snapshot.round:
                    ui.link("Hand history", f"/api/v1/tables/{info.id}/rounds/{self.number}/phh")
                if self.you:
                    ui.link("Back to the table", f"/table/{info.id}")
                else:
                    ui.link("All tables", "/surveillance")
                    ui.link("Export", f"{here}/export.json")
                opens_side("Steps", "Steps, tape and books")
        with ui.element("div").classes("table"):
            with ui.element("div").classes("stage"):
                felt = felt_of(self.layout, info.seats)
                with ui.element("div").classes("felt-box").style(f"--felt-ratio: {felt.width / felt.height:.3f}"):
                    self.felt = FeltElement(felt)
                self._steering()
            self._side()
        self.go(0)
        if not self.you:
            self.client.on_connect(self._verify)

    def _steering(self) -> None:
        with ui.element("section").classes("doing").props('aria-label="Steps"'):
            self._call = ui.element("div").classes("call").props('role="status" aria-live="polite"')
            with ui.element("div").classes("steering"):
                self._back = button("Back", lambda: self.go(self.at - 1), key="arrowleft")
                self._slider = (
                    ui.element("input").classes("steps").props('type=range min=0 step=1 value=0 aria-label="Step"')
                )
                self._slider.props["max"] = max(len(self.steps) - 1, 0)
                self._slider.on(
                    "input", lambda event: self.go(int(event.args)), js_handler="(e) => emit(e.target.value)"
                )
                self._on = button("Next", lambda: self.go(self.at + 1), key="arrowright")

    def _side(self) -> None:
        parts = side(["Steps"] if self.you else ["Steps", "Tape", "Books"], "Steps, tape and books")
        with parts["Steps"], ui.element("ol").classes("log"):
            for place, step in enumerate(self.steps):
                self._step(place, step)
        if self.you:
            return
        with parts["Tape"]:
            self._chain = ui.label("Checking the tape…").props('role="status"')
            theme.written(el("ol", [_entry(number, line) for number, line in self.entries], class_="tape"))
        with parts["Books"]:
            theme.written(balances_markup(self.held, "Balances of this table"))

    def _step(self, place: int, step: MomentView) -> None:
        with ui.element("li").classes("log-entry"):
            item = ui.element("button").classes("step").props("type=button")
            item.on("click", lambda: self.go(place))
            with item:
                ui.label(describe_step(step))
            if section := str(step.step.get("section", "")):
                theme.written(citation(section, self.layout.on, self.layout.on), "span")
        self._items.append(item)

    def go(self, at: int) -> None:
        """Show a step."""
        if not self.steps:
            return
        self._items[self.at].props(remove="aria-current")
        self.at = min(max(at, 0), len(self.steps) - 1)
        step = self.steps[self.at]
        self._items[self.at].props["aria-current"] = "step"
        self.felt.show(step.state or {}, self.you, [])
        self._call.clear()
        with self._call:
            ui.label(f"{self.at + 1} of {len(self.steps)}: {describe_step(step)}").classes("call-text")
            if section := str(step.step.get("section", "")):
                theme.written(citation(section, self.layout.on, self.layout.on), "span").classes("call-cite")
        self._slider.props["value"] = self.at
        may_press(self._back, self.at > 0)
        may_press(self._on, self.at < len(self.steps) - 1)

    async def _verify(self) -> None:
        background_tasks.create(self._verified(), name="verify the tape")

    async def _verified(self) -> None:
        bundle = await export_table(self.floor, self.shown.info.id)
        found = await run.io_bound(verify, bundle, self.floor.sealer.public)
        if found is None or self.client.is_deleted:
            return
        with self.client.content:
            self._chain.set_text(describe_verification(found))
            self._chain.classes("good" if found.true else "dear")


def describe_step(moment: MomentView) -> str:
    """Describe a step, including asks."""
    step = moment.step
    text = said(step, moment.state or {}, 0)
    if text:
        return text
    asks = {
        "AskWagers": "Wagers are taken",
        "AskDice": "The dice are rolled",
        "AskShuffle": "The cards are shuffled",
        "AskNumber": f"The {step.get('what', 'wheel')} turns",
        "AskDraw": f"{step.get('take', '')} of {step.get('of', '')} numbers are drawn",
        "AskCard": f"A card is drawn, for {step.get('to', '')}",
        "AskDecision": str(step.get("question", "A decision")),
    }
    return asks.get(str(step["step"]), str(step["step"]))


def describe_verification(found: VerificationResult) -> str:
    """Summarize the tape's verification in one line."""
    if found.true:
        return (
            f"Verified: {found.entries:,} entries in an unbroken chain, {found.rounds:,} rounds replayed to the "
            f"cent, {found.opened:,} of {found.shuffles:,} shuffles opened and verified, {found.journals:,} journals "
            "balanced."
        )
    return "Verification FAILED: " + "; ".join(f"entry {fault.entry}: {fault.what}" for fault in found.faults[:5])


def _entry(number: int, line: str) -> Markup:
    return el("li", el("span", str(number), class_="tape-number"), el("code", line))


async def export(request: Request, table: str) -> Response:
    """Serve the table's complete data, for `pitboss verify`."""
    who = await visitor(request)
    if who.role is not Role.SURVEILLANCE:
        return problem("wrong-role").answer()
    try:
        bundle = await export_table(who.floor, int(table) if table.isdecimal() and len(table) < 12 else 0)
    except NoSuchTable as missing:
        return problem("no-such-table", str(missing)).answer()
    named = {"content-disposition": f'attachment; filename="pitboss-table-{bundle.table.id}.json"'}
    return Response(bundle.model_dump_json(), media_type="application/json", headers=named)


def serve() -> None:
    """Add the export to the application."""
    app.add_api_route("/surveillance/{table}/export.json", export, include_in_schema=False)
