"""The big six wheel, sections 5.5 and 5.6."""
