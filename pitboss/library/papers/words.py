"""What papers share: choices, odds, limits and figures of a table in words that a patron and a regulator can read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from pitboss.chapter.check import NOTHING
from pitboss.chapter.contents import section_of
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, cents, dollars
from pitboss.chapter.rules import Option, Value, WagerRule, all_games, meets, same, shown

PROVENANCE = {
    "text": "the regulation's own text",
    "sister": "another regulator's rule for the same game",
    "published": "a published rule card or textbook",
    "reconstructed": "a best reading; no text was found",
}
LONGEST = 26
"""A fraction of more characters is left out of a table's cell."""


class Chosen(NamedTuple):
    """A licensee's choice as papers show it."""

    option: Option
    name: str
    value: str
    citation: str
    usual: bool


def chosen(layout: Layout) -> Iterator[Chosen]:
    """The licensee's choices that do something at this table, in the order of the rules."""
    for name, value in layout.options.items():
        option = layout.rules.options[name].beside(layout.options)
        if in_effect(layout, option, value):
            section = option.under(option.choice(value)).section
            usual = same(value, option.default)
            yield Chosen(option, option.name, told(layout, option, value), cite(layout, section), usual)


def in_effect(layout: Layout, option: Option, value: Value) -> bool:
    """Whether a choice does something here: no pay table of a wager that is not offered, no wager that is left out."""
    if option.analysis and same(value, option.default):
        return False
    if any(
        name in layout.options and not meets(ask, layout.options[name], layout.options)
        for name, ask in option.applies.items()
    ):
        return False
    if of_wagers_not_offered(layout, option.section):
        return False
    if option.posts_steps and (layout.steps == 1 or layout.cents(option.id) != layout.steps):
        return False  # others hold, or none
    if any(wager.amount.amount == option.id for wager in layout.rules.wagers.values()) and not layout.cents(option.id):
        return False  # a wager that is put at nothing
    elects = [wager for wager in layout.permissible.values() if option.id in wager.offered]
    if elects and isinstance(value, (bool, str)) and value in NOTHING:
        return False
    pays = [one for one in layout.permissible.values() if any(way.table == option.id for way in one.pays)]
    return not pays or any(wager.id in layout.wagers for wager in pays)


def of_wagers_not_offered(layout: Layout, section: str) -> bool:
    """Whether a section is about wagers none of which is at this table."""
    whole = section_of(section.split(", ")[0])
    there = [wager for wager in layout.rules.wagers.values() if section_of(wager.section.split(", ")[0]) == whole]
    return bool(there) and not any(wager.id in layout.wagers for wager in there)


def told(layout: Layout, option: Option, value: Value) -> str:
    """A choice in words: dollars as dollars, shares as percentages, names without their underscores."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    by = layout.rules.facts.get(f"{option.id}_{shown(value)}")
    if (
        by is not None
        and isinstance(by.value, Mapping)
        and (chosen := layout.options.get(shown(value)[3:])) is not None
    ):
        return plain(shown(by.value.get(shown(chosen), value)))  # zero_rule = "by_wheel": what it is on this wheel
    if option.unit == "dollars" and isinstance(value, (int, Decimal)):
        return dollars(layout.cents(option.id))
    if option.name.endswith("in dollars") and shown(value).replace(".", "").isdigit():
        return dollars(cents(shown(value)))
    if option.unit == "share" and isinstance(value, (int, Decimal)):
        return f"{Decimal(value) * 100:f}%".replace(".00%", "%")
    return plain(shown(value))


def plain(text: str) -> str:
    """An id as words.

    >>> plain("hit_soft_17"), plain("3-4-5x")
    ('hit soft 17', '3-4-5x')
    """
    return text.replace("_", " ")


def cite(layout: Layout, section: str) -> str:
    """The first section named, under its number of the day, without the code that the head of a paper names."""
    return layout.cite(section.split(", ")[0]).removeprefix("N.J.A.C. ")


def odds_rows(layout: Layout, wager: str) -> list[tuple[str, str]]:
    """What a wager pays: each outcome in words, and its odds with the word to."""
    pays = layout.paid(wager)
    words = layout.rules.felt.pays.get(wager, {})
    table = layout.odds_table(wager)
    rows = [(words.get(outcome, plain(outcome)), odds_told(odds)) for outcome, odds in table.items()]
    if not rows and pays.like:
        return [("", "as " + " and ".join(layout.rules.wagers[one].name for one in pays.like))]
    return rows


def odds_told(odds: Odds) -> str:
    """Odds as they are printed; where nothing is won, the wager comes back.

    >>> odds_told(Odds.parse("3 to 2")), odds_told(Odds(0, 1))
    ('3 to 2', 'the wager back')
    """
    return str(odds) if odds.ratio else "the wager back"


def pays_told(layout: Layout, wager: str) -> str:
    """What a wager pays, in a line."""
    rows = odds_rows(layout, wager)
    if len(rows) == 1:
        return rows[0][1]
    return ", ".join(f"{outcome}: {odds}" if outcome else odds for outcome, odds in rows)


def at_table(layout: Layout) -> dict[str, WagerRule]:
    """The wagers that can be made: not one whose amount the licensee has put at nothing."""
    return {
        name: wager
        for name, wager in layout.wagers.items()
        if not (option := wager.amount.amount) or option not in layout.options or layout.cents(option)
    }


def limits_told(layout: Layout, wager: WagerRule) -> str:
    """The least and the most of a wager at this table, or what its amount follows from."""
    amount = wager.amount
    if amount.fixed:
        return f"{dollars(amount.fixed * 100)}, fixed by {cite(layout, wager.section)}"
    if amount.amount and amount.amount in layout.options:
        return dollars(layout.cents(amount.amount))
    if amount.stakes:
        stakes = [layout.rules.options[name] for name in amount.stakes if name in layout.options]
        each = (f"{option.name.lower()} {told(layout, option, layout.options[option.id])}" for option in stakes)
        return ", ".join(each)
    if amount.follows in layout.rules.wagers:
        times = "as much as" if amount.times == 1 else f"{amount.times} times"
        return f"{times} the {layout.rules.wagers[amount.follows].name}"
    if wager.tied in layout.rules.wagers:
        return f"by the {layout.rules.wagers[wager.tied].name} ({cite(layout, wager.section)})"
    least, most = posted(layout, wager)
    if not least and most is None:
        return "no limit posted"
    parts = [dollars(least) if least else "no minimum", dollars(most) if most is not None else "no maximum"]
    return " to ".join(parts) if least and most is not None else ", ".join(parts)


def posted(layout: Layout, wager: WagerRule) -> tuple[int, int | None]:
    """Returns the minimum and the maximum that are posted for a wager, in cents; 0 and None for none."""
    return layout.minimum(wager.id), layout.limits.of(wager.id)[1]


def unposted(layout: Layout) -> list[str]:
    """Returns the names of the wagers that go by posted limits and have no minimum, or no maximum."""
    amounts = ((wager, wager.amount) for wager in at_table(layout).values())
    free = [
        wager
        for wager, amount in amounts
        if not (amount.fixed or amount.stakes or amount.follows or wager.tied)
        if amount.amount not in layout.options
    ]
    return [wager.name for wager in free if not all(posted(layout, wager))]


def payout_limits(layout: Layout) -> list[tuple[str, str]]:
    """The payout limits that hold at this table: in words, and the section of each."""
    named = [
        layout.rules.options[name]
        for name in layout.options
        if name.endswith("_limit") and name != "payout_limit" and name not in _stakes(layout)
    ]
    posted = [
        (f"{option.name}: {dollars(layout.cents(option.id))}.", cite(layout, option.section))
        for option in named
        if option.unit == "dollars" and in_effect(layout, option, layout.options[option.id])
    ]
    return [*_by_fact(layout), *posted]


def _stakes(layout: Layout) -> set[str]:
    """The options that say how much may be wagered, and not what may be won."""
    return {option for wager in layout.rules.wagers.values() for option in wager.amount.stakes}


def _by_fact(layout: Layout) -> list[tuple[str, str]]:
    """The limit that a game declares as a fact: its wagers, and its dollars or the option that has them."""
    fact = layout.rules.facts.get("payout_limit")
    if fact is None or not fact.in_force(layout.on) or not isinstance(fact.value, dict):
        return []
    value = fact.value
    names = [layout.rules.wagers[one].name for one in value.get("wagers", ()) if one in layout.wagers]
    option = value.get("option", "")
    if option and option in layout.options:
        chosen_limit = layout.options[option]
        if isinstance(chosen_limit, (bool, str)) and not str(chosen_limit).isdigit():
            return []
        amount = dollars(layout.cents(option))
    else:
        amount = dollars(int(value.get("dollars", 0)) * 100)
    more = "; or what betting the minimum could win in a round, where that is more" if value.get("minimum") else ""
    return [(f"Winnings of {' and '.join(names)} together are at most {amount}{more}.", cite(layout, fact.section))]


def match_play(layout: Layout) -> tuple[str, str] | None:
    """Where a match play coupon may lie at this table, and by which section; None where none is taken."""
    fact = layout.rules.facts.get("match_play")
    if fact is None or not fact.in_force(layout.on) or not isinstance(fact.value, (list, tuple)):
        return None
    names = [layout.wagers[one].name for one in fact.value if one in layout.wagers]
    return (", ".join(names), cite(layout, fact.section)) if names else None


def as_odds(net: Fraction) -> str:
    """A net result as payout odds.

    >>> as_odds(Fraction(9, 5)), as_odds(Fraction(0)), as_odds(Fraction(-1, 2))
    ('9 to 5', 'push', 'loses 1/2')
    """
    if net > 0:
        return f"{net.numerator} to {net.denominator}"
    return "push" if net == 0 else "loses" if net == -1 else f"loses {-net}"


def against(chance: float) -> str:
    """True odds against something.

    >>> against(1 / 38), against(0.5), against(0)
    ('37.00 to 1', '1.00 to 1', 'never')
    """
    if not chance:
        return "never"
    return f"{(1 - chance) / chance:,.2f} to 1"


def short(exact: str | None) -> str:
    """An exact figure where there is room for it."""
    return "" if exact is None else exact if len(exact) <= LONGEST else "…"


def percent(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}%}"


def steps_minutes() -> int:
    """The least minutes of notice before a change at an open table (8.3)."""
    return int(all_games().facts["change_notice_minutes"].value)
