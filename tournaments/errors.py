"""What can go wrong when something is to change; each says why in a sentence for people.

TournamentsError
├── StateError        not in the state in which that can be done; somebody else may have been first
├── NameTakenError    there is a bot of that name
├── JoinError         the bot cannot enter that season
├── FrozenError       the bot has to stand still, or its owner has been banned or has left
├── ChallengeError    these versions cannot meet
├── LimitError        not now: somebody has asked for too many
├── KeyUsedError      under the key of this submission something else was sent
├── TokenError        somebody may have no token like that
├── WebhookError      somebody may have no webhook like that
│   └── AddressError  nothing is ever sent to that address
├── SettingsError     a league, a season or a division cannot be as it is written down
└── ResultError       what a play worker sent is not what it was told to play
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


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
    """A challenge that cannot be played."""


class LimitError(TournamentsError):
    """One too many, for now: why, and after how many seconds to come back."""

    def __init__(self, reason: str, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(reason)


class KeyUsedError(TournamentsError):
    """Another upload has this key."""


class TokenError(TournamentsError):
    """A token that is not given out."""


class WebhookError(TournamentsError):
    """A webhook that is not made."""


class AddressError(WebhookError):
    """An address that leads nowhere where anything is sent."""


class SettingsError(TournamentsError):
    """By field (`__all__`: no single one): what is wrong with it."""

    def __init__(self, fields: Mapping[str, Sequence[str]]) -> None:
        self.fields = fields
        super().__init__(" ".join(f"{name}: {' '.join(why)}" for name, why in fields.items()))


class ResultError(TournamentsError):
    """Matches that do not prove what they should."""
