"""Faces for other ecosystems: PettingZoo, OpenSpiel, vectorised learning; each is imported only by name."""
