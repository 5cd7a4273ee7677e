"""What can go wrong when something is to change; each says why in a sentence for people.

TournamentsError
├── StateError        not in the state in which that can be done; somebody else may have been first
├── NameTakenError    there is a bot of that name
├── JoinError         the bot cannot enter that season
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


class ResultError(TournamentsError):
    """Matches that do not prove what they should."""
