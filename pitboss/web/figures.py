"""Formatting of prices and choices on a page."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.chapter.rules import Rules, Value, value_text
from pitboss.web.markup import Markup, el

CHEAP, DEAR = 0.02, 0.06
"""The house edge below which a wager is shown as cheap, and the one above which it is shown as expensive."""


def percent(value: float, digits: int = 3) -> str:
    """Format a share as a percentage.

    >>> percent(7 / 495), percent(0), percent(-0.01, 2)
    ('1.414%', '0%', '-1.00%')
    """
    return f"{value:.{digits}%}" if value else "0%"


def edge(value: float, digits: int = 3) -> str:
    """Format a house edge; a negative one, such as that of a raise on a good hand, as a gain.

    >>> edge(7 / 495), edge(0), edge(-0.4)
    ('1.414%', '0%', 'gains 40.000%')
    """
    return percent(value, digits) if value >= 0 else f"gains {percent(-value, digits)}"


def points(now: float, before: float, digits: int = 3) -> str:
    """Format the change of a share in percentage points; empty if it is too small to see.

    >>> points(0.0205, 0.0049), points(0.004, 0.0049, 2), points(0.00490001, 0.0049)
    ('+1.560', '−0.09', '')
    """
    return _signed((now - before) * 100, digits)


def _signed(change: float, digits: int) -> str:
    text = f"{change:+.{digits}f}".replace("-", "−")
    return text if text.strip("+−0.") else ""


def likely(probability: float) -> str:
    """Format a probability as a percentage, or as "1 in n" if it is small.

    >>> likely(0.4), likely(1 / 649740)
    ('40%', '1 in 649,740')
    """
    return f"{probability * 100:.3g}%" if probability >= 0.001 else f"1 in {1 / probability:,.0f}"


def fraction(text: str) -> Markup:
    """Render an exact fraction; a long one is shortened on screen but can be selected whole."""
    return el("span", text, class_="fraction", title=text if len(text) > 16 else None)


def net(text: str) -> str:
    """Format a result with its sign.

    >>> net("9/5"), net("-1"), net("0"), net("-11/4")
    ('+9/5', '−1', '0', '−11/4')
    """
    return text if text == "0" else f"−{text[1:]}" if text.startswith("-") else f"+{text}"


def pays(odds: Mapping[str, str]) -> str:
    """Summarize what a wager pays.

    >>> pays({"": "9 to 5"}), pays({"4": "2 to 1", "5": "3 to 2", "6": "6 to 5"}), pays({})
    ('9 to 5', '2 to 1 … 6 to 5', '')
    """
    different = list(dict.fromkeys(odds.values()))
    return ", ".join(different) if len(different) <= 2 else f"{different[0]} … {different[-1]}"


def format_value(value: Value, rules: Rules | None = None) -> str:
    """Describe a choice in words; a game of the poker room by its name in the rules.

    >>> format_value(True), format_value("hard_9_11"), format_value("6 to 5"), format_value(8)
    ('yes', 'hard 9 11', '6 to 5', '8')
    >>> from pitboss.chapter.rules import rules_of
    >>> format_value("stud7_low", rules_of("poker"))
    'Seven-card stud, low (razz)'
    """
    fact = rules.facts.get(str(value)) if rules is not None else None
    if fact is not None and isinstance(fact.value, dict) and "name" in fact.value:
        return str(fact.value["name"])
    return {"true": "yes", "false": "no"}.get(text := value_text(value), text.replace("_", " "))


def heat(edge: float) -> str:
    """Classify a house edge, as a CSS class and a name in `theme.COLOURS`.

    >>> heat(7 / 495), heat(1 / 19), heat(1 / 6)
    ('good', 'fair', 'dear')
    """
    return "good" if edge < CHEAP else "fair" if edge < DEAR else "dear"
