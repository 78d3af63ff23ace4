"""What a table's layout says: the game's declarations under the choices of one licensee.

It is read once, when the table opens, and stays as it is: no state of the table comes into it.
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

L = TypeVar("L", bound="OnLayout[Any]")


class PokerSpeech(Speech[L]):
    """Other words for choices, which each game lists."""

    def parse_choice(self, said: str) -> str:
        said = said.lower().replace(" ", "_")
        return self.game.words.get(said, said)


class HousePokerLayoutHosting(Hosting["OnLayout[Any]"]):
    """The dealer's closing call, under the section that the table's choices lead to."""

    def closing_call(self) -> tuple[str, str]:
        """The closing call of the dealing method in use."""
        return str(self.game.layout.fact("no_more_wagers")), self.game.section("no_more_wagers")


class OnLayout(Game[P], Generic[P]):
    """A poker game's declarations on one layout."""

    state_type: ClassVar[type[State]] = PokerState
    speech_type: ClassVar[type[Speech[Any]]] = PokerSpeech
    hosting_type = HousePokerLayoutHosting
    terms_type = None
    words: ClassVar[Mapping[str, str]] = {}
    "Other words for choices."
    variants: ClassVar[tuple[str, ...]] = ("dealing_method",)
    "Options whose value the name of a fact may end with: the fact is then that of this choice."
    folding: ClassVar[str] = "folds"
    "What a hand does that gives up, as the game says it."

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.method = method_of(layout)
        # A provision that rests on several paragraphs is cited by the first of them.
        self.sections = self.sections.leading()
        self.declared = Terms.on(layout)
        self.terms, self.asked = self.declared.wagers, self.declared.decisions
        self.by_choice = frozenset(kind for kind, terms in self.terms.items() if terms.made == "decision")
        self.discards = any(choice.discards for one in self.asked.values() for choice in one.choices.values())
        self.order, self.orders = self.declared.order, self.declared.orders
        self.dealing = self.declared.dealing
        self.deck: Deck = STANDARD.with_jokers(self.declared.jokers) if self.declared.jokers else STANDARD
        self.seats = int(self.figure("positions"))
        self.listed = {kind: place for place, kind in enumerate(layout.wagers)}
        self.beside = {base: [kind for kind in self.listed if self.terms[kind].beside == base] for base in self.listed}
        taken = layout.fact("match_play") if "match_play" in self.sections else ()
        self.under_chips = frozenset(kind for kind in taken if kind in self.terms and self.terms[kind].made != "open")
        "Wagers that are laid with another or by a decision, and take a match play coupon of their own."
        self.progressive = self.declared.progressive
        stands = {*CardState.__struct_fields__, *BETWEEN_ROUNDS}
        blank = self.opening()
        self._between = {name: getattr(blank, name) for name in blank.__struct_fields__ if name not in stands}
        self._floors: dict[tuple[str, str], int | None] = {}
        named = self.declared.qualifying
        self.least_qualifying = self.floor(named, self.order) or 0 if named else 0
        limit = self.declared.payout_limit
        self.limit = limit.most if limit else None
        self.limit_wagers = limit.wagers if limit else ()

    def opening(self) -> P:
        meter = self.cents("progressive_meter") if self.progressive else 0
        return self.state_type(meter=meter)  # type: ignore[call-arg, return-value]

    # ---- Figures and sections

    def figure(self, name: str) -> Any:
        """A figure that the licensee chooses, or that is a fact where there is nothing to choose."""
        return self.declared.figure(name)

    def cents(self, name: str) -> int:
        """A figure in dollars, in cents."""
        return self.declared.cents(name)

    def applies(self, when: bool | OptionValues) -> bool:
        """Whether the licensee's choices are such."""
        return self.declared.applies(when)

    def section(self, *facts: str) -> str:
        """The section of the first of these facts that the rules have; of the choice in use, if that has one."""
        choices = [str(self.layout.options.get(option, self.method)) for option in self.variants]
        return self.sections[self.sections.named(facts, choices)]

    # ---- Pay tables

    def table_of(self, kind: str) -> str:
        """The name of the pay table that a wager is paid by."""
        return self.declared.table_of(kind)

    def bonus_table(self, kind: str) -> Mapping[str, Odds]:
        """What a bonus on a wager's amount pays."""
        return self.declared.bonus_odds(kind)

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

    def choices_making(self, kind: str) -> Iterator[tuple[Decision, Choice]]:
        """The choices that lay a wager, offered here or not, each with its decision."""
        return self.declared.choices_making(kind)

    def amount_beside(self, kind: str, base: int) -> int:
        """How much is laid of a wager beside one of `base_wager` cents."""
        return self.declared.amount_beside(kind, base)

    def contribution(self, wager: Wager) -> int:
        """What a wager adds to the meter."""
        return self.declared.contribution(wager.kind, wager.amount)
