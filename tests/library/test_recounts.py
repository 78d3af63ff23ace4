"""Counts made from scratch, compared with those shipped or cached."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pitboss.chapter.layout import Layout
from pitboss.library import recounts
from pitboss.library.recounts import Recount, recount
from pitboss.pricing import cache
from pitboss.pricing.cache import Entry
from pitboss.pricing.contract import Progress
from pitboss.pricing.recount import Sample, check_by_sample, check_in_full, count_values, first_difference

GAME = "three-card-poker"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path))


def unseen(what: str) -> Progress:
    return lambda share: None


def with_made(made: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Recount:
    """Return a recount of the default table that made these entries."""
    monkeypatch.setattr(recounts, "counted_from_scratch", lambda layout, follow: made)
    return recount(Layout.of(GAME), unseen)


def test_from_scratch_reads_nothing_cached_or_shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = next(iter(cache.shipped_entries(GAME).values()))["identity"]
    entry, own = Entry(GAME, shipped["algorithm"], shipped["configuration"]), Entry("a-game", 1, 0)
    own.save("kept")
    assert entry.load() is not None
    with cache.from_scratch() as folder:
        assert entry.load() is None
        assert own.load() is None
        own.save("again")
        assert [path.stem for path in folder.iterdir()] == [own.name]
    assert entry.load() is not None
    assert own.load() == "kept"
    monkeypatch.delenv("PITBOSS_CACHE")
    with cache.from_scratch():
        assert own.load() is None


def test_equal_recounts_agree_with_shipped_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    made = cache.shipped_entries(GAME)
    found = with_made(made, monkeypatch)
    assert found.agrees
    assert {one.name for one in found.compared} == made.keys()
    assert all("make counts GAMES=three-card-poker" in one.made_by for one in found.compared)


def test_a_shipped_figure_that_differs_from_its_recount_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    made = json.loads(json.dumps(cache.shipped_entries(GAME)))
    census = next(name for name, held in made.items() if held["identity"]["configuration"][0] == "census")
    made[census]["value"][0] += 1
    found = with_made(made, monkeypatch)
    assert not found.agrees
    assert [one.difference for one in found.compared if not one.agrees] == ["[0]: 188, and 189 counted again"]


def test_an_unused_shipped_count_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    made = cache.shipped_entries(GAME)
    made.popitem()
    found = with_made(made, monkeypatch)
    assert not found.agrees
    assert "do not use it" in next(one.difference for one in found.compared if not one.agrees)


def test_counts_cached_on_this_machine_are_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry(GAME, 9, "other")
    entry.save([1, 2])
    again = {"identity": entry.identity, "value": [1, 3]}
    found = with_made(cache.shipped_entries(GAME) | {entry.name: again}, monkeypatch)
    wrong = next(one for one in found.compared if not one.agrees)
    assert (wrong.source, wrong.difference) == ("cached on this machine", "[1]: 2, and 3 counted again")


def test_the_first_differing_figure_is_reported() -> None:
    assert first_difference({"a": [1, 0.1 + 0.2]}, {"a": [1, 0.3]}) == ""
    assert first_difference({"a": [1, 2.0]}, {"a": [1, 2.1]}) == "a[1]: 2.0, and 2.1 counted again"
    assert first_difference({"a": 1}, {"b": 1}) == "figures: a, b in only one of the two"
    assert count_values({"a": [1, 2], "b": {"shape": [3, 4], "type": "<i8", "hex": ""}}) == 14


def test_a_count_in_full_and_a_sample_say_how_they_checked() -> None:
    assert check_in_full({"wins": 7}, lambda done: {"wins": 7}, unseen("")).difference == ""
    assert check_in_full({"wins": 7}, lambda done: {"wins": 8}, unseen("")).difference == "wins: 7, and 8 counted again"
    near = check_by_sample("4 hands", (Sample((0.0, 1.0, 0.0, 1.0), 0.4, "wins"),))
    assert near.how == "4 hands: wins 0.50000 ± 0.28868, shipped 0.40000 (z +0.35)"
    assert near.difference == ""
    assert check_by_sample("4 hands", (Sample((0.0, 1.0, 0.0, 1.0), 5.0, "wins"),)).difference.startswith(
        "wins 0.50000"
    )


@pytest.mark.parametrize("game", ["asia-poker", "pai-gow-poker"])
def test_best_settings_are_checked_by_hands_drawn_at_random(game: str) -> None:
    from pitboss.games.asia_poker import recount as asia
    from pitboss.games.pai_gow_poker import recount as pai_gow

    sample = {"asia-poker": asia.sample_best_settings, "pai-gow-poker": pai_gow.sample_best_settings}[game]
    checked = sample(Layout.of(game), unseen(""), drawn=20)
    assert (checked.difference, checked.figures) == ("", 3)
    assert "not counted again: 20 random hands" in checked.how


@pytest.mark.parametrize("game", ["asia-poker", "pai-gow-poker", "fast-action-holdem"])
def test_counts_in_toml_name_the_programs_that_made_them(game: str) -> None:
    from pitboss.pricing.entry import pricing_of

    counts = pricing_of(Layout.of(game)).shipped_counts(Layout.of(game))
    assert counts
    assert all("counts.toml" in one.name for one in counts)
    assert all("counting" in one.made_by or "count.cu" in one.made_by for one in counts)
