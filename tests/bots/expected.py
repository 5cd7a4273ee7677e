"""What is expected of each hostile bot, by the language it is written in."""

from dataclasses import dataclass, field

SEEN = "Landlock does not hide that a path is there, only what it holds"
HELD = "held for trusted bots too"
OFF = "switched off on some hosts"


@dataclass(frozen=True)
class Expected:
    """Of the bots in one language; whatever is not told here is refused, and reached without a sandbox."""

    verdicts: dict[str, str]
    """Against the referee: the code of the fault that each gets, between `or`; none for no fault."""
    not_without: dict[str, str]
    """Why these prove nothing as a trusted bot, or would do harm."""
    on_landlock: dict[str, str]
    """What is reached where only Landlock holds the bots, and why that is so."""
    killed: frozenset[str]
    """They make a call that the sandbox answers with death."""
    as_root: frozenset[str] = frozenset()
    """Only root's bots reach these without a sandbox, so the control is root's too."""
    elsewhere: dict[str, dict[str, str]] = field(default_factory=dict)
    """By rung, the verdicts that differ: a bot is not process 1 there, which no signal of its own reaches."""


PYTHON = Expected(
    killed=frozenset(
        """
        change_root handle_page_faults join_namespaces keep_a_key load_bpf mount mount_by_the_new_call
        new_namespaces open_by_handle open_uring other_architecture other_numbers read_memory_by_call
        read_the_kernels_log seize_a_process take_a_descriptor trace uncover_files watch_performance
        """.split()  # noqa: SIM905 a list of words
    ),
    as_root=frozenset(
        """
        become_root change_root join_namespaces load_bpf make_a_device mount_by_the_new_call
        open_by_handle raise_limits read_the_kernels_log take_capabilities
        """.split()  # noqa: SIM905 a list of words
    ),
    not_without={
        "leave_a_note_in_memory": "processes of their own share no memory",
        "take_everything": "the host has more than one bot can take",
        "throw_the_same_dice": "every interpreter has dice of its own",
        "inherit_descriptors": "trusted bots inherit none either",
        "mount": "would change the host",
        "open_uring": OFF,
        "other_architecture": OFF,
        "other_numbers": "few kernels have them",
        "too_much_memory": HELD,
        "uncover_files": "would change the host",
        "watch_performance": OFF,
    },
    on_landlock={"see_host_files": SEEN},
    verdicts={
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
    },
    elsewhere={
        "landlock": {"kill_itself": "crashed", "stop_itself": "crashed"},
        "none": {"close_everything": "crashed", "kill_itself": "cpu", "stop_itself": "idle"},
    },
)

JAVASCRIPT = Expected(
    killed=frozenset({"trace_by_an_addon"}),
    not_without={
        "too_much_memory": HELD,
        "too_much_memory_in_the_heap": HELD,
        "too_much_memory_in_webassembly": HELD,
        "too_much_memory_of_workers": HELD,
    },
    on_landlock={"read_by_binding": SEEN},
    verdicts={
        "abort": "crashed",
        "answer_at_length": "output",
        "answer_before_it_is_ready": "startup",
        "answer_by_a_getter": "protocol",
        "answer_early": "output or illegal",
        "answer_no_text": "crashed",
        "answer_twice": "output",
        "backtrack": "cpu_move",
        "end_as_if_killed": "crashed",
        "fill_the_heap": "memory or cpu_move",
        "flood_the_log": "cpu_move or idle",
        "flood_the_wire": "output",
        "leave": "crashed",
        "listen_for_the_end": "cpu_move or idle or crashed",
        "never_settle": "crashed",
        "pollute_the_prototypes": "protocol",
        "read_the_wire": "idle",
        "recurse": "crashed",
        "replace_the_end": "protocol or crashed",
        "sleep": "idle",
        "spin": "cpu_move",
        "think_in_another_thread": "cpu or cpu_move or startup",
        "wait_for_ever": "idle",
        "write_into_the_wire": "protocol or output",
    },
)

EXECUTABLE = Expected(
    killed=frozenset({"trace", "other_architecture"}),
    not_without={
        "too_much_memory": HELD,
        "raise_limits": "trusted bots have no limit on files",
        "limit_itself_anew": "what it becomes does not answer",
        "inherit_descriptors": "trusted bots inherit none either",
        "other_architecture": OFF,
    },
    on_landlock={"find_a_program": SEEN},
    verdicts={
        "answer_twice": "output",
        "answer_unasked": "startup",
        "answer_with_a_zero": "protocol",
        "close_everything": "crashed or idle",
        "crash": "crashed",
        "end_as_if_killed": "crashed",
        "flood_the_log": "cpu_move or idle",
        "flood_the_wire": "output",
        "never_start": "startup",
        "sleep": "idle",
        "spin": "cpu_move",
        "want_memory": "memory",
    },
)

EXPECTED = {"python": PYTHON, "javascript": JAVASCRIPT, "executable": EXECUTABLE}
