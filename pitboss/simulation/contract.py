"""What a game's `kernel.py` gives, and what it takes: the contract of a simulation.

A `kernel.py` ends with `SIMULATION`: the function that makes the kernel, whether it can be told how to play, and what
of its loop can be compiled before the best play is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from pitboss.chapter.layout import Layout
    from pitboss.simulation.kernel import Kernel

Progress = Callable[[float], None]
"""Told, from 0 to 1, how much is done."""


class KernelMaker(Protocol):
    """Makes the compiled loop of a game on a layout (see `kernel_of` for what each is)."""

    def __call__(
        self,
        layout: Layout,
        wagers: Sequence[str] | None = None,
        strategy: str | None = None,
        progress: Progress | None = None,
    ) -> Kernel: ...


@dataclass(frozen=True, slots=True)
class Ahead:
    """What can be compiled before the best play is known: a second process does it while the first finds that play.

    `loop` is the game's compiled loop, whose machine code is there or not; `make` compiles it, or a part of it.
    """

    loop: Any
    make: Callable[[Layout, Sequence[str] | None], object]


@dataclass(frozen=True, slots=True)
class Simulation:
    """How a game is simulated. `strategy` says how it can be told to play otherwise than best; "" if it cannot be.

    `without` are wagers of the game that are not simulated, each with the reason: a bank that goes around.
    """

    kernel: KernelMaker
    strategy: str = ""
    ahead: Ahead | None = None
    without: Mapping[str, str] = field(default_factory=dict)
