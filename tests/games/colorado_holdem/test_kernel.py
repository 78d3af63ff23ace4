"""The compiled loop of Colorado hold 'em, where `tests/simulation` does not look: the versions, rules, files."""

import pytest

from pitboss.chapter.layout import Layout
from pitboss.simulation.kernel import kernel_of
from tests.shared.poker_table import assert_alike

GAME = "colorado-holdem"


@pytest.mark.parametrize("version", ["required_bet", "permissible_bet"])
@pytest.mark.parametrize("method", ["manual_shoe", "automated_shoe"])
def test_23_10_and_23_11_both_versions_are_played_as_dealt(version: str, method: str) -> None:
    options = {"version": version, "dealing_method": method, "offer_bonus": True}
    assert_alike(kernel_of(Layout.of(GAME, options=options)), 5, range(60))


def test_a_rule_is_played_by_both() -> None:
    for strategy in ("rule of thumb", "always", 'bet = ["pair of nines or better", "Ah Kh Qd"]\n'):
        assert_alike(kernel_of(Layout.of(GAME), strategy=strategy), 11, range(40))
