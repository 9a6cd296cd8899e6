"""Teaching: what the handouts print, and exercises drawn by chance."""
