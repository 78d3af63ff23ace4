"""Benchmarks: each module's `measure()` gives rows {what, who, figure, unit, ratio}. Nothing here is asserted."""
