"""The lines that seven cards reach, however they are set; bonus wagers are paid by them.

A hand may reach several lines, such as three of a kind and a straight. `lines` returns all that matter, and a pay table
pays the highest of them once. A *pai gow* is seven cards without a pair, straight or flush, named by its highest card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pitboss.equipment import Card, Rank
from pitboss.hands import PAI_GOW_HIGH, PAI_GOW_THREE, Category, Hand
from pitboss.hands.words import word

_LINES = {
    Category.FIVE_OF_A_KIND: "five_aces",
    Category.ROYAL_FLUSH: "royal_flush",
    Category.STRAIGHT_FLUSH: "straight_flush",
    Category.FOUR_OF_A_KIND: "four_of_a_kind",
    Category.FULL_HOUSE: "full_house",
    Category.FLUSH: "flush",
    Category.STRAIGHT: "straight",
    Category.THREE_OF_A_KIND: "three_of_a_kind",
}
ALL_SUITED, SUITED_WITH_JOKER, MATCH = (
    "seven_card_straight_flush",
    "seven_card_straight_flush_with_joker",
    "royal_match",
)
THREE, THREE_PAIRS = "three_of_a_kind", "three_pairs"
STRAIGHT, SUITED, ROYAL = "straight", "straight_flush", "royal_flush"
BOTH = "straight_and_three_of_a_kind"
ROYAL_ALL_SUITED, ROYAL_SUITED_WITH_JOKER = f"{ALL_SUITED}_royal", f"{SUITED_WITH_JOKER}_royal"
REACHED: Mapping[str, tuple[str, ...]] = {
    BOTH: (STRAIGHT, THREE),
    MATCH: (MATCH, ROYAL),
    ALL_SUITED: (ALL_SUITED, SUITED),
    SUITED_WITH_JOKER: (SUITED_WITH_JOKER, SUITED),
    ROYAL_ALL_SUITED: (ALL_SUITED, ROYAL),
    ROYAL_SUITED_WITH_JOKER: (SUITED_WITH_JOKER, ROYAL),
}
"""The lines for each kind of hand that reaches several. Any other kind is itself a line, and the only one it reaches.
"""


def reached(kind: str) -> tuple[str, ...]:
    """The lines that a kind of hand reaches, as `lines` gives them for its cards.

    >>> reached("seven_card_straight_flush_royal"), reached("flush")
    (('seven_card_straight_flush', 'royal_flush'), ('flush',))
    """
    return REACHED.get(kind, (kind,))


def lines(cards: Sequence[Card]) -> tuple[str, ...]:
    """The lines that seven cards reach.

    >>> from pitboss.equipment import cards
    >>> lines(cards("Joker 9h 8h 7h 6h Ks 2c")), lines(cards("Ah Kh Qh Jh Th Ks Qs"))
    (('straight_flush',), ('royal_match', 'royal_flush'))
    >>> lines(cards("9c 8d 7h 6s 5c 5d 5h")), lines(cards("9c 9d 7h 7s 5c 5d 2h"))
    (('straight', 'three_of_a_kind'), ('three_pairs',))
    """
    best = Hand.best(cards, PAI_GOW_HIGH).category
    number = Counter(Rank.ACE if card.is_joker else card.rank for card in cards)
    found = [_LINES[best]] if best in _LINES else []
    if best is Category.STRAIGHT and max(number.values()) >= 3:
        found.append(THREE)
    if sum(count == 2 for count in number.values()) == 3:
        found.append(THREE_PAIRS)
    if best in (Category.ROYAL_FLUSH, Category.STRAIGHT_FLUSH):
        found = [*_suited(cards), *found]
    return tuple(found)


def _suited(cards: Sequence[Card]) -> list[str]:
    """The special kinds of a straight or royal flush with more than five cards."""
    natural = [card for card in cards if not card.is_joker]
    if len({card.suit for card in natural}) == 1 and _runs([card.rank for card in natural], len(cards)):
        return [ALL_SUITED if len(natural) == len(cards) else SUITED_WITH_JOKER]
    match = any(_is_match(cards, one, other) for one in natural for other in natural)
    return [MATCH] if match else []


def _runs(ranks: Sequence[Rank], number: int) -> bool:
    """Whether distinct ranks fit within `number` consecutive ones, with the ace high or low."""
    for values in (ranks, [1 if rank is Rank.ACE else rank for rank in ranks]):
        if max(values) - min(values) < number:
            return True
    return False


def _is_match(cards: Sequence[Card], one: Card, other: Card) -> bool:
    """Whether two cards are a king and a queen of one suit, and the others a royal flush."""
    if one.rank is not Rank.KING or other.rank is not Rank.QUEEN or one.suit is not other.suit:
        return False
    rest = [card for card in cards if card not in (one, other)]
    return Hand(rest, PAI_GOW_HIGH).category is Category.ROYAL_FLUSH


def pai_gow(cards: Sequence[Card]) -> str:
    """The name of a pai gow by its highest card; "" for other hands.

    >>> from pitboss.equipment import cards
    >>> hands = "Kc Td 9h 7s 5c 4d 2h", "Joker Jd 9h 8s 6c 4d 2h", "2c 2d 3h 4s 5c 8d 9h"
    >>> [pai_gow(cards(hand)) for hand in hands]
    ['king_high', 'ace_high', '']
    """
    best = Hand.best(cards, PAI_GOW_HIGH)
    return f"{word(Rank(best.grade.ranks[0]))}_high" if best.category is Category.HIGH_CARD else ""


def three_card_line(cards: Iterable[Card]) -> str:
    """The line of three cards in the three-card bonus.

    >>> from pitboss.equipment import cards
    >>> three_card_line(cards("As Joker 7d")), three_card_line(cards("9h 8h Joker")), three_card_line(cards("Kh 8d 2c"))
    ('pair', 'straight_flush_with_joker', 'high_card')
    """
    return str(Hand(tuple(cards), PAI_GOW_THREE).category).replace(" ", "_").replace("-", "_")
