"""A game's paragraphs as presented to patrons: the gist of each that matters at this table.

The gists come from the game's `paragraphs.toml`, which `trace` checks against the rules; a section's title in the
table of contents decides which part of a guide it belongs to. Anything irrelevant to a table is left out: paragraphs
about wagers not on the layout, choices not made, or other ways of dealing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from pitboss.chapter.check import NOTHING
from pitboss.chapter.contents import contents, section_of
from pitboss.chapter.layout import Layout
from pitboss.chapter.paragraphs import Paragraph, TextFile, read_paragraphs
from pitboss.chapter.rules import Option, Provision, Rules, Value, registered_games, rules_of, value_text
from pitboss.library.papers.guide_texts import guide_texts
from pitboss.library.papers.words import in_effect, of_wagers_not_offered

Part = Literal["words", "equipment", "wagers", "payouts", "round", "irregular"]
MOST_OF_A_SECTION = 6
SHORTEST = 7
"""Names of wagers no longer than this (pass, tie, field) are also ordinary words."""
PLAIN = ("to", "form", "closed", "rows", "words", "sizes", "order")
"""Names of paragraphs that a patron does not know."""
REMARKS = "breaks off|copy ends|history note|text is not held|text was not found"
"""Phrases in remarks about our copies of the texts, which are for readers of `trace` and not for patrons."""
_TITLES: tuple[tuple[Part, str], ...] = (
    ("irregular", r"irregularit|invalid roll|prohibition"),
    ("words", r"definition"),
    ("round", r"^procedures? for completion|^procedures for each round"),
    ("payouts", r"payout|odds|vigorish|payment of winning"),
    ("equipment", r"number of decks|opening of|shuffle and cut|^dice|physical|equipment|wheel;|cards;|shuffling shoe"),
    ("round", r"procedure|dealing|throw|rotation|completion|drawing|surrender|doubling|splitting|insurance|keno games"),
    ("round", r"rankings?$|card poker rankings|payment of blackjack|continuation"),
    ("wagers", r"wager|bet"),
)


def part_of(section: str, layout: Layout) -> Part:
    """Return what a section is about, judging by its title on the layout's date."""
    found = contents().section(section_of(section)).on(layout.on)
    title = (found or contents().section(section_of(section))).title.lower()
    return next((part for part, words in _TITLES if re.search(words, title)), "round")


@cache
def paragraphs_of(game: str) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a game; empty if it lists none."""
    held = files(registered_games()[game]) / "paragraphs.toml"
    if not held.is_file():
        return ()
    return read_paragraphs(TextFile(f"{game}/paragraphs.toml", held.read_text("utf-8")), rules_of(game).game)


class Gist(NamedTuple):
    """A paragraph's content in our words, and its section."""

    text: str
    section: str


def gists(layout: Layout, *parts: Part) -> list[Gist]:
    """Return what these parts of the regulation say at this table, in the regulation's order."""
    guide = guide_texts(layout.rules.game.id)
    return [
        Gist(guide.step(one.id, layout) or _called(one), section_of(one.section))
        for one in paragraphs_of(layout.rules.game.id)
        if part_of(one.section, layout) in parts or ("round" in parts and one.id in guide.steps)
        if _matters(layout, one)
    ]


def _called(one: Paragraph) -> str:
    """Return a paragraph's gist, starting with its topic if the gist omits it: "Surrender: half of the wager"."""
    gist = _for_patrons(one.gist)
    name = _name(one)
    if not name or name.lower() in gist.lower() or name in PLAIN:
        return gist
    first = gist[0].lower() if gist[1:2].islower() or gist.startswith("A ") else gist[0]
    return f"{name.capitalize()}: {first}{gist[1:]}"


def _for_patrons(gist: str) -> str:
    """Remove remarks about our copies of the texts from a gist.

    >>> _for_patrons("Two pair. The copy ends before it."), _for_patrons("A copy is the bank's.")
    ('Two pair.', "A copy is the bank's.")
    >>> _for_patrons("As for don't pass; the copy held breaks off in its odds.")
    "As for don't pass."
    """
    return re.sub(rf"(; |\. |^)[^.;]*\b({REMARKS})\b[^.;]*\.?", ".", gist).replace("..", ".")


def gists_of(layout: Layout, wager: str) -> list[Gist]:
    """Return the description of one wager: how it is made, what wins and what loses."""
    section = layout.rules.wagers[wager].section.split(", ")[0]
    latest = rules_of(layout.rules.game.id).wagers[wager].section.split(", ")[0]
    found = []
    for one in paragraphs_of(layout.rules.game.id):
        own = f"wager.{wager}" in one.data and part_of(one.section, layout) != "payouts"
        numbered = '"' not in one.id and "(" in latest and (one.id == latest or _is_below(one.id, latest))
        # A paragraph under the wager's own number applies even if other parts of it were not chosen.
        matters = _matters(layout, one) or (one.id == latest and not _names_what_is_not_offered(layout, one.gist))
        if (own or numbered) and matters:
            found.append(Gist(_for_patrons(one.gist), section))
    return found or _of_its_section(layout, latest, section)


def _of_its_section(layout: Layout, latest: str, section: str) -> list[Gist]:
    """Return what the wager's section says, for wagers without a paragraph of their own."""
    return [
        Gist(_for_patrons(one.gist), section)
        for one in paragraphs_of(layout.rules.game.id)
        if section_of(one.section) == section_of(latest) and _matters(layout, one)
    ][:MOST_OF_A_SECTION]


def _is_below(number: str, above: str) -> bool:
    """Whether a paragraph is part of another: 1.2(a)1i is part of 1.2(a)1, but 1.2(a)11 is not."""
    rest = number.removeprefix(above)
    return number.startswith(above) and rest != "" and not (above[-1].isdigit() and rest[0].isdigit())


def _matters(layout: Layout, one: Paragraph) -> bool:
    """Whether a paragraph is relevant at this table."""
    guide = guide_texts(layout.rules.game.id)
    if not guide.holds(one.id, layout):
        return False
    if (step := guide.step(one.id, layout)) is not None:
        return bool(step)
    if one.nothing is not None and not one.data and not one.steps:
        return False
    cited = _cited(layout.rules, one)
    if of_wagers_not_offered(layout, one.section) or _names_what_is_not_offered(layout, _called(one)):
        return False
    if _not_chosen(layout, one):
        return False
    if any(path.startswith("irregularity.") for path, _ in cited):
        return False
    held = [_holds(layout, path, provision) for path, provision in cited]
    return not held or all(held) or (any(held) and not any(path.startswith("option.") for path, _ in cited))


def _not_chosen(layout: Layout, one: Paragraph) -> bool:
    """Whether a paragraph is named after a variation that the licensee has not chosen."""
    value = layout.options.get(_name(one).replace(" ", "_"))
    return isinstance(value, (bool, str)) and value in NOTHING


def _name(one: Paragraph) -> str:
    """Return the name of a paragraph without a number: 11.8D "dragons eye"."""
    return one.id.partition('"')[2].rstrip('"')


def _names_what_is_not_offered(layout: Layout, gist: str) -> bool:
    """Whether a gist mentions a wager that is not on this layout."""
    text = gist.lower()
    for name, wager in layout.rules.wagers.items():
        stem = wager.name.lower().removesuffix(" wager").removesuffix(" bet")
        if name not in layout.wagers and len(stem) > SHORTEST and stem in text:
            return True
    return False


def _cited(rules: Rules, one: Paragraph) -> tuple[tuple[str, Provision], ...]:
    """Return the provisions that a paragraph names or that have its number."""
    return _provisions(rules.game.id)[one.id]


@cache
def _provisions(game: str) -> dict[str, tuple[tuple[str, Provision], ...]]:
    """Index the provisions of a game by paragraph."""
    numbered = [(path, provision, provision.section.split(", ")) for path, provision in rules_of(game).provisions()]
    return {
        one.id: tuple(
            (path, provision)
            for path, provision, numbers in numbered
            if path in one.data or ('"' not in one.id and one.id in numbers)
        )
        for one in paragraphs_of(game)
    }


def _holds(layout: Layout, path: str, provision: Provision) -> bool:
    """Whether a provision has an effect at this table."""
    if not provision.in_force(layout.on):
        return False
    kind, name, *_ = path.split(".")
    if kind == "wager":
        return name in layout.wagers
    if isinstance(provision, Option):
        value = layout.options.get(name)
        left_out = isinstance(value, (bool, str)) and value in NOTHING
        return value is not None and not left_out and in_effect(layout, provision, value)
    if kind == "fact":
        return not _of_another_choice(layout.rules.options, layout.options, name)
    return True


def _of_another_choice(options: Mapping[str, Option], chosen: Mapping[str, Value], fact: str) -> bool:
    """Whether a fact belongs to a choice that was not made: dealing_hand at a table that deals from a shoe."""
    for name, option in options.items():
        for choice in option.values:
            value = choice.value
            if (
                isinstance(value, str)
                and fact.endswith(f"_{value}")
                and name in chosen
                and value_text(chosen[name]) != value
            ):
                return True
    return False
