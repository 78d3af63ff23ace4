"""The loop compared with the real round, for way tickets and the aggregate limit; the tests of every kernel cover the
rest.
"""

from __future__ import annotations

import pytest

from pitboss.chapter.layout import Layout
from pitboss.games.keno.kernel import Atoms
from pitboss.games.keno.price import price_keno
from pitboss.games.keno.ticket import read_place
from pitboss.simulation.kernel import kernel_of
from pitboss.table import game_on
from tests.shared.every_kernel import assert_the_same

WAYS = ["2_spot [1 2][3 4][5 6]", "4_spot [1 2][3 4][5 6]", "6_spot [1 2][3 4][5 6]", "3_spot [2 3 70]"]


@pytest.mark.parametrize("options", [{}, {"aggregate_limit": 5, "aggregate_from": 2}])
def test_ways_and_aggregate_limit_match_the_round(options: dict[str, int]) -> None:
    layout = Layout.of("keno", options=options)
    kernel, game = kernel_of(layout, WAYS), game_on(layout)
    for unit in range(150):
        assert_the_same(kernel, game, seed=15, unit=unit)


def test_numbers_in_the_same_groups_are_counted_together() -> None:
    atoms = Atoms.of([read_place(place, 80) for place in ("[1 2][3 4]", "[2 3 4 9]")])
    assert atoms.numbers == ((1,), (2,), (3, 4), (9,))
    assert [atoms.caught(cell) for cell in (0, 0b1_10_1_1, 0b11_0_0)] == [(0, 0, 0, 0), (1, 1, 2, 1), None]


def test_simulation_agrees_with_the_price() -> None:
    layout = Layout.of("keno")
    kernel = kernel_of(layout, ["1_spot", "3_spot [5 6 7]"])
    tally = kernel.run(2012, 0, 400_000)
    for slot in kernel.slots:
        priced = price_keno(layout)[slot.id]
        counts = slot.histogram(tally)
        mean = sum(float(one.ratio) * count for one, count in zip(slot.results, counts, strict=True)) / 400_000
        assert mean == pytest.approx(-priced.house_edge, abs=5 * priced.std_dev / 400_000**0.5)


def test_too_many_different_groups_are_refused() -> None:
    kings = "".join(f"[{number}]" for number in range(1, 18))
    with pytest.raises(ValueError, match="17 different sets of numbers"):
        kernel_of(Layout.of("keno"), [f"10_spot {kings}"])
    with pytest.raises(ValueError, match="games are independent"):
        kernel_of(Layout.of("keno"), ["2_spot [1 2] x3"])
