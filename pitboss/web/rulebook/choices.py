"""The licensee's options, the irregularities and their remedies, and the facts of equipment and procedure."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.chapter.check import resolve_options
from pitboss.chapter.rules import Dated, Fact, Irregularity, Option, Value, same_value, value_text
from pitboss.web.citations import in_force, known_by
from pitboss.web.markup import Markup, el, join, table
from pitboss.web.rulebook.reading import Reading, named_markup, note_markup, standing_markup, table_row

_AT = {
    "wagers": "during betting",
    "dice": "at the throw",
    "card": "when a card is drawn",
    "decision": "at a decision",
    "number": "at the spin",
    "draw": "at the draw",
    "shuffle": "at the shuffle",
}


def options_markup(found: Reading) -> Markup:
    default = resolve_options(found.rules, found.day, {}, {})
    options = table(
        ("Choice", "Permitted", "Section", "Source"),
        [_option_row(found, option, default.get(id, option.default)) for id, option in found.game.options.items()],
        "Licensee's options",
        "options",
    )
    conditions = [
        el(
            "li",
            condition.says[:1].upper() + condition.says[1:],
            ". ",
            found.cite(condition),
            " ",
            known_by(found.rules, condition) if condition.provenance != "text" else None,
            id=f"condition-{found.rules.conditions.index(condition)}",
            class_="item",
        )
        for condition in found.game.conditions
    ]
    together = el("div", el("h3", "Dependent choices"), el("ul", conditions, class_="plain"), class_="part")
    return el("div", options, together if conditions else None)


def _option_row(found: Reading, option: Option, default: Value) -> Markup:
    return table_row(
        ("Choice", [named_markup(option.name, option.id, "option"), note_markup(option.note)]),
        ("Permitted", _permitted_markup(found, option, default)),
        ("Section", standing_markup(found, option)),
        ("Source", known_by(found.rules, option)),
        id=f"option-{option.id}",
    )


def _permitted_markup(found: Reading, option: Option, default: Value) -> Markup:
    if option.range is not None:
        unit = {"dollars": " dollars", "share": " (a share of 1)"}.get(option.unit, "")
        return el("span", f"{option.range}{unit}; ", el("b", value_text(default)))
    values = [
        el("b" if same_value(choice.value, default) else "span", value_text(choice.value), _value_note(choice))
        for choice in option.values
        if choice.in_force(found.day)
    ]
    return join([*values, option.pattern_says or None], ", ")


def _value_note(dated: Dated) -> Markup | None:
    dates = in_force(dated)
    return el("span", " (", dates, ")", class_="quiet") if dates else None


def irregularities_markup(found: Reading) -> Markup:
    return table(
        ("What happens", "Remedy", "Section", "Source"),
        [_irregularity_row(found, one) for one in found.game.irregularities.values()],
        "Irregularities",
        "irregularities",
    )


def _irregularity_row(found: Reading, one: Irregularity) -> Markup:
    when = ", ".join(_AT.get(step, step) for step in one.at)
    return table_row(
        (
            "What happens",
            [named_markup(one.name, one.id, "irregularity"), el("p", when, class_="aka") if when else None],
        ),
        (
            "Remedy",
            [el("b", one.effect.replace("_", " ")), f". {one.says}" if one.says else None, note_markup(one.note)],
        ),
        ("Section", standing_markup(found, one)),
        ("Source", known_by(found.rules, one)),
        id=f"irregularity-{one.id}",
    )


def facts_markup(found: Reading) -> Markup:
    return table(
        ("Fact", "Value", "Section", "Source"),
        [_fact_row(found, fact) for fact in found.game.facts.values()],
        "Facts of equipment and procedure",
        "facts",
    )


def _fact_row(found: Reading, fact: Fact) -> Markup:
    return table_row(
        ("Fact", named_markup(fact.id.replace("_", " "), fact.id, "fact")),
        ("Value", [_value_markup(fact.value), note_markup(fact.note)]),
        ("Section", standing_markup(found, fact)),
        ("Source", known_by(found.rules, fact)),
        id=f"fact-{fact.id}",
    )


def _value_markup(value: object) -> Markup:
    """Render plain data for readers."""
    if isinstance(value, bool):
        return el("span", "yes" if value else "no")
    if isinstance(value, Mapping):
        rows = [
            el("div", el("dt", str(key).replace("_", " ")), el("dd", _value_markup(one))) for key, one in value.items()
        ]
        return el("dl", rows, class_="value")
    if isinstance(value, (list, tuple)):
        return join(map(_value_markup, value))
    return el("span", str(value).replace("_", " "))
