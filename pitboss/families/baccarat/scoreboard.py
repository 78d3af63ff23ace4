"""The scoreboards that baccarat players read: the bead plate, the big road, and the three roads derived from it.

Pure functions over the results of a shoe. Nothing here changes or predicts anything: a road is a picture of the past.

1. The bead plate fills its columns from top to bottom, with one bead for every result.
2. The big road has a column for each run of one winner. A tie gets no place of its own: it is marked on the last one.
3. A derived road compares the big road with itself, one (big eye boy), two (small road) or three (cockroach pig)
   columns back: red where the pattern repeats, blue where it breaks.
4. A run longer than the rows turns right at the bottom, or just above an occupied place: the dragon's tail.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pitboss.table.codec import FrozenStruct

PLAYER, BANKER, TIE = "player", "banker", "tie"
RED, BLUE = "red", "blue"
BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG = 1, 2, 3
"""The derived roads, by how many columns back they look."""


class Result(FrozenStruct):
    """A round as shown on the scoreboards."""

    winner: str
    player: int
    banker: int
    cards: int
    player_pair: bool = False
    banker_pair: bool = False


@dataclass(frozen=True, slots=True)
class Bead:
    """A place on the bead plate."""

    column: int
    row: int
    result: Result


@dataclass(frozen=True, slots=True)
class Mark:
    """A place on the big road: its run's winner, and the number of ties that followed it.

    `run` is the number of the run, and `depth` that of the result within it; `column` and `row` are its position. Ties
    before the first winner are marked on the first place; until someone wins, its winner is a tie.
    """

    column: int
    row: int
    run: int
    depth: int
    winner: str
    ties: int = 0
    player_pair: bool = False
    banker_pair: bool = False


@dataclass(frozen=True, slots=True)
class Dot:
    """A place on a derived road."""

    column: int
    row: int
    colour: str


@dataclass(frozen=True, slots=True)
class Scoreboards:
    """All five scoreboards, for a page to draw."""

    rows: int
    bead_plate: tuple[Bead, ...]
    big_road: tuple[Mark, ...]
    big_eye_boy: tuple[Dot, ...]
    small_road: tuple[Dot, ...]
    cockroach_pig: tuple[Dot, ...]
    wins: dict[str, int]


def scoreboards(results: Sequence[Result], rows: int) -> Scoreboards:
    """A shoe's scoreboards, with this number of rows."""
    runs = runs_of(results)
    return Scoreboards(
        rows,
        bead_plate(results, rows),
        big_road(results, rows),
        derived_road(runs, BIG_EYE_BOY, rows),
        derived_road(runs, SMALL_ROAD, rows),
        derived_road(runs, COCKROACH_PIG, rows),
        {winner: sum(result.winner == winner for result in results) for winner in (PLAYER, BANKER, TIE)},
    )


def bead_plate(results: Sequence[Result], rows: int) -> tuple[Bead, ...]:
    return tuple(Bead(*divmod(number, rows), result) for number, result in enumerate(results))


def runs_of(results: Iterable[Result]) -> list[int]:
    """The length of each run of one winner; ties do not break it.

    >>> runs_of([Result(winner, 0, 0, 4) for winner in ("tie", "banker", "banker", "tie", "player", "banker")])
    [2, 1, 1]
    """
    runs: list[int] = []
    last = ""
    for result in results:
        if result.winner == TIE:
            continue
        if result.winner == last:
            runs[-1] += 1
        else:
            runs.append(1)
        last = result.winner
    return runs


def big_road(results: Sequence[Result], rows: int) -> tuple[Mark, ...]:
    """One place for each result other than a tie."""
    decided = [result for result in results if result.winner != TIE]
    ties = _ties(results)
    if not decided:
        return (Mark(0, 0, 0, 0, TIE, ties[0]),) if ties[0] else ()
    runs = runs_of(results)
    places = [(run, depth) for run, length in enumerate(runs) for depth in range(length)]
    return tuple(
        Mark(*drawn, run, depth, result.winner, tied, result.player_pair, result.banker_pair)
        for drawn, (run, depth), result, tied in zip(laid_out(runs, rows), places, decided, ties, strict=True)
    )


def _ties(results: Iterable[Result]) -> list[int]:
    """The number of ties that follow each other result; ties before the first one are added to it."""
    ties = [0]
    decided = 0
    for result in results:
        if result.winner == TIE:
            ties[-1] += 1
        else:
            decided += 1
            if decided > 1:
                ties.append(0)
    return ties


def colours(runs: Sequence[int], back: int) -> list[str]:
    """The colours of a derived road, one for each place of the big road that it compares.

    At the head of a run, the colour is red if the previous run is as long as the one `back` runs before it, else blue.
    Further down, it is blue if the run `back` runs earlier ended exactly one place above this one, else red.

    >>> colours([2, 1, 3], BIG_EYE_BOY)
    ['blue', 'blue', 'red']
    """
    found = []
    for run, length in enumerate(runs):
        for depth in range(length):
            if depth == 0 and run > back:
                found.append(RED if runs[run - 1] == runs[run - 1 - back] else BLUE)
            elif depth > 0 and run >= back:
                found.append(BLUE if depth == runs[run - back] else RED)
    return found


def derived_road(runs: Sequence[int], back: int, rows: int) -> tuple[Dot, ...]:
    """A derived road, laid out in runs of one colour."""
    shown = colours(runs, back)
    lengths: list[int] = []
    for number, colour in enumerate(shown):
        if number and shown[number - 1] == colour:
            lengths[-1] += 1
        else:
            lengths.append(1)
    return tuple(Dot(*place, colour) for place, colour in zip(laid_out(lengths, rows), shown, strict=True))


def laid_out(runs: Iterable[int], rows: int) -> list[tuple[int, int]]:
    """The column and row of each place. A run begins at the top, to the right of where the previous one began.

    >>> laid_out([4, 2], rows=3)
    [(0, 0), (0, 1), (0, 2), (1, 2), (1, 0), (1, 1)]
    """
    taken: set[tuple[int, int]] = set()
    places: list[tuple[int, int]] = []
    head = -1
    for length in runs:
        head += 1
        while (head, 0) in taken:
            head += 1
        column, row, turned = head, 0, False
        for number in range(length):
            if number:
                turned = turned or row + 1 == rows or (column, row + 1) in taken
                column, row = (column + 1, row) if turned else (column, row + 1)
            taken.add((column, row))
            places.append((column, row))
    return places
