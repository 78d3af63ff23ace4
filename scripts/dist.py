"""Build the release into `dist/`: the sdist, the wheel, their SBOM and their checksums.

    python scripts/dist.py [FOLDER]

1. The wheel is built from the sdist, so the sdist is known to be complete.
2. The same commit gives the same bytes: every timestamp is the commit's, and no local path leaks in.
3. The SBOM (CycloneDX 1.6, JSON) lists the wheel's dependencies in the versions that constraints.txt pins, with their
   licences.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import Message
from email.parser import HeaderParser
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZipFile

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in [*folder.glob("pitboss-*"), folder / "SHA256SUMS"]:
        old.unlink(missing_ok=True)
    at = commit_time()
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        env=os.environ | {"SOURCE_DATE_EPOCH": str(at)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    (wheel,) = folder.glob("pitboss-*.whl")
    bill = folder / f"{wheel.name.removesuffix('-py3-none-any.whl')}.cdx.json"
    bill.write_text(json.dumps(bill_of_materials(wheel, at), indent=2) + "\n", "utf-8")
    built = sorted(folder.glob("pitboss-*"))
    sums = "".join(f"{_hash(one)}  {one.name}\n" for one in built)
    (folder / "SHA256SUMS").write_text(sums, "utf-8")
    for one in built:
        print(f"{one.relative_to(ROOT) if one.is_relative_to(ROOT) else one}: {one.stat().st_size:,} bytes")


def commit_time() -> int:
    """Return the time of the commit, or SOURCE_DATE_EPOCH if it is set or there is no Git."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    ran = subprocess.run(["git", "-C", str(ROOT), "log", "-1", "--format=%ct"], capture_output=True, text=True)
    return int(ran.stdout.strip() or 1580601600)  # hatchling's own default, 2020-02-02


def bill_of_materials(wheel: Path, at: int) -> dict[str, Any]:
    """Return the wheel's software bill of materials: every package that gets installed with it."""
    with ZipFile(wheel) as held:
        name = next(one for one in held.namelist() if one.endswith(".dist-info/METADATA"))
        own = HeaderParser().parsestr(held.read(name).decode())
    needed = dict(closure(own))
    root = _purl("pitboss", own["Version"])
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid5(NAMESPACE_URL, f'{root}#{_hash(wheel)}')}",
        "version": 1,
        "metadata": {
            "timestamp": datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {
                "type": "application",
                "bom-ref": root,
                "name": "pitboss",
                "version": own["Version"],
                "description": own["Summary"],
                "licenses": [{"expression": own["License-Expression"]}],
                "hashes": [{"alg": "SHA-256", "content": _hash(wheel)}],
                "purl": root,
            },
        },
        "components": [_component(name, pinned(name)) for name in sorted(needed)],
        "dependencies": [
            {"ref": root, "dependsOn": _refs(direct(own))},
            *({"ref": _purl(name, pinned(name)), "dependsOn": _refs(needed[name])} for name in sorted(needed)),
        ],
    }


def closure(own: Message) -> Iterator[tuple[str, list[Requirement]]]:
    """Yield each direct or indirect dependency of the wheel, with its own dependencies."""
    known: dict[tuple[str, frozenset[str]], list[Requirement]] = {}
    found: dict[str, list[Requirement]] = {}
    waiting = direct(own)
    while waiting:
        one = waiting.pop()
        key = canonicalize_name(one.name), frozenset(one.extras)
        if key not in known:
            known[key] = direct(_metadata(one.name), one.extras)
            found[key[0]] = [*found.get(key[0], []), *known[key]]
            waiting += known[key]
    yield from found.items()


def direct(described: Message, extras: set[str] | frozenset[str] = frozenset()) -> list[Requirement]:
    """Return a package's dependencies on this platform, with these extras."""
    needs = [Requirement(text) for text in described.get_all("Requires-Dist", [])]
    return [
        one
        for one in needs
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in ("", *sorted(extras)))
    ]


def pinned(name: str) -> str:
    """Return the version that constraints.txt pins for a package."""
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = {canonicalize_name(one.partition("==")[0]): one.partition("==")[2] for one in lines if "==" in one}
    if canonicalize_name(name) not in pins:
        raise SystemExit(f"dist: {name} is needed by the wheel but not pinned in constraints.txt")
    return pins[canonicalize_name(name)]


def _metadata(name: str) -> Message:
    try:
        held = HeaderParser().parsestr(distribution(name).read_text("METADATA") or "")
    except PackageNotFoundError:
        raise SystemExit(f"dist: {name} is needed by the wheel but not installed here") from None
    if held["Version"] != pinned(name):
        raise SystemExit(f"dist: {name} {held['Version']} is installed here, but constraints.txt has {pinned(name)}")
    return held


def _component(name: str, version: str) -> dict[str, Any]:
    described = _metadata(name)
    return {
        "type": "library",
        "bom-ref": _purl(name, version),
        "name": name,
        "version": version,
        "purl": _purl(name, version),
        **({"licenses": licences} if (licences := list(_licences(described))) else {}),
    }


def _licences(described: Message) -> Iterator[dict[str, Any]]:
    """Yield a package's licence: its SPDX expression, or the names in its metadata."""
    if expression := described["License-Expression"]:
        yield {"expression": expression}
        return
    named = [one.rpartition(" :: ")[2] for one in described.get_all("Classifier", []) if one.startswith("License ::")]
    text = described["License"] or ""
    if not named and text and "\n" not in text and len(text) < 80:
        named = [text]
    yield from ({"license": {"name": one}} for one in named)


def _refs(needs: list[Requirement]) -> list[str]:
    return sorted({_purl(one.name, pinned(one.name)) for one in needs})


def _purl(name: str, version: str) -> str:
    """Return a package's URL in the form that SBOMs use.

    >>> _purl("SQLAlchemy", "2.1.8+local")
    'pkg:pypi/sqlalchemy@2.1.8%2Blocal'
    """
    return f"pkg:pypi/{re.sub('[-_.]+', '-', name).lower()}@{version.replace('+', '%2B')}"


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve() if sys.argv[1:] else ROOT / "dist")
