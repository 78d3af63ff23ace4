"""A tournament as described in a table file, checked against 8.6: timely notice, certifications, controls and tips.

    game = "blackjack"                  # the default for stages without a game
    on = 2026-11-30
    [tournament]
    name = "Boardwalk Open"
    kind = "ordinary"                   # or "special_event"
    fee = 100                           # dollars per entry
    chips = 1000                        # tournament chips per entry
    rebuys = 1                          # how often a player who is out may enter again
    prizes = ["50%", "30%", 500]        # by place: shares of the fees, or dollars
    tips_withheld = "3%"                # of the prize money, for the dealers
    tips_announced = true               # whether the participants were informed
    [[tournament.stages]]
    game = "craps"                      # any game
    hands = 20                          # rounds dealt
    advance = 8                         # how many players advance; default: all
    [tournament.notice]                 # 8.6(b)
    filed_at = 2026-11-23T09:00:00
    starts_at = 2026-11-30T10:00:00     # the rules of this day apply to the tournament and its tables
    dates = "2026-11-30 to 2026-12-02"  # default: from starts_at; so are times and kind
    # … and the items of the fact `tournament_notice`
    [tournament.controls]               # 8.6(e)
    prizes = "filed as IC-12"

This module covers the chapter's rules; the floor runs the tournament.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from pitboss.chapter.finding import Finding, Kind, finding, suggest_names
from pitboss.chapter.holidays import business_days
from pitboss.chapter.odds import cents, dollars
from pitboss.chapter.rules import Fact, Rules, all_games, registered_games, value_text

NAMES = (
    "name",
    "kind",
    "fee",
    "chips",
    "rebuys",
    "prizes",
    "tips_withheld",
    "tips_announced",
    "stages",
    "notice",
    "controls",
)
STAGE = ("game", "hands", "advance")
TIMES = ("filed_at", "starts_at")
MOST_HANDS, MOST_STAGES, MOST_REBUYS = 1_000, 12, 10
_DATE = re.compile(r"\b\d{4}-\d{2}-\d{2}\b", re.ASCII)
_TIME = re.compile(r"\b([01]?\d|2[0-3]):([0-5]\d)(?::\d{2})?(?: ?([ap])\.?m\b)?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Prize:
    """The prize for a place: a share of the fees, or an amount in cents."""

    part: Fraction | None = None
    amount: int = 0

    def of(self, fees: int) -> int:
        return self.amount if self.part is None else int(self.part * fees)

    def __str__(self) -> str:
        return dollars(self.amount) if self.part is None else f"{float(self.part * 100):g}% of the fees"


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a tournament: the number of hands at a game, and how many players advance (0: all)."""

    game: str
    hands: int
    advance: int = 0


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as read from a licensee's file, before any check. Amounts are in cents."""

    name: str = ""
    kind: str = "ordinary"
    fee: int = 0
    chips: int = 0
    rebuys: int = 0
    prizes: tuple[Prize, ...] = ()
    tips: Fraction = Fraction(0)
    tips_announced: bool = False
    stages: tuple[Stage, ...] = ()
    notice: Mapping[str, Any] = field(default_factory=dict)
    controls: Mapping[str, Any] = field(default_factory=dict)
    unknown: tuple[str, ...] = ()

    @property
    def filed_at(self) -> datetime | None:
        return self.notice.get("filed_at")

    @property
    def starts_at(self) -> datetime | None:
        return self.notice.get("starts_at")


class _Fails(Protocol):
    def __call__(self, problem: str, *path: str | int) -> Any: ...


# ---- Reading


def read_tournament(held: Mapping[str, Any], game: str, fail: _Fails) -> Tournament:
    """Parse a tournament; `fail` reports the location of anything that cannot be understood."""
    name = held.get("name", "")
    parts: dict[str, Mapping[str, Any]] = {}
    for key in ("notice", "controls"):
        part = held.get(key, {})
        if not isinstance(part, dict):
            fail(f"tournament.{key} must be a section, written [tournament.{key}]", "tournament", key)
        parts[key] = part
    kind = held.get("kind", parts["notice"].get("kind", "ordinary"))
    for key, value in (("name", name), ("kind", kind)):
        if not isinstance(value, str):
            fail(f"tournament.{key} must be text, not {value_text(value)}", "tournament", key)
    for key in TIMES:
        at = parts["notice"].get(key)
        if at is not None and (not isinstance(at, datetime) or at.tzinfo is not None):
            form = "a local date and time like 2026-11-30T10:00:00"
            fail(f"tournament.notice.{key} must be {form}, not {at!s}", "tournament", "notice", key)
    return Tournament(
        name=" ".join(name.split())[:80],
        kind=kind,
        fee=_amount(held, "fee", fail),
        chips=_amount(held, "chips", fail),
        rebuys=_count(held, "rebuys", 0, MOST_REBUYS, fail, "tournament"),
        prizes=_prizes(held, fail),
        tips=_part(held.get("tips_withheld", "0%"), fail, "tips_withheld"),
        tips_announced=held.get("tips_announced", False) is True,
        stages=tuple(_stages(held.get("stages", []), game, fail)),
        notice=parts["notice"],
        controls=parts["controls"],
        unknown=tuple(key for key in held if key not in NAMES),
    )


def _amount(held: Mapping[str, Any], key: str, fail: _Fails) -> int:
    try:
        amount = cents(held.get(key, 0))
    except (ValueError, TypeError):
        amount = -1
    if not 0 <= amount <= 10**12:
        fail(
            f"tournament.{key} must be dollars and cents, like 25 or 12.50, not {value_text(held[key])}",
            "tournament",
            key,
        )
    return amount


def _count(held: Mapping[str, Any], key: str, least: int, most: int, fail: _Fails, *where: str | int) -> int:
    count = held.get(key, least)
    if not isinstance(count, int) or isinstance(count, bool) or not least <= count <= most:
        place = ".".join(map(str, (*where, key)))
        fail(f"{place} must be a whole number from {least} to {most}, not {value_text(count)}", *where, key)
    return int(count)


def _part(share: object, fail: _Fails, *where: str | int) -> Fraction:
    """Parse a percentage given as text."""
    try:
        figure, mark = str(share).strip()[:-1], str(share).strip()[-1:]
        part = Fraction(figure) / 100 if mark == "%" else Fraction(-1)
    except (ValueError, ZeroDivisionError):
        part = Fraction(-1)
    if not 0 <= part <= 1:
        place = ".".join(map(str, ("tournament", *where)))
        fail(f'{place} must be percent from "0%" to "100%", not {value_text(share)}', "tournament", *where)
    return part


def _prizes(held: Mapping[str, Any], fail: _Fails) -> tuple[Prize, ...]:
    entries = held.get("prizes", [])
    if not isinstance(entries, list) or len(entries) > 100:
        fail('tournament.prizes must be a list by place, like ["50%", "30%", 500]', "tournament", "prizes")
    prizes = []
    for number, one in enumerate(entries):
        if isinstance(one, str) and one.strip().endswith("%"):
            prizes.append(Prize(part=_part(one, fail, "prizes", number)))
        else:
            prizes.append(Prize(amount=_amount({f"prizes.{number}": one}, f"prizes.{number}", fail)))
    return tuple(prizes)


def _stages(entries: Any, game: str, fail: _Fails) -> Iterator[Stage]:
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries) or len(entries) > MOST_STAGES:
        fail(f"each of at most {MOST_STAGES} stages must be a section, written [[tournament.stages]]", "tournament")
    for number, one in enumerate(entries):
        where = ("tournament", "stages", number)
        if strange := [key for key in one if key not in STAGE]:
            fail(f"a stage has no {strange[0]}; {suggest_names(strange[0], STAGE)}", *where, strange[0])
        at = one.get("game", game)
        if at not in registered_games():
            fail(f"no game {at!r}; {suggest_names(str(at), registered_games())}", *where, "game")
        if "hands" not in one:
            fail(f"a stage must state how many hands are dealt: hands = 1 to {MOST_HANDS}", *where)
        hands = _count(one, "hands", 1, MOST_HANDS, fail, *where)
        yield Stage(at, hands, _count(one, "advance", 0, 10_000, fail, *where))


# ---- Checking


def tournament_day(on: date, tournament: Tournament) -> date:
    """Return the day whose rules apply to a tournament: its start, or else the file's date."""
    return on if tournament.starts_at is None else tournament.starts_at.date()


def tournament_findings(on: date, tournament: Tournament) -> Iterator[Finding]:
    """Yield everything about a tournament that 8.6 does not permit; `on` is the date of its file."""
    day = tournament_day(on, tournament)
    rules = all_games().on(day)
    notice = rules.facts["tournament_notice"]
    for key in tournament.unknown:
        yield finding(
            day, notice, "unknown", f"tournament.{key}", f"a tournament has no {key}", suggest_names(key, NAMES)
        )
    if not notice.in_force(day):
        wrong = f"the chapter has no tournaments on {day}: the regulator approved each one separately"
        yield finding(day, notice, "not in force", "tournament", wrong, f"under this section since {notice.since}")
        return
    yield from _points(day, rules, tournament)
    yield from _in_time(day, rules, tournament)
    yield from _controls(day, rules, tournament)
    if tournament.tips and not tournament.tips_announced:
        percent = f"{float(tournament.tips * 100):g}%"
        wrong = f"{percent} of the prize money is withheld for dealers, but the participants were not informed"
        yield finding(
            day,
            rules.options["tournament_tip_withhold"],
            "notice",
            "tournament.tips_announced",
            wrong,
            "participants informed",
        )


def _points(day: date, rules: Rules, tournament: Tournament) -> Iterator[Finding]:
    """Yield findings for missing or wrong items in the notice, and for missing certifications."""
    fact = rules.facts["tournament_notice"]
    kinds = rules.options["tournament_kind"]
    if not kinds.permits(tournament.kind, day):
        where = "tournament.notice.kind" if tournament.notice.get("kind") == tournament.kind else "tournament.kind"
        yield finding(day, kinds, "not permitted", where, f"the kind is {tournament.kind}", kinds.permitted(day))
    notice = {"kind": tournament.kind, **tournament.notice}
    at = tournament.starts_at
    if at is not None:  # starts_at gives both the date and the time
        notice = {"dates": at.date(), "times": at.time(), **notice}
    for point in fact.value:
        where = f"tournament.notice.{point}"
        if point.endswith("_certification"):
            if notice.get(point) is not True:
                whose = _CERTIFIERS[point]
                wrong = f"the certification of {whose} is missing: the notice is incomplete, so it may not be held"
                yield finding(day, fact, "notice", where, wrong, f"{point} = true")
        elif not _is_stated(notice.get(point)):
            yield finding(day, fact, "notice", where, f"the notice does not say the {point}", f"{point} in the notice")
        elif fault := _check_point(point, notice[point], tournament):
            yield finding(day, fact, fault.kind, where, fault.wrong, fault.permitted)
    for key in tournament.notice:
        if key not in (*fact.value, *TIMES):
            known = (*TIMES, *fact.value)
            where = f"tournament.notice.{key}"
            yield finding(day, fact, "unknown", where, f"a notice has no {key}", suggest_names(key, known))


class _Fault(NamedTuple):
    """A fault in a notice item, with the permitted values."""

    kind: Kind
    wrong: str
    permitted: str


def _check_point(point: str, stated: Any, tournament: Tournament) -> _Fault | None:
    """Return what is wrong with a notice item: it is unreadable or contradicts the tournament."""
    starts, said = tournament.starts_at, _format_stated(stated)
    if point == "participants" and not _is_count(stated):
        wrong = f"{value_text(stated)} is not a number of participants"
        return _Fault("notice", wrong, "the expected number, a whole number above 0")
    if point == "kind" and stated != tournament.kind:
        wrong = f"the notice says {said}, but the tournament is {tournament.kind}"
        return _Fault("contradiction", wrong, f"{tournament.kind}, or a tournament of the other kind")
    if point == "dates":
        days = _days(stated)
        if not days:
            return _Fault(
                "unreadable", f"{said} is not a date", "a date like 2026-11-30, a list of dates, or text with dates"
            )
        if starts is not None and min(days) != starts.date():
            wrong = f"the notice says {said}, but the tournament starts on {starts.date()}"
            return _Fault("contradiction", wrong, f"dates from {starts.date()} on")
    if point == "times":
        minutes = _minutes_of_day(stated)
        if not minutes:
            return _Fault(
                "unreadable", f"{said} is not a time", "a time like 10:00:00, a list of times, or text with times"
            )
        if starts is not None and (starts.hour, starts.minute) not in minutes:
            wrong = f"the notice says {said}, but the tournament starts at {starts:%H:%M}"
            return _Fault("contradiction", wrong, f"times that include {starts:%H:%M}")
    return None


def _format_stated(stated: Any) -> str:
    """Format a notice value."""
    return ", ".join(map(_format_stated, stated)) if isinstance(stated, list) else value_text(stated)


def _days(stated: Any) -> set[date]:
    """Parse dates: a TOML date, dates within a text, or a list of both; empty if any item has no date."""
    if isinstance(stated, list):
        each = [_days(one) for one in stated]
        return set().union(*each) if all(each) else set()
    if isinstance(stated, datetime):
        return {stated.date()}
    if isinstance(stated, date):
        return {stated}
    try:
        return {date.fromisoformat(one) for one in _DATE.findall(stated)} if isinstance(stated, str) else set()
    except ValueError:
        return set()


def _minutes_of_day(stated: Any) -> set[tuple[int, int]]:
    """Parse times into hours and minutes: a TOML time, times within a text ("10:00 to 6:30 pm"), or a list of both."""
    if isinstance(stated, list):
        each = [_minutes_of_day(one) for one in stated]
        return set().union(*each) if all(each) else set()
    if isinstance(stated, (datetime, time)):
        return {(stated.hour, stated.minute)}
    if not isinstance(stated, str):
        return set()
    found = ((int(hour), int(minute), half.lower()) for hour, minute, half in _TIME.findall(stated))
    return {(hour % 12 + (12 if half == "p" else 0) if half else hour, minute) for hour, minute, half in found}


def _is_stated(value: object) -> bool:
    """Whether an item is stated: blank text and a bare `true` do not count."""
    if isinstance(value, str):
        return bool(value.strip())
    if isinstance(value, list):
        return any(map(_is_stated, value))
    return value is not True and value not in (None, 0)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and value > 0


_CERTIFIERS = {
    "supervisors_certification": "the supervisors of security, surveillance and games",
    "controller_certification": "the casino controller",
    "key_licensee_certification": "a key-licensed person",
}


def _in_time(day: date, rules: Rules, tournament: Tournament) -> Iterator[Finding]:
    """Yield findings about the filing deadline: five business days, or 24 hours for a special event."""
    days, hours = rules.facts["tournament_notice_business_days"], rules.facts["special_event_notice_hours"]
    fact: Fact = hours if tournament.kind == "special_event" else days
    where = "tournament.notice.filed_at"
    filed, starts = tournament.filed_at, tournament.starts_at
    if starts is None:
        wrong = "the start is not stated"
        yield finding(day, fact, "notice", "tournament.notice.starts_at", wrong, "a date and time")
    elif filed is None:
        yield finding(day, fact, "notice", where, "no notice was filed", f"{_span(fact)} before it starts")
    elif fact is hours and starts - filed < timedelta(hours=fact.value):
        wrong = f"filed {_before(starts - filed)} before it starts: too late, so it may not be held"
        yield finding(day, fact, "notice", where, wrong, f"at least {_span(fact)} before")
    elif fact is days and (count := len(business_days(filed.date(), starts.date()))) < fact.value:
        wrong = (
            f"filed {count} business day{'' if count == 1 else 's'} before it starts: too late, so it may not be held"
        )
        yield finding(day, fact, "notice", where, wrong, f"at least {_span(fact)} before")


def _span(fact: Fact) -> str:
    return f"{fact.value} {'hours' if fact.id == 'special_event_notice_hours' else 'business days'}"


def _before(span: timedelta) -> str:
    minutes = int(span.total_seconds() // 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 0 else "after, not"


def _controls(day: date, rules: Rules, tournament: Tournament) -> Iterator[Finding]:
    """Yield findings about the internal controls: whether they cover all topics and are on file."""
    fact = rules.facts["tournament_controls"]
    for part in fact.value:
        said = tournament.controls.get(part)
        if not (said is True or _is_stated(said)):
            wrong = f"the internal controls do not cover {part.replace('_', ' ')}"
            yield finding(day, fact, "notice", f"tournament.controls.{part}", wrong, f"{part} in the controls on file")
    for key in tournament.controls:
        if key not in fact.value:
            where = f"tournament.controls.{key}"
            yield finding(day, fact, "unknown", where, f"the controls have no {key}", suggest_names(key, fact.value))


def why_unplayable(tournament: Tournament) -> str:
    """Return why a tournament cannot be run, whether or not it is lawful, or "" if it can."""
    if not tournament.chips:
        return "tournament.chips: the number of tournament chips per entry is not given"
    if not tournament.stages:
        return "[[tournament.stages]]: no hands are dealt; write hands = 10, and the game if it differs"
    if not tournament.prizes:
        return "tournament.prizes: no prizes are given"
    # Tips are withheld from the prizes, not added to them.
    if sum(prize.part or Fraction(0) for prize in tournament.prizes) > 1:
        return "tournament.prizes: the prizes exceed the fees"
    return ""


# ---- Standings and money


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry's place in the standings, shared with entries of equal chips, and its prize."""

    who: int
    chips: int
    place: int
    prize: int = 0


def standings(held: Mapping[int, int], prizes: Sequence[int] = ()) -> tuple[Standing, ...]:
    """Rank entries by chips; tied entries share the prizes of the places they occupy.

    A cent that cannot be shared goes to the entry with the lowest number.

    >>> [(one.who, one.place, one.prize) for one in standings({1: 500, 2: 900, 3: 500}, (60, 30, 10))]
    [(2, 1, 60), (1, 2, 20), (3, 2, 20)]
    """
    ranked = sorted(held, key=lambda who: (-held[who], who))
    placed: list[Standing] = []
    while len(placed) < len(ranked):
        first = len(placed)
        alike = [who for who in ranked[first:] if held[who] == held[ranked[first]]]
        share, rest = divmod(sum(prizes[first : first + len(alike)]), len(alike))
        placed += [Standing(who, held[who], first + 1, share + (number < rest)) for number, who in enumerate(alike)]
    return tuple(placed)


def prize_money(tournament: Tournament, fees: int, places: int | None = None) -> tuple[tuple[int, ...], int]:
    """Return the prize of each place, and the amount withheld for the dealers; `places` is how many are awarded."""
    gross = [prize.of(fees) for prize in tournament.prizes[:places]]
    net = [amount - int(tournament.tips * amount) for amount in gross]
    return tuple(net), sum(gross) - sum(net)


def revenue(tournaments: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return the revenue of each tournament, fees less cash prizes; a loss on one does not offset another.

    >>> revenue([(10_000, 12_000), (10_000, 7_000)])
    (0, 3000)
    """
    return tuple(max(0, fees - prizes) for fees, prizes in tournaments)
