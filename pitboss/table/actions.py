"""Carries out allowed actions: sitting down, leaving, and making, changing or taking down wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pitboss.chapter.odds import dollars
from pitboss.table.state import Position, State, Wager, move_to_rack, replace, replace_wager, set_wager
from pitboss.table.steps import Acted, Action, Round

if TYPE_CHECKING:
    from pitboss.table.game import Game

S = TypeVar("S", bound=State)


def carry_out(game: Game[S], state: S, position: int, action: Action) -> Round[S]:
    """Return the table after an allowed action whose amounts are in cents."""
    if action.verb == "sit":
        return (yield from _sit(state, position, action))
    if action.verb == "buy_in":
        return (yield from _buy_in(state, position, action))
    if action.verb == "grant":
        return (yield from _grant(state, position, action))
    if action.verb == "leave":
        return (yield from _leave(game, state, position, action))
    if action.verb in ("on", "off"):
        return (yield from _turn(game, state, position, action))
    if action.verb in ("make", "increase"):
        for kind, amount in game.amounts.breakdown(action.wager, action.amount):
            state = yield from _make(game, state, position, action, kind, amount)
        return state
    if action.verb in ("reduce", "remove"):
        return (yield from _take_down(game, state, position, action))
    return (yield from game.do_own_verb(state, position, action))


def _sit(state: S, position: int, action: Action) -> Round[S]:
    seat = Position(position, action.name or f"Position {position}", action.amount, action.amount)
    seats = tuple(sorted((*state.positions, seat), key=lambda seat: seat.number))
    state = replace(state, positions=seats, bought_in=state.bought_in + action.amount)
    text = f"{seat.name} sits down at position {position} with {dollars(action.amount)}"
    yield Acted(state, "", position, action, text)
    return state


def _buy_in(state: S, position: int, action: Action) -> Round[S]:
    positions = tuple(
        replace(seat, rack=seat.rack + action.amount, bought_in=seat.bought_in + action.amount)
        if seat.number == position
        else seat
        for seat in state.positions
    )
    state = replace(state, positions=positions, bought_in=state.bought_in + action.amount)
    yield Acted(state, "", position, action, f"position {position} buys in for {dollars(action.amount)}")
    return state


def _grant(state: S, position: int, action: Action) -> Round[S]:
    """Grant a patron limits of their own (8.2), or restore the posted ones."""
    granted = tuple(
        replace(seat, limits=action.limits) if seat.number == position else seat for seat in state.positions
    )
    state = replace(state, positions=granted)
    between = f"{dollars(action.limits[0])} to {dollars(action.limits[1])}" if action.limits else ""
    text = f"is granted limits of {between}" if between else "plays within the posted limits again"
    yield Acted(state, "8.2", position, action, f"position {position} {text}")
    return state


def _leave(game: Game[S], state: S, position: int, action: Action) -> Round[S]:
    for wager in game.amounts.forfeited(state, position):
        state = yield from game.lose(state, wager, game.layout.rules.wagers[wager.kind].section)
    state = yield from game.before_leaving(state, position)
    seat = state.seat(position)
    assert seat is not None
    others = tuple(other for other in state.positions if other.number != position)
    state = replace(state, positions=others, bought_in=state.bought_in - seat.rack)
    state = yield from game.after_leaving(state, position)
    yield Acted(state, "", position, action, f"{seat.name} leaves with {dollars(seat.rack)}")
    return state


def _turn(game: Game[S], state: S, position: int, action: Action) -> Round[S]:
    """Turn a wager on or off."""
    held = _held(state, position, action)
    changed = replace(held, on=action.verb == "on")
    state = replace_wager(state, held, changed)
    section = game.sections.get("on_button", game.layout.wagers[action.wager].section)
    yield Acted(state, section, position, action, f"{game.name(action.wager)} is {action.verb}", changed)
    return state


def _make(game: Game[S], state: S, position: int, action: Action, kind: str, amount: int) -> Round[S]:
    """Make or increase a wager, with its vigorish."""
    held = state.find(position, kind, action.spot) or Wager(position, kind, 0, action.spot)
    total = held.amount + amount
    vig = game.amounts.vigorish_when_made(kind, total) - game.amounts.vigorish_when_made(kind, held.amount)
    wager = replace(held, amount=total, vig=held.vig + vig, coupon=held.coupon + action.coupon)
    state = move_to_rack(set_wager(state, wager), position, -vig)
    what = "made for" if not held.amount else "increased to" if amount else "stays at"
    text = f"{game.name(kind)}{f' ({action.spot})' if action.spot else ''} {what} {dollars(total)}"
    text += f" with a coupon of {dollars(wager.coupon)}" if wager.coupon else ""
    yield Acted(state, game.layout.wagers[action.wager].section, position, action, text, wager, vig)
    return state


def _take_down(game: Game[S], state: S, position: int, action: Action) -> Round[S]:
    """Reduce a wager or take it down, and return the vigorish paid on the part taken down."""
    held = _held(state, position, action)
    rest = held.amount - action.amount if action.verb == "reduce" else 0
    back = held.vig - (game.amounts.vigorish_when_made(held.kind, rest) if held.vig else 0)
    wager = replace(held, amount=rest, vig=held.vig - back, coupon=held.coupon if rest else 0)
    state = move_to_rack(set_wager(state, wager), position, back)
    what = f"reduced to {dollars(rest)}" if rest else "taken down"
    text = f"{game.name(held.kind)}{f' ({held.spot})' if held.spot else ''} {what}"
    section = game.amounts.removal_section(held.kind)
    yield Acted(state, section, position, action, text, wager if rest else None, -back)
    return (yield from game.after_reduction(state, position, held, rest))


def _held(state: State, position: int, action: Action) -> Wager:
    held = state.find(position, action.wager, action.spot)
    assert held is not None
    return held
