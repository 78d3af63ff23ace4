"""The release, installed from scratch and run: `make dist-test`.

The files are not called `test_…`, because installing takes longer than all that the other tests may: only
`make dist-test` names them.
"""
