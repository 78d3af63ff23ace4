"""The player whom the loop plays, at the real table: the same wagers, the same decisions, and what they came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pitboss.families.twenty_one.kernel.letters import SUITS
from pitboss.families.twenty_one.kernel.table import Table
from pitboss.families.twenty_one.price.strategies import wish, wish_ace, wish_doubled
from pitboss.families.twenty_one.round import Hand, TwentyOneState
from pitboss.families.twenty_one.round.hands import place_of, value_of
from pitboss.families.twenty_one.terms import STAKES
from pitboss.simulation.kernel import BANKROLL, PLAYER, Settlements
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

WORDS = {"S": "stand", "H": "draw", "D": "double", "P": "split", "R": "surrender"}
"The letters of a chart as the table calls them."


def standing(table: Table) -> Callable[[Any, Ask], Reply]:
    """How the wagers are made and the hands played."""
    game, kinds = table.game, table.kinds

    def wanted(state: TwentyOneState, unit: int) -> Iterator[Action]:
        down = {wager.kind for wager in state.of(PLAYER)}
        for kind in table.made:
            if kind in down or table.takes_turns.get(kind, unit % 2) != unit % 2:
                continue
            if kind not in table.streaks or not game.streaks(state, PLAYER, int(table.box or PLAYER)):
                yield Action("make", kind, table.stakes[kind], table.box)

    def lawful(state: TwentyOneState, hand: Hand) -> list[str]:
        return [choice for choice in game.play_choices(state, hand) if game.lawful(state, hand, choice, PLAYER)]

    def decided(state: TwentyOneState, hand: Hand) -> str:
        """By the chart, among what is lawful."""
        values = tuple(sorted(map(value_of, hand.cards)))
        suits = {card.suit for card in hand.cards}
        named = table.named >= 0 and suits == {SUITS[table.named]}
        suited = 2 if named else int(len(suits) == 1)
        words = lawful(state, hand)
        allowed = [letter for letter, word in WORDS.items() if word in words]
        if game.split_ace(hand) and not game.house.hit_split_aces and "P" not in allowed and len(hand.cards) == 2:
            return WORDS[wish_ace(table.chart, values, value_of(state.dealer[0]), allowed)]
        return WORDS[wish(table.chart, values, suited, value_of(state.dealer[0]), allowed)]

    def raises(state: TwentyOneState) -> bool:
        """Whether the raise that is asked for is made: by what is known of the first cards."""
        cards, number = state.hand(state.turn).cards, game.raises.index(state.phase)
        first = value_of(cards[0]) - 1 if cards else 0
        up = value_of(state.dealer[0]) - 1 if state.dealer else 0
        return bool(table.raised[number][first, up])

    def answer(dealer: Any, ask: Ask) -> Reply:
        state = ask.state
        assert isinstance(state, TwentyOneState)
        if isinstance(ask, AskWagers):
            if state.seat(PLAYER) is None:
                return PLAYER, Action("sit", amount=BANKROLL)
            action = next(wanted(state, dealer.source.unit), None)
            return None if action is None else (PLAYER, action)
        if not isinstance(ask, AskDecision):
            return None
        if state.phase == "insurance":
            return "insure" if game.kind_of["insurance"] in kinds else "decline"
        if state.phase in game.raises:
            return "raise" if raises(state) else "pass"
        if state.phase in ("play", "rescue") and (hand := state.hand(state.turn)).doubled:
            values = tuple(sorted(map(value_of, hand.cards)))
            gives = wish_doubled(table.chart, values, value_of(state.dealer[0]), "SR") == "R"
            return ask.choices[-1] if gives else "stand"
        if state.phase == "play":
            return decided(state, state.hand(state.turn))
        if "surrender" in ask.choices:
            return "surrender" if decided(state, state.hands[0]) == "surrender" else "play"
        return None

    return answer


def settled(table: Table) -> Callable[[str, Settlements], Iterator[int]]:
    """What a slot comes to in a round, from what was settled at the table: wager, spot and net of each."""
    game = table.game

    def of(slot: str, settlements: Settlements) -> Iterator[int]:
        role = game.terms[slot].role
        if role == "main":
            circle = game.terms[slot].circle
            follow = [
                net
                for kind, spot, net in settlements
                if kind == slot or (game.terms[kind].role in ("double", "split", "raise") and _circle(spot) == circle)
            ]
            yield sum(follow)
            return
        units = 1 + len({kind for kind, _, _ in settlements if game.terms[kind].role == "raise"})
        if role == "raise":
            if any(kind == slot for kind, _, _ in settlements):
                stakes = (net for kind, _, net in settlements if game.terms[kind].role in STAKES)
                yield sum(stakes) // units
            return
        split = any(game.terms[kind].role == "split" for kind, _, _ in settlements)
        units = 1 if role == "side" or role == "streak" else units
        yield from (net // units for kind, _, net in settlements if kind == slot and not (role == "double" and split))

    return of


def _circle(spot: str) -> int:
    place = place_of(spot)
    return place.circle if place else 0
