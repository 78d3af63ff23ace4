"""The sic bo felt: fifty areas, in landscape and portrait, with dice, lights and chips."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.library.felts import felt_of
from pitboss.table import view
from tests.shared.felt_checks import check_areas, check_pieces, check_print, states


@pytest.mark.parametrize("upright", [False, True], ids=["wide", "upright"])
def test_every_area_is_printed_and_every_piece_is_on_the_felt(upright: bool) -> None:
    layout = Layout.of("sic-bo")
    felt = felt_of(layout, 7)
    felt = felt.upright if upright else felt
    check_print(felt)
    check_areas(felt, layout)
    assert len(felt.areas()) == 50
    for state in states(layout, 5, 3, 4, every=9):
        pieces = check_pieces(felt, view(state, 1), 1)
        assert {piece.id.split("|")[1] for piece in pieces if piece.id.startswith("lit|")} == set(
            getattr(state, "lit", ())
        )
