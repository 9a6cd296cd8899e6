"""Sheets: exercises as a language's texts, drawings and quizzes."""
