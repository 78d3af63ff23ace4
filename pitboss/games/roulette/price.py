"""The exact price of every roulette wager.

A wager decided by one spin is counted over the numbers of the layout. An even-chance wager that can be held en prison
is a Markov chain of spins; if it may stay there without limit, the spins cannot be counted but the sum converges. All
spots for a wager cover equally many numbers, so they have the same price.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Provision
from pitboss.games.roulette.places import Terms, numbers, places, wheel, zeros
from pitboss.games.roulette.zero_rule import UNDECIDED, ZeroRule
from pitboss.pricing.chain import Decided, Decision, Step, decide
from pitboss.pricing.contract import PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.exposures import FAIR_WHEEL, Exposure, Signal, Worth, before_betting
from pitboss.pricing.report import PricedWager, PriceReport, price_report, wager_price

LOST = Fraction(-1)


def price(layout: Layout, stake: int | None = None) -> PriceReport:
    """The price of every wager that has a spot on this wheel's layout, offered or not. `stake` makes no difference."""
    return price_report(layout, [_priced(layout, wager, held) for wager, held in _counts(layout).items()])


def _counts(layout: Layout) -> dict[str, tuple[int, int]]:
    """How many spots each wager has, and how many numbers each spot covers."""
    return {wager: (len(held), len(next(iter(held.values())))) for wager, held in places(layout).items()}


def _priced(layout: Layout, wager: str, held: tuple[int, int]) -> PricedWager:
    count, covers = held
    total = len(numbers(layout))
    note = f"{count} places with the same price." if count > 1 else ""
    if not layout.rules.terms_of(wager, Terms).even_chance:
        events = {("a number of the wager", layout.odds(wager).ratio): covers, ("other number", LOST): total - covers}
        return wager_price(
            layout, wager, Distribution.from_events(events), rounds=_spins(layout, Fraction(1)), note=note
        )
    rule = ZeroRule.of(layout).name
    decision = even_chance(layout, wager, covers)
    found = decision.distribution
    distribution = Distribution(found.probabilities, _space(layout), found.events)
    return wager_price(
        layout,
        wager,
        distribution,
        rounds=_spins(layout, decision.rounds),
        resolved=distribution.conditional(lambda net: net != 0).house_edge if distribution.push_rate else None,
        rests_on=_rests_on(layout),
        note=_SAYS[rule if rule != "en_prison" else f"en_prison {layout.option('second_zero')}"],
    )


def even_chance(layout: Layout, wager: str, covers: int) -> Decision[str]:
    """An even-chance wager, spin by spin: first on the layout, then perhaps en prison."""
    total, zero_count, rule = len(numbers(layout)), len(zeros(layout)), ZeroRule.of(layout)
    odds = layout.odds(wager).ratio

    def steps(state: str) -> Iterator[Step[str]]:
        for count, covered, zero, number in (
            (covers, True, False, "a number of the wager"),
            (total - covers - zero_count, False, False, "other number"),
            (zero_count, False, True, "zero"),
        ):
            fate = rule.fate(covered, zero, True, state == "imprisoned")
            net = odds if fate == "won" else -Fraction(rule.loss(fate, rule.part), rule.part)
            after = "en prison, then " if state == "imprisoned" else ""
            how = Decided(f"{after}{number}" + (", released" if fate == "released" else ""))
            yield Fraction(count, total), "imprisoned" if fate in UNDECIDED else how, net

    return decide("wagered", steps)


def _space(layout: Layout) -> int | None:
    """The number of equally likely outcomes: numbers, or pairs of numbers; None if a wager can stay."""
    total = len(numbers(layout))
    if ZeroRule.of(layout).name != "en_prison":
        return total
    return None if layout.option("second_zero") == "stay" else total**2


def _spins(layout: Layout, valid: Fraction) -> Fraction:
    """How many spins it takes to get this many valid ones: a converted wheel has a compartment that voids the spin."""
    return valid * Fraction(len(wheel(layout)), len(numbers(layout)))


def _rests_on(layout: Layout) -> list[Provision]:
    """The provisions for zeros."""
    rules, rule = layout.rules, ZeroRule.of(layout).name
    used: list[Provision] = [rules.options["zero_rule"]]
    if layout.option("zero_rule") == "by_wheel":
        used.append(rules.facts["zero_rule_by_wheel"])
    if rule == "surrender_half":
        used.append(rules.facts["surrendered_part"])
    if rule == "en_prison":
        used += [rules.facts["imprisoned"], rules.options["second_zero"]]
    return used


_SAYS = {
    "none": "Lost on a zero.",
    "surrender_half": "Loses half on a zero.",
    "en_prison lose": "Held en prison on a zero; lost on a second one.",
    "en_prison half": "Held en prison on a zero; loses half on a second one.",
    "en_prison stay": "Held en prison on a zero, and again on every zero after it, without limit.",
}


class RoulettePricing(Pricing):
    theory: ClassVar[tuple[str, ...]] = ("pitboss.pricing.chain",)

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        return price(layout, given.stake)

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        total, odds = len(numbers(layout)), layout.odds("straight").ratio

        def measure() -> Worth:
            chance = (1 + bias) / total
            best = max(-Fraction(one.exact or 0) for one in price(layout).wagers if one.offered)
            return before_betting([Signal("", 1, {"straight": chance * (odds + 1) - 1})], best)

        yield Exposure(
            id="biased_wheel",
            description=f"One number comes up {100 * float(bias):g} percent too often, bet straight up",
            measure=measure,
            forbidden_by=FAIR_WHEEL,
            becomes=("too_few_turns", "foreign_object"),
            remedy="the wheel leveled and its results tested",
        )


PRICING = RoulettePricing()
