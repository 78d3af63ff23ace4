"""Double attack blackjack, N.J.A.C. 13:69F-26."""
