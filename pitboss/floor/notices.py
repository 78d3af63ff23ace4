"""Announced changes at a live table: the sign, the wagers that are held back, and when the change comes into force
(8.3).

Which changes are possible, and how long in advance they must be announced, is in `changes`.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pitboss.chapter.check import Unlawful
from pitboss.chapter.layout import Layout
from pitboss.floor.changes import PendingChange, affected_wagers, layout_after_change, state_after_change
from pitboss.floor.ledger import transfer_journal
from pitboss.floor.refusals import refusal, refusal_of_breach
from pitboss.table import Action, Refused, game_on
from pitboss.table.dealer import between_rounds
from pitboss.table.state import Wager
from pitboss.table.tape import canonical

if TYPE_CHECKING:
    from pitboss.floor.commands import NoticeChange
    from pitboss.floor.live import LiveTable


class Notices:
    """The announced change of a table, if there is one."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None

    @property
    def coming(self) -> PendingChange | None:
        """The change that was announced but is not in force yet."""
        return self._table.info.coming

    def stop(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def schedule(self) -> None:
        """Wake the table when the change is due."""
        self.stop()
        self._timer = None
        if self.coming is not None:
            wait = max(0.0, self.coming.effective - time.time())
            wake = lambda: self._table.enqueue(lambda: None)  # noqa: E731
            self._timer = asyncio.get_running_loop().call_later(wait, wake)

    def layout_after(self, command: NoticeChange) -> Layout:
        """The layout after a change; `Refused` for one that the chapter or the house does not permit."""
        table = self._table
        try:
            after = layout_after_change(table.game.layout, command)
            if table.terms is not None:
                table.terms.check_layout(after)
            game_on(after).opening()
        except Refused:
            raise
        except Unlawful as problem:
            raise refusal_of_breach(problem) from None
        except ValueError as problem:
            raise refusal(f"the table cannot be dealt with these settings: {problem}"[:300]) from None
        return after

    def post(self, coming: PendingChange) -> None:
        """Announce a change, on the sign and on the tape."""
        self._set(coming)
        self._table.tape.notice(coming.what, round(coming.effective * 1000), coming.by)

    def cancel(self, who: str) -> None:
        """Cancel the change."""
        self._set(None)
        self._table.tape.notice((), None, who)

    def _set(self, coming: PendingChange | None) -> None:
        self._table.change_settings(coming=None if coming is None else coming.model_dump())
        self._table.info = self._table.info.model_copy(update={"coming": coming})
        self.schedule()

    def holds_back(self, position: int, action: Action) -> bool:
        """Whether a wager is held back because a due change affects it. Existing wagers keep their odds and rules until
        they are decided, with the wagers tied to them. A wager that the round needs to continue is accepted.
        """
        table, coming, layout = self._table, self.coming, self._table.game.layout
        if coming is None or time.time() < coming.effective or action.verb not in ("make", "increase"):
            return False
        if (
            action.wager not in affected_wagers(layout, Layout.from_plain(coming.layout))
            or layout.wagers[action.wager].tied
        ):
            return False
        with_it = (*table.state.wagers, Wager(position, action.wager, action.amount, action.spot))
        before, after = table.state, replace(table.state, wagers=with_it)
        return bool(table.game.hosting.is_ready(before, position)) or not table.game.hosting.is_ready(after, position)

    def check(self, position: int, action: Action) -> None:
        """`Refused` for a wager that is held back."""
        if self.holds_back(position, action):
            name = self._table.game.name(action.wager)
            raise refusal(
                f"{name} changes as soon as the wagers on the layout are decided; none can be added until then", "8.3"
            )

    def apply_due(self) -> bool:
        """Put a due change into force if the table is between two rounds; returns whether it did."""
        table, coming = self._table, self.coming
        if coming is None or time.time() < coming.effective or not between_rounds(table.dealer):
            return False
        after = Layout.from_plain(coming.layout)
        differ = affected_wagers(table.game.layout, after)
        state = table.dealer.state if not table.dealer.replies else table.state
        if any(wager.kind in differ for wager in state.wagers):
            return False
        going_on = state_after_change(state, table.game.opening(), game_on(after).opening())
        if going_on is None:
            return False
        table.tape.change(after, going_on)
        if journal := transfer_journal(table.info.id, state, going_on, table.entries, "the meter is added or removed"):
            table.batch.journals.append(journal)
        if going_on is not state:
            table.chance.source.finish_all()
        table.change_settings(coming=None, changed=coming.model_dump())
        table.batch.row["layout"] = canonical(after.plain())
        table.reload_after_commit()
        return True
