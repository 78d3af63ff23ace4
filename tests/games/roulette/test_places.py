"""The layout: every position listed in the fact sheet, derived from the numbers; and the names that players use for
them.
"""

from itertools import combinations, pairwise

import pytest

from pitboss.chapter.layout import Layout
from pitboss.games.roulette.places import in_order, numbers, places, wheel, zeros
from pitboss.table import Action, game_on
from pitboss.table.speech import find_wager, parse_action

DOUBLE = Layout.of("roulette")
SINGLE = Layout.of("roulette", options={"wheel": "single_zero"})
CONVERTED = Layout.of("roulette", options={"wheel": "single_zero", "converted_wheel": True})
COUNTS = {
    "straight": (38, 37),
    "split": (62, 60),
    "three_numbers": (15, 14),
    "four_numbers": (22, 23),
    "five_numbers": (1, 0),
    "six_numbers": (11, 11),
    "column": (3, 3),
    "dozen": (3, 3),
    "red": (1, 1),
    "black": (1, 1),
    "odd": (1, 1),
    "even": (1, 1),
    "low_1_18": (1, 1),
    "high_19_36": (1, 1),
}


def test_5_1_layout_has_161_positions_with_two_zeros_and_157_with_one() -> None:
    for layout, column, total in ((DOUBLE, 0, 161), (SINGLE, 1, 157), (CONVERTED, 1, 157)):
        found = places(layout)
        assert {kind: len(found.get(kind, {})) for kind in COUNTS} == {kind: n[column] for kind, n in COUNTS.items()}
        assert sum(map(len, found.values())) == total


def test_5_1_layout_splits_are_exactly_the_neighbours() -> None:
    touching = {frozenset(map(str, pair)) for pair in combinations(range(1, 37), 2) if _neighbours(*pair)}
    for layout, with_zero in (
        (DOUBLE, ["0-00", "0-1", "0-2", "00-2", "00-3"]),
        (SINGLE, ["0-1", "0-2", "0-3"]),
    ):
        found = {frozenset(covered) for covered in places(layout)["split"].values()}
        assert found == touching | {frozenset(pair.split("-")) for pair in with_zero}


def _neighbours(one: int, other: int) -> bool:
    return other - one == 3 or (other - one == 1 and one % 3 != 0)


def test_5_1_layout_streets_corners_and_lines_match_the_fact_sheet() -> None:
    rows = [tuple(map(str, range(first, first + 3))) for first in range(1, 37, 3)]
    double, single = places(DOUBLE), places(SINGLE)
    streets = {"-".join(row) for row in rows}
    assert set(double["three_numbers"]) == streets | {"0-1-2", "0-00-2", "00-2-3"}
    assert set(single["three_numbers"]) == streets | {"0-1-2", "0-2-3"}
    corners = {f"{n}-{n + 1}-{n + 3}-{n + 4}" for n in range(1, 33) if n % 3}
    assert set(double["four_numbers"]) == corners
    assert set(single["four_numbers"]) == corners | {"0-1-2-3"}
    assert double["five_numbers"] == {"": ("0", "00", "1", "2", "3")}
    assert double["six_numbers"] == {f"{a[0]}-{b[-1]}": (*a, *b) for a, b in pairwise(rows)}


def test_5_3_compartments_of_the_double_zero_wheel_face_their_neighbours() -> None:
    """0 faces 00, and opposite numbers differ by one; colors alternate."""
    order = wheel(DOUBLE)
    assert len(order) == len(set(order)) == 38
    assert order.index("00") - order.index("0") == 19
    for one, other in zip(order[1:19], order[20:], strict=True):
        assert abs(int(one) - int(other)) == 1


@pytest.mark.parametrize("layout", [DOUBLE, SINGLE], ids=["double zero", "single zero"])
def test_5_3_compartments_hold_every_number_once_in_alternating_colors(layout: Layout) -> None:
    order = wheel(layout)
    assert in_order(order) == numbers(layout)
    found = places(layout)
    colors = [{number in found["red"][""], number in found["black"][""]} for number in order]
    assert all(
        len(color) == 1 if number in zeros(layout) else color == {True, False}
        for number, color in zip(order, colors, strict=True)
    )
    reds = [number in found["red"][""] for number in order if number not in zeros(layout)]
    start = order.index("00") - 1 if "00" in order else len(reds)
    assert all(one != other for part in (reds[:start], reds[start:]) for one, other in pairwise(part))


def test_5_3_converted_wheel_has_38_compartments_and_a_layout_of_37() -> None:
    assert set(wheel(CONVERTED)) - set(numbers(CONVERTED)) == {"00"}
    assert wheel(CONVERTED) == wheel(DOUBLE)


def test_5_1_even_chance_areas_cover_half_of_the_numbers_without_zeros() -> None:
    found = places(DOUBLE)
    every = set(numbers(DOUBLE)) - {"0", "00"}
    for one, other in (("red", "black"), ("odd", "even"), ("low_1_18", "high_19_36")):
        assert set(found[one][""]) | set(found[other][""]) == every
        assert len(found[one][""]) == len(found[other][""]) == 18
    assert all(int(number) % 2 for number in found["odd"][""])
    for kind in ("column", "dozen"):
        assert sorted(number for area in found[kind].values() for number in area) == sorted(every)
    assert all(int(number) % 3 == int(column) % 3 for column, area in found["column"].items() for number in area)


SAID = {
    "split 17-20 $5": ("split", "17-20", 500),
    "split 20-17 5": ("split", "17-20", 500),
    "split 20 17 5": ("split", "17-20", 500),
    "20-17 5": ("split", "17-20", 500),
    "17/20 5": ("split", "17-20", 500),
    "17 $5": ("straight", "17", 500),
    "straight 17 5": ("straight", "17", 500),
    "00 1": ("straight", "00", 100),
    "number 0 1": ("straight", "0", 100),
    "0-00 1": ("split", "0-00", 100),
    "red 10": ("red", "", 1000),
    "dozen 2 5": ("dozen", "2", 500),
    "second dozen 5": ("dozen", "2", 500),
    "13-24 5": ("dozen", "2", 500),
    "3rd column 5": ("column", "3", 500),
    "first five 2": ("five_numbers", "", 200),
    "five_numbers 2": ("five_numbers", "", 200),
    "0-00-1-2-3 2": ("five_numbers", "", 200),
    "0-1-2-3 corner 1": ("four_numbers", "0-1-2-3", 100),
    "corner 21-17-18-20 1": ("four_numbers", "17-18-20-21", 100),
    "corner 17-21 1": ("four_numbers", "17-18-20-21", 100),
    "street 16-17-18 1": ("three_numbers", "16-17-18", 100),
    "street 16-18 1": ("three_numbers", "16-17-18", 100),
    "00-3-2 1": ("three_numbers", "00-2-3", 100),
    "six_numbers 16-21 1": ("six_numbers", "16-21", 100),
    "line 16-17-18-19-20-21 1": ("six_numbers", "16-21", 100),
    "16-21 1": ("six_numbers", "16-21", 100),
    "low 5": ("low_1_18", "", 500),
    "1 to 18 5": ("low_1_18", "", 500),
    "19-36 5": ("high_19_36", "", 500),
    "put $5 on split 17-20": ("split", "17-20", 500),
    "$2.50 on 17": ("straight", "17", 250),
}


@pytest.mark.parametrize(("line", "meant"), SAID.items(), ids=list(SAID))
def test_wagers_can_be_written_by_name_or_by_numbers(line: str, meant: tuple[str, str, int]) -> None:
    kind, spot, amount = meant
    assert parse_action(game_on(DOUBLE), line) == Action("make", kind, amount, spot)


@pytest.mark.parametrize("layout", [DOUBLE, SINGLE], ids=["double zero", "single zero"])
def test_every_place_can_be_written_and_wagered_on(layout: Layout) -> None:
    game = game_on(layout)
    for kind, held in places(layout).items():
        for place, covered in held.items():
            assert find_wager(game, f"{kind} {place}") == (kind, place)
            if layout.rules.wagers[kind].group == "inside":
                assert find_wager(game, "-".join(reversed(covered))) == (kind, place)
