"""Mini-baccarat, Subchapter 7: the hands and wagers of punto banco, with one dealer who handles all cards."""
