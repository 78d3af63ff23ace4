"""Mini-Tex 3 card hold 'em, Subchapter 37."""
