"""Chance that is the same in every run: a test that plays at a live table meets the same cards and dice every time.

A live table's chance follows from seeds of the operating system and from how its tape stands, on which the time is
written. Here the seeds follow from the name of the test, and instead of how the tape stands counts how often a seed was
asked. Nothing in the product knows of it. PITBOSS_TEST_SEED gives other chance, which is how one looks for a test that
was only lucky: `make slow` does, with a new one every time, and says which.
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
    """Live tables of this process have chance that follows from a name, and from PITBOSS_TEST_SEED."""
    from pitboss.equipment import SeededSource
    from pitboss.floor import chance, commitments

    bits = Random(f"{SEED} {name}")
    asked: defaultdict[str, dict[str, int]] = defaultdict(dict)

    def chance_of(seed: str, head: str) -> SeededSource:
        """Asked again how it answered, a seed answers the same."""
        heads = asked[seed]
        return SeededSource(f"{seed} {heads.setdefault(head, len(heads))}")

    known = SimpleNamespace(token_bytes=bits.randbytes, token_hex=lambda size: bits.randbytes(size).hex())
    with (
        patch.object(chance, "secrets", known),
        # A table's seeds must not depend on which other table was dealt at first.
        patch.object(chance.Generator, "reseed", lambda generator: None),
        patch.object(chance, "chance_of", chance_of),
        patch.object(commitments, "chance_of", chance_of),
    ):
        yield
