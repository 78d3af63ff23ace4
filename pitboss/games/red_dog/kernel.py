"""Red dog in the loop shared by all shoe games: its tree, and a strategy's raises."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.chapter.layout import Layout
from pitboss.families.shoe.kernel import ShoeCards, ShoeWagers, shoe_kernel
from pitboss.families.shoe.price import RoundEnd, adds
from pitboss.families.shoe.tree import Outcome, kinds_of
from pitboss.families.wagering import simulated_player, usual_stake
from pitboss.games.red_dog.price import PRICING, tree, won
from pitboss.games.red_dog.round import RedDog, RedDogState
from pitboss.pricing.contract import PriceInputs
from pitboss.simulation.contract import Progress, Simulation
from pitboss.simulation.kernel import PLAYER, Kernel, choose_wagers
from pitboss.table.game import game_on
from pitboss.table.steps import AskDecision


def kernel(
    layout: Layout,
    wagers: Sequence[str] | None = None,
    strategy: str | None = None,
    progress: Progress | None = None,
) -> Kernel:
    """The kernel for an initial wager in every round, raised in full whenever the strategy raises."""
    game = game_on(layout)
    assert isinstance(game, RedDog)
    asked = choose_wagers(layout, wagers)
    areas = sorted({spot for spot in asked.values() if spot})
    if len(areas) > 1 or any(area not in game.amounts.spots(game.opening(), PLAYER, "initial") for area in areas):
        raise ValueError(
            f"areas {', '.join(areas)}: only one area is simulated, and position {PLAYER} must be allowed to use it"
        )
    best = PRICING.strategy(layout, PriceInputs())
    play = best.best if strategy is None else best.find(strategy)
    raised = [kind for kind in ("raise",) if any(adds(play, ended) for ended in best.counted)]
    stake = usual_stake(game, "initial")
    stakes = dict.fromkeys(["initial", *raised], stake)

    def net(kind: str, ended: Outcome) -> int | None:
        assert isinstance(ended, RoundEnd)
        added = adds(play, ended)
        if kind == "raise" and not added:
            return None
        return int(won(layout, ended) * stake) * (2 if kind == "initial" and added else 1)

    kinds = kinds_of(layout.fact("card_values"))

    def decide(ask: AskDecision) -> str:
        assert isinstance(ask.state, RedDogState)
        at = tuple(sorted(kinds[card.index] for card in ask.state.cards))
        return "raise" if play.adds(at) else "stand"

    standing = simulated_player({"initial": stake}, {"initial": areas[0] if areas else ""}, decide=decide)
    return shoe_kernel(
        layout,
        game,
        tree(layout),
        ShoeCards(game.decks, kinds, game.cut_card, layout.fact("burn"), game.continuous),
        ShoeWagers(stakes, net, standing, wagers, counted_in={"raise": "initial"}),
        strategy=strategy,
        plays=play.says,
        pricing={"strategy": strategy} if strategy else {},
    )


SIMULATION = Simulation(kernel, "never raise, always raise, or for example: raise on 7 or more")
