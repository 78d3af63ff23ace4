"""Records of rounds: every step in words with its section, as text and as typed data.

Everything shown to a person goes through `view_step`, so each position sees only what it may see.
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

    step: str = Field(description="Said, Acted, Settled, or a request: AskWagers, AskDice, AskDecision, …")
    text: str
    section: str
    citation: str
    position: int = Field(description="The position concerned; 0 if none")
    detail: dict[str, Any] = Field(description="The details this viewer may see; amounts are cents")


class PositionRecord(_Model):
    """A position with its rack and its wagers on the layout, in cents."""

    position: int
    name: str
    rack: int
    wagers: int
    bought_in: int

    @property
    def net(self) -> int:
        """Return the gain so far, counting wagers on the layout."""
        return self.rack + self.wagers - self.bought_in


class RoundRecord(_Model):
    """A round, step by step, and the positions after it."""

    round: int
    finished: bool
    steps: tuple[StepRecord, ...]
    positions: tuple[PositionRecord, ...]


class TableRecord(_Model):
    """The rounds of a table."""

    game: str
    on: date
    options: dict[str, bool | str]
    odds: dict[str, str] = Field(description="Odds set by the table, if not the chapter's minimum")
    rounds: tuple[RoundRecord, ...]
    positions: tuple[PositionRecord, ...] = Field(description="The positions at the end")
    inventory: int = Field(description="The gain of the house, in cents")
    tape: str = Field(default="", description="The tape file, if any")
    entries: int = Field(default=0, description="Number of entries on the tape")
    verified: bool = Field(default=False, description="Whether the tape was replayed and verified")
    unfinished: bool = Field(default=False, description="Whether the last round was abandoned")


def record_step(step: Step, layout: Layout, viewer: int = PUBLIC) -> StepRecord:
    """Return a step as `viewer` may see it."""
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


def positions(state: State) -> tuple[PositionRecord, ...]:
    """List the positions with their racks and wagers."""
    return tuple(
        PositionRecord(
            position=seat.number,
            name=seat.name,
            rack=seat.rack,
            wagers=sum(wager.amount for wager in state.wagers_of(seat.number)),
            bought_in=seat.bought_in,
        )
        for seat in state.positions
    )


def record_round(
    number: int, steps: Sequence[Step], state: State, layout: Layout, viewer: int = PUBLIC, finished: bool = True
) -> RoundRecord:
    """Return a round as `viewer` may see it; `state` is the table after it."""
    return RoundRecord(
        round=number,
        finished=finished,
        steps=tuple(record_step(step, layout, viewer) for step in steps),
        positions=positions(state),
    )


def record_table(layout: Layout, rounds: Iterable[RoundRecord], state: State, **more: Any) -> TableRecord:
    """Return a table's rounds and its state."""
    plain = layout.plain()
    return TableRecord(
        game=plain["game"],
        on=layout.on,
        options=plain["options"],
        odds=plain["odds"],
        rounds=tuple(rounds),
        positions=positions(state),
        inventory=state.inventory,
        **more,
    )


def notable_steps(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield announcements, settlements and decisions, but no other asks."""
    for step in steps:
        if isinstance(step, AskDecision) or not isinstance(step, Ask):
            yield step


def signed(amount: int) -> str:
    """Format a gain or loss.

    >>> signed(1400), signed(-500), signed(0)
    ('+$14', '-$5', '$0')
    """
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)
