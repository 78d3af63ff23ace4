"""A run gives the same counts with every runner, interrupted or not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from pitboss import compiled as machine_code
from pitboss.chapter.layout import Layout
from pitboss.simulation import checkpoint as checkpoints
from pitboss.simulation.checkpoint import _hash
from pitboss.simulation.kernel import ROUNDS, UNITS, Counts, Kernel, kernel_of
from pitboss.simulation.run import simulate
from pitboss.simulation.runners import Piece, Results, SingleThread, Threads, Work, make_runner
from pitboss.simulation.statistics import Statistics
from tests.shared.waiting import wait_until

ROLLS = 3_000_000


@pytest.fixture(scope="module")
def kernel() -> Kernel:
    return kernel_of(Layout.of("craps"), ["pass", "pass_odds", "come", "field", "lay_4"])


@pytest.fixture(scope="module")
def undisturbed(kernel: Kernel) -> Counts:
    return simulate(kernel, ROLLS, 7)


@pytest.mark.parametrize("workers", [1, 2, 3, 7])
def test_threads_give_the_counts_of_one_thread(kernel: Kernel, undisturbed: Counts, workers: int) -> None:
    assert (simulate(kernel, ROLLS, 7, Threads(workers)) == undisturbed).all()


@pytest.mark.parametrize("rounds", [1, 2, 9, 100, 12_345, 1_000_003])
@pytest.mark.parametrize("game", ["craps", "roulette", "baccarat-punto-banco"])
def test_a_run_is_the_fewest_units_that_have_the_rounds(game: str, rounds: int) -> None:
    kernel = kernel_of(Layout.of(game))
    tally = simulate(kernel, rounds, 3, Threads(2))
    units = int(tally[UNITS])
    assert tally[ROUNDS] >= rounds
    assert kernel.run(3, 0, units - 1)[ROUNDS] < rounds if units > 1 else True
    assert (kernel.run(3, 0, units) == tally).all()


@pytest.mark.parametrize("game", ["craps", "three-card-poker", "baccarat-punto-banco"])
def test_little_is_dealt_beyond_the_end(game: str) -> None:
    """Three workers have one piece each in progress when the run reaches its end."""
    given: list[Piece] = []

    class Noting(Threads):
        def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
            return super().each(work, (given.append(piece) or piece for piece in pieces))

    kernel = kernel_of(Layout.of(game))
    tally = simulate(kernel, 1_000_000, 7, Noting(3))
    assert sum(count for _, count in given) < 1.05 * tally[UNITS]


class Dies:
    """A runner that is killed after some pieces."""

    name, workers = "dies", 1

    def __init__(self, after: int) -> None:
        self.after = after

    def each(self, work: Work, pieces: Iterable[Piece]) -> Results:
        for number, result in enumerate(SingleThread().each(work, pieces)):
            if number == self.after:
                raise KeyboardInterrupt
            yield result


@pytest.mark.parametrize("after", [0, 1, 5, 14])
def test_an_interrupted_run_resumes_to_the_same_counts(
    kernel: Kernel, undisturbed: Counts, tmp_path: Path, after: int
) -> None:
    path = tmp_path / "run.json"
    with pytest.raises(KeyboardInterrupt):
        simulate(kernel, ROLLS, 7, Dies(after), checkpoint=path)
    assert path.exists() == (after > 0)
    assert (simulate(kernel, ROLLS, 7, Threads(2), checkpoint=path, resume=True) == undisturbed).all()
    # A finished run can be requested again, and extended.
    assert (simulate(kernel, ROLLS, 7, checkpoint=path, resume=True) == undisturbed).all()
    more = simulate(kernel, 2 * ROLLS, 7, checkpoint=path, resume=True)
    assert (more == simulate(kernel, 2 * ROLLS, 7)).all()


def test_a_checkpoint_of_something_else_is_refused_and_left_alone(kernel: Kernel, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    simulate(kernel, 100_000, 7, checkpoint=path)
    before = path.read_bytes()
    other = kernel_of(Layout.of("craps", options={"max_odds_pass": "2x"}), ["pass", "pass_odds"])
    roulette = kernel_of(Layout.of("roulette"))
    for wrong, seed, resume, says in (
        (kernel, 7, False, "already exists: resume it, or use another file"),
        (kernel, 8, True, "is a checkpoint of seed 7, not 8"),
        (other, 7, True, "is a checkpoint of craps with a different configuration"),
        (roulette, 7, True, "is a checkpoint of craps, not of roulette"),
    ):
        with pytest.raises(ValueError, match=says):
            simulate(wrong, 200_000, seed, checkpoint=path, resume=resume)
    with pytest.raises(ValueError, match="rounds already; ask for more than 10"):
        simulate(kernel, 10, 7, checkpoint=path, resume=True)
    assert path.read_bytes() == before
    damaged = json.loads(before)
    damaged["cells"][0] += 1
    path.write_text(json.dumps(damaged))
    with pytest.raises(ValueError, match="damaged checkpoint"):
        simulate(kernel, 200_000, 7, checkpoint=path, resume=True)
    # A forged checkpoint with a valid hash is refused too.
    for forged in ({"units": -5}, {"cells": ["a"]}, {"rounds": None}, {"game": 1}):
        body = {name: one for name, one in json.loads(before).items() if name != "sha256"} | forged
        path.write_text(json.dumps(body | {"sha256": _hash(body)}))
        with pytest.raises(ValueError, match="damaged checkpoint"):
            simulate(kernel, 200_000, 7, checkpoint=path, resume=True)
    path.write_text("my notes")
    with pytest.raises(ValueError, match="is not a checkpoint"):
        simulate(kernel, 200_000, 7, checkpoint=path, resume=True)
    assert path.read_text() == "my notes"


def test_a_checkpoint_of_other_code_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The counts depend on how units are dealt, so another version's checkpoint is not resumed."""
    path = tmp_path / "run.json"
    simulate(kernel_of(Layout.of("roulette"), ["red"]), 100_000, 7, checkpoint=path)
    monkeypatch.setattr(machine_code, "digest", lambda function: "another")
    with pytest.raises(ValueError, match="or version of Pitboss; use another file"):
        simulate(kernel_of(Layout.of("roulette"), ["red"]), 200_000, 7, checkpoint=path, resume=True)


def test_a_full_disk_leaves_the_checkpoint_before_and_does_not_end_the_run(
    kernel: Kernel, undisturbed: Counts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "run.json"
    with pytest.raises(KeyboardInterrupt):
        simulate(kernel, ROLLS, 7, Dies(2), checkpoint=path)
    before = path.read_bytes()

    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoints.os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device: the checkpoint cannot be written") as refused:
        simulate(kernel, ROLLS, 7, checkpoint=path, resume=True)
    assert refused.value.filename == str(path)
    troubles: list[OSError] = []
    assert (simulate(kernel, ROLLS, 7, checkpoint=path, resume=True, on_error=troubles.append) == undisturbed).all()
    assert troubles
    assert [file.name for file in tmp_path.iterdir()] == ["run.json"]
    assert path.read_bytes() == before


def test_progress_reports_the_completed_fraction(kernel: Kernel) -> None:
    reports: list[tuple[int, float]] = []
    simulate(kernel, ROLLS, 7, progress=lambda done, of: reports.append((done, of)))
    assert [of for _, of in reports] == [ROLLS] * len(reports)
    assert sorted(done for done, _ in reports) == [done for done, _ in reports]
    red = kernel_of(Layout.of("roulette"), ["red"])
    reports.clear()
    tally = simulate(red, 10**15, 7, until=0.0004, progress=lambda done, of: reports.append((done, of)))
    # The first estimate of the duration is close, since errors fall with the square root of the rounds.
    assert reports[0][1] == pytest.approx(int(tally[ROUNDS]), rel=0.4)


def test_until_waits_neither_for_certain_results_nor_for_wagers_never_made() -> None:
    flop = kernel_of(Layout.of("flop-poker"), ["ante", "pot"])
    assert simulate(flop, 10**9, 7, until=0.02)[ROUNDS] < 10**9
    mimic = kernel_of(Layout.of("blackjack"), ["blackjack", "split"], "mimic-the-dealer")
    assert simulate(mimic, 10**9, 7, until=0.02)[ROUNDS] < 10**9


def test_until_waits_for_rare_results() -> None:
    """Let it ride's bonus pays 20,000 to 1, so nothing is known until several royal flushes have occurred."""
    kernel = kernel_of(Layout.of("let-it-ride"), ["bonus"])
    found = Statistics.of(kernel.histograms(simulate(kernel, 10**9, 7, until=0.3))["bonus"])
    assert found is not None
    assert found.skewness is not None
    assert found.decided > 25 * found.skewness**2


def test_until_stops_at_the_same_unit_everywhere(tmp_path: Path) -> None:
    kernel = kernel_of(Layout.of("roulette"), ["red"])
    wanted = 0.0008
    alone = simulate(kernel, 10**8, 7, until=wanted)
    assert 0 < alone[ROUNDS] < 10**8
    found = Statistics.of(kernel.histograms(alone)["red"])
    assert found is not None
    assert found.error <= wanted
    assert (simulate(kernel, 10**8, 7, Threads(3), until=wanted) == alone).all()
    path = tmp_path / "until.json"
    with pytest.raises(KeyboardInterrupt):
        simulate(kernel, 10**8, 7, Dies(0), checkpoint=path, until=wanted)
    assert (simulate(kernel, 10**8, 7, checkpoint=path, resume=True, until=wanted) == alone).all()
    assert (simulate(kernel, 10**8, 7, checkpoint=path, resume=True, until=wanted) == alone).all()


@pytest.mark.parametrize(
    ("rounds", "seed", "until", "says"),
    [
        (0, 1, None, "0 rounds: from 1 to 1e"),
        (-5, 1, None, "-5 rounds"),
        (10**18, 1, None, "can be simulated"),
        (1, -1, None, "seed -1"),
        (1, 2**64, None, "a seed is a whole number"),
        (1, 1, 0.0, "until"),
        (1, 1, float("nan"), "until"),
    ],
)
def test_absurd_runs_are_refused(kernel: Kernel, rounds: int, seed: int, until: float | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        simulate(kernel, rounds, seed, until=until)


@pytest.mark.parametrize(
    ("name", "workers", "says"),
    [
        ("gpu", None, "no runner 'gpu'; use one of: one, threads, ray"),
        ("threads", 0, "0 workers: give a number from 1"),
        ("one", 2, "runner 'one' is a single thread"),
    ],
)
def test_absurd_runners_are_refused(name: str, workers: int | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        make_runner(name, workers)


# ---- killed by the system

COMMAND = ["simulate", "craps", "--rounds", "4e8", "--seed", "7", "--wager", "pass", "--runner", "one", "--json"]


def test_a_killed_run_resumes_to_the_counts_of_an_undisturbed_one(tmp_path: Path) -> None:
    """A real process, killed with SIGKILL after its first checkpoint."""
    program = [sys.executable, "-c", "import sys; from pitboss.cli import main; sys.exit(main())", *COMMAND]
    path = tmp_path / "run.json"
    resumed = [*program, "--checkpoint", str(path), "--resume"]
    running = subprocess.Popen(resumed, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(lambda: path.exists() or running.poll() is not None)
    assert running.poll() is None, "the run was over before it could be killed"
    os.kill(running.pid, signal.SIGKILL)
    assert running.wait() == -signal.SIGKILL
    done = json.loads(path.read_text())["rounds"]
    assert 0 < done < 4e8
    ran = subprocess.run(resumed, check=True, capture_output=True)
    undisturbed = kernel_of(Layout.of("craps"), ["pass"])
    tally = simulate(undisturbed, 400_000_000, 7, Threads(2))
    report = json.loads(ran.stdout)
    assert report["rounds"] == tally[ROUNDS]
    found = {one["cents"]: one["count"] for one in report["wagers"][0]["counts"]}
    assert found == {result.net: count for result, count in undisturbed.histograms(tally)["pass"].items()}


# ---- Ray


@pytest.mark.slow
def test_ray_gives_the_same_counts_even_if_a_worker_is_killed(kernel: Kernel) -> None:
    ray = pytest.importorskip("ray")
    rolls = 300_000_000
    expected = simulate(kernel, rolls, 7, Threads(2))
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        killed: list[int] = []

        def kill_one(done: int, of: float) -> None:
            if killed or done < rolls // 10:
                return
            # Between two pieces a worker counts as idle, so check again later.
            working = (int(name) for name in os.listdir("/proc") if name.isdigit() and _works_for_us(int(name)))
            if victim := next(working, None):
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)

        tally = simulate(kernel, rolls, 7, make_runner("ray", 2), progress=kill_one)
    finally:
        ray.shutdown()
    assert killed
    assert (tally == expected).all()


def _works_for_us(pid: int) -> bool:
    """Whether a process is a counting worker (Ray names workers by task) in the Ray cluster that we started."""
    try:
        counts = Path(f"/proc/{pid}/cmdline").read_bytes().startswith(b"ray::_do")
        return counts and _parent(_parent(pid)) == os.getpid()
    except OSError:
        return False


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.mark.slow
def test_ray_can_be_started_and_ended_by_the_run(kernel: Kernel, undisturbed: Counts) -> None:
    pytest.importorskip("ray")
    assert (simulate(kernel, ROLLS, 7, make_runner("ray", 2)) == undisturbed).all()


def test_without_ray_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.simulation.runners.find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"pip install 'pitboss\[ray\]'"):
        make_runner("ray")


def test_tallies_are_whole_numbers(undisturbed: Counts) -> None:
    assert undisturbed.dtype == np.int64
