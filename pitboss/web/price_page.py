"""The price of every wager of a game, under any choices that the regulation permits.

The address determines the page: the date, the licensee's choices, the selected wager and the sort order are read from
it, and every change is written back. All figures come from the price report, as floats beside their exact fractions;
nothing is computed here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

from fastapi import Request, Response
from nicegui import background_tasks, run, ui
from nicegui.element import Element
from nicegui.events import EChartPointClickEventArguments, GenericEventArguments, ValueChangeEventArguments

from pitboss.chapter.check import Finding
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Option, Rules, Value, registered_games, rules_of, same_value, value_text
from pitboss.families import by_family
from pitboss.floor.api.auth import address_of
from pitboss.library.prices import Busy, Job
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.report import PricedWager, PriceReport
from pitboss.web.addresses import Choices, Query, Refused
from pitboss.web.analyser import Analyser, can_analyse
from pitboss.web.citations import citation, printed, stands
from pitboss.web.dates import day_input
from pitboss.web.figures import format_value
from pitboss.web.findings import findings_markup
from pitboss.web.games_table import GamesTable, Wanted
from pitboss.web.markup import Markup, el, join
from pitboss.web.plots import edges_plot, height, logarithmic, outcomes_plot
from pitboss.web.price_address import ORDERS, PriceQuery, amount_of, parse_odds, plain_dollars, price_query
from pitboss.web.price_tables import (
    chosen_markup,
    edges_in_order,
    events_markup,
    every_wager,
    next_sort,
    outcomes_markup,
    price_table_markup,
    rules_markup,
)
from pitboss.web.strategy import strategy_markup
from pitboss.web.theme import frame, heading, linked, written
from pitboss.web.ways import game_ways
from pitboss.web.work import CLIENT, busy_page, price_job, terms_of

SOON = 0.6
"""Seconds to wait for a price before showing the page with a progress bar."""


# ---- The pages


async def index_page(query: Query) -> None:
    """Show every game with the price of its best wager."""
    games = await run.io_bound(lambda: by_family(map(rules_of, registered_games())))
    with frame("Prices"):
        heading("Prices of all games")
        lead = "The wager with the lowest house edge of every game at a default table, with links to all others."
        ui.label(lead).classes("lead")
        GamesTable("/price", Wanted.asked(query), _leads_to_prices, games or {}, tables=False)


def _leads_to_prices(rules: Rules) -> None:
    ui.link("All prices", f"/price/{rules.game.id}").props["aria-label"] = f"All prices of {rules.game.name}"


async def price_page(query: Query, game: str) -> None:
    """Show the price of every wager in a game."""
    asked = await run.io_bound(price_query, query, game)
    assert asked is not None
    with_meter = await run.io_bound(_depends_on_a_meter, asked)
    if asked.meter is not None and not with_meter:
        says = f"The price of {asked.rules.game.name} does not depend on a meter."
        raise Refused(422, "This cannot be priced", says, {"Without it": replace(asked, meter=None).address()})
    with frame(f"{asked.rules.game.name}: price"):
        linked("live.css")
        written(_head_markup(asked))
        page = _Page(asked, bool(with_meter))
    await page.first()


async def price_json(request: Request, game: str) -> Response:
    """Return the price report of a page, like `pitboss price --json`."""
    try:
        asked = await run.io_bound(price_query, dict(request.query_params), game)
        assert asked is not None
        terms = terms_of(request)
        CLIENT.set(address_of(request))
        async with asyncio.timeout(terms.seconds):
            report = await price_job(asked.layout(), terms, asked.stake, asked.meter).report()
    except Refused as refused:
        return refused.problem()
    except Busy as busy:
        return busy_page(str(busy)).problem()
    except TimeoutError:
        return busy_page("the price is not ready yet; try again").problem()
    except ValueError as error:
        return Refused(422, "This cannot be priced", str(error)).problem()
    return Response(report.model_dump_json(indent=2), media_type="application/json")


def _depends_on_a_meter(asked: PriceQuery) -> bool:
    """Whether a game's price depends on a meter that the licensee does not choose."""
    return "meter" in pricing_of(Layout.of(asked.rules, asked.day)).depends_on


def _head_markup(asked: PriceQuery) -> Markup:
    game = asked.rules.game
    return el(
        "div",
        el("p", stands(game, asked.day), class_="overline"),
        el("h1", f"{game.name}: prices"),
        el("p", "The house edge of every wager, calculated exactly.", class_="lead"),
        game_ways(asked.rules, "price", asked.link_day),
        class_="head",
    )


# ---- The interactive page


class _Page:
    """One browser's page: the choices and the resulting prices."""

    def __init__(self, asked: PriceQuery, with_meter: bool) -> None:
        self.asked = asked
        self.client = ui.context.client
        self.terms = terms_of(self.client.request)
        self.job: Job | None = None
        self.report: PriceReport | None = None
        self.usual: PriceReport | None = None
        self.inputs: dict[str, ui.select | ui.input] = {}
        self.places: dict[str, Element] = {}
        self._amounts(with_meter)
        self.printed = written(Markup()).classes("only-printed")
        self.status = ui.element("div").classes("price-result").props('role="status" aria-live="polite"')
        self._choices()
        with ui.element("div").classes("waiting") as self.waiting:
            self.bar = ui.linear_progress(show_value=False).props('instant-feedback aria-label="Progress"')
            self.bar_says = ui.label()
        self.waiting.visible = False
        with ui.element("div").classes("priced") as self.results:
            self.chosen = ui.element("section").classes("chosen").props('id=chosen aria-label="Selected wager"')
            self.edges = ui.element("section").classes("edges").props('aria-label="House edges"')
            self.table = ui.element("section").classes("price-table").props('aria-label="Prices"')
            self.strategy = ui.element("section").classes("strategy")
            decided = can_analyse(Layout.of(asked.rules, asked.day))
            self.analyser = Analyser(lambda: self.asked.layout()) if decided else None
        self.timer = ui.timer(0.2, self._tick, active=False)

    async def first(self) -> None:
        """Show the first content of the page."""
        found = self.asked.findings()
        self._tell(found)
        if self.job is None:
            self.client.status_code = 503 if self.busy else 422
            return
        await self.job.wait(SOON)
        if self.job.finished:
            await self._show()
        else:
            background_tasks.create(self._wait(self.job), name="price page")

    # -- The choices

    def _amounts(self, with_meter: bool) -> None:
        asked = self.asked
        with ui.element("div").classes("controls"):
            day_input("As in force on", asked.day, lambda day: replace(self.asked, day=day, dated=True).address())
            self._amount("Stake, in dollars", "any amount", asked.stake, lambda held: replace(self.asked, stake=held))
            if with_meter:
                self._amount(
                    "Progressive meter, in dollars",
                    "as it is reset",
                    asked.meter,
                    lambda held: replace(self.asked, meter=held),
                )
            ui.checkbox("Allow unlawful tables", value=asked.unlawful, on_change=lambda event: self._allow(event.value))
            written(el("button", "Print", type="button", class_="chip", data_prints=True))
        if asked.unlawful:
            self._own_odds()

    def _allow(self, unlawful: bool) -> None:
        """Reload the page for unlawful tables, or without the choices that only such tables have."""
        asked = replace(self.asked, unlawful=unlawful)
        if not unlawful and asked.refused:
            asked = replace(asked, choices=Choices({}, {}))
        ui.navigate.to(asked.address())

    def _own_odds(self) -> None:
        """Show an input for the visitor's own odds and pay table rows."""
        known = list(self.asked.rules.odds_keys())
        example = f"{known[0]}=3.5 to 1" if known else ""
        stated = "; ".join(f"{key}={odds}" for key, odds in self.asked.choices.odds.items())

        def changed(event: ValueChangeEventArguments[str | None]) -> None:
            self._ask(replace(self.asked, choices=replace(self.asked.choices, odds=parse_odds(event.value or ""))))

        box = ui.input("Odds of your own", value=stated, placeholder=example, on_change=changed, autocomplete=known)
        box.props("outlined dense stack-label debounce=600").classes("own-odds")
        written(el("p", "A row that is not paid: loses. Several: separated by semicolons.", class_="quiet"))

    def _choices(self) -> None:
        """Show the licensee's choices; those that do not affect the price are collapsed once they are known."""
        asked = self.asked
        effective = asked.effective()
        options = [option for option in asked.rules.options.values() if option.in_force(asked.day)]
        several = [option for option in options if option.range is not None or len(_values(option, asked.day)) > 1]
        if not several:
            return
        with ui.element("details").classes("choices") as fold:
            if asked.choices.options:
                fold.props("open")
            self.summary = written(Markup(), "summary")
            self.moving = ui.element("div").classes("choices-in")
            with ui.element("details").classes("choices-still") as self.still:
                written(el("span", "Choices that do not affect the price"), "summary")
                self.unmoving = ui.element("div").classes("choices-in")
            self.still.set_visibility(False)
            with self.moving:
                for option in several:
                    self._choice(option, effective.get(option.id, option.default))

    def _put_apart(self, moves: frozenset[str]) -> None:
        """Show the choices that affect the price or were already made, and collapse the others."""
        for name, box in self.places.items():
            wanted = self.moving if name in moves or name in self.asked.choices.options else self.unmoving
            if box.parent_slot is not None and box.parent_slot.parent is not wanted:
                box.move(wanted)
        if self.places:
            self.still.set_visibility(bool(self.unmoving.default_slot.children))

    def _amount(self, label: str, hint: str, amount: int | None, holding: Callable[[int | None], PriceQuery]) -> None:
        def problem(text: str | None) -> str | None:
            good = not (text or "").strip() or amount_of(text or "") is not None
            return None if good else "dollars and cents, such as 25 or 12.50"

        def changed(event: ValueChangeEventArguments[str | None]) -> None:
            text = event.value or ""
            if not text.strip() or amount_of(text) is not None:
                self._ask(holding(amount_of(text)))

        box = ui.input(label, value=plain_dollars(amount), placeholder=hint, validation=problem, on_change=changed)
        box.props("outlined dense stack-label debounce=400 inputmode=decimal").classes("amount")

    def _choice(self, option: Option, value: Value) -> None:
        values = _values(option, self.asked.day)
        with ui.element("div").classes("choice") as self.places[option.id]:
            written(el("label", option.name, for_=f"option-{option.id}"))
            free = self.asked.unlawful and (option.named_by_odds or option.computable is not None)
            if values and not option.pattern and not free:
                # The table may have an unlisted value, such as higher odds, or something from the address.
                listed = list(dict.fromkeys([*values, value_text(value)]))
                named = {one: format_value(one, self.asked.rules) for one in listed}
                box: ui.select | ui.input = ui.select(
                    named, value=value_text(value), on_change=lambda event: self._chose(option, event.value)
                )
                box.props("options-dense")
            else:
                box = ui.input(
                    value=value_text(value),
                    validation=lambda text: self._unpermitted(option, text or ""),
                    on_change=lambda event: self._chose(option, event.value),
                    autocomplete=values or None,
                ).props("debounce=400")
            box.props(f'outlined dense for="option-{option.id}" hide-bottom-space')
            written(
                el(
                    "p",
                    citation(option.section, self.asked.day, self.asked.link_day),
                    el("span", f" {option.permitted(self.asked.day)}") if not values or option.pattern else None,
                    class_="quiet",
                )
            )
        self.inputs[option.id] = box

    def _unpermitted(self, option: Option, text: str) -> str | None:
        if self.asked.accepts(option, option.parse(text)):
            return None
        if self.asked.unlawful:
            return f"possible: {option.computable_text}"
        return f"permitted: {option.permitted(self.asked.day)} ({printed(option.section, self.asked.day)})"

    def _chose(self, option: Option, text: str | None) -> None:
        value = option.parse(text or "")
        if same_value(value, self.asked.effective().get(option.id, option.default)):
            return
        if self.asked.accepts(option, value):
            self._ask(self.asked.choosing(option.id, value))

    # -- The results

    def _ask(self, asked: PriceQuery) -> None:
        """Update the address and request the price after a change."""
        self.asked = asked
        ui.navigate.history.replace(asked.address())
        self._tell(asked.findings())
        if self.job is not None:
            background_tasks.create(self._wait(self.job), name="price page")

    def _tell(self, found: tuple[Finding, ...]) -> None:
        """Show the findings; if the table is permitted, start the pricing job."""
        self._follow()
        self.status.clear()
        with self.status:
            if found and self.asked.unlawful and not self.asked.refused:
                written(el("p", "Not a lawful table; its price is shown for comparison.", class_="unlawful"))
            if found:
                written(findings_markup(found, self.asked.link_day, names=False))
        self.job, self.busy = None, False
        if not self.asked.refused:
            try:
                self.job = price_job(self.asked.layout(), self.terms, self.asked.stake, self.asked.meter)
            except ValueError as no:
                self.busy = isinstance(no, Busy)
                with self.status:
                    written(el("p", "No price: ", str(no), class_="finding finding-breach"))
        if self.job is None:
            self.results.classes(add="stale")
            self.waiting.visible = False

    def _follow(self) -> None:
        """Update every box to the table's actual options, since one choice can imply another; equal values stay as
        typed.
        """
        self.printed.set_content(printed_markup(self.asked, date.today()))
        for name, value in self.asked.effective().items():
            box = self.inputs.get(name)
            if box is None or same_value(self.asked.rules.options[name].parse(box.value or ""), value):
                continue
            if isinstance(box, ui.select) and value_text(value) not in box.options:
                box.set_options({**_named(box), value_text(value): format_value(value)})
            box.value = value_text(value)
        if self.inputs:
            self.summary.set_content(_summary_markup(self.asked))

    async def _wait(self, job: Job) -> None:
        with self.client:
            self.results.classes(add="stale")
            self._tick()
            self.waiting.visible = self.timer.active = not job.finished
            await job.wait()
            # The choices may have changed by now, or the page may be closed.
            if job is self.job and not self.client.is_deleted:
                await self._show()

    def _tick(self) -> None:
        share = self.job.share if self.job else 0
        self.bar.props(remove="indeterminate") if share else self.bar.props("indeterminate")
        self.bar.value = share
        self.bar_says.text = f"Calculating: {share:.0%}" if share else "Calculating…"

    async def _show(self) -> None:
        assert self.job is not None
        self.waiting.visible = self.timer.active = False
        try:
            self.report = await self.job.report()
        except Exception as error:
            known = isinstance(error, ValueError)
            says = str(error) if known else "something went wrong; the error was logged."
            with self.status:
                written(el("p", "No price: ", says, class_="finding finding-breach"))
            if not known:
                raise
            return
        self.usual = await self._usual_report()
        if self.client.is_deleted:  # the page was closed
            return
        self.results.classes(remove="stale")
        self._put_apart(self.job.asked if self.job is not None else frozenset())
        self._show_chosen()
        self._show_edges()
        self._show_table()
        self.strategy.clear()
        with self.strategy:
            written(strategy_markup(self.report) or Markup())
        if self.analyser is not None:
            with suppress(Refused):  # the server is busy; hands can be analysed later
                await self.analyser.show()

    async def _usual_report(self) -> PriceReport | None:
        """Return the default table's price for comparison; None if this is the default table."""
        asked = self.asked
        if not asked.choices.options and not asked.choices.odds:
            return None
        try:
            return await price_job(Layout.of(asked.rules, asked.day), self.terms, asked.stake, asked.meter).report()
        except ValueError:
            return None

    def _wager(self) -> PricedWager:
        assert self.report is not None
        every = every_wager(self.report)
        main = self.report.combinations[0] if self.report.combinations and self.report.strategy else every[0]
        return next((one for one in every if one.id == self.asked.wager), main)

    def _show_chosen(self) -> None:
        one = self._wager()
        self.chosen.clear()
        with self.chosen:
            usual = {one.id: one for one in every_wager(self.usual)} if self.usual is not None else {}
            written(chosen_markup(one, self.asked, usual.get(one.id)))
            kind = "logarithmic" if logarithmic(one) else "to scale"
            written(el("h3", "Probability of each result", el("span", f" {kind}", class_="quiet")))
            _plot(
                outcomes_plot(one), len(one.outcomes), "Probability of each result; the same data is in the table below"
            )
            written(outcomes_markup(one))
            written(events_markup(one))

    def _show_edges(self) -> None:
        assert self.report is not None
        inside = edges_in_order(self.report)
        self.edges.clear()
        with self.edges:
            elsewhere = any(not one.offered for one in inside)
            written(el("h2", "House edges"))
            written(el("p", "○ permitted, but not on this layout", class_="quiet") if elsewhere else Markup())
            with ui.element("div").classes("edges-in").props('tabindex=0 role=region aria-label="Plot of house edges"'):
                plot = edges_plot(inside, self._wager().id)
                _plot(plot, len(inside), "House edges; the same data is in the table below").on_point_click(self._point)

    def _show_table(self) -> None:
        assert self.report is not None
        self.table.clear()
        with self.table:
            written(price_table_markup(self.report, self.asked, self._wager().id, self.usual)).on(
                "click",
                self._clicked,
                js_handler="(event) => { const at = event.target.closest('[data-sort], [data-wager]');"
                " if (at) emit({ sort: at.dataset.sort ?? null, wager: at.dataset.wager ?? null }); }",
            )
            written(rules_markup(self.asked))

    def _clicked(self, event: GenericEventArguments) -> None:
        sort, wager = event.args.get("sort"), event.args.get("wager")
        if isinstance(wager, str):
            self._look_at(wager)
            ui.run_javascript(f"pitboss.focus('data-wager', {json.dumps(wager)}); pitboss.reveal('chosen')")
        elif isinstance(sort, str) and sort in ORDERS:
            self.asked = replace(self.asked, sort=next_sort(self.asked.sort, sort))
            ui.navigate.history.replace(self.asked.address())
            self._show_table()
            ui.run_javascript(f"pitboss.focus('data-sort', {json.dumps(sort)})")

    def _point(self, event: EChartPointClickEventArguments) -> None:
        if self.report is not None and isinstance(event.data_index, int):
            self._look_at(edges_in_order(self.report)[event.data_index].id)

    def _look_at(self, wager: str) -> None:
        if self.report is None or wager not in {one.id for one in every_wager(self.report)}:
            return
        self.asked = replace(self.asked, wager=wager)
        ui.navigate.history.replace(self.asked.address())
        self._show_chosen()
        self._show_edges()
        self._show_table()


def _plot(options: dict[str, Any], bars: int, says: str) -> ui.echart:
    made = ui.echart(options, renderer="svg").style(f"height: {height(bars)}px")
    return made.props(f'role=img aria-label="{says}"')


def _values(option: Option, day: date) -> list[str]:
    """List an option's values on a date, as written in table files."""
    return [value_text(choice.value) for choice in option.values if choice.in_force(day)]


def printed_markup(asked: PriceQuery, today: date) -> Markup:
    """Render a printable version of the page's inputs: dates, amounts, and every choice."""
    rules = asked.rules
    amounts = {"Stake": asked.stake, "Progressive meter": asked.meter}
    amounts_text = [f"{name}: {dollars(amount)}" for name, amount in amounts.items() if amount is not None]
    rows = [
        el(
            "div",
            el("dt", rules.options[name].name),
            el("dd", format_value(value)),
            class_="chosen-here" if name in asked.choices.options else None,
        )
        for name, value in asked.effective().items()
        if name in rules.options
    ]
    odds = [
        el("div", el("dt", _odds_named(asked, key)), el("dd", value), class_="chosen-here")
        for key, value in asked.choices.odds.items()
    ]
    return el(
        "div",
        el("p", " · ".join([f"As in force on {asked.day}", f"printed {today}", "Pitboss", *amounts_text])),
        el("dl", rows, odds) if rows or odds else None,
    )


def _named(box: ui.select) -> dict[str, str]:
    """Return the values and labels of a select box."""
    return dict(box.options) if isinstance(box.options, dict) else {one: one for one in box.options}


def _summary_markup(asked: PriceQuery) -> Markup:
    """Summarize the licensee's choices in one line."""
    names = {name: asked.rules.options[name].name for name in asked.choices.options if name in asked.rules.options}
    parts = [
        el("b", f"{names.get(name, name)}: {format_value(value)}") for name, value in asked.choices.options.items()
    ]
    parts += [el("b", f"{_odds_named(asked, key)} at {odds}") for key, odds in asked.choices.odds.items()]
    inside = join(parts) if parts else el("span", "none; all defaults", class_="quiet")
    return el("span", "The licensee's choices: ", inside)


def _odds_named(asked: PriceQuery, key: str) -> str:
    """Name odds set by a table by their wager and outcome."""
    kind, _, outcome = key.partition(".")
    rule = asked.rules.wagers.get(kind)
    return key if rule is None else f"{rule.name}, {outcome.replace('_', ' ')}" if outcome else rule.name
