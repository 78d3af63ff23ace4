"""Dice: the procedure of craps, which craps and automated craps declare on.

`round.CrapsTable` is the table: a shooter, a point, and wagers whose terms rules.toml declares (`terms`). Which
paragraph provides for a step is a fact of each game; the words of who throws, and whether the dice are in the air or
in a covered shaker, are the game's to say. Games that one shake decides are on `families/one_draw`.
"""
