"""A table to play at: the board in the terminal, a game against bots, the keeper of a score."""
