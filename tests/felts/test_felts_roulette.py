"""The roulette felt: every place on the layout, the wheel with its ball, and the pieces on them."""

import re
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.equipment import ScriptedSource
from pitboss.felts import Area
from pitboss.games.roulette.felt import RouletteFelt
from pitboss.library.felts import felt_of
from pitboss.table import Action, Dealer, view
from tests.shared.felt_checks import check_areas, check_pieces, check_print, corners, hits, states

PRINTED = re.compile(r'<text x="([\d.]+)" y="([\d.]+)" font-family="Georgia[^>]*>(\w+)</text>')
"""Numbers on the layout and where they are."""
LAYOUTS: dict[str, dict[str, Any]] = {
    "double zero": {},
    "single zero": {"wheel": "single_zero"},
    "en prison": {"zero_rule": "en_prison", "second_zero": "stay"},
    "few places": {"offer_five_numbers": False, "offer_zero_splits_streets": False},
    "converted": {"wheel": "single_zero", "converted_wheel": True, "zero_rule": "en_prison"},
}


@pytest.fixture(params=[False, True], ids=["wide", "upright"])
def upright(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


def felt_with(upright: bool = False, **options: Any) -> RouletteFelt:
    felt = felt_of(Layout.of("roulette", options=options), 8)
    felt = felt.upright if upright else felt
    assert isinstance(felt, RouletteFelt)
    return felt


def by_id(felt: RouletteFelt) -> dict[str, Area]:
    return {area.id: area for area in felt.areas()}


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_place_of_every_wager_has_one_area(name: str, upright: bool) -> None:
    felt = felt_with(upright, **LAYOUTS[name])
    check_print(felt)
    check_areas(felt, felt.layout)


def test_a_double_zero_layout_has_161_places(upright: bool) -> None:
    assert len(felt_with(upright).areas()) == 161


@pytest.mark.parametrize("name", LAYOUTS)
def test_every_place_is_hit_at_its_chip(name: str, upright: bool) -> None:
    """A touch where a chip would be placed selects that place and no other: a line or corner is above its numbers."""
    areas = felt_with(upright, **LAYOUTS[name]).areas()
    for area in areas:
        if area.shape.startswith("<rect"):
            assert hits(areas, area.x, area.y) == area.id


@pytest.mark.parametrize("name", LAYOUTS)
def test_lines_and_corners_are_large_enough_and_apart(name: str, upright: bool) -> None:
    felt = felt_with(upright, **LAYOUTS[name])
    fine = [(area.id, corners(area.shape)) for area in felt.areas() if "data-fine" in area.shape]
    for one, ((x0, y0), (x1, y1)) in fine:
        assert min(x1 - x0, y1 - y0) >= 20, one
        for other, ((x2, y2), (x3, y3)) in fine:
            apart = x1 <= x2 + 0.1 or x3 <= x0 + 0.1 or y1 <= y2 + 0.1 or y3 <= y0 + 0.1
            assert apart or one == other, f"{one} and {other}"


def test_a_chip_lies_on_what_its_numbers_share(upright: bool) -> None:
    """A split is in the middle of its two numbers, a corner in the middle of its four, a street at its row's edge."""
    felt = felt_with(upright)
    areas = by_id(felt)

    def middle(*numbers: str) -> tuple[float, float]:
        at = [centre(areas[f"straight|{number}|0"]) for number in numbers]
        return sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at)

    for kind, place in (("split", "17-20"), ("split", "16-17"), ("four_numbers", "16-17-19-20")):
        area = areas[f"{kind}|{place}|0"]
        assert (area.x, area.y) == pytest.approx(middle(*place.split("-")))
    street, first = areas["three_numbers|16-17-18|0"], areas["straight|16|0"]
    along, off = ((street.y, street.x), (first.y, first.x)) if upright else ((street.x, street.y), (first.x, first.y))
    assert along[0] == off[0]
    assert along[1] != off[1]
    five, line = areas["five_numbers||0"], areas["six_numbers|1-6|0"]
    assert five.x == line.x if upright else five.y == line.y


def centre(area: Area) -> tuple[float, float]:
    (x0, y0), (x1, y1) = corners(area.shape)
    return (x0 + x1) / 2, (y0 + y1) / 2


def test_a_chip_on_a_number_leaves_the_number_to_be_read(upright: bool) -> None:
    felt = felt_with(upright)
    for number in ("1", "17", "36"):
        area, reach = by_id(felt)[f"straight|{number}|0"], felt.radius
        where = next((float(x), float(y)) for x, y, label in PRINTED.findall(felt.base()) if label == number)
        far = abs(area.y - where[1]) if not upright else abs(area.x - where[0])
        assert far > reach + 6, number


def test_the_ball_is_in_the_compartment_of_the_last_number() -> None:
    felt = felt_with()
    wheel = felt.game.wheel
    for number in ("0", "00", "17"):
        ball = next(one for one in felt.pieces({"last": [number], "spins": 4}) if one.id == "ball")
        assert ball.turn % 360 == pytest.approx(wheel.index(number) * 360 / len(wheel))
    assert not [one for one in felt.pieces({}) if one.id == "ball"]


def test_the_ball_goes_round_with_every_spin() -> None:
    felt = felt_with()
    once = next(one for one in felt.pieces({"last": ["17"], "spins": 1}) if one.id == "ball")
    again = next(one for one in felt.pieces({"last": ["17", "17"], "spins": 2}) if one.id == "ball")
    assert again.turn - once.turn >= 360
    assert again.enters == "spun"


def test_5_3_the_crown_is_put_on_the_number(upright: bool) -> None:
    felt = felt_with(upright)
    for number in ("00", "1", "36"):
        crown = next(one for one in felt.pieces({"last": [number], "spins": 1}) if one.id.startswith("crown"))
        assert hits(felt.areas(), crown.x, crown.y) == f"straight|{number}|0" or number == "00"
        box = corners(by_id(felt)[f"straight|{number}|0"].shape)
        assert min(x for x, _ in box) < crown.x < max(x for x, _ in box)
        assert min(y for _, y in box) < crown.y < max(y for _, y in box)


def test_5_1_wheel_chips_have_their_players_color() -> None:
    felt = felt_with()
    seen = {
        "wagers": [{"position": 1, "kind": "straight", "spot": "17", "amount": 15_00}],
        "wheel_chips": [{"position": 1, "color": "blue", "value": 5_00}],
    }
    value = {"wagers": seen["wagers"]}
    chips = [next(one for one in felt.pieces(given) if one.id == "chips|1|straight|17") for given in (seen, value)]
    assert "#2461b0" in chips[0].svg
    assert "#2461b0" not in chips[1].svg
    assert all(">$15</text>" in one.svg for one in chips)


def test_5_2_a_wager_en_prison_lies_on_the_line_of_its_area() -> None:
    felt = felt_with(zero_rule="en_prison")
    free = {"position": 1, "kind": "red", "amount": 10_00}
    held = free | {"spot": "en prison"}
    pieces = {one.id: one for one in felt.pieces({"wagers": [free, held]}, 1)}
    lying, imprisoned = pieces["chips|1|red|"], pieces["chips|1|red|en prison"]
    assert imprisoned.kin == lying.kin
    assert (imprisoned.x, imprisoned.y) != (lying.x, lying.y)
    assert imprisoned.svg.count("<path") > lying.svg.count("<path")


def test_5_2_wagers_held_by_one_zero_after_another_lie_side_by_side(upright: bool) -> None:
    felt = felt_with(upright, zero_rule="en_prison", second_zero="stay")
    zero = felt.game.wheel.index("0")
    dealer = Dealer(felt.game, ScriptedSource(numbers=[zero, zero, zero]))
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=100_00))
    for _ in range(3):
        for position in (1, 2):
            dealer.act(position, Action("make", "red", 10_00))
        dealer.finish()
    pieces = check_pieces(felt, view(dealer.state, 1), 1)
    held = [one for one in pieces if "|red|en prison" in one.id]
    assert len(held) == 6
    assert len({(one.x, one.y) for one in held}) == 6


@pytest.mark.parametrize("name", ["double zero", "single zero", "en prison", "converted"])
def test_every_state_can_be_drawn(name: str, upright: bool) -> None:
    felt = felt_with(upright, **LAYOUTS[name])
    for seed in (1, 2):
        for number, state in enumerate(states(felt.layout, seed, seats=6, rounds=8)):
            me = number % 7
            check_pieces(felt, view(state, me), me)


def test_odds_are_those_of_the_table() -> None:
    layout = Layout.of("roulette", odds={"straight": "36 to 1", "column": "3 to 1"})
    felt = felt_of(layout, 8)
    odds = {area.wager: area.odds for area in felt.areas()}
    assert odds["straight"] == "36 to 1"
    assert "3 to 1" in felt.base()
    assert "2 to 1" not in felt.base()
