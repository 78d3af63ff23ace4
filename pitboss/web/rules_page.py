"""A game's rules page: the subchapter as in force on a date, with links to other dates."""

from __future__ import annotations

from datetime import date

from nicegui import run, ui

from pitboss.chapter.contents import contents
from pitboss.chapter.in_force import game_in_force
from pitboss.web.addresses import Query, address, parse_day, parse_game, refuse_if_not_in_force
from pitboss.web.citations import stands
from pitboss.web.dates import day_input, edition_days
from pitboss.web.markup import Markup, el
from pitboss.web.rulebook import Reading, book_markup
from pitboss.web.theme import frame, heading, written
from pitboss.web.ways import game_ways, games_markup


async def index_page() -> None:
    """List the games by family, and subchapter 8."""
    found = await run.io_bound(games_markup, "rules")
    with frame("Rules"):
        heading("The rules of the games")
        ui.label(
            "Each subchapter as data: what it provides, since when, under which section, and from which source."
        ).classes("lead")
        written(found or Markup())


async def rules_page(query: Query, game: str) -> None:
    """Show the rules of a game on a date."""
    found = await run.io_bound(parse_reading, query, game)
    assert found is not None
    book = await run.io_bound(book_markup, found, query.get("find", "")[:100])
    with frame(f"{found.rules.game.name}: rules"):
        written(head_markup(found))
        with ui.element("div").classes("controls"):
            day_input("As in force on", found.day, lambda day: address(f"/rules/{game}", {"on": day}))
            written(days_markup(found))
        written(book or Markup())
    ui.run_javascript("pitboss.ready()")


def parse_reading(query: Query, game: str) -> Reading:
    """Parse an address of the rules page; refuses a date on which the game was not in the regulation."""
    rules = parse_game(game, "/rules/{}", everything=True)
    asked = parse_day(query, "on", f"/rules/{game}")
    day = asked or date.today()
    refuse_if_not_in_force(rules, day, f"/rules/{game}")
    return Reading(rules, day, asked is not None)


def head_markup(found: Reading) -> Markup:
    """Render the game's title and summary, with links to its other pages."""
    game = found.rules.game
    edition = contents().edition_on(found.day)
    text = f"The {edition.id} edition applies on this date." if edition else "None of our editions is this old."
    held = f" We have the text of this subchapter from the {game.text} edition." if game.text else ""
    return el(
        "div",
        el("p", stands(game, found.day), class_="overline"),
        el("h1", game.name),
        el("p", game.summary, class_="lead"),
        game_ways(found.rules, "rules", found.link_day),
        el("p", f"In the regulation since {game.since}. {text}{held}", class_="quiet"),
        class_="head",
    )


def days_markup(found: Reading) -> Markup:
    """Render links to the rules as of each edition that includes the game."""
    path = f"/rules/{found.rules.game.id}"
    links = [
        el(
            "a",
            name,
            href=address(path, {"on": day}),
            class_="chip",
            aria_current="date" if found.asked and day == found.day else None,
        )
        for name, day in edition_days().items()
        if game_in_force(found.rules, day)
    ]
    today = el("a", "today", href=path, class_="chip", aria_current=None if found.asked else "date")
    return el("div", links, today, class_="chips", aria_label="Editions", role="group")
