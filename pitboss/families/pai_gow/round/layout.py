"""What a table's layout says, and what a game of the family declares. Read once, when the table opens.

Facts of rules.toml that the procedure reads, each cited by its own section; one that ends with the value of the option
`deal_method` or `start_method` is that of this choice (`dealing_hand`, `start_dice`):

| fact             | value                                                                                       |
| ---------------- | ------------------------------------------------------------------------------------------- |
| `dealing`        | `{ each = 7, left = 4, stacks = true, way = "clockwise" }`: pieces to a place, how many stay |
| `start`          | how the first place is found: `start_dice`, `start_rng`, `start_button`                      |
| `unwagered`      | piles at places without a wager are collected unseen                                         |
| `set`            | the hands in their order, `{ high = 5, low = 2 }`; the last has what is left                 |
| `house_way`      | how the dealer's pieces are set                                                              |
| `foul`           | what a foul costs                                                                            |
| `compare`        | `{ wins = 2, loses = 0 }`: so many higher hands win, so few lose, between is a push          |
| `copy`           | a hand that is equal is the bank's                                                           |
| `settlement`     | the order                                                                                    |
| `vigorish_units` | cents to a multiple of which the vigorish is rounded up, by   the option's value             |
| `bank_…`         | see `banking`                                                                                |
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import cents
from pitboss.equipment import Card
from pitboss.families.pai_gow.round.hands import BETWEEN_ROUNDS, DEALER, P, PaiGowState
from pitboss.table.cards import CardState
from pitboss.table.game import Game
from pitboss.table.setting import HOUSE_WAY, Setting
from pitboss.table.speech import Speech
from pitboss.table.state import State

BANK, CO_BANK, PASS = "bank", "co_bank", "pass"
DEALER_WAGER = "dealer_wager"
DICE_WAGER = "dragons_eye_sum"


class PaiGowSpeech(Speech["OnLayout[Any]"]):
    """Other words for choices, which each game lists."""

    def parse_choice(self, said: str) -> str:
        written = said.lower().replace(" ", "_")
        return self.game.words.get(written, written if written in self.game.decisions else said)


class OnLayout(Game[P], Generic[P]):
    """A game of the family on one layout. What is abstract here a game must say; the rest it may."""

    state_type: ClassVar[type[State]] = PaiGowState
    speech_type: ClassVar[type[Speech[Any]]] = PaiGowSpeech
    decisions: ClassVar[Mapping[str, str]] = {
        HOUSE_WAY: "house_way",
        "set": "set",
        BANK: "bank_offered",
        CO_BANK: "co_bank",
        PASS: "bank_offered",
    }
    words: ClassVar[Mapping[str, str]] = {"house": HOUSE_WAY, "houseway": HOUSE_WAY, "decline": PASS}
    "Other words for choices."
    main: str
    "The wager that a hand is played for."
    pieces: ClassVar[str] = "cards"
    "What is dealt, in words."
    vigorish_options: ClassVar[tuple[str, str]] = ("vigorish_pct", "vigorish_round")
    "The options that say how much the vigorish is, and how it is rounded."

    # ---- What a game declares

    @abstractmethod
    def house_way(self, held: Sequence[Card]) -> str:
        """How the house sets these pieces: one of the settings."""

    @abstractmethod
    def ranks(self, parts: Sequence[Sequence[Card]]) -> tuple[Any, ...]:
        """What each of the hands is worth that pieces were set into: the greater is higher, equals are copies."""

    @abstractmethod
    def called(self, parts: Sequence[Sequence[Card]]) -> tuple[str, ...]:
        """What each of the hands is, in words."""

    @abstractmethod
    def shown(self, held: Sequence[Card]) -> str:
        """Pieces as they lie side by side, in words."""

    def foul(self, parts: Sequence[Sequence[Card]]) -> str:
        """Why hands as they were set are a foul; nothing if they are none."""
        return ""

    @property
    def areas(self) -> int:
        """On how many betting areas a player may wager."""
        return 2 if self.layout.options.get("two_positions") else 1

    def portions(self, state: P) -> tuple[int, ...]:
        """How many pieces each place gets at a time; between two portions something is settled."""
        return (self.dealing["each"],)

    # ---- What the layout says

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.sections = self.sections.leading()
        self.seats = int(self.figure("positions"))
        self.setting = Setting(tuple((name, int(size)) for name, size in layout.fact("set").items()))
        self.dealing: Mapping[str, Any] = self.valued("dealing")
        self.compared: Mapping[str, int] = layout.fact("compare")
        self.player_bank = bool(layout.options.get("player_bank", False))
        stands = {*CardState.__struct_fields__, *BETWEEN_ROUNDS}
        blank = self.opening()
        self._between = {name: getattr(blank, name) for name in blank.__struct_fields__ if name not in stands}

    @property
    def places(self) -> tuple[int, ...]:
        """Every place that is dealt to, counterclockwise from the dealer: betting positions are numbered that way."""
        return (DEALER, *range(1, self.seats + 1))

    @property
    def co_banks(self) -> bool:
        """Whether a player may have the bank together with the house."""
        return bool(self.layout.options.get("co_bank", False))

    def figure(self, name: str) -> Any:
        """A figure that the licensee chooses, or that is a fact where there is nothing to choose."""
        return self.layout.options[name] if name in self.layout.options else self.layout.fact(name)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The choices with which the name of a fact may end."""
        options = self.layout.options
        return tuple(str(options[name]) for name in ("deal_method", "start_method", "dice_method") if name in options)

    def section(self, *facts: str) -> str:
        """The section of the first of these facts that the rules have; of the choice in use, if that has one."""
        return self.sections[self.sections.named(facts, self.chosen)]

    def valued(self, fact: str) -> Any:
        """The value of a fact, of the choice in use."""
        return self.layout.fact(self.sections.named([fact], self.chosen))

    def fixed(self, kind: str) -> int:
        """What a wager is for, where it is for one amount only; else 0."""
        amount = self.layout.rules.wagers[kind].terms.get("fixed")
        return cents(amount) if amount else 0


__all__ = ["BANK", "CO_BANK", "DEALER_WAGER", "DICE_WAGER", "PASS", "OnLayout"]
