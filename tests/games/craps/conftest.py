"""Replay the tape of every table after each test."""

from collections.abc import Iterator

import pytest

from pitboss.table import replay

from .table import OPENED


@pytest.fixture(autouse=True)
def _every_tape_replays() -> Iterator[None]:
    yield
    tables, OPENED[:] = list(OPENED), []
    for table in tables:
        replayed = replay(table.tape)
        last = replayed.rounds[-1][-1].state if replayed.unfinished else replayed.states[-1]
        assert replayed.states[-1] == table.dealer.state
        assert last == table.state
