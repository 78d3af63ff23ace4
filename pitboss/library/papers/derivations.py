"""How a game's prices are derived: the theory of the code that computes them, and cross-sums of its counts.

The theory is that of the modules themselves (their docstrings), so that a report cannot describe a method other than
the one that was used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import cleandoc
from math import comb, prod
from re import split, sub

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import registered_games
from pitboss.pricing.entry import pricing_of
from pitboss.pricing.report import PricedWager

ROOMS = ("pitboss.pricing.contract", "builtins", "abc")
"""Modules of base classes that derive nothing."""
DECK = 52


@dataclass(frozen=True)
class Theory:
    """The theory of one module: its subject, and paragraphs or numbered points."""

    module: str
    subject: str
    paragraphs: tuple[str, ...]
    points: tuple[str, ...]


def theories(layout: Layout) -> Iterator[Theory]:
    """Yield the theory of the game's own price, of its family's, and of the counting behind them."""
    pricing = pricing_of(layout)
    own = (cls.__module__ for cls in type(pricing).__mro__ if cls.__module__ not in ROOMS)
    for name in dict.fromkeys((*own, *pricing.theory)):
        found = _theory(name, cleandoc(import_module(name).__doc__ or ""))
        if found.paragraphs or found.points:
            yield found


def _theory(name: str, text: str) -> Theory:
    subject, *rest = split(r"\n\s*\n", text)
    paragraphs, points = [], []
    for block in rest:
        if block.startswith(">>>"):
            continue
        flat = " ".join(block.removeprefix("Theory of operation\n").split())
        numbered = split(r"(?:^| )(?=\d\. )|(?:^| )- (?=[A-Z])", flat)
        if len(numbered) > 2:
            head, *listed = numbered if not numbered[0][:1].isdigit() else ["", *numbered]
            paragraphs += [head.strip()] if head.strip() else []
            points += [sub(r"^\d\. ", "", one).strip() for one in listed if one.strip()]
        else:
            paragraphs.append(flat)
    return Theory(name, _plain(subject), tuple(map(_plain, paragraphs)), tuple(map(_plain, points)))


def _plain(text: str) -> str:
    """Return a docstring's text without code marks."""
    return " ".join(text.replace("`", "").replace("*", "").split())


def rules_digest(game: str) -> str:
    """Return the hash of a game's rules.toml."""
    return sha256((files(registered_games()[game]) / "rules.toml").read_bytes()).hexdigest()


def code_digest(game: str) -> str:
    """Return the hash of the code that computes a game's prices: the game, its families, and the counting behind it."""
    digest = sha256()
    for package in (registered_games()[game], "pitboss.families", "pitboss.pricing", "pitboss.hands"):
        for path in _code(files(package)):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def _code(folder: Traversable) -> Iterator[Traversable]:
    for one in sorted(folder.iterdir(), key=lambda path: path.name):
        if one.is_dir() and one.name != "__pycache__":
            yield from _code(one)
        elif one.name.endswith(".py"):
            yield one


@dataclass(frozen=True)
class CrossSums:
    """The cross-sums of a wager's named outcomes, each beside what it must be."""

    combinations: int | None
    space: int | None
    space_as: str
    probability: str
    contribution: str
    edge: str

    @property
    def agrees(self) -> bool:
        return self.combinations == self.space and self.probability == "1" and self.contribution == self.edge


def cross_sums(layout: Layout, one: PricedWager) -> CrossSums:
    """Add up a wager's named outcomes: their combinations, probabilities and contributions to the return.

    Exact figures add up exactly; the others to ten digits.
    """
    counts = [event.combinations for event in one.events if event.combinations is not None]
    if one.exact is not None:
        chances = sum((Fraction(event.exact or 0) for event in one.events), Fraction())
        total = sum((Fraction(event.contribution_exact or 0) for event in one.events), Fraction())
        sums = str(chances), _digits(float(total)), _digits(-one.house_edge)
    else:
        chance = sum(event.probability for event in one.events)
        by_event = sum(event.contribution for event in one.events)
        sums = f"{chance:.10g}", _digits(by_event), _digits(_mean(one))
    return CrossSums(sum(counts) if counts else None, one.space, space_in_words(layout, one.space), *sums)


def _mean(one: PricedWager) -> float:
    return sum(float(Fraction(result.net)) * result.probability for result in one.outcomes)


def _digits(figure: float) -> str:
    return f"{figure or 0.0:+.10f}"


def space_in_words(layout: Layout, space: int | None) -> str:
    """Return the number of outcomes as a product of binomial coefficients of a deck, if it is one.

    >>> from pitboss.chapter.layout import Layout
    >>> space_in_words(Layout.of("three-card-poker"), 407_170_400)
    'C(52, 3) C(49, 3)'
    """
    if space is None:
        return ""
    for hands in _splits(DECK, 4):
        left, factors, words = DECK, [], []
        for cards in hands:
            factors.append(comb(left, cards))
            words.append(f"C({left}, {cards})")
            left -= cards
        if prod(factors) == space:
            return " ".join(words)
    return ""


def _splits(deck: int, most: int) -> Iterator[Sequence[int]]:
    """Yield the sizes of up to `most` sets of cards dealt one after the other."""
    sizes = range(1, 8)
    found: list[tuple[int, ...]] = [()]
    for _ in range(most):
        found = [(*one, size) for one in found for size in sizes if sum(one) + size <= deck]
        yield from found
