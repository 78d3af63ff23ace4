"""A simulated player's wagers at poker against the house, which are the same in every round.

A simulation starts from some requested wagers. It adds the wagers that these require, those made together with them,
and those that their decisions make; all are on one betting position. `StandingWagers` has the amounts for the compiled
loop and answers the questions of the real round, so that both play the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from pitboss.chapter.odds import cents, dollars
from pitboss.families.house_poker.round import COMMUNITY, DEALER, HousePoker
from pitboss.families.wagering import USUAL_STAKE
from pitboss.table.dealer import Dealer
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

DecisionFunction = Callable[..., str]
"""A strategy: a function that returns a choice, given the player's cards, the exposed cards and the earlier choices."""


@dataclass(frozen=True)
class StandingWagers:
    """A simulated player's wagers, in layout order.

    A wager that a decision makes has the stake of the wager it is based on. `spot` is the betting position if it is not
    the player's own. `at_risk` is the most that they can lose together, in cents.
    """

    position: int
    stakes: Mapping[str, int]
    first: tuple[Action, ...]
    at_risk: int
    spot: str = ""

    def player_replies(self, decide: DecisionFunction, bankroll: int) -> Callable[[Dealer, Ask], Reply]:
        """Return a function that replies to the round: it sits down with a bankroll, makes the wagers, and decides."""

        def answer(dealer: Dealer, ask: Ask) -> Reply:
            if isinstance(ask, AskDecision):
                return decide(
                    *dealer.game.choices.known_cards(ask.state, ask),
                    *dealer.game.choices.earlier_choices(ask.state, ask),
                )
            if not isinstance(ask, AskWagers):
                return None
            if ask.state.seat(self.position) is None:
                return self.position, Action("sit", amount=bankroll)
            down = {wager.kind for wager in ask.state.wagers_of(self.position)}
            action = next((action for action in self.first if action.wager not in down), None)
            return None if action is None else (self.position, action)

        return answer


def standing_wagers_for(game: HousePoker[Any], asked: Mapping[str, str], position: int) -> StandingWagers:
    """Return the requested wagers, given as ids with betting positions, and all wagers that go with them."""
    if not asked:
        raise ValueError("no wager was given")
    spot = _spot(game, asked, position)
    kinds = _with_dependencies(game, asked)
    stakes: dict[str, int] = {}
    for kind in kinds:
        if game.terms[kind].made == "open":
            stakes[kind] = _stake(
                game, position, kind, [other for other in kinds if game.declarations.base_wager(other) == kind]
            )
    for kind in kinds:
        if game.terms[kind].made == "beside":
            stakes[kind] = game.amount_beside(kind, stakes[game.declarations.base_wager(kind)])
        elif game.terms[kind].made == "decision":
            stakes[kind] = stakes[game.declarations.base_wager(kind)]
    most = {kind: game.declarations.max_units(kind) if game.terms[kind].made == "decision" else 1 for kind in kinds}
    return StandingWagers(
        position,
        {kind: stakes[kind] for kind in kinds},
        tuple(Action("make", kind, stakes[kind], spot) for kind in kinds if game.terms[kind].made == "open"),
        sum(most[kind] * stakes[kind] for kind in kinds),
        spot,
    )


def _spot(game: HousePoker[Any], asked: Mapping[str, str], position: int) -> str:
    """The betting position that the wagers are on. Positions are settled independently, so simulating one is enough."""
    named = dict.fromkeys(filter(None, asked.values()))
    if len(named) > 1:
        raise ValueError(f"positions {' and '.join(named)}: name only one; positions are settled independently")
    spot = next(iter(named), "")
    kind = next(iter(asked))
    there = game.amounts.spots(game.opening(), position, kind)
    if spot not in there:
        beside = "".join(f", or like '{kind} {box}'" for box in there if box)
        raise ValueError(f"'{kind} {spot}': wagers are made on your own position; give only their id{beside}")
    return spot


def _with_dependencies(game: HousePoker[Any], asked: Mapping[str, str]) -> list[str]:
    """The requested wagers, those that they require, and those that go with them, in layout order."""
    kinds = set(asked)
    while True:
        more = {base for kind in kinds if (base := game.declarations.base_wager(kind))}
        for kind in kinds:
            terms = game.terms[kind]
            if terms.needs and game.applies(terms.needs_when) and not kinds & set(terms.needs):
                more.add(terms.needs[0])
        more |= {kind for kind in game.layout.wagers if game.declarations.base_wager(kind) in kinds}
        if more <= kinds:
            return [kind for kind in game.layout.wagers if kind in kinds]
        kinds |= more


def _stake(game: HousePoker[Any], position: int, kind: str, hanging: Sequence[str]) -> int:
    """An amount within the limits at which the wager, and those based on it, can be paid exactly."""
    if game.terms[kind].fixed:
        return cents(game.terms[kind].fixed)
    opening = game.opening()
    posted, most = game.layout.limits.of(kind)
    least = max(posted, game.amounts.least(opening, position, kind, ""))
    steps = [game.amounts.step(opening, one) for one in (kind, *hanging) if not game.terms[one].amount]
    step = lcm(*steps, game.layout.limits.increment)
    amount = -(-max(USUAL_STAKE, least) // step) * step
    if most is not None and amount > most:
        amount = most // step * step
    if not amount or amount < least:
        upto = f" to {dollars(most)}" if most is not None else " and up"
        raise ValueError(f"no amount of {game.name(kind)} is payable within the limits, {dollars(least)}{upto}")
    return amount


@dataclass(frozen=True)
class DealOrder:
    """Which cards in the deck, counted from 0, go to the player, the dealer and the board when one position plays."""

    own: tuple[int, ...]
    dealer: tuple[int, ...]
    community: tuple[int, ...]

    @property
    def cards(self) -> int:
        """The number of cards that leave the deck, including those that go to the discard rack unseen."""
        return max((*self.own, *self.dealer, *self.community)) + 1


def deal_order(game: HousePoker[Any], streets: Sequence[str] = ()) -> DealOrder:
    """The order in which the current dealing procedure deals the cards.

    `streets` are the facts by which community cards are dealt if the procedure does not deal them.
    """
    alone = 1
    places: dict[int, list[int]] = {alone: [], DEALER: [], COMMUNITY: []}
    for card, (to, number) in enumerate(game.dealing.order([alone])):
        if to != COMMUNITY or number > game.dealing.spare:
            places[to].append(card)
    community, card = places[COMMUNITY], sum(map(len, places.values()))
    for street in streets if not community else ():
        what = game.layout.fact(street)
        community += range(card + what["burns"], card + what["burns"] + what["cards"])
        card += what["burns"] + what["cards"]
    return DealOrder(tuple(places[alone]), tuple(places[DEALER]), tuple(community))
