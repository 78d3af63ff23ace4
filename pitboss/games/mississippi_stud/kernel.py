"""Mississippi stud as a compiled loop: look up the wager on two, three and four cards, then pay on five."""

from pitboss.families.house_poker.kernel.kernels import PokerKernel
from pitboss.families.house_poker.kinds.ladder.loop import deal_rounds, tables
from pitboss.families.house_poker.showdown import ALONE
from pitboss.games.mississippi_stud.price import PRICING

SIMULATION = PokerKernel(PRICING, deal_rounds, tables, ALONE).simulation
