"""Game versions, rules and strategy files in Colorado hold 'em's loop, which `tests/simulation` does not cover."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike

GAME = "colorado-holdem"


@pytest.mark.parametrize("version", ["required_bet", "permissible_bet"])
@pytest.mark.parametrize("method", ["manual_shoe", "automated_shoe"])
def test_23_10_and_23_11_the_loop_plays_both_versions_like_the_round(version: str, method: str) -> None:
    options = {"version": version, "dealing_method": method, "offer_bonus": True}
    assert_alike(kernel_of(Layout.of(GAME, options=options)), 5, range(60))


def test_loop_and_round_play_a_rule_alike() -> None:
    for strategy in ("rule of thumb", "always", 'bet = ["pair of nines or better", "Ah Kh Qd"]\n'):
        assert_alike(kernel_of(Layout.of(GAME), strategy=strategy), 11, range(40))
