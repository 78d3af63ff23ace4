"""The shipped counts of fast action hold 'em, counted again in full: over half an hour for each number of decks."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.chapter.layout import Layout
from pitboss.games.fast_action_holdem import counting
from pitboss.games.fast_action_holdem.price import kept, made_by
from pitboss.pricing.contract import Checked, Progress, ShippedCount
from pitboss.pricing.recount import in_full


def shipped_counts(layout: Layout) -> Iterator[ShippedCount]:
    """The figures that a table's price rests on, with their check."""
    decks = int(layout.options["decks"])

    def again(progress: Progress) -> Checked:
        return in_full(kept()[decks], lambda done: vars(counting.count(decks, progress=done)), progress)

    yield ShippedCount(f"counts.toml [{decks}]", made_by(), again)


__all__ = ["shipped_counts"]
