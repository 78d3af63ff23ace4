"""Checks for every felt that prints its game's wagers."""

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.felts import Area, Felt, Piece
from pitboss.table import Action, Dealer, State, game_on
from pitboss.table.bots import RandomBot

Corner = tuple[float, float]


def check_print(felt: Felt) -> None:
    """Check that the printed layout and every area are well-formed SVG."""
    ElementTree.fromstring(felt.svg())
    for area in felt.areas():
        shape = ElementTree.fromstring(area.shape)
        assert not {"fill", "stroke", "style"} & set(shape.keys()), f"{area.id}: the page colours areas"
        assert area.label, f"{area.id} has no name"


def check_areas(felt: Felt, layout: Layout) -> None:
    """Check that every place of every offered wager has exactly one area on the felt, and that no two areas share a
    centre.
    """
    areas = felt.areas()
    ids = [area.id for area in areas]
    assert len(set(ids)) == len(ids)
    assert len({(round(area.x, 1), round(area.y, 1)) for area in areas}) == len(areas)
    game = game_on(layout)
    opening = game.opening()
    for wager in layout.wagers:
        for spot in game.amounts.spots(opening, 1, wager):
            assert ids.count(f"{wager}|{spot}|0") == 1, f"{wager} {spot!r}"
    for area in areas:
        assert area.wager in layout.wagers
        for x, y in [(area.x, area.y), *corners(area.shape)]:
            assert 0 <= x <= felt.width, area.id
            assert 0 <= y <= felt.height, area.id


def check_pieces(felt: Felt, seen: Mapping[str, Any], me: int) -> list[Piece]:
    """All pieces are well formed and on the felt, and every wager is shown there, alone or combined with others."""
    pieces = felt.pieces(seen, me)
    ids = {piece.id for piece in pieces}
    assert len(ids) == len(pieces)
    for piece in pieces:
        ElementTree.fromstring(f"<g>{piece.svg}</g>")
        assert 0 <= piece.x <= felt.width, piece.id
        assert 0 <= piece.y <= felt.height, piece.id
    for wager in seen.get("wagers", ()):
        place = f"{wager['kind']}|{wager.get('spot', '')}"
        own = f"chips|{wager['position']}|{place}"
        assert own in ids or (wager["position"] != me and f"chips|others|{place}" in ids), own
    return pieces


def corners(shape: str) -> list[Corner]:
    """Return the corners of an area's shape."""
    drawn = ElementTree.fromstring(shape)
    if drawn.tag == "rect":
        x, y, width, height = (float(drawn.attrib[name]) for name in ("x", "y", "width", "height"))
        return [(x, y), (x + width, y + height)]
    if drawn.tag == "circle":
        x, y, radius = (float(drawn.attrib[name]) for name in ("cx", "cy", "r"))
        return [(x - radius, y - radius), (x + radius, y + radius)]
    if drawn.tag == "polygon":
        points = [pair.split(",") for pair in drawn.attrib["points"].split()]
        return [(float(x), float(y)) for x, y in points]
    assert drawn.tag == "path", f"{drawn.tag}: teach this function its corners"
    return list(_along(drawn.attrib["d"]))


def _along(line: str) -> Iterator[Corner]:
    """Yield the end of each stroke of a path with absolute coordinates."""
    x = y = 0.0
    for stroke, rest in re.findall(r"([MLHVAZ])([^MLHVAZ]*)", line):
        figures = [float(figure) for figure in rest.split()]
        if stroke == "H":
            x = figures[0]
        elif stroke == "V":
            y = figures[0]
        elif stroke != "Z":
            x, y = figures[-2:]
        yield x, y


def hits(areas: tuple[Area, ...], x: float, y: float) -> str:
    """Return the rectangular area at a point; the last one is on top."""
    found = ""
    for area in areas:
        if area.shape.startswith("<rect"):
            (left, top), (right, bottom) = corners(area.shape)
            if left <= x <= right and top <= y <= bottom:
                found = area.id
    return found


def states(layout: Layout, seed: int, seats: int, rounds: int, every: int = 4) -> Iterator[State]:
    """Yield every few states of random play."""
    shown: list[State] = []
    dealer = Dealer(game_on(layout), SeededSource(seed), watch=lambda step: shown.append(step.state))
    for seat in range(1, seats + 1):
        dealer.act(seat, Action("sit", amount=2000_00, name=f"P<{seat}> & \"'"))
    bot = RandomBot(seed, eager=0.9, restless=0.1)
    for _ in range(rounds):
        dealer.finish(bot)
        yield from shown[::every]
        shown.clear()
