"""The table that an address asks the price of: its game and day, the licensee's choices, and how it is to be shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from pitboss.chapter.check import Finding, chosen_on, findings
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.rules import Rules, Value, same
from pitboss.web.addresses import (
    Choices,
    Query,
    Refused,
    address,
    choices_asked,
    day_asked,
    game_asked,
    refuse_if_not_in_force,
)

LARGEST = 10**15
"""More cents than this lie on no table."""
ORDERS = ("edge", "risk", "deviation", "hit", "push")
"""The figures by which prices can be put in order; with a minus before it, the largest first."""


@dataclass(frozen=True)
class PriceQuery:
    """What an address asks the price of. Amounts are in cents."""

    rules: Rules
    day: date
    dated: bool
    choices: Choices
    stake: int | None = None
    meter: int | None = None
    wager: str = ""
    sort: str = ""

    def __post_init__(self) -> None:
        # What the page cites, it cites under the numbers of the day that is asked about.
        object.__setattr__(self, "rules", self.rules.on(self.day))

    @property
    def link_day(self) -> date | None:
        """The day for links to other pages: none where it is today anyway."""
        return self.day if self.dated else None

    @property
    def path(self) -> str:
        return f"/price/{self.rules.game.id}"

    def address(self, path: str = "", **changed: object) -> str:
        """The address of this page with something changed, or of what stands beside it."""
        query: dict[str, object] = {
            "on": self.link_day,
            **self.choices.query(),
            "stake": plain_dollars(self.stake),
            "meter": plain_dollars(self.meter),
            "wager": self.wager,
            "sort": self.sort,
        }
        return address(path or self.path, query | changed)

    def findings(self) -> tuple[Finding, ...]:
        """What the chapter does not permit of it."""
        return findings(self.rules, self.day, self.choices.options, self.choices.odds, None)

    def layout(self) -> Layout:
        return Layout.of(self.rules, self.day, self.choices.options, self.choices.odds)

    def effective(self) -> Mapping[str, Value]:
        """Every choice as it is at such a table, made or by default."""
        return chosen_on(self.rules, self.day, self.choices.options, self.choices.odds)

    def choosing(self, name: str, value: Value) -> PriceQuery:
        """The same with one choice made otherwise; what a table has anyway is not said."""
        rest = {key: held for key, held in self.choices.options.items() if key != name}
        silent = chosen_on(self.rules, self.day, rest, self.choices.odds).get(name)
        said = rest if silent is not None and same(silent, value) else {**rest, name: value}
        return replace(self, choices=replace(self.choices, options=said))


def price_query(query: Query, game: str) -> PriceQuery:
    """What an address asks the price of; a day on which the game was not in the chapter is refused."""
    rules = game_asked(game, "/price/{}")
    asked = day_asked(query, "on", f"/price/{game}")
    day = asked or date.today()
    refuse_if_not_in_force(rules, day, f"/price/{game}")
    sort = query.get("sort", "")
    return PriceQuery(
        rules,
        day,
        asked is not None,
        choices_asked(query, rules),
        _amount_asked(query, "stake", game),
        _amount_asked(query, "meter", game),
        query.get("wager", "")[:100],
        sort if sort.removeprefix("-") in ORDERS else "",
    )


def _amount_asked(query: Query, name: str, game: str) -> int | None:
    text = query.get(name, "").strip()
    if text and amount_of(text) is None:
        says = f"{name}: {text[:40]!r} is not an amount that could lie on a table; write dollars and cents, like 12.50."
        raise Refused(400, "Not an amount", says, {"without it": f"/price/{game}"})
    return amount_of(text)


def amount_of(text: str) -> int | None:
    """Dollars as people write them, in cents; None for what is no amount.

    >>> amount_of("12.50"), amount_of("$1,000"), amount_of("-5"), amount_of(""), amount_of("9" * 50)
    (1250, 100000, None, None, None)
    """
    try:
        amount = cents(text.strip()) if len(text) < 40 else 0
    except ValueError:
        return None
    return amount if 0 < amount <= LARGEST else None


def plain_dollars(amount: int | None) -> str:
    """An amount for an address or a box: 12.50, and nothing for none."""
    return "" if amount is None else dollars(amount).replace("$", "").replace(",", "")
