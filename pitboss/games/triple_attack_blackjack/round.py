"""Triple attack blackjack, reconstructed: the twenty-one procedure, plus what is specific to Subchapter 36.

The round itself is `TwentyOne.round` in `families/twenty_one/round/play.py`: read that first. Two raises while the
first cards are dealt, a six-card hand that wins, a dealer's 22 that pushes and a blackjack that always wins are terms
from the family, declared in rules.toml. Everything but the game's existence and number is a reconstruction.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.twenty_one.round import TwentyOne, TwentyOneState


class TripleAttack(TwentyOne[TwentyOneState]):
    """The procedure of Subchapter 36 on one layout."""

    state_type = TwentyOneState
    decisions: ClassVar[Mapping[str, str]] = {
        "raise": "attack",
        "pass": "attack",
        **TwentyOne.decisions,
    }


GAME = TripleAttack
