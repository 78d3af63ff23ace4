"""A table with standing wagers: deal chosen cards to its real round and its compiled loop, and compare the two."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import Any

import numpy as np

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds
from pitboss.equipment import Card, Dice
from pitboss.library.cross_checks import results, settled
from pitboss.simulation.kernel import PLAYER, ROUNDS, Kernel, kernel_of
from pitboss.table import Dealer, Settled, Step, game_on
from pitboss.table.steps import AskCard
from tests.shared.chosen_chance import Chance
from tests.shared.every_kernel import simulated
from tests.shared.rows.offers import LOSES

TIE_BREAKER = 100
"""Rows with the same odds are distinguished by adding 1/100 of the wager to one of them."""
UNKNOWN_ROW = "?"
"""The row name for a settlement that could belong to several rows."""
SUPER_BONUS = "super_bonus"
"""The row of a bonus paid in dollars on top of a wager."""
AT_ONCE = "immediate_winner"
"""The row of a hand that is paid before the round continues."""
MOST = 10**8
"""Dollars: a payout limit that no payout reaches."""
LIMITS = {"aggregate_limit"}
"""Options, besides the payout limit of house poker, that limit what is paid."""


def with_distinct_odds(layout: Layout) -> Layout:
    """A layout on which the odds identify the row: where rows share odds, the earlier one pays slightly more.

    Dice games are left alone: there the throw identifies the row, and such odds could not be paid in chips.
    """
    raised = {}
    by_throw = layout.rules.game.family == "dice"
    for id in () if by_throw else layout.wagers:
        table = layout.odds_table(id)
        taken = {odds.ratio for odds in table.values()}
        seen: set[Fraction] = set()
        for row, odds in reversed(list(table.items())):
            ratio = odds.ratio
            while ratio in seen:
                ratio += Fraction(1, TIE_BREAKER)
                while ratio in taken - seen:
                    ratio += Fraction(1, TIE_BREAKER)
            seen.add(ratio)
            if ratio != odds.ratio:
                raised[f"{id}.{row}" if row else id] = Odds(ratio.numerator, ratio.denominator)
    limit = layout.rules.facts.get("payout_limit")
    limits = {limit.value.get("option")} if limit else set()
    options = {**layout.options, **dict.fromkeys((limits | LIMITS) & {*layout.options}, MOST)}
    if not raised and options == layout.options:
        return layout
    return Layout.of(layout.rules.game.id, layout.on, options, raised, unlawful=True)


def standing_together(layout: Layout, offered: Sequence[str]) -> list[list[str]]:
    """Split wagers into lots that can be made at the same time: no two in a lot are booked in the same place."""
    game, lots = game_on(layout), []
    left = [id for id in offered if id in simulated(layout)]
    streaks = [id for id in left if layout.rules.wagers[id].terms.get("role") == "streak"]
    if streaks:  # they run from shoe to shoe, which makes a unit long
        return [*standing_together(layout, [id for id in left if id not in streaks]), streaks]
    while left:
        lot: list[str] = []
        taken: set[str] = set()
        for id in left:
            parts = {part for part, _ in game.amounts.breakdown(id, 10**6)}
            if not parts & taken:
                lot.append(id)
                taken |= parts
        left = [id for id in left if id not in lot]
        lots.append(lot)
    return lots


Reached = tuple[str, bool, str]
"""A wager, whether it is the bonus on that wager, and the row by which it was settled."""


@dataclass(frozen=True)
class Outcome:
    """How a wager was settled, and by which row if it won."""

    wager: str
    row: str
    bonus: bool
    step: Settled = field(repr=False, compare=False)


@dataclass(frozen=True, eq=False)
class Dealt:
    """A round on which the real round and the loop agree: its cards and its outcomes."""

    given: list[tuple[int, str, Card]] = field(repr=False)
    """Each card, with the index of the step that asked for it and its recipient."""
    outcomes: list[Outcome]
    steps: list[Step] = field(repr=False)

    @cached_property
    def cards(self) -> dict[str, list[Card]]:
        """All cards by recipient."""
        return self.before(len(self.steps))

    def before(self, step: int) -> dict[str, list[Card]]:
        """The cards dealt before a step, by recipient."""
        found: dict[str, list[Card]] = defaultdict(list)
        for at, to, card in self.given:
            if at < step:
                found[to.removeprefix("the ")].append(card)
        return dict(found)


class Table:
    """A layout with standing wagers, and every row that was reached on it."""

    def __init__(self, layout: Layout, wagers: Sequence[str] | None = None, strategy: str | None = None) -> None:
        self.layout = layout
        self.as_posted: Table | None = None
        "The same table with its real odds and limits; rounds that reach a new row are dealt there too."
        self.kernel: Kernel = kernel_of(layout, wagers, strategy)
        self.game = game_on(layout)
        self.kernel_wagers = [
            id for id in layout.wagers if id in {one for slot in self.kernel.slots for one in slot.wagers}
        ]
        self.reached: Counter[Reached] = Counter()
        self.seen: set[Reached] = set()
        self.pairs: Counter[tuple[str, bool, str, str]] = Counter()

    @property
    def draws_from(self) -> Mapping[str, Any]:
        """The keywords of the unit's source: which words its first numbers come from."""
        names = dict(getattr(self.kernel.source, "keywords", {}))
        return {"own_below": names["dice"]} if "places" in names else names

    def rows_of(self, wager: str) -> list[str]:
        """The rows of a wager, those paid by a meter first."""
        meter = self.layout.rules.wagers[wager].terms.get("meter", ())
        return list(dict.fromkeys((*meter, *self.layout.odds_table(wager))))

    def bonus_odds(self, wager: str) -> Mapping[str, Odds]:
        """The pay table of the bonus on a wager."""
        option = self.layout.rules.wagers[wager].terms["bonus"]
        return self.layout.rules.pay_tables[option][str(self.layout.options[option])].odds

    def deal(self, chance: Chance) -> list[Dealt]:
        """Deal the unit both ways and compare every wager, to the cent."""
        kernel, game = self.kernel, self.game
        source: Any = kernel.source(chance.seed, chance.unit)
        given: list[Card] = []
        self.thrown: list[int] = []
        take, throw = source.card, source.dice

        def noted(shoe_id: str) -> Card:
            given.append(take(shoe_id))
            return given[-1]

        def thrown(number: int = 2) -> Dice:
            dice: Dice = throw(number)
            self.thrown.append(dice.total)
            return dice

        source.card, source.dice = noted, thrown
        steps: list[Step] = []
        opening = kernel.opening(game) if kernel.opening is not None else None

        def watch(step: Step) -> None:
            steps.append(step)
            if isinstance(step, Settled) and self.thrown:
                self.throws[id(step)] = self.thrown[-1]

        self.throws: dict[int, int] = {}
        dealer = Dealer(game, source, opening, watch=watch)
        tally = kernel.run(chance.seed, chance.unit, 1)
        rounds, found = [], []
        for _ in range(int(tally[ROUNDS])):
            dealer.finish(kernel.standing)
            rounds.append(list(steps))
            found.append(self._dealt(rounds[-1], given))
            steps.clear()
            given.clear()
        self._agree(tally, [settled(one) for one in rounds], chance)
        new = {(one.wager, one.bonus, one.row) for dealt in found for one in dealt.outcomes} - self.seen
        if new and self.as_posted is not None:
            self.as_posted.deal(chance)
        self.seen |= new
        return found

    def _agree(self, tally: Any, rounds: list[dict[tuple[str, str], int]], chance: Chance) -> None:
        where = f"{self.layout} {chance}"
        for slot in self.kernel.slots:
            counted: Counter[int] = Counter()
            for result, count in zip(slot.results, slot.histogram(tally), strict=True):
                counted[result.net] += count
            dealt = Counter(results(self.kernel, slot, self.game, rounds))
            assert +counted == dealt, f"{slot.id}: the loop {dict(+counted)}, the round {dict(dealt)} in {where}"
        nets = np.zeros(len(rounds), np.int64)
        assert self.kernel.play(chance.seed, chance.unit, nets) == 1, where
        assert nets.tolist() == [sum(one.values()) for one in rounds], where

    def _dealt(self, steps: list[Step], given: list[Card]) -> Dealt:
        asks = [(at, one.to) for at, one in enumerate(steps) if isinstance(one, AskCard)]
        cards = [(at, to, card) for (at, to), card in zip(asks, given, strict=True)]
        mine = [one for one in steps if isinstance(one, Settled) and one.wager.position == PLAYER]
        self.meter = max((getattr(one.state, "meter", 0) for one in steps), default=0)
        return Dealt(cards, [self.outcome(one) for one in mine], steps)

    # ---- Identifying rows

    def outcome(self, step: Settled) -> Outcome:
        """The row of a settlement."""
        wager = step.wager.kind
        bonus = step.stays and step.wager.spot.endswith("bonus")
        table = self.layout.odds_table(wager)
        if step.result != "wins":
            pushes = [row for row, odds in table.items() if row and not odds.win]
            if step.result == "returned" and len(pushes) == 1:
                return Outcome(wager, pushes[0], bonus, step)
            return Outcome(wager, LOSES if step.result == "loses" else f"({step.result})", bonus, step)
        side = self.layout.rules.wagers[wager].terms.get("side")
        if any(getattr(hand, "fate", "") == "paid" for hand in getattr(step.state, "hands", ())) and not side:
            return Outcome(wager, AT_ONCE, True, step)
        if bonus and "bonus" not in self.layout.rules.wagers[wager].terms:
            return Outcome(wager, SUPER_BONUS, True, step)
        if bonus:
            table = dict(self.bonus_odds(wager))
        if step.odds is not None:
            rows = [row for row, odds in table.items() if odds.ratio == step.odds.ratio]
        else:
            rows = [row for row, won in self.prizes(wager, step).items() if won == step.winnings]
        if len(rows) > 1:
            # Craps: the number thrown, or the point that a seven decided.
            names = (self.throws.get(id(step)), step.wager.spot, getattr(step.state, "point", 0))
            rows = [str(one) for one in names if str(one) in rows][:1]
        return Outcome(wager, rows[0] if len(rows) == 1 else UNKNOWN_ROW, bonus, step)

    def prizes(self, wager: str, step: Settled) -> dict[str, int]:
        """The winnings of each row of a wager that is not paid at odds."""
        terms = self.layout.rules.wagers[wager].terms
        amount = step.wager.amount
        gone = amount if step.lost else 0
        found = {row: odds.pays(amount) + gone for row, odds in self.layout.odds_table(wager).items()}
        for awards in terms.get("awards", {}).values():
            found |= {row: 100 * dollars for row, dollars in awards.items()}
        for row, award in terms.get("meter", {}).items():
            share = award if not isinstance(award, dict) else award["share"]
            conditions = award.get("when", {}) if isinstance(award, dict) else {}
            if all(self.layout.options.get(name) in values for name, values in conditions.items()):
                found[row] = ceil(Fraction(str(share)) * self.meter)
        return found
