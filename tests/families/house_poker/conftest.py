"""What is computed here is kept in a folder of the tests' own."""

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PITBOSS_CACHE", str(tmp_path / "cache"))
        yield tmp_path / "cache"
