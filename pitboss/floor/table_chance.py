"""The chance of a table: commitments before a round, draws in it, and what is opened and stored afterwards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pitboss.equipment import FACE_DOWN
from pitboss.floor.batch import Batch
from pitboss.floor.chance import LiveSource
from pitboss.table import view
from pitboss.table.steps import AskWagers

if TYPE_CHECKING:
    from pitboss.floor.committed import Committed


class TableChance:
    """What the table's source of chance has committed to and shuffled, on the tape and in the table's batch."""

    def __init__(self, table: Committed) -> None:
        self._table = table

    @property
    def source(self) -> LiveSource:
        """Where the table's chance comes from."""
        source = self._table.dealer.source
        assert isinstance(source, LiveSource)
        return source

    def commit(self) -> None:
        """Where a round begins, commit to what chance will answer in it, before anybody can wager; open what is over.

        A table that is closed commits to nothing more.
        """
        table = self._table
        round = None if table.info.closed else table.dealer.state.rounds
        new = [] if round is None else self.source.renewed(round, table.entries + 1)
        self._open_finished()
        open = self.source.due(round)
        if not (new or open):
            return
        table.tape.chance({seed.of: seed.commitment for seed in new}, {seed.commitment: seed.secret for seed in open})
        id, sealer = table.info.id, table.floor.sealer
        table.batch.seeds += [seed.row(sealer.seal_seed(seed, id), id) for seed in new]
        table.batch.opened += [seed.commitment for seed in open]

    def draw(self) -> None:
        """Have the dealer roll, spin, shuffle or deal; a shuffle is known by its entry on the tape."""
        table, source = self._table, self.source
        before, entry = len(source.shuffles), table.entries + 1
        source.stand(table.tape.head, table.dealer.state.rounds)
        table.dealer.draw()
        for shuffled in source.shuffles[before:]:
            shuffled.entry = entry

    def store_shuffles(self, batch: Batch) -> None:
        """Add to a batch what the database must know of the shuffles."""
        self._open_finished()
        for shuffled in self.source.shuffles:
            if not shuffled.stored:
                batch.shuffles.append(shuffled.row(self._table.floor.sealer, self._table.info.id))
        self.source.shuffles = [one for one in self.source.shuffles if one.status != "opened"]

    def _open_finished(self) -> None:
        """A finished shuffle is opened when no card lies face down."""
        table = self._table
        finished = [one for one in self.source.shuffles if one.status == "finished"]
        between = table.info.closed or isinstance(table.dealer.ask, AskWagers)
        if finished and between and FACE_DOWN not in json.dumps(view(table.state)):
            for shuffled in finished:
                shuffled.status, shuffled.stored = "opened", False
