"""A bank held by a player: chips of one position that cover the wagers of the others.

Theory of operation:

1. The bank is a wager, `BANK` in the game's rules.toml, of the position that holds it: chips on the layout, set aside
   for the round. So racks, ledger, tape, felts and voids need no special case, and the holder cannot leave.
2. `offer_around` offers it to each position in turn until one takes it.
3. It covers the wagers of the other players. `uncovered_amount` is how much may still be wagered; `cut_back` reduces a
   bank that is larger than the wagers against it before a card is dealt.
4. At settlement chips move between positions, and the house takes no part. `collect` moves a losing wager into the
   bank; `pay` pays a winning one from it, in the order in which the game settles. A bank that runs out pays what it
   has, and later winners only get their wagers back.
5. `close_bank` ends it. The house takes its vigorish once, on the bank's net win since the deal, and on nothing else.
   The rest goes back to the holder.
6. Where the house banks together with a position, part of each wager is the house's to win or pay: `house_share`
   computes it, and `collect` and `pay` take it as `house`. A wager that the house makes against the bank belongs to
   position `THE_HOUSE` and is placed with `state.set_wager` like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar, cast

from pitboss.chapter.odds import Odds, dollars
from pitboss.table.game import Game
from pitboss.table.state import THE_HOUSE, State, Wager, move_to_rack, replace, set_wager, split_wager
from pitboss.table.steps import AskDecision, Irregularity, Part, Reply, Round, Settled

S = TypeVar("S", bound=State)

BANK = "bank"
"""The id of the wager that serves as the bank."""
UNCOVERED = "uncovered"
"""The spot of the uncovered part of a bank while it is being returned."""


def bank_of(state: State) -> Wager | None:
    """Return the bank, if there is one."""
    return next((wager for wager in state.wagers if wager.kind == BANK), None)


def wagers_against(state: State) -> tuple[Wager, ...]:
    """Return the wagers against the bank."""
    return tuple(wager for wager in state.wagers if wager.kind != BANK)


def covered_amount(state: State) -> int:
    """Return how much of the bank is covered by wagers against it."""
    return sum(wager.amount for wager in wagers_against(state))


def uncovered_amount(state: State) -> int:
    """Return how much may still be wagered against the bank."""
    bank = bank_of(state)
    return bank.amount - covered_amount(state) if bank else 0


def offer_around(
    game: Game[S],
    state: S,
    positions: Iterable[int],
    ask: Callable[[S, int], AskDecision],
    passes: str,
    over: Callable[[S], bool] = lambda state: False,
) -> Part[tuple[S, int, Reply]]:
    """Ask positions in turn until one does not pass; return that position, or 0, and its reply.

    A reply is a choice, or the wager that the position makes instead. An irregularity in the meantime is handled and
    the same question is asked again, unless the irregularity ends the whole offer (`over`).
    """
    for position in positions:
        reply = passes
        while not over(state):
            asked = ask(state, position)
            try:
                reply = yield asked
            except Irregularity as event:
                state = yield from game.handle_irregularity(cast(S, asked.state), event)
                continue
            break
        if reply != passes:
            return state, position, reply
    return state, 0, None


def cut_back(game: Game[S], state: S, section: str) -> Round[S]:
    """Return the uncovered part of the bank to its holder, because it is not in play."""
    bank, beyond = bank_of(state), uncovered_amount(state)
    if bank is None or beyond <= 0:
        return state
    state, part = split_wager(state, bank, beyond, UNCOVERED)
    return (yield from game.give_back(state, part, section))


def house_share(amount: int, percent: int) -> int:
    """Return the house's part of an amount when the house banks `percent` percent of it; an odd cent goes to the house.

    >>> house_share(30_00, 50), house_share(25, 50)
    (1500, 13)
    """
    return -(-amount * percent // 100)


def collect(game: Game[S], state: S, wager: Wager, section: str, house: int = 0) -> Round[S]:
    """Move a losing wager into the bank, except the `house` cents that belong to the house."""
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
    """Pay a winning wager from the bank as far as the bank lasts; the house pays its part, `house` cents.

    If there is nothing to pay it with, the wager is returned undecided.
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
    """Return the vigorish on the amount paid to a wager, which may be less than it won."""
    if paid == winnings:
        return game.amounts.vigorish_on_win(wager)
    return game.amounts.vigorish_on_win(replace(wager, amount=wager.amount * paid // winnings))


def close_bank(game: Game[S], state: S, dealt: Wager, vigorish: Callable[[int], int], section: str) -> Round[S]:
    """Return the bank to its holder, less the vigorish (commission) on its net win. `dealt` is the bank when the cards
    were dealt.
    """
    bank = bank_of(state)
    held = bank.amount if bank else 0
    net, name = held - dealt.amount, game.name(dealt.kind)
    if net > 0:
        vig = vigorish(net)
        state = move_to_rack(set_wager(state, replace(dealt, amount=0)), dealt.position, -vig)
        yield Settled(state, section, dealt, "wins", name, net, vig=vig)
        return state
    if net < 0:
        yield Settled(state, section, replace(dealt, amount=-net), "loses", name)
    if bank is None:
        return state
    if net:
        return (yield from game.give_back(state, bank, section))
    return (yield from game.push(state, bank, section, result_void=True))


def _up(state: State) -> Wager:
    bank = bank_of(state)
    if bank is None:
        raise ValueError("there is no bank that could collect the wager")
    return bank


def _in_bank(state: S, bank: Wager, more: int) -> S:
    """Add chips to the bank, or take them out; an empty bank leaves the layout."""
    after = replace(bank, amount=bank.amount + more)
    if after.amount < 0:
        raise ValueError(f"a bank of {dollars(bank.amount)} cannot pay {dollars(-more)}")
    held = tuple(after if one.place == bank.place else one for one in state.wagers)
    return replace(state, wagers=tuple(one for one in held if one.amount))


def _without_rack(state: S, wager: Wager) -> S:
    """Take a wager off the layout; its chips are now in the dealer's hands."""
    return replace(state, wagers=tuple(one for one in state.wagers if one.place != wager.place))


def _to_owner(state: S, position: int, amount: int, vig: int) -> S:
    """Give chips in the dealer's hands to a position, or to the house if the wager is its own; the house gets the
    vigorish.
    """
    if position == THE_HOUSE:
        return replace(state, inventory=state.inventory + amount + vig)
    seats = tuple(replace(one, rack=one.rack + amount) if one.number == position else one for one in state.positions)
    return replace(state, positions=seats, inventory=state.inventory + vig)


__all__ = [
    "BANK",
    "bank_of",
    "close_bank",
    "collect",
    "covered_amount",
    "cut_back",
    "house_share",
    "offer_around",
    "pay",
    "uncovered_amount",
    "wagers_against",
]
