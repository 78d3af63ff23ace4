"""Exact absorbing Markov chains, for wagers that last over many rolls, spins or deals.

Theory of operation
1. A chain is a start and a function `steps(state)` that returns the possible next steps as (probability, next state,
   net). A next state of None means decided, and `Decided("seven out")` decided by a named event. A state can be any
   other hashable value.
2. All reachable states are listed once. The probabilities out of each must add up to exactly 1.
3. States that can reach each other form a component. Components are solved in topological order, so that everything
   that flows into one is known before it is solved.
4. Within a component the net result may depend on the current state but not on how many times the chain has gone
   around; otherwise there would be infinitely many results. So each state has a fixed net relative to the others, and
   incoming probability is grouped by the net won or lost so far, less that.
5. A component is solved by eliminating one state after another: the flow through a state goes directly to where it
   would leave it, 1 / (1 - stay) times over. Everything is in fractions, so loops cost no accuracy.
6. The expected visits, summed over all states, are the expected number of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeGuard, TypeVar

from pitboss.pricing.distribution import Distribution, Rational, to_fraction

State = TypeVar("State", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Decided:
    """The end of a chain by an event that has a name."""

    event: str


Step = tuple[Rational, State | Decided | None, Rational]
_Moves = dict[State, dict[tuple[State | Decided | None, Fraction], Fraction]]
_ByNet = dict[Fraction, Fraction]

MOST_STATES = 1_000_000


class EndlessError(ValueError):
    """A chain that is never decided, or has infinitely many states or results."""


@dataclass(frozen=True)
class Decision(Generic[State]):
    """The outcome of a chain: its total net result, its number of steps, and the expected visits to each state."""

    distribution: Distribution
    rounds: Fraction
    visits: Mapping[State, Fraction]


def decide(
    start: State, steps: Callable[[State], Iterable[Step[State]]], most_states: int = MOST_STATES
) -> Decision[State]:
    """Solve a chain from `start` until it is decided.

    A point of 4 with 36 rolls, three of them a 4 and six a 7:

    >>> point = [(Fraction(3, 36), None, 1), (Fraction(6, 36), None, -1), (Fraction(27, 36), "point", 0)]
    >>> decision = decide("point", lambda state: point)
    >>> decision.distribution, decision.rounds
    (Distribution(1: 1/3, -1: 2/3), Fraction(4, 1))
    """
    moves = _explore(start, steps, most_states)
    arriving: dict[State, _ByNet] = {start: {Fraction(): Fraction(1)}}
    decided: dict[tuple[str, Fraction], Fraction] = {}
    visits: dict[State, Fraction] = {}
    for component in _components(start, moves):
        offset = _offsets(component, moves)
        inflow = {
            state: {net - offset[state]: mass for net, mass in arriving.get(state, {}).items()} for state in component
        }
        for state, by_net in _visits(component, moves, inflow).items():
            visits[state] = sum(by_net.values(), Fraction())
            for (to, net), probability in moves[state].items():
                if _goes_on(to) and to in offset:
                    continue
                for so_far, mass in by_net.items():
                    total = so_far + offset[state] + net
                    if _goes_on(to):
                        into = arriving.setdefault(to, {})
                        into[total] = into.get(total, Fraction()) + mass * probability
                    else:
                        event = (to.event if isinstance(to, Decided) else "", total)
                        decided[event] = decided.get(event, Fraction()) + mass * probability
    return Decision(_distribution(decided), sum(visits.values(), Fraction()), visits)


def _distribution(decided: Mapping[tuple[str, Fraction], Fraction]) -> Distribution:
    """Return the results of a chain, with their events if all of them have a name."""
    if all(event for event, _ in decided):
        return Distribution.of_events(decided)
    return Distribution(Distribution.of_events(decided).probabilities)


def _goes_on(to: State | Decided | None) -> TypeGuard[State]:
    return to is not None and not isinstance(to, Decided)


def _explore(start: State, steps: Callable[[State], Iterable[Step[State]]], most_states: int) -> _Moves[State]:
    """Return every reachable state with the probability of each move out of it."""
    moves: _Moves[State] = {}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state in moves:
            continue
        if len(moves) >= most_states:
            raise EndlessError(f"more than {most_states} states can be reached from {start!r}")
        out = moves[state] = {}
        for probability, to, net in steps(state):
            if probability < 0:
                raise ValueError(f"a probability out of {state!r} is below 0")
            if probability:
                out[to, to_fraction(net)] = out.get((to, to_fraction(net)), Fraction()) + to_fraction(probability)
        if (total := sum(out.values())) != 1:
            raise ValueError(f"the probabilities out of {state!r} add up to {total}, not to 1")
        waiting += [to for to, _ in out if _goes_on(to) and to not in moves]
    return moves


def _components(start: State, moves: _Moves[State]) -> list[list[State]]:
    """Return the strongly connected components in topological order (Tarjan)."""
    index: dict[State, int] = {}
    low: dict[State, int] = {}
    open_: dict[State, None] = {}
    found: list[list[State]] = []

    def enter(state: State) -> tuple[State, Iterable[State]]:
        index[state] = low[state] = len(index)
        open_[state] = None
        return state, iter([to for to, _ in moves[state] if _goes_on(to)])

    path = [enter(start)]
    while path:
        state, onward = path[-1]
        for to in onward:
            if to not in index:
                path.append(enter(to))
                break
            if to in open_:
                low[state] = min(low[state], index[to])
        else:
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[state])
            if low[state] == index[state]:
                component: list[State] = []
                while not component or component[-1] != state:
                    component.append(open_.popitem()[0])
                found.append(component)
    return found[::-1]


def _offsets(component: Sequence[State], moves: _Moves[State]) -> dict[State, Fraction]:
    """Return the net result at each state of a component, relative to one of them."""
    inside = set(component)
    offset = {component[0]: Fraction()}
    waiting = [component[0]]
    leaves = False
    while waiting:
        state = waiting.pop()
        for to, net in moves[state]:
            if not _goes_on(to) or to not in inside:
                leaves = True
            elif to not in offset:
                offset[to] = offset[state] + net
                waiting.append(to)
            elif offset[to] != offset[state] + net:
                raise EndlessError(
                    f"the loop through {state!r} and {to!r} wins or loses each time: there are infinitely many results"
                )
    if not leaves:
        raise EndlessError(f"the chain is never decided from {component[0]!r}")
    return offset


def _visits(component: Sequence[State], moves: _Moves[State], inflow: Mapping[State, _ByNet]) -> dict[State, _ByNet]:
    """Return the expected visits to each state of a component, by the net result on entry."""
    inside = set(component)
    out: dict[State, dict[State, Fraction]] = {
        state: {to: chance for (to, _), chance in moves[state].items() if _goes_on(to) and to in inside}
        for state in component
    }
    arriving = {state: dict(by_net) for state, by_net in inflow.items()}
    taken_out: list[tuple[State, Fraction, dict[State, Fraction]]] = []
    left = dict.fromkeys(component)
    for state in component:
        del left[state]
        onward = out.pop(state)
        times = 1 / (1 - onward.pop(state, Fraction()))
        into = {before: out[before].pop(state) for before in left if state in out[before]}
        for after, chance in onward.items():
            for before, passing in into.items():
                out[before][after] = out[before].get(after, Fraction()) + passing * times * chance
            for net, mass in arriving[state].items():
                arriving[after][net] = arriving[after].get(net, Fraction()) + mass * times * chance
        taken_out.append((state, times, into))
    visits: dict[State, _ByNet] = {}
    for state, times, into in reversed(taken_out):
        by_net = dict(arriving[state])
        for before, chance in into.items():
            for net, mass in visits[before].items():
                by_net[net] = by_net.get(net, Fraction()) + mass * chance
        visits[state] = {net: mass * times for net, mass in by_net.items()}
    return visits
