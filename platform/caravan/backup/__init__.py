"""A whole installation in one file, and back: `manage.py backup` and `restore`.

The file is a zip: `manifest.json` (what made it, and size and SHA-256 of all the rest), the tables as lines
of JSON (`rows`), every upload, closed seasons' archives, and bots' logs where they were asked for.
"""

from caravan.backup.manifest import BackupError, Manifest
from caravan.backup.reading import restore, verified
from caravan.backup.writing import write

__all__ = ["BackupError", "Manifest", "restore", "verified", "write"]
