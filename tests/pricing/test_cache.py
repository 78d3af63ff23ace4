"""The on-disk cache finds earlier results, never trusts them blindly, and is never required."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.pricing import cache
from pitboss.pricing.cache import Entry
from tests.shared.shipped_counts import first_use, folder_of, games_with_counts, of_file


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))


def counting(found: list[int]) -> list[int]:
    found.append(1)
    return [1, 2, 3]


def test_a_stored_result_is_found_again() -> None:
    calls: list[int] = []
    entry = Entry("a-game", 1, {"odds": "5 to 1"})
    assert entry.get(lambda: counting(calls)) == [1, 2, 3]
    assert Entry("a-game", 1, {"odds": "5 to 1"}).get(lambda: counting(calls)) == [1, 2, 3]
    assert len(calls) == 1


@pytest.mark.parametrize(
    "other", [Entry("b-game", 1, {"x": 1}), Entry("a-game", 2, {"x": 1}), Entry("a-game", 1, {"x": 2})]
)
def test_another_game_algorithm_or_configuration_is_another_entry(other: Entry) -> None:
    Entry("a-game", 1, {"x": 1}).save("kept")
    assert other.load() is None


def test_another_version_of_pitboss_is_another_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry("a-game", 1, {"x": 1})
    entry.save("kept")
    monkeypatch.setattr(cache, "RELEASE", "9.9.9")
    assert entry.load() is None


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"value": 1}', "null"])
def test_a_damaged_entry_is_recomputed(damage: str) -> None:
    entry = Entry("a-game", 1, 0)
    entry.save("kept")
    path = entry.path()
    assert path is not None
    path.write_text(damage, "utf-8")
    assert entry.load() is None
    assert entry.get(lambda: "made again") == "made again"
    assert entry.load() == "made again"


def test_a_figure_changed_on_disk_is_rejected() -> None:
    entry = Entry("a-game", 1, 0)
    entry.save([52, 3])
    path = entry.path()
    assert path is not None
    path.write_text(path.read_text("utf-8").replace("[52, 3]", "[53, 3]"), "utf-8")
    assert entry.load() is None


def test_results_are_computed_if_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").write_text("in the way")
    monkeypatch.setenv("PITBOSS_CACHE", str(tmp_path / "a file" / "below"))
    assert Entry("a-game", 1, 0).get(lambda: 7) == 7


def test_off_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_CACHE", "off")
    entry = Entry("a-game", 1, 0)
    entry.save("kept")
    assert cache.cache_folder() is None
    assert entry.load() is None


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folder of this system")
def test_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("PITBOSS_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.cache_folder() == tmp_path / "pitboss"


def test_clear_forgets_a_game() -> None:
    for game in ("a-game", "b-game"):
        Entry(game, 1, 0).save("kept")
    assert cache.clear("a-game") == 1
    assert Entry("a-game", 1, 0).load() is None
    assert Entry("b-game", 1, 0).load() == "kept"


# ---- Shipped counts


@pytest.mark.parametrize("game", games_with_counts())
def test_shipped_counts_are_those_that_the_first_use_needs(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If this fails, the rules or the count have changed: run `make counts`."""
    made: list[str] = []
    monkeypatch.setattr(Entry, "save", lambda self, value: made.append(self.name))
    first_use(game)
    assert made == []


@pytest.mark.slow
@pytest.mark.parametrize("game", games_with_counts())
def test_shipped_counts_equal_a_recount(game: str) -> None:
    """In a fresh process, with nothing in memory."""
    program = [sys.executable, "-m", "pitboss", "price", game, "--recount", "--json"]
    done = subprocess.run(program, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert (done.returncode, found["agrees"]) == (0, True), done.stdout
    shipped = {one["name"] for one in found["compared"] if one["source"] == "shipped"}
    assert shipped >= cache.shipped_entries(game).keys()


def test_shipped_counts_are_not_used_when_the_cache_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games_with_counts()[0]
    entry = of_file(next(folder_of(game).iterdir()))
    assert entry.load() is not None
    monkeypatch.setenv("PITBOSS_CACHE", "off")
    assert entry.load() is None
