"""Anchors: proof outside the database, and off the machine, of what the floor had recorded.

1. A *checkpoint* holds the heads of the tapes on which rounds have ended (the hash of a tape's last entry stands for
   the whole tape) and the seal of the newest journal. It has a number, the hash of the previous checkpoint, and the
   floor's signature (`checkpoints`). All processes of a floor append to one chain, which is in the database.
2. The chain is copied to *anchors* (`places`): a file in the folder of each process, files on other volumes, and
   webhooks. A time-stamping authority can confirm when a checkpoint existed. An anchor that is down gets the missing
   checkpoints later; no table ever waits for one (`keeper`).
3. At the start the floor is compared with its anchors (`comparison`). If one holds a checkpoint that the database does
   not have, the floor was rewound, and is not served. A person can accept that with a reason. The acceptance is itself
   a checkpoint, which names the ends that it abandons, so that it reaches every anchor.
"""
