"""The parts of a table page.

1. A page follows one table as one person may see it (`Floor.watch`), and shows nothing else.
2. New events are played back one after the other, so that cards are visibly dealt (`pace`); then the current state is
   shown.
3. Whatever a person does is a command to the floor. A refusal is shown with its reason and section, and with a lawful
   alternative if there is one (`notices`, `lawful_amount`).
4. Each part (tray, question, seats, log, wagers, staff) is given the current state and calls back. The parts are
   independent of one another.
"""
