"""Exact prices of side wagers on the first cards, from the pay tables and the number of card orders for each result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Provision
from pitboss.equipment import Card
from pitboss.families.twenty_one.price.table import PricedTable
from pitboss.families.twenty_one.round.sides import FOUR_RANKS
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES
from pitboss.pricing.report import PricedWager, wager_price
from pitboss.pricing.twenty_one import counts
from pitboss.pricing.twenty_one.terms import ACE, TEN

LOST = Fraction(-1)


def _counted(table: PricedTable, wager: str, found: Mapping[str, int], **more: Any) -> PricedWager:
    nets = {name: odds.ratio for name, odds in table.layout.odds_table(wager).items()}
    return wager_price(table.layout, wager, counts.distribution(dict(found), nets | more.pop("nets", {})), **more)


def over_under(which: int) -> Callable[[PricedTable, str], PricedWager]:
    def of(table: PricedTable, wager: str) -> PricedWager:
        number = table.game.terms[wager].number
        return _counted(table, wager, counts.over_under(table.cards[:-1], number)[which])

    return of


def same_suit(table: PricedTable, wager: str) -> PricedWager:
    return _counted(table, wager, counts.same_suit(table.cards[:-1]))


def sevens(table: PricedTable, wager: str) -> PricedWager:
    layout, guaranteed = table.layout, bool(table.layout.option("third_card_guarantee"))

    def draws(held: tuple[int, int], up: int) -> bool:
        return {held[0], held[1]} != {ACE, TEN} and table.draws(held, up)

    found = counts.sevens(
        table.cards[:-1],
        table.game.terms[wager].number,
        layout.option("sevens_reading") == "any_position",
        guaranteed,
        draws,
        table.terms.checks,
    )
    options = ["sevens_reading", "third_card_guarantee"]
    note = "" if guaranteed else f"A hand that draws no third card under {table.chart_name} has two."
    return _counted(table, wager, found, note=note, rests_on=_options(layout, options))


def _options(layout: Layout, names: Iterable[str]) -> list[Provision]:
    return [layout.rules.options[name] for name in names if name in layout.options]


def progressive(table: PricedTable, wager: str) -> PricedWager:
    """Price the progressive wager at its meter, with the meter at which it is fair and the average meter when it is
    won.
    """
    layout = table.layout
    completed = layout.option("progressive_count") != "as_drawn"
    draws = completed or table.draws((ACE, ACE), None)
    dealt = counts.aces(table.cards[:-1], completed, draws, table.terms.checks)
    award = layout.fact("progressive_meter")
    cost = Fraction(table.game.terms[wager].fixed)
    nets = {name: odds.ratio for name, odds in layout.odds_table(wager).items()}

    def at(meter: Fraction) -> Distribution:
        return counts.distribution(dealt, nets | {award["outcome"]: Fraction(award["share"]) * meter / cost - 1})

    reset = Fraction(layout.cents("progressive_reset"), 100)
    shown = reset if table.meter is None else Fraction(table.meter, 100)
    found = at(shown)
    top = Fraction(dealt[award["outcome"]], sum(dealt.values()))
    note = f"At a meter of {dollars(int(shown * 100))}."
    if top:
        share = Fraction(award["share"]) * top / cost
        fair = shown + found.house_edge / share
        rate = Fraction(Decimal(str(layout.options["progressive_rate"])))
        average = reset + rate * cost / top
        note += (
            f" Each further $1,000 takes {float(1000 * share):.4%} off the house edge; break-even at"
            f" {dollars(-int(-fair * 100 // 1))}. A meter that is reset to {dollars(int(reset * 100))} and takes"
            f" {float(rate):.4g} of every wager averages {dollars(int(average * 100))} when it is won:"
            f" house edge {float(at(average).house_edge):.4%} in the long run."
        )
    options = ["progressive_count", "progressive_reset", "progressive_rate"]
    odds = {name: str(one) for name, one in layout.odds_table(wager).items()}
    rests_on = [layout.rules.facts["progressive_meter"], *_options(layout, options)]
    return wager_price(layout, wager, found, note=note, odds={**odds, award["outcome"]: "meter"}, rests_on=rests_on)


def blackjack_bonus(table: PricedTable, wager: str) -> PricedWager:
    return _counted(table, wager, counts.blackjack(table.cards[:-1]))


def match_dealer(table: PricedTable, wager: str) -> PricedWager:
    odds = table.layout.odds_table(wager)
    row = table.game.match_row
    plain, suited = odds[f"unsuited_{row}"].ratio, odds[f"suited_{row}"].ratio
    events: dict[tuple[str, Fraction], int] = {}
    for (unsuited, exact), count in counts.match_dealer(table.cards[:-1]).items():
        net = unsuited * plain + exact * suited if unsuited + exact else LOST
        parts = [f"{exact} suited" if exact else "", f"{unsuited} unsuited" if unsuited else ""]
        events[" and ".join(filter(None, parts)) or LOSES, net] = count
    return wager_price(table.layout, wager, Distribution.from_events(events))


def twenty_point(table: PricedTable, wager: str) -> PricedWager:
    terms = table.game.terms[wager]
    return _counted(table, wager, counts.twenty_point(table.cards[:-1], terms.number, Card(terms.queen).index))


def three_card(table: PricedTable, wager: str) -> PricedWager:
    return _counted(table, wager, counts.three_card(table.cards[:-1]))


def four_ranks(table: PricedTable, wager: str) -> PricedWager:
    return _counted(table, wager, counts.four_ranks(table.cards[:-1], FOUR_RANKS))


def dealer_third(table: PricedTable, wager: str) -> PricedWager:
    game = table.game
    stands, limit = table.layout.fact("dealer_stands"), game.count.limit
    return _counted(table, wager, counts.dealer_third(table.cards[:-1], game.terms[wager].number, stands, limit))


def in_between(table: PricedTable, wager: str) -> PricedWager:
    rows = list(table.layout.odds_table(wager))
    equal = [name for name in rows if not name.startswith("spread")]
    spreads = sorted((name for name in rows if name.startswith("spread")), key=lambda name: int(name.split("_")[1]))
    return _counted(table, wager, counts.in_between(table.cards[:-1], [*equal, *spreads]))
