"""Refusals by the floor."""

from __future__ import annotations

from pitboss.chapter.check import Unlawful
from pitboss.table import Refused
from pitboss.table.game import Answer


def refusal(reason: str, section: str = "") -> Refused:
    """A refusal under a section; without one it is the floor's own rule."""
    return Refused(Answer(False, reason, section))


def refusal_of_breach(problem: Unlawful) -> Refused:
    """The first breach, as a refusal at the table."""
    one = next((found for found in problem.findings if found.severity == "breach"), problem.findings[0])
    return Refused(Answer(False, f"{one.wrong}; permitted: {one.permitted}", one.section), one.citation)
