"""Static files under names that change with their content, also where modules import each other."""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

OURS = {path.name for path in (Path(__file__).parent / "static").iterdir() if path.is_dir()}
"""Folders of static files; those in none are ours too."""


class DenseCompressor(Compressor):  # type: ignore[misc] # not typed
    """Brotli, which takes its time, for what our own pages load; gzip for all."""

    def __init__(self, **options: object) -> None:
        super().__init__(**options)
        self._gzip = Compressor(**options, use_brotli=False)

    def compress(self, path: str) -> list[str]:
        """Write the compressed files beside one; their paths."""
        place = Path(path).relative_to(str(settings.STATIC_ROOT))
        ours = place.parts[0] in OURS or len(place.parts) == 1
        found: list[str] = super().compress(path) if ours else self._gzip.compress(path)
        return found


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # not typed
    """Rewrites the imports of our own modules only: other people's may mention import in a comment."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "replay/*.js",
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined]
    )

    def create_compressor(self, **options: object) -> Compressor:
        """Called once in each `collectstatic`."""
        return DenseCompressor(**options)
