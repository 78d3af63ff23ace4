"""The table page: a felt to place chips on, the current question, and a log with sections.

A `TableView` is one browser's view of one table. It follows the table, displays what its viewer sees, and turns the
viewer's input into commands. The parts of the page are in `live`.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from datetime import datetime
from typing import Any

from nicegui import background_tasks, ui
from nicegui.client import Client

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.equipment import Card
from pitboss.families import family_of
from pitboss.felts import Area
from pitboss.floor.api.problems import ProblemError, problem_of
from pitboss.floor.changes import PendingChange
from pitboss.floor.commands import Act, AddBot, BuyIn, Command, Decide, Leave, Ready, Sit, WrongRole
from pitboss.floor.floor import Floor, NoSuchRound, NoSuchTable, OwnerUnavailable
from pitboss.floor.people import Role
from pitboss.floor.sight import STEPS_PER_ROUND, TableInfo, VisibleTable, WatchableTable
from pitboss.floor.store import CommitFailed
from pitboss.library.felts import felt_of
from pitboss.library.hints import known_at, worth
from pitboss.library.work import Overloaded
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.report import PriceReport
from pitboss.table import Action, AskDecision, Refused
from pitboss.table.decisions import NO_CARDS
from pitboss.table.game import Game
from pitboss.table.setting import HOUSE_WAY, Setting
from pitboss.web import theme
from pitboss.web.addresses import Choices, Query, address
from pitboss.web.addresses import Refused as NothingThere
from pitboss.web.citations import MEANS
from pitboss.web.csp import inline_script
from pitboss.web.felt import FeltElement
from pitboss.web.house_choices import differences, differences_markup, in_short, table_price_markup
from pitboss.web.live import pace
from pitboss.web.live.bet_slider import Stakes
from pitboss.web.live.buttons import button
from pitboss.web.live.buy_in import format_limits, free_seat
from pitboss.web.live.call import Call
from pitboss.web.live.hints import hint
from pitboss.web.live.lawful_amount import nearest
from pitboss.web.live.log import Log, spoken
from pitboss.web.live.notices import Instead, Notices
from pitboss.web.live.playback import Showing
from pitboss.web.live.question import USUAL_BUY_IN, Asking, Doing
from pitboss.web.live.reality import RealityCheck
from pitboss.web.live.rebet import Laid, Laying, coupon_of, wagers_of
from pitboss.web.live.seats import Seats
from pitboss.web.live.session import Mistake, Session, Sheet
from pitboss.web.live.setting import Made, ToSet
from pitboss.web.live.side import opens_side, side
from pitboss.web.live.staff import Staff
from pitboss.web.live.tray import Tray
from pitboss.web.live.wagers import Wagers, price_of
from pitboss.web.markup import Markup, el
from pitboss.web.visitor import Visitor, visitor
from pitboss.web.work import computed, price_job

REMEMBERED = 60
"""The number of past rounds that a page loads when a player returns to the table."""
TROUBLES = (ProblemError, WrongRole, OwnerUnavailable, CommitFailed, NoSuchTable, Overloaded)
"""Ways in which a command can fail other than being refused by the rules."""


HANDS_ON = el(
    "ul",
    el("li", el("b", "Click or tap"), "  a betting spot to place the selected chip."),
    el("li", el("b", "A coupon"), "  selected beside the chips goes under the next chips you place."),
    el("li", el("b", "Right click"), "  a betting spot, or press Delete, to take your wager down."),
    el(
        "li",
        el("b", "Press and hold"),
        "  a betting spot to see its odds, price and section, and a button to take your wager down.",
    ),
    class_="hands-on",
)
"""Instructions for the felt, since not everyone tries a right click or a long press."""


async def table_page(query: Query, table: str) -> None:
    """Show a table as its visitor may see it."""
    who = await visitor()
    shown = await price_query(who.floor, table)
    seen = shown.view(who.person, offers=True)
    bankroll = await who.floor.bankroll(who.player) if who.player is not None else 0
    coupons = await who.floor.coupons(who.player) if who.player is not None else {}
    name = seen.table.title if seen.table.name == seen.table.title else f"{seen.table.title}: {seen.table.name}"
    with theme.frame(name, wide=True) as page:
        theme.linked("live.css", "live.js")
        page.main.classes("table-room")
        played = json.dumps(seen.table.game)
        ui.add_body_html(inline_script(f"window.addEventListener('load', () => window.pitboss?.played({played}))"))
        TableView(who, shown, seen, bankroll).tray.hold(coupons)


async def price_query(floor: Floor, number: str) -> WatchableTable:
    """Return the table named in an address."""
    try:
        return await floor.table(int(number) if number.isdecimal() and len(number) < 12 else 0)
    except NoSuchTable:
        says = f"There is no table {number[:20]!r}. The lobby lists all tables."
        raise NothingThere(404, "No such table", says, {"The lobby": "/"}) from None


class TableView:
    """One browser's view of a table."""

    def __init__(self, who: Visitor, table: WatchableTable, seen: VisibleTable, bankroll: int) -> None:
        self.who, self.floor, self.id = who, who.floor, seen.table.id
        self.game, self.layout = table.game, table.game.layout
        self.shown, self.seen, self.bankroll = table, seen, bankroll
        self.plays = who.role is Role.PLAYER
        self.client: Client = ui.context.client
        self.laying = Laying(self.layout, self.game.amounts.in_progress)
        self.differs = differences(self.layout)
        self.sheet = Sheet(lambda kind: bool(self.layout.rules.wagers[kind].tied))
        self.report: PriceReport | None = None
        self._last_laid: list[Laid] = []
        "The chips placed here for the coming round, latest last."
        self._following: asyncio.Task[None] | None = None
        self._minding: asyncio.Task[None] | None = None
        self._build()
        if who.player is not None and self.plays:
            self.reality = RealityCheck(self.floor, who.player)
        self.showing.catch_up(seen)
        self._stand(seen)
        self.client.on_connect(self._begin)
        self.client.on_delete(self._end)

    @property
    def me(self) -> int:
        """The viewer's position; 0 for a bystander."""
        return self.seen.you if self.plays else 0

    @property
    def _on_duty(self) -> bool:
        """Whether the viewer is staff who can act here."""
        return self.who.staff is not None and self.who.role is not Role.SURVEILLANCE

    @property
    def _rules_at(self) -> str:
        return address(f"/rules/{self.seen.table.game}", {"on": self.seen.table.on})

    @property
    def _prices_at(self) -> str:
        """The price page for this table's rules."""
        chosen = Choices.of(self.layout).query()
        return address(f"/price/{self.seen.table.game}", {"on": self.seen.table.on, **chosen})

    # ---- building the page

    def _build(self) -> None:
        with ui.element("div").classes("table"):
            with ui.element("div").classes("stage"):
                self._bar()
                if self.differs:
                    self._house_rules()
                self._sign = ui.label().classes("change-sign").props('role="status"')
                if (held := self.seen.table.tournament) is not None:
                    with ui.element("p").classes("tournament-line"):
                        ui.label(f"Tournament chips have no cash value. {self.seen.table.hands} hands are dealt.")
                        ui.link("Standings", f"/tournaments/{held}")
                self.seats = Seats(self.do, self._leave)
                self._felt()
                self._part = ui.element("section").classes("doing").props('aria-label="Your part"')
                with self._part:
                    self.notices = Notices(self.layout.on, self.layout.on)
                    posts = self.game.hosting.posts_when_due
                    self.call = Call(self.layout.on, by_name=posts)
                    self.tray = Tray(self.seen.table.minimum, chips=self.felt.felt.slip() is None and not posts)
                    family = family_of(self.layout.rules.game.family)
                    decisions = tuple(self.game.decisions)
                    self.asking = Asking(
                        family, self._doing(), self._names(), self.game.amounts.in_progress, posts, decisions
                    )
            self._board_key: object = None
            roads = ["Roads"] if self.felt.felt.scoreboard(self.seen.state) is not None else []
            names = [*(["Staff"] if self._on_duty else []), "Log", "Wagers", *roads, "Session", "Table"]
            parts = side(names, "Log, wagers and table")
            if roads:
                with parts["Roads"]:
                    self._roads = theme.written(Markup()).classes("roads")
            with parts["Log"]:
                self.log = Log(self.layout.on, self.layout.on, by_name=self.game.hosting.posts_when_due)
            with parts["Wagers"]:
                self.wagers = Wagers(self.layout, self._change)
            with parts["Session"]:
                self.session = Session(self.sheet, f"/table/{self.id}/rounds")
            with parts["Table"]:
                self._about()
            self.staff: Staff | None = None
            if self._on_duty:
                with parts["Staff"]:
                    self.staff = Staff(self.who, self.layout, self.do)
        self.showing = Showing(self.felt, self._floats, self.call, self.log, self.laying, self.asking.playing)

    def _bar(self) -> None:
        info = self.seen.table
        with ui.element("div").classes("table-bar"):
            theme.heading(info.title).classes("table-title")
            self._status = ui.label().classes("table-status")
            with ui.element("nav").classes("table-ways").props('aria-label="About this table"'):
                # On narrow screens these are in the side panel.
                if self._reconstructed:
                    ui.label("a reconstruction").classes("elsewhere").props["title"] = MEANS["reconstructed"]
                ui.link("Rules", self._rules_at).classes("elsewhere")
                ui.link("Prices", self._prices_at).classes("elsewhere")
                self._leaving = button("Leave", self._leave, classes="small quiet", title="Leave with your chips")
                opens_side("Staff" if self._on_duty else "Log", "What happened, and prices")

    def _house_rules(self) -> None:
        """Show the house's non-default rules in one line; the details are in the side panel."""
        with ui.element("button").classes("house-rules").props('type=button data-shows="table"'):
            ui.label(in_short(self.differs)).classes("house-rules-summary")
            self._house_price = ui.element("span")

    def _felt(self) -> None:
        felt = felt_of(self.layout, self.seen.table.seats)
        with ui.element("div").classes("felt-box").style(f"--felt-ratio: {felt.width / felt.height:.3f}"):
            about = {kind: self._section_of(kind) for kind in self.layout.wagers}
            self.felt = FeltElement(felt, self.me, self._lay, self._take, about)
            self._floats = ui.element("div").classes("floats").props('aria-hidden="true"')

    def _section_of(self, kind: str) -> str:
        """Return a wager's section and its other names."""
        rule = self.layout.rules.wagers[kind]
        known = f"also {', '.join(rule.aka)} · " if rule.aka else ""
        return f"{known}{self.layout.cite(rule.section.split(', ')[0])}"

    @property
    def _reconstructed(self) -> bool:
        """Whether no text of the game was found; the table then says so."""
        return self.layout.rules.game.provenance == "reconstructed"

    def _about(self) -> None:
        info = self.seen.table
        ui.label("This table's rules" if self.differs else "Default rules").classes("side-title")
        if self.differs:
            theme.written(differences_markup(self.differs, self.layout))
        self._own_price = ui.element("p").classes("own-price")
        with ui.element("dl").classes("about"):
            _add_fact("Table", f"{info.name}, table {info.id}")
            _add_fact("Rules as of", str(info.on))
            if self._reconstructed:
                _add_fact("Source", MEANS["reconstructed"])
            steps = f", in steps of {dollars(info.increment)}" if info.increment > 1 else ""
            _add_fact("Limits", format_limits(info.minimum, info.maximum) + steps)
            for wager, (least, most) in info.limits.items():
                _add_fact(self.layout.rules.wagers[wager].name, format_limits(least, most))
            self._dealer = _add_fact("Dealt by")
            self._commitment = _add_fact("Commitment").classes("commitment")
            with ui.element("div"):
                theme.written(el("span", "Pace"), "dt")
                with ui.element("dd").classes("paces").props('role="radiogroup" aria-label="Pace"'):
                    self._paces = {
                        name: button(name.capitalize(), self._paced(name), classes="small") for name in pace.PACES
                    }
                    for option in self._paces.values():
                        option.props["role"] = "radio"
            with ui.element("div"):
                theme.written(el("span", "Sound"), "dt")
                with ui.element("dd"):
                    sound_switch = (
                        ui.element("button")
                        .classes("press small")
                        .props('type=button data-sounds aria-pressed="false"')
                    )
                    with sound_switch:
                        theme.written(el("span", "Chips, cards and dice make sounds"), "span")
        theme.written(HANDS_ON)
        with ui.element("ul").classes("ways"):
            for name, path in (
                ("Gaming guide of this table", f"/table/{info.id}/guide"),
                ("The rules of the game", self._rules_at),
                ("Prices at this table", self._prices_at),
                ("All rolls and shuffles, and how to verify them", f"/table/{info.id}/shuffles"),
            ):
                with ui.element("li"):
                    ui.link(name, path)

    def _paced(self, name: str) -> Callable[[], None]:
        def choose() -> None:
            self.showing.share = pace.PACES[name]
            self.felt.pace(pace.PACES[name])
            for other, option in self._paces.items():
                option.props["aria-checked"] = "true" if other == name else "false"
            ui.run_javascript(f"pitbossLive.keepPace({json.dumps(name)})")

        return choose

    # ---- following the table

    async def _begin(self) -> None:
        """Start following when a browser connects, for the first time or again."""
        if self._following is None or self._following.done():
            self._following = background_tasks.create(self._follow(), name=f"follow table {self.id}")
            background_tasks.create(self._price(), name=f"prices at table {self.id}")
            background_tasks.create(self._remember(), name=f"rounds played at table {self.id}")
            self._minding = background_tasks.create(self._mind_coupons(), name=f"coupons at table {self.id}")

    def _end(self) -> None:
        for task in (self._following, self._minding):
            if task is not None:
                task.cancel()

    async def _follow(self) -> None:
        """Show events until the browser is gone."""
        with self.client.content:
            wanted = "calm"
            with suppress(TimeoutError):
                wanted = await ui.run_javascript("pitbossLive.pace()", timeout=10.0)
            self._paced(wanted if wanted in pace.PACES else "calm")()
            if (self.seen.ask or {}).get("position") == self.seen.you:
                ui.run_javascript("pitbossLive.look()")
            self._sight()
            ui.run_javascript("pitbossLive.sound()")
            try:
                watching = self.floor.watch(self.id, self.who.person, since=self.seen.seq, offers=True)
                async with aclosing(watching) as looks:
                    async for seen in looks:
                        await self._see(seen)
            except Exception:
                self.notices.say("The connection to the table was lost. Reload the page.")
                raise

    def _sight(self) -> None:
        """Scroll the main wager's area into view for a player who has placed nothing, on small screens."""
        placed = wagers_of(self.seen.you, self.seen.state) or self.game.hosting.posts_when_due
        wanted = self.laying.missing(self.seen) if self.me and not placed else ()
        for first in wanted[:1]:
            ui.run_javascript(f"pitbossLive.sight({json.dumps(f'{first.wager}|{first.spot}|')})")

    async def _remember(self) -> None:
        """Load the rounds since the player sat down that were played before this page was opened, from the tape."""
        seats = self.shown.snapshot.seats
        if not self.me or self.me not in seats:
            return
        now, first = self.seen.round, seats[self.me].since // STEPS_PER_ROUND
        self.sheet.begins = first
        for number in range(max(first, now - REMEMBERED), now):
            with suppress(NoSuchRound, Overloaded):
                for moment in await self.floor.past_round(self.id, number, self.me):
                    self.sheet.hear(moment, self.me)
            await asyncio.sleep(0)
        if not self.client.is_deleted:
            with self.client.content:
                self.session.show(self.report)

    async def _see(self, seen: VisibleTable) -> None:
        self.shown = await self.floor.table(self.id)
        await self.showing.play(seen, seen.you if self.plays else 0)
        # This is not done earlier, because playback may show the cost of a decision but not yet the round's result.
        for moment in seen.moments:
            self.sheet.hear(moment, seen.you if self.plays else 0)
        if self.staff is not None:
            self.staff.heard(seen.moments)
        self._stand(seen)

    def _stand(self, seen: VisibleTable) -> None:
        """Update every part of the page to the current state."""
        before, self.seen = self.seen, seen
        is_deciding = (seen.ask or {}).get("kind") == "decision"
        self.showing.stand(seen, self.me)
        self._status.set_text(spoken(" · ".join(seen.status)))
        self._status.props["title"] = self._status.text
        drawn = seen.table.tournament is not None  # the house then assigns seats and chips
        hosts = (bool(self.me) or self.who.role in (Role.FLOORPERSON, Role.ADMIN)) and not drawn
        self.seats.show(seen, self.plays, hosts, self._own_verbs(), drawn)
        self._leaving.set_visibility(bool(self.me) and not drawn)
        self._part.classes(remove="deciding looking with-coupon", add="deciding" if is_deciding else "")
        self._part.classes(add="with-coupon" if is_deciding and self._takes_coupon(seen) else "")
        self._part.classes(add="" if self.me else "looking")
        self.tray.show(seen)
        if seen.round != before.round or (seen.ask or {}).get("kind") != "wagers":
            self._last_laid.clear()
        if seen.round != before.round or coupon_of(seen.you, seen.state) != coupon_of(before.you, before.state):
            background_tasks.create(self._count_coupons(), name="coupons")
        self._ask()
        self.wagers.show(seen, self._may)
        self.sheet.now = seen.round
        self.session.show(self.report)
        self._board(seen)
        sign = sign_text(seen.table.coming, seen.table.changed)
        self._sign.set_text(sign)
        self._sign.set_visibility(bool(sign))
        if seen.table.coming != before.table.coming:  # Announce a sign that goes up or comes down.
            self.call.say(announced(seen.table.coming), "8.3")
        if chosen_at(seen.table) != chosen_at(before.table):
            ui.run_javascript("location.reload()")  # the table has new rules now, and perhaps another felt
        self._dealer.set_text("a person" if seen.table.dealer == "person" else "automatic")
        shoe = {"shoe": seen.commitment} if seen.commitment else {}
        self._commitment.set_text(
            " · ".join(f"{of} {hash}" for of, hash in (shoe | dict(sorted(seen.commitments.items()))).items())
        )
        if self.staff is not None:
            self.staff.show(seen)
        if before.you != seen.you:
            self.sheet.begin(seen.round)
            self._sight()
            background_tasks.create(self._count_bankroll(), name="bankroll")

    def _board(self, seen: VisibleTable) -> None:
        """Update the scoreboard, if the game has one."""
        board = self.felt.felt.scoreboard(seen.state)
        if board is not None and board != self._board_key:
            self._board_key = board
            drawn, lines = board
            self._roads.set_content(el("div", el("ul", [el("li", one) for one in lines]), Markup(drawn)))

    async def _price(self) -> None:
        """Load prices and show them beside the wagers."""
        try:
            terms = self.floor.policy.requests
            report = await price_job(self.layout, terms).report()
            plain = Layout.of(self.layout.rules, self.layout.on)
            usual = await price_job(plain, terms).report() if self.differs else None
        except ValueError:
            return
        if self.client.is_deleted:
            return
        self.report = report
        with self.client.content:
            self._price_of_it(report, usual)
            self.session.show(report)
            self.wagers.priced(report)
            self.wagers.show(self.seen, self._may)
            self.felt.price({kind: text for kind in self.layout.wagers if (text := price_of(report, kind))})

    def _price_of_it(self, report: PriceReport, usual: PriceReport | None) -> None:
        """Show this table's price beside the default one if its rules differ."""
        places = [self._own_price, *([self._house_price] if self.differs else [])]
        for place in places:
            place.clear()
            with place:
                theme.written(table_price_markup(report, usual), "span")

    async def _count_bankroll(self) -> None:
        if self.who.player is None:
            return
        self.bankroll = await self.floor.bankroll(self.who.player)
        if self.client.is_deleted:
            return
        with self.client.content:
            ui.run_javascript(f"pitbossLive.bankroll({json.dumps(dollars(self.bankroll))})")

    def _takes_coupon(self, seen: VisibleTable) -> bool:
        """Whether a coupon can be used with any current offer."""
        taken = self.layout.fact("match_play") if "match_play" in self.game.sections else ()
        return any(offer.wager in taken for offer in seen.offers or ())

    async def _mind_coupons(self) -> None:
        """Show coupons as soon as the house issues them to the player."""
        if self.who.player is None:
            return
        with self.floor.coupon_events(self.who.player) as given:
            while True:
                await self._count_coupons()  # a coupon may have arrived since the page was built
                await given.wait()
                given.clear()

    async def _count_coupons(self) -> None:
        """Update the player's coupons, after one was used or returned."""
        if self.who.player is None:
            return
        held = await self.floor.coupons(self.who.player)
        if not self.client.is_deleted:
            with self.client.content:
                self.tray.hold(held)

    # ---- actions

    def _doing(self) -> Doing:
        return Doing(
            go=self._go,
            skip=lambda: self.showing.skip(),
            decide=self._decide,
            to_set=self._to_set,
            hint=self._hint,
            sit=self._sit,
            clear=self._clear,
            again=self._again,
            double=self._double,
            undo=self._undo,
            touch=self._touch,
            company=self._seat_bots,
            buy_in=self._buy_in,
            make=self._make_at_decision,
            stakes=self._stakes,
            to_discard=self._to_discard,
            card_of=self._card_of,
            do=self.do,
        )

    def _names(self) -> dict[str, str]:
        return {kind: rule.name for kind, rule in self.layout.wagers.items()}

    async def do(self, command: Command, wanted: Action | None = None) -> bool:
        """Execute a command; a refusal is shown with an alternative to `wanted`, if there is one."""
        self.notices.hush()
        try:
            await self.floor.command(self.id, await self.who.asks(), command)
        except Refused as refused:
            self.notices.say(refused.answer.reason, refused.answer.section, self._instead(wanted))
            return False
        except TROUBLES as problem:
            self.notices.say(problem_of(problem).detail)
            return False
        return True

    def _instead(self, wanted: Action | None) -> Instead | None:
        if wanted is None or not self.seen.you:
            return None
        if self.game.allowed(self.shown.snapshot.state, self.seen.you, wanted):
            return None  # It was refused for a reason other than the amount.
        amount = nearest(self.game, self.shown.snapshot.state, self.seen.you, wanted)
        if amount is None:
            return self._more_chips(wanted.amount)
        lawful = Laid(wanted.wager, wanted.spot, amount, wanted.coupon)
        return f"Bet {dollars(amount)} instead", lambda: self._make(lawful)

    def _more_chips(self, amount: int) -> Instead | None:
        """Offer more chips, between rounds and outside tournaments, to a player who has too few."""
        short = self.shown.snapshot.state.rack(self.seen.you) < amount
        asked = (self.seen.ask or {}).get("kind") == "wagers" and self.seen.table.tournament is None
        if not short or not asked or self.bankroll < USUAL_BUY_IN:
            return None
        return f"Buy in for {dollars(USUAL_BUY_IN)}", lambda: self._buy_in(USUAL_BUY_IN)

    def _may(self, verb: str, wager: str, spot: str, amount: int = 0, coupon: int = 0) -> bool:
        """Whether the player may do this now, according to the game."""
        if not self.seen.you or (self.seen.ask or {}).get("kind") != "wagers":
            return False
        action = Action(verb, wager, amount, spot, coupon)
        return bool(self.game.allowed(self.shown.snapshot.state, self.seen.you, action))

    def _may_after(self, verb: str) -> bool:
        """Whether the player may request this during a round, to be done after it."""
        waits = verb in self.game.hosting.after_round and (self.seen.ask or {}).get("kind") != "wagers"
        if not self.seen.you or not waits:
            return False
        return bool(self.game.allowed(self.shown.snapshot.state, self.seen.you, Action(verb)))

    async def _lay(self, area: Area) -> None:
        """Place the selected chip and coupon on an area; if only one amount is lawful, use that."""
        self.showing.skip()
        if not self.seen.you or not self.plays:
            sit: Instead = (f"Sit down with {dollars(USUAL_BUY_IN)}", lambda: self._sit(USUAL_BUY_IN))
            sits = self.plays and self.seen.table.tournament is None
            text = "You are watching. Sit down to bet." if sits else "You are watching. Only entrants can bet."
            self.notices.say(text if self.plays else "Only players can bet.", instead=sit if sits else None)
            return
        if not area.wager:
            await self._touch(area.spot)
            return
        fixed = [
            offer.least
            for offer in self.seen.offers or ()
            if (offer.wager, offer.spot) == (area.wager, area.spot) and offer.least == offer.most
        ]
        amount = fixed[0] if fixed else self._fitting(area)
        if self.tray.coupon and self.game.amounts.takes_coupon_alone(area.wager):
            amount = 0
        await self._make(Laid(area.wager, area.spot, amount, self.tray.coupon))

    async def _touch(self, cell: str) -> None:
        """Mark the slip, or hand it in."""
        if (order := self.felt.touch(cell)) is not None:
            await self.do(Act(verb=order.verb, spot=order.spot))
        self._ask()

    def _fitting(self, area: Area) -> int:
        """Return the selected chip, or if none was picked, the nearest amount that fits ($6 on a six)."""
        usual, coupon = self.tray.chosen, self.tray.coupon
        if self.tray.picked or self._may("make", area.wager, area.spot, usual, coupon):
            return usual
        wanted = Action("make", area.wager, usual, area.spot, coupon)
        return nearest(self.game, self.shown.snapshot.state, self.seen.you, wanted) or usual

    async def _make(self, laid: Laid) -> bool:
        command = Act(verb="make", wager=laid.wager, spot=laid.spot, amount=laid.amount, coupon=laid.coupon)
        if not await self.do(command, command.action()):
            return False
        if laid.coupon:
            self.tray.choose_coupon(0)
        if (self.seen.ask or {}).get("kind") == "wagers":
            if laid.amount:
                self._last_laid.append(laid)
            self._ask()
        return True

    def _ask(self) -> None:
        """Update the question and the possible answers."""
        posts = self.game.hosting.posts_when_due
        named = "" if posts else self.laying.named(self.seen)
        own = self._own_verbs() if posts and self.plays else []
        bankroll = self.bankroll if self.plays else None
        self.asking.show(self.seen, named, bankroll, self._undoable(), own, self.felt.hand_in)

    def _undoable(self) -> str:
        """Describe the last chip that can be taken back, or return ""."""
        amounts = {laid.place: laid.amount for laid in wagers_of(self.seen.you, self.seen.state)}
        undoable = [one for one in self._last_laid if amounts.get(one.place, 0) >= one.amount]
        if not undoable or not self._may("remove", *undoable[-1].place):
            return ""
        last = undoable[-1]
        return f"{dollars(last.amount)} from {self.layout.rules.wagers[last.wager].name}"

    async def _undo(self) -> None:
        """Take back the last chip, leaving what was there before."""
        lying = {one.place: one.amount for one in wagers_of(self.seen.you, self.seen.state)}
        there = [one for one in self._last_laid if lying.get(one.place, 0) >= one.amount]
        if not there:
            return
        last, held = there[-1], lying[there[-1].place]
        self._last_laid = there[:-1]
        # A coupon can only be taken down with the whole wager; one placed before the last chip is put back.
        if not last.coupon and self._may("reduce", last.wager, last.spot, last.amount):
            await self.do(Act(verb="reduce", wager=last.wager, spot=last.spot, amount=last.amount))
            return
        here = [one for one in self.seen.state.get("wagers", ()) if (one["kind"], one.get("spot", "")) == last.place]
        stays = 0 if last.coupon else coupon_of(self.seen.you, {"wagers": here})
        if await self.do(Act(verb="remove", wager=last.wager, spot=last.spot)) and held > last.amount:
            rest = held - last.amount
            await self.do(Act(verb="make", wager=last.wager, spot=last.spot, amount=rest, coupon=stays))

    async def _take(self, area: Area) -> None:
        self.showing.skip()
        if area.wager:
            await self._change("remove", area.wager, area.spot)

    async def _change(self, verb: str, wager: str, spot: str) -> None:
        await self.do(Act(verb=verb, wager=wager, spot=spot))

    async def _clear(self) -> None:
        """Take down every wager that may be taken down, latest first."""
        for laid in reversed(wagers_of(self.seen.you, self.seen.state)):
            if self._may("remove", laid.wager, laid.spot):
                await self._change("remove", laid.wager, laid.spot)

    async def _again(self) -> None:
        """Repeat the last round's wagers, except those already placed."""
        for laid in self.laying.by_hand(self.laying.missing(self.seen)):
            if not await self._make(laid):
                return

    async def _double(self) -> None:
        """Double all wagers on the layout."""
        for laid in self.laying.by_hand(wagers_of(self.seen.you, self.seen.state)):
            if not self.game.amounts.in_progress(laid.spot) and not await self._make(laid):
                return

    async def _go(self) -> None:
        await self.do(Ready())

    async def _decide(self, choice: str, confirmed: bool) -> None:
        self.showing.skip()
        if self.tray.coupon and (offers := [one for one in self.seen.offers or () if one.wager == choice]):
            # place this choice's wager with the selected coupon
            await self._make(Laid(choice, offers[0].spot, offers[0].least, self.tray.coupon))
            return
        ask, number = self._asked_here(), self.seen.round
        if await self.do(Decide(choice=choice, confirmed=confirmed)) and ask is not None and not ask.formality:
            background_tasks.create(self._judge(ask, number, choice), name="the cost of a decision")

    async def _judge(self, ask: AskDecision, number: int, choice: str) -> None:
        """Record the cost of a decision compared with the best one, for the session; do nothing if it is unknown."""
        if "worth" not in pricing_of(self.layout).gives:
            return
        with suppress(ProblemError, ValueError):
            self.who.limits.spend("heavy", self.who.player.id if self.who.player is not None else 0)
            values = await computed(self.floor.policy.requests, worth, self.layout, *known_at(self.game, ask))
            unit = next((wager.amount for wager in ask.state.wagers_of(ask.position)), 0)
            if choice not in values or self.client.is_deleted:
                return
            best = max(values, key=lambda one: values[one])
            cost = (values[best] - values[choice]) * unit
            if cost >= 1:
                chosen, better = (_called(self.game, ask, one) for one in (choice, best))
                self.sheet.mistakes.append(Mistake(number, chosen, better, cost))
                with self.client.content:
                    self.session.show(self.report)

    def _to_set(self) -> ToSet | None:
        """Return the cards the player has to set, with the game's verdict on each setting; None if there are none."""
        ask, game = self._asked_here(), self.game
        if ask is None or not ask.sets:
            return None

        def made(choice: str) -> Made:
            foul = game.choices.warning(ask, choice)
            return Made(game.choices.hand_names(ask, choice), "" if foul else foul.reason)

        return ToSet(Setting(ask.sets), game.choices.known_cards(ask.state, ask)[0], made)

    def _asked_here(self) -> AskDecision | None:
        """Return the viewer's pending decision, if any."""
        ask = self.shown.snapshot.ask
        return ask.for_position(self.seen.you) if isinstance(ask, AskDecision) else None

    def _stakes(self, wager: str) -> Stakes | None:
        """Return the range of the bet that a choice makes; None if its amount is fixed or it is not a bet."""
        ask = self._asked_here()
        offer = next((one for one in self.seen.offers or () if one.wager == wager), None)
        if ask is None or offer is None or not self.game.hosting.posts_when_due or offer.most in (None, offer.least):
            return None
        assert offer.most is not None
        named = self.game.amounts.usual_amounts(ask.state, ask)
        return Stakes(offer.least, offer.most, self.game.amounts.step(ask.state, wager, offer.spot), named)

    def _to_discard(self) -> tuple[Card, ...]:
        """Return the cards that the player may discard; empty if that is not the question."""
        ask = self._asked_here()
        return (
            self.game.choices.known_cards(ask.state, ask)[0]
            if ask is not None and NO_CARDS in ask.choices and not ask.sets
            else ()
        )

    def _card_of(self, choice: str) -> str:
        """Return the card named by a choice such as "discard_2"."""
        ask, (word, _, place) = self._asked_here(), choice.partition("_")
        if ask is None or word != "discard" or not place.isdecimal():
            return ""
        held = self.game.choices.known_cards(ask.state, ask)[0]
        return spoken(held[int(place) - 1].pretty) if 1 <= int(place) <= len(held) else ""

    async def _make_at_decision(self, wager: str, amount: int) -> None:
        self.showing.skip()
        await self._make(Laid(wager, "", amount))

    async def _hint(self) -> None:
        asked = self.seen
        try:
            await self.who.asks("heavy")
        except ProblemError as trouble:
            self.notices.say(trouble.problem.detail)
            return
        try:
            found = await hint(self.floor.policy.requests, self.shown, asked)
        except NothingThere as busy:
            self.notices.say(busy.says)
            return
        if self.seen.ask == asked.ask and not self.client.is_deleted:
            with self.client.content:
                self.asking.hinted(found)

    async def _sit(self, amount: int) -> None:
        taken = {seat.position for seat in self.seen.seats}
        await self.do(Sit(amount=amount, position=free_seat(self.seen.table.seats, taken)))

    async def _seat_bots(self, positions: Sequence[int]) -> None:
        """Seat a bot at each of these positions, as long as the table accepts them."""
        for position in positions:
            if not await self.do(AddBot(position=position)):
                return

    async def _buy_in(self, amount: int) -> None:
        if await self.do(BuyIn(amount=amount)):
            await self._count_bankroll()

    async def _leave(self) -> None:
        """Leave with the chips; ask first about wagers that may be taken down."""
        lying = [one for one in wagers_of(self.seen.you, self.seen.state) if self._may("remove", one.wager, one.spot)]
        if lying:
            total = dollars(sum(one.amount for one in lying))
            text = f"You have {total} on the felt that can be taken down."
            self.notices.say(text, instead=(f"Take down {total} and leave", self._take_all_and_leave))
        else:
            await self._go_away()

    async def _take_all_and_leave(self) -> None:
        await self._clear()
        await self._go_away()

    async def _go_away(self) -> None:
        if await self.do(Leave()):
            with self.client.content:  # the element that asked may be gone: notices disappear once answered
                ui.navigate.to("/")

    def _own_verbs(self) -> list[tuple[str, Command]]:
        """List this game's own actions available to the player now, such as passing the dice."""
        found: list[tuple[str, Command]] = []
        waiting = self.seen.table.afterwards.get(self.seen.you, "")
        if waiting:
            back = Act(verb=self.game.hosting.after_round[waiting])
            found.append((f"Do not {waiting.replace('_', ' ')} after this hand", back))
        for verb in self.game.verbs:
            if waiting and verb in self.game.hosting.after_round:
                continue
            name = verb.replace("_", " ").capitalize()
            if self._may(verb, "", ""):
                found.append((name, Act(verb=verb)))
            elif self._may_after(verb):
                found.append((f"{name} after this hand", Act(verb=verb)))
            elif self._may(verb, "", "", self.tray.chosen):
                found.append((f"{name} of {dollars(self.tray.chosen)}", Act(verb=verb, amount=self.tray.chosen)))
        return found


STAYS = 30 * 60
"""Seconds for which a change stays on the sign after it takes effect, for players who did not see it coming."""


def sign_text(coming: PendingChange | None, changed: PendingChange | None = None) -> str:
    """Return the text of the sign for an upcoming change (8.3) or a recent one; "" if there is none."""
    if coming is not None:
        at = datetime.fromtimestamp(coming.effective)
        return f"From {at:%H:%M} on {at:%Y-%m-%d}: {'; '.join(coming.what)}. Existing wagers keep their odds."
    if changed is not None and time.time() < changed.effective + STAYS:
        at = datetime.fromtimestamp(changed.effective)
        return f"Changed at {at:%H:%M}: {'; '.join(changed.what)}."
    return ""


def announced(coming: PendingChange | None) -> str:
    """Return the announcement when a sign goes up or comes down."""
    if coming is None:
        return "The announced change was cancelled."
    return f"Change at {datetime.fromtimestamp(coming.effective):%H:%M}: {'; '.join(coming.what)}."


def chosen_at(info: TableInfo) -> tuple[object, ...]:
    """Return the licensee's choices at a table."""
    return info.options, info.odds, info.minimum, info.maximum, info.increment, info.limits


def _add_fact(name: str, text: str = "") -> ui.label:
    """Add a line about the table and return its label."""
    with ui.element("div"):
        theme.written(el("span", name), "dt")
        with ui.element("dd"):
            return ui.label(text)


def _called(game: Game[Any], ask: AskDecision, choice: str) -> str:
    """Name a choice as players do; for set cards, list them."""
    if not ask.sets or choice == HOUSE_WAY:
        return choice
    return spoken(Setting(ask.sets).describe(choice, game.choices.known_cards(ask.state, ask)[0]))
