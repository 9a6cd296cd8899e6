"""Press: messages, formulas, fonts and pages, and the one module that writes files."""
