"""Strategies as text: in words, or in a file that lists hands.

In words: "play with Q-6-4 or better", "Q-6-4", "always", "never". A file is TOML. Under the name of the costlier
choice, it lists the hands that make it; all others make the first choice:

    name = "my play"
    play = ["Q-7-2 or better", "Qh 6d 5c"]

A hand is a floor in words, or cards, whose suits only matter as same or different. If a choice is offered twice, each
time has its own list under the number of known cards. If the dealer exposes a card, a line may name it after a "v":

    [let_ride]
    3 = ["pair of tens or better", "Th Jh Qh"]
    4 = ["pair of tens or better", "9h Th Jh Qh"]

    bet = ["pair or better", "ace-king high v A K", "Ah Kd Js 8c 3h v Jd"]

In hold 'em each of the three choices has its list. At the flop, cards are a holding on a flop, and a pair or better is
hidden if it uses one of the player's own cards. At the river there are hands in words, and a bound on the single cards
that would let the dealer win:

    play_4x = ["pair of threes or better", "Ah 2d", "Kh 2h"]
    play_2x = ["two pair or better", "hidden pair or better", "Jh 8h on 9h 5h 2c"]
    play_1x = ["hidden pair or better", "fewer than 21 outs"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from pitboss.equipment import Rank, cards, distinct
from pitboss.families.house_poker.price.rows import floor
from pitboss.hands import Order
from pitboss.hands.fast import evaluate_batch
from pitboss.pricing.boards import HOLDINGS, STRENGTHS, hidden_pairs, holdings_by_set
from pitboss.pricing.deals import DECK, RENAMINGS, SUITS, classes, place_of, to_representative

_WITH = re.compile(r"(?:.*?\bwith\b\s+)?(?P<hand>.+?)(?:\s+or\s+better)?[.\s]*", re.IGNORECASE)
_EVERYTHING = ("everything", "anything", "always", "any hand", "every hand")
_NOTHING = ("nothing", "never", "no hand")
_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs♣♦♥♠]", re.IGNORECASE)
_CARDS = re.compile(rf"(?:{_CARD.pattern}[\s,]*)+", re.IGNORECASE)
_SHOWN = re.compile(r"\s+v\.?\s+", re.IGNORECASE)
_ON = re.compile(r"\s+on\s+", re.IGNORECASE)
_HIDDEN = re.compile(r"(?:a\s+)?hidden\s+pair(?:\s+or\s+better)?", re.IGNORECASE)
_OUTS = re.compile(r"(?:fewer|less)\s+than\s+(?P<outs>\d+)\s+outs", re.IGNORECASE)
_LETTERS = {rank.letter: rank for rank in Rank} | {"10": Rank.TEN}
_UNNAMED = "the strategy"
ENDING = ".toml"

Flags = NDArray[np.bool_]
R = TypeVar("R")


class RiverRule(NamedTuple):
    """How the river decision is made: by the choices' values, or by a rule that a person can remember.

    A rule stays in (makes the last choice instead of the first) with a hand of at least the strength `least`; with
    `hidden`, also with a pair or better that uses one of the player's own cards; and also if fewer than `outs` single
    cards would let the dealer win.
    """

    by_value: bool = True
    least: int = STRENGTHS
    hidden: bool = False
    outs: int = 0


def least_strength(text: str, order: Order) -> int:
    """Parse words like "raise with A-K-J-8-3 or better", "always" or "never" into the lowest strength to play."""
    match = _WITH.fullmatch(text.strip())
    hand = match["hand"] if match else text
    said = hand.strip().lower()
    if said.endswith(_NOTHING):
        return len(order.ladder) + 1
    return 1 if said.endswith(_EVERYTHING) else floor(order, hand)


def is_file(text: str) -> bool:
    """Whether the text is the name of a strategy file or its contents."""
    return "\n" in text or text.strip().lower().endswith(ENDING)


def full_text(text: str | None) -> str | None:
    """A strategy's text, with a file name replaced by the file's contents; None is the best strategy."""
    return _file_text(text) if text is not None and is_file(text) else text


def strategy_name(text: str | None) -> str:
    r"""The display name of a strategy.

    >>> strategy_name("always"), strategy_name('name = "my play"\nplay = []'), strategy_name(None)
    ('always', 'my play', 'the best strategy')
    """
    if text is None:
        return "the best strategy"
    return str(_data(text).get("name", _UNNAMED)) if is_file(text) else text


def _file_text(text: str) -> str:
    if "\n" in text:
        return text
    file = Path(text.strip())
    try:
        return file.read_text("utf-8").rstrip() + "\n"
    except OSError:
        raise ValueError(f"{file}: cannot be read; give a rule in words or an existing file") from None
    except UnicodeDecodeError as error:
        raise ValueError(f"{file}: is not text: {error}") from None


def _data(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(_file_text(text))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{_file_name(text)}: is not TOML: {error}") from None


def _file_name(text: str) -> str:
    return _UNNAMED if "\n" in text else text.strip()


@dataclass(frozen=True)
class StrategyFile:
    """A strategy file's lines, by the number of cards known when they apply."""

    file: str
    lines: Mapping[int, Sequence[str]]

    def stays(self, known: int, order: Order, shows: bool = False) -> Flags:
        """Whether to make the last choice, by class of known cards (a row) and exposed card (a column).

        If the dealer exposes no card, there is only one column.
        """
        found = np.zeros((len(classes(known)), DECK if shows else 1), np.bool_)
        for line in self.lines.get(known, ()):
            hand, *shown = _SHOWN.split(line.strip(), maxsplit=1)
            try:
                if shown and not shows:
                    raise ValueError("the dealer shows no card here")
                _mark_hands(found, known, order, hand, shown[0].split() if shown else [])
            except ValueError as error:
                raise ValueError(f"{self.file}: {line!r}: {error}") from None
        return found

    def at_flop(self, known: int, order: Order) -> Flags:
        """Whether to make the choice with three or four community cards, by board class and canonical holding."""
        found = np.zeros((len(classes(known - 2)), HOLDINGS), np.bool_)
        hidden, least = False, len(order.ladder) + 1
        for line in (line.strip() for line in self.lines.get(known, ())):
            if _ON.search(line):
                self._parse(line, lambda line: _mark_holding(found, known - 2, *_ON.split(line, maxsplit=1)))
            elif _HIDDEN.fullmatch(line):
                hidden = True
            else:
                least = min(least, self._parse(line, lambda line: least_strength(line, order)))
        straight = floor(order, "straight")
        for some, apart, own, flop in holdings_by_set(known - 2):
            strengths = evaluate_batch(np.concatenate([own, flop], axis=1), order)
            stays = strengths >= least
            if hidden:
                stays |= hidden_pairs(own, flop) | (strengths >= straight)
            found[some][apart] |= stays
        return found

    def at_river(self, known: int, order: Order) -> RiverRule:
        """The rule for the decision at the river."""
        rule = RiverRule(by_value=False)
        for line in (line.strip() for line in self.lines.get(known, ())):
            if _HIDDEN.fullmatch(line):
                rule = rule._replace(hidden=True)
            elif few := _OUTS.fullmatch(line):
                rule = rule._replace(outs=max(rule.outs, int(few["outs"])))
            else:
                least = self._parse(line, lambda line: least_strength(line, order))
                rule = rule._replace(least=min(rule.least, least))
        return rule

    def _parse(self, line: str, read: Callable[[str], R]) -> R:
        """Parse a line; errors name the file and the line."""
        try:
            return read(line)
        except ValueError as error:
            raise ValueError(f"{self.file}: {line!r}: {error}") from None


def _mark_holding(found: Flags, number: int, holding: str, there: str) -> None:
    """Mark a holding with these community cards, under every renaming that turns them into their representative."""
    held, lying = (np.array([card.index for card in distinct(cards(text))], np.uint8) for text in (holding, there))
    if (len(held), len(lying)) != (2, number) or set(held) & set(lying):
        what = {3: "a flop is two cards on three others, such as Jh 8h on 9h 5h 2c"}
        said = what.get(number, f"cards that lie there is two cards on {number} others")
        raise ValueError(f"a holding on {said}")
    kind = classes(number).find(lying)
    for renaming in RENAMINGS:
        if (np.sort(renaming[lying]) == classes(number).representatives[kind]).all():
            found[kind, place_of(np.sort(renaming[held]))] = True


def _mark_hands(found: Flags, known: int, order: Order, hand: str, shown: Sequence[str]) -> None:
    """Mark the hands that a line names, in the columns of the exposed cards."""
    if _CARDS.fullmatch(hand.strip()):
        held = np.sort(np.array([card.index for card in distinct(cards(hand))], np.uint8))
        if len(held) != known:
            raise ValueError(f"{len(held)} cards, where {known} are known")
        renamed = RENAMINGS[to_representative(known)[place_of(held)]]
        columns = [renamed[card] for card in _columns(shown)] if shown else slice(None)
        found[classes(known).find(held), columns] = True
        return
    if any(_CARD.fullmatch(one) for one in shown):
        raise ValueError("a hand in words goes with ranks that the dealer shows, such as v A K")
    rows = evaluate_batch(classes(known).representatives, order) >= least_strength(hand, order)
    columns = list(_columns(shown)) if shown else slice(None)
    found[:, columns] |= rows[:, None]


def _columns(shown: Sequence[str]) -> list[int]:
    """The columns for these exposed cards and ranks."""
    found: list[int] = []
    for one in shown:
        if _CARD.fullmatch(one):
            found += [card.index for card in cards(one)]
        elif one.upper() in _LETTERS:
            first = SUITS * (_LETTERS[one.upper()] - Rank.TWO)
            found += range(first, first + SUITS)
        else:
            raise ValueError(f"{one!r} is neither a card nor a rank that the dealer could show")
    return found


def read_file(text: str, choices: Mapping[int, str], also: Sequence[str] = ()) -> StrategyFile:
    """Read a strategy file; `choices` maps the number of known cards to the choice that is listed.

    `also` are alternatives at the same decision; one that is not listed is never chosen.
    """
    data, file = _data(text), _file_name(text)
    names = dict.fromkeys((*choices.values(), *also))
    if any(name in data for name in also):
        data = {**{name: [] for name in also}, **data}
    if strange := next((key for key in data if key not in ("name", *names)), ""):
        raise ValueError(f"{file}: unknown key {strange!r}; the keys are name, {', '.join(names)}")
    if missing := next((name for name in names if name not in data), ""):
        raise ValueError(f"{file}: does not list the hands under {missing!r}")
    return StrategyFile(
        file, {known: _lines(file, data[name], name, choices, known) for known, name in choices.items()}
    )


def _lines(file: str, listed: Any, name: str, choices: Mapping[int, str], known: int) -> tuple[str, ...]:
    numbers = [number for number, choice in choices.items() if choice == name]
    if isinstance(listed, dict):
        if strange := next((key for key in listed if key not in map(str, numbers)), ""):
            wanted = " and ".join(map(str, numbers))
            raise ValueError(f"{file}: [{name}] {strange}: this choice is made with {wanted} cards known")
        listed = listed.get(str(known), [])
    elif len(numbers) > 1:
        raise ValueError(f"{file}: {name} has a list for each of {' and '.join(map(str, numbers))} cards known")
    if not isinstance(listed, list) or not all(isinstance(line, str) for line in listed):
        raise ValueError(f'{file}: {name} is a list of hands, such as ["pair of tens or better", "Th Jh Qh"]')
    return tuple(listed)
