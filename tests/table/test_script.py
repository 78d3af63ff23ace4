"""Scripts: what stating a refusal does and does not do."""

from __future__ import annotations

import pytest

from pitboss.table import AskDecision, Refused
from pitboss.table.script import BadScript, play_script

TWO_ARE_ASKED = """
game three-card-poker
1: sit Ann 1000
2: sit Bob 1000
1: ante 10
2: ante 10
cards Ks Qd 7c 9h 8h 2c Jd 5s 3d
"""


@pytest.mark.parametrize("line", ["refused 1: play", "refused 5: play", "refused 1: ante 10"])
def test_a_question_stays_open_after_another_player_is_refused(line: str) -> None:
    """The player on the dealer's left is asked first, and no one has decided by default."""
    first = play_script(TWO_ARE_ASKED).ask
    assert isinstance(first, AskDecision)
    refusals: list[ValueError] = []
    said = line.replace("1:", f"{3 - first.position}:")
    dealer = play_script(f"{TWO_ARE_ASKED}\n{said}", refused=refusals.append)
    assert dealer.ask == first
    (refusal,) = refusals
    assert isinstance(refusal, Refused)
    assert "waits for" in str(refusal)


def test_an_allowed_action_does_not_count_as_refused() -> None:
    first = play_script(TWO_ARE_ASKED).ask
    assert isinstance(first, AskDecision)
    with pytest.raises(BadScript, match="this should be refused, but it is allowed"):
        play_script(f"{TWO_ARE_ASKED}\nrefused {first.position}: play")
