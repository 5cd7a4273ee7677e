"""Static files under names that change with their content, also where modules import each other."""

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc] # not typed
    """Rewrites the imports of our own modules only: other people's may mention import in a comment."""

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "replay/*.js",
        HashedFilesMixin._js_module_import_aggregation_patterns[1],  # type: ignore[attr-defined]
    )
