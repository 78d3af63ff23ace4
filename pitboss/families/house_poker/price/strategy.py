"""Strategies as objects: what to do with these cards, said in a few lines, and what a simpler one would cost.

Each machine (`stud`, `ladder`, `flops`, `boards`) finds the best decision for every class of deals. A `Strategy`
holds those decisions. `decide` looks one up, `summary` says them in words that are made from the decisions
themselves, and `cost` plays another strategy over all deals: a rule of thumb that the game names, or one that you
write, such as "raise with A-K-J-8-3 or better", "always", or a file (`wording`). Costs are exact, by the unit that the
game's price is measured by. `played` gives such another strategy whole, as decisions for every class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import CARDS, Card, Rank, cards, distinct
from pitboss.families.house_poker.price import boards, flops, ladder, stud, wording
from pitboss.families.house_poker.price.tally import Net, Tally
from pitboss.families.house_poker.price.wording import reaching
from pitboss.hands import SHOWING, Category, Order
from pitboss.hands.fast import categories, evaluate_batch
from pitboss.hands.words import plural
from pitboss.pricing.deals import DECK, RENAMINGS, Cards, all_sets, as_cards, classes, place_of, to_representative
from pitboss.pricing.progress import Progress

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Given = str | Iterable[Card]
Staying = Callable[[Cards], Flags]
"""By rows of known cards, where to take the last of the choices rather than the first."""
Ends = Tally | Callable[[], Tally]
"""How all deals end, or how to count that when somebody asks."""


@dataclass(frozen=True)
class Simple:
    """A strategy that a person can keep in mind.

    Where one may stay in by several choices, `rule` may have one for each, by its name; the dearest taken counts.
    """

    name: str
    says: str
    rule: Any


@dataclass(frozen=True)
class AfterChoices:
    """A rule that looks at what was chosen before as well: by rows of known cards the number of the choice to take."""

    taken: Callable[[Cards, str], NDArray[Any]]


@dataclass(frozen=True)
class AgainstShown:
    """A rule that looks at the dealer's card as well: by rows of own cards, and the card that he shows."""

    stays: Callable[[Cards, int], Flags]


class Strategy(ABC):
    """The best way to play a game under one configuration."""

    net: Net
    simpler: tuple[Simple, ...]
    _ends: Ends

    @cached_property
    def tally(self) -> Tally:
        """How all deals end."""
        return self._ends() if callable(self._ends) else self._ends

    @abstractmethod
    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        """The best choice with these cards of one's own, and these that all can see.

        `before` is what was chosen before in this round, where that matters ("bet_3x, bet_1x").
        """

    @abstractmethod
    def summary(self) -> tuple[str, ...]:
        """The strategy in a few lines."""

    @abstractmethod
    def play(self, other: str | Simple) -> Tally:
        """How all deals end under another strategy."""

    @abstractmethod
    def played(self, other: str | Simple) -> Strategy:
        """Another strategy whole, as decisions for every class of deals."""

    @property
    def house_edge(self) -> Fraction:
        return -self.tally.mean(self.net)

    def cost(self, other: str | Simple) -> Fraction:
        """How much more another strategy loses than this one."""
        return -self.play(other).mean(self.net) - self.house_edge

    def named(self, name: str) -> Simple | None:
        """The simpler strategy of this name."""
        return next((simple for simple in self.simpler if simple.name.lower() == name.strip().lower()), None)

    def plain(self) -> dict[str, Any]:
        """As plain data, for a report."""
        costs = [(simple, self.cost(simple)) for simple in self.simpler]
        return {
            "summary": list(self.summary()),
            "simpler": [
                {
                    "name": simple.name,
                    "says": simple.says,
                    "house_edge": float(self.house_edge + cost),
                    "cost": float(cost),
                    "cost_exact": str(cost),
                }
                for simple, cost in costs
            ],
        }


def read(given: Given, number: int | Sequence[int], what: str, jokers: int = 0) -> Cards:
    """So many different cards, as indices from the lowest up; jokers, if there are any in the deck, after the 52."""
    found = cards(given) if isinstance(given, str) else tuple(given)
    natural = distinct(card for card in found if not card.is_joker)
    wild = len(found) - len(natural)
    numbers = [number] if isinstance(number, int) else list(number)
    if len(found) not in numbers or wild > jokers:
        wanted = " or ".join(map(str, numbers))
        deck = f"{DECK + jokers}, {jokers} of them jokers" if jokers else "52"
        raise ValueError(f"{' '.join(map(str, found)) or 'no cards'}: {what} wants {wanted} cards of the {deck}")
    return np.sort(np.array([*(card.index for card in natural), *range(DECK, DECK + wild)], np.uint8))


def apart(*groups: Cards) -> None:
    """No card in two places."""
    distinct(CARDS[card] for group in groups for card in group if card < DECK)


def at_least(strength: int, order: Order) -> Staying:
    return lambda hands: np.asarray(evaluate_batch(np.ascontiguousarray(hands), order) >= strength)


def rule_of(strategy: Strategy, other: str | Simple, order: Order) -> Any:
    """The rule of a simpler strategy: one that is named, or "... with such a hand or better"."""
    simple = strategy.named(other) if isinstance(other, str) else other
    rule = str(other) if simple is None else simple.rule
    if not isinstance(rule, str):
        return rule
    try:
        return at_least(reaching(rule, order), order)
    except ValueError:
        named = ", ".join(simple.name for simple in strategy.simpler)
        said = 'or say "always", "never" or a hand, like "pair of jacks or better"; or give a .toml file'
        raise ValueError(f"no strategy {rule!r}: name one of {named}; {said}") from None


def percent(share: Fraction | float) -> str:
    return f"{float(share):.1%}"


# ---- Own cards against the dealer's


class StudStrategy(Strategy):
    def __init__(self, game: stud.StudGame, decisions: Bytes, tally: Ends, simpler: tuple[Simple, ...] = ()) -> None:
        self.game, self.decisions, self._ends, self.simpler, self.net = game, decisions, tally, simpler, game.net

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        held = read(own, self.game.cards, "the player's hand", self.game.jokers)
        up = read(shown, self.game.shown, "what the dealer shows")
        apart(held, up)
        known = self.game.known
        if not self.game.shown:
            return self.game.ends[int(self.decisions[known.find(held), 0])]
        renaming = to_representative(self.game.cards)[place_of(held)]
        column = RENAMINGS[renaming, up[0]]
        return self.game.ends[int(self.decisions[known.find(held), column])]

    def play(self, other: str | Simple) -> Tally:
        return self.played(other).tally

    def played(self, other: str | Simple) -> StudStrategy:
        """Another strategy, for every class of hands."""
        decisions = self._decisions(other)
        return StudStrategy(self.game, decisions, lambda: stud.play(self.game, decisions), self.simpler)

    def _decisions(self, other: str | Simple) -> Bytes:
        ends = self.game.ends
        if isinstance(other, str) and wording.is_file(other):
            found = np.zeros(self.decisions.shape, np.uint8)
            for number, end in enumerate(ends[1:], 1):
                listed = wording.read(other, {self.game.cards: end}, also=ends[1:])
                found[listed.stays(self.game.cards, self.game.order, bool(self.game.shown))] = number
            return found
        rule = rule_of(self, other, self.game.order)
        tiers = rule if isinstance(rule, Mapping) else {ends[-1]: rule}
        found = np.zeros(self.decisions.shape, np.uint8)
        for number, end in enumerate(ends):
            if end in tiers:
                found[self._taken(tiers[end])] = number
        return found

    def _taken(self, rule: Any) -> Flags:
        """With which hands, against which cards, a rule takes its choice."""
        hands = as_cards(self.game.known.representatives)
        if isinstance(rule, AgainstShown):
            columns = range(self.decisions.shape[1])
            return np.stack([rule.stays(hands, column) for column in columns], axis=1)
        stays: Staying = at_least(reaching(rule, self.game.order), self.game.order) if isinstance(rule, str) else rule
        return np.repeat(stays(hands)[:, None], self.decisions.shape[1], axis=1)

    def summary(self) -> tuple[str, ...]:
        """Where each choice that is ever taken begins, the dearest first."""
        taken = [number for number in range(len(self.game.ends)) if (self._live & (self.decisions == number)).any()]
        lines: list[str] = []
        for below, number in reversed(list(pairwise([0, *taken] if taken[0] else taken))):
            lines += self._begins(number, *(self.game.ends[end].replace("_", " ") for end in (number, below)))
        return tuple(lines)

    @cached_property
    def _live(self) -> Flags:
        """The cards that the dealer may show against each hand."""
        live = np.ones(self.decisions.shape, np.bool_)
        if self.game.shown:
            np.put_along_axis(live, classes(self.game.cards).representatives.astype(np.int64), False, axis=1)
        return live

    def _begins(self, number: int, stay: str, fold: str) -> list[str]:
        """From which hands on a choice, or a dearer one, is taken."""
        order = self.game.order
        hands = self.game.known
        strengths = self.game.ranked(hands.representatives)
        live = self._live.astype(np.int64)
        stays = (self.decisions >= number).astype(np.int64)
        staying, all_ = (stays * live).sum(axis=1), live.sum(axis=1)
        sometimes_not = strengths[staying < all_]
        always = int(sometimes_not.max()) + 1 if len(sometimes_not) else 1
        sometimes = strengths[staying > 0]
        least = int(sometimes.min()) if len(sometimes) else len(order.ladder) + 1
        if always <= least:
            return [f"{stay} with {say(order, always)} or better, {fold} with less"]
        lines = [
            f"{stay} with {say(order, always)} or better, whatever the dealer shows",
            f"{fold} with less than {say(order, least)}",
        ]
        between = (strengths >= least) & (strengths < always)
        weights = hands.weights[between]
        done = int((staying[between] * weights).sum())
        lines.append(
            f"between them it depends on the cards: {stay} with {percent(done / int((all_[between] * weights).sum()))}"
        )
        if self.game.shown:
            by_rank = []
            for rank in reversed(Rank):
                columns = slice(4 * (rank - 2), 4 * (rank - 1))
                there = (live[between, columns].sum(axis=1) * weights).sum()
                these = ((stays * live)[between, columns].sum(axis=1) * weights).sum()
                by_rank.append(f"{rank.letter} {percent(int(these) / int(there))}")
            lines.append(f"of these {stay} when the dealer shows: {', '.join(by_rank)}")
        return lines


def say(order: Order, strength: int) -> str:
    """A hand as a person names it in a rule.

    >>> from pitboss.hands import FIVE_CARD
    >>> from pitboss.families.house_poker.price.rows import floor
    >>> say(FIVE_CARD, floor(FIVE_CARD, "A-K-J-8-3")), say(FIVE_CARD, floor(FIVE_CARD, "pair"))
    ('A-K-J-8-3', 'a pair')
    """
    grade = order.at(strength)
    if grade.category is Category.HIGH_CARD:
        return "-".join(Rank(rank).letter for rank in grade.ranks)
    if grade.category is not order.category(max(strength - 1, 1)):
        return f"a {grade.category}" if strength > 1 else "anything"
    return order.describe(strength, full=True)


# ---- Three own cards and a flop


class FlopStrategy(Strategy):
    def __init__(
        self,
        game: flops.FlopGame,
        decisions: Bytes,
        tally: Ends,
        order: Order,
        simpler: tuple[Simple, ...] = (),
    ) -> None:
        self.game, self.decisions, self._ends, self.simpler, self.net = game, decisions, tally, simpler, game.net
        self.order = order

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        held = read(own, flops.OWN, "the player's hand")
        return self.game.ends[int(self.decisions[classes(flops.OWN).find(held)])]

    def play(self, other: str | Simple) -> Tally:
        return self.played(other).tally

    def played(self, other: str | Simple) -> FlopStrategy:
        """Another strategy, for every class of hands."""
        if isinstance(other, str) and wording.is_file(other):
            stays = wording.read(other, {flops.OWN: self.game.ends[-1]}).stays(flops.OWN, self.order)[:, 0]
        else:
            stays = rule_of(self, other, self.order)(classes(flops.OWN).representatives)
        decisions = ((len(self.game.ends) - 1) * stays).astype(np.uint8)
        return FlopStrategy(self.game, decisions, lambda: flops.play(self.game, decisions), self.order, self.simpler)

    def summary(self) -> tuple[str, ...]:
        stays = self.decisions == len(self.game.ends) - 1
        return described(flops.OWN, stays.astype(np.uint8), (self.game.ends[0], self.game.ends[-1]))


# ---- Cards that come one by one


class LadderStrategy(Strategy):
    def __init__(
        self,
        game: ladder.LadderGame,
        decisions: ladder.Decisions,
        tally: Ends,
        simpler: tuple[Simple, ...] = (),
    ) -> None:
        self.game, self.decisions, self._ends, self.simpler, self.net = game, decisions, tally, simpler, game.net

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        streets = {street.known: street for street in self.game.streets}
        seen = cards(shown) if isinstance(shown, str) else tuple(shown)
        mine = cards(own) if isinstance(own, str) else tuple(own)
        held = read((*mine, *seen), tuple(streets), "a decision")
        street = streets[len(held)]
        at = self.state(street, before)
        return list(street.choices[at])[int(self.decisions[len(held), at][classes(len(held)).find(held)])]

    def state(self, street: ladder.Street, before: str) -> str:
        """The state at a street after what was chosen before; the first that there is, if nothing is said."""
        at = before or next(iter(street.choices))
        if at not in street.choices:
            raise ValueError(f"no state {at!r} with {street.known} cards known; there are: {'; '.join(street.choices)}")
        return at

    @cached_property
    def values(self) -> ladder.Values:
        """What every choice is worth, if all that follows is decided best."""
        return ladder.values(self.game)

    def play(self, other: str | Simple) -> Tally:
        return self.played(other).tally

    def played(self, other: str | Simple) -> LadderStrategy:
        """Another strategy, for every class of known cards."""
        found: ladder.Decisions = {}
        for street in self.game.streets:
            for state, choices in street.choices.items():
                taken = self._taken(other, street.known, state)
                # A rule that says yes or no takes the last of the choices or the first.
                last = len(choices) - 1 if taken.dtype == np.bool_ else 1
                found[street.known, state] = (last * taken).astype(np.uint8)
        return LadderStrategy(self.game, found, lambda: ladder.play(self.game, found), self.simpler)

    def _taken(self, other: str | Simple, known: int, state: str) -> NDArray[Any]:
        """With which cards another strategy takes the last of the choices, or the number of the choice that it takes.

        The rule of a `Simple` may be one for each number of known cards, and look at what was chosen before.
        """
        order = SHOWING[known - 1]
        if isinstance(other, str) and wording.is_file(other):
            last = {street.known: list(next(iter(street.choices.values())))[-1] for street in self.game.streets}
            return wording.read(other, last).stays(known, order)[:, 0]
        rule = rule_of(self, other, order)
        found = rule[known] if isinstance(rule, Mapping) else rule
        hands = classes(known).representatives
        return np.asarray(found.taken(hands, state) if isinstance(found, AfterChoices) else found(hands))

    def summary(self) -> tuple[str, ...]:
        lines: list[str] = []
        reached = set(self.game.streets[0].choices)
        for street in self.game.streets:
            found: dict[tuple[str, ...], list[str]] = {}
            for state, choices in street.choices.items():
                if state not in reached:
                    continue
                to = list(choices.values())
                reached |= {to[number] for number in np.unique(self.decisions[street.known, state])}
                said = described(street.known, self.decisions[street.known, state], list(choices))
                found.setdefault(said, []).append(state)
            for said, states in found.items():
                before = f", after {' or '.join(states).replace('_', ' ')}" if len(found) > 1 else ""
                lines += [f"with {street.known} cards known{before}: {line}" for line in said]
        return tuple(lines)


FEW = 60
"""How many single hands a line of a summary names."""


def described(known: int, taken: NDArray[Any], choices: Sequence[str], asked: Flags | None = None) -> tuple[str, ...]:
    """With which sets of so many cards each choice is taken, the dearest first; the first with all else.

    `asked` are those with which anything is decided, if not all.
    """
    words = [choice.replace("_", " ") for choice in choices]
    lines = [
        line
        for number in range(len(choices) - 1, 0, -1)
        for line in _described(known, np.asarray(taken == number), words[number], asked)
    ]
    return (*lines, f"{words[0]} with all else")


def _described(known: int, stays: Flags, on: str, asked: Flags | None = None) -> list[str]:
    """Which sets of so many cards are played so, by what they hold: whole kinds by name, and of the rest how many."""
    held = classes(known)
    kinds: dict[str, list[int]] = {}
    for number, label in enumerate(labels(known)):
        if asked is None or asked[number]:
            kinds.setdefault(label, []).append(number)
    always, parts = [], []
    for label, members in kinds.items():
        weights = held.weights[members]
        chosen = int(weights[stays[members]].sum())
        if chosen == int(weights.sum()):
            always.append(label)
        elif chosen:
            most = 2 * chosen > int(weights.sum())
            named = _named(held.representatives[[number for number in members if stays[number] != most]])
            few = named if len(named) <= FEW else [*named[:FEW], f"and {len(named) - FEW} more"]
            which = "all but" if most else "these"
            parts.append(f"{label}, {percent(chosen / int(weights.sum()))} of them, {which}: {' '.join(few)}")
    pairs = [label for label in (f"pair of {plural(rank)}" for rank in Rank) if label in always]
    if len(pairs) > 1 and pairs[-1] == f"pair of {plural(Rank.ACE)}" and len(pairs) == 15 - _PAIRS[pairs[0]]:
        always = [f"{pairs[0]} or better", *(label for label in always if label not in pairs)]
    lines = [f"{on} always with: {'; '.join(always)}"] if always else []
    return lines + [f"{on} with some of: {part}" for part in parts]


_PAIRS = {f"pair of {plural(rank)}": int(rank) for rank in Rank}


def labels(known: int) -> list[str]:
    """What a person calls a set of cards that is no whole hand yet."""
    order = SHOWING[known - 1]
    hands = classes(known).representatives
    grades = [order.at(int(strength)) for strength in evaluate_batch(hands, order)]
    labels = []
    for hand, grade in zip(hands, grades, strict=True):
        ranks = sorted({int(card) >> 2 for card in hand})
        suited = len({int(card) & 3 for card in hand}) == 1
        if grade.category is not Category.HIGH_CARD:
            labels.append(order.say(grade) if grade.category is Category.PAIR else str(grade.category))
        elif suited:
            spread = min(ranks[-1] - ranks[0], max((-1 if rank == 12 else rank) for rank in ranks) + 1)
            wheel = 12 in ranks and spread < 5 <= ranks[-1] - ranks[0]
            kind = "straight flush" if wheel or ranks[-1] - ranks[0] < 5 else "flush"
            labels.append(f"{known} to a {kind}")
        elif len(ranks) == known and ranks[-1] - ranks[0] == known - 1 and ranks[-1] < 12:
            labels.append(f"{known} in a row")
        else:
            labels.append(f"{known} others")
    return labels


def _named(hands: Cards) -> list[str]:
    """Sets of cards by their ranks, the highest first, each named once."""
    named = ("".join(Rank(2 + (int(card) >> 2)).letter for card in hand[::-1]) for hand in hands[::-1])
    return list(dict.fromkeys(named))


# ---- Hold 'em


@dataclass(frozen=True)
class BoardRule:
    """A rule of thumb for hold 'em: which holdings are raised before the flop (the dearest end), which hands at the
    flop, and how the last decision is made."""

    preflop: Staying
    flop: Callable[[Cards, Cards], Flags]
    last: boards.LastRule


class BoardStrategy(Strategy):
    def __init__(
        self,
        game: boards.BoardGame,
        decisions: boards.Decisions | Callable[[], boards.Decisions],
        tally: Ends,
        names: Mapping[str, str],
        simpler: tuple[Simple, ...] = (),
        progress: Progress | None = None,
        last: boards.LastRule = boards.BEST,
        early: Callable[[], boards.Amounts] | None = None,
    ) -> None:
        """`names` are what the ends are called as choices; "" is going on. `progress` hears of other strategies that
        are played out. `last` is how the last decision is made. `early` finds what the choices before the flop are
        worth (see `boards.Values`), for a strategy that decides by that."""
        self.game, self._decided, self._ends, self.simpler, self.net = game, decisions, tally, simpler, game.net
        self.names, self._progress, self.last, self._early = names, progress, last, early

    @cached_property
    def decisions(self) -> boards.Decisions:
        """What is decided before the flop and at the flop."""
        return self._decided() if callable(self._decided) else self._decided

    @cached_property
    def early(self) -> boards.Amounts | None:
        """What the choices before the flop are worth, where that is known."""
        return self._early() if self._early is not None else None

    def decide(self, own: Given, shown: Given = (), before: str = "") -> str:
        held, board = read(own, 2, "the player's hand"), read(shown, (0, 3, 5), "the board")
        apart(held, board)
        if len(board) == 5:
            return self.names[boards.last_end(self.game, held, board, self.last)]
        if len(board) == 3:
            place = place_of(board)
            renamed = np.sort(RENAMINGS[to_representative(3)[place]][held])
            found = self.decisions.flop[classes(3).class_of[place], place_of(renamed)]
        else:
            found = self.decisions.preflop[place_of(held)]
        return self.names["" if found == boards.GOES_ON else self.game.ends[found]]

    def play(self, other: str | Simple) -> Tally:
        return self.played(other).tally

    def played(self, other: str | Simple) -> BoardStrategy:
        """Another strategy: before the flop and at the flop for every holding, and how it decides at last."""
        game = self.game
        by_file = isinstance(other, str) and wording.is_file(other)
        early, at_flop, last = self._listed(str(other)) if by_file else self._by(other)
        preflop = np.where(early, game.ends.index(game.preflop[-1]), boards.GOES_ON).astype(np.uint8)
        flop = np.where(at_flop, game.ends.index(game.flop[-1]), boards.GOES_ON).astype(np.uint8)
        decisions = boards.Decisions(preflop, flop)

        def tally() -> Tally:
            return boards.play(game, decisions, last, progress=self._progress)[0]

        return BoardStrategy(game, decisions, tally, self.names, self.simpler, self._progress, last)

    def _by(self, other: str | Simple) -> tuple[Flags, Flags, boards.LastRule]:
        """Which holdings a rule raises before the flop, which it does with each flop, and how it decides at last."""
        rule = self._rule(other)
        at_flop = np.zeros((boards.FLOPS, boards.HOLDINGS), np.bool_)
        for some, apart_, own, flop in boards.holdings_by_flop():
            at_flop[some][apart_] = rule.flop(own, flop)
        return rule.preflop(all_sets(2)), at_flop, rule.last

    def _rule(self, other: str | Simple) -> BoardRule:
        """A rule that is named; or one in words, by the best hand in the cards that are known."""
        order = self.game.rows.order
        early = rule_of(self, other, SHOWING[1])
        if isinstance(early, BoardRule):
            return early
        reached: Staying = rule_of(self, other, order)
        last = boards.LastRule(by_worth=False, least=reaching(str(other), order))
        return BoardRule(early, lambda own, flop: reached(np.concatenate([own, flop], axis=1)), last)

    def _listed(self, other: str) -> tuple[Flags, Flags, boards.LastRule]:
        """The same, as a file lists it."""
        game = self.game
        listed = wording.read(other, {2: game.preflop[-1], 5: game.flop[-1], 7: game.river[-1]})
        early = listed.stays(2, SHOWING[1])[:, 0][classes(2).class_of]
        return early, listed.at_flop(5, game.rows.order), listed.at_last(7, game.rows.order)

    def summary(self) -> tuple[str, ...]:
        lines = [self._chart(end) for end in reversed(self.game.preflop)]
        lines = [line for line in lines if line]
        lines.append(f"before the flop {self.names['']} with all else")
        lines += self._at_flop()
        river = self.game.river
        share = {end: self._share(end) for end in river}
        whole = sum(share.values(), Fraction())
        said = ", ".join(f"{self.names[end]} {percent(share[end] / whole)}" for end in reversed(river) if whole)
        lines.append(f"at the end, of what is left: {said}; ask for the decision of a hand by its cards")
        return tuple(lines)

    def _share(self, end: str) -> Fraction:
        return self.tally.share(lambda found, _row, _result: found == end)

    def _chart(self, end: str) -> str:
        """Holdings by pairs, suited and not, from the lowest second card up."""
        number = self.game.ends.index(end)
        said = spans(lambda place: bool(self.decisions.preflop[place] == number))
        return f"before the flop {self.names[end]} with {said}" if said else ""

    def _at_flop(self) -> list[str]:
        """How often each kind of hand is raised at the flop, of those that are not raised before it."""
        goes_on = self.decisions.preflop == boards.GOES_ON
        raised = self.decisions.flop != boards.GOES_ON
        name = self.names[self.game.flop[-1]]
        return [f"at the flop {name}: {kinds_said(3, raised, goes_on, self.game.rows.order)}"]


def kinds_said(number: int, taken: Flags, there: Flags, order: Order) -> str:
    """How often each kind of hand takes a choice beside so many cards, of the holdings that are still there."""
    kinds = [*map(str, order.categories), "pair on the board"]
    seen, chosen = boards.kinds_beside(number, taken, there, categories(order), kinds.index(str(Category.PAIR)))
    return ", ".join(f"{kind} {percent(chosen[at] / seen[at])}" for at, kind in enumerate(kinds) if seen[at])


def spans(holds: Callable[[int], bool]) -> str:
    """The holdings for which something is so, by their places: pairs, suited and offsuit, each from where up.

    >>> spans(lambda place: place >= 1_150), spans(lambda place: False)
    ('pairs A; suited A8+; offsuit A8+', '')
    """
    pairs: set[Rank] = set()
    suited: dict[Rank, set[Rank]] = {}
    offsuit: dict[Rank, set[Rank]] = {}
    for hand in classes(2).representatives[::-1]:
        if not holds(place_of(hand)):
            continue
        low, high = (Rank(2 + (int(card) >> 2)) for card in hand)
        if low == high:
            pairs.add(low)
        else:
            kind = suited if int(hand[0]) & 3 == int(hand[1]) & 3 else offsuit
            kind.setdefault(high, set()).add(low)
    said = [f"pairs {_spans(pairs, Rank.ACE)}"] if pairs else []
    for name, found in (("suited", suited), ("offsuit", offsuit)):
        of = [f"{high.letter}{_spans(lows, Rank(high - 1))}" for high, lows in sorted(found.items(), reverse=True)]
        said += [f"{name} {' '.join(of)}"] if of else []
    return "; ".join(said)


def _spans(lows: set[Rank], top: Rank) -> str:
    """
    >>> _spans({Rank.TEN, Rank.JACK}, Rank.JACK), _spans({Rank.FIVE}, Rank.KING)
    ('T+', '5')
    """
    least = min(lows)
    if lows == {Rank(rank) for rank in range(least, top + 1)}:
        return f"{least.letter}+" if least != top else least.letter
    return "/".join(rank.letter for rank in sorted(lows, reverse=True))
