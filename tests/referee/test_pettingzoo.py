"""The environments: PettingZoo's own tests, and that they play the very matches that the referee plays."""

import re
import subprocess
import sys
import warnings
from pathlib import Path
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from referee import pettingzoo
from referee.errors import IllegalMove, SetupError
from referee.games import GAMES
from referee.match import play_match
from referee.observations import observed
from referee.record import verify
from tests.referee.magpie import Magpie
from tests.referee.walks import another_to_the_same_eyes

PAGE = Path(__file__).parents[2] / "docs" / "training.md"
SIZES = sorted({(name, size) for name, game in GAMES.items() for size in (game.tables[0], game.tables[-1])})
ALL = [(name, size) for name, game in GAMES.items() for size in game.tables]
BY_DESIGN = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Action mask numpy array is all zeros (no legal actions).",
}
"""What `api_test` says of every environment with a mask that it does not know by name; the last when a match
is over."""

tables = pytest.mark.parametrize(("game", "seats"), SIZES)


def hold_to_the_api(game, seats):
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(pettingzoo.env(game, seats, render_mode="ansi"))
    assert {str(each.message) for each in said} <= BY_DESIGN
    seed_test(lambda: pettingzoo.env(game, seats))


@pytest.mark.parametrize(("game", "seats"), ALL)
def test_pettingzoo_finds_nothing_wrong(game, seats):
    hold_to_the_api(game, seats)


def test_a_game_that_says_nothing_of_itself_is_an_environment(monkeypatch):
    monkeypatch.setitem(GAMES, Magpie.name, Magpie)
    hold_to_the_api("magpie", 3)


def played(env, seed, pick):
    """Plays a match; gives what each agent was rewarded."""
    env.reset(seed=seed)
    gained = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, info = env.last(observe=False)
        gained[agent] += reward
        env.step(None if over else pick(len(info["legal"])))
    return gained


@tables
def test_a_match_is_the_one_that_the_referee_plays(game, seats):
    """The same seed and the same choices make the same record, which is true."""
    env, dice = pettingzoo.env(game, seats), Random(5)
    played(env, 7, lambda count: dice.randrange(count))
    again = Random(5)
    players = [lambda seat, view, legal, news: legal[again.randrange(len(legal))]] * seats
    record = env.record()
    assert record == play_match(GAMES[game], players, "7")
    verify(record)


@tables
def test_rewards_sum_to_the_points(game, seats):
    env, dice = pettingzoo.env(game, seats), Random(6)
    gained = played(env, 1, lambda count: dice.randrange(count))
    assert list(gained.values()) == env.record().points


@tables
def test_ranks_sum_to_nothing(game, seats):
    env, dice = pettingzoo.env(game, seats, rewards="ranks"), Random(6)
    gained = list(played(env, 1, lambda count: dice.randrange(count)).values())
    ranks = env.record().ranks
    assert sum(gained) == 0
    assert sorted(gained, reverse=True) == [
        gained[seat] for seat in sorted(range(seats), key=ranks.__getitem__)
    ]
    assert max(gained) > 0


@tables
def test_an_observation_shows_no_hidden_card(game, seats):
    """It is what the numbers of the view are, and the same whatever lies in the hidden places."""
    env, dice, compared = pettingzoo.env(game, seats), Random(8), 0
    env.reset(seed=3)
    for _ in range(20):
        table = env._match.table
        for agent in env.agents:
            seen = env.observe(agent)
            assert seen["observation"].tolist() == observed(env.view(agent))
            other = another_to_the_same_eyes(table, env.agents.index(agent), dice)
            compared += other != table
            env._match.table = other
            assert np.array_equal(env.observe(agent)["observation"], seen["observation"])
            env._match.table = table
        env.step(dice.randrange(len(env.infos[env.agent_selection]["legal"])))
    assert compared > 10


def test_an_action_is_the_place_of_a_legal_move():
    env = pettingzoo.env("pis_yedili", 3)
    env.reset(seed=1)
    for _ in range(30):
        agent = env.agent_selection
        legal = env.infos[agent]["legal"]
        assert legal == env._match.table.legal()
        assert env.observe(agent)["action_mask"].tolist() == [int(at < len(legal)) for at in range(31)]
        assert not any(env.observe(other)["action_mask"].any() for other in env.agents if other != agent)
        assert not any(env.infos[other] for other in env.agents if other != agent)
        made = len(env._match.moves)
        env.step(len(legal) - 1)
        assert env._match.moves[made] == legal[-1]


@pytest.mark.parametrize("action", [-1, 99, None])
def test_a_place_without_a_move_is_refused(action):
    env = pettingzoo.env("donkey")
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="is no place in a list of"):
        env.step(action)


@pytest.mark.parametrize(
    ("asked", "place"),
    [
        ({"game": "snap"}, "game"),
        ({"game": "donkey", "seats": 2}, "seats"),
        ({"game": "donkey", "seats": 0}, "seats"),
        ({"game": "donkey", "rules": {"deals": 0}}, "rules.deals"),
        ({"game": "donkey", "rewards": "rank"}, "rewards"),
    ],
)
def test_what_there_is_not_is_refused_with_its_place(asked, place):
    with pytest.raises(SetupError) as refused:
        pettingzoo.env(**asked)
    assert refused.value.place == place


def test_without_a_seed_the_next_match_follows_from_the_last_seed():
    deals = []
    for seeds in ((4, None, None), (4, None, None), (4, 4, 5)):
        env = pettingzoo.env("tuareg", 2)
        for seed in seeds:
            env.reset(seed=seed)
            deals.append(env._match.moves[1])
    assert deals[:3] == deals[3:6]
    assert len(set(deals[:3])) == 3
    assert deals[6] == deals[7] == deals[0] != deals[8]
    one, other = pettingzoo.env("tuareg", 2), pettingzoo.env("tuareg", 2)
    one.reset()
    other.reset()
    assert one._match.moves[1] != other._match.moves[1]


def test_a_list_that_is_too_long_is_cut_off():
    env, lengths = pettingzoo.env("donkey", 3, most_actions=4), set()
    played(env, 2, lambda count: lengths.add(count) or count - 1)
    assert env.action_space("seat_0").n == max(lengths) == 4
    verify(env.record())


@pytest.mark.parametrize("game", GAMES)
def test_the_page_says_how_many_actions_there_are(game):
    """At the table with the fewest and at the one with the most."""
    spaces = {pettingzoo.env(game, seats).action_space("seat_1").n for seats in GAMES[game].tables}
    (row,) = re.findall(rf"^\| `{game}` \| ([^|]*\d[^|]*) \|", PAGE.read_text(encoding="utf-8"), re.M)
    written = [int(word) for word in re.findall(r"\d+", row)]
    assert written == sorted({min(spaces), max(spaces)})


def test_a_table_is_told_in_words(capsys):
    env = pettingzoo.env("donkey", 3, render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text.startswith("the dealer: aside ? ?")
    assert "\nDonkey, 2 moves made, points 0 0 0\nseat " in text
    assert f"  0: {env.infos[env.agent_selection]['legal'][0]}" in text
    mover = env.agent_selection
    env.step(0)
    assert env.render().startswith(f"seat {mover[-1]}: play ")
    loud = pettingzoo.env("donkey", 3, render_mode="human")
    played(loud, 1, lambda count: count - 1)
    assert "\nover, ranks " in capsys.readouterr().out


@pytest.mark.parametrize("missing", ["pettingzoo", "gymnasium", "numpy"])
def test_without_its_packages_it_says_how_to_get_them(missing):
    code = f"import sys; sys.modules[{missing!r}] = None; import referee.pettingzoo"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("pip install pettingzoo numpy")


def test_the_referee_itself_needs_none_of_them():
    code = "import sys, referee.games, referee.observations; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
