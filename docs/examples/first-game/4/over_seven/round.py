from pitboss.equipment import outcomes
from pitboss.families.one_draw.round import OneDraw
from pitboss.table import AskDice


class OverSeven(OneDraw):
    fact_kinds = {**OneDraw.fact_kinds, "over": int}
    outcomes = outcomes(2)

    def ask(self, state):
        return AskDice(state, self.sections["wagers"], 2, closed=True)

    def lands(self, kind, spot, drawn):
        over = self.layout.fact("over")
        won = drawn.total > over if kind == "over" else drawn.total == over
        return "" if won else None

    def call(self, drawn):
        return f"{drawn.total}."


GAME = OverSeven
