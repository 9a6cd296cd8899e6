"""Facts: every number that a text prints, by name, with its kind and what it means."""
