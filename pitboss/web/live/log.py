"""The log of recent steps with their sections, newest at the bottom."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from datetime import date
from typing import Any

from nicegui import ui
from nicegui.element import Element

from pitboss.floor.sight import STEPS_PER_ROUND, MomentView
from pitboss.web.citations import citation
from pitboss.web.markup import Markup, el
from pitboss.web.theme import written

KEPT = 90
POSITION = re.compile(r"\b[Pp]osition (\d+)\b")


class Log:
    """A table's log, as one person may see it."""

    def __init__(self, day: date, link_day: date | None = None, by_name: bool = False) -> None:
        """With `by_name`, for games between players, players are named instead of their positions."""
        self.day, self.link_day, self._by_name = day, link_day, by_name
        self._entries: deque[Element] = deque()
        self._round = -1
        self._list = ui.element("ol").classes("log").props('aria-label="What happened"')

    def tell(self, moment: MomentView, you: int) -> None:
        """Add a moment to the log, if it has any text."""
        text = said(moment.step, moment.state or {}, you, self._by_name)
        if not text:
            return
        round_ = moment.seq // STEPS_PER_ROUND
        if round_ != self._round:
            self._round = round_
            self._add(Markup(el("span", f"Round {round_ + 1}")), "log-round")
        step = moment.step
        section = str(step.get("section", ""))
        cite = citation(section, self.day, self.link_day) if section else None
        self._add(
            el("span", text, class_="log-text") + (cite or Markup()), f"log-{step['step'].lower()} {tone(step, you)}"
        )

    def _add(self, inside: Markup, classes: str) -> None:
        with self._list:
            entry = written(inside, "li").classes(f"log-entry {classes}".strip())
        self._entries.append(entry)
        while len(self._entries) > KEPT:
            self._entries.popleft().delete()


def said(step: Mapping[str, Any], state: Mapping[str, Any], you: int, by_name: bool = False) -> str:
    """Describe a step with its player; empty for a step that is not announced.

    >>> seats = {"positions": [{"number": 2, "name": "Ann"}]}
    >>> said({"step": "Acted", "position": 2, "text": "position 2 raises to $6"}, seats, 1, by_name=True)
    'Ann raises to $6'
    """
    text = spoken(str(step.get("text", "")))
    if not text or step["step"] not in ("Said", "Acted", "Settled"):
        return ""
    if by_name and POSITION.search(text) and step.get("action", {}).get("verb") not in ("sit", "leave"):
        return named(text, state)
    if step["step"] == "Said" or step.get("action", {}).get("verb") in ("sit", "leave"):
        return text
    position = whose(step)
    if position == you:
        return f"You: {text}"
    names = {seat["number"]: seat["name"] for seat in state.get("positions", ())}
    return f"{names.get(position, f'Position {position}')}: {text}"


def named(text: str, state: Mapping[str, Any]) -> str:
    """Replace positions in a text with their players' names."""
    names = {str(seat["number"]): str(seat["name"]) for seat in state.get("positions", ())}
    return POSITION.sub(lambda found: names.get(found[1], found[0]), text)


def spoken(text: str) -> str:
    """Write cards in a text as players do.

    >>> spoken("T♠ 9♣ (19) against T♦: Ten of the Trips")
    '10♠ 9♣ (19) against 10♦: Ten of the Trips'
    """
    return re.sub(r"T(?=[♠♥♦♣])", "10", text)


def whose(step: Mapping[str, Any]) -> int:
    """Return the position that a step concerns, or 0."""
    if step["step"] == "Settled":
        return int(step["wager"]["position"])
    return int(step.get("position", 0) or 0)


def net(step: Mapping[str, Any]) -> int:
    """Return the net result of a settled wager for its position."""
    if step["step"] != "Settled":
        return 0
    lost, vig = int(step.get("lost", 0)), int(step.get("vig", 0))
    if step["result"] == "wins":
        return int(step.get("winnings", 0)) - vig - lost
    return -vig - (int(step["wager"]["amount"]) if step["result"] == "loses" else lost)


def tone(step: Mapping[str, Any], you: int) -> str:
    """Classify a step for its own player: won, lost, or neither."""
    if step["step"] != "Settled" or whose(step) != you:
        return ""
    return "won" if net(step) > 0 else "lost" if net(step) < 0 else ""
