"""Article: the page, its figures, the print edition, the data appendix and the code package."""
