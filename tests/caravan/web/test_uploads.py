"""Submitting a bot: a version, or the reason why not, and nothing typed is lost."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils.html import escape

from bots.sandbox.languages import LANGUAGES
from caravan.games.examples import MANIFEST
from caravan.web import forms
from referee.games import GAMES
from tests.caravan.web.pages import Page
from tests.compiled import compiled
from tests.world import SCRIPT, World, play
from tournaments.models import Bot, User, Version
from tournaments.services import trials
from tournaments.services.quotas import UPLOADS_AN_HOUR

Browse = Callable[[User | None], Client]

BROKEN = "def choose(view, legal):\n    return legal[0\n"
FORM = {"name": "dromedary", "script": SCRIPT.decode(), "games": ["pis_yedili"], "note": "first steps"}


def archive(**files: str) -> SimpleUploadedFile:
    """A zip as a browser sends it."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        for name, content in files.items():
            made.writestr(name.replace("_", "."), content)
    return SimpleUploadedFile("bot.zip", packed.getvalue())


def test_a_pasted_script_is_a_bot_with_its_first_version(world: World, browse: Browse) -> None:
    answer = browse(world.stranger).post("/bots/new/", FORM)
    assert answer.headers["Location"] == "/bots/dromedary/"
    version = Version.objects.get(bot__name="dromedary")
    assert (version.bot.owner, version.number, version.games) == (world.stranger, 1, ["pis_yedili"])
    assert version.note == "first steps"


def test_a_script_from_windows_is_stored_with_plain_line_ends(world: World, browse: Browse) -> None:
    browse(world.stranger).post("/bots/new/", FORM | {"script": SCRIPT.decode().replace("\n", "\r\n")})
    page = browse(world.stranger).get("/bots/dromedary/versions/1/").content.decode()
    assert "def choose(view, legal):\n    return legal[0]\n" in page
    assert "\r\n    return" not in page


MODULE = "export const choose = (view, legal) => legal[0];\n"
COMMON = "exports.choose = (view, legal) => legal[0];\n"


@pytest.mark.parametrize(("script", "entry"), [(MODULE, "bot.mjs"), (COMMON, "bot.cjs")])
def test_a_script_in_javascript_is_pasted_too(world: World, browse: Browse, script: str, entry: str) -> None:
    answer = browse(world.stranger).post("/bots/new/", FORM | {"script": script, "language": "javascript"})
    assert answer.status_code == 302
    version = Version.objects.get(bot__name="dromedary")
    assert (version.language, version.entry) == ("javascript", entry)


def test_a_syntax_error_in_javascript_shows_its_line(world: World, browse: Browse) -> None:
    script = "// mine\nexport function choose(view legal) {}\n"
    page = browse(world.stranger).post("/bots/new/", FORM | {"script": script, "language": "javascript"})
    shown = page.content.decode()
    assert "bot.mjs, line 2" in shown
    assert '<span class="e">export function choose(view legal) {}</span>' in shown
    assert '<option value="javascript" selected>' in shown
    assert not Bot.objects.filter(name="dromedary").exists()


def test_a_program_is_taken_as_it_is(world: World, browse: Browse) -> None:
    program = compiled("int main(void) { return 0; }")
    form = FORM | {"script": "", "file": SimpleUploadedFile("mine", program)}
    assert browse(world.stranger).post("/bots/new/", form).status_code == 302
    version = Version.objects.get(bot__name="dromedary")
    assert (version.language, version.entry) == ("executable", "bot")
    page = browse(world.stranger).get("/bots/dromedary/versions/1/").content.decode()
    assert "Not shown: binary, or too long." in page


def test_a_server_that_lacks_a_language_says_so_before_and_at_upload(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Node " in browse(world.stranger).get("/bots/new/").content.decode()
    monkeypatch.setattr(LANGUAGES["javascript"], "complaint", lambda: "node is missing: apt install nodejs")
    assert "not on this server" in browse(world.stranger).get("/bots/new/").content.decode()
    answer = browse(world.stranger).post("/bots/new/", FORM | {"script": MODULE, "language": "javascript"})
    assert "JavaScript bots cannot run here: node is missing: apt install" in answer.content.decode()


@pytest.mark.parametrize("name", ["bot.py", "BOT.PY"])
def test_a_file_is_taken_as_well(world: World, browse: Browse, name: str) -> None:
    form = FORM | {"script": "", "file": SimpleUploadedFile(name, SCRIPT)}
    assert browse(world.stranger).post("/bots/new/", form).status_code == 302


@pytest.mark.parametrize("name", ["bot.zip", "BOT.ZIP"])
def test_a_zip_says_itself_what_it_plays(world: World, browse: Browse, name: str) -> None:
    packed = archive(bot_toml=MANIFEST, bot_py=SCRIPT.decode())
    packed.name = name
    form = {"name": "dromedary", "file": packed, "games": []}
    assert escape(MANIFEST) in browse(world.stranger).get("/bots/new/").content.decode()
    assert browse(world.stranger).post("/bots/new/", form).status_code == 302
    assert Version.objects.get(bot__name="dromedary").games == ["pis_yedili"]


def test_a_refused_script_says_file_and_line_and_leaves_no_bot(world: World, browse: Browse) -> None:
    page = browse(world.stranger).post("/bots/new/", FORM | {"script": BROKEN}).content.decode()
    assert "bot.py, line 2" in page
    assert '<span class="e">    return legal[0</span>' in page
    assert "def choose(view, legal):\n    return legal[0\n</textarea>" in page
    assert 'value="dromedary"' in page
    assert 'value="first steps"' in page
    assert not Bot.objects.filter(name="dromedary").exists()


def test_a_refused_file_shows_its_line_too(world: World, browse: Browse) -> None:
    form = FORM | {"script": "", "file": SimpleUploadedFile("bot.py", BROKEN.encode())}
    page = browse(world.stranger).post("/bots/new/", form).content.decode()
    assert "bot.py, line 2" in page
    assert '<span class="e">    return legal[0</span>' in page


def test_what_is_wrong_with_a_field_is_said_of_that_field(world: World, browse: Browse) -> None:
    form = FORM | {"name": "Two Humps", "games": [], "note": "x" * 201}
    page = Page(browse(world.stranger).post("/bots/new/", form).content.decode())
    wrong = [one for _, one in page.elements if one.get("aria-invalid") == "true"]
    assert {one["name"] for one in wrong} == {"name", "games", "note"}
    told = {word for one in wrong for word in one.get("aria-describedby", "").split()}
    assert {"id_name_error", "id_name_helptext", "id_note_error"} <= told
    assert told <= set(page.values("id"))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"script": ""}, "Choose a file or paste a script."),
        ({"file": SimpleUploadedFile("bot.py", SCRIPT)}, "not both"),
        ({"name": "Oryx"}, "digits and single hyphens."),
        ({"name": "oryx"}, "This name is taken."),
        ({"name": "new"}, "This name is taken."),
        ({"name": ""}, "This field is required."),
        ({"script": "print('no bot')"}, "no bot in here"),
        ({"games": []}, "Choose at least one game"),
        ({"language": "cobol"}, "cobol is not one of the available choices"),
        ({"script": "", "file": SimpleUploadedFile("bot", b"\x7fELF")}, "its header is cut off"),
        (
            {"script": "", "file": SimpleUploadedFile("bot.mjs", b"let a;")},
            "no bot in here: export",
        ),
        ({"games": ["chess"]}, "chess is not one of the available choices"),
        ({"script": "", "file": SimpleUploadedFile("bot.exe", b"MZ")}, "neither a script"),
        ({"script": "", "file": SimpleUploadedFile("bot.py", b"x" * 1_100_000)}, "larger than 1 MB"),
        ({"script": "", "file": SimpleUploadedFile("bot.zip", b"PK\x03\x04nothing")}, "zip"),
        ({"note": "x" * 201}, "at most 200"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words(
    world: World, browse: Browse, changes: dict[str, object], said: str
) -> None:
    for file in (value for value in changes.values() if isinstance(value, SimpleUploadedFile)):
        file.seek(0)
    page = browse(world.stranger).post("/bots/new/", FORM | changes).content.decode()
    assert said in page.replace("&#x27;", "'")
    assert "first steps" in page or "note" in changes
    assert not Bot.objects.filter(owner=world.stranger).exists()


def test_a_new_version_goes_to_its_trial(world: World, browse: Browse) -> None:
    form = {"script": SCRIPT.decode() + "# better\n", "games": ["pis_yedili"]}
    answer = browse(world.owner).post("/bots/oryx/submit/", form)
    assert answer.headers["Location"] == "/bots/oryx/"
    assert world.oryx.versions.count() == 2


def test_nobody_else_submits_a_version(world: World, browse: Browse) -> None:
    form = {"script": SCRIPT.decode(), "games": ["pis_yedili"]}
    for who in (world.member, world.stranger, world.staff):
        assert browse(who).post("/bots/oryx/submit/", form).status_code == 403
    assert browse(None).post("/bots/oryx/submit/", form).status_code == 302
    assert world.oryx.versions.count() == 1


def test_uploads_are_limited_by_the_hour(world: World, browse: Browse) -> None:
    first = world.oryx.versions.get()
    Version.objects.bulk_create(
        Version(bot=world.oryx, number=number, digest=first.digest, language="python", entry="bot.py")
        for number in range(2, UPLOADS_AN_HOUR + 1)
    )
    form = {"script": SCRIPT.decode(), "games": ["pis_yedili"]}
    answer = browse(world.owner).post("/bots/oryx/submit/", form)
    assert answer.status_code == 429
    assert "wait a little" in answer.content.decode()
    assert browse(world.owner).post("/bots/new/", FORM).status_code == 429
    assert not Bot.objects.filter(name="dromedary").exists()
    assert browse(world.stranger).post("/bots/new/", FORM).status_code == 302


def test_limits_are_shown_before_anything_is_sent(world: World, browse: Browse) -> None:
    page = browse(world.stranger).get("/bots/new/").content.decode()
    for shown in ("1 MB", "10 MB, 200 files", "256 MB", "2 s", "standard, numpy, referee"):
        assert shown in page


def test_a_post_from_another_site_is_turned_away(world: World) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    answer = client.post("/bots/oryx/submit/", {"script": SCRIPT.decode()})
    assert answer.status_code == 403
    assert "expired" in answer.content.decode()


def test_a_name_that_is_taken_in_the_same_moment_is_said_so(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caravan.web.forms.NewBotForm.clean_name", lambda form: form.cleaned_data["name"])
    page = browse(world.stranger).post("/bots/new/", FORM | {"name": "oryx"}).content.decode()
    assert "there is a bot named oryx already" in page


def ticked(page: bytes) -> list[str]:
    """The games that are ticked in a form."""
    boxes = re.findall(r"<input type=\"checkbox\"[^>]*>", page.decode())
    return [re.findall(r'value="([^"]+)"', box)[0] for box in boxes if " checked" in box]


def test_the_form_ticks_the_game_that_was_asked_for(
    world: World, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = browse(world.owner)
    monkeypatch.setattr(forms, "GAMES", {"pis_yedili": GAMES["pis_yedili"]})
    assert ticked(client.get("/bots/new/").content) == ["pis_yedili"]
    monkeypatch.setattr(forms, "GAMES", {"sixth": GAMES["pis_yedili"], "pis_yedili": GAMES["pis_yedili"]})
    assert ticked(client.get("/bots/new/").content) == []
    assert ticked(client.get("/bots/new/?game=sixth").content) == ["sixth"]
    assert ticked(client.get("/bots/oryx/submit/").content) == ["pis_yedili"]


def test_who_wants_to_say_when_a_version_competes_does_so_on_its_page(world: World, browse: Browse) -> None:
    browse(world.owner).post("/bots/oryx/submit/", FORM | {"waits": "on"})
    version = Version.objects.get(bot=world.oryx, number=2)
    assert version.waits
    trials.begin(version=version)
    play(version.trials.get())
    version.refresh_from_db()
    assert version.state == Version.State.PASSED
    page = "/bots/oryx/versions/2/"
    assert "Let it compete in Pis Yedili" in browse(world.owner).get(page).content.decode()
    assert "Let it compete" not in browse(world.staff).get(page).content.decode()
    for other, status in ((world.member, 403), (world.stranger, 403), (None, 302)):
        assert browse(other).post(f"{page}choose/", {"game": "pis_yedili"}).status_code == status
    assert not version.activations.exists()
    answer = browse(world.owner).post(f"{page}choose/", {"game": "donkey"}, follow=True)
    assert "has not passed a trial in donkey" in answer.content.decode()
    answer = browse(world.owner).post(f"{page}choose/", {"game": "pis_yedili"}, follow=True)
    assert "competes in Pis Yedili from the next draw on" in answer.content.decode()
    assert version.activations.get().game == "pis_yedili"
    assert "Let it compete" not in browse(world.owner).get(page).content.decode()
