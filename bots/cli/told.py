"""The lines of a server's streams in words: a fixture or a match move by move, a season as it goes on."""

from collections.abc import Iterator

from bots.cli.screen import counted
from bots.client.row import Row
from bots.quoting import printable
from referee.games import GAMES


class Told:
    """Says line after line; from the first one of a match it knows who sits where."""

    def __init__(self) -> None:
        self._scene = Row()
        self._match = ""

    def say(self, line: Row) -> Iterator[str]:
        """What a line of a stream says, on lines of its own; nothing where there is nothing to say."""
        data = line["data"]
        match line["event"]:
            case "scene":
                self._scene = data
                head = f"{_title(data['game'])}, {counted(data['deals'], 'deal')}"
                yield printable(f"{head}: {', '.join(data['bots'])}")
            case "move":
                yield from self._moved(line["id"], data)
            case "restart":
                self._match = ""
                yield f"All of it begins again: attempt {data['attempt']}"
            case "over":
                yield "The match is over."
            case "season":
                yield printable(f"{data['league']}, season {data['season']}: {data['title']}")
            case "fixture.finished":
                yield printable(f"{_round(data)}{_placings(data)}   {data['page']}")
            case "round.settled":
                yield f"{_round(data)}settled"
            case "season.changed":
                pause = " and stands still" if data["paused"] else ""
                yield printable(f"The season is {data['state']}{pause}.")
            case "done":
                yield printable(f"The season is {data['state']}." if "state" in data else "It is over.")

    def _moved(self, at: str, data: Row) -> Iterator[str]:
        match = at.split(".")[1]
        names = [self._scene["bots"][place] for place in self._scene["seating"][int(match)]]
        if match != self._match:
            self._match = match
            yield printable(f"Match {int(match) + 1}: {', '.join(names)}")
        who = f"{names[data['seat']]} " if data["seat"] >= 0 else ""
        yield printable(f"  {who}{data['words']}")


def _title(game: str) -> str:
    """What a game is called; the server may have one that is not known here."""
    return GAMES[game].title if game in GAMES else game


def _round(data: Row) -> str:
    if "round" not in data:
        return ""
    return f"division {data['division']}, round {data['round']}: "


def _placings(data: Row) -> str:
    placings = sorted(data["placings"], key=lambda each: each["rank"] or 0)
    return ", ".join(f"{each['rank']}. {each['bot']} v{each['version']}" for each in placings)
