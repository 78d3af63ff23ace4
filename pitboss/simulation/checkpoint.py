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
    finally:
        beside.unlink(missing_ok=True)


def load(path: Path, kernel: Kernel, seed: int) -> Counts:
    """The tally of a checkpoint of this very run; `ValueError` says what else it is."""
    try:
        body = json.loads(path.read_text("utf-8"))
    except ValueError:
        body = None
    if not isinstance(body, dict) or body.get("kind") != KIND:
        raise ValueError(f"{path} is not a checkpoint of a simulation; nothing was changed")
    if body.pop("sha256", "") != _hash(body):
        raise ValueError(f"{path} is a checkpoint that was damaged; nothing was changed")
    game = kernel.layout.rules.game.id
    if body["game"] != game:
        raise ValueError(f"{path} is a checkpoint of {body['game']}, not of {game}; give another file")
    if body["fingerprint"] != kernel.fingerprint:
        what = "another configuration (date, options, odds, limits, wagers or version)"
        raise ValueError(f"{path} is a checkpoint of {game} with {what}; give another file")
    if body["seed"] != seed:
        raise ValueError(f"{path} is a checkpoint of seed {body['seed']}, not {seed}; give another file")
    return np.array([body["units"], body["rounds"], *body["cells"]], np.int64)


def _hash(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
