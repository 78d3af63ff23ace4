"""Blackjack switch: the twenty-one procedure, plus what is specific to Subchapter 2A.

The round itself is `TwentyOne.round` in `families/twenty_one/round/play.py`: read that first. Two hands to a spot, the
exchange of their second cards, surrender before any hand is played, a dealer's 22 that pushes and the match wager are
terms from the family, declared in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.twenty_one.round import TwentyOne, TwentyOneState


class BlackjackSwitch(TwentyOne[TwentyOneState]):
    """The procedure of Subchapter 2A on one layout."""

    state_type = TwentyOneState
    decisions: ClassVar[Mapping[str, str]] = {
        "keep": "exchange",
        "switch": "exchange",
        "confirm": "exchange",
        "undo": "exchange",
        "play": "surrender_asked",
        **TwentyOne.decisions,
    }


GAME = BlackjackSwitch
