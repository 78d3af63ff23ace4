"""The exact price of chemin de fer, for the bank and a wager against it, under every way to draw and the optimal
solution. Except for the vigorish, one side gains what the other loses: the two edges, per unit covered, add up to the
vigorish. By the table, both draw wherever they may, which is each one's best answer to the other (a saddle point), and
the counts are those of punto banco for every number of decks. Where the banker's choice is free, the solution is mixed,
and prices are those of the solution. With replacement it is exactly that of Kemeny and Snell (1957; Ethier and Gamez
2013): the Player draws on 5 nine times in eleven, and a Banker with 6 draws 859 times in 2288 against a Player who
stands. The solution is that of the game without vigorish, in which only the two sides take part; the vigorish is then
computed for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.contract import Advice, ChoiceValues, Feature, Input, PriceInputs, Pricing
from pitboss.equipment import Card, cards
from pitboss.families.baccarat.coup import NO_CARD, Rules
from pitboss.families.baccarat.price import by_value, cards_in, vigorish_share
from pitboss.games.chemin_de_fer.drawing import (
    NAMED,
    ON_5,
    Cell,
    Drawing,
    Ends,
    SequenceCounts,
    count_sequences,
    parse_drawing,
)
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.duel import Duel
from pitboss.pricing.removal import VALUES, PricedShoeValues, ShoeValues
from pitboss.pricing.report import (
    Frequency,
    PriceReport,
    make_frequency,
    price_report,
    refuse_own_odds,
    wager_price,
)

BANK, BANCO, AGAINST = "bank", "banco", "against_bank"
DRAW, STAND = "draw", "stand"
LONGEST_BANK = 12
"""Banks that last up to this many rounds are listed one by one, longer ones together."""


def hands_of(layout: Layout, shoe: Sequence[int] | None = None) -> SequenceCounts:
    """All sequences of the shoe."""
    rules = Rules(layout)
    return SequenceCounts(layout, rules, count_sequences(by_value(cards_in(layout, shoe), rules), rules))


# ---- The best way to play, in words


@dataclass(frozen=True, slots=True)
class Way:
    """A way for the banker to draw that a player can remember."""

    name: str
    says: str


SIMPLER = tuple(
    Way(f"{name}={STAND}", f"the banker with {count} stands against {'an' if third == 8 else 'a'} {third}")
    for name, (count, third) in NAMED.items()
)


class BestDrawing:
    """How both sides draw best against each other, and the cost of any other way."""

    simpler: Sequence[Way] = SIMPLER

    def __init__(self, layout: Layout, shoe: Sequence[int] | None = None, stake: int | None = None) -> None:
        for kind in (BANK, BANCO, AGAINST):
            refuse_own_odds(layout, kind)
        self.layout = layout
        self.hands = hands_of(layout, shoe)
        self.vigorish, covered = vigorish_share(layout, stake)
        rounded = layout.option("vigorish_rounding") != "none"
        self.note = f"With the vigorish on {dollars(covered)} covered, rounded up." if rounded else ""
        self.solved: Duel[Cell] = self.hands.solution()
        self.best = Drawing(self.solved.mix, self.solved.answers)

    def edge(self, way: Drawing) -> Fraction:
        """The bank's expected loss per unit covered."""
        return self.bank(self.hands.ends(way)).house_edge

    @property
    def house_edge(self) -> Fraction:
        return self.edge(self.best)

    def bank(self, ends: Ends) -> Distribution:
        return self._nets(ends, 1 - self.vigorish, Fraction(-1))

    def against(self, ends: Ends) -> Distribution:
        return self._nets(ends, Fraction(-1), Fraction(1))

    def _nets(self, ends: Ends, banker: Fraction, player: Fraction) -> Distribution:
        chances = {
            ("banker wins", banker): ends.banker,
            ("player wins", player): ends.player,
            ("tie", Fraction()): ends.tie,
        }
        if all(isinstance(ways, int) or ways.denominator == 1 for ways in chances.values()):
            return Distribution.from_events({event: int(ways) for event, ways in chances.items() if ways})
        return Distribution.of_events({event: Fraction(ways) / self.hands.all for event, ways in chances.items()})

    def way(self, words: str | None) -> Drawing:
        """Parse a way to draw; the solution by default."""
        return self.best if words is None else parse_drawing(self.hands, words, 1 - self.vigorish)

    # ---- The strategy interface

    def decide(self, own: str | Iterable[Card], shown: str | Iterable[Card] = ()) -> str:
        """The solution's more frequent choice with two cards, and the Player's third card if there is one."""
        mine, third = _read(own), _read(shown)
        rules, count = self.hands.rules, self.hands.rules.point_count(_read(own)[:2])
        if not third and count in self.hands.optional and len(mine) == 2:
            return DRAW if self.best.on_5 * 2 >= 1 else STAND
        cell = count, rules.value(third[-1]) if third else NO_CARD
        return DRAW if self.hands.draws(cell, self.best) * 2 >= 1 else STAND

    def summary(self) -> tuple[str, ...]:
        mixed = {cell: often for cell, often in self.best.banker.items() if 0 < often < 1}
        on_5 = self.best.on_5
        player = (
            f"on 5 the Player {'draws' if on_5 == 1 else 'stands' if not on_5 else f'draws with a chance of {on_5}'}"
        )
        lines = [player if len(player) < 60 else f"on 5 the Player draws with a chance of {float(on_5):.6f}"]
        if self.hands.options == self.hands.rules.banker_options:
            lines += [
                f"the banker with {count} {DRAW if self.best.banker[count, third] else STAND}s against a {third}"
                for count, third in sorted(self.hands.options)
            ]
        else:
            table = self.hands.rules.banker_draws
            differ = sorted(
                cell
                for cell, often in self.best.banker.items()
                if often in (0, 1) and cell not in self.hands.rules.banker_options and bool(often) != table[cell]
            )
            lines += [f"the banker with {_seen(cell)} {DRAW if self.best.banker[cell] else STAND}s" for cell in differ]
            lines += [
                f"the banker with {_seen(cell)} draws with a chance of {float(often):.6f}"
                for cell, often in mixed.items()
            ]
            lines.append("elsewhere he follows the table of draws, and draws where it leaves the choice")
        lines.append(f"so the bank gains {float(self.solved.value):.6%} of what is covered, before the vigorish")
        lines.append(f"standing on 5 costs the players against the bank {float(self.cost_of_standing()):.6%}")
        return tuple(lines)

    def cost_of_standing(self) -> Fraction:
        """What standing on 5 costs players against the bank in addition, if the banker draws whenever he may."""
        ways = [parse_drawing(self.hands, f"{ON_5}={choice}", 1 - self.vigorish) for choice in (STAND, DRAW)]
        stands, draws = (self.hands.ends(way).net / self.hands.all for way in ways)
        return stands - draws

    def named(self, name: str) -> Way | None:
        return next((one for one in SIMPLER if one.name == name), None)

    def cost(self, other: Way | str) -> Fraction:
        """What another way to draw costs the bank in addition, if the Player follows the solution."""
        words = other.name if isinstance(other, Way) else other
        banker = parse_drawing(self.hands, words, 1 - self.vigorish).banker
        return self.edge(Drawing(self.best.on_5, {**self.best.banker, **_changed(words, banker)})) - self.house_edge

    def plain(self, way: Drawing) -> dict[str, Any]:
        """The strategy as plain data for a report."""
        ends = self.hands.ends(way)
        wins = Fraction(ends.banker) / self.hands.all
        return {
            "summary": list(self.summary()),
            "value": str(self.solved.value),
            "player_on_5": str(self.best.on_5),
            "mixed": {_seen(cell): str(often) for cell, often in self.best.banker.items() if 0 < often < 1},
            "saddle_point": self.best.on_5 in (0, 1) and all(often in (0, 1) for often in self.best.banker.values()),
            "pure": self.pure(),
            "house_takes": float(wins * self.vigorish),
            "house_takes_exact": str(wins * self.vigorish),
            "cost_of_standing_on_5": str(self.cost_of_standing()),
            "simpler": [
                {
                    "name": one.name,
                    "says": one.says,
                    "house_edge": float(self.house_edge + self.cost(one)),
                    "cost": float(self.cost(one)),
                    "cost_exact": str(self.cost(one)),
                }
                for one in SIMPLER
            ],
        }

    def pure(self) -> list[dict[str, str]]:
        """The eight ways to draw on the optional counts, each with the bank's gain before vigorish."""
        found = []
        for choice in (DRAW, STAND):
            for first in (DRAW, STAND):
                for second in (DRAW, STAND):
                    names = dict(zip((ON_5, *NAMED), (choice, first, second), strict=True))
                    words = " ".join(f"{name}={does}" for name, does in names.items())
                    ends = self.hands.ends(parse_drawing(self.hands, words, 1 - self.vigorish))
                    found.append(names | {"bank_gains": str(ends.net / self.hands.all)})
        return found


def _changed(words: str, banker: Any) -> dict[Cell, Fraction]:
    """The banker's choices that a strategy names, or all of his choices if it names none."""
    named = {cell: banker[cell] for name, cell in NAMED.items() if name in words and cell in banker}
    return named or dict(banker)


def _seen(cell: Cell) -> str:
    count, third = cell
    return f"{count} against {'a Player who stands' if third == NO_CARD else f'a third card of {third}'}"


def _read(given: str | Iterable[Card]) -> tuple[Card, ...]:
    return tuple(cards(given)) if isinstance(given, str) else tuple(given)


# ---- The value of each choice


class ExpectedNets:
    """The expected net of drawing and of standing with the known cards, per unit, against the solution."""

    def __init__(self, layout: Layout) -> None:
        self.best = BestDrawing(layout)
        self.rules = self.best.hands.rules
        self.left = by_value(cards_in(layout, None), self.rules)

    def __call__(
        self, own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], hand: str = ""
    ) -> dict[str, float]:
        asked = [choice for choice in choices if choice in (DRAW, STAND)]
        if len(own) != 2 or not asked:
            return {}
        left = self.left.copy()
        for card in (*own, *shown[-1:]):
            left[self.rules.value(card)] -= 1
        if min(left) < 0:
            return {}
        count = self.rules.point_count(own)
        if not shown and hand != "banker":
            return {choice: float(self._player(count, left, choice == DRAW)) for choice in asked}
        third = self.rules.value(shown[-1]) if shown else NO_CARD
        return {choice: float(self._banker(count, third, left, choice == DRAW)) for choice in asked}

    def _two(self, left: list[int]) -> Iterable[tuple[int, int, list[int]]]:
        """Two unseen cards of the other hand: their count, the number of ways, and the cards then left."""
        for one in range(len(left)):
            for other in range(len(left)):
                rest = left.copy()
                ways = rest[one]
                rest[one] -= 1
                ways *= rest[other]
                rest[other] -= 1
                if ways > 0 and (one + other) % self.rules.modulus not in self.rules.naturals:
                    yield (one + other) % self.rules.modulus, ways, rest

    def _banker(self, count: int, third: int, left: list[int], draws: bool) -> Fraction:
        """The value for the banker, after vigorish, against the hands of a Player who drew this card or stood."""
        found = NONE
        for player, ways, rest in self._two(left):
            share = self.best.best.on_5 if player in self.best.hands.optional else int(self.rules.player_draws[player])
            often = Fraction(ways) * (1 - share if third == NO_CARD else share)
            final = player if third == NO_CARD else (player + third) % self.rules.modulus
            if often:
                found += self._compared(final, count, rest, often, draws)
        return ((1 - self.best.vigorish) * found.banker - found.player) / found.all if found.all else Fraction()

    def _player(self, count: int, left: list[int], draws: bool) -> Fraction:
        """The value against a banker with two unknown cards who then follows the solution."""
        found = NONE
        size = sum(left) - 2
        for banker, ways, rest in self._two(left):
            for third, there in enumerate(rest) if draws else [(NO_CARD, size)]:
                after, cell = rest.copy(), (banker, third)
                if draws:
                    after[third] -= 1
                final = (count + third) % self.rules.modulus if draws else count
                answers = self.best.hands.draws(cell, self.best.best)
                for answer, often in ((True, answers), (False, 1 - answers)):
                    if often and there:
                        found += self._compared(final, banker, after, Fraction(ways * there) * often, answer)
        return Fraction(found.player - found.banker) / found.all if found.all else Fraction()

    def _compared(self, player: int, banker: int, left: list[int], often: Fraction, draws: bool) -> Ends:
        """The Banker's Hand, with or without a third card, against a complete hand."""
        size = sum(left)
        lasts = [(last, Fraction(there, size)) for last, there in enumerate(left)] if draws else [(0, Fraction(1))]
        found = NONE
        for last, chance in lasts:
            final = (banker + last) % self.rules.modulus
            found += Ends(int(final > player), int(final < player), int(final == player)).times(often * chance)
        return found


NONE = Ends()


# ---- The prices


class DrawingValues(PricedShoeValues):
    """The expectations for any cards left; a held strategy draws as the full shoe's solution does."""

    def expectation(self, wager: str, shoe: Sequence[int], held: bool) -> float:
        if not held:
            return super().expectation(wager, shoe, held)
        left = BestDrawing(self.layout, shoe)
        ends = left.hands.ends(self._solution.best)
        return -float((left.bank(ends) if wager == BANK else left.against(ends)).house_edge)

    @cached_property
    def _solution(self) -> BestDrawing:
        return BestDrawing(self.layout)


class CheminDeFerPricing(Pricing):
    """The prices of Subchapter 4, per unit covered."""

    theory: ClassVar[tuple[str, ...]] = ("pitboss.pricing.duel",)

    depends_on: ClassVar[frozenset[Input]] = frozenset({"stake", "shoe", "strategy"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"strategy", "advice", "worth", "removal"})
    facts: ClassVar[tuple[str, ...]] = (
        "card_values",
        "point_count",
        "natural",
        "player_draws",
        "player_option",
        "banker_draws",
        "settlement",
    )

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        best = self.strategy(layout, given)
        way = best.way(given.strategy)
        ends = best.hands.ends(way)
        rests_on = [layout.rules.facts[name] for name in self.facts]
        bank, other = best.bank(ends), best.against(ends)
        vigorish = [layout.rules.options["vigorish_pct"], layout.rules.facts["vigorish_units"]]
        quoted = [
            wager_price(
                layout,
                BANK,
                bank,
                per="amount covered",
                rests_on=[*rests_on, *vigorish],
                resolved=_resolved(bank),
                note=best.note,
            ),
            *(
                wager_price(layout, kind, other, per="amount covered", rests_on=rests_on, resolved=_resolved(other))
                for kind in (BANCO, AGAINST)
            ),
        ]
        return price_report(
            layout, quoted, strategy=best.plain(way), frequencies=_frequencies(layout, best.hands, ends)
        )

    def strategy(self, layout: Layout, given: PriceInputs) -> BestDrawing:
        return BestDrawing(layout, given.shoe, given.stake)

    def worth(self, layout: Layout) -> ChoiceValues:
        return ExpectedNets(layout)

    def removal(self, layout: Layout) -> ShoeValues:
        return DrawingValues(layout, self, ranks=VALUES)

    def advice(self, layout: Layout) -> Advice:
        """The better choice; a player who is asked to wager takes the bank, which has the smaller edge."""
        nets = ExpectedNets(layout)

        def best(own: Sequence[Card], shown: Sequence[Card], choices: Sequence[str], hand: str = "") -> str | None:
            asked = next((choice for choice in (BANK, "cover") if choice in choices and not own), None)
            if asked is not None:
                return asked
            found = nets(own, shown, choices, hand)
            return max(found, key=lambda choice: found[choice]) if found else None

        return best


def _resolved(found: Distribution) -> Fraction:
    return found.conditional(lambda net: net != 0).house_edge


def _frequencies(layout: Layout, hands: SequenceCounts, ends: Ends) -> list[Frequency]:
    """The frequency of ties, and the distribution of the rounds until a bank that is kept loses."""
    tie, lost = Fraction(ends.tie) / hands.all, Fraction(ends.player) / hands.all
    section = layout.rules.facts["shoe_passes"].section
    lasts = {rounds: (1 - lost) ** (rounds - 1) * lost for rounds in range(1, LONGEST_BANK + 1)}
    moments = 1 / lost, (1 - lost) / lost**2
    return [
        make_frequency(
            layout, "tie", "Ties in a round", layout.rules.facts["settlement"].section, {0: 1 - tie, 1: tie}
        ),
        make_frequency(
            layout, "bank_lasts", "Rounds until a bank loses if it is kept", section, lasts, wager=BANK, moments=moments
        ),
    ]


PRICING = CheminDeFerPricing()

__all__ = ["PRICING", "BestDrawing", "CheminDeFerPricing", "hands_of"]
