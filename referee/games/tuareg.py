"""Tuareg, the caravan game of Francesco Berardi, for two to five players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any, Literal

from referee.game import (
    CHANCE,
    EVERYONE,
    HIDDEN,
    Act,
    Card,
    Game,
    Known,
    Marked,
    Move,
    Private,
    Rule,
    Seat,
    Secret,
    require,
)
from referee.games import tuareg_moves as moves
from referee.games.tuareg_checks import check
from referee.games.tuareg_moves import DRAW, GOODS, HAND, PACK, PLACE, SPECIALS, TABLE, Goods, in_order
from referee.games.tuareg_widest import most_main_actions

TIE = 1
"""What sharing the most of a kind costs each."""
UNUSED, MAP = 1, 2
"""What a special scores that nobody used, and a map that is redeemed."""

Kind = Literal["donkey", "cave", "thief", "map"]


@dataclass(slots=True)
class Special:
    """A special in front of its owner; the first one bought in a match has number 1, the next 2."""

    number: int
    kind: Kind
    used: bool = False
    """Whether it was of use in this round; what is gone again counts, too."""
    goods: list[Marked] = field(default_factory=list)
    """What lies face down under it."""


@dataclass(slots=True, kw_only=True)
class Tuareg(Game):
    """Bring goods home on camels; whoever has the most of a kind scores for it.

    44 goods: two lie open in the market, the rest is the pile. In your turn do one of four things:

    - draw three goods, after which at least one goes from your hand to the market;
    - load goods from your hand on one animal, or take up to four of one kind from the market onto one;
    - buy a special for three dinars, paid from your hand and from the tops of your animals.

    A camel carries four goods: water alone, at most two gold, and the kind changes at most once from the
    bottom up. At the end of a turn your hand holds at most four. Specials help at any time in your turn:
    a donkey carries four goods of any kind, a cave hides two, one a turn, a thief steals one from a hand
    (at random) or from the top of an animal. When the pile is empty everybody has one more turn. Then
    goods on animals, in caves and under thieves are counted: the most of water scores 5, of gold 4, of
    salt 3, of millet 2, one less for each of those who share it. A special that was not used scores 1. A
    map may be redeemed for 2, or kept for 1. The counted goods are the pile of the second and last round.

    Rulings. Nobody begins with goods; the dealer draws who begins. With the pile empty one passes instead
    of drawing, whatever else is possible; before that one may not. After fewer than three goods drawn
    nothing is owed to the market; any goods of the hand may go there, more than owed, too, but only after
    a draw. The good that is owed may not be hidden. What is gone from an animal leaves no trace. A
    payment has no good too many, but no change is given; caves and thieves do not pay. Caves and thieves
    take the top of an animal; nothing comes back from them before the count, and they rob neither caves
    nor thieves. Used specials go back on offer after the first round, unused ones stay and can score
    again; market, hands and discard stay, so what was paid does not return. The seat after the last one
    begins the second round; if that has no pile, all have one turn. Nobody scores for a kind that nobody
    has. Maps are decided on from the seat that begins, those of a seat as they were bought; in the end
    all score 2. A theft names the kind of good only, and that is enough: hands come from the pile, so
    only their holder knows them, and equal goods in a hand are the same to everybody. Equal totals share
    the rank.
    """

    name = "tuareg"
    title = "Tuareg"
    tables = range(2, 6)
    card_table = TABLE

    first_player: Rule[Seat | None] = None
    """Who begins the first round; None: the dealer draws it."""
    start_market: Rule[int] = 2
    start_hand: Rule[int] = 0
    dinars: Rule[Literal["usual", "gold3", "trade"]] = "usual"
    """Which of the card table's values the goods pay."""
    majority: Rule[Literal["usual", "scarcity+1", "by_frequency"]] = "usual"
    """Which of the card table's points the most of each kind scores."""
    discards_return: Rule[bool] = False
    """Whether paid goods belong to the second pile."""
    kept_map: Rule[int] = 1
    """What a map scores after the first round if its owner keeps it."""

    phase: Literal["first", "deal", "main", "after", "maps", "over"] = "first"
    """Who begins and the pile are the dealer's; "main" is before, "after" after the main action of a turn."""
    round: int = 1
    starter: Seat = 0
    """Who begins the round."""
    drew: int = 0
    """How many goods were drawn in this turn."""
    extra: int | None = None
    """How many turns are left in the round, this one included, once the pile is empty."""
    market: list[Card] = field(default_factory=list)
    """In canonical order, as is every hand."""
    discard: list[Card] = field(default_factory=list)
    """What was paid, the last good last."""
    offer: dict[str, int] = field(default_factory=dict)
    """How many of each special can be bought."""
    pile: Secret[list[Card]] = field(default_factory=list)
    """The top card first."""
    hands: Private[list[Card]] = field(default_factory=list)
    animals: list[dict[str, list[Card]]] = field(default_factory=list)
    """By seat what each animal carries from the bottom up: `camel:0` and so on, then `donkey:` and number."""
    specials: Known[list[Special]] = field(default_factory=list)
    """By seat, in the order in which they were bought."""
    bought: int = 0
    """The number of the last special bought."""
    shut: list[int] = field(default_factory=list)
    """The caves that took a good in this turn."""
    thief: int | None = None
    """While the dealer picks a good from a hand: for which thief,"""
    victim: Seat | None = None
    """and from whose hand."""
    thefts: int = 0
    """How many goods were stolen from hands."""
    maps: list[int] = field(default_factory=list)
    """The maps still to be decided on, in this order."""
    counts: list[dict[str, int]] = field(default_factory=list)
    """What each seat had of each kind at the last count."""
    totals: list[int] = field(default_factory=list)
    scored: list[Card] = field(default_factory=list)
    """The goods counted, as long as they belong to nothing else; in canonical order."""
    second: list[Card] = field(default_factory=list)
    """The goods of which the second pile was made, which all have seen; in canonical order."""

    def __post_init__(self) -> None:
        """Lay out what has a value for each seat, and the specials."""
        if self.first_player is not None:
            self.phase, self.starter = "deal", self.first_player
        self.offer = {special: TABLE["specials"][special][str(self.seats)] for special in SPECIALS}
        self.hands = [[] for _ in range(self.seats)]
        self.animals = [{camel: [] for camel in self.camels()} for _ in range(self.seats)]
        self.specials = [[] for _ in range(self.seats)]
        self.counts = [dict.fromkeys(GOODS, 0) for _ in range(self.seats)]
        self.totals = [0] * self.seats

    def camels(self) -> list[str]:
        """The animals that every seat has."""
        return [f"camel:{number}" for number in range(TABLE["camels"][str(self.seats)])]

    # ---- the dealer

    def pack(self) -> Sequence[Card]:
        """All goods."""
        return PACK

    @property
    def act(self) -> Act:
        """Draw who begins; shuffle the goods, which come from the top; pick a good from the victim's hand."""
        if self.victim is not None:
            return Act(f"theft {self.thefts + 1}", self.hands[self.victim], 1, PACK)
        if self.phase == "first":
            seats = [str(seat) for seat in range(self.seats)]
            return Act("first", seats, 1, seats)
        if self.round == 1:
            return Act("deal 1", PACK, len(PACK), PACK)
        goods = in_order(self.scored + self.discard if self.discards_return else self.scored)
        return Act("deal 2", goods, len(goods), PACK)

    def told(self, move: Move, seat: Seat | None) -> Move:
        """Who begins is open; a good stolen from a hand is known to both, one hidden from it to its owner."""
        verb, *rest = move.split(" ")
        if verb == "deal":
            return " ".join([verb, *[HIDDEN] * len(rest)])
        if verb == "theft":
            return move if seat in (self.victim, self._owner(self.thief)) else f"theft {HIDDEN}"
        if verb == "cave" and rest[1] == "hand" and seat != self.turn:
            return f"cave {rest[0]} hand {HIDDEN}"
        return move

    def _first(self, seat: str) -> None:
        self.phase, self.starter = "deal", int(seat)

    def _deal(self, *cards: Card) -> None:
        """The first goods are the market and the hands (usually none); the second time all are the pile."""
        goods = list(cards)
        if self.round == 1:
            at, size = self.start_market, self.start_hand
            self.market = in_order(goods[:at])
            self.hands = [in_order(goods[at + size * seat :][:size]) for seat in range(self.seats)]
            goods = goods[at + size * self.seats :]
        else:
            self.second, self.scored = in_order(goods), []
            self.discard = [] if self.discards_return else self.discard
        self.pile = goods
        self.phase, self.turn = "main", self.starter
        self.extra = None if goods else self.seats

    # ---- what may be done

    def legal(self) -> list[Move]:
        """The main action or the end of the turn, then caves and thieves; or what to do with a map."""
        if self.phase == "maps":
            return ["map redeem", "map keep"]
        seat: Seat = self.turn  # type: ignore[assignment] # as in _seat
        hand = tuple(self.hands[seat])
        if self.phase == "main":
            found = ["draw" if self.pile else "pass"]
            found += moves.main_actions(hand, self.animals[seat], self.market, self.offer, self.dinars)
        else:
            found = list(moves.endings(hand, self._owed(), self.drew > 0))
        for special in self.specials[seat]:
            if special.kind == "cave":
                found += self._hidings(special, hand)
            elif special.kind == "thief" and not special.used:
                found += self._thefts(special.number)
        return found

    @property
    def _seat(self) -> Seat:
        return self.turn  # type: ignore[return-value] # never asked for nobody

    @property
    def _hand(self) -> list[Card]:
        return self.hands[self._seat]

    def _owed(self) -> int:
        """How many goods the market must get."""
        return 1 if self.drew == DRAW else 0

    def _hidings(self, cave: Special, hand: Goods) -> Sequence[Move]:
        """One good a turn; those owed to the market must stay in the hand."""
        if len(cave.goods) == moves.CAVE or cave.number in self.shut:
            return ()
        free = hand if len(hand) > self._owed() else ()
        return moves.hidings(cave.number, free, self._loaded(self._seat))

    def _thefts(self, thief: int) -> Iterator[Move]:
        for victim, hand in enumerate(self.hands):
            if victim != self.turn:
                yield from moves.thefts(thief, victim, bool(hand), self._loaded(victim))

    def _loaded(self, seat: Seat) -> tuple[str, ...]:
        return tuple([animal for animal, load in self.animals[seat].items() if load])

    # ---- what it does

    def apply(self, move: Move) -> None:
        """Carry out a move of the dealer or of the seat to act; each verb has a method of its own."""
        verb, *words = moves.spelled(move)
        getattr(self, f"_{verb}")(*words)

    def _draw(self) -> None:
        hand, goods = self._hand, self.pile[:DRAW]
        del self.pile[:DRAW]
        hand += goods
        hand.sort(key=PLACE.__getitem__)
        self.phase, self.drew = "after", len(goods)

    def _load(self, animal: str, *goods: Card) -> None:
        for good in goods:
            self._hand.remove(good)
        self._put(animal, goods)

    def _take(self, animal: str, *goods: Card) -> None:
        at = self.market.index(goods[0])
        del self.market[at : at + len(goods)]
        self._put(animal, goods)

    def _pass(self) -> None:
        self.phase = "after"

    def _put(self, animal: str, goods: Goods) -> None:
        self.animals[self._seat][animal] += goods
        if animal.startswith("donkey"):
            self._special(int(animal.removeprefix("donkey:"))).used = True
        self.phase = "after"

    def _buy(self, kind: Kind, *payment: str) -> None:
        animals = self.animals[self._seat]
        for part in payment:
            animal, _, count = part.partition("*")
            if count:
                self.discard += [animals[animal].pop() for _ in range(int(count))]
            else:
                self._hand.remove(part)
                self.discard.append(part)
        self.offer[kind] -= 1
        self.bought += 1
        self.specials[self._seat].append(Special(self.bought, kind))
        if kind == "donkey":
            animals[f"donkey:{self.bought}"] = []
        self.phase = "after"

    # ---- caves and thieves

    def _special(self, number: int | None) -> Special:
        """The special with that number."""
        return next(each for each in chain(*self.specials) if each.number == number)

    def _owner(self, number: int | None) -> Seat:
        """Who owns it."""
        special = self._special(number)
        return next(seat for seat, own in enumerate(self.specials) if special in own)

    def _cave(self, number: str, source: str, good: Card | None = None) -> None:
        """From the hand the good stays the owner's secret; from an animal all have seen it."""
        cave = self._special(int(number))
        if good is None:
            cave.goods.append(Marked(self.animals[self._seat][source].pop(), EVERYONE))
        else:
            self._hand.remove(good)
            cave.goods.append(Marked(good, 1 << self._seat))
        cave.used = True
        self.shut.append(cave.number)

    def _thief(self, number: str, victim: str, source: str) -> None:
        """From an animal its top; from a hand what the dealer picks."""
        if source == "hand":
            self.thief, self.victim, self.turn = int(number), int(victim), CHANCE
        else:
            thief = self._special(int(number))
            thief.goods.append(Marked(self.animals[int(victim)][source].pop(), EVERYONE))
            thief.used = True

    def _theft(self, good: Card) -> None:
        seat, victim, thief = self._owner(self.thief), self.victim or 0, self._special(self.thief)
        self.hands[victim].remove(good)
        thief.goods.append(Marked(good, 1 << seat | 1 << victim))
        thief.used = True
        self.thefts += 1
        self.thief, self.victim, self.turn = None, None, seat

    # ---- the end of a turn

    def _end(self, *goods: Card) -> None:
        """Goods go to the market; once the pile is empty everybody has one more turn."""
        for good in goods:
            self._hand.remove(good)
        if goods:
            self.market += goods
            self.market.sort(key=PLACE.__getitem__)
        if self.extra is not None:
            self.extra -= 1
        elif not self.pile:
            self.extra = self.seats
        self.phase, self.turn = "main", (self._seat + 1) % self.seats
        self.drew = 0
        self.shut.clear()
        if self.extra == 0:
            self._count()

    # ---- the end of a round

    def _count(self) -> None:
        """Score the goods, which leave the table, and the specials."""
        self.starter, self.extra = self._seat, None
        carried = [list(self._carried(seat)) for seat in range(self.seats)]
        self.counts = [{good: goods.count(good) for good in GOODS} for goods in carried]
        self.scored = in_order(chain(*carried))
        for good in GOODS:
            scored = self._most(good, [each[good] for each in self.counts])
            self.totals = [total + points for total, points in zip(self.totals, scored, strict=True)]
        for seat in range(self.seats):
            self._score_unused(seat)
        (self._ask_for_maps if self.round == 1 else self._finish)()

    def _carried(self, seat: Seat) -> Iterator[Card]:
        """All goods of a seat that count."""
        yield from chain(*self.animals[seat].values())
        yield from (marked.card for special in self.specials[seat] for marked in special.goods)

    def _most(self, good: Card, counts: list[int]) -> list[int]:
        """What each seat scores for a kind of which it has so many."""
        points: int = TABLE["goods"][good]["points"][self.majority]
        first = [count == max(counts) > 0 for count in counts]
        return [(points if sum(first) == 1 else points - TIE) * is_first for is_first in first]

    def _score_unused(self, seat: Seat) -> None:
        """One point each; what lay on animals and under specials is off the table."""
        for load in self.animals[seat].values():
            load.clear()
        for special in self.specials[seat]:
            special.goods.clear()
            if special.kind != "map" and not special.used:
                self.totals[seat] += UNUSED

    def _ask_for_maps(self) -> None:
        """Used specials go back; the owner of each map decides on it."""
        for special in list(chain(*self.specials)):
            if special.used:
                self._give_back(special)
        self.maps = [special.number for special in self._maps()]
        self._next_map()

    def _maps(self) -> list[Special]:
        """Those of the seat that begins come first."""
        seats = self.specials[self.starter :] + self.specials[: self.starter]
        return [special for special in chain(*seats) if special.kind == "map"]

    def _give_back(self, special: Special) -> None:
        owner = self._owner(special.number)
        self.specials[owner].remove(special)
        self.animals[owner].pop(f"donkey:{special.number}", None)
        self.offer[special.kind] += 1

    def _next_map(self) -> None:
        if self.maps:
            self.phase, self.turn = "maps", self._owner(self.maps[0])
        else:
            self.phase, self.turn, self.round = "deal", CHANCE, 2

    def _map(self, how: str) -> None:
        self.totals[self._seat] += MAP if how == "redeem" else self.kept_map
        special = self._special(self.maps.pop(0))
        if how == "redeem":
            self._give_back(special)
        self._next_map()

    def _finish(self) -> None:
        """In the end every map scores and is set aside."""
        for special in self._maps():
            owner = self._owner(special.number)
            self.specials[owner].remove(special)
            self.totals[owner] += MAP
        self.phase, self.turn = "over", None

    def points(self) -> tuple[int, ...]:
        """What is scored so far."""
        return tuple(self.totals)

    @property
    def longest(self) -> int:
        """Goods only come nearer to being counted, two moves a step; a seat may pass once a round."""
        passes, reused = 2 * self.seats, len(PACK) - (0 if self.discards_return else len(self.discard))
        second = 1 + 6 * reused + passes
        if self.phase == "over":
            return 0
        if self.phase == "maps" or (self.phase == "deal" and self.round == 2):
            return len(self.maps) + second
        later = self.offer["map"] + len(self._maps()) + second if self.round == 1 else 0
        if self.phase in ("first", "deal"):
            return 1 + (self.phase == "first") + 6 * len(PACK) + passes + later
        return self._longest_round() + later

    def _longest_round(self) -> int:
        """A good takes three steps from the pile, two from hands and market, one from an animal."""
        held = sum(map(len, self.hands)) + len(self.market)
        carried = sum(len(load) for animals in self.animals for load in animals.values())
        acted = self.phase == "after"
        turns = self.seats if self.extra is None else self.extra - acted
        pending = 3 if self.victim is not None else 0
        return 2 * (3 * len(self.pile) + 2 * held + carried + turns) + acted - pending

    @property
    def widest(self) -> int:
        """As if one seat had all caves and thieves, and they were still on offer."""
        camels, others = len(self.camels()), self.seats - 1
        there: dict[str, int] = {special: TABLE["specials"][special][str(self.seats)] for special in SPECIALS}
        hiding = there["cave"] * (len(GOODS) + camels + there["donkey"])
        stealing = there["thief"] * (others + others * camels + there["donkey"])
        return 1 + most_main_actions(camels, there["donkey"]) + hiding + stealing

    # ---- for watchers and bots

    def figures(self) -> dict[str, Any]:
        """By kind, what the most scores, what each seat has in sight, after a round: had; and limits."""
        over = self.phase in ("maps", "deal", "over")
        had = self.counts if over else [Counter(self._in_sight(seat)) for seat in range(self.seats)]
        counts = {good: [each[good] for each in had] for good in GOODS}
        return {
            "points": {good: TABLE["goods"][good]["points"][self.majority] for good in GOODS},
            "counts": counts,
            "scores": {good: self._most(good, each) for good, each in counts.items()},
            "limits": {"animal": moves.ROOM, "cave": moves.CAVE, "hand": HAND},
            "price": moves.PRICE,
        }

    def _in_sight(self, seat: Seat) -> Iterator[Card]:
        """The goods of a seat that count, as far as everybody knows them."""
        yield from chain(*self.animals[seat].values())
        goods = chain(*(special.goods for special in self.specials[seat]))
        yield from (marked.card for marked in goods if marked.mask == EVERYONE)

    def fallback(self) -> Move:
        """Draw or pass; the goods worth least to the market, as few as possible; keep every map."""
        if self.phase == "maps":
            return "map keep"
        if self.phase == "main":
            return "draw" if self.pile else "pass"
        hand, points = self._hand, {good: TABLE["goods"][good]["points"][self.majority] for good in GOODS}
        count = max(self._owed(), len(hand) - HAND)
        return " ".join(["end", *in_order(sorted(hand, key=points.__getitem__)[:count])])

    def cards(self) -> Iterator[Card]:
        """Those of the dealer and of the seats."""
        loads = (load for animals in self.animals for load in animals.values())
        goods = (marked.card for each in chain(*self.specials) for marked in each.goods)
        return chain(self.market, self.discard, self.pile, self.scored, *self.hands, *loads, goods)

    def fill(self, seat: Seat | None, rng: Random) -> None:
        """Any unseen good may be anywhere, but in the second pile only what it was made of."""
        unseen = list((Counter(PACK) - Counter(self.cards())).elements())
        rng.shuffle(unseen)
        if HIDDEN in self.pile:
            unseen = self._fill_pile(unseen)
        for hand in self.hands:
            if HIDDEN in hand:
                hand[:] = in_order(unseen.pop() if good == HIDDEN else good for good in hand)
        for owner, own in enumerate(self.specials):
            for marked in chain.from_iterable(special.goods for special in own):
                if marked.card == HIDDEN:
                    marked.card, marked.mask = unseen.pop(), 1 << owner

    def _fill_pile(self, unseen: list[Card]) -> list[Card]:
        """Fill the pile with the first of the unseen goods that can be there, and give the others."""
        there = Counter(PACK if self.round == 1 else self.second)
        goods: list[Card] = []
        others: list[Card] = []
        for good in unseen:
            fits = there[good] > 0 and len(goods) < len(self.pile)
            (goods if fits else others).append(good)
            there[good] -= fits
        require(len(goods) == len(self.pile), "pile", "holds more goods than can be there")
        self.pile = goods
        return others

    def settle(self) -> None:
        """Sort hands and market; refuse rules and positions that cannot be."""
        for goods in (*self.hands, self.market, self.scored, self.second):
            goods.sort(key=lambda good: PLACE.get(good, -1))
        check(self)
