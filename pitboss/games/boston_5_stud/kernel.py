"""Boston 5 stud as a compiled loop: look up the decision on three cards, then compare two five-card hands."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.stud.early_loop import deal_rounds, tables
from pitboss.games.boston_5_stud.price import PRICING

SIMULATION = PokerKernel(PRICING, deal_rounds, partial(tables, side="three_card_bonus")).simulation
