"""The floor: live tables that survive anything.

Theory of operation
1. The tape is the truth (`pitboss.table.tape`), and it is in the database. A table in memory (`live`, with its parts
   `seats`, `bots`, `procedure`, `clock` and `notices`) is a copy of it. When in doubt the copy is discarded and loaded
   again (`records`). The ready players and the round's deadline are on the tape too; each entry carries its time under
   its seal.
2. The effects of a command (entries, postings, seats, shuffles, its receipt) are committed in one transaction
   (`live`, `store`) and acknowledged afterwards. So kill -9 at any moment loses nothing that was acknowledged. Every
   request is answered: done, refused (nothing happened), or unknown (retry with the same key).
3. Money moves in the ledger exactly as chips move between two states of a table (`ledger`). The house's fills of a
   table inventory, and its credits, have slips on the tape. Money or coupons from another account are reserved before a
   command is carried out (`preparation`), so that it cannot make the other commands in its batch fail.
4. A commitment to chance goes on the tape before the first wager of a round and is opened there afterwards
   (`commitments`, `draws`). The order of a shoe is known to the random source and sealed in the database (`chance`); it
   is opened when the shoe is finished and none of its cards is face down.
5. A person's view is built in one place (`sight`), from committed data only. Viewers take turns (`turns`).
6. A floor on PostgreSQL may have several processes (`cluster`): each table has one owner; the other processes forward
   commands to it and read its tape.
7. Nothing is trusted just because it is in the database (`audit`): journals are sealed with a key that is not stored
   there, and the heads of tapes are signed, in receipts and in checkpoints that are copied off the machine (`anchors`).
"""

from __future__ import annotations
