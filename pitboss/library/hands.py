"""Analyse a hand: from its cards, the available choices, the best one and the value of each.

The choices come from the round itself. It is played at random until it asks for a decision, with the given cards
placed where they belong: the player's own, and the face-up cards that everyone sees. Nothing here is specific to a
game.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, Card, SeededSource, Tile, cards, distinct
from pitboss.equipment.tiles import SET
from pitboss.pricing.entry import pricing_of
from pitboss.table import Action, Ask, AskCard, AskDecision, AskWagers, Dealer, Reply, game_on
from pitboss.table.bank import BANK
from pitboss.table.bots import RandomBot
from pitboss.table.dealer import Responder
from pitboss.table.game import Game

SAMPLES = 60
"""Rounds played to find out which decisions a game asks for."""
TRIES = 400
"""Rounds tried before giving up on getting the given cards where they should be."""
ENOUGH = 6
"""After this many such rounds, no new questions are expected."""
MOST_WAGERS = 15
"""The random bot's limit on wagers: if two must be equal, it may never find them."""
CHIPS = 10_000_00
SEATS = (1, 2)
"""Numbers of players to try: two for games that ask a single player nothing."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a round asks for: the player's cards, the face-up cards, the choices, and earlier choices."""

    own: tuple[Card, ...]
    shown: tuple[Card, ...]
    choices: tuple[str, ...]
    before: tuple[str, ...] = ()
    sets: tuple[tuple[str, int], ...] = ()
    "The hands to set, by name and size, if the question is how to set the cards."

    @property
    def pattern(self) -> tuple[int, int]:
        return len(self.own), len(self.shown)

    @property
    def of_tiles(self) -> bool:
        return any(isinstance(one, Tile) for one in (*self.own, *self.shown))


_NOTHING = Question((), (), ())


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with the best choice (None if it makes no difference) and the value of each choice."""

    question: Question
    best: str | None
    worth: Mapping[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Round:
    """One round of a sample: the cards drawn, and each question with the number of cards drawn before it."""

    drawn: list[Card]
    asked: list[tuple[int, Question]]


@dataclass(frozen=True, slots=True)
class _Sample:
    """Rounds of a game by seed, with enough players at the table for a question to come up."""

    game: Game[Any]
    seats: int
    rounds: Mapping[int, _Round]

    def play(self, seed: int, places: Mapping[int, Card]) -> _Round:
        return _play(self.game, self.seats, seed, places)


def _sample(layout: Layout) -> _Sample:
    return _sampled(json.dumps(layout.plain(), sort_keys=True))


@lru_cache(64)
def _sampled(plain: str) -> _Sample:
    game = game_on(Layout.from_plain(json.loads(plain)))
    for seats in SEATS:
        found = {seed: _play(game, seats, seed, {}) for seed in range(SAMPLES)}
        if any(played.asked for played in found.values()):
            return _Sample(game, seats, found)
    return _Sample(game, SEATS[0], {})


def questions_in(layout: Layout) -> list[Question]:
    """Return one question for each number of own and face-up cards, the fewest cards first."""
    found: dict[tuple[int, int], Question] = {}
    for played in _sample(layout).rounds.values():
        for _, question in played.asked:
            if len(question.choices) > len(found.get(question.pattern, _NOTHING).choices):
                found[question.pattern] = question
    return [found[pattern] for pattern in sorted(found, key=lambda pattern: (sum(pattern), pattern))]


def analyse(layout: Layout, own: str, shown: str = "") -> list[Answered]:
    """List the choices with these cards, the best one, and the value of each per unit wagered.

    Raises `ValueError` if the cards are invalid, or if no round of the game asks for a decision with that many.

    >>> [one] = analyse(Layout.of("three-card-poker"), "Qs 6d 3h")
    >>> one.question.choices, one.best
    (('play', 'fold'), 'fold')
    """
    mine, open_ = cards(own), cards(shown)
    pricing = pricing_of(layout)
    advice = pricing.advice(layout)
    worth = pricing.worth(layout) if "worth" in pricing.gives else None
    found = []
    for question in _with(layout, mine, open_):
        on = (question.own, question.shown, question.choices, *question.before)
        values = worth(*on) if worth is not None else {}
        found.append(Answered(question, advice(*on), {one: values[one] for one in question.choices if one in values}))
    if not found:
        patterns = [one.pattern for one in questions_in(layout)]
        if (len(mine), len(open_)) in patterns:
            distinct((*mine, *open_))
        kinds = " or ".join(f"{a} of your own and {b} face up" for a, b in patterns)
        piece = "tile" if any(one.of_tiles for one in questions_in(layout)) else "card"
        given = f"{len(mine)} {piece}{'' if len(mine) == 1 else 's'} of your own and {len(open_)} face up"
        raise ValueError(f"{layout.rules.game.name} has no decision with {given}, only with {kinds}")
    return found


RANKS = "AKQJT98765432"


def starting_hands(layout: Layout) -> list[list[tuple[str, str]]]:
    """Return the best choice for each of the 169 starting hands of a hold 'em game, as rows of (hand, choice).

    Pairs are on the diagonal, suited hands above it. Empty for games without a decision on two cards alone, or with a
    joker in them.
    """
    question = next((one for one in questions_in(layout) if one.pattern == (2, 0)), None)
    later = any(one.pattern[0] == 2 and one.pattern[1] > 1 for one in questions_in(layout))
    if question is None or not later:
        return []
    advice = pricing_of(layout).advice(layout)

    def cell(row: int, column: int) -> tuple[str, str]:
        high, low = sorted((row, column))
        suit, name = ("s", "s") if row < column else ("h", "o" if row != column else "")
        own = (Card(f"{RANKS[high]}s"), Card(f"{RANKS[low]}{suit}"))
        return f"{RANKS[high]}{RANKS[low]}{name}", advice(own, (), question.choices, *question.before) or ""

    return [[cell(row, column) for column in range(len(RANKS))] for row in range(len(RANKS))]


def _with(layout: Layout, own: tuple[Card, ...], shown: tuple[Card, ...]) -> list[Question]:
    """Return the questions that rounds ask with exactly these cards."""
    if any(question.of_tiles for question in questions_in(layout)):
        return _questions_with_tiles(layout, own, shown)
    sample = _sample(layout)
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], Question] = {}
    met = 0
    for seed, places in _places(sample, own, shown):
        every = [one for _, one in sample.play(seed, places).asked]
        asked = [one for one in every if (sorted(one.own), sorted(one.shown)) == (sorted(own), sorted(shown))]
        met += bool(asked)
        for one in asked:
            found.setdefault((one.choices, one.before), one)
        if met >= ENOUGH:
            break
    return list(found.values())


def _questions_with_tiles(layout: Layout, own: tuple[Card, ...], shown: tuple[Card, ...]) -> list[Question]:
    """Return the questions with these tiles.

    A round deals the whole set, so tiles cannot be placed; but the questions do not depend on which tiles a player
    has.
    """
    for one in (*own, *shown):
        if not isinstance(one, Tile):
            raise ValueError(f"{one.pretty} is a card: write tiles by the spots of their two ends, such as 6-6 or 1-3")
        if (*own, *shown).count(one) > SET[one.index]:
            there = {1: "once", 2: "twice"}[SET[one.index]]
            raise ValueError(f"the {one.name} ({one}) appears only {there} in a set")
    like = [question for question in questions_in(layout) if question.pattern == (len(own), len(shown))]
    return [replace(question, own=own, shown=shown) for question in like]


def _places(sample: _Sample, own: tuple[Card, ...], shown: tuple[Card, ...]) -> Iterator[tuple[int, dict[int, Card]]]:
    """Yield rounds that ask a question with the same number of cards, and the draws at which these cards must come."""
    for seed in range(TRIES if sample.rounds else 0):
        known = sample.rounds[seed] if seed in sample.rounds else sample.play(seed, {})
        for count, question in known.asked:
            drawn, were = known.drawn[:count], (*question.own, *question.shown)
            # A shoe may hold identical cards, and then it is unclear which card is whose.
            if question.pattern == (len(own), len(shown)) and len(set(drawn)) == len(drawn) and set(were) <= set(drawn):
                yield seed, {drawn.index(was): now for was, now in zip(were, (*own, *shown), strict=True)}
                break


class _Placed(SeededSource):
    """A seeded source that deals given cards at given draws, and at no others."""

    def __init__(self, seed: int, places: Mapping[int, Card]) -> None:
        super().__init__(seed)
        self.places, self.given, self.drawn = places, set(places.values()), list[Card]()
        self.left: Sequence[int] = ()

    def card(self, shoe_id: str) -> Card:
        placed = self.places.get(len(self.drawn))
        card = placed or super().card(shoe_id)
        if placed is None and (card in self.given or not self.left[card.index]):
            card = next(one for one in CARDS if one not in self.given and self.left[one.index])
        if not self.left[card.index]:
            raise _CardGone
        self.drawn.append(card)
        return card


class _CardGone(Exception):
    """A requested card is no longer in the shoe."""


def _play(game: Game[Any], seats: int, seed: int, places: Mapping[int, Card]) -> _Round:
    """Play one round at random, with the given cards at the given draws."""
    source = _Placed(seed, places)
    played = _Round(source.drawn, [])
    dealer = Dealer(game, source)
    for seat in range(1, seats + 1):
        dealer.act(seat, Action("sit", amount=CHIPS, name=f"Player {seat}"))
    bot: Responder = RandomBot(seed, restless=0, wanders=False)
    if (
        BANK in game.layout.wagers and seats > 1
    ):  # A single player plays against the dealer's bank, if the dealer has one.
        bot = _against_each_other(bot, 1 + seed % seats)
    wagered = 0
    with suppress(_CardGone):
        while dealer.state.rounds == 0:
            ask = dealer.ask
            if isinstance(ask, AskWagers):
                wagered += 1
                if wagered > MOST_WAGERS:
                    dealer.close()
                    continue
            if isinstance(ask, AskCard):
                source.left = ask.composition
            elif isinstance(ask, AskDecision):
                own, shown = game.choices.known_cards(ask.state, ask)
                if own or shown:
                    choices = game.choices.lawful(ask.state, ask)
                    question = Question(
                        own, shown, choices, game.choices.earlier_choices(ask.state, ask), tuple(ask.sets)
                    )
                    played.asked.append((len(played.drawn), question))
            dealer.next(bot)
    return played


def _against_each_other(bot: Responder, banker: int) -> Responder:
    """Give this player the bank and let the other cover it; everything else is up to the bot."""

    def answer(dealer: Dealer, ask: Ask) -> Reply:
        if isinstance(ask, AskWagers):
            return None
        costs = dealer.game.choices.consequences(ask.state, ask) if isinstance(ask, AskDecision) else {}
        if isinstance(ask, AskDecision) and costs:
            passes = BANK in costs and ask.position != banker
            return dealer.game.choices.default(ask.state, ask) if passes else next(iter(costs))
        return bot(dealer, ask)

    return answer
