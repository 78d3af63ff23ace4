"""Documents about a table: mathematical report, gaming guide (8.5), signs (8.3), petition for a new game (8.4).

Theory of operation
1. Each function takes a licensee's table file, or a game's folder, and returns a `Document` (`pitboss.documents`),
   which decides about layout. Nothing is specific to a game: the content comes from the game's layout, price, strategy,
   felt and paragraphs, never from its name, so it works for other people's games too.
2. Anything not offered at the table is left out, and odds are written with the word "to".
3. A document carries the hash of the file it was generated from. `stale` compares it with the current file.
"""
