"""JSON values with something changed, as a careless or hostile hand would change it."""

import json
from functools import partial

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

thorough = settings(
    max_examples=400, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)


def nested(depth):
    """A list in a list in a list."""
    value = 0
    for _ in range(depth):
        value = [value]
    return value


NASTY = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-4, 110),
    st.sampled_from([10**30, -(10**4000), 0.5, float("nan"), float("-inf"), 1e300]),
    st.sampled_from(
        ["", "?", "7C", "JD", "ring1", "draw", "take", "normal", "over", "\ud800", "\x00", "ß" * 99]
    ),
    st.sampled_from([partial(nested, 3), partial(nested, 400), list]),
    st.sampled_from([dict, partial(dict, card="7C", mask=1), partial(dict, seats=2)]),
)
"""Single values, and what makes lists and dicts: Hypothesis keeps what it drew, which must not change."""
KEYS = st.sampled_from(["seat", "seats", "cls", "self", "turn", "hands", "faults", "clocks", "\ud800", ""])


@st.composite
def mutated(draw, whole):
    """A JSON value with some places changed: replaced, lost, doubled, swapped, or with a key too many."""
    data = json.loads(json.dumps(draw(st.sampled_from(whole))))
    for _ in range(draw(st.integers(1, 4))):
        holder = data
        while True:
            places = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
            if not places:
                break
            place = draw(st.sampled_from(places))
            if isinstance(holder[place], list | dict) and draw(st.booleans()):
                holder = holder[place]
            else:
                change(draw, holder, place)
                break
    return data


def nasty(draw):
    """A value that is nobody else's."""
    value = draw(NASTY)
    return value() if callable(value) else value


def change(draw, holder, place):
    how = draw(st.sampled_from(["replace", "lose", "double", "add"]))
    if how == "lose":
        del holder[place]
    elif how == "replace":
        holder[place] = nasty(draw)
    elif isinstance(holder, dict):
        holder[draw(KEYS)] = nasty(draw)
    else:
        holder.insert(draw(st.integers(0, len(holder))), holder[place] if how == "double" else nasty(draw))
