"""Let it ride as a compiled loop: look up on three cards whether the first wager rides, and on four the second."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.ladder.loop import deal_rounds, tables
from pitboss.families.house_poker.showdown import ALONE
from pitboss.games.let_it_ride.price import PRICING

SIMULATION = PokerKernel(PRICING, deal_rounds, partial(tables, side="three_card_bonus"), ALONE).simulation
