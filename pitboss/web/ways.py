"""Links to games' pages: a list of all games, and links from each page of a game to its others."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from pitboss.chapter.rules import Rules, all_games, registered_games, rules_of
from pitboss.families import by_family
from pitboss.web.addresses import address
from pitboss.web.citations import stands
from pitboss.web.markup import Markup, el


def games_markup(page: str) -> Markup:
    """Render the installed games by family, each linking to its page."""
    families = {family.name: games for family, games in by_family(map(rules_of, registered_games())).items()}
    if page == "rules":
        families["All games"] = [all_games()]
    return el("div", [_family(name, games, page) for name, games in families.items()], class_="families")


def _family(name: str, games: Iterable[Rules], page: str) -> Markup:
    cards = [
        el(
            "li",
            el(
                "a",
                el("span", rules.game.name, class_="game-name"),
                el("span", stands(rules.game, date.today()), class_="game-cite"),
                el("span", rules.game.summary, class_="game-summary"),
                href=f"/{page}/{rules.game.id}",
            ),
        )
        for rules in games
    ]
    return el("section", el("h2", name), el("ul", cards, class_="games"))


def game_ways(rules: Rules, here: str, day: date | None) -> Markup | None:
    """Render links from one page of a game to the others."""
    game = rules.game.id
    if game not in registered_games():
        return None
    ways = {
        "rules": ("Rules", address(f"/rules/{game}", {"on": day})),
        "price": ("Price", address(f"/price/{game}", {"on": day})),
        "check": ("Check a table", address("/check", {"game": game, "on": day})),
        "editions": ("What changed", address("/editions", {"game": game})),
    }
    links = [
        el("a", name, href=path, aria_current="page" if key == here else None) for key, (name, path) in ways.items()
    ]
    return el("nav", links, class_="ways-of-game", aria_label=rules.game.name)
