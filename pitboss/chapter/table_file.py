"""A licensee's table as a TOML file: the game, the date, and the choices made for the table.

    game = "craps"              # an installed game
    on = 2008-06-01             # default: today
    name = "Table 7"            # default: the file's name
    casino = "The Boardwalk"    # the licensee, for signs, guides and reports
    [options]                   # ids of the game's rules.toml
    offer_678 = true
    [odds]                      # wager, or wager.outcome
    "field.12" = "3 to 1"
    [limits]                    # dollars
    minimum = 10
    maximum = 5000
    increment = 5               # wagers are multiples of this
    individual = true           # a particular patron may be granted other limits
    [limits.field]              # a wager's own limits
    maximum = 500

[odds] are what the table pays, even if an option in the file says otherwise: one that states the same odds
(`field_12`), or one that names a pay table (`tie_payout`), which then applies to the other outcomes only. The table is
lawful if all its odds together are those of a permitted pay table, or better if the rule says "at least"; the
disagreement itself is a warning. See `chapter/pay_tables.py`.

Two sections say how the licensee gives notice. They are checked if present; a file without them says nothing about
notice.

    [notices]                   # what the signs at the table show
    limits = true
    options = ["offer_678", "field.12"]     # ids as in [options] and [odds]
    notice_minutes = 45         # before a change at an open table, if the licensee gives more than 8.3 requires
    gaming_guide = "printed"    # or "none", "electronic" (8.5)

    [[changes]]                 # a change of the rules or the limits at this table
    option = "field.12"         # or limits = true
    from = "2 to 1"             # optional: the value before the change
    to = "3 to 1"               # limits: 25 (the minimum), "$25 to $500", "steps of $5", { field = { maximum = 100 } }
    effective_at = 2008-06-01T14:00:00
    sign_posted_at = 2008-06-01T13:30:00
    announced_at = 2008-06-01T13:30:00
    regulator_notified_at = 2008-06-01T13:25:00
    players_present = true      # the default

The file describes the table before its changes. Each change is judged by the table that results from it, together with
earlier changes and those that take effect at the same moment: see `chapter/changes.py`.

A file with a section [tournament] describes a tournament, played at this table or at those of its stages: see
`chapter/tournament.py`.

Reading a file rejects only what cannot be understood (`BadTable`). `check` decides whether the chapter permits it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from pitboss.chapter.contents import contents
from pitboss.chapter.layout import Layout, Limits
from pitboss.chapter.lines import line_of
from pitboss.chapter.odds import LARGEST_AMOUNT, cents, dollars
from pitboss.chapter.rules import Value, registered_games, unknown_game_message, value_text
from pitboss.chapter.tournament import Tournament, read_tournament

if TYPE_CHECKING:
    from pitboss.chapter.check import Finding

NAMES = ("game", "on", "name", "casino", "options", "odds", "limits", "notices", "changes", "tournament")
LIMITS = ("minimum", "maximum", "increment")
INDIVIDUAL = "individual"
STEPS = ("effective_at", "sign_posted_at", "announced_at", "regulator_notified_at")
_CHANGE = ("option", "limits", "from", "to", *STEPS, "players_present")
_AT = re.compile(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", re.DOTALL)


MOST_CHANGES = 24
"""The maximum number of changes in a table file, since each one creates another table to check."""
LARGEST, MOST_KEYS, DEEPEST = 64 * 1024, 600, 8
"""Limits of a table file: its characters, its keys and headings, and its nesting depth. No table needs more, and a
larger text could take the parser minutes and gigabytes, so it is rejected before parsing.
"""
_MARKS = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:""")?|"(?:[^"\\\n]|\\.)*"?|'
    r"'''(?:[^']|'(?!''))*(?:''')?|'[^'\n]*'?|#[^\n]*|[=\n,.{}\[\]]",
    re.DOTALL,
)


class BadTable(ValueError):
    """A table file that cannot be understood; the message names the file, the line, and what is allowed."""


NOTICE_OPTIONS = ("notice_minutes", "gaming_guide")
"""Options about notice to patrons, which every table has."""


@dataclass(frozen=True, slots=True)
class Notices:
    """The content of the signs at the table; `unknown` lists unrecognized keys."""

    limits: bool = False
    options: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    chosen: Mapping[str, Value] = field(default_factory=dict)
    """The values of `notice_minutes` and `gaming_guide`, if given."""


@dataclass(frozen=True, slots=True)
class TableChange:
    """A change to an option, to odds or to the limits. A step that is None was not taken."""

    option: str | None = None
    was: Value | None = None
    to: Value | None = None
    effective_at: datetime | None = None
    sign_posted_at: datetime | None = None
    announced_at: datetime | None = None
    regulator_notified_at: datetime | None = None
    players_present: bool = True
    unknown: tuple[str, ...] = ()

    @property
    def of_limits(self) -> bool:
        return self.option is None


@dataclass(frozen=True, slots=True)
class LimitProblem:
    """An entry in [limits] that is unknown or not an amount, and what is permitted there."""

    where: str
    wrong: str
    permitted: str
    known: bool


@dataclass(frozen=True, slots=True)
class TableFile:
    """A licensee's file as read, before any check."""

    game: str
    on: date
    options: Mapping[str, Value] = field(default_factory=dict)
    odds: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, Any] = field(default_factory=dict)
    notices: Notices | None = None
    changes: tuple[TableChange, ...] = ()
    unknown: tuple[str, ...] = ()
    name: str = ""
    path: str = ""
    casino: str = ""
    tournament: Tournament | None = None

    def amounts(self) -> tuple[Limits | None, tuple[LimitProblem, ...]]:
        """Return the limits in cents, and the entries that are not valid amounts."""
        if not self.limits:
            return None, ()
        unread: list[LimitProblem] = []
        whole: dict[str, int] = {}
        individual = False
        by_wager: dict[str, tuple[int | None, int | None]] = {}
        for key, value in self.limits.items():
            if isinstance(value, Mapping):
                own = dict(_amounts(value, LIMITS[:2], f"limits.{key}", unread))
                by_wager[key] = own.get("minimum"), own.get("maximum")
            elif key == INDIVIDUAL and isinstance(value, bool):
                individual = value
            elif key == INDIVIDUAL:
                unread.append(
                    LimitProblem(
                        f"limits.{key}", f"{value_text(value)} is not true or false", "true, false", known=True
                    )
                )
            else:
                whole |= _amounts({key: value}, LIMITS, "limits", unread)
        steps = whole.get("increment", 1)
        limits = Limits(whole.get("minimum", 0), whole.get("maximum"), steps, by_wager, individual)
        return limits, tuple(unread)

    def layout(self, unlawful: bool = False) -> Layout:
        """Return the table's layout; raise `Unlawful` if the chapter does not permit the table on its date.

        With `unlawful`, forbidden choices are accepted as long as all names and values are valid.
        """
        from pitboss.chapter.check import Unlawful, file_findings

        found: tuple[Finding, ...] = file_findings(self)
        if any(one.stops(unlawful) for one in found):
            raise Unlawful(found)
        return Layout.of(self.game, self.on, self.options, self.odds, self.amounts()[0], unlawful=True)


def _amounts(
    given: Mapping[str, object], known: tuple[str, ...], where: str, unread: list[LimitProblem]
) -> Iterator[tuple[str, int]]:
    for key, value in given.items():
        place = f"{where}.{key}"
        if key not in known:
            near = get_close_matches(key, known, 1)
            hint = f"{near[0]}? " if near else ""
            unread.append(LimitProblem(place, f"there is no limit {key}", f"{hint}{', '.join(known)}", known=False))
            continue
        try:
            amount = cents(value if isinstance(value, (str, int, Decimal)) else repr(value))
        except ValueError:
            amount = 0
        if 0 < amount <= LARGEST_AMOUNT:
            yield key, amount
        elif amount:
            most = f"at most {dollars(LARGEST_AMOUNT)}"
            unread.append(LimitProblem(place, f"{value_text(value)[:40]} is too large", most, known=True))
        else:
            wrong = f"{value_text(value)} is not a positive amount"
            unread.append(LimitProblem(place, wrong, "a positive amount, like 25 or 12.50", known=True))


def read_table(source: str | Path) -> TableFile:
    r"""Read a table file from its path, or from its text (a string with a newline or an equals sign).

    >>> read_table('game = "craps"\non = 2008-06-01').on
    datetime.date(2008, 6, 1)
    >>> read_table('game = "crap"\non = 2008-06-01')
    Traceback (most recent call last):
    pitboss.chapter.table_file.BadTable: table:1: no game 'crap': did you mean craps? `pitboss games` lists every game
    """
    if isinstance(source, str) and ("\n" in source or "=" in source):
        return _Reader("table", source).table()
    if not isinstance(source, (str, Path)):
        raise BadTable(f"{source!r} is not a table: give the path of its file, or its text")
    path = Path(source)
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise BadTable(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadTable(f"{path}: cannot be read: a table file is text in UTF-8") from None
    return _Reader(str(path), text).table()


def _parse_decimal(text: str) -> Decimal:
    """Parse a TOML float as the exact number that was written."""
    try:
        return Decimal(text)
    except ArithmeticError:
        raise ValueError(f"{text[:20]} has an exponent of too many digits") from None


class _Reader:
    """Reads one file, so that every error can name file and line."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.text = text
        self._bounded()
        try:
            self.raw: dict[str, Any] = tomllib.loads(text, parse_float=_parse_decimal)
        except tomllib.TOMLDecodeError as error:
            found = _AT.fullmatch(str(error))
            problem = found[1] if found else str(error)
            line = int(found[2]) if found and found[2] else text.count("\n") + 1
            raise BadTable(f"{name}:{line}: this is not TOML: {problem}") from None
        except RecursionError:
            raise BadTable(f"{name}: this is nested too deeply for a table file") from None
        except ValueError as error:
            raise BadTable(f"{name}: a number cannot be read: {error}") from None

    def _bounded(self) -> None:
        """Reject strings beyond the limits in one pass over their punctuation."""
        if len(self.text) > LARGEST:
            raise BadTable(f"{self.name}: a table file has at most {LARGEST} characters")
        keys = dots = inside = 0
        line = 1
        for found in _MARKS.finditer(self.text):
            mark = found[0]
            match mark:
                case ".":
                    dots += 1
                case "{" | "[":
                    inside += 1
                    keys += not dots and mark == "["
                    dots = 0
                case "}" | "]":
                    inside -= 1
                    dots = 0
                case "=" | "," | "\n":
                    keys += mark == "="
                    dots = 0
            if dots > DEEPEST or inside > DEEPEST:
                raise BadTable(f"{self.name}:{line}: this is nested too deeply for a table file ({DEEPEST} levels)")
            if keys > MOST_KEYS:
                raise BadTable(f"{self.name}:{line}: a table file has at most {MOST_KEYS} keys")
            line += mark.count("\n")

    def fail(self, problem: str, *path: str | int) -> NoReturn:
        line = f":{line_of(self.text, path)}" if path else ""
        raise BadTable(f"{self.name}{line}: {problem}")

    def table(self) -> TableFile:
        raw = self.raw
        words = {"name": raw.get("name", Path(self.name).stem), "casino": raw.get("casino", "")}
        for key, text in words.items():
            if not isinstance(text, str):
                self.fail(f"{key} must be text, not {value_text(text)}", key)
        return TableFile(
            game=self.game(),
            on=self.day(),
            options=self.section("options"),
            odds=dict(_flat(self.section("odds"))),
            limits=self.section("limits"),
            notices=self.notices() if "notices" in raw else None,
            changes=self.changes(),
            tournament=self.tournament() if "tournament" in raw else None,
            unknown=tuple(key for key in raw if key not in NAMES),
            **words,
            path=self.name,
        )

    def game(self) -> str:
        if "game" not in self.raw:
            self.fail(f'no game is given; write game = "…" with one of: {", ".join(registered_games())}')
        game = self.raw["game"]
        if not isinstance(game, str) or game not in registered_games():
            self.fail(unknown_game_message(game), "game")
        return game

    def day(self) -> date:
        day = self.raw.get("on", date.today())
        if not isinstance(day, date) or isinstance(day, datetime):
            self.fail(f"on must be a date without quotes, like 2008-06-01, not {day!s}", "on")
        if day < contents().first_day:
            self.fail(f"on is {day}, but the chapter begins on {contents().first_day}", "on")
        return day

    def section(self, key: str) -> dict[str, Any]:
        held = self.raw.get(key, {})
        if not isinstance(held, dict):
            self.fail(f"{key} must be a section, written [{key}]", key)
        return held

    def notices(self) -> Notices:
        held = self.section("notices")
        limits, options = held.get("limits", False), held.get("options", [])
        if not isinstance(limits, bool):
            self.fail(f"notices.limits must be true or false, not {value_text(limits)}", "notices", "limits")
        if not isinstance(options, list) or not all(isinstance(name, str) for name in options):
            self.fail('notices.options must be a list of names, like ["offer_678"]', "notices", "options")
        chosen = {key: held[key] for key in NOTICE_OPTIONS if key in held}
        known = ("limits", "options", *NOTICE_OPTIONS)
        return Notices(limits, tuple(options), tuple(key for key in held if key not in known), chosen)

    def tournament(self) -> Tournament:
        return read_tournament(self.section("tournament"), self.game(), self.fail)

    def changes(self) -> tuple[TableChange, ...]:
        held = self.raw.get("changes", [])
        if not isinstance(held, list) or not all(isinstance(change, dict) for change in held):
            self.fail("each change must be a section of its own, written [[changes]]", "changes")
        if len(held) > MOST_CHANGES:
            self.fail(f"a table file has at most {MOST_CHANGES} changes", "changes", MOST_CHANGES)
        return tuple(self.change(number, change) for number, change in enumerate(held))

    def change(self, number: int, held: dict[str, Any]) -> TableChange:
        where = f"changes.{number}"
        option, limits = held.get("option"), held.get("limits", False)
        if (limits is not True) == (option is None) or not isinstance(option, str | None):
            self.fail(f'{where} must name what changes: option = "…", or limits = true', "changes", number)
        for step in STEPS:
            at = held.get(step)
            if at is not None and (not isinstance(at, datetime) or at.tzinfo is not None):
                form = "a local date and time like 2008-06-01T14:00:00"
                self.fail(f"{where}.{step} must be {form}, not {at!s}", "changes", number, step)
        at, first = held.get("effective_at"), contents().first_day
        if at is not None and at.date() < first:
            self.fail(
                f"{where}.effective_at is {at}, but the chapter begins on {first}", "changes", number, "effective_at"
            )
        if not isinstance(held.get("players_present", True), bool):
            self.fail(f"{where}.players_present must be true or false", "changes", number, "players_present")
        return TableChange(
            option=option,
            was=held.get("from"),
            to=held.get("to"),
            **{step: held.get(step) for step in STEPS},
            players_present=held.get("players_present", True),
            unknown=tuple(key for key in held if key not in _CHANGE),
        )


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Flatten nested odds: an unquoted field.12 = "3 to 1" is a table within a table, and means the same."""
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value_text(value)
