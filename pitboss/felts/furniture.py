"""The shoe and the discard rack beside a card table's dealer, showing how full each is."""

from __future__ import annotations

from pitboss.felts.ink import BLACK, BRASS, IVORY, group, num, path, rect, text


def shoe_svg() -> str:
    return (
        path("M-46-34H30L46-14V34H-46Z", f'fill="{BLACK}" stroke="{BRASS}" stroke-opacity="0.6"')
        + path("M-46-34H30L46-14H-46Z", 'fill="#26292e"')
        + text(0, -24, "SHOE", 10, IVORY, 700, spacing=1.5)
    )


def rack_svg() -> str:
    return (
        rect(-40, -34, 80, 68, f'fill="#1d0d10" stroke="{IVORY}" stroke-opacity="0.5"', 5)
        + rect(-33, -14, 66, 42, 'fill="#3a1119"', 3)
        + text(0, -24, "DISCARDS", 10, IVORY, 700, spacing=0.8)
    )


def level_svg(number: int, size: int, width: float) -> str:
    """Draw a level as a bar with a number."""
    full = max(0.0, min(number / size, 1.0)) * width
    return (
        rect(-width / 2, -8, width, 24, 'fill="#000" fill-opacity="0.45"', 3)
        + rect(-width / 2, -8, full, 24, f'fill="{IVORY}" fill-opacity="0.3"', 3)
        + text(0, 4.5, str(number), 16, IVORY, 700)
    )


def scaled(drawn: str, scale: float, x: float = 0, y: float = 0) -> str:
    if scale == 1:
        return group(drawn, x, y)
    return f'<g transform="translate({num(x)} {num(y)}) scale({num(scale)})">{drawn}</g>'
