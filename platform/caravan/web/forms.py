"""What people type and upload; a refused form comes back with everything that was typed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from bots.sandbox.languages import LANGUAGES
from bots.upload.archive import MAX_FILES, MAX_PACKED, MAX_UNPACKED
from caravan.web.opening import MAX_FILE
from referee.games import GAMES
from tournaments.models import Bot, League, User
from tournaments.selectors.challenging import challengers, leagues_to_meet_in
from tournaments.services.bots import NAME, RESERVED

PASTED = {"python": "bot.py", "javascript": "bot.js"}
"""What a pasted script is called as a file, by language."""
SHORTEST = "def choose(view, legal):\n    return legal[0]"


class OpeningForm(forms.Form):
    """A file with a match of one's own, and which one to watch if it holds several."""

    file = forms.FileField(
        label="Drop a record here",
        help_text=f"JSON, at most {MAX_FILE / 1e6:g} MB.",
        widget=forms.FileInput({"accept": ".json,application/json"}),
    )
    match = forms.IntegerField(
        initial=1,
        min_value=1,
        max_value=10_000,
        label="Which match of it",
        help_text="A fixture holds each deal in each rotation; a record is one match.",
        widget=forms.NumberInput({"class": "in"}),
    )

    def clean_file(self) -> Any:
        """No larger than what is read."""
        file = self.cleaned_data["file"]
        if (file.size or 0) > MAX_FILE:
            raise ValidationError(f"It has more than {MAX_FILE / 1e6:g} MB.")
        return file


class UploadForm(forms.Form):
    """A file or a pasted script, what a single file plays, and a note."""

    file = forms.FileField(
        required=False,
        allow_empty_file=True,
        label="Drop a bot or a zip here",
        help_text=f"At most {MAX_PACKED / 1e6:g} MB; unpacked {MAX_UNPACKED / 1e6:g} MB, {MAX_FILES} files.",
        widget=forms.FileInput(),
    )
    script = forms.CharField(
        required=False,
        strip=False,
        label="Paste a script",
        widget=forms.Textarea({"class": "in", "rows": 12, "spellcheck": "false", "placeholder": SHORTEST}),
    )
    language = forms.ChoiceField(
        choices=[(name, LANGUAGES[name].title) for name in PASTED],
        initial="python",
        required=False,
        label="Language",
        help_text="Of what is pasted; a file says it itself.",
        widget=forms.Select(attrs={"class": "in"}),
    )
    games = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        label="A single file plays",
        help_text='A zip says so <a href="#zip">in its <code>bot.toml</code></a>.',
    )
    note = forms.CharField(
        required=False,
        max_length=200,
        label="Note",
        help_text="What is new; you and administrators see it.",
        widget=forms.TextInput({"class": "in"}),
    )
    waits = forms.BooleanField(
        required=False,
        label="I will say when it competes",
        help_text="Else it competes as soon as it has passed its trial.",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        games = self.fields["games"]
        assert isinstance(games, forms.MultipleChoiceField)  # noqa: S101 - for the type checker
        games.choices = [(name, game.title) for name, game in GAMES.items()]
        if len(GAMES) == 1:
            games.initial = list(GAMES)

    def clean(self) -> dict[str, Any]:
        """One of file and script, within the limit."""
        cleaned = super().clean() or {}
        if cleaned.get("file") and cleaned.get("script"):
            raise ValidationError("Send a file or paste a script, not both.")
        if not cleaned.get("file") and not cleaned.get("script"):
            raise ValidationError("Choose a file or paste a script.")
        if cleaned.get("file") and cleaned["file"].size > MAX_PACKED:
            raise ValidationError(f"The upload is larger than {MAX_PACKED // 1_000_000} MB.")
        is_zip = cleaned.get("file") and (cleaned["file"].name or "").lower().endswith(".zip")
        if not is_zip and "games" in cleaned and not cleaned["games"]:
            self.add_error("games", "Choose at least one game.")
        return cleaned

    @property
    def aside(self) -> list[forms.BoundField]:
        """What is said beside the file or the script."""
        return [self[name] for name in ("language", "games", "note", "waits")]

    @property
    def upload(self) -> tuple[bytes, str]:
        """The bytes of a valid form and the name of the file."""
        file: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if file:
            return file.read(), file.name or "bot"
        text: str = self.cleaned_data["script"]
        name = PASTED[self.cleaned_data["language"] or "python"]
        return text.replace("\r\n", "\n").encode(), name


class NewBotForm(UploadForm):
    """The same with the name of a bot that does not exist yet."""

    name = forms.CharField(
        max_length=40,
        validators=[NAME],
        label="Name",
        help_text="Lower-case letters, digits and single hyphens; it lasts while versions change.",
        widget=forms.TextInput({"class": "in", "autocomplete": "off", "spellcheck": "false"}),
    )
    field_order = ("name", "file", "script", "language", "games", "note", "waits")

    def clean_name(self) -> str:
        """A name that neither a bot nor a page has."""
        name: str = self.cleaned_data["name"]
        if name in RESERVED or Bot.objects.filter(name__iexact=name).exists():
            raise ValidationError("This name is taken.")
        return name


class ChallengeForm(forms.Form):
    """Which of one's own bots meets another, and by the rules of which league."""

    own = forms.ModelChoiceField(Bot.objects.none(), to_field_name="name", empty_label=None, label="Your bot")
    league = forms.ModelChoiceField(
        League.objects.none(), to_field_name="slug", empty_label=None, label="Rules of"
    )

    def __init__(self, user: User, bot: Bot, *args: Any) -> None:
        super().__init__(*args)
        choices = {"own": challengers(user, bot), "league": leagues_to_meet_in(user, bot)}
        for name, rows in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - for the type checker
            field.queryset = rows
            field.widget.attrs["class"] = "in"
