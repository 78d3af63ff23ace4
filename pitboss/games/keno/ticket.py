"""The notation of a keno ticket: groups of numbers, conditions with their rates, and a number of games.

    [1 2][3 4][5 6] 3/2 3/4 1/6 @1.00 x5

Every union of whole groups with exactly s numbers is a way of a condition w/s, and w is the number of such ways. A
group of one number is a king. `[?8]` is a group of eight numbers chosen by the system: a quick pick. A rate applies to
all preceding conditions without one. Errors name the fact they violate.

Ways, and ways by catch, are counted without listing them: eighty kings have too many ways to list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from pitboss.chapter.odds import cents, dollars

Group = tuple[int, ...]
_GROUP = re.compile(r"\[([^\[\]]*)\]")
_CONDITION = re.compile(r"(\d{1,15})/(\d{1,3})")
_GAMES = re.compile(r"x(\d{1,6})", re.IGNORECASE)
_QUICK = re.compile(r"\?(\d{1,3})")
_GLUED = re.compile(r"(?<=[\d\]])(?=[@x])|(?<=\])(?=\d)")


class BadTicket(ValueError):
    """Raised for a ticket that cannot be written; `rule` is the fact that forbids it."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(reason)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Condition:
    """Ways with the same number of spots: how many there are, and the rate of each in cents."""

    ways: int
    spots: int
    rate: int

    def __str__(self) -> str:
        return f"{self.ways}/{self.spots}@{written_rate(self.rate)}"


@dataclass(frozen=True)
class Ticket:
    """A keno ticket. `quick` holds the sizes of groups the system has yet to choose.

    >>> ticket = read_ticket("[1 2][3 4][5 6] 3/2 3/4 1/6 @1.00 x5")
    >>> str(ticket), ticket.price, ticket.kind
    ('[1 2][3 4][5 6] 3/2 3/4 1/6 @1.00 x5', 3500, 'way')
    >>> str(read_ticket("[10][20][30] 3/1@0.50 3/2@0.25 1/3@1.00"))
    '[10][20][30] 3/1 @0.50 3/2 @0.25 1/3 @1.00'
    """

    groups: tuple[Group, ...]
    conditions: tuple[Condition, ...]
    games: int = 1
    quick: tuple[int, ...] = ()

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        return (*map(len, self.groups), *self.quick)

    @property
    def price_of_game(self) -> int:
        """The price of one of its games, in cents."""
        return sum(one.ways * one.rate for one in self.conditions)

    @property
    def price(self) -> int:
        return self.games * self.price_of_game

    @property
    def kind(self) -> str:
        """The name of this kind of ticket."""
        if len(self.sizes) == 1:
            return "straight"
        return "way" if len(set(self.sizes)) == 1 else "combination"

    @property
    def place(self) -> str:
        """The place of its wagers: the groups and the number of games."""
        return place_of(self.groups, self.games)

    def picked(self, chosen: Iterable[Group]) -> Ticket:
        """The ticket with the groups the system chose."""
        return Ticket(ordered((*self.groups, *chosen)), self.conditions, self.games)

    def __str__(self) -> str:
        words = [f"{groups_of(self.groups)}{''.join(f'[?{size}]' for size in self.quick)}"]
        for at, one in enumerate(self.conditions):
            last = at + 1 == len(self.conditions) or self.conditions[at + 1].rate != one.rate
            words += [f"{one.ways}/{one.spots}", *([f"@{written_rate(one.rate)}"] if last else [])]
        return " ".join([*words, *([f"x{self.games}"] if self.games > 1 else [])])


# ---- Places


def ordered(groups: Iterable[Iterable[int]]) -> tuple[Group, ...]:
    """Groups as they are written: kings first, numbers ascending."""
    return tuple(sorted((tuple(sorted(group)) for group in groups), key=lambda group: (len(group), group)))


def groups_of(groups: Iterable[Group]) -> str:
    return "".join(f"[{' '.join(map(str, group))}]" for group in groups)


def place_of(groups: Sequence[Group], games: int = 1, left: int | None = None) -> str:
    """The notation of a place: groups, number of games and, for a running ticket, how many are left.

    >>> place_of(((1,), (2, 3)), 5), place_of(((1,), (2, 3)), 5, left=4)
    ('[1][2 3] x5', '[1][2 3] x4 of 5')
    """
    if left is not None and left < games:
        return f"{groups_of(groups)} x{left} of {games}"
    return groups_of(groups) + (f" x{games}" if games > 1 else "")


@dataclass(frozen=True, slots=True)
class Place:
    """A parsed place; `left` is below `games` for a running ticket."""

    groups: tuple[Group, ...]
    games: int
    left: int

    @property
    def begun(self) -> bool:
        return self.left < self.games

    def __str__(self) -> str:
        return place_of(self.groups, self.games, self.left)


_PLACE = re.compile(r"((?:\[[^\[\]]*\])+)(?:\s*x(\d{1,6})(?: of (\d{1,6}))?)?")


@lru_cache(maxsize=4096)
def read_place(text: str, numbers: int) -> Place:
    """Parse the notation of a place."""
    match = _PLACE.fullmatch(text.strip())
    if match is None:
        raise BadTicket(f"{text!r} is not a place of a ticket; write its numbers like [1 2 3 4]", "groups")
    groups, quick = _groups(match[1], numbers)
    if quick:
        raise BadTicket("the numbers of a quick pick are chosen when its ticket is written", "quick_picks")
    left = int(match[2] or 1)
    return Place(groups, int(match[3] or left), left)


# ---- Reading a ticket


def read_ticket(text: str, numbers: int = 80) -> Ticket:
    """Parse a ticket; `BadTicket` says what is wrong with it.

    >>> read_ticket("[1 2][2 3] 1/4 @1")
    Traceback (most recent call last):
    pitboss.games.keno.ticket.BadTicket: 2 is on the ticket twice; groups cannot share a number
    >>> read_ticket("[1 2][3 4] 2/4 @1")
    Traceback (most recent call last):
    pitboss.games.keno.ticket.BadTicket: 2/4: there is 1 way of 4 numbers, so write 1/4
    """
    marked = "".join(match[0] for match in _GROUP.finditer(text))
    rest = _GLUED.sub(" ", _GROUP.sub(" ", text)).replace("@ ", "@").split()
    groups, quick = _groups(marked, numbers)
    sizes = (*map(len, groups), *quick)
    conditions, games = _conditions(rest, sizes)
    return Ticket(groups, conditions, games, quick)


def _groups(text: str, numbers: int) -> tuple[tuple[Group, ...], tuple[int, ...]]:
    groups: list[Group] = []
    quick: list[int] = []
    for match in _GROUP.finditer(text):
        words = match[1].replace(",", " ").split()
        if not words:
            raise BadTicket("a group is empty; each needs at least one number", "groups")
        if len(words) == 1 and (pick := _QUICK.fullmatch(words[0])):
            quick.append(int(pick[1]))
            continue
        if strange := next((w for w in words if not w.isdecimal() or not 1 <= int(w[:9]) <= numbers), ""):
            raise BadTicket(f"{strange!r} is not a number on a ticket; numbers are 1 to {numbers}", "groups")
        groups.append(tuple(map(int, words)))
    if not groups and not quick:
        raise BadTicket("a ticket needs numbers, in groups like [1 2 3]", "groups")
    counted = Counter(number for group in groups for number in group)
    if twice := next((number for number, times in counted.items() if times > 1), 0):
        raise BadTicket(f"{twice} is on the ticket twice; groups cannot share a number", "groups")
    if not all(quick) or sum(map(len, groups)) + sum(quick) > numbers:
        raise BadTicket(f"a ticket has at most {numbers} numbers, and a quick pick at least one", "groups")
    return ordered(groups), tuple(sorted(quick))


def _conditions(words: Sequence[str], sizes: Sequence[int]) -> tuple[tuple[Condition, ...], int]:
    """The conditions with their rates, and the number of games."""
    found: list[Condition] = []
    waiting: list[tuple[int, int]] = []
    games = 1
    for at, word in enumerate(words):
        if match := _CONDITION.fullmatch(word):
            waiting.append(_counted(int(match[1]), int(match[2]), sizes))
        elif word.startswith("@"):
            # A ticket with a single condition may omit it: all its numbers together.
            waiting = waiting or ([] if found else [(1, sum(sizes))])
            found += [Condition(ways, spots, _rate(word)) for ways, spots in waiting]
            waiting = []
        elif (match := _GAMES.fullmatch(word)) and at == len(words) - 1:
            games = int(match[1])
        else:
            text = "write groups, conditions, rates and games like [1 2][3 4] 2/2 1/4 @1.00 x5"
            raise BadTicket(f"{word!r} is not understood; {text}", "ways")
    if waiting or not found:
        raise BadTicket("the rate of a way is missing; write it after its conditions, like @1.00", "rate")
    repeated = Counter(one.spots for one in found)
    if twice := next((spots for spots, times in repeated.items() if times > 1), 0):
        raise BadTicket(f"the ways of {twice} numbers are on the ticket twice; give them one rate", "ways")
    if not games:
        raise BadTicket("a ticket is for at least one game", "games")
    return tuple(found), games


def _counted(said: int, spots: int, sizes: Sequence[int]) -> tuple[int, int]:
    ways = ways_of(sizes, spots)
    if not ways:
        raise BadTicket(f"{said}/{spots}: no groups of this ticket have {spots} numbers together", "ways")
    if said != ways:
        there = "is 1 way" if ways == 1 else f"are {ways} ways"
        raise BadTicket(f"{said}/{spots}: there {there} of {spots} numbers, so write {ways}/{spots}", "ways")
    return ways, spots


def _rate(word: str) -> int:
    try:
        rate = cents(word[1:])
    except ValueError as error:
        raise BadTicket(str(error), "rate") from None
    if not rate:
        raise BadTicket(f"a rate of {dollars(rate)}: a way costs at least one cent", "rate")
    return rate


def written_rate(rate: int) -> str:
    return f"{rate // 100}.{rate % 100:02}"


# ---- Counting ways


def ways_of(sizes: Sequence[int], spots: int) -> int:
    """The number of unions of whole groups with this many numbers.

    >>> ways_of((2, 2, 2), 4), ways_of((1,) * 80, 10)
    (3, 1646492110120)
    """
    return sum(ways_by_catch(tuple((size, 0) for size in sizes), spots).values())


@lru_cache(maxsize=1 << 16)
def ways_by_catch(caught: tuple[tuple[int, int], ...], spots: int) -> dict[int, int]:
    """The number of ways of `spots` numbers with each catch, given the size and the catch of each group.

    >>> ways_by_catch(((2, 2), (2, 2), (2, 0)), 4)
    {4: 1, 2: 2}
    """
    counts = {(0, 0): 1}
    for size, catch in caught:
        added = dict(counts)
        for (numbers, catches), ways in counts.items():
            if numbers + size <= spots:
                to = numbers + size, catches + catch
                added[to] = added.get(to, 0) + ways
        counts = added
    return {catches: ways for (numbers, catches), ways in counts.items() if numbers == spots}
