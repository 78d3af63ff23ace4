"""A player at the real table who makes the same wagers and decisions as the loop."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pitboss.families.twenty_one.kernel.letters import SUITS
from pitboss.families.twenty_one.kernel.table import SimulatedTable
from pitboss.families.twenty_one.price.strategies import chart_action, doubled_action, split_ace_action
from pitboss.families.twenty_one.round import Hand, TwentyOneState
from pitboss.families.twenty_one.round.hands import place_of, value_of
from pitboss.families.twenty_one.terms import STAKES
from pitboss.pricing.twenty_one.exchange import GIVE_1, GIVE_2, SWITCH
from pitboss.simulation.kernel import BANKROLL, PLAYER, Settlements
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

WORDS = {"S": "stand", "H": "draw", "D": "double", "P": "split", "R": "surrender"}
"""The table's names for the letters of a chart."""


class Player:
    """Makes the wagers and plays the hands of a table as the loop does."""

    def __init__(self, table: SimulatedTable) -> None:
        self.table, self.game = table, table.game

    def __call__(self, dealer: Any, ask: Ask) -> Reply:
        """Reply to a round's questions."""
        state = ask.state
        assert isinstance(state, TwentyOneState)
        if isinstance(ask, AskWagers):
            if state.seat(PLAYER) is None:
                return PLAYER, Action("sit", amount=BANKROLL)
            action = next(self.missing_wagers(state, dealer.source.unit), None)
            return None if action is None else (PLAYER, action)
        return self.decide(state, ask) if isinstance(ask, AskDecision) else None

    def missing_wagers(self, state: TwentyOneState, unit: int) -> Iterator[Action]:
        """The player's wagers for this unit that have not been made yet."""
        table = self.table
        down = {wager.kind for wager in state.wagers_of(PLAYER)}
        for kind in table.opening_wagers:
            if kind in down or table.takes_turns.get(kind, unit % 2) != unit % 2:
                continue
            if kind not in table.streaks or not self.game.streaks(state, PLAYER, int(table.box or PLAYER)):
                yield Action("make", kind, table.stakes[kind], table.box)

    def decide(self, state: TwentyOneState, ask: AskDecision) -> Reply:
        """The player's decision in the current phase."""
        if state.phase == "insurance":
            return "insure" if self.game.kind_of["insurance"] in self.table.kinds else "decline"
        if state.phase == "switch":
            return "switch" if self.plan_says(state, SWITCH) else "keep"
        if state.phase == "confirm":
            return "confirm"
        if state.phase == "surrender":
            return "surrender" if self.surrenders(state) else "play"
        if state.phase in self.game.raises:
            return "raise" if self.raises(state) else "pass"
        if state.phase in ("play", "rescue") and (hand := state.hand(state.turn)).doubled:
            values = tuple(sorted(map(value_of, hand.cards)))
            gives = doubled_action(self.table.chart, values, value_of(state.dealer[0]), "SR") == "R"
            return ask.choices[-1] if gives else "stand"
        if state.phase == "play":
            return self.chart_choice(state, state.hand(state.turn))
        if "surrender" in ask.choices:
            return "surrender" if self.chart_choice(state, state.hands[0]) == "surrender" else "play"
        return None

    def lawful(self, state: TwentyOneState, hand: Hand) -> list[str]:
        """The legal choices for a hand."""
        game = self.game
        return [choice for choice in game.play_choices(state, hand) if game.lawful(state, hand, choice, PLAYER)]

    def chart_choice(self, state: TwentyOneState, hand: Hand) -> str:
        """The chart's choice among the legal ones."""
        table, game = self.table, self.game
        values = tuple(sorted(map(value_of, hand.cards)))
        suits = {card.suit for card in hand.cards}
        named = table.named >= 0 and suits == {SUITS[table.named]}
        suited = 2 if named else int(len(suits) == 1)
        words = self.lawful(state, hand)
        allowed = [letter for letter, word in WORDS.items() if word in words]
        if game.split_ace(hand) and not game.house.hit_split_aces and "P" not in allowed and len(hand.cards) == 2:
            return WORDS[split_ace_action(table.chart, values, value_of(state.dealer[0]), allowed)]
        return WORDS[chart_action(table.chart, values, suited, value_of(state.dealer[0]), allowed)]

    def raises(self, state: TwentyOneState) -> bool:
        """Whether the player makes the raise on offer, given the first cards."""
        cards, number = state.hand(state.turn).cards, self.game.raises.index(state.phase)
        first = value_of(cards[0]) - 1 if cards else 0
        up = value_of(state.dealer[0]) - 1 if state.dealer else 0
        return bool(self.table.raise_plans[number][first, up])

    def plan_says(self, state: TwentyOneState, what: int) -> bool:
        """Whether the loop's plan contains this decision for the two hands as dealt."""
        first, second = (hand.cards for hand in state.hands_of(state.hand(state.turn).box))
        dealt = (*(value_of(card) - 1 for card in (*first, *second)), value_of(state.dealer[0]) - 1)
        return bool(self.table.plan[dealt] & what)

    def surrenders(self, state: TwentyOneState) -> bool:
        """Whether a hand is surrendered before it is played: by the plan before an exchange, by the chart after it."""
        hand = state.hand(state.turn)
        if self.table.rules.spot.gives:
            return self.plan_says(state, GIVE_1 if hand.dealt == 1 else GIVE_2)
        values = tuple(sorted(map(value_of, hand.cards)))
        pair = "P" if values[0] == values[1] else ""
        return chart_action(self.table.chart, values, 0, value_of(state.dealer[0]), f"SHDR{pair}") == "R"


def slot_nets(table: SimulatedTable) -> Callable[[str, Settlements], Iterator[int]]:
    """A function that gives the nets of a slot in a round from the settled wagers."""
    game = table.game

    def dealt(spot: str) -> int:
        """The number of the dealt hand that this hand is, or was split from."""
        place = place_of(spot)
        return ((place.hand or 1) - 1) % len(game.dealt_to) + 1 if place else 1

    def of(slot: str, settlements: Settlements) -> Iterator[int]:
        role = game.terms[slot].role
        if role == "main":
            mine = (game.terms[slot].circle, game.terms[slot].hand)
            later = ("double", "split", "raise")
            follow = [
                net
                for kind, spot, net in settlements
                if kind == slot or (game.terms[kind].role in later and (_circle(spot), dealt(spot)) == mine)
            ]
            yield sum(follow)
            return
        units = 1 + len({kind for kind, _, _ in settlements if game.terms[kind].role == "raise"})
        if role == "raise":
            if any(kind == slot for kind, _, _ in settlements):
                stakes = (net for kind, _, net in settlements if game.terms[kind].role in STAKES)
                yield sum(stakes) // units
            return
        split = {dealt(spot) for kind, spot, _ in settlements if game.terms[kind].role == "split"}
        units = 1 if role == "side" or role == "streak" else units
        for kind, spot, net in settlements:
            if kind == slot and not (role == "double" and dealt(spot) in split):
                yield net // units

    return of


def _circle(spot: str) -> int:
    place = place_of(spot)
    return place.circle if place else 0
