"""A simulated player at the real table: the default stake of each wager, and replies that keep making the wagers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import lcm
from typing import Any

from pitboss.chapter.odds import dollars
from pitboss.simulation.kernel import BANKROLL, PLAYER
from pitboss.table.game import Game
from pitboss.table.state import State
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

USUAL_STAKE = 2000
"""The default stake for prices and simulations, in cents."""

Answer = Callable[[Any, Ask], Reply]
"""A function that answers a round's questions."""


def usual_stake(game: Game[Any], kind: str, spot: str = "") -> int:
    """The lowest amount, from the default stake up, that is within the limits and can be paid exactly."""
    least, most = game.layout.limits.of(kind)
    step = lcm(game.amounts.step(game.opening(), kind, spot), game.layout.limits.increment)
    amount = -(-max(USUAL_STAKE, least) // step) * step
    if most is not None and amount > most:
        amount = most // step * step
    if not amount or amount < least:
        raise ValueError(f"no amount of {game.name(kind)} is payable within the limits, {dollars(least)} and up")
    return amount


def simulated_player(
    stakes: Mapping[str, int],
    spots: Mapping[str, str] | None = None,
    decide: Callable[[AskDecision], Reply] | None = None,
    stands: Callable[[State, str], bool] | None = None,
) -> Answer:
    """A player who sits down and makes each of these wagers, in order, whenever it is not on the layout.

    `decide` answers decisions; by default, the game's own choice is made. `stands` says whether a kind of wager has
    already been made even though its own place is empty.
    """
    places = spots or {}

    def wanted(state: State, kind: str) -> bool:
        lies = state.find(PLAYER, kind, places.get(kind, "")) is not None
        return not lies and not (stands is not None and stands(state, kind))

    def answer(dealer: Any, ask: Ask) -> Reply:
        if isinstance(ask, AskDecision) and decide is not None:
            return decide(ask)
        if not isinstance(ask, AskWagers):
            return None
        if ask.state.seat(PLAYER) is None:
            return PLAYER, Action("sit", amount=BANKROLL)
        kind = next((kind for kind in stakes if wanted(ask.state, kind)), None)
        return None if kind is None else (PLAYER, Action("make", kind, stakes[kind], places.get(kind, "")))

    return answer
