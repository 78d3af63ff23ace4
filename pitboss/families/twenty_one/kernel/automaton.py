"""The automaton of a round without a split: all of it that is left, from the first three cards, a card at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.families.twenty_one.kernel.game import (
    ACE,
    BUST,
    BY_ROUND,
    DEALER_THREE,
    DEALER_TWO,
    EMPTY,
    ENDS,
    FACES,
    HIT,
    HOLE_NEXT,
    NO_HOLE,
    OVER,
    OWN_THREE,
    PUSHES,
    RANKS,
    READ,
    SPLIT,
    STAND,
    SUIT_ENDS,
    SURRENDER,
    TEN,
    VALUES,
    Game,
)


class End(NamedTuple):
    """What a round comes to: the main wager with all that follows its hand; the others None where they are not made.

    A double and insurance are told for one unit, the main wager for as many as there are on the hand.
    """

    main: int
    double: int | None = None
    insurance: int | None = None
    third: int | None = None
    insured: int = 0
    "What insurance comes to for all units."
    units: int = 1
    raised: int = 0
    "The raises that were made, a bit for each."

    @property
    def net(self) -> int:
        return self.main + self.insured + (self.third or 0)


class Automaton:
    """The whole of an unsplit round as states, made backward from its ends; states with the same future are one.

    A code is a state, a state that takes the hole card, or an end (see `HOLE_NEXT`). `units` goes with every hand: how
    many wagers are on it, and which raises. Where the dealer's hand is completed for a side wager's sake he draws also
    after a hand that is decided.
    """

    def __init__(self, t: Game, by_suit: Any) -> None:
        self.t, self.by_suit = t, by_suit
        self.ends: list[End] = [End(0)]
        self.rows: list[tuple[int, ...]] = []
        self.suited: dict[tuple[int, ...], int] = {}
        self._ends: dict[End, int] = {}
        self._rows: dict[tuple[int, ...], int] = {}
        self._known: dict[tuple[Any, ...], int] = {}
        self.first = np.full(VALUES**3, BY_ROUND, np.int64)
        self.peeked = np.full(VALUES**3, BY_ROUND, np.int64)
        for one, two, up in np.ndindex(RANKS, RANKS, RANKS):
            hand = self.after(self.after(EMPTY, one), two)
            natural, units = is_natural(one, two), int(t.main.units[one * VALUES + up])
            start = one << 8 | two << 4 | up
            self.first[start] = self.natural(up, units) if natural else self.hand(hand, up, units)
            self.peeked[start] = self.found(hand, up, natural, units)

    @property
    def fits(self) -> bool:
        """Whether the codes have room for all states; a strategy with very many exceptions is dealt by `_round`."""
        room = len(self.rows) << 4 < HOLE_NEXT and ENDS + len(self.ends) < SUIT_ENDS
        return room and SUIT_ENDS + len(self.suited) < 1 << 16

    @property
    def step(self) -> Any:
        padded = [(*row, *[BY_ROUND] * (VALUES - RANKS)) for row in self.rows]
        return np.array(padded, np.uint16).reshape(-1)

    @property
    def suit_rows(self) -> Any:
        return np.array([*self.suited, (0, 0, 0, 0, 0)][: max(len(self.suited), 1)], np.uint16).reshape(-1)

    def after(self, hand: int, value: int) -> int:
        return int(self.t.hands.to[hand * FACES + value])

    def state(self, codes: tuple[int, ...]) -> int:
        if codes not in self._rows:
            self._rows[codes] = len(self.rows)
            self.rows.append(codes)
        return self._rows[codes] << 4

    def end(self, told: Told, insured: int | None, third: int | None = None) -> int:
        """The end of a hand and of what is beside it; `insured` is the row of the insurance, -1 where it is lost."""
        units = told.units & 15
        insurance = paid = None
        if insured is not None:
            rows = (self.t.insurance.pays, self.t.insurance.suited)
            insurance, paid = (
                (int(rows[insured][1]), int(rows[insured][units]))
                if insured >= 0
                else (-int(self.t.insurance.stake[1]), -int(self.t.insurance.stake[units]))
            )
        found = End(told.main * units, told.double, insurance, third, paid or 0, units, told.units >> 4)
        if found not in self._ends:
            self._ends[found] = len(self.ends)
            self.ends.append(found)
        return ENDS + self._ends[found]

    def by_suits(self, codes: tuple[int, int, int, int], cards: int) -> int:
        """An end that hangs on the suits of some cards."""
        if len(set(codes)) == 1:
            return codes[0]
        return SUIT_ENDS + self.suited.setdefault((*codes, cards), len(self.suited))

    # ---- The dealer's second card, and the insurance that it decides

    def looked(self, up: int) -> bool:
        return self.t.dealer.hole == READ and bool(self.t.dealer.could[up])

    def insures(self, up: int, natural: bool = False) -> bool:
        return bool(self.t.insurance.taken and up == ACE and not (natural and self.t.dealer.natural_first))

    def insurance(self, up: int, second: int, natural: bool = False) -> int | None:
        """The row of insurance; where the dealer has looked, `second` makes no blackjack."""
        if not self.insures(up, natural):
            return None
        return 0 if second == TEN and not self.looked(up) else -1

    def second(self, codes: tuple[int, ...]) -> int:
        """The state before the second card, from what each value leads to."""
        state = self.state(codes)
        return state + HOLE_NEXT if self.t.dealer.hole != NO_HOLE else state

    def decided(self, up: int, told: Told, natural: bool = False) -> int:
        """A hand that needs the dealer's cards only for what is beside it."""
        if self.t.third_card.laid:
            return self.dealer(up, told, told, None, natural)
        if self.looked(up) or not self.insures(up, natural):
            return self.end(told, self.insurance(up, ACE, natural))
        return self.second(tuple(self.end(told, self.insurance(up, value, natural)) for value in range(RANKS)))

    def waits(self, up: int, told: Told, against_blackjack: int) -> int:
        """A hand that is decided by the second card."""
        lost = told._replace(main=against_blackjack, double=None if told.double is None else 0)
        if self.t.third_card.laid:
            return self.dealer(up, told, lost, None)
        return self.second(
            tuple(
                self.end(lost if is_natural(up, value) else told, self.insurance(up, value)) for value in range(RANKS)
            )
        )

    # ---- Hands

    def natural(self, up: int, units: int) -> int:
        paid = Told(self.t.main.blackjack, units)
        if self.looked(up) or not self.t.dealer.could[up] or self.t.dealer.natural_wins:
            return self.decided(up, paid, natural=True)
        return self.waits(up, paid, 0)

    def found(self, hand: int, up: int, natural: bool, units: int) -> int:
        """The dealer has looked and found a blackjack."""
        main = self.t.main
        early = self.t.dealer.early and self.act(hand, up) == SURRENDER
        net = -main.half if early else -main.stake
        if natural:
            net = main.blackjack if self.t.dealer.natural_wins else 0
        third = int(self.t.third_card.worth[0]) if self.t.third_card.laid else None
        if not self.insures(up, natural):
            return self.end(Told(net, units), None, third)
        plain, suited = (self.end(Told(net, units), row, third) for row in (0, 1))
        return self.by_suits((plain, plain, suited, suited), DEALER_TWO)

    def act(self, hand: int, up: int) -> int:
        return int(self.t.hands.act[hand * VALUES + up]) if self.t.hands.total[hand] < OVER - 1 else STAND

    def hand(self, hand: int, up: int, units: int) -> int:
        key = ("hand", hand, up, units)
        if key not in self._known:
            self._known[key] = self._hand(hand, up, units)
        return self._known[key]

    def _hand(self, hand: int, up: int, units: int) -> int:
        t, act = self.t, self.act(hand, up)
        if hand == BUST:
            return self.decided(up, Told(-t.main.stake, units))
        if act == STAND:
            return self.stands(hand, up, 1, units)
        if act == SPLIT:
            return BY_ROUND
        if act == SURRENDER:
            waits = bool(t.dealer.could[up]) and not self.looked(up) and t.dealer.held
            half = Told(-t.main.half, units)
            return self.waits(up, half, -t.main.stake) if waits else self.decided(up, half)
        if act == HIT:
            return self.state(tuple(self.hand(self.after(hand, value), up, units) for value in range(RANKS)))
        codes = []
        for value in range(RANKS):
            doubled = self.after(hand, value)
            if doubled == BUST:
                codes.append(self.decided(up, Told(-2 * t.main.stake, units, -t.main.stake)))
            else:
                codes.append(self.doubled(doubled, up, units))
        return self.state(tuple(codes))

    def doubled(self, hand: int, up: int, units: int) -> int:
        """A doubled hand that did not bust: it stands, or is given up."""
        t = self.t
        gives = t.hands.total[hand] < OVER - 1 and t.hands.doubled[hand * VALUES + up] == SURRENDER
        if not gives:
            return self.stands(hand, up, 2, units)
        if t.dealer.rescue:
            return self.decided(up, Told(-t.main.stake, units, 0))
        half = Told(-2 * t.main.half, units, -t.main.half)
        waits = bool(t.dealer.could[up]) and not self.looked(up)
        return self.waits(up, half, -t.main.stake) if waits else self.decided(up, half)

    def stands(self, hand: int, up: int, times: int, units: int) -> int:
        """The hand is paid at once, or the dealer's second card is next."""
        t = self.t
        if t.hands.wins[hand]:
            return self.wins(hand, up, times, units)
        codes = []
        for value in range(RANKS):
            insurance = self.insurance(up, value)
            if t.dealer.could[up] and is_natural(up, value):
                third = int(t.third_card.worth[0]) if t.third_card.laid else None
                codes.append(self.end(Told(-t.main.stake, units, 0 if times > 1 else None), insurance, third))
            else:
                state = int(t.dealer.to[int(t.dealer.to[up]) * VALUES + value])
                codes.append(self.draws(state, hand, times, units, insurance, (up, value)))
        return self.second(tuple(codes))

    def wins(self, hand: int, up: int, times: int, units: int) -> int:
        """A hand that wins whatever the dealer draws, by its suits; it may have to wait for his second card."""
        t = self.t
        waits = bool(t.dealer.could[up]) and not self.looked(up)
        if times > 1:
            told = Told(2 * t.main.win, units, t.main.win)
            return self.waits(up, told, -t.main.stake) if waits else self.decided(up, told)
        award = t.main.award if up == t.main.award_up and t.hands.award[hand] else 0
        codes = []
        for suits, paid in enumerate(self.by_suit[hand].tolist()):
            told = Told(paid + (award if suits > 1 else 0), units)
            codes.append(self.waits(up, told, -t.main.stake) if waits else self.decided(up, told))
        if len(set(codes)) > 1 and max(codes) < ENDS:
            return BY_ROUND
        return self.by_suits((codes[0], codes[1], codes[2], codes[3]), OWN_THREE)

    # ---- The dealer's hand

    def dealer(self, up: int, told: Told, lost: Told, _: None, natural: bool = False) -> int:
        """A decided hand, while the dealer completes his own for the wager on his three cards."""
        t = self.t
        codes = []
        for value in range(RANKS):
            insurance = self.insurance(up, value, natural)
            if t.dealer.could[up] and is_natural(up, value):
                codes.append(self.end(lost, insurance, int(t.third_card.worth[0])))
            else:
                state = int(t.dealer.to[int(t.dealer.to[up]) * VALUES + value])
                codes.append(self.completes(state, told, insurance, (up, value)))
        return self.second(tuple(codes))

    def completes(self, state: int, told: Told, insurance: int | None, cards: tuple[int, ...]) -> int:
        """The dealer draws, or has ended; the cards are those he has, as long as they are three."""
        t, total = self.t, int(self.t.dealer.total[state])
        cards = cards if len(cards) <= THREE else ()
        key = ("completes", state, told, insurance, cards)
        if key not in self._known:
            if total:
                self._known[key] = self.third(total, told, insurance, cards)
            else:
                self._known[key] = self.state(
                    tuple(
                        self.completes(int(t.dealer.to[state * VALUES + value]), told, insurance, _with(cards, value))
                        for value in range(RANKS)
                    )
                )
        return self._known[key]

    def third(self, total: int, told: Told, insurance: int | None, cards: tuple[int, ...]) -> int:
        """The end of a round with a wager on the dealer's three cards, or without one."""
        worth = self.t.third_card.worth
        if not self.t.third_card.laid:
            return self.end(told, insurance)
        if len(cards) != THREE or total not in (OVER, PUSHES):
            return self.end(told, insurance, int(worth[0]))
        plain = self.end(told, insurance, int(worth[THREE + cards[-1]]))
        if set(cards) != {self.t.third_card.value}:
            return plain
        suited, colour = (self.end(told, insurance, int(worth[row])) for row in (1, 2))
        return self.by_suits((plain, colour, suited, suited), DEALER_THREE)

    def draws(
        self, state: int, hand: int, times: int, units: int, insurance: int | None, cards: tuple[int, ...]
    ) -> int:
        """The dealer draws against a standing hand, or has ended."""
        t, total = self.t, int(self.t.dealer.total[state])
        cards = cards if t.third_card.laid and len(cards) <= THREE else ()
        paid = tuple(self.by_suit[hand].tolist())
        key = ("draws", state, int(t.hands.total[hand]), paid, times, units, insurance, cards)
        if key not in self._known:
            if total:
                self._known[key] = self.settled(total, hand, times, units, insurance, cards)
            else:
                self._known[key] = self.state(
                    tuple(
                        self.draws(
                            int(t.dealer.to[state * VALUES + value]), hand, times, units, insurance, _with(cards, value)
                        )
                        for value in range(RANKS)
                    )
                )
        return self._known[key]

    def settled(
        self, total: int, hand: int, times: int, units: int, insurance: int | None, cards: tuple[int, ...]
    ) -> int:
        t, mine = self.t, int(self.t.hands.total[hand])
        result = 1 if total == OVER or mine > total else 0 if mine == total or total == PUSHES else -1
        part = t.main.win if result > 0 else result * t.main.stake
        if times > 1 or result <= 0:
            return self.third(total, Told(times * part, units, part if times > 1 else None), insurance, cards)
        codes = [self.third(total, Told(paid, units), insurance, cards) for paid in self.by_suit[hand].tolist()]
        if len(set(codes)) > 1 and max(codes) >= SUIT_ENDS:
            return BY_ROUND
        return self.by_suits((codes[0], codes[1], codes[2], codes[3]), OWN_THREE)


THREE = 3
"So many cards of the dealer a side wager is about."


class Told(NamedTuple):
    """What a unit of the main wager comes to with its double, and how many are on the hand."""

    main: int
    units: int
    double: int | None = None


def _with(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*cards, value) if cards else ()


def is_natural(one: int, two: int) -> bool:
    """An ace and a card worth ten."""
    return one + two == ACE + TEN and one * two == 0
