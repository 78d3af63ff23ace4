"""A finding: something about a table that the chapter does not permit or does not know.

It says what is wrong, what is permitted, and under which section, cited as of the table's date. It only suggests what
can be chosen on that date, never anything already repealed.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from difflib import get_close_matches
from typing import Literal

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.contents import cite, contents, prefix, section_of
from pitboss.chapter.numbers import order
from pitboss.chapter.rules import Dated, Header, Provenance, Provision, Rules, WagerRule, value_text

Severity = Literal["breach", "warning"]
Kind = Literal[
    "unknown", "unreadable", "not in force", "not permitted", "contradiction", "without effect", "notice", "not shown"
]

REPEALED = "nothing: repealed"
"""The start of the "permitted" text for something that was repealed before the day."""
MOST_NAMES = 20
"""The maximum number of known names listed for an unknown one."""


class Finding(BaseModel):
    """Something about a table that the chapter does not permit or does not know."""

    model_config = ConfigDict(frozen=True)

    severity: Severity
    kind: Kind
    section: str
    citation: str
    where: str
    wrong: str
    permitted: str
    provenance: Provenance

    def stops(self, unlawful: bool = False) -> bool:
        """Whether the finding prevents a layout; with `unlawful`, only choices that nothing can be computed with do."""
        return self.severity == "breach" and (not unlawful or self.kind in ("unknown", "unreadable"))

    def __str__(self) -> str:
        mark = "" if self.provenance == "text" else f" [{self.provenance}]"
        return f"{self.severity}: {self.citation}{mark}: {self.where}: {self.wrong}; permitted: {self.permitted}"


class Unlawful(ValueError):
    """Raised for a table that the chapter does not permit; the message has one finding per line."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        self.findings = tuple(findings)
        super().__init__(self.findings)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings))


def finding(
    day: date,
    rests_on: Provision | Header | str,
    kind: Kind,
    where: str,
    wrong: str,
    permitted: str,
    mild: bool = False,
) -> Finding:
    """Create a finding based on a provision, on a section, or only on the game's place in the chapter."""
    section, citation = section_and_citation(day, rests_on)
    return Finding(
        severity="warning" if mild else "breach",
        kind=kind,
        section=section,
        citation=citation,
        where=where,
        wrong=wrong,
        permitted=permitted,
        provenance=rests_on.provenance if isinstance(rests_on, Provision) else "text",
    )


def section_and_citation(day: date, rests_on: Provision | Header | str) -> tuple[str, str]:
    """Return the section that a finding is sorted by, and its citation.

    Sections that did not exist yet are cited as on their first day: there is no 19:47-1.12 and no 19:47-1A.
    """
    if isinstance(rests_on, Header):
        first = rests_on.sections[0] if rests_on.sections else rests_on.subchapter
        return first, f"N.J.A.C. {prefix(max(day, rests_on.since))}-{rests_on.home}"
    section = rests_on if isinstance(rests_on, str) else rests_on.section.split(", ")[0]
    if "." in section:
        return section, cite(section, max(day, contents().section(section_of(section)).since))
    return section, f"N.J.A.C. {prefix(day)}-{section}"


def sort_findings(found: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda one: order(one.section)))


def suggest_names(name: str, known: Iterable[str], also: Iterable[str] = ()) -> str:
    """Suggest names similar to an unknown one and list the known ones; `also` adds names not yet in force."""
    names = list(dict.fromkeys(known))
    near = get_close_matches(name, list(dict.fromkeys([*names, *also])), 3)
    more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return (f"{' or '.join(near)}? " if near else "") + f"one of: {', '.join(names[:MOST_NAMES])}{more}"


def when_in_force(rules: Rules, dated: Dated, day: date) -> str:
    """Describe when something takes effect or was repealed, for a day on which it is not in force."""
    effective = {amendment.rule: amendment.effective for amendment in rules.amendments}
    bound, word = (dated.since, "since") if is_future(dated, day) else (dated.until, REPEALED)
    by = f" by {dated.by}" if dated.by and effective.get(dated.by) == bound else ""
    return f"{word} {bound}{by}"


def is_future(dated: Dated, day: date) -> bool:
    """Whether something takes effect only after the day."""
    return dated.since is not None and day < dated.since


def no_wager_message(wager: WagerRule, day: date) -> str:
    return f"there is no {wager.name} on {day}"


def choices_offering(wager: WagerRule) -> str:
    """Format the choices that add a wager to the layout."""
    if not wager.offered:
        return "nothing: it is no longer offered"
    return "with " + ", ".join(
        f"{name} = {' or '.join(value_text(value) for value in values)}" for name, values in wager.offered.items()
    )


def suggest_wager(rules: Rules, day: date, name: str, known: Iterable[str]) -> str:
    """Suggest a wager for an unknown name: one that dealers call by that name, or one with a similar spelling."""
    wager, dot, outcome = name.partition(".")
    for rule in rules.wagers.values():
        if wager.replace("_", " ").lower() in (rule.name.lower(), *rule.aka) and rule.in_force(day):
            return f"{rule.id}{dot}{outcome}?"
    return suggest_names(name, known)
