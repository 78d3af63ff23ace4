"""The orders in which hands rank, each as one declaration.

An `Order` declares how many cards make a hand, its categories from best to worst, where the straight that starts with
the ace ranks, and what a joker can stand for. Everything else is derived: the grade of a hand, the *ladder* of all
grades, and each grade's **strength**, its rung on the ladder. The weakest hand has strength 1, the best one the length
of the ladder, and ties share a strength; 0 means that the hand does not count (no low). The compiled evaluator in
`pitboss.hands.fast` gives the same numbers because its tables are built from these declarations.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from enum import Enum
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement, permutations
from typing import NamedTuple

from pitboss.equipment import Card, Rank, Suit
from pitboss.hands.words import plural, run, word


class Category(Enum):
    """A category of hands, with its name as the value."""

    FIVE_OF_A_KIND = "five of a kind"
    PAIR_OF_JOKERS = "pair of jokers"
    ROYAL_FLUSH = "royal flush"
    MINI_ROYAL = "mini-royal"
    STRAIGHT_FLUSH = "straight flush"
    JOKER_STRAIGHT_FLUSH = "straight flush with joker"
    FOUR_OF_A_KIND = "four of a kind"
    FULL_HOUSE = "full house"
    FLUSH = "flush"
    STRAIGHT = "straight"
    THREE_OF_A_KIND = "three of a kind"
    TWO_PAIR = "two pair"
    PAIR = "pair"
    HIGH_CARD = "high card"
    FOUR_CARD_BADUGI = "four-card badugi"
    THREE_CARD_BADUGI = "three-card badugi"
    TWO_CARD_BADUGI = "two-card badugi"
    ONE_CARD_BADUGI = "one-card badugi"
    NO_LOW = "no low"

    # The identity hash is computed in C, and a ladder has thousands of these.
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"Category.{self.name}"

    def __str__(self) -> str:
        return self.value


class Wheel(Enum):
    """Where the straight that starts with the ace (A-2-3-4-5, or A-2-3 with three cards) ranks among the straights."""

    LOWEST = "lowest"
    SECOND_HIGHEST = "second_highest"
    NOT_A_STRAIGHT = "not_a_straight"


class Joker(Enum):
    """The cards that a joker may stand for."""

    NOT_USED = "nothing: the order has no joker"
    ACE = "an ace"
    ACE_OR_FILLER = "an ace, or the card that completes a straight or a flush"
    PAIRS = "the rank of the other card"


class Grade(NamedTuple):
    """A category and the ranks that decide within it, in the order they are compared (an ace is 14, or 1 if low)."""

    category: Category
    ranks: tuple[int, ...]


class Played(NamedTuple):
    """A grade and what the joker was played as: a rank, and a suit where only one suit works."""

    grade: Grade
    joker_rank: int | None = None
    joker_suit: Suit | None = None


class Pattern(NamedTuple):
    """Everything that matters to an order: the ranks from high to low, whether they share a suit, and the number of
    jokers.
    """

    ranks: tuple[int, ...]
    suited: bool = False
    jokers: int = 0


_ACE = int(Rank.ACE)
_RANKS = tuple(range(_ACE, 1, -1))
_SUITS = tuple(Suit)
_ROYALS = frozenset({Category.ROYAL_FLUSH, Category.MINI_ROYAL})
_STRAIGHT_FLUSHES = _ROYALS | {Category.STRAIGHT_FLUSH, Category.JOKER_STRAIGHT_FLUSH}
STRAIGHTS = _STRAIGHT_FLUSHES | {Category.STRAIGHT}
FLUSHES = _STRAIGHT_FLUSHES | {Category.FLUSH}
_CARD_BY_CARD = frozenset({Category.FLUSH, Category.HIGH_CARD})
_BADUGIS = (
    Category.FOUR_CARD_BADUGI,
    Category.THREE_CARD_BADUGI,
    Category.TWO_CARD_BADUGI,
    Category.ONE_CARD_BADUGI,
)


@dataclass(frozen=True, repr=False)
class Order:
    """A ranking of hands with a given number of cards.

    >>> FIVE_CARD
    <Order five-card: royal flush > straight flush > four of a kind > full house > flush > straight > three of a kind
    > two pair > pair > high card>
    >>> len(FIVE_CARD.ladder), FIVE_CARD.describe(7462), FIVE_CARD.describe(1), FIVE_CARD.category(5000)
    (7462, 'royal flush', 'seven high', Category.THREE_OF_A_KIND)

    "A pair of jacks or better" and "queen high or better" are floors:

    >>> FIVE_CARD.describe(FIVE_CARD.floor(Category.PAIR, Rank.JACK), full=True)
    'pair of jacks, four-three-two'
    >>> THREE_CARD.describe(THREE_CARD.floor(Category.HIGH_CARD, Rank.QUEEN), full=True)
    'queen high, three-two'
    """

    id: str
    size: int
    categories: tuple[Category, ...]
    wheel: Wheel = Wheel.LOWEST
    joker: Joker = Joker.NOT_USED
    low: bool = False
    """The lowest hand wins."""
    ace_low: bool = False
    """The ace always counts as one."""
    at_most: int | None = None
    """A low hand counts only if its ranks are all different and none is higher than this."""
    many_decks: bool = False
    """The same card may appear more than once."""

    def __repr__(self) -> str:
        return f"<Order {self.id}: {' > '.join(map(str, self.categories))}>"

    def __reduce__(self) -> tuple[Callable[..., "Order"], tuple[object, ...]]:
        """Pickle one of the regulation's orders as its id, so that hands are not pickled with the whole ladder."""
        if ORDERS.get(self.id) == self:
            return order_of, (self.id,)
        return type(self), tuple(getattr(self, each.name) for each in fields(self))

    # Grading a hand

    def play(self, cards: Sequence[Card]) -> Played:
        """Grade exactly `size` cards, with a joker standing for the card that helps most."""
        # Works on card indices (four suits per rank) because it runs for thousands of hands.
        plain = [card.index for card in cards if not card.is_joker]
        suits = {index & 3 for index in plain}
        ranks = tuple(sorted([(index >> 2) + 2 for index in plain], reverse=True))
        pattern = Pattern(ranks, len(suits) == 1 and len(plain) > 1, len(cards) - len(plain))
        if (best := self._played.get(pattern)) is None:
            best = self._played[pattern] = max(self._plays(pattern), key=lambda play: self.key(play[0]))
        grade, rank, suited = best
        return Played(grade, rank, _SUITS[suits.pop()] if suited else None)

    @cached_property
    def _played(self) -> dict[Pattern, tuple[Grade, int | None, bool]]:
        """A cache of graded patterns: there are a few thousand at most, and the same ones keep coming up."""
        return {}

    @property
    def most_jokers(self) -> int:
        return {Joker.NOT_USED: 0, Joker.PAIRS: self.size}.get(self.joker, 1)

    def grade(self, pattern: Pattern) -> Grade:
        """Grade a pattern, with a joker standing for the card that helps most."""
        if not pattern.jokers:
            return self._natural(pattern.ranks, pattern.suited)
        return max((play[0] for play in self._plays(pattern)), key=self.key)

    def _plays(self, pattern: Pattern) -> Iterator[tuple[Grade, int | None, bool]]:
        """Yield every way to play the jokers, as the grade, the joker's rank, and whether it joins the others' suit."""
        ranks, suited, jokers = pattern
        if not jokers:
            yield self._natural(ranks, suited), None, False
        elif self.joker is Joker.PAIRS:
            if jokers == self.size:
                yield Grade(Category.PAIR_OF_JOKERS, ()), None, False
            else:
                yield self._natural(ranks + ranks, False), ranks[0], False
        else:
            yield self._natural((_ACE, *ranks), False), _ACE, False
            if self.joker is Joker.ACE_OR_FILLER and len(set(ranks)) == len(ranks):
                for rank in _RANKS:
                    filled = tuple(sorted((*ranks, rank), reverse=True))
                    if rank not in ranks and (suited or self._straight(filled)):
                        yield self._natural(filled, suited, joker=True), rank, suited

    def _natural(self, ranks: tuple[int, ...], suited: bool, joker: bool = False) -> Grade:
        """Grade cards at face value; `joker` if one of them is a joker that completes a suit."""
        if self.ace_low:
            ranks = tuple(sorted((1 if rank == _ACE else rank for rank in ranks), reverse=True))
        groups, most, next_most, top = ranks, 1, 1, 0
        if len(set(ranks)) == self.size:
            top = self._straight(ranks)
        else:
            groups = tuple(sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True))
            most, next_most = ranks.count(groups[0]), ranks.count(groups[1]) if len(groups) > 1 else 0
        if self.at_most and (most > 1 or ranks[0] > self.at_most):
            return Grade(Category.NO_LOW, ())
        joker = joker and Category.JOKER_STRAIGHT_FLUSH in self.categories
        held = _held(most, next_most, top, suited, joker)
        category = next(category for category in self._rarest_first if category in held)
        if category in STRAIGHTS:
            return Grade(category, (top,))
        return Grade(category, ranks if category in _CARD_BY_CARD else groups)

    @cached_property
    def _rarest_first(self) -> tuple[Category, ...]:
        """Categories in the order they are checked; if the lowest hand wins, the worst ones come first."""
        return self.categories[::-1] if self.low else self.categories

    def _straight(self, ranks: tuple[int, ...]) -> int:
        """Return the top rank of the straight that these distinct ranks form, or 0 if they form none."""
        if ranks[0] - ranks[-1] == self.size - 1:
            return ranks[0]
        is_wheel = ranks[0] == _ACE and ranks[1:] == tuple(range(self.size, 1, -1))
        return self.size if is_wheel and self.wheel is not Wheel.NOT_A_STRAIGHT else 0

    # Comparing grades

    def key(self, grade: Grade) -> tuple[int, ...]:
        """Return a sort key: a better grade has a greater key."""
        category, ranks = grade
        place = len(self.categories) - self.categories.index(category) if category is not Category.NO_LOW else 0
        if self.low:
            return (place, *(-rank for rank in ranks))
        if self.is_wheel(grade) and self.wheel is Wheel.SECOND_HIGHEST:
            return (place, 2 * _ACE - 1)
        return (place, *(2 * rank for rank in ranks))

    def is_wheel(self, grade: Grade) -> bool:
        return grade.category in STRAIGHTS and grade.ranks[0] == self.size

    def patterns(self) -> Iterator[Pattern]:
        """Yield every pattern that can be dealt under this order."""
        flushes = not FLUSHES.isdisjoint(self.categories)
        for jokers in range(self.most_jokers + 1):
            for ranks in combinations_with_replacement(_RANKS, self.size - jokers):
                if self.many_decks or len(ranks) <= len(Suit) or ranks[0] != ranks[-1]:
                    yield Pattern(ranks, False, jokers)
                if flushes and len(ranks) > 1 and (self.many_decks or len(set(ranks)) == len(ranks)):
                    yield Pattern(ranks, True, jokers)

    @cached_property
    def graded(self) -> dict[Pattern, Grade]:
        """The grade of every pattern."""
        return {pattern: self.grade(pattern) for pattern in self.patterns()}

    @cached_property
    def ladder(self) -> tuple[Grade, ...]:
        """All grades from weakest to best: `ladder[strength - 1]`."""
        counting = {grade for grade in self.graded.values() if grade.category is not Category.NO_LOW}
        return tuple(sorted(counting, key=self.key))

    @cached_property
    def _rungs(self) -> dict[Grade, int]:
        return {grade: rung for rung, grade in enumerate(self.ladder, 1)} | {Grade(Category.NO_LOW, ()): 0}

    def strength(self, grade: Grade) -> int:
        """Return the rung of a grade on the ladder."""
        return self._rungs[grade]

    def at(self, strength: int) -> Grade:
        """Return the grade with this strength.

        >>> FIVE_CARD.at(7463)
        Traceback (most recent call last):
        ValueError: 7463 is not a strength in the order five-card: they go from 1 to 7462
        """
        if strength == 0 and self.at_most:
            return Grade(Category.NO_LOW, ())
        if not 1 <= strength <= len(self.ladder):
            raise ValueError(
                f"{strength} is not a strength in the order {self.id}: they go from "
                f"{0 if self.at_most else 1} to {len(self.ladder)}"
            )
        return self.ladder[strength - 1]

    def category(self, strength: int) -> Category:
        return self.at(strength).category

    def floor(self, category: Category, rank: int | None = None) -> int:
        """Return the lowest strength in a category, optionally with this leading rank (a pair of jacks or better).

        >>> FOUR_CARD.floor(Category.ROYAL_FLUSH)
        Traceback (most recent call last):
        ValueError: no royal flush in the order four-card: it has four of a kind, straight flush, three of a kind, ...
        """
        for strength, grade in enumerate(self.ladder, 1):
            if grade.category is category and rank in (None, grade.ranks[0] if grade.ranks else None):
                return strength
        which = str(category) if rank is None else f"{category} starting with {word(rank)}"
        raise ValueError(f"no {which} in the order {self.id}: it has {', '.join(map(str, self.categories))}")

    # Naming hands

    def describe(self, strength: int, full: bool = False) -> str:
        """Name the hands of this strength as a player would; `full` adds every rank that breaks ties."""
        return self.say(self.at(strength), full)

    def say(self, grade: Grade, full: bool = False) -> str:
        name = self._say(grade)
        kickers = grade.ranks[self._named(grade) :]
        return f"{name}, {run(kickers)}" if full and kickers else name

    def _named(self, grade: Grade) -> int:
        """Return how many ranks the short name mentions."""
        if grade.category in (Category.FULL_HOUSE, Category.TWO_PAIR):
            return 2
        if grade.category is Category.HIGH_CARD and self.low:
            return 2
        return len(grade.ranks) if grade.category in _BADUGIS else 1

    def _say(self, grade: Grade) -> str:
        category, ranks = grade
        if not ranks or category in _ROYALS:
            return str(category)
        if self.is_wheel(grade):
            return f"ace-to-{word(self.size)} {category}" if self.wheel is Wheel.SECOND_HIGHEST else _high(grade)
        match category:
            case Category.FIVE_OF_A_KIND:
                return f"five {plural(ranks[0])}"
            case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND:
                return f"{category}, {plural(ranks[0])}"
            case Category.FULL_HOUSE:
                return f"full house, {plural(ranks[0])} over {plural(ranks[1])}"
            case Category.TWO_PAIR:
                return f"two pair, {plural(ranks[0])} and {plural(ranks[1])}"
            case Category.PAIR:
                return f"pair of {plural(ranks[0])}"
            case Category.HIGH_CARD:
                return f"{run(ranks[:2])} low" if self.low else f"{word(ranks[0])} high"
            case _ if category in _BADUGIS:
                return f"{category}, {run(ranks)}"
        return _high(grade)


def _high(grade: Grade) -> str:
    return f"{word(grade.ranks[0])}-high {grade.category}"


@cache
def _held(most: int, next_most: int, top: int, suited: bool, joker: bool) -> frozenset[Category]:
    """Return every category that a hand satisfies, given its two largest groups of equal ranks, its straight and its
    suit.
    """
    claims = {
        Category.FIVE_OF_A_KIND: most >= 5,
        Category.FOUR_OF_A_KIND: most >= 4,
        Category.FULL_HOUSE: most >= 3 and next_most >= 2,
        Category.THREE_OF_A_KIND: most >= 3,
        Category.TWO_PAIR: most >= 2 and next_most >= 2,
        Category.PAIR: most >= 2,
        Category.HIGH_CARD: True,
        Category.FLUSH: suited,
        Category.STRAIGHT: top > 0,
        Category.ROYAL_FLUSH: suited and top == Rank.ACE,
        Category.MINI_ROYAL: suited and top == Rank.ACE,
        Category.STRAIGHT_FLUSH: suited and top > 0 and not joker,
        Category.JOKER_STRAIGHT_FLUSH: suited and top > 0 and joker,
    }
    return frozenset(category for category, claimed in claims.items() if claimed)


@dataclass(frozen=True, repr=False)
class BadugiOrder(Order):
    """Badugi: the most cards that differ in both rank and suit play; the ace is low, and the lowest hand wins."""

    def play(self, cards: Sequence[Card]) -> Played:
        """Return the best badugi hand among the cards.

        >>> from pitboss.equipment import cards
        >>> BADUGI.say(BADUGI.play(cards("Ah 5c 8d Kd")).grade)
        'three-card badugi, eight-five-ace'
        """
        for number in range(self.size, 0, -1):
            grades = [
                self.grade(Pattern(tuple(int(card.rank) for card in some)))
                for some in combinations(cards, number)
                if len({card.rank for card in some}) == len({card.suit for card in some}) == number
            ]
            if grades:
                return Played(max(grades, key=self.key))
        raise ValueError("badugi without cards")

    def grade(self, pattern: Pattern) -> Grade:
        ranks = sorted((1 if rank == _ACE else rank for rank in pattern.ranks), reverse=True)
        return Grade(_BADUGIS[self.size - len(ranks)], tuple(ranks))

    def patterns(self) -> Iterator[Pattern]:
        """Yield every set of distinct ranks, ignoring the cards that do not play."""
        for number in range(1, self.size + 1):
            for ranks in combinations(_RANKS, number):
                yield Pattern(ranks)


C = Category

FIVE_CARD = Order(
    "five-card",
    5,
    (
        C.ROYAL_FLUSH,
        C.STRAIGHT_FLUSH,
        C.FOUR_OF_A_KIND,
        C.FULL_HOUSE,
        C.FLUSH,
        C.STRAIGHT,
        C.THREE_OF_A_KIND,
        C.TWO_PAIR,
        C.PAIR,
        C.HIGH_CARD,
    ),
)
"""Five-card high: caribbean stud (16.5), let it ride (18.3), poker (14.3), hold 'em and all the others."""

FIVE_CARD_MANY_DECKS = Order("five-card-many-decks", 5, (C.FIVE_OF_A_KIND, *FIVE_CARD.categories), many_decks=True)
"""Fast action hold 'em (21.3), which is dealt from several decks."""

PAI_GOW_HIGH = Order(
    "pai-gow-high",
    5,
    (C.FIVE_OF_A_KIND, *FIVE_CARD.categories),
    wheel=Wheel.SECOND_HIGHEST,
    joker=Joker.ACE_OR_FILLER,
)
"""The five-card hand of pai gow poker (11.3): five aces is the best hand, A-2-3-4-5 the second highest straight."""

PAI_GOW_HIGH_WHEEL_LOWEST = replace(PAI_GOW_HIGH, id="pai-gow-high-wheel-lowest", wheel=Wheel.LOWEST)
"""Like `PAI_GOW_HIGH`, but A-2-3-4-5 is the lowest straight."""

TWO_CARD = Order("two-card", 2, (C.PAIR, C.HIGH_CARD), joker=Joker.ACE)
"""The two-card hand of pai gow poker (11.3) and the medium hand of Asia poker (31.3): the joker counts as an ace."""

PAI_GOW_THREE = Order(
    "pai-gow-three",
    3,
    (
        C.STRAIGHT_FLUSH,
        C.THREE_OF_A_KIND,
        C.JOKER_STRAIGHT_FLUSH,
        C.STRAIGHT,
        C.FLUSH,
        C.PAIR,
        C.HIGH_CARD,
    ),
    joker=Joker.ACE_OR_FILLER,
)
"""The three-card bonus of pai gow poker (11.17): a straight flush with the joker ranks below three of a kind."""

ASIA_HIGH = Order(
    "asia-high",
    4,
    (
        C.FOUR_OF_A_KIND,
        C.ROYAL_FLUSH,
        C.STRAIGHT_FLUSH,
        C.FLUSH,
        C.STRAIGHT,
        C.THREE_OF_A_KIND,
        C.TWO_PAIR,
        C.PAIR,
        C.HIGH_CARD,
    ),
    wheel=Wheel.SECOND_HIGHEST,
    joker=Joker.ACE_OR_FILLER,
)
"""The four-card hand of Asia poker (31.3), with A-2-3-4 as the second highest straight."""

ASIA_HIGH_WHEEL_LOWEST = replace(ASIA_HIGH, id="asia-high-wheel-lowest", wheel=Wheel.LOWEST)
"""Like `ASIA_HIGH`, but A-2-3-4 is the lowest straight."""

ONE_CARD = Order("one-card", 1, (C.HIGH_CARD,), joker=Joker.ACE)
"""The low hand of Asia poker (31.3): one card; the joker counts as an ace."""

THREE_CARD = Order(
    "three-card",
    3,
    (C.STRAIGHT_FLUSH, C.THREE_OF_A_KIND, C.STRAIGHT, C.FLUSH, C.PAIR, C.HIGH_CARD),
)
"""Three card poker (20.3), mini-tex 3 card hold 'em, and the three-card bonuses."""

THREE_CARD_ROYAL = Order("three-card-royal", 3, (C.MINI_ROYAL, *THREE_CARD.categories))
"""Three cards with a category for suited A-K-Q: bonuses of let it ride and flop poker, mambo stud (14.3)."""

THREE_CARD_MANY_DECKS = replace(THREE_CARD, id="three-card-many-decks", many_decks=True)
"""Three cards from a shoe: the optional bonus wager of blackjack."""

FOUR_CARD = Order(
    "four-card",
    4,
    (
        C.FOUR_OF_A_KIND,
        C.STRAIGHT_FLUSH,
        C.THREE_OF_A_KIND,
        C.FLUSH,
        C.STRAIGHT,
        C.TWO_PAIR,
        C.PAIR,
        C.HIGH_CARD,
    ),
)
"""Four card poker (27.3): four of a kind above a straight flush, three of a kind above a flush."""

TWO_CARD_JOKER = Order(
    "two-card-joker",
    2,
    (
        C.PAIR_OF_JOKERS,
        C.ROYAL_FLUSH,
        C.STRAIGHT_FLUSH,
        C.STRAIGHT,
        C.PAIR,
        C.FLUSH,
        C.HIGH_CARD,
    ),
    joker=Joker.PAIRS,
)
"""Two card joker poker (30.5): two jokers in the deck, and a joker can only make a pair."""

TWO_CARD_JOKER_ORDERS = tuple(
    replace(
        TWO_CARD_JOKER,
        id="-".join(("two-card-joker", *map(str, middle))),
        categories=(*TWO_CARD_JOKER.categories[:3], *middle, C.HIGH_CARD),
    )
    for middle in permutations((C.STRAIGHT, C.PAIR, C.FLUSH))
    if (*middle, C.HIGH_CARD) != TWO_CARD_JOKER.categories[3:]
)
"""Two card joker poker with straight, pair and flush in each possible order, since it is not known which one applies.
"""

ACE_TO_FIVE = Order(
    "ace-to-five",
    5,
    (C.HIGH_CARD, C.PAIR, C.TWO_PAIR, C.THREE_OF_A_KIND, C.FULL_HOUSE, C.FOUR_OF_A_KIND),
    low=True,
    ace_low=True,
)
"""Low poker with the ace low (14.3): straights and flushes do not count, and 5-4-3-2-A is best."""

EIGHT_OR_BETTER = replace(ACE_TO_FIVE, id="eight-or-better", categories=(C.HIGH_CARD,), at_most=8)
"""The low half of a hi-lo pot (14.3): five different ranks, none above the eight, or no low."""

DEUCE_TO_SEVEN = Order(
    "deuce-to-seven",
    5,
    (
        C.HIGH_CARD,
        C.PAIR,
        C.TWO_PAIR,
        C.THREE_OF_A_KIND,
        C.STRAIGHT,
        C.FLUSH,
        C.FULL_HOUSE,
        C.FOUR_OF_A_KIND,
        C.STRAIGHT_FLUSH,
    ),
    wheel=Wheel.NOT_A_STRAIGHT,
    low=True,
)
"""Low poker with the ace high (14.3): straights and flushes count against the hand, and 7-5-4-3-2 is best."""

MAMBO_LOW = Order("mambo-low", 3, (C.HIGH_CARD,), low=True, ace_low=True, at_most=6)
"""The low half of mambo stud (14.3): three different ranks, none above the six."""

BADUGI = BadugiOrder("badugi", 4, _BADUGIS, low=True, ace_low=True)
"""Badugi (14.3)."""

SHOWING = tuple(
    Order(f"showing-{size}", size, tuple(category for category in FIVE_CARD.categories if category in could))
    for size, could in enumerate(
        (
            {C.HIGH_CARD},
            {C.PAIR, C.HIGH_CARD},
            {C.THREE_OF_A_KIND, C.PAIR, C.HIGH_CARD},
            {C.FOUR_OF_A_KIND, C.THREE_OF_A_KIND, C.TWO_PAIR, C.PAIR, C.HIGH_CARD},
        ),
        1,
    )
)
"""Orders for 1 to 4 exposed cards, which decide who is high on board at stud (14.3); no straights or flushes."""

ORDERS: dict[str, Order] = {
    order.id: order
    for order in (
        FIVE_CARD,
        FIVE_CARD_MANY_DECKS,
        PAI_GOW_HIGH,
        PAI_GOW_HIGH_WHEEL_LOWEST,
        PAI_GOW_THREE,
        TWO_CARD,
        ONE_CARD,
        ASIA_HIGH,
        ASIA_HIGH_WHEEL_LOWEST,
        THREE_CARD,
        THREE_CARD_ROYAL,
        THREE_CARD_MANY_DECKS,
        FOUR_CARD,
        TWO_CARD_JOKER,
        *TWO_CARD_JOKER_ORDERS,
        ACE_TO_FIVE,
        EIGHT_OR_BETTER,
        DEUCE_TO_SEVEN,
        MAMBO_LOW,
        BADUGI,
        *SHOWING,
    )
}


def make_ladders() -> None:
    """Build the ladders of all orders in advance, which takes half a second, so that no hand has to wait for one."""
    for order in ORDERS.values():
        order.strength(order.ladder[0])


def order_of(order: Order | str) -> Order:
    """Return the order itself, or the one with this id.

    >>> order_of("four-card") is FOUR_CARD
    True
    >>> order_of("six-card")
    Traceback (most recent call last):
    ValueError: no order 'six-card'; there are five-card, five-card-many-decks, pai-gow-high, ...
    """
    if isinstance(order, Order):
        return order
    if order not in ORDERS:
        raise ValueError(f"no order {order!r}; there are {', '.join(ORDERS)}")
    return ORDERS[order]
