"""The table checker: a licensee's table file is checked as it is typed, and each finding is shown with its line and
section.

The text is read and checked by the same `read_table` and `check` that `pitboss check` uses, in a worker thread shortly
after the last keystroke. The editor keeps its own text; the server only sends it the lines to mark, so nothing typed in
the meantime is lost.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from nicegui import background_tasks, run, ui
from nicegui.events import GenericEventArguments

from pitboss.chapter.check import NOTHING, Finding, resolve_options
from pitboss.chapter.in_force import game_in_force
from pitboss.chapter.lines import line_of
from pitboss.chapter.rules import Option, Rules, Value, meets, registered_games, rules_of, value_text
from pitboss.chapter.table_file import BadTable, TableFile, read_table
from pitboss.library.checks import check
from pitboss.web.addresses import Choices, Query, Refused, address, parse_day, parse_game
from pitboss.web.findings import counted, findings_markup
from pitboss.web.markup import Markup, el
from pitboss.web.theme import frame, heading, written
from pitboss.web.work import computed

MOST = 64 * 1024
"""The maximum size of a table file here, in bytes."""
LONGEST_LINE = 2000
IN_ADDRESS = 4000
"""The maximum length of a text that is stored in the address."""
PAUSE = 0.3
"""Seconds after the last keystroke before the text is checked."""
SHOWN = 200
FAULTS = "faults"

_WHERE = re.compile(r"table(?::(\d+))?: (.*)", re.DOTALL)
_WITH_FAULTS = """\
# A craps table of 2004 with four faults. Change a line and watch the findings.
game = "craps"
on = 2004-06-01
name = "Table 7"

[options]
offer_678 = true        # the 6-7-8 wager came with R.2005 d.355
vig_timing = "late"

[odds]
"field.12" = "1 to 1"

[limits]                # dollars
minimum = 100
maximum = 50
"""


# ---- Checking


@dataclass(frozen=True)
class Checked:
    """A text and its result: either the reason it cannot be read (`problem`), or a table with findings.

    `lines` maps each place named by a finding to its line.
    """

    table: TableFile | None = None
    findings: tuple[Finding, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict)
    problem: str = ""
    line: int | None = None

    @property
    def lawful(self) -> bool:
        return self.table is not None and not any(one.severity == "breach" for one in self.findings)


def checked(text: str) -> Checked:
    """Read a text as a table file and check it against the regulation on its date.

    >>> checked('game = "craps"\\non = 2004-06-01\\n[odds]\\nfield.12 = "1 to 1"').lines
    {'odds.field.12': 4}
    >>> bad = checked('game = "craps"\\non = yesterday')
    >>> bad.line, bad.problem
    (2, 'this is not TOML: Invalid value')
    """
    if len(text.encode()) > MOST:
        return Checked(problem=f"This is longer than {MOST // 1024} KB; a table file is not.")
    for number, written_line in enumerate(text.splitlines(), 1):
        if len(written_line) > LONGEST_LINE:
            return Checked(problem=f"a line is longer than {LONGEST_LINE} characters", line=number)
    if not text.strip():
        return Checked(problem="There is nothing here yet. Start with the game, or load an example.")
    try:
        # A one-line text could be mistaken for a path.
        table = read_table(f"{text}\n\n")
        found = check(table).findings
    except BadTable as error:
        match = _WHERE.fullmatch(str(error))
        line = min(int(match[1]), text.count("\n") + 1) if match and match[1] else None
        return Checked(problem=match[2] if match else str(error), line=line)
    return Checked(table, found, {one.where: line_at(text, one.where) for one in found})


def line_at(text: str, where: str) -> int:
    """Return the line for a place named by a finding. A key may be written whole or in parts; the closest match is
    used.

    >>> line_at('[odds]\\n"field.12" = "3 to 1"', "odds.field.12"), line_at("[odds]\\nfield.2 = 1", "odds.field.2")
    (2, 2)
    >>> line_at("[limits]\\nminimum = 1\\n[limits.field]\\nmaximum = 2", "limits.field.maximum")
    4
    """
    kind, *rest = where.split(".")
    parts: list[str | int] = [int(part) if kind == "changes" and part.isdecimal() else part for part in rest]
    ways: list[list[str | int]] = [[kind, *parts], [kind, ".".join(rest)]] if rest else [[kind]]
    return max(line_of(text, way) for way in ways)


# ---- Examples


def example(rules: Rules, day: date) -> str:
    """Return a table file of a game with every option available on a date, set to its default."""
    default = resolve_options(rules, day, {}, {})
    # The minimum posted by an option is listed once, under [limits].
    options = [
        option
        for option in rules.options.values()
        if option.id in default and not option.posts_minimum and not _elects_nothing(option, default)
    ]
    lines = [f"{option.id} = {_toml(default[option.id])}" for option in options]
    width = max(map(len, lines), default=0)
    said = [f"{line:<{width}}  # {_permitted(option, day)}" for line, option in zip(lines, options, strict=True)]
    head = [f'game = "{rules.game.id}"', f"on = {day}", 'name = "Table 1"']
    chosen = ["", "[options]", *said] if said else []
    return "\n".join([*head, *chosen, "", "[limits]  # dollars", "minimum = 10", "maximum = 5000", ""])


def _elects_nothing(option: Option, chosen: Mapping[str, Value]) -> bool:
    """Whether an option elects something that a table with these choices cannot have."""
    unmet = any(other in chosen and not meets(asked, chosen[other], chosen) for other, asked in option.applies.items())
    can_decline = any(one.value in NOTHING for one in option.values)
    return unmet and can_decline and chosen[option.id] not in NOTHING


def _toml(value: Value) -> str:
    return f'"{value}"' if isinstance(value, str) else value_text(value)


def _permitted(option: Option, day: date) -> str:
    text = option.permitted(day)
    return text if len(text) <= 60 else text[:59] + "…"


# ---- The page


async def checker_page(query: Query) -> None:
    """Show the checker with the text or the example in the address."""
    text, example_id = await run.io_bound(parse_text, query) or ("", "")
    with frame("Check a table"):
        heading("Check a table")
        ui.label("Check a licensee's table file against the regulation on its date as you type.").classes("lead")
        page = _Page(text, example_id)
    await page.look()


def parse_text(query: Query) -> tuple[str, str]:
    """Return the text in an address, and the example's id if it is one."""
    if (text := query.get("text", "")).strip():
        if len(text.encode()) > MOST:
            raise Refused(413, "Too long", f"A table file can have at most {MOST // 1024} KB.", {"Check": "/check"})
        return text, ""
    day = parse_day(query, "on", "/check")
    game = query.get("game", FAULTS)
    return _example_text(game, day), game


def _example_text(game: str, day: date | None) -> str:
    if game == FAULTS:
        return _WITH_FAULTS
    rules = parse_game(game, "/check?game={}")
    wanted = day or date.today()
    return example(rules, wanted if game_in_force(rules, wanted) else rules.game.since)


class _Page:
    """One browser's text and its findings."""

    def __init__(self, text: str, example_id: str) -> None:
        self.client = ui.context.client
        self.last = text
        self.typed = 0
        self.busy = asyncio.Lock()
        games = {FAULTS: "Craps, with faults", **{game: rules_of(game).game.name for game in registered_games()}}
        with ui.element("div").classes("checker"):
            with ui.element("section").classes("checker-text").props('aria-label="The table file"'):
                with ui.element("div").classes("controls"):
                    ui.select(
                        games,
                        label="Load an example",
                        value=example_id or None,
                        on_change=lambda event: self._load(event.value),
                    ).props("outlined dense options-dense stack-label").classes("example")
                holder = ui.element("div").classes("editor").props(f'data-most="{MOST}"')
                holder.on("toolong", self._too_long)
                with holder:
                    self.editor = ui.codemirror(
                        text,
                        language="TOML",
                        theme="gruvboxDark",
                        indent="  ",
                        on_change=lambda event: self._typed(event.value),
                    )
                written(
                    el(
                        "p",
                        "Press Esc, then Tab to leave the editor. At most 64 KB. A file can contain: ",
                        el("code", "game, on, name, [options], [odds], [limits], [notices], [[changes]]"),
                        class_="quiet",
                    )
                )
            with ui.element("section").classes("checker-findings").props('aria-label="Findings"') as self.findings:
                self.verdict = written(Markup()).props('role="status"')
                self.list = written(Markup())
        self.findings.on(
            "click",
            self._go_to,
            js_handler="(event) => { const at = event.target.closest('[data-line]');"
            " if (at) emit(Number(at.dataset.line)); }",
        )
        ui.run_javascript("pitboss.label('.editor .cm-content', 'A table file, as TOML')")

    async def look(self) -> None:
        """Check the text and show the findings."""
        text = self.last
        async with self.busy:
            try:
                found = await computed(None, checked, text)
            except Refused as refused:
                found = Checked(problem=refused.says)
        if self.client.is_deleted or text != self.last:
            return
        self._tell(found)
        marks = {found.lines[one.where]: one.severity for one in reversed(found.findings)}
        if found.line is not None:
            marks = {found.line: "breach"}
        specs = [{"kind": "line", "line": line, "class": f"line-{kind}"} for line, kind in sorted(marks.items())]
        self.editor.run_method("setDecorations", specs)

    def _typed(self, text: str) -> None:
        self.last = text
        self.typed += 1
        background_tasks.create(self._pause(self.typed), name="check")

    async def _pause(self, typed: int) -> None:
        await asyncio.sleep(PAUSE)
        if typed != self.typed or self.client.is_deleted:
            return
        with self.client:
            short = len(self.last) <= IN_ADDRESS
            ui.navigate.history.replace(address("/check", {"text": self.last if short else ""}))
            await self.look()

    async def _load(self, game: str | None) -> None:
        if game is None:
            return
        text = await run.io_bound(_example_text, game, None)
        self.editor.value = self.last = text or ""
        self.typed += 1
        ui.navigate.history.replace(address("/check", {"game": game}))
        await self.look()

    def _tell(self, found: Checked) -> None:
        self.verdict.set_content(verdict_markup(found))
        self.list.set_content(found_markup(found))

    def _too_long(self) -> None:
        self._tell(Checked(problem=f"The pasted text is longer than {MOST // 1024} KB and was discarded."))

    def _go_to(self, event: GenericEventArguments) -> None:
        if isinstance(event.args, int) and 0 < event.args <= self.last.count("\n") + 1:
            self.editor.run_method("revealLine", event.args)


# ---- The result


def verdict_markup(found: Checked) -> Markup:
    """Render the verdict: lawful or not, and the number of findings."""
    if found.table is None:
        at = el("button", f"line {found.line}", type="button", data_line=found.line) if found.line else None
        problem = el("p", at, " ", found.problem, class_="finding finding-breach")
        return el("div", el("h2", "This cannot be read as a table"), problem)
    name = rules_of(found.table.game).game.name
    verdict = "The table is lawful" if found.lawful else "The table is not lawful"
    return el(
        "div",
        el("h2", verdict, class_="lawful" if found.lawful else "unlawful"),
        el("p", f"{found.table.name}: {name} on {found.table.on}. ", el("b", counted(found.findings)), "."),
    )


def found_markup(found: Checked) -> Markup:
    """Render every finding, with links to related pages."""
    if found.table is None:
        return Markup()
    more = len(found.findings) - SHOWN
    return el(
        "div",
        el("p", _ways(found, found.table), class_="result-links"),
        findings_markup(found.findings[:SHOWN], found.table.on, found.lines),
        el("p", f"and {more} more", class_="quiet") if more > 0 else None,
    )


def _ways(found: Checked, table: TableFile) -> Markup:
    rules = el("a", "Read the rules on that date", href=address(f"/rules/{table.game}", {"on": table.on}))
    if not found.lawful:
        return rules
    choices = Choices(table.options, table.odds)
    price = address(f"/price/{table.game}", {"on": table.on, **choices.query()})
    return Markup("{} {}").format(el("a", "Price this table", href=price, class_="button"), rules)
