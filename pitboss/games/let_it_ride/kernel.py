"""Let it ride as a compiled loop: three cards say whether the first wager rides, four whether the second does."""

from functools import partial

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.ladder.loop import note, tables
from pitboss.families.house_poker.showdown import ALONE
from pitboss.games.let_it_ride.price import PRICING

SIMULATION = PokerKernel(PRICING, note, partial(tables, side="three_card_bonus"), ALONE).simulation
