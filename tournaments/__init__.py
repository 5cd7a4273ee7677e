"""The tournaments app: leagues, seasons, fixtures, ratings."""
