"""Double cross poker as a compiled loop: look up four decisions, then compare two hands of two rows each."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.cross.loop import deal_rounds, tables
from pitboss.games.double_cross_poker.price import PRICING

SIMULATION = PokerKernel(PRICING, deal_rounds, partial(tables, side="three_card")).simulation
