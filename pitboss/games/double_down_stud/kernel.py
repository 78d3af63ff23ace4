"""Double down stud as a compiled loop: look up the decision on four cards, then pay on five."""

from typing import Any

from pitboss.families.house_poker.kernel.kernels import PokerKernel, SimulationSetup
from pitboss.families.house_poker.kinds.ladder import loop
from pitboss.families.house_poker.showdown import ALONE
from pitboss.games.double_down_stud.price import PRICING


def _tables(at: SimulationSetup) -> tuple[Any, ...]:
    return loop.tables(at, hole=int(at.terms.figure("hole_card")))


SIMULATION = PokerKernel(PRICING, loop.deal_rounds, _tables, ALONE).simulation
