"""From a form to a version, or to the reason why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bots.errors import UploadError
from caravan.web.forms import UploadForm
from tournaments.errors import FrozenError, LimitError, NameTakenError
from tournaments.models import Bot, Version
from tournaments.services import versions

Take = Callable[[UploadForm], Version]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an upload was refused: the place ("bot.py, line 3"), the reason, the line itself."""

    place: str
    reason: str
    source: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a posted form: a version, or a refusal, or neither (the form says why)."""

    version: Version | None = None
    refusal: Refusal | None = None
    status: int = 200


def submit(bot: Bot, form: UploadForm) -> Version:
    """Hand a valid form's upload to the service; UploadError and LimitError as it says."""
    data, filename = form.upload
    cleaned = form.cleaned_data
    return versions.submit(
        bot=bot,
        data=data,
        filename=filename,
        games=cleaned["games"],
        note=cleaned["note"],
        waits=cleaned["waits"],
    )


def taken(form: UploadForm, take: Take) -> Taken:
    """Try to `take` a posted form."""
    if not form.is_valid():
        return Taken()
    try:
        return Taken(take(form))
    except LimitError as error:
        form.add_error(None, str(error))
        return Taken(status=429)
    except UploadError as error:
        return Taken(refusal=refusal(error, form))
    except (NameTakenError, FrozenError) as error:  # by somebody else, since the form was checked
        form.add_error(None, str(error))
        return Taken()


def refusal(error: UploadError, form: UploadForm) -> Refusal:
    """The error in parts, with the line that it names where that was pasted or uploaded as it is."""
    place = ", ".join(part for part in (error.file, f"line {error.line}" if error.line else "") if part)
    return Refusal(place, error.reason, line_of(form, error.line))


def line_of(form: UploadForm, number: int | None) -> str:
    """Line `number` of a script, "" where there is none."""
    file = form.cleaned_data["file"]
    if file:
        file.seek(0)
    data, filename = form.upload
    lines = [] if filename.lower().endswith(".zip") else data.decode(errors="replace").splitlines()
    return lines[number - 1].rstrip() if number and number <= len(lines) else ""
