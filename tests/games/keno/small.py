"""A keno game small enough to enumerate, by the same rules: five or fewer of twenty numbers are drawn."""

from __future__ import annotations

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Rules, Value, rules_of


def small_rules(numbers: int, drawn: int) -> Rules:
    """Return the rules with other numbers on a ticket and in a draw."""
    rules = rules_of("keno")
    figures = {"numbers": numbers, "drawn": drawn}
    changed = {
        name: tuple(one.model_copy(update={"value": figures[name]}) for one in facts) if name in figures else facts
        for name, facts in rules.dated_facts.items()
    }
    return rules.model_copy(update={"dated_facts": changed})


def small_keno(numbers: int = 20, drawn: int = 5, **options: Value) -> Layout:
    return Layout.of(small_rules(numbers, drawn), options=options)
