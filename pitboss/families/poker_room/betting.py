"""One round of betting: who acts, what he may do, and what it does. Pure figures, no table and no cards.

A `Betting` is the round between two acts. `options` says what the one whose turn it is may do, `acted` what the round
is after he has done it. Three ideas carry it:

1. Amounts are what a player has in for the round, all together: a raise is a raise *to*.
2. `level` is that of the last full bet or raise. A short all-in lifts `bet`, which must be matched, and leaves
   `level` where it is.
3. `seen` is the bet on which each has acted. Who has acted may raise again only if he faces a full raise more than he
   has seen (at fixed limit: half a bet), so that short all-ins which together make a full raise reopen the betting.

>>> stakes = Stakes("no_limit", 10, 20, 20, 3, 1)
>>> round = opened(stakes, (1, 2, 3), (990, 980, 1000), staked=(10, 20, 0), bet=20, level=20, raises=1, first=2)
>>> round.turn, options(stakes, round)
(3, Options(check=False, call=20, least=40, most=1000, sizes=()))
>>> round = acted(stakes, round, RAISE, 60)
>>> round.turn, options(stakes, round).least
(1, 100)
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from pitboss.table.codec import FrozenStruct

T = TypeVar("T")

FIXED, SPREAD, POT, NO_LIMIT = "fixed_limit", "spread_limit", "pot_limit", "no_limit"
FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
NOT_YET = -1
"""In `seen`: has not acted in this round."""


class Stakes(FrozenStruct):
    """What a table plays for: the structure of its betting, its limits and its least bet, in cents."""

    structure: str
    lower: int
    upper: int
    least: int
    "The least opening bet where the structure has no limit of its own: the big blind."
    max_raises: int
    chip: int

    @property
    def capped(self) -> bool:
        """Whether raises are counted: at fixed and at spread limit."""
        return self.structure in (FIXED, SPREAD)

    @property
    def floor(self) -> int:
        """The least full bet: at spread limit the lower limit, in pot and no limit the big blind."""
        return self.lower if self.structure == SPREAD else self.least


class Options(FrozenStruct):
    """What may be done now. `call` is what it takes to call; `least` and `most` are what may be bet or raised *to*.

    Both are 0 where nobody may raise. `sizes` are the only amounts, where there are only some.
    """

    check: bool
    call: int
    least: int
    most: int
    sizes: tuple[int, ...] = ()

    def takes(self, to: int, chip: int) -> bool:
        """Whether one may bet or raise to so much."""
        if not self.most or not self.least <= to <= self.most:
            return False
        if self.sizes:
            return to in self.sizes
        return to == self.most or to % chip == 0


class Betting(FrozenStruct):
    """A round of betting between two acts. What is told by player stands in the order of `seats`, clockwise."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    staked: tuple[int, ...]
    folded: tuple[bool, ...]
    seen: tuple[int, ...]
    due: tuple[int, ...]
    "The places of those who must still act, in their order."
    bet: int
    level: int
    "The last full bet or raise."
    raised: int
    "The least full bet or raise: what the last full one went up by, at first the floor of the stakes."
    size: int
    "The limit of this street."
    raises: int
    capped: bool
    pot: int
    "What lies in the pots already."
    wide: bool = False
    "Whether either limit may be bet, as with an open pair on the second street of seven-card stud."
    last: int = 0
    "Who has bet or raised last; 0 for nobody."

    @property
    def turn(self) -> int:
        """Whose turn it is; 0 when the round is over."""
        return self.seats[self.due[0]] if self.due else 0

    @property
    def contending(self) -> int:
        """How many have not folded."""
        return len(self.folded) - sum(self.folded)

    @property
    def is_forced_only(self) -> bool:
        """Whether nothing lies there but a forced bet below the limit: who makes it more completes it to a bet."""
        return bool(self.bet) and not self.raises and not self.last

    def of(self, position: int) -> int:
        """What a position has in for this round."""
        return self.staked[self.seats.index(position)]


def opened(
    stakes: Stakes,
    seats: tuple[int, ...],
    stacks: tuple[int, ...],
    *,
    first: int = 0,
    folded: tuple[bool, ...] = (),
    staked: tuple[int, ...] = (),
    bet: int = 0,
    level: int = 0,
    raises: int = 0,
    size: int = 0,
    pot: int = 0,
    wide: bool = False,
) -> Betting:
    """A round as it begins, with the place of who acts first; blinds and forced bets lie there already."""
    number = len(seats)
    folded = folded or (False,) * number
    around = (*range(first, number), *range(first))
    due = tuple([place for place in around if not folded[place] and stacks[place] > 0])
    staked, contending = staked or (0,) * number, number - sum(folded)
    return Betting(
        seats,
        stacks,
        staked,
        folded,
        (NOT_YET,) * number,
        due if _is_needed(due, stacks, staked, folded, bet, contending) else (),
        bet,
        level,
        max(stakes.floor, level),
        size or stakes.lower,
        raises,
        contending > 2 and stakes.capped,
        pot,
        wide,
    )


def _is_needed(
    due: tuple[int, ...],
    stacks: tuple[int, ...],
    staked: tuple[int, ...],
    folded: tuple[bool, ...],
    bet: int,
    contending: int,
) -> bool:
    """Nobody is asked who has nothing to match and nobody to bet against."""
    if not due or contending < 2:
        return False
    return staked[due[0]] < bet or _has_opponent(stacks, folded, due[0])


def _without_need(betting: Betting) -> Betting:
    """The round, over if nobody needs to be asked any more."""
    figures = (betting.stacks, betting.staked, betting.folded, betting.bet, betting.contending)
    return betting if not betting.due or _is_needed(betting.due, *figures) else replace(betting, due=())


def _has_opponent(stacks: tuple[int, ...], folded: tuple[bool, ...], place: int) -> bool:
    """Whether another than this one is in and has chips to bet with."""
    for other in range(len(stacks)):  # noqa: SIM110
        if stacks[other] > 0 and not folded[other] and other != place:
            return True
    return False


def _can_be_called(betting: Betting, place: int) -> bool:
    """Whether another has chips to match more than the bet that lies there."""
    bet, stacks, staked, folded = betting.bet, betting.stacks, betting.staked, betting.folded
    for other in range(len(stacks)):
        if stacks[other] + staked[other] > bet and not folded[other] and other != place:
            return True
    return False


# ---- What may be done


def options(stakes: Stakes, betting: Betting) -> Options:
    """What the one whose turn it is may do."""
    place, bet = betting.due[0], betting.bet
    stack, staked = betting.stacks[place], betting.staked[place]
    all_in = staked + stack
    check, call = staked >= bet, min(bet - staked, stack) if bet > staked else 0
    if all_in <= bet or not may_raise(stakes, betting, place):
        return Options(check, call, 0, 0)
    if stakes.structure == FIXED:
        only = betting.level + betting.size
        if only > bet and only <= all_in and not betting.wide:
            return Options(check, call, only, only, (only,))
        if sizes := _sizes(stakes, betting):
            within = tuple(size for size in sizes if size <= all_in) or (all_in,)
            return Options(check, call, within[0], within[-1], within)
    least, most = _between(stakes, betting, place)
    most = min(max(most, least), all_in)
    return Options(check, call, min(least, most), most)


def may_raise(stakes: Stakes, betting: Betting, place: int) -> bool:
    """Whether the one whose turn it is, if he has the chips, may bet or raise at all: the cap, reopening, opponents."""
    if betting.capped and at_cap(stakes, betting):
        return False
    if betting.seen[place] != NOT_YET and shut_out(stakes, betting):
        return False
    return _can_be_called(betting, place)


def at_cap(stakes: Stakes, betting: Betting) -> bool:
    """Whether the bet and all raises of the round are made."""
    return betting.capped and betting.raises > stakes.max_raises


def shut_out(stakes: Stakes, betting: Betting) -> bool:
    """Whether the one whose turn it is has acted, and faces less than a full raise more: an all-in for less."""
    place = betting.due[0]
    if betting.seen[place] == NOT_YET:
        return False
    more = betting.bet - betting.seen[place]
    return 2 * more < betting.size if stakes.structure == FIXED else more < betting.raised


def _sizes(stakes: Stakes, betting: Betting) -> tuple[int, ...]:
    """The only amounts that may be bet or raised to at fixed limit; nothing where there is a range."""
    if not betting.wide:
        only = betting.level + betting.size
        return (only,) if only > betting.bet else ()
    limits = (stakes.lower, stakes.upper)
    return tuple(sorted({betting.level + limit for limit in limits if betting.level + limit > betting.bet}))


def _between(stakes: Stakes, betting: Betting, place: int) -> tuple[int, int]:
    """The least and the most that may be bet or raised to, whatever chips there are."""
    bet, staked = betting.bet, betting.staked[place]
    base = 0 if betting.is_forced_only else bet
    least = base + betting.raised
    if stakes.structure == SPREAD:
        return least, base + max(stakes.upper, betting.raised)
    if stakes.structure == POT:
        return least, bet + betting.pot + sum(betting.staked) + (bet - staked)
    return least, staked + betting.stacks[place]


# ---- What it does


def acted(stakes: Stakes, betting: Betting, act: str, to: int = 0) -> Betting:
    """The round after the one whose turn it is has acted; `to` is what he bets or raises to."""
    if act == FOLD:
        return _without_need(_folds(betting))
    if act in (BET, RAISE):
        return _without_need(_raises(stakes, betting, to))
    return matched(betting)


def matched(betting: Betting) -> Betting:
    """The round after a check or a call: who acts has as much in as the bet, or all that he has."""
    place, bet, due = betting.due[0], betting.bet, betting.due[1:]
    stacks, staked = betting.stacks, betting.staked
    if staked[place] < bet:
        paid = min(bet - staked[place], stacks[place])
        stacks, staked = _set(stacks, place, stacks[place] - paid), _set(staked, place, staked[place] + paid)
    # As many are in as before: the next is not asked only where he has nothing to match and nobody to bet against.
    if due and staked[due[0]] >= bet and not _has_opponent(stacks, betting.folded, due[0]):
        due = ()
    return replace(betting, stacks=stacks, staked=staked, seen=_set(betting.seen, place, bet), due=due)


def _folds(betting: Betting) -> Betting:
    place = betting.due[0]
    return replace(betting, folded=_set(betting.folded, place, True), due=betting.due[1:])


def out_of_it(betting: Betting, position: int) -> Betting:
    """The round without somebody whose hand is dead, whoever's turn it is."""
    place = betting.seats.index(position)
    due = tuple(other for other in betting.due if other != place)
    return _without_need(replace(betting, folded=_set(betting.folded, place, True), due=due))


def _raises(stakes: Stakes, betting: Betting, to: int) -> Betting:
    """A bet or a raise: a full one is counted and is the level from which the next is measured."""
    place, number = betting.due[0], len(betting.seats)
    paid = to - betting.staked[place]
    up = to - betting.bet
    fixed = stakes.structure == FIXED
    is_full = 2 * (to - betting.level) >= betting.size if fixed else to - betting.level >= betting.raised
    upper = fixed and betting.wide and to - betting.level > stakes.lower
    stacks = _set(betting.stacks, place, betting.stacks[place] - paid)
    behind = [(place + turn) % number for turn in range(1, number)]
    return replace(
        betting,
        stacks=stacks,
        staked=_set(betting.staked, place, to),
        seen=_set(betting.seen, place, to),
        due=tuple(other for other in behind if not betting.folded[other] and stacks[other] > 0),
        bet=to,
        level=to if is_full else betting.level,
        raised=max(up, betting.raised) if is_full and not fixed else betting.raised,
        raises=betting.raises + is_full,
        size=stakes.upper if upper else betting.size,
        wide=betting.wide and not upper,
        last=betting.seats[place],
    )


def _set(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[place] = value
    return tuple(changed)
