"""Changes that were noticed at a live table: the sign, what is held back from their hour on, and when they come (8.3).

What may change, and how long before it is to be noticed, is in `changes`.
"""

from __future__ import annotations

import asyncio
import time

from msgspec.structs import replace

from pitboss.chapter.layout import Layout
from pitboss.floor.changes import Coming, carried, concerned
from pitboss.floor.changes import no as not_by
from pitboss.floor.ledger import moved
from pitboss.floor.seats import SeatedTable
from pitboss.table import Action, Dealer, game_on
from pitboss.table.dealer import between_rounds
from pitboss.table.state import Wager
from pitboss.table.tape import canonical


class NoticedTable(SeatedTable):
    """A table at which a change may be to come."""

    _change_timer: asyncio.TimerHandle | None = None

    def take_up(
        self, dealer: Dealer, inventory: int, ready: frozenset[int] = frozenset(), until: float | None = None
    ) -> None:
        super().take_up(dealer, inventory, ready, until)
        self._mind_change()

    def let_go(self) -> None:
        if self._change_timer is not None:
            self._change_timer.cancel()

    @property
    def _coming(self) -> Coming | None:
        return self.info.coming

    def _come(self, coming: Coming | None, who: str = "") -> None:
        """A change is to come, or does not: the sign says so, and the tape."""
        assert self.dealer.tape is not None
        plain = None if coming is None else coming.model_dump()
        self.settings = self.settings.model_copy(update={"coming": plain})
        self.info = self.info.model_copy(update={"coming": coming})
        self.batch.row["settings"] = self.settings.model_dump_json()
        if coming is None:
            self.dealer.tape.notice((), None, who)
        else:
            self.dealer.tape.notice(coming.what, round(coming.effective * 1000), coming.by)
        self._mind_change()

    def _mind_change(self) -> None:
        """Look again when a change is due."""
        if self._change_timer is not None:
            self._change_timer.cancel()
            self._change_timer = None
        if self._coming is not None:
            wait = max(0.0, self._coming.effective - time.time())
            look = lambda: self.by_itself(lambda: None)  # noqa: E731
            self._change_timer = asyncio.get_running_loop().call_later(wait, look)

    def _held_back(self, position: int, action: Action) -> bool:
        """From the hour on no wager is added that a change concerns: those that stand keep their odds and their rules
        until they are decided, with what hangs on them. One without which the round cannot go on is taken."""
        coming, layout = self._coming, self.game.layout
        if coming is None or time.time() < coming.effective or action.verb not in ("make", "increase"):
            return False
        if action.wager not in concerned(layout, Layout.from_plain(coming.layout)) or layout.wagers[action.wager].tied:
            return False
        with_it = (*self.state.wagers, Wager(position, action.wager, action.amount, action.spot))
        before, after = self.state, replace(self.state, wagers=with_it)
        return bool(self.game.may_close(before, position)) or not self.game.may_close(after, position)

    def _not_changing(self, position: int, action: Action) -> None:
        if self._held_back(position, action):
            name = self.game.name(action.wager)
            raise not_by(f"{name} goes by the new rule as soon as those that lie are decided; none is added now", "8.3")

    def _renew(self) -> bool:
        """Between two rounds, a change that is due comes into force; whether it has."""
        coming = self._coming
        if coming is None or time.time() < coming.effective or not between_rounds(self.dealer):
            return False
        after = Layout.from_plain(coming.layout)
        differ = concerned(self.game.layout, after)
        state = self.dealer.state if not self.dealer.replies else self.state
        if any(wager.kind in differ for wager in state.wagers):
            return False
        going_on = carried(state, self.game.opening(), game_on(after).opening())
        if going_on is None:
            return False
        assert self.dealer.tape is not None
        self.dealer.tape.change(after, going_on)
        if journal := moved(self.info.id, state, going_on, self.entries, "the meter is set up or taken down"):
            self.batch.journals.append(journal)
        if going_on is not state:
            self.source.finish_all()
        self.settings = self.settings.model_copy(update={"coming": None, "changed": coming.model_dump()})
        self.batch.row |= {"settings": self.settings.model_dump_json(), "layout": canonical(after.plain())}
        self.renewed = True
        return True
