"""Counting systems as data: the tag of each card, the initial count, and how the true count is estimated."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from functools import cache, cached_property
from importlib.resources import files
from math import lcm
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, ValidationError, model_validator

from pitboss.equipment import Card
from pitboss.pricing.removal import DECK, Floats, value_letter

RANK_LETTERS = "A23456789TJQK"
COLOURS = {"red": ("d", "h"), "black": ("c", "s")}
MOST_TAG, FINEST = 20, 60
"""The greatest tag, and the greatest common denominator of the tags."""
_KEY = re.compile(rf"([{RANK_LETTERS}])(?:([cdhs])| (red|black))?")


def _fraction(value: Any) -> Fraction:
    try:
        return Fraction(str(value))
    except (ValueError, ZeroDivisionError):
        says = f'{value!r} is not a number; write a whole number, a decimal or a fraction such as "1/2"'
        raise ValueError(says) from None


def plain_number(value: Fraction) -> int | float:
    """A fraction as a whole number if it is one.

    >>> plain_number(Fraction(3)), plain_number(Fraction(-1, 2))
    (3, -0.5)
    """
    return int(value) if value.denominator == 1 else float(value)


Number = Annotated[Fraction, BeforeValidator(_fraction), PlainSerializer(plain_number)]


class CountingSystemError(ValueError):
    """A counting system that cannot be read."""


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class InitialCount(_Declared):
    """The running count at the start of a shoe."""

    base: Number = Fraction(0)
    per_deck: Number = Fraction(0)

    def of(self, decks: int) -> Fraction:
        """The initial count of a shoe of some decks."""
        return self.base + self.per_deck * decks


class TrueCount(_Declared):
    """How the running count becomes the true count."""

    per_decks: Number = Field(default=Fraction(1), gt=0, le=8, description="The decks by which the count is divided")
    deck_estimate: Literal["exact", "half", "whole"] = Field(
        default="exact", description="How finely the cards left are estimated: not rounded, or to half or whole decks"
    )
    rounding: Literal["floor", "truncate", "round", "half"] = Field(
        default="floor", description="How the true count is rounded; `half` is down to half a point"
    )


class SideCount(_Declared):
    """Cards that are also counted on their own."""

    cards: tuple[str, ...] = Field(min_length=1, max_length=13)

    @model_validator(mode="after")
    def _known(self) -> SideCount:
        for card in self.cards:
            if _KEY.fullmatch(card) is None:
                raise ValueError(f"{card!r} is not a card; {_KEYS_IN_WORDS}")
        return self


class Published(_Declared):
    """Figures that the sources give."""

    betting_correlation: float | None = None
    playing_efficiency: float | None = None
    insurance_correlation: float | None = None


_KEYS_IN_WORDS = (
    'use A, 2 to 9, T, J, Q or K, alone, with a suit ("7h") or with a colour ("7 red"); T covers J, Q and K'
)


class CountingSystem(_Declared):
    """A counting system."""

    id: str = ""
    name: str = Field(min_length=1, max_length=60)
    says: str = Field(default="", max_length=200)
    wagers: tuple[str, ...] = Field(default=(), description="The side wagers it is made for; none for the main wager")
    balanced: bool = Field(description="Whether the tags of 52 cards add up to zero")
    tags: dict[str, Number]
    initial: InitialCount = InitialCount()
    true_count: TrueCount = TrueCount()
    side_counts: tuple[SideCount, ...] = Field(default=(), max_length=4)
    sources: tuple[str, ...] = ()
    published: Published = Published()

    @model_validator(mode="after")
    def _complete(self) -> CountingSystem:
        for key, tag in self.tags.items():
            if _KEY.fullmatch(key) is None:
                raise ValueError(f"tags: {key!r} is not a card; {_KEYS_IN_WORDS}")
            if abs(tag) > MOST_TAG:
                raise ValueError(f"tags: {key} counts {tag}; from {-MOST_TAG} to {MOST_TAG} is allowed")
        missing = [str(card) for card in DECK if self._key(card) is None]
        if missing:
            raise ValueError(f"tags: there is no tag for {', '.join(missing[:4])}{' …' if len(missing) > 4 else ''}")
        if self.scale > FINEST:
            raise ValueError(f"tags: their common denominator is {self.scale}; at most {FINEST} is allowed")
        if not any(self.tags.values()):
            raise ValueError("tags: every tag is 0, so nothing is counted")
        total = sum((self.tag(card) for card in DECK), Fraction())
        if (total == 0) != self.balanced:
            word = "balanced" if self.balanced else "unbalanced"
            raise ValueError(f"balanced: the tags of 52 cards add up to {plain_number(total)}, so it is not {word}")
        return self

    def _key(self, card: Card) -> str | None:
        letter, suit = card.rank.letter, str(card)[-1]
        colour = next(name for name, suits in COLOURS.items() if suit in suits)
        letters = (letter, "T") if letter in "JQK" else (letter,)
        keys = (key for one in letters for key in (one + suit, f"{one} {colour}", one))
        return next((key for key in keys if key in self.tags), None)

    def tag(self, card: Card) -> Fraction:
        """The tag of a card."""
        key = self._key(card)
        assert key is not None
        return self.tags[key]

    @property
    def uses_true_count(self) -> bool:
        """Whether the count is divided by the decks left; otherwise the running count is used."""
        return self.balanced

    @cached_property
    def scale(self) -> int:
        """The least factor that makes every tag an integer."""
        return lcm(*(tag.denominator for tag in self.tags.values()), self.initial.base.denominator)

    @cached_property
    def whole_tags(self) -> tuple[int, ...]:
        """The tag of each of the 52 cards by card index, times `scale`."""
        return tuple(int(self.tag(card) * self.scale) for card in DECK)

    @cached_property
    def vector(self) -> Floats:
        """The tag of each of the 52 cards by card index."""
        return np.array([float(self.tag(card)) for card in DECK])

    def side_vectors(self) -> list[Floats]:
        """For each side count, 1 for its cards and 0 for the others."""
        return [np.array([float(_counts(card, side.cards)) for card in DECK]) for side in self.side_counts]

    def plain_tags(self) -> dict[str, int | float]:
        """The tags as plain numbers, as they were written."""
        return {key: plain_number(tag) for key, tag in self.tags.items()}

    def tags_in_words(self) -> str:
        """The tags of ace to ten in one line.

        >>> builtin("halves").tags_in_words()
        'A -1, 2 +½, 3 +1, 4 +1, 5 +1½, 6 +1, 7 +½, 8 0, 9 -½, T -1'
        """
        return ", ".join(f"{key} {_signed(tag)}" for key, tag in self.tags.items())

    def to_toml(self) -> str:
        """The system as a file that `read` takes."""
        lines = [f'name = "{self.name}"', f"balanced = {str(self.balanced).lower()}", "", "[tags]"]
        lines += [f"{_toml_key(key)} = {_toml_number(tag)}" for key, tag in self.tags.items()]
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str, where: str) -> CountingSystem:
        """Parse a system; a ValueError says in one line what is wrong and what is allowed."""
        try:
            data = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise CountingSystemError(f"{where} is not a counting system: it is not TOML: {error}") from None
        try:
            return cls.model_validate({"id": Path(where).stem, **data})
        except ValidationError as error:
            first = error.errors()[0]
            at = ".".join(map(str, first["loc"]))
            says = str(first["msg"]).removeprefix("Value error, ")
            raise CountingSystemError(f"{where} is not a counting system: {f'{at}: ' if at else ''}{says}") from None


def _counts(card: Card, keys: Sequence[str]) -> bool:
    letter, suit = card.rank.letter, str(card)[-1]
    colour = next(name for name, suits in COLOURS.items() if suit in suits)
    letters = {letter, value_letter(card)}
    return any(key in keys for one in letters for key in (one, one + suit, f"{one} {colour}"))


def _signed(tag: Fraction) -> str:
    whole, half = divmod(abs(tag), 1)
    number = {Fraction(0): str(whole), Fraction(1, 2): f"{whole or ''}½"}.get(half, str(abs(tag)))
    return number if tag == 0 else f"{'+' if tag > 0 else '-'}{number}"


def _toml_key(key: str) -> str:
    return key if key.isalnum() else f'"{key}"'


def _toml_number(tag: Fraction) -> str:
    return str(tag.numerator) if tag.denominator == 1 else f'"{tag}"'


@cache
def builtin_ids() -> tuple[str, ...]:
    """The ids of the systems that come with Pitboss, those for the main wager of blackjack first."""
    names = [file.name.removesuffix(".toml") for file in _folder().iterdir() if file.name.endswith(".toml")]
    return tuple(sorted(names, key=lambda name: (bool(builtin(name).wagers), *_order(name))))


def _order(name: str) -> tuple[int, str]:
    known = ("hi-lo", "ko", "red-7", "hi-opt-i", "hi-opt-ii", "omega-ii", "zen", "halves", "uston-apc")
    return (known.index(name) if name in known else len(known)), name


def _folder() -> Any:
    return files("pitboss.pricing.counting") / "systems"


@cache
def builtin(id: str) -> CountingSystem:
    """A system that comes with Pitboss.

    >>> builtin("hi-lo").plain_tags()["T"]
    -1
    """
    return CountingSystem.parse((_folder() / f"{id}.toml").read_text("utf-8"), f"{id}.toml")


def system_of(named: str) -> CountingSystem:
    """A system by id, or from a file."""
    if named in builtin_ids():
        return builtin(named)
    path = Path(named)
    if not path.is_file():
        known = ", ".join(builtin_ids())
        raise CountingSystemError(
            f"unknown counting system {named!r}; use {known}, or a TOML file such as my-count.toml"
        )
    if path.stat().st_size > 1 << 16:
        raise CountingSystemError(f"{path} is not a counting system: it has more than {1 << 16} bytes")
    try:
        return CountingSystem.parse(path.read_text("utf-8"), str(path))
    except UnicodeDecodeError:
        raise CountingSystemError(f"{path} is not a counting system: it is not text in UTF-8") from None


def systems_for(wagers: Sequence[str], main: bool) -> dict[str, CountingSystem]:
    """The built-in systems for these side wagers, and with `main` those for the main wager of blackjack."""
    found = {id: builtin(id) for id in builtin_ids()}
    return {id: one for id, one in found.items() if (set(one.wagers) & set(wagers) if one.wagers else main)}
