"""Casino war in the loop shared by all shoe games: its tree, with the cards burned before a war. A player who
surrenders every tie hand is dealt no war. That is a different tree, in which later cards come out as they would at a
table.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.chapter.layout import Layout
from pitboss.families.shoe.kernel import ShoeCards, ShoeWagers, shoe_kernel
from pitboss.families.shoe.price import RoundEnd
from pitboss.families.shoe.tree import Outcome, kinds_of
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.games.casino_war.price import PRICING, net_of, tree
from pitboss.games.casino_war.round import CasinoWar
from pitboss.pricing.contract import PriceInputs
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import PLAYER, Kernel, choose_wagers
from pitboss.table.game import game_on
from pitboss.table.steps import Action, AskDecision, Reply

WARS = ("war", "war_tie")


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The kernel for these wagers in every round: always the initial wager, and the war wager unless the player
    surrenders.
    """
    game = game_on(layout)
    assert isinstance(game, CasinoWar)
    asked = choose_wagers(layout, wagers)
    best = PRICING.strategy(layout, PriceInputs())
    war = (best.best if strategy is None else best.find(strategy)).adds("tie hand")
    if not war and wagers is not None and (at_war := next((kind for kind in asked if kind in WARS), "")):
        raise ValueError(f"{at_war}: a player who surrenders every tie hand makes no such wager")
    made = ["initial", *(["war"] if war else []), *(kind for kind in asked if war or kind not in WARS)]
    stakes = {kind: usual_stake(game, kind) for kind in layout.wagers if kind in made}
    if war:
        stakes["war"] = stakes["initial"]

    def net(kind: str, ended: Outcome) -> int | None:
        assert isinstance(ended, RoundEnd)
        return cents(layout, kind, stakes[kind], ended, war)

    def decide(ask: AskDecision) -> Reply:
        if "war_tie" in stakes:
            return PLAYER, Action("make", "war_tie", stakes["war_tie"])
        return "war" if war else "surrender"

    standing = simulated_player({kind: stake for kind, stake in stakes.items() if kind not in WARS}, decide=decide)
    return shoe_kernel(
        layout,
        game,
        tree(layout, surrenders=not war),
        ShoeCards(game.decks, kinds_of(layout.fact("card_ranks")), game.cut_card),
        ShoeWagers(stakes, net, standing, wagers, counted_in={"war": "initial"}),
        strategy=strategy,
        plays="war on every tie hand" if war else "every tie hand surrendered",
        pricing={"strategy": strategy} if strategy else {},
    )


def cents(layout: Layout, kind: str, stake: int, ended: RoundEnd, war: bool) -> int | None:
    """A wager's net after this end, or None if it was not made."""
    if kind == "initial":
        return int(net_of(layout, ended, war) * stake)
    if kind == "tie":
        return layout.odds(kind).pays(stake) if ended.at else -stake
    if ended.at is None:
        return None
    if kind == "war":
        return -stake if ended.how == "lower" else layout.odds_table(kind)[ended.how].pays(stake)
    return layout.odds(kind).pays(stake) if ended.how == "tie" else -stake


SIMULATION = Simulation(kernel, "war (the best) or surrender")
