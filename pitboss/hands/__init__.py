"""Hand ranking: every order of poker hands in the regulation.

Theory of operation:

1. An `Order` is a declaration (`orders.py`): the number of cards, the categories from best to worst, where the ace-low
   straight ranks, and what a joker can stand for. Everything else is derived from it.
2. The grades of an order form a ladder. A hand's *strength* is its rung: 1 is the weakest, hands that tie share a
   rung, and the greater strength always wins, even in low poker.
3. A `Hand` is the readable form: it prints and compares the way a player would expect, and knows which cards it uses.
4. A row of a pay table names a hand in words, such as "pair of jacks or better"; `rows.py` translates the name into
   the lowest strength that qualifies.
5. `pitboss.hands.fast` is the compiled form, for loops: lookup tables built from the same declarations give the same
   strengths. Import it only where needed, because it loads NumPy and Numba.

>>> Hand("Ah Kh Qh Jh Th")
Hand('Ah Kh Qh Jh Th')
>>> print(Hand.best("Ts Td 4c Th 4d Kc 2s"))
full house, tens over fours
>>> Hand("Qh 3c 2d", THREE_CARD) > Hand("Jh Tc 8d", THREE_CARD)
True
"""

from pitboss.hands.hand import Hand
from pitboss.hands.orders import (
    ACE_TO_FIVE,
    ASIA_HIGH,
    ASIA_HIGH_WHEEL_LOWEST,
    BADUGI,
    DEUCE_TO_SEVEN,
    EIGHT_OR_BETTER,
    FIVE_CARD,
    FIVE_CARD_MANY_DECKS,
    FOUR_CARD,
    MAMBO_LOW,
    ONE_CARD,
    ORDERS,
    PAI_GOW_HIGH,
    PAI_GOW_HIGH_WHEEL_LOWEST,
    PAI_GOW_THREE,
    SHOWING,
    THREE_CARD,
    THREE_CARD_MANY_DECKS,
    THREE_CARD_ROYAL,
    TWO_CARD,
    TWO_CARD_JOKER,
    Category,
    Grade,
    Joker,
    Order,
    Wheel,
    make_ladders,
    order_of,
)
from pitboss.hands.rows import floor_of, is_holding

__all__ = [
    "ACE_TO_FIVE",
    "ASIA_HIGH",
    "ASIA_HIGH_WHEEL_LOWEST",
    "BADUGI",
    "DEUCE_TO_SEVEN",
    "EIGHT_OR_BETTER",
    "FIVE_CARD",
    "FIVE_CARD_MANY_DECKS",
    "FOUR_CARD",
    "MAMBO_LOW",
    "ONE_CARD",
    "ORDERS",
    "PAI_GOW_HIGH",
    "PAI_GOW_HIGH_WHEEL_LOWEST",
    "PAI_GOW_THREE",
    "SHOWING",
    "THREE_CARD",
    "THREE_CARD_MANY_DECKS",
    "THREE_CARD_ROYAL",
    "TWO_CARD",
    "TWO_CARD_JOKER",
    "Category",
    "Grade",
    "Hand",
    "Joker",
    "Order",
    "Wheel",
    "floor_of",
    "is_holding",
    "make_ladders",
    "order_of",
]
