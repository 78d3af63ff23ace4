"""The results of every way to draw: all six-card sequences of the shoe, by the decisions in them.

The key idea: two cards to each hand and the two that follow, used or not, are one table of 10,000 counts. Every way to
draw reads its wins and losses off that table, so one count serves all of them, as well as the best responses and the
mixed solution. The same works for cards drawn with replacement, as the theory of the game assumes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from pitboss.chapter.layout import Layout
from pitboss.families.baccarat.coup import NO_CARD, Rules
from pitboss.families.baccarat.price import pairs_of_hands
from pitboss.pricing.duel import Duel, Line, solve

Cell = tuple[int, int]
"""What the banker knows: the count of his two cards, and the value of the Player's third card."""
Number = int | Fraction
Counts = list[list[list[list[int]]]]
"""The number of sequences by the counts of the two hands and the values of the next two cards."""

ON_5, ON_3_9, ON_5_4 = "player_on_5", "banker_option_3_9", "banker_option_5_4"
NAMED: Mapping[str, Cell] = {ON_3_9: (3, 9), ON_5_4: (5, 4)}
"""The banker's optional counts by name."""


@dataclass(frozen=True, slots=True)
class Ends:
    """The number of sequences that each hand wins."""

    banker: Number = 0
    player: Number = 0
    tie: Number = 0

    @property
    def net(self) -> Fraction:
        """The bank's expected gain before vigorish."""
        return Fraction(self.banker - self.player)

    @property
    def all(self) -> Number:
        return self.banker + self.player + self.tie

    def __add__(self, other: Ends) -> Ends:
        return Ends(self.banker + other.banker, self.player + other.player, self.tie + other.tie)

    def times(self, share: Number) -> Ends:
        return Ends(self.banker * share, self.player * share, self.tie * share)


NOTHING = Ends()


@dataclass(frozen=True, slots=True)
class Drawing:
    """A way to draw: how often each side draws when the choice is free."""

    on_5: Fraction
    banker: Mapping[Cell, Fraction]


def count_sequences(cards: Sequence[int], rules: Rules) -> Counts:
    """The table for a shoe with these counts of card values."""
    size = range(rules.modulus)
    counts = [[[[0 for _ in size] for _ in size] for _ in size] for _ in size]
    for (player, banker), lasts in pairs_of_hands(cards, rules.modulus):
        for third, row in enumerate(lasts):
            counts[player][banker][third] = row
    return counts


def counts_with_replacement(shares: Sequence[int]) -> Counts:
    """The table for cards drawn with replacement; `shares` are the numbers of cards of each value in a deck."""
    size = range(len(shares))
    two = [sum(shares[one] * shares[(count - one) % len(shares)] for one in size) for count in size]
    return [[[[two[p] * two[b] * shares[t] * shares[s] for s in size] for t in size] for b in size] for p in size]


class SequenceCounts:
    """All sequences of a shoe, sorted by the decisions of the Player and the banker."""

    def __init__(self, layout: Layout, rules: Rules, counts: Counts) -> None:
        self.rules = rules
        self.optional = frozenset(layout.fact("player_option"))
        free = layout.option("banker_draw_rule") == "free"
        cells = product(range(min(rules.naturals)), [*range(rules.modulus), NO_CARD])
        self.cells: tuple[Cell, ...] = tuple(cells)
        """All situations in which the banker may decide."""
        self.options = frozenset(self.cells) if free else rules.banker_options
        """The situations in which the banker has a free choice."""
        self.sure = NOTHING
        """The sequences with a natural."""
        self.obliged = {(cell, draws): NOTHING for cell in self.cells for draws in (True, False)}
        self.on_5 = dict(self.obliged)
        """The results of each of the banker's answers, without and with a choice for the Player."""
        for player, banker in product(range(rules.modulus), repeat=2):
            self._sort(player, banker, counts[player][banker])
        self.all = self.sure.all + sum(
            self.obliged[cell, True].all + self.on_5[cell, True].all for cell in self.cells if cell[1] != NO_CARD
        )
        self.all += sum(self.obliged[cell, True].all for cell in self.cells if cell[1] == NO_CARD)

    def _sort(self, player: int, banker: int, counts: list[list[int]]) -> None:
        """Sort the sequences with two first counts by what the banker then sees."""
        rules, every = self.rules, sum(map(sum, counts))
        if player in rules.naturals or banker in rules.naturals:
            self.sure += self._ended(player, banker, every)
            return
        kept = self.on_5 if player in self.optional else self.obliged
        if player in self.optional or not rules.player_draws[player]:
            cell = banker, NO_CARD
            kept[cell, False] += self._ended(player, banker, every)
            for third, row in enumerate(counts):
                kept[cell, True] += self._ended(player, banker + third, sum(row))
        if player in self.optional or rules.player_draws[player]:
            for third, row in enumerate(counts):
                kept[(banker, third), False] += self._ended(player + third, banker, sum(row))
                for last, ways in enumerate(row):
                    kept[(banker, third), True] += self._ended(player + third, banker + last, ways)

    def _ended(self, player: int, banker: int, ways: int) -> Ends:
        player, banker = player % self.rules.modulus, banker % self.rules.modulus
        return Ends(ways * (banker > player), ways * (player > banker), ways * (banker == player))

    # ---- The results of a way to draw

    def draws(self, cell: Cell, way: Drawing) -> Fraction:
        """How often the banker draws: as in `way` if the choice is free, otherwise as in the table."""
        if cell in way.banker and cell in self.options:
            return way.banker[cell]
        return Fraction(self.rules.banker_draws[cell] or cell in self.rules.banker_options)

    def ends(self, way: Drawing) -> Ends:
        """The number of sequences that each hand wins."""
        found = self.sure
        for cell in self.cells:
            seen, draws = self._weighted(cell, way.on_5), self.draws(cell, way)
            found += seen[True].times(draws) + seen[False].times(1 - draws)
        return found

    def _weighted(self, cell: Cell, on_5: Fraction) -> dict[bool, Ends]:
        """The results of each of the banker's answers if the Player draws this often on 5."""
        share = 1 - on_5 if cell[1] == NO_CARD else on_5
        return {draws: self.obliged[cell, draws] + self.on_5[cell, draws].times(share) for draws in (True, False)}

    def best_answer(self, on_5: Fraction, keeps: Fraction = Fraction(1)) -> dict[Cell, Fraction]:
        """The banker's best choices, given the share of his wins that he keeps."""

        def brings(one: Ends) -> Fraction:
            return keeps * one.banker - one.player

        weighed = {cell: self._weighted(cell, on_5) for cell in self.options}
        return {cell: Fraction(brings(seen[True]) >= brings(seen[False])) for cell, seen in weighed.items()}

    def solution(self) -> Duel[Cell]:
        """The mixed solution per unit covered, before vigorish, so that one side gains what the other loses."""
        never, always = Fraction(0), Fraction(1)
        sure = Line(Fraction(self.sure.net, self.all), Fraction(self.sure.net, self.all))
        seen = {}
        for cell in self.cells:
            low, high = self._weighted(cell, never), self._weighted(cell, always)
            draw, stand = (Line(low[one].net / self.all, high[one].net / self.all) for one in (True, False))
            if cell in self.options:
                seen[cell] = (draw, stand)
                continue
            done = draw if self.rules.banker_draws[cell] else stand
            sure = Line(sure.never + done.never, sure.always + done.always)
        return solve(sure, seen)


def parse_drawing(hands: SequenceCounts, words: str | None, keeps: Fraction) -> Drawing:
    """Parse a way to draw: `player_on_5=stand banker_option_3_9=draw`, `banker=best`, or `optimal`."""
    draw = Fraction(1)
    if words is not None and words.strip() == "optimal":
        found = hands.solution()
        return Drawing(found.mix, found.answers)
    on_5, banker = draw, dict.fromkeys(NAMED.values(), draw)
    best = False
    for name, value in _assigned(words or ""):
        if name == "banker":
            best = value == "best"
        elif name == ON_5:
            on_5 = Fraction(value == "draw")
        else:
            banker[NAMED[name]] = Fraction(value == "draw")
    return Drawing(on_5, hands.best_answer(on_5, keeps) if best else banker)


def _assigned(words: str) -> Iterator[tuple[str, str]]:
    values = {ON_5: ("draw", "stand"), **dict.fromkeys(NAMED, ("draw", "stand")), "banker": ("best", "table")}
    for word in words.replace(",", " ").split():
        name, _, value = word.partition("=")
        if name not in values or value not in values[name]:
            there = ", ".join(f"{key}={'|'.join(said)}" for key, said in values.items())
            raise ValueError(f"unknown strategy {word!r}; use optimal, or any of {there}")
        yield name, value
