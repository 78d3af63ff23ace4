"""A round of betting: whose turn it is, what they may do, and the result. It is purely numeric, without table or cards.

A `Betting` is the round between two acts. `options` lists what the player whose turn it is may do; `after_act` returns
the round after the act. Three rules:

1. Amounts are a player's total for the round: a raise is a raise *to*.
2. `level` is the amount of the last full bet or raise. A short all-in raises `bet`, which must be matched, but not
   `level`.
3. `seen` is the bet at which each player last acted. A player who has acted may raise again only when the bet has since
   grown by at least a full raise (at fixed limit: half a bet), so short all-ins that add up to a full raise reopen the
   betting.

>>> stakes = Stakes("no_limit", 10, 20, 20, 3, 1)
>>> players = Players((1, 2, 3), stacks=(990, 980, 1000), staked=(10, 20, 0))
>>> round = open_round(stakes, players, posted=20, first=2)
>>> round.turn, options(stakes, round)
(3, Options(check=False, call=20, least=40, most=1000, sizes=()))
>>> round = after_act(stakes, round, RAISE, 60)
>>> round.turn, options(stakes, round).least
(1, 100)
"""

from __future__ import annotations

from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from pitboss.table.codec import FrozenStruct

T = TypeVar("T")

FIXED, SPREAD, POT, NO_LIMIT = "fixed_limit", "spread_limit", "pot_limit", "no_limit"
FOLD, CHECK, CALL, BET, RAISE = "fold", "check", "call", "bet", "raise"
NOT_YET = -1
"""In `seen`: the player has not acted in this round."""


class Stakes(FrozenStruct):
    """A table's stakes: its betting structure, limits and least bet, in cents."""

    structure: str
    lower: int
    upper: int
    least: int
    """The least opening bet if the structure sets no limit: the big blind."""
    max_raises: int
    chip: int

    @property
    def capped(self) -> bool:
        """Whether raises are counted, as at fixed and spread limit."""
        return self.structure in (FIXED, SPREAD)

    @property
    def floor(self) -> int:
        """The least full bet: the lower limit at spread limit, the big blind at pot limit and no limit."""
        return self.lower if self.structure == SPREAD else self.least


class Options(FrozenStruct):
    """A player's options. `call` is the amount to call; `least` and `most` are what may be bet or raised *to*.

    Both are 0 if no raise is possible. `sizes` lists the only amounts allowed, if they are limited.
    """

    check: bool
    call: int
    least: int
    most: int
    sizes: tuple[int, ...] = ()

    def takes(self, to: int, chip: int) -> bool:
        """Whether a bet or raise to this amount is allowed."""
        if not self.most or not self.least <= to <= self.most:
            return False
        if self.sizes:
            return to in self.sizes
        return to == self.most or to % chip == 0


class Betting(FrozenStruct):
    """A round of betting between two acts. Values per player are in the order of `seats`, clockwise."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    staked: tuple[int, ...]
    folded: tuple[bool, ...]
    seen: tuple[int, ...]
    due: tuple[int, ...]
    """The indices of players who must still act, in order."""
    bet: int
    level: int
    """The amount of the last full bet or raise."""
    raised: int
    """The least full bet or raise: the increment of the last full one, or at first the least bet of the stakes."""
    size: int
    """The limit of this street."""
    raises: int
    capped: bool
    pot: int
    """The chips already in the pots."""
    wide: bool = False
    """Whether either limit may be bet, as with an open pair on the second street of seven-card stud."""
    last: int = 0
    """The last player to bet or raise; 0 for none."""

    @property
    def turn(self) -> int:
        """The position whose turn it is; 0 when the round is over."""
        return self.seats[self.due[0]] if self.due else 0

    @property
    def contending(self) -> int:
        """The number of players who have not folded."""
        return len(self.folded) - sum(self.folded)

    @property
    def is_forced_only(self) -> bool:
        """Whether the only bet is a forced bet below the limit: the next bettor completes it."""
        return bool(self.bet) and not self.raises and not self.last

    def of(self, position: int) -> int:
        """A position's chips in this round."""
        return self.staked[self.seats.index(position)]


class Players(NamedTuple):
    """The players at the start of a round, clockwise in the order of `seats`; `staked` is what they have posted."""

    seats: tuple[int, ...]
    stacks: tuple[int, ...]
    staked: tuple[int, ...] = ()
    folded: tuple[bool, ...] = ()


def open_round(
    stakes: Stakes,
    players: Players,
    *,
    first: int = 0,
    posted: int = 0,
    size: int = 0,
    pot: int = 0,
    wide: bool = False,
) -> Betting:
    """The start of a round; `first` is the index of the first to act, and `posted` the blind that must be matched."""
    number = len(players.seats)
    folded = players.folded or (False,) * number
    around = (*range(first, number), *range(first))
    return _without_need(
        Betting(
            seats=players.seats,
            stacks=players.stacks,
            staked=players.staked or (0,) * number,
            folded=folded,
            seen=(NOT_YET,) * number,
            due=tuple([place for place in around if not folded[place] and players.stacks[place] > 0]),
            bet=posted,
            level=posted,
            raised=max(stakes.floor, posted),
            size=size or stakes.lower,
            raises=1 if posted else 0,
            capped=number - sum(folded) > 2 and stakes.capped,
            pot=pot,
            wide=wide,
        )
    )


def _without_need(betting: Betting) -> Betting:
    """The round, ended if no player needs to act: there is nothing left to match, and no one to bet against."""
    if not betting.due:
        return betting
    place = betting.due[0]
    must_match = betting.staked[place] < betting.bet
    if betting.contending >= 2 and (must_match or _has_opponent(betting.stacks, betting.folded, place)):
        return betting
    return replace(betting, due=())


def _has_opponent(stacks: tuple[int, ...], folded: tuple[bool, ...], place: int) -> bool:
    """Whether another player is still in and has chips to bet."""
    for other in range(len(stacks)):  # noqa: SIM110
        if stacks[other] > 0 and not folded[other] and other != place:
            return True
    return False


def _can_be_called(betting: Betting, place: int) -> bool:
    """Whether another player has enough chips to match more than the current bet."""
    bet, stacks, staked, folded = betting.bet, betting.stacks, betting.staked, betting.folded
    for other in range(len(stacks)):
        if stacks[other] + staked[other] > bet and not folded[other] and other != place:
            return True
    return False


# ---- Options


def options(stakes: Stakes, betting: Betting) -> Options:
    """The options for the player whose turn it is."""
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
    """Whether the player may bet or raise, given enough chips: the cap, reopening, opponents."""
    if betting.capped and at_cap(stakes, betting):
        return False
    if betting.seen[place] != NOT_YET and shut_out(stakes, betting):
        return False
    return _can_be_called(betting, place)


def at_cap(stakes: Stakes, betting: Betting) -> bool:
    """Whether the bet and all raises of the round have been made."""
    return betting.capped and betting.raises > stakes.max_raises


def shut_out(stakes: Stakes, betting: Betting) -> bool:
    """Whether the player has acted and now faces less than a full raise, because of an all-in for less."""
    place = betting.due[0]
    if betting.seen[place] == NOT_YET:
        return False
    more = betting.bet - betting.seen[place]
    return 2 * more < betting.size if stakes.structure == FIXED else more < betting.raised


def _sizes(stakes: Stakes, betting: Betting) -> tuple[int, ...]:
    """The only amounts that may be bet or raised to at fixed limit; empty if there is a range."""
    if not betting.wide:
        only = betting.level + betting.size
        return (only,) if only > betting.bet else ()
    limits = (stakes.lower, stakes.upper)
    return tuple(sorted({betting.level + limit for limit in limits if betting.level + limit > betting.bet}))


def _between(stakes: Stakes, betting: Betting, place: int) -> tuple[int, int]:
    """The minimum and maximum that may be bet or raised to, regardless of chips."""
    bet, staked = betting.bet, betting.staked[place]
    base = 0 if betting.is_forced_only else bet
    least = base + betting.raised
    if stakes.structure == SPREAD:
        return least, base + max(stakes.upper, betting.raised)
    if stakes.structure == POT:
        return least, bet + betting.pot + sum(betting.staked) + (bet - staked)
    return least, staked + betting.stacks[place]


# ---- Acts


def after_act(stakes: Stakes, betting: Betting, act: str, to: int = 0) -> Betting:
    """The round after the player whose turn it is has acted; `to` is the amount of a bet or raise."""
    if act == FOLD:
        return _without_need(_folds(betting))
    if act in (BET, RAISE):
        return _without_need(_raises(stakes, betting, to))
    return after_call(betting)


def after_call(betting: Betting) -> Betting:
    """The round after a check or a call: the player matches the bet, or is all-in."""
    place, bet, due = betting.due[0], betting.bet, betting.due[1:]
    stacks, staked = betting.stacks, betting.staked
    if staked[place] < bet:
        paid = min(bet - staked[place], stacks[place])
        stacks, staked = _set(stacks, place, stacks[place] - paid), _set(staked, place, staked[place] + paid)
    # No player has left, so the next one must act unless there is nothing to match and no one to bet against.
    if due and staked[due[0]] >= bet and not _has_opponent(stacks, betting.folded, due[0]):
        due = ()
    return replace(betting, stacks=stacks, staked=staked, seen=_set(betting.seen, place, bet), due=due)


def _folds(betting: Betting) -> Betting:
    place = betting.due[0]
    return replace(betting, folded=_set(betting.folded, place, True), due=betting.due[1:])


def without_player(betting: Betting, position: int) -> Betting:
    """The round without a player whose hand is dead, regardless of whose turn it is."""
    place = betting.seats.index(position)
    due = tuple(other for other in betting.due if other != place)
    return _without_need(replace(betting, folded=_set(betting.folded, place, True), due=due))


def _raises(stakes: Stakes, betting: Betting, to: int) -> Betting:
    """The round after a bet or a raise; a full one is counted and sets the level for the next."""
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
