"""The exact price of keno: straight wagers by how many of their numbers are drawn, tickets by what their groups catch.

A wager of n spots catches k with C(n, k) C(80 - n, 20 - k) of the C(80, 20) draws. Groups of sizes g1..gm catch c1..cm
with C(g1, c1) ... C(gm, cm) C(80 - sum g, 20 - sum c) draws, and what a ticket returns follows from the c's: so its
ways may overlap as they like. Groups of one size are alike, so what counts is how many of them catch how many.

The aggregate limit is left out of the price of a straight wager, for it hangs on other tickets; a stake or a ticket
that alone comes above it is paid only the limit, and its price is of that. A 1-spot at pays 3 is the published 25 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.games.keno.prizes import CatchTable, Limit, Prize, pay_table, prizes_by_catch, shared
from pitboss.games.keno.ticket import BadTicket, Ticket, read_ticket
from pitboss.pricing.contract import Given, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, PriceReport, priced, report

Catches = tuple[tuple[int, int], ...]
"""The size and the catch of each group."""
MOST_CASES = 60_000
"""So many ways in which the groups of a ticket can catch are gone through; more would take minutes."""
MOST_RESULTS = 4_000
"""So many results of several games together are worked out; more than anybody reads."""


def price_keno(layout: Layout, stake: int | None = None, ticket: str | None = None) -> PriceReport:
    """Every straight wager; or, where a ticket is given, the ticket and the wagers that it is made of."""
    if ticket is None:
        return report(layout, [price_straight(layout, wager, stake) for wager in layout.permissible])
    told = readable(layout, ticket)
    kinds = {int(rule.terms["spots"]): kind for kind, rule in layout.wagers.items()}
    wagers = [kinds[one.spots] for one in told.conditions]
    return report(layout, [price_straight(layout, kind, None) for kind in wagers], price_ticket(layout, told, wagers))


# ---- Straight wagers


def price_straight(layout: Layout, wager: str, stake: int | None) -> PricedWager:
    """A wager of so many spots; of a stake so large that the aggregate limit binds it alone, as it is then paid."""
    spots = int(layout.rules.wagers[wager].terms["spots"])
    posted = posted_on(layout, wager)
    table = pay_table(posted, wager)
    draws = catches(layout, spots)
    net = {catch: table[catch].ratio if catch in table else Fraction(-1) for catch in draws}
    note = "The aggregate limit is left out: it hangs on other tickets."
    if stake is not None:
        if any(not odds.payable(stake) for odds in table.values()):
            raise ValueError(f"{dollars(stake)} on a {spots}-spot cannot be paid to the cent")
        for catch in draws:
            (paid,) = shared(list(prizes_by_catch(((spots, catch),), spots, stake, table)), Limit.of(layout))
            net[catch] = Fraction(paid.returned, stake) - 1
        note = f"Of {dollars(stake)}, with no other ticket in the game."
    counts: dict[Fraction, int] = {}
    for catch, number in draws.items():
        counts[net[catch]] = counts.get(net[catch], 0) + number
    odds = {str(catch): str(odds) for catch, odds in table.items()}
    rests_on = [] if posted is layout else [posted.rules.pay_tables["pay_table"][str(posted.options["pay_table"])]]
    return priced(
        layout,
        wager,
        Distribution.from_counts(counts),
        rounds=Fraction(1),
        odds=odds,
        rests_on=rests_on,
        note=note,
    )


def catches(layout: Layout, spots: int) -> dict[int, int]:
    """How many of all draws catch how many of so many numbers."""
    numbers, drawn = int(layout.fact("numbers")), int(layout.fact("drawn"))
    found = {catch: comb(spots, catch) * comb(numbers - spots, drawn - catch) for catch in range(min(spots, drawn) + 1)}
    return {catch: number for catch, number in found.items() if number}


def posted_on(layout: Layout, wager: str) -> Layout:
    """The layout, or one with the first pay table that has the wager, where this one has not."""
    if layout.odds_table(wager):
        return layout
    values = layout.rules.wagers[wager].offered["pay_table"]
    return replace(layout, options={**layout.options, "pay_table": values[0]})


# ---- Tickets


def readable(layout: Layout, text: str) -> Ticket:
    """A ticket of this layout; a `ValueError` says what is wrong with it, and under which section."""
    facts = layout.rules.facts
    try:
        told = read_ticket(text, int(layout.fact("numbers")))
    except BadTicket as error:
        raise ValueError(f"{error} ({layout.cite(facts[error.rule].section)})") from None
    kinds = {int(rule.terms["spots"]) for rule in layout.wagers.values()}
    if strange := next((one.spots for one in told.conditions if one.spots not in kinds), 0):
        there = ", ".join(map(str, sorted(kinds)))
        cited = layout.cite(facts["only_listed"].section)
        raise ValueError(f"the posted table has no row for {strange} spots; it has: {there} ({cited})")
    most = int(layout.options["multi_game_max"])
    if told.games > most:
        raise ValueError(
            f"{told.games} games; a ticket here is for 1 to {most} ({layout.cite(facts['games'].section)})"
        )
    return told


def price_ticket(layout: Layout, ticket: Ticket, wagers: Sequence[str]) -> Iterator[PricedWager]:
    """A ticket as one: in one game, and in all its games together."""
    one = ticket_distribution(layout, ticket)
    limit = dollars(Limit.of(layout).most)
    note = f"With no other ticket in the game; prizes that count share {limit} at most."
    yield _together(layout, ticket, wagers, one, f"{replace(ticket, games=1)}", f"{ticket.kind} ticket. {note}")
    if ticket.games > 1 and (every := several_games(one, ticket.games)) is not None:
        yield _together(layout, ticket, wagers, every, str(ticket), f"All {ticket.games} games together. {note}")


def _together(
    layout: Layout, ticket: Ticket, wagers: Sequence[str], found: Distribution, name: str, note: str
) -> PricedWager:
    row = priced(layout, wagers[0], found, per="ticket", odds={}, together=tuple(wagers[1:]), name=name, note=note)
    return row.model_copy(update={"id": name, "parts": tuple(wagers)})


def ticket_distribution(layout: Layout, ticket: Ticket) -> Distribution:
    """What one game of a ticket comes to, for each unit of its price."""
    tables = {int(rule.terms["spots"]): pay_table(layout, kind) for kind, rule in layout.wagers.items()}
    limit = Limit.of(layout)
    price = ticket.price_of_game
    counts: dict[Fraction, int] = {}
    numbers, drawn = int(layout.fact("numbers")), int(layout.fact("drawn"))
    for caught, number in cases(ticket.sizes, numbers, drawn):
        net = Fraction(returned(ticket, caught, tables, limit) - price, price)
        counts[net] = counts.get(net, 0) + number
    return Distribution.from_counts(counts)


def returned(ticket: Ticket, caught: Catches, tables: Mapping[int, CatchTable], limit: Limit) -> int:
    """What a ticket returns, in cents, from what each of its groups catches."""
    prizes: list[Prize] = []
    for one in ticket.conditions:
        prizes += prizes_by_catch(caught, one.spots, one.rate, tables[one.spots])
    return sum(prize.returned for prize in shared(prizes, limit))


def cases(sizes: Sequence[int], numbers: int, drawn: int) -> Iterator[tuple[Catches, int]]:
    """The catches of the groups, groups of one size in any order, each with the number of draws that give them.

    >>> sum(number for _, number in cases((2, 2, 1), 80, 20)) == comb(80, 20)
    True
    """
    by_size = [(size, sizes.count(size)) for size in sorted(set(sizes))]
    alike = [list(_alike(size, groups)) for size, groups in by_size]
    if (many := prod(map(len, alike))) > MOST_CASES:
        text = f"the groups of this ticket can catch in {many:,} ways; {MOST_CASES:,} are gone through at most"
        raise ValueError(f"{text}: fewer groups, or groups of one size, have fewer")
    outside = numbers - sum(sizes)
    for chosen in product(*alike):
        caught = tuple(one for part, _ in chosen for one in part)
        left = drawn - sum(catch for _, catch in caught)
        if 0 <= left <= outside:
            yield caught, prod(number for _, number in chosen) * comb(outside, left)


def _alike(size: int, groups: int) -> Iterator[tuple[Catches, int]]:
    """How so many groups of a size may catch, in no order, and how many sets of their numbers do so."""
    for counts in _compositions(groups, size + 1):
        orders = factorial(groups) // prod(map(factorial, counts))
        number = orders * prod(comb(size, catch) ** many for catch, many in enumerate(counts))
        yield tuple((size, catch) for catch, many in enumerate(counts) for _ in range(many)), number


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a total as a sum of so many parts, in order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


def several_games(one: Distribution, games: int) -> Distribution | None:
    """Independent games together, for each unit of their price; None where there are more results than one reads."""
    unit = one.probabilities
    sums: dict[Fraction, Fraction] = {Fraction(): Fraction(1)}
    for _ in range(games):
        if len(sums) * len(unit) > MOST_RESULTS * 20:
            return None
        added: dict[Fraction, Fraction] = {}
        for net, chance in sums.items():
            for more, times in unit.items():
                added[net + more] = added.get(net + more, Fraction()) + chance * times
        sums = added
        if len(sums) > MOST_RESULTS:
            return None
    return Distribution({net / games: chance for net, chance in sums.items()})


class KenoPricing(Pricing):
    """Keno: the price hangs on the stake where the aggregate limit binds it, and may be of a whole ticket."""

    hangs_on = frozenset({"stake", "ticket"})

    def price(self, layout: Layout, given: Given) -> PriceReport:
        return price_keno(layout, given.stake, given.ticket)


PRICING = KenoPricing()
