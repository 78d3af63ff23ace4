"""Twenty-one dealt card by card with exact fractions: slow and simple, sharing no code with the analysis it checks.

A hand is a tuple of values (ace 1). `decide(cards, up, split, second)` chooses the player's action: `split` is the
value of the pair that the hand was split from (0 for none), and `second` is true if its second card had that value
again. For doubled hands `decide_doubled(cards, up, split, second, times)` chooses. A surrendered hand counts as a bust
for the amount it loses.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from pitboss.pricing.twenty_one.terms import Terms

Decide = Callable[[tuple[int, ...], int, int, bool], str]
DecideDoubled = Callable[[tuple[int, ...], int, int, bool, int], str]
Nets = dict[Fraction, Fraction]
Hand = tuple[tuple[int, ...], int]
Done = tuple[int, Fraction, bool, Fraction]
"""Total, wager, whether it beats a 21, odds."""


def score(cards: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(cards)
    return (hard + 10, True) if 1 in cards and hard <= 11 else (hard, False)


def draws(shoe: tuple[int, ...]) -> list[tuple[int, Fraction, tuple[int, ...]]]:
    size = sum(shoe)
    assert size, "the shoe is exhausted"
    return [(r + 1, Fraction(n, size), (*shoe[:r], n - 1, *shoe[r + 1 :])) for r, n in enumerate(shoe) if n]


class Table:
    def __init__(self, terms: Terms, decide: Decide, decide_doubled: DecideDoubled = lambda *_: "S") -> None:
        self.terms, self.decide, self.decide_doubled = terms, decide, decide_doubled
        self.rest = cache(self._rest)
        self.dealer = cache(self._dealer)

    def round(self, shoe: tuple[int, ...]) -> Nets:
        found: Nets = {}
        for a, pa, s1 in draws(shoe):
            for up, pu, s2 in draws(s1):
                for b, pb, s3 in draws(s2):
                    for second, ps, s4 in draws(s3):
                        for net, chance in self.dealt(tuple(sorted((a, b))), up, second, s4).items():
                            found[net] = found.get(net, Fraction()) + chance * pa * pu * pb * ps
        return found

    def dealt(self, cards: tuple[int, ...], up: int, second: int, shoe: tuple[int, ...]) -> Nets:
        blackjack = {up, second} == {1, 10}
        if cards == (1, 10):
            beaten = blackjack and not self.terms.blackjack_wins
            return {Fraction(0) if beaten else self.terms.blackjack_pays: Fraction(1)}
        first = self.decide(cards, up, 0, False)
        if first == "R":
            lost = Fraction(-1) if blackjack and self.terms.surrender != "early" else Fraction(-1, 2)
            return {lost: Fraction(1)}
        if blackjack and self.terms.checks:
            return {Fraction(-1): Fraction(1)}
        if first == "P":
            return self.rest(shoe, ((cards[:1], cards[0]), (cards[:1], cards[0])), (), 2, up, second)
        return self.rest(shoe, ((cards, 0),), (), 1, up, second)

    def _rest(
        self, shoe: tuple[int, ...], open_: tuple[Hand, ...], done: tuple[Done, ...], hands: int, up: int, second: int
    ) -> Nets:
        """Play out the rest: the first open hand, then the next, then the dealer."""
        if not open_:
            return self.settled(shoe, done, up, second)
        (cards, split), later = open_[0], open_[1:]

        def after(next_shoe: tuple[int, ...], more: tuple[Hand, ...], ended: tuple[Done, ...], count: int) -> Nets:
            return self.rest(next_shoe, more, tuple(sorted((*done, *ended))), count, up, second)

        def mixed(branches: list[tuple[Fraction, Nets]]) -> Nets:
            found: Nets = {}
            for chance, nets in branches:
                for net, share in nets.items():
                    found[net] = found.get(net, Fraction()) + chance * share
            return found

        if len(cards) == 1:
            branches = []
            for card, chance, left in draws(shoe):
                two = (cards[0], card)
                if card == split and hands < self.terms.hands_of(split):
                    more = ((cards, split), (cards, split), *later)
                    branches.append((chance, after(left, more, (), hands + 1)))
                elif self.terms.one_card(split) and not (self.terms.double_split_aces or self.terms.surrender_split):
                    branches.append((chance, after(left, later, (self.ended(two, 1, split),), hands)))
                else:
                    branches.append((chance, after(left, ((two, split), *later), (), hands)))
            return mixed(branches)
        total, _ = score(cards)
        if total >= 21 or self.charlie(cards):
            return after(shoe, later, (self.ended(cards, 1, split),), hands)
        again = bool(split) and cards[1] == split
        choice = self.decide(tuple(sorted(cards)), up, split, again)
        one_card = bool(split) and self.terms.one_card(split)
        if choice == "S" or (choice == "H" and one_card):
            return after(shoe, later, (self.ended(cards, 1, split),), hands)
        if choice == "R":
            return after(shoe, later, (self.lost(Fraction(1, 2)),), hands)

        def doubled(now: tuple[int, ...], times: int, left: tuple[int, ...]) -> Nets:
            if score(now)[0] < 21 and not self.charlie(now):
                then = self.decide_doubled(tuple(sorted(now)), up, split, again, times)
                if then == "R":
                    return after(left, later, (self.lost(Fraction(2**times, 2)),), hands)
                if then == "D":
                    return mixed([(p, doubled((*now, card), times + 1, rest)) for card, p, rest in draws(left)])
            return after(left, later, (self.ended(now, 2**times, split),), hands)

        branches = []
        for card, chance, left in draws(shoe):
            now = (*cards, card)
            if choice == "D":
                branches.append((chance, doubled(now, 1, left)))
            else:
                branches.append((chance, after(left, ((now, split), *later), (), hands)))
        return mixed(branches)

    def charlie(self, cards: tuple[int, ...]) -> bool:
        return bool(self.terms.charlie) and len(cards) == self.terms.charlie and score(cards)[0] <= 21

    def lost(self, wager: Fraction) -> Done:
        return 22, wager, False, Fraction(1)

    def ended(self, cards: tuple[int, ...], wager: int, split: int) -> Done:
        total, _ = score(cards)
        odds = Fraction(1)
        if total == 21 and wager == 1:
            counts = [cards.count(rank) for rank in range(1, 11)]
            odds = max([odds, *(bonus.odds for bonus in self.terms.bonuses if bonus.fits(counts))])
        special = bool(split) and self.terms.two_card_21_wins and sorted(cards) == [1, 10]
        special = special or (self.terms.twenty_one_wins and total == 21)
        return (0 if self.charlie(cards) else total), Fraction(wager), special, odds

    def settled(self, shoe: tuple[int, ...], done: tuple[Done, ...], up: int, second: int) -> Nets:
        busted = sum((wager for total, wager, _, _ in done if total > 21), Fraction())
        if {up, second} == {1, 10}:
            return {-max(Fraction(1), busted): Fraction(1)}
        found: Nets = {}
        for end, chance in self.dealer(shoe, (up, second)).items():
            net = Fraction()
            for total, wager, special, odds in done:
                if total > 21:
                    net -= wager
                elif total == 0:
                    net += wager
                elif end == 22 and self.terms.dealer_22_pushes:
                    continue
                elif end > 21 or total > end or (special and end == 21):
                    net += wager * odds
                elif total < end:
                    net -= wager
            found[net] = found.get(net, Fraction()) + chance
        return found

    def _dealer(self, shoe: tuple[int, ...], cards: tuple[int, ...]) -> dict[int, Fraction]:
        total, soft = score(cards)
        if total > 17 or (total == 17 and not (soft and self.terms.hit_soft_17)):
            return {min(total, 23): Fraction(1)}
        found: dict[int, Fraction] = {}
        for card, chance, left in draws(shoe):
            for end, share in self.dealer(left, tuple(sorted((*cards, card)))).items():
                found[end] = found.get(end, Fraction()) + chance * share
        return found


def best(terms: Terms, shoe: tuple[int, ...], cards: tuple[int, ...], up: int) -> Fraction:
    """The value of an unsplit hand under the best play for its own cards; a dealer's blackjack takes one unit."""
    table = Table(terms, lambda *_: "S")

    @cache
    def standing(left: tuple[int, ...], held: tuple[int, ...]) -> Fraction:
        total, _ = score(held)
        worth = Fraction()
        for second, chance, rest in draws(left):
            if {up, second} == {1, 10}:
                worth -= chance
                continue
            for end, share in table.dealer(rest, tuple(sorted((up, second)))).items():
                worth += chance * share * (1 if end > 21 or end < total else -1 if end > total else 0)
        return worth

    @cache
    def doubled(left: tuple[int, ...], held: tuple[int, ...]) -> Fraction:
        worth = Fraction()
        for second, chance, rest in draws(left):
            if {up, second} == {1, 10}:
                worth -= chance
                continue
            for card, share, after in draws(rest):
                total, _ = score((*held, card))
                if total > 21:
                    worth -= 2 * chance * share
                    continue
                for end, odds in table.dealer(after, tuple(sorted((up, second)))).items():
                    sign = 1 if end > 21 or end < total else -1 if end > total else 0
                    worth += 2 * chance * share * odds * sign
        return worth

    @cache
    def value(left: tuple[int, ...], held: tuple[int, ...]) -> Fraction:
        total, _ = score(held)
        if total > 21:
            return Fraction(-1)
        choices = [standing(left, held)]
        if total < 21:
            choices.append(
                sum((p * value(rest, tuple(sorted((*held, card)))) for card, p, rest in draws(left)), Fraction())
            )
            if len(held) == 2:
                choices.append(doubled(left, held))
        return max(choices)

    left = list(shoe)
    for card in (*cards, up):
        left[card - 1] -= 1
    return value(tuple(left), tuple(sorted(cards)))
