"""Ending a round by hand: a floorperson voids it, whatever it waits for, and everybody has their chips back.

1. Every wager on the layout returns, as in any void round of the game (`Game.void`).
2. Settlements made earlier in the round are taken back. Each position then has what it had when the round began, with
   the wagers that lay there, and what it has bought in for since.
3. Positions that are `leaving` take their chips and go, as they would between two rounds.
4. A round may be stuck because the game itself fails. If it fails here too, the table is reset (`anew`) to its opening
   state, with its people and their chips.

All of it follows from the state in which the round began, the steps since, and whether the table is reset. So a replay
computes it again, and a tape cannot claim another result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.table.game import Game
from pitboss.table.state import Position, State, replace
from pitboss.table.steps import Acted, Action, Round, Said, Settled, Step


@dataclass(frozen=True, slots=True)
class EndedByHand:
    """A round that was ended by hand: how the table stands then, and what was announced."""

    state: State
    steps: tuple[Step, ...]
    anew: bool = False


def ended_by_hand(
    game: Game[Any], began: State, now: State, steps: Sequence[Step], leaving: Iterable[int], anew: bool
) -> EndedByHand:
    """The end of a round that a floorperson voids. `began` is how the table stood before it, `steps` those since."""
    end = _begun_anew if anew else _voided
    state, announced = end(game, began, now, steps, tuple(leaving))
    return EndedByHand(replace(state, rounds=began.rounds + 1), tuple(announced), anew)


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


def _begun_anew(
    game: Game[Any], began: State, now: State, steps: Sequence[Step], leaving: tuple[int, ...]
) -> tuple[State, list[Step]]:
    state = replace(game.opening(), positions=now.positions, bought_in=now.bought_in)
    state = _as_it_began(game, state, began, now, steps)
    announced: list[Step] = [Settled(state, "", wager, "void", game.name(wager.kind)) for wager in now.wagers]
    announced += [_taken_back(state, settled) for settled in _standing_settlements(steps)]
    announced.append(Said(state, "", "The floorperson ends the round: it is void, and the table is set up again."))
    for position in leaving:
        seat = state.seat(position)
        assert seat is not None
        others = tuple(other for other in state.positions if other is not seat)
        state = replace(state, positions=others, bought_in=state.bought_in - seat.rack)
        announced.append(Acted(state, "", position, Action("leave"), f"{seat.name} leaves"))
    return state, announced


def _played(part: Round[Any]) -> tuple[list[Step], Any]:
    """The steps of a part of a round that asks for nothing, and the state to which it comes."""
    announced: list[Step] = []
    while True:
        try:
            announced.append(next(part))
        except StopIteration as end:
            return announced, end.value


def _as_it_began(game: Game[Any], state: State, began: State, now: State, steps: Sequence[Step]) -> State:
    """The state with the chips and accounts as the round found them; all other chips are the house's."""
    gone = {step.position for step in steps if isinstance(step, Acted) and step.action.verb == "leave"}
    stayed = [seat for seat in began.positions if seat.number not in gone]
    more = {seat.number: _brought(began, seat) - seat.bought_in for seat in stayed}
    racks = {seat.number: seat.bought_in + more.get(seat.number, 0) for seat in now.positions}
    positions = tuple(replace(seat, rack=racks[seat.number]) for seat in state.positions)
    accounts = {name: _without(getattr(began, name), gone) for name in game.accounts if name in state.__struct_fields__}
    return replace(state, positions=positions, inventory=state.bought_in - sum(racks.values()), **accounts)


def _brought(began: State, seat: Position) -> int:
    """A position's chips before the round: a wager that returns brings the percentage that was paid for it."""
    return seat.rack + sum(wager.amount + wager.vig for wager in began.of(seat.number))


def _without(account: Any, gone: set[int]) -> Any:
    """An account without what is noted of positions that have left: they settled it as they left."""
    return tuple(one for one in account if one.position not in gone) if isinstance(account, tuple) else account


def _standing_settlements(steps: Sequence[Step]) -> Iterator[Settled]:
    """The settlements of a round that won, lost or gave something up, and were not taken back since."""
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
    """The step that takes a settlement back: winnings are returned to the house, lost wagers to the player."""
    vig, lost = -settled.vig, settled.net + settled.vig
    wager, name = settled.wager, settled.name
    return Settled(state, settled.section, wager, "restored", name, vig=vig, lost=lost, by=settled.by)


__all__ = ["EndedByHand", "ended_by_hand"]
