"""Exercises drawn by chance: counts, right and wrong answers; numbers know no text."""
