"""Ending a round by hand: a floorperson voids it, whatever it waits for, and all players get their chips back.

1. Every wager on the layout is returned, as in any void round (`Game.void`).
2. Settlements earlier in the round are reversed. Each position then has its chips and wagers from the beginning of the
   round, plus what it has bought in for since.
3. Positions in `leaving` take their chips and go, as they would between rounds.
4. A round may be stuck because the game itself fails. If it fails here too, the table is reset to its opening state,
   with the same players and their chips.

All of this follows from the state at the beginning of the round, the steps since, and whether the table is reset. So a
replay computes it again, and a tape cannot claim another result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.table.game import Game
from pitboss.table.state import Position, State, replace
from pitboss.table.steps import Acted, Action, Round, Said, Settled, Step


@dataclass(frozen=True, slots=True)
class ManualEnd:
    """A round ended by hand: the state of the table and the announcements."""

    state: State
    steps: tuple[Step, ...]
    reset: bool = False


def end_by_hand(
    game: Game[Any], began: State, now: State, steps: Sequence[Step], leaving: Iterable[int], reset: bool
) -> ManualEnd:
    """Void a round. `began` is the table before the round, `now` the table as it is, `steps` the steps in between."""
    end = _reset_table if reset else _voided
    state, announced = end(game, began, now, steps, tuple(leaving))
    return ManualEnd(replace(state, rounds=began.rounds + 1), tuple(announced), reset)


def _voided(
    game: Game[Any], began: State, now: State, steps: Sequence[Step], leaving: tuple[int, ...]
) -> tuple[State, list[Step]]:
    announced, state = _played(game.void(now, ""))
    if state.wagers:
        raise ValueError(f"wagers are left on the layout of a void round: {state.wagers}")
    state = _as_it_began(game, state, began, now, steps)
    announced += [_taken_back(state, settled) for settled in _standing_settlements(steps)]
    announced.append(Said(state, "", "The floorperson ends the round: it is void."))
    for position in leaving:
        left, state = _played(game.act(state, position, Action("leave")))
        announced += left
    return state, announced


def _reset_table(
    game: Game[Any], began: State, now: State, steps: Sequence[Step], leaving: tuple[int, ...]
) -> tuple[State, list[Step]]:
    state = replace(game.opening(), positions=now.positions, bought_in=now.bought_in)
    state = _as_it_began(game, state, began, now, steps)
    announced: list[Step] = [Settled(state, "", wager, "void", game.name(wager.kind)) for wager in now.wagers]
    announced += [_taken_back(state, settled) for settled in _standing_settlements(steps)]
    announced.append(Said(state, "", "The floorperson ends the round: it is void, and the table is reset."))
    for position in leaving:
        seat = state.seat(position)
        assert seat is not None
        others = tuple(other for other in state.positions if other is not seat)
        state = replace(state, positions=others, bought_in=state.bought_in - seat.rack)
        announced.append(Acted(state, "", position, Action("leave"), f"{seat.name} leaves"))
    return state, announced


def _played(part: Round[Any]) -> tuple[list[Step], Any]:
    """Run a part of a round that asks for nothing; return its steps and its final state."""
    announced: list[Step] = []
    while True:
        try:
            announced.append(next(part))
        except StopIteration as end:
            return announced, end.value


def _as_it_began(game: Game[Any], state: State, began: State, now: State, steps: Sequence[Step]) -> State:
    """Return the state with the chips and accounts from the beginning of the round; all other chips go to the house."""
    gone = {step.position for step in steps if isinstance(step, Acted) and step.action.verb == "leave"}
    stayed = [seat for seat in began.positions if seat.number not in gone]
    more = {seat.number: _brought(began, seat) - seat.bought_in for seat in stayed}
    racks = {seat.number: seat.bought_in + more.get(seat.number, 0) for seat in now.positions}
    positions = tuple(replace(seat, rack=racks[seat.number]) for seat in state.positions)
    accounts = {name: _without(getattr(began, name), gone) for name in game.accounts if name in state.__struct_fields__}
    return replace(state, positions=positions, inventory=state.bought_in - sum(racks.values()), **accounts)


def _brought(began: State, seat: Position) -> int:
    """Return a position's chips before the round, including its wagers and the vigorish paid for them."""
    return seat.rack + sum(wager.amount + wager.vig for wager in began.wagers_of(seat.number))


def _without(account: Any, gone: set[int]) -> Any:
    """Return an account without the entries of positions that have left, since they settled up on leaving."""
    return tuple(one for one in account if one.position not in gone) if isinstance(account, tuple) else account


def _standing_settlements(steps: Sequence[Step]) -> Iterator[Settled]:
    """Yield the settlements of a round that won, lost or surrendered and have not been reversed."""
    standing: dict[tuple[int, str, str], list[Settled]] = {}
    for step in steps:
        if not isinstance(step, Settled):
            continue
        earlier = standing.setdefault(step.wager.place, [])
        if step.result in ("wins", "loses", "surrenders"):
            earlier.append(step)
        elif step.result == "restored" and earlier:
            earlier.pop()
    for settled in standing.values():
        yield from settled


def _taken_back(state: State, settled: Settled) -> Settled:
    """Return the step that reverses a settlement: winnings go back to the house, lost wagers to the player."""
    vig, lost = -settled.vig, settled.net + settled.vig
    wager, name = settled.wager, settled.name
    return Settled(state, settled.section, wager, "restored", name, vig=vig, lost=lost, by=settled.by)
