"""The mini-dice felt has a box for every wager, the shaker and the last totals; automated craps uses the craps felt."""

from datetime import date
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.games.mini_dice.felt import MiniDiceFelt
from pitboss.library.felts import felt_of
from pitboss.table import view
from tests.shared.felt_checks import check_areas, check_pieces, check_print, corners, states

DAY = date(2012, 6, 1)


@pytest.mark.parametrize("upright", [False, True], ids=["wide", "upright"])
@pytest.mark.parametrize(
    ("game", "options"),
    [("mini-dice", {}), ("automated-craps", {}), ("automated-craps", {"wager_set": "basic", "offer_678": True})],
)
def test_every_wager_has_one_box_and_every_piece_is_on_the_felt(
    game: str, options: dict[str, Any], upright: bool
) -> None:
    layout = Layout.of(game, DAY, options)
    felt = felt_of(layout, 7)
    felt = felt.upright if upright else felt
    check_print(felt)
    check_areas(felt, layout)
    for state in states(layout, 3, 3, 6):
        check_pieces(felt, view(state, 1), 1)


@pytest.mark.parametrize("upright", [False, True], ids=["wide", "upright"])
def test_boxes_of_mini_dice_do_not_lie_over_each_other(upright: bool) -> None:
    felt = felt_of(Layout.of("mini-dice", DAY), 7)
    assert isinstance(felt, MiniDiceFelt)
    boxes = [corners(area.shape) for area in (felt.upright if upright else felt).areas()]
    for at, ((x0, y0), (x1, y1)) in enumerate(boxes):
        for (x2, y2), (x3, y3) in boxes[at + 1 :]:
            assert x1 <= x2 + 0.1 or x3 <= x0 + 0.1 or y1 <= y2 + 0.1 or y3 <= y0 + 0.1


def test_odds_are_printed_as_the_table_pays_them() -> None:
    raised = felt_of(Layout.of("mini-dice", DAY, odds={"field.12": "3 to 1", "any_7": "5 to 1"}), 7)
    assert "3 to 1" in raised.base()
    assert "pays 5 to 1" in raised.base()


def test_the_last_totals_are_next_to_the_shaker_with_the_latest_first() -> None:
    felt = felt_of(Layout.of("mini-dice", DAY), 7)
    lying = felt.pieces({"last": ("4-3", "6-6"), "draws": 2, "holder": 2, "positions": [{"number": 2, "name": "Bob"}]})
    totals = [piece.svg for piece in lying if piece.id.startswith("total")]
    assert [">7<" in totals[0], ">12<" in totals[1], len(totals)] == [True, True, 2]
    assert any("2 · Bob" in piece.svg for piece in lying)


def test_automated_craps_is_printed_with_its_own_section() -> None:
    printed = felt_of(Layout.of("automated-craps", DAY), 9).base()
    assert "AUTOMATED CRAPS" in printed
    assert "13:69F-1A.2" in printed
    assert "BUY" not in printed


def test_rolling_the_same_faces_again_is_animated_again() -> None:
    felt = felt_of(Layout.of("mini-dice", DAY), 7)
    first, second = (
        {piece.id for piece in felt.pieces({"last": ("4-2",) * draws, "draws": draws}, 1) if piece.enters == "thrown"}
        for draws in (1, 2)
    )
    assert len(first) == len(second) == 2
    assert not first & second


@pytest.mark.parametrize("upright", [False, True], ids=["wide", "upright"])
def test_automated_craps_shows_the_cover_of_its_shaker_and_craps_none(upright: bool) -> None:
    felts = [felt_of(Layout.of(game, DAY), 7) for game in ("automated-craps", "craps")]
    covers = [(felt.upright if upright else felt).base().count('fill="#1d2a24"') for felt in felts]
    assert covers == [1, 0]
