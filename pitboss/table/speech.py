"""How people say what they do at a table: "pass 10", "split 17-20 $5", "take down field", "place 6 12".

Used wherever people type: at the terminal, and in scripts. What a line means depends on the layout: wagers are known by
id, by the rule's name, and by the names players use (`aka` in rules.toml).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from pitboss.chapter.odds import cents
from pitboss.table.game import Game
from pitboss.table.steps import VERBS, Action

_AMOUNT = re.compile(r"\$?-?[\d,]*\d(?:\.\d+)?")
_SAID = {
    "make": ("make", "bet", "wager", "put"),
    "increase": ("increase", "press", "raise"),
    "reduce": ("reduce",),
    "remove": ("remove", "take down", "down", "clear"),
    "on": ("turn on", "call on", "on"),
    "off": ("turn off", "call off", "off"),
    "buy_in": ("buy in", "buy_in"),
    "leave": ("leave", "color up", "colour up"),
    "sit": ("sit",),
}


def parse_action(game: Game[Any], text: str) -> Action:
    """What a position says it does; `ValueError` says what is not understood.

    >>> from pitboss.chapter import Layout
    >>> from pitboss.table import game_on
    >>> craps = game_on(Layout.of("craps"))
    >>> parse_action(craps, "place 6 $12"), parse_action(craps, "take down yo"), parse_action(craps, "come odds 5 10")
    (Action('make', 'place_win_6', 1200), Action('remove', 'eleven'), Action('make', 'come_odds', 1000, spot='5'))
    """
    said = " ".join(text.lower().replace("_", " ").split())
    if not said:
        raise ValueError("say what to do, such as: pass 10")
    for verb in game.verbs:
        if said == verb.replace("_", " "):
            return Action(verb)
    said, confirmed = _tail(said, " confirmed by ")
    said, coupon = _tail(said, " coupon ")
    verb, rest = _verb(said)
    if verb == "leave":
        return Action("leave")
    if verb == "sit":
        name, amount = _amount(" ".join(text.split()).removeprefix(text.split()[0]).strip())
        return Action("sit", amount=amount or 0, name=name)
    if verb == "buy_in":
        return Action("buy_in", amount=_amount(rest)[1] or 0)
    if verb in ("make", "increase", "reduce"):
        what, amount = _amount(rest.replace(" by ", " "))
        if amount is None:
            raise ValueError(f"how much? Say for example: {text.strip()} 10")
    else:
        what, amount = rest, 0
    kind, spot = find_wager(game, what)
    people = tuple(word for word in re.findall(r"\w+", confirmed) if word not in ("a", "and", "the"))
    return Action(verb, kind, amount, spot, cents(coupon) if coupon else 0, people)


def find_wager(game: Game[Any], said: str) -> tuple[str, str]:
    """The wager that is meant, and its place on the layout."""
    words = said.replace("_", " ").removeprefix("the ").split()
    known = _names(game)
    for length in range(len(words), 0, -1):
        if kind := known.get(" ".join(words[:length])):
            return kind, " ".join(word for word in words[length:] if word not in ("on", "the", "for"))
    return said.replace(" ", "_"), ""


def _names(game: Game[Any]) -> dict[str, str]:
    return dict(_named(game.layout.rules.game.id, game))


@cache
def _named(slug: str, game: Game[Any]) -> tuple[tuple[str, str], ...]:
    def names() -> Iterator[tuple[str, str]]:
        for kind, rule in game.layout.rules.wagers.items():
            for name in (kind.replace("_", " "), rule.name.lower(), *rule.aka):
                yield name.lower(), kind

    return tuple(names())


def _verb(said: str) -> tuple[str, str]:
    for verb in VERBS:
        for form in _SAID[verb]:
            if said == form or said.startswith(form + " "):
                return verb, said.removeprefix(form).strip()
    return "make", said


def _tail(said: str, mark: str) -> tuple[str, str]:
    head, _, tail = said.partition(mark)
    return head, tail


def _amount(said: str) -> tuple[str, int | None]:
    """What is said, and the amount at its end."""
    words = said.split()
    if not words or not _AMOUNT.fullmatch(words[-1]):
        return said, None
    return " ".join(words[:-1]), cents(words[-1])
