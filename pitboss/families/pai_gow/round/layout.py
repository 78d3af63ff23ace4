"""A table's layout, and the definitions of a game in the family. Both are read once, when the table opens.

The procedure reads these facts of rules.toml and cites their sections; a fact whose name ends with the option's value
(`deal_method` or `start_method`) applies to that choice (`dealing_hand`, `start_dice`):

| fact             | value                                                                                       |
| ---------------- | ------------------------------------------------------------------------------------------- |
| `dealing`        | `{ each = 7, left = 4, stacks = true, way = "clockwise" }`: pieces per place, how many are left |
| `start`          | how the first place is found: `start_dice`, `start_rng`, `start_button`                      |
| `unwagered`      | piles at places without a wager are collected unseen                                         |
| `set`            | the hands in order, `{ high = 5, low = 2 }`; the last gets the remaining pieces              |
| `house_way`      | how the dealer's pieces are set                                                              |
| `foul`           | what a foul costs                                                                            |
| `compare`        | `{ wins = 2, loses = 0 }`: higher hands needed to win, and at most to lose; between is a push |
| `copy`           | an equal hand is the bank's                                                                  |
| `settlement`     | the order                                                                                    |
| `vigorish_units` | cents to a multiple of which the vigorish is rounded up, by the option's value               |
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
    """Other words for choices, listed by each game."""

    def parse_choice(self, said: str) -> str:
        written = said.lower().replace(" ", "_")
        return self.game.words.get(written, written if written in self.game.decisions else said)


class OnLayout(Game[P], Generic[P]):
    """A game in the family on one layout. A game must define the abstract methods and may override the others."""

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
    """Other words for choices."""
    main: str
    """The wager a hand is played for."""
    pieces: ClassVar[str] = "cards"
    """The name of the pieces."""
    vigorish_options: ClassVar[tuple[str, str]] = ("vigorish_pct", "vigorish_round")
    """The options for the rate of the vigorish and for its rounding."""

    # ---- Defined by each game

    @abstractmethod
    def house_way(self, held: Sequence[Card]) -> str:
        """The house's setting of these pieces."""

    @abstractmethod
    def ranks(self, parts: Sequence[Sequence[Card]]) -> tuple[Any, ...]:
        """The rank of each hand the pieces were set into: greater is higher, equals are copies."""

    @abstractmethod
    def hand_names(self, parts: Sequence[Sequence[Card]]) -> tuple[str, ...]:
        """The name of each hand."""

    @abstractmethod
    def pieces_text(self, held: Sequence[Card]) -> str:
        """The pieces side by side, as text."""

    def foul(self, parts: Sequence[Sequence[Card]]) -> str:
        """Why a setting is a foul; "" if it is not."""
        return ""

    @property
    def areas(self) -> int:
        """The number of betting areas a player may use."""
        return 2 if self.layout.options.get("two_positions") else 1

    def portions(self, state: P) -> tuple[int, ...]:
        """The number of pieces per place in each portion; wagers may be settled between portions."""
        return (self.dealing["each"],)

    # ---- The layout

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.sections = self.sections.leading()
        self.seats = int(self.figure("positions"))
        self.setting = Setting(tuple((name, int(size)) for name, size in layout.fact("set").items()))
        self.dealing: Mapping[str, Any] = self.fact_value("dealing")
        self.compared: Mapping[str, int] = layout.fact("compare")
        self.player_bank = bool(layout.options.get("player_bank", False))
        stands = {*CardState.__struct_fields__, *BETWEEN_ROUNDS}
        blank = self.opening()
        self._between = {name: getattr(blank, name) for name in blank.__struct_fields__ if name not in stands}

    @property
    def places(self) -> tuple[int, ...]:
        """Every place that is dealt to, counterclockwise from the dealer; betting positions are numbered that way."""
        return (DEALER, *range(1, self.seats + 1))

    @property
    def co_banks(self) -> bool:
        """Whether a player may bank together with the house."""
        return bool(self.layout.options.get("co_bank", False))

    def figure(self, name: str) -> Any:
        """A figure chosen by the licensee, or a fact if the licensee has no choice."""
        return self.layout.options[name] if name in self.layout.options else self.layout.fact(name)

    @property
    def choice_suffixes(self) -> tuple[str, ...]:
        """The option values that a fact's name may end with."""
        options = self.layout.options
        return tuple(str(options[name]) for name in ("deal_method", "start_method", "dice_method") if name in options)

    def section(self, *facts: str) -> str:
        """The section of the first of these facts in the rules, or of its variant for the option in use."""
        return self.sections[self.sections.named(facts, self.choice_suffixes)]

    def fact_value(self, fact: str) -> Any:
        """The value of a fact, or of its variant for the option in use."""
        return self.layout.fact(self.sections.named([fact], self.choice_suffixes))

    def fixed(self, kind: str) -> int:
        """The required amount of a fixed wager; otherwise 0."""
        amount = self.layout.rules.wagers[kind].terms.get("fixed")
        return cents(amount) if amount else 0
