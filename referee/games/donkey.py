"""Donkey ("Szamár"), a climbing game with one card that nobody wants, for three to twelve players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from sys import intern
from typing import Any, Literal

from referee.game import CHANCE, HIDDEN, Act, Card, Game, Move, Private, Rule, Seat, Secret, require
from referee.games.donkey_cards import (
    CARD_TABLE,
    COPIES,
    DONKEY,
    JOKER,
    LAID,
    PACK,
    PLACE,
    SINGLE,
    VALUE,
    answers,
    leads,
    played,
    points_of,
    rest_of_the_pack,
)

FULL_HAND = 13
"""What everybody is dealt if the pack has it."""


@dataclass(slots=True, kw_only=True)
class Donkey(Game):
    """Get rid of your cards, and do not be left with the donkey.

    The pack has eight cards of each number from 1 to 13, five jokers and the donkey. Everybody gets 13 cards,
    from nine players on as many as there are for each; what is left over stays face down. Whoever holds the
    donkey leads.

    A trick goes once round the table. The leader lays one card or several of one number; a joker counts as
    the number that it lies with, and as 14 on its own. The others in turn lay as many cards of a higher
    value, or pass. The cards are thrown away, and the highest leads the next trick.

    The donkey can only be led, and alone. Then everybody must lay one card, whatever its value. The highest,
    of equals the last, takes the whole trick into the hand with the donkey, and leads; but not with the
    donkey, this once. A hand ends with the trick in which somebody has run out of cards. What is left in the
    hands counts against their holders: a number its value, a joker 14, the donkey 20. Three hands; the lowest
    total wins.

    Rulings. Jokers without a number are a set of 14s; never less, and never with the donkey or for it. In a
    donkey trick a joker is worth 14, too. One need not lay all cards of a number, nor beat what one could.
    Everybody acts once a trick, also after somebody has run out. The leader cannot pass; whose only card is
    the donkey must lead it, and is out, for it never wins. Who follows with nothing but the donkey passes.
    Who is dealt the donkey may lead it at once or keep it. Whoever lays the last card on a donkey trick and
    takes it is not out; if another is, the trick is taken up before the hands are counted. Only that trick
    is taken, not what was thrown away before. The first lead of every hand is with the donkey's new holder.
    All who are out score nothing; equal totals share the rank.
    """

    name = "donkey"
    title = "Donkey"
    tables = range(3, 13)
    card_table = CARD_TABLE

    deals: Rule[int] = 3
    """How many hands make a match."""
    hand_size: Rule[int | None] = None
    """How many cards each is dealt; None: 13, or as many as the pack has for everybody."""
    donkey_trick_joker_value: Rule[Literal[14, 1]] = 14
    """What a joker is worth in a donkey trick."""

    phase: Literal["aside", "deal", "lead", "follow", "donkey", "over"] = "aside"
    """What is to be done; "donkey" is to follow in a donkey trick."""
    hand_no: int = 0
    """The hand being played or about to be dealt, from 0."""
    hands: Private[list[Card]] = field(default_factory=list)
    """Each in canonical order: 1 to 13, jokers, the donkey."""
    known: list[list[Card]] = field(default_factory=list)
    """What everybody knows of each hand: the donkey, cards taken with it; at the end of a hand all of it."""
    leader: Seat = 0
    """Who leads this trick."""
    locked: bool = False
    """Whether the trick before was a donkey trick, so that this one cannot be."""
    laid: list[list[Card]] = field(default_factory=list)
    """By seat, the cards of this trick."""
    best: Seat = 0
    """Whose cards are the highest of this trick."""
    discard: list[Card] = field(default_factory=list)
    """What was thrown away in this hand."""
    leaders: list[Seat] = field(default_factory=list)
    """Who led each trick of this hand that is over,"""
    moves: list[Move] = field(default_factory=list)
    """and the moves of this hand; every trick has one of each seat."""
    aside: Secret[list[Card]] = field(default_factory=list)
    """The cards that are not dealt."""
    packet: Secret[list[Card]] = field(default_factory=list)
    """The cards that are about to be dealt, when some have been set aside."""
    totals: list[int] = field(default_factory=list)
    """Penalty points by seat, of the hands that are over."""
    scores: list[int] = field(default_factory=list)
    """What the last hand added to them."""

    def __post_init__(self) -> None:
        """Lay out what has a value for each seat."""
        self.hands = self._nothing()
        self.known = self._nothing()
        self.laid = self._nothing()
        self.totals = [0] * self.seats
        self.scores = [0] * self.seats
        self._new_hand()

    def _nothing(self) -> list[list[Card]]:
        return [[] for _ in range(self.seats)]

    # ---- dealing

    def pack(self) -> Sequence[Card]:
        """The same for every table."""
        return PACK

    def _size(self) -> int:
        return self.hand_size or min(FULL_HAND, len(PACK) // self.seats)

    def _left_over(self) -> int:
        return len(PACK) - self._size() * self.seats

    @property
    def act(self) -> Act:
        """Set aside what is left over, never the donkey; then the hands of seat 0, 1, ..."""
        if self.phase == "aside":
            return Act(f"aside {self.hand_no + 1}", PACK[:-1], self._left_over(), PACK[:-1])
        packet = self.packet or PACK
        return Act(f"deal {self.hand_no + 1}", packet, len(packet), packet)

    def _new_hand(self) -> None:
        """Hand the cards to the dealer, who sets nothing aside if nothing is left over."""
        self.turn = CHANCE
        self.phase = "aside" if self._left_over() else "deal"

    def _set_aside(self, cards: list[Card]) -> None:
        self.hands, self.known, self.discard = self._nothing(), self._nothing(), []
        self.aside = cards
        self.packet = rest_of_the_pack(cards)
        self.phase = "deal"

    def _deal(self, cards: list[Card]) -> None:
        size = self._size()
        self.packet, self.discard, self.leaders, self.moves = [], [], [], []
        self.hands = [
            sorted(cards[at : at + size], key=PLACE.__getitem__) for at in range(0, len(cards), size)
        ]
        self.known = [[DONKEY] if hand[-1] == DONKEY else [] for hand in self.hands]
        self.leader = self.turn = self.best = self.known.index([DONKEY])
        self.phase, self.locked = "lead", False

    # ---- what may be done

    def legal(self) -> list[Move]:
        """The cards to play by their value, the donkey last, then to pass."""
        hand = self.hands[self.turn]  # type: ignore[index] # never asked for the dealer or nobody
        if self.phase == "follow":
            best = self.laid[self.best]
            return answers(hand, len(best), VALUE[best[0]])
        if self.phase == "donkey":
            return [SINGLE[card] for card in dict.fromkeys(hand)]
        moves = leads(hand)
        if self.locked and hand[-1] == DONKEY:
            moves.pop()
        return moves

    # ---- what it does

    def apply(self, move: Move) -> None:
        """Carry out a move of the dealer or of the seat to act."""
        seat: Seat = self.turn  # type: ignore[assignment] # as in legal
        if seat == CHANCE:
            verb, *cards = move.split(" ")
            (self._set_aside if verb == "aside" else self._deal)([*map(intern, cards)])
            return
        self.moves.append(move)
        if move != "pass":
            self._lay(seat, LAID[move])
        self.turn = (seat + 1) % self.seats
        if self.turn == self.leader:
            self._end_trick()

    def _lay(self, seat: Seat, cards: list[Card]) -> None:
        hand, known = self.hands[seat], self.known[seat]
        for card in cards:
            hand.remove(card)
            if card in known:
                known.remove(card)
        self.laid[seat] = cards[:]
        if self.phase == "donkey" and self._lower(cards[0]):
            return
        self.best = seat
        if self.phase == "lead":
            self.phase = "donkey" if cards[0] == DONKEY else "follow"

    def _lower(self, card: Card) -> bool:
        """Whether a card is lower than the highest of a donkey trick."""
        return self._value(card) < self._value(self.laid[self.best][0])

    def _value(self, card: Card) -> int:
        return self.donkey_trick_joker_value if card == JOKER else VALUE[card]

    def _end_trick(self) -> None:
        """Throw the cards away, or give them to the winner of a donkey trick; the winner leads."""
        cards = [*chain(*self.laid)]
        self.locked = self.phase == "donkey"
        if self.locked:
            for own in (self.hands[self.best], self.known[self.best]):
                own.extend(cards)
                own.sort(key=PLACE.__getitem__)
        else:
            self.discard += cards
        self.leaders.append(self.leader)
        self.laid = self._nothing()
        self.leader = self.turn = self.best
        self.phase = "lead"
        if not all(self.hands):
            self._end_hand()

    # ---- the end of a hand, and of the match

    def _end_hand(self) -> None:
        """Count the hands and show them; the cards lie where they are until the next deal."""
        self.scores = [points_of(hand) for hand in self.hands]
        self.totals = [total + score for total, score in zip(self.totals, self.scores, strict=True)]
        self.known = [hand[:] for hand in self.hands]
        if self.hand_no + 1 == self.deals:
            self.phase, self.turn = "over", None
        else:
            self.hand_no += 1
            self._new_hand()

    def points(self) -> tuple[int, ...]:
        """Penalty points are bad."""
        return tuple(-total for total in self.totals)

    @property
    def longest(self) -> int:
        """All tricks that may follow, the hands to come, and the dealer's acts; each trick asks every seat.

        Every trick but a donkey trick throws a card away, and none begins when fewer cards than opponents are
        left beside the donkey; before each of these at most one donkey trick can be played.
        """
        acts = 2 if self._left_over() else 1
        a_hand = acts + self._most_moves(self._size() * self.seats, locked=False)
        to_come = (self.deals - self.hand_no) * a_hand
        if self.phase in ("aside", "deal", "over"):
            done = {"aside": 0, "deal": acts - 1, "over": a_hand}
            return to_come - done[self.phase]
        to_act = (self.leader - self.turn) % self.seats  # type: ignore[operator] # as in legal
        return to_come - a_hand + to_act + self._moves_after_trick()

    def _moves_after_trick(self) -> int:
        taken = self.laid if self.phase == "donkey" else ()
        locked = self.locked if self.phase == "lead" else self.phase == "donkey"
        return self._most_moves(sum(map(len, chain(self.hands, taken))), locked=locked)

    def _most_moves(self, cards: int, *, locked: bool) -> int:
        """From the start of a trick, with so many cards in the hands."""
        plain = max(0, cards + 1 - self.seats)
        return self.seats * max(0, 2 * plain - locked)

    @property
    def widest(self) -> int:
        """To lead from the largest hand there can be, whatever jokers are in it.

        Hands grow by donkey tricks alone, of which one seat takes every second one at most: the taker must
        lead something else, and to take again has to lose the donkey first. With everybody else holding a
        card yet that is once less often than cards were dealt to each.
        """
        dealt = self._size()
        beside_donkey = dealt + 1 + (dealt - 1) * (self.seats - 3)
        return max((jokers + 1) * (beside_donkey - jokers) + jokers for jokers in range(COPIES[JOKER] + 1))

    # ---- for watchers and bots

    def figures(self) -> dict[str, Any]:
        """What the highest cards of this trick are worth, None before they lie; the places by seat."""
        best = self.laid[self.best]
        value = self._value if self.phase == "donkey" else VALUE.__getitem__
        return {"highest": value(best[0]) if best else None, "places": list(self.ranks())}

    def fallback(self) -> Move:
        """Rather pass; in a donkey trick the lowest card; else lead the lowest number."""
        legal = self.legal()
        if self.phase == "donkey":
            return min(legal, key=lambda move: self._value(LAID[move][0]))
        return legal[-1] if legal[-1] == "pass" else legal[0]

    def cards(self) -> Iterator[Card]:
        """Those in the hands, on the table, thrown away and set aside."""
        return chain(*self.hands, *self.laid, self.discard, self.packet, self.aside)

    def fill(self, seat: Seat | None, rng: Random) -> None:
        """What is known of a hand is in it, the donkey is never set aside; all else may be anywhere."""
        for hand, known in zip(self.hands, self.known, strict=True):
            if HIDDEN in hand:
                hand[: len(known)] = known
        if HIDDEN in self.packet:
            self.packet[0] = DONKEY
        unseen = list((Counter(PACK) - Counter(self.cards())).elements())
        rng.shuffle(unseen)
        for cards in (*self.hands, self.packet, self.aside):
            if HIDDEN in cards:
                cards[:] = [unseen.pop() if card == HIDDEN else card for card in cards]
                cards.sort(key=PLACE.__getitem__)

    # ---- what comes from outside

    def settle(self) -> None:
        """Sort the cards; refuse rules and positions that cannot be."""
        most = len(PACK) // self.seats
        require(1 <= self.deals <= 20, "rules.deals", "must be 1 to 20")
        require(
            self.hand_size is None or 1 <= self.hand_size <= most, "rules.hand_size", f"must be 1 to {most}"
        )
        require(self.hand_no in range(self.deals), "hand_no", "is not one of the deals")
        for each in ("known", "laid", "totals", "scores"):
            require(len(getattr(self, each)) == self.seats, each, "needs one value a seat")
        for seat in (self.leader, self.best, *self.leaders):
            require(seat in range(self.seats), "leader", f"{seat} is no seat of this table")
        open_cards = chain(*self.known, *self.laid, self.discard)
        require(all(card in PLACE for card in open_cards), "known", "or laid or discard holds no real card")
        for cards in (*self.hands, *self.known, *self.laid, self.packet):
            cards.sort(key=lambda card: PLACE.get(card, -1))
        self._settle_known()
        self._settle_packet()
        if self.phase in ("aside", "deal", "over"):
            self._settle_pause()
        else:
            require(self.turn in range(self.seats), "turn", f"is wrong for {self.phase!r}")
            self._settle_trick()

    def _settle_known(self) -> None:
        """Everybody knows who has the donkey; what is known of a hand may be in it."""
        certain = [DONKEY] if HIDDEN in self.packet else []
        for seat, (hand, known) in enumerate(zip(self.hands, self.known, strict=True)):
            if HIDDEN in hand:
                certain += known
                require(len(known) <= len(hand), f"known[{seat}]", "is more than the hand")
            else:
                if DONKEY in hand and DONKEY not in known:
                    known.append(DONKEY)
                require(Counter(known) <= Counter(hand), f"known[{seat}]", "is not in the hand")
        there = Counter(card for card in self.cards() if card != HIDDEN)
        require(there + Counter(certain) <= Counter(PACK), "known", "is elsewhere")
        require(DONKEY not in self.aside, "aside", "holds the donkey")

    def _settle_packet(self) -> None:
        waits = self.phase == "deal" and self._left_over() > 0
        size = self._size() * self.seats if waits else 0
        require(len(self.packet) == size, "packet", f"is wrong for {self.phase!r}")
        complete = DONKEY in self.packet or HIDDEN in self.packet
        require(complete or not waits, "packet", "lacks the donkey")

    def _settle_pause(self) -> None:
        """Between the hands nobody has a secret."""
        wanted = None if self.phase == "over" else CHANCE
        require(self.turn == wanted, "turn", f"is wrong for {self.phase!r}")
        sizes = [len(hand) for hand in self.hands]
        require([len(known) for known in self.known] == sizes, "known", "is not all of the hands")

    def _settle_trick(self) -> None:
        """Who has acted has laid what could follow; the others hold cards, and the donkey is in sight."""
        count = (self.turn - self.leader) % self.seats  # type: ignore[operator] # as in legal
        acted = [(self.leader + at) % self.seats for at in range(count)]
        require((self.phase == "lead") == (not acted), "turn", f"is wrong for {self.phase!r}")
        for seat in set(range(self.seats)).difference(acted):
            require(not self.laid[seat], f"laid[{seat}]", "has not acted")
            require(bool(self.hands[seat]), f"hands[{seat}]", "is empty")
        self.best = self.leader
        for seat in acted:
            laid = self.laid[seat]
            require(self._could_lay(seat, laid), f"laid[{seat}]", "cannot be laid so")
            self.best = seat if laid and not self._lower(laid[0]) else self.best
        require([*chain(*self.known, *self.laid)].count(DONKEY) == 1, "known", "lacks the donkey")
        taken = DONKEY in self.known[self.leader] and len(self.hands[self.leader]) > 1
        require(taken or self.phase != "lead" or not self.locked, "locked", "without having taken the donkey")

    def _could_lay(self, seat: Seat, laid: list[Card]) -> bool:
        """Whether a seat could lay these cards on the best of those before it, or none."""
        a_set, best = played(laid) in LAID, self.laid[self.best]
        if seat == self.leader:
            return a_set and (DONKEY in laid) == (self.phase == "donkey")
        if self.phase == "donkey":
            return len(laid) == 1
        return not laid or (a_set and len(laid) == len(best) and VALUE[laid[0]] > VALUE[best[0]])
