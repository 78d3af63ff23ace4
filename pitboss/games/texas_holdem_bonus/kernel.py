"""Texas hold 'em bonus poker as a compiled loop: look up three decisions, then compare two hands of seven cards."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.streets.street_wagers_loop import deal_rounds, tables
from pitboss.games.texas_holdem_bonus.price import PRICING

STREETS = ("flop_cards", "turn_card", "river_card")

SIMULATION = PokerKernel(PRICING, deal_rounds, partial(tables, side="bonus", streets=STREETS)).simulation
