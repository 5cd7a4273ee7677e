"""What can go wrong between this machine and a server.

ClientError
├── AddressError         the caller's: no address of a server, or none that may be trusted
├── CredentialsError     the caller's: no token that could be one, or none that can be read
├── UnreachableError     no answer, or half of one
│   └── SilentError      none for so long that waiting once more is of no use
├── StrangeError         an answer as Caravan gives none
└── ProblemError         the server says no, why, and what helps (RFC 9457)
"""

from typing import Any

BUSY = (429, 502, 503, 504)
"""Statuses of a server that may do another time what it did not do now."""
FIELDS = ("field", "detail", "remedy")
"""What is said of a field that is wrong."""


class ClientError(Exception):
    """The root of the tree."""

    passing = False
    """Whether it may be otherwise in a while."""
    after: float | None = None
    """In so many seconds, if the server said so."""


class AddressError(ClientError):
    """No address of a server."""


class CredentialsError(ClientError):
    """No token."""


class UnreachableError(ClientError):
    """No answer came, or it broke off; what was asked for may have been done all the same."""

    passing = True


class SilentError(UnreachableError):
    """Whoever is there says nothing, or has no end of it."""

    passing = False


class StrangeError(ClientError):
    """An answer that is none of Caravan's."""


class ProblemError(ClientError):
    """What the server said no to."""

    def __init__(self, address: str, status: int, told: dict[str, Any], after: float | None = None) -> None:
        """`told` is the problem as `address` sent it, `after` the seconds of its Retry-After."""
        self.address, self.status, self.after, self.passing = address, status, after, status in BUSY
        self.detail = str(told.get("detail") or told.get("title") or f"status {status}")
        self.remedy = str(told.get("remedy") or "")
        errors = told.get("errors")
        faults = [each for each in errors if isinstance(each, dict)] if isinstance(errors, list) else []
        self.errors = [{name: str(fault.get(name) or "") for name in FIELDS} for fault in faults]
        """What is wrong, field by field."""
        super().__init__(self.detail)
