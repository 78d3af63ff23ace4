"""The wagers with their odds, and the pay tables that a licensee can choose from."""

from __future__ import annotations

from collections.abc import Mapping

from pitboss.chapter.layout import Layout
from pitboss.chapter.rules import Pays, PayTable, WagerRule, value_text
from pitboss.web.citations import known_by
from pitboss.web.figures import format_value
from pitboss.web.markup import Markup, el, join, table
from pitboss.web.rulebook.reading import Reading, named_markup, note_markup, standing_markup, table_row


def wagers_markup(found: Reading) -> Markup:
    groups: dict[str, list[WagerRule]] = {}
    for wager in found.game.wagers.values():
        groups.setdefault(wager.group, []).append(wager)
    layout = Layout.of(found.rules, found.day)
    tables = [
        el(
            "div",
            el("h3", group.replace("_", " ").capitalize()) if group else None,
            table(
                ("Wager", "Pays", "Section", "Source"),
                [_wager_row(found, layout, one) for one in wagers],
                f"Wagers: {group}" if group else "Wagers",
                "wagers",
            ),
            class_="part",
        )
        for group, wagers in groups.items()
    ]
    return el("div", tables)


def _wager_row(found: Reading, layout: Layout, wager: WagerRule) -> Markup:
    offered = " and ".join(
        f"{found.rules.options[name].name}: {' or '.join(map(format_value, values))}"
        for name, values in wager.offered.items()
    )
    about = [
        el("p", "also called: ", join(wager.aka), class_="aka") if wager.aka else None,
        el("p", f"offered with {offered}", class_="aka") if offered else None,
        el("p", "made with ", _reference(found, wager.tied), class_="aka") if wager.tied else None,
        el("p", "no longer offered", class_="aka") if wager.retired else None,
        note_markup(wager.note),
    ]
    return table_row(
        ("Wager", [named_markup(wager.name, wager.id, "wager"), about]),
        ("Pays", _pays_markup(found, layout, wager)),
        ("Section", standing_markup(found, wager)),
        ("Source", known_by(found.rules, wager)),
        id=f"wager-{wager.id}",
    )


def _reference(found: Reading, id: str) -> Markup:
    return el("a", found.rules.wagers[id].name, href=f"#wager-{id}")


def _pays_markup(found: Reading, layout: Layout, wager: WagerRule) -> Markup:
    """Render a wager's payout at a default table on this date, with the section."""
    pays = next((one for one in wager.pays if one.in_force(found.day)), None)
    if pays is None:
        return el("span", "unknown on this date", class_="quiet")
    if pays.like:
        odds = el("span", "as ", join((_reference(found, other) for other in pays.like), ", "))
    elif pays.table:
        chosen = value_text(layout.options[pays.table])
        odds = el(
            "div",
            el("p", "by pay table ", el("a", chosen, href=f"#pay-{pays.table}"), class_="aka"),
            _odds_markup({key: str(odds) for key, odds in layout.odds_table(wager.id).items()}),
        )
    else:
        word = pays.held
        odds = _odds_markup({key: str(odds) for key, odds in layout.odds_table(wager.id).items()}, word)
    own = pays.section != wager.section or pays.provenance != wager.provenance
    by = (
        el("p", found.cite(pays), " ", known_by(found.rules, pays) if pays.provenance != "text" else None)
        if own
        else None
    )
    return el("div", odds, by, _paid_note(found, pays))


def _paid_note(found: Reading, pays: Pays) -> Markup | None:
    dates = found.dates(pays)
    return el("div", dates, note_markup(pays.note)) if dates or pays.note else None


def _odds_markup(odds: Mapping[str, str], word: str = "") -> Markup:
    """Render odds: one outcome on a line, several as a list that groups outcomes with equal odds."""
    if list(odds) == [""]:
        return el("span", f"{word} " if word else "", el("b", odds[""]), class_="odds")
    alike: dict[str, list[str]] = {}
    for outcome, payoff in odds.items():
        alike.setdefault(payoff, []).append(outcome.replace("_", " "))
    rows = [el("div", el("dt", ", ".join(outcomes)), el("dd", payoff)) for payoff, outcomes in alike.items()]
    return el("div", el("span", word, class_="quiet") if word else None, el("dl", rows, class_="odds-list"))


def pay_tables_markup(found: Reading) -> Markup:
    return el("div", [_pay_table_markup(found, option, tables) for option, tables in found.game.pay_tables.items()])


def _pay_table_markup(found: Reading, option: str, tables: Mapping[str, PayTable]) -> Markup:
    """Render the pay tables of one option side by side."""
    outcomes = dict.fromkeys(outcome for one in tables.values() for outcome in one.odds)
    rule = found.rules.options[option]
    known = {name: known_by(found.rules, one) for name, one in tables.items()}
    alike = len(set(known.values())) == 1
    head = [el("th", name, None if alike else el("div", known[name]), scope="col") for name in tables]
    rows = [
        el(
            "tr",
            el("th", outcome.replace("_", " ") or "wins", scope="row"),
            [el("td", one.odds.get(outcome, "–")) for one in tables.values()],
        )
        for outcome in outcomes
    ]
    words = {one.held for one in tables.values()}
    notes = [
        el(
            "p",
            el("b", name),
            ": ",
            join((part for part in (found.dates(one), one.note or None) if part), ", "),
            class_="note",
        )
        for name, one in tables.items()
        if found.dates(one) or one.note
    ]
    cited = dict.fromkeys(one.section for one in tables.values())
    return el(
        "div",
        el("h3", rule.name, " ", el("code", option, class_="ours")),
        el(
            "p",
            f"Paid {' or '.join(sorted(words))}, under ",
            join(map(found.cite, cited)),
            [" ", next(iter(known.values()))] if alike else None,
            class_="quiet",
        ),
        el(
            "div",
            el(
                "table",
                el("caption", rule.name, class_="unseen"),
                el("thead", el("tr", el("td"), head)),
                el("tbody", rows),
                class_="sheet figures pay-table",
            ),
            class_="scrolls",
            tabindex="0",
            role="region",
            aria_label=rule.name,
        ),
        notes,
        id=f"pay-{option}",
        class_="item pay",
    )
