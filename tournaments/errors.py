"""What can go wrong when something is to change; each says why in a sentence for people.

TournamentsError
├── StateError        not in the state in which that can be done; somebody else may have been first
├── NameTakenError    there is a bot of that name
├── JoinError         the bot cannot enter that season
├── FrozenError       the bot has to stand still, or its owner has been banned
├── ChallengeError    these versions cannot meet, or not now
└── ResultError       what a play worker sent is not what it was told to play
"""


class TournamentsError(Exception):
    """The root of the tree."""


class StateError(TournamentsError):
    """A change of state that found its row in another state."""


class NameTakenError(TournamentsError):
    """Names of bots are unique."""


class JoinError(TournamentsError):
    """An entry that a season does not take."""


class FrozenError(TournamentsError):
    """An upload for a bot that has to stand still."""


class ChallengeError(TournamentsError):
    """A challenge that cannot be played, or one too many."""


class ResultError(TournamentsError):
    """Matches that do not prove what they should."""
