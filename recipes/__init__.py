"""Recipes: numbers -> figures -> pages -> files.  Each module here makes one product from start to end."""
