"""The interface of a game's `kernel.py`.

A `kernel.py` ends with `SIMULATION`: the function that makes the kernel, whether it takes a strategy, and which part of
its loop can be compiled before the best strategy is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pitboss.chapter.layout import Layout
    from pitboss.simulation.kernel import Kernel

Progress = Callable[[float], None]
"""A callback that receives the fraction done, from 0 to 1."""


class KernelMaker(Protocol):
    """Makes the compiled loop of a game on a layout (see `kernel_of` for the parameters)."""

    def __call__(
        self,
        layout: Layout,
        wagers: Sequence[str] | None = None,
        strategy: str | None = None,
        progress: Progress | None = None,
    ) -> Kernel: ...


@dataclass(frozen=True, slots=True)
class Precompilation:
    """The functions that a second process can compile before the best strategy is known.

    `loop` is the game's compiled loop, used to check whether its machine code exists; `make` compiles all or part of
    it.
    """

    loop: Any
    make: Callable[[Layout, Sequence[str] | None], object]


@dataclass(frozen=True, slots=True)
class Simulation:
    """How a game is simulated. `strategy` describes the strategies it accepts besides the best one; "" if there are
    none.

    `without` maps each wager that is not simulated to the reason, such as a bank that rotates.
    """

    kernel: KernelMaker
    strategy: str = ""
    ahead: Precompilation | None = None
    without: Mapping[str, str] = field(default_factory=dict)
    counted: Callable[..., Any] | None = None
    """Makes a card counter's loop from (layout, `CountedShoe`, departures); None if there is no such loop."""
