from pitboss.table import AskDice, Game, State


class OverSeven(Game):
    state_type = State

    def round(self, state):
        state = yield from self.take_wagers(state, "8.4(c)")
        dice = yield AskDice(state, "8.4(c)", 2, closed=True)
        for wager in state.wagers:
            if dice.total > 7:
                state = yield from self.win(state, wager, wager.amount, "8.4(c)")
            else:
                state = yield from self.lose(state, wager, "8.4(c)")
        return state


GAME = OverSeven
