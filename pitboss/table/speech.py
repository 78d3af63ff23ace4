"""Parsing what people say at a table: "pass 10", "split 17-20 $5", "take down field", "place 6 12".

Used wherever people type: at the terminal and in scripts. The meaning depends on the layout: wagers are known by their
id, by the rule's name, and by the names that players use (`aka` in rules.toml).
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from pitboss.chapter.odds import cents
from pitboss.table.setting import HOUSE_WAY, SET, Setting
from pitboss.table.steps import VERBS, Action, AskDecision

if TYPE_CHECKING:
    from pitboss.table.game import Game

G = TypeVar("G", bound="Game[Any]")

_AMOUNT = re.compile(r"\$?-?[\d,]*\d(?:\.\d+)?")
_CHIPS = re.compile(r"(?:(.*) )?(\d+) chips?")
_ON = re.compile(rf"({_AMOUNT.pattern}|\d+ chips?) on (?:the )?(.+)")
ACCEPTED = " accepted"
"""Said by the dealer after accepting a wager that is outside the limits."""
_PLACE = re.compile(r"[\d,/-]*\d(?:st|nd|rd|th)?|first|second|third")
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
    "grant": ("grant", "grant limits"),
}


class Speech(Generic[G]):
    """The meaning of players' words at one table. A game with its own words declares a subclass as `speech_type`."""

    def __init__(self, game: G) -> None:
        self.game = game

    def parse_line(self, text: str) -> Action | None:
        """Return the action for a line that only this game understands; None for all other lines."""
        return None

    def parse_wager(self, kind: str, words: str) -> tuple[str, str]:
        """Return the wager and the place for some words; `kind` is the wager named before them, or ""."""
        return (kind, words) if kind else (words.replace(" ", "_"), "")

    def parse_choice(self, said: str) -> str:
        """Return the choice for a word: "hit" may mean "draw"."""
        return said

    def parse_answer(self, ask: AskDecision, said: str) -> str:
        """Return the choice of a decision for a word, or for the cards of a hand being set."""
        choice = self.parse_choice(said)
        if not ask.sets or choice in ask.choices or not self.sets_a_hand(said):
            return choice
        return Setting(ask.sets).parse(said, self.game.choices.known_cards(ask.state, ask)[0])

    def resolve_choice(self, said: str) -> str:
        """Return which of the game's `decisions` is meant, pending or not; other words are returned as parsed."""
        return SET if self.sets_a_hand(said) else self.parse_choice(said)

    def sets_a_hand(self, said: str) -> bool:
        """Whether the words name a hand's cards."""
        return said.lower().split()[:1] == [SET] and HOUSE_WAY in self.game.decisions


class SpokenChoices(Speech["Game[Any]"]):
    """Speech with other `words` for choices."""

    words: ClassVar[Mapping[str, str]]

    def parse_choice(self, said: str) -> str:
        said = " ".join(said.lower().replace("_", " ").split())
        return self.words.get(said, said.replace(" ", "_"))


def parse_action(game: Game[Any], text: str) -> Action:
    """Return the action that a position describes; raise ValueError if it is not understood.

    >>> from pitboss.chapter.layout import Layout
    >>> from pitboss.table import game_on
    >>> craps = game_on(Layout.of("craps"))
    >>> parse_action(craps, "place 6 $12"), parse_action(craps, "take down yo"), parse_action(craps, "come odds 5 10")
    (Action('make', 'place_win_6', 1200), Action('remove', 'eleven'), Action('make', 'come_odds', 1000, spot='5'))
    """
    said = " ".join(text.lower().replace("_", " ").split())
    if not said:
        raise ValueError("say what to do, such as: pass 10")
    if (spoken := game.speech.parse_line(text)) is not None:
        return spoken
    for verb in game.verbs:
        form = verb.replace("_", " ")
        if said == form:
            return Action(verb)
        if said.startswith(form + " "):
            return _own_verb(verb, said.removeprefix(form).split())
    accepted = said.endswith(ACCEPTED)
    said, confirmed = _tail(said.removesuffix(ACCEPTED), " confirmed by ")
    said, coupon = _tail(said, " coupon ")
    verb, rest = _verb(said, _names(game))
    if verb == "leave":
        return Action("leave")
    if verb == "sit":
        name, amount = _amount(" ".join(text.split()).removeprefix(text.split()[0]).strip())
        return Action("sit", amount=amount or 0, name=name)
    if verb == "grant":
        return Action("grant", limits=_limits(rest))
    if verb == "buy_in":
        return Action("buy_in", amount=_amount(rest)[1] or 0)
    if verb in ("make", "increase", "reduce"):
        what, amount, chips = _amount_on(rest.replace(" by ", " "))
        if amount is None and not coupon and find_wager(game, what)[0] in game.layout.rules.wagers:
            raise ValueError(f"how much? Say for example: {text.strip()} 10")
        # Without an amount, an unknown wager is refused as unknown.
        amount = amount or 0
    else:
        what, amount, chips = rest, 0, 0
    kind, spot = find_wager(game, what)
    people = tuple(word for word in re.findall(r"\w+", confirmed) if word not in ("a", "and", "the"))
    return Action(verb, kind, amount, spot, cents(coupon) if coupon else 0, people, chips=chips, accepted=accepted)


def _limits(said: str) -> tuple[int, int] | None:
    """Return the limits granted to a patron, "5 to 2000"; None for "none", which restores the posted ones."""
    if said in ("none", "no limits"):
        return None
    least, to, most = said.partition(" to ")
    if not to:
        raise ValueError("give a minimum and a maximum, such as: grant 5 to 2000; or: grant none")
    return cents(least.removeprefix("limits ").strip()), cents(most.strip())


def find_wager(game: Game[Any], said: str) -> tuple[str, str]:
    """Return the wager and its place on the layout. The place may come before the name: "17-20 split"."""
    words = said.replace("_", " ").removeprefix("the ").split()
    known = _names(game)
    for length in range(len(words), 0, -1):
        if kind := known.get(" ".join(words[:length])):
            return game.speech.parse_wager(
                kind, " ".join(word for word in words[length:] if word not in ("on", "the", "for"))
            )
    for length in range(len(words) - 1, 0, -1):
        place = words[:-length]
        if (kind := known.get(" ".join(words[-length:]))) and all(_PLACE.fullmatch(word) for word in place):
            return game.speech.parse_wager(kind, " ".join(place))
    return game.speech.parse_wager("", " ".join(words))


def _names(game: Game[Any]) -> dict[str, str]:
    return dict(_named(game))


@cache
def _named(game: Game[Any]) -> tuple[tuple[str, str], ...]:
    def names() -> Iterator[tuple[str, str]]:
        for kind, rule in game.layout.rules.wagers.items():
            for name in (kind.replace("_", " "), rule.name.lower(), *rule.aka):
                yield name.lower(), kind

    return tuple(names())


def _verb(said: str, wagers: Container[str]) -> tuple[str, str]:
    """Split off the verb. A wager with the name of a verb, such as a raise, counts as the wager unless a wager follows.

    The same applies to a wager whose name begins with a verb: raise left.
    """
    words = said.split()
    longest = max((length for length in range(1, len(words) + 1) if " ".join(words[:length]) in wagers), default=0)
    for verb in VERBS:
        for form in _SAID[verb]:
            if (said != form and not said.startswith(form + " ")) or longest > len(form.split()):
                continue
            rest = said.removeprefix(form).strip()
            words = rest.split()
            followed = any(" ".join(words[:length]) in wagers for length in range(1, len(words) + 1))
            if form not in wagers or followed:
                return verb, rest
    return "make", said


def _tail(said: str, mark: str) -> tuple[str, str]:
    head, _, tail = said.partition(mark)
    return head, tail


def _own_verb(verb: str, words: list[str]) -> Action:
    """Return the action for one of the game's own verbs, with an amount and a name in either order: "wheel chips 5
    blue".
    """
    amounts = [word for word in words if _AMOUNT.fullmatch(word)]
    names = [word for word in words if word not in amounts and word not in ("at", "of", "the", "for")]
    if len(amounts) > 1:
        raise ValueError(f"one amount after {verb.replace('_', ' ')}, not {' and '.join(amounts)}")
    return Action(verb, amount=cents(amounts[0]) if amounts else 0, name=" ".join(names))


def _amount_on(said: str) -> tuple[str, int | None, int]:
    """Split off the amount, at the end or before "on", and the number of chips if the amount is given in chips."""
    if on := _ON.fullmatch(said):
        said = f"{on[2]} {on[1]}"
    if chips := _CHIPS.fullmatch(said):
        return chips[1] or "", 0, int(chips[2])
    return *_amount(said), 0


def _amount(said: str) -> tuple[str, int | None]:
    """Split off the amount at the end."""
    words = said.split()
    if not words or not _AMOUNT.fullmatch(words[-1]):
        return said, None
    return " ".join(words[:-1]), cents(words[-1])
