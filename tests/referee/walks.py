"""Ways of playing a game to its end, and what two positions look like to a seat; used by the laws."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from referee.errors import PositionError
from referee.fairness import dealt
from referee.game import CHANCE, HIDDEN, Game, Move, Seat
from referee.visibility import EVERYONE, Sight, fields_of

Picker = Callable[[Game, Random], Move]


def at_random(table: Game, rng: Random) -> Move:
    """Any legal move."""
    return rng.choice(table.legal())


def never_finishing(table: Game, rng: Random) -> Move:
    """A move after which the match may last longest."""
    legal = table.legal()
    return legal[0] if len(legal) == 1 else max(legal, key=lambda move: left_after(table, move))


def left_after(table: Game, move: Move) -> int:
    """The longest that the match may last after a move."""
    twin = table.copy()
    twin.apply(move)
    return twin.longest


def widening(table: Game, rng: Random) -> Move:
    """Of a few moves the one after which most can be done, by whoever is to act."""
    legal = table.legal()
    return max(rng.sample(legal, min(4, len(legal))), key=lambda move: left_to_choose(table, move))


def left_to_choose(table: Game, move: Move) -> int:
    """How many legal moves there are after a move; none for the dealer and when all is over."""
    twin = table.copy()
    twin.apply(move)
    return 0 if twin.turn in (None, CHANCE) else len(twin.legal())


def always_last(table: Game, rng: Random) -> Move:
    """The last legal move: in Pis Yedili to draw, to pass, to take, to end."""
    return table.legal()[-1]


def always_first(table: Game, rng: Random) -> Move:
    """The first legal move."""
    return table.legal()[0]


PICKERS: tuple[Picker, ...] = (at_random, never_finishing, always_last, always_first)


Step = tuple[Game, Move | None]


def walk(game: type[Game], seats: int, seed: str, pick: Picker = at_random) -> Iterator[Step]:
    """Each position of a match with the move that follows, None at the end; the table goes on changing."""
    table, rng = game.start(seats), Random(seed)
    while table.turn is not None:
        move = dealt(table, seed) if table.turn == CHANCE else pick(table, rng)
        yield table, move
        table.play(move)
    yield table, None


def everybody(table: Game) -> list[Seat | None]:
    """All seats and a spectator."""
    return [*range(table.seats), None]


def words(value: Any) -> set[str]:
    """All texts in a JSON value."""
    if isinstance(value, str):
        return set(value.split(" "))
    if isinstance(value, dict):
        return set().union(*map(words, value.values()))
    return set().union(*map(words, value)) if isinstance(value, list) else set()


def another_to_the_same_eyes(table: Game, seat: Seat | None, rng: Random) -> Game:
    """The position with the cards that a seat does not see in another order, as the game allows it."""
    data = table.to_json()
    places = hidden_from(data, type(table), seat)
    cards = [holder[key] for holder, key in places]
    rng.shuffle(cards)
    for (holder, key), card in zip(places, cards, strict=True):
        holder[key] = card
    try:
        return type(table).from_json(data)
    except PositionError:
        return table.guess(table.view(seat), rng)


def hidden_from(data: Any, game: type[Game], seat: Seat | None) -> list[tuple[Any, Any]]:
    """The places in a position whose cards a seat does not see, each as a holder and a key."""
    return [place for each in fields_of(game) for place in _unseen(data, each.name, each.sight, seat)]


def _unseen(data: Any, name: str, sight: Sight, seat: Seat | None) -> Iterator[tuple[Any, Any]]:
    if sight is Sight.SECRET:
        yield from _cards(data[name])
    elif sight is Sight.PRIVATE:
        for owner, value in enumerate(data[name]):
            if owner != seat:
                yield from _cards(value)
    elif sight is Sight.KNOWN:
        for holder, key in _cards(data[name]):
            mask = holder.get("mask", EVERYONE) if isinstance(holder, dict) else EVERYONE
            if mask != EVERYONE and (seat is None or not mask >> seat & 1):
                yield holder, key


def _cards(value: Any) -> Iterator[tuple[Any, Any]]:
    for key, each in list(enumerate(value)) if isinstance(value, list) else list(value.items()):
        if isinstance(each, str):
            yield value, key
        elif isinstance(each, list | dict):
            yield from _cards(each)


def agrees(data: Any, view: Any) -> bool:
    """Whether JSON fits a view in which "?" stands for anything and a marked card for itself."""
    if isinstance(data, dict) and data.keys() == {"card", "mask"} and isinstance(view, str):
        return view in (HIDDEN, data["card"])
    if isinstance(view, dict):
        return isinstance(data, dict) and all(agrees(data[key], view[key]) for key in view if key != "seat")
    if isinstance(view, list):
        return (
            isinstance(data, list)
            and len(data) == len(view)
            and all(agrees(*pair) for pair in zip(data, view, strict=True))
        )
    return bool(view in (HIDDEN, data) and type(view) is type(data))
