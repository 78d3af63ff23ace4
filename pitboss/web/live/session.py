"""What a player remembers of a table: every round's result, all of them beside what was to be expected, and mistakes.

A `Sheet` is filled by moments, those that are shown and those that the tape still has: it holds nothing that the person
did not see. How one stands is what one has (rack and wagers) less what one owes (vigorish that is marked) and what one
bought in for; what was to be expected is the house edge of what was laid, once for each wager, however many rounds it
waited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pitboss.chapter.odds import dollars
from pitboss.floor.sight import PACE, MomentSeen
from pitboss.pricing.report import PriceReport
from pitboss.web.live.wagers import priced_with
from pitboss.web.markup import Markup, el
from pitboss.web.theme import COLOURS, written

LISTED = 30
"""So many rounds are listed, the last first."""
WIDE, HIGH = 300, 110
"""The size of the curve."""
LAYS = {"make": 1, "increase": 1, "reduce": -1}


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that brought less than the best on average, by so many cents."""

    round: int
    chosen: str
    best: str
    cost: float


@dataclass(slots=True)
class Played:
    """A round: how one stood after it, in cents, and what one laid for it, by wager."""

    number: int
    stands: int = 0
    laid: dict[str, int] = field(default_factory=dict)
    took_part: bool = False


class Sheet:
    """The rounds of one sitting."""

    def __init__(self, tied: Callable[[str], bool] = lambda kind: False) -> None:
        """Wagers that are `tied` to another are counted in its price, and not again."""
        self._tied = tied
        self.begins: int | None = None
        "The round in which one sat down; None if nobody knows, and the first that was heard is taken for it."
        self.now: int | None = None
        "The round that is being played: it has brought nothing yet, whatever lies there for it."
        self.rounds: dict[int, Played] = {}
        self.mistakes: list[Mistake] = []
        self._held: dict[tuple[str, str], int] = {}

    def begin(self, round: int) -> None:
        """One sits down: what was before is another sitting."""
        self.begins = round
        self.rounds.clear()
        self.mistakes.clear()
        self._held = {}

    def hear(self, moment: MomentSeen, you: int) -> None:
        """Take note of a moment."""
        state = moment.state or {}
        seat = next((one for one in state.get("positions", ()) if one["number"] == you), None)
        if seat is None or not you:
            return
        mine = [wager for wager in state.get("wagers", ()) if wager["position"] == you]
        played = self.rounds.setdefault(moment.seq // PACE, Played(moment.seq // PACE))
        owed = _owed(state, you)
        played.stands = seat["rack"] + sum(wager["amount"] for wager in mine) - owed - seat.get("bought_in", 0)
        played.took_part |= bool(mine)
        self._note(moment.step, played, you)
        self._held = {(wager["kind"], wager.get("spot", "")): wager["amount"] for wager in mine}

    def _note(self, step: Mapping[str, object], played: Played, you: int) -> None:
        """What was laid for a round, or taken down again."""
        action = step.get("action")
        if step.get("step") != "Acted" or step.get("position") != you or not isinstance(action, Mapping):
            return
        verb, kind = str(action.get("verb")), str(action.get("wager", ""))
        amount = LAYS.get(verb, 0) * int(action.get("amount", 0))
        if verb == "remove":
            amount = -self._held.get((kind, str(action.get("spot", ""))), 0)
        if amount and not self._tied(kind):
            played.laid[kind] = played.laid.get(kind, 0) + amount

    @property
    def mine(self) -> list[Played]:
        """The rounds that are over and in which one had a wager, in their order."""
        return [one for number, one in sorted(self.rounds.items()) if one.took_part and self._over(number)]

    def _over(self, number: int) -> bool:
        return self.now is None or number < self.now

    def nets(self) -> dict[int, int]:
        """What each round brought; nobody knows it of the first that is remembered, if there were others before it."""
        found: dict[int, int] = {}
        whole = self.begins is None or min(self.rounds, default=0) <= self.begins
        before = 0 if whole else None
        for number, one in sorted(self.rounds.items()):
            if one.took_part and before is not None and self._over(number):
                found[number] = one.stands - before
            before = one.stands
        return found

    def expected(self, report: PriceReport | None) -> dict[int, float]:
        """How one was to stand after each round, on average."""
        total, found = 0.0, {}
        for one in self.mine:
            for kind, amount in one.laid.items():
                price = priced_with(report, kind)
                total -= amount * price.house_edge if price is not None else 0
            found[one.number] = total
        return found


def _owed(state: Mapping[str, Any], you: int) -> int:
    """Vigorish that is marked, to be paid before one leaves."""
    markers = [one for one in state.get("owed", ()) if isinstance(one, Mapping) and one.get("position") == you]
    return sum(one["amount"] for one in markers)


class Session:
    """The sheet on a page."""

    def __init__(self, sheet: Sheet, replay: str) -> None:
        self._sheet, self._replay = sheet, replay
        self._key: object = None
        self._told = written(Markup(), "div").classes("session")
        self.show(None)

    def show(self, report: PriceReport | None) -> None:
        """What is remembered now; with the price also what was to be expected."""
        sheet = self._sheet
        key = (sheet.nets(), len(sheet.mistakes), report is not None)
        if key != self._key:
            self._key = key
            self._told.set_content(session_markup(sheet, report, self._replay))


def session_markup(sheet: Sheet, report: PriceReport | None, replay: str) -> Markup:
    """Figures, the curve, mistakes, and the rounds with the way to see each again."""
    nets, expected = sheet.nets(), sheet.expected(report)
    expected = {number: value for number, value in expected.items() if number in nets}
    if not nets:
        return el("p", "Nothing is played yet. Rounds, results and mistakes stand here.", class_="quiet")
    last = max(nets)
    result = sum(nets.values())
    figures = {"Rounds": f"{len(nets):,}", "Result": signed(result)}
    if report is not None:
        figures["To be expected"] = signed(round(expected[last]))
    cost = sum(one.cost for one in sheet.mistakes)
    figures["Mistakes"] = f"{len(sheet.mistakes)}, {dollars(round(cost))}" if sheet.mistakes else "none seen"
    return el(
        "div",
        el(
            "dl",
            [el("div", el("dt", name), el("dd", told)) for name, told in figures.items()],
            class_="session-figures",
        ),
        curve(nets, expected if report is not None else {}),
        el("ul", [_mistake(one) for one in sheet.mistakes[-5:]], class_="mistakes") if sheet.mistakes else None,
        el(
            "ol", [_round(number, nets[number], replay) for number in sorted(nets)[: -LISTED - 1 : -1]], class_="rounds"
        ),
    )


def _round(number: int, net: int, replay: str) -> Markup:
    kind = "good" if net > 0 else "dear" if net < 0 else "quiet"
    way = el("a", "Replay", href=f"{replay}?round={number + 1}", aria_label=f"Replay round {number + 1}")
    return el("li", el("span", f"Round {number + 1}"), el("b", signed(net), class_=kind), way)


def _mistake(one: Mistake) -> Markup:
    words = [word.replace("_", " ") for word in (one.chosen, one.best)]
    cost = dollars(max(round(one.cost), 1))
    return el("li", f"Round {one.round + 1}: {words[0]}, where {words[1]} was better by ", el("b", cost, class_="dear"))


def signed(amount: int) -> str:
    """Won or lost, with its sign.

    >>> signed(5_00), signed(-12_50), signed(0)
    ('+$5', '−$12.50', '$0')
    """
    return dollars(0) if not amount else f"{'+' if amount > 0 else '−'}{dollars(abs(amount))}"


def curve(nets: Mapping[int, int], expected: Mapping[int, float]) -> Markup:
    """How one stood after each round, and how one was to stand."""
    stands, total = [0.0], 0.0
    for number in sorted(nets):
        total += nets[number]
        stands.append(total)
    hoped = [0.0, *(expected[number] for number in sorted(expected))]
    low, high = min(*stands, *hoped, -1), max(*stands, *hoped, 1)

    def points(values: list[float]) -> str:
        step = WIDE / max(len(values) - 1, 1)
        return " ".join(
            f"{at * step:.1f},{HIGH - (value - low) / (high - low) * HIGH:.1f}" for at, value in enumerate(values)
        )

    zero = HIGH - (0 - low) / (high - low) * HIGH
    line = f'<line x1="0" x2="{WIDE}" y1="{zero:.1f}" y2="{zero:.1f}" stroke="{COLOURS["line"]}"/>'
    drawn = (
        f'<svg viewBox="-2 -4 {WIDE + 4} {HIGH + 8}" class="curve" role="img" aria-label="Your result round by round,'
        f' beside what was to be expected">{line}'
        f'<polyline points="{points(stands)}" fill="none" stroke="{COLOURS["brass"]}" stroke-width="2"/>'
    )
    if len(hoped) > 1:
        drawn += f'<polyline points="{points(hoped)}" fill="none" stroke="{COLOURS["muted"]}" stroke-dasharray="4 4"/>'
    return Markup(drawn + "</svg>")
