"""What others' referees do in the same way: uniformly random play, legal moves enumerated at every decision.

Each function gives a `Play`: called with a number of matches, it plays them and tells how many decisions
were made. ImportError where the peer is not installed.
"""

from __future__ import annotations

from collections.abc import Callable
from random import random
from typing import Any

Play = Callable[[int], int]


def open_spiel(name: str, **parameters: int) -> Play:
    """A game of OpenSpiel's C++ core stepped from Python; its chance outcomes are all equally likely."""
    import pyspiel

    game = pyspiel.load_game(name, parameters)

    def play(matches: int) -> int:
        decisions = 0
        for _ in range(matches):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(random() * len(outcomes))][0])
                else:
                    legal = state.legal_actions()
                    state.apply_action(legal[int(random() * len(legal))])
                    decisions += 1
        return decisions

    return play


def rlcard_step() -> Play:
    """RLCard's uno, stepped: each step gives the state that the next player sees."""
    import rlcard

    environment = rlcard.make("uno")

    def play(matches: int) -> int:
        decisions = 0
        for _ in range(matches):
            state, _ = environment.reset()
            while not environment.is_over():
                legal = list(state["legal_actions"])
                state, _ = environment.step(legal[int(random() * len(legal))])
                decisions += 1
        return decisions

    return play


class RandomAgent:
    """As RLCard's own, which cannot be imported without pip in the environment."""

    use_raw = False

    def eval_step(self, state: Any) -> tuple[int, dict[str, Any]]:
        """Any legal action."""
        legal = list(state["legal_actions"])
        return legal[int(random() * len(legal))], {}


def rlcard_run() -> Play:
    """RLCard's uno as its users run it, with trajectories."""
    import rlcard

    environment = rlcard.make("uno")
    environment.set_agents([RandomAgent() for _ in range(environment.num_players)])

    def play(matches: int) -> int:
        decisions = 0
        for _ in range(matches):
            trajectories, _ = environment.run(is_training=False)
            decisions += sum(len(each) // 2 for each in trajectories)
        return decisions

    return play
