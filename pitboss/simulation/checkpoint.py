"""Checkpoints of long runs.

The file is replaced atomically, so a run that dies leaves either its last checkpoint or the previous one. It holds the
tally of whole units, counted from the first, so a resumed run gives the same counts.
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
    """Write the tally to disk, replacing the previous checkpoint."""
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
        raise OSError(error.errno, f"{error.strerror}: the checkpoint cannot be written", str(path)) from error
    finally:
        beside.unlink(missing_ok=True)


def load(path: Path, kernel: Kernel, seed: int) -> Counts:
    """Return the tally of a checkpoint, or raise ValueError if it belongs to a different run."""
    body = _read(path)
    if body.pop("sha256", "") != _hash(body) or not _is_complete(body):
        raise ValueError(f"{path} is a damaged checkpoint; nothing was changed")
    game = kernel.layout.rules.game.id
    if body["game"] != game:
        raise ValueError(f"{path} is a checkpoint of {body['game']}, not of {game}; use another file")
    if body["fingerprint"] != kernel.fingerprint or len(body["cells"]) != kernel.cells:
        what = "a different configuration (date, options, odds, limits, wagers, strategy) or version of Pitboss"
        raise ValueError(f"{path} is a checkpoint of {game} with {what}; use another file")
    if body["seed"] != seed:
        raise ValueError(f"{path} is a checkpoint of seed {body['seed']}, not {seed}; use another file")
    return np.array([body["units"], body["rounds"], *body["cells"]], np.int64)


def day_of(path: Path) -> str:
    """Return the day whose rules the run uses: a run that began yesterday continues under yesterday's rules."""
    return str(_read(path).get("on", ""))


def _read(path: Path) -> dict[str, Any]:
    try:
        body = json.loads(path.read_text("utf-8"))
    except ValueError:
        body = None
    if not isinstance(body, dict) or body.get("kind") != KIND:
        raise ValueError(f"{path} is not a checkpoint of a simulation; nothing was changed")
    return body


def _is_complete(body: dict[str, Any]) -> bool:
    """Whether all entries are present and have the right types."""
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
