"""Triple attack blackjack, N.J.A.C. 13:69F-36: a reconstruction."""
