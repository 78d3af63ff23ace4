"""The automaton of a round without a split: all of it that is left, from the first three cards, a card at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.families.twenty_one.kernel.game import (
    ACE,
    BUST,
    BY_ROUND,
    EMPTY,
    ENDS,
    FACES,
    HIT,
    HOLE_NEXT,
    NO_HOLE,
    OVER,
    RANKS,
    READ,
    SPLIT,
    STAND,
    SURRENDER,
    TEN,
    VALUES,
    Game,
)


class End(NamedTuple):
    """What a round comes to: the main wager with its double, a double by itself, and insurance; None where not made."""

    main: int
    double: int | None = None
    insurance: int | None = None

    @property
    def net(self) -> int:
        return self.main + (self.insurance or 0)


class Automaton:
    """The whole of an unsplit round as states, made backward from its ends; states with the same future are one.

    A code is a state, a state that takes the hole card, or an end (see `HOLE_NEXT`).
    """

    def __init__(self, t: Game) -> None:
        self.t = t
        self.ends: list[End] = [End(0)]
        self.rows: list[tuple[int, ...]] = []
        self._ends: dict[End, int] = {}
        self._rows: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[int, ...], int] = {}
        self.first = np.full(VALUES**3, BY_ROUND, np.int64)
        self.peeked = np.full(VALUES**3, BY_ROUND, np.int64)
        for one, two, up in np.ndindex(RANKS, RANKS, RANKS):
            hand = self.after(self.after(EMPTY, one), two)
            natural = is_natural(one, two)
            start = one << 8 | two << 4 | up
            self.first[start] = self.natural(up) if natural else self.hand(hand, up)
            self.peeked[start] = self.found(hand, up, natural)

    @property
    def fits(self) -> bool:
        """Whether the codes have room for all states; a strategy with very many exceptions is dealt by `_round`."""
        return len(self.rows) << 4 < HOLE_NEXT and ENDS + len(self.ends) < 1 << 16

    @property
    def step(self) -> Any:
        padded = [(*row, *[BY_ROUND] * (VALUES - RANKS)) for row in self.rows]
        return np.array(padded, np.uint16).reshape(-1)

    def after(self, hand: int, value: int) -> int:
        return int(self.t.hands.to[hand * FACES + value])

    def state(self, codes: tuple[int, ...]) -> int:
        if codes not in self._rows:
            self._rows[codes] = len(self.rows)
            self.rows.append(codes)
        return self._rows[codes] << 4

    def end(self, main: int, double: int | None, insurance: int | None) -> int:
        found = End(main, double, insurance)
        if found not in self._ends:
            self._ends[found] = len(self.ends)
            self.ends.append(found)
        return ENDS + self._ends[found]

    # ---- The dealer's second card, and the insurance that it decides

    def looked(self, up: int) -> bool:
        return self.t.dealer.hole == READ and bool(self.t.dealer.could[up])

    def insurance(self, up: int, second: int) -> int | None:
        """What insurance comes to; where the dealer has looked, `second` makes no blackjack."""
        if not self.t.insurance.taken or up != ACE:
            return None
        return self.t.insurance.pays if second == TEN and not self.looked(up) else -self.t.insurance.stake

    def second(self, codes: tuple[int, ...]) -> int:
        """The state before the second card, from what each value leads to."""
        state = self.state(codes)
        return state + HOLE_NEXT if self.t.dealer.hole != NO_HOLE else state

    def decided(self, up: int, main: int, double: int | None = None) -> int:
        """A hand that needs the second card only for its insurance."""
        if self.looked(up) or not self.t.insurance.taken or up != ACE:
            return self.end(main, double, self.insurance(up, ACE))
        return self.second(tuple(self.end(main, double, self.insurance(up, value)) for value in range(RANKS)))

    def waits(self, up: int, main: int, against_blackjack: int) -> int:
        """A hand that is decided by the second card."""
        return self.second(
            tuple(
                self.end(against_blackjack if is_natural(up, value) else main, None, self.insurance(up, value))
                for value in range(RANKS)
            )
        )

    # ---- Hands

    def natural(self, up: int) -> int:
        if self.looked(up) or not self.t.dealer.could[up]:
            return self.decided(up, self.t.main.blackjack)
        return self.waits(up, self.t.main.blackjack, 0)

    def found(self, hand: int, up: int, natural: bool) -> int:
        """The dealer has looked and found a blackjack."""
        insurance = self.t.insurance.pays if self.t.insurance.taken and up == ACE else None
        early = self.t.dealer.early and self.act(hand, up) == SURRENDER
        return self.end(0 if natural else -self.t.main.half if early else -self.t.main.stake, None, insurance)

    def act(self, hand: int, up: int) -> int:
        return int(self.t.hands.act[hand * VALUES + up]) if self.t.hands.total[hand] < OVER - 1 else STAND

    def hand(self, hand: int, up: int) -> int:
        key = (hand, up)
        if key not in self._known:
            self._known[key] = self._hand(hand, up)
        return self._known[key]

    def _hand(self, hand: int, up: int) -> int:
        t, act = self.t, self.act(hand, up)
        if hand == BUST:
            return self.decided(up, -t.main.stake)
        if act == STAND:
            return self.stands(hand, up, 1)
        if act == SPLIT:
            return BY_ROUND
        if act == SURRENDER:
            waits = bool(t.dealer.could[up]) and not self.looked(up) and t.dealer.held
            return self.waits(up, -t.main.half, -t.main.stake) if waits else self.decided(up, -t.main.half)
        if act == HIT:
            return self.state(tuple(self.hand(self.after(hand, value), up) for value in range(RANKS)))
        codes = []
        for value in range(RANKS):
            doubled = self.after(hand, value)
            codes.append(
                self.decided(up, -2 * t.main.stake, -t.main.stake) if doubled == BUST else self.stands(doubled, up, 2)
            )
        return self.state(tuple(codes))

    def stands(self, hand: int, up: int, times: int) -> int:
        """The dealer's second card is next."""
        t = self.t
        codes = []
        for value in range(RANKS):
            insurance = self.insurance(up, value)
            if t.dealer.could[up] and is_natural(up, value):
                codes.append(self.end(-t.main.stake, 0 if times > 1 else None, insurance))
            else:
                state = int(t.dealer.to[int(t.dealer.to[up]) * VALUES + value])
                codes.append(self.draws(state, hand, times, insurance))
        return self.second(tuple(codes))

    def draws(self, state: int, hand: int, times: int, insurance: int | None) -> int:
        """The dealer draws, or has ended."""
        t, total = self.t, int(self.t.dealer.total[state])
        key = (state, int(t.hands.total[hand]), int(t.hands.pays[hand]), times, insurance or 0)
        if key not in self._known:
            if total:
                mine = int(t.hands.total[hand])
                result = 1 if total == OVER or mine > total else 0 if mine == total else -1
                part = t.main.win if result > 0 else result * t.main.stake
                main = times * part if times > 1 or result <= 0 else int(t.hands.pays[hand])
                self._known[key] = self.end(main, part if times > 1 else None, insurance)
            else:
                next_states = (int(t.dealer.to[state * VALUES + value]) for value in range(RANKS))
                codes = tuple(self.draws(after, hand, times, insurance) for after in next_states)
                self._known[key] = self.state(codes)
        return self._known[key]


def is_natural(one: int, two: int) -> bool:
    """An ace and a card worth ten."""
    return one + two == ACE + TEN and one * two == 0
