"""What a season's results say, read from the database for `tournaments.statistics`: nothing here writes.

Only settled rounds count, so what is held or still being played is never told. Whatever a page asks for is
bounded: the newest fixtures, or those of one entry.
"""
