"""The pages: the chapter to read, prices to look up, tables to check; beside them the floor's own, lobby and tables.

How this room works:

1. A page is made in Python, with NiceGUI, on the same application as the API. Everything it needs is served from here:
   it works without the net.
2. What a page shows is what its address asks for (`addresses`). An address can be kept and sent; one that asks for what
   there is not gets a page that says what there is, and the status that belongs to it.
3. What is only read (rules, prices, findings, editions) is markup made by pure functions from the chapter's own data
   (`markup`, `citations`); what is worked with (inputs, editor, plots) are elements of NiceGUI around it.
4. A page never computes on the event loop: whatever takes more than a moment is done by a worker thread.
5. Every page stands in the same `theme.frame`; `pages.register` puts the reading rooms on the application.

Public is `pages.register`, by which `pitboss serve` puts the pages on the application; everything else is this room's
own. Importing this room imports nothing: NiceGUI is loaded with the pages.
"""
