"""Makes live tables' randomness reproducible: a test sees the same cards and dice in every run.

A live table's randomness is derived from operating system seeds and from the head of its tape, which contains the time.
Here the seeds are derived from the test's name, and a counter replaces the head. The product itself is unaware of this.
PITBOSS_TEST_SEED gives different randomness, to find tests that passed by luck: `make slow` uses a new one every time
and prints it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

SEED = os.environ.get("PITBOSS_TEST_SEED", "")


@contextmanager
def known_chance(name: str) -> Iterator[None]:
    """Derive the randomness of this process's live tables from a name and PITBOSS_TEST_SEED."""
    from pitboss.equipment import SeededSource
    from pitboss.floor import chance, commitments

    bits = Random(f"{SEED} {name}")
    asked: defaultdict[str, dict[str, int]] = defaultdict(dict)

    def chance_of(seed: str, head: str) -> SeededSource:
        """Return a source that gives the same answer to the same request."""
        heads = asked[seed]
        return SeededSource(f"{seed} {heads.setdefault(head, len(heads))}")

    known = SimpleNamespace(token_bytes=bits.randbytes, token_hex=lambda size: bits.randbytes(size).hex())
    with (
        patch.object(chance, "secrets", known),
        # A table's seeds must not depend on which other table was dealt first.
        patch.object(chance.Generator, "reseed", lambda generator: None),
        patch.object(chance, "chance_of", chance_of),
        patch.object(commitments, "chance_of", chance_of),
    ):
        yield
