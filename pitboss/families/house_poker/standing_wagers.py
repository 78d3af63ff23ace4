"""Wagers that stand at poker against the house: what a simulated position has on the layout in every round.

A simulation is asked for some wagers. What they need, what is laid beside them and what their decisions lay stands with
them; all lie on one betting position. `StandingWagers` has the amounts, for the compiled loop, and gives the answers to
what the real round asks, so that both play the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from pitboss.chapter.odds import cents, dollars
from pitboss.families.house_poker.round import COMMUNITY, DEALER, HousePoker
from pitboss.table.dealer import Dealer
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

USUAL_STAKE = 2000
"""Cents: so much is wagered, or the least payable amount above it."""

Deciding = Callable[..., str]
"""What a strategy chooses, by its own cards, those that lie open, and what was chosen before."""


@dataclass(frozen=True)
class StandingWagers:
    """The wagers that stand, in the order of the layout.

    A wager that a decision lays has the stake of the wager on which it hangs. `spot` is the betting position, if it is
    not one's own. `at_risk` is the most that all can lose together, in cents.
    """

    position: int
    stakes: Mapping[str, int]
    first: tuple[Action, ...]
    at_risk: int
    spot: str = ""

    def answers(self, decide: Deciding, bankroll: int) -> Callable[[Dealer, Ask], Reply]:
        """How the position sits down with a bankroll, makes the wagers, and decides."""

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
            down = {wager.kind for wager in ask.state.of(self.position)}
            action = next((action for action in self.first if action.wager not in down), None)
            return None if action is None else (self.position, action)

        return answer


def standing_at(game: HousePoker[Any], asked: Mapping[str, str], position: int) -> StandingWagers:
    """The wagers asked for, by id and with the betting position that is named for each, and all that goes with them."""
    if not asked:
        raise ValueError("no wager is asked for")
    spot = _spot(game, asked, position)
    kinds = _with_what_they_need(game, asked)
    stakes: dict[str, int] = {}
    for kind in kinds:
        if game.terms[kind].made == "open":
            stakes[kind] = _stake(game, position, kind, [other for other in kinds if game.declared.base(other) == kind])
    for kind in kinds:
        if game.terms[kind].made == "beside":
            stakes[kind] = game.amount_beside(kind, stakes[game.declared.base(kind)])
        elif game.terms[kind].made == "decision":
            stakes[kind] = stakes[game.declared.base(kind)]
    most = {kind: game.declared.units(kind) if game.terms[kind].made == "decision" else 1 for kind in kinds}
    return StandingWagers(
        position,
        {kind: stakes[kind] for kind in kinds},
        tuple(Action("make", kind, stakes[kind], spot) for kind in kinds if game.terms[kind].made == "open"),
        sum(most[kind] * stakes[kind] for kind in kinds),
        spot,
    )


def _spot(game: HousePoker[Any], asked: Mapping[str, str], position: int) -> str:
    """The betting position that is named; each is decided on its own, so one says what there is to say."""
    named = dict.fromkeys(filter(None, asked.values()))
    if len(named) > 1:
        raise ValueError(f"positions {' and '.join(named)}: name one; each is settled by itself, and one tells all")
    spot = next(iter(named), "")
    kind = next(iter(asked))
    there = game.amounts.spots(game.opening(), position, kind)
    if spot not in there:
        beside = "".join(f", or like '{kind} {box}'" for box in there if box)
        raise ValueError(f"'{kind} {spot}': wagers lie on one's own position; name them by their id alone{beside}")
    return spot


def _with_what_they_need(game: HousePoker[Any], asked: Mapping[str, str]) -> list[str]:
    """The wagers asked for, those that they need, and those that go with them, in the order of the layout."""
    kinds = set(asked)
    while True:
        more = {base for kind in kinds if (base := game.declared.base(kind))}
        for kind in kinds:
            terms = game.terms[kind]
            if terms.needs and game.under(terms.needs_when) and not kinds & set(terms.needs):
                more.add(terms.needs[0])
        more |= {kind for kind in game.layout.wagers if game.declared.base(kind) in kinds}
        if more <= kinds:
            return [kind for kind in game.layout.wagers if kind in kinds]
        kinds |= more


def _stake(game: HousePoker[Any], position: int, kind: str, hanging: Sequence[str]) -> int:
    """An amount that is payable, with what hangs on it, and within the limits."""
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
    """How the cards leave the deck when one position plays: which of them go to whom, the first being 0."""

    own: tuple[int, ...]
    dealer: tuple[int, ...]
    community: tuple[int, ...]

    @property
    def cards(self) -> int:
        """So many leave the deck, those included that go to the discard rack unseen."""
        return max((*self.own, *self.dealer, *self.community)) + 1


def deal_order(game: HousePoker[Any], streets: Sequence[str] = ()) -> DealOrder:
    """By the dealing procedure in use; `streets` are the facts by which community cards come that it does not deal."""
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
