"""Cached machine code is never stale: its stamp covers the function, its callees and the constants it reads."""

from __future__ import annotations

import importlib
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.compiled import combined_digest, compiled, digest, helper
from pitboss.simulation.draws import count_draws
from pitboss.simulation.shoes import count_shoes

LOW = """\
from pitboss.compiled import {made}

FACTOR = {factor}


@{made}
def part(x):
    return x * FACTOR + {plus}
"""
HIGH = "from low import part\nfrom pitboss.compiled import compiled\n@compiled\ndef whole(x):\n    return part({x})\n"


def ran(
    folder: Path, factor: int, plus: int, comment: str = "", made: str = "compiled", x: str = "x"
) -> tuple[int, str]:
    """Run `whole(1)` in a separate process; return its result and whether its code was found on disk."""
    (folder / "low.py").write_text(comment + LOW.format(factor=factor, plus=plus, made=made))
    (folder / "high.py").write_text(HIGH.format(x=x))
    says = "import high; found = high.whole(1); print(found, sum(high.whole.stats.cache_hits.values()))"
    env = os.environ | {"PYTHONPATH": str(folder), "NUMBA_CACHE_DIR": str(folder / "kept"), "PYTHONHASHSEED": "0"}
    done = subprocess.run([sys.executable, "-c", says], env=env, capture_output=True, text=True, check=True)
    value, hits = done.stdout.split()
    return int(value), "found" if int(hits) else "made"


def test_code_is_cached_and_recompiled_when_another_file_changes(tmp_path: Path) -> None:
    assert ran(tmp_path, 2, 3) == (5, "made")
    assert ran(tmp_path, 2, 3) == (5, "found")
    assert ran(tmp_path, 2, 4) == (6, "made")  # the callee's code
    assert ran(tmp_path, 7, 4) == (11, "made")  # a constant that the callee reads
    assert ran(tmp_path, 7, 4, comment="# a comment above\n") == (11, "found")


@pytest.mark.parametrize("rest", [b"cgone_module\nThing\n.", b""])
def test_an_unreadable_cache_entry_is_recompiled(rest: bytes, tmp_path: Path) -> None:
    """The index may be truncated, or name a module that has since been renamed."""
    assert ran(tmp_path, 2, 0) == (2, "made")
    for index in (tmp_path / "kept").rglob("*.nbi"):
        with index.open("rb") as file:
            version = pickle.load(file)
        index.write_bytes(pickle.dumps(version) + rest)
    assert ran(tmp_path, 2, 0) == (2, "made")


def test_a_helper_is_found_in_the_cache_by_the_next_loop(tmp_path: Path) -> None:
    assert ran(tmp_path, 2, 3, made="helper") == (5, "made")
    assert ran(tmp_path, 2, 3, made="helper", x="x + 1") == (7, "made")


def test_a_helper_has_no_machine_code_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the loop gets machine code, which includes that of its parts."""
    monkeypatch.setattr("numba.config.CACHE_DIR", str(tmp_path))  # compiled here, not left over from an earlier run
    twice = helper(lambda x: x * 2)
    loop = compiled(lambda x, y: twice(x) + twice(y))
    assert loop(3, 4) == 14
    assert loop(1.5, 4) == 11.0
    made = next(iter(loop.overloads.values()))
    assert made.library.get_pointer_to_function(made.fndesc.llvm_cpython_wrapper_name)
    for one in twice.overloads.values():
        assert not one.library.get_pointer_to_function(one.fndesc.llvm_func_name)


def test_prose_is_not_part_of_a_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def digest_of(name: str, text: str) -> str:
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        function = importlib.import_module(name).loop
        function.__module__ = "prose"
        return digest(function)

    body = "    total = units + 1\n    return total\n"
    plain = digest_of("prose_without", f"def loop(units):\n{body}")
    assert digest_of("prose_with", f'def loop(units):\n    """Count."""\n    # one more\n\n{body}') == plain
    assert digest_of("prose_other", f"def loop(units):\n{body.replace('1', '2')}") != plain


def test_different_loops_have_different_digests() -> None:
    assert digest(count_draws) != digest(count_shoes)
    assert combined_digest([count_draws]) == combined_digest([count_draws]) != combined_digest([count_shoes])


@pytest.mark.parametrize("function", [count_draws, count_shoes])
def test_a_loop_rests_on_the_random_words_of_another_file(function: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.simulation import philox

    before = digest(function)
    monkeypatch.setattr("pitboss.compiled._DIGESTS", {})
    monkeypatch.setattr(philox, "_LOW", 7)
    assert digest(function) != before
