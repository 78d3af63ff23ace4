"""Choices, odds, limits and figures of a table in words that patrons and regulators understand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from pitboss.chapter.check import NOTHING
from pitboss.chapter.contents import section_of
from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import Odds, cents, dollars
from pitboss.chapter.rules import Option, Value, WagerRule, all_games, meets, same_value, value_text

PROVENANCE = {
    "text": "the regulation's own text",
    "sister": "another regulator's rule for the same game",
    "published": "a published rule card or textbook",
    "reconstructed": "our best reading; no text was found",
}
LONGEST = 26
"""Longer fractions are left out of table cells."""


class Chosen(NamedTuple):
    """A licensee's choice as shown in documents."""

    option: Option
    name: str
    value: str
    citation: str
    usual: bool


def chosen(layout: Layout) -> Iterator[Chosen]:
    """Yield the licensee's choices that have an effect at this table, in the order of the rules."""
    for name, value in layout.options.items():
        option = layout.rules.options[name].beside(layout.options)
        if in_effect(layout, option, value):
            section = option.under(option.choice(value)).section
            usual = same_value(value, option.default)
            yield Chosen(option, option.name, option_value_text(layout, option, value), cite(layout, section), usual)


def in_effect(layout: Layout, option: Option, value: Value) -> bool:
    """Whether a choice has an effect: not, for example, the pay table of a wager that is not offered."""
    if option.analysis and same_value(value, option.default):
        return False
    if any(
        name in layout.options and not meets(ask, layout.options[name], layout.options)
        for name, ask in option.applies.items()
    ):
        return False
    if of_wagers_not_offered(layout, option.section):
        return False
    if option.posts_steps and (layout.steps == 1 or layout.cents(option.id) != layout.steps):
        return False  # another option applies, or none
    if any(wager.amount.amount == option.id for wager in layout.rules.wagers.values()) and not layout.cents(option.id):
        return False  # the wager's amount is set to zero
    elects = [wager for wager in layout.permissible.values() if option.id in wager.offered]
    if elects and isinstance(value, (bool, str)) and value in NOTHING:
        return False
    pays = [one for one in layout.permissible.values() if any(way.table == option.id for way in one.pays)]
    return not pays or any(wager.id in layout.wagers for wager in pays)


def of_wagers_not_offered(layout: Layout, section: str) -> bool:
    """Whether a section only concerns wagers that this table does not offer."""
    whole = section_of(section.split(", ")[0])
    there = [wager for wager in layout.rules.wagers.values() if section_of(wager.section.split(", ")[0]) == whole]
    return bool(there) and not any(wager.id in layout.wagers for wager in there)


def option_value_text(layout: Layout, option: Option, value: Value) -> str:
    """Describe a choice in words: dollars as dollars, shares as percentages, names without underscores."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    by = layout.rules.facts.get(f"{option.id}_{value_text(value)}")
    if (
        by is not None
        and isinstance(by.value, Mapping)
        and (chosen := layout.options.get(value_text(value)[3:])) is not None
    ):
        return plain(
            value_text(by.value.get(value_text(chosen), value))
        )  # zero_rule = "by_wheel": show what that means for this wheel
    if option.unit == "dollars" and isinstance(value, (int, Decimal)):
        return dollars(layout.cents(option.id))
    if option.name.endswith("in dollars") and value_text(value).replace(".", "").isdigit():
        return dollars(cents(value_text(value)))
    if option.unit == "share" and isinstance(value, (int, Decimal)):
        return f"{Decimal(value) * 100:f}%".replace(".00%", "%")
    return plain(value_text(value))


def plain(text: str) -> str:
    """Replace the underscores of an id with spaces.

    >>> plain("hit_soft_17"), plain("3-4-5x")
    ('hit soft 17', '3-4-5x')
    """
    return text.replace("_", " ")


def cite(layout: Layout, section: str) -> str:
    """Cite the first section named, with its number on the layout's date and without "N.J.A.C."."""
    return layout.cite(section.split(", ")[0]).removeprefix("N.J.A.C. ")


def odds_rows(layout: Layout, wager: str) -> list[tuple[str, str]]:
    """Return the odds of a wager: each outcome in words with its odds."""
    pays = layout.paid(wager)
    words = layout.rules.felt.pays.get(wager, {})
    table = layout.odds_table(wager)
    rows = [(words.get(outcome, plain(outcome)), format_odds(odds)) for outcome, odds in table.items()]
    if not rows and pays.like:
        return [("", "as " + " and ".join(layout.rules.wagers[one].name for one in pays.like))]
    return rows


def format_odds(odds: Odds) -> str:
    """Format odds; if nothing is won, say that the wager is returned.

    >>> format_odds(Odds.parse("3 to 2")), format_odds(Odds(0, 1))
    ('3 to 2', 'wager returned')
    """
    return str(odds) if odds.ratio else "wager returned"


def format_payoffs(layout: Layout, wager: str) -> str:
    """Describe what a wager pays in one line."""
    rows = odds_rows(layout, wager)
    if len(rows) == 1:
        return rows[0][1]
    return ", ".join(f"{outcome}: {odds}" if outcome else odds for outcome, odds in rows)


def at_table(layout: Layout) -> dict[str, WagerRule]:
    """Return the wagers that can be placed, leaving out those whose amount the licensee has set to zero."""
    return {
        name: wager
        for name, wager in layout.wagers.items()
        if not (option := wager.amount.amount) or option not in layout.options or layout.cents(option)
    }


def format_limits(layout: Layout, wager: WagerRule) -> str:
    """Describe the minimum and maximum of a wager at this table, or what determines its amount."""
    amount = wager.amount
    if amount.fixed:
        return f"{dollars(amount.fixed * 100)}, fixed by {cite(layout, wager.section)}"
    if amount.amount and amount.amount in layout.options:
        return dollars(layout.cents(amount.amount))
    if amount.stakes:
        stakes = [layout.rules.options[name] for name in amount.stakes if name in layout.options]
        each = (
            f"{option.name.lower()} {option_value_text(layout, option, layout.options[option.id])}" for option in stakes
        )
        return ", ".join(each)
    if amount.follows in layout.rules.wagers:
        times = "equal to" if amount.times == 1 else f"{amount.times} times"
        return f"{times} the {layout.rules.wagers[amount.follows].name}"
    if wager.tied in layout.rules.wagers:
        return f"by the {layout.rules.wagers[wager.tied].name} ({cite(layout, wager.section)})"
    least, most = posted(layout, wager)
    if not least and most is None:
        return "no limit posted"
    parts = [dollars(least) if least else "no minimum", dollars(most) if most is not None else "no maximum"]
    return " to ".join(parts) if least and most is not None else ", ".join(parts)


def posted(layout: Layout, wager: WagerRule) -> tuple[int, int | None]:
    """Return the posted minimum and maximum of a wager, in cents; 0 and None if not posted."""
    return layout.minimum(wager.id), layout.limits.of(wager.id)[1]


def unposted(layout: Layout) -> list[str]:
    """Return the names of wagers that need posted limits but lack a minimum or a maximum."""
    amounts = ((wager, wager.amount) for wager in at_table(layout).values())
    free = [
        wager
        for wager, amount in amounts
        if not (amount.fixed or amount.stakes or amount.follows or wager.tied)
        if amount.amount not in layout.options
    ]
    return [wager.name for wager in free if not all(posted(layout, wager))]


def payout_limits(layout: Layout) -> list[tuple[str, str]]:
    """Return the payout limits in force at this table, in words with their sections."""
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
    """Return the options that limit how much may be wagered, as opposed to won."""
    return {option for wager in layout.rules.wagers.values() for option in wager.amount.stakes}


def _by_fact(layout: Layout) -> list[tuple[str, str]]:
    """Return the limit that a game declares as a fact: its wagers, and its amount or the option that sets it."""
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
    more = "; or what the minimum wagers could win in a round, if that is more" if value.get("minimum") else ""
    return [(f"Winnings of {' and '.join(names)} together are at most {amount}{more}.", cite(layout, fact.section))]


def match_play(layout: Layout) -> tuple[str, str] | None:
    """Return the wagers on which a match play coupon may be placed, and the section; None if it is not accepted."""
    fact = layout.rules.facts.get("match_play")
    if fact is None or not fact.in_force(layout.on) or not isinstance(fact.value, (list, tuple)):
        return None
    names = [layout.wagers[one].name for one in fact.value if one in layout.wagers]
    return (", ".join(names), cite(layout, fact.section)) if names else None


def as_odds(net: Fraction) -> str:
    """Format a net result as payout odds.

    >>> as_odds(Fraction(9, 5)), as_odds(Fraction(0)), as_odds(Fraction(-1, 2))
    ('9 to 5', 'push', 'loses 1/2')
    """
    if net > 0:
        return f"{net.numerator} to {net.denominator}"
    return "push" if net == 0 else "loses" if net == -1 else f"loses {-net}"


def against(chance: float) -> str:
    """Format the true odds against an event.

    >>> against(1 / 38), against(0.5), against(0)
    ('37.00 to 1', '1.00 to 1', 'never')
    """
    if not chance:
        return "never"
    return f"{(1 - chance) / chance:,.2f} to 1"


def short(exact: str | None) -> str:
    """Return an exact figure if it is short enough for a table cell, otherwise "…"."""
    return "" if exact is None else exact if len(exact) <= LONGEST else "…"


def percent(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}%}"


def steps_minutes() -> int:
    """The minutes of notice required before a change at an open table (8.3)."""
    return int(all_games().facts["change_notice_minutes"].value)
