"""What a table page is made of.

1. A page follows one table as one person may see it (`Floor.watch`). Nothing else of a table is shown.
2. What was announced since is played, one moment after the other, so that cards are seen to be dealt (`pace`); then
   the table as it stands is shown.
3. Whatever a person does is a command to the floor. What is refused is told with its reason and its section, and with
   what would be lawful instead (`notices`, `lawful_amount`).
4. Each part (tray, question, seats, log, wagers, staff) is shown what is seen, and calls back. No part knows another.
"""
