"""The scoreboards, compared with examples worked out by hand."""

from pitboss.families.baccarat.scoreboard import (
    BIG_EYE_BOY,
    COCKROACH_PIG,
    SMALL_ROAD,
    Result,
    bead_plate,
    big_road,
    colours,
    derived_road,
    laid_out,
    runs_of,
    scoreboards,
)

WINNERS = {"P": "player", "B": "banker", "T": "tie"}


def shoe(text: str) -> list[Result]:
    return [Result(WINNERS[letter], 0, 0, 4) for letter in text.replace(" ", "")]


def drawn(text: str, rows: int = 6) -> list[str]:
    """The big road as rows of letters."""
    marks = {(mark.column, mark.row): mark.winner[0].upper() for mark in big_road(shoe(text), rows)}
    width = max((column for column, _ in marks), default=-1) + 1
    return ["".join(marks.get((column, row), ".") for column in range(width)) for row in range(rows)]


def test_bead_plate_fills_columns_of_six_ties_too() -> None:
    plate = bead_plate(shoe("BPTBBPP"), 6)
    assert [(bead.column, bead.row) for bead in plate] == [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 0)]
    assert plate[2].result.winner == "tie"


def test_big_road_has_a_column_for_each_run() -> None:
    assert drawn("BB P BBB PP")[:3] == ["BPBP", "B.BP", "..B."]


def test_big_road_marks_ties_on_the_result_before_them() -> None:
    marks = big_road(shoe("B TT B T P"), 6)
    assert [(mark.winner, mark.ties) for mark in marks] == [("banker", 2), ("banker", 1), ("player", 0)]


def test_big_road_marks_ties_before_the_first_winner_on_the_first_place() -> None:
    assert [(mark.winner, mark.ties) for mark in big_road(shoe("TT"), 6)] == [("tie", 2)]
    assert [(mark.winner, mark.ties) for mark in big_road(shoe("TT P T"), 6)] == [("player", 3)]
    assert big_road([], 6) == ()


def test_big_road_keeps_pairs() -> None:
    mark = big_road([Result("player", 9, 1, 4, player_pair=True)], 6)[0]
    assert (mark.player_pair, mark.banker_pair) == (True, False)


def test_long_run_turns_right_at_the_bottom() -> None:
    assert drawn("BBBBBBBB P") == ["BP.", "B..", "B..", "B..", "B..", "BBB"]


def test_run_next_to_a_tail_turns_right_above_it() -> None:
    assert drawn("BBBBBBBB PPPPPP") == ["BP.", "BP.", "BP.", "BP.", "BPP", "BBB"]


def test_tail_on_the_first_row_moves_the_next_run_on() -> None:
    # With two rows, four Bankers run along the bottom, so the Players must turn in the top row; the next Banker begins
    # beyond them.
    assert laid_out([4, 3, 1], rows=2) == [(0, 0), (0, 1), (1, 1), (2, 1), (1, 0), (2, 0), (3, 0), (4, 0)]


def test_derived_roads_begin_where_there_is_enough_to_compare() -> None:
    assert colours([3], BIG_EYE_BOY) == []
    assert colours([3, 1], BIG_EYE_BOY) == []
    assert colours([3, 2], BIG_EYE_BOY) == ["red"]  # The second entry in the second run.
    assert colours([3, 1, 1], BIG_EYE_BOY) == ["blue"]  # The head of the third run: compare lengths 1 and 3.
    assert colours([1, 1, 2], SMALL_ROAD) == ["blue"]
    assert colours([1, 1, 1, 1], SMALL_ROAD) == ["red"]
    assert colours([1, 1, 1, 2], COCKROACH_PIG) == ["blue"]
    assert colours([1, 1, 1, 1, 1], COCKROACH_PIG) == ["red"]


def test_derived_roads_of_a_shoe_computed_by_hand() -> None:
    """BBB PP B PPPP BB: runs 3, 2, 1, 4, 2.

    Big eye boy: P2 has a neighbour to its left (red). B starts a run after lengths 2 and 3 (blue). P starts one after
    lengths 1 and 2 (blue); P2 is one past the end of a run of 1 (blue), P3 and P4 are further past it (red, red). B
    starts one after lengths 4 and 1 (blue), and B2 has a neighbour (red).
    """
    runs = runs_of(shoe("BBB PP B PPPP BB"))
    assert runs == [3, 2, 1, 4, 2]
    assert colours(runs, BIG_EYE_BOY) == ["red", "blue", "blue", "blue", "red", "red", "blue", "red"]
    # Small road, starting at the head of the fourth run: lengths 1 and 3 differ. Its later entries are compared with
    # the run of 2: one has a neighbour, one is just past the end, one further past. The fifth run starts after lengths
    # 4 and 2; its second entry is just past the end of the run of 1.
    assert colours(runs, SMALL_ROAD) == ["blue", "red", "blue", "red", "blue", "blue"]
    # Cockroach pig: the fourth run is compared with the run of 3. The fifth run starts after lengths 4 and 3, and its
    # second entry is compared with the run of 2.
    assert colours(runs, COCKROACH_PIG) == ["red", "red", "blue", "blue", "red"]


def test_derived_road_is_laid_out_by_runs_of_colour() -> None:
    road = derived_road([3, 2, 1, 4, 2], BIG_EYE_BOY, 6)
    assert [(dot.column, dot.row, dot.colour) for dot in road] == [
        (0, 0, "red"),
        (1, 0, "blue"),
        (1, 1, "blue"),
        (1, 2, "blue"),
        (2, 0, "red"),
        (2, 1, "red"),
        (3, 0, "blue"),
        (4, 0, "red"),
    ]


def test_all_scoreboards_of_a_shoe() -> None:
    boards = scoreboards(shoe("BBB T PP B PPPP BB"), 6)
    assert boards.wins == {"player": 6, "banker": 6, "tie": 1}
    assert len(boards.bead_plate) == 13
    assert len(boards.big_road) == 12
    assert (len(boards.big_eye_boy), len(boards.small_road), len(boards.cockroach_pig)) == (8, 6, 5)
