"""The game's declarations under the options of one licensee's layout.

They are read once, when the table opens, and do not depend on the state of the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds
from pitboss.equipment import STANDARD, Deck
from pitboss.families.house_poker.round.hands import BETWEEN_ROUNDS, P, PokerState
from pitboss.families.house_poker.terms import Choice, Decision, OptionValues, Terms, method_of
from pitboss.hands import Hand as Poker
from pitboss.hands import Order, floor_of
from pitboss.table.cards import CardState
from pitboss.table.game import Game
from pitboss.table.hosting import Hosting
from pitboss.table.speech import Speech
from pitboss.table.state import State, Wager

L = TypeVar("L", bound="LayoutRules[Any]")


class PokerSpeech(Speech[L]):
    """Alternative words for choices, listed by each game."""

    def parse_choice(self, said: str) -> str:
        said = said.lower().replace(" ", "_")
        return self.game.words.get(said, said)


class HousePokerLayoutHosting(Hosting["LayoutRules[Any]"]):
    """The dealer's closing call, under the section of the dealing procedure in use."""

    def closing_call(self) -> tuple[str, str]:
        """The closing call of the dealing procedure in use."""
        return str(self.game.layout.fact("no_more_wagers")), self.game.section("no_more_wagers")


class LayoutRules(Game[P], Generic[P]):
    """A poker game's declarations on one layout."""

    state_type: ClassVar[type[State]] = PokerState
    speech_type: ClassVar[type[Speech[Any]]] = PokerSpeech
    hosting_type = HousePokerLayoutHosting
    terms_type = None
    words: ClassVar[Mapping[str, str]] = {}
    """Alternative words for choices."""
    variants: ClassVar[tuple[str, ...]] = ("dealing_method",)
    """Options whose value may be part of a fact's name; such a fact applies only under that value."""
    folding: ClassVar[str] = "folds"
    """The game's announcement when a hand folds."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.method = method_of(layout)
        # A provision based on several paragraphs cites the first one.
        self.sections = self.sections.leading()
        self.declarations = Terms.on(layout)
        self.terms, self.declared_decisions = self.declarations.wagers, self.declarations.decisions
        self.choice_wagers = frozenset(kind for kind, terms in self.terms.items() if terms.made == "decision")
        self.discards = any(
            choice.discards for one in self.declared_decisions.values() for choice in one.choices.values()
        )
        self.order, self.orders = self.declarations.order, self.declarations.orders
        self.dealing = self.declarations.dealing
        self.deck: Deck = STANDARD.with_jokers(self.declarations.jokers) if self.declarations.jokers else STANDARD
        self.seats = int(self.figure("positions"))
        self.layout_order = {kind: place for place, kind in enumerate(layout.wagers)}
        self.companions = {
            base: [kind for kind in self.layout_order if self.terms[kind].beside == base] for base in self.layout_order
        }
        taken = layout.fact("match_play") if "match_play" in self.sections else ()
        self.coupon_wagers = frozenset(kind for kind in taken if kind in self.terms and self.terms[kind].made != "open")
        """Wagers, made with another one or by a decision, that accept their own match play coupon."""
        self.progressive = self.declarations.progressive
        stands = {*CardState.__struct_fields__, *BETWEEN_ROUNDS}
        blank = self.opening()
        self._blank_fields = {name: getattr(blank, name) for name in blank.__struct_fields__ if name not in stands}
        self._floors: dict[tuple[str, str], int | None] = {}
        named = self.declarations.qualifying
        self.least_qualifying = self.floor(named, self.order) or 0 if named else 0
        limit = self.declarations.payout_limit
        self.limit = limit.most if limit else None
        self.limit_wagers = limit.wagers if limit else ()

    def opening(self) -> P:
        meter = self.cents("progressive_meter") if self.progressive else 0
        return self.state_type(meter=meter)  # type: ignore[call-arg, return-value]

    # ---- Figures and sections

    def figure(self, name: str) -> Any:
        """A figure that the licensee chooses, or a fact if the licensee has no choice."""
        return self.declarations.figure(name)

    def cents(self, name: str) -> int:
        """A figure in dollars, converted to cents."""
        return self.declarations.cents(name)

    def applies(self, when: bool | OptionValues) -> bool:
        """Whether the licensee's options have these values."""
        return self.declarations.applies(when)

    def section(self, *facts: str) -> str:
        """The section of the first of these facts in the rules, preferring a variant for the option in use."""
        choices = [str(self.layout.options.get(option, self.method)) for option in self.variants]
        return self.sections[self.sections.named(facts, choices)]

    # ---- Pay tables

    def table_of(self, kind: str) -> str:
        """The name of the pay table of a wager."""
        return self.declarations.table_of(kind)

    def bonus_table(self, kind: str) -> Mapping[str, Odds]:
        """The odds of a bonus on a wager's amount."""
        return self.declarations.bonus_odds(kind)

    def floor(self, row: str, order: Order) -> int | None:
        """The lowest strength that reaches a row; None for a row that does not depend on rank alone."""
        if (row, order.id) not in self._floors:
            self._floors[row, order.id] = floor_of(row, order)
        return self._floors[row, order.id]

    def row(self, table: Iterable[str], hand: Poker) -> str | None:
        """The highest row of a pay table that a hand reaches, or None."""
        floors = {row: 0 if row == "" else self.floor(row, hand.order) for row in table}
        reached = {row: floor for row, floor in floors.items() if floor is not None and hand.strength >= floor}
        return max(reached, key=lambda row: reached[row], default=None)

    # ---- Amounts

    def choices_making(self, kind: str) -> Iterator[tuple[Decision, Choice]]:
        """Yield every choice that makes a wager, offered or not, with its decision."""
        return self.declarations.choices_making(kind)

    def amount_beside(self, kind: str, base: int) -> int:
        """The amount of a wager that is made together with a wager of `base` cents."""
        return self.declarations.amount_beside(kind, base)

    def contribution(self, wager: Wager) -> int:
        """The contribution of a wager to the meter."""
        return self.declarations.contribution(wager.kind, wager.amount)
