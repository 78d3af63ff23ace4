"""What a game of house poker declares in its rules.toml: the words, what each means, and the one reading of them.

`[wager.ID.terms]` is read as `WagerTerms`, `[fact.dealing_METHOD]` as `Deal`, every fact with `choices` as `Decision`,
`[fact.payout_limit]` as `PayoutLimit`. `Terms` is all of it on one licensee's layout. The procedure at the table, the
price and the loops ask it, so that none of them can read a word another way; a word that is not here, or that names
what the file does not hold, is an error with file and line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, cents
from pitboss.chapter.rules import Rules, RulesError, Value, same_value, value_text
from pitboss.families.house_poker.holdings import Holdings, unreadable
from pitboss.hands import ORDERS, Order, floor_of, order_of
from pitboss.table.setting import Setting

Under = dict[str, tuple[Value, ...]]
"""Choices of the licensee under which something holds: each option with the values that do."""
DEALER, COMMUNITY = 0, -1
"""Where cards go that go to no box."""
Settlement = Literal["hand_by_hand", "losers_first"]
"""From the dealer's right each hand whole, or first all that lose, then ties, then winners."""
SETTLEMENTS: tuple[Settlement, ...] = ("hand_by_hand", "losers_first")
NONE = "none"
"""The value of an option for a limit that is not there."""
DEALING = "dealing_"
"""What the facts of dealing procedures begin with."""


def place(to: int) -> str:
    """Where a card goes, in words."""
    return "dealer" if to == DEALER else "community cards" if to == COMMUNITY else f"position {to}"


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MeterAward(_Declared):
    """A row that is paid out of the meter. `shared`: among all who have it, and the meter is then reset."""

    share: Decimal
    shared: bool = False
    when: Under = {}


class WagerTerms(_Declared):
    """What rules.toml says of a wager beyond what all games say."""

    made: Literal["open", "beside", "decision"] = "open"
    beside: str = ""
    "The wager with which it is laid, for `times` its amount, or for the dollars of the option `amount`."
    times: int = 1
    amount: str = ""
    fixed: int = 0
    "Its amount in dollars, where the rule fixes it."
    minimum: str = ""
    "The option that posts its least amount, in dollars."
    least: dict[str, int] = {}
    "The least dollars that it may be, by the pay table in use."
    needs: tuple[str, ...] = ()
    "A wager that must be there first, any of these; under `needs_when` only, if that is given."
    needs_when: Under = {}
    lost_on_fold: bool | Under = True

    settles: Literal["dealer", "table"] = "table"
    "Against the dealer's hand, or by the cards that it `sees` and a pay table."
    side: bool = False
    "Settled after the wagers that the hand is played for."
    not_qualified: Literal["compared", "wins", "returned", "void"] = "compared"
    "What becomes of it when the dealer's hand does not count."
    higher: Literal["wins", "returned"] = "wins"
    tie: Literal["returned", "wins", "loses"] = "returned"
    below: Literal["loses", "returned"] = "loses"
    "What becomes of it with a winning hand, or cards, below every row of its table."
    sees: tuple[Literal["own", "dealer", "community"], ...] = ("own", "community")
    community: int = 0
    "How many of the community cards it sees; 0 for all."
    order: str = ""
    "The order in which its cards rank, if not that of the game."
    special: tuple[str, ...] = ()
    "Rows that cards have by more than their rank: holdings (`ace_king_suited`), or what the game finds."
    holdings: dict[str, str] = {}
    "Rows by the two cards that they are, where no rank makes them: `AKs`, or `AA v AA` with the dealer's."
    bonus: str = ""
    "The pay table by which a hand that stayed is paid on this wager's amount, whoever wins."
    bonus_sees: tuple[Literal["own", "dealer", "community"], ...] = ("own", "community")
    stake_taken: bool = False
    "The wager is gone also when it wins. Its odds are what it is up: $500 for a wager of $1 are 499 to 1."
    awards: dict[str, dict[str, int]] = {}
    "Rows paid in dollars whatever the amount, by the pay table in use."
    meter: dict[str, MeterAward] = {}
    envy: dict[str, int] = {}
    "What each other position with this wager is paid, in dollars, when one has such a row."


class Deal(_Declared):
    """What a dealing procedure deals: how many cards to each, which of them face up (from 1), singly or in stacks.

    >>> list(Deal(player=2, dealer=2, dealer_up=(1,)).order([1, 3])) == [
    ...     (1, 1), (3, 1), (DEALER, 1), (1, 2), (3, 2), (DEALER, 2)]
    True
    >>> list(Deal(player=2, community=1, stacks=True).order([1, 3])) == [
    ...     (1, 1), (1, 2), (3, 1), (3, 2), (COMMUNITY, 1)]
    True
    >>> list(Deal(player=1, dealer=1, community=2, community_last=True).order([1])) == [
    ...     (1, 1), (DEALER, 1), (COMMUNITY, 1), (COMMUNITY, 2)]
    True
    """

    player: int
    dealer: int = 0
    community: int = 0
    player_up: tuple[int, ...] = ()
    dealer_up: tuple[int, ...] = ()
    community_up: tuple[int, ...] = ()
    stacks: bool = False
    community_last: bool = False
    "The community cards come when all others are dealt."
    spare: int = 0
    "How many cards of the community's stack go to the discard rack unseen."

    def number(self, to: int) -> int:
        """How many cards go to a place."""
        return self.dealer if to == DEALER else self.community + self.spare if to == COMMUNITY else self.player

    def face_up(self, to: int, number: int) -> bool:
        return number in (self.dealer_up if to == DEALER else self.community_up if to == COMMUNITY else self.player_up)

    def order(self, boxes: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Where each card goes, and the how manieth it is there."""
        places, last = [*boxes, DEALER, COMMUNITY], []
        if self.community_last:
            last = [places.pop()]
        if not self.stacks:
            most = max(map(self.number, places))
            yield from ((to, number) for number in range(1, most + 1) for to in places if number <= self.number(to))
            places = []
        yield from ((to, number) for to in (*places, *last) for number in range(1, self.number(to) + 1))


class Choice(_Declared):
    """What a choice does. `times` is of the wager `of`, or of that of the hands which are asked."""

    lays: str = ""
    times: int = 1
    of: str = ""
    or_less: bool = False
    "The wager may be made for an amount of the position's own, up to that."
    takes_back: str = ""
    folds: bool = False
    discards: int = 0
    "Which of the cards that were dealt, from 1, is put aside face down."
    when: Under = {}


class Question(_Declared):
    """The words of a question under some choices."""

    when: Under
    question: str


class Decision(_Declared):
    """What each hand with the wager `asks` decides, unless it has the wager `unless` already."""

    asks: str
    unless: str = ""
    question: str
    asked_under: tuple[Question, ...] = ()
    "How it is asked under a licensee's choices, where `question` names what is then not offered."
    choices: dict[str, Choice]
    default: str
    when: Under = {}
    "The licensee's choices under which it is asked for at all."
    between: str = ""
    "A wager that may be made for any amount between the least and the most that these choices lay of it."
    sets: dict[str, int] = {}
    "The hands into which the cards are set, each with how many it has: every setting is then a choice beside these."

    @model_validator(mode="after")
    def _with_settings(self) -> Decision:
        """The settings among the choices."""
        if self.sets:
            every = {choice: Choice() for choice in self.setting.choices}
            object.__setattr__(self, "choices", {**self.choices, **every})
        return self

    @property
    def setting(self) -> Setting:
        return Setting(tuple(self.sets.items()))


class Compared(_Declared):
    """Hands that were set against the dealer's: how many must be higher to win, and how many at most to lose."""

    wins: int
    loses: int


class PayoutLimit(_Declared):
    """What one hand may win on these wagers together: dollars, or those of an option.

    With `minimum`, a wager: or the most that one could win with its posted minimum, if that is more.
    """

    wagers: tuple[str, ...]
    dollars: int = 0
    option: str = ""
    minimum: str = ""


class AtOnce(_Declared):
    """Dealt cards that are paid as soon as they are seen, and leave the round: the `least` of them in an `order`.

    The wager that they are paid on, by which pay table, which has one row.
    """

    order: str
    least: str
    wager: str
    table: str


@dataclass(frozen=True)
class AggregateLimit:
    """The most that one hand wins on some wagers together, in cents; the last named is cut first."""

    wagers: tuple[str, ...]
    most: int


@dataclass(frozen=True, eq=False)
class Terms:
    """What a game of house poker declares, as one licensee's layout has it."""

    layout: Layout
    wagers: Mapping[str, WagerTerms]
    """Of the wagers that the chapter permits on the day."""
    decisions: Mapping[str, Decision]
    """By their facts, in the order of the file."""
    dealing: Deal
    order: Order
    """In which the game's hands rank."""
    qualifying: str
    """The least hand with which the dealer plays, if there is such a rule."""
    settlement: Settlement
    limit: PayoutLimit | None
    least_own: int = 0
    """So many of a hand's own cards must be among those that count, the dealer's too."""
    jokers: int = 0
    """So many are in the deck."""
    at_once: AtOnce | None = None
    community_rows: tuple[tuple[int, ...], ...] = ()
    """Rows in which community cards lie, each by the numbers of its cards, from 1; a hand is made with one of them."""
    compared: Compared | None = None
    """How hands that are set decide, where they are."""

    @classmethod
    def on(cls, layout: Layout) -> Terms:
        """All that is declared for a layout; `RulesError` with file and line for what has no meaning."""
        rules, facts = layout.rules, facts_on(layout)
        wagers = {
            kind: rules.read(WagerTerms, rule.terms, "wager", kind, "terms") for kind, rule in rules.wagers.items()
        }
        decisions = {
            name: rules.read(Decision, value, "fact", name, "value")
            for name, value in facts.items()
            if isinstance(value, Mapping) and "choices" in value
        }
        dealings = {
            name: rules.read(Deal, value, "fact", name, "value")
            for name, value in facts.items()
            if name.startswith(DEALING)
        }
        limit, at_once, compared = (facts.get(name) for name in ("payout_limit", "immediate_winner", "compare"))
        named = f"{DEALING}{method_of(layout)}"
        settlements: dict[str, Any] = {name: name for name in SETTLEMENTS}
        read = cls(
            layout,
            {kind: wagers[kind] for kind in layout.permissible},
            decisions,
            _one_of(rules, dealings, named, ("option", "dealing_method")),
            _one_of(rules, ORDERS, _ranking(layout, layout.fact("ranking")), ("fact", "ranking", "value")),
            str(facts.get("qualifying", "")),
            _one_of(rules, settlements, layout.fact("settlement"), ("fact", "settlement", "value")),
            None if limit is None else rules.read(PayoutLimit, limit, "fact", "payout_limit", "value"),
            int(facts.get("least_own_cards", 0)),
            int(facts.get("jokers", 0)),
            None if at_once is None else rules.read(AtOnce, at_once, "fact", "immediate_winner", "value"),
            tuple(tuple(row) for row in facts.get("community_rows", ())),
            None if compared is None else rules.read(Compared, compared, "fact", "compare", "value"),
        )
        problems = [f"{rules.at(*path)}: {problem}" for path, problem in _dangling(rules, wagers, read)]
        if problems:
            raise RulesError("\n".join(problems))
        asked = {name: decision for name, decision in decisions.items() if read.under(decision.when)}
        return replace(read, decisions=asked)

    # ---- Figures and choices of the licensee

    def figure(self, name: str) -> Any:
        """A figure that the licensee chooses, or that is a fact where there is nothing to choose."""
        return self.layout.options[name] if name in self.layout.options else self.layout.fact(name)

    def cents(self, name: str) -> int:
        """A figure in dollars, in cents."""
        return cents(Decimal(str(self.figure(name))))

    def under(self, when: bool | Under) -> bool:
        """Whether the licensee's choices are such."""
        if isinstance(when, bool):
            return when
        options = self.layout.options
        return all(
            name in options and any(same_value(options[name], value) for value in values)
            for name, values in when.items()
        )

    # ---- Wagers

    @cached_property
    def orders(self) -> Mapping[str, Order]:
        """In which the cards of each wager rank."""
        return {kind: order_of(terms.order) if terms.order else self.order for kind, terms in self.wagers.items()}

    @cached_property
    def progressive(self) -> tuple[str, ...]:
        """The wagers here that have a part in the meter."""
        return tuple(kind for kind in self.layout.wagers if self.wagers[kind].meter)

    @cached_property
    def holdings(self) -> Mapping[str, Holdings]:
        """Of wagers whose rows are two cards: which."""
        return {kind: Holdings(terms.holdings) for kind, terms in self.wagers.items() if terms.holdings}

    def table_of(self, kind: str) -> str:
        """The name of the pay table that a wager is paid by."""
        option = self.layout.paid(kind).table
        return value_text(self.layout.options[option]) if option else ""

    def bonus_odds(self, kind: str) -> Mapping[str, Odds]:
        """What a bonus on a wager's amount pays."""
        option = self.wagers[kind].bonus
        return self.layout.rules.pay_tables[option][value_text(self.layout.options[option])].odds if option else {}

    def awards(self, kind: str) -> Mapping[str, int]:
        """The rows of a wager that are paid in dollars, in cents."""
        return {row: cents(prize) for row, prize in self.wagers[kind].awards.get(self.table_of(kind), {}).items()}

    def lost_on_fold(self, kind: str) -> bool:
        """Whether a fold takes a wager too."""
        return self.under(self.wagers[kind].lost_on_fold)

    def least(self, kind: str) -> int:
        """The least that a wager may be by its own rule, in cents; limits that are posted come on top."""
        terms = self.wagers[kind]
        return (
            self.cents(terms.minimum)
            if terms.minimum
            else cents(terms.fixed or terms.least.get(self.table_of(kind), 0))
        )

    def amount_beside(self, kind: str, base: int) -> int:
        """How much is laid of a wager beside one of `base` cents."""
        terms = self.wagers[kind]
        if not base:
            return 0
        return self.cents(terms.amount) if terms.amount else base * terms.times

    def contribution(self, kind: str, amount: int) -> int:
        """What a wager of so many cents adds to the meter; no less than the rate, so rounded up to the cent."""
        if kind not in self.progressive:
            return 0
        return ceil(amount * Fraction(Decimal(str(self.figure("progressive_rate")))))

    # ---- Decisions

    def question(self, decision: Decision) -> str:
        """How a decision is asked for here: with what is offered, and nothing else."""
        return next((one.question for one in decision.asked_under if self.under(one.when)), decision.question)

    def offered(self, decision: Decision) -> dict[str, Choice]:
        """The choices that the licensee's options leave."""
        return {name: choice for name, choice in decision.choices.items() if self.under(choice.when)}

    def laying(self, kind: str) -> Iterator[tuple[Decision, Choice]]:
        """The choices that lay a wager, offered here or not, each with its decision."""
        for decision in self.decisions.values():
            for choice in decision.choices.values():
                if choice.lays == kind:
                    yield decision, choice

    def base(self, kind: str) -> str:
        """The wager on which one hangs that is laid with it, or by a decision."""
        if self.wagers[kind].made == "beside":
            return self.wagers[kind].beside
        return next((choice.of or decision.asks for decision, choice in self.laying(kind)), "")

    def units(self, kind: str) -> int:
        """The most that may be on a wager, for one unit on the wager that opens the hand."""
        terms = self.wagers[kind]
        if terms.made != "decision":
            return terms.times if terms.made == "beside" else 1
        laying = [choice for _, choice in self.laying(kind)]
        offered = [choice for choice in laying if self.under(choice.when)]
        return max(choice.times for choice in offered or laying)

    # ---- What is paid at once

    @cached_property
    def least_at_once(self) -> int:
        """The least strength of dealt cards that are paid at once, in their order."""
        at_once = self.at_once
        return 0 if at_once is None else floor_of(at_once.least, order_of(at_once.order)) or 0

    @cached_property
    def odds_at_once(self) -> tuple[str, Odds]:
        """The row of what is paid at once, and its odds."""
        assert self.at_once is not None
        table = self.layout.rules.pay_tables[self.at_once.table][value_text(self.layout.options[self.at_once.table])]
        ((row, odds),) = table.odds.items()
        return row, odds

    # ---- The payout limit

    def best_win(self, kinds: Iterable[str]) -> Fraction:
        """The most that these wagers win together, for one unit on the wager that opens the hand."""
        best = {kind: max(odds.ratio for odds in self.layout.odds_table(kind).values()) for kind in kinds}
        return sum((self.units(kind) * ratio for kind, ratio in best.items()), Fraction())

    @cached_property
    def payout_limit(self) -> AggregateLimit | None:
        """What one hand may win; None where there is no limit."""
        limit = self.limit
        if limit is None or (limit.option and self.figure(limit.option) == NONE):
            return None
        most = self.cents(limit.option) if limit.option else cents(limit.dollars)
        return AggregateLimit(limit.wagers, max(most, self.least_limit))

    @cached_property
    def least_limit(self) -> int:
        """The most that one could win with the posted minimum, in cents, where the limit may not be below that."""
        limit = self.limit
        if limit is None or not limit.minimum:
            return 0
        return ceil(self.layout.minimum(limit.minimum) * self.best_win(limit.wagers))


def method_of(layout: Layout) -> str:
    """How the cards are dealt: as the licensee chooses, or in the one way that there is."""
    if "dealing_method" in layout.options:
        return str(layout.options["dealing_method"])
    return next(name.removeprefix(DEALING) for name in facts_on(layout) if name.startswith(DEALING))


def _ranking(layout: Layout, named: str | Mapping[str, Any]) -> str:
    """The order in which hands rank: its name, or the names by the values of the option `by`."""
    return named if isinstance(named, str) else str(named["orders"][value_text(layout.options[named["by"]])])


def facts_on(layout: Layout) -> dict[str, Any]:
    """The facts that are in force on a layout's day, in the order of the file."""
    return {name: layout.fact(name) for name, fact in layout.rules.facts.items() if fact.in_force(layout.on)}


# ---- What refers to something that is not there

Path = tuple[str | int, ...]
Problem = tuple[Path, str]


def _one_of(rules: Rules, known: Mapping[str, Any], named: str, path: Path) -> Any:
    if named not in known:
        raise RulesError(f"{rules.at(*path)}: {named!r} has no meaning here; there are: {', '.join(known)}")
    return known[named]


def _dangling(rules: Rules, wagers: Mapping[str, WagerTerms], read: Terms) -> Iterator[Problem]:
    """What the declarations name and the file does not hold."""
    for kind, terms in wagers.items():
        yield from _of_wager(rules, kind, terms, read)
    for name, decision in read.decisions.items():
        yield from _of_decision(rules, decision, ("fact", name, "value"))
    if read.limit is not None:
        path: Path = ("fact", "payout_limit", "value")
        yield from _unknown("wager", rules.wagers, (*read.limit.wagers, read.limit.minimum), path)
        yield from _unknown("option", rules.options, (read.limit.option,), path)
        posted = rules.options.get(read.limit.option)
        if posted is not None and posted.range is not None and not posted.range.whole:
            yield ("option", posted.id, "range"), "a payout limit is posted in whole dollars: say `whole = true`"
    if read.at_once is not None:
        path = ("fact", "immediate_winner", "value")
        yield from _unknown("wager", rules.wagers, (read.at_once.wager,), path)
        yield from _unknown("option with pay tables", rules.pay_tables, (read.at_once.table,), path)
        yield from _unknown("order", ORDERS, (read.at_once.order,), path)
    if read.qualifying and floor_of(read.qualifying, read.order) is None:
        yield ("fact", "qualifying", "value"), f"{read.qualifying!r} is no hand of the order {read.order.id}"


def _of_wager(rules: Rules, kind: str, terms: WagerTerms, read: Terms) -> Iterator[Problem]:
    path: Path = ("wager", kind, "terms")
    yield from _unknown("wager", rules.wagers, (terms.beside, *terms.needs), path)
    yield from _unknown("option", rules.options, (terms.amount, terms.minimum), path)
    yield from _unknown("option with pay tables", rules.pay_tables, (terms.bonus,), path)
    yield from _unknown("order", ORDERS, (terms.order,), path)
    choices = [terms.needs_when, *(award.when for award in terms.meter.values())]
    choices += [] if isinstance(terms.lost_on_fold, bool) else [terms.lost_on_fold]
    for under in choices:
        yield from _unknown_choices(rules, under, path)
    if terms.made == "beside" and not terms.beside:
        yield path, "laid beside another wager: name it with `beside`"
    if terms.order and terms.order not in ORDERS:
        return
    order = order_of(terms.order) if terms.order else read.order
    tables = [table for pays in rules.wagers[kind].pays for table in _tables(rules, pays.table, pays.odds)]
    rows = [row for table in (*tables, *terms.awards.values(), terms.meter, terms.envy) for row in table]
    yield from _unknown_rows(rows, (*terms.special, *terms.holdings), order, path)
    for row, text in terms.holdings.items():
        if strange := unreadable(text):
            yield path, f"the row {row!r} is {strange!r}: two cards are written AA, AKs or AKo"
    yield from _unknown_rows([row for table in _tables(rules, terms.bonus, {}) for row in table], (), read.order, path)


def _tables(rules: Rules, option: str | None, odds: Mapping[str, Odds]) -> list[Mapping[str, Odds]]:
    return [table.odds for table in rules.pay_tables.get(option, {}).values()] if option else [odds]


def _unknown_rows(rows: Iterable[str], special: Sequence[str], order: Order, path: Path) -> Iterator[Problem]:
    for row in dict.fromkeys(rows):
        if row and row not in special and floor_of(row, order) is None:
            yield path, f"the row {row!r} is no hand of the order {order.id}, and is not among `special`"


def _of_decision(rules: Rules, decision: Decision, path: Path) -> Iterator[Problem]:
    yield from _unknown("wager", rules.wagers, (decision.asks, decision.unless), path)
    yield from _unknown(
        "wager of these choices", (one.lays for one in decision.choices.values()), (decision.between,), path
    )
    yield from _unknown("choice", decision.choices, (decision.default,), path)
    for choice in decision.choices.values():
        yield from _unknown("wager", rules.wagers, (choice.lays, choice.of, choice.takes_back), path)
        yield from _unknown_choices(rules, choice.when, path)
    yield from _unknown_choices(rules, decision.when, path)
    for otherwise in decision.asked_under:
        yield from _unknown_choices(rules, otherwise.when, path)


def _unknown(what: str, known: Iterable[str], named: Iterable[str], path: Path) -> Iterator[Problem]:
    listed = list(known)
    yield from (
        (path, f"{name!r} is no {what}; there are: {', '.join(listed)}")
        for name in named
        if name and name not in listed
    )


def _unknown_choices(rules: Rules, when: Under, path: Path) -> Iterator[Problem]:
    for name, values in when.items():
        option = rules.options.get(name)
        if option is None:
            yield path, f"{name!r} is no option"
        elif option.values:
            strange = [value for value in values if option.choice(value) is None]
            yield from ((path, f"{value_text(value)} is no value of {name}") for value in strange)
