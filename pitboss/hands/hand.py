"""A poker hand that prints and compares the way a player would expect."""

from collections.abc import Iterable, Iterator
from functools import total_ordering
from itertools import combinations

from pitboss.equipment import CARDS, Card, Rank, Suit, cards, distinct
from pitboss.hands.orders import FIVE_CARD, STRAIGHTS, Category, Grade, Order, order_of
from pitboss.hands.words import counted

Cards = str | Iterable[Card | int]
"""Cards given as text, as `Card` objects or as card indices."""


@total_ordering
class Hand:
    """A complete hand in one of the regulation's orders; five-card high by default.

    >>> hand = Hand("Th 4c Td 4h Tc")
    >>> hand, str(hand), hand.category
    (Hand('Th Td Tc 4h 4c'), 'full house, tens over fours', Category.FULL_HOUSE)
    >>> print(Hand("Ah Qh 9h 5h 2h"), "beats", Hand("9c 8d 7h 6s 5s"))
    ace-high flush beats nine-high straight
    >>> Hand("Ah Qh 9h 5h 2h") > Hand("9c 8d 7h 6s 5s")
    True

    Hands are equal if they tie. The strength is the hand's rung on the order's ladder, the same number that the
    compiled evaluator gives.

    >>> Hand("9c 9d Ah 7s 2c") == Hand("9h 9s Ad 7c 2d"), hand.strength
    (True, 7239)

    `Hand.best` chooses the best hand from more cards; a joker stands for the card that helps most.

    >>> best = Hand.best("Kh 9s 9c Td 8h 7s 6c")
    >>> best, str(best), best.unused
    (Hand('Td 9s 8h 7s 6c'), 'ten-high straight', (Card('Kh'), Card('9c')))
    >>> hand = Hand("Jk 9h 8h 7h 6h", "pai-gow-high")
    >>> str(hand), hand.joker_as
    ('ten-high straight flush', 'ten of hearts')

    >>> Hand("Ah Kh Qh Jh Th 9h")
    Traceback (most recent call last):
    ValueError: 6 cards, Ah Kh Qh Jh Th 9h: a hand in the order five-card has 5; Hand.best takes the best 5 of them
    >>> Hand("Ah Ah Qh Jh Th")
    Traceback (most recent call last):
    ValueError: the ace of hearts (Ah) appears more than once
    >>> Hand("Ah Kh Qh Jh 1h")
    Traceback (most recent call last):
    ValueError: '1h' is not a card: ...
    """

    __slots__ = ("_joker", "_key", "cards", "grade", "order", "unused")
    cards: tuple[Card, ...]
    """The cards in display order: groups such as pairs first, then the rest from high to low."""
    order: Order
    grade: Grade
    unused: tuple[Card, ...]
    """The cards that `Hand.best` did not use."""
    _joker: tuple[int | None, Suit | None]
    _key: tuple[int, ...]

    def __init__(self, cards: Cards, order: Order | str = FIVE_CARD) -> None:
        order = order_of(order)
        given = _checked(cards, order)
        if len(given) != order.size:
            raise ValueError(_wrong_number(given, order))
        self._set(given, order)

    def _set(self, given: tuple[Card, ...], order: Order) -> None:
        self.order = order
        self.unused = ()
        played = order.play(given)
        self.grade, self._joker = played.grade, (played.joker_rank, played.joker_suit)
        self._key = order.key(self.grade)
        self.cards = self._laid_out(given)

    @classmethod
    def best(cls, cards: Cards, order: Order | str = FIVE_CARD) -> "Hand":
        """Return the best hand in these cards.

        >>> str(Hand.best("Ah Th 6h 2h Kc", "four-card"))
        'ace-high flush'
        """
        order = order_of(order)
        given = _checked(cards, order)
        if len(given) < order.size:
            raise ValueError(_wrong_number(given, order))
        return cls._best(combinations(given, order.size), given, order)

    @classmethod
    def made_with(cls, own: Cards, board: Cards, using: int | Iterable[int], order: Order | str = FIVE_CARD) -> "Hand":
        """Return the best hand that uses `using` of the player's own cards and the rest from the board.

        Omaha uses exactly two of the player's own cards, flop poker all three, mini-tex 3 card hold 'em at least one:

        >>> print(Hand.made_with("Ah Kd 9c 9d", "9h 9s As Ad 2c", using=2))
        four of a kind, nines
        >>> print(Hand.made_with("5s 4d 3c", "Ah 2s Kd", using=3))
        five-high straight
        >>> print(Hand.made_with("8c 2d", "Kc Kd Ks", using=(1, 2), order="three-card"))
        pair of kings
        """
        order = order_of(order)
        mine, shared = _checked(own, order), _checked(board, order)
        given = _checked((*mine, *shared), order)
        numbers = [n for n in ([using] if isinstance(using, int) else using) if n <= len(mine)]
        numbers = [n for n in numbers if 0 <= order.size - n <= len(shared)]
        if not numbers:
            raise ValueError(
                f"{counted(len(mine), 'card')} of the player's own and {len(shared)} on the board make no hand"
                f" of {order.size} with {using} of the player's own"
            )
        choices = (
            (*some, *others)
            for n in numbers
            for some in combinations(mine, n)
            for others in combinations(shared, order.size - n)
        )
        return cls._best(choices, given, order)

    @classmethod
    def _best(cls, choices: Iterable[tuple[Card, ...]], given: tuple[Card, ...], order: Order) -> "Hand":
        chosen = max(choices, key=lambda some: order.key(order.play(some).grade))
        hand = object.__new__(cls)
        hand._set(chosen, order)
        left = list(given)
        for card in chosen:
            left.remove(card)
        hand.unused = tuple(left)
        return hand

    @property
    def category(self) -> Category:
        return self.grade.category

    @property
    def strength(self) -> int:
        """The strength, counted up from 1 for the order's weakest hand; 0 if the hand does not count (no low)."""
        return self.order.strength(self.grade)

    @property
    def joker_as(self) -> str | None:
        """The card that the joker was played as.

        >>> Hand("Jk 9h 8h 7h 6c", "pai-gow-high").joker_as, Hand("Jk Kc", "two-card").joker_as
        ('ten', 'ace')
        """
        rank, suit = self._joker
        if rank is None:
            return None
        return Card.of(Rank(rank), suit).name if suit else Rank(rank).name.lower()

    def describe(self, full: bool = False) -> str:
        """Name the hand as a player would; `full` adds every rank that breaks ties.

        >>> Hand("9c 9d Ah 7s 2c").describe(full=True)
        'pair of nines, ace-seven-two'
        """
        return self.order.say(self.grade, full)

    def may_stand_behind(self, front: "Hand") -> bool:
        """Whether a player may set this hand behind `front`: it must not rank lower.

        >>> front = Hand("Ah Ad", "two-card")
        >>> Hand("Kh Kd 5c 3s 2c", "pai-gow-high").may_stand_behind(front)
        False
        >>> Hand("7h 7d 5c 5s 2c", "pai-gow-high").may_stand_behind(front)
        True
        """
        behind, before = self.grade, front.grade
        if behind.category is before.category:
            pairs = behind.category is Category.PAIR
            shown = 1 if pairs else min(len(behind.ranks), len(before.ranks))
            return behind.ranks[:shown] >= before.ranks[:shown]
        return before.category is Category.HIGH_CARD or behind.category not in (Category.HIGH_CARD, Category.PAIR)

    def _laid_out(self, given: tuple[Card, ...]) -> tuple[Card, ...]:
        joker = self._joker[0] or Rank.ACE
        ranks = [int(joker if card.is_joker else card.rank) for card in given]
        low_ace = self.order.ace_low or self.order.is_wheel(self.grade)
        grouped = self.category not in STRAIGHTS | {Category.FLUSH}

        def place(card: Card) -> tuple[int, int, int]:
            rank = int(joker if card.is_joker else card.rank)
            return ranks.count(rank) if grouped else 1, 1 if low_ace and rank == Rank.ACE else rank, card.index

        return tuple(sorted(given, key=place, reverse=True))

    def __str__(self) -> str:
        return self.describe()

    def __repr__(self) -> str:
        order = "" if self.order is FIVE_CARD else f", {self.order.id!r}"
        return f"Hand('{' '.join(map(str, self.cards))}'{order})"

    def _repr_html_(self) -> str:
        return f"{' '.join(card._repr_html_() for card in self.cards)} {self}"

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.order == other.order and self._key == other._key

    def __lt__(self, other: "Hand") -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        if self.order != other.order:
            raise ValueError(f"{self!r} and {other!r} rank in two orders, {self.order.id} and {other.order.id}")
        return self._key < other._key

    def __hash__(self) -> int:
        return hash((self.order.id, self._key))


def _checked(given: Cards, order: Order) -> tuple[Card, ...]:
    """Return the cards, or raise ValueError if the order does not allow one of them or one appears twice."""
    found = cards(given) if isinstance(given, str) else tuple(_card(one) for one in given)
    jokers = sum(card.is_joker for card in found)
    if jokers > order.most_jokers:
        allowed = f"at most {counted(order.most_jokers, 'joker')}" if order.most_jokers else "no joker"
        raise ValueError(f"{counted(jokers, 'joker')} in {_written(found)}: the order {order.id} has {allowed}")
    if not order.many_decks:
        distinct(card for card in found if not card.is_joker)
    return found


def _card(one: Card | int) -> Card:
    if isinstance(one, Card):
        return one
    if not 0 <= one < len(CARDS):
        raise ValueError(f"{one} is not a card index: they go from 0 (2c) to 51 (As), and 52 is the joker")
    return CARDS[one]


def _wrong_number(given: tuple[Card, ...], order: Order) -> str:
    cards = f"{counted(len(given), 'card')}, {_written(given)}: " if given else "no cards: "
    more = f"; Hand.best takes the best {order.size} of them" if len(given) > order.size else ""
    return f"{cards}a hand in the order {order.id} has {order.size}{more}"


def _written(given: Iterable[Card]) -> str:
    return " ".join(map(str, given))
