"""Prices of side wagers from their terms: the cards they look at, their pay table, and what the meter pays.

A wager on the hand in play is priced from the same tally as the main wagers. One on other cards (the player's own
three, the player's and the dealer's six, the player's two and the flop) is priced from a census of those cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

from pitboss.chapter.odds import dollars
from pitboss.equipment import CARDS, Card
from pitboss.families.house_poker.price import quotes
from pitboss.families.house_poker.price.payoffs import Prizes, payoffs, prizes
from pitboss.families.house_poker.price.progressive import Progressive
from pitboss.families.house_poker.price.rows import Rows
from pitboss.families.house_poker.price.solutions import load_or_count
from pitboss.families.house_poker.price.wagering import FOLDED, side_wager
from pitboss.families.house_poker.terms import Terms
from pitboss.hands import Hand, is_holding
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.report import PricedWager, wager_price

if TYPE_CHECKING:
    from pitboss.families.house_poker.price.pricing import Figures, PokerPricing


def quote(pricing: PokerPricing, figures: Figures, wager: str, note: str) -> PricedWager:
    """The price of a side wager."""
    terms = figures.terms
    if terms.wagers[wager].meter:
        return _metered(pricing, figures, wager)
    facts = quotes.rests_on(figures.layout, *pricing.side_facts.get(wager, ()))
    if pricing.on_hand(terms, wager):
        found = side_wager(figures.tally, payoffs(terms, wager), figures.folds(wager))
        return wager_price(figures.layout, wager, found, note=note, rests_on=facts)
    if wager in terms.holdings:
        return wager_price(figures.layout, wager, _on_two_cards(pricing, figures, wager), note=note, rests_on=facts)
    won, stake = prizes(terms, wager), figures.given.stake
    nets = won.nets(None if stake is None else max(stake, won.amount))
    if pricing.specials.get(wager) is None and terms.wagers[wager].special:
        counts = holding_counts(won, terms.wagers[wager].special)
    else:
        counts = row_counts(pricing, won, cards_seen(terms, wager), pricing.specials.get(wager, {}), terms.jokers)
    found = quotes.distribution_of(counts, nets)
    if figures.folds(wager):
        found = _with_folds(counts, pricing.folded_rows(figures, wager), nets)
    return wager_price(figures.layout, wager, found, note=note, rests_on=facts)


def _on_two_cards(pricing: PokerPricing, figures: Figures, wager: str) -> Distribution:
    """The distribution of a wager whose rows name two-card holdings; folded hands lose."""
    counts, pays = figures.terms.holdings[wager].counts(), payoffs_by_row(figures.terms, wager)
    deals = sum(counts.values())
    folded = pricing.folded_rows(figures, wager) if figures.folds(wager) else {}
    chances = {row: Fraction(count, deals) for row, count in counts.items()}
    return _unless_folded(chances, folded, lambda row: pays.get(row, Fraction(-1)))


def _unless_folded(
    chances: Mapping[str, Fraction], folded: Mapping[str, Fraction], net: Callable[[str], Fraction]
) -> Distribution:
    """The distribution of a wager that loses on a fold, from each row's probability and that of folding it."""
    found = {(row, net(row)): chance - folded.get(row, Fraction()) for row, chance in chances.items()}
    found[FOLDED, Fraction(-1)] = sum(folded.values(), Fraction())
    return Distribution.of_events(found)


def payoffs_by_row(terms: Terms, wager: str) -> dict[str, Fraction]:
    """What each row of a wager wins per unit."""
    return {row: odds.ratio for row, odds in terms.layout.odds_table(wager).items()}


def cards_seen(terms: Terms, wager: str) -> int:
    """The number of cards that a wager looks at."""
    own = terms.wagers[wager]
    numbers = {"own": terms.dealing.player, "dealer": terms.dealing.dealer, "community": own.community}
    return sum(numbers[part] for part in own.sees)


def row_counts(
    pricing: PokerPricing, won: Prizes, cards: int, specials: Mapping[str, int], jokers: int = 0
) -> dict[str, int]:
    """The number of `cards`-card combinations in each row, with "" for those below every row.

    Combinations in a special row also count towards the highest rank, so they are subtracted there.
    """
    rows = Rows.of(won.order, [row for row in won.rows if row not in specials])
    counts = dict(
        zip((*rows.names, ""), load_or_count(pricing.game, won.order.id, cards, rows.floors, jokers), strict=True)
    )
    for row, count in specials.items():
        if row in won.rows:
            counts[row] = count
            counts[rows.names[0]] -= count
    return counts


def holding_counts(won: Prizes, special: Sequence[str]) -> dict[str, int]:
    """The number of holdings in each row, for a wager whose rows depend on ranks and suits."""
    return dict(Counter(holding_row(won, special, two) for two in combinations(CARDS[:52], 2)))


def holding_row(won: Prizes, special: Sequence[str], two: Sequence[Card]) -> str:
    """A holding's row: a special row that depends on suits too, or else the row for its rank."""
    rows = Rows.of(won.order, [row for row in won.rows if row not in special])
    named = next((row for row in special if row in won.rows and is_holding(row, two)), None)
    return rows.name_at(Hand(two, won.order).strength) if named is None else named


def _with_folds(
    counts: Mapping[str, int], folded: Mapping[str, Fraction], nets: Mapping[str, Fraction]
) -> Distribution:
    """The distribution of a wager that loses on a fold, from each row's combinations and probability of a fold."""
    hands = sum(counts.values())
    chances = {row: Fraction(count, hands) for row, count in counts.items()}
    return _unless_folded(chances, folded, lambda row: nets.get(row, Fraction(-1)))


# ---- The meter


def _metered(pricing: PokerPricing, figures: Figures, wager: str) -> PricedWager:
    layout = figures.layout
    facts = quotes.rests_on(layout, "progressive", "meter", "envy")
    if not pricing.on_hand(figures.terms, wager):
        distribution, note = _on_first_cards(pricing, figures, wager)
        return wager_price(layout, wager, distribution, note=note, rests_on=facts)
    found = progressive(figures, wager)
    table = found.prizes.table(meter=found.meter)
    even = found.break_even()
    players = int(str(layout.options["positions"]))
    note = f"At a meter of {dollars(found.meter)}."
    note += f" It breaks even at {dollars(even)}." if even is not None else ""
    share = float(found.share(players))
    note += f" With {players} players in it a royal flush wins {share:.7%} of the meter on average."
    lost = side_wager(figures.tally, table, figures.folds(wager))
    return wager_price(layout, wager, lost, note=note, rests_on=facts)


def progressive(figures: Figures, wager: str) -> Progressive:
    """The progressive wager on the hand in play."""
    wagering, tally = figures.wagering, figures.tally
    won = prizes(figures.terms, wager)
    rows, finer = Rows.of(won.order, won.rows), Rows.of(won.order, *wagering.rows())
    wins = {name: rows.name_at(least) for name, least in zip(finer.names, finer.floors, strict=True)}

    def chance(row: str) -> Fraction:
        return tally.share(lambda end, name, _: wins.get(name) == row and not wagering.ends[end].folded)

    chances = {row: chance(row) for row in won.rows}
    return Progressive(chances, won, figures.layout.cents("progressive_meter"))


def _on_first_cards(pricing: PokerPricing, figures: Figures, wager: str) -> tuple[Distribution, str]:
    """The distribution and note of a wager on the player's cards and the flop.

    Envy is not included, because it depends on the other players at the table.
    """
    terms = figures.terms
    won, meter = prizes(terms, wager), figures.layout.cents("progressive_meter")
    counts = row_counts(pricing, won, cards_seen(terms, wager), {})
    hands = sum(counts.values())
    chances = {row: Fraction(count, hands) for row, count in counts.items()}
    folded = pricing.folded_rows(figures, wager) if figures.folds(wager) else {}
    pays = won.table(meter=meter)
    found = _unless_folded(chances, folded, pays.net)
    envy = sum((chances[row] * prize for row, prize in won.envy.items()), Fraction())
    note = f"At a meter of {dollars(meter)}."
    if envy:
        note += f" Not counted in: envy, worth {float(envy / won.amount):.4%} of it for each other player at the table."
    return found, note
