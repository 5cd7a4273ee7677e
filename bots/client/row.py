"""What a server answers with: where it lacks something, that is told apart from our own faults."""

from typing import Any

from bots.client.errors import StrangeError


class Row(dict[str, Any]):
    """An object of JSON; StrangeError where it lacks what Caravan's have."""

    def __missing__(self, name: str) -> Any:
        raise StrangeError(
            f"the server does not answer as a Caravan does: there is no {name!r} in what it says"
        )
