"""The gaming guide of one table (8.5): a short description for patrons, generated from the table's file.

It has points (a) to (k) of the fact sheet, in that order, and leaves out anything not offered at the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Irregularity, same_value, value_text
from pitboss.documents.document import Block, Document, Grid, Heading, Listed, Pairs, Text
from pitboss.library.papers.guide_texts import guide_texts
from pitboss.library.papers.paragraphs import gists, gists_of
from pitboss.library.papers.table import PaperTable
from pitboss.library.papers.words import (
    PROVENANCE,
    at_table,
    chosen,
    cite,
    format_limits,
    format_odds,
    match_play,
    odds_rows,
    payout_limits,
    percent,
    plain,
)
from pitboss.library.prices import desk
from pitboss.pricing.contract import Progress
from pitboss.pricing.entry import declared_pricing
from pitboss.pricing.report import PricedWager

STEPS = 24
"""The maximum number of steps of a round in a guide; the complete rules have the rest."""
FEW = 4
"""If a round has fewer steps than this, steps about payouts, wagers and equipment are added."""
MANY = 2
"""If there are more sections than this, only the first and the last are cited."""
EQUIPMENT = re.compile(r"deck|wheel|dice|shuffl|shoe|deal_|dealing|dealt|device|shaker|drawing|ball|tile|reader")
_PIECES = ("decks", "dice", "wheel", "wheel_positions", "balls")
"""Facts that describe the equipment, where no option does."""
_VOID = {
    "void": "the round is void: all wagers are returned",
    "void_if_begun": "the round is void if it has begun: all wagers are returned",
    "no_roll": "no roll: nothing is won or lost, and all wagers remain",
    "no_spin": "no spin: nothing is won or lost, and all wagers remain",
    "shaken_again": "the dice are shaken again: nothing is won or lost",
    "hand_void": "that hand is void: its wagers are returned",
    "dead_box": "that hand is void: its wagers are returned",
    "all_dead": "every hand is void: all wagers are returned",
}


def guide(table: PaperTable, progress: Progress | None = None) -> Document:
    """Write the gaming guide of a table."""
    prices = _prices(table, progress)
    return Document(
        title=table.game,
        overline=f"{table.casino} · gaming guide",
        subtitle=f"{table.held.name}, {table.layout.on}",
        form="leaflet",
        stamp=(),
        digest=table.digest,
        foot=table.foot("Gaming guide, 8.5"),
        blocks=(
            *_heading(table),
            *_abridged(table),
            Heading("Object of the game"),
            Text(table.layout.rules.game.summary),
            *_equipment(table.layout),
            *_wagers(table.layout, prices),
            *_options(table.layout),
            *_round(table.layout),
            *_voids(table.layout),
            *_payouts(table.layout),
            *_chances(table, prices),
            *_complete(table),
        ),
    )


def _heading(table: PaperTable) -> Iterator[Block]:
    """(a) Casino, game, table, date, edition and regulator."""
    yield Pairs(
        (
            ("casino", table.casino),
            ("game", f"{table.game}, {table.citation}"),
            ("table", table.held.name),
            ("date", str(table.layout.on)),
            ("edition", table.edition),
            ("regulator", table.regulator),
        )
    )


def _abridged(table: PaperTable) -> Iterator[Block]:
    """(b) The notice that the guide is abridged and that the complete rules govern."""
    yield Text(
        f"This is an abridged explanation. The complete rules of the game, {table.citation}, govern, and can be read "
        f"in the casino on request. Odds are written with the word to: a winning wager at 2 to 1 receives twice the "
        f"wager and gets the wager back.",
        "warning",
    )


def _equipment(layout: Layout) -> Iterator[Block]:
    """(d) The equipment in use."""
    rows = [(one.name, one.value, one.citation) for one in chosen(layout) if EQUIPMENT.search(one.option.id)]
    for name in _PIECES:
        fact = layout.rules.facts.get(name)
        simple = fact is not None and fact.in_force(layout.on) and type(fact.value) in (int, str)
        if fact is not None and simple and name not in layout.options:
            rows.append((plain(name).capitalize(), str(fact.value), cite(layout, fact.section)))
    if rows:
        yield Heading("Equipment")
        yield Grid(("equipment", "here", "section"), tuple(rows), wide=(0,))


def _prices(table: PaperTable, progress: Progress | None) -> tuple[PricedWager, ...]:
    """Return the prices of the wagers offered; empty for a game without prices."""
    if declared_pricing(table.layout.rules.game.id) is None:
        return ()
    there = at_table(table.layout)
    return tuple(one for one in desk.price(table.layout, progress=progress).wagers if one.id in there)


def _wagers(layout: Layout, prices: Iterable[PricedWager] = ()) -> Iterator[Block]:
    """(e) Each wager offered: how it is made, its limits, what wins, loses and pushes, what it pays, its section."""
    yield Heading("The wagers")
    at_once = {one.id for one in prices if _loses_at_once(one)}
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, wager in at_table(layout).items():
        said = _said(layout, name)
        key = (*said, format_limits(layout, wager), wager.tied) if said else (name,)
        groups.setdefault(key, []).append(name)
    for names in groups.values():
        first = layout.wagers[names[0]]
        yield Heading(", ".join(layout.wagers[name].name for name in names), 2)
        if sentences := _said(layout, names[0]):
            text = " ".join(_sentence(one) for one in sentences)
            yield Text(f"{text} Anything else loses." if _is_silent(text) and at_once.issuperset(names) else text)
        if first.tied in layout.wagers:
            yield Text(f"It accompanies the {layout.wagers[first.tied].name}.", "quiet")
        limits, section = ("limits", format_limits(layout, first)), ("section", _sections(layout, names))
        yield Pairs((limits, *_pays(layout, names), section))


def _loses_at_once(one: PricedWager) -> bool:
    """Whether a wager that does not win is lost in the same round."""
    whole = all(Fraction(result.net) == -1 or Fraction(result.net) > 0 for result in one.outcomes)
    return bool(one.outcomes) and whole and one.rounds in (None, 1)


def _is_silent(said: str) -> bool:
    """Whether the text does not mention losing."""
    return not re.search(r"\b(loses?|lost)\b", said)


def _said(layout: Layout, wager: str) -> list[str]:
    """Return the description of a wager as sentences without repetition.

    The game's guide comes first, then its paragraphs, then the note in its rules.
    """
    if own := guide_texts(layout.rules.game.id).wager(wager):
        return [own]
    note = layout.wagers[wager].note
    return list(dict.fromkeys(gist.text for gist in gists_of(layout, wager))) or ([note] if note else [])


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _sections(layout: Layout, names: list[str]) -> str:
    """Cite the sections of wagers that are described together, and of their odds; at most the first and the last."""
    own = list(dict.fromkeys(cite(layout, layout.wagers[name].section) for name in names))
    odds = dict.fromkeys(cite(layout, layout.paid(name).section) for name in names)
    cited = own if len(own) <= MANY else [f"{own[0]} to {own[-1].partition('-')[2]}"]
    return ", ".join(dict.fromkeys([*cited, *odds]))


def _pays(layout: Layout, names: list[str]) -> Iterator[tuple[str, str]]:
    """Return what wagers described together pay: once if it is the same for all, otherwise by name."""
    each = {
        name: ", ".join(f"{row[0]}: {row[1]}" if row[0] else row[1] for row in odds_rows(layout, name))
        for name in names
    }
    if len(set(each.values())) == 1:
        group = layout.wagers[names[0]].group
        yield "pays", next(iter(each.values())) or (f"from {group}" if group else "as the rules say")
        return
    yield "pays", "; ".join(f"{layout.wagers[name].name} {odds}" for name, odds in each.items())


def _options(layout: Layout) -> Iterator[Block]:
    """(f) Every licensee option in force, with its section."""
    rows = tuple((one.name, one.value, one.citation) for one in chosen(layout))
    if rows:
        yield Heading("Rules chosen for this table")
        yield Grid(("rule", "here", "section"), rows, wide=(0,))
    if bonuses := tuple(_bonuses(layout)):
        yield Pairs(bonuses)


def _bonuses(layout: Layout) -> Iterator[tuple[str, str]]:
    """Return the payments with a pay table of their own, such as an ante bonus or an envy bonus."""
    of_wagers = {layout.paid(wager).table for wager in layout.wagers}
    for one in chosen(layout):
        held = layout.rules.pay_tables.get(one.option.id, {}).get(value_text(layout.options[one.option.id]))
        if held is not None and one.option.id not in of_wagers and (rows := held.rows("")):
            yield one.name, ", ".join(f"{plain(outcome)}: {format_odds(odds)}" for outcome, odds in rows.items())


def _round(layout: Layout) -> Iterator[Block]:
    """(g) The steps of a round."""
    found = gists(layout, "round")
    own = any(guide_texts(layout.rules.game.id).steps.values())  # If so, the game's own words are used, however few.
    for more in () if own else (("payouts",), ("payouts", "wagers"), ("payouts", "wagers", "equipment")):
        found = gists(layout, "round", *more) if len(found) < FEW else found
    steps = [f"{_sentence(one.text)} ({cite(layout, one.section)})" for one in found]
    yield Heading("How a round goes")
    if not steps:
        yield Text("Wagers are placed, the round is dealt and each wager is settled under its section.")
        return
    yield Listed(tuple(steps[:STEPS]), numbered=True)
    if len(steps) > STEPS:
        yield Text("See the complete rules for more.", "quiet")


def _voids(layout: Layout) -> Iterator[Block]:
    """(h) What voids a round, and what is then returned."""
    events = [one for one in layout.irregularities.values() if one.effect in _VOID and _can_be(layout, one)]
    yield Heading("What voids a round")
    if not events:
        yield Text("Nothing voids it automatically: a supervisor decides, and the complete rules govern.")
        return
    yield Listed(tuple(_void(layout, one) for one in events))


def _can_be(layout: Layout, event: Irregularity) -> bool:
    """Whether the licensee's choices allow the event: at least one of its conditions must be met."""
    return not event.when or any(
        all(
            any(same_value(layout.options[name], value) for value in values)
            for name, values in under.items()
            if name in layout.options
        )
        for under in event.when
    )


def _void(layout: Layout, event: Irregularity) -> str:
    more = f" {event.says}" if event.says else ""
    return f"{event.name}: {_VOID[event.effect]}.{more} ({cite(layout, event.section)})"


def _payouts(layout: Layout) -> Iterator[Block]:
    """(i) Payout limits and match play."""
    yield Heading("Payout limits and match play")
    limits = payout_limits(layout)
    yield Text(" ".join(f"{words} ({section})" for words, section in limits) if limits else "No payout limit.")
    coupon = match_play(layout)
    if coupon is None:
        yield Text("Match play coupons are not accepted.")
    else:
        yield Text(
            f"One match play coupon per round may be placed, with chips of at least its value, on: {coupon[0]} "
            f"({coupon[1]}). "
            f"A win pays its value at the odds of the wager; win or lose, the dealer keeps the coupon."
        )


def _chances(table: PaperTable, prices: tuple[PricedWager, ...]) -> Iterator[Block]:
    """(j) The chance of winning and the house advantage of each wager, with its provenance."""
    yield Heading("Chances")
    if not prices:
        yield Text(f"The chances of {table.game} have not been computed.")
        return
    alike: dict[tuple[str, ...], list[str]] = {}
    for one in prices:
        back = percent(one.push_rate, 2) if one.push_rate else ""
        alike.setdefault(
            (percent(one.hit_rate, 2), back, percent(one.house_edge, 3), one.per, one.provenance), []
        ).append(one.name)
    kinds = dict.fromkeys(one.provenance for one in prices)
    pushes = any(one.push_rate for one in prices)
    yield Grid(
        ("wager", "wins", *(["pushes"] if pushes else []), "advantage", *(["source"] if len(kinds) > 1 else [])),
        tuple(
            (
                ", ".join(names) + ("" if per == "initial wager" else f" (per {per})"),
                wins,
                *([back] if pushes else []),
                advantage,
                *([known] if len(kinds) > 1 else []),
            )
            for (wins, back, advantage, per, known), names in alike.items()
        ),
        right=(1, 2, 3) if pushes else (1, 2),
        wide=(0,),
        caption="Advantage: the house's average share of each unit wagered. "
        + ("Pushes: the wager is returned. " if pushes else "")
        + " ".join(f"{kind.capitalize()}: {PROVENANCE[kind]}." for kind in kinds),
    )


def _complete(table: PaperTable) -> Iterator[Block]:
    """(k) Where the complete rules can be read."""
    yield Heading("The complete rules")
    yield Text(
        f"The complete text of {table.citation} is available in the casino for any patron to read on request (8.5), "
        "at a "
        f"place approved by the {table.regulator}. Where this guide and the rules differ, the rules govern."
    )
    origin = f"Generated from the table file {table.path.name}, SHA-256 {table.digest}."
    yield Text(f"{origin} It is out of date if the file has changed.", "quiet")
