"""What an address asks for, as the things it names; what there is not is refused with what there is.

Addresses speak as a table file does: `options.decks=6` and `odds.field.12=3 to 1` are what `[options]` and `[odds]` say
there. Everything else about a page (its day, the wager looked at, the order of a table) has a name of its own. A name
that nobody knows is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from difflib import get_close_matches
from urllib.parse import quote, urlencode

from starlette.responses import JSONResponse, Response

from pitboss.chapter.check import chosen_on
from pitboss.chapter.contents import contents
from pitboss.chapter.days import NoDay, day
from pitboss.chapter.in_force import game_in_force, perhaps_older
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Rules, Value, all_games, registered, rules_of, same, shown
from pitboss.library.layouts import read_choices

MOST_LETTERS = 200
"""So long may a value in an address be."""

Query = Mapping[str, str]


class Refused(ValueError):
    """An address that asks for what there is not: what was asked, what there is, and ways on from here."""

    def __init__(
        self,
        status: int,
        title: str,
        says: str,
        ways: Mapping[str, str] | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(says)
        self.retry_after = retry_after
        self.status = status
        self.title = title
        self.says = says
        self.ways = dict(ways or {})

    def problem(self) -> Response:
        """The same for whoever asked for data."""
        told = {"title": self.title, "status": self.status, "detail": self.says}
        headers = {} if self.retry_after is None else {"retry-after": f"{self.retry_after:.0f}"}
        return JSONResponse(told, self.status, headers, media_type="application/problem+json")


@dataclass(frozen=True, slots=True)
class Choices:
    """What an address says of a table, read as a table file's `[options]` and `[odds]` would be."""

    options: Mapping[str, Value]
    odds: Mapping[str, str]

    def query(self) -> dict[str, str]:
        """The same, for an address."""
        return {
            **{f"options.{name}": shown(value) for name, value in self.options.items()},
            **{f"odds.{key}": odds for key, odds in self.odds.items()},
        }

    @classmethod
    def of(cls, layout: Layout) -> Choices:
        """What a table has chosen otherwise than one that chooses nothing."""
        silent = chosen_on(layout.rules, layout.on, {}, {})
        options = {
            name: value for name, value in layout.options.items() if name not in silent or not same(value, silent[name])
        }
        return cls(options, layout.plain()["odds"])


def address(path: str, query: Mapping[str, object] | None = None, at: str = "") -> str:
    """An address on this site; what is empty in the query is left out, `at` is a place on the page.

    >>> address("/rules/craps", {"on": "2008-06-01", "find": ""}, "1.4(b)")
    '/rules/craps?on=2008-06-01#1.4(b)'
    """
    told = urlencode({key: str(value) for key, value in (query or {}).items() if value not in (None, "")})
    return path + (f"?{told}" if told else "") + (f"#{quote(at, safe='()')}" if at else "")


def game_asked(game: str, at: str, everything: bool = False) -> Rules:
    """The rules of the game that an address names; with `everything`, of subchapter 8 too.

    `at` is where the page is for any game, `{}` in the place of its id: the ways on from a game that there is not.
    """
    games = [rules_of(id) for id in registered()] + ([all_games()] if everything else [])
    found = next((rules for rules in games if rules.game.id == game), None)
    if found is None:
        near = get_close_matches(game[:MOST_LETTERS].lower(), registered(), 1)
        meant = f" Did you mean {rules_of(near[0]).game.name}?" if near else ""
        ways = {rules.game.name: at.format(rules.game.id) for rules in games}
        raise Refused(404, "No such game", f"There is no game {_cut(game)!r} here.{meant} These there are:", ways)
    return found


def day_asked(query: Query, name: str, page: str) -> date | None:
    """The day that an address names; None for none."""
    text = query.get(name, "").strip()
    if not text:
        return None
    first = contents().first_day
    ways = {f"{page} as on {one}": address(page, {name: one}) for one in (first, date.today())}
    try:
        return day(text)
    except NoDay as no:
        if no.early:
            says = f"The chapter begins {first}; there is nothing on {text}."
            raise Refused(400, "Before the chapter", says, ways) from None
        says = f"{_cut(text)!r} is not a date. Write year, month and day, like 2008-06-01; the chapter begins {first}."
        raise Refused(400, "Not a date", says, ways) from None


def refuse_if_not_in_force(rules: Rules, day: date, page: str) -> None:
    """Refuse a day on which a game was not in the chapter, with the nearest on which it was."""
    game = rules.game
    if game_in_force(rules, day):
        return
    early = day < game.since
    near = game.since if early or game.until is None else game.until - timedelta(days=1)
    when = f"since {game.since}{perhaps_older(game, day)}" if early else f"until {game.until}"
    says = f"{game.name} is not a game of the chapter on {day}; it is one {when}."
    raise Refused(
        404, "Not in the chapter on that day", says, {f"{game.name} as on {near}": address(page, {"on": near})}
    )


def choices_asked(query: Query, rules: Rules) -> Choices:
    """What an address says of a table. Whether the chapter permits it is not asked here."""
    options: dict[str, str] = {}
    odds: dict[str, str] = {}
    for key, text in query.items():
        kind, _, name = key.partition(".")
        if kind not in ("options", "odds") or not name:
            continue
        if len(key) > MOST_LETTERS or len(text) > MOST_LETTERS:
            raise Refused(400, "Too long", f"{_cut(key)} is longer than {MOST_LETTERS} letters.")
        if kind == "odds":
            odds[name] = text
        else:
            options[name] = text
    return Choices(read_choices(rules, options), odds)


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
