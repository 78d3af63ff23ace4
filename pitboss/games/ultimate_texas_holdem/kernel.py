"""Ultimate Texas hold 'em as a compiled loop: look up three decisions, then compare two hands of seven cards."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.streets.stopping_loop import deal_rounds, tables
from pitboss.games.ultimate_texas_holdem.price import PRICING

STREETS = ("flop", "last_cards")

SIMULATION = PokerKernel(PRICING, deal_rounds, partial(tables, side="progressive", streets=STREETS)).simulation
