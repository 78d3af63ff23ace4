"""The exact price of keno: straight wagers by the number of catches, tickets by the catches of their groups.

A wager of n spots catches k with C(n, k) C(80 - n, 20 - k) of the C(80, 20) draws. Groups of sizes g1..gm catch c1..cm
with C(g1, c1) ... C(gm, cm) C(80 - sum g, 20 - sum c) draws, and the c's determine a ticket's return, however its ways
overlap. Groups of one size are interchangeable, so only the number of them with each catch matters.

The price of a straight wager ignores the aggregate limit, which depends on other tickets; a stake or a ticket that
exceeds it alone is priced at the limit. A 1-spot at pays 3 has the published 25 %.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, factorial, prod

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.games.keno.prizes import CatchTable, Limit, Prize, limit_prizes, pay_table, prizes_by_catch
from pitboss.games.keno.ticket import BadTicket, Ticket, read_ticket
from pitboss.pricing.contract import PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES
from pitboss.pricing.report import PricedWager, PriceReport, price_report, wager_price

Catches = tuple[tuple[int, int], ...]
"""Each group's size and catch."""
MOST_CASES = 60_000
"""The maximum number of combinations of catches to enumerate; more would take minutes."""
MOST_RESULTS = 4_000
"""The maximum number of combined results of several games; longer lists are not computed."""


def price_keno(layout: Layout, stake: int | None = None, ticket: str | None = None) -> PriceReport:
    """The price of every straight wager, or of a ticket and the wagers in it."""
    if ticket is None:
        return price_report(layout, [price_straight(layout, wager, stake) for wager in layout.permissible])
    parsed = parse_ticket(layout, ticket)
    kinds = {int(rule.terms["spots"]): kind for kind, rule in layout.wagers.items()}
    wagers = [kinds[one.spots] for one in parsed.conditions]
    return price_report(
        layout, [price_straight(layout, kind, None) for kind in wagers], price_ticket(layout, parsed, wagers)
    )


# ---- Straight wagers


def price_straight(layout: Layout, wager: str, stake: int | None) -> PricedWager:
    """The price of an n-spot wager; with a stake that exceeds the aggregate limit alone, at the reduced payment."""
    spots = int(layout.rules.wagers[wager].terms["spots"])
    posted = posted_on(layout, wager)
    table = pay_table(posted, wager)
    draws = catches(layout, spots)
    net = {catch: table[catch].ratio if catch in table else Fraction(-1) for catch in draws}
    note = "The aggregate limit is ignored because it depends on other tickets."
    if stake is not None:
        if any(not odds.payable(stake) for odds in table.values()):
            raise ValueError(f"{dollars(stake)} on a {spots}-spot cannot be paid to the cent")
        for catch in draws:
            (paid,) = limit_prizes(list(prizes_by_catch(((spots, catch),), spots, stake, table)), Limit.of(layout))
            net[catch] = Fraction(paid.returned, stake) - 1
        note = f"For {dollars(stake)}, with no other ticket in the game."
    events = {(f"{catch} of {spots} caught", net[catch]): number for catch, number in draws.items()}
    odds = {str(catch): str(odds) for catch, odds in table.items()}
    rests_on = [] if posted is layout else [posted.rules.pay_tables["pay_table"][str(posted.options["pay_table"])]]
    return wager_price(
        layout,
        wager,
        Distribution.from_events(events),
        rounds=Fraction(1),
        odds=odds,
        rests_on=rests_on,
        note=note,
    )


def catches(layout: Layout, spots: int) -> dict[int, int]:
    """The number of draws with each catch."""
    numbers, drawn = int(layout.fact("numbers")), int(layout.fact("drawn"))
    found = {catch: comb(spots, catch) * comb(numbers - spots, drawn - catch) for catch in range(min(spots, drawn) + 1)}
    return {catch: number for catch, number in found.items() if number}


def posted_on(layout: Layout, wager: str) -> Layout:
    """The layout, or one with the first pay table that has the wager if this one does not."""
    if layout.odds_table(wager):
        return layout
    values = layout.rules.wagers[wager].offered["pay_table"]
    return replace(layout, options={**layout.options, "pay_table": values[0]})


# ---- Tickets


def parse_ticket(layout: Layout, text: str) -> Ticket:
    """Parse a ticket for this layout; raises ValueError to say what is wrong with it, and under which section."""
    facts = layout.rules.facts
    try:
        parsed = read_ticket(text, int(layout.fact("numbers")))
    except BadTicket as error:
        raise ValueError(f"{error} ({layout.cite(facts[error.rule].section)})") from None
    kinds = {int(rule.terms["spots"]) for rule in layout.wagers.values()}
    if strange := next((one.spots for one in parsed.conditions if one.spots not in kinds), 0):
        there = ", ".join(map(str, sorted(kinds)))
        cited = layout.cite(facts["only_listed"].section)
        raise ValueError(f"the posted table has no row for {strange} spots; it has rows for {there} ({cited})")
    most = int(layout.options["multi_game_max"])
    if parsed.games > most:
        raise ValueError(
            f"{parsed.games} games; a ticket here may be for 1 to {most} ({layout.cite(facts['games'].section)})"
        )
    return parsed


def price_ticket(layout: Layout, ticket: Ticket, wagers: Sequence[str]) -> Iterator[PricedWager]:
    """The price of a ticket as a whole: in one game, and in all its games together."""
    one = ticket_distribution(layout, ticket)
    limit = dollars(Limit.of(layout).most)
    note = f"With no other ticket in the game; prizes that count toward the limit share at most {limit}."
    yield _together(layout, ticket, wagers, one, f"{replace(ticket, games=1)}", f"{ticket.kind} ticket. {note}")
    if ticket.games > 1 and (every := several_games(one, ticket.games)) is not None:
        yield _together(layout, ticket, wagers, every, str(ticket), f"All {ticket.games} games together. {note}")


def _together(
    layout: Layout, ticket: Ticket, wagers: Sequence[str], found: Distribution, name: str, note: str
) -> PricedWager:
    row = wager_price(layout, wagers[0], found, per="ticket", odds={}, together=tuple(wagers[1:]), name=name, note=note)
    return row.model_copy(update={"id": name, "parts": tuple(wagers)})


def ticket_distribution(layout: Layout, ticket: Ticket) -> Distribution:
    """The net of one game of a ticket, per unit of its price."""
    tables = {int(rule.terms["spots"]): pay_table(layout, kind) for kind, rule in layout.wagers.items()}
    limit = Limit.of(layout)
    price = ticket.price_of_game
    counts: dict[tuple[str, Fraction], int] = {}
    numbers, drawn = int(layout.fact("numbers")), int(layout.fact("drawn"))
    for caught, number in cases(ticket.sizes, numbers, drawn):
        paid = returned(ticket, caught, tables, limit)
        at = f"returns {dollars(paid)}" if paid else LOSES, Fraction(paid - price, price)
        counts[at] = counts.get(at, 0) + number
    return Distribution.from_events(counts)


def returned(ticket: Ticket, caught: Catches, tables: Mapping[int, CatchTable], limit: Limit) -> int:
    """The return of a ticket in cents, given the catch of each group."""
    prizes: list[Prize] = []
    for one in ticket.conditions:
        prizes += prizes_by_catch(caught, one.spots, one.rate, tables[one.spots])
    return sum(prize.returned for prize in limit_prizes(prizes, limit))


def cases(sizes: Sequence[int], numbers: int, drawn: int) -> Iterator[tuple[Catches, int]]:
    """The catches of the groups, regardless of the order of groups of one size, with the number of draws of each.

    >>> sum(number for _, number in cases((2, 2, 1), 80, 20)) == comb(80, 20)
    True
    """
    by_size = [(size, sizes.count(size)) for size in sorted(set(sizes))]
    alike = [list(_alike(size, groups)) for size, groups in by_size]
    if (many := prod(map(len, alike))) > MOST_CASES:
        text = f"the groups of this ticket have {many:,} combinations of catches; at most {MOST_CASES:,} are priced"
        raise ValueError(f"{text}; use fewer groups, or groups of one size")
    outside = numbers - sum(sizes)
    for chosen in product(*alike):
        caught = tuple(one for part, _ in chosen for one in part)
        left = drawn - sum(catch for _, catch in caught)
        if 0 <= left <= outside:
            yield caught, prod(number for _, number in chosen) * comb(outside, left)


def _alike(size: int, groups: int) -> Iterator[tuple[Catches, int]]:
    """The unordered catches of `groups` groups of one size, with the number of sets of their numbers for each."""
    for counts in _compositions(groups, size + 1):
        orders = factorial(groups) // prod(map(factorial, counts))
        number = orders * prod(comb(size, catch) ** many for catch, many in enumerate(counts))
        yield tuple((size, catch) for catch, many in enumerate(counts) for _ in range(many)), number


def _compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ordered ways to write a total as a sum of `parts` parts."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(total - first, parts - 1):
            yield (first, *rest)


def several_games(one: Distribution, games: int) -> Distribution | None:
    """The distribution of independent games together, per unit of their price; None if it has too many results."""
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
    """The prices of keno: a stake may exceed the aggregate limit, and a whole ticket can be priced."""

    depends_on = frozenset({"stake", "ticket"})

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        return price_keno(layout, given.stake, given.ticket)


PRICING = KenoPricing()
