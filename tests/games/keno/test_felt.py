"""The keno board's slip, marked click by click."""

from __future__ import annotations

from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.games.keno.felt import PENS, KenoFelt, Slip
from pitboss.library.felts import felt_of


def board(**options: Any) -> KenoFelt:
    found = felt_of(Layout.of("keno", options=options), 6)
    assert isinstance(found, KenoFelt)
    return found


def marked(felt: KenoFelt, *cells: str) -> Slip:
    slip = felt.slip()
    for cell in cells:
        slip, order = felt.touched(slip, cell)
        assert order is None
    return slip


PAIRS = ("number 1", "number 2", "pen 1", "number 3", "number 4", "pen 2", "number 5", "number 6")


def test_numbers_of_one_colour_are_a_group_and_together_one_way() -> None:
    slip = marked(board(), *PAIRS)
    assert slip.notation() == "[1 2][3 4][5 6] 1/6 @1.00"


def test_ways_rate_and_games_are_chosen_and_handed_in() -> None:
    felt = board()
    slip = marked(felt, *PAIRS, "way 0", "way 1", "way 2", "rate 50", "games 5")
    _, order = felt.touched(slip, "write")
    assert order is not None
    assert (order.verb, order.spot) == ("write", "[1 2][3 4][5 6] 3/2 3/4 1/6 @0.50 x5")


def test_touching_a_number_again_unmarks_it_or_changes_its_colour() -> None:
    felt = board()
    assert marked(felt, "number 7", "number 8", "number 7").notation() == "[8] 1/1 @1.00"
    assert marked(felt, "number 7", "number 8", "pen 3", "number 7").notation() == "[7][8] 1/2 @1.00"
    assert marked(felt, *PAIRS, "clear").notation() == ""


def test_empty_slip_is_not_handed_in_but_a_quick_pick_needs_no_marks() -> None:
    felt = board()
    assert felt.touched(felt.slip(), "write")[1] is None
    _, order = felt.touched(felt.slip(), "quick 8")
    assert order is not None
    assert order.spot == "[?8] 1/8 @1.00"
    assert not any(area.spot.startswith("quick") for area in board(quick_pick=False).areas())


def test_slip_shows_the_price_and_exact_odds_of_the_ticket() -> None:
    felt = board()
    said = felt.reading("[1 2][3 4][5 6] 3/2 3/4 1/6 @1.00")
    assert said[1:] == ["way ticket, 7 ways: $7", "house edge 27.74% · wins 17.13% · at most $1,852"]
    assert "no row for 11 spots" in felt.reading("[1 2 3 4 5 6 7 8 9 10 11] 1/11 @1.00")[1]


@pytest.mark.parametrize("narrow", [False, True])
def test_balls_are_shown_on_the_board_and_in_the_rail_in_order(narrow: bool) -> None:
    felt = board().upright if narrow else board()
    assert isinstance(felt, KenoFelt)
    drawn = list(range(39, 0, -2))
    seen = {"rounds": 4, "drawn": drawn, "results": [{"game": 4, "numbers": drawn}], "wagers": []}
    pieces = {piece.id: piece for piece in felt.pieces(seen)}
    assert sum(name.startswith("ball|4|") for name in pieces) == 20
    box = felt.cell(17)
    assert (pieces["ball|4|17"].x, pieces["ball|4|17"].y) == (box.cx, box.cy)
    rail = sorted((piece.y, piece.x, name) for name, piece in pieces.items() if name.startswith("rail|"))
    assert [name for _, _, name in rail] == [f"rail|4|{number}" for number in drawn]


@pytest.mark.parametrize("narrow", [False, True])
def test_past_games_are_shown_by_number_on_a_phone_too(narrow: bool) -> None:
    felt = board().upright if narrow else board()
    results = [{"game": 9, "numbers": list(range(61, 81))}, {"game": 8, "numbers": []}]
    pieces = {piece.id: piece.svg for piece in felt.pieces({"rounds": 9, "results": results, "wagers": []})}
    assert ">Game 9<" in pieces["past|9"]
    assert all(f">{number}<" in pieces["past|9"] for number in range(61, 81))
    assert ">void<" in pieces["past|8"]


def test_catches_of_a_ticket_are_shown_after_it_is_paid() -> None:
    felt = board()
    seen = {"rounds": 1, "drawn": [1, 2, 40], "wagers": [], "played": [{"position": 3, "spot": "[7][1 2]"}]}
    caught = [piece.id for piece in felt.pieces(seen, me=3) if piece.id.startswith("caught|")]
    assert caught == ["caught|0|1", "caught|0|2"]
    balls = {piece.id: piece.svg for piece in felt.pieces(seen, me=3) if piece.id.startswith("ball|")}
    assert PENS[1] in balls["ball|now|1"]
    assert PENS[1] not in balls["ball|now|40"]
    assert not any(piece.id.startswith("caught|") for piece in felt.pieces(seen, me=2))


def test_slip_takes_the_colours_of_the_ticket_when_handed_in() -> None:
    felt = board()
    slip = marked(felt, "number 5", "number 6", "pen 3", "number 7")
    written, order = felt.touched(slip, "write")
    assert order is not None
    assert order.spot == slip.notation() == written.notation() == "[7][5 6] 1/3 @1.00"
    assert written.groups[:2] == ({7}, {5, 6})


def test_15_4_slip_has_keys_for_rates_games_and_quick_picks() -> None:
    felt = board()
    assert felt.slip().rate == 1_00
    assert (felt.rates, felt.games) == ([25, 50, 1_00, 2_00, 5_00], [1, 2, 3, 5, 10, 20])
    assert felt.quick == [4, 6, 8, 10]
