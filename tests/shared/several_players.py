"""Checks of a bank's price against several players."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pitboss.chapter.layout import Layout
from pitboss.pricing.contract import PriceInputs, Pricing


def bank_pays_less_on_its_net(pricing: Pricing, layout: Layout) -> None:
    """Check that with more players the bank's net pays less vigorish, and that the simulation agrees with its nets."""
    rows = [pricing.price(layout, PriceInputs(players=players))["bank"] for players in (2, 4)]
    assert [row.method for row in rows] == ["exact", "simulation"]
    assert rows[0].house_edge > rows[1].house_edge
    for row in rows[1:]:
        assert 0 < row.error < 2e-4
        assert row.exact is None
        # The simulated rounds alone, without the exact advantage.
        mean = sum(float(Fraction(one.net)) * one.probability for one in row.outcomes)
        assert -mean == pytest.approx(row.house_edge, abs=0.005)
    with pytest.raises(ValueError, match="there are 6 betting positions"):
        pricing.price(layout, PriceInputs(players=7))
