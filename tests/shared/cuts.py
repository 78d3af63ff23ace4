"""Checks who is offered the cut at a twenty-one table."""

from pitboss.chapter.layout import Layout
from pitboss.equipment import SeededSource
from pitboss.table import Action, Dealer, game_on
from pitboss.table.steps import AskDecision, Said


def cut_passed(game: str, method: str, *wagers: str) -> tuple[list[tuple[int, str]], bool]:
    """Let two positions wager and decline the cut; return who was offered it, under which section, and whether the
    dealer cut.
    """
    dealer = Dealer(game_on(Layout.of(game, None, {"shuffle_method": method})), SeededSource(11))
    for position in (1, 2):
        dealer.act(position, Action("sit", amount=100_00))
        for wager in wagers:
            dealer.act(position, Action("make", wager, 10_00, str(position)))
    dealer.close()
    dealer.draw()
    asked = []
    while isinstance(dealer.ask, AskDecision):
        asked.append((dealer.ask.position, dealer.ask.section))
        dealer.decide("pass")
    return asked, any("No player cuts; the dealer does" in one.text for one in dealer.steps if isinstance(one, Said))
