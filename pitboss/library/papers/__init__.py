"""Papers about a table: mathematical report, gaming guide (8.5), signs (8.3), petition for a new game (8.4).

Theory of operation
1. Each takes a licensee's table file, or a game's folder, and gives a `Document` (`pitboss.documents`); how it is
   printed is decided there. All games are alike here, a stranger's too: what is said comes from the layout, the price,
   the strategy, the felt and the paragraphs of the game, never from its name.
2. Nothing that is not offered at the table appears, and odds are written with the word to.
3. A paper carries the hash of the file that it was made from. `stale` compares it with the file of today.
"""
