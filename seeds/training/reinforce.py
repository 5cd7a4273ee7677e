"""Learns against `sensible` which words of a move are good: REINFORCE with a linear policy, numpy alone."""

import runpy

import numpy as np

from bots.house import ROOT
from referee import pettingzoo

GAME, MATCHES, RATE = "pis_yedili", 20_000, 0.1
env = pettingzoo.env(GAME, seats=2, rules={"deals": 1}, rewards="ranks")
sensible = runpy.run_path(str(ROOT / GAME / "sensible" / "bot.py"))["choose"]
dice, place = np.random.default_rng(1), {}  # by word, its place among the weights


def play(seed: int, learner: str, weights: np.ndarray) -> tuple[float, np.ndarray]:
    """How a match ends, 1 or -1, and the direction that makes its choices likelier."""
    env.reset(seed=seed)
    outcome, direction = 0.0, np.zeros_like(weights)
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last(observe=False)
        outcome += reward if agent == learner else 0
        if over or agent != learner:
            env.step(None if over else info["legal"].index(sensible(env.view(agent), info["legal"])))
            continue
        words = np.zeros((len(info["legal"]), len(weights)))
        for at, move in enumerate(info["legal"]):
            words[at, [place.setdefault(word, len(place)) for word in move.split()]] = 1
        marks = np.exp(words @ weights - (words @ weights).max())
        action = dice.choice(len(marks), p=marks / marks.sum())
        direction += words[action] - marks @ words / marks.sum()
        env.step(action)
    return outcome, direction


def train(matches: int) -> np.ndarray:
    weights, usual = np.zeros(128), 0.0
    for seed in range(matches):
        outcome, direction = play(seed, f"seat_{seed % 2}", weights)
        weights += RATE * (outcome - usual) * direction
        usual += 0.01 * (outcome - usual)
    return weights


def share(weights: np.ndarray, deals: int) -> float:
    """Of matches won, each of these new deals played from both seats."""
    ends = [play(-deal, seat, weights)[0] for deal in range(1, deals + 1) for seat in ("seat_0", "seat_1")]
    return float(np.mean(np.array(ends) > 0))


if __name__ == "__main__":
    print(f"at random {share(np.zeros(128), 500):.1%}, trained {share(train(MATCHES), 500):.1%}")
