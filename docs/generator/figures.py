"""The pictures of the explanation pages, drawn from prices and strategies."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from docs.generator import architecture
from pitboss import plots, price
from pitboss.chapter.layout import Layout
from pitboss.equipment import cards
from pitboss.pricing.entry import pricing_of

CRAPS_POINTS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
"""The number of the 36 rolls that make each point."""
QUEENS = (
    "Jh Td 8c",
    "Qh 3d 2c",
    "Qh 5d 4c",
    "Qh 6d 3c",
    "Qh 6d 4c",
    "Qh 6d 5c",
    "Qh 7d 2c",
    "Kh 3d 2c",
    "Ah 3d 2c",
    "2h 2d 3c",
)
UP_CARDS = ("2h", "3h", "4h", "5h", "6h", "7h", "8h", "9h", "Th", "Ah")
SIXTEEN = "Th 6d"


def write(folder: Path) -> None:
    """Write all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, svg in {
        "layers": architecture.layers_svg(),
        "round": architecture.round_svg(),
        "pass-chain": pass_chain(),
        "baccarat": baccarat(),
        "keno": keno(),
        "queens": queens(),
        "sixteen": sixteen(),
    }.items():
        (folder / f"{name}.svg").write_text(svg, "utf-8")


def pass_chain() -> str:
    """Draw the pass wager as a chain of states, each with its chances out of 36."""
    wide, top, row = 760, 40, 44
    high = top + row * (len(CRAPS_POINTS) + 2)
    ways = {total: 6 - abs(total - 7) for total in range(2, 13)}
    natural, craps = ways[7] + ways[11], ways[2] + ways[3] + ways[12]
    middle = high / 2
    parts = [
        plots.text(16, 24, "Come-out roll", 13),
        plots.text(300, 24, "Point", 13),
        plots.text(620, 24, "Decided", 13),
    ]
    parts += [
        plots.rect(16, middle - 18, 110, 36, "#dbe9f6"),
        plots.text(71, middle + 5, "come-out", 13, anchor="middle"),
    ]
    for number, (total, hits) in enumerate(CRAPS_POINTS.items(), 1):
        y = top + row * number + 10
        parts.append(plots.line(126, middle, 300, y, "#999"))
        parts.append(plots.text(240, y - 4 + (middle - y) * 0.25, f"{hits}/36", 11, plots.GREY, "middle"))
        parts += [plots.rect(300, y - 14, 70, 28, "#dbe9f6"), plots.text(335, y + 5, str(total), 13, anchor="middle")]
        parts.append(plots.line(370, y, 600, y, "#999"))
        won = Fraction(hits, hits + 6)
        parts.append(plots.text(485, y - 5, f"made before a 7: {won}", 11, plots.GREY, "middle"))
        parts.append(plots.text(610, y + 5, f"{float(won):.2%} win", 12, plots.WIN))
    ends = ((top - 4, natural, "wins at once", plots.WIN), (high - 10, craps, "loses at once", plots.LOSS))
    for y, chance, words, colour in ends:
        parts.append(plots.line(71, middle + (18 if y > middle else -18), 71, y, "#999"))
        parts.append(plots.line(71, y, 600, y, "#999"))
        parts.append(plots.text(240, y - 5, f"{chance}/36", 11, plots.GREY, "middle"))
        parts.append(plots.text(610, y + 5, words, 12, colour))
    return plots.picture(wide, high + 6, "The pass wager as a chain of states", "".join(parts))


def baccarat() -> str:
    """Draw the results of baccarat's three wagers."""
    report = price("baccarat-punto-banco")
    shares = [
        (float(Fraction(one.net)), f"{wager.partition('_')[0]} {one.net}", one.probability)
        for wager in ("player_hand", "banker_hand", "tie")
        for one in report[wager].outcomes
    ]
    return plots.bars(shares, "The results of three wagers at baccarat", 640)


def keno() -> str:
    """Draw a ten-spot keno ticket's results."""
    outcomes = price("keno")["10_spot"].outcomes
    shares = [(float(Fraction(one.net)), f"net {one.net}", one.probability) for one in outcomes]
    return plots.bars(shares, "The results of a ten-spot ticket", 640)


def queens() -> str:
    """Draw the value of playing at three card poker for hands around the threshold."""
    layout = Layout.of("three-card-poker")
    worth = pricing_of(layout).worth(layout)
    values = [worth(cards(hand), (), ("play", "fold"))["play"] for hand in QUEENS]
    return _levels(QUEENS, values, -1.0, "fold: −1", "What playing is worth at three card poker, in antes")


def _levels(names: Sequence[str], values: Sequence[float], mark: float, marked: str, title: str) -> str:
    wide, left, top, row = 640, 110, 36, 24
    low, high = min(*values, mark) - 0.02, max(*values, mark) + 0.02

    def across(value: float) -> float:
        return left + (wide - left - 90) * (value - low) / (high - low)

    bottom = top + row * len(names)
    parts = [plots.text(12, 20, title, 13)]
    for number, (name, value) in enumerate(zip(names, values, strict=True)):
        y = top + row * number
        begin, end = sorted((across(mark), across(value)))
        colour = plots.WIN if value > mark else plots.LOSS
        parts.append(plots.text(left - 12, y + 15, name, 12, anchor="end"))
        parts.append(plots.rect(begin, y + 4, max(end - begin, 1), 14, colour))
        parts.append(plots.text(end + 6 if value > mark else across(mark) + 6, y + 15, f"{value:+.4f}", 11))
    parts.append(plots.line(across(mark), top - 4, across(mark), bottom, "#333"))
    parts.append(plots.text(across(mark), bottom + 14, marked, 11, anchor="middle"))
    return plots.picture(wide, bottom + 24, title, "".join(parts))


def sixteen() -> str:
    """Draw the values of standing and hitting with a hard sixteen, by the dealer's up card."""
    layout = Layout.of("blackjack")
    worth = pricing_of(layout).worth(layout)
    found = [worth(cards(SIXTEEN), cards(up), ("hit", "stand")) for up in UP_CARDS]
    names: list[str] = [name for name in ("stand", "hit") if name in found[0]]
    rows: list[tuple[str, Sequence[str]]] = [(name, [f"{one[name]:+.4f}" for one in found]) for name in names]
    better = [max(names, key=lambda name: one[name]) for one in found]
    rows.append(("better", better))
    colours = {"+": "#cfe8cf", "-": "#f3d6d2", "s": "#dbe9f6", "h": "#fff1c9"}
    return plots.cell_table([up[0] for up in UP_CARDS], rows, colours, "A hard sixteen against each up card")
