"""The referee: games, matches and records; standard library only."""
