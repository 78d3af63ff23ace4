"""Bots that make random but lawful wagers, to fill seats at a table and for tests.

A bot knows nothing about the game. It chooses among the game's offers and checks every action first, so it is never
refused. The same seed makes the same choices at the same table.
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
"""Amounts that a bot prefers to wager, in cents, before they are adjusted to the limits and to exact payouts."""


Advice = Callable[..., str | None]
"""A function that returns a choice, given the player's own cards, the open cards, the choices and
`Choices.earlier_choices`; None for no advice.
"""


@runtime_checkable
class SizedAdvice(Protocol):
    """Advice that also picks one of the usual amounts by its name; None for the minimum."""

    def choose_amount(
        self, own: Sequence[Card], shown: Sequence[Card], amounts: Mapping[str, int], *before: str
    ) -> int | None: ...


class RandomBot:
    """Answers a round's asks at random: `dealer.finish(RandomBot(7))`.

    It plays for `position`, or for every seated player if that is None. `advice` decides where it can, given the
    player's own cards, the open cards and the choices. A bot that does not `wander` wagers at its own place first and
    never at another player's. `eager` is the probability that it makes another wager, `restless` the probability that
    it takes down, reduces or turns off a wager instead of making one.

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
        """Return the answer: a choice of a decision, a wager, or None when the bot is done."""
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
        # If the round cannot begin for another reason, such as a bank without opponents, another wager would not help.
        closes = dealer.game.hosting.is_ready(ask.state, position) or not dealer.game.hosting.may_begin(ask.state)
        if begun and self.random.random() > self.eager and closes:
            return None
        action = self.action(dealer, ask.state, position)
        return None if action is None else (position, action)

    def decide(self, dealer: Dealer, ask: AskDecision) -> str:
        """Return the advised choice; without advice usually the default, sometimes any choice."""
        if self.advice is not None:
            own, shown = dealer.game.choices.known_cards(ask.state, ask)
            lawful = dealer.game.choices.lawful(ask.state, ask)
            advised = self.advice(own, shown, lawful, *dealer.game.choices.earlier_choices(ask.state, ask))
            return advised if advised in lawful else dealer.game.choices.default(ask.state, ask)
        default = dealer.game.choices.default(ask.state, ask)
        return default if self.random.random() < 0.7 else self.random.choice(dealer.game.choices.lawful(ask.state, ask))

    def bet(self, dealer: Dealer, ask: AskDecision, choice: str) -> Action | None:
        """Return a wager of an advised amount for a choice that allows one; None to take the choice as it is."""
        if not isinstance(self.advice, SizedAdvice) or choice not in ask.wagers:
            return None
        amounts = dealer.game.amounts.usual_amounts(ask.state, ask)
        if not amounts:
            return None
        own, shown = dealer.game.choices.known_cards(ask.state, ask)
        amount = self.advice.choose_amount(own, shown, amounts, *dealer.game.choices.earlier_choices(ask.state, ask))
        action = Action("make", choice, amount or 0)
        return action if amount and dealer.allowed(ask.position, action) else None

    def action(self, dealer: Dealer, state: State, position: int) -> Action | None:
        """Return an action that this position may take now, or None."""
        if (
            state.wagers_of(position)
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
        """Prefer the wagers that come first in the rules, as most people do."""
        wagers = game.layout.wagers
        first = [offer for offer in offers if wagers[offer.wager].group == _first_group(game)]
        if state.wagers_of(position) and not game.hosting.is_ready(state, position):
            # Wagers that the round needs come first.
            return [offer for offer in first if not state.find(position, offer.wager, offer.spot)] or offers
        alone = first and not self._begun(game, state, position) and self.random.random() < 0.9
        return first if alone else offers

    def _begun(self, game: Game[Any], state: State, position: int) -> bool:
        """Whether a position has a wager in the first group."""
        return any(
            game.layout.rules.wagers[held.kind].group == _first_group(game) for held in state.wagers_of(position)
        )

    def _amount(self, offer: Offer) -> int:
        """Return one of the bot's amounts, as a multiple of the least amount and within the limits."""
        wanted = self.random.choice(AMOUNTS) if offer.most is None else min(self.random.choice(AMOUNTS), offer.most)
        return max(offer.least, wanted // offer.least * offer.least)


def _at_home(game: Game[Any], state: State, position: int, offers: list[Offer]) -> list[Offer]:
    """Return the offers at the position's own place; once it has wagered, also those at unowned places."""

    def belongs(offer: Offer, number: int) -> bool:
        return offer.spot != "" and offer.spot == game.amounts.own_spot(state, number, offer.wager)

    if not state.wagers_of(position):
        return [
            one for one in offers if belongs(one, position) or not game.amounts.own_spot(state, position, one.wager)
        ]
    others = [seat.number for seat in state.positions if seat.number != position]
    return [one for one in offers if not any(belongs(one, number) for number in others)]


def _first_group(game: Game[Any]) -> str:
    return next(iter(game.layout.wagers.values())).group


def _changes(state: State, position: int) -> Iterator[Action]:
    """Yield the ways to change a position's wagers."""
    for wager in state.wagers_of(position):
        yield Action("remove", wager.kind, spot=wager.spot)
        yield Action("reduce", wager.kind, wager.amount // 200 * 100, wager.spot)
        yield Action("off" if wager.on else "on", wager.kind, spot=wager.spot)
