"""Mutations of the provisions in rules.toml: the file as plain data with one thing changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

NEVER = date(2999, 1, 1)
FEW = 6
"""The number of values to mutate in one table, spread evenly over it."""
ABOUT = {"section", "since", "until", "by", "note", "provenance", "source", "in_editions", "name", "says", "aka"}
"""Keys that describe a provision rather than state it."""
_ODDS = re.compile(r"([\d,.]+)( (?:to|for) \d+)")
_SIGNS = re.compile(r"[A-Z][A-Z ]{2,}([A-Z])")
_SECTION = re.compile(r"\d+\.\d+(\(\w+\)\w*)*")

OTHER_ORDER = {"five-card": "pai-gow-high", "four-card": "asia-high"}
"""Another ranking order for hands of the same size."""
LOWER = {"ace": "king", "king": "queen", "queen": "jack", "jack": "ten", "tens": "nines", "sixes": "fives"}

Raw = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BrokenData:
    """A whole rules.toml with one thing broken, and a description of the change."""

    what: str
    raw: Raw


def broken_data(raw: Raw, path: str, section: str) -> Iterator[BrokenData]:
    """Yield every mutation of a provision: `path` as in the trace, `section` as cited."""
    kind, *keys = path.split(".")
    for words, place, value in _changes(raw, kind, keys, section):
        copy = deepcopy(raw)
        if _put(copy, place, value):
            yield BrokenData(f"{path}: {words}", copy)


def changes_of(raw: Raw, path: str, section: str) -> Iterator[str]:
    """Describe every mutation of a provision, whether or not the result is still a game."""
    kind, *keys = path.split(".")
    yield from (words for words, _, _ in _changes(raw, kind, keys, section))


Change = tuple[str, list[str | int], Any]


def _changes(raw: Raw, kind: str, keys: list[str], section: str) -> Iterator[Change]:
    if kind == "condition":
        yield "not in force", ["condition", int(keys[0]), "since"], NEVER
    elif kind == "fact":
        for place, fact in _several(raw, ["fact", keys[0]], section):
            if fact["value"] is not True:
                yield from _values(fact["value"], [*place, "value"])
            if fact["value"] is True or isinstance(fact["value"], str):
                # It may contain only its number, if its effect is in the steps that cite it.
                yield from _other_section(raw, place, section)
    elif kind == "option":
        yield from _option(raw["option"][keys[0]], keys)
    elif kind == "irregularity":
        yield from _irregularity(raw, keys[0])
    elif kind == "pay_table":
        yield from _odds(_at(raw, [kind, *keys]), [kind, *keys])
    elif "pays" in keys:
        for place, pays in _several(raw, ["wager", keys[0], "pays"], section):
            yield from _odds(pays, place)
    elif "terms" in keys:
        yield from _term(raw, ["wager", *(key for key in keys if key != "section")], section)
    else:
        yield "not in force", ["wager", keys[0], "since"], NEVER
        terms = raw["wager"][keys[0]].get("terms", {})
        yield from _values(terms, ["wager", keys[0], "terms"])
        for term in terms:
            rest = {key: value for key, value in terms.items() if key != term}
            yield f"terms without {term}", ["wager", keys[0], "terms"], rest


def _several(raw: Raw, place: list[str | int], section: str) -> Iterator[tuple[list[str | int], Raw]]:
    """Yield the provision at a place, or those in a list that cite the section."""
    found = _at(raw, place)
    if isinstance(found, dict):
        yield place, found
    else:
        yield from (
            ([*place, number], one)
            for number, one in enumerate(found)
            if section in str(one["section"]).split(", ") and "until" not in one
        )


def _odds(table: Raw, place: list[str | int]) -> Iterator[Change]:
    for key in ("least", "exactly"):
        if key in table:
            yield from _values(table[key], [*place, key])


def _option(option: Raw, keys: list[str]) -> Iterator[Change]:
    place: list[str | int] = ["option", keys[0]]
    values = option.get("values", [])
    plain = [one["value"] if isinstance(one, dict) else one for one in values]
    for number, (value, one) in enumerate(zip(plain, values, strict=True)):
        if keys[1:] in ([], [str(value).lower() if isinstance(value, bool) else str(value)]) and (
            keys[1:] or value != option["default"]
        ):
            gone = {**one, "since": NEVER} if isinstance(one, dict) else {"value": value, "since": NEVER}
            gone.pop("by", None)
            yield f"{value} not permitted", [*place, "values", number], gone
    if keys[1:]:
        return
    others = [value for value in plain if value != option["default"]]
    if others:
        yield f"default {others[0]}", [*place, "default"], others[0]
    for bound in ("least", "most"):
        if bound in option.get("range", {}):
            limit = option["range"][bound]
            yield f"{bound} is not {limit}", [*place, "range", bound], limit * 2 if bound == "most" else limit / 2


def _irregularity(raw: Raw, name: str) -> Iterator[Change]:
    place: list[str | int] = ["irregularity", name]
    one = raw["irregularity"][name]
    effects = [other["effect"] for other in raw["irregularity"].values() if other["effect"] != one["effect"]]
    for effect in dict.fromkeys(["void", *effects] if one["effect"] != "void" else effects):
        yield f"effect {effect}", [*place, "effect"], effect
        break
    if one["at"]:
        rest = one["at"][:-1]
        yield f"not found out at {one['at'][-1]}", [*place, "at"], rest or ["shuffle"]
    for key in ("when", "given"):
        if one.get(key):
            yield f"also where {key} does not hold", [*place, key], type(one[key])()


def _term(raw: Raw, place: list[str | int], section: str) -> Iterator[Change]:
    found = _at(raw, place)
    if isinstance(found, str) and _SECTION.fullmatch(found):
        yield from _other_section(raw, place[:-1], section, str(place[-1]))
    else:
        yield from _values(found, place)


def _other_section(raw: Raw, place: list[str | int], section: str, key: str = "section") -> Iterator[Change]:
    """Change the section number, for a provision that contains nothing else."""
    others = (one["section"] for one in raw["wager"].values() if section not in str(one["section"]))
    if other := next(others, ""):
        yield f"cited as {other}", [*place, key], other


def _values(value: Any, place: list[str | int]) -> Iterator[Change]:
    """Change one number or word of a value, numbers first, since another word may make the game invalid."""
    changes = list(_leaves(value, place))
    figures = [change for change in changes if not isinstance(change[2], str)]
    words = [change for change in changes if isinstance(change[2], str)]
    for some in (figures, words):
        yield from some[:: max(1, -(-len(some) // FEW))]


def _leaves(value: Any, place: list[str | int]) -> Iterator[Change]:
    shown = ".".join(str(key) for key in place[2:]) or str(place[-1])
    if isinstance(value, dict):
        for key, one in value.items():
            if key not in ABOUT:
                yield from _leaves(one, [*place, key])
    elif isinstance(value, list):
        if value:
            yield f"{shown} without {value[-1]}", place, value[:-1]
            # If a list must have a fixed length, its items are mutated.
            yield from _leaves(value[-1], [*place, len(value) - 1])
    elif isinstance(value, bool):
        yield f"{shown} {not value}", place, not value
    elif isinstance(value, int):
        yield f"{shown} {value + 1} for {value}", place, value + 1
    elif isinstance(value, Decimal):
        yield f"{shown} {value / 2} for {value}", place, value / 2
    elif isinstance(value, str) and (odds := _ODDS.fullmatch(value)):
        more = f"{Decimal(odds[1].replace(',', '')) + 1}{odds[2]}"
        yield f"{shown} {more} for {value}", place, more
    elif isinstance(value, str) and (signs := _SIGNS.fullmatch(value)):
        # A row of symbols, as in a drawing table: change the last one.
        other = next((sign for sign in value if sign not in (" ", signs[1])), "")
        yield f"{shown} not {value!r}", place, value[:-1] + (other or "?")
    elif isinstance(value, str) and not _SECTION.fullmatch(value):
        yield f"{shown} not {value!r}", place, f"not {value}"
        if value in OTHER_ORDER:
            yield f"{shown} {OTHER_ORDER[value]!r} for {value!r}", place, OTHER_ORDER[value]
        if ranks := [rank for rank in LOWER if rank in value]:
            # A hand given as cards: with a lower rank it is still a valid hand.
            lower = LOWER[max(ranks, key=value.rindex)].join(value.rsplit(max(ranks, key=value.rindex), 1))
            yield f"{shown} {lower!r} for {value!r}", place, lower


def _at(raw: Any, place: list[str | int]) -> Any:
    for key in place:
        raw = raw[key]
    return raw


def _put(raw: Raw, place: list[str | int], value: Any) -> bool:
    """Put a value in its place; return False if it is already there."""
    *way, last = place
    home = _at(raw, way)
    if isinstance(home, dict) and home.get(last) == value:
        return False
    home[last] = value
    if last == "since":
        home.pop("by", None)
    return True
