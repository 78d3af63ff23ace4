"""The declarations of a house poker game in its rules.toml, and what each key means.

`[wager.ID.terms]` is read as `WagerTerms`, `[fact.dealing_METHOD]` as `Deal`, every fact with `choices` as `Decision`,
and `[fact.payout_limit]` as `PayoutLimit`. `Terms` combines all of it for one licensee's layout. The table, the price
and the loops all use it, so they cannot interpret a declaration differently. A key that is not defined here, or that
names something missing from the file, is an error with file and line.
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
from pitboss.chapter.rules import BONUS, Rules, RulesError, Value, same_value, value_text
from pitboss.families.house_poker.holdings import Holdings, find_unreadable_name
from pitboss.hands import ORDERS, Order, floor_of, order_of
from pitboss.table.setting import Setting

OptionValues = dict[str, tuple[Value, ...]]
"""The licensee's options, with the values under which something applies."""
DEALER, COMMUNITY = 0, -1
"""Destinations of cards that do not go to a box."""
Settlement = Literal["hand_by_hand", "losers_first"]
"""The order of settlement: each hand completely, from the dealer's right, or all losers, then ties, then winners."""
SETTLEMENTS: tuple[Settlement, ...] = ("hand_by_hand", "losers_first")
NONE = "none"
"""The value of an option that sets no limit."""
DEALING = "dealing_"
"""The prefix of the facts that are dealing procedures."""


def destination_name(to: int) -> str:
    """A card's destination, in words."""
    return "dealer" if to == DEALER else "community cards" if to == COMMUNITY else f"position {to}"


class _Declaration(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class MeterAward(_Declaration):
    """A row that is paid from the meter. If `shared`, all hands in the row share the prize, and the meter is then
    reset.
    """

    share: Decimal
    shared: bool = False
    when: OptionValues = {}


class WagerTerms(_Declaration):
    """What rules.toml declares about a wager beyond what every game declares."""

    made: Literal["open", "beside", "decision"] = "open"
    beside: str = ""
    """The wager it is made together with, for `times` that amount or for the dollar amount of the option `amount`."""
    times: int = 1
    amount: str = ""
    fixed: int = 0
    """Its amount in dollars, if the rule fixes it."""
    minimum: str = ""
    """The option that posts its minimum in dollars."""
    least: dict[str, int] = {}
    """Its minimum in dollars, by the pay table in use."""
    needs: tuple[str, ...] = ()
    """Wagers of which one must be made first; if `needs_when` is given, only under those options."""
    needs_when: OptionValues = {}
    lost_on_fold: bool | OptionValues = True

    settles: Literal["dealer", "table"] = "table"
    """Whether it is settled against the dealer's hand, or by the cards in `sees` and a pay table."""
    side: bool = False
    """Whether it is settled after the wagers on the hand."""
    not_qualified: Literal["compared", "wins", "returned", "void"] = "compared"
    """Its outcome if the dealer does not qualify."""
    higher: Literal["wins", "returned"] = "wins"
    tie: Literal["returned", "wins", "loses"] = "returned"
    below: Literal["loses", "returned"] = "loses"
    """Its outcome if a winning hand, or its cards, are below every row of its table."""
    sees: tuple[Literal["own", "dealer", "community"], ...] = ("own", "community")
    community: int = 0
    """The number of community cards it looks at; 0 for all."""
    order: str = ""
    """The order that ranks its cards, if it is not the game's."""
    special: tuple[str, ...] = ()
    """Rows that depend on more than rank: holdings (`ace_king_suited`), or rows found by the game itself."""
    holdings: dict[str, str] = {}
    """Rows that name two cards, which no rank can express: `AKs`, or `AA v AA` including the dealer's."""
    bonus: str = ""
    """The pay table of a bonus on this wager's amount, paid win or lose to a hand that stayed in."""
    bonus_sees: tuple[Literal["own", "dealer", "community"], ...] = ("own", "community")
    stake_taken: bool = False
    """Whether the wager is lost even when it wins. Its odds are then net: $500 for a $1 wager is 499 to 1."""
    awards: dict[str, dict[str, int]] = {}
    """Rows paid in dollars, whatever the amount wagered, by the pay table in use."""
    meter: dict[str, MeterAward] = {}
    envy: dict[str, int] = {}
    """The dollars paid to every other position with this wager when one position has such a row."""


class Deal(_Declaration):
    """A dealing procedure: how many cards go to each destination, which are dealt face up (from 1), singly or in
    stacks.

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
    """Whether the community cards are dealt after all others."""
    spare: int = 0
    """How many cards in the community stack go to the discard rack unseen."""

    def number(self, to: int) -> int:
        """The number of cards for a destination."""
        return self.dealer if to == DEALER else self.community + self.spare if to == COMMUNITY else self.player

    def face_up(self, to: int, number: int) -> bool:
        return number in (self.dealer_up if to == DEALER else self.community_up if to == COMMUNITY else self.player_up)

    def order(self, boxes: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Yield each card's destination and its number within that destination."""
        places, last = [*boxes, DEALER, COMMUNITY], []
        if self.community_last:
            last = [places.pop()]
        if not self.stacks:
            most = max(map(self.number, places))
            yield from ((to, number) for number in range(1, most + 1) for to in places if number <= self.number(to))
            places = []
        yield from ((to, number) for to in (*places, *last) for number in range(1, self.number(to) + 1))


class Choice(_Declaration):
    """The effects of a choice. `times` is a multiple of the wager `of`, or by default of the wager that the decision
    `asks` for.
    """

    lays: str = ""
    times: int = 1
    of: str = ""
    or_less: bool = False
    """Whether the wager may be made for less than that amount."""
    takes_back: str = ""
    folds: bool = False
    discards: int = 0
    """Which of the dealt cards, from 1, is discarded face down."""
    when: OptionValues = {}


class Question(_Declaration):
    """A question's wording under some options."""

    when: OptionValues
    question: str


class Decision(_Declaration):
    """A decision for each hand that has the wager `asks`, unless it already has the wager `unless`."""

    asks: str
    unless: str = ""
    question: str
    asked_under: tuple[Question, ...] = ()
    """Other wordings of the question, for licensee options that leave out some choices."""
    choices: dict[str, Choice]
    default: str
    when: OptionValues = {}
    """The options under which the decision is offered."""
    between: str = ""
    """A wager that can be made for any amount between the lowest and highest that these choices make."""
    sets: dict[str, int] = {}
    """The hands that the cards are set into, with the size of each; every setting is then a choice as well."""

    @model_validator(mode="after")
    def _with_settings(self) -> Decision:
        """Add the settings to the choices."""
        if self.sets:
            every = {choice: Choice() for choice in self.setting.choices}
            object.__setattr__(self, "choices", {**self.choices, **every})
        return self

    @property
    def setting(self) -> Setting:
        return Setting(tuple(self.sets.items()))


class HandComparison(_Declaration):
    """How set hands are compared with the dealer's: how many must be higher to win, and at most how many to lose."""

    wins: int
    loses: int


class PayoutLimit(_Declaration):
    """The most that one hand can win on these wagers together, in dollars or by an option.

    With `minimum`, which names a wager, it is at least what that wager's posted minimum can win.
    """

    wagers: tuple[str, ...]
    dollars: int = 0
    option: str = ""
    minimum: str = ""


class ImmediateWinner(_Declaration):
    """Dealt cards with at least the strength `least` in an `order`, which are paid immediately and leave the round.

    `wager` is paid by the pay table `table`, which has a single row.
    """

    order: str
    least: str
    wager: str
    table: str


@dataclass(frozen=True)
class AggregateLimit:
    """The most that one hand can win on some wagers together, in cents; the last wager is reduced first."""

    wagers: tuple[str, ...]
    most: int


@dataclass(frozen=True, eq=False)
class Terms:
    """The declarations of a house poker game on one licensee's layout."""

    layout: Layout
    wagers: Mapping[str, WagerTerms]
    """The terms of the wagers that the chapter permits on the layout's day."""
    decisions: Mapping[str, Decision]
    """By fact name, in file order."""
    dealing: Deal
    order: Order
    """The order of the game's hands."""
    qualifying: str
    """The lowest hand with which the dealer qualifies, if there is such a rule."""
    settlement: Settlement
    limit: PayoutLimit | None
    least_own: int = 0
    """The number of its own cards that a hand must use; this includes the dealer's hand."""
    jokers: int = 0
    """The number of jokers in the deck."""
    at_once: ImmediateWinner | None = None
    community_rows: tuple[tuple[int, ...], ...] = ()
    """Rows of community cards, each by the numbers of its cards from 1; a hand uses one of them."""
    compared: HandComparison | None = None
    """How set hands are compared, if hands are set."""

    @classmethod
    def on(cls, layout: Layout) -> Terms:
        """Read the declarations for a layout; raises RulesError with file and line for anything unknown."""
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
            None if at_once is None else rules.read(ImmediateWinner, at_once, "fact", "immediate_winner", "value"),
            tuple(tuple(row) for row in facts.get("community_rows", ())),
            None if compared is None else rules.read(HandComparison, compared, "fact", "compare", "value"),
        )
        problems = [f"{rules.at(*path)}: {problem}" for path, problem in _unresolved_names(rules, wagers, read)]
        if problems:
            raise RulesError("\n".join(problems))
        for wager in layout.permissible:
            read.check_own_rows(wager)
        asked = {name: decision for name, decision in decisions.items() if read.applies(decision.when)}
        return replace(read, decisions=asked)

    def check_own_rows(self, kind: str) -> None:
        """Raise ValueError for rows of an unlawful table that no hand reaches, or that leave a gap in a pay table.

        A hand is paid by the highest row that it reaches, so a row can only be left out together with all rows below
        it.
        """
        terms, layout = self.wagers[kind], self.layout
        if terms.special or terms.holdings:
            return
        bonus = [f"{BONUS}{row}" for row in layout.bonus_table(kind)]
        for paid, own in ((list(layout.odds_table(kind)), self.orders[kind]), (bonus, self.order)):
            floors = {row: floor_of(row.removeprefix(BONUS), own) for row in paid if row}
            if unknown := [row for row, least in floors.items() if least is None]:
                examples = "full house, pair of jacks or better, ace-king high or A-K-J-8-3"
                raise ValueError(f"{kind}.{unknown[0]}: not a hand that can be paid; write it like {examples}")
            for of, row in layout.removed:
                if of != kind or row.startswith(BONUS) != (paid is bonus):
                    continue
                least = floor_of(row.removeprefix(BONUS), own) or 0
                if below := [name for name, at in floors.items() if at is not None and at < least]:
                    raise ValueError(
                        f"{kind}.{row} can only be left out with the rows below it ({', '.join(below)}): a hand is "
                        "paid by the highest row that it reaches"
                    )

    # ---- Figures and options of the licensee

    def figure(self, name: str) -> Any:
        """A figure that the licensee chooses, or a fact if the licensee has no choice."""
        return self.layout.options[name] if name in self.layout.options else self.layout.fact(name)

    def cents(self, name: str) -> int:
        """A figure in dollars, converted to cents."""
        return cents(Decimal(str(self.figure(name))))

    def applies(self, when: bool | OptionValues) -> bool:
        """Whether the licensee's options have these values."""
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
        """The order that ranks the cards of each wager."""
        return {kind: order_of(terms.order) if terms.order else self.order for kind, terms in self.wagers.items()}

    @cached_property
    def progressive(self) -> tuple[str, ...]:
        """The wagers on the layout that win from the meter."""
        return tuple(kind for kind in self.layout.wagers if self.wagers[kind].meter)

    @cached_property
    def holdings(self) -> Mapping[str, Holdings]:
        """The rows of wagers on two cards."""
        return {kind: Holdings(terms.holdings) for kind, terms in self.wagers.items() if terms.holdings}

    def table_of(self, kind: str) -> str:
        """The name of the pay table of a wager."""
        option = self.layout.paid(kind).table
        return value_text(self.layout.options[option]) if option else ""

    def bonus_odds(self, kind: str) -> Mapping[str, Odds]:
        """The odds of a bonus on a wager's amount."""
        return self.layout.bonus_table(kind)

    def awards(self, kind: str) -> Mapping[str, int]:
        """A wager's rows that are paid in dollars, with the amounts in cents."""
        return {row: cents(prize) for row, prize in self.wagers[kind].awards.get(self.table_of(kind), {}).items()}

    def lost_on_fold(self, kind: str) -> bool:
        """Whether a fold also loses a wager."""
        return self.applies(self.wagers[kind].lost_on_fold)

    def least(self, kind: str) -> int:
        """A wager's minimum under its own rule, in cents; posted limits apply as well."""
        terms = self.wagers[kind]
        return (
            self.cents(terms.minimum)
            if terms.minimum
            else cents(terms.fixed or terms.least.get(self.table_of(kind), 0))
        )

    def amount_beside(self, kind: str, base: int) -> int:
        """What a wager costs when made together with a wager of `base` cents."""
        terms = self.wagers[kind]
        if not base:
            return 0
        return self.cents(terms.amount) if terms.amount else base * terms.times

    def contribution(self, kind: str, amount: int) -> int:
        """A wager's contribution to the meter at its rate, rounded up to the cent."""
        if kind not in self.progressive:
            return 0
        return ceil(amount * Fraction(Decimal(str(self.figure("progressive_rate")))))

    # ---- Decisions

    def question(self, decision: Decision) -> str:
        """The wording of a decision's question, naming only what is offered."""
        return next((one.question for one in decision.asked_under if self.applies(one.when)), decision.question)

    def offered_choices(self, decision: Decision) -> dict[str, Choice]:
        """The choices available under the licensee's options."""
        return {name: choice for name, choice in decision.choices.items() if self.applies(choice.when)}

    def choices_making(self, kind: str) -> Iterator[tuple[Decision, Choice]]:
        """Yield every choice that makes a wager, offered or not, with its decision."""
        for decision in self.decisions.values():
            for choice in decision.choices.values():
                if choice.lays == kind:
                    yield decision, choice

    def base_wager(self, kind: str) -> str:
        """The wager that another one is based on, if it is made together with it or by a decision."""
        if self.wagers[kind].made == "beside":
            return self.wagers[kind].beside
        return next((choice.of or decision.asks for decision, choice in self.choices_making(kind)), "")

    def max_units(self, kind: str) -> int:
        """The maximum of a wager per unit of the wager that opens the hand."""
        terms = self.wagers[kind]
        if terms.made != "decision":
            return terms.times if terms.made == "beside" else 1
        laying = [choice for _, choice in self.choices_making(kind)]
        offered = [choice for choice in laying if self.applies(choice.when)]
        return max(choice.times for choice in offered or laying)

    # ---- Immediate winners

    @cached_property
    def least_immediate_winner(self) -> int:
        """The lowest strength at which dealt cards are paid immediately, in the order that applies to them."""
        at_once = self.at_once
        return 0 if at_once is None else floor_of(at_once.least, order_of(at_once.order)) or 0

    @cached_property
    def immediate_winner_odds(self) -> tuple[str, Odds]:
        """The row of an immediate winner, and its odds."""
        assert self.at_once is not None
        table = self.layout.rules.pay_tables[self.at_once.table][value_text(self.layout.options[self.at_once.table])]
        ((row, odds),) = table.odds.items()
        return row, odds

    # ---- The payout limit

    def best_win(self, kinds: Iterable[str]) -> Fraction:
        """The most that these wagers can win together, per unit of the wager that opens the hand."""
        best = {kind: max(odds.ratio for odds in self.layout.odds_table(kind).values()) for kind in kinds}
        return sum((self.max_units(kind) * ratio for kind, ratio in best.items()), Fraction())

    @cached_property
    def payout_limit(self) -> AggregateLimit | None:
        """The most that one hand can win, or None without a limit."""
        limit = self.limit
        if limit is None or (limit.option and self.figure(limit.option) == NONE):
            return None
        most = self.cents(limit.option) if limit.option else cents(limit.dollars)
        return AggregateLimit(limit.wagers, max(most, self.limit_floor))

    @cached_property
    def limit_floor(self) -> int:
        """The most that the posted minimum can win, in cents, if the limit may not be below that; else 0."""
        limit = self.limit
        if limit is None or not limit.minimum:
            return 0
        return ceil(self.layout.minimum(limit.minimum) * self.best_win(limit.wagers))


def method_of(layout: Layout) -> str:
    """The dealing procedure: the licensee's choice, or the only one there is."""
    if "dealing_method" in layout.options:
        return str(layout.options["dealing_method"])
    return next(name.removeprefix(DEALING) for name in facts_on(layout) if name.startswith(DEALING))


def _ranking(layout: Layout, named: str | Mapping[str, Any]) -> str:
    """The name of the order of hands, which may depend on the option `by`."""
    return named if isinstance(named, str) else str(named["orders"][value_text(layout.options[named["by"]])])


def facts_on(layout: Layout) -> dict[str, Any]:
    """The facts in force on the layout's day, in file order."""
    return {name: layout.fact(name) for name, fact in layout.rules.facts.items() if fact.in_force(layout.on)}


# ---- References to unknown names

Path = tuple[str | int, ...]
Problem = tuple[Path, str]


def _one_of(rules: Rules, known: Mapping[str, Any], named: str, path: Path) -> Any:
    if named not in known:
        raise RulesError(f"{rules.at(*path)}: unknown name {named!r}; choose from {', '.join(known)}")
    return known[named]


def _unresolved_names(rules: Rules, wagers: Mapping[str, WagerTerms], read: Terms) -> Iterator[Problem]:
    """Yield the names in the declarations that do not exist in the file."""
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
            yield ("option", posted.id, "range"), "a payout limit is posted in whole dollars: set `whole = true`"
    if read.at_once is not None:
        path = ("fact", "immediate_winner", "value")
        yield from _unknown("wager", rules.wagers, (read.at_once.wager,), path)
        yield from _unknown("option with pay tables", rules.pay_tables, (read.at_once.table,), path)
        yield from _unknown("order", ORDERS, (read.at_once.order,), path)
    if read.qualifying and floor_of(read.qualifying, read.order) is None:
        yield ("fact", "qualifying", "value"), f"{read.qualifying!r} is not a hand of the order {read.order.id}"


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
        yield path, "made beside another wager: name it with `beside`"
    if terms.order and terms.order not in ORDERS:
        return
    order = order_of(terms.order) if terms.order else read.order
    tables = [table for pays in rules.wagers[kind].pays for table in _tables(rules, pays.table, pays.odds)]
    rows = [row for table in (*tables, *terms.awards.values(), terms.meter, terms.envy) for row in table]
    yield from _unknown_rows(rows, (*terms.special, *terms.holdings), order, path)
    for row, text in terms.holdings.items():
        if strange := find_unreadable_name(text):
            yield path, f"the row {row!r} contains {strange!r}: two cards are written AA, AKs or AKo"
    yield from _unknown_rows([row for table in _tables(rules, terms.bonus, {}) for row in table], (), read.order, path)


def _tables(rules: Rules, option: str | None, odds: Mapping[str, Odds]) -> list[Mapping[str, Odds]]:
    return [table.odds for table in rules.pay_tables.get(option, {}).values()] if option else [odds]


def _unknown_rows(rows: Iterable[str], special: Sequence[str], order: Order, path: Path) -> Iterator[Problem]:
    for row in dict.fromkeys(rows):
        if row and row not in special and floor_of(row, order) is None:
            yield path, f"the row {row!r} is not a hand of the order {order.id} and not in `special`"


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
        (path, f"unknown {what} {name!r}; choose from {', '.join(listed)}")
        for name in named
        if name and name not in listed
    )


def _unknown_choices(rules: Rules, when: OptionValues, path: Path) -> Iterator[Problem]:
    for name, values in when.items():
        option = rules.options.get(name)
        if option is None:
            yield path, f"{name!r} is not an option"
        elif option.values:
            strange = [value for value in values if option.choice(value) is None]
            yield from ((path, f"{value_text(value)} is not a value of {name}") for value in strange)
