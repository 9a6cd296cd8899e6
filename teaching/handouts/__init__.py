"""Handouts: two sheets of questions and answers."""
