"""Hand histories of the poker room (PHH): one read and dealt again onto a tape, one written from a tape."""

from __future__ import annotations

from pathlib import Path

from pitboss.families.poker_room.phh import dealt_again, game_of, read, written
from pitboss.families.poker_room.round import PokerRoom
from pitboss.table.tape import Replayed, Tape

ROOM = "poker"
SUFFIX = ".phh"


def is_history(path: Path) -> bool:
    """Whether a file is a hand history by its name."""
    return path.suffix.lower() == SUFFIX


def taped(text: str) -> list[str]:
    """The tape of the hand that a history tells, dealt by the procedure of the chapter."""
    lines: list[str] = []
    history = read(text)
    dealt_again(game_of(history, ROOM), history, Tape(lines.append))
    return lines


def history_of(replayed: Replayed, round: int) -> str:
    """A round of a tape, from 1, as a hand history."""
    if not isinstance(replayed.game, PokerRoom):
        raise ValueError(f"hand histories are of the poker room, not of {replayed.game.layout.rules.game.id}")
    return written(replayed.game, replayed.rounds[round - 1])
