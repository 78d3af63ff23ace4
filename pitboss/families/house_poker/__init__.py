"""Poker against the house, or against a pay table: its terms, its procedure, its prices, its loops."""
