"""Dice: the procedure of craps, shared by craps and automated craps.

`round.CrapsTable` is the table: a shooter, a point, and wagers whose terms are declared in rules.toml (`terms`). Each
game's facts give the paragraph for each step; each game also defines what the shooter is called, and whether the dice
are thrown or in a covered shaker. Games decided by a single shake are built on `families/one_draw`.
"""
