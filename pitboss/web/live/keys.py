"""Keyboard shortcuts, the same at every table.

Keys of the page itself (deal, roll, skip, same wagers again, double, clear, undo, hint) never make a decision.
Decisions common to several games have fixed keys here; choices specific to one game get a letter not used here.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

DEAL = "d"
ROLL = "r"
SKIP = "k"
"""This key only skips, so holding it down cannot make a decision; the same goes for the deal key."""
AGAIN = "a"
TWICE = "x"
CLEAR = "c"
UNDO = "z"
HINT = "?"
PAGE = (DEAL, ROLL, SKIP, AGAIN, TWICE, CLEAR, UNDO, HINT)

DECISIONS = {
    "stand": "s",
    "draw": "h",
    "double": "o",
    "split": "p",
    "surrender": "u",
    "insure": "i",
    "decline": "n",
    "accept": "y",
    "even_money": "m",
    "fold": "f",
    "bet": "b",
    "play": "l",
    "check": "e",
    "raise": "g",
    "war": "w",
    "take_back": "t",
    "let_ride": "v",
}
"""Decisions that several tables share or everyone knows, each with its own key."""
FEW_TABLES = {"pass": "8", "bank": "0", "river": "0", "keep": "j"}
"""Choices of a few games with fixed keys; other games may use these keys for their own choices."""
_NUMBERS = "0981234567"
"""Digits. Those that select chips or cards come last, because a player may be pressing one when a question appears."""


def keys_of(choices: Iterable[str], decisions: Iterable[str] = ()) -> dict[str, str]:
    """Return a key for each choice, the same in every question of the game, given all its `decisions`.

    >>> keys_of(["stand", "draw", "double", "split"])
    {'stand': 's', 'draw': 'h', 'double': 'o', 'split': 'p'}
    >>> keys_of(["check", "play_3x", "play_4x"])
    {'check': 'e', 'play_3x': '3', 'play_4x': '4'}
    >>> keys_of(["flop", "surrender"])
    {'flop': 'j', 'surrender': 'u'}
    >>> poker = ("check", "call", "bet", "all_in", "fold")
    >>> keys_of(["check", "all_in"], poker), keys_of(["call", "all_in"], poker)
    ({'check': 'e', 'all_in': 'q'}, {'call': 'j', 'all_in': 'q'})
    """
    asked = tuple(choices)
    words = tuple(dict.fromkeys((*decisions, *asked)))
    fixed = DECISIONS | FEW_TABLES
    found = {word: fixed[word] for word in words if word in fixed}
    for word in words:
        found[word] = found.get(word) or _own(word, found.values())
    return {word: found[word] for word in asked}


def _own(word: str, taken: Iterable[str]) -> str:
    """Return a key for a game-specific choice: its number, one of its letters if free, or any free key."""
    held = {*PAGE, *DECISIONS.values(), *taken}
    signs = sorted(filter(str.isalnum, word.lower()), key=str.isalpha)
    return next((sign for sign in (*signs, *ascii_lowercase, *_NUMBERS) if sign not in held), "")
