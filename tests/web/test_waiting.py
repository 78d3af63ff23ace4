"""The number of pages waiting for a connection is bounded, whoever requests them and from whatever address."""

from __future__ import annotations

import gc
from typing import Any

import pytest
from nicegui import Client

from pitboss.web.pages import FEW, FLOOD, HEAP, QUIET, Leftovers, delete_unused_pages


class Waiting:
    """A page as the page store keeps it."""

    def __init__(self, number: int, connected: bool = False, left: bool = False) -> None:
        self.number, self.id = number, str(number)
        self.has_socket_connection = connected
        self._delete_tasks = {"soon": None} if left else {}

    def delete(self) -> None:
        del Client.instances[str(self.number)]


def kept(monkeypatch: pytest.MonkeyPatch, pages: list[Waiting]) -> dict[str, Any]:
    instances: dict[str, Any] = {str(page.number): page for page in pages}
    monkeypatch.setattr(Client, "instances", instances)
    return instances


def test_the_oldest_unviewed_pages_are_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [Waiting(number, connected=number % 10 == 0, left=number % 10 == 5) for number in range(100)]
    instances = kept(monkeypatch, pages)
    assert delete_unused_pages(30) == 50
    left = [page for page in instances.values() if not page.has_socket_connection and not page._delete_tasks]
    assert [page.number for page in left] == [page.number for page in pages if page.number % 5][-30:]
    assert sum(page.has_socket_connection for page in instances.values()) == 10
    assert sum(bool(page._delete_tasks) for page in instances.values()) == 10
    assert delete_unused_pages(30) == 0


def test_garbage_of_a_flood_of_pages_is_collected_once_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bool] = []
    monkeypatch.setattr(gc, "collect", lambda: looked.append(True))
    left = Leftovers()
    for _ in range(3):  # meanwhile it need not wait for anyone
        for _ in range(FLOOD):
            left.asked()
        assert not left.look()
    found = [left.look() for _ in range(2 * QUIET)]
    assert (found.index(True), found.count(True), len(looked)) == (QUIET - 1, 1, 1)
    for _ in range(FEW):  # nor for ordinary pages
        left.asked()
    assert not any(left.look() for _ in range(2 * QUIET))


def test_unused_pages_are_freed_during_a_flood_before_more_memory_is_allocated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[bool] = []
    monkeypatch.setattr(gc, "collect", lambda: looked.append(True))
    left = Leftovers()
    for _ in range(HEAP - 1):
        left.forgotten(1)
    assert not looked
    left.forgotten(1)
    assert len(looked) == 1
    left.forgotten(HEAP - 1)
    assert len(looked) == 1
