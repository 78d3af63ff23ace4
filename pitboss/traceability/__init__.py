"""The paragraphs of a game's subchapter, each against what answers it: data, a step, or why it is nothing for software.

How it works:

1. `paragraphs.toml`, beside a game's `rules.toml`, lists the paragraphs: those of an edition's text by their numbers,
   the rest as the fact sheet has them. It says what each is about in our own words.
2. A paragraph with a number, 1.2(a)1i(2), is answered by what cites exactly that number: a provision of `rules.toml`,
   or a step of `round.py`, of the families that it is built on, or of the procedure that all games share. Citations are
   read from the code itself: a section, the name of a fact (`sections["removal"]`, `fact("dice")`), or a term of a
   wager that its model marks as a section (`made: Cites`).
3. A paragraph without a number (a definition; a fact whose paragraph nobody has seen) has a name: 1.9 "dice stacked".
   Code can cite no more of it than its section, so the entry names its provisions and functions, and is held to it.
4. A paragraph is answered by itself or by all that stand below it. A test shows that an answer is right; it is none.
   It is named for the paragraph (test_1_2_a_1_…, `# shows 1.2(a)1`), or is the playthrough, in which a line cites it.
   So an answer without a test is data only, and so is one whose tests are not proven to fail when it is broken:
   `make mutation` proves it, and keeps what it has proven in tests/mutation/proven. A playthrough is made from our own
   output: it detects a change, but does not state the rule. So a paragraph that only it proves has a mark of its own.
5. It goes both ways: a citation of a paragraph that is not listed, or a name that is not there, is dangling.
"""
