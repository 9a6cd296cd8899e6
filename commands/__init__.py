"""Groups of commands, and what all commands do alike."""
