"""The staff's part of a table page: the dealer's calls, and the irregularities a floorperson can call now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from nicegui import ui

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.chapter.rules import Irregularity, value_text
from pitboss.families import family_of
from pitboss.floor.commands import (
    MOST,
    AcceptWager,
    CallIrregularity,
    CancelChange,
    Close,
    CloseTable,
    Command,
    Draw,
    EndRound,
    Fill,
    GrantLimits,
    HandOver,
    NoticeChange,
)
from pitboss.floor.ledger import OPENING_INVENTORY
from pitboss.floor.people import Role
from pitboss.floor.sight import SEES_CALLS, CallView, MomentView, VisibleTable
from pitboss.table import dollars
from pitboss.web.citations import citation, known_by
from pitboss.web.live.buttons import button, may_press
from pitboss.web.live.log import said
from pitboss.web.markup import Markup, el
from pitboss.web.theme import written
from pitboss.web.visitor import Visitor

Do = Callable[[Command], Awaitable[bool]]
WAITS = {
    "wagers": "for wagers",
    "decision": "for a decision",
    "dice": "for the dice",
    "card": "for a card",
    "number": "for the wheel",
    "draw": "for the draw",
    "shuffle": "for a shuffle",
    "settlement": "for the settlement",
}


FILL = OPENING_INVENTORY // 2
AMOUNTS = ("minimum", "maximum", "steps")


def wanted(name: str, to: str, minutes: str, wager: str = "") -> NoticeChange | str:
    """Parse the form for a change; an invalid one gives an error message. Limits are the table's, or one wager's.

    >>> wanted("minimum", "25", "").minimum, wanted("odds field.12", "3 to 1", "45").odds
    (2500, {'field.12': '3 to 1'})
    >>> wanted("maximum", "100", "", "field").wager, wanted("steps", "5", "").increment
    ('field', 500)
    >>> wanted("minimum", "much", "")
    'Enter dollars and cents, such as 25 or 12.50'
    """
    if minutes and not (minutes.isdecimal() and len(minutes) < 6):
        return "Enter whole minutes"
    notice = int(minutes) if minutes else None
    if name in AMOUNTS:
        try:
            amount = cents(to)
        except ValueError:
            amount = -1
        if not int(name == "steps") <= amount <= MOST:
            return "Enter dollars and cents, such as 25 or 12.50"
        if name == "steps":
            return NoticeChange(increment=amount, minutes=notice)
        least, most = (amount, None) if name == "minimum" else (None, amount)
        return NoticeChange(minimum=least, maximum=most, wager=wager, minutes=notice)
    if name.startswith("odds "):
        return NoticeChange(odds={name.removeprefix("odds "): to}, minutes=notice)
    return NoticeChange(options={name: to}, minutes=notice)


def granting(position: int, least: str, most: str) -> GrantLimits | str:
    """Parse the form for limits granted to a position; without amounts, the posted limits apply again.

    >>> granting(2, "5", "2000").maximum, granting(2, "five", "")
    (200000, 'Enter dollars and cents, such as 25 or 12.50')
    """
    try:
        amounts = [cents(text) if text else None for text in (least, most)]
    except ValueError:
        return "Enter dollars and cents, such as 25 or 12.50"
    if not all(one is None or 0 < one <= MOST for one in amounts):
        return "Enter dollars and cents, such as 25 or 12.50"
    if amounts[0] and amounts[1] and amounts[0] > amounts[1]:
        return "The minimum is above the maximum"
    return GrantLimits(position=position, minimum=amounts[0], maximum=amounts[1])


def _odds_of(layout: Layout, wager: str, outcome: str) -> str:
    """Describe the odds on a wager's outcome; "" if the wager is not offered."""
    if wager not in layout.wagers:
        return ""
    return layout.rules.wagers[wager].name + (f", {outcome.replace('_', ' ')}" if outcome else "")


class Staff:
    """The actions open to the dealer or floorperson at this table now."""

    def __init__(self, who: Visitor, layout: Layout, do: Do) -> None:
        self.layout, self._do = layout, do
        self._role = who.role
        self._keys: tuple[Any, Any] = (None, None)
        self._called = ""
        self._waits = ui.label().classes("staff-waits")
        self._inventory = ui.label().classes("quiet")
        go = family_of(layout.rules.game.family).go
        with ui.element("div").classes("staff-calls"):
            self._close = self._call("No more bets", Close(), "n")
            self._next = self._call(go if go != "Deal" else "Deal next", Draw(), "d")
            self._on = self._call("Deal on", Draw(all=True), "o")
        self._over = ui.element("div").classes("staff-calls")
        self._done = ui.element("div").classes("staff-done").props('role="status"')
        self._events = ui.element("div").classes("events")

    def _call(self, name: str, command: Command, key: str) -> Any:
        async def pressed() -> None:
            if "aria-disabled" not in made.props:
                await self._do(command)

        made = button(name, pressed, key=key)
        return made

    def show(self, seen: VisibleTable) -> None:
        """Show what the table is waiting for and which calls are possible."""
        kind = str((seen.ask or {}).get("kind", ""))
        person = seen.table.dealer == "person"
        self._waits.set_text(f"The table is waiting {WAITS.get(kind, 'for nothing')}.")
        low = ", low: a fill is needed" if seen.low else ""
        self._inventory.set_text(f"Table inventory {dollars(seen.inventory or 0)}{low}.")
        deals = self._role in (Role.DEALER, Role.FLOORPERSON)
        chance = kind in ("dice", "card", "number", "draw", "shuffle", "settlement")
        may_press(self._close, deals and kind == "wagers" and person)
        may_press(self._next, deals and chance)
        may_press(self._on, deals and chance)
        calls = [(call.irregularity, tuple(call.subjects)) for call in seen.calls or ()]
        seats = tuple((seat.position, seat.name) for seat in seen.seats)
        # Keep forms while the round continues, because someone may be typing in one.
        over = (seen.table.dealer, seen.table.closed, seen.table.coming, seen.low, seats)
        keys = (over, (kind, seen.table.closed, seen.you, tuple(calls)))
        before, self._keys = self._keys, keys
        if keys[0] != before[0]:
            self._show_over(seen)
        if keys[1] != before[1]:
            self._show_events(seen)

    def _show_over(self, seen: VisibleTable) -> None:
        self._over.clear()
        if self._role in (Role.DEALER, Role.FLOORPERSON) and seen.table.tournament is None:
            with self._over:
                self._show_limits(seen)
        if self._role not in (Role.FLOORPERSON, Role.ADMIN):
            return
        with self._over:
            if seen.table.dealer == "automatic":
                button("Switch to dealing by a person", lambda: self._do(HandOver(dealer="person")))
            else:
                button("Switch to automatic dealing", lambda: self._do(HandOver(dealer="automatic")))
            if seen.low:
                button(f"Fill of {dollars(FILL)}", lambda: self._do(Fill(amount=FILL)), classes="brass")
            self._show_change(seen)
            if not seen.table.closed:
                ends = button("End the round", lambda: self._do(EndRound()), classes="quiet end-round")
                ends.props["title"] = "Void the round: all wagers are returned, and settlements are reversed"
                button("Close the table", lambda: self._do(CloseTable()), classes="quiet")

    def _show_limits(self, seen: VisibleTable) -> None:
        """Show the options beyond the posted limits (8.2): accept a wager anyway, or grant a patron other limits."""
        at = {seat.position: f"{seat.position}: {seat.name}" for seat in seen.seats}
        if not at:
            return
        with ui.element("details").classes("limits"):
            written(el("span", "Wagers outside the limits"), "summary")
            who = ui.select(at, value=next(iter(at)), label="Position").classes("limits-who")

            async def accepted() -> None:
                await self._do(AcceptWager(position=int(who.value)))

            button("Accept the wager offered", accepted, classes="accept-wager")
            if self._role is Role.FLOORPERSON and self.layout.limits.individual:
                least = ui.input("Minimum, dollars").classes("limits-least").props("maxlength=12")
                most = ui.input("Maximum, dollars").classes("limits-most").props("maxlength=12")

                async def granted() -> None:
                    command = granting(int(who.value), (least.value or "").strip(), (most.value or "").strip())
                    wrong.set_text(command if isinstance(command, str) else "")
                    done.set_text("")
                    if not isinstance(command, str) and await self._do(command):
                        within = "individual limits" if command.minimum or command.maximum else "the posted limits"
                        done.set_text(f"Position {command.position} now plays within {within}.")

                button("Grant these limits", granted, classes="grant-limits")
                wrong = ui.label().classes("form-trouble").props('role="alert"')
                done = ui.label().classes("quiet granted").props('role="status"')

    def _show_change(self, seen: VisibleTable) -> None:
        """Show the form to announce a change at this table (8.3), or the button to cancel one."""
        if seen.table.coming is not None:
            button("Cancel the change", lambda: self._do(CancelChange()), classes="cancel-change")
            return
        if seen.table.tournament is not None or seen.table.closed:
            return
        with ui.element("details").classes("change"):
            written(el("span", "Change a rule or a limit"), "summary")
            name = ui.select(self._changeable(), label="Change", value="minimum", with_input=True)
            name.classes("change-what")
            opening = {kind: rule.name for kind, rule in self.layout.wagers.items() if not rule.tied}
            wager = ui.select({"": "all wagers", **opening}, label="Wager", value="", with_input=True)
            wager.classes("change-of")
            wager.bind_visibility_from(name, "value", backward=lambda chosen: chosen in AMOUNTS[:2])
            now = ui.label().classes("quiet change-now")
            now.bind_text_from(name, "value", backward=lambda chosen: self._now(str(chosen)))
            to = ui.input("To").classes("change-to").props("maxlength=60")
            minutes = ui.input("Minutes of notice").classes("change-minutes")
            minutes.tooltip("Leave empty for the minimum that the rule requires")

            async def noticed() -> None:
                of = str(wager.value or "")
                command = wanted(str(name.value), (to.value or "").strip(), (minutes.value or "").strip(), of)
                if isinstance(command, str):
                    wrong.set_text(command)
                    return
                wrong.set_text("")
                await self._do(command)

            button("Put up the sign and announce it", noticed, classes="brass notice-change")
            wrong = ui.label().classes("form-trouble").props('role="alert"')

    def _changeable(self) -> dict[str, str]:
        """Return everything a licensee may change at this table, by form value."""
        named = {key: _odds_of(self.layout, *of) for key, of in self.layout.rules.odds_keys().items()}
        return (
            {name: f"The table's {name}" for name in AMOUNTS}
            | {name: self.layout.rules.options[name].name for name in self.layout.options}
            | {f"odds {key}": f"Odds of {name}" for key, name in named.items() if name}
        )

    def _now(self, chosen: str) -> str:
        """Describe the current value and the permitted values."""
        limits = self.layout.limits
        if chosen in AMOUNTS:
            amount = {"minimum": limits.minimum, "maximum": limits.maximum, "steps": limits.increment}[chosen]
            return f"Now {dollars(amount)}, for the table" if amount else "None posted for the table"
        if chosen in self.layout.options:
            option = self.layout.rules.options[chosen]
            return f"Now {value_text(self.layout.options[chosen])}; permitted: {option.permitted(self.layout.on)}"
        wager, outcome = self.layout.rules.odds_keys().get(chosen.removeprefix("odds "), ("", ""))
        paid = self.layout.paid_for(wager, outcome) if wager in self.layout.wagers else None
        return f"Now {paid}" if paid is not None else ""

    def _show_events(self, seen: VisibleTable) -> None:
        """List the irregularities that can be called now, with a choice of subjects, then the others."""
        self._events.clear()
        if self._role not in SEES_CALLS:
            return
        calls = {call.irregularity: call for call in seen.calls or ()}
        others = [event for name, event in self.layout.irregularities.items() if event.at and name not in calls]
        with self._events:
            ui.label("Irregularities at this step").classes("side-title")
            if not calls:
                ui.label("None can happen at this step.").classes("quiet")
            with ui.element("ul").classes("event-list"):
                for name, call in calls.items():
                    self._event(self.layout.irregularities[name], call)
            if others:
                ui.label("At other steps").classes("side-title")
                with ui.element("ul").classes("event-list later"):
                    for event in others:
                        self._event(event, None)

    def _event(self, event: Irregularity, call: CallView | None) -> None:
        with ui.element("li"):
            with ui.element("div"):
                ui.label(event.name).classes("event-name")
                ui.label(f"{event.effect.replace('_', ' ')}. {event.says}".strip()).classes("quiet")
                with ui.element("span").classes("event-cite"):
                    written(citation(event.section, self.layout.on, self.layout.on), "span")
                    if event.provenance != "text":
                        written(known_by(self.layout.rules, event), "span")
            if call is not None:
                whom = self._whom(event, call) if call.subjects else None
                made = button("Call it", lambda: self._call_event(event, whom), classes="small brass")
                made.props["data-irregularity"] = event.id

    def _whom(self, event: Irregularity, call: CallView) -> Any:
        """Create the choice of subjects; a single subject needs no choice."""
        first = next(iter(call.subjects))
        chosen = ui.select(
            dict(call.subjects),
            value=[first] if call.several else first,
            multiple=call.several,
            label=f"Which {event.concerns.removesuffix('s')}",
        ).props("dense options-dense")
        chosen.props["data-about"] = event.id
        return chosen

    async def _call_event(self, event: Irregularity, whom: Any = None) -> None:
        self._called = event.name
        subjects = [] if whom is None else whom.value if isinstance(whom.value, list) else [whom.value]
        if not await self._do(CallIrregularity(irregularity=event.id, about=subjects)):
            self._called = ""

    def heard(self, moments: Sequence[MomentView]) -> None:
        """Show the rule's effect after an irregularity was called on this page."""
        effects = [
            (text, str(moment.step.get("section", "")))
            for moment in moments
            if moment.step["step"] in ("Said", "Settled") and (text := said(moment.step, moment.state or {}, 0))
        ]
        if not self._called or not effects:
            return
        self._done.clear()
        with self._done:
            ui.label(f"Called: {self._called}. Result:").classes("side-title")
            with ui.element("ol").classes("log"):
                for text, section in effects:
                    inside = el("span", text, class_="log-text")
                    inside += citation(section, self.layout.on, self.layout.on) if section else Markup()
                    written(inside, "li").classes("log-entry")
        self._called = ""
