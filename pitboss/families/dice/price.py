"""The exact price of every craps wager, from the data in rules.toml and the outcomes of the dice.

A wager decided by the next roll is counted over all rolls; one that waits for its number is counted over the rolls that
decide it; the line wagers and the fire bet are Markov chains of come-out rolls and points. All figures (totals, points,
odds, caps, percentages) are read from the layout.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Provision, RulesError
from pitboss.equipment.dice import Dice, outcomes
from pitboss.families.dice.terms import Terms, capped_vigorish, charged_share, landing, vigorish_rate
from pitboss.pricing.chain import Decided, Decision, Step, decide
from pitboss.pricing.contract import Feature, Input, PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES, WINS
from pitboss.pricing.exposures import Exposure, loaded_dice_exposures
from pitboss.pricing.report import Frequency, PricedWager, PriceReport, make_frequency, price_report, wager_price

USUAL_STAKE = 2000
"""In cents: if the vigorish is rounded to chips, prices are for the least payable wager of at least this amount.
"""

COME_OUT = 0
"""A line wager's state before it has a point."""

LOST = Fraction(-1)


def price(layout: Layout, stake: int | None = None) -> PriceReport:
    """The price of every wager permitted on the layout's date, and of line wagers with full odds.

    `stake` (cents) only affects buy and lay bets: the vigorish is then charged on the stake (or on the least payable
    amount above it), rounded as the layout says.
    """
    wagers = [_single(layout, wager, stake) for wager in layout.permissible]
    odds = [wager for wager in layout.permissible if _terms(layout, wager).kind == "odds"]
    together = [_with_full_odds(layout, wager) for wager in odds]
    return price_report(layout, wagers, together, frequencies=_frequencies(layout))


def _single(layout: Layout, wager: str, stake: int | None = None) -> PricedWager:
    return _PRICES[_terms(layout, wager).kind](layout, wager, stake)


def _terms(layout: Layout, wager: str) -> Terms:
    return layout.rules.terms_of(wager, Terms)


def _rolls(layout: Layout) -> tuple[Dice, ...]:
    return outcomes(layout.fact("dice"))


def _weight(roll: Dice) -> int:
    """The weight of a roll among all rolls: 1 for fair dice."""
    faces = _FACES.get()
    return prod(faces[face - 1] for face in roll)


_FACES: ContextVar[tuple[int, ...]] = ContextVar("faces", default=(1,) * 6)
"""The weights of the faces of every die."""


@contextmanager
def loaded_dice(faces: tuple[int, ...]) -> Iterator[None]:
    """Price with dice whose faces have these weights."""
    token = _FACES.set(faces)
    try:
        yield
    finally:
        _FACES.reset(token)


def _ways(rolls: Iterable[Dice]) -> int:
    """The number of ways to roll these: their weights together."""
    return sum(map(_weight, rolls))


def _totals(layout: Layout) -> dict[int, Fraction]:
    """The probability of each total."""
    rolls = _rolls(layout)
    ways = Counter[int]()
    for roll in rolls:
        ways[roll.total] += _weight(roll)
    return {total: Fraction(count, ways.total()) for total, count in ways.items()}


# ---- Line wagers and the odds that support them: 1.2(a)1-4, 1.6


def _line(layout: Layout, wager: str, stake: int | None) -> PricedWager:
    """Pass, come and the wagers against them."""
    decision = decide(COME_OUT, _line_steps(layout, wager, {}))
    voids = _terms(layout, wager).void.totals
    resolved = decision.distribution.conditional(lambda net: net != 0).house_edge if voids else None
    return wager_price(layout, wager, decision.distribution, rounds=decision.rounds, resolved=resolved)


def _odds(layout: Layout, wager: str, stake: int | None) -> PricedWager:
    """One unit of odds on whatever point is set."""
    terms, totals = _terms(layout, wager), _totals(layout)
    points: list[int] = layout.fact("point_numbers")
    some_point = sum(totals[point] for point in points)
    by_point = [
        (totals[point] / some_point, *_waiting(layout, point, terms.side, layout.odds(wager, str(point)).ratio))
        for point in points
    ]
    off = "Priced as called On; while off on a come-out roll, odds are returned." if terms.off_on_come_out else ""
    return wager_price(
        layout,
        wager,
        Distribution.mixture((share, distribution) for share, distribution, _ in by_point),
        per="odds wager",
        rounds=sum((share * rounds for share, _, rounds in by_point), Fraction()),
        note=off,
    )


def _with_full_odds(layout: Layout, wager: str) -> PricedWager:
    """A line wager with the maximum odds on every point."""
    terms, totals = _terms(layout, wager), _totals(layout)
    flat = layout.rules.wagers[wager].tied
    cap = str(layout.options[terms.cap])
    amounts = _full_odds(layout, wager, cap)
    support = {point: (amount, layout.odds(wager, str(point)).ratio) for point, amount in amounts.items()}
    decision = decide(COME_OUT, _line_steps(layout, flat, support))
    working = ", called On when they would be off" if terms.off_on_come_out else ""
    multiples = layout.rules.facts["odds_multiples"]
    return wager_price(
        layout,
        flat,
        decision.distribution,
        per="flat wager",
        rounds=decision.rounds,
        action=1 + sum((totals[point] * amount for point, amount in amounts.items()), Fraction()),
        odds={key or flat: str(odds) for one in (flat, wager) for key, odds in layout.odds_table(one).items()},
        rests_on=[multiples] if cap in multiples.value else [],
        together=(wager,),
        name=f"{layout.rules.wagers[flat].name} with full odds, {cap}",
        note=f"Maximum odds of {cap} on every point{working}, in amounts that can be paid exactly.",
    )


def _full_odds(layout: Layout, wager: str, cap: str) -> dict[int, Fraction]:
    """The maximum odds on each point per unit of the flat wager; laid odds are capped by what they can win."""
    by_name: Mapping[str, Mapping[str, int]] = layout.fact("odds_multiples")
    side = _terms(layout, wager).side
    most = {}
    for point in layout.fact("point_numbers"):
        times = Fraction(by_name[cap][str(point)] if cap in by_name else cap.removesuffix("x"))
        most[point] = times if side == "right" else times / layout.odds(wager, str(point)).ratio
    return most


def _line_steps(
    layout: Layout, wager: str, support: Mapping[int, tuple[Fraction, Fraction]]
) -> Callable[[int], Iterator[Step[int]]]:
    """A line wager's rolls; `support` gives its odds on each point as amount and winnings per unit."""
    terms, totals, odds = _terms(layout, wager), _totals(layout), layout.odds(wager).ratio
    points, seven = layout.fact("point_numbers"), layout.fact("seven")

    def come_out() -> Iterator[Step[int]]:
        for total, chance in totals.items():
            if total in terms.wins.totals:
                yield chance, Decided(f"{total} on the come-out roll"), odds
            elif total in terms.loses.totals:
                yield chance, Decided(f"{total} on the come-out roll"), LOST
            elif total in terms.void.totals:
                yield chance, Decided(f"{total} on the come-out roll, push"), 0
            elif total in points:
                yield chance, total, 0
            else:
                where = layout.rules.at("wager", wager, "terms")
                raise RulesError(f"{where}: no rule covers a {total} on the first roll")

    def steps(point: int) -> Iterator[Step[int]]:
        if point == COME_OUT:
            yield from come_out()
            return
        amount, wins = support.get(point, (Fraction(), Fraction()))
        for total, chance in totals.items():
            if total not in (point, seven):
                yield chance, point, 0
            else:
                how = Decided(f"point of {point} made" if total == point else f"{seven} before the point of {point}")
                won = (total == point) == (terms.side == "right")
                yield chance, how, odds + amount * wins if won else LOST - amount

    return steps


# ---- Wagers that wait for a number: 1.2(a)5-10, 1.5


def _number(layout: Layout, wager: str, stake: int | None) -> PricedWager:
    """Place, buy and lay bets: a number before a seven, or a seven before the number."""
    terms, odds = _terms(layout, wager), layout.odds(wager).ratio
    distribution, rounds = _waiting(layout, terms.number, terms.side, odds)
    notes = [_OFF] if terms.off_on_come_out else []
    with_percentage = None
    rests_on: list[Provision] = []
    if terms.percentage:
        fee, rounded, said = _vigorish(layout, wager, stake)
        notes.append(said)
        if rounded:
            rests_on.append(layout.rules.options["vig_rounding"])
        if charged_share(layout, wager) != 1:
            rests_on.append(layout.rules.options["vig_basis"])
        if layout.option("vig_timing") == "on_win":
            distribution = distribution.mapped(lambda net: net - fee if net > 0 else net)
        else:
            distribution = distribution.shifted(-fee)
            with_percentage = distribution.house_edge / (1 + fee)
    return wager_price(
        layout,
        wager,
        distribution,
        per="wager decided",
        rounds=rounds,
        with_percentage=with_percentage,
        rests_on=rests_on,
        note=" ".join(notes),
    )


_OFF = "Priced as always working; being off on come-out rolls only delays the decision."


def _waiting(layout: Layout, number: int, side: str, odds: Fraction) -> tuple[Distribution, Fraction]:
    """The price of a number against a seven, over the rolls that decide it, and the expected number of rolls."""
    rolls = _rolls(layout)
    hits = _ways(roll for roll in rolls if roll.total == number)
    sevens = _ways(roll for roll in rolls if roll.total == layout.fact("seven"))
    right, seven = side == "right", layout.fact("seven")
    events = {
        (f"{number} before {seven}", odds if right else LOST): hits,
        (f"{seven} before {number}", LOST if right else odds): sevens,
    }
    return Distribution.from_events(events), Fraction(_ways(rolls), hits + sevens)


def _vigorish(layout: Layout, wager: str, stake: int | None) -> tuple[Fraction, bool, str]:
    """The vigorish per unit wagered, whether it was rounded to chips, and both in words (1.5)."""
    to_chip = layout.option("vig_rounding") == "down_to_chip"
    when = "on winning bets only" if layout.option("vig_timing") == "on_win" else "when the bet is made"
    rate, base = vigorish_rate(layout, wager), charged_share(layout, wager)
    of = "the amount wagered" if base == 1 else "what the bet can win"
    said = f"Vigorish of {float(rate / base):.4g} of {of}, charged {when}"
    if stake is None and not to_chip:
        return rate, False, f"{said}."
    amount = _payable(layout, wager, max(USUAL_STAKE, layout.limits.of(wager)[0]) if stake is None else stake)
    fee = capped_vigorish(layout, wager, amount)
    return Fraction(fee, amount), to_chip, f"{said}: {dollars(fee)} on {dollars(amount)}, the stake of this price."


def _payable(layout: Layout, wager: str, least: int) -> int:
    """The smallest amount, at least `least`, that can be paid exactly in the table's chips (1.4(e))."""
    chip = layout.cents("smallest_chip")
    amount = max(-(-least // chip), 1) * chip
    while not layout.odds(wager).payable(amount, chip):
        amount += chip
    return amount


def _hardway(layout: Layout, wager: str, stake: int | None) -> PricedWager:
    """Hardways: a pair before a seven or any other way to roll its total."""
    terms, rolls = _terms(layout, wager), _rolls(layout)
    seven = layout.fact("seven")
    deciding = [roll for roll in rolls if roll.total in (terms.number, seven)]
    hard = _ways(roll for roll in deciding if roll.is_hard and roll.total == terms.number)
    sevens = _ways(roll for roll in deciding if roll.total == seven)
    events = {
        (f"hard {terms.number}", layout.odds(wager).ratio): hard,
        (f"{terms.number} the easy way", LOST): _ways(deciding) - hard - sevens,
        (f"{seven}", LOST): sevens,
    }
    distribution = Distribution.from_events(events)
    rounds = Fraction(_ways(rolls), _ways(deciding))
    note = _OFF if terms.off_on_come_out else ""
    return wager_price(layout, wager, distribution, per="wager decided", rounds=rounds, note=note)


# ---- One-roll wagers: 1.2(a)11-39


def _one_roll(layout: Layout, wager: str, stake: int | None) -> PricedWager:
    """Field, any seven, any craps, single totals, hops, 6-7-8."""
    named = Counter[tuple[str, Fraction]]()
    for roll, (outcome, net) in zip(_rolls(layout), _ends(layout, wager), strict=True):
        named[outcome or WINS if outcome is not None else LOSES, net] += _weight(roll)
    return wager_price(layout, wager, Distribution.from_events(named), rounds=Fraction(1))


def _parts(layout: Layout, wager: str, stake: int | None) -> PricedWager:
    """C and E, horn, horn high, whirl: paid as their component one-roll wagers (1.4(c), 1.4(d))."""
    parts = _terms(layout, wager).parts
    units = sum(parts.values())
    columns = [[Fraction(share, units) * net for net in _nets(layout, part)] for part, share in parts.items()]
    nets = (sum(column, Fraction()) for column in zip(*columns, strict=True))
    events = Counter[tuple[str, Fraction]]()
    for roll, net in zip(_rolls(layout), nets, strict=True):
        events[str(roll.total) if net > LOST else LOSES, net] += _weight(roll)
    distribution = Distribution.from_events(events)
    odds = {part: str(layout.odds(part)) for part in parts}
    return wager_price(layout, wager, distribution, rounds=Fraction(1), odds=odds)


def _nets(layout: Layout, wager: str) -> list[Fraction]:
    """What each roll nets per unit on a one-roll wager."""
    return [net for _, net in _ends(layout, wager)]


def _ends(layout: Layout, wager: str) -> list[tuple[str | None, Fraction]]:
    """The outcome that pays each roll of a one-roll wager, or None, and its net."""
    terms, odds = _terms(layout, wager), layout.odds_table(wager)
    landed = [landing(terms, roll) for roll in _rolls(layout)]
    return [(one, odds[one].ratio) if one is not None and one in odds else (None, LOST) for one in landed]


# ---- Fire bet: 1.12


def _fire(layout: Layout, wager: str, stake: int | None) -> PricedWager:
    """The fire bet, on the number of different points made before the loser seven; come-out rolls do not matter."""
    pays = {reached: odds.ratio for reached, odds in layout.odds_table(wager).items()}
    points, seven = frozenset(layout.fact("point_numbers")), layout.fact("seven")
    decision = _points_made(tuple(_totals(layout).items()), tuple(pays.items()), points, seven)
    return wager_price(layout, wager, decision.distribution, rounds=decision.rounds)


@lru_cache(maxsize=8)
def _points_made(
    totals: tuple[tuple[int, Fraction], ...], pays: tuple[tuple[str, Fraction], ...], points: frozenset[int], seven: int
) -> Decision[tuple[frozenset[int], int]]:
    """The result is cached, because this is the game's longest chain and does not depend on the amount."""
    odds = dict(pays)

    def paid(made: frozenset[int]) -> Fraction:
        return odds.get(str(len(made)), LOST)

    def steps(state: tuple[frozenset[int], int]) -> Iterator[Step[tuple[frozenset[int], int]]]:
        made, point = state
        for total, chance in totals:
            if point == COME_OUT:
                yield chance, (made, total if total in points else COME_OUT), 0
            elif total == seven:
                yield chance, Decided(f"{len(made)} different points"), paid(made)
            elif total != point:
                yield chance, state, 0
            elif made | {point} == points:
                yield chance, Decided(f"{len(points)} different points"), paid(points)
            else:
                yield chance, (made | {point}, COME_OUT), 0

    return decide((frozenset[int](), COME_OUT), steps)


# ---- Frequencies: points of a shooter, rolls of a hand (1.11, 1.12)

RARE = Fraction(1, 1000)
"""Hand lengths are listed one by one until longer hands are rarer than this."""


def _frequencies(layout: Layout) -> Iterator[Frequency]:
    kinds = {_terms(layout, wager).kind: wager for wager in layout.permissible}
    points, seven = frozenset(layout.fact("point_numbers")), layout.fact("seven")
    totals = tuple(_totals(layout).items())
    if fire := kinds.get("fire"):
        counted = tuple((str(made), Fraction(made)) for made in range(len(points) + 1))
        made = _points_made(totals, counted, points, seven).distribution.probabilities
        chances = {int(number): made[number] for number in sorted(made)}
        section = layout.rules.wagers[fire].section
        yield make_frequency(layout, "points_made", "Different points a shooter makes", section, chances, wager=fire)
    if "line" in kinds:
        ends, mean, variance = _hand(totals, points, seven)
        section = layout.rules.facts["loser_seven"].section
        name = "Rolls in a shooter's hand"
        yield make_frequency(layout, "rolls_in_a_hand", name, section, dict(ends), moments=(mean, variance))


@lru_cache(maxsize=8)
def _hand(
    totals: tuple[tuple[int, Fraction], ...], points: frozenset[int], seven: int
) -> tuple[tuple[tuple[int, Fraction], ...], Fraction, Fraction]:
    """The probability that a hand ends at each roll, down to `RARE`, with the mean and variance of its length.

    Each roll in a state with n expected rolls left adds 2n - 1 to the mean square.
    """

    def steps(point: int) -> Iterator[Step[int]]:
        for total, chance in totals:
            if point == COME_OUT:
                yield chance, total if total in points else COME_OUT, 0
            elif total == seven:
                yield chance, None, 0
            else:
                yield chance, COME_OUT if total == point else point, 0

    hand = decide(COME_OUT, steps)
    square = sum((seen * (2 * decide(point, steps).rounds - 1) for point, seen in hand.visits.items()), Fraction())
    ends: list[tuple[int, Fraction]] = []
    at, roll = {COME_OUT: Fraction(1)}, 0
    while sum(at.values()) > RARE:
        after: dict[int, Fraction] = {}
        over = Fraction()
        for point, mass in at.items():
            for chance, to, _ in steps(point):
                if to is None or isinstance(to, Decided):
                    over += mass * chance
                else:
                    after[to] = after.get(to, Fraction()) + mass * chance
        at, roll = after, roll + 1
        if over:
            ends.append((roll, over))
    return tuple(ends), hand.rounds, square - hand.rounds**2


_PRICES: dict[str, Callable[[Layout, str, int | None], PricedWager]] = {
    "line": _line,
    "come": _line,
    "odds": _odds,
    "number": _number,
    "hardway": _hardway,
    "one_roll": _one_roll,
    "parts": _parts,
    "fire": _fire,
}


class CrapsPricing(Pricing):
    theory: ClassVar[tuple[str, ...]] = ("pitboss.pricing.chain",)
    depends_on: ClassVar[frozenset[Input]] = frozenset({"stake"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"single"})

    def single(self, layout: Layout, wager: str) -> PricedWager:
        return _single(layout, wager)

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        return price(layout, given.stake)

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        wagers = [wager for wager in layout.permissible if layout.offers(layout.rules.wagers[wager])]
        # Odds in support of another wager cannot be made alone.
        alone = [wager for wager in wagers if _terms(layout, wager).kind != "odds"]

        def edges(faces: tuple[int, ...]) -> dict[str, Fraction]:
            with loaded_dice(faces):
                return {wager: -Fraction(_single(layout, wager).exact or 0) for wager in alone}

        return loaded_dice_exposures(edges, bias)


__all__ = ["CrapsPricing", "loaded_dice", "price"]
