"""The big six felt: seven boxes and the wheel, in landscape and portrait."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.library.felts import felt_of
from pitboss.table import view
from tests.shared.felt_checks import check_areas, check_pieces, check_print, states


@pytest.mark.parametrize("upright", [False, True], ids=["wide", "upright"])
def test_every_box_is_printed_and_every_piece_is_on_the_felt(upright: bool) -> None:
    layout = Layout.of("big-six")
    felt = felt_of(layout, 8)
    felt = felt.upright if upright else felt
    check_print(felt)
    check_areas(felt, layout)
    assert len(felt.areas()) == 7
    for state in states(layout, 5, 3, 4, every=9):
        pieces = check_pieces(felt, view(state, 1), 1)
        wheel = next(piece for piece in pieces if piece.id == "wheel")
        last = getattr(state, "last", ())
        assert len([piece for piece in pieces if piece.id.startswith("won|")]) == bool(last)
        at = (int(last[0]) - 1) * 360 / 54 if last else 0
        assert (wheel.turn + at) % 360 == pytest.approx(0, abs=1e-6) or (wheel.turn + at) % 360 == pytest.approx(360)
