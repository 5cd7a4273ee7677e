"""The games as PettingZoo environments, for those who train; needs PettingZoo and numpy.

    from referee import pettingzoo

    env = pettingzoo.env("pis_yedili", seats=2)

Agents are the seats, and one is asked whenever a bot would be: the dealer's moves and forced ones are made
without asking. An action is the place of a move in `legal()`, whose texts are in `infos`; a seat's
observation follows from its view alone. The same seed deals the same cards as in any match.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, get_args

from referee.errors import IllegalMove, SetupError
from referee.fairness import dealt
from referee.game import CHANCE, Game, Move, Seat, View
from referee.games import GAMES
from referee.match import Match
from referee.observations import observed
from referee.playthrough import written
from referee.reading import shown
from referee.record import Record

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError(
        f"The environments need PettingZoo and numpy (there is no {error.name}): pip install pettingzoo numpy"
    ) from None

MOST = 2048
"""So many moves of a list can be chosen; only lists of Scandaroon may be longer, and are cut off there."""
LARGEST = 1 << 24
"""No number of an observation is larger: up to here float32 holds every whole number."""

Rewards = Literal["points", "ranks"]


def env(
    game: str,
    seats: int | None = None,
    *,
    rules: Mapping[str, Any] | None = None,
    rewards: Rewards = "points",
    most_actions: int = MOST,
    render_mode: Literal["ansi", "human"] | None = None,
) -> Environment:
    """An environment of a game, with the fewest seats if none are said; SetupError names what cannot be."""
    if game not in GAMES:
        raise SetupError("game", f"{shown(game)} is not one of {', '.join(GAMES)}")
    if rewards not in get_args(Rewards):
        raise SetupError("rewards", f"{shown(rewards)} is not one of {', '.join(get_args(Rewards))}")
    kind = GAMES[game]
    empty = kind.start(kind.tables[0] if seats is None else seats, **(rules or {}))
    return Environment(empty, rewards, most_actions, render_mode)


class Environment(AECEnv):
    """A table at which match after match is played."""

    def __init__(
        self,
        empty: Game,
        rewards: Rewards = "points",
        most_actions: int = MOST,
        render_mode: str | None = None,
    ) -> None:
        """Sit down at an empty table."""
        self.metadata = {
            "name": f"{empty.name}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(empty.seats)]
        self.agents: list[str] = []
        self._empty, self._by_ranks = empty, rewards == "ranks"
        self._seed, self._matches = secrets.token_hex(8), 0
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._actions = min(empty.widest, most_actions)
        space = Dict(
            {
                "observation": Box(-LARGEST, LARGEST, (len(observed(empty.view(0))),), np.float32),
                "action_mask": Box(0, 1, (self._actions,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(self._actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Dict:
        """The same for every seat."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """As many actions as the longest list has moves, and `most_actions` at most."""
        return self.action_spaces[agent]

    # ---- a match

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deals anew: with a seed as `play_match` does for that number, without one on from the last seed."""
        if seed is not None:
            self._seed, self._matches = str(int(seed)), 0
        text = f"{self._seed}.{self._matches}" if self._matches else self._seed
        self._matches += 1
        self._match = Match(self._empty.copy(), [], text)
        self._heard: list[str] = []
        self._scored = self._empty.points()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._until_a_choice()

    def step(self, action: int | None) -> None:
        """Makes the move at this place of the list; IllegalMove where there is none."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < len(self._legal):
            raise IllegalMove(shown(action), f"is no place in a list of {len(self._legal)} moves")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._make(self._legal[action])
        self._until_a_choice()
        self._reward()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    @property
    def _table(self) -> Game:
        return self._match.table

    def _make(self, move: Move) -> None:
        """The match's next move."""
        table = self._table
        if self.render_mode:
            who = "the dealer" if table.turn == CHANCE else f"seat {table.turn}"
            self._heard.append(f"{who}: {table.told(move, None)}")
        table.apply(move)
        self._match.moves.append(move)

    def _until_a_choice(self) -> None:
        """Lets the dealer deal and makes forced moves, until a seat has a choice or the match is over."""
        table = self._table
        self._legal: list[Move] = []
        while table.turn is not None:
            moves = [dealt(table, self._match.seed)] if table.turn == CHANCE else table.legal()
            if len(moves) > 1:
                self._ask(table.turn, moves)
                return
            self._make(moves[0])
        self._end()

    def _ask(self, seat: Seat, legal: Sequence[Move]) -> None:
        self._legal = list(legal[: self._actions])
        self.agent_selection = self.possible_agents[seat]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = {"legal": self._legal}

    def _end(self) -> None:
        result = zip(self.agents, self._table.points(), self._table.ranks(), strict=True)
        self.infos = {agent: {"points": points, "rank": rank} for agent, points, rank in result}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    def _reward(self) -> None:
        """What the last action brought: points, or in the end 1 for each seat behind, -1 for each before."""
        if self._by_ranks:
            ranks = self._table.ranks() if self._table.turn is None else (1,) * self._empty.seats
            gained = [sum((other > own) - (other < own) for other in ranks) for own in ranks]
        else:
            before, self._scored = self._scored, self._table.points()
            gained = [now - was for now, was in zip(self._scored, before, strict=True)]
        self.rewards = dict(zip(self.agents, map(float, gained), strict=True))

    # ---- what is seen of it

    def observe(self, agent: str) -> dict[str, Any]:
        """The seat's view as numbers, and which actions are moves; no seat but the one to move has any."""
        mask = np.zeros(self._actions, np.int8)
        if agent == self.agent_selection:
            mask[: len(self._legal)] = 1
        return {"observation": np.array(observed(self.view(agent)), np.float32), "action_mask": mask}

    def view(self, agent: str) -> View:
        """What a bot would be shown."""
        return self._table.view(self._seat[agent])

    def record(self) -> Record:
        """The record of the match when it is over, to be watched and proved like any other."""
        return self._match.record()

    def render(self) -> str | None:
        """What was heard since the last time, how it stands, and what can be done."""
        table, heard, self._heard = self._table, self._heard, []
        points = " ".join(map(str, table.points()))
        lines = [*heard, f"{table.title}, {len(self._match.moves)} moves made, points {points}"]
        if table.turn is None:
            lines.append(f"over, ranks {' '.join(map(str, table.ranks()))}")
        else:
            lines += _told(self.view(self.agent_selection))
            lines += [f"  {at}: {move}" for at, move in enumerate(self._legal)]
        text = "\n".join(lines)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held."""


def _told(view: View) -> Iterator[str]:
    """A view in words, a line for each of its fields."""
    yield f"seat {view['seat']} sees"
    for name, value in view.items():
        if name not in ("game", "seats", "rules", "seat"):
            yield f"    {name} = {written(value)}"
