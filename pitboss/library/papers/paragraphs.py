"""The paragraphs of a game as a patron is told of them: what each says in our words, if it matters at this table.

The gists are those of the game's `paragraphs.toml`, which `trace` holds to the rules; which part of a guide a section
belongs to follows from its title in the chapter's contents. What a table does not offer is left out: a paragraph of a
wager that is not on the layout, of a choice that was not made, of another way of dealing.
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
from pitboss.chapter.rules import Option, Provision, Rules, Value, registered, rules_of, shown
from pitboss.chapter.trace import File, Paragraph, read_paragraphs
from pitboss.library.papers.told import told_of
from pitboss.library.papers.words import in_effect, of_wagers_not_offered

Part = Literal["words", "equipment", "wagers", "payouts", "round", "irregular"]
MOST_OF_A_SECTION = 6
SHORTEST = 7
"""A shorter name of a wager (pass, tie, field) is also a word like any other."""
PLAIN = ("to", "form", "closed", "rows", "words", "sizes", "order")
"""Names of paragraphs that tell a patron nothing."""
REMARKS = "breaks off|history note|text is not held"
"""A sentence about the texts that are held: for who reads `trace`, and nothing to a patron."""
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
    """What a section is about, by its title of the day."""
    found = contents().section(section_of(section)).on(layout.on)
    title = (found or contents().section(section_of(section))).title.lower()
    return next((part for part, words in _TITLES if re.search(words, title)), "round")


@cache
def paragraphs_of(game: str) -> tuple[Paragraph, ...]:
    """The paragraphs of a game; none where it does not list them."""
    held = files(registered()[game]) / "paragraphs.toml"
    if not held.is_file():
        return ()
    return read_paragraphs(File(f"{game}/paragraphs.toml", held.read_text("utf-8")), rules_of(game).game)


class Gist(NamedTuple):
    """What a paragraph says, in our words, and the section it is in."""

    text: str
    section: str


def gists(layout: Layout, *parts: Part) -> list[Gist]:
    """What the sections of these parts say at this table, in the order of the chapter."""
    told = told_of(layout.rules.game.id)
    return [
        Gist(told.step(one.id, layout) or _called(one), section_of(one.section))
        for one in paragraphs_of(layout.rules.game.id)
        if part_of(one.section, layout) in parts or ("round" in parts and one.id in told.steps)
        if _matters(layout, one)
    ]


def _called(one: Paragraph) -> str:
    """What a paragraph says, with what it is about where it does not say so itself: Surrender: half of the wager."""
    gist = _for_patrons(one.gist)
    name = _name(one)
    if not name or name.lower() in gist.lower() or name in PLAIN:
        return gist
    first = gist[0].lower() if gist[1:2].islower() or gist.startswith("A ") else gist[0]
    return f"{name.capitalize()}: {first}{gist[1:]}"


def _for_patrons(gist: str) -> str:
    """A gist without remarks on the texts that are held.

    >>> _for_patrons("Two pair. The copy breaks off before it."), _for_patrons("A copy is the bank's.")
    ('Two pair.', "A copy is the bank's.")
    >>> _for_patrons("As for don't pass; the copy held breaks off in its odds.")
    "As for don't pass."
    """
    return re.sub(rf"(; |\. |^)[^.;]*\b({REMARKS})\b[^.;]*\.?", ".", gist).replace("..", ".")


def gists_of(layout: Layout, wager: str) -> list[Gist]:
    """What is said of one wager: how it is made, what wins and what loses."""
    section = layout.rules.wagers[wager].section.split(", ")[0]
    latest = rules_of(layout.rules.game.id).wagers[wager].section.split(", ")[0]
    found = []
    for one in paragraphs_of(layout.rules.game.id):
        own = f"wager.{wager}" in one.data and part_of(one.section, layout) != "payouts"
        numbered = '"' not in one.id and "(" in latest and (one.id == latest or _is_below(one.id, latest))
        # What stands under a wager's own number is said of it, whatever else of the number was not chosen.
        matters = _matters(layout, one) or (one.id == latest and not _names_what_is_not_offered(layout, one.gist))
        if (own or numbered) and matters:
            found.append(Gist(_for_patrons(one.gist), section))
    return found or _of_its_section(layout, latest, section)


def _of_its_section(layout: Layout, latest: str, section: str) -> list[Gist]:
    """What the section of a wager says, where no paragraph of it is about that wager alone."""
    return [
        Gist(_for_patrons(one.gist), section)
        for one in paragraphs_of(layout.rules.game.id)
        if section_of(one.section) == section_of(latest) and _matters(layout, one)
    ][:MOST_OF_A_SECTION]


def _is_below(number: str, above: str) -> bool:
    """Whether a paragraph stands in another: 1.2(a)1i in 1.2(a)1, and not 1.2(a)11."""
    rest = number.removeprefix(above)
    return number.startswith(above) and rest != "" and not (above[-1].isdigit() and rest[0].isdigit())


def _matters(layout: Layout, one: Paragraph) -> bool:
    """Whether a paragraph has something to say at this table."""
    told = told_of(layout.rules.game.id)
    if not told.holds(one.id, layout):
        return False
    if (step := told.step(one.id, layout)) is not None:
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
    """Whether a paragraph is about a choice, by its name, that the licensee has left out: a variation that is off."""
    value = layout.options.get(_name(one).replace(" ", "_"))
    return isinstance(value, (bool, str)) and value in NOTHING


def _name(one: Paragraph) -> str:
    """What a paragraph without a number is called: 11.8D "dragons eye"."""
    return one.id.partition('"')[2].rstrip('"')


def _names_what_is_not_offered(layout: Layout, gist: str) -> bool:
    """Whether a gist speaks of a wager that is not on this layout, by its name."""
    said = gist.lower()
    for name, wager in layout.rules.wagers.items():
        stem = wager.name.lower().removesuffix(" wager").removesuffix(" bet")
        if name not in layout.wagers and len(stem) > SHORTEST and stem in said:
            return True
    return False


def _cited(rules: Rules, one: Paragraph) -> tuple[tuple[str, Provision], ...]:
    """The provisions of a paragraph: those that it names, or that stand under its number."""
    return _provisions(rules.game.id)[one.id]


@cache
def _provisions(game: str) -> dict[str, tuple[tuple[str, Provision], ...]]:
    """The provisions of each paragraph of a game."""
    whole = [(path, provision, provision.section.split(", ")) for path, provision in rules_of(game).provisions()]
    return {
        one.id: tuple(
            (path, provision)
            for path, provision, numbers in whole
            if path in one.data or ('"' not in one.id and one.id in numbers)
        )
        for one in paragraphs_of(game)
    }


def _holds(layout: Layout, path: str, provision: Provision) -> bool:
    """Whether a provision does something at this table."""
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
    """Whether a fact is named for a choice that was not made: dealing_hand at a table that deals from a shoe."""
    for name, option in options.items():
        for choice in option.values:
            value = choice.value
            if (
                isinstance(value, str)
                and fact.endswith(f"_{value}")
                and name in chosen
                and shown(chosen[name]) != value
            ):
                return True
    return False
