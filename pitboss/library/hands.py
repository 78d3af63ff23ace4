"""What to do with a hand: cards in, what could then be chosen out, the best of it and what each choice is worth.

The round itself says what can be chosen. One position plays it, at random up to there, with the cards asked about in
their places: its own, and those that lie open to all. Nothing about a game is known here but what its round asks.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

from pitboss.chapter.layout import Layout
from pitboss.equipment import CARDS, Card, SeededSource, cards
from pitboss.pricing.entry import pricing_of
from pitboss.table import Action, Ask, AskCard, AskDecision, AskWagers, Dealer, Reply, game_on
from pitboss.table.bank import BANK
from pitboss.table.bots import RandomBot
from pitboss.table.dealer import Answering

SAMPLES = 60
"""So many rounds are played to learn what a game asks."""
TRIES = 400
"""So many rounds are tried until the cards asked about lie where they should."""
ENOUGH = 6
"""After so many rounds in which they did, nothing new is expected to be asked."""
CHIPS = 10_000_00
SEAT = 1


@dataclass(frozen=True, slots=True)
class Question:
    """What a round asks of a position: its own cards, the open ones, the choices, and what was chosen before."""

    own: tuple[Card, ...]
    shown: tuple[Card, ...]
    choices: tuple[str, ...]
    before: tuple[str, ...] = ()

    @property
    def pattern(self) -> tuple[int, int]:
        return len(self.own), len(self.shown)


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with the best choice, None where nothing hangs on it, and what each choice is worth."""

    question: Question
    best: str | None
    worth: Mapping[str, float] = field(default_factory=dict)


@dataclass(slots=True)
class _Round:
    """One round of a sample: which card was drawn when, and what was asked."""

    drawn: list[Card]
    asked: list[tuple[int, Question]]


@lru_cache(64)
def samples(layout_key: str) -> tuple[tuple[int, _Round], ...]:
    """Rounds of a game with all their decisions, by seed."""
    layout = Layout.from_plain(json.loads(layout_key))
    return tuple((seed, _play(layout, seed, {})) for seed in range(SAMPLES))


def asked_in(layout: Layout) -> list[Question]:
    """What a game asks on how many cards: a question of each kind, those on the fewest cards first."""
    found: dict[tuple[int, int], Question] = {}
    for _, played in samples(_key(layout)):
        for _, question in played.asked:
            found.setdefault(question.pattern, question)
    return [found[pattern] for pattern in sorted(found, key=lambda pattern: (sum(pattern), pattern))]


def analyse(layout: Layout, own: str, shown: str = "") -> list[Answered]:
    """What could be chosen with these cards, the best of it, and what each choice is worth, for each unit wagered.

    `ValueError` where the cards are none, or where no round of the game asks anything on them.

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
        kinds = " or ".join(f"{a} of one's own and {b} open" for a, b in (one.pattern for one in asked_in(layout)))
        raise ValueError(
            f"{layout.rules.game.id} asks nothing on {len(mine)} cards of one's own and {len(open_)} open; on {kinds}"
        )
    return found


RANKS = "AKQJT98765432"


def starting_hands(layout: Layout) -> list[list[tuple[str, str]]]:
    """What to do with each of the 169 first hands of a hold 'em game, as rows of (hand, choice): pairs on the diagonal,
    one suit above it. Nothing for a game that asks nothing on two cards alone, or has a joker among them.
    """
    question = next((one for one in asked_in(layout) if one.pattern == (2, 0)), None)
    later = any(one.pattern[0] == 2 and one.pattern[1] > 1 for one in asked_in(layout))
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
    """The questions that rounds ask on these very cards."""
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], Question] = {}
    met = 0
    for seed, places in _places(layout, own, shown):
        every = [one for _, one in _play(layout, seed, places).asked]
        asked = [one for one in every if (sorted(one.own), sorted(one.shown)) == (sorted(own), sorted(shown))]
        met += bool(asked)
        for one in asked:
            found.setdefault((one.choices, one.before), one)
        if met >= ENOUGH:
            break
    return list(found.values())


def _places(layout: Layout, own: tuple[Card, ...], shown: tuple[Card, ...]) -> Iterator[tuple[int, dict[int, Card]]]:
    """Rounds that ask on as many cards, each with the draws at which these cards come."""
    rounds = samples(_key(layout))
    for turn in range(TRIES // SAMPLES + 1):
        for seed, played in rounds if not turn else ((turn * SAMPLES + at, None) for at in range(SAMPLES)):
            known = played or _play(layout, seed, {})
            for count, question in known.asked:
                if question.pattern != (len(own), len(shown)):
                    continue
                drawn = known.drawn[:count]
                if len(set(drawn)) < len(drawn):
                    continue  # in a shoe two cards may be alike: then nobody knows which is whose
                yield (
                    seed,
                    {
                        drawn.index(was): now
                        for was, now in zip((*question.own, *question.shown), (*own, *shown), strict=True)
                    },
                )
                break


class _Placed(SeededSource):
    """Chance by a seed, but for cards that must come at certain draws; none of those comes at another."""

    def __init__(self, seed: int, places: Mapping[int, Card]) -> None:
        super().__init__(seed)
        self.places, self.given, self.drawn = places, set(places.values()), list[Card]()
        self.left: Sequence[int] = ()

    def card(self, shoe_id: str) -> Card:
        wanted = self.places.get(len(self.drawn))
        card = wanted or super().card(shoe_id)
        if wanted is None and (card in self.given or not self.left[card.index]):
            card = next(one for one in CARDS if one not in self.given and self.left[one.index])
        if not self.left[card.index]:
            raise _NotThere
        self.drawn.append(card)
        return card


class _NotThere(Exception):
    """A card that is asked about is not in the shoe any more."""


def _play(layout: Layout, seed: int, places: Mapping[int, Card]) -> _Round:
    """One round by one position, at random, with these cards at these draws."""
    source = _Placed(seed, places)
    played = _Round(source.drawn, [])
    dealer = Dealer(game_on(layout), source)
    dealer.act(SEAT, Action("sit", amount=CHIPS, name="Somebody"))
    bot: Answering = RandomBot(seed, SEAT, restless=0, wanders=False)
    if BANK in layout.wagers:  # who plays a bank wants another to play against
        dealer.act(SEAT + 1, Action("sit", amount=CHIPS, name="Another"))
        bot = _against_each_other(bot, SEAT + seed % 2)
    with suppress(_NotThere):
        while dealer.state.rounds == 0:
            ask = dealer.ask
            if isinstance(ask, AskCard):
                source.left = ask.composition
            elif isinstance(ask, AskDecision) and ask.position == SEAT:
                own, shown = dealer.game.known(ask.state, ask)
                if own or shown:
                    before = dealer.game.before(ask.state, ask)
                    choices = dealer.game.lawful_choices(ask.state, ask)
                    played.asked.append((len(played.drawn), Question(own, shown, choices, before)))
            dealer.next(bot)
    return played


def _against_each_other(bot: Answering, banker: int) -> Answering:
    """Two of whom this one has the bank, and the other covers it; the rest is as the bot likes."""

    def answer(dealer: Dealer, ask: Ask) -> Reply:
        if isinstance(ask, AskWagers):
            return None
        costs = dealer.game.means(ask.state, ask) if isinstance(ask, AskDecision) else {}
        if isinstance(ask, AskDecision) and costs:
            passes = BANK in costs and ask.position != banker
            return dealer.game.default(ask.state, ask) if passes else next(iter(costs))
        return bot(dealer, ask)

    return answer


def _key(layout: Layout) -> str:
    return json.dumps(layout.plain(), sort_keys=True)
