"""`caravan standings`: a line joins those that cannot be told apart."""

from tests.answering import Answer, Site
from tests.bots.cli.conftest import Caravan


def row(rank: int | None, bot: str, **more: object) -> dict[str, object]:
    usual = {"owner": "ada", "version": 2, "score": 12.345, "mu": 30.0, "sigma": 2.0, "state": "in"}
    return {"rank": rank, "bot": bot, "fixtures": 7, "faults": 0, **usual, **more}


def test_a_line_joins_the_rows_of_a_group(known: Site, caravan: Caravan) -> None:
    rows = [
        *(row(place, name) for place, name in enumerate("abcdef", 1)),
        row(None, "g", state="disqualified"),
    ]
    groups = [["a"], ["b", "c"], ["d", "e", "f"], ["g"]]
    divisions = [
        {"division": "Upper", "after_round": 3, "standings": rows, "groups": groups},
        {"division": "Lower", "after_round": 0, "standings": [], "groups": []},
    ]
    told = {"league": "tea", "season": 1, "state": "running", "divisions": divisions}
    known.tell("GET leagues/tea/seasons/1/", Answer({}))
    known.tell("GET leagues/tea/seasons/1/standings/", Answer(told))
    lines = caravan("standings", "tea/1").stdout.splitlines()
    assert lines[:3] == ["tea, season 1: running", "", "Upper, after round 3"]
    assert "".join(line[0] for line in lines[4:11]) == " ┌└┌│└ "
    assert lines[4].split() == ["1", "a", "v2", "ada", "12.35", "30.00", "±", "3.92", "7", "0"]
    assert "g v2 (disqualified)" in lines[10]
    assert lines[11:] == ["", "Lower, after round 0", "Nobody is in it yet."]
