"""Texas hold 'em bonus poker as a compiled loop: three decisions looked up, two hands of seven cards compared."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.streets.street_wagers_loop import note, tables
from pitboss.games.texas_holdem_bonus.price import PRICING

STREETS = ("flop_cards", "turn_card", "river_card")

SIMULATION = PokerKernel(PRICING, note, partial(tables, side="bonus", streets=STREETS)).simulation
