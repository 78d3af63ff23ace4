"""A table's randomness: its commitments before a round, its draws, and what is opened and stored afterwards."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from pitboss.equipment import FACE_DOWN
from pitboss.floor.batch import Batch
from pitboss.floor.chance import LiveSource
from pitboss.table import view
from pitboss.table.steps import AskWagers

if TYPE_CHECKING:
    from pitboss.floor.live import LiveTable


class TableChance:
    """Writes the commitments and shuffles of the table's random source to its tape and its batch."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table

    @property
    def source(self) -> LiveSource:
        """The table's source of randomness."""
        source = self._table.dealer.source
        assert isinstance(source, LiveSource)
        return source

    def commit(self) -> None:
        """Commit to the outcomes of a new round before anyone can wager, and open the seeds of finished ones.

        A closed table makes no more commitments.
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
        """Let the dealer roll, spin, shuffle or deal; a shuffle is identified by its entry on the tape."""
        table, source = self._table, self.source
        before, entry = len(source.shuffles), table.entries + 1
        source.stand(table.tape.head, table.dealer.state.rounds)
        table.dealer.draw()
        for shuffled in source.shuffles[before:]:
            shuffled.entry = entry

    def store_shuffles(self, batch: Batch) -> None:
        """Add new and changed shuffles to a batch."""
        self._open_finished()
        for shuffled in self.source.shuffles:
            if not shuffled.stored:
                batch.shuffles.append(shuffled.row(self._table.floor.sealer, self._table.info.id))
        self.source.shuffles = [one for one in self.source.shuffles if one.status != "opened"]

    def _open_finished(self) -> None:
        """Open finished shuffles when no card is face down."""
        table = self._table
        finished = [one for one in self.source.shuffles if one.status == "finished"]
        between = table.info.closed or isinstance(table.dealer.ask, AskWagers)
        if finished and between and FACE_DOWN not in json.dumps(view(table.state)):
            for shuffled in finished:
                shuffled.status, shuffled.stored = "opened", False
