"""The use cases: what `import pitboss` offers, and what the commands, the API and the pages call.

Theory of operation
1. Each verb of the house is a function here that takes a game's id, a day and the licensee's choices by name, as a
   person would say them: `price("craps", on="2008-06-01", max_odds_pass="3-4-5x")`. What the chapter does not permit is
   refused as everywhere.
2. One of each: one reading of a day (`chapter.days`), one way from words to a layout (`layouts`), one list of games
   (`listing`), one desk where prices are computed and kept (`prices`), one run of a simulation (`simulations`), one
   table to play at (`tables`). Commands, API and pages add only how they ask and how they show.
3. What comes back shows itself: `repr` for a prompt, HTML for a notebook, `to_json` and `to_pandas` for programs
   (`pitboss.exhibit`).
4. Amounts are dollars where a person says them ("12.50", 10), as in a table file; inside they are cents.
"""
