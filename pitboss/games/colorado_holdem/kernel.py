"""Colorado hold 'em as a compiled loop: look up the discard and the bet on three cards, then pay on five."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.discard.loop import deal_rounds, tables
from pitboss.families.house_poker.showdown import ALONE
from pitboss.games.colorado_holdem.price import PRICING

SIMULATION = PokerKernel(PRICING, deal_rounds, partial(tables, side="bonus"), ALONE).simulation
