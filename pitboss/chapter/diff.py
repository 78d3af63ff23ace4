"""The changes in the chapter between two dates, in its contents and in each game.

A provision changes on the dates `since` and `until`. One that appeared and disappeared between the two dates is listed
twice. Odds are compared row by row if the wager exists on both sides of a change; otherwise they are listed with the
wager. Removed provisions are cited as on their last day, with the section and chapter numbers of that day.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import Any, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict

from pitboss.chapter.contents import ContentsChange, cite, contents
from pitboss.chapter.figures import describe_provision, format_fact, format_rows, pays_on
from pitboss.chapter.numbers import order
from pitboss.chapter.reference import can_be_offered, name_of
from pitboss.chapter.rules import (
    Amendment,
    Condition,
    Dated,
    Fact,
    Irregularity,
    Option,
    Pays,
    PayTable,
    Provenance,
    Provision,
    Rules,
    WagerRule,
    all_games,
    registered_games,
    rules_of,
    value_text,
)
from pitboss.exhibit import Exhibit

Kind = Literal["added", "removed", "changed"]
What = Literal["game", "wager", "odds", "option", "value", "pay table", "irregularity", "condition", "fact"]
_DAY = timedelta(days=1)
_WHAT: dict[type[Provision], What] = {
    WagerRule: "wager",
    Option: "option",
    PayTable: "pay table",
    Irregularity: "irregularity",
    Condition: "condition",
    Fact: "fact",
}


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True)


class ProvisionChange(_Model):
    """A provision that was added, removed or changed. `was` and `now` summarize what it provides."""

    kind: Kind
    what: What
    path: str
    name: str
    section: str
    citation: str
    date: date
    rule: str | None
    provenance: Provenance
    was: str = ""
    now: str = ""
    note: str = ""

    def __str__(self) -> str:
        by = f" by {self.rule}" if self.rule else ""
        text = " → ".join(part for part in (self.was, self.now) if part)
        return f"{self.date} {self.what} {self.kind}: {self.path} ({self.section}{by}): {self.name}: {text}"


class GameDiff(_Model):
    """The changes in one game, and the rules that took effect between the two dates."""

    game: str
    name: str
    subchapter: str
    changes: tuple[ProvisionChange, ...]
    amendments: tuple[Amendment, ...]


class Diff(Exhibit, _Model):
    """The differences between two dates."""

    first: date
    second: date
    contents: tuple[ContentsChange, ...]
    games: tuple[GameDiff, ...]

    def title(self) -> str:
        changes = sum(len(one.changes) for one in self.games)
        return f"from {self.first} to {self.second}: {changes} changes in {len(self.games)} games"

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per change, with the game's id."""
        return [{"game": one.game, **change.model_dump(mode="json")} for one in self.games for change in one.changes]

    def display_rows(self) -> list[dict[str, Any]]:
        return [
            {
                "date": change.date,
                "game": one.game,
                "what": f"{change.what} {change.kind}",
                "section": change.section,
                "name": change.name,
                "how": " → ".join(part for part in (change.was, change.now) if part),
            }
            for one in self.games
            for change in one.changes
        ]

    def to_json(self) -> str:
        return self.model_dump_json(indent=2)


def change_dates(game: str, upto: date) -> list[date]:
    """Return the days up to `upto` on which anything that can affect a price changed, in order.

    >>> [str(day) for day in change_dates("craps", date(2006, 1, 1))][-2:]
    ['2001-01-16', '2005-10-17']
    """
    found = diff(contents().first_day, upto, [game])
    return sorted({change.date for one in found.games for change in one.changes if change.what != "irregularity"})


def diff(first: date, second: date, games: Iterable[str] | None = None) -> Diff:
    """Compare two dates, for the given games or all installed ones and subchapter 8 ("all-games").

    >>> [game] = diff(date(2005, 1, 1), date(2006, 1, 1), ["craps"]).games
    >>> for change in game.changes:
    ...     print(change.date, change.kind, change.path, change.section, change.rule)
    2005-10-17 added wager.six_seven_eight 1.2(a)39 R.2005 d.355
    2005-10-17 added option.offer_678 1.2(a)39 R.2005 d.355
    """
    for day in (first, second):
        if day < contents().first_day:
            raise ValueError(f"the chapter begins on {contents().first_day}; {day} is too early")
    if second < first:
        raise ValueError(f"the first date, {first}, is after the second, {second}; give the earlier one first")
    names = [*registered_games(), all_games().game.id] if games is None else list(dict.fromkeys(games))
    found = (_game(all_games() if name == all_games().game.id else rules_of(name), first, second) for name in names)
    return Diff(
        first=first,
        second=second,
        contents=tuple(contents().changes(first, second)),
        games=tuple(game for game in found if game.changes or game.amendments),
    )


def _game(rules: Rules, first: date, second: date) -> GameDiff:
    changes = [change for change in _changes(rules) if first < change.date <= second]
    whats = get_args(What)
    return GameDiff(
        game=rules.game.id,
        name=rules.game.name,
        subchapter=rules.game.subchapter,
        changes=tuple(sorted(changes, key=lambda one: (one.date, order(one.section), whats.index(one.what)))),
        amendments=tuple(one for one in rules.amendments if first < one.effective <= second),
    )


def _changes(rules: Rules) -> Iterator[ProvisionChange]:
    """Yield every change a game ever had, except moves of a provision to another section."""
    changes = list(_events_of(rules))
    ends = {(one.date, one.path, one.was) for one in changes if one.kind == "removed"}
    starts = {(one.date, one.path, one.now) for one in changes if one.kind == "added"}
    for one in changes:
        if one.kind == "changed" or (one.date, one.path, one.was or one.now) not in ends & starts:
            yield one


def _events_of(rules: Rules) -> Iterator[ProvisionChange]:
    """Yield everything that began, ended or changed, including moves to another section."""
    yield from _game_itself(rules)
    for path, provision in rules.provisions():
        if not isinstance(provision, Pays | Fact) and can_be_offered(rules, path):
            for kind, day in _events(provision):
                text = describe_provision(provision, _reading_day(kind, day))
                name = name_of(rules, path, provision)
                part = _Part(_WHAT[type(provision)], path, name, provision, provision)
                yield _change(rules, kind, part, day, text)
    for dated in rules.dated_facts.values():
        yield from _fact(rules, dated)
    for option in rules.options.values():
        for choice in option.values:
            for kind, day in _events(choice, option):
                path, value = f"option.{option.id}.{value_text(choice.value)}", value_text(choice.value)
                part = _Part("value", path, option.name, option.under(choice), choice)
                yield _change(rules, kind, part, day, value)
    for wager in rules.wagers.values():
        yield from _odds(rules, wager)


def _reading_day(kind: Kind, day: date) -> date:
    """Return the day as of which a changed provision is read: for a removed one, its last day."""
    return day - _DAY if kind == "removed" else day


def _fact(rules: Rules, dated: Sequence[Fact]) -> Iterator[ProvisionChange]:
    """Yield the changes to a fact: added, removed, or given another value."""
    ended = {one.until: one for one in dated if one.until}
    begun = {one.since for one in dated}
    for one in dated:
        part = _Part("fact", f"fact.{one.id}", name_of(rules, f"fact.{one.id}", one), one, one)
        for kind, day in _events(one):
            before = ended.get(day) if kind == "added" else None
            if before is not None:
                change = _change(rules, "changed", part, day, format_fact(one))
                made = change.rule or _rule(rules, before, day)
                if before.value != one.value:
                    yield change.model_copy(update={"was": format_fact(before), "rule": made})
            elif kind == "added" or day not in begun:
                yield _change(rules, kind, part, day, format_fact(one))


def _game_itself(rules: Rules) -> Iterator[ProvisionChange]:
    game = rules.game
    dated = Dated(since=game.since, until=game.until)
    for kind, day in _events(dated):
        adopted = next((one.rule for one in rules.amendments if one.effective == day), None)
        whole = contents().subchapter(game.subchapter)
        yield ProvisionChange(
            kind=kind,
            what="game",
            path="game",
            name=game.name,
            section=game.subchapter,
            citation=f"N.J.A.C. {contents().prefix(_reading_day(kind, day))}-{game.home}",
            date=day,
            rule=whole.adopted.rule if whole.adopted.effective == day else adopted,
            provenance=whole.provenance,
            **_text(kind, game.summary),
        )


def _events(part: Dated, whole: Dated | None = None) -> Iterator[tuple[Kind, date]]:
    """Yield the dates on which a part began and ended, unless the whole began or ended then."""
    if part.since is not None and (whole is None or part.since != whole.since):
        yield "added", part.since
    if part.until is not None and (whole is None or part.until != whole.until):
        yield "removed", part.until


class _Part(NamedTuple):
    """The subject of a change: its path in rules.toml, its name, and the provisions that give its section and dates."""

    what: What
    path: str
    name: str
    cited: Provision
    dated: Dated


def _change(rules: Rules, kind: Kind, part: _Part, day: date, text: str) -> ProvisionChange:
    cited, dated = part.cited, part.dated
    return ProvisionChange(
        kind=kind,
        what=part.what,
        path=part.path,
        name=part.name,
        **_cited(rules, kind, cited, day),
        date=day,
        rule=_rule(rules, dated, day),
        provenance=cited.provenance,
        note=dated.note or (cited.note if cited is dated else ""),
        **_text(kind, text),
    )


def _cited(rules: Rules, kind: Kind, cited: Provision, day: date) -> dict[str, Any]:
    """Return the section and citation on the day; for a removed provision, those of its last day."""
    known = _reading_day(kind, day)
    section = rules.number_on(cited, known).split(", ")[0]
    return {"section": section, "citation": cite(section, known)}


def _text(kind: Kind, text: str) -> dict[str, Any]:
    return {"was": text} if kind == "removed" else {"now": text}


def _rule(rules: Rules, dated: Dated, day: date) -> str | None:
    """Return the rule that made a change on a day, if the provision names it."""
    effective = {amendment.rule: amendment.effective for amendment in rules.amendments}
    return dated.by if dated.by is not None and effective.get(dated.by) == day else None


def _odds(rules: Rules, wager: WagerRule) -> Iterator[ProvisionChange]:
    """Yield the rows of odds that changed while the wager remained in force."""
    days = {day for pays in wager.pays for day in (pays.since, pays.until) if day is not None}
    for day in sorted(days):
        if not (wager.in_force(day) and wager.in_force(day - _DAY)):
            continue
        before, after = pays_on(wager, day - _DAY), pays_on(wager, day)
        was, now = format_rows(before), format_rows(after)
        for outcome in dict.fromkeys([*was, *now]):
            if was.get(outcome) != now.get(outcome):
                kind: Kind = (
                    "changed" if outcome in was and outcome in now else "added" if outcome in now else "removed"
                )
                cited = (before if kind == "removed" else after) or before or wager
                yield ProvisionChange(
                    kind=kind,
                    what="odds",
                    path=f"wager.{wager.id}.pays" + (f".{outcome}" if outcome else ""),
                    name=wager.name,
                    **_cited(rules, kind, cited, day),
                    date=day,
                    rule=next((rule for pays in wager.pays if (rule := _rule(rules, pays, day))), None),
                    provenance=cited.provenance,
                    was=was.get(outcome, ""),
                    now=now.get(outcome, ""),
                    note=cited.note,
                )
