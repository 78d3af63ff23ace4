"""Random table files: lawful, unlawful, or barely TOML. The same seed gives the same file."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from datetime import date, timedelta
from decimal import Decimal

from pitboss.chapter.rules import Option, Rules, Value

STRANGE = (
    *('"banana"', '""', '"3 to 1"', '"1e400"', "true", "[]", "[1, 2]", "{}", "{ a = 1 }", "[[1], [2]]"),
    *(
        "-1",
        "0",
        "-0",
        "1.5",
        "nan",
        "inf",
        "1e30",
        "1e-7",
        "1e400",
        "1e999999999",
        "1e9999999999999999999",
        "-1e-999999999",
    ),
    *("1" + "0" * 30, "1" * 3000, "0x7fffffffffffffffffff", "2001-01-01", "07:32:00", "1979-05-27T07:32:00Z"),
    f'"{"x" * 300}"',
)
"""Values that are invalid for almost every key of a table file, as TOML."""
PIECES = (
    *"[]{}=\"'.,#\n -1a0\t\\é",
    "\0",
    "'''",
    '"""',
    "\r",
    "e99",
    "= = ",
    '\n"" = 1\n',
    '\n[""]\n',
    "\n[options.a.b]\n",
)
ODDS = (
    "1 to 1",
    "2 to 1",
    "5 to 2",
    "45 to 1",
    "0 to 1",
    "1 to 0",
    "-1 to 1",
    "7 for 1",
    "1.5 to 1",
    "9" * 30 + " to 1",
)
STEPS = ("effective_at", "sign_posted_at", "announced_at", "regulator_notified_at")
TOURNAMENT = {
    **{"name": '"Spring"', "kind": '"elimination"', "starts_at": "2008-06-01T12:00:00", "entry_fee": "50"},
    **{"entrants": "100", "prizes": "[50, 30, 20]", "starting_chips": "1000", "buy_in": "100", "rounds": "20"},
}


def as_toml(value: object) -> str:
    """Format a value as TOML."""
    return json.dumps(value) if isinstance(value, (bool, str)) else str(value)


def values(option: Option, rng: random.Random) -> list[Value]:
    """Return an option's listed values, the ends of its range, and one in between."""
    found: list[Value] = [one.value for one in option.values]
    if option.range is not None:
        ends = [end for end in (option.range.least, option.range.most) if end is not None]
        found += [*ends, rng.randint(int(min(ends, default=0)), int(max(ends, default=Decimal(50))))]
    return found


class AnyTable:
    """Writes table files for a game; some of the values are `strange`, meaning invalid for their key."""

    def __init__(self, rules: Rules, seed: object, strange: float = 0.0) -> None:
        self.rules, self.strange = rules, strange
        self.rng = random.Random(f"{rules.game.id} {seed}")

    def text(self) -> str:
        """Return a file with a day, about two options and, sometimes, other sections."""
        rng = self.rng
        parts = [f'game = "{self.rules.game.id}"', f"on = {self.day()}", *self.options(rng.choice((0, 1, 2, 2, 2, 3)))]
        for section in (self.odds, self.limits, self.notices, self.change, self.tournament):
            if rng.random() < 0.3:
                parts += section()
        return "\n".join(parts) + "\n"

    def broken(self) -> str:
        """Return a file with a few characters added, removed or changed."""
        rng, text = self.rng, list(self.text())
        for _ in range(rng.choice((1, 2, 4))):
            at = rng.randrange(len(text))
            text[at : at + rng.randrange(2)] = rng.choice(((), (rng.choice(PIECES),), (rng.choice(text),)))
        return "".join(text)

    def day(self) -> date:
        """Return a day covered by the chapter, often one on which the game's rules change."""
        turns = {day for _, one in self.rules.provisions() for day in (one.since, one.until) if day}
        turn = self.rng.choice(sorted({*turns, self.rules.game.since}))
        some_day = date(1978, 6, 2) + timedelta(self.rng.randrange(120 * 365))
        return self.rng.choice((turn, turn - timedelta(1), some_day, date(2008, 6, 1), date(2100, 12, 31)))

    def any(self, usual: Iterable[object]) -> str:
        """Return one of the usual values or a strange one, as TOML."""
        listed = [as_toml(one) for one in usual]
        return self.rng.choice(STRANGE if not listed or self.rng.random() < self.strange else listed)

    def options(self, number: int) -> list[str]:
        names = self.rng.sample([*self.rules.options], k=min(number, len(self.rules.options)))
        return ["[options]", *(f"{name} = {self.any(values(self.rules.options[name], self.rng))}" for name in names)]

    def odds(self) -> list[str]:
        keys = [*self.rules.odds_keys()]
        some = self.rng.sample(keys, k=min(len(keys), self.rng.choice((1, 1, 2, 3))))
        return ["[odds]", *(f"{json.dumps(key)} = {self.any(ODDS)}" for key in some)]

    def limits(self) -> list[str]:
        names = self.rng.sample(["minimum", "maximum", "increment", "bogus"], k=2)
        lines = [f"{name} = {self.any((1, 5, 0.5, 25, 5000, '12.50'))}" for name in names]
        own = f"[limits.{self.rng.choice([*self.rules.wagers])}]\nmaximum = {self.any((1, 500))}"
        return [
            "[limits]",
            *lines,
            f"individual = {self.any((True, False))}",
            *([own] if self.rng.random() < 0.5 else []),
        ]

    def notices(self) -> list[str]:
        names = [self.rng.choice([*self.rules.options, *self.rules.odds_keys()])]
        options = as_toml(names[0]) if self.rng.random() > self.strange else self.any(())
        return ["[notices]", f"limits = {self.any((True, False))}", f"options = [{options}]"]

    def change(self) -> list[str]:
        rng, name = self.rng, self.rng.choice([*self.rules.options, *self.rules.odds_keys()])
        usual = values(self.rules.options[name], rng) if name in self.rules.options else ODDS
        limits = {"minimum": 5} if rng.random() > self.strange else {}
        what = (
            [f"option = {self.any((name,))}", f"from = {self.any(usual)}", f"to = {self.any(usual)}"]
            if rng.random() < 0.7
            else ["limits = true", f"from = {{ minimum = {self.any(limits.values())} }}", f"to = {self.any((10,))}"]
        )
        day = self.day()
        at = [rng.choice((f"{day}T14:00:00", f"{day}T13:30:00", "2100-12-31T23:59:59", self.any(()))) for _ in STEPS]
        return ["[[changes]]", *what, *(f"{step} = {when}" for step, when in zip(STEPS, at, strict=True))]

    def tournament(self) -> list[str]:
        lines = [
            f"{key} = {value if self.rng.random() > self.strange else self.any(())}"
            for key, value in TOURNAMENT.items()
            if self.rng.random() < 0.7
        ]
        return ["[tournament]", *lines]
