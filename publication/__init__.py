"""Publication: what lies on disk, and an edition of it in one language."""
