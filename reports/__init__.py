"""Reports: what anybody's own two models show on the same cases, as text, page, PDF and data."""
