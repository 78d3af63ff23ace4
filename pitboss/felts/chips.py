"""Value chips: a stack for an amount, and stacks of several positions side by side.

A chip is recognized by its colour, the one used in Atlantic City for its value, and by the figure printed on it. The
total beside the stack makes counting unnecessary, so a stack shows at most its `TALLEST` largest chips.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pitboss.chapter.odds import dollars
from pitboss.felts.felt import Area, Piece
from pitboss.felts.ink import BLACK, BRASS, INK, IVORY, circle, group, num, rect, text


@dataclass(frozen=True, slots=True)
class Chip:
    """A value chip: its value in cents, and the colours of its body, its edge spots and its figure."""

    value: int
    color: str
    spots: str
    ink: str

    @property
    def figure(self) -> str:
        """The figure printed on the chip."""
        if self.value >= 100_000:
            return f"{self.value // 100_000}K"
        return f"{self.value // 100}" if self.value % 100 == 0 else f"{self.value / 100:g}".lstrip("0")


HALF_FIVE = Chip(2_50, "#f19ab7", INK, INK)
"""The pink chip, for the half dollars paid at blackjack."""

CHIPS: tuple[Chip, ...] = (
    Chip(5000_00, "#8b9098", IVORY, INK),
    Chip(1000_00, "#e8641b", IVORY, INK),
    Chip(500_00, "#5f2b84", "#e8d9f2", "#ffffff"),
    Chip(100_00, "#1c1d20", BRASS, "#ffffff"),
    Chip(25_00, "#0a7d3f", IVORY, "#ffffff"),
    Chip(5_00, "#b3202a", IVORY, "#ffffff"),
    HALF_FIVE,
    Chip(1_00, "#f5f2e8", "#2d5f9e", INK),
    Chip(50, "#8fc1e3", INK, INK),
    Chip(25, "#c98a4b", INK, INK),
    Chip(1, BRASS, INK, INK),
)
"""The value chips in use, plus a one-cent chip for amounts smaller than any of them."""

WHEEL_CHIPS = {
    "blue": ("#2461b0", "#ffffff"),
    "brown": ("#6b4226", "#ffffff"),
    "green": ("#2f9e57", INK),
    "orange": ("#ef8a2b", INK),
    "pink": ("#f19ab7", INK),
    "purple": ("#6d3595", "#ffffff"),
    "white": ("#f7f5ee", INK),
    "yellow": ("#f2d13c", INK),
}
"""Non-value chips of roulette, by colour name."""

TALLEST = 5
RADIUS = 13.0
_RISE = 0.22
"How far a chip rises above the one below it, in radii."


def counted(amount: int, most: int = TALLEST) -> list[Chip]:
    """Return at most `most` chips for an amount, the largest first.

    >>> [chip.figure for chip in counted(137_50)]
    ['100', '25', '5', '5', '2.5']
    """
    half = amount % 100 == 50 and amount >= HALF_FIVE.value
    left = amount - (HALF_FIVE.value if half else 0)
    chips: list[Chip] = []
    for chip in CHIPS:
        if chip is HALF_FIVE:
            number = int(half)
        else:
            number, left = divmod(left, chip.value)
        chips += [chip] * min(number, most - len(chips))
    return chips


def face(chip: Chip, radius: float = RADIUS) -> str:
    """Draw a chip from above, with its figure."""
    dash = radius * 0.86 * 2 * 3.14159 / 12
    return (
        circle(0, 0, radius, f'fill="{chip.color}" stroke="#000" stroke-opacity="0.45" stroke-width="0.8"')
        + circle(
            0,
            0,
            radius * 0.86,
            f'fill="none" stroke="{chip.spots}" stroke-width="{num(radius * 0.24)}"'
            f' stroke-dasharray="{num(dash)} {num(dash)}"',
        )
        + circle(0, 0, radius * 0.66, f'fill="{chip.color}" stroke="{chip.spots}" stroke-width="0.7"')
        + text(0, 0.5, chip.figure, radius * 0.74, chip.ink, 800, within=radius * 1.22)
    )


def edge(chip: Chip, radius: float = RADIUS) -> str:
    """Draw the visible part of a chip under another."""
    return circle(0, 0, radius, f'fill="{chip.color}" stroke="{chip.spots}" stroke-width="1" stroke-dasharray="4 4"')


def pile(chips: list[Chip], radius: float = RADIUS) -> str:
    """Draw stacked chips, the first at the bottom."""
    rise = radius * _RISE
    lower = "".join(group(edge(chip, radius), 0, -rise * level) for level, chip in enumerate(chips[:-1]))
    shadow = f'<ellipse cx="1.5" cy="2.5" rx="{num(radius + 1)}" ry="{num(radius)}" fill="#000" fill-opacity="0.4"/>'
    return shadow + lower + group(face(chips[-1], radius), 0, -rise * (len(chips) - 1))


def tag(words: str, x: float = 0, y: float = 0, size: float = 10, fill: str = BLACK, ink: str = IVORY) -> str:
    """Draw a few words on a small plate."""
    width = len(words) * size * 0.62 + size * 0.7
    plate = rect(x - width / 2, y - size * 0.66, width, size * 1.32, f'fill="{fill}" fill-opacity="0.9"', size * 0.4)
    return plate + text(x, y, words, size, ink, 700)


@lru_cache(maxsize=4096)
def stack(
    amount: int,
    position: int = 0,
    mine: bool = False,
    radius: float = RADIUS,
    wheel_chip: str = "",
    value: int = 0,
    coupon: int = 0,
    button: str = "",
    marked: str = "",
) -> str:
    """Draw a wager's chips around the origin, with the total and the owner's position below.

    `wheel_chip` is the colour of a position's non-value chips, each worth `value`. `coupon` is a match play coupon
    under the chips, and `button` an On or Off button on them. `marked` replaces the position's number with a longer
    label.
    """
    if wheel_chip:
        color, ink = WHEEL_CHIPS.get(wheel_chip, WHEEL_CHIPS["white"])
        chip = Chip(value or amount, color, INK if ink == INK else IVORY, ink)
        chips = [chip] * min(TALLEST, max(1, amount // (value or amount)))
    else:
        chips = counted(amount)
    size = radius * 0.78
    high = radius * _RISE * (len(chips) - 1)
    drawn = ""
    if coupon:
        drawn += rect(-radius - 3, -4, 2 * radius + 6, radius + 6, f'fill="{IVORY}" stroke="{INK}"', 2)
    drawn += pile(chips, radius)
    total = f"{dollars(amount)}+{dollars(coupon)}" if coupon else dollars(amount)
    drawn += tag(total, 0, radius + size * 0.35, size, BRASS if mine else BLACK, INK if mine else IVORY)
    if button:
        on = button == "on"
        plate = circle(radius * 0.7, -high - radius * 0.62, radius * 0.62, f'fill="{IVORY if on else BLACK}"')
        drawn += plate + text(
            radius * 0.7, -high - radius * 0.58, button.upper(), radius * 0.5, INK if on else IVORY, 800
        )
    label = marked or (str(position) if position else "")
    if label:
        drawn += tag(label, -radius * 0.78, -high - radius * 0.72, size, BRASS if mine else IVORY, INK)
    return drawn


def wager_pieces(
    area: Area,
    wagers: Iterable[Mapping[str, Any]],
    me: int = 0,
    radius: float = RADIUS,
    buttons: Mapping[int, str] | None = None,
    colors: Mapping[int, tuple[str, int]] | None = None,
) -> list[Piece]:
    """Return the wagers in one area as pieces side by side, in order of position.

    If there is not enough room, the viewer's own wager is in front and the others are combined, with a count.
    `buttons` are On and Off buttons and `colors` wheel chips, by position.
    """
    ordered = sorted(wagers, key=lambda wager: int(wager["position"]))
    across = max(1, int((area.width - radius * 2) // (radius * 1.5)) + 1)
    down = max(1, int(area.height // (radius * 3.5)))
    if len(ordered) > across * down:
        return _gathered(area, ordered, me, radius, buttons or {}, colors or {})
    rows = -(-len(ordered) // across)
    columns = -(-len(ordered) // rows) if rows else 0
    wide = min(radius * 2.9, (area.width - radius * 2) / (columns - 1)) if columns > 1 else 0
    high = min(radius * 3.2, (area.height - radius * 2) / (rows - 1)) if rows > 1 else 0
    pieces = []
    for place, wager in enumerate(ordered):
        row, column = divmod(place, columns)
        x = area.x + (column - (columns - 1) / 2) * wide
        y = area.y + (row - (rows - 1) / 2) * high
        pieces.append(_one(wager, x, y, me, radius, buttons or {}, colors or {}))
    return sorted(pieces, key=lambda piece: piece.id.startswith(f"chips|{me}|"))


def _one(
    wager: Mapping[str, Any],
    x: float,
    y: float,
    me: int,
    radius: float,
    buttons: Mapping[int, str],
    colors: Mapping[int, tuple[str, int]],
) -> Piece:
    position = int(wager["position"])
    color, value = colors.get(position, ("", 0))
    svg = stack(
        int(wager["amount"]),
        position,
        position == me,
        radius,
        color,
        value,
        int(wager.get("coupon", 0)),
        buttons.get(position, ""),
    )
    kind, spot = wager["kind"], wager.get("spot", "")
    return Piece(f"chips|{position}|{kind}|{spot}", svg, x, y, "laid", kin=f"chips|{position}|{kind}")


def _gathered(
    area: Area,
    lying: list[Mapping[str, Any]],
    me: int,
    radius: float,
    buttons: Mapping[int, str],
    colors: Mapping[int, tuple[str, int]],
) -> list[Piece]:
    """Put the viewer's own wager in front and combine the others behind it."""
    own = [wager for wager in lying if wager["position"] == me]
    others = [wager for wager in lying if wager["position"] != me]
    aside = radius * 0.8 if own else 0
    x, y = area.x + aside, area.y - aside * 0.4
    if len(others) == 1:
        behind = _one(others[0], x, y, me, radius, buttons, colors)
    else:
        total = sum(int(wager["amount"]) for wager in others)
        kind, spot = others[0]["kind"], others[0].get("spot", "")
        behind = Piece(
            f"chips|others|{kind}|{spot}", stack(total, 0, False, radius, marked=f"×{len(others)}"), x, y, "laid"
        )
    x, y = area.x - aside, area.y + aside * 0.4
    return [behind, *(_one(wager, x, y, me, radius, buttons, colors) for wager in own)]
