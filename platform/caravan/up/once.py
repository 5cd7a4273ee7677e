"""`up --once`: waits until the demo season shows that everything works together, and says what it saw."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

from caravan.up.installation import UnableError
from caravan.up.site import Site
from caravan.up.supervise import Supervisor
from tournaments.models import Fixture

PLAYED_WITHIN = 400


def see(supervisor: Supervisor, site: Site, say: Callable[[str], None]) -> None:
    """Returns after a rated fixture was played, rated and found on its page; UnableError where one is not."""
    supervisor.run(lambda: rated() is not None, PLAYED_WITHIN)
    fixture = rated()
    if fixture is None:
        raise UnableError(f"No rated fixture was played within {PLAYED_WITHIN} s. {queue()}")
    placings = fixture.placings.select_related("version__bot").order_by("rank")
    names = [placing.version.bot.name for placing in placings]
    path = f"/fixtures/{fixture.pk}/"
    status, page = site.get(path)
    missing = [name for name in names if name not in unescape(page)]
    if status != 200 or missing:
        raise UnableError(f"{path} answers {status} and does not name {', '.join(missing) or 'anything'}.")
    say(f"Fixture {fixture.number} of {fixture.game}: {fixture.matches.count()} matches, seen at {path}")
    for name, placing in zip(names, placings, strict=True):
        say(f"  {placing.rank}. {name}: mu {placing.mu_before:.2f} to {placing.mu_after:.2f}")


def rated() -> Fixture | None:
    """The newest finished fixture whose round has settled, with new ratings in its placings."""
    finished = Fixture.objects.filter(kind=Fixture.Kind.RATED, state=Fixture.State.FINISHED)
    return finished.filter(placings__mu_after__isnull=False).order_by("-finished_at").first()


def queue() -> str:
    """How many fixtures are in which state, in one sentence."""
    counts = {state: Fixture.objects.filter(state=state).count() for state in Fixture.State.values}
    return "Fixtures: " + ", ".join(f"{count} {state}" for state, count in counts.items()) + "."
