"""Double attack blackjack: the twenty-one procedure, plus what is specific to Subchapter 26.

The round itself is `TwentyOne.round` in `families/twenty_one/round/play.py`: read that first. The dealer's first card
before the players' cards, the raise after it, surrender at any time and the bonus wager on the dealer's third card are
terms from the family, declared in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.twenty_one.round import TwentyOne, TwentyOneState


class DoubleAttack(TwentyOne[TwentyOneState]):
    """The procedure of Subchapter 26 on one layout."""

    state_type = TwentyOneState
    decisions: ClassVar[Mapping[str, str]] = {
        "raise": "attack",
        "pass": "attack",
        **TwentyOne.decisions,
    }


GAME = DoubleAttack
