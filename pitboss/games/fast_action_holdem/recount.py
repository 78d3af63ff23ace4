"""Recounts the shipped counts for fast action hold 'em in full, which takes over half an hour per number of decks."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.chapter.layout import Layout
from pitboss.games.fast_action_holdem import counting
from pitboss.games.fast_action_holdem.price import counts_by_decks, made_by
from pitboss.pricing.contract import CountCheck, Progress, ShippedCount
from pitboss.pricing.recount import check_in_full


def shipped_counts(layout: Layout) -> Iterator[ShippedCount]:
    """Yield the shipped counts on which a table's price is based, with their check."""
    decks = int(layout.options["decks"])

    def again(progress: Progress) -> CountCheck:
        return check_in_full(
            counts_by_decks()[decks], lambda done: vars(counting.count(decks, progress=done)), progress
        )

    yield ShippedCount(f"counts.toml [{decks}]", made_by(), again)
