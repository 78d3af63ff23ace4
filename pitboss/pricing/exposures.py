"""What a piece of information is worth to a player who makes the best use of it.

Theory of operation
1. An `Exposure` is one thing that a table should not give away: a card seen too early, a die that favors a face, a
   result that is known before a wager is made. A game's pricing lists its own (`Pricing.exposures`); `late_wagers`
   lists those that every game has.
2. What the player learns is a list of `Signal`s, each with its weight and the expectation of every choice given it. A
   player who learns it before betting makes the best wager or none (`before_betting`), so the edge is per wager made
   and `rounds` is the share of rounds in which one is made. A player who learns it later has already bet, so the best
   choice counts in every round (`after_betting`).
3. The section and the irregularities are looked up in the game's rules by name. Nothing is cited that they do not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Literal, NamedTuple

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Irregularity, Provision
from pitboss.pricing.report import PricedWager, PriceReport

Number = Fraction | float
Method = Literal["exact", "simulated"]
NO_WAGER = "no wager"
NORMAL_95 = 1.959963984540054
TINY = 1e-6
"""A price that is computed, not sampled, to within this bound counts as exact here; edges are printed to 1e-5."""
LATE_FACTS = ("fact.no_more_wagers", "irregularity.late_wager", "irregularity.late_wager_unconfirmed")
LATE_IRREGULARITIES = ("late_wager", "late_wager_unconfirmed", "called_too_late", "late_ticket")


@dataclass(frozen=True, slots=True)
class Signal:
    """Something the player can learn: its weight among all signals, and the expectation of each choice given it."""

    label: str
    weight: Number
    values: Mapping[str, Number]

    @property
    def best(self) -> str:
        """The best choice."""
        return max(self.values, key=lambda choice: self.values[choice])


class Worth(NamedTuple):
    """The player's edge with a piece of information, per initial wager made."""

    edge: float
    method: Method = "exact"
    error: float = 0.0
    """Half the width of the 95 percent interval; 0 for an exact edge."""
    rounds: float = 1.0
    """The share of rounds in which the player bets."""
    use: str = ""
    """The decision rule."""
    without: float | None = None
    """The best edge without the information."""


@dataclass(frozen=True)
class Exposure:
    """A piece of information, the provisions that should keep it from players, and a function that prices it.

    `forbidden_by` names facts and irregularities ("fact.no_more_wagers"); the first that the rules have gives the
    section. `becomes` names the irregularities it is when it happens. `remedy` says what removes it.
    """

    id: str
    description: str
    measure: Callable[[], Worth]
    forbidden_by: tuple[str, ...] = ()
    becomes: tuple[str, ...] = ()
    remedy: str = ""
    slow: bool = False

    def provision(self, layout: Layout) -> Provision | None:
        """The provision of this game that should prevent it, or None if the rules have none."""
        kinds: dict[str, Mapping[str, Provision]] = {
            "fact": layout.rules.facts,
            "irregularity": layout.rules.irregularities,
            "option": layout.rules.options,
        }
        for name in self.forbidden_by:
            kind, _, id = name.partition(".")
            found = kinds[kind].get(id)
            if found is not None and found.in_force(layout.on):
                return found
        return None

    def irregularities(self, layout: Layout) -> Iterator[Irregularity]:
        """The irregularities of this game that it becomes."""
        for id in self.becomes:
            found = layout.rules.irregularities.get(id)
            if found is not None and found.in_force(layout.on):
                yield found


def before_betting(signals: Iterable[Signal], without: Number | None = None) -> Worth:
    """The worth of signals that come before the wagers: the best wager, or none if every one loses.

    If no signal makes a wager profitable, the player is taken to make the best wager in every round.

    >>> coin = [Signal("heads", 1, {"heads": 1, "tails": -1}), Signal("blank", 3, {"heads": -1, "tails": -1})]
    >>> found = before_betting(coin)
    >>> found.edge, found.rounds, found.use
    (1.0, 0.25, 'heads: heads; no wager: blank')
    """
    every = list(signals)
    made = [one for one in every if one.values[one.best] > 0]
    total = sum(one.weight for one in every)
    played = made or every
    bet = sum(one.weight for one in played)
    gain = sum(one.weight * one.values[one.best] for one in played)
    return Worth(
        edge=float(gain / bet),
        rounds=float(bet / total),
        use=_rule((one.best if one in played else NO_WAGER, one.label) for one in every),
        without=None if without is None else float(without),
    )


def after_betting(signals: Iterable[Signal], without: Number | None = None) -> Worth:
    """The worth of signals that come when the wager is made: the best choice in every round."""
    every = list(signals)
    total = sum(one.weight for one in every)
    gain = sum(one.weight * one.values[one.best] for one in every)
    return Worth(edge=float(gain / total), without=None if without is None else float(without))


def sorted_edges(signals: Sequence[Signal], without: Number | None = None) -> Worth:
    """The worth of telling one run of adjacent signals from the others, for the run that is worth most in a round.

    This is what turning the cards of some ranks around (edge sorting) gives: two kinds of backs.
    """
    found = []
    for start in range(len(signals)):
        for end in range(start + 1, len(signals) + (start > 0)):
            inside, outside = signals[start:end], [*signals[:start], *signals[end:]]
            worth = before_betting([merged(inside), merged(outside)], without)
            found.append(worth)
    return max(found, key=lambda worth: worth.edge * worth.rounds)


def merged(signals: Sequence[Signal]) -> Signal:
    """The signal of a player who cannot tell these apart."""
    weight = sum(one.weight for one in signals)
    values = {choice: sum(one.weight * one.values[choice] for one in signals) / weight for choice in signals[0].values}
    return Signal(", ".join(one.label for one in signals), weight, values)


def sampled(values: Sequence[float], use: str = "", without: Number | None = None) -> Worth:
    """The worth of information from a sample of rounds, each with its expectation under the best choice."""
    number = len(values)
    mean = sum(values) / number
    variance = sum((value - mean) ** 2 for value in values) / (number - 1)
    error = NORMAL_95 * sqrt(variance / number)
    return Worth(mean, "simulated", error, use=use, without=None if without is None else float(without))


def _rule(chosen: Iterable[tuple[str, str]]) -> str:
    groups: dict[str, list[str]] = {}
    for choice, label in chosen:
        groups.setdefault(choice, []).append(label)
    if NO_WAGER in groups:
        groups[NO_WAGER] = groups.pop(NO_WAGER)
    if len(groups) == 1:
        return next(iter(groups))
    return "; ".join(f"{choice}: {', '.join(labels)}" if any(labels) else choice for choice, labels in groups.items())


# ---- A die or wheel that is not fair


def loaded(number: int, favored: int, bias: Fraction) -> tuple[int, ...]:
    """Whole weights of `number` results of which one comes up more often by `bias`, the others equally less.

    >>> loaded(6, 5, Fraction(1, 5))
    (4, 4, 4, 4, 4, 5)
    """
    chance = (1 + bias) / number
    if not 0 < chance < 1:
        raise ValueError(f"a bias of {float(bias):g}: one of {number} results cannot have a probability of {chance}")
    other = (1 - chance) / (number - 1)
    common = chance / other
    weights = [common.denominator] * number
    weights[favored] = common.numerator
    return tuple(weights)


Edges = Callable[[tuple[int, ...]], Mapping[str, Fraction]]
"""The player's expectation of every wager, for results with these weights."""
FACES = 6
FAIR_WHEEL = ("fact.wheel_feet", "fact.wheel_inches", "fact.wheel_order", "option.wheel_positions")


def loaded_dice_exposures(edges: Edges, bias: Fraction) -> Iterator[Exposure]:
    """Dice of which every one shows one face too often, for each face."""

    def measure(face: int) -> Worth:
        without = max(edges((1,) * FACES).values())
        return before_betting([Signal("", 1, edges(loaded(FACES, face, bias)))], without)

    for face in range(FACES):
        yield Exposure(
            id=f"biased_dice_{face + 1}",
            description=f"Every die shows {face + 1} {100 * float(bias):g} percent too often",
            measure=lambda face=face: measure(face),  # type: ignore[misc]
            forbidden_by=("fact.dice",),
            becomes=("die_not_flat",),
            remedy="dice measured before play and changed every day",
        )


def unfair_wheel_exposure(sections: int, edges: Edges, bias: Fraction) -> Exposure:
    """A wheel that stops in one section too often: the section that is worth most to the player."""

    def measure() -> Worth:
        best = max(
            (edges(loaded(sections, one, bias)) for one in range(sections)), key=lambda found: max(found.values())
        )
        return before_betting([Signal("", 1, best)], max(edges((1,) * sections).values()))

    return Exposure(
        id="biased_wheel",
        description=f"One section of the wheel comes up {100 * float(bias):g} percent too often",
        measure=measure,
        forbidden_by=FAIR_WHEEL,
        becomes=("too_few_turns", "between_sections"),
        remedy="the wheel leveled, and its results tested",
    )


# ---- What every game has: a chip added after the result is known


def late_wagers(layout: Layout, report: PriceReport, success: float = 1.0) -> Iterator[Exposure]:
    """A second chip beside a wager of one chip, added once the result is known and paid with probability `success`.

    Where later wagers belong to a wager (a raise, a war), the chip is added to the wager with all that follows it. A
    chip that is noticed is given back and costs nothing.
    """
    for wager in report.wagers:
        if wager.offered:
            yield Exposure(
                id=f"late_wager_{wager.id}",
                description=f"One chip added to {wager.name.lower()} after the result is known"
                + (f", unnoticed {success:.0%} of the time" if success < 1 else ""),
                measure=lambda wager=wager: late_wager(wager, success),  # type: ignore[misc]
                forbidden_by=LATE_FACTS,
                becomes=LATE_IRREGULARITIES,
                remedy="no wager touched after the call; a chip that appears later is returned",
            )


def late_wager(wager: PricedWager, success: float = 1.0) -> Worth:
    """The player's edge on a wager of one chip with another one added whenever it wins."""
    won = sum(float(Fraction(one.net)) * one.probability for one in wager.outcomes if Fraction(one.net) > 0)
    approximate = wager.exact is None and wager.error > TINY
    return Worth(
        edge=success * won - wager.house_edge,
        method="simulated" if approximate else "exact",
        error=(1 + success) * wager.error if approximate else 0.0,
        use="add the chip whenever the wager wins",
        without=-wager.house_edge,
    )
