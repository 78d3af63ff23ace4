"""The use cases: everything that `import pitboss` offers, and that the commands, the API and the pages call.

Theory of operation
1. Each verb is a function here. It takes a game's id, a date and the licensee's choices by name: `price("craps",
   on="2008-06-01", max_odds_pass="3-4-5x")`. Choices that the regulation does not permit are refused.
2. There is one of each: one parser of dates (`chapter.days`), one way to build a layout from user input (`layouts`),
   one list of games (`listing`), one cache of prices (`prices`), one simulation run (`simulations`), one table
   to play at (`tables`). Commands, API and pages only add input and presentation.
3. Results display themselves: `repr` at a prompt, HTML in a notebook, `to_json` and `to_pandas` for programs
   (`pitboss.exhibit`).
4. Amounts are given in dollars ("12.50", 10), as in a table file; internally they are cents.
"""
