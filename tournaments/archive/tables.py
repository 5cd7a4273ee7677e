"""The final table made again: who came further is better, and then the ranking of the last stage of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tournaments import final_table, stages
from tournaments.archive.layout import Division, Entry, Fixture, Row
from tournaments.archive.reading import Archive, ArchiveFalse
from tournaments.pairing import Candidate, Played, Stage, told
from tournaments.ranking import Rating

History = dict[tuple[int, int], list[list[Played]]]
"""By division and stage: the tables of each round; none of an open format, which ranks by ratings alone."""


def prove(archive: Archive) -> str:
    """How much was made again; ArchiveFalse names the first row that differs."""
    stored = {(one.division, one.entry): one for one in archive.table}
    if len(stored) < len(archive.table):
        raise ArchiveFalse("table.jsonl", "an entry is there twice")
    history = played(archive)
    for division in archive.season.divisions:
        for row in rows(archive, division, history):
            if stored.pop((row.division, row.entry), None) != row:
                raise ArchiveFalse("table.jsonl", f"entry {row.entry} should be {row}")
    if stored:
        raise ArchiveFalse("table.jsonl", f"entry {min(stored)[1]} is not of that division")
    return f"{len(archive.table)} ranks in {len(archive.season.divisions)} divisions made again"


def played(archive: Archive) -> History:
    """What was played in each stage of each division."""
    closed = [not stages.format_of(one).open for one in stages.read(archive.season.stages)]
    history: History = {}
    for round, fixtures in archive.rounds():
        so_far = history.setdefault((round.division, round.stage), [])
        if closed[round.stage - 1]:
            so_far += told.rounds(_seats(fixtures), [round.number])
    return history


def rows(archive: Archive, division: Division, history: History) -> Iterator[Row]:
    """The final table of a division, without the house."""
    ranks = final_ranks(archive, division, history)
    last = max(ranks.values(), default=0)
    up, down = moves(archive, division, list(ranks))
    begun = (division.tier, 1) in history
    for entry in archive.entries:
        if entry.division == division.tier and not entry.house:
            rank = ranks.get(entry.number)
            yield Row(
                division=division.tier,
                rank=rank,
                entry=entry.number,
                bot=entry.bot,
                score=entry.end.score,
                medal=final_table.medal(rank, last) if rank and begun else "",
                moves="up" if entry.number in up else "down" if entry.number in down else "",
            )


def moves(archive: Archive, division: Division, order: list[int]) -> tuple[list[int], list[int]]:
    """Who goes up and who goes down; who has left the season does neither."""
    season = archive.season
    tiers = [one.tier for one in season.divisions]
    states = {one.number: one.state for one in archive.entries}
    staying = [one for one in order if states[one] == "in"]
    up = staying[: season.promote] if division.tier != min(tiers) else []
    rest = staying[len(up) :]
    down = rest[max(0, len(rest) - season.relegate) :] if division.tier != max(tiers) else []
    return up, down


def final_ranks(archive: Archive, division: Division, history: History) -> dict[int, int]:
    """By entry, the best first: its rank; the house and who was disqualified are left out."""
    ranked = {
        one.number: one.stage
        for one in archive.entries
        if one.division == division.tier and not one.house and one.state != "disqualified"
    }
    formats = [stages.format_of(one) for one in stages.read(archive.season.stages)]
    return final_table.ranks(
        [
            (standing.entry, standing)
            for standing in formats[stage - 1].ranking(_stage(archive, division, stage, history))
            if ranked.get(standing.entry) == stage
        ]
        for stage in range(division.stage, 0, -1)
    )


def _stage(archive: Archive, division: Division, stage: int, history: History) -> Stage:
    """All that was played in a stage, as its format is told of it."""
    open = stages.format_of(stages.read(archive.season.stages)[stage - 1]).open
    mine = [one for one in archive.entries if one.division == division.tier and not one.house]
    candidates = [_rated(one, one.end) for one in mine if one.stage >= stage and one.state != "disqualified"]
    return Stage(
        seats=archive.season.seats,
        candidates=candidates if open else list(_qualified(mine, stage)),
        house=[],
        rounds=history.get((division.tier, stage), []),
    )


def _rated(entry: Entry, rating: Rating) -> Candidate:
    return Candidate(entry.number, rating, playing=entry.state == "in")


def _qualified(entries: list[Entry], stage: int) -> Iterator[Candidate]:
    for entry in entries:
        for one in entry.qualified:
            if one.stage == stage:
                yield _rated(entry, Rating(one.mu, one.sigma))


def _seats(fixtures: Sequence[Fixture]) -> Iterator[told.Seat]:
    """Who sat where in a round, in the last deal for each table; who does not count is left out."""
    replaced = {one.replaces for one in fixtures}
    for fixture in fixtures:
        void, extra, table = fixture.state == "void", fixture.breaks is not None, told.place(fixture.number)
        for placing in fixture.placings:
            if fixture.number not in replaced and (void or placing.rank is not None):
                yield told.Seat(fixture.round, table, placing.entry, placing.rank, void, extra)
