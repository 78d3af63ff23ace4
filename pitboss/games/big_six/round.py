"""The big six wheel: one spin decides every box on the layout.

The round comes from `families/one_draw`: wagers, the call, the spin, collecting, paying. An outcome is a section of the
rim, numbered clockwise from 1; the fact `rim` gives its symbol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from pitboss.chapter.layout import Layout
from pitboss.families.one_draw.round import DrawState, Lands, OneDraw
from pitboss.table.steps import Ask, AskNumber


class BigSix(OneDraw[DrawState]):
    """The procedure of sections 5.5 and 5.6 on one layout."""

    fact_kinds: ClassVar[Mapping[str, Any]] = {**OneDraw.fact_kinds, "rim": dict[str, list[str]], "turns": int}

    def __init__(self, layout: Layout) -> None:
        super().__init__(layout)
        self.rim: tuple[str, ...] = tuple(layout.fact("rim")[layout.option("wheel")])
        self.numbers = tuple(str(number) for number in range(1, len(self.rim) + 1))
        self.seats = int(str(layout.option("positions")))

    # ---- 5.6: the spin

    @property
    def outcomes(self) -> Sequence[str]:
        return self.numbers

    def drawing(self) -> str:
        return f"{super().drawing()} The wheel is spun; it makes at least {self.layout.fact('turns')} full turns."

    def ask(self, state: DrawState) -> Ask:
        return AskNumber(state, self.sections["turns"], len(self.numbers), "wheel", self.numbers)

    def symbol(self, number: str) -> str:
        """The symbol of a section: the box that wins."""
        return self.rim[self.numbers.index(number)]

    def call(self, drawn: str) -> str:
        return f"{self.name(self.symbol(drawn))}. The clapper stops in section {drawn}."

    def lands(self, kind: str, spot: str, drawn: str) -> Lands:
        return "" if self.symbol(drawn) == kind else None

    def status(self, state: DrawState) -> list[str]:
        shown = ", ".join(self.name(self.symbol(number)) for number in state.last)
        return [f"last: {shown}"] if shown else []


GAME = BigSix
