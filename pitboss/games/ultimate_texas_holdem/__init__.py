"""Ultimate Texas hold 'em, Subchapter 32."""
