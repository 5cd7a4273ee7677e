"""The hostile bots: what each is expected to come to on each rung, and the page about it.

python -m tests.bots.corpus > docs/hostile-bots.md
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

HOSTILE = Path(__file__).parent / "hostile"
PAGE = Path(__file__).parents[2] / "docs" / "hostile-bots.md"

KINDS = {
    "host": "Against the host and other matches",
    "accomplice": "Between two bots of one owner",
    "referee": "Against the referee",
}
"""The folders, and what the bots in them attack."""

KILLED = set(
    """
    change_root handle_page_faults join_namespaces keep_a_key load_bpf mount mount_by_the_new_call
    new_namespaces open_by_handle open_uring other_architecture other_numbers read_memory_by_call
    read_the_kernels_log seize_a_process take_a_descriptor trace uncover_files watch_performance
    """.split()  # noqa: SIM905 a list of words
)
"""Against the host: they make a call that the sandbox answers with death; all others are refused."""

AS_ROOT = set(
    """
    become_root change_root join_namespaces load_bpf make_a_device mount_by_the_new_call
    open_by_handle raise_limits read_the_kernels_log take_capabilities
    """.split()  # noqa: SIM905 a list of words
)
"""Only root's bots reach these without a sandbox, so the control is root's too."""

NOT_WITHOUT = {
    "leave_a_note_in_memory": "processes of their own share no memory",
    "take_everything": "the host has more than one bot can take",
    "throw_the_same_dice": "every interpreter has dice of its own",
    "inherit_descriptors": "trusted bots inherit none either",
    "mount": "would change the host",
    "open_uring": "switched off on some hosts",
    "other_architecture": "switched off on some hosts",
    "other_numbers": "few kernels have them",
    "too_much_memory": "held for trusted bots too",
    "uncover_files": "would change the host",
    "watch_performance": "switched off on some hosts",
}
"""Why these prove nothing as a trusted bot, or would do harm."""

ON_LANDLOCK = {"see_host_files": "Landlock does not hide that a path is there, only what it holds"}
"""What is reached where only Landlock holds the bots, and why that is so."""

VERDICTS = {
    "answer_a_giant_number": "protocol",
    "answer_almost": "illegal",
    "answer_at_length": "output",
    "answer_before_it_is_ready": "startup",
    "answer_bit_by_bit": "idle",
    "answer_early": "illegal or output",
    "answer_for_another": "protocol",
    "answer_half": "idle",
    "answer_half_a_letter": "protocol",
    "answer_half_and_leave": "crashed",
    "answer_in_control_codes": "illegal",
    "answer_in_depth": "protocol",
    "answer_in_strange_fields": "protocol",
    "answer_in_wide_letters": "output",
    "answer_late": "illegal or output",
    "answer_no_number": "protocol",
    "answer_nothing": "protocol",
    "answer_twice": "output",
    "answer_without_text": "protocol",
    "burn_on_others_time": "cpu or cpu_move or none",
    "close_everything": "crashed or idle",
    "close_its_input": "idle",
    "crash": "crashed",
    "end_as_if_killed": "crashed",
    "flood_lines": "output",
    "flood_the_log": "cpu_move or idle",
    "flood_the_wire": "output",
    "ignore_signals": "cpu_move",
    "kill_itself": "idle",
    "leave": "crashed",
    "one_long_operation": "cpu_move",
    "pretend_to_be_the_referee": "protocol",
    "raise_a_monster": "crashed",
    "run_at_every_tick": "startup",
    "run_into_a_limit_of_its_own": "startup",
    "sleep": "idle",
    "sleep_before_it_is_ready": "startup",
    "stop_itself": "none",
    "tag_at_length": "protocol",
}
"""Against the referee: the code of the fault that each gets."""

ELSEWHERE = {
    "landlock": {"kill_itself": "crashed", "stop_itself": "crashed"},
    "none": {"close_everything": "crashed", "kill_itself": "cpu", "stop_itself": "idle"},
}
"""What is different on other rungs: there a bot is not process 1, which no signal of its own reaches."""


def verdict(name: str, rung: str) -> str:
    """The codes that the fault of an attack on the referee may have, between `or`; none for no fault."""
    return ELSEWHERE.get(rung, {}).get(name, VERDICTS[name])


@dataclass(frozen=True)
class Attack:
    """One bot of the corpus."""

    kind: str
    name: str

    @property
    def source(self) -> str:
        """Its script."""
        return (HOSTILE / self.kind / f"{self.name}.py").read_text()

    @property
    def words(self) -> str:
        """What it does, and what reaching its goal would mean."""
        return ast.get_docstring(ast.parse(self.source)) or ""

    def outcome(self, rung: str) -> str:
        """What comes of it on "full", "landlock" or "none", in a few words."""
        if self.kind == "referee":
            return verdict(self.name, rung)
        if rung == "none":
            reason = NOT_WITHOUT.get(self.name)
            return (
                f"not run: {reason}" if reason else "reached by root" if self.name in AS_ROOT else "reached"
            )
        if rung == "landlock" and self.name in ON_LANDLOCK:
            return f"**reached**: {ON_LANDLOCK[self.name]}"
        return "killed" if self.name in KILLED else "refused"


def attacks(kind: str) -> list[Attack]:
    """All of a kind, in the order of their names."""
    return [Attack(kind, path.stem) for path in sorted((HOSTILE / kind).glob("*.py"))]


def names(kind: str) -> list[str]:
    """Of all of a kind."""
    return [attack.name for attack in attacks(kind)]


HEAD = """\
# The hostile bots

{count} bots in Python and {others} in JavaScript and C, each a short file in `tests/bots/hostile`, try to get
out, to talk to each other, or to break a match. Tests run them on every rung. Those in Python are listed here
with what the tests expect of them; `python -m tests.bots.corpus` writes this page.

*Refused* means that the call failed as if for want of permission, *killed* that the kernel ended the bot, as
its own fault. Without a sandbox the same bots reach their goals: that is how they are known to be real.
Against the referee no sandbox is asked: the match goes on, the other seat is not blamed, and the bot gets the
fault whose code is given (`none`: the attack does nothing, and the bot plays on).
"""


def page() -> str:
    """The text of `docs/hostile-bots.md`."""
    others = [path for path in HOSTILE.rglob("*.*") if path.suffix in {".mjs", ".c"} and path.stem != "addon"]
    sections = [HEAD.format(count=sum(len(attacks(kind)) for kind in KINDS), others=len(others))]
    for kind, title in KINDS.items():
        rows = [
            " | ".join([f"| `{each.name}`", each.words, *map(each.outcome, ("full", "landlock", "none"))])
            + " |"
            for each in attacks(kind)
        ]
        head = [
            "| bot | what it does | in the full sandbox | with Landlock | without |",
            "|---|---|---|---|---|",
        ]
        sections.append("\n".join([f"## {title}", "", *head, *rows, ""]))
    return "\n".join(sections)


if __name__ == "__main__":
    print(page(), end="")
