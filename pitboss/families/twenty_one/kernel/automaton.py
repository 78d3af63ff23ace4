"""The automaton of a round without a split: the rest of the round after the first three cards, one card at a time."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from pitboss.families.twenty_one.kernel.rules import (
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
    LoopRules,
)


class End(NamedTuple):
    """A round's results: the main wager's, with everything added to its hand, and the other wagers', or None if those
    were not made.

    Doubles and insurance are for one unit, the main wager is for all units on the hand.
    """

    main: int
    double: int | None = None
    insurance: int | None = None
    third: int | None = None
    insured: int = 0
    """The result of insurance for all units."""
    units: int = 1
    raised: int = 0
    """The raises that were made, a bit for each."""

    @property
    def net(self) -> int:
        return self.main + self.insured + (self.third or 0)


class Automaton:
    """All unsplit rounds as states, built backward from the ends; states with the same future are merged.

    A code is a state, a state that takes the hole card, or an end (see `HOLE_NEXT`). `units` accompanies every hand:
    the number of wagers on it, and which raises were made. If a side wager needs the dealer's complete hand, he draws
    even if the player's hand is already decided.
    """

    def __init__(self, rules: LoopRules, by_suit: Any) -> None:
        self.rules, self.by_suit = rules, by_suit
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
            natural, units = is_natural(one, two), int(rules.main.units[one * VALUES + up])
            start = one << 8 | two << 4 | up
            self.first[start] = self.natural(up, units) if natural else self.hand(hand, up, units)
            self.peeked[start] = self.blackjack_found(hand, up, natural, units)

    @property
    def fits(self) -> bool:
        """Whether the codes have room for all states. Tables whose strategy has very many exceptions are dealt by
        `_round`.
        """
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
        return int(self.rules.hands.to[hand * FACES + value])

    def state(self, codes: tuple[int, ...]) -> int:
        if codes not in self._rows:
            self._rows[codes] = len(self.rows)
            self.rows.append(codes)
        return self._rows[codes] << 4

    def end(self, result: HandResult, insured: int | None, third: int | None = None) -> int:
        """The code of an end; `insured` is the row of the insurance odds, -1 for a loss or None without insurance."""
        units = result.units & 15
        insurance = paid = None
        if insured is not None:
            rows = (self.rules.insurance.pays, self.rules.insurance.suited)
            insurance, paid = (
                (int(rows[insured][1]), int(rows[insured][units]))
                if insured >= 0
                else (-int(self.rules.insurance.stake[1]), -int(self.rules.insurance.stake[units]))
            )
        found = End(result.main * units, result.double, insurance, third, paid or 0, units, result.units >> 4)
        if found not in self._ends:
            self._ends[found] = len(self.ends)
            self.ends.append(found)
        return ENDS + self._ends[found]

    def by_suits(self, codes: tuple[int, int, int, int], cards: int) -> int:
        """The code of an end that depends on the suits of some cards."""
        if len(set(codes)) == 1:
            return codes[0]
        return SUIT_ENDS + self.suited.setdefault((*codes, cards), len(self.suited))

    # ---- The dealer's second card, and the insurance that it decides

    def dealer_peeks(self, up: int) -> bool:
        return self.rules.dealer.hole == READ and bool(self.rules.dealer.could[up])

    def insures(self, up: int, natural: bool = False) -> bool:
        return bool(self.rules.insurance.taken and up == ACE and not (natural and self.rules.dealer.natural_first))

    def insurance(self, up: int, second: int, natural: bool = False) -> int | None:
        """The row of the insurance odds; if the dealer has looked, `second` does not make a blackjack."""
        if not self.insures(up, natural):
            return None
        return 0 if second == TEN and not self.dealer_peeks(up) else -1

    def second(self, codes: tuple[int, ...]) -> int:
        """The state before the dealer's second card, given the code that each value leads to."""
        state = self.state(codes)
        return state + HOLE_NEXT if self.rules.dealer.hole != NO_HOLE else state

    def decided_end(self, up: int, result: HandResult, natural: bool = False) -> int:
        """The code after a decided hand; the dealer's cards only matter to the other wagers."""
        if self.rules.third_card.laid:
            return self.dealer(up, result, result, natural)
        if self.dealer_peeks(up) or not self.insures(up, natural):
            return self.end(result, self.insurance(up, ACE, natural))
        return self.second(tuple(self.end(result, self.insurance(up, value, natural)) for value in range(RANKS)))

    def waiting_state(self, up: int, result: HandResult, against_blackjack: int) -> int:
        """The code after a hand to be decided by the dealer's second card."""
        lost = result._replace(main=against_blackjack, double=None if result.double is None else 0)
        if self.rules.third_card.laid:
            return self.dealer(up, result, lost)
        return self.second(
            tuple(
                self.end(lost if is_natural(up, value) else result, self.insurance(up, value)) for value in range(RANKS)
            )
        )

    # ---- Hands

    def natural(self, up: int, units: int) -> int:
        paid = HandResult(self.rules.main.blackjack, units)
        if self.dealer_peeks(up) or not self.rules.dealer.could[up] or self.rules.dealer.natural_wins:
            return self.decided_end(up, paid, natural=True)
        return self.waiting_state(up, paid, 0)

    def blackjack_found(self, hand: int, up: int, natural: bool, units: int) -> int:
        """The code when the dealer has looked and found a blackjack."""
        main = self.rules.main
        early = self.rules.dealer.early and self.act(hand, up) == SURRENDER
        net = -main.half if early else -main.stake
        if natural:
            net = main.blackjack if self.rules.dealer.natural_wins else 0
        third = int(self.rules.third_card.worth[0]) if self.rules.third_card.laid else None
        if not self.insures(up, natural):
            return self.end(HandResult(net, units), None, third)
        plain, suited = (self.end(HandResult(net, units), row, third) for row in (0, 1))
        return self.by_suits((plain, plain, suited, suited), DEALER_TWO)

    def act(self, hand: int, up: int) -> int:
        return int(self.rules.hands.act[hand * VALUES + up]) if self.rules.hands.total[hand] < OVER - 1 else STAND

    def hand(self, hand: int, up: int, units: int) -> int:
        key = ("hand", hand, up, units)
        if key not in self._known:
            self._known[key] = self._hand(hand, up, units)
        return self._known[key]

    def _hand(self, hand: int, up: int, units: int) -> int:
        rules, act = self.rules, self.act(hand, up)
        if hand == BUST:
            return self.decided_end(up, HandResult(-rules.main.stake, units))
        if act == STAND:
            return self.stands(hand, up, 1, units)
        if act == SPLIT:
            return BY_ROUND
        if act == SURRENDER:
            waits = bool(rules.dealer.could[up]) and not self.dealer_peeks(up) and rules.dealer.held
            half = HandResult(-rules.main.half, units)
            return self.waiting_state(up, half, -rules.main.stake) if waits else self.decided_end(up, half)
        if act == HIT:
            return self.state(tuple(self.hand(self.after(hand, value), up, units) for value in range(RANKS)))
        codes = []
        for value in range(RANKS):
            doubled = self.after(hand, value)
            if doubled == BUST:
                codes.append(self.decided_end(up, HandResult(-2 * rules.main.stake, units, -rules.main.stake)))
            else:
                codes.append(self.doubled(doubled, up, units))
        return self.state(tuple(codes))

    def doubled(self, hand: int, up: int, units: int) -> int:
        """The code after a doubled hand that did not bust, which stands or is given up."""
        rules = self.rules
        gives = rules.hands.total[hand] < OVER - 1 and rules.hands.doubled[hand * VALUES + up] == SURRENDER
        if not gives:
            return self.stands(hand, up, 2, units)
        if rules.dealer.rescue:
            return self.decided_end(up, HandResult(-rules.main.stake, units, 0))
        half = HandResult(-2 * rules.main.half, units, -rules.main.half)
        waits = bool(rules.dealer.could[up]) and not self.dealer_peeks(up)
        return self.waiting_state(up, half, -rules.main.stake) if waits else self.decided_end(up, half)

    def stands(self, hand: int, up: int, times: int, units: int) -> int:
        """The code after a hand stands: it is paid at once, or the dealer's second card is next."""
        rules = self.rules
        if rules.hands.wins[hand]:
            return self.wins(hand, up, times, units)
        codes = []
        for value in range(RANKS):
            insurance = self.insurance(up, value)
            if rules.dealer.could[up] and is_natural(up, value):
                third = int(rules.third_card.worth[0]) if rules.third_card.laid else None
                codes.append(self.end(HandResult(-rules.main.stake, units, 0 if times > 1 else None), insurance, third))
            else:
                state = self.drawn(int(rules.dealer.to[up]), value)
                codes.append(self.draws(state, hand, times, units, insurance, (up, value)))
        return self.second(tuple(codes))

    def wins(self, hand: int, up: int, times: int, units: int) -> int:
        """The code after a hand that wins by its suits, whatever the dealer draws; it may wait for his second card."""
        rules = self.rules
        waits = bool(rules.dealer.could[up]) and not self.dealer_peeks(up)
        if times > 1:
            result = HandResult(2 * rules.main.win, units, rules.main.win)
            return self.waiting_state(up, result, -rules.main.stake) if waits else self.decided_end(up, result)
        award = rules.main.award if up == rules.main.award_up and rules.hands.award[hand] else 0
        codes = []
        for suits, paid in enumerate(self.by_suit[hand].tolist()):
            result = HandResult(paid + (award if suits > 1 else 0), units)
            codes.append(self.waiting_state(up, result, -rules.main.stake) if waits else self.decided_end(up, result))
        if len(set(codes)) > 1 and max(codes) < ENDS:
            return BY_ROUND
        return self.by_suits((codes[0], codes[1], codes[2], codes[3]), OWN_THREE)

    # ---- The dealer's hand

    def drawn(self, state: int, value: int) -> int:
        """The dealer's state after one more card."""
        return int(self.rules.dealer.to[state * VALUES + value])

    def dealer(self, up: int, result: HandResult, lost: HandResult, natural: bool = False) -> int:
        """The code after a decided hand, when the dealer's hand is completed for the wager on his three cards."""
        rules = self.rules
        codes = []
        for value in range(RANKS):
            insurance = self.insurance(up, value, natural)
            if rules.dealer.could[up] and is_natural(up, value):
                codes.append(self.end(lost, insurance, int(rules.third_card.worth[0])))
            else:
                state = self.drawn(int(rules.dealer.to[up]), value)
                codes.append(self.dealer_completes(state, result, insurance, (up, value)))
        return self.second(tuple(codes))

    def dealer_completes(self, state: int, result: HandResult, insurance: int | None, cards: tuple[int, ...]) -> int:
        """The code of the dealer's state after a decided hand; `cards` are his cards, up to three."""
        rules, total = self.rules, int(self.rules.dealer.total[state])
        cards = cards if len(cards) <= THREE else ()
        key = ("completes", state, result, insurance, cards)
        if key not in self._known:
            if total:
                self._known[key] = self.third(total, result, insurance, cards)
            else:
                self._known[key] = self.state(
                    tuple(
                        self.dealer_completes(
                            int(rules.dealer.to[state * VALUES + value]), result, insurance, _with(cards, value)
                        )
                        for value in range(RANKS)
                    )
                )
        return self._known[key]

    def third(self, total: int, result: HandResult, insurance: int | None, cards: tuple[int, ...]) -> int:
        """The end of a round, with the result of the wager on the dealer's three cards if there is one."""
        worth = self.rules.third_card.worth
        if not self.rules.third_card.laid:
            return self.end(result, insurance)
        if len(cards) != THREE or total not in (OVER, PUSHES):
            return self.end(result, insurance, int(worth[0]))
        plain = self.end(result, insurance, int(worth[THREE + cards[-1]]))
        if set(cards) != {self.rules.third_card.value}:
            return plain
        suited, colour = (self.end(result, insurance, int(worth[row])) for row in (1, 2))
        return self.by_suits((plain, colour, suited, suited), DEALER_THREE)

    def draws(
        self, state: int, hand: int, times: int, units: int, insurance: int | None, cards: tuple[int, ...]
    ) -> int:
        """The code of the dealer's state against a standing hand."""
        rules, total = self.rules, int(self.rules.dealer.total[state])
        cards = cards if rules.third_card.laid and len(cards) <= THREE else ()
        paid = tuple(self.by_suit[hand].tolist())
        key = ("draws", state, int(rules.hands.total[hand]), paid, times, units, insurance, cards)
        if key not in self._known:
            if total:
                self._known[key] = self.settlement(total, hand, times, units, insurance, cards)
            else:
                self._known[key] = self.state(
                    tuple(
                        self.draws(
                            int(rules.dealer.to[state * VALUES + value]),
                            hand,
                            times,
                            units,
                            insurance,
                            _with(cards, value),
                        )
                        for value in range(RANKS)
                    )
                )
        return self._known[key]

    def settlement(
        self, total: int, hand: int, times: int, units: int, insurance: int | None, cards: tuple[int, ...]
    ) -> int:
        rules, mine = self.rules, int(self.rules.hands.total[hand])
        result = 1 if total == OVER or mine > total else 0 if mine == total or total == PUSHES else -1
        part = rules.main.win if result > 0 else result * rules.main.stake
        if times > 1 or result <= 0:
            return self.third(total, HandResult(times * part, units, part if times > 1 else None), insurance, cards)
        codes = [self.third(total, HandResult(paid, units), insurance, cards) for paid in self.by_suit[hand].tolist()]
        if len(set(codes)) > 1 and max(codes) >= SUIT_ENDS:
            return BY_ROUND
        return self.by_suits((codes[0], codes[1], codes[2], codes[3]), OWN_THREE)


THREE = 3
"""How many of the dealer's cards decide the side wager on them."""


class HandResult(NamedTuple):
    """The result of one unit of the main wager, including any double, and the number of units on the hand."""

    main: int
    units: int
    double: int | None = None


def _with(cards: tuple[int, ...], value: int) -> tuple[int, ...]:
    return (*cards, value) if cards else ()


def is_natural(one: int, two: int) -> bool:
    """Whether two values are an ace and a ten."""
    return one + two == ACE + TEN and one * two == 0
