"""Baccarat-punto banco, Subchapter 3: two hands by fixed rules, and a curator who pulls the cards from the shoe."""
