"""Spanish 21: the twenty-one procedure, plus what is specific to Subchapter 19.

The round itself is `TwentyOne.round` in `families/twenty_one/round/play.py`: read that first. The player's 21 and
blackjack that always win, the bonus 21s, the super bonus with its envy bonus, and the rescue of a double are terms from
the family, declared in rules.toml.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pitboss.families.twenty_one.round import TwentyOne, TwentyOneState


class Spanish21(TwentyOne[TwentyOneState]):
    """The procedure of Subchapter 19 on one layout."""

    state_type = TwentyOneState
    decisions: ClassVar[Mapping[str, str]] = {
        **TwentyOne.decisions,
        "rescue": "rescue",
    }


GAME = Spanish21
