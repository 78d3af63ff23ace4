"""Hand histories of the poker room (PHH): read into a tape, and written from a tape."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pitboss.families.poker_room.phh import game_of, read_history, replay_history, write_history
from pitboss.families.poker_room.round import PokerRoom
from pitboss.table.game import Game
from pitboss.table.steps import Step
from pitboss.table.tape import Replay, Tape
from pitboss.table.view import SURVEILLANCE

ROOM = "poker"
TRIES = 400
"""The number of random deals of the unknown cards to try until the hand comes out as recorded."""
SUFFIX = ".phh"


def is_history(path: Path) -> bool:
    """Whether a file is a hand history, judging by its name."""
    return path.suffix.lower() == SUFFIX


def taped(text: str) -> list[str]:
    """Deal a recorded hand by the regulation's procedure and return its tape."""
    history = read_history(text)
    game = game_of(history, ROOM)
    for seed in range(TRIES if history.hides else 1):
        lines: list[str] = []
        try:
            replay_history(game, history, Tape(lines.append), seed)
        except ValueError as problem:
            last_problem = problem
        else:
            return lines
    raise last_problem


def history_of(replayed: Replay, round: int, eyes: int = SURVEILLANCE) -> str:
    """Return a round of a tape (counted from 1) as a hand history, with the cards that were seen."""
    return to_phh(replayed.game, replayed.rounds[round - 1], eyes)


def to_phh(game: Game[Any], steps: Sequence[Step], eyes: int) -> str:
    """Return the steps of a round as a hand history."""
    if not isinstance(game, PokerRoom):
        raise ValueError(f"hand histories exist only for the poker room, not for {game.layout.rules.game.id}")
    return write_history(game, steps, eyes)
