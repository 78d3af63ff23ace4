"""The floor: live tables that survive anything.

Theory of operation
1. The tape is the truth (`pitboss.table.tape`), and it is in the database. A table in memory is a copy of it (`live`,
   on `seats`, `notices`, `procedure` and `clock`); when in doubt it is thrown away and made again (`records`). Who is
   ready, and until when the round waits, is on the tape too; each entry has its time under its seal.
2. What a command does to a table (entries, postings, seats, shuffles, its receipt) is committed in one transaction
   (`committed`, `store`), and acknowledged afterwards. So kill -9 at any moment loses nothing that anybody was told of.
   Everybody is answered: done, refused (nothing happened), or not known (ask again with the same key).
3. Money moves in the ledger exactly as chips move between two states of a table (`ledger`). What the house brings to
   a table inventory, or takes back, has a slip on the tape. What a command needs from elsewhere, money or a coupon, is
   set aside first, so that it cannot fail the others at the table.
4. What chance will answer is committed to on the tape before the first wager of a round, and opened there afterwards
   (`commitments`, `draws`). The order of a shoe is known to the random source, and sealed in the database (`chance`);
   it is opened when the shoe is finished and no card of it lies face down.
5. What a person sees is made in one place (`sight`), from what is committed; those who look on take turns (`turns`).
6. A floor on PostgreSQL may have several processes (`cluster`): each table has one owner, other processes forward
   commands to it and read its tape.
7. Nothing is believed because it is in the database (`audit`): journals are sealed by a key that is not there, and the
   heads of tapes are signed, in receipts and in a file that only grows (`heads`).
"""

from __future__ import annotations
