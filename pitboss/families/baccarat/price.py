"""The exact price of every baccarat wager, from integer counts of all card sequences in the shoe.

The key idea: suits and the four ranks of value 0 do not matter, so the shoe is ten values, each with a count. Six
cards in order are counted for every round, whether it uses them or not, and all wagers are read off one table of how
many sequences lead to each coup. Pairs depend on ranks and are counted separately, over the same space.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import ClassVar

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.chapter.rules import Provision
from pitboss.equipment import CARDS, JOKER, composition
from pitboss.equipment.decks import check_composition
from pitboss.families.baccarat.coup import NO_CARD, Coup, Rules, vigorish
from pitboss.pricing.contract import Feature, Input, PriceInputs, Pricing
from pitboss.pricing.distribution import Distribution
from pitboss.pricing.events import LOSES
from pitboss.pricing.exposures import Exposure, Signal, before_betting, sorted_edges
from pitboss.pricing.removal import VALUES, PricedShoeValues, ShoeValues
from pitboss.pricing.report import PricedWager, PriceReport, price_report, wager_price
from pitboss.table.vigorish import share_of

MOST_CARDS = 6
"""The number of cards in the longest round: three to each hand."""

USUAL_STAKE = 2000
"""If the vigorish is rounded up, prices are for this wager in cents unless another stake is given."""

LOST = Fraction(-1)


def price(layout: Layout, stake: int | None = None, shoe: Sequence[int] | None = None) -> PriceReport:
    """Price every wager that the chapter permits on the layout's date.

    `stake` (in cents) matters only if the vigorish is rounded up, and is itself rounded up to whole dollars. `shoe`
    is what is left in the shoe, by card index; by default all the cards of the layout's decks.
    """
    cards = cards_in(layout, shoe)
    rules = Rules(layout)
    coups = count_coups(by_value(cards, rules), rules)
    return price_report(layout, [_price(layout, wager, rules, coups, cards, stake) for wager in layout.permissible])


def by_value(cards: Sequence[int], rules: Rules) -> list[int]:
    """The number of cards of each value."""
    found = [0] * rules.modulus
    for index, value in enumerate(rules.values):
        found[value] += cards[index]
    return found


def cards_in(layout: Layout, shoe: Sequence[int] | None) -> tuple[int, ...]:
    """The cards to deal from; raises ValueError if they cannot supply a round."""
    if shoe is None:
        return composition(int(layout.options["decks"]))
    check_composition(shoe)
    if shoe[JOKER.index]:
        raise ValueError(f"{layout.rules.game.name} is played without jokers; this shoe has {shoe[JOKER.index]}")
    if sum(shoe) < MOST_CARDS:
        raise ValueError(f"a round may need {MOST_CARDS} cards; this shoe has {sum(shoe)}")
    return tuple(shoe)


def _price(
    layout: Layout, wager: str, rules: Rules, coups: dict[Coup, int], cards: tuple[int, ...], stake: int | None
) -> PricedWager:
    terms = rules.terms[wager]
    rests_on: list[Provision] = [layout.rules.facts["card_values"], layout.rules.facts["point_count"]]
    rests_on += [layout.rules.facts[name] for name in ("natural", "player_draws", "banker_draws")]
    if terms.kind == "pair":
        return wager_price(layout, wager, _pair(layout, wager, cards))
    if terms.kind != "hand":
        return wager_price(layout, wager, _counted(layout, wager, rules, coups), rests_on=rests_on)
    note = ""
    share = Fraction()
    if terms.hand == "banker":
        share, wagered = vigorish_share(layout, stake)
        rounded = layout.option("vigorish_rounding") != "none" or share * 100 != Fraction(
            str(layout.options["vigorish_pct"])
        )
        if layout.option("banker_variant") == "vigorish" and rounded:
            note = f"With the vigorish on a wager of {dollars(wagered)}, rounded up."
        rests_on += [layout.rules.facts["banker_variants"], layout.rules.facts["vigorish_units"]]
        rests_on += [layout.rules.options[name] for name in ("banker_variant", "vigorish_pct")]
    found = _counted(layout, wager, rules, coups, share)
    resolved = found.conditional(lambda net: net != 0).house_edge if found.push_rate < 1 else None
    return wager_price(layout, wager, found, rests_on=rests_on, resolved=resolved, note=note)


def vigorish_share(layout: Layout, stake: int | None = None) -> tuple[Fraction, int]:
    """The fraction of an even-money win taken as vigorish, and the whole-dollar wager to which it applies."""
    unit = dollar(layout)
    wagered = -(-(USUAL_STAKE if stake is None else stake) // unit) * unit
    return share_of(lambda won: vigorish(layout, won), wagered), wagered


def dollar(layout: Layout) -> int:
    """The unit of wagers, in cents."""
    unit: int = layout.fact("wager_unit")
    return unit


def _counted(
    layout: Layout, wager: str, rules: Rules, coups: dict[Coup, int], vigorish: Fraction = Fraction()
) -> Distribution:
    events: dict[tuple[str, Fraction], int] = {}
    for coup, sequences in coups.items():
        decided, outcome = rules.decide(wager, coup)
        if decided == "wins":
            net = rules.odds[wager][outcome].ratio - vigorish
        else:
            net = LOST if decided == "loses" else Fraction()
        at = _event(rules.terms[wager].kind, coup, decided, outcome), net
        events[at] = events.get(at, 0) + sequences
    return Distribution.from_events(events)


def _event(kind: str, coup: Coup, decided: str, outcome: str) -> str:
    """Name a coup by what matters to a kind of wager: who wins, by how much, with how many cards."""
    won = "tie" if coup.winner == "tie" else f"{coup.winner} wins"
    if kind == "cards":
        return f"{coup.player_cards + coup.banker_cards} cards, {won}"
    if kind == "bonus":
        how = "push" if decided == "void" else f"by {outcome}" if outcome.isdecimal() else outcome
        return f"{won}, {how}" if how else won
    if kind in ("hand", "tie") or decided != "wins":
        return f"{won}, {outcome}" if outcome else won
    return f"{won} with {coup.count(coup.winner)} in {coup.cards(coup.winner)} cards"


def _pair(layout: Layout, wager: str, cards: Sequence[int]) -> Distribution:
    """The probability that two cards have the same rank. By symmetry it does not matter which two."""
    size = sum(cards)
    ranks: dict[int, int] = {}
    for card, count in zip(CARDS[: JOKER.index], cards, strict=False):
        ranks[card.rank] = ranks.get(card.rank, 0) + count
    rest = perm(size - 2, MOST_CARDS - 2)
    pairs = sum(perm(count, 2) for count in ranks.values()) * rest
    whole = perm(size, MOST_CARDS)
    return Distribution.from_events({("pair", layout.odds(wager).ratio): pairs, (LOSES, LOST): whole - pairs})


# ---- Counting


@dataclass(frozen=True, slots=True)
class _Two:
    """A hand's two cards, in either order: their values and their point count."""

    one: int
    other: int
    count: int


def count_coups(cards: Sequence[int], rules: Rules, firsts: Firsts = (None, None)) -> dict[Coup, int]:
    """The number of sequences of six cards that end in each coup. `cards` holds the number of cards of each value.

    With `firsts`, only sequences with these values as the first card of the Player's and of the Banker's Hand.

    >>> rules = Rules(Layout.of("baccarat-punto-banco"))
    >>> coups = count_coups([128] + [32] * 9, rules)
    >>> sum(coups.values()) == 416 * 415 * 414 * 413 * 412 * 411
    True
    >>> sum(sequences for coup, sequences in coups.items() if coup.winner == "banker")
    2292252566437888
    """
    found: dict[Coup, int] = {}
    size = sum(cards)
    fifth_on, sixth = perm(size - 4, 2), size - 5
    for (player, banker), hands in _initial(cards, rules.modulus, firsts).items():
        complete = sum(ways for ways, _ in hands)
        if player in rules.naturals or banker in rules.naturals:
            _add(found, Coup(player, banker, 2, 2), complete * fifth_on)
            continue
        thirds = _thirds(hands, rules.modulus)
        if not rules.player_draws[player]:
            if not rules.banker_draws[banker, NO_CARD]:
                _add(found, Coup(player, banker, 2, 2), complete * fifth_on)
                continue
            for third, ways in enumerate(thirds):
                _add(found, Coup(player, (banker + third) % rules.modulus, 2, 3), ways * sixth)
            continue
        for third, ways in enumerate(thirds):
            after = (player + third) % rules.modulus
            if not rules.banker_draws[banker, third]:
                _add(found, Coup(after, banker, 3, 2), ways * sixth)
                continue
            for last, both in enumerate(_lasts(hands, third, rules.modulus)):
                _add(found, Coup(after, (banker + last) % rules.modulus, 3, 3), both)
    return found


Deals = list[tuple[int, list[int]]]
"""The ways to deal two given hands, each with the number of cards left of each value."""
Firsts = tuple[int | None, int | None]
"""The values of the first cards of the Player's and of the Banker's Hand, where they are known."""


def _initial(cards: Sequence[int], modulus: int, firsts: Firsts = (None, None)) -> dict[tuple[int, int], Deals]:
    """The ways to deal the first four cards, by the two hands' point counts."""
    twos = list(_twos(modulus))
    found: dict[tuple[int, int], Deals] = {}
    for player in twos:
        ways, left = _dealt(player, list(cards), firsts[0])
        if not ways:
            continue
        for banker in twos:
            more, rest = _dealt(banker, left, firsts[1])
            if more:
                found.setdefault((player.count, banker.count), []).append((ways * more, rest))
    return found


def pairs_of_hands(cards: Sequence[int], modulus: int) -> Iterator[tuple[tuple[int, int], list[list[int]]]]:
    """The first four cards by the two hands' point counts, with the number of ways to deal each pair of next cards."""
    for counts, hands in _initial(cards, modulus).items():
        yield counts, [_lasts(hands, third, modulus) for third in range(modulus)]


def _twos(modulus: int) -> Iterator[_Two]:
    for one in range(modulus):
        for other in range(one, modulus):
            yield _Two(one, other, (one + other) % modulus)


def _dealt(two: _Two, cards: list[int], first: int | None = None) -> tuple[int, list[int]]:
    """The number of ways to deal two cards in order, `first` first if it is known, and the cards left afterwards."""
    left = cards.copy()
    ways = left[two.one]
    left[two.one] -= 1
    ways *= left[two.other] * (1 if two.one == two.other or first is not None else 2)
    left[two.other] -= 1
    return ways if first is None or first in (two.one, two.other) else 0, left


def _thirds(hands: Deals, modulus: int) -> list[int]:
    """The number of ways to deal two hands and then one card of each value."""
    return [sum([ways * left[third] for ways, left in hands]) for third in range(modulus)]


def _lasts(hands: Deals, third: int, modulus: int) -> list[int]:
    """The number of ways to deal two hands, then a card of value `third`, then a last card of each value."""
    weighed = [(ways * left[third], left) for ways, left in hands]
    lasts = [sum([ways * left[last] for ways, left in weighed]) for last in range(modulus)]
    lasts[third] -= sum([ways for ways, _ in weighed])
    return lasts


def _add(found: dict[Coup, int], coup: Coup, sequences: int) -> None:
    found[coup] = found.get(coup, 0) + sequences


# ---- What a table should not give away


class Exposures:
    """The exposures of a table of baccarat: what is known of its shoe before the wagers.

    A pair is as likely whatever is known, so the pair wagers are left out.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout, self.rules = layout, Rules(layout)
        self.cards = by_value(cards_in(layout, None), self.rules)
        offered = [one for one in layout.permissible if layout.offers(layout.rules.wagers[one])]
        self.wagers = [one for one in offered if self.rules.terms[one].kind != "pair"]
        self._fee, _ = vigorish_share(layout)
        self._nets: dict[tuple[str, Coup], Fraction] = {}

    def all(self) -> Iterator[Exposure]:
        """Every exposure, for all that can be known of a round before the wagers."""
        shown = ("fact.no_more_wagers", "fact.initial_deal")
        seen = ("card_face_up", "face_up_in_shoe", "extra_card_seen")
        for id, description, signals in (
            ("next_card", "The first card of the round, the Player's, is known before the wagers", self.first(0)),
            ("banker_card", "The Banker's first card is known before the wagers", self.first(1)),
        ):
            yield Exposure(
                id,
                description,
                lambda signals=signals: before_betting(signals(), self.usual),  # type: ignore[misc]
                shown,
                seen,
                "wagers closed before a card leaves the shoe; a shoe that shows no part of the next card",
            )
        yield Exposure(
            "both_first_cards",
            "The first cards of both hands are known before the wagers",
            lambda: before_betting(self.both(), self.usual),
            shown,
            seen,
            "wagers closed before a card leaves the shoe",
        )
        yield Exposure(
            "edge_sorted",
            "The backs tell one run of values from the others: of the first card of the round",
            lambda: sorted_edges(self.first(0)(), self.usual),
            ("fact.shuffle", "fact.no_more_wagers"),
            (),
            "backs without an orientation, half of the cards turned in every shuffle",
        )
        yield Exposure(
            "burned_card",
            "One burned card is known",
            lambda: before_betting(self.burned(), self.usual),
            ("fact.burn",),
            (),
            "the cards are burned face down",
        )

    @cached_property
    def usual(self) -> Fraction:
        """The best expectation without any information."""
        return max(self._values(count_coups(self.cards, self.rules)).values())

    def first(self, hand: int) -> Callable[[], list[Signal]]:
        """What the first card of the Player's (0) or the Banker's Hand (1) tells, by value."""

        def signals() -> list[Signal]:
            return [
                self._signal(str(value), self.cards, (value, None) if hand == 0 else (None, value))
                for value in range(self.rules.modulus)
            ]

        return signals

    def both(self) -> list[Signal]:
        """What the first cards of both hands tell, by the values of the two."""
        values = range(self.rules.modulus)
        return [self._signal(f"{one}-{other}", self.cards, (one, other)) for one in values for other in values]

    def burned(self) -> list[Signal]:
        """What a burned card tells, by value."""
        found = []
        for value, count in enumerate(self.cards):
            left = [held - (other == value) for other, held in enumerate(self.cards)]
            found.append(Signal(str(value), Fraction(count), self._signal("", left, (None, None)).values))
        return found

    def _signal(self, label: str, cards: Sequence[int], firsts: Firsts) -> Signal:
        coups = count_coups(cards, self.rules, firsts)
        return Signal(label, Fraction(sum(coups.values())), self._values(coups))

    def _values(self, coups: dict[Coup, int]) -> dict[str, Fraction]:
        total, found = sum(coups.values()), {}
        for wager in self.wagers:
            ways: dict[Fraction, int] = {}
            for coup, sequences in coups.items():
                net = self._net(wager, coup)
                ways[net] = ways.get(net, 0) + sequences
            found[wager] = sum((net * count for net, count in ways.items()), Fraction()) / total
        return found

    def _net(self, wager: str, coup: Coup) -> Fraction:
        """The net of a unit on a wager, which is looked up for every signal."""
        if (wager, coup) not in self._nets:
            terms = self.rules.terms[wager]
            share = self._fee if terms.kind == "hand" and terms.hand == "banker" else Fraction()
            self._nets[wager, coup] = _counted(self.layout, wager, self.rules, {coup: 1}, share).mean
        return self._nets[wager, coup]


class BaccaratPricing(Pricing):
    depends_on: ClassVar[frozenset[Input]] = frozenset({"stake", "shoe"})
    gives: ClassVar[frozenset[Feature]] = frozenset({"removal"})

    def price(self, layout: Layout, given: PriceInputs) -> PriceReport:
        return price(layout, given.stake, given.shoe)

    def removal(self, layout: Layout) -> ShoeValues:
        # Tens and pictures count the same, and a pair of any rank wins.
        return PricedShoeValues(layout, self, ranks=VALUES)

    def exposures(self, layout: Layout, bias: Fraction) -> Iterator[Exposure]:
        return Exposures(layout).all()


__all__ = ["BaccaratPricing", "by_value", "cards_in", "count_coups", "pairs_of_hands", "price"]
