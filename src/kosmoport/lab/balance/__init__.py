"""Is a game fair, and what matters in it: a study of many games of one bot with itself, and its report."""
