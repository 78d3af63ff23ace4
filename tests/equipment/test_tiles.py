"""Pai gow tiles: a set of 32 that is dealt, sealed, drawn and written like cards."""

from __future__ import annotations

import copy
import json
import pickle
from collections import Counter

import pytest

from pitboss.equipment import (
    CARDS,
    PAI_GOW,
    TILES,
    Card,
    Hidden,
    ScriptedSource,
    SeededSource,
    Shoe,
    Tile,
    cards,
    pieces,
    spread,
    tiles,
    verify_opening,
)
from pitboss.equipment.tiles import KINDS
from pitboss.felts.cards import card_svg
from pitboss.table.codec import from_plain, to_plain


def test_a_set_has_32_tiles_two_of_each_of_16_kinds() -> None:
    laid_out = spread(PAI_GOW.counts)
    assert len(laid_out) == 32
    assert Counter(tile.kind for tile in laid_out if isinstance(tile, Tile)) == dict.fromkeys(KINDS, 2)


def test_every_tile_is_one_of_the_21_rolls_of_two_dice() -> None:
    assert {tile.ends for tile in TILES} == {(low, high) for low in range(1, 7) for high in range(low, 7)}
    assert all(tile.spots == sum(tile.ends) for tile in TILES)


def test_a_tile_is_read_from_either_end_and_is_the_same_object() -> None:
    for tile in TILES:
        low, high = tile.ends
        assert Tile(f"{high}-{low}") is Card(str(tile)) is TILES[tile.index] is tile
        assert pickle.loads(pickle.dumps(tile)) is copy.deepcopy(tile) is tile
    assert cards("6-6 Ah 1-3") == (Tile("6-6"), Card("Ah"), Tile("1-3"))


def test_a_card_is_not_a_tile_and_a_tile_has_no_rank() -> None:
    with pytest.raises(ValueError, match="'Ah' is not a card"):
        Tile("Ah")
    with pytest.raises(ValueError, match="'0-6' is not a pai gow tile: write the spots"):
        Card("0-6")
    with pytest.raises(AttributeError, match=r"Tile\('6-6'\) has no rank"):
        _ = Tile("6-6").rank
    assert not set(TILES) & set(CARDS)


def test_a_shoe_of_tiles_is_committed_to_and_opened() -> None:
    source = SeededSource("woodpile")
    commitment = source.shuffle("tiles", PAI_GOW.counts)
    shoe = Shoe.new(1, PAI_GOW).shuffled()
    for _ in range(32):
        shoe = shoe.draw(source.card("tiles"))
    assert shoe.left == 0
    source.finish("tiles")
    opening = source.opening("tiles")
    assert verify_opening(commitment, opening)
    assert sorted(opening.order) == spread(PAI_GOW.counts)


def test_a_restored_source_continues_with_the_same_tiles() -> None:
    source = SeededSource(7)
    source.shuffle("tiles", PAI_GOW.counts)
    restored = SeededSource.restore(source.snapshot())
    assert [source.card("tiles") for _ in range(8)] == [restored.card("tiles") for _ in range(8)]


def test_a_third_teen_cannot_come_from_a_set() -> None:
    script = ScriptedSource(cards="6-6 6-6 6-6")
    script.shuffle("tiles", PAI_GOW.counts)
    assert script.card("tiles") is script.card("tiles") is Tile("6-6")
    with pytest.raises(ValueError, match="has none left"):
        script.card("tiles")


def test_a_tile_face_down_is_written_and_read() -> None:
    held = (Hidden(Tile("2-4"), (3,)), Hidden(Tile("6-6")))
    assert from_plain(tuple[Hidden, ...], json.loads(json.dumps(to_plain(held)))) == held


def test_the_length_of_a_composition_says_what_it_counts() -> None:
    assert pieces(PAI_GOW.counts) is TILES
    with pytest.raises(ValueError, match="53 counts by card index, or 21 by tile index"):
        spread([1] * 32)


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_is_drawn_with_its_spots_and_those_of_ones_and_fours_are_red(tile: Tile) -> None:
    drawn = card_svg(str(tile))
    red = drawn.count('fill="#f23a36"')
    assert drawn.count("<circle") == tile.spots
    assert red == (6 if tile is Tile("6-6") else sum(end for end in tile.ends if end in (1, 4)))
    assert f'data-card="{tile}"' in drawn


def test_tiles_reads_many() -> None:
    assert tiles("6-6, 1-3") == (Tile("6-6"), Tile("1-3"))
