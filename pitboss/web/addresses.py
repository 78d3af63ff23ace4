"""Parsing and building page addresses; addresses of things that do not exist are refused with alternatives.

Addresses use a table file's terms: `options.decks=6` and `odds.field.12=3 to 1` mean the same as under `[options]` and
`[odds]`. All other parameters of a page (date, selected wager, sort order) have their own names. Unknown names are
ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from difflib import get_close_matches
from urllib.parse import quote, urlencode

from starlette.responses import JSONResponse, Response

from pitboss.chapter.check import resolve_options
from pitboss.chapter.contents import contents
from pitboss.chapter.days import BadDate, parse_date
from pitboss.chapter.in_force import age_note, game_in_force
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Rules, Value, all_games, registered_games, rules_of, same_value, value_text
from pitboss.library.layouts import read_choices

MOST_LETTERS = 200
"""The maximum length of a value in an address."""

Query = Mapping[str, str]


class Refused(ValueError):
    """Raised for an address that leads nowhere, with a title, an explanation, and links to alternatives."""

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
        """Return the refusal as JSON, for API clients."""
        content = {"title": self.title, "status": self.status, "detail": self.says}
        headers = {} if self.retry_after is None else {"retry-after": f"{self.retry_after:.0f}"}
        return JSONResponse(content, self.status, headers, media_type="application/problem+json")


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices in an address, parsed like a table file's `[options]` and `[odds]`."""

    options: Mapping[str, Value]
    odds: Mapping[str, str]

    def query(self) -> dict[str, str]:
        """Return the choices as query parameters."""
        return {
            **{f"options.{name}": value_text(value) for name, value in self.options.items()},
            **{f"odds.{key}": odds for key, odds in self.odds.items()},
        }

    @classmethod
    def of(cls, layout: Layout) -> Choices:
        """Return a table's choices that differ from the defaults."""
        defaults = resolve_options(layout.rules, layout.on, {}, {})
        options = {
            name: value
            for name, value in layout.options.items()
            if name not in defaults or not same_value(value, defaults[name])
        }
        return cls(options, layout.plain()["odds"])


def address(path: str, query: Mapping[str, object] | None = None, at: str = "") -> str:
    """Build an address on this site. Empty query values are left out; `at` is an anchor on the page.

    >>> address("/rules/craps", {"on": "2008-06-01", "find": ""}, "1.4(b)")
    '/rules/craps?on=2008-06-01#1.4(b)'
    """
    encoded = urlencode({key: str(value) for key, value in (query or {}).items() if value not in (None, "")})
    return path + (f"?{encoded}" if encoded else "") + (f"#{quote(at, safe='()')}" if at else "")


def parse_game(game: str, at: str, everything: bool = False) -> Rules:
    """Return the rules for the game in an address; with `everything`, subchapter 8 is allowed too.

    `at` is the page's address with `{}` for a game's id, used to link to the other games if this one does not exist.
    """
    games = [rules_of(id) for id in registered_games()] + ([all_games()] if everything else [])
    found = next((rules for rules in games if rules.game.id == game), None)
    if found is None:
        near = get_close_matches(game[:MOST_LETTERS].lower(), registered_games(), 1)
        suggestion = f" Did you mean {rules_of(near[0]).game.name}?" if near else ""
        ways = {rules.game.name: at.format(rules.game.id) for rules in games}
        raise Refused(404, "No such game", f"There is no game {_cut(game)!r}.{suggestion} Available games:", ways)
    return found


def parse_day(query: Query, name: str, page: str) -> date | None:
    """Return the date in an address, or None if there is none."""
    text = query.get(name, "").strip()
    if not text:
        return None
    first = contents().first_day
    ways = {f"{page} as on {one}": address(page, {name: one}) for one in (first, date.today())}
    try:
        return parse_date(text)
    except BadDate as no:
        if no.early:
            says = f"The regulation begins on {first}; there is nothing for {text}."
            raise Refused(400, "Before the regulation", says, ways) from None
        says = f"{_cut(text)!r} is not a date. Write one such as 2008-06-01; the regulation begins on {first}."
        raise Refused(400, "Not a date", says, ways) from None


def refuse_if_not_in_force(rules: Rules, day: date, page: str) -> None:
    """Refuse a date on which a game was not in the regulation, linking to the nearest date on which it was."""
    game = rules.game
    if game_in_force(rules, day):
        return
    early = day < game.since
    near = game.since if early or game.until is None else game.until - timedelta(days=1)
    when = f"since {game.since}{age_note(game, day)}" if early else f"until {game.until}"
    says = f"{game.name} is not in the regulation on {day}, only {when}."
    raise Refused(
        404, "Not in the regulation on that date", says, {f"{game.name} as on {near}": address(page, {"on": near})}
    )


def parse_choices(query: Query, rules: Rules) -> Choices:
    """Return a table's choices from an address. Whether they are permitted is checked elsewhere."""
    options: dict[str, str] = {}
    odds: dict[str, str] = {}
    for key, text in query.items():
        kind, _, name = key.partition(".")
        if kind not in ("options", "odds") or not name:
            continue
        if len(key) > MOST_LETTERS or len(text) > MOST_LETTERS:
            raise Refused(400, "Too long", f"{_cut(key)} is longer than {MOST_LETTERS} characters.")
        if kind == "odds":
            odds[name] = text
        else:
            options[name] = text
    return Choices(read_choices(rules, options), odds)


def _cut(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
