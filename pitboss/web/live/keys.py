"""Which key does what: the same at every table, so that fingers need not learn a game anew.

Keys of the page itself (deal, roll, skip, the same wagers again, double, clear, undo, hint) never decide anything. A
decision that several games know has its key here; the words of one game alone get a letter that nothing here uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

DEAL = "d"
ROLL = "r"
SKIP = "k"
"""The key that skips, and does nothing else: whoever presses on decides nothing. Nor does the key that deals."""
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
"""Decisions that tables have in common, or that everybody knows. No two have the same key."""
FEW_TABLES = {"pass": "8", "bank": "0", "river": "0", "keep": "j"}
"""Words of a few games, with the same key at each of their tables; other games may use it for words of their own."""
_NUMBERS = "0981234567"
"""Those last that choose a chip, or a card that is to be set: somebody may be pressing them when a question comes."""


def keys_of(choices: Iterable[str], decisions: Iterable[str] = ()) -> dict[str, str]:
    """A key for each choice of a question, which is the same in every question of the game: of all its `decisions`.

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
    """The key of a word that is one game's own: its number, a letter of it that means nothing else, or any such."""
    held = {*PAGE, *DECISIONS.values(), *taken}
    signs = sorted(filter(str.isalnum, word.lower()), key=str.isalpha)
    return next((sign for sign in (*signs, *ascii_lowercase, *_NUMBERS) if sign not in held), "")
