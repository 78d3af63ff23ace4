"""The generator of the documentation site: `python -m docs.generator`, or `make docs`.

1. `docs/pages/` holds the hand-written pages. `examples` fills in the files they show and the output of the commands
   they run.
2. Everything that the code knows is generated: the reference, a page for each game, the comparison with published
   figures, diagrams.
3. All pages are written to `docs/build/pages`. zensical builds the site in `docs/build/site` from them.
4. `links` then checks every link and anchor on the site, and that no page loads anything from elsewhere.
"""
