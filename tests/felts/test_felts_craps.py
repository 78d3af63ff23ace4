"""The craps felt has a box for every wager offered on the layout's date, and draws every piece."""

from datetime import date
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.families.dice.craps_felt import CrapsFelt
from pitboss.felts import Felt
from pitboss.felts.chips import stack
from pitboss.library.felts import felt_of
from pitboss.table import view
from tests.shared.felt_checks import check_areas, check_pieces, check_print, corners, states

LAYOUTS: dict[str, dict[str, Any]] = {
    "today": {},
    "everything": {"options": {"offer_678": True, "offer_fire_bet": True, "horn_high_area": "area"}},
    "1980": {"on": date(1980, 6, 1)},
    "before the hops": {"on": date(2000, 6, 1)},
    "mini-craps": {"options": {"variant": "mini_craps", "offer_buy": False}},
    "lay in lieu": {"options": {"offer_lay": "in_lieu", "offer_hops_whirl": False}},
    "no lay": {"options": {"offer_lay": "none", "fire_pay_table": "C", "offer_fire_bet": True}},
}


@pytest.fixture(params=[False, True], ids=["wide", "upright"])
def upright(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def felt_on(layout: Layout, upright: bool = False) -> Felt:
    felt = felt_of(layout, 8)
    return felt.upright if upright else felt


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_offered_wager_has_one_box(name: str, upright: bool) -> None:
    layout = Layout.of("craps", **LAYOUTS[name])
    felt = felt_on(layout, upright)
    assert isinstance(felt, CrapsFelt)
    check_print(felt)
    check_areas(felt, layout)


def test_each_number_has_places_for_come_bets_and_their_odds(upright: bool) -> None:
    """No wager is made on these spots; Come Bets move there, and Don't Come Bets can be taken down from there."""
    ids = {area.id for area in felt_on(Layout.of("craps"), upright).areas()}
    for point in (4, 5, 6, 8, 9, 10):
        for kind in ("come", "come_odds", "dont_come", "dont_come_odds"):
            assert f"{kind}|{point}|0" in ids


def test_boxes_do_not_lie_over_each_other(upright: bool) -> None:
    """No two rectangles overlap, except that the spots for come bets are inside their number's box."""
    felt = felt_on(Layout.of("craps", **LAYOUTS["everything"]), upright)
    boxes = {area.id: corners(area.shape) for area in felt.areas() if area.shape.startswith("<rect")}
    for one, ((x0, y0), (x1, y1)) in boxes.items():
        for other, ((x2, y2), (x3, y3)) in boxes.items():
            if one < other:
                apart = x1 <= x2 + 0.1 or x3 <= x0 + 0.1 or y1 <= y2 + 0.1 or y3 <= y0 + 0.1
                assert apart, f"{one} and {other}"


def test_a_phone_has_boxes_that_a_finger_can_hit() -> None:
    felt = felt_on(Layout.of("craps", **LAYOUTS["everything"]), upright=True)
    for area in felt.areas():
        (left, top), (right, bottom) = corners(area.shape)
        assert right - left >= 24, area.id
        assert bottom - top >= 24, area.id


def test_odds_in_the_boxes_are_those_of_the_table() -> None:
    raised = {"any_seven": "9 to 2", "field.12": "3 to 1", "place_win_6": "6 to 5"}
    felt = felt_on(Layout.of("craps", odds=raised))
    odds = {area.wager: area.odds for area in felt.areas()}
    assert odds["any_seven"] == "9 to 2"
    assert odds["field"] == "2 to 1 on 2, 3 to 1 on 12, 1 to 1 on other"
    assert odds["horn"] == "as Craps Two and Craps Three and 11 in One Roll and Craps Twelve"
    assert "9 to 2" in felt.base()
    assert "3 to 1" in felt.base()
    assert "9 to 2" not in felt_on(Layout.of("craps")).base()


@pytest.mark.parametrize("name", ["everything", "1980", "mini-craps"])
def test_every_state_can_be_drawn(name: str, upright: bool) -> None:
    layout = Layout.of("craps", **LAYOUTS[name])
    felt = felt_on(layout, upright)
    for seed in (1, 2):
        for number, state in enumerate(states(layout, seed, seats=6, rounds=14)):
            me = number % 7
            check_pieces(felt, view(state, me), me)


def piece(felt: Felt, id: str, **seen: Any) -> Any:
    return next((one for one in felt.pieces(seen, 1) if one.id == id), None)


def wager(kind: str, spot: str = "", **more: Any) -> dict[str, Any]:
    return {"position": 1, "kind": kind, "amount": 10_00} | ({"spot": spot} if spot else {}) | more


def test_a_come_bet_moves_onto_its_number() -> None:
    """The new piece refers to the old one, so that the page animates the move."""
    felt = felt_on(Layout.of("craps"))
    made = piece(felt, "chips|1|come|", point=8, wagers=[wager("come")])
    moved = piece(felt, "chips|1|come|6", point=8, wagers=[wager("come", "6")])
    assert made.kin == moved.kin
    place = next(area for area in felt.areas() if area.id == "come|6|0")
    assert (moved.x, moved.y) == (place.x, place.y)


def test_the_puck_is_on_the_point() -> None:
    felt = felt_on(Layout.of("craps"))
    places = {area.spot: area for area in felt.areas() if area.wager == "come_odds"}
    off = piece(felt, "puck")
    assert ">OFF<" in off.svg
    for point in (4, 10):
        on = piece(felt, "puck", point=point)
        assert ">ON<" in on.svg
        assert abs(on.x - places[str(point)].x) < 60
        assert (on.x, on.y) != (off.x, off.y)


def test_dice_in_the_air_are_not_on_the_felt() -> None:
    felt = felt_on(Layout.of("craps"))
    assert piece(felt, "die|0|5-3", last="5-3").svg.count("<circle") == 5
    assert piece(felt, "die|1|5-3", last="5-3").svg.count("<circle") == 3
    assert piece(felt, "die|0|5-3", last="5-3", in_air=True) is None


def test_1_3_e_buttons_show_what_is_off_on_the_come_out_roll() -> None:
    felt = felt_on(Layout.of("craps"))
    id = "chips|1|place_win_6|"
    assert ">OFF<" in piece(felt, id, wagers=[wager("place_win_6")]).svg
    assert ">ON<" in piece(felt, id, wagers=[wager("place_win_6", on=True)]).svg
    with_point = piece(felt, id, point=6, wagers=[wager("place_win_6")]).svg
    assert ">OFF<" not in with_point
    assert ">OFF<" not in piece(felt, "chips|1|pass|", wagers=[wager("pass")]).svg


def test_1_12_points_made_are_marked() -> None:
    felt = felt_on(Layout.of("craps", **LAYOUTS["everything"]))
    pieces = felt.pieces({"wagers": [wager("fire_bet", marks=[6, 10])]}, 1)
    assert {one.id for one in pieces if one.id.startswith("made|")} == {"made|6", "made|10"}


def test_positions_share_a_box_side_by_side_with_their_numbers() -> None:
    felt = felt_on(Layout.of("craps"))
    wagers = [{"position": number, "kind": "pass", "amount": number * 5_00} for number in range(1, 9)]
    pieces = [one for one in felt.pieces({"wagers": wagers}, 3) if one.id.startswith("chips")]
    assert len({one.x for one in pieces}) == 8
    for one in pieces:
        number = int(one.id.split("|")[1])
        assert f">{number}</text>" in one.svg
        assert f">${number * 5}</text>" in one.svg
    assert pieces[-1].id == "chips|3|pass|", "the player's own chips are in front"


def test_a_crowded_box_keeps_the_viewers_wager_separate() -> None:
    felt = felt_on(Layout.of("craps"))
    wagers = [{"position": number, "kind": "hop_22", "amount": 5_00} for number in range(1, 15)]
    pieces = {one.id: one for one in felt.pieces({"wagers": wagers}, 4) if one.id.startswith("chips")}
    assert set(pieces) == {"chips|4|hop_22|", "chips|others|hop_22|"}
    assert "$65" in pieces["chips|others|hop_22|"].svg
    assert "×13" in pieces["chips|others|hop_22|"].svg


def test_a_match_play_coupon_lies_with_its_wager() -> None:
    felt = felt_on(Layout.of("craps"))
    assert "$10+$5" in piece(felt, "chips|1|pass|", wagers=[wager("pass", coupon=5_00)]).svg
    assert stack(10_00, 1) != stack(10_00, 1, coupon=5_00)


def test_names_of_people_are_text() -> None:
    felt = felt_on(Layout.of("craps"))
    shooter = piece(felt, "shooter", shooter=1, positions=[{"number": 1, "name": "<script>"}])
    assert "&lt;script&gt;" in shooter.svg
    assert "<script>" not in shooter.svg


def test_offered_boxes_are_lit() -> None:
    from pitboss.equipment import ScriptedSource
    from pitboss.table import Action, Dealer, game_on

    layout = Layout.of("craps")
    dealer = Dealer(game_on(layout), ScriptedSource())
    dealer.act(1, Action("sit", amount=100_00))
    assert dealer.ask is not None
    lit = felt_on(layout).lit(list(dealer.game.offers(dealer.ask.state, 1)), 1)
    assert "pass||0" in lit
    assert "come||0" not in lit, "made after the come-out roll only"
    assert "come_odds|6|0" not in lit
