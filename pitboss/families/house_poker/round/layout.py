"""What a table's layout says: the game's declarations under the choices of one licensee.

It is read once, when the table opens, and stays as it is: no state of the table comes into it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Any, ClassVar, Generic

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, cents
from pitboss.chapter.rules import read_terms, same, shown
from pitboss.equipment import STANDARD, Deck
from pitboss.families.house_poker.round.hands import BETWEEN_ROUNDS, P, PokerState
from pitboss.families.house_poker.terms import Choice, Deal, Decision, PayoutLimit, Terms, Under
from pitboss.hands import Hand as Poker
from pitboss.hands import Order, floor_of, order_of
from pitboss.table.cards import CardState
from pitboss.table.game import Game
from pitboss.table.state import State, Wager


class OnLayout(Game[P], Generic[P]):
    """A poker game's declarations on one layout."""

    state_type: ClassVar[type[State]] = PokerState
    deck: ClassVar[Deck] = STANDARD
    words: ClassVar[Mapping[str, str]] = {}
    "Other words for choices."
    terms_type: ClassVar[type[Terms]] = Terms
    folding: ClassVar[str] = "folds"
    "What a hand does that gives up, as the game says it."

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.method = str(layout.options["dealing_method"])
        # A provision that rests on several paragraphs is cited by the first of them.
        self.sections = {name: section.partition(", ")[0] for name, section in self.sections.items()}
        self.terms = {kind: read_terms(rule, self.terms_type) for kind, rule in layout.permissible.items()}
        self.order: Order = order_of(layout.fact("ranking"))
        self.orders = {kind: order_of(terms.order) if terms.order else self.order for kind, terms in self.terms.items()}
        self.dealing = Deal.model_validate(layout.fact(f"dealing_{self.method}"))
        self.asked = {
            fact: Decision.model_validate(layout.fact(fact)) for fact in dict.fromkeys(self.decisions.values())
        }
        self.seats = int(self.figure("positions"))
        self.listed = {kind: place for place, kind in enumerate(layout.wagers)}
        self.beside = {base: [kind for kind in self.listed if self.terms[kind].beside == base] for base in self.listed}
        self.progressive = [kind for kind in self.listed if self.terms[kind].meter]
        stands = {field.name for field in fields(CardState)} | set(BETWEEN_ROUNDS)
        blank = self.opening()
        self._between = {field.name: getattr(blank, field.name) for field in fields(blank) if field.name not in stands}
        self._floors: dict[tuple[str, str], int | None] = {}
        named = layout.fact("qualifying") if "qualifying" in self.sections else None
        self.least_qualifying = self.floor(named, self.order) or 0 if named else 0
        self.limit, self.limit_wagers = self._payout_limit()

    def opening(self) -> P:
        meter = self.cents("progressive_meter") if self.progressive else 0
        return self.state_type(meter=meter)  # type: ignore[call-arg, return-value]

    # ---- Figures and sections

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
            name in options and any(same(options[name], value) for value in values) for name, values in when.items()
        )

    def section(self, *facts: str) -> str:
        """The section of the first of these facts that the rules have; of the dealing method in use, if it has one."""
        names = [name for fact in facts for name in (f"{fact}_{self.method}", fact)]
        return next(self.sections[name] for name in names if name in self.sections)

    # ---- Pay tables

    def table_of(self, kind: str) -> str:
        """The name of the pay table that a wager is paid by."""
        option = self.layout.paid(kind).table
        return shown(self.layout.options[option]) if option else ""

    def bonus_table(self, kind: str) -> Mapping[str, Odds]:
        """What a bonus on a wager's amount pays."""
        option = self.terms[kind].bonus
        return self.layout.rules.pay_tables[option][shown(self.layout.options[option])].odds

    def floor(self, row: str, order: Order) -> int | None:
        """The least strength that reaches a row; None for a row that no rank makes."""
        if (row, order.id) not in self._floors:
            self._floors[row, order.id] = floor_of(row, order)
        return self._floors[row, order.id]

    def row(self, table: Iterable[str], hand: Poker) -> str | None:
        """The row of a pay table that a hand has; None if it reaches none."""
        for row in table:
            floor = 0 if row == "" else self.floor(row, hand.order)
            if floor is not None and hand.strength >= floor:
                return row
        return None

    # ---- What is laid, and what it can come to

    def laying(self, kind: str) -> Iterator[tuple[Decision, Choice]]:
        """The choices that lay a wager, offered here or not, each with its decision."""
        for decision in self.asked.values():
            for choice in decision.choices.values():
                if choice.lays == kind:
                    yield decision, choice

    def units(self, kind: str) -> int:
        """The most that may be on a wager, for one unit on the wager that opens the hand."""
        terms = self.terms[kind]
        if terms.how_made != "decision":
            return terms.times if terms.how_made == "beside" else 1
        laying = [choice for _, choice in self.laying(kind)]
        offered = [choice for choice in laying if self.under(choice.when)]
        return max(choice.times for choice in offered or laying)

    def amount_beside(self, kind: str, base: int) -> int:
        """How much is laid of a wager beside one of `base` cents."""
        terms = self.terms[kind]
        if not base:
            return 0
        return self.cents(terms.amount) if terms.amount else base * terms.times

    def contribution(self, wager: Wager) -> int:
        """What a wager adds to the meter; no less than the rate, so rounded up to the cent."""
        if wager.kind not in self.progressive:
            return 0
        return ceil(wager.amount * Fraction(Decimal(str(self.figure("progressive_rate")))))

    def _payout_limit(self) -> tuple[int | None, tuple[str, ...]]:
        """What a hand may win, in cents, and on which wagers."""
        fact = self.layout.rules.facts.get("payout_limit")
        if fact is None or not fact.in_force(self.layout.on):
            return None, ()
        limit = PayoutLimit.model_validate(fact.value)
        if limit.option and self.layout.options[limit.option] == "none":
            return None, ()
        most = self.cents(limit.option) if limit.option else cents(limit.dollars)
        if limit.minimum:
            best = {kind: max(odds.ratio for odds in self.odds[kind].values()) for kind in limit.wagers}
            won = self.cents(limit.minimum) * sum(self.units(kind) * best[kind] for kind in limit.wagers)
            most = max(most, ceil(won))
        return most, limit.wagers
