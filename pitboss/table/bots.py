"""Players who wager at random, and lawfully: company at a table, and random play for tests.

A bot knows no game. It chooses among what the game offers it, and what it does is asked of the game first, so that it
is never refused. The same seed makes the same choices at the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

from pitboss.equipment import Card
from pitboss.table.dealer import Dealer
from pitboss.table.game import Game, Offer
from pitboss.table.state import State
from pitboss.table.steps import Action, Ask, AskDecision, AskWagers, Reply

AMOUNTS = (500, 1000, 1000, 1500, 2500)
"""What a bot has in mind to wager, in cents; it goes by what can be paid exactly and by the limits."""


Advice = Callable[..., str | None]
"""A function from own cards, open cards, choices and `Choices.earlier_choices` to a choice; None for no advice."""


@runtime_checkable
class Sizes(Protocol):
    """An advice that also says how much: out of the usual amounts, each by its word, one; None for the least."""

    def sized(
        self, own: Sequence[Card], shown: Sequence[Card], amounts: Mapping[str, int], *before: str
    ) -> int | None: ...


class RandomBot:
    """Answers what a round asks of people, at random: `dealer.finish(RandomBot(7))`.

    `position` is for whom it plays; for everybody seated, if None. `advice` decides for it where it can, given its own
    cards, those that lie open, and the choices. One that does not wander wagers at its own place first, and never at a
    place that belongs to somebody else at the table. `eager` is how likely it is to go on after a wager, `restless` how
    likely it is to take down, reduce or turn a wager instead of making one.

    >>> from pitboss.chapter.layout import Layout
    >>> from pitboss.equipment import SeededSource
    >>> from pitboss.table import game_on
    >>> dealer = Dealer(game_on(Layout.of("craps")), SeededSource(1))
    >>> dealer.act(1, Action("sit", amount=100_00, name="Bot"))
    >>> dealer.finish(RandomBot(7))
    >>> dealer.state.rounds, dealer.state.chips == dealer.state.bought_in
    (1, True)
    """

    def __init__(
        self,
        seed: int | str,
        position: int | None = None,
        eager: float = 0.6,
        restless: float = 0.15,
        advice: Advice | None = None,
        wanders: bool = True,
    ) -> None:
        self.wanders = wanders
        self.random = Random(f"pitboss bot {seed}")
        self.position = position
        self.eager = eager
        self.restless = restless
        self.advice = advice

    def __call__(self, dealer: Dealer, ask: Ask) -> Reply:
        """The answer: one of a decision's choices, a wager, or None for no more wagers."""
        if isinstance(ask, AskDecision):
            choice = self.decide(dealer, ask)
            bet = self.bet(dealer, ask, choice)
            return choice if bet is None else (ask.position, bet)
        if not isinstance(ask, AskWagers):
            return None
        seats = [seat.number for seat in ask.state.positions if self.position in (None, seat.number)]
        if not seats:
            return None
        position = self.random.choice(seats)
        begun = self._begun(dealer.game, ask.state, position)
        # Where the round cannot begin yet, as at a bank with nobody to play against it, no wager would mend that.
        closes = dealer.game.hosting.is_ready(ask.state, position) or not dealer.game.hosting.may_begin(ask.state)
        if begun and self.random.random() > self.eager and closes:
            return None
        action = self.action(dealer, ask.state, position)
        return None if action is None else (position, action)

    def decide(self, dealer: Dealer, ask: AskDecision) -> str:
        """What is advised; without advice mostly what is done by default, sometimes anything."""
        if self.advice is not None:
            own, shown = dealer.game.choices.known_cards(ask.state, ask)
            lawful = dealer.game.choices.lawful(ask.state, ask)
            advised = self.advice(own, shown, lawful, *dealer.game.choices.earlier_choices(ask.state, ask))
            return advised if advised in lawful else dealer.game.choices.default(ask.state, ask)
        default = dealer.game.choices.default(ask.state, ask)
        return default if self.random.random() < 0.7 else self.random.choice(dealer.game.choices.lawful(ask.state, ask))

    def bet(self, dealer: Dealer, ask: AskDecision, choice: str) -> Action | None:
        """The amount of its own for a choice that is a wager, where its advice has one: at no limit above the least."""
        if not isinstance(self.advice, Sizes) or choice not in ask.wagers:
            return None
        amounts = dealer.game.amounts.usual_amounts(ask.state, ask)
        if not amounts:
            return None
        own, shown = dealer.game.choices.known_cards(ask.state, ask)
        amount = self.advice.sized(own, shown, amounts, *dealer.game.choices.earlier_choices(ask.state, ask))
        action = Action("make", choice, amount or 0)
        return action if amount and dealer.allowed(ask.position, action) else None

    def action(self, dealer: Dealer, state: State, position: int) -> Action | None:
        """Something that this position may do now; None if there is nothing, or nothing comes to mind."""
        if (
            state.of(position)
            and self.random.random() < self.restless
            and dealer.game.hosting.is_ready(state, position)
        ):
            changes = [action for action in _changes(state, position) if dealer.allowed(position, action)]
            return self.random.choice(changes) if changes else None
        offers = list(dealer.game.offers(state, position))
        if not self.wanders:
            offers = _at_home(dealer.game, state, position, offers)
        if not offers:
            return None
        offer = self.random.choice(self._preferred(dealer.game, state, position, offers))
        spot = offer.spot
        if offer.written:
            spot = dealer.game.amounts.random_spot(state, position, offer.wager, self.random.randrange)
        for amount in (self._amount(offer), offer.least):
            action = Action("make", offer.wager, amount, spot)
            if dealer.allowed(position, action):
                return action
        return None

    def _preferred(self, game: Game[Any], state: State, position: int, offers: list[Offer]) -> list[Offer]:
        """As people do, a bot mostly begins with the wagers that stand first in the rules: they are the game."""
        wagers = game.layout.wagers
        first = [offer for offer in offers if wagers[offer.wager].group == _first_group(game)]
        if state.of(position) and not game.hosting.is_ready(state, position):
            # What the round cannot do without comes before anything else.
            return [offer for offer in first if not state.find(position, offer.wager, offer.spot)] or offers
        alone = first and not self._begun(game, state, position) and self.random.random() < 0.9
        return first if alone else offers

    def _begun(self, game: Game[Any], state: State, position: int) -> bool:
        """Whether a position has a wager of the first kind; with none, a bot always has something in mind."""
        return any(game.layout.rules.wagers[held.kind].group == _first_group(game) for held in state.of(position))

    def _amount(self, offer: Offer) -> int:
        """About what it has in mind: a multiple of the least, within the limits."""
        wanted = self.random.choice(AMOUNTS) if offer.most is None else min(self.random.choice(AMOUNTS), offer.most)
        return max(offer.least, wanted // offer.least * offer.least)


def _at_home(game: Game[Any], state: State, position: int, offers: list[Offer]) -> list[Offer]:
    """Of what is offered, that at one's own place; once one has wagered, also what is nobody else's place."""

    def belongs(offer: Offer, number: int) -> bool:
        return offer.spot != "" and offer.spot == game.amounts.own_spot(state, number, offer.wager)

    if not state.of(position):
        return [
            one for one in offers if belongs(one, position) or not game.amounts.own_spot(state, position, one.wager)
        ]
    others = [seat.number for seat in state.positions if seat.number != position]
    return [one for one in offers if not any(belongs(one, number) for number in others)]


def _first_group(game: Game[Any]) -> str:
    return next(iter(game.layout.wagers.values())).group


def _changes(state: State, position: int) -> Iterator[Action]:
    """What could be done with the wagers that a position has."""
    for wager in state.of(position):
        yield Action("remove", wager.kind, spot=wager.spot)
        yield Action("reduce", wager.kind, wager.amount // 200 * 100, wager.spot)
        yield Action("off" if wager.on else "on", wager.kind, spot=wager.spot)
