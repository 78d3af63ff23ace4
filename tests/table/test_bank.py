"""Banks held by players: payments between players, a bank that runs out, a shared bank, and a wager by the house. The
figures in two examples are from the fact sheet for pai gow poker.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.games.chemin_de_fer.round import CheminDeFer, CheminDeFerAmounts
from pitboss.table import Position, Settled, Wager
from pitboss.table.bank import (
    bank_of,
    close_bank,
    collect,
    covered_amount,
    cut_back,
    house_share,
    pay,
    uncovered_amount,
)
from pitboss.table.state import THE_HOUSE, replace, set_wager

SECTION = "4.9"


class FivePercentOnWin(CheminDeFerAmounts):
    """Winners pay five percent to the house, as at pai gow."""

    def vigorish_on_win(self, wager: Wager) -> int:
        return wager.amount // 20


class FivePercent(CheminDeFer):
    amounts_type = FivePercentOnWin


GAME = FivePercent(Layout.of("chemin-de-fer"))


def table(bank: int, *against: int) -> Any:
    """Position 1 has the bank, the others have wagered against it, and each has $1,000 left."""
    amounts = (bank, *against)
    wagers = [
        Wager(number, "against_bank" if number > 1 else "bank", amount) for number, amount in enumerate(amounts, 1)
    ]
    seats = tuple(Position(one.position, "", 1000_00, 1000_00 + one.amount) for one in wagers)
    return replace(
        GAME.opening(), positions=seats, wagers=tuple(wagers), bought_in=sum(seat.bought_in for seat in seats)
    )


class Settlement:
    """A table and the steps taken at it; chips are conserved, and no rack or bank is below $0."""

    def __init__(self, state: Any) -> None:
        self.before = self.state = state
        self.steps: list[Settled] = []

    def do(self, steps: Generator[Any, Any, Any]) -> None:
        while True:
            try:
                step = next(steps)
            except StopIteration as end:
                self.state = end.value
                return
            assert step.state.chips == step.state.bought_in
            assert all(wager.amount > 0 for wager in step.state.wagers)
            self.steps.append(step)

    def wager(self, position: int) -> Wager:
        return next(one for one in self.state.wagers if one.position == position and one.kind != "bank")

    def net(self, position: int) -> int:
        """A position's net result according to its chips and to the settlements."""
        seat, then = self.state.seat(position), self.before.seat(position)
        recorded = sum(step.net for step in self.steps if step.wager.position == position)
        if seat is None:
            return int(self.state.inventory - self.before.inventory)
        assert recorded == seat.rack - seat.bought_in
        assert then is not None
        return int(recorded)

    def closed(self) -> None:
        bank = bank_of(self.before)
        assert bank is not None
        self.do(close_bank(GAME, self.state, bank, lambda net: net // 20, SECTION))


def test_losing_wagers_go_into_the_bank_and_winning_ones_are_paid_out_of_it() -> None:
    done = Settlement(table(100_00, 50_00, 30_00))
    assert (covered_amount(done.state), uncovered_amount(done.state)) == (80_00, 20_00)
    done.do(collect(GAME, done.state, done.wager(2), SECTION))
    assert bank_of(done.state).amount == 150_00
    done.do(pay(GAME, done.state, done.wager(3), 30_00, SECTION))
    done.closed()
    assert [done.net(position) for position in (1, 2, 3)] == [19_00, -50_00, 28_50]
    assert done.state.inventory == 1_00 + 1_50
    assert done.state.wagers == ()
    assert [(step.result, step.by) for step in done.steps] == [("loses", 1), ("wins", 1), ("wins", 0)]
    assert done.steps[1].text.endswith("out of the bank of position 1, less $1.50 percentage")


def test_a_bank_of_a_player_with_the_dealers_wager_against_it() -> None:
    """Example 9 of pai gow poker: position 2 and the dealer lose 50 and 20, position 3 wins 30."""
    begun = table(100_00, 50_00, 30_00)
    begun = set_wager(begun, Wager(THE_HOUSE, "against_bank", 20_00))
    assert begun.inventory == -20_00
    done = Settlement(begun)
    done.do(collect(GAME, done.state, done.wager(THE_HOUSE), SECTION))
    done.do(collect(GAME, done.state, done.wager(2), SECTION))
    done.do(pay(GAME, done.state, done.wager(3), 30_00, SECTION))
    done.closed()
    assert [done.net(position) for position in (1, 2, 3)] == [38_00, -50_00, 28_50]
    assert done.state.inventory == -16_50


def test_a_wager_of_the_house_that_wins_or_returns_is_the_inventorys() -> None:
    begun = set_wager(table(100_00), Wager(THE_HOUSE, "against_bank", 20_00))
    won = Settlement(begun)
    won.do(pay(GAME, won.state, won.wager(THE_HOUSE), 20_00, SECTION))
    won.closed()
    assert (won.state.inventory, won.net(1)) == (20_00, -20_00)
    back = Settlement(begun)
    back.do(GAME.give_back(back.state, back.wager(THE_HOUSE), SECTION))
    assert back.state.inventory == 0


def test_a_bank_that_the_house_shares_wins_and_pays_half() -> None:
    """Example 10 of pai gow poker: position 2 loses 50, position 3 wins 30; half of each is the house's."""
    done = Settlement(table(40_00, 50_00, 30_00))
    done.do(collect(GAME, done.state, done.wager(2), SECTION, house=house_share(50_00, 50)))
    done.do(pay(GAME, done.state, done.wager(3), 30_00, SECTION, house=house_share(30_00, 50)))
    done.closed()
    assert [done.net(position) for position in (1, 2, 3)] == [9_50, -50_00, 28_50]
    assert done.state.inventory == 12_00


def test_a_bank_that_runs_out_in_mid_settlement_pays_what_it_has_and_the_rest_comes_back() -> None:
    done = Settlement(table(50_00, 30_00, 40_00, 10_00))
    for position in (2, 3, 4):
        wager = done.wager(position)
        done.do(pay(GAME, done.state, wager, wager.amount, SECTION))
    assert bank_of(done.state) is None
    done.closed()
    # The first is paid in full, the second gets what was left, both less five percent; the third gets its wager back.
    assert [done.net(position) for position in (1, 2, 3, 4)] == [-50_00, 28_50, 19_00, 0]
    assert [step.result for step in done.steps] == ["wins", "wins", "void", "loses"]
    assert done.state.inventory == 2_50


def test_a_bank_that_loses_in_part_returns_the_rest_without_vigorish() -> None:
    done = Settlement(table(100_00, 30_00))
    done.do(pay(GAME, done.state, done.wager(2), 30_00, SECTION))
    done.closed()
    assert done.net(1) == -30_00
    assert [(step.result, step.wager.amount) for step in done.steps[1:]] == [("loses", 30_00), ("returned", 70_00)]


def test_the_uncovered_bank_is_returned_before_the_deal() -> None:
    done = Settlement(table(100_00, 30_00))
    done.do(cut_back(GAME, done.state, SECTION))
    assert bank_of(done.state).amount == 30_00
    assert done.state.rack(1) == 1070_00
    again = Settlement(done.state)
    again.do(cut_back(GAME, again.state, SECTION))
    assert again.steps == []


def test_a_wager_cannot_be_collected_without_a_bank() -> None:
    done = Settlement(replace(table(50_00, 30_00), wagers=(Wager(2, "against_bank", 30_00),)))
    with pytest.raises(ValueError, match="there is no bank"):
        next(collect(GAME, done.state, done.wager(2), SECTION))
