"""Wagers that stand at poker against the house: what a simulated position has on the layout in every round.

A simulation is asked for some wagers. What they need, what is laid beside them and what their decisions lay stands with
them; all lie on one betting position. `Standing` has the amounts, for the compiled loop, and gives the answers to what
the real round asks, so that both play the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from pitboss.chapter.odds import cents, dollars
from pitboss.simulation.kernel import BANKROLL, PLAYER, chosen
from pitboss.table.dealer import Dealer
from pitboss.table.house_poker import HousePoker
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

USUAL_STAKE = 2000
"""Cents: so much is wagered, or the least payable amount above it."""

Deciding = Callable[[AskDecision], str]
"""What a strategy chooses, when it is asked."""


@dataclass(frozen=True)
class Standing:
    """The wagers that stand, in the order of the layout.

    A wager that a decision lays has the stake of the wager on which it hangs. `spot` is the betting position, if it is
    not one's own. `at_risk` is the most that all can lose together, in cents.
    """

    stakes: Mapping[str, int]
    first: tuple[Action, ...]
    at_risk: int
    spot: str = ""

    def answers(self, decide: Deciding) -> Callable[[Dealer, Ask], Reply]:
        """How `PLAYER` sits down, makes the wagers, and decides."""

        def answer(dealer: Dealer, ask: Ask) -> Reply:
            if isinstance(ask, AskDecision):
                return decide(ask)
            if not isinstance(ask, AskWagers):
                return None
            if ask.state.seat(PLAYER) is None:
                return PLAYER, Action("sit", amount=BANKROLL)
            down = {wager.kind for wager in ask.state.of(PLAYER)}
            action = next((action for action in self.first if action.wager not in down), None)
            return None if action is None else (PLAYER, action)

        return answer


def standing(game: HousePoker[Any], wagers: Sequence[str] | None = None) -> Standing:
    """The wagers asked for, by default all that the layout offers, with all that goes with them."""
    asked = chosen(game.layout, wagers)
    spot = _spot(game, asked)
    kinds = _with_what_they_need(game, asked)
    stakes: dict[str, int] = {}
    for kind in kinds:
        terms = game.terms[kind]
        if terms.how_made == "open":
            stakes[kind] = _stake(game, kind, [other for other in kinds if _base(game, other) == kind])
    for kind in kinds:
        if game.terms[kind].how_made == "beside":
            stakes[kind] = game.amount_beside(kind, stakes[_base(game, kind)])
        elif game.terms[kind].how_made == "decision":
            stakes[kind] = stakes[_base(game, kind)]
    most = {kind: game.units(kind) if game.terms[kind].how_made == "decision" else 1 for kind in kinds}
    return Standing(
        {kind: stakes[kind] for kind in kinds},
        tuple(Action("make", kind, stakes[kind], spot) for kind in kinds if game.terms[kind].how_made == "open"),
        sum(most[kind] * stakes[kind] for kind in kinds),
        spot,
    )


def _spot(game: HousePoker[Any], asked: Mapping[str, str]) -> str:
    """The betting position that is named; each is decided on its own, so one says what there is to say."""
    named = dict.fromkeys(filter(None, asked.values()))
    if len(named) > 1:
        raise ValueError(f"positions {' and '.join(named)}: all wagers lie on one position, as each is settled by itself")
    spot = next(iter(named), "")
    kind = next(iter(asked))
    there = game.spots(game.opening(), PLAYER, kind)
    if spot not in there:
        others = [f"'{kind} {box}'" for box in there if box]
        raise ValueError(f"'{kind} {spot}': name a wager by its id alone{', or ' if others else ''}{' or '.join(others)}")
    return spot


def _base(game: HousePoker[Any], kind: str) -> str:
    """The wager on which one hangs that is laid with it, or by a decision."""
    terms = game.terms[kind]
    if terms.how_made == "beside":
        return terms.beside
    for decision in game.asked.values():
        for choice in decision.choices.values():
            if choice.lays == kind:
                return choice.of or decision.asks
    return ""


def _with_what_they_need(game: HousePoker[Any], asked: Mapping[str, str]) -> list[str]:
    """The wagers asked for, those that they need, and those that go with them, in the order of the layout."""
    kinds = set(asked)
    while True:
        more = {base for kind in kinds if (base := _base(game, kind))}
        for kind in kinds:
            terms = game.terms[kind]
            if terms.needs and game.under(terms.needs_when) and not kinds & set(terms.needs):
                more.add(terms.needs[0])
        more |= {kind for kind in game.layout.wagers if _base(game, kind) in kinds}
        if more <= kinds:
            return [kind for kind in game.layout.wagers if kind in kinds]
        kinds |= more


def _stake(game: HousePoker[Any], kind: str, hanging: Sequence[str]) -> int:
    """An amount that is payable, with what hangs on it, and within the limits."""
    if game.terms[kind].fixed:
        return cents(game.terms[kind].fixed)
    opening = game.opening()
    posted, most = game.layout.limits.of(kind)
    least = max(posted, game.least(opening, PLAYER, kind, ""))
    steps = [game.step(opening, one) for one in (kind, *hanging) if not game.terms[one].amount]
    step = lcm(*steps, game.layout.limits.increment)
    amount = -(-max(USUAL_STAKE, least) // step) * step
    if most is not None and amount > most:
        amount = most // step * step
    if not amount or amount < least:
        upto = f" to {dollars(most)}" if most is not None else " and up"
        raise ValueError(f"no amount of {game.name(kind)} is payable within the limits, {dollars(least)}{upto}")
    return amount
