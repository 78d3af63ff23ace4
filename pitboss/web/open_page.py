"""Opening a table: every choice that the regulation leaves to a licensee, and no other.

Every change is checked immediately by the usual `check`; the table can be opened if there are no findings. The page
also shows what the table costs its players compared with a default one.
"""

from __future__ import annotations

from datetime import date

from nicegui import background_tasks, ui

from pitboss.chapter.check import Finding, Unlawful, findings, resolve_options
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.rules import Option, Rules, Value, value_text
from pitboss.floor.api.problems import problem_of
from pitboss.floor.commands import Settings
from pitboss.floor.house import house_layout
from pitboss.floor.people import Role
from pitboss.library.prices import Job
from pitboss.table import Refused
from pitboss.table.game import game_class
from pitboss.web import theme
from pitboss.web.addresses import Query, parse_game
from pitboss.web.citations import citation, known_by, stands
from pitboss.web.figures import format_value
from pitboss.web.findings import findings_markup
from pitboss.web.house_choices import table_price_markup
from pitboss.web.live.buttons import button, may_press
from pitboss.web.live.notices import Notices
from pitboss.web.lobby import sit_down
from pitboss.web.markup import Markup, el
from pitboss.web.price_address import amount_of, plain_dollars
from pitboss.web.table_page import TROUBLES
from pitboss.web.visitor import Visitor, visitor
from pitboss.web.work import price_job

LONGEST_NAME = 60


async def open_page(query: Query, game: str) -> None:
    """Show the choices for a table of a game."""
    rules = parse_game(game, "/open/{}")
    who = await visitor()
    with theme.frame(f"Open a table: {rules.game.name}"):
        theme.linked("live.css", "live.js")
        theme.written(el("p", stands(rules.game, date.today()), class_="overline"))
        theme.heading(f"Open a table of {rules.game.name}")
        ui.label("Choose what the regulation leaves to the house. Everything else follows the rules.").classes("lead")
        Opening(who, rules)


class Opening:
    """The form of one person's new table."""

    def __init__(self, who: Visitor, rules: Rules) -> None:
        self.who, self.rules, self.day = who, rules, date.today()
        self.client = ui.context.client
        self.chosen: dict[str, Value] = {}
        self._boxes: dict[str, ui.select | ui.input] = {}
        self.terms = who.floor.policy.terms(who.role in (None, Role.PLAYER))
        self.name = ""
        self.dealer = "automatic"
        usual = house_layout(rules.game.id)
        self.least, self.most = plain_dollars(usual.limits.minimum), plain_dollars(usual.limits.maximum)
        self._aside = usual.limits.by_wager
        self.notices = Notices(self.day)
        with ui.element("div").classes("open-form"):
            self._about()
            self._options(usual)
        with ui.element("div").classes("open-foot"):
            self._found = ui.element("div").classes("open-found").props('role="status" aria-live="polite"')
            self._costs = ui.element("p").classes("open-costs").props('role="status" aria-live="polite"')
            self._asked: Job | None = None
            self._go = button("Open the table", self._open, classes="brass big")
            ui.link("Back to the tables", "/")
        self._check()

    # ---- the choices

    def _about(self) -> None:
        with ui.element("div").classes("open-row"):
            self._text("Name of the table", self.rules.game.name, "name", maxlength=LONGEST_NAME)
            # In the poker room the game's options set the limits.
            if not game_class(self.rules.game.id).amounts_type.limits_by_option:
                self._text("Minimum wager, dollars", "none", "least")
                self._text("Maximum wager, dollars", "none", "most")
            if self.who.role in (Role.FLOORPERSON, Role.ADMIN):
                dealers = {"automatic": "Dealt automatically", "person": "Dealt by a person"}
                select = ui.select(dealers, value=self.dealer, label="Dealer").props("outlined dense stack-label")
                select.on_value_change(lambda event: setattr(self, "dealer", event.value))

    def _text(self, label: str, hint: str, attribute: str, maxlength: int = 20) -> None:
        box = ui.input(label, value=getattr(self, attribute), placeholder=hint)
        box.props(f"outlined dense stack-label debounce=300 maxlength={maxlength}")

        def changed(value: str | None) -> None:
            setattr(self, attribute, (value or "").strip()[:maxlength])
            self._check()

        box.on_value_change(lambda event: changed(event.value))

    def _options(self, usual: Layout) -> None:
        options = [option for option in self.rules.options.values() if option.in_force(self.day)]
        for option in filter(self.terms.leaves, options):
            values = permitted(option, self.day)
            if len(values) > 1 or option.range is not None or option.pattern:
                with ui.element("div").classes("open-option"):
                    self._option(option, values, usual.options.get(option.id, option.default))

    def _option(self, option: Option, values: list[str], value: Value) -> None:
        with ui.element("div").classes("open-summary"):
            theme.written(el("label", option.name, for_=f"open-{option.id}"))
            with ui.element("span").classes("open-cite"):
                theme.written(citation(option.section, self.day), "span")
                if option.provenance != "text":
                    theme.written(known_by(self.rules, option), "span")
        box: ui.select | ui.input
        if values and not option.pattern and option.range is None:
            named = {one: format_value(one, self.rules) for one in values}
            box = ui.select(named, value=value_text(value)).props("options-dense")
        else:
            box = ui.input(value=value_text(value), placeholder=option.permitted(self.day)).props(
                "debounce=300 maxlength=60"
            )
        box.props(f'outlined dense for="open-{option.id}" hide-bottom-space')

        def chose(text: str | None) -> None:
            given = option.parse((text or "")[:60])
            self.chosen.pop(option.id, None)
            if given != self._usual()[option.id]:
                self.chosen[option.id] = given
            self._follow()
            self._check()

        box.on_value_change(lambda event: chose(event.value))
        self._boxes[option.id] = box

    def _usual(self) -> dict[str, Value]:
        """Return the options in effect; some choices imply others, as stud implies its limits."""
        return resolve_options(self.rules, self.day, self.chosen, {})

    def _follow(self) -> None:
        """Update boxes the user has not changed to values implied by the choices."""
        for name, value in self._usual().items():
            if name in self._boxes and name not in self.chosen:
                self._boxes[name].set_value(value_text(value))

    # ---- validation

    def _limits(self) -> Limits | None:
        """Return the limits entered, or None if an amount is invalid."""
        least, most = amount_of(self.least) if self.least else 0, amount_of(self.most) if self.most else None
        if least is None or (self.most and most is None):
            return None
        return Limits(least, most, by_wager=self._aside if self.least else {}, individual=True)

    def _problems(self) -> tuple[Finding, ...]:
        found = findings(self.rules, self.day, self.chosen, {}, self._limits())
        return tuple(one for one in found if one.stops())

    def _objection(self) -> str:
        """Return why the house does not accept a table that the regulation permits, or ""."""
        try:
            return next(self.terms.objections(self._layout()), "")
        except ValueError as no:
            return str(no)

    def _check(self) -> None:
        if not hasattr(self, "_found"):
            return
        self._found.clear()
        found = self._problems()
        amounts = self._limits() is not None
        objection = self._objection() if amounts and not found else ""
        with self._found:
            if found:
                theme.written(findings_markup(found, self.day, None, names=False))
            if not amounts:
                ui.label("Enter limits in dollars and cents, such as 25 or 12.50.").classes("form-trouble")
            if objection:
                ui.label(f"{objection[:1].upper()}{objection[1:]}.").classes("form-trouble")
        may_press(self._go, not found and amounts and not objection)
        self._asked = None
        if not found and amounts and not objection:
            background_tasks.create(self._price(), name="price of a table to be opened")
        else:
            self._costs.clear()

    async def _price(self) -> None:
        """Show the chosen table's price, unless the choices have changed in the meantime."""
        terms = self.who.floor.policy.requests
        try:
            usual = price_job(Layout.of(self.rules, self.day), terms)
            asked = self._asked = price_job(self._layout(), terms) if self.chosen else usual
            if not asked.finished:
                self._show_costs(None)
            report, before = await asked.report(), await usual.report()
        except ValueError:
            return
        if asked is self._asked and not self.client.is_deleted:
            self._show_costs(table_price_markup(report, before))

    def _show_costs(self, markup: Markup | None) -> None:
        with self.client.content:
            self._costs.clear()
            with self._costs:
                theme.written(
                    markup if markup is not None else el("span", "Calculating the price…", class_="quiet"), "span"
                )

    def _layout(self) -> Layout:
        return Layout.of(self.rules, self.day, self.chosen, limits=self._limits())

    async def _open(self) -> None:
        if "aria-disabled" in self._go.props:
            return
        floor = self.who.floor
        try:
            person = await self.who.asks("heavy")
            layout = self._layout()
            settings = Settings(dealer="person" if self.dealer == "person" else "automatic")
            info = await floor.open_table(layout, self.name, settings, person)
            if person.role is Role.PLAYER:
                await sit_down(floor, person, info)
        except Unlawful as unlawful:
            self._found.clear()
            with self._found:
                theme.written(findings_markup(unlawful.findings, self.day, None, names=False))
            return
        except (Refused, *TROUBLES) as problem:
            self.notices.say(problem_of(problem).detail)
            return
        ui.navigate.to(f"/table/{info.id}")


def permitted(option: Option, day: date) -> list[str]:
    """List the values that a table may have on a date, as written in table files."""
    return [value_text(choice.value) for choice in option.values if choice.in_force(day) and choice.permitted]
