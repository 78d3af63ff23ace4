"""Double cross poker as a compiled loop: look up four decisions, then compare two hands of two rows each."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.cross.loop import record_cells, tables
from pitboss.games.double_cross_poker.price import PRICING

SIMULATION = PokerKernel(PRICING, record_cells, partial(tables, side="three_card")).simulation
