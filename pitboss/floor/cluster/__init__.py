"""Several processes on one floor, which share a PostgreSQL database.

1. A table has one owner among the processes, the one that loaded it. The claim is in the table's row, and good while
   the owner lives: it holds an advisory lock (`pitboss.floor.store`) and shows a sign of life every second
   (`membership`). A process that shows none loses its tables to whichever process needs them next.
2. A command for a table of another process is forwarded to its owner under a seal (`relay`).
3. A table of another process is shown from its tape (`followed`). The owner notifies the others after each commit
   (`notifications`); should a notification be lost, they look every few seconds anyway.
4. All of them go by the database's clock.
"""
