"""A game's `rules.toml`: its subchapter as dated, cited data.

Everything the subchapter provides is a provision: it has its section, the date since when (and until when) it
is in force, the rule that brought it, and its provenance. A file is read once, checked strictly (an unknown
key, a dangling citation or an impossible value is an error that names file and line) and never changes after.

The rules as read show every provision under its latest number and every fact as it was last. `Rules.on` shows them
under the numbers of a day, with the facts of that day: whoever asks about a day asks there.
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
from pitboss.chapter.numbers import Renumbered, each_cited, number_on, section_turns
from pitboss.chapter.odds import Odds, cents

Provenance = Literal["text", "sister", "published", "reconstructed"]
Value = bool | int | Decimal | str
GROUP = "pitboss.games"
Terms = TypeVar("Terms", bound=BaseModel)
LARGEST = 100
"""A figure of more digits is none that was meant."""
LARGEST_DOLLARS = 10**9
"""The greatest amount in dollars that an option may post, where rules.toml names no `largest`."""
MOST_DIGITS = 15
"""The most digits of a figure that a table can have; more only make arithmetic slow."""
LONGEST_TEXT = 200
"""The most characters of an option that is text, such as the steps of a rake."""


CENT = Decimal("0.01")
_FIGURE = re.compile(r"\d+(?:\.\d+)?", re.ASCII)


class TooLarge(ValueError):
    """A lawful choice beyond what any equipment has: it can be neither dealt nor priced."""


class RulesError(ValueError):
    """A rules.toml that cannot be used; every line of the message names file, line and what is wrong."""


def same(one: Value, other: Value) -> bool:
    """Whether two option values are the same: true is not 1, but 1 is 1.0."""
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def is_figure(value: object) -> TypeGuard[int | Decimal]:
    """Whether a value is a finite number of a size that somebody may have meant."""
    if isinstance(value, bool) or not isinstance(value, (int, Decimal)):
        return False
    number = Decimal(value)
    return number.is_finite() and abs(number.adjusted()) <= LARGEST


def is_value(value: object) -> TypeGuard[Value]:
    """Whether something is of a type that an option can have: no list, no table, no date and no NaN."""
    return isinstance(value, (bool, int, str)) or (isinstance(value, Decimal) and value.is_finite())


def is_multiple(value: object, step: Decimal | int) -> bool:
    """Whether a number is a multiple of a step, exactly: a `Decimal` refuses to divide numbers of many digits.

    >>> is_multiple(10**30, CENT), is_multiple(Decimal("0.015"), CENT), is_multiple(5, 0)
    (True, False, False)
    """
    return is_figure(value) and bool(step) and Fraction(value) % Fraction(step) == 0


def shown(value: object) -> str:
    """An option's value as it is written in a table file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, populate_by_name=True)


class Dated(_Frozen):
    """Something with its time in force. Where a part leaves its dates out, the dates of the whole hold."""

    since: date | None = None
    until: date | None = None
    by: str | None = None
    note: str = ""
    in_editions: bool | date = True
    "False for what no edition held shows; a date for what is shown from then on, and may be older."

    def in_force(self, day: date) -> bool:
        return (self.since is None or self.since <= day) and (self.until is None or day < self.until)

    def shown_on(self, day: date) -> bool:
        """Whether an edition held shows it for a day."""
        return self.in_editions if isinstance(self.in_editions, bool) else self.in_editions <= day


class Sectioned(Dated):
    """Something dated that may have a section of its own: the number that it has now, or had when it ended."""

    section: str = ""
    was: dict[str, str] = {}
    "An amendment that put it, and not all that stands with it, under this number: its rule, and the number before."


Numbered = TypeVar("Numbered", bound=Sectioned)


class Provision(Sectioned):
    """Something that the chapter provides: dated, cited, and with the source of our knowledge of it."""

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
    """What each outcome of a wager pays: at least (a licensee may pay more) or exactly these odds.

    `posted` odds are a licensee's own: any others may stand in their place.
    `further` are outcomes that the table pays nothing for, and that a licensee may pay under [odds] in a table file.
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
        """How a licensee is held to these odds, in words that stand before them."""
        return "at least" if self.least is not None else "exactly" if self.exactly is not None else "as posted"

    def rows(self, name: str) -> dict[str, Odds]:
        """The odds of one of the wagers that share this table: those under its name; all, where no name is given.

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
    """How a wager is paid: by odds of its own, by the pay table that an option names, or as other wagers are.

    One named table may be that of many wagers: each then has its `row`, and is offered where the table has that row.
    Where a wager is paid in several ways, `when` says under which choices of the licensee it is this one.
    """

    table: str | None = None
    row: str = ""
    when: dict[str, tuple[Value, ...]] = {}
    like: tuple[str, ...] = Field(default=(), alias="as")


def _listed(given: object) -> object:
    return given if isinstance(given, (list, tuple)) else [given]


class Amount(BaseModel):
    """What the terms of a wager say of its amount, in the words that every game shares."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    fixed: int = 0
    "Its dollars, where the rule fixes them."
    amount: str = ""
    "The option whose dollars it is."
    stakes: tuple[str, ...] = ()
    "The options that say between them how much it may be: structure and limits of a round of betting."
    equals: str = ""
    "The wager to which it is equal."
    beside: str = ""
    times: int = 1
    "The wager with which it is laid, for so many times its amount."
    least: dict[str, int] = {}
    "The least dollars that it may be, by the pay table in use."

    @property
    def follows(self) -> str:
        """The wager that says how much it is."""
        return "" if self.amount else self.equals or self.beside


class AmountAlone(Amount):
    """The terms of a wager of which its game understands nothing else."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Right(_Frozen):
    """How much a player may always make of a wager that hangs on another, whatever is posted: `times` that wager.

    With `by_winnings` it is measured by what it wins, not by what is wagered (1.6(b)).
    """

    times: Decimal | int = 1
    by_winnings: bool = False


class WagerRule(Provision):
    """A permissible wager. `terms` is what only its own game understands, and checks.

    A few words of the terms mean the same in every game, because the chapter's limits turn on them: see `Amount`.
    """

    id: str
    name: str
    group: str = ""
    aka: tuple[str, ...] = ()
    pays: Annotated[tuple[Pays, ...], BeforeValidator(_listed)]
    offered: dict[str, tuple[Value, ...]] = {}
    tied: str = ""
    right: Right | None = None
    retired: bool = False
    terms: dict[str, Any] = {}

    @property
    def amount(self) -> Amount:
        """What its terms say of its amount."""
        return Amount.model_validate(self.terms)

    def paid(self, day: date, chosen: Mapping[str, Value] = {}) -> Pays:
        """How it was paid on a day, at a table with these choices."""
        for pays in self.pays:
            if pays.in_force(day) and all(
                name not in chosen or any(same(chosen[name], value) for value in values)
                for name, values in pays.when.items()
            ):
                return pays
        raise ValueError(f"no odds are known for {self.id} on {day}")


class Choice(Sectioned):
    """A value of an option: a permitted one, or one that is known and never was (`permitted = false`), for analysis.

    `aka` is what else people call it. A choice with a `section` of its own may also have its own provenance and source.
    """

    value: Value
    permitted: bool = True
    aka: tuple[str, ...] = ()
    provenance: Provenance | None = None
    source: str = ""

    def in_force(self, day: date) -> bool:
        return self.permitted and super().in_force(day)


class Range(Dated):
    """Permitted values of an option, from the least to the most; either end may be open.

    `multiple_of` asks for steps, `steps_of` for those of another option. `below` bounds it by other options:
    { decks = 52 } is below 52 times the decks chosen; `up_to` does the same, the bound included.
    """

    least: Decimal | int | None = None
    most: Decimal | int | None = None
    whole: bool = False
    multiple_of: Decimal | int | None = None
    steps_of: str = ""
    below: dict[str, int] = {}
    up_to: dict[str, int] = {}

    def holds(self, value: Value, chosen: Mapping[str, Value] = {}) -> bool:
        """Whether a value lies in it, at a table with these choices."""
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
        """The value that it names before all others, for a table that is silent."""
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


Asked = tuple[Value, ...] | Range
"""What a condition asks of an option: one of these values, or one in a range."""


def meets(asked: Asked, value: Value, chosen: Mapping[str, Value]) -> bool:
    """Whether a value is what a condition asks for, at a table with these choices."""
    return asked.holds(value, chosen) if isinstance(asked, Range) else any(same(one, value) for one in asked)


def asked_words(asked: Asked) -> str:
    """What a condition asks of an option, in words."""
    return str(asked) if isinstance(asked, Range) else " or ".join(map(shown, asked))


class Usual(_Frozen):
    """What a table has that says nothing of an option, under some other choices: a value, or so many `times` another.

    A least buy-in of ten times the lower limit: `{ value = 10, times = "lower_limit" }`.
    """

    when: dict[str, tuple[Value, ...]] = {}
    value: Value
    times: str = ""

    def beside(self, chosen: Mapping[str, Value]) -> Value:
        """The value beside these choices."""
        if not self.times:
            return self.value
        product = Decimal(self.value) * Decimal(chosen[self.times])
        return int(product) if product == product.to_integral_value() else product


class Cited(_Frozen):
    """The section of an option under some other choices: a game of several variants has its ante in each one's own."""

    when: dict[str, tuple[Value, ...]]
    section: str
    provenance: Provenance = "text"
    source: str = ""
    in_editions: bool | date = True


def _steps_within(steps: str, percent: int) -> bool:
    """Whether each of some steps, "10:1,20:2", is at most so many percent of the amount from which it holds."""
    pairs = (step.split(":") for step in steps.split(","))
    return all(100 * Decimal(step) <= percent * Decimal(least) for least, step in pairs)


class Option(Provision):
    """What a licensee may choose at a table: one of `values`, or anything in `range`; with both, `values` are usual.

    An option may post a limit of 8.2: `posts_minimum` names the wager whose least amount it is, `posts_steps` says that
    wagers are in multiples of it. `usual` are its defaults under other choices, where they differ from `default`.
    `cited` are its sections under other choices, where they differ from `section`.
    `applies` are the choices without which it does nothing. Of steps ("10:1,20:2") that a `pattern` describes, each is
    at most `most_percent` of the amount from which it holds. With `least_return` it is a
    floor on what a wager gives back on average: who checks a table prices it. `analysis`: it says how a price takes the
    player to play, and no table posts it. `aka` are other names for it on a
    command line.

    `largest` is the greatest figure that can be dealt or priced; it is no provision of the chapter, which may state a
    least figure only. `house_money`: it says how much of the house's money lies on the table (a meter, a fund).
    `opening`: it is a figure with which the table opens, and what happens at the table moves it from there.
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
    house_money: bool = False
    opening: bool = False
    applies: dict[str, Asked] = {}
    usual: tuple[Usual, ...] = ()
    cited: tuple[Cited, ...] = ()

    def beside(self, chosen: Mapping[str, Any]) -> Option:
        """The option under the section that it has beside these choices."""
        for one in self.cited:
            if all(chosen.get(name) in values for name, values in one.when.items()):
                parts = ("section", "provenance", "source", "in_editions")
                return self.model_copy(update={part: getattr(one, part) for part in parts})
        return self

    def under(self, choice: Choice | None) -> Option:
        """The option as it is cited for one of its values: under the value's own section, where it has one."""
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
    def unbounded(self) -> bool:
        """Whether neither the chapter nor `largest` bounds the figures that it may have."""
        if self.largest is not None or self.unit == "dollars":
            return False
        return bool(self.pattern) or (self.range is not None and self.range.most is None)

    def too_large(self, value: Value) -> str:
        """Why a value is beyond what can be dealt or priced; empty if it is not.

        >>> decks = rules_of("blackjack").options["decks"]
        >>> decks.too_large(8), decks.too_large(10**9)
        ('', 'decks is 1000000000; no table is dealt or priced with more than 100')
        """
        if isinstance(value, bool) or self.choice(value) is not None:
            return ""
        most = LARGEST_DOLLARS if self.largest is None and self.unit == "dollars" else self.largest
        said = shown(value)
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            return f"{self.id} has {len(value)} characters; at most {LONGEST_TEXT} are read"
        for figure in _FIGURE.findall(said) if isinstance(value, str) else [said]:
            number = Decimal(figure)
            if most is not None and number > most:
                return f"{self.id} is {said[:40]}; no table is dealt or priced with more than {most}"
            if len(number.as_tuple().digits) > MOST_DIGITS or number.adjusted() < -MOST_DIGITS:
                return f"{self.id} is {said[:40]}…; a figure has at most {MOST_DIGITS} digits"
        return ""

    def alike(self, listed: Value, value: Value) -> bool:
        """Whether a listed value is this one; of dollars 50, 50.0 and "50.00" are one amount."""
        if same(listed, value) or self.unit != "dollars" or isinstance(value, bool) or not isinstance(listed, str):
            return same(listed, value)
        try:
            return amount_of(listed) == amount_of(value)
        except (ArithmeticError, ValueError):
            return False

    def permitted(self, day: date) -> str:
        """What a table may have on a day, in words."""
        if self.range is not None:
            in_cents = self.unit == "dollars" and not self.range.whole
            return str(self.range) + (" (dollars and cents)" if in_cents else "")
        listed = [shown(choice.value) for choice in self.values if choice.in_force(day)]
        return ", ".join([*listed, self.pattern_says] if self.pattern_says else listed)

    def choice(self, value: Value) -> Choice | None:
        """The listed value that `value` is, on whatever date."""
        return next((choice for choice in self.values if self.alike(choice.value, value)), None)

    def called(self, text: str) -> Choice | None:
        """The listed value that people call so."""
        said = text.strip().lower().replace("-", "_").replace(" ", "_").replace("'", "")
        return next((choice for choice in self.values if said in choice.aka), None)

    def parse(self, text: str) -> Value:
        """Read a value as typed on a command line, as the type that this option has."""
        for written in (str, str.casefold):
            for choice in self.values:
                if written(shown(choice.value)) == written(text.strip()):
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
    """Choices that hang together: a table with all of `when` must have, of each in `then`, one of the values.

    With `implied`, a table that is silent about what is in `then` is taken to have the first of its values.
    """

    when: dict[str, Asked]
    then: dict[str, Asked]
    says: str
    implied: bool = False


def _alternatives(when: object) -> object:
    return (when,) if isinstance(when, Mapping) else when


class Irregularity(Provision):
    """Something that goes wrong in a round, and what is then done.

    `at` lists the steps at which it can be found out: an ask of the round, or `settlement`, the last moment before
    wagers are settled. `when` are the choices of the licensee under which it can be at all (a shuffler, a shoe); of
    several tables of choices one will do. `given` is what must be so at the table just then, in words that the game's
    procedure declares and answers.
    """

    id: str
    name: str
    at: tuple[str, ...]
    effect: str
    concerns: Literal["", "position", "positions", "hand", "hands", "card"] = ""
    "Whom or what it is about; the plural is for several at once."
    when: Annotated[tuple[dict[str, tuple[Value, ...]], ...], BeforeValidator(_alternatives)] = ()
    given: tuple[str, ...] = ()
    says: str = ""


class Fact(Provision):
    """A figure of the equipment or the procedure: how many dice, which totals are points; as it was in its time."""

    id: str
    value: Any


class Amendment(_Frozen):
    """A rule that changed the subchapter.

    `renumbered` are the paragraphs that it moved, each number after it with the one before. `changes` says what it
    changed in single sections, where the history notes differ from one section to the next. A note without a date of
    its own, such as an administrative correction, has `after`: it was made after that day, and by `effective`.
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
        """Its day, or the two days between which it was made.

        >>> Amendment(rule="R.1979 d.273", effective=date(1979, 7, 18), sections=(), change="").when
        '1979-07-18'
        """
        return f"between {self.after} and {self.effective}" if self.after else str(self.effective)

    def change_in(self, section: str) -> str:
        """What it changed in a section."""
        return self.changes.get(section, self.change)

    def __hash__(self) -> int:
        # What holds amendments (a diff) is kept by what was asked; a dict would make it impossible.
        return hash((self.rule, self.effective, self.sections))


class Header(_Frozen):
    """Which game this is, and where in the chapter it stands.

    `sections` are its own where several games share a subchapter; without them the whole subchapter is its home.
    `provenance` is what the game as a whole rests on, where that is weaker than what its single provisions do.

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
        """Where the game stands, as it is cited: its subchapter, or its sections of it."""
        if len(self.sections) > 1:
            return f"{self.sections[0]} to {self.sections[-1]}"
        return self.sections[0] if self.sections else self.subchapter

    def holds(self, section: str) -> bool:
        """Whether a section or paragraph is this game's own."""
        whole = section_of(section)
        return whole in self.sections if self.sections else whole.partition(".")[0] == self.subchapter


class Printed(_Frozen):
    """What is printed on a game's felt where names and ids are too long or too short for it.

    `rows` are the wagers of a place from the dealer's side to the player's. `wagers` has the lines that are printed for
    a wager, `pays` the words for the rows of a wager's pay table, `extra` the words for an option that pays some hands
    more.
    """

    rows: tuple[tuple[str, ...], ...] = ()
    wagers: dict[str, tuple[str, ...]] = {}
    pays: dict[str, dict[str, str]] = {}
    extra: dict[str, str] = {}


class PriceNote(_Frozen):
    """A remark on the price of some wagers: a published figure that differs, or an interpretation that it rests on.

    `wagers` are ids, or patterns of several. `when` are the choices under which the remark is true.
    """

    wagers: tuple[str, ...]
    when: dict[str, tuple[Value, ...]] = {}
    says: str

    def holds(self, wagers: Iterable[str], chosen: Mapping[str, Value]) -> bool:
        """Whether it is about one of these wagers, at a table with these choices."""
        about = any(fnmatchcase(wager, pattern) for wager in wagers for pattern in self.wagers)
        return about and all(
            name in chosen and any(same(chosen[name], value) for value in values) for name, values in self.when.items()
        )


class Rules(_Frozen):
    """A game's subchapter as data: as read, with the latest numbers and facts, or as `on` a day."""

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
    felt: Printed = Printed()
    _file: tuple[str, str] = PrivateAttr(("", ""))
    "What errors call the file, and its text."
    _facts: dict[str, Fact] = PrivateAttr(default_factory=dict)
    _whole: Rules | None = PrivateAttr(default=None)
    _by_day: dict[date, Rules] = PrivateAttr(default_factory=dict)

    def at(self, *path: str | int) -> str:
        """Where a key stands, for an error: file, line and path."""
        name, text = self._file
        dotted = ".".join(map(str, path))
        return f"{name}:{line_of(text, path)}: {dotted}" if name else dotted

    def read(self, model: type[Terms], value: object, *path: str | int) -> Terms:
        """What only the game itself understands, and declares at this path: strictly, errors with file and line."""
        try:
            return model.model_validate(value)
        except ValidationError as error:
            problems = (f"{self.at(*path, *problem['loc'])}: {problem['msg']}" for problem in error.errors())
            raise RulesError("\n".join(problems)) from None

    def terms_of(self, wager: str, model: type[Terms]) -> Terms:
        """A wager's own terms as its game understands them."""
        return self.read(model, self.wagers[wager].terms, "wager", wager, "terms")

    def model_post_init(self, context: Any, /) -> None:
        self._facts = {name: dated[-1] for name, dated in self.dated_facts.items()}
        self._whole, self._by_day = None, {}

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Rules:
        """Rules of their own, as if they had been read so."""
        made = super().model_copy(update=update, deep=deep)
        made.model_post_init(None)
        return made

    def __repr__(self) -> str:
        return f"Rules({self.game.id!r}, {len(self.wagers)} wagers, {len(self.options)} options)"

    def pays_an_offered_wager(self, option: str, value: str) -> bool:
        """Whether a pay table is that of a wager on the layout: the table of "off" is for analysis only."""
        paid = [wager for wager in self.wagers.values() if any(pays.table == option for pays in wager.pays)]
        return not paid or any(
            option not in wager.offered or value in map(shown, wager.offered[option]) for wager in paid
        )

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The facts: as each was last, or on a day (`on`) as it is then, or else as it was nearest to that day."""
        return self._facts

    def on(self, day: date) -> Rules:
        """The same rules under the numbers of a day, with the facts of that day. What began later has its first number.

        >>> rules = rules_of("craps")
        >>> rules.wagers["horn"].section, rules.on(date(1990, 1, 1)).wagers["horn"].section
        ('1.2(a)19', '1.2(a)18')
        """
        whole = self if self._whole is None else self._whole
        # Nothing here differs between two days that no renumbering and no change of a fact lies between.
        since = max((turn for turn in whole._turns() if turn <= day), default=date.min)
        if since not in whole._by_day:
            whole._by_day[since] = whole._numbered(since)
        return whole._by_day[since]

    def renumberings(self, part: Sectioned | None = None) -> list[Renumbered]:
        """The amendments that moved paragraphs, or moved this `part` of the rules, the earliest first."""
        own = {rule: {part.section: number} for rule, number in part.was.items()} if part else {}
        moved = [(one.effective, {**one.renumbered, **own.get(one.rule, {})}) for one in self.amendments]
        return sorted(((when, pairs) for when, pairs in moved if pairs), key=lambda one: one[0])

    def number_on(self, part: Sectioned, day: date) -> str:
        """The number of something of these rules, as read, on a day."""
        return number_on(part.section, day, self.renumberings(part), part.since, part.until)

    def _turns(self) -> set[date]:
        """The days on which a number or a fact changed."""
        dates = {day for dated in self.dated_facts.values() for one in dated for day in (one.since, one.until) if day}
        moved = {day for _, provision in self.provisions() if provision.was for day, _ in self.renumberings(provision)}
        joint = {day for _, provision in self.provisions() for day in section_turns(provision.section.split(", "))}
        return dates | moved | joint | {day for day, _ in self.renumberings()}

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
                "terms": each_cited(
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
        """Every provision with its path in the file, such as "wager.pass" or "wager.pass.pays"."""
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
        """The value of a fact: as it was last, or on a day (`on`) as it is then."""
        return self.known_fact(name).value

    def known_fact(self, name: str) -> Fact:
        """A fact that the game reads; an error that names the file, where the file does not have it."""
        if name not in self._facts:
            where = self._file[0] or self.game.id
            raise RulesError(f"{where}: there is no fact {name!r}; there are: {', '.join(self._facts)}")
        return self._facts[name]

    def check_facts(self, kinds: Mapping[str, Any]) -> None:
        """Every fact whose kind is declared is of that kind, on every day; errors with file and line."""
        for name, kind in kinds.items():
            dated = self.dated_facts.get(name, ())
            for number, one in enumerate(dated):
                try:
                    _reader(kind).validate_python(one.value, strict=True)
                except ValidationError as error:
                    problem = error.errors()[0]
                    path = ["fact", name, *([number] if len(dated) > 1 else []), "value", *problem["loc"]]
                    raise RulesError(f"{self.at(*path)}: {problem['msg']}") from None

    def odds_keys(self) -> dict[str, tuple[str, str]]:
        """The keys by which a table file may raise odds: "field.12" → ("field", "12"), "pass" → ("pass", "")."""
        return {
            f"{wager.id}.{outcome}" if outcome else wager.id: (wager.id, outcome)
            for wager in self.wagers.values()
            for pays in wager.pays
            for table in (self.pay_tables.get(pays.table, {}).values() if pays.table else (pays,))
            for outcome in (*table.rows(pays.row), *table.further)
        }


@cache
def _reader(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def keyed(**kinds: Any) -> type[BaseModel]:
    """The kind of a fact that is a table of these keys and no others; what may be None may be left out.

    >>> TypeAdapter(keyed(cards=int, ace=bool | None)).validate_python({"cards": 2}).cards
    2
    """
    fields: dict[str, Any] = {
        name: (kind, None if type(None) in get_args(kind) else ...) for name, kind in kinds.items()
    }
    return create_model("Keyed", __config__=ConfigDict(extra="forbid", strict=True), **fields)


def _nearest(dated: Sequence[Fact], day: date) -> Fact:
    """A fact on a day; where there is none, the last before it or else the first: unlawful tables ask for it."""
    past = [one for one in dated if one.since is None or one.since <= day]
    return (
        max(past, key=lambda one: one.since or date.min) if past else min(dated, key=lambda one: one.since or date.min)
    )


def read_rules(text: str, name: str) -> Rules:
    """Read and check the text of a rules.toml; `name` is what errors call the file."""
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
    problems = [f"{name}:{line_of(text, _path(where))}: {where}: {problem}" for where, problem in _dangling(rules)]
    if problems:
        raise RulesError("\n".join(problems))
    rules._file = (name, text)
    return rules


def _path(where: str) -> list[str | int]:
    """A dotted path as keys: a condition, an amendment, a note and a dated fact are known by their numbers."""
    kind, *rest = where.split(".")
    numbered = kind in ("condition", "amendment", "fact", "price_note")
    return [kind, *(int(part) if numbered and part.isdecimal() else part for part in rest)]


def _as_written(raw: Any, path: Iterable[str | int]) -> list[str | int]:
    """A path without the number 0 of what may be a list and is written alone."""
    found: list[str | int] = []
    for key in path:
        if isinstance(key, int) and not isinstance(raw, list):
            continue
        found.append(key)
        held = raw[key] if isinstance(raw, list) and isinstance(key, int) and key < len(raw) else None
        raw = raw.get(key) if isinstance(raw, dict) else held
    return found


def _tables(held: object, dated: bool = False) -> list[tuple[str | int, dict[str, Any]]]:
    """The tables in a table or list, or in lists of `dated` ones; the validation names what is no table."""
    pairs = held.items() if isinstance(held, dict) else enumerate(held) if isinstance(held, list) else ()
    each = ((key, one) for key, value in pairs for one in (value if dated and isinstance(value, list) else [value]))
    return [(key, one) for key, one in each if isinstance(one, dict)]


def _dangling(rules: Rules) -> Iterator[tuple[str, str]]:
    """What the file refers to and does not hold, and values that contradict."""
    amendments = {amendment.rule: amendment.effective for amendment in rules.amendments}
    for section in rules.game.sections:
        yield from (("game.sections", problem) for problem in _uncited([section]))
        if section.partition(".")[0] != rules.game.subchapter:
            yield "game.sections", f"{section} is not in subchapter {rules.game.subchapter}"
    for number, amendment in enumerate(rules.amendments):
        yield from ((f"amendment.{number}", problem) for problem in _uncited(amendment.sections))
        yield from ((f"amendment.{number}", problem) for problem in _misnumbered(amendment))
        unchanged = [section for section in amendment.changes if section not in amendment.sections]
        yield from ((f"amendment.{number}", f"changes: {section} is not in its sections") for section in unchanged)
        if amendment.after is not None and amendment.after >= amendment.effective:
            yield f"amendment.{number}", "after must be before effective"
    for name, dated in rules.dated_facts.items():
        yield from ((f"fact.{name}.{number}", problem) for number, problem in _at_odds(dated))
    for where, provision in rules.provisions():
        yield from ((where, problem) for problem in _uncited(provision.section.split(", ")))
        if provision.provenance != "text" and provision.source not in rules.sources:
            yield where, f"provenance {provision.provenance} needs a source out of: {', '.join(rules.sources)}"
        elif provision.source and provision.source not in rules.sources:
            yield where, f"no source {provision.source!r}; there are: {', '.join(rules.sources)}"
        yield from ((where, problem) for problem in _misdated(provision, amendments))
        yield from ((where, problem) for problem in _uncited(provision.was.values()))
        unknown = [rule for rule in provision.was if rule not in amendments]
        yield from ((where, f"was: {rule} is not among the amendments") for rule in unknown)
    for name, option in rules.options.items():
        where = f"option.{name}"
        if option.range is None and not option.values:
            yield where, "give values or a range"
        elif option.range is None and option.choice(option.default) is None:
            yield where, f"the default {shown(option.default)} is not among the values"
        elif option.range is not None and not option.range.holds(option.default):
            yield where, f"the default {shown(option.default)} is outside {option.range}"
        for choice in option.values:
            yield from ((where, problem) for problem in _uncited([choice.section] if choice.section else []))
            if choice.provenance not in (None, "text") and choice.source not in rules.sources:
                yield where, f"{shown(choice.value)}: provenance {choice.provenance} needs a source"
            yield from ((where, problem) for problem in _misdated(choice, amendments))
        if option.unbounded:
            yield where, "any figure would do: say with `largest` what is the greatest that can be dealt or priced"
        if option.sets_odds and option.sets_odds not in rules.odds_keys():
            yield where, f"sets_odds {option.sets_odds} is not among the odds"
        yield from ((where, problem) for problem in _unknown_choices(rules, option.applies))
        for one in option.usual:
            yield from ((where, problem) for problem in _unknown_choices(rules, one.when))
            if one.times and (one.times not in rules.options or rules.options[one.times].range is None):
                yield where, f"usual: {one.times} is not an option with a range, and has no multiple"
        for cited in option.cited:
            yield from ((where, problem) for problem in _unknown_choices(rules, cited.when))
            yield from ((where, problem) for problem in _uncited([cited.section]))
            if cited.provenance != "text" and cited.source not in rules.sources:
                yield where, f"cited: provenance {cited.provenance} needs a source"
        if option.posts_minimum and option.posts_minimum not in rules.wagers:
            yield where, f"posts_minimum {option.posts_minimum} is not a wager"
    for name, wager in rules.wagers.items():
        yield from ((f"wager.{name}", problem) for problem in _dangling_wager(rules, wager))
    for number, condition in enumerate(rules.conditions):
        for choices in (condition.when, condition.then):
            yield from ((f"condition.{number}", problem) for problem in _unknown_choices(rules, choices))
    for number, note in enumerate(rules.price_notes):
        yield from ((f"price_note.{number}", problem) for problem in _unknown_choices(rules, note.when))
        for pattern in note.wagers:
            if not any(fnmatchcase(name, pattern) for name in rules.wagers):
                yield f"price_note.{number}", f"{pattern} is not a wager"
    yield from _misprinted(rules)
    for name, event in rules.irregularities.items():
        for under in event.when:
            yield from ((f"irregularity.{name}", problem) for problem in _unknown_choices(rules, under))
    for option_id, tables in rules.pay_tables.items():
        option_held = rules.options.get(option_id)
        named = {shown(choice.value) for choice in option_held.values} if option_held else set()
        for table in tables:
            if table not in named:
                yield f"pay_table.{option_id}.{table}", f"is not a value of an option {option_id}"


def _uncited(sections: Iterable[str]) -> Iterator[str]:
    for section in sections:
        try:
            contents().section(section_of(section))
        except ValueError as error:
            yield str(error)


def _misnumbered(amendment: Amendment) -> Iterator[str]:
    """What is moved must be in the sections that the amendment changed."""
    for number in (*amendment.renumbered, *amendment.renumbered.values()):
        wrong = list(_uncited([number]))
        yield from wrong
        if not wrong and section_of(number) not in map(section_of, amendment.sections):
            yield f"renumbered: {number} is not in the sections that {amendment.rule} changed"


def _at_odds(dated: Sequence[Fact]) -> Iterator[tuple[int, str]]:
    """Where a fact has two values on a day, or values of two kinds: the number of the one that is wrong, and why."""
    for number, one in enumerate(dated):
        for other in dated[:number]:
            if (other.until is None or one.since is None or one.since < other.until) and (
                one.until is None or other.since is None or other.since < one.until
            ):
                yield number, f"two are in force on {max(day for day in (one.since, other.since) if day)}"
        if type(one.value) is not type(dated[0].value):
            yield number, f"its value {shown(one.value)} is not of the kind of {shown(dated[0].value)}, as it was first"


def _misdated(provision: Dated, amendments: Mapping[str, date]) -> Iterator[str]:
    if provision.by is not None and provision.by not in amendments:
        yield f"by {provision.by}, which is not among the amendments"
    elif provision.by is not None and amendments[provision.by] not in (provision.since, provision.until):
        dates = " or ".join(str(day) for day in (provision.since, provision.until) if day)
        yield f"by {provision.by}, which took effect {amendments[provision.by]}, not {dates}"
    if provision.since and provision.until and provision.until <= provision.since:
        yield "until must be after since"


def _dangling_wager(rules: Rules, wager: WagerRule) -> Iterator[str]:
    yield from _unknown_choices(rules, wager.offered)
    if wager.tied and wager.tied not in rules.wagers:
        yield f"tied to {wager.tied}, which is not a wager"
    if wager.right is not None and not wager.tied:
        yield "a right is to a wager that is tied to another"
    for pays in wager.pays:
        yield from _unknown_choices(rules, pays.when)
        ways = [*(odds is not None for odds in (pays.least, pays.exactly, pays.posted, pays.table)), bool(pays.like)]
        if sum(ways) != 1 and not wager.retired:
            yield "pays wants one of: least, exactly, posted, table, as"
        yield from (f"paid as {other}, which is not a wager" for other in pays.like if other not in rules.wagers)
        if pays.table is not None:
            option = rules.options.get(pays.table)
            if option is None:
                yield f"paid by {pays.table}, which is not an option"
            else:
                held = rules.pay_tables.get(pays.table, {})
                missing = [shown(choice.value) for choice in option.values if shown(choice.value) not in held]
                yield from (f"no pay table {pays.table}.{value}" for value in missing)
                if not any(table.rows(pays.row) for table in held.values()):
                    yield f"no pay table of {pays.table} has a row {pays.row}"


def _misprinted(rules: Rules) -> Iterator[tuple[str, str]]:
    """What the felt is said to print and the game does not have."""
    felt = rules.felt
    named = {"rows": [kind for row in felt.rows for kind in row], "wagers": [*felt.wagers], "pays": [*felt.pays]}
    for where, kinds in named.items():
        yield from ((f"felt.{where}", f"{kind} is not a wager") for kind in kinds if kind not in rules.wagers)
    yield from (("felt.extra", f"{name} is not an option") for name in felt.extra if name not in rules.options)


def _unknown_choices(rules: Rules, choices: Mapping[str, Asked]) -> Iterator[str]:
    for name, values in choices.items():
        option = rules.options.get(name)
        if option is None:
            yield f"{name} is not an option"
        elif isinstance(values, Range):
            yield from (
                f"below {other}, which is not an option" for other in values.below if other not in rules.options
            )
        elif option.values and option.range is None:
            yield from (f"{shown(value)} is not a value of {name}" for value in values if option.choice(value) is None)


@cache
def all_games() -> Rules:
    """Subchapter 8, the regulations concerning all games, as data of the same form."""
    return read_rules((files("pitboss.chapter") / "all_games.toml").read_text("utf-8"), "chapter/all_games.toml")


@cache
def registered() -> dict[str, str]:
    """The games that are installed: id → the package that holds it (entry-point group `pitboss.games`)."""
    return {point.name: point.value for point in sorted(entry_points(group=GROUP), key=lambda point: point.name)}


def no_such_game(game: object) -> str:
    """The message about a name that is no game's id: the id nearest to it or, if none is near, all of them."""
    near = get_close_matches(game[:60], registered(), 1) if isinstance(game, str) else []
    if near:
        return f"no game {game!r}: did you mean {near[0]}? `pitboss games` lists every game"
    return f"no game {game!r}; the games are: {', '.join(registered())}"


@cache
def rules_of(game: str) -> Rules:
    """The rules of a registered game."""
    if game not in registered():
        raise ValueError(no_such_game(game))
    package = registered()[game]
    name = f"{package.rsplit('.', 1)[-1]}/rules.toml"
    rules = read_rules((files(package) / "rules.toml").read_text("utf-8"), name)
    if rules.game.id != game:
        raise RulesError(f"{name}: game.id is {rules.game.id!r}, registered as {game!r}")
    return rules


def amount_of(value: Value) -> int:
    """An option's value in dollars, in cents."""
    return cents(value if isinstance(value, (str, int)) else Decimal(value))
