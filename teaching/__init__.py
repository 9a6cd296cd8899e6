"""Teaching: exercises, the sheets that they stand on, and handouts."""
