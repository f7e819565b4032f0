"""How the kit goes together, step by step, read from its manifest; each step's text beside it."""
