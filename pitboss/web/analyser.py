"""A hand to be analysed on the page of a game's prices: cards in, the best decision and what each choice brings out.

What is computed is `library.hands`; here it is asked for, off the event loop, and told.
"""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from pitboss.chapter.layout import Layout
from pitboss.library.hands import Answered, Question, analyse, asked_in, starting_hands
from pitboss.pricing.entry import pricing_of
from pitboss.table.setting import HOUSE_WAY, Setting
from pitboss.web.live.buttons import button
from pitboss.web.markup import Markup, el
from pitboss.web.theme import written
from pitboss.web.work import computed

LONGEST = 60
SETTINGS = 8
"""So many ways to set a hand are told, the best first: there may be a hundred."""


def can_analyse(layout: Layout) -> bool:
    """Whether a game has decisions on which it gives advice."""
    return "advice" in pricing_of(layout).gives


class Analyser:
    """One reader's hand. `layout` gives the table as it is chosen when it is asked for."""

    def __init__(self, layout: Callable[[], Layout]) -> None:
        self._layout = layout
        self._examples: list[Question] = []
        self._part = ui.element("section").classes("analyser").props('aria-label="A hand"')
        self._part.set_visibility(False)
        with self._part:
            written(el("h2", "What to do with a hand"))
            self._about = ui.label().classes("quiet")
            with ui.element("div").classes("controls analyser-in"):
                self._own = self._box("Your cards", "Ks 7d")
                self._shown = self._box("Cards that lie open", "none")
                button("Analyse", self._analyse, classes="brass small")
            self._kinds = ui.element("div").classes("chips")
            self._told = ui.element("div").classes("analysed").props('role="status" aria-live="polite"')
            self._chart = ui.element("div").classes("starting")

    def _box(self, label: str, hint: str) -> ui.input:
        box = ui.input(label, placeholder=hint).props(f"outlined dense stack-label maxlength={LONGEST}")
        box.on("keydown.enter", self._analyse)
        return box.classes("hand-cards")

    async def show(self) -> None:
        """What the game asks, each kind with an example; and of a hold 'em game what to do with every first hand."""
        layout = self._layout()
        self._examples = list(await computed(lambda: asked_in(layout)))
        self._part.set_visibility(bool(self._examples))
        tiles = any(question.of_tiles for question in self._examples)
        how = "Tiles by the spots of their two ends: 6-6, 1-3." if tiles else "Cards as people write them: Ks, 10d, A♥."
        self._about.set_text(f"{how} An example of each kind:")
        for box, label in ((self._own, "Your cards"), (self._shown, "Cards that lie open")):
            box.props["label"] = label.replace("cards", "tiles").replace("Cards", "Tiles") if tiles else label
        self._shown.set_visibility(any(question.shown for question in self._examples))
        self._kinds.clear()
        with self._kinds:
            for question in self._examples:
                with ui.element("button").classes("chip").props("type=button") as chip:
                    ui.label(_kind_told(question))
                chip.on("click", _bound(self._example, question))
        if self._examples and not self._own.value and not self._shown.value:
            self._fill(self._examples[0])
        found = await computed(lambda: starting_hands(layout))
        self._chart.clear()
        if found:
            with self._chart:
                written(starting_markup(found))

    def _fill(self, question: Question) -> None:
        self._own.value = " ".join(map(str, question.own))
        self._shown.value = " ".join(map(str, question.shown))

    async def _example(self, question: Question) -> None:
        self._fill(question)
        await self._analyse()

    async def _analyse(self) -> None:
        own, shown = (self._own.value or "")[:LONGEST], (self._shown.value or "")[:LONGEST]
        self._tell(el("p", "Counting…", class_="quiet"))
        try:
            layout = self._layout()
            found = await computed(lambda: analyse(layout, own, shown))
        except ValueError as no:
            self._tell(el("p", str(no), class_="form-trouble"))
            return
        self._tell(el("div", [answered_markup(one) for one in found]))

    def _tell(self, told: Markup) -> None:
        self._told.clear()
        with self._told:
            written(told)


def answered_markup(one: Answered) -> Markup:
    """A question with its answer: the best choice, and what each brings beside what it costs against the best."""
    head = " ".join(card.pretty for card in one.question.own)
    shown = " ".join(card.pretty for card in one.question.shown)
    asked = " ".join(filter(None, [head, f"with {shown}" if head and shown else shown]))
    before = _before(one.question)
    best = _choice(one, one.best) if one.best else "as you like: nothing hangs on it"
    return el(
        "article",
        el("p", el("b", f"{asked}{before}: "), el("b", best, class_="good")),
        _worth_markup(one) if one.worth else None,
    )


def _before(question: Question) -> str:
    """What was before, in words: what was chosen, or who one is.

    >>> [_before(Question((), (), (), before)) for before in ((), ("",), ("check",), ("banker",))]
    ['', '', ', after check', ', as the banker']
    """
    words = _words(" ".join(question.before))
    return f", as the {words}" if words in ("bank", "banker", "player") else f", after {words}" if words else ""


def _choice(one: Answered, choice: str) -> str:
    """A choice in words; of a setting the cards of each hand."""
    if not one.question.sets or choice not in Setting(one.question.sets).choices:
        return _words(choice)
    return Setting(one.question.sets).told(choice, one.question.own)


def _worth_markup(one: Answered) -> Markup:
    most = max(one.worth.values())
    # The best first, and of those that are worth the same what the answer names.
    told = sorted(one.worth.items(), key=lambda item: (-item[1], item[0] != one.best))
    if one.question.sets:
        told = [item for place, item in enumerate(told) if place < SETTINGS or item[0] == HOUSE_WAY]
    rows = [
        el(
            "tr",
            el("th", _choice(one, choice), scope="row"),
            el("td", _signed(value)),
            el("td", f"costs {most - value:.4f}" if most - value > 0.00005 else ""),
            class_="picked" if choice == one.best else None,
        )
        for choice, value in told
    ]
    head = [el("th", name, scope="col") for name in ("Choice", "Brings on average", "Against the best")]
    return el(
        "table",
        el("caption", "What each choice brings, for each unit of the first wager", class_="unseen"),
        el("thead", el("tr", head)),
        el("tbody", rows),
        class_="sheet figures worths",
    )


def starting_markup(rows: list[list[tuple[str, str]]]) -> Markup:
    """The 169 first hands as a square: pairs on the diagonal, of one suit above it, of two below."""
    kinds = list(dict.fromkeys(choice for row in rows for _, choice in row))
    cells = [
        el(
            "tr",
            [el("td", hand, class_=f"first first-{kinds.index(choice)}", title=_words(choice)) for hand, choice in row],
        )
        for row in rows
    ]
    legend = [
        el("li", el("span", "  ", class_=f"first first-{number}"), f" {_words(kind)}")
        for number, kind in enumerate(kinds)
    ]
    return el(
        "div",
        el("h3", "The first two cards"),
        el("ul", legend, class_="legend"),
        el(
            "div",
            el(
                "table",
                el("caption", "What to do with each first hand: s of one suit, o of two", class_="unseen"),
                el("tbody", cells),
                class_="starting-hands",
            ),
            class_="scrolls",
            tabindex="0",
            role="region",
            aria_label="First hands",
        ),
    )


def _kind_told(question: Question) -> str:
    """How many cards it is asked on.

    >>> _kind_told(Question((), (), ("a",))), _kind_told(Question(("x",), ("y", "z"), ("a",)))
    ('no cards', '1 card and 2 open')
    """
    own, shown = question.pattern
    piece = "tile" if question.of_tiles else "card"
    told = [f"{own} {piece}{'s' if own > 1 else ''}" if own else "", f"{shown} open" if shown else ""]
    return " and ".join(filter(None, told)) or "no cards"


def _words(choice: str) -> str:
    return choice.replace("_", " ")


def _signed(value: float) -> str:
    return f"{value:+.4f}".replace("-", "−")


def _bound(do: Callable[[Question], object], value: Question) -> Callable[[], object]:
    return lambda: do(value)
