"""The zero rule: what a number means for a wager, and what a zero means for an even-chance wager.

Round, price and kernel all use this module.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from pitboss.chapter.layout import Layout

Fate = Literal["won", "lost", "half", "imprisoned", "held", "released"]
"""A number's result for a wager; "held" means imprisoned again."""

UNDECIDED: tuple[Fate, ...] = ("imprisoned", "held")
"""Results that leave the wager on the layout."""


class ZeroRule(NamedTuple):
    """A table's zero rule for even-chance wagers.

    With "half", one of `part` equal parts of a wager is lost.
    """

    name: str
    on_zero: Fate
    on_second_zero: Fate
    part: int

    @classmethod
    def of(cls, layout: Layout) -> ZeroRule:
        """A table's rule; `name` is the chosen option, with "by_wheel" resolved for its wheel."""
        chosen = str(layout.option("zero_rule"))
        by_wheel: str = layout.fact("zero_rule_by_wheel")[layout.option("wheel")]
        name = by_wheel if chosen == "by_wheel" else chosen
        second = _ON_SECOND_ZERO[str(layout.option("second_zero"))]
        return cls(name, _ON_ZERO[name], second, layout.fact("surrendered_part"))

    def fate(self, covered: bool, zero: bool, even_chance: bool, imprisoned: bool) -> Fate:
        """The result for a wager, given whether it covers the number and whether the number is a zero."""
        if covered:
            return "released" if imprisoned else "won"
        if not zero or not even_chance:
            return "lost"
        return self.on_second_zero if imprisoned else self.on_zero

    def loss(self, fate: Fate, amount: int) -> int:
        """The amount of a wager that a result loses."""
        return amount if fate == "lost" else amount // self.part if fate == "half" else 0

    @property
    def halves(self) -> bool:
        """Whether a zero, or a second one, can take half of a wager."""
        return self.on_zero == "half" or (self.on_zero == "imprisoned" and self.on_second_zero == "half")


_ON_ZERO: dict[str, Fate] = {"surrender_half": "half", "en_prison": "imprisoned", "none": "lost"}
_ON_SECOND_ZERO: dict[str, Fate] = {"lose": "lost", "stay": "held", "half": "half"}
