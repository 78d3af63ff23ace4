"""A table's receipts: a command repeated under its idempotency key gets the first answer again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from pydantic_core import to_json

from pitboss.floor.archive import Archive
from pitboss.floor.batch import Receipt
from pitboss.floor.store import KeyReused

MOST_RECEIPTS = 2_000
"""The number of requests per person cached in memory; earlier ones are looked up in the database."""
MakeReceipt = Callable[[dict[str, Any]], Receipt]
"""Creates the receipt for an answer."""


class Receipts:
    """The requests under idempotency keys at a table, with their answers."""

    def __init__(self, table: int, archive: Archive) -> None:
        self._table = table
        self._archive = archive
        self._by_person: dict[int, dict[str, tuple[str, Any]]] = {}
        """For each key, the digest of the request, and its answer or the future of its answer."""
        self._incomplete: set[int] = set()
        """People who have made more requests than the cache holds."""

    async def once(
        self, person: int, key: str, digest: str, begin: Callable[[MakeReceipt], asyncio.Future[dict[str, Any]]]
    ) -> dict[str, Any]:
        """Begin a request and return its answer; under a known key, return the first answer.

        This also works while the first request is still in progress.
        """
        known = await self._known(person, key)
        if key in known:
            first, answer = known[key]
            if first != digest:
                raise KeyReused(f"the idempotency key {key!r} was used for another request; use a new one")
            given: dict[str, Any] = await asyncio.shield(answer) if isinstance(answer, asyncio.Future) else answer
            return given | {"repeated": True}
        self._forget_oldest(person)
        doing = begin(lambda answer: Receipt(person, key, digest, to_json(answer).decode()))
        known[key] = (digest, doing)
        doing.add_done_callback(lambda done: self._settle(known, key, digest, done))
        return await asyncio.shield(doing)  # It is carried out even if the client disconnects.

    async def _known(self, person: int, key: str) -> dict[str, tuple[str, Any]]:
        """A person's requests, read from the database the first time and whenever the cache may be incomplete."""
        if person not in self._by_person:
            kept = await self._archive.receipts(self._table, person, most=MOST_RECEIPTS)
            self._by_person.setdefault(person, {}).update(kept)
            if len(kept) == MOST_RECEIPTS:
                self._incomplete.add(person)
        known = self._by_person[person]
        if key not in known and person in self._incomplete:
            known.update(await self._archive.receipts(self._table, person, key))
        return known

    def _forget_oldest(self, person: int) -> None:
        known = self._by_person[person]
        for old in list(known)[:-MOST_RECEIPTS]:
            if not isinstance(known[old][1], asyncio.Future):
                del known[old]
                self._incomplete.add(person)

    @staticmethod
    def _settle(known: dict[str, tuple[str, Any]], key: str, digest: str, done: asyncio.Future[dict[str, Any]]) -> None:
        """Remember a request's answer; a key whose request was refused may be used again."""
        if done.cancelled() or done.exception() is not None:
            known.pop(key, None)
        else:
            known[key] = (digest, done.result())
