"""Traces every paragraph of a game's subchapter to the data, steps and tests that implement it.

How it works:

1. `paragraphs.toml`, next to a game's `rules.toml`, lists the paragraphs: those in an edition's text by number, the
   others as listed in the fact sheet. It summarizes each in our own words.
2. A numbered paragraph, such as 1.2(a)1i(2), is implemented by whatever cites exactly that number: a provision of
   `rules.toml`, or a step of `round.py`, of the families it uses, or of shared procedure. Citations are
   found by reading code: a section, the name of a fact (`sections["removal"]`, `fact("dice")`), or a wager's term
   that its model marks as a section (`made: Cites`).
3. A paragraph without a number (a definition, or a fact whose paragraph is unknown) has a name: 1.9 "dice stacked".
   Code can only cite its section, so the entry itself lists its provisions and functions, and these are checked.
4. A paragraph is implemented directly, or by all of the paragraphs below it. Tests do not implement it, but show that
   the implementation is right. A test is named for the paragraph (test_1_2_a_1_…, `# shows 1.2(a)1`); a playthrough
   cites it in a line. Without a test, or with tests not proven to fail when it is broken, it is "data only"; `make
   mutation` proves that, and records it in tests/mutation/proven. A playthrough is generated from our own output: it
   detects changes but does not state the rule, so a paragraph proven only by a playthrough is marked as such.
5. The reverse is checked too: citing an unlisted paragraph, or listing an unknown name, is reported as dangling.
"""
