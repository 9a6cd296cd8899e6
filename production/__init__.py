"""Production: an order in, the content of every file of a publication out, or what still stands of it."""
