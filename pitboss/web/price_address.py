"""The table whose price an address asks for: game, date, choices, and how to display it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from pitboss.chapter.check import Finding, findings, resolve_options
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.rules import Option, Rules, Value, same_value
from pitboss.web.addresses import (
    Choices,
    Query,
    Refused,
    address,
    parse_choices,
    parse_day,
    parse_game,
    refuse_if_not_in_force,
)

LARGEST = 10**15
"""The maximum amount accepted, in cents."""
ORDERS = ("edge", "risk", "deviation", "hit", "push")
"""Sort keys for prices; with a leading minus, largest first."""


@dataclass(frozen=True)
class PriceQuery:
    """The request in a price page's address. Amounts are in cents."""

    rules: Rules
    day: date
    dated: bool
    choices: Choices
    stake: int | None = None
    meter: int | None = None
    wager: str = ""
    sort: str = ""
    unlawful: bool = False

    def __post_init__(self) -> None:
        # Citations use the numbers of the requested date.
        object.__setattr__(self, "rules", self.rules.on(self.day))

    @property
    def link_day(self) -> date | None:
        """The date for links to other pages, or None for today."""
        return self.day if self.dated else None

    @property
    def path(self) -> str:
        return f"/price/{self.rules.game.id}"

    def address(self, path: str = "", **changed: object) -> str:
        """Return the address of this page, or of a related one, with some parameters changed."""
        query: dict[str, object] = {
            "on": self.link_day,
            **self.choices.query(),
            "stake": plain_dollars(self.stake),
            "meter": plain_dollars(self.meter),
            "wager": self.wager,
            "sort": self.sort,
            "unlawful": "1" if self.unlawful else "",
        }
        return address(path or self.path, query | changed)

    def findings(self) -> tuple[Finding, ...]:
        """Check the choices against the regulation."""
        return findings(self.rules, self.day, self.choices.options, self.choices.odds, None)

    @property
    def refused(self) -> bool:
        """Whether the table cannot be priced, being unlawful or, on a page for unlawful tables, not computable."""
        return any(one.stops(self.unlawful) for one in self.findings())

    def layout(self) -> Layout:
        return Layout.of(self.rules, self.day, self.choices.options, self.choices.odds, unlawful=self.unlawful)

    def accepts(self, option: Option, value: Value) -> bool:
        """Whether this page can price an option with a value."""
        return option.permits(value, self.day) or (self.unlawful and option.computes(value))

    def effective(self) -> Mapping[str, Value]:
        """Return every option's value at this table, chosen or default."""
        if self.unlawful and not self.refused:
            return self.layout().options
        return resolve_options(self.rules, self.day, self.choices.options, self.choices.odds)

    def choosing(self, name: str, value: Value) -> PriceQuery:
        """Return a copy with one choice changed; a choice equal to the default is left out."""
        rest = {key: held for key, held in self.choices.options.items() if key != name}
        default = resolve_options(self.rules, self.day, rest, self.choices.odds).get(name)
        options = rest if default is not None and same_value(default, value) else {**rest, name: value}
        return replace(self, choices=replace(self.choices, options=options))


def price_query(query: Query, game: str) -> PriceQuery:
    """Parse an address of the price page; refuses a date on which the game was not in the regulation."""
    rules = parse_game(game, "/price/{}")
    asked = parse_day(query, "on", f"/price/{game}")
    day = asked or date.today()
    refuse_if_not_in_force(rules, day, f"/price/{game}")
    sort = query.get("sort", "")
    return PriceQuery(
        rules,
        day,
        asked is not None,
        parse_choices(query, rules),
        _parse_amount(query, "stake", game),
        _parse_amount(query, "meter", game),
        query.get("wager", "")[:100],
        sort if sort.removeprefix("-") in ORDERS else "",
        query.get("unlawful", "") == "1",
    )


def _parse_amount(query: Query, name: str, game: str) -> int | None:
    text = query.get(name, "").strip()
    if text and amount_of(text) is None:
        says = f"{name}: {text[:40]!r} is not a valid amount; write dollars and cents, such as 12.50."
        raise Refused(400, "Not an amount", says, {"Without it": f"/price/{game}"})
    return amount_of(text)


def amount_of(text: str) -> int | None:
    """Parse an amount in dollars to cents; None if it is invalid.

    >>> amount_of("12.50"), amount_of("$1,000"), amount_of("-5"), amount_of(""), amount_of("9" * 50)
    (1250, 100000, None, None, None)
    """
    try:
        amount = cents(text.strip()) if len(text) < 40 else 0
    except ValueError:
        return None
    return amount if 0 < amount <= LARGEST else None


def plain_dollars(amount: int | None) -> str:
    """Format an amount for an address or an input: 12.50, or "" for None."""
    return "" if amount is None else dollars(amount).replace("$", "").replace(",", "")


def parse_odds(text: str) -> dict[str, str]:
    """Parse odds as typed on the page: "field.12=3 to 1; field.2=loses".

    >>> parse_odds("field.12=3 to 1; field.2 = loses;")
    {'field.12': '3 to 1', 'field.2': 'loses'}
    """
    pairs = (one.partition("=") for one in text[:2000].split(";") if one.strip())
    return {key.strip(): odds.strip() for key, _, odds in pairs}
