"""Fuzzing: every input must either be answered or be refused with a one-line reason.

`make test` runs each target briefly with a fixed seed (`tests/test_fuzz.py`); `make fuzz` runs them for longer.

    make fuzz                              a minute, a random seed, every target in turn
    make fuzz TARGET=scripts TIME=600      ten minutes of one target
    make fuzz TARGET=tapes N=5000 SEED=7   5,000 inputs derived from a seed
    make fuzz REPLAY=fuzz/crashes/tapes-1f0c2a9e   rerun one input

1. A target generates random inputs and runs them. An input is a byte string, and nothing else affects its run.
2. A run fails if it raises, if it takes more than `SECONDS` of processor time or `MEMORY`, or if the answer breaks the
   guarantees of every command: exit status 0, 1 or 2, JSON if requested, one line on standard error for status 2; for
   the API, no status above 499, and a problem document for each refusal.
3. A failing input is shrunk for as long as it fails in the same way, saved in `fuzz/crashes`, and printed with the
   command that runs it again.
"""
