"""A game's `rules.toml`: its subchapter as dated, cited data.

Everything a subchapter provides is a provision. It has a section, the dates between which it is in force, the rule that
introduced it, and its provenance. A file is read once, checked strictly (an unknown key, a dangling citation or an
impossible value is an error that names file and line) and immutable afterwards.

As read, the rules show every provision under its latest number and every fact with its last value. `Rules.on` shows
them with the numbers and facts of a day, and code that works on a day must use it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from importlib.metadata import entry_points
from importlib.resources import files
from typing import Annotated, Any, Literal, TypeGuard, TypeVar, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    TypeAdapter,
    ValidationError,
    create_model,
)

from pitboss.chapter.contents import contents, section_of
from pitboss.chapter.lines import line_of
from pitboss.chapter.numbers import Renumbered, map_citations, number_on, section_change_days
from pitboss.chapter.odds import Odds, cents

Provenance = Literal["text", "sister", "published", "reconstructed"]
Value = bool | int | Decimal | str
GROUP = "pitboss.games"
Terms = TypeVar("Terms", bound=BaseModel)
LARGEST = 100
"""The maximum number of digits in any number; more must be a mistake."""
LARGEST_DOLLARS = 10**9
"""The largest amount in dollars of an option whose entry in rules.toml sets no `largest`."""
MOST_DIGITS = 15
"""The maximum number of digits in a table's numbers; more would only slow down arithmetic."""
LONGEST_TEXT = 200
"""The maximum length of a text option, such as the steps of a rake."""


BONUS = "bonus."
"""The prefix of a wager's bonus rows where odds are stated: `ante.bonus.straight`."""
CENT = Decimal("0.01")
_FIGURE = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


class TooLarge(ValueError):
    """A lawful choice that no real equipment allows, which can be neither dealt nor priced."""


class RulesError(ValueError):
    """A rules.toml that cannot be used; every line of the message names the file, the line and the problem."""


def same_value(one: Value, other: Value) -> bool:
    """Whether two option values are equal: true is not 1, but 1 is 1.0."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def is_figure(value: object) -> TypeGuard[int | Decimal]:
    """Whether a value is a finite number of plausible size."""
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        return False
    number = Decimal(value)
    return number.is_finite() and abs(number.adjusted()) <= LARGEST


def is_value(value: object) -> TypeGuard[Value]:
    """Whether an object has a type that an option can have: no list, table, date or NaN."""
    return isinstance(value, (bool, int, str)) or (isinstance(value, Decimal) and value.is_finite())


def is_multiple(value: object, step: Decimal | int) -> bool:
    """Whether a number is an exact multiple of a step (`Decimal` cannot divide numbers with many digits).

    >>> is_multiple(10**30, CENT), is_multiple(Decimal("0.015"), CENT), is_multiple(5, 0)
    (True, False, False)
    """
    return is_figure(value) and bool(step) and Fraction(value) % Fraction(step) == 0


def is_odds(value: object) -> bool:
    """Whether a value is odds, with "to" or "for"."""
    try:
        return isinstance(value, str) and bool(Odds.parse(value, free=True))
    except ValueError:
        return False


def value_text(value: object) -> str:
    """Format an option's value as written in a table file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, populate_by_name=True)


class Dated(_Frozen):
    """Something with dates. A part without its own dates has those of the whole."""

    since: date | None = None
    until: date | None = None
    by: str | None = None
    note: str = ""
    in_editions: bool | date = True
    """False if no edition held shows it; a date if editions show it from then on, although it may be older."""

    def in_force(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)

    def shown_on(self, day: date) -> bool:
        """Whether an edition held shows it for a day."""
        return self.in_editions if isinstance(self.in_editions, bool) else self.in_editions <= day


class Sectioned(Dated):
    """Something dated that may have its own section, given by its current or last number."""

    section: str = ""
    was: dict[str, str] = {}
    """Its old number before each amendment that did not renumber the whole paragraph."""


Numbered = TypeVar("Numbered", bound=Sectioned)


class Provision(Sectioned):
    """Something that the chapter provides, with its section, dates and provenance."""

    section: str
    provenance: Provenance = "text"
    source: str = ""


def _odds_table(given: object) -> object:
    if isinstance(given, str):
        return {"": Odds.parse(given)}
    if isinstance(given, Mapping):
        return {outcome: Odds.parse(text) for outcome, text in given.items()}
    return given


OddsTable = Annotated[dict[str, Odds], BeforeValidator(_odds_table)]


class PayTable(Provision):
    """The odds of each outcome of a wager: a minimum (a licensee may pay more), or exact.

    `posted` odds are the licensee's own and may be replaced by any others. `further` lists outcomes without odds in the
    table that a licensee may pay under [odds] in a table file.
    """

    least: OddsTable | None = None
    exactly: OddsTable | None = None
    posted: OddsTable | None = None
    further: tuple[str, ...] = ()

    @property
    def odds(self) -> dict[str, Odds]:
        return self.least or self.exactly or self.posted or {}

    @property
    def held(self) -> str:
        """The words before the odds that say how binding they are."""
        return "at least" if self.least is not None else "exactly" if self.exactly is not None else "as posted"

    def rows(self, name: str) -> dict[str, Odds]:
        """Return the odds of one of the wagers that share this table, or all odds if no name is given.

        >>> table = PayTable(section="9.4", least={"small": "1 to 1", "one.1": "1 to 1", "one.2": "2 to 1"})
        >>> table.rows("small"), list(table.rows("one"))
        ({'': Odds('1 to 1')}, ['1', '2'])
        """
        if not name:
            return self.odds
        rows = ((key.partition(f"{name}.")[2], odds) for key, odds in self.odds.items() if _of_row(key, name))
        return dict(rows)


def _of_row(key: str, name: str) -> bool:
    return key == name or key.startswith(f"{name}.")


class Pays(PayTable):
    """How a wager is paid: at its own odds, by the pay table that an option names, or like other wagers.

    Several wagers can share a pay table. Each then has its `row`, and is offered only if the table has that row. If a
    wager can be paid in several ways, `when` gives the choices under which this one applies.
    """

    table: str | None = None
    row: str = ""
    when: dict[str, tuple[Value, ...]] = {}
    like: tuple[str, ...] = Field(default=(), alias="as")


def _listed(given: object) -> object:
    return given if isinstance(given, (list, tuple)) else [given]


class Amount(BaseModel):
    """The terms about a wager's amount, which mean the same in every game."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    fixed: int = 0
    """The amount in dollars, if the rule fixes it."""
    amount: str = ""
    """The option that gives the amount in dollars."""
    stakes: tuple[str, ...] = ()
    """The options that together determine the amount: the structure and limits of a betting round."""
    equals: str = ""
    """The wager whose amount it equals."""
    beside: str = ""
    times: int = 1
    """The wager that it accompanies, and the multiple of that wager's amount."""
    least: dict[str, int] = {}
    """The minimum in dollars for each pay table."""

    @property
    def follows(self) -> str:
        """The wager that determines the amount."""
        return "" if self.amount else self.equals or self.beside


class AmountAlone(Amount):
    """The terms of a wager whose only terms concern its amount."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Right(_Frozen):
    """The amount of a tied wager that a player is always entitled to: `times` the base wager.

    With `by_winnings`, the limit applies to what it wins instead of the stake (1.6(b)).
    """

    times: Decimal | int = 1
    by_winnings: bool = False


class WagerRule(Provision):
    """A permissible wager. Its `terms` are read and checked by its own game.

    A few terms mean the same in every game, because the chapter's limits depend on them: see `Amount`.
    """

    id: str
    name: str
    group: str = ""
    aka: tuple[str, ...] = ()
    pays: Annotated[tuple[Pays, ...], BeforeValidator(_listed)]
    offered: dict[str, tuple[Value, ...]] = {}
    own_rows: Literal["", "hands", "numbers"] = ""
    """The names that a licensee's own rows may use on an unlawful table: any hand in the game's ranking, or a
    number."""
    tied: str = ""
    right: Right | None = None
    retired: bool = False
    terms: dict[str, Any] = {}

    @property
    def amount(self) -> Amount:
        """The terms about its amount."""
        return Amount.model_validate(self.terms)

    def paid(self, day: date, chosen: Mapping[str, Value] = {}) -> Pays:
        """Return how the wager was paid on a day, at a table with these choices."""
        for pays in self.pays:
            if pays.in_force(day) and all(
                name not in chosen or any(same_value(chosen[name], value) for value in values)
                for name, values in pays.when.items()
            ):
                return pays
        raise ValueError(f"no odds are known for {self.id} on {day}")


class Choice(Sectioned):
    """A value of an option: a permitted one, or one for analysis only (`permitted = false`).

    `aka` lists other names for it. A choice with its own `section` may also have its own provenance and source.
    """

    value: Value
    permitted: bool = True
    aka: tuple[str, ...] = ()
    provenance: Provenance | None = None
    source: str = ""

    def in_force(self, day: date) -> bool:
        return self.permitted and super().in_force(day)


class Range(Dated):
    """Permitted values of an option from `least` to `most`; either end may be open.

    `multiple_of` requires multiples of a number, `steps_of` multiples of another option. `below` sets an upper bound
    that depends on other options: { decks = 52 } means below 52 times the number of decks. `up_to` includes the bound.
    """

    least: Decimal | int | None = None
    most: Decimal | int | None = None
    whole: bool = False
    multiple_of: Decimal | int | None = None
    steps_of: str = ""
    below: dict[str, int] = {}
    up_to: dict[str, int] = {}

    def holds(self, value: Value, chosen: Mapping[str, Value] = {}) -> bool:
        """Whether the range contains a value, at a table with these choices."""
        if isinstance(value, (bool, str)) or not is_figure(value):
            return False
        if self.whole and isinstance(value, Decimal) and value != value.to_integral_value():
            return False
        if self.multiple_of is not None and not is_multiple(value, self.multiple_of):
            return False
        if self.steps_of in chosen and not is_multiple(value, Decimal(chosen[self.steps_of])):
            return False
        bounds = [times * Decimal(chosen[name]) for name, times in self.below.items() if name in chosen]
        if any(value >= bound for bound in bounds):
            return False
        if any(value > times * Decimal(chosen[name]) for name, times in self.up_to.items() if name in chosen):
            return False
        return (self.least is None or self.least <= value) and (self.most is None or value <= self.most)

    def first(self) -> Value:
        """Return the value implied for a table that does not state the option."""
        return next(value for value in (self.least, self.multiple_of, self.most, 0) if value is not None)

    def __str__(self) -> str:
        parts = [f"{times} times {name}" for name, times in self.below.items()]
        said = [f"below {' and '.join(parts)}"] if parts else []
        said += [f"up to {f'{times} times ' if times > 1 else ''}{name}" for name, times in self.up_to.items()]
        if self.multiple_of is not None:
            said.append(f"a multiple of {self.multiple_of}")
        if self.steps_of:
            said.append(f"a multiple of {self.steps_of}")
        if self.least is not None and self.most is not None:
            said.append(f"{self.least} to {self.most}")
        elif self.least is not None:
            said.append(f"{self.least} or more")
        elif self.most is not None:
            said.append(f"at most {self.most}")
        return ", ".join(["a whole number", *said] if self.whole else said)


def _choices(given: object) -> object:
    if not isinstance(given, (list, tuple)):
        return given
    return [choice if isinstance(choice, (dict, Choice)) else {"value": choice} for choice in given]


Requirement = tuple[Value, ...] | Range
"""The requirement of a condition on an option: one of these values, or one in a range."""


def meets(asked: Requirement, value: Value, chosen: Mapping[str, Value]) -> bool:
    """Whether a value satisfies a requirement, at a table with these choices."""
    return asked.holds(value, chosen) if isinstance(asked, Range) else any(same_value(one, value) for one in asked)


def describe_requirement(asked: Requirement) -> str:
    """Describe a requirement."""
    return str(asked) if isinstance(asked, Range) else " or ".join(map(value_text, asked))


class ConditionalDefault(_Frozen):
    """A default that depends on other choices: a value, or a multiple (`times`) of another option.

    A minimum buy-in of ten times the lower limit is `{ value = 10, times = "lower_limit" }`.
    """

    when: dict[str, tuple[Value, ...]] = {}
    value: Value
    times: str = ""

    def beside(self, chosen: Mapping[str, Value]) -> Value:
        """Return the default under these choices."""
        if not self.times:
            return self.value
        product = Decimal(self.value) * Decimal(chosen[self.times])
        return int(product) if product == product.to_integral_value() else product


class ConditionalSection(_Frozen):
    """The section of an option under certain choices, since a game's variants set the ante in different sections."""

    when: dict[str, tuple[Value, ...]]
    section: str
    provenance: Provenance = "text"
    source: str = ""
    in_editions: bool | date = True


def _steps_within(steps: str, percent: int) -> bool:
    """Whether each step in "10:1,20:2" is at most a percentage of the amount from which it applies."""
    pairs = (step.split(":") for step in steps.split(","))
    return all(100 * Decimal(step) <= percent * Decimal(least) for least, step in pairs)


class Option(Provision):
    """A choice open to a licensee at a table: one of `values`, or anything in `range`.

    If it has both, `values` lists the usual ones.

    - `usual` gives defaults that depend on other choices, if they differ from `default`; `cited` does so for `section`.
    - `applies` are the choices without which the option has no effect.
    - `posts_minimum` names the wager whose minimum the option posts (8.2); `posts_steps` makes it the wager increment.
    - `pattern` describes steps ("10:1,20:2"); each is at most `most_percent` of the amount from which it applies.
    - `least_return` makes it a minimum for a wager's average return; checking a table then prices it.
    - `analysis` options tell a price how the player plays; no table posts them.
    - `aka` lists other names for use on a command line.
    - `largest` is the largest number that can be dealt or priced. It is not a provision; the chapter often gives only a
      minimum.
    - `computed` are the numbers that can be priced although the chapter does not permit them, for `unlawful` tables. An
      option with a range needs none: any nonnegative number can be priced, or any whole one if the range is whole.
    - `house_money` options say how much of the house's money is on the table (a meter, a fund).
    - `opening` options are starting values that change during play.
    """

    id: str
    name: str
    default: Value
    aka: tuple[str, ...] = ()
    values: Annotated[tuple[Choice, ...], BeforeValidator(_choices)] = ()
    range: Range | None = None
    pattern: str = ""
    pattern_says: str = ""
    most_percent: int | None = None
    sets_odds: str = ""
    unit: Literal["", "dollars", "share"] = ""
    posts_minimum: str = ""
    posts_steps: bool = False
    least_return: bool = False
    analysis: bool = False
    largest: Decimal | int | None = None
    computed: Range | None = None
    house_money: bool = False
    opening: bool = False
    applies: dict[str, Requirement] = {}
    usual: tuple[ConditionalDefault, ...] = ()
    cited: tuple[ConditionalSection, ...] = ()

    def beside(self, chosen: Mapping[str, Any]) -> Option:
        """Return the option with the section that applies under these choices."""
        for one in self.cited:
            if all(chosen.get(name) in values for name, values in one.when.items()):
                parts = ("section", "provenance", "source", "in_editions")
                return self.model_copy(update={part: getattr(one, part) for part in parts})
        return self

    def under(self, choice: Choice | None) -> Option:
        """Return the option as cited for one of its values, which may have its own section."""
        if choice is None or not choice.section:
            return self
        own = {"provenance": choice.provenance, "source": choice.source} if choice.provenance else {}
        return self.model_copy(update={"section": choice.section, **own})

    def permits(self, value: Value, day: date) -> bool:
        """Whether a table may have this value on a day."""
        if self.range is not None and self.choice(value) is None:
            return self.range.holds(value) and (self.unit != "dollars" or is_multiple(value, CENT))
        if self.pattern and not isinstance(value, bool) and re.fullmatch(self.pattern, str(value)):
            return self.most_percent is None or _steps_within(str(value), self.most_percent)
        return any(choice.in_force(day) and self.alike(choice.value, value) for choice in self.values)

    @property
    def computable(self) -> Range | None:
        """The numbers with which an unlawful table can be priced; None if only the listed values can."""
        if self.computed is not None or self.range is None:
            return self.computed
        whole, dollars = self.range.whole, self.unit == "dollars"
        least = 1 if whole and (self.range.least or 0) >= 1 else 0
        if dollars:
            return Range(least=CENT if self.range.least else 0, multiple_of=CENT)
        return Range(least=least, most=1 if self.unit == "share" else self.largest, whole=whole)

    @property
    def named_by_odds(self) -> bool:
        """Whether the option's values are odds, such as "3 to 2", besides words that decline it."""
        return any(is_odds(choice.value) for choice in self.values)

    def computes(self, value: Value) -> bool:
        """Whether an unlawful table can be priced with this value."""
        if self.choice(value) is not None:
            return True
        if isinstance(value, str):
            return self.named_by_odds and is_odds(value)
        return self.computable is not None and self.computable.holds(value)

    @property
    def computable_text(self) -> str:
        """The values with which an unlawful table can be priced, in words."""
        listed = [value_text(choice.value) for choice in self.values]
        if self.named_by_odds:
            return ", ".join(["any odds", *(one for one in listed if not is_odds(one))])
        return str(self.computable) if self.computable is not None else ", ".join(listed)

    @property
    def unbounded(self) -> bool:
        """Whether neither the chapter nor `largest` sets an upper bound."""
        if self.largest is not None or self.unit == "dollars":
            return False
        return bool(self.pattern) or (self.range is not None and self.range.most is None)

    def too_large(self, value: Value) -> str:
        """Return why a value is too large to be dealt or priced, or "" if it is not.

        >>> decks = rules_of("blackjack").options["decks"]
        >>> decks.too_large(8), decks.too_large(10**9)
        ('', 'decks is 1000000000; a table can be dealt or priced with at most 100')
        """
        if isinstance(value, bool) or self.choice(value) is not None:
            return ""
        most = LARGEST_DOLLARS if self.largest is None and self.unit == "dollars" else self.largest
        said = value_text(value)
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            return f"{self.id} has {len(value)} characters; at most {LONGEST_TEXT} are allowed"
        for figure in _FIGURE.findall(said) if isinstance(value, str) else [said]:
            number = Decimal(figure)
            if most is not None and number > most:
                return f"{self.id} is {said[:40]}; a table can be dealt or priced with at most {most}"
            if len(number.as_tuple().digits) > MOST_DIGITS or number.adjusted() < -MOST_DIGITS:
                return f"{self.id} is {said[:40]}…; a number has at most {MOST_DIGITS} digits"
        return ""

    def alike(self, listed: Value, value: Value) -> bool:
        """Whether a listed value equals this one; in dollars, 50, 50.0 and "50.00" are equal."""
        if (
            same_value(listed, value)
            or self.unit != "dollars"
            or isinstance(value, bool)
            or not isinstance(listed, str)
        ):
            return same_value(listed, value)
        try:
            return amount_of(listed) == amount_of(value)
        except (ArithmeticError, ValueError):
            return False

    def permitted(self, day: date) -> str:
        """Describe the values permitted on a day."""
        if self.range is not None:
            in_cents = self.unit == "dollars" and not self.range.whole
            return str(self.range) + (" (dollars and cents)" if in_cents else "")
        listed = [value_text(choice.value) for choice in self.values if choice.in_force(day)]
        return ", ".join([*listed, self.pattern_says] if self.pattern_says else listed)

    def choice(self, value: Value) -> Choice | None:
        """Return the listed choice for a value, whatever the date."""
        return next((choice for choice in self.values if self.alike(choice.value, value)), None)

    def called(self, text: str) -> Choice | None:
        """Return the listed choice with this name in `aka`."""
        said = text.strip().lower().replace("-", "_").replace(" ", "_").replace("'", "")
        return next((choice for choice in self.values if said in choice.aka), None)

    def parse(self, text: str) -> Value:
        """Parse a value typed on a command line."""
        for written in (str, str.casefold):
            for choice in self.values:
                if written(value_text(choice.value)) == written(text.strip()):
                    return choice.value
        if (called := self.called(text)) is not None:
            return called.value
        if self.unit == "dollars" and (amount := self.choice(text.strip())) is not None:
            return amount.value
        if self.range is not None or any(isinstance(choice.value, (int, Decimal)) for choice in self.values):
            try:
                number = Decimal(text.strip().rstrip("%")) / (100 if text.strip().endswith("%") else 1)
            except ArithmeticError:
                return text
            if not number.is_finite() or number.adjusted() > LARGEST:
                return text
            return int(number) if number == number.to_integral_value() else number
        return text


class Condition(Provision):
    """A dependency between choices: a table with all of `when` must have, for each option in `then`, one of the values.

    With `implied`, a table that does not state an option in `then` gets the first of its values.
    """

    when: dict[str, Requirement]
    then: dict[str, Requirement]
    says: str
    implied: bool = False


def _alternatives(when: object) -> object:
    return (when,) if isinstance(when, Mapping) else when


class Irregularity(Provision):
    """Something that goes wrong in a round, and its consequence.

    `at` lists the steps at which it can be discovered: a request of the round, or `settlement`, the last moment before
    wagers are settled. `when` gives the licensee's choices under which it can happen (a shuffler, a shoe); one of
    several tables of choices is enough. `given` lists conditions at the table that must hold at that moment, as
    declared and evaluated by the game's procedure.
    """

    id: str
    name: str
    at: tuple[str, ...]
    effect: str
    concerns: Literal["", "position", "positions", "hand", "hands", "card"] = ""
    """The kind of subject it affects; a plural means several at once."""
    when: Annotated[tuple[dict[str, tuple[Value, ...]], ...], BeforeValidator(_alternatives)] = ()
    given: tuple[str, ...] = ()
    says: str = ""


class Fact(Provision):
    """A dated detail of the equipment or procedure, such as how many dice there are or which totals are points."""

    id: str
    value: Any


class Amendment(_Frozen):
    """A rule that changed the subchapter.

    `renumbered` maps each new paragraph number to the old one. `changes` describes the change section by section, for
    history notes that differ between sections. A note without an exact date, such as an administrative correction, has
    `after`: it was made after that day and by `effective`.
    """

    rule: str
    effective: date
    sections: tuple[str, ...]
    change: str
    changes: dict[str, str] = {}
    see: str = ""
    renumbered: dict[str, str] = {}
    after: date | None = None

    @property
    def when(self) -> str:
        """The effective date, or the two days between which the rule was made.

        >>> Amendment(rule="R.1979 d.273", effective=date(1979, 7, 18), sections=(), change="").when
        '1979-07-18'
        """
        return f"between {self.after} and {self.effective}" if self.after else str(self.effective)

    def change_in(self, section: str) -> str:
        """Return the change made to a section."""
        return self.changes.get(section, self.change)

    def __hash__(self) -> int:
        # Diffs contain amendments and are cached, so they must be hashable; the dict fields are not.
        return hash((self.rule, self.effective, self.sections))


class Header(_Frozen):
    """A game's identity and its place in the chapter.

    `sections` is set if several games share a subchapter; otherwise the game has the whole subchapter. `provenance` is
    that of the game as a whole, if it is weaker than that of individual provisions.

    >>> big_six = Header(
    ...     id="big-six", name="Big six", subchapter="5", sections=("5.5", "5.6"), family="wheel",
    ...     since=date(1978, 6, 2), summary="…",
    ... )
    >>> big_six.home, big_six.holds("5.6(b)"), big_six.holds("5.1")
    ('5.5 to 5.6', True, False)
    """

    id: str
    name: str
    subchapter: str
    sections: tuple[str, ...] = ()
    family: str
    since: date
    until: date | None = None
    text: str = ""
    provenance: Provenance = "text"
    summary: str

    @property
    def home(self) -> str:
        """The game's place as cited: its subchapter, or its sections of a shared one."""
        if len(self.sections) > 1:
            return f"{self.sections[0]} to {self.sections[-1]}"
        return self.sections[0] if self.sections else self.subchapter

    def holds(self, section: str) -> bool:
        """Whether a section or paragraph belongs to this game."""
        whole = section_of(section)
        return whole in self.sections if self.sections else whole.partition(".")[0] == self.subchapter


class FeltText(_Frozen):
    """Text printed on a game's felt in place of names and ids that do not fit.

    `rows` are the wagers of a position from the dealer's side to the player's. `wagers` has the lines printed for a
    wager, `pays` the words for the rows of its pay table, and `extra` the words for an option that pays a bonus on some
    hands.
    """

    rows: tuple[tuple[str, ...], ...] = ()
    wagers: dict[str, tuple[str, ...]] = {}
    pays: dict[str, dict[str, str]] = {}
    extra: dict[str, str] = {}


class PriceNote(_Frozen):
    """A remark on a price: a published figure that differs, or an interpretation that the price depends on.

    `wagers` are ids or patterns. `when` gives the choices to which the remark applies.
    """

    wagers: tuple[str, ...]
    when: dict[str, tuple[Value, ...]] = {}
    says: str

    def holds(self, wagers: Iterable[str], chosen: Mapping[str, Value]) -> bool:
        """Whether the remark applies to any of these wagers, at a table with these choices."""
        about = any(fnmatchcase(wager, pattern) for wager in wagers for pattern in self.wagers)
        return about and all(
            name in chosen and any(same_value(chosen[name], value) for value in values)
            for name, values in self.when.items()
        )


class Rules(_Frozen):
    """A game's subchapter as data: with the latest numbers and facts, or with those of a day (see `on`)."""

    game: Header
    sources: dict[str, str] = Field(default={}, alias="source")
    amendments: tuple[Amendment, ...] = Field(default=(), alias="amendment")
    dated_facts: dict[str, Annotated[tuple[Fact, ...], BeforeValidator(_listed)]] = Field(default={}, alias="fact")
    wagers: dict[str, WagerRule] = Field(default={}, alias="wager")
    pay_tables: dict[str, dict[str, PayTable]] = Field(default={}, alias="pay_table")
    options: dict[str, Option] = Field(default={}, alias="option")
    conditions: tuple[Condition, ...] = Field(default=(), alias="condition")
    irregularities: dict[str, Irregularity] = Field(default={}, alias="irregularity")
    price_notes: tuple[PriceNote, ...] = Field(default=(), alias="price_note")
    felt: FeltText = FeltText()
    _file: tuple[str, str] = PrivateAttr(("", ""))
    """The file's name for error messages, and its text."""
    _facts: dict[str, Fact] = PrivateAttr(default_factory=dict)
    _whole: Rules | None = PrivateAttr(default=None)
    _by_day: dict[date, Rules] = PrivateAttr(default_factory=dict)
    _turned: frozenset[date] | None = PrivateAttr(default=None)

    def at(self, *path: str | int) -> str:
        """Return a key's location for an error message: file, line and path."""
        name, text = self._file
        dotted = ".".join(map(str, path))
        return f"{name}:{line_of(text, path)}: {dotted}" if name else dotted

    def read(self, model: type[Terms], value: object, *path: str | int) -> Terms:
        """Validate data that only the game itself understands; errors name file and line."""
        try:
            return model.model_validate(value)
        except ValidationError as error:
            problems = (f"{self.at(*path, *problem['loc'])}: {problem['msg']}" for problem in error.errors())
            raise RulesError("\n".join(problems)) from None

    def terms_of(self, wager: str, model: type[Terms]) -> Terms:
        """Return a wager's terms as its game's own model."""
        return self.read(model, self.wagers[wager].terms, "wager", wager, "terms")

    def model_post_init(self, context: Any, /) -> None:
        self._facts = {name: dated[-1] for name, dated in self.dated_facts.items()}
        self._whole, self._by_day, self._turned = None, {}, None

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Rules:
        """Copy the rules and reset their caches."""
        made = super().model_copy(update=update, deep=deep)
        made.model_post_init(None)
        return made

    def __repr__(self) -> str:
        return f"Rules({self.game.id!r}, {len(self.wagers)} wagers, {len(self.options)} options)"

    def pays_an_offered_wager(self, option: str, value: str) -> bool:
        """Whether a pay table belongs to a wager on the layout; the table of "off" is for analysis only."""
        paid = [wager for wager in self.wagers.values() if any(pays.table == option for pays in wager.pays)]
        return not paid or any(
            option not in wager.offered or value in map(value_text, wager.offered[option]) for wager in paid
        )

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The facts with their last values, or with those of the day given to `on`, or else those nearest to it."""
        return self._facts

    def on(self, day: date) -> Rules:
        """Return the rules with the numbers and facts of a day; later provisions keep their first number.

        >>> rules = rules_of("craps")
        >>> rules.wagers["horn"].section, rules.on(date(1990, 1, 1)).wagers["horn"].section
        ('1.2(a)19', '1.2(a)18')
        """
        whole = self if self._whole is None else self._whole
        # Two days give the same result unless a renumbering or a change of a fact lies between them.
        since = max((turn for turn in whole._turns() if turn <= day), default=date.min)
        if since not in whole._by_day:
            whole._by_day[since] = whole._numbered(since)
        return whole._by_day[since]

    def renumberings(self, part: Sectioned | None = None) -> list[Renumbered]:
        """Return the amendments that renumbered paragraphs, or this `part` of the rules, earliest first."""
        own = {rule: {part.section: number} for rule, number in part.was.items()} if part else {}
        moved = [(one.effective, {**one.renumbered, **own.get(one.rule, {})}) for one in self.amendments]
        return sorted(((when, pairs) for when, pairs in moved if pairs), key=lambda one: one[0])

    def number_on(self, part: Sectioned, day: date) -> str:
        """Return the section number that a part of these rules has on a day."""
        return number_on(part.section, day, self.renumberings(part), part.since, part.until)

    def _turns(self) -> frozenset[date]:
        """Return the days on which a number or a fact changed."""
        if self._turned is not None:
            return self._turned
        dates = {day for dated in self.dated_facts.values() for one in dated for day in (one.since, one.until) if day}
        moved = {day for _, provision in self.provisions() if provision.was for day, _ in self.renumberings(provision)}
        joint = {
            day for _, provision in self.provisions() for day in section_change_days(provision.section.split(", "))
        }
        self._turned = frozenset(dates | moved | joint | {day for day, _ in self.renumberings()})
        return self._turned

    def _numbered(self, day: date) -> Rules:
        renumbered = self.renumberings()

        def moved(part: Numbered, whole: Dated) -> Numbered:
            since, until = part.since or whole.since, part.until or whole.until
            own = self.renumberings(part) if part.was else renumbered
            section = number_on(part.section, day, own, since, until) if part.section else ""
            return part if section == part.section else part.model_copy(update={"section": section})

        def each(held: Mapping[str, Numbered]) -> dict[str, Numbered]:
            return {name: moved(part, part) for name, part in held.items()}

        def moved_wager(wager: WagerRule) -> WagerRule:
            cited = {
                "pays": tuple(moved(pays, wager) for pays in wager.pays),
                "terms": map_citations(
                    wager.terms, lambda section: number_on(section, day, renumbered, wager.since, wager.until)
                ),
            }
            return moved(wager, wager).model_copy(update=cited)

        def moved_option(option: Option) -> Option:
            values = tuple(moved(choice, option) for choice in option.values)
            cited = tuple(
                one.model_copy(update={"section": number_on(one.section, day, renumbered, option.since, option.until)})
                for one in option.cited
            )
            return moved(option, option).model_copy(update={"values": values, "cited": cited})

        made = self.model_copy(
            update={
                "dated_facts": {name: tuple(moved(one, one) for one in had) for name, had in self.dated_facts.items()},
                "wagers": {name: moved_wager(wager) for name, wager in self.wagers.items()},
                "pay_tables": {name: each(tables) for name, tables in self.pay_tables.items()},
                "options": {name: moved_option(option) for name, option in self.options.items()},
                "conditions": tuple(moved(condition, condition) for condition in self.conditions),
                "irregularities": each(self.irregularities),
            }
        )
        made._facts = {name: _nearest(dated, day) for name, dated in made.dated_facts.items()}
        made._whole = self
        return made

    def provisions(self) -> Iterator[tuple[str, Provision]]:
        """Yield every provision with its path in the file, such as "wager.pass" or "wager.pass.pays"."""
        for name, dated in self.dated_facts.items():
            yield from ((f"fact.{name}", one) for one in dated)
        for kind, held in (("option", self.options), ("irregularity", self.irregularities)):
            yield from ((f"{kind}.{name}", provision) for name, provision in held.items())
        for name, wager in self.wagers.items():
            yield f"wager.{name}", wager
            yield from ((f"wager.{name}.pays", pays) for pays in wager.pays)
        for option, tables in self.pay_tables.items():
            yield from ((f"pay_table.{option}.{name}", table) for name, table in tables.items())
        yield from ((f"condition.{number}", condition) for number, condition in enumerate(self.conditions))

    def fact(self, name: str) -> Any:
        """Return the value of a fact: its last one, or the one on the day given to `on`."""
        return self.known_fact(name).value

    def known_fact(self, name: str) -> Fact:
        """Return a fact that the game needs; a missing one raises an error that names the file."""
        if name not in self._facts:
            where = self._file[0] or self.game.id
            raise RulesError(f"{where}: there is no fact {name!r}; use one of: {', '.join(self._facts)}")
        return self._facts[name]

    def check_facts(self, kinds: Mapping[str, Any]) -> None:
        """Check that every fact has its declared type on every day; errors name file and line."""
        for name, kind in kinds.items():
            dated = self.dated_facts.get(name, ())
            for number, one in enumerate(dated):
                try:
                    _reader(kind).validate_python(one.value, strict=True)
                except ValidationError as error:
                    problem = error.errors()[0]
                    path = ["fact", name, *([number] if len(dated) > 1 else []), "value", *problem["loc"]]
                    raise RulesError(f"{self.at(*path)}: {problem['msg']}") from None

    @property
    def bonus_tables(self) -> dict[str, str]:
        """The option that names the bonus table of each wager that has a bonus besides its odds."""
        named = {name: str(wager.terms.get("bonus", "")) for name, wager in self.wagers.items()}
        return {name: option for name, option in named.items() if option in self.pay_tables}

    def odds_keys(self) -> dict[str, tuple[str, str]]:
        """Return the keys by which a table file may raise odds: "field.12" → ("field", "12"), "pass" → ("pass", "").

        The rows of a bonus on a wager have keys such as "ante.bonus.straight" → ("ante", "bonus.straight").
        """
        bonuses = {
            f"{wager}.{BONUS}{row}": (wager, f"{BONUS}{row}")
            for wager, option in self.bonus_tables.items()
            for table in self.pay_tables[option].values()
            for row in table.odds
        }
        return bonuses | {
            f"{wager.id}.{outcome}" if outcome else wager.id: (wager.id, outcome)
            for wager in self.wagers.values()
            for pays in wager.pays
            for table in (self.pay_tables.get(pays.table, {}).values() if pays.table else (pays,))
            for outcome in (*table.rows(pays.row), *table.further)
        }


@cache
def _reader(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def table_type(**kinds: Any) -> type[BaseModel]:
    """Return a model for a fact that is a table with exactly these keys; one that accepts None is optional.

    >>> TypeAdapter(table_type(cards=int, ace=bool | None)).validate_python({"cards": 2}).cards
    2
    """
    fields: dict[str, Any] = {
        name: (kind, None if type(None) in get_args(kind) else ...) for name, kind in kinds.items()
    }
    return create_model("Keyed", __config__=ConfigDict(extra="forbid", strict=True), **fields)


def _nearest(dated: Sequence[Fact], day: date) -> Fact:
    """Return a fact as of a day, or else the last one before it, or the first; unlawful tables need this."""
    past = [one for one in dated if one.since is None or one.since <= day]
    return (
        max(past, key=lambda one: one.since or date.min) if past else min(dated, key=lambda one: one.since or date.min)
    )


def read_rules(text: str, name: str) -> Rules:
    """Parse and check the text of a rules.toml; `name` is the file's name in errors."""
    try:
        raw = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{name}: {error}") from None
    since = raw.get("game", {}).get("since") if isinstance(raw.get("game"), dict) else None
    for kind in ("fact", "wager", "option", "irregularity"):
        for key, provision in _tables(raw.get(kind), dated=kind == "fact"):
            provision.setdefault("since", since)
            provision.setdefault("id", key)
    for _, tables in _tables(raw.get("pay_table")):
        for _, table in _tables(tables):
            table.setdefault("since", since)
    for _, condition in _tables(raw.get("condition")):
        condition.setdefault("since", since)
    try:
        rules = Rules.model_validate(raw)
    except ValidationError as error:
        raise RulesError(
            "\n".join(
                f"{name}:{line_of(text, at)}: {'.'.join(map(str, at))}: {problem['msg']}"
                for problem in error.errors()
                for at in [_as_written(raw, problem["loc"])]
            )
        ) from None
    problems = [
        f"{name}:{line_of(text, _path(where))}: {where}: {problem}" for where, problem in _inconsistencies(rules)
    ]
    if problems:
        raise RulesError("\n".join(problems))
    rules._file = (name, text)
    return rules


def _path(where: str) -> list[str | int]:
    """Split a dotted path into keys; conditions, amendments, notes and dated facts are numbered."""
    kind, *rest = where.split(".")
    numbered = kind in ("condition", "amendment", "fact", "price_note")
    return [kind, *(int(part) if numbered and part.isdecimal() else part for part in rest)]


def _as_written(raw: Any, path: Iterable[str | int]) -> list[str | int]:
    """Remove the index 0 of lists that the file writes as a single item."""
    found: list[str | int] = []
    for key in path:
        if isinstance(key, int) and not isinstance(raw, list):
            continue
        found.append(key)
        held = raw[key] if isinstance(raw, list) and isinstance(key, int) and key < len(raw) else None
        raw = raw.get(key) if isinstance(raw, dict) else held
    return found


def _tables(held: object, dated: bool = False) -> list[tuple[str | int, dict[str, Any]]]:
    """Return the tables in a table or list, including lists of `dated` ones; validation reports anything else."""
    pairs = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    each = ((key, one) for key, value in pairs for one in (value if dated and isinstance(value, list) else [value]))
    return [(key, one) for key, one in each if isinstance(one, dict)]


def _inconsistencies(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield references to missing things, and values that contradict each other."""
    amendments = {amendment.rule: amendment.effective for amendment in rules.amendments}
    for section in rules.game.sections:
        yield from (("game.sections", problem) for problem in _citation_problems([section]))
        if section.partition(".")[0] != rules.game.subchapter:
            yield "game.sections", f"{section} is not in subchapter {rules.game.subchapter}"
    for number, amendment in enumerate(rules.amendments):
        yield from ((f"amendment.{number}", problem) for problem in _citation_problems(amendment.sections))
        yield from ((f"amendment.{number}", problem) for problem in _renumbering_problems(amendment))
        unchanged = [section for section in amendment.changes if section not in amendment.sections]
        yield from ((f"amendment.{number}", f"changes: {section} is not in its sections") for section in unchanged)
        if amendment.after is not None and amendment.after >= amendment.effective:
            yield f"amendment.{number}", "after must be before effective"
    for name, dated in rules.dated_facts.items():
        yield from ((f"fact.{name}.{number}", problem) for number, problem in _fact_problems(dated))
    for where, provision in rules.provisions():
        yield from ((where, problem) for problem in _citation_problems(provision.section.split(", ")))
        if provision.provenance != "text" and provision.source not in rules.sources:
            yield (
                where,
                f"provenance {provision.provenance} needs a source; the sources are: {', '.join(rules.sources)}",
            )
        elif provision.source and provision.source not in rules.sources:
            yield where, f"no source {provision.source!r}; use one of: {', '.join(rules.sources)}"
        yield from ((where, problem) for problem in _date_problems(provision, amendments))
        yield from ((where, problem) for problem in _citation_problems(provision.was.values()))
        unknown = [rule for rule in provision.was if rule not in amendments]
        yield from ((where, f"was: {rule} is not among the amendments") for rule in unknown)
    for name, option in rules.options.items():
        where = f"option.{name}"
        if option.range is None and not option.values:
            yield where, "give values or a range"
        elif option.range is None and option.choice(option.default) is None:
            yield where, f"the default {value_text(option.default)} is not among the values"
        elif option.range is not None and not option.range.holds(option.default):
            yield where, f"the default {value_text(option.default)} is outside {option.range}"
        for choice in option.values:
            yield from ((where, problem) for problem in _citation_problems([choice.section] if choice.section else []))
            if choice.provenance not in (None, "text") and choice.source not in rules.sources:
                yield where, f"{value_text(choice.value)}: provenance {choice.provenance} needs a source"
            yield from ((where, problem) for problem in _date_problems(choice, amendments))
        if option.unbounded:
            yield where, "no upper bound: set `largest` to the largest number that can be dealt or priced"
        if option.sets_odds and option.sets_odds not in rules.odds_keys():
            yield where, f"sets_odds {option.sets_odds} is not among the odds"
        yield from ((where, problem) for problem in _unknown_choices(rules, option.applies))
        for one in option.usual:
            yield from ((where, problem) for problem in _unknown_choices(rules, one.when))
            if one.times and (one.times not in rules.options or rules.options[one.times].range is None):
                yield where, f"usual: {one.times} is not an option with a range, so it has no multiples"
        for cited in option.cited:
            yield from ((where, problem) for problem in _unknown_choices(rules, cited.when))
            yield from ((where, problem) for problem in _citation_problems([cited.section]))
            if cited.provenance != "text" and cited.source not in rules.sources:
                yield where, f"cited: provenance {cited.provenance} needs a source"
        if option.posts_minimum and option.posts_minimum not in rules.wagers:
            yield where, f"posts_minimum {option.posts_minimum} is not a wager"
    for name, wager in rules.wagers.items():
        yield from ((f"wager.{name}", problem) for problem in _wager_inconsistencies(rules, wager))
    for number, condition in enumerate(rules.conditions):
        for choices in (condition.when, condition.then):
            yield from ((f"condition.{number}", problem) for problem in _unknown_choices(rules, choices))
    for number, note in enumerate(rules.price_notes):
        yield from ((f"price_note.{number}", problem) for problem in _unknown_choices(rules, note.when))
        for pattern in note.wagers:
            if not any(fnmatchcase(name, pattern) for name in rules.wagers):
                yield f"price_note.{number}", f"{pattern} is not a wager"
    yield from _felt_inconsistencies(rules)
    for name, event in rules.irregularities.items():
        for under in event.when:
            yield from ((f"irregularity.{name}", problem) for problem in _unknown_choices(rules, under))
    for option_id, tables in rules.pay_tables.items():
        option_held = rules.options.get(option_id)
        named = {value_text(choice.value) for choice in option_held.values} if option_held else set()
        for table in tables:
            if table not in named:
                yield f"pay_table.{option_id}.{table}", f"is not a value of an option {option_id}"


def _citation_problems(sections: Iterable[str]) -> Iterator[str]:
    for section in sections:
        try:
            contents().section(section_of(section))
        except ValueError as error:
            yield str(error)


def _renumbering_problems(amendment: Amendment) -> Iterator[str]:
    """Yield paragraphs that are renumbered outside the sections changed by the amendment."""
    for number in (*amendment.renumbered, *amendment.renumbered.values()):
        wrong = list(_citation_problems([number]))
        yield from wrong
        if not wrong and section_of(number) not in map(section_of, amendment.sections):
            yield f"renumbered: {number} is not in the sections that {amendment.rule} changed"


def _fact_problems(dated: Sequence[Fact]) -> Iterator[tuple[int, str]]:
    """Yield the index of each fact that overlaps another in time or differs in type, and the problem."""
    for number, one in enumerate(dated):
        for other in dated[:number]:
            if (other.until is None or one.since is None or one.since < other.until) and (
                one.until is None or other.since is None or other.since < one.until
            ):
                yield number, f"two are in force on {max(day for day in (one.since, other.since) if day)}"
        if type(one.value) is not type(dated[0].value):
            yield (
                number,
                f"its value {value_text(one.value)} has another type than the first, {value_text(dated[0].value)}",
            )


def _date_problems(provision: Dated, amendments: Mapping[str, date]) -> Iterator[str]:
    if provision.by is not None and provision.by not in amendments:
        yield f"by {provision.by}, which is not among the amendments"
    elif provision.by is not None and amendments[provision.by] not in (provision.since, provision.until):
        dates = " or ".join(str(day) for day in (provision.since, provision.until) if day)
        yield f"by {provision.by}, which took effect {amendments[provision.by]}, not {dates}"
    if provision.since and provision.until and provision.until <= provision.since:
        yield "until must be after since"


def _wager_inconsistencies(rules: Rules, wager: WagerRule) -> Iterator[str]:
    yield from _unknown_choices(rules, wager.offered)
    if wager.tied and wager.tied not in rules.wagers:
        yield f"tied to {wager.tied}, which is not a wager"
    if wager.right is not None and not wager.tied:
        yield "only a wager that is tied to another has a right"
    for pays in wager.pays:
        yield from _unknown_choices(rules, pays.when)
        ways = [*(odds is not None for odds in (pays.least, pays.exactly, pays.posted, pays.table)), bool(pays.like)]
        if sum(ways) != 1 and not wager.retired:
            yield "pays needs one of: least, exactly, posted, table, as"
        yield from (f"paid as {other}, which is not a wager" for other in pays.like if other not in rules.wagers)
        if pays.table is not None:
            option = rules.options.get(pays.table)
            if option is None:
                yield f"paid by {pays.table}, which is not an option"
            else:
                held = rules.pay_tables.get(pays.table, {})
                missing = [value_text(choice.value) for choice in option.values if value_text(choice.value) not in held]
                yield from (f"no pay table {pays.table}.{value}" for value in missing)
                if not any(table.rows(pays.row) for table in held.values()):
                    yield f"no pay table of {pays.table} has a row {pays.row}"


def _felt_inconsistencies(rules: Rules) -> Iterator[tuple[str, str]]:
    """Yield entries for the felt that name something the game does not have."""
    felt = rules.felt
    named = {"rows": [kind for row in felt.rows for kind in row], "wagers": [*felt.wagers], "pays": [*felt.pays]}
    for where, kinds in named.items():
        yield from ((f"felt.{where}", f"{kind} is not a wager") for kind in kinds if kind not in rules.wagers)
    yield from (("felt.extra", f"{name} is not an option") for name in felt.extra if name not in rules.options)


def _unknown_choices(rules: Rules, choices: Mapping[str, Requirement]) -> Iterator[str]:
    for name, values in choices.items():
        option = rules.options.get(name)
        if option is None:
            yield f"{name} is not an option"
        elif isinstance(values, Range):
            yield from (
                f"below {other}, which is not an option" for other in values.below if other not in rules.options
            )
        elif option.values and option.range is None:
            yield from (
                f"{value_text(value)} is not a value of {name}" for value in values if option.choice(value) is None
            )


@cache
def all_games() -> Rules:
    """Return subchapter 8, the regulations concerning all games, as rules."""
    return read_rules((files("pitboss.chapter") / "all_games.toml").read_text("utf-8"), "chapter/all_games.toml")


@cache
def registered_games() -> dict[str, str]:
    """Return the installed games as id → package, from the entry-point group `pitboss.games`."""
    return {point.name: point.value for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def unknown_game_message(game: object) -> str:
    """Return the error message for an unknown game: the closest id, or a list of all ids."""
    near = get_close_matches(game[:60], registered_games(), 1) if isinstance(game, str) else []
    if near:
        return f"no game {game!r}: did you mean {near[0]}? `pitboss games` lists every game"
    return f"no game {game!r}; the games are: {', '.join(registered_games())}"


@cache
def rules_of(game: str) -> Rules:
    """Return a registered game's rules."""
    if game not in registered_games():
        raise ValueError(unknown_game_message(game))
    package = registered_games()[game]
    name = f"{package.rsplit('.', 1)[-1]}/rules.toml"
    rules = read_rules((files(package) / "rules.toml").read_text("utf-8"), name)
    if rules.game.id != game:
        raise RulesError(f"{name}: game.id is {rules.game.id!r}, registered as {game!r}")
    return rules


def amount_of(value: Value) -> int:
    """Return an option's value in dollars as cents."""
    return cents(value if isinstance(value, (str, int)) else Decimal(value))
