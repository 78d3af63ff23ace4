"""Findings from `check` on a page: what is wrong, where, what is permitted, and under which section."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date

from pitboss.chapter.check import Finding
from pitboss.web.citations import badge, rules_at
from pitboss.web.markup import Markup, el


def findings_markup(
    found: Iterable[Finding], day: date | None, lines: Mapping[str, int] | None = None, names: bool = True
) -> Markup:
    """Render findings as a list; sections link to the rules on `day`.

    `lines` gives the line of each place in the checked text, for links. Without `names`, the names used in table
    files are hidden, for readers who did not write one.
    """
    items = [_finding(one, day, (lines or {}).get(one.where), names) for one in found]
    return el("ul", items, class_="findings")


def counted(found: Iterable[Finding]) -> str:
    """Count the findings by severity.

    >>> counted([])
    'No finding'
    """
    kinds = [one.severity for one in found]
    counts = [
        f"{kinds.count('breach')} breach{'' if kinds.count('breach') == 1 else 'es'}" if "breach" in kinds else "",
        f"{kinds.count('warning')} warning{'' if kinds.count('warning') == 1 else 's'}" if "warning" in kinds else "",
    ]
    return ", ".join(filter(None, counts)) or "No finding"


def _finding(one: Finding, day: date | None, line: int | None, names: bool) -> Markup:
    at = el("button", f"line {line}", type="button", data_line=line) if line is not None else None
    return el(
        "li",
        el(
            "p",
            el("span", one.severity, class_=f"severity severity-{one.severity}"),
            at,
            el("code", one.where, class_=None if names else "ours"),
            class_="finding-where",
        ),
        el("p", one.wrong, class_="finding-wrong"),
        el("p", el("span", "Permitted: ", class_="quiet"), one.permitted),
        el(
            "p",
            el("a", one.citation, href=rules_at(one.section, day), class_="cite"),
            " ",
            badge(one.provenance) if one.provenance != "text" else None,
        ),
        class_=f"finding finding-{one.severity}",
    )
