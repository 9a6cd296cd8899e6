"""Press: text -> page -> PDF: blocks, scribes, formulas, drawings, fonts, pages."""
