"""Hand histories of the poker room (PHH): one read and dealt again onto a tape, one written from a tape."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pitboss.families.poker_room.phh import dealt_again, game_of, read, written
from pitboss.families.poker_room.round import PokerRoom
from pitboss.table.game import Game
from pitboss.table.steps import Step
from pitboss.table.tape import Replayed, Tape
from pitboss.table.view import SURVEILLANCE

ROOM = "poker"
TRIES = 400
"""So often other cards are dealt for those that a history does not tell, until it comes out as told."""
SUFFIX = ".phh"


def is_history(path: Path) -> bool:
    """Whether a file is a hand history by its name."""
    return path.suffix.lower() == SUFFIX


def taped(text: str) -> list[str]:
    """The tape of the hand that a history tells, dealt by the procedure of the chapter."""
    history = read(text)
    game = game_of(history, ROOM)
    for seed in range(TRIES if history.hides else 1):
        lines: list[str] = []
        try:
            dealt_again(game, history, Tape(lines.append), seed)
        except ValueError as problem:
            found = problem
        else:
            return lines
    raise found


def history_of(replayed: Replayed, round: int, eyes: int = SURVEILLANCE) -> str:
    """A round of a tape, from 1, as a hand history, with the cards that somebody has seen."""
    return told(replayed.game, replayed.rounds[round - 1], eyes)


def told(game: Game[Any], steps: Sequence[Step], eyes: int) -> str:
    """The steps of a round as a hand history."""
    if not isinstance(game, PokerRoom):
        raise ValueError(f"hand histories are of the poker room, not of {game.layout.rules.game.id}")
    return written(game, steps, eyes)
