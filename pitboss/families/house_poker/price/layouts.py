"""From a table's layout to what the machinery counts with: pay tables, prizes, choices, limits.

It reads what the procedure at the table reads (`house_poker.round` says what the words mean), and only the
part of it that a price follows from:
- the facts `ranking`, `qualifying`, `payout_limit`, and those with `choices`: the decisions, in the order of the
  file;
- of a wager's `terms`: `order`, `fixed`, `awards`, `meter`, `envy`, `bonus`, `least`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.chapter.rules import Value, read_terms, same, shown
from pitboss.families.house_poker.price.house import End, House, Limit, Settled
from pitboss.families.house_poker.price.rows import PayTable, floor
from pitboss.hands import THREE_CARD, THREE_CARD_ROYAL, Order, order_of

Under = dict[str, tuple[Value, ...]]


class _Read(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


class _MeterTerms(_Read):
    share: Decimal
    shared: bool = False
    when: Under = {}


class _Terms(_Read):
    order: str = ""
    fixed: int = 0
    least: dict[str, int] = {}
    bonus: str = ""
    awards: dict[str, dict[str, int]] = {}
    meter: dict[str, _MeterTerms] = {}
    envy: dict[str, int] = {}
    lost_on_fold: bool | Under = True


class Choice(_Read):
    """What a choice does: it lays so many times another wager, or folds, or takes a wager back, or nothing."""

    lays: str = ""
    times: int = 1
    takes_back: str = ""
    folds: bool = False
    when: Under = {}


class _Decision(_Read):
    choices: dict[str, Choice]


class _PayoutLimit(_Read):
    wagers: tuple[str, ...]
    dollars: int = 0
    option: str = ""
    minimum: str = ""


def under(layout: Layout, when: bool | Under) -> bool:
    """Whether the licensee's choices are such."""
    if isinstance(when, bool):
        return when
    options = layout.options
    return all(name in options and any(same(options[name], value) for value in values) for name, values in when.items())


def ranking(layout: Layout) -> Order:
    """The order in which the game's hands rank, with a name for the royal where that is the only difference."""
    order = order_of(str(layout.fact("ranking")))
    return THREE_CARD_ROYAL if order is THREE_CARD else order


def qualifying(layout: Layout) -> int:
    """The least strength with which the dealer plays."""
    return floor(ranking(layout), str(layout.fact("qualifying")))


def decisions(layout: Layout) -> list[dict[str, Choice]]:
    """What is decided in a round, in its order: the choices that the licensee's options leave, by name."""
    found = []
    for fact in layout.rules.facts.values():
        if isinstance(fact.value, Mapping) and "choices" in fact.value and fact.in_force(layout.on):
            choices = _Decision.model_validate(fact.value).choices
            found.append({name: choice for name, choice in choices.items() if under(layout, choice.when)})
    return found


def order_for(layout: Layout, wager: str) -> Order:
    """The order in which a wager's cards rank."""
    named = read_terms(layout.rules.wagers[wager], _Terms).order
    return order_of(named) if named else ranking(layout)


def pay_table(layout: Layout, wager: str, otherwise: int = -1) -> PayTable:
    """The pay table of a wager; what is below all its rows comes to `otherwise`."""
    odds = {row or "pair_or_less": odds.ratio for row, odds in layout.odds_table(wager).items()}
    return PayTable(order_for(layout, wager), odds, Fraction(otherwise))


def bonus_table(layout: Layout, wager: str) -> PayTable:
    """The table by which a hand that stays in is paid on a wager's amount, whoever wins; nothing below its rows."""
    option = read_terms(layout.rules.wagers[wager], _Terms).bonus
    odds = layout.rules.pay_tables[option][shown(layout.options[option])].odds if option else {}
    return PayTable(ranking(layout), {row: one.ratio for row, one in odds.items()}, Fraction(0))


def lost_on_fold(layout: Layout, wager: str) -> bool:
    """Whether a fold takes a wager too."""
    return under(layout, read_terms(layout.rules.wagers[wager], _Terms).lost_on_fold)


@dataclass(frozen=True)
class Prizes:
    """What a wager wins that is not paid by odds alone: net odds by row, shares of a meter, sums in cents."""

    order: Order
    odds: Mapping[str, Fraction]
    amount: int
    """Cents wagered: what the rule fixes, or the least that the table asks for."""
    fixed: bool = False
    meter: Mapping[str, Fraction] = field(default_factory=dict)
    awards: Mapping[str, int] = field(default_factory=dict)
    envy: Mapping[str, int] = field(default_factory=dict)

    @property
    def rows(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.awards, *self.meter, *self.odds)))

    def nets(self, stake: int | None = None, meter: int = 0) -> dict[str, Fraction]:
        """What each row comes to for a unit, with so many cents wagered and on the meter.

        A share of the meter is rounded up to the cent, and the wager that wins it is gone; a sum is paid whatever
        was wagered, and the wager comes back.
        """
        wagered = self.amount if self.fixed or stake is None else stake
        sums = {row: Fraction(prize, wagered) for row, prize in self.awards.items()}
        shares = {row: Fraction(ceil(share * meter), wagered) - 1 for row, share in self.meter.items()}
        return {**self.odds, **sums, **shares}

    def table(self, stake: int | None = None, meter: int = 0) -> PayTable:
        return PayTable(self.order, self.nets(stake, meter))


def prizes(layout: Layout, wager: str) -> Prizes:
    """What a wager wins on a layout."""
    terms = read_terms(layout.rules.wagers[wager], _Terms)
    option = layout.paid(wager).table
    chosen = shown(layout.options[option]) if option else ""
    meter = {row: Fraction(award.share) for row, award in terms.meter.items() if under(layout, award.when)}
    awards = {row: cents(prize) for row, prize in terms.awards.get(chosen, {}).items()}
    odds = {row: one.ratio for row, one in layout.odds_table(wager).items() if row not in meter and row not in awards}
    least = cents(terms.fixed or terms.least.get(chosen, 1))
    amount = least if terms.fixed else max(least, layout.limits.of(wager)[0])
    envy = {row: cents(prize) for row, prize in terms.envy.items()}
    return Prizes(order_for(layout, wager), odds, amount, bool(terms.fixed), meter, awards, envy)


def payout_limit(layout: Layout, best: Mapping[str, Fraction]) -> int | None:
    """What one hand may win, in cents: by the fact `payout_limit`, `best` being the most each wager can win for a unit
    of the posted minimum. None where there is no limit."""
    fact = layout.rules.facts.get("payout_limit")
    if fact is None or not fact.in_force(layout.on):
        return None
    limit = _PayoutLimit.model_validate(fact.value)
    chosen: Any = layout.options[limit.option] if limit.option else limit.dollars
    try:
        most = cents(chosen if isinstance(chosen, (str, int)) else Decimal(chosen))
    except ValueError:
        return None
    if limit.minimum:
        least = layout.cents(limit.minimum)
        most = max(most, ceil(least * sum((best[wager] for wager in limit.wagers), Fraction())))
    return most


class _Duel(_Read):
    not_qualified: Literal["compared", "wins", "returned", "void"] = "compared"
    higher: Literal["wins", "returned"] = "wins"
    tie: Literal["returned", "wins", "loses"] = "returned"
    below: Literal["loses", "returned"] = "loses"
    bonus: str = ""


def settled(layout: Layout, wager: str) -> Settled:
    """How a wager is settled on a layout."""
    terms = read_terms(layout.rules.wagers[wager], _Duel)
    pays = pay_table(layout, wager, 0 if terms.below == "returned" else -1)
    bonus = bonus_table(layout, wager) if terms.bonus else None
    return Settled(pays, terms.not_qualified, terms.higher, terms.tie, bonus)


def house_of(
    layout: Layout, wagers: Iterable[str], choices: Iterable[Mapping[str, Choice]], side_rows: Iterable[str] = ()
) -> House:
    """The wagers of a round that are won and lost together, and the ends that its decisions lead to.

    An end has the name of the choice that leads to it. A choice that lays nothing leads to an end if it is one of the
    last decision.
    """
    main = tuple(wagers)
    asked = list(choices)
    later = frozenset(choice.lays for named in asked for choice in named.values() if choice.lays)
    first = {wager: 1 for wager in main if wager not in later}
    ends: dict[str, End] = {}
    for named in asked:
        for name, choice in named.items():
            if choice.lays:
                ends[name] = End({**first, choice.lays: choice.times})
            elif choice.folds or named is asked[-1]:
                ends[name] = End(first, choice.folds)
    return House({wager: settled(layout, wager) for wager in main}, ends, later, None, tuple(side_rows))


def cheapest_first(house: House, named: Iterable[str]) -> tuple[str, ...]:
    """Those of some choices that are ends: to fold, then by what is put at risk."""
    ends = [name for name in named if name in house.ends]
    return tuple(sorted(ends, key=lambda name: (not house.ends[name].folded, sum(house.ends[name].at_risk.values()))))


def cards_of(layout: Layout) -> Mapping[str, Any]:
    """How many cards the dealing procedure in use deals to whom."""
    found: Mapping[str, Any] = layout.fact(f"dealing_{layout.options['dealing_method']}")
    return found


def limited(layout: Layout, house: House, stake: int | None) -> House:
    """The same with the payout limit, where it is reached by a stake of so many cents."""
    fact = layout.rules.facts.get("payout_limit")
    if fact is None or not fact.in_force(layout.on) or stake is None:
        return house
    limit = _PayoutLimit.model_validate(fact.value)
    times = {wager: max(end.at_risk.get(wager, 0) for end in house.ends.values()) for wager in limit.wagers}
    best = {wager: times[wager] * max(house.wagers[wager].pays.pays.values()) for wager in limit.wagers}
    most = payout_limit(layout, best)
    if most is None or sum(best.values(), Fraction()) * stake <= most:
        return house
    return replace(house, limit=Limit(limit.wagers, Fraction(most, stake)))


def stake_for(layout: Layout, wager: str, stake: int | None) -> int | None:
    """The amount that a price is for: what was asked, or the posted minimum where there is one."""
    return stake if stake is not None else layout.limits.of(wager)[0] or None
