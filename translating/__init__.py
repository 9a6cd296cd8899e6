"""Translating: new locales, updates, checks, exchange; for people who add languages."""
