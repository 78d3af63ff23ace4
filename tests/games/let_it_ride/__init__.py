"""Tests of let-it-ride."""
