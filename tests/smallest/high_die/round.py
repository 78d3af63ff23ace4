"""One die is rolled: a five or a six wins."""

from pitboss.table import AskDice, Game, Round, State

SECTION = "8.4(c)"


class HighDie(Game[State]):
    state_type = State

    def round(self, state: State) -> Round[State]:
        state = yield from self.take_wagers(state, SECTION)
        roll = yield AskDice(state, SECTION, 1, closed=True)
        for wager in state.wagers:
            odds = self.odds[wager.kind][""]
            if roll.total >= self.layout.fact("wins_from"):
                state = yield from self.win(state, wager, odds.pays(wager.amount), SECTION, odds)
            else:
                state = yield from self.lose(state, wager, SECTION)
        return state


GAME = HighDie
