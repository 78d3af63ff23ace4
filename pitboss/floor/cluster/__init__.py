"""Several processes on one floor, sharing a PostgreSQL database.

1. Each table has one owner, the process that loaded it. The claim is stored in the table's row and is valid while the
   owner lives: it holds an advisory lock (`pitboss.floor.store`) and sends a heartbeat every second (`membership`). A
   process that sends no heartbeat loses its tables to whichever process needs them next.
2. A command for another process's table is forwarded to the owner in a sealed message (`relay`).
3. Another process's table is shown from its tape (`followed`). The owner notifies the others after each commit
   (`notifications`); in case a notification is lost, they also poll every few seconds.
4. All processes use the database's clock.
"""
