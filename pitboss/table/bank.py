"""A bank that is not the house's: chips of a position that answer for what others wager.

Theory of operation:

1. The bank is a wager, `BANK` in the game's rules.toml, of the position that holds it: chips on the layout, set aside
   for the round. So racks, ledger, tape, felts and a void know it already, and who has a bank up cannot leave.
2. It is offered around by `offered`: each position in its turn, until one takes it.
3. What the others wager is covered by it. `uncovered` is what may still be wagered; a bank larger than what lies
   against it is cut back (`cut_back`) before a card is dealt.
4. At settlement chips move between positions, and the house has no part in it. `collect` puts a losing wager into the
   bank, `pay` pays a winning one out of it, in the order in which the game settles. A bank that runs out pays what it
   has: who comes later has his wager back, and no more.
5. `close` ends it. What the bank holds more than at the deal is its net win: the house takes its vigorish of that,
   once, and of nothing else. The rest goes back to who holds it.
6. Where the house banks together with a position, so many cents of each wager are the house's to win or to pay: `house`
   of `collect` and `pay`; `shared` divides an amount. A wager of the house itself against the bank is of
   position `THE_HOUSE`, laid with `state.laid` as any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from pitboss.chapter.odds import Odds, dollars
from pitboss.table.game import Game
from pitboss.table.state import THE_HOUSE, State, Wager, laid, parted, replace, to_rack
from pitboss.table.steps import AskDecision, Irregularity, Part, Reply, Round, Settled

S = TypeVar("S", bound=State)

BANK = "bank"
"""The wager that is the bank."""
BEYOND = "uncovered"
"""The spot of the part of a bank that nobody covers, while it goes back."""


def bank_of(state: State) -> Wager | None:
    """The bank, if one is up."""
    return next((wager for wager in state.wagers if wager.kind == BANK), None)


def against(state: State) -> tuple[Wager, ...]:
    """What lies against the bank."""
    return tuple(wager for wager in state.wagers if wager.kind != BANK)


def covered(state: State) -> int:
    """How much of the bank is covered."""
    return sum(wager.amount for wager in against(state))


def uncovered(state: State) -> int:
    """What is left of the bank to wager against."""
    bank = bank_of(state)
    return bank.amount - covered(state) if bank else 0


def offered(
    game: Game[S],
    state: S,
    positions: Iterable[int],
    ask: Callable[[S, int], AskDecision],
    passes: str,
    over: Callable[[S], bool] = lambda state: False,
) -> Part[tuple[S, int, Reply]]:
    """Positions are asked one after the other until one does not pass: who it is, and the reply; 0 for nobody.

    A reply is a choice, or the wager that the position makes instead. An irregularity that is called on the way is
    done, and the same is asked again, unless what it did is `over` the whole offer.
    """
    for position in positions:
        reply = passes
        while not over(state):
            asked = ask(state, position)
            try:
                reply = yield asked
            except Irregularity as event:
                state = yield from game.irregular(cast(S, asked.state), event)
                continue
            break
        if reply != passes:
            return state, position, reply
    return state, 0, None


def cut_back(game: Game[S], state: S, section: str) -> Round[S]:
    """What nobody covers goes back to who holds the bank: it is not in play."""
    bank, beyond = bank_of(state), uncovered(state)
    if bank is None or beyond <= 0:
        return state
    state, part = parted(state, bank, beyond, BEYOND)
    return (yield from game.give_back(state, part, section))


def shared(amount: int, percent: int) -> int:
    """How much of an amount is the house's, where it banks so many percent of it; of an odd cent the house has it.

    >>> shared(30_00, 50), shared(25, 50)
    (1500, 13)
    """
    return -(-amount * percent // 100)


def collect(game: Game[S], state: S, wager: Wager, section: str, house: int = 0) -> Round[S]:
    """A wager has lost: into the bank, but for the part that is the house's."""
    if house >= wager.amount and bank_of(state) is None:
        return (yield from game.lose(state, wager, section))
    bank = _up(state)
    state = _without_rack(state, wager)
    state = _in_bank(replace(state, inventory=state.inventory + house), bank, wager.amount - house)
    yield Settled(state, section, wager, "loses", game.name(wager.kind), by=bank.position)
    return state


def pay(
    game: Game[S], state: S, wager: Wager, winnings: int, section: str, odds: Odds | None = None, house: int = 0
) -> Round[S]:
    """A wager has won: paid out of the bank as far as that reaches, and by the house for the part that is its.

    With nothing to be paid from, the wager goes back undecided.
    """
    bank = bank_of(state)
    paid = min(winnings - house, bank.amount if bank else 0)
    if not paid + house:
        return (yield from game.give_back(state, wager, section, result_void=True))
    vig = _vigorish(game, wager, paid + house, winnings)
    holder = bank.position if bank else 0
    if bank is not None:
        state = _in_bank(state, bank, -paid)
    state = replace(state, inventory=state.inventory - house)
    state = _to_owner(_without_rack(state, wager), wager.position, wager.amount + paid + house - vig, vig)
    yield Settled(state, section, wager, "wins", game.name(wager.kind), paid + house, odds, vig, by=holder)
    return state


def _vigorish(game: Game[Any], wager: Wager, paid: int, winnings: int) -> int:
    """The vigorish on what a wager has been paid: of all that it won, or of the part that it got."""
    if paid == winnings:
        return game.amounts.vigorish_on_win(wager)
    return game.amounts.vigorish_on_win(replace(wager, amount=wager.amount * paid // winnings))


def close(game: Game[S], state: S, dealt: Wager, vigorish: Callable[[int], int], section: str) -> Round[S]:
    """The bank, which was `dealt` so, goes back to who holds it, less the vigorish (commission) on its net win."""
    bank = bank_of(state)
    held = bank.amount if bank else 0
    net, name = held - dealt.amount, game.name(dealt.kind)
    if net > 0:
        vig = vigorish(net)
        state = to_rack(laid(state, replace(dealt, amount=0)), dealt.position, -vig)
        yield Settled(state, section, dealt, "wins", name, net, vig=vig)
        return state
    if net < 0:
        yield Settled(state, section, replace(dealt, amount=-net), "loses", name)
    return (yield from game.give_back(state, bank, section, result_void=not net)) if bank else state


def _up(state: State) -> Wager:
    bank = bank_of(state)
    if bank is None:
        raise ValueError("no bank is up that a wager could go to")
    return bank


def _in_bank(state: S, bank: Wager, more: int) -> S:
    """The bank with so much more in it, or less; with nothing left it is gone from the layout."""
    after = replace(bank, amount=bank.amount + more)
    if after.amount < 0:
        raise ValueError(f"a bank of {dollars(bank.amount)} cannot pay {dollars(-more)}")
    held = tuple(after if one.place == bank.place else one for one in state.wagers)
    return replace(state, wagers=tuple(one for one in held if one.amount))


def _without_rack(state: S, wager: Wager) -> S:
    """The layout without a wager, whose chips are in somebody's hands."""
    return replace(state, wagers=tuple(one for one in state.wagers if one.place != wager.place))


def _to_owner(state: S, position: int, amount: int, vig: int) -> S:
    """Chips in the dealer's hands to a position, or to the house where it is its wager; the vigorish to the house."""
    if position == THE_HOUSE:
        return replace(state, inventory=state.inventory + amount + vig)
    seats = tuple(replace(one, rack=one.rack + amount) if one.number == position else one for one in state.positions)
    return replace(state, positions=seats, inventory=state.inventory + vig)


__all__ = [
    "BANK",
    "against",
    "bank_of",
    "close",
    "collect",
    "covered",
    "cut_back",
    "offered",
    "pay",
    "shared",
    "uncovered",
]
