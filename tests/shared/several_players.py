"""A bank against several players: what every game that has one owes its price."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.chapter.layout import Layout
from pitboss.pricing.contract import Given, Pricing


def bank_pays_less_on_its_net(pricing: Pricing, layout: Layout) -> None:
    """Against more players it wins more of its net; what is simulated of it tells its error, and agrees with itself."""
    rows = [pricing.price(layout, Given(players=players))["bank"] for players in (2, 4)]
    assert [row.method for row in rows] == ["exact", "simulation"]
    assert rows[0].house_edge > rows[1].house_edge
    for row in rows[1:]:
        assert 0 < row.error < 2e-4
        assert row.exact is None
        # The same rounds by themselves, without what is known exactly of them.
        mean = sum(float(Fraction(one.net)) * one.probability for one in row.outcomes)
        assert -mean == pytest.approx(row.house_edge, abs=0.005)
    with pytest.raises(ValueError, match="there are 6 betting positions"):
        pricing.price(layout, Given(players=7))
