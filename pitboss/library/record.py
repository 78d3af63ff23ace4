"""Rounds told: every step in words, with its section; as text, and as typed data.

What leaves the table for a person goes through `view_step`: whoever is told sees what that position may see.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from pitboss.chapter.layout import Layout
from pitboss.chapter.odds import dollars
from pitboss.table.state import State
from pitboss.table.steps import Ask, AskDecision, Settled, Step
from pitboss.table.view import PUBLIC, view_step


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class StepRecord(_Model):
    """A step of a round."""

    step: str = Field(description="Said, Acted, Settled, or what was asked for: AskWagers, AskDice, AskDecision, …")
    text: str
    section: str
    citation: str
    position: int = Field(description="Whose step it is; 0 for nobody's")
    detail: dict[str, Any] = Field(description="Everything that this position may see of it; amounts are cents")


class ToldPosition(_Model):
    """A position: what it has in its rack and on the layout, in cents."""

    position: int
    name: str
    rack: int
    wagers: int
    bought_in: int

    @property
    def net(self) -> int:
        """What it is up, wagers on the layout counted."""
        return self.rack + self.wagers - self.bought_in


class ToldRound(_Model):
    """A round, step by step, and the racks after it."""

    round: int
    finished: bool
    steps: tuple[StepRecord, ...]
    positions: tuple[ToldPosition, ...]


class ToldTable(_Model):
    """The rounds of a table."""

    game: str
    on: date
    options: dict[str, bool | str]
    odds: dict[str, str] = Field(description="Odds that the table states, where they are not the chapter's least")
    rounds: tuple[ToldRound, ...]
    positions: tuple[ToldPosition, ...] = Field(description="How the positions stand at the end")
    inventory: int = Field(description="What the house is up, in cents")
    tape: str = Field(default="", description="The tape's file, where there is one")
    entries: int = Field(default=0, description="How many entries the tape has")
    verified: bool = Field(default=False, description="Whether the tape was replayed and found true")
    unfinished: bool = Field(default=False, description="Whether the last round was left before its end")


def tell(step: Step, layout: Layout, viewer: int = PUBLIC) -> StepRecord:
    """A step as `viewer` may see it."""
    seen = view_step(step, viewer)
    wager = getattr(step, "wager", None)
    position = getattr(step, "position", 0) or (wager.position if isinstance(step, Settled) and wager else 0)
    return StepRecord(
        step=type(step).__name__,
        text=str(seen.get("text", seen.get("question", ""))),
        section=step.section,
        citation=layout.cite(step.section) if step.section else "",
        position=position,
        detail={key: value for key, value in seen.items() if key not in ("step", "section", "text")},
    )


def positions(state: State) -> tuple[ToldPosition, ...]:
    """How the positions stand."""
    return tuple(
        ToldPosition(
            position=seat.number,
            name=seat.name,
            rack=seat.rack,
            wagers=sum(wager.amount for wager in state.of(seat.number)),
            bought_in=seat.bought_in,
        )
        for seat in state.positions
    )


def tell_round(
    number: int, steps: Sequence[Step], state: State, layout: Layout, viewer: int = PUBLIC, finished: bool = True
) -> ToldRound:
    """A round as `viewer` may see it; `state` is how the table stands after it."""
    return ToldRound(
        round=number,
        finished=finished,
        steps=tuple(tell(step, layout, viewer) for step in steps),
        positions=positions(state),
    )


def tell_table(layout: Layout, rounds: Iterable[ToldRound], state: State, **more: Any) -> ToldTable:
    """A table's rounds and how it stands."""
    plain = layout.plain()
    return ToldTable(
        game=plain["game"],
        on=layout.on,
        options=plain["options"],
        odds=plain["odds"],
        rounds=tuple(rounds),
        positions=positions(state),
        inventory=state.inventory,
        **more,
    )


def worth_telling(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps that are announced; of what is asked, only decisions of people."""
    for step in steps:
        if isinstance(step, AskDecision) or not isinstance(step, Ask):
            yield step


def signed(amount: int) -> str:
    """What somebody is up or down.

    >>> signed(1400), signed(-500), signed(0)
    ('+$14', '-$5', '$0')
    """
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)
