"""The pokette felt: every place on the layout can be clicked, on desktops and on phones."""

import re

import pytest

from pitboss.chapter.layout import Layout
from pitboss.felts import Felt
from pitboss.games.pokette.round import Pokette
from pitboss.library.felts import felt_of

SEEN = {
    "last": ["Qs", "joker_1"],
    "draws": 2,
    "hand": ["Qs"],
    "wagers": [{"position": 1, "kind": "split", "spot": "Ks-Qs", "amount": 500}],
}


@pytest.mark.parametrize("positions", [53, 54, 56])
@pytest.mark.parametrize("narrow", [False, True])
def test_every_place_has_an_area_on_the_felt(positions: int, narrow: bool) -> None:
    layout = Layout.of("pokette", options={"wheel_positions": positions, "offer_joker_split": positions > 53})
    felt: Felt = felt_of(layout, 8)
    felt = felt.upright if narrow else felt
    game = Pokette(layout)
    there = {(area.wager, area.spot) for area in felt.areas()}
    assert there == {(kind, spot) for kind in layout.wagers for spot in game.places.on_layout.get(kind, {"": ()})}
    for area in felt.areas():
        assert 0 < area.x < felt.width
        assert 0 < area.y < felt.height
        shape = {name: float(value) for name, value in re.findall(r' (x|y|width|height)="([-\d.]+)"', area.shape)}
        assert shape["width"] >= 20
        assert shape["height"] >= 20
        assert shape["x"] >= 0
        assert shape["x"] + shape["width"] <= felt.width
        assert shape["y"] + shape["height"] <= felt.height


@pytest.mark.parametrize("narrow", [False, True])
def test_chips_on_a_poker_hand_do_not_cover_its_odds(narrow: bool) -> None:
    layout = Layout.of("pokette")
    felt: Felt = felt_of(layout, 8)
    felt = felt.upright if narrow else felt
    printed = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)</text>', felt.base())
    hands = [area for area in felt.areas() if Pokette(layout).places.terms[area.wager].standing]
    assert hands
    for area in hands:
        odds = [float(y) for x, y, label in printed if label == area.odds and abs(float(x) - area.x) < 2]
        assert min(abs(area.y - y) for y in odds) >= 10 + 6, area.wager


def test_pips_have_the_color_of_the_red_and_black_wagers() -> None:
    drawn = felt_of(Layout.of("pokette"), 8).base()
    assert "#1746b4" not in drawn
    assert "#0a6630" not in drawn


def test_last_section_is_under_the_clapper_after_whole_turns() -> None:
    layout = Layout.of("pokette")
    wheel = next(piece for piece in felt_of(layout, 8).pieces(SEEN) if piece.id == "wheel")
    at = Pokette(layout).places.rim.index("Qs")
    assert (wheel.turn + at * 360 / 54) % 360 == pytest.approx(0)
    assert wheel.turn > 360


def test_hand_and_last_sections_are_shown() -> None:
    pieces = felt_of(Layout.of("pokette"), 8).pieces(SEEN, 1)
    assert [piece.id for piece in pieces if piece.id.startswith("card|")] == ["card|hand|1|Qs"]
    last = [piece for piece in pieces if piece.id.startswith("last|")]
    assert [piece.id for piece in last] == ["last|2", "last|1"]
    assert "Q♠" in last[0].svg  # written as cards are everywhere else, not as "Qs"
    assert any(piece.id.startswith("chips|1|split") for piece in pieces)
