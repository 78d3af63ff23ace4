"""Rank names in words: "tens", "ace-high", "king-jack-nine"."""

from collections.abc import Iterable

from pitboss.equipment import Rank

_WORDS = {rank.value: rank.name.lower() for rank in Rank} | {1: "ace"}


def word(rank: int) -> str:
    """
    >>> word(10), word(1)
    ('ten', 'ace')
    """
    return _WORDS[rank]


def plural(rank: int) -> str:
    """
    >>> plural(6), plural(14)
    ('sixes', 'aces')
    """
    return _WORDS[rank] + ("es" if rank == Rank.SIX else "s")


def run(ranks: Iterable[int]) -> str:
    """
    >>> run((13, 11, 9))
    'king-jack-nine'
    """
    return "-".join(map(word, ranks))


def counted(number: int, what: str) -> str:
    """
    >>> counted(1, "card"), counted(6, "card")
    ('1 card', '6 cards')
    """
    return f"{number} {what}{'s'[: number != 1]}"
