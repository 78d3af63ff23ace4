"""The web pages: rules, prices and a table checker, and the floor's own lobby and tables.

How this package works:

1. Pages are written in Python with NiceGUI, on the same application as the API. All resources are served locally, so
   no internet connection is needed.
2. The address determines what a page shows (`addresses`), so it can be bookmarked and shared. An address of something
   that does not exist leads to a page that lists what does, with the appropriate status.
3. Read-only content (rules, prices, findings, editions) is markup produced by pure functions from the regulation's
   data (`markup`, `citations`); interactive parts (inputs, editor, plots) are NiceGUI elements around it.
4. Nothing is computed on the event loop: whatever takes more than a moment runs in a worker thread.
5. Every page uses `theme.frame`; `pages.register` adds all pages to the application.

The only public name is `pages.register`, which `pitboss serve` calls. Importing this package imports nothing: NiceGUI
is loaded with the pages.
"""
