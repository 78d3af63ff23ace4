"""The petition for a new game (8.4): which points of 8.4(d) a game's package covers, what is missing, and a document.

A package is a folder with rules.toml, round.py, price.py, felt.py and paragraphs.toml, like any registered game. What
cannot be derived from code (petitioners, patents, training) is in its `petition.toml`:

    kind = "variation"                  # or composite, other
    patents = "none"
    other_jurisdictions = "none"
    training = "two hours for a dealer of three card poker"
    supervision = "as three card poker"
    equipment_samples = "one deck and a layout, at the petitioner's office"
    [[petitioners]]
    name = "Boardwalk Casino Corporation"
    address = "1 Boardwalk, Atlantic City"
    role = "casino_licensee"            # or casino_service_industry_enterprise, owner_of_rights
    agrees_to_test = true               # in writing; one casino licensee must
    signed = true
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pitboss.chapter.contents import cite
from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Fact, Rules, all_games, read_rules, registered_games, rules_of
from pitboss.documents.document import Block, Document, Grid, Heading, Listed, Pairs, Picture, Signatures, Text
from pitboss.exhibit import Exhibit, count_text
from pitboss.library.felts import felt_of
from pitboss.library.papers.guides import EQUIPMENT
from pitboss.library.papers.paragraphs import paragraphs_of
from pitboss.library.papers.reports import combinations
from pitboss.library.papers.words import against, format_limits, format_payoffs, percent, plain, short
from pitboss.library.prices import desk
from pitboss.pricing.entry import declared_pricing
from pitboss.pricing.report import PriceReport
from pitboss.table.game import game_class
from pitboss.version import __version__

FILE = "petition.toml"


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Petitioner(_Model):
    """A petitioner and the capacity in which it petitions (8.4(a), (b))."""

    name: str
    address: str = ""
    role: str
    agrees_to_test: bool = False
    signed: bool = False


class Said(_Model):
    """The contents of a petition.toml; anything omitted counts as missing."""

    kind: str = ""
    summary: str = ""
    patents: str = ""
    other_jurisdictions: str = ""
    training: str = ""
    supervision: str = ""
    equipment_samples: str = ""
    petitioners: tuple[Petitioner, ...] = ()


class Point(_Model):
    """A requirement of 8.4: where it is met, or what is missing."""

    item: str
    section: str
    citation: str
    there: bool
    found: str = Field(description="Where it is met, or what is missing and how to supply it")


class Petition(Exhibit, _Model):
    """A package checked against 8.4."""

    game: str
    name: str
    on: date
    complete: bool
    missing: int
    points: tuple[Point, ...]

    def title(self) -> str:
        state = "complete" if self.complete else f"{self.missing} points missing"
        return f"Petition for {self.name}: {state}"

    def rows(self) -> list[dict[str, Any]]:
        return [one.model_dump() for one in self.points]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


@dataclass(frozen=True)
class Package:
    """The folder of a new game."""

    folder: Path
    rules: Rules
    said: Said

    @classmethod
    def read(cls, folder: Path) -> Package:
        """Read a folder with a rules.toml; raises ValueError for any other."""
        held = folder / "rules.toml"
        if not held.is_file():
            raise ValueError(f"{folder}: not a game package: it has no rules.toml")
        return cls(folder, read_rules(held.read_text("utf-8"), str(held)), _said(folder / FILE))

    @property
    def day(self) -> date:
        """The date of the petition: today, or the last day on which the game was in the regulation."""
        until = self.rules.game.until
        today = max(date.today(), self.rules.game.since)
        return today if until is None or today < until else until - timedelta(days=1)

    @property
    def installed(self) -> bool:
        """Whether the game is registered, so that it can be dealt and priced."""
        id = self.rules.game.id
        if id not in registered_games():
            return False
        spec = find_spec(registered_games()[id])
        return spec is not None and spec.origin is not None and Path(spec.origin).parent == self.folder.resolve()

    @cached_property
    def layout(self) -> Layout:
        return Layout.of(rules_of(self.rules.game.id) if self.installed else self.rules, self.day)

    @cached_property
    def price(self) -> PriceReport | None:
        """The price of the default table; None if the package cannot be priced."""
        if not self.installed or declared_pricing(self.rules.game.id) is None:
            return None
        return desk.price(self.layout)

    def has(self, name: str) -> bool:
        return (self.folder / name).is_file()


def _said(path: Path) -> Said:
    if not path.is_file():
        return Said()
    try:
        return Said.model_validate(tomllib.loads(path.read_text("utf-8")))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: not valid TOML: {error}") from None
    except ValidationError as error:
        first = error.errors()[0]
        known = ", ".join(Said.model_fields)
        where = ".".join(map(str, first["loc"]))
        raise ValueError(f"{path}: {where}: {first['msg']}; a petition has: {known}") from None


# ---- The check


def petition(package: Package) -> Petition:
    """Check the package against 8.4(a), (b) and every point of 8.4(d)."""
    facts = all_games().on(package.day).facts
    points = [*_petitioners(package, facts), *_contents(package, facts["petition_contents"])]
    missing = sum(not one.there for one in points)
    return Petition(
        game=package.rules.game.id,
        name=package.rules.game.name,
        on=package.day,
        complete=not missing,
        missing=missing,
        points=tuple(points),
    )


def _point(package: Package, fact: Fact, item: str, found: str, missing: str) -> Point:
    return Point(
        item=item,
        section=fact.section,
        citation=cite(fact.section, package.day),
        there=bool(found),
        found=found or missing,
    )


def _petitioners(package: Package, facts: Mapping[str, Fact]) -> Iterator[Point]:
    """The petitioners, and the licensee that will hold the test."""
    petitioners = package.said.petitioners
    roles = facts["petitioners"].value
    strangers = [one.name for one in petitioners if one.role not in roles]
    named = "" if strangers or not petitioners else ", ".join(f"{one.name} ({plain(one.role)})" for one in petitioners)
    wrong = f"{', '.join(strangers)}: a petitioner is a {' or '.join(map(plain, roles))}" if strangers else ""
    yield _point(package, facts["petitioners"], "role of the petitioners", named, wrong or f"[[petitioners]] in {FILE}")
    licensees = [one for one in petitioners if one.role == facts["petitioner_needed"].value]
    tests = [one.name for one in licensees if one.agrees_to_test]
    lacks = "no casino licensee among the petitioners" if not licensees else "no licensee has agreed to hold the test"
    yield _point(package, facts["petitioner_needed"], "licensee who tests it", ", ".join(tests), lacks)


def _contents(package: Package, fact: Fact) -> Iterator[Point]:
    """Every point of 8.4(d) in order, and the signatures of all petitioners."""
    for item in fact.value:
        yield _point(package, fact, plain(item), *_found(package, item))
    unsigned = [one.name for one in package.said.petitioners if not one.signed]
    signed = "" if unsigned or not package.said.petitioners else "by all petitioners"
    yield _point(package, fact, "signatures", signed, f"not signed by {', '.join(unsigned) or 'any petitioner'}")


def _found(package: Package, item: str) -> tuple[str, str]:
    """Return where a point of 8.4(d) is covered, or an empty string and what is missing."""
    said, rules = package.said, package.rules
    priced = package.price is not None
    no_price = "price.py, of a package that is installed and registered under pitboss.games"
    match item:
        case "petitioners":
            complete = bool(said.petitioners) and all(one.name and one.address for one in said.petitioners)
            listed = "; ".join(f"{one.name}, {one.address}" for one in said.petitioners)
            return (listed if complete else ""), f"names and addresses in {FILE}"
        case "kind":
            kinds = all_games().facts["new_game_kinds"].value
            return (said.kind if said.kind in kinds else ""), f"kind in {FILE}: {', '.join(kinds)}"
        case "summary":
            return said.summary or rules.game.summary, "a summary"
        case "equipment_rules":
            named = [path for path, _ in rules.provisions() if EQUIPMENT.search(path)]
            there = f"{count_text(len(named), 'provision')} of rules.toml" if named else ""
            return there, "facts of the equipment in rules.toml"
        case "play_rules":
            both = package.has("round.py") and package.has("paragraphs.toml")
            return ("round.py, paragraphs.toml" if both else ""), "round.py and paragraphs.toml"
        case "true_odds" | "house_advantage":
            return ("price.py, every wager" if priced else ""), no_price
        case "payout_odds":
            return (
                f"{count_text(len(rules.wagers), 'wager')} of rules.toml" if rules.wagers else ""
            ), "wagers with odds in rules.toml"
        case "layout":
            return ("drawn from its felt" if package.installed else ""), "a felt, of a package that is installed"
        case _:
            return str(getattr(said, item, "")), f"{item} in {FILE}"


# ---- The document


def petition_paper(package: Package) -> Document:
    """Write the petition as a document: everything available, and a list of what is missing."""
    found = petition(package)
    game = package.rules.game
    digest = sha256((package.folder / "rules.toml").read_bytes()).hexdigest()
    names = tuple(f"{one.name}, {plain(one.role)}" for one in package.said.petitioners)
    return Document(
        title=f"Petition for a new game: {game.name}",
        overline=f"to the {all_games().on(package.day).fact('regulator')}",
        subtitle=f"under {cite('8.4', package.day)}, {package.day}",
        stamp=(("rules.toml", f"SHA-256 {digest}"), ("made by", f"Pitboss {__version__}")),
        foot=f"Petition under 8.4 · {game.name} · {package.day}",
        blocks=(
            *_state(found),
            *_who(package),
            *_what(package),
            *_rules(package),
            *_odds(package),
            *_layout(package),
            *_rest(package),
            Heading("Signatures"),
            Text(
                "All petitioners are jointly and severally liable for the costs of review, test and approval (8.4(b))."
            ),
            Signatures(names or ("Petitioner",)),
        ),
    )


def _state(found: Petition) -> Iterator[Block]:
    if not found.complete:
        missing = "; ".join(f"{one.item}: {one.found}" for one in found.points if not one.there)
        yield Text(f"Incomplete. Missing: {missing}.", "warning")
    yield Heading("Requirements of 8.4")
    yield Grid(
        ("point", "section", "there", "where it is, or what is missing"),
        tuple(
            (one.item, one.citation.removeprefix("N.J.A.C. "), "yes" if one.there else "NO", one.found)
            for one in found.points
        ),
        wide=(3,),
    )


def _who(package: Package) -> Iterator[Block]:
    if package.said.petitioners:
        yield Heading("Petitioners")
        yield Grid(
            ("name", "address", "as", "agrees to test"),
            tuple(
                (one.name, one.address, plain(one.role), "yes" if one.agrees_to_test else "no")
                for one in package.said.petitioners
            ),
            wide=(0, 1),
        )


def _what(package: Package) -> Iterator[Block]:
    yield Heading("The game")
    yield Text(package.said.summary or package.rules.game.summary, "lead")
    wagers = [wager.name for wager in package.rules.wagers.values() if wager.in_force(package.day)]
    yield Pairs((("kind", package.said.kind or "not stated"), ("wagers", ", ".join(wagers))))


def _rules(package: Package) -> Iterator[Block]:
    """Draft rules: the paragraphs in our words, the licensee's choices, and the irregularities."""
    yield Heading("Draft rules")
    listed = paragraphs_of(package.rules.game.id) if package.installed else ()
    if listed:
        yield Grid(("paragraph", "provision"), tuple((one.id, one.gist) for one in listed), wide=(1,))
    options = [one for one in package.rules.options.values() if one.in_force(package.day)]
    if options:
        yield Heading("Licensee's choices", 2)
        rows = tuple((one.name, one.permitted(package.day), one.section) for one in options)
        yield Grid(("choice", "permitted", "section"), rows, wide=(0, 1))
    events = [one for one in package.rules.irregularities.values() if one.in_force(package.day)]
    if events:
        yield Heading("Irregularities", 2)
        yield Listed(tuple(f"{one.name}: {one.says or plain(one.effect)} ({one.section})" for one in events))


def _odds(package: Package) -> Iterator[Block]:
    """The true odds, payout odds and house advantage of every wager."""
    yield Heading("True odds, payout odds, house advantage")
    if package.price is None:
        for wager in package.rules.wagers.values():
            if wager.in_force(package.day) and not wager.retired:
                yield Text(f"{wager.name}: pays {format_payoffs(package.layout, wager.id)}.")
        return
    priced: Sequence[Any] = package.price.wagers
    yield Grid(
        ("wager", "limits", "true odds against", "house advantage", "exactly"),
        tuple(
            (
                one.name,
                format_limits(package.layout, package.layout.rules.wagers[one.id]),
                against(one.hit_rate),
                percent(one.house_edge),
                short(one.exact) or "≈",
            )
            for one in priced
        ),
        right=(2, 3, 4),
    )
    for one in priced:
        yield Heading(one.name, 2)
        yield combinations(one)


def _layout(package: Package) -> Iterator[Block]:
    if package.installed:
        yield Heading("Layout")
        seats = min(game_class(package.rules.game.id).seats, 6)
        yield Picture(felt_of(package.layout, seats).svg(), "Drawn from the game's felt.", 85)


def _rest(package: Package) -> Iterator[Block]:
    said = package.said
    yield Heading("Equipment, rights, other jurisdictions, personnel")
    yield Pairs(
        tuple(
            (plain(name), str(getattr(said, name)) or "not stated")
            for name in ("equipment_samples", "patents", "other_jurisdictions", "training", "supervision")
        )
    )
