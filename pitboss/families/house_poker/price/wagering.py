"""The wagers of a round that are won and lost together, how each is settled, and what is at risk at each end.

Every figure is measured in antes (or whatever the game calls its first wager). A `Wagering` gives the net of the whole
round and of each wager, by the end, the row of the player's hand and the result against the dealer. The solver
maximises the round's net and counts the deals; all wagers are priced from the same counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any, Literal

from pitboss.families.house_poker.price.payoffs import bonus_payoffs, payoffs
from pitboss.families.house_poker.price.rows import Payoffs, Rows, floor
from pitboss.families.house_poker.price.tally import Partial, Tally
from pitboss.families.house_poker.showdown import describe_result, earns_bonus, ruling
from pitboss.families.house_poker.terms import Choice, Decision, Terms
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import UNPAID


@dataclass(frozen=True)
class SettlementTerms:
    """How a wager is settled: by the result against the dealer or, without a dealer, by its pay table alone."""

    pays: Payoffs
    not_qualified: Literal["compared", "wins", "returned", "void"] = "compared"
    higher: Literal["wins", "returned"] = "wins"
    tie: Literal["returned", "wins", "loses"] = "returned"
    bonus: Payoffs | None = None
    """Paid on top, win or lose, if the player stays in."""

    def net(self, row: str, result: str, fate: str = "") -> Fraction:
        """The net per unit, including the bonus."""
        bonus = self.bonus.net(row) if self.bonus is not None and earns_bonus(fate) else Fraction()
        outcome = ruling(self, result, fate).outcome if result or fate else "wins"
        return bonus + (self.pays.net(row) if outcome == "wins" else Fraction(-1 if outcome == "loses" else 0))

    def to_data(self) -> list[Any]:
        bonus = None if self.bonus is None else self.bonus.to_data()
        return [self.pays.order.id, self.pays.to_data(), self.not_qualified, self.higher, self.tie, bonus]


@dataclass(frozen=True)
class End:
    """How a round can end: how much of each wager is at risk, and whether the player folded."""

    at_risk: Mapping[str, int]
    folded: bool = False
    pays: Fraction | None = None
    """What each wager at risk wins per unit, if the hand was settled before any decision."""

    def to_data(self) -> list[Any]:
        return [dict(self.at_risk), self.folded, *([] if self.pays is None else [str(self.pays)])]


@dataclass(frozen=True)
class Limit:
    """The most that one hand can win on some wagers together, in antes; the last wager is reduced first."""

    wagers: tuple[str, ...]
    most: Fraction


@dataclass(frozen=True)
class Wagering:
    """The wagers of a round that are won and lost together, and its ends."""

    wagers: Mapping[str, SettlementTerms]
    ends: Mapping[str, End]
    later: frozenset[str] = frozenset()
    """The wagers made by a decision rather than before the deal."""
    limit: Limit | None = None
    side_rows: tuple[str, ...] = field(default=())
    """Further rows to count separately, for side wagers on the same hand."""

    def nets(self, end: str, row: str, result: str) -> dict[str, Fraction]:
        """What every wager at risk nets, including its bonus."""
        at = self.ends[end]
        if at.pays is not None:
            return {wager: times * at.pays for wager, times in at.at_risk.items()}
        fate = "folded" if at.folded else ""
        found = {wager: times * self.wagers[wager].net(row, result, fate) for wager, times in at.at_risk.items()}
        if self.limit is not None:
            over = sum((max(found.get(wager, Fraction()), Fraction()) for wager in self.limit.wagers), -self.limit.most)
            for wager in reversed(self.limit.wagers):
                if over > 0 and found.get(wager, 0) > 0:
                    cut = min(over, found[wager])
                    found[wager] -= cut
                    over -= cut
        return found

    def net(self, end: str, row: str, result: str) -> Fraction:
        """The net of the whole round."""
        return sum(self.nets(end, row, result).values(), Fraction())

    def at_risk(self, end: str, row: str, result: str) -> Fraction:
        return Fraction(sum(self.ends[end].at_risk.values()))

    def net_of(self, wager: str) -> Partial:
        """The net of one wager per unit: None if it was not made in that round, 0 if it was taken back."""

        def net(end: str, row: str, result: str) -> Fraction | None:
            times = self.ends[end].at_risk.get(wager, 0)
            if not times:
                return None if wager in self.later else Fraction(0)
            return self.nets(end, row, result)[wager] / times

        return net

    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows of all tables in use."""
        tables = [settled.pays.pays for settled in self.wagers.values()]
        tables += [settled.bonus.pays for settled in self.wagers.values() if settled.bonus is not None]
        return (*(tuple(table) for table in tables), self.side_rows)

    def events(self, wager: str = "") -> Callable[[str, str, str], str]:
        """Return a function that names what happened to a wager, or to all of them, by end, row and result.

        Rows that no table in use pays (those of side wagers on the same hand) are not distinguished.
        """
        used = [self.wagers[wager]] if wager else [*self.wagers.values()]
        tables = [table for one in used for table in (one.pays, one.bonus) if table is not None]
        paid = Rows.of(tables[0].order, *(table.pays for table in tables))
        compared = any(one.not_qualified == "compared" for one in used)

        @cache
        def row_paid(row: str) -> str:
            name = paid.name_at(floor(paid.order, row)) if row else ""
            return "" if name == "pair_or_less" else name

        def event(end: str, row: str, result: str) -> str:
            at = self.ends[end]
            choice = [] if len(self.ends) == 1 else [end]
            if at.folded or at.pays is not None or (wager and not at.at_risk.get(wager)):
                return end
            shown = [] if not result else [describe_result(result, compared)]
            held = row_paid(row)
            return ", ".join([*choice, *shown, *([held] if held or result else [UNPAID])]).removesuffix(", ")

        return event

    def to_data(self) -> dict[str, Any]:
        """Everything that the price depends on, as JSON-compatible data."""
        return {
            "wagers": {wager: settled.to_data() for wager, settled in self.wagers.items()},
            "ends": {name: end.to_data() for name, end in self.ends.items()},
            "limit": None if self.limit is None else [list(self.limit.wagers), str(self.limit.most)],
            "side_rows": sorted(self.side_rows),
        }


# ---- From a layout's terms

Path = tuple[str, ...]
"""The names of the choices made in a round."""


FOLDED = "folded"
"""The event in which a fold loses a side wager."""
AT_ONCE = "immediate winner"
"""The end of a hand that is paid as soon as it is dealt."""


def end_name(path: Path) -> str:
    """The name of an end, or of the choices made so far."""
    return ", ".join(path)


def wagering_on(terms: Terms, main: Sequence[str], side_rows: Iterable[str] = (), stake: int | None = None) -> Wagering:
    """Build the main wagers of a layout, with the payout limit if a stake of this many cents can reach it."""
    later = frozenset(wager for wager in main if terms.wagers[wager].made == "decision")
    first = {wager: terms.wagers[wager].times for wager in main if wager not in later}
    ends = {end_name(path): end for path, end in _paths(terms, list(terms.decisions.values()), (), first)}
    if terms.at_once is not None:
        ends[AT_ONCE] = End(
            {terms.at_once.wager: first[terms.at_once.wager]}, pays=terms.immediate_winner_odds[1].ratio
        )
    found = Wagering({wager: _settlement_terms(terms, wager) for wager in main}, ends, later, None, tuple(side_rows))
    limit = terms.payout_limit
    if limit is None or stake is None or terms.best_win(limit.wagers) * stake <= limit.most:
        return found
    return replace(found, limit=Limit(limit.wagers, Fraction(limit.most, stake)))


def _settlement_terms(terms: Terms, wager: str) -> SettlementTerms:
    own = terms.wagers[wager]
    pays = payoffs(terms, wager, 0 if own.below == "returned" else -1)
    return SettlementTerms(
        pays, own.not_qualified, own.higher, own.tie, bonus_payoffs(terms, wager) if own.bonus else None
    )


def _paths(
    terms: Terms, asked: Sequence[Decision], path: Path, at_risk: Mapping[str, int]
) -> Iterator[tuple[Path, End]]:
    """Yield every path through the remaining decisions, with the amounts at risk at its end.

    If a wager can be made now or later (`unless`), choices that leave it for the next decision are not part of the
    path.
    """
    if not asked:
        yield path, End(at_risk)
        return
    decision, *later = asked
    if decision.unless in at_risk or decision.asks not in at_risk:
        yield from _paths(terms, later, path, at_risk)
        return
    if all(choice.discards for choice in decision.choices.values()):
        # A discard changes the hand, but not what is at risk.
        yield from _paths(terms, later, path, at_risk)
        return
    for name, choice in terms.offered_choices(decision).items():
        waits = bool(decision.unless and later) and not (choice.lays or choice.takes_back or choice.folds)
        way = path if waits else (*path, name)
        if choice.folds:
            yield way, End(at_risk, True)
        else:
            yield from _paths(terms, later, way, _at_risk_after(choice, decision, at_risk))


def _at_risk_after(choice: Choice, decision: Decision, at_risk: Mapping[str, int]) -> dict[str, int]:
    """The amounts at risk after a choice."""
    left = {wager: times for wager, times in at_risk.items() if wager != choice.takes_back}
    return {**left, choice.lays: choice.times * at_risk[choice.of or decision.asks]} if choice.lays else left


def cheapest_first(wagering: Wagering, names: Iterable[str]) -> tuple[str, ...]:
    """The choices that are ends, sorted with folds first and then by the amount at risk."""
    ends = wagering.ends
    found = [name for name in names if name in ends]
    return tuple(sorted(found, key=lambda name: (not ends[name].folded, sum(ends[name].at_risk.values()))))


def side_wager(tally: Tally, pays: Payoffs, lost_on: Iterable[str] = ()) -> Distribution:
    """The distribution of a side wager on the same hand by its own table; it loses on the ends in `lost_on`."""
    lost = set(lost_on)
    paid = Rows.of(pays.order, pays.pays)

    def event(end: str, row: str, _: str) -> str:
        return FOLDED if end in lost else paid.name_at(floor(paid.order, row)) if row else ""

    return tally.distribution(lambda end, row, _: Fraction(-1) if end in lost else pays.net(row), event)


def without_and_with(choices: list[tuple[str, Choice]]) -> tuple[str, str]:
    """Sort two choices: the one without a wager, then the one with it."""
    (one, plain), (other, lays) = sorted(choices, key=lambda choice: bool(choice[1].lays))
    if plain.lays or not lays.lays:
        raise ValueError(f"{one} and {other}: each street must have one choice with a wager and one without")
    return one, other
