"""Figures of a price as they are written on a page."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.web.markup import Markup, el

CHEAP, DEAR = 0.02, 0.06
"""House edges below and above which a wager is shown as cheap or dear."""


def percent(value: float, digits: int = 3) -> str:
    """A share as a percentage.

    >>> percent(7 / 495), percent(0), percent(-0.01, 2)
    ('1.414%', '0%', '-1.00%')
    """
    return f"{value:.{digits}%}" if value else "0%"


def likely(probability: float) -> str:
    """A probability as a percentage, or for a rare one as one in so many.

    >>> likely(0.4), likely(1 / 649740)
    ('40%', '1 in 649,740')
    """
    return f"{probability * 100:.3g}%" if probability >= 0.001 else f"1 in {1 / probability:,.0f}"


def fraction(text: str) -> Markup:
    """An exact figure; a long one is cut to the eye, and whole for whoever selects it."""
    return el("span", text, class_="fraction", title=text if len(text) > 16 else None)


def net(text: str) -> str:
    """What is won or lost, with its sign.

    >>> net("9/5"), net("-1"), net("0"), net("-11/4")
    ('+9/5', '−1', '0', '−11/4')
    """
    return text if text == "0" else f"−{text[1:]}" if text.startswith("-") else f"+{text}"


def pays(odds: Mapping[str, str]) -> str:
    """What a wager pays, in short.

    >>> pays({"": "9 to 5"}), pays({"4": "2 to 1", "5": "3 to 2", "6": "6 to 5"}), pays({})
    ('9 to 5', '2 to 1 … 6 to 5', '')
    """
    different = list(dict.fromkeys(odds.values()))
    return ", ".join(different) if len(different) <= 2 else f"{different[0]} … {different[-1]}"


def heat(edge: float) -> str:
    """How dear a wager is, as a class of the style sheet and a name of `theme.COLOURS`.

    >>> heat(7 / 495), heat(1 / 19), heat(1 / 6)
    ('good', 'fair', 'dear')
    """
    return "good" if edge < CHEAP else "fair" if edge < DEAR else "dear"
