"""Tournaments: a list, the standings, and how to enter (8.6).

Standings are read from the ledger every second, so that everyone sees the same. A floorperson files a tournament here,
adds bots and starts it; the regulator can stop it.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta

from nicegui import ui

from pitboss.chapter.check import Unlawful
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import rules_of
from pitboss.chapter.table_file import LARGEST, BadTable
from pitboss.floor.api.problems import problem_of
from pitboss.floor.people import Person, Role
from pitboss.floor.tournaments import HOLDERS, NoSuchTournament, TournamentView
from pitboss.table import Refused
from pitboss.web import theme
from pitboss.web.addresses import Query
from pitboss.web.addresses import Refused as NoPage
from pitboss.web.findings import findings_markup
from pitboss.web.live.buttons import button
from pitboss.web.live.notices import Notices
from pitboss.web.markup import Markup, el
from pitboss.web.table_page import TROUBLES
from pitboss.web.visitor import Visitor, visitor

EVERY = 1.0
"""Seconds between updates of the standings."""
STATUS = {"filed": "open for entries", "playing": "being played", "over": "over", "stopped": "stopped"}


async def list_page(query: Query) -> None:
    """List all tournaments; floorpersons can file one."""
    who = await visitor()
    held = await who.floor.tournaments.all(who.player)
    with theme.frame("Tournaments"):
        theme.linked("live.css", "live.js")
        theme.heading("Tournaments")
        lead = "Everyone buys the same chips and plays the same hands; whoever has the most at the end wins. "
        ui.label(f"{lead}Tournament chips have no cash value.").classes("lead")
        theme.written(_listed(held))
        if who.staff is not None:
            theme.written(_revenue(held))
        if who.role in HOLDERS:
            _Filing(who).build()


def _listed(held: list[TournamentView]) -> Markup:
    if not held:
        return el("p", "No tournaments yet. A floorperson can file one on this page.", class_="quiet")
    rows = [
        el(
            "tr",
            el("td", el("a", one.name, href=f"/tournaments/{one.id}")),
            el("td", STATUS[one.status]),
            el("td", f"{one.starts:%Y-%m-%d %H:%M}"),
            el("td", _games(one)),
            el("td", dollars(one.fee), class_="number"),
            el("td", str(len(one.standings)), class_="number"),
            el("td", dollars(one.prizes[0]) if one.prizes else "", class_="number"),
        )
        for one in held
    ]
    names = ("Tournament", "Status", "Starts", "Games", "Fee", "Entered", "First wins")
    ends = ("Fee", "Entered", "First wins")
    head = el("tr", [el("th", name, scope="col", class_="number" if name in ends else None) for name in names])
    return el("div", el("table", el("thead", head), el("tbody", rows), class_="tournaments"), class_="scrolls")


def _revenue(held: list[TournamentView]) -> Markup:
    """Render the house's revenue from finished tournaments."""
    over = [one for one in held if one.status == "over"]
    revenue = f"Tournament gross revenue: {dollars(sum(one.revenue for one in over))}, fees less prizes. "
    return el("p", f"{revenue}Losses are not offset between tournaments.", class_="quiet revenue") if over else Markup()


def _games(seen: TournamentView) -> str:
    return ", ".join(dict.fromkeys(rules_of(stage.game).game.name for stage in seen.stages))


async def one_page(query: Query, tournament: str) -> None:
    """Show a tournament: its standings, and the visitor's possible actions."""
    who = await visitor()
    try:
        number = int(tournament) if tournament.isdecimal() and len(tournament) < 10 else 0
        seen = await who.floor.tournaments.view(number, who.player)
    except NoSuchTournament:
        ways = {"All tournaments": "/tournaments"}
        raise NoPage(404, "No such tournament", f"There is no tournament {tournament[:20]}.", ways) from None
    with theme.frame(seen.name):
        theme.linked("live.css", "live.js")
        _Held(who, seen).build()


class _Held:
    """One browser's view of a tournament."""

    def __init__(self, who: Visitor, seen: TournamentView) -> None:
        self.who, self.seen = who, seen
        self.held = who.floor.tournaments

    def build(self) -> None:
        theme.heading(self.seen.name)
        self.notices = Notices(date.today())
        self._status = ui.label().classes("lead tournament-status").props('role="status"')
        self._ways = ui.element("div").classes("tournament-ways")
        self._board = theme.written(Markup())
        self._terms = theme.written(Markup()).classes("tournament-terms")
        ui.link("All tournaments", "/tournaments")
        self._show()
        ended = self.seen.status in ("over", "stopped")
        self._timer = None if ended else ui.timer(EVERY, self._look)

    async def _look(self) -> None:
        if self.who.floor.closed:
            return
        now = await self.held.view(self.seen.id, self.who.player)
        if now != self.seen:
            self.seen = now
            self._show()
        if now.status in ("over", "stopped") and self._timer is not None:
            self._timer.cancel()

    def _show(self) -> None:
        self._status.set_text(_status_text(self.seen))
        self._board.set_content(board(self.seen))
        self._terms.set_content(_terms(self.seen))
        self._ways.clear()
        with self._ways:
            self._may()

    def _may(self) -> None:
        seen, role = self.seen, self.who.role
        mine = next((one for one in seen.standings if one.you), None)
        if mine is not None and mine.table is not None:
            ui.link("To your table", f"/table/{mine.table}").classes("press brass to-table")
        if role is Role.PLAYER and ((seen.status == "filed" and mine is None) or seen.may_rebuy):
            what = "Enter again" if seen.may_rebuy else "Enter"
            name = f"{what} for {dollars(seen.fee)}" if seen.fee else what
            button(name, self._does(lambda person: self.held.enter(seen.id, person)), classes="brass enter")
        if role in HOLDERS and seen.status == "filed":
            button("Start it", self._does(lambda person: self.held.start(seen.id, person)), classes="brass start")
            button("Add a bot", self._does(lambda person: self.held.add_bot(seen.id, person)), classes="add-bot")
        if role is Role.REGULATOR and seen.status in ("filed", "playing"):
            why = ui.input("Reason").classes("stop-why").props('maxlength=400 aria-label="Reason"')
            stop = self._does(lambda person: self.held.stop(seen.id, person, why.value or ""))
            button("Stop it", stop, classes="stop")

    def _does(self, ask: Callable[[Person], Awaitable[object]]) -> Callable[[], Awaitable[None]]:
        """Return a handler that performs an action as the visitor and shows the result."""

        async def done() -> None:
            try:
                await ask(await self.who.asks())
            except Refused as refused:
                self.notices.say(refused.answer.reason, refused.answer.section)
                return
            except TROUBLES as problem:
                self.notices.say(problem_of(problem).detail)
                return
            self.notices.hush()
            await self._look()
            if self.who.player is not None:  # a fee may have been paid
                left = dollars(await self.who.floor.bankroll(self.who.player))
                ui.run_javascript(f"pitbossLive.bankroll({json.dumps(left)})")

        return done


def _status_text(seen: TournamentView) -> str:
    """Describe a tournament's state in one sentence."""
    if seen.status == "filed":
        return f"Open for entries; starts on {seen.starts:%Y-%m-%d} at {seen.starts:%H:%M}."
    if seen.status == "playing":
        stage = seen.stages[seen.stage - 1]
        game = rules_of(stage.game).game.name
        on = f", and {stage.advance} advance" if stage.advance and seen.stage < len(seen.stages) else ""
        return f"Stage {seen.stage} of {len(seen.stages)}: {stage.hands} hands of {game} are dealt{on}."
    if seen.status == "stopped":
        return f"Stopped under 8.6(c). {seen.why}. Fees were returned."
    return "Finished; the prizes have been paid."


def board(seen: TournamentView) -> Markup:
    """Render the standings."""
    if not seen.standings:
        return el("p", "No one has entered yet.", class_="quiet")
    rows = [
        el(
            "tr",
            el("td", str(one.place), class_="number"),
            el("td", one.name, el("span", " (you)", class_="quiet") if one.you else None),
            el("td", dollars(one.chips), class_="number"),
            el("td", dollars(one.prize) if one.prize else "", class_="number"),
            el(
                "td",
                f"out after stage {one.out}" if one.out else f"table {one.table}" if one.table else "",
                class_="quiet",
            ),
            class_="you" if one.you else None,
        )
        for one in seen.standings
    ]
    won = "Won" if seen.status == "over" else "Would win"
    names = {"Place": True, "Name": False, "Chips": True, won: True, "Where": False}
    head = el("tr", [el("th", name, scope="col", class_="number" if end else None) for name, end in names.items()])
    table = el("table", el("thead", head), el("tbody", rows), class_="tournaments standings", aria_label="Standings")
    return el("div", table, class_="scrolls")


def _terms(seen: TournamentView) -> Markup:
    """Render the terms that every entrant needs to know."""
    stages = [
        el(
            "li",
            f"{stage.hands} hands of {rules_of(stage.game).game.name}",
            f", the best {stage.advance} advance" if stage.advance else "",
        )
        for stage in seen.stages
    ]
    so_far = " so far" if seen.status in ("filed", "playing") else ""
    prizes = "; ".join(f"{number}. {dollars(prize)}" for number, prize in enumerate(seen.prizes, 1))
    rows = [
        ("Entry", f"{dollars(seen.fee)} for {dollars(seen.chips)} in tournament chips, which have no cash value"),
        ("Re-buys", f"{seen.rebuys}, for players who are out in the first stage" if seen.rebuys else "none"),
        ("Prizes", f"{prizes} (of {dollars(seen.fees)} in fees{so_far}); players with equal chips share"),
        ("Notice", f"filed by {seen.filed_by} under 8.6(b), {seen.kind.replace('_', ' ')}"),
    ]
    if seen.tips:
        rows.append(("Tips", f"{dollars(seen.tips)} of the prize money is withheld for the dealers (8.6(d))"))
    return el(
        "section",
        el("h2", "How it is played"),
        el("ol", stages),
        el("dl", [el("div", el("dt", name), el("dd", says)) for name, says in rows], class_="sources"),
    )


class _Filing:
    """The form with which a floorperson files a tournament, as a file."""

    def __init__(self, who: Visitor) -> None:
        self.who = who

    def build(self) -> None:
        theme.heading("File a tournament", 2)
        ui.label(
            "The tournament file, with the notice of 8.6(b) and the controls of 8.6(e). This example is valid."
        ).classes("quiet")
        self._text = ui.textarea(value=example(datetime.now())).classes("tournament-file")
        self._text.props(f'maxlength={LARGEST} spellcheck=false aria-label="The file of the tournament" rows=18')
        button("File it", self._file, classes="brass file")
        self._found = ui.element("div").props('role="alert"').classes("tournament-found")

    async def _file(self) -> None:
        self._found.clear()
        try:
            id = await self.who.floor.tournaments.file(await self.who.asks("heavy"), self._text.value or "")
        except Unlawful as unlawful:
            with self._found:
                theme.written(findings_markup(unlawful.findings, date.today()))
            return
        except Refused as refused:
            self._say(refused.answer.reason)
            return
        except BadTable as bad:
            self._say(str(bad))
            return
        except TROUBLES as problem:
            self._say(problem_of(problem).detail)
            return
        ui.navigate.to(f"/tournaments/{id}")

    def _say(self, text: str) -> None:
        with self._found:
            ui.label(text).classes("form-trouble")


def example(now: datetime) -> str:
    """Return an example that could be held now, with notice given in time."""
    starts = now.replace(microsecond=0, second=0)
    return f"""game = "blackjack"
on = {starts.date()}
[tournament]
name = "Boardwalk Open"
fee = 100
chips = 1000
rebuys = 1
prizes = ["60%", "30%"]
[[tournament.stages]]
hands = 10
advance = 4
[[tournament.stages]]
game = "roulette"
hands = 5
[tournament.notice]
filed_at = {(starts - timedelta(days=14)).isoformat()}
starts_at = {starts.isoformat()}
locations = "pit 3"
equipment = ["two blackjack tables", "a roulette wheel"]
participants = 14
security = "two officers at the pit"
surveillance = "a camera over each table"
supervisors_certification = true
controller_certification = true
key_licensee_certification = true
[tournament.controls]
fees_and_rebuys = "at the cage, against a receipt"
rules_and_eligibility = "posted at the pit"
prizes = "by place, at the cage"
tournament_chips = "counted before and after"
revenue_and_tax = "fees less prizes; forms above the threshold"
complaints = "to the shift manager"
"""
