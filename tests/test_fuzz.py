"""A short deterministic run of every fuzz target, and tests of the fuzzer itself; `make fuzz` runs them at length."""

from __future__ import annotations

from random import Random

import pytest

from fuzz import run
from fuzz.files import Scripts, TableFiles, Tapes
from fuzz.run import CrashError, failure, fuzz, replay, smaller
from fuzz.target import Broken, OutOfTime, Target, bounded


@pytest.mark.parametrize(
    ("target", "number"),
    [(TableFiles(papers=0), 60), (Scripts(), 80), (Tapes(), 40)],
    ids=lambda one: getattr(one, "name", None),
)
def test_random_files_are_answered_or_refused_in_a_line(target: Target, number: int) -> None:
    assert fuzz(target, "make test", number) == number


def test_random_requests_are_answered_or_refused_with_a_problem_document() -> None:
    from fuzz.api import Api

    assert fuzz(Api(), "make test", 5) == 5


def test_hostile_guests_make_no_money() -> None:
    from fuzz.money import Money

    target = Money(sessions=6)
    assert fuzz(target, "make test", 1) == 1
    assert target.won.sessions == 6
    assert target.won.rounds
    assert target.won.answers[409] > target.won.answers[503]


def test_the_money_fuzzer_finds_money_from_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    from fuzz.money import Money
    from pitboss.floor import entrance
    from pitboss.floor.batch import CAGE, Journal, bankroll_of

    def gift(person: int, amount: int) -> Journal:
        return Journal("a gift", {CAGE: -5_00, bankroll_of(person): 5_00})

    monkeypatch.setattr(entrance, "buy_in_journal", gift)
    target = Money(sessions=4)
    with pytest.raises(Broken, match="no named source"):
        target.run(target.make(Random("make test")))


class Words:
    """Fails if two lines say boom."""

    name = "words"

    def make(self, rng: Random) -> bytes:
        return b"".join(rng.choice((b"one\n", b"two\n", b"boom\n")) for _ in range(20))

    def run(self, data: bytes) -> None:
        assert data.count(b"boom") < 2, "two booms"


def test_a_failing_input_is_shrunk_saved_and_printed_with_the_command_to_repeat_it(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "CRASHES", tmp_path)
    monkeypatch.setattr(run, "TARGETS", {"words": Words})
    with pytest.raises(
        CrashError, match=r"two booms[^$]*boom\nboom\n\nRun it again: make fuzz REPLAY=\S*words-\w+$"
    ) as found:
        fuzz(Words(), "seed", 50)
    kept = run.CRASHES / str(found.value).rpartition("/")[2]
    assert kept.read_bytes() == b"boom\nboom\n"
    with pytest.raises(AssertionError, match="two booms"):
        replay(kept)


def test_the_same_seed_makes_the_same_inputs() -> None:
    one, again, other = (TableFiles().make(Random(seed)) for seed in ("7", "7", "8"))
    assert one == again != other


def test_an_input_that_never_ends_or_fills_the_memory_is_stopped() -> None:
    def forever() -> None:
        while True:
            pass

    with pytest.raises(OutOfTime), bounded(seconds=0.05):
        forever()
    with pytest.raises(MemoryError), bounded(memory=2**26):
        bytearray(2**28)


def test_no_smaller_input_fails_elsewhere() -> None:
    """Shrinking must not remove the cause of the failure."""
    data = b"one\nboom\ntwo\nboom\n"
    assert failure(Words(), smaller(Words(), data)) is not None
