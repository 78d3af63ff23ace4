"""Ultimate Texas hold 'em as a compiled loop: three decisions looked up, two hands of seven cards compared."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.streets.stopping_loop import note, tables
from pitboss.games.ultimate_texas_holdem.price import PRICING

STREETS = ("flop", "last_cards")

SIMULATION = PokerKernel(PRICING, note, partial(tables, side="progressive", streets=STREETS)).simulation
