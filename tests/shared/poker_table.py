"""A house poker table for tests, with scripted actions and cards."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any, ClassVar, Self

import numpy as np

from pitboss.chapter.layout import Layout, Limits
from pitboss.equipment import Card, ScriptedSource
from pitboss.equipment import cards as read_cards
from pitboss.families.house_poker.round import PokerState
from pitboss.library.simulations import dealt_again
from pitboss.simulation.kernel import PLAYER, Kernel
from pitboss.table import AskDecision, Dealer, Said, Settled, Step, Tape, game_on
from pitboss.table.speech import parse_action
from pitboss.table.steps import Action, AskCard

BANKROLL = 1_000_00


class Deck(ScriptedSource):
    """Cards in the order given by the test."""

    def __init__(self) -> None:
        super().__init__()
        self.chosen: list[Card] = []

    def card(self, shoe_id: str) -> Card:
        return self.chosen.pop(0)

    def shuffle(self, shoe_id: str, composition: Any) -> str:
        return "chosen"


class PokerTable:
    """A table with seated players that checks at every step that chips are conserved."""

    game_id: ClassVar[str]
    day: ClassVar[date]
    first: ClassVar[str]
    """The wagers with which everyone enters the round."""

    def __init__(
        self,
        *players: int,
        on: date | None = None,
        odds: Mapping[str, str] | None = None,
        limits: Limits | None = None,
        bankroll: int = BANKROLL,
        **options: Any,
    ) -> None:
        self.tape: list[str] = []
        self.deck = Deck()
        self.steps: list[Step] = []
        self.game = game_on(Layout.of(self.game_id, on or self.day, options, odds, limits))
        self.dealer = Dealer(self.game, self.deck, tape=Tape(self.tape.append), watch=self._see)
        for number in players or (1,):
            self.dealer.act(number, Action("sit", amount=bankroll, name=f"Player {number}"))

    def _see(self, step: Step) -> None:
        assert step.state.chips == step.state.bought_in
        self.steps.append(step)

    @property
    def state(self) -> PokerState:
        assert self.dealer.ask is not None
        assert isinstance(self.dealer.ask.state, PokerState)
        return self.dealer.ask.state

    def say(self, *lines: str, by: int = 1) -> Self:
        for line in lines:
            self.dealer.act(by, parse_action(self.game, line))
        return self

    def all_say(self, line: str = "") -> Self:
        for seat in self.state.positions:
            self.say(line or self.first, by=seat.number)
        return self

    def deal(self, cards: str) -> Self:
        """Close the wagers and deal these cards."""
        self.deck.chosen = list(read_cards(cards))
        while self.deck.chosen:
            assert not isinstance(self.dealer.ask, AskDecision), "a decision before the last of these cards"
            self.dealer.next()
        return self

    def until_card(self) -> Self:
        """Run the round to its next card."""
        while not isinstance(self.dealer.ask, AskCard):
            self.dealer.next()
        return self

    def decide(self, *choices: str) -> Self:
        for choice in choices:
            self.dealer.decide(choice)
        return self

    def throw(self, event: str, *about: str) -> Self:
        self.dealer.throw(event, *about)
        return self

    def said(self, section: str) -> list[str]:
        """Return the announcements under a section."""
        return [step.text for step in self.steps if isinstance(step, Said) and step.section == section]

    def settled(self) -> list[tuple[int, str, str, int]]:
        """The position, wager, result and net of every settlement, in order."""
        found = [step for step in self.steps if isinstance(step, Settled)]
        return [(step.wager.position, step.wager.kind, step.result, step.net) for step in found]

    def nets(self) -> dict[tuple[int, str], int]:
        """The net result of each wager of a position, in cents."""
        found: dict[tuple[int, str], int] = {}
        for position, kind, _, net in self.settled():
            found[position, kind] = found.get((position, kind), 0) + net
        return found

    def up(self, position: int = 1) -> int:
        """Return how much a position is ahead, in cents."""
        seat = self.state.seat(position)
        assert seat is not None
        return seat.rack + sum(wager.amount for wager in self.state.wagers_of(position)) - seat.bought_in

    def order(self) -> list[str]:
        """Return where each card was requested."""
        return [step.to for step in self.steps if isinstance(step, AskCard)]


# ---- Simulated rounds


def first_unit(kernel: Kernel, seed: int, wager: str, net: int, units: int) -> int:
    """Return the first of a number of units in which a wager nets this many cents."""

    def there(first: int, some: int) -> bool:
        histogram = kernel.histograms(kernel.run(seed, first, some))[wager]
        return any(count for result, count in histogram.items() if result.net == net)

    first = 0
    assert there(first, units), f"{wager} came to {net} in none of {units} units"
    while units > 1:
        half = units // 2
        if there(first, half):
            units = half
        else:
            first, units = first + half, units - half
    return first


def real_nets(kernel: Kernel, seed: int, unit: int) -> dict[str, int]:
    """Return each wager's net when the real round is dealt the cards of a unit."""
    (steps,), _ = dealt_again(kernel, game_on(kernel.layout), seed, unit)
    found: dict[str, int] = {}
    for step in steps:
        if isinstance(step, Settled):
            found[step.wager.kind] = found.get(step.wager.kind, 0) + step.net
    return found


def real_path(kernel: Kernel, seed: int, first: int, rounds: int) -> list[int]:
    """Return the nets of consecutive rounds at one real table, each with its unit's cards; the meter moves."""
    game = game_on(kernel.layout)
    state: Any = game.opening() if kernel.opening is None else kernel.opening(game)
    nets, had = [], None
    for unit in range(first, first + rounds):
        dealer = Dealer(game, kernel.source(seed, unit), state)
        dealer.finish(kernel.standing)
        state = dealer.state
        nets.append(state.rack(PLAYER) - (state.bought_in if had is None else had))
        had = state.rack(PLAYER)
    return nets


def assert_alike(kernel: Kernel, seed: int, units: Iterable[int]) -> None:
    """Check that the loop and the real round agree to the cent on every wager of these units, and on the totals."""
    for unit in units:
        real = real_nets(kernel, seed, unit)
        histograms = kernel.histograms(kernel.run(seed, unit, 1))
        for slot in kernel.slots:
            counted = [result.net for result, count in histograms[slot.id].items() if count]
            parts = [real[kind] for kind in slot.wagers if kind in real]
            assert counted == ([sum(parts)] if parts else []), f"{slot.id}, unit {unit}"
        nets = np.zeros(1, np.int64)
        kernel.play(seed, unit, nets)
        assert nets[0] == sum(real.values())
