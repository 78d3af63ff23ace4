"""Baccarat-punto banco, Subchapter 3: the family's round at the large table, with a curator and cards face down."""

from __future__ import annotations

from pitboss.families.baccarat.round import Baccarat, BaccaratState


class PuntoBanco(Baccarat[BaccaratState]):
    """The procedure of Subchapter 3 on one layout."""


GAME = PuntoBanco
