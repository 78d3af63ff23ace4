"""Which options put a wager on the layout, written the way a command line accepts them."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from itertools import product

from pitboss.chapter.finding import Finding, Unlawful
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Value, same_value, value_text


def how_to_offer(layout: Layout, wager: str) -> str:
    """Return the `--set` flags that offer a wager, and the reason if the table's other choices forbid it.

    >>> how_to_offer(Layout.of("pai-gow-poker"), "dragons_eye_sum")
    '--set dragons_eye=A'
    """
    every = list(_choices(layout, wager))
    chosen = {
        name: value
        for name, value in layout.options.items()
        if not same_value(value, layout.rules.options[name].default)
    }
    problems = []
    for needed in every:
        problem = _problem(layout, {**chosen, **needed})
        if problem is None:
            return as_flags(needed)
        problems.append(problem)
    if not problems or _problem(layout, chosen) is not None:
        return as_flags(every[0]) if every else ""
    first = problems[0]
    return f"{as_flags(every[0])}, but {first.wrong}: {first.permitted} ({first.citation})"


def as_flags(choices: Mapping[str, Value]) -> str:
    """Format choices as command-line flags."""
    return " ".join(f"--set {shlex.quote(f'{name}={value_text(value)}')}" for name, value in choices.items())


def _choices(layout: Layout, wager: str) -> Iterator[dict[str, Value]]:
    """Yield every combination of choices that offers a wager."""
    offered = layout.rules.wagers[wager].offered
    yield from (dict(zip(offered, values, strict=True)) for values in product(*offered.values()))


def _problem(layout: Layout, choices: Mapping[str, Value]) -> Finding | None:
    """Return the first finding against these choices, or None if they are lawful."""
    try:
        Layout.of(layout.rules, layout.on, choices, limits=layout.limits)
    except Unlawful as error:
        return error.findings[0]
    return None
