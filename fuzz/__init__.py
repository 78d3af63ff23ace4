"""Fuzzing: every input must be answered, or refused with one line that says why.

`make test` runs each target briefly with a fixed seed (`tests/test_fuzz.py`); `make fuzz` runs them for longer.

    make fuzz                              a minute, a random seed, every target in turn
    make fuzz TARGET=scripts TIME=600      ten minutes of one target
    make fuzz TARGET=tapes N=5000 SEED=7   5,000 inputs derived from a seed
    make fuzz REPLAY=fuzz/crashes/tapes-1f0c2a9e   one input again

1. A target makes inputs from a random generator and runs them. An input is bytes, and its run depends on nothing else.
2. A run fails if it raises, if it takes more than `SECONDS` of processor time or `MEMORY`, or if the answer breaks the
   guarantees of every command: exit status 0, 1 or 2, JSON if requested, one line on standard error for status 2; for
   the API, no status above 499, and a problem document for each refusal.
3. An input that fails is shrunk while it fails in the same way, saved in `fuzz/crashes`, and printed with the
   command that runs it again.
"""
