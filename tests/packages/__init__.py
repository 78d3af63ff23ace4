"""The release, installed from scratch and run: `make dist-test`.

The files are not called `test_…`, because installing takes longer than the time limit for tests; only `make dist-test`
names them.
"""
