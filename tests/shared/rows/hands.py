"""The meaning of each poker row of a pay table, and hands built from that meaning.

Nothing here uses the evaluator: every combination of cards that could form a hand is searched for a row.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from pitboss.equipment import CARDS, Card, Rank, Suit

DECK = CARDS[:52]
JOKER = CARDS[52]
RANKS = range(2, 15)
ACE, KING, QUEEN, TEN = 14, 13, 12, 10
SUITS = tuple(Suit)
NUMBERS = {
    "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6, "sevens": 7, "eights": 8, "nines": 9, "tens": 10,
    "jacks": 11, "queens": 12, "kings": 13, "aces": 14,
}  # fmt: skip
PAIRS_OF = {"kings_queens_or_jacks": {13, 12, 11}, "tens_to_twos": set(range(2, 11)), "both_have_aces": {14}}


def card_of(rank: int, suit: int) -> Card:
    return Card.of(Rank(rank), SUITS[suit % 4])


def is_run(ranks: Sequence[int], wheel: bool = True) -> bool:
    """Whether ranks are consecutive; an ace may be low."""
    different = sorted(set(ranks))
    if len(different) != len(ranks):
        return False
    low = sorted(1 if rank == ACE else rank for rank in different)
    return different[-1] - different[0] == len(ranks) - 1 or (wheel and low[-1] - low[0] == len(ranks) - 1)


def is_suited(held: Sequence[Card]) -> bool:
    return len({one.suit for one in held}) == 1


def _ranks(held: Sequence[Card]) -> list[int]:
    return [int(one.rank) for one in held if not one.is_joker]


def _alike(held: Sequence[Card]) -> list[int]:
    """The number of cards of each rank, largest first."""
    return sorted(Counter(_ranks(held)).values(), reverse=True)


def makes(row: str, held: Sequence[Card]) -> bool:
    """Whether these cards, taken together, satisfy a row."""
    ranks, alike = _ranks(held), _alike(held)
    tops = set(range(ACE - len(held) + 1, ACE + 1))
    jokers = sum(one.is_joker for one in held)
    if jokers and row not in ("high_card", "high_card_or_less"):
        return row == "pair_of_jokers" if jokers == 2 else row == "pair"
    if row.startswith("six_card_royal"):
        wanted = is_suited(held) and set(ranks) == tops
        return wanted and (row == "six_card_royal" or held[0].suit == Suit.DIAMONDS)
    if two := re.fullmatch(r"ace_(\w+)_(suited|offsuit)", row):
        lows = {NUMBERS[f"{rank}s"] for rank in two[1].split("_or_")}
        return max(ranks) == ACE and min(ranks) in lows and is_suited(held) == (two[2] == "suited")
    if row in PAIRS_OF:
        return alike == [2] and ranks[0] in PAIRS_OF[row]
    match row:
        case "high_card" | "high_card_or_less":
            return True
        case "pair_of_jokers":
            return False
        case "royal_flush" | "mini_royal":
            return is_suited(held) and set(ranks) == tops
        case "straight_flush":
            return is_suited(held) and is_run(ranks)
        case "four_of_a_kind":
            return alike[0] >= 4
        case "full_house":
            return alike[:2] == [3, 2]
        case "flush":
            return is_suited(held)
        case "straight":
            return is_run(ranks)
        case "three_of_a_kind":
            return alike[0] >= 3
        case "two_pair":
            return len(alike) > 1 and alike[1] >= 2
        case "pair":
            return alike[0] >= 2
    if named := re.fullmatch(r"pair_of_([a-z]+?)(_or_better|_to_[a-z]+)?", row):
        least = NUMBERS[named[1]]
        return any(count >= 2 and rank >= least for rank, count in Counter(ranks).items())
    raise KeyError(row)


CATEGORIES = {
    2: ("pair_of_jokers", "royal_flush", "straight_flush", "straight", "pair", "flush"),
    3: ("mini_royal", "straight_flush", "three_of_a_kind", "straight", "flush", "pair"),
    4: ("four_of_a_kind", "straight_flush", "three_of_a_kind", "flush", "straight", "two_pair", "pair"),
    5: ("royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
        "two_pair", "pair"),
}  # fmt: skip
"""The categories of hands by their number of cards, highest first."""


def cards_in(row: str, size: int) -> int:
    """The number of cards that a row needs, in a game with hands of `size` cards."""
    return 6 if row.startswith("six_card") else size


@lru_cache(1 << 16)
def _any(row: str, held: tuple[Card, ...], size: int) -> bool:
    return any(makes(row, some) for some in combinations(held, cards_in(row, size)))


def has(row: str, held: tuple[Card, ...], size: int) -> bool:
    """Whether some hand of these cards satisfies a row, or belongs to a higher category."""
    ladder = CATEGORIES[size]
    of = "pair" if row.startswith("pair_of_") and row != "pair_of_jokers" else row
    above = ladder[: ladder.index(of)] if of in ladder and size > 2 else ()
    return _any(row, held, size) or any(_any(one, held, size) for one in above)


# ---- Hands built for a row


def suited(ranks: Iterable[int], suit: int) -> tuple[Card, ...]:
    return tuple(card_of(rank, suit) for rank in ranks)


def mixed(ranks: Iterable[int], first: int = 0) -> tuple[Card, ...]:
    return tuple(card_of(rank, first + number % 3) for number, rank in enumerate(ranks))


def runs(size: int) -> Iterator[list[int]]:
    """The ranks of every straight, from the highest down."""
    for top in range(ACE, size - 1, -1):
        yield [ACE if rank == 1 else rank for rank in range(top, top - size, -1)]


def built(size: int) -> dict[str, list[tuple[Card, ...]]]:
    """Hands of up to `size` cards by category: only the cards that matter, in all ranks."""
    whole = list(runs(size))
    found: dict[str, list[tuple[Card, ...]]] = {}
    if size >= 2:
        found["mini_royal" if size == 3 else "royal_flush"] = [suited(whole[0], suit) for suit in range(4)]
        found["straight_flush"] = [suited(ranks, at) for at, ranks in enumerate(whole[1:])]
        found["flush"] = [suited(sorted({14, 12, 9, 6, 3} - drop)[-size:], suit)
                          for suit, drop in enumerate([set(), {14}, {12}, {9}]) if size < 5 or not drop]  # fmt: skip
        found["flush"] += [suited([13, 11, 8, 5, 2][:size], 1), suited([7, 5, 4, 3, 2][:size], 2)]
        found["straight"] = [mixed(ranks, at) for at, ranks in enumerate(whole)]
        found["flush"] += [suited([12, 11, 10, 7, 3][:size], 3), suited([14, 13, 11, 10, 2][:size], 0)] * (size > 3)
        found["straight"] += [
            (*suited(ranks[:3], at), *suited(ranks[3:], at + 1)) for at, ranks in enumerate(whole[1:])
        ]
    if size >= 3:
        found["three_of_a_kind"] = [tuple(card_of(rank, at + rank) for at in range(3)) for rank in reversed(RANKS)]
    if size >= 4:
        found["four_of_a_kind"] = [tuple(card_of(rank, at) for at in range(4)) for rank in reversed(RANKS)]
        found["two_pair"] = [
            tuple(card_of(one, at + one) for one in (rank, RANKS[(rank + 4) % 13]) for at in range(2)) for rank in RANKS
        ]
    if size == 5:
        found["full_house"] = [
            tuple(card_of(rank, at) for at in range(3)) + tuple(card_of(RANKS[(rank + 4) % 13], at) for at in (1, 2))
            for rank in reversed(RANKS)
        ]
    found["pair"] = [tuple(card_of(rank, at + rank) for at in (0, 1)) for rank in reversed(RANKS)]
    found["high_card"] = [mixed([14, 13, 12, 11, 3][:size]), mixed([14, 12, 9, 6, 3][:size], 1)]
    found["high_card"] += [mixed([7, 5, 4, 3, 2][-size:], 2)]
    return found


def named(row: str, size: int) -> list[tuple[Card, ...]]:
    """Hands of up to `size` cards that satisfy a row."""
    if row == "pair_of_jokers":
        return [(JOKER, JOKER)]
    if row.startswith("six_card_royal"):
        return [suited(range(9, 15), suit) for suit in range(4) if makes(row, suited(range(9, 15), suit))]
    if row.startswith("ace_") or row in PAIRS_OF:
        return [held for held in combinations(reversed(DECK), 2) if makes(row, held)]
    found = [held for several in built(size).values() for held in several if makes(row, held)]
    if size == 2 and row == "pair":
        found += [(one, JOKER) for one in DECK[::7]]
    return found


def whole(number: int) -> list[tuple[Card, ...]]:
    """Hands of any size in which all cards belong together: suited and mixed runs, one suit, and few ranks."""
    found = [suited(ranks, at) for at, ranks in enumerate(runs(number))]
    found += [mixed(ranks, at) for at, ranks in enumerate(runs(number))][:2]
    found += [suited([14, 13, 12, 10, 8, 6, 4][:number], 2), suited([13, 12, 11, 10, 8, 7, 3][:number], 1)]
    return [*found, *(tuple(card_of(rank - at // 4, at) for at in range(number)) for rank in (14, 9))]


def unions(rows: Sequence[str], size: int, most: int, each: int) -> Iterator[tuple[str, str, tuple[Card, ...]]]:
    """For every pair of rows, sets of at most `most` cards that satisfy both."""
    yield from unions_of({row: named(row, size) for row in rows}, most, each)


def unions_of(
    by_row: Mapping[str, Sequence[tuple[Card, ...]]], most: int, each: int
) -> Iterator[tuple[str, str, tuple[Card, ...]]]:
    """For every pair of rows, sets of at most `most` cards that satisfy both, up to `each` of every size."""
    for one, other in combinations(by_row, 2):
        both = {frozenset((*a, *b)) for a in by_row[one] for b in by_row[other] if len({*a, *b}) <= most}
        for length in sorted({len(held) for held in both}):
            alike = sorted((tuple(sorted(held, key=_index)) for held in both if len(held) == length), key=_indexes)
            yield from ((one, other, held) for held in alike[:: max(1, len(alike) // each)][:each])


def _index(one: Card) -> int:
    return one.index


def _indexes(held: Sequence[Card]) -> list[int]:
    return [one.index for one in held]
