"""A third-party game gets every feature from its own folder alone; the every-game tests cover the rest."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from msgspec import structs

from pitboss import price, strategy
from pitboss.chapter.layout import Layout
from pitboss.contract import contract_of
from pitboss.equipment import cards
from pitboss.library.felts import felt_of
from pitboss.library.simulations import dealt_again
from pitboss.pricing.entry import choice_values
from pitboss.simulation.kernel import kernel_of
from pitboss.table import Settled, game_on
from pitboss.table.script import play_script

GAME = "high-card"
METERED = Layout.of(GAME, options={"progressive": True})


def test_it_lacks_nothing() -> None:
    found = contract_of(GAME)
    assert found.can == ("dealt", "priced", "simulated", "checked")
    assert found.gives == ("advice", "strategy", "worth")
    assert found.lacks == {}
    assert type(felt_of(METERED, 3)).__module__ == "high_card.felt"
    assert {"settlement"} <= {at for event in METERED.irregularities.values() for at in event.at}


def test_half_is_given_up_where_that_costs_less() -> None:
    best = strategy(GAME)
    assert best.summary == ("stay with a five or better, give up half with less",)
    assert (best.decide("4h"), best.decide("5h")) == ("give_up", "stay")
    brings = choice_values(Layout.of(GAME))
    for card in ("4h", "5h"):
        each = brings(cards(card), (), ("stay", "give_up"))
        assert max(each, key=lambda choice: each[choice]) == best.decide(card)
    assert price(GAME, strategy="always stay")["high"].exact == "0"


def test_the_price_of_the_spade_wager_depends_on_the_meter() -> None:
    # One card each wins 25, 10 and 5, and the other 49 lose 1.
    assert price(METERED)["spade"].exact == "9/52"
    assert price(METERED, meter=34)["spade"].exact == "0"


def test_the_meter_grows_is_won_and_is_reset() -> None:
    lines = f"game {GAME}\nset progressive=true\n1: sit Ann 100\n1: high 10\n1: spade 1\n"
    fed = play_script(f"{lines}cards Ac 2c\n1: stay\nsettles 1: high 10, spade -1")
    assert fed.state.meter == 25_50
    won = play_script(f"{lines}cards As 2c\n1: stay\nsettles 1: high 10, spade 25")
    assert won.state.meter == 10_00


def test_in_a_simulation_the_meter_moves_from_round_to_round_as_at_the_table() -> None:
    kernel, table = kernel_of(METERED), game_on(METERED)
    path = np.zeros(150, np.int64)
    kernel.play(5, 0, path)
    meter, won = table.opening().meter, 0
    for unit, net in enumerate(path.tolist()):
        found = replace(kernel, opening=lambda game, shown=meter: structs.replace(game.opening(), meter=shown))
        ((steps,), _) = dealt_again(found, table, 5, unit)
        assert sum(step.net for step in steps if isinstance(step, Settled)) == net
        won += steps[-1].state.meter < meter
        meter = steps[-1].state.meter
    assert won > 1
