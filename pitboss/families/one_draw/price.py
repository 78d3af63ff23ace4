"""The exact price of wagers decided by one draw, counted over all outcomes with the game's own `lands`.

A wager that a draw may leave undecided is counted over the draws that decide it. If all of a wager's spots have the
same price, they are one row; otherwise the row has the first one's price, with a note.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Provision
from pitboss.equipment.dice import Dice
from pitboss.families.one_draw.round import OneDraw
from pitboss.pricing.contract import PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES, WINS
from pitboss.pricing.exposures import Exposure, loaded_dice_exposures, unfair_wheel_exposure
from pitboss.pricing.report import PricedWager, PriceReport, price_report, wager_price
from pitboss.table.game import game_class

LOST = Fraction(-1)


def price_draws(game: OneDraw[Any], rests_on: Iterable[Provision] = ()) -> PriceReport:
    """The price of every wager that has a spot on the layout, offered or not."""
    rests = list(rests_on)
    found = [(wager, places_of(game, wager)) for wager in game.layout.permissible]
    return price_report(game.layout, [price_wager(game, wager, places, rests) for wager, places in found if places])


def places_of(game: OneDraw[Any], wager: str) -> tuple[str, ...]:
    """A wager's spots on the layout; none if this table's odds have no row for it."""
    return tuple(game.amounts.spots(game.opening(), 1, wager)) if game.layout.odds_table(wager) else ()


def price_wager(game: OneDraw[Any], wager: str, places: tuple[str, ...], rests_on: list[Provision]) -> PricedWager:
    """The price of one wager over all its spots."""
    nets = {place: nets_of(game, wager, place) for place in places}
    alike = len({tuple(sorted(counts.items(), key=str)) for counts in nets.values()}) == 1
    counts = nets[places[0]]
    events = Counter[tuple[str, Fraction]]()
    for fate, net, number in fates_of(game, wager, places[0]):
        events[fate, net] += number
    total = len(game.outcomes)
    decided = sum(counts.values())
    note = ""
    if len(places) > 1:
        note = f"{len(places)} places with the same price." if alike else f"The price is that of {places[0]}."
    return wager_price(
        game.layout,
        wager,
        Distribution.from_events(events),
        per="initial wager" if decided == total else "wager decided",
        rounds=Fraction(total, decided),
        rests_on=rests_on,
        note=note,
    )


def nets_of(game: OneDraw[Any], wager: str, place: str) -> dict[Fraction, int]:
    """What a unit on a spot can net, with the number of outcomes for each."""
    counts: dict[Fraction, int] = {}
    for _, net, number in fates_of(game, wager, place):
        counts[net] = counts.get(net, 0) + number
    return counts


def fates_of(game: OneDraw[Any], wager: str, place: str) -> Iterator[tuple[str, Fraction, int]]:
    """Yield how each kind of draw ends for a spot: the outcome paid, or a loss; its net; and how many draws do so."""
    odds = game.layout.odds_table(wager)
    landed = (game.lands(wager, place, drawn) for drawn in game.outcomes)
    for fate, number in Counter(fate for fate in landed if fate is None or isinstance(fate, str)).items():
        if fate is None or fate not in odds:
            yield LOSES, LOST, number
        else:
            yield fate or WINS, odds[fate].ratio, number


class DrawPricing(Pricing):
    """The pricing of a game decided by one draw; a game's `price.py` ends with `PRICING = DrawPricing()`."""

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        game = game_class(layout.rules.game.id)(layout)
        assert isinstance(game, OneDraw)
        return price_draws(game)

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        game = game_class(layout.rules.game.id)(layout)
        assert isinstance(game, OneDraw)
        return draw_exposures(game, bias)


def draw_exposures(game: OneDraw[Any], bias: Fraction) -> Iterator[Exposure]:
    """The unfair dice or wheel of a game, with the best of its wagers and places."""
    offered = [wager for wager in game.layout.permissible if game.layout.offers(game.layout.rules.wagers[wager])]
    nets = {
        " ".join([wager, place]).strip(): outcome_nets(game, wager, place)
        for wager in offered
        for place in places_of(game, wager)
    }

    def edges(weights: Sequence[int]) -> dict[str, Fraction]:
        return {name: weighted_mean(per_outcome, weights) for name, per_outcome in nets.items()}

    if isinstance(game.outcomes[0], Dice):
        rolls = [tuple(roll) for roll in game.outcomes if isinstance(roll, Dice)]
        yield from loaded_dice_exposures(
            lambda faces: edges([prod(faces[face - 1] for face in roll) for roll in rolls]), bias
        )
    else:
        yield unfair_wheel_exposure(len(game.outcomes), edges, bias)


def outcome_nets(game: OneDraw[Any], wager: str, place: str) -> dict[Fraction, list[int]]:
    """The numbers of the outcomes that give each net of a unit on a place; those that decide nothing are left out."""
    odds = game.layout.odds_table(wager)
    found: dict[Fraction, list[int]] = {}
    for number, drawn in enumerate(game.outcomes):
        fate = game.lands(wager, place, drawn)
        if fate is None or isinstance(fate, str):
            found.setdefault(LOST if fate is None or fate not in odds else odds[fate].ratio, []).append(number)
    return found


def weighted_mean(nets: Mapping[Fraction, Sequence[int]], weights: Sequence[int]) -> Fraction:
    """The mean net for outcomes with these weights."""
    ways = {net: sum(weights[number] for number in numbers) for net, numbers in nets.items()}
    return sum((net * count for net, count in ways.items()), Fraction()) / sum(ways.values())


__all__ = ["DrawPricing", "draw_exposures", "nets_of", "price_draws", "price_wager"]
