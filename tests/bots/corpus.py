"""The hostile bots: where they lie, what becomes of each on each rung, and the page about them.

python -m tests.bots.corpus > docs/hostile-bots.md
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from tests.bots.expected import EXPECTED, Expected

HOSTILE = Path(__file__).parent / "hostile"
PAGE = Path(__file__).parents[2] / "docs" / "hostile-bots.md"

KINDS = {
    "host": "Against the host and other matches",
    "accomplice": "Between two bots of one owner",
    "referee": "Against the referee",
}
"""What the bots attack, and the folders that they lie in."""
LANGUAGES = {"python": ("Python", ".py"), "javascript": ("JavaScript", ".mjs"), "executable": ("C", ".c")}
"""What they are written in, its name and the ends of their files."""
RUNGS = ("full", "landlock", "none")
PURPOSE = re.compile(r'^(?:"""|// |/\* )(.+?)(?:"""| \*/|)$', re.MULTILINE)
"""The first line of each, in the comment of its language."""


@dataclass(frozen=True)
class Attack:
    """One bot of the corpus."""

    language: str
    kind: str
    name: str

    @property
    def path(self) -> Path:
        """Its source; Python's lie a folder higher."""
        folder = HOSTILE if self.language == "python" else HOSTILE / self.language
        return folder / self.kind / f"{self.name}{LANGUAGES[self.language][1]}"

    @property
    def source(self) -> str:
        """Its text."""
        return self.path.read_text()

    @property
    def words(self) -> str:
        """What it does, and what reaching its goal would mean."""
        found = PURPOSE.match(self.source)
        return found[1] if found else ""

    @property
    def expected(self) -> Expected:
        """What is known of the bots in its language."""
        return EXPECTED[self.language]

    @property
    def killed(self) -> bool:
        """Whether the sandbox ends it for a call that it makes."""
        return self.name in self.expected.killed

    def reached(self, rung: str) -> str:
        """Why it reaches its goal on a rung, where that is known and accepted."""
        return self.expected.on_landlock.get(self.name, "") if rung == "landlock" else ""

    def verdict(self, rung: str) -> str:
        """The codes that the fault of an attack on the referee may have."""
        return self.expected.elsewhere.get(rung, {}).get(self.name, self.expected.verdicts[self.name])

    def proved(self, *, root: bool) -> bool:
        """Whether it must succeed as a plain process of this user."""
        return self.name not in self.expected.not_without and (root or self.name not in self.expected.as_root)

    def outcome(self, rung: str) -> str:
        """What comes of it on "full", "landlock" or "none", in a few words."""
        if self.kind == "referee":
            return self.verdict(rung)
        if rung == "none":
            reason = self.expected.not_without.get(self.name)
            by_root = " by root" if self.name in self.expected.as_root else ""
            return f"not run: {reason}" if reason else f"reached{by_root}"
        if why := self.reached(rung):
            return f"**reached**: {why}"
        return "killed" if self.killed else "refused"

    def row(self) -> str:
        """Its line of the page."""
        return " | ".join([f"| `{self.name}`", self.words, *map(self.outcome, RUNGS)]) + " |"

    def __str__(self) -> str:
        return f"{self.language}-{self.name}"


def attacks(kind: str, *languages: str) -> list[Attack]:
    """All of a kind, in these languages or in all, in the order of their names."""
    return [
        Attack(language, kind, path.stem)
        for language in languages or LANGUAGES
        for path in sorted(Attack(language, kind, "*").path.parent.glob(f"*{LANGUAGES[language][1]}"))
        if path.stem != "addon"
    ]


HEAD = """\
# The hostile bots

{total} bots, each a short file in `tests/bots/hostile`, try to get out, to talk to each other, or to break
a match: {counts}. Tests run them on every rung and hold them to what
stands here; `python -m tests.bots.corpus` writes this page.

*Refused* means that the call failed as if for want of permission, *killed* that the kernel ended the bot, as
its own fault. Without a sandbox the same bots reach their goals: that is how they are known to be real.
Against the referee no sandbox is asked: the match goes on, the other seat is not blamed, and the bot gets the
fault whose code is given (`none`: the attack does nothing, and the bot plays on).
"""
TABLE = """\
| bot | what it does | in the full sandbox | with Landlock | without |
|---|---|---|---|---|"""


def page() -> str:
    """The text of `docs/hostile-bots.md`."""
    counts = {
        title: sum(len(attacks(kind, language)) for kind in KINDS)
        for language, (title, _) in LANGUAGES.items()
    }
    told = ", ".join(f"{count} in {title}" for title, count in counts.items())
    sections = [HEAD.format(total=sum(counts.values()), counts=told)]
    for kind, title in KINDS.items():
        for language, (name, _) in LANGUAGES.items():
            if rows := [attack.row() for attack in attacks(kind, language)]:
                sections.append("\n".join([f"## {title}: {name}", "", TABLE, *rows, ""]))
    return "\n".join(sections)


if __name__ == "__main__":
    print(page(), end="")
