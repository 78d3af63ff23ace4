"""The floor: live tables that survive anything.

Theory of operation
1. The tape is the truth (`pitboss.table.tape`), and it is in the database. A table in memory is a copy of it (`live`);
   when in doubt the copy is thrown away and made again (`kept`).
2. What a command does to a table (entries, postings, seats, shuffles, its receipt) is committed in one transaction
   (`committed`, `store`), and acknowledged afterwards. So kill -9 at any moment loses nothing that anybody was told of.
3. Money moves in the ledger exactly as chips move between two states of a table (`ledger`). What the house brings to
   a table inventory, or takes back, has a slip on the tape.
4. The order of a shoe is known to the random source, and sealed in the database (`chance`); its commitment is published
   with the shuffle, its opening when the shoe is finished and no card of it lies face down.
5. What a person sees is made in one place (`seen`), from what is committed.
6. A table has one owner among the processes of a floor (`floor`): the lock is in the database, and dies with it. What
   is asked of it elsewhere is handed on (`handing`), and what is to be seen is read from its tape (`followed`).
"""

from __future__ import annotations
