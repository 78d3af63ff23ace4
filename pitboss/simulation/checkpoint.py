"""A long run on disk: how far it came, and of what it is.

The file is replaced as a whole, so a run that dies at any moment leaves the last checkpoint or the one before, never a
half. What is in it is a tally of whole units from the first on; going on from there gives the same counts.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from pitboss.simulation.kernel import CELLS, ROUNDS, UNITS, Counts, Kernel

KIND = "pitboss checkpoint"


def save(path: Path, kernel: Kernel, seed: int, tally: Counts) -> None:
    """The tally on disk, in place of what was there."""
    body: dict[str, Any] = {
        "kind": KIND,
        "game": kernel.layout.rules.game.id,
        "on": str(kernel.layout.on),
        "fingerprint": kernel.fingerprint,
        "seed": seed,
        "units": int(tally[UNITS]),
        "rounds": int(tally[ROUNDS]),
        "cells": tally[CELLS:].tolist(),
    }
    text = json.dumps(body | {"sha256": _hash(body)})
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        raise OSError(error.errno, f"{error.strerror}: the checkpoint is not written", str(path)) from error
    finally:
        beside.unlink(missing_ok=True)


def load(path: Path, kernel: Kernel, seed: int) -> Counts:
    """The tally of a checkpoint of this very run; `ValueError` says what else it is."""
    body = _read(path)
    if body.pop("sha256", "") != _hash(body) or not _is_whole(body):
        raise ValueError(f"{path} is a checkpoint that was damaged; nothing was changed")
    game = kernel.layout.rules.game.id
    if body["game"] != game:
        raise ValueError(f"{path} is a checkpoint of {body['game']}, not of {game}; give another file")
    if body["fingerprint"] != kernel.fingerprint or len(body["cells"]) != kernel.cells:
        what = "another configuration (date, options, odds, limits, wagers, strategy) or version of Pitboss"
        raise ValueError(f"{path} is a checkpoint of {game} with {what}; give another file")
    if body["seed"] != seed:
        raise ValueError(f"{path} is a checkpoint of seed {body['seed']}, not {seed}; give another file")
    return np.array([body["units"], body["rounds"], *body["cells"]], np.int64)


def day_of(path: Path) -> str:
    """The day whose rules hold in the run: one that was begun yesterday, under the rules of that day, goes on so."""
    return str(_read(path).get("on", ""))


def _read(path: Path) -> dict[str, Any]:
    try:
        body = json.loads(path.read_text("utf-8"))
    except ValueError:
        body = None
    if not isinstance(body, dict) or body.get("kind") != KIND:
        raise ValueError(f"{path} is not a checkpoint of a simulation; nothing was changed")
    return body


def _is_whole(body: dict[str, Any]) -> bool:
    """Whether everything is there, and is as it is written."""
    cells = body.get("cells")
    numbers = [body.get(name) for name in ("seed", "units", "rounds")]
    return (
        isinstance(cells, list)
        and all(type(number) is int and 0 <= number < 1 << 63 for number in (*numbers[1:], *cells))
        and type(numbers[0]) is int
        and all(isinstance(body.get(name), str) for name in ("game", "on", "fingerprint"))
    )


def _hash(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
