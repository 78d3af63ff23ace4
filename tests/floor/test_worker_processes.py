"""`pitboss serve` computes for strangers in worker processes with a budget (attack.md no. 2, and worse)."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.shared.served import Served, served
from tests.shared.waiting import wait_until

POLICY = "[requests]\nseconds = 60\nprocessor_seconds = 1\nmemory = 64\n"
TOO_MUCH = "it takes more than 1 second of processor time or 64 MB of memory here"
MATERIAL = "/api/v1/games/blackjack-switch/price"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    policy = tmp_path_factory.mktemp("policy") / "policy.toml"
    policy.write_text(POLICY, "utf-8")
    with served(None, "--policy", str(policy)) as made:
        yield made


def workers(server: Served) -> list[int]:
    """A server's worker processes, and the process that forks them."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
            session = int((folder / "stat").read_text("utf-8").rpartition(") ")[2].split()[3])
        except OSError:
            continue
        if session == server.pid and b"pitboss.library.work.worker" in words:
            found.append(int(folder.name))
    return found


def test_a_price_over_budget_is_503_with_retry_after_and_others_are_served(server: Served) -> None:
    with httpx.Client(base_url=server.url, timeout=120, trust_env=False) as client:
        for _ in range(2):
            answer = client.get(MATERIAL)
            assert answer.status_code == 503, answer.text
            assert TOO_MUCH in answer.json()["detail"]
            assert int(answer.headers["retry-after"]) >= 5
        page = client.get("/price/blackjack-switch.json")
        assert page.status_code == 503, page.text
        assert TOO_MUCH[1:] in page.text
        assert client.get("/api/v1/games/big-six/price").json()["game"] == "big-six"
        found = client.post("/api/v1/check", json={"table": 'game = "craps"\n[odds]\n"field.12" = "1 to 1"\n'})
        assert found.json()["breaches"] == 1
        assert "decks is 999999999" in client.get("/api/v1/games/blackjack/price?set=decks=999999999").json()["detail"]
        assert client.get("/api/v1/health").json()["status"] == "well"


def test_workers_that_were_killed_are_replaced_and_end_with_the_server(server: Served) -> None:
    with httpx.Client(base_url=server.url, timeout=120, trust_env=False) as client:
        client.get("/api/v1/games/big-six/price?set=variant=nonsense")
        for pid in workers(server):
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not workers(server))
        assert client.get("/api/v1/games/roulette/price").json()["game"] == "roulette"
    assert workers(server)
    pids = workers(server)
    process = server.pid
    os.kill(process, signal.SIGKILL)
    wait_until(lambda: not any(Path(f"/proc/{pid}/cmdline").exists() for pid in pids))
