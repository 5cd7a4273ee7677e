"""Scandaroon ("Iskenderun"), rows of cards that help and hurt each other, for three or four players."""

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from sys import intern
from typing import Any

from referee.game import CHANCE, HIDDEN, Act, Card, Move, Seat
from referee.games.scandaroon_cards import (
    ABILITIES,
    ANYWHERE,
    FINISHERS,
    OF_SUIT,
    PACK,
    SANZADU,
    SUITS,
    TABLE,
    VALUE,
    Ability,
    row_of,
    values_of,
)
from referee.games.scandaroon_position import Position

ACTIONS = ("pile", "exchange", "protect", "steal")
"""What a token may be spent on."""
SECOND_PLACE, LAST_OF_FOUR = 2, 0
RECORD = 2
"""What the best total of all rounds is worth."""

PLAY = {card: [f"play {card} {row}" for row in range(4)] for card in PACK}
ABILITY = {card: {on: f"ability {card} {on}" for on in PACK} for card in ABILITIES}
PROTECT = {card: {on: f"token {card} protect {on}" for on in PACK} for card in PACK}
STEAL = {card: {on: f"token {card} steal {on}" for on in PACK} for card in PACK}


@lru_cache(64)
def actions(paying_suits: str) -> dict[Card, tuple[str, ...]]:
    """What each card pays for, when the suits named pay for `ACTIONS` in this order; no suit pays for all."""
    paid = dict(zip(ACTIONS, paying_suits, strict=True))
    return {
        card: tuple(action for action in ACTIONS if not suits or paid[action] in suits)
        for card, suits in OF_SUIT.items()
    }


@lru_cache(1 << 12)
def spelled(move: Move) -> tuple[str, ...]:
    """The words of a move, each as the one text that the tables know."""
    return tuple(map(intern, move.split(" ")))


def places(totals: Sequence[int]) -> list[int]:
    """The place of each, 1 for the highest; equal ones share it, and the next are passed over."""
    return [1 + sum(other > own for other in totals) for own in totals]


def pile_points(piles: Sequence[int], most: int) -> list[int]:
    """`most` for the largest score piles, 1 for the next if only one is largest; nothing for empty ones."""
    return [
        most if place == 1 and pile > 0 else int(place == 2 and pile > 0)
        for pile, place in zip(piles, places(piles), strict=True)
    ]


@dataclass(slots=True, kw_only=True)
class Scandaroon(Position):
    """Four rounds. In each a player has a row of cards, and the highest rows score.

    Everybody gets five cards, whoever was last in the round before gets six. In turn one does one thing:

    - lay a card at the right end of the own row; a finisher goes into any row, and closes it;
    - use a card of the own row: it is discarded, and then its ability happens;
    - once in the match, spend the token: a card from hand or row is discarded, and its suit says for what.
      Crescent: 5 points more in the score pile. Cross: exchange up to three cards of the hand. Scimitar:
      protect a card. Turban: take a card in play, printed no higher than the one that paid, into the hand;
    - or pass, which ends one's round.

    When all have passed the rows are added up; trump counts double. The winners put their highest card into
    the score pile, a second behind one winner puts the lowest. Places are worth 3, 2, 1, 0; at the end the
    largest score pile 3, the next 1; a win in a round that began or ended without trump (Sanzadu) 2, once;
    the best total of all rounds 2. Equal points are parted by the last round's total, then the score pile.

    The published game is for three or four. With two the same rules are played as a house variant.

    Rulings. Values: gaps in a row close at once, so neighbours change; a 0 counts all rows; dual cards have
    both suits for everything, but count double once; limits look at the current value without trump, theft
    and the score pile at the printed one. A cost is paid before targets are looked at, so a card cannot hit
    itself, nor what falls out of reach by its going; without a target an ability cannot be used, but a
    `wipe` or a draw that yields nothing can. A wipe hits all its cards at once.
    Shelter: what a passed player has lying is hit by no ability and no token, but still counts, changes in
    value and takes finishers. A protected card is hit by nothing and cannot use its own ability. A shielded
    card cannot be discarded by abilities, nor by its own; it may be swapped, taken, strengthened. Both may
    pay for a token. A finisher anywhere in a row closes it, a swapped one too; it pays for nothing from
    there, but its row's owner may discard it together with a card from hand.
    Cards: a swap, a theft, a protection may be of one's own cards. Without trump no revealed card is kept.
    An exchange is of one card at least. When the stock runs out in a draw the discards are shuffled; if
    there are none, nothing is drawn. After 40 turns in a round one can only pass.
    Rounds: the next is started by the winner's left neighbour, after a tie by the last starter's. All lowest
    totals get six cards, unless all are equal. Hands are kept; who has enough already gets nothing. Before
    round 3 all discards are shuffled into the stock. A round that started with Turban is followed by one
    without trump. Of equal cards for the score pile the leftmost goes; an empty pile scores nothing; second
    places that tie all feed it. A third of three scores 1. All winners share the record and Sanzadu.
    """

    name = "scandaroon"
    title = "Scandaroon"
    tables = range(2, 5)
    card_table = TABLE

    # ---- the dealer

    @property
    def act(self) -> Act:
        """Pick who starts the match, shuffle, or turn up a trump."""
        number = self.round_no + 1
        if self.phase == "first":
            everybody = [str(seat) for seat in range(self.seats)]
            return Act("first 1", everybody, 1, everybody)
        if self.phase == "trump":
            left = [suit for suit in SUITS if suit not in self.starts]
            return Act(f"trump {number}", left, 1, SUITS)
        if self.phase == "reshuffle":
            cards = sorted(self.discard)
            return Act(f"reshuffle {number}.{self.reshuffles + 1}", cards, len(cards), PACK)
        cards = sorted(self.stock + self.discard) if self.round_no else list(PACK)
        return Act(f"shuffle {number}", cards, len(cards), PACK)

    def told(self, move: Move, seat: Seat | None) -> Move:
        """All but the order of the cards is open."""
        if self.phase not in ("shuffle", "reshuffle"):
            return move
        verb, *cards = move.split(" ")
        return " ".join([verb, *[HIDDEN] * len(cards)])

    def _shuffle(self, cards: list[Card]) -> None:
        """A new stock; then deal, or go on with what was owed when the old one ran out."""
        self.stock, self.discard = cards, []
        if self.phase == "shuffle":
            self._deal()
        else:
            self.reshuffles += 1
            self.turn = self.owed[-1]
            self._give()

    def _deal(self) -> None:
        """Owe everybody what is lacking, card by card from the first player on."""
        lowest = min(self.totals)
        wanted = [
            self.hand_size + (total == lowest < max(self.totals)) - len(hand)
            for hand, total in zip(self.hands, self.totals, strict=True)
        ]
        order = [(self.first + step) % self.seats for step in range(self.seats)]
        self.owed = [seat for card in range(max(wanted)) for seat in order if wanted[seat] > card]
        self._give()

    def _give(self) -> None:
        """Give out what is owed, as far as there are cards; then comes the trump, or the next turn."""
        while self.owed and (self.stock or self.discard):
            if not self.stock:
                self.phase, self.turn = "reshuffle", CHANCE
                return
            self._draw(self.owed.pop(0))
        self.owed, self.revealing = [], False
        if self.trump is not None:
            self._next_turn()
        elif self.starts[-1:] == ["T"]:
            self._begin(SANZADU)
        else:
            self.phase, self.turn = "trump", CHANCE

    def _draw(self, seat: Seat) -> None:
        card = self.stock.pop(0)
        if not self.revealing or self.owed:
            insort(self.hands[seat], card)
        elif (self.trump or SANZADU) in OF_SUIT[card]:
            self._to_hand(card, seat)
        else:
            self.discard.append(card)

    def _begin(self, trump: str) -> None:
        self.trump = trump
        self.starts.append(trump)
        self.phase, self.turn = "play", self.first

    # ---- what may be done

    def legal(self) -> list[Move]:
        """To pass; then to lay cards, to use cards of the row, to spend the token."""
        seat = self._mover()
        if self.acted[seat] >= self.turn_limit:
            return ["pass"]
        return ["pass", *self._plays(seat), *self._abilities(seat), *self._tokens(seat)]

    def _plays(self, seat: Seat) -> list[Move]:
        """Cards go into the own row, some into any row, unless a finisher lies there."""
        hand, own = self.hands[seat], FINISHERS.isdisjoint(self.rows[seat])
        if ANYWHERE.isdisjoint(hand):
            return [PLAY[card][seat] for card in hand] if own else []
        open_rows = [at for at, row in enumerate(self.rows) if FINISHERS.isdisjoint(row)]
        at_home = [seat] if own else []
        return [PLAY[card][row] for card in hand for row in (open_rows if card in ANYWHERE else at_home)]

    def _abilities(self, seat: Seat) -> Iterator[Move]:
        for card, ability in row_of(tuple(self.rows[seat])).abilities:
            if card not in self.protected:
                yield from self._uses(card, ability, seat)

    def _uses(self, card: Card, ability: Ability, seat: Seat) -> list[Move]:
        """The ways to use a card of the row."""
        if ability.does in ("wipe", "draw", "trump"):
            return [f"ability {card}"]
        if ability.does == "leave":
            targets = self.hands[seat]
        elif ability.does == "retrieve":
            targets = [each for each in self.discard if (ability.suit or "") in OF_SUIT[each]]
        else:
            rows = self.rows[:]
            rows[seat] = [each for each in rows[seat] if each != card]
            targets = self._targets(ability, rows)
        if ability.does == "swap":
            return [f"ability {card} {one} {two}" for one, two in combinations(sorted(targets), 2)]
        moves = ABILITY[card]
        return [moves[target] for target in targets]

    def _targets(self, ability: Ability, rows: list[list[Card]]) -> list[Card]:
        """What an ability may hit, its own card being gone."""
        targets = self._within_reach(rows)
        if ability.does in ("discard", "wipe"):
            shielded = frozenset().union(*(row_of(tuple(row)).shielded for row in rows))
            targets = [card for card in targets if card not in shielded]
        if ability.suit is not None:
            targets = [card for card in targets if ability.suit in OF_SUIT[card]]
        if ability.at_most is not None and targets:
            values = values_of(rows, self.markers, self.zero_scope)
            targets = [card for card in targets if values[card] <= ability.at_most]
        return targets

    def _tokens(self, seat: Seat) -> list[Move]:
        """Each way to spend the token, if it is still there."""
        if not self.tokens[seat]:
            return []
        targets, pays = self._within_reach(self.rows), actions(self.paying_suits)
        costs = chain(self.hands[seat], (card for card in self.rows[seat] if card not in FINISHERS))
        return [
            move
            for cost in costs
            for action in pays[cost]
            for move in self._spendings(cost, action, targets, seat)
        ]

    def _spendings(self, cost: Card, action: str, targets: list[Card], seat: Seat) -> list[Move]:
        if action == "pile":
            return [f"token {cost} pile"]
        if action == "exchange":
            hand = [card for card in self.hands[seat] if card != cost]
            sets = chain.from_iterable(combinations(hand, size + 1) for size in range(self.exchange_most))
            return [f"token {cost} exchange {' '.join(cards)}" for cards in sets]
        if action == "protect":
            moves = PROTECT[cost]
            return [moves[card] for card in targets if card != cost]
        moves, most = STEAL[cost], VALUE[cost]
        return [moves[card] for card in targets if VALUE[card] <= most and card != cost]

    # ---- what it does

    def apply(self, move: Move) -> None:
        """Carry out a move of the dealer or of the seat to act."""
        verb, *words = spelled(move)
        match verb:
            case "first":
                self.first, self.phase = int(words[0]), "shuffle"
            case "shuffle" | "reshuffle":
                self._shuffle(words)
            case "trump":
                self._begin(words[0])
            case "pass":
                self.passed[self._mover()] = True
                self._next_turn()
            case _:
                self._act(verb, *words)

    def _act(self, verb: str, *words: str) -> None:
        """Lay a card, use one, or spend the token; and give out what that brings from the stock."""
        seat = self._mover()
        self.acted[seat] += 1
        if verb == "play":
            self._from_hand(words[0], seat)
            self.rows[int(words[1])].append(words[0])
        elif verb == "ability":
            self._use(seat, *words)
        else:
            self._spend(seat, *words)
        (self._give if self.owed else self._next_turn)()

    def _use(self, seat: Seat, card: Card, *targets: Card) -> None:
        """Discard a card of the row, then do what it says."""
        self._discard_from_play(card)
        ability = ABILITIES[card]
        match ability.does:
            case "discard":
                self._discard_from_play(targets[0])
            case "wipe":
                for each in self._targets(ability, self.rows):
                    self._discard_from_play(each)
            case "strengthen":
                self.markers[targets[0]] = self.markers.get(targets[0], 0) + ability.amount
            case "swap":
                self._swap(*targets)
            case "take":
                self._from_play(targets[0])
                self._to_hand(targets[0], seat)
            case "retrieve":
                self.discard.remove(targets[0])
                self._to_hand(targets[0], seat)
            case "draw":
                self.owed = [seat] * (ability.amount + ability.reveal)
                self.revealing = ability.reveal
            case "trump":
                self.trump = ability.trump
            case "leave":
                self._discard_from_hand(targets[0], seat)

    def _spend(self, seat: Seat, cost: Card, action: str, *cards: Card) -> None:
        """Discard a card of hand or row and do what the token does."""
        self.tokens[seat] = False
        if cost in self.hands[seat]:
            self._discard_from_hand(cost, seat)
        else:
            self._discard_from_play(cost)
        match action:
            case "pile":
                self.bonus[seat] += self.token_bonus
            case "exchange":
                for card in cards:
                    self._discard_from_hand(card, seat)
                self.owed = [seat] * len(cards)
            case "protect":
                self.protected.append(cards[0])
            case "steal":
                self._from_play(cards[0])
                self._to_hand(cards[0], seat)

    def _next_turn(self) -> None:
        """On to the next who has not passed; if there is none, the round is over."""
        seat = self._mover()
        for step in range(1, self.seats + 1):
            after = (seat + step) % self.seats
            if not self.passed[after]:
                self.phase, self.turn = "play", after
                return
        self._end_round()

    # ---- the end of a round, and of the match

    def _end_round(self) -> None:
        self.totals = self.standing()
        at = places(self.totals)
        winners = [seat for seat, place in enumerate(at) if place == 1]
        self._feed_piles(at)
        self.placed = [points + self._worth(place) for points, place in zip(self.placed, at, strict=True)]
        if SANZADU in (self.starts[-1], self.trump):
            self.sanzadu = [has or seat in winners for seat, has in enumerate(self.sanzadu)]
        best = max(self.totals)
        if best >= self.record:
            earlier = self.holders if best == self.record else []
            self.record, self.holders = best, sorted({*earlier, *winners})
        self._clear()
        if self.round_no + 1 == self.rounds:
            self.phase, self.turn = "over", None
        else:
            self.first = ((winners[0] if len(winners) == 1 else self.first) + 1) % self.seats
            self._next_round()

    def _feed_piles(self, at: list[int]) -> None:
        """Winners put their highest printed card away, seconds (of one winner only) their lowest."""
        for seat, place in enumerate(at):
            if self.rows[seat] and place <= 2:
                card = (max if place == 1 else min)(self.rows[seat], key=VALUE.__getitem__)
                self.rows[seat].remove(card)
                self.piles[seat].append(card)

    def _worth(self, place: int) -> int:
        """What a place is worth."""
        third = self.third_of_three if self.seats == 3 else 1
        return (self.first_place, SECOND_PLACE, third, LAST_OF_FOUR)[place - 1]

    def _clear(self) -> None:
        """The rows are discarded; hands stay."""
        for row in self.rows:
            self.discard.extend(row)
            row.clear()
        self.markers, self.protected = {}, []

    def _next_round(self) -> None:
        self.round_no += 1
        self.passed = [False for _ in self.passed]
        self.acted = [0 for _ in self.acted]
        self.trump, self.reshuffles = None, 0
        self.phase, self.turn = "shuffle", CHANCE
        if self.round_no + 1 != self.reshuffle_before:
            self._deal()

    def points(self) -> tuple[int, ...]:
        """As if the match ended with the last round that is over."""
        piled = pile_points(self._piled(), self.pile_most)
        return tuple(
            self.placed[seat]
            + piled[seat]
            + self.sanzadu_points * self.sanzadu[seat]
            + RECORD * (seat in self.holders)
            for seat in range(self.seats)
        )

    def _piled(self) -> list[int]:
        return [
            sum(VALUE[card] for card in pile) + bonus
            for pile, bonus in zip(self.piles, self.bonus, strict=True)
        ]

    def ranks(self) -> tuple[int, ...]:
        """Equal points are parted by the last round's total, then by the score pile."""
        keys = list(zip(self.points(), self.totals, self._piled(), strict=True))
        return tuple(1 + sum(other > own for other in keys) for own in keys)

    @property
    def longest(self) -> int:
        """Each turn may empty the stock, so counts two; then passing, one shuffle and trump a round."""
        if self.phase == "over":
            return 0
        a_round = 2 + self.seats * (2 * self.turn_limit + 1)
        left = sum(
            2 * (self.turn_limit - acted) + 1
            for acted, passed in zip(self.acted, self.passed, strict=True)
            if not passed
        )
        reshuffle = 1 if self.trump else 2
        now = {"first": 3, "shuffle": 2, "reshuffle": reshuffle, "trump": 1}.get(self.phase, 0)
        return now + left + (self.rounds - self.round_no - 1) * a_round

    @property
    def widest(self) -> int:
        """As if all cards were in one hand and in play, too: far beyond what ever happens.

        Hands have no bound of use: they may grow in every round, and with the token as many cards can be
        exchanged as there are sets of up to three.
        """
        others = len(PACK) - 1
        sets = sum(comb(others, size + 1) for size in range(self.exchange_most))
        paying = sum("exchange" in paid for paid in actions(self.paying_suits).values())
        plays = len(PACK) + len(ANYWHERE) * (self.seats - 1)
        return (
            1
            + plays
            + comb(others, 2)
            + len(ABILITIES) * others
            + len(PACK) * (1 + 2 * others)
            + paying * sets
        )

    # ---- for watchers and bots

    def figures(self) -> dict[str, Any]:
        """By row, what its cards are worth and count, their sum, whether it is closed; the score piles."""
        values = self.values()
        return {
            "printed": [[VALUE[card] for card in row] for row in self.rows],
            "current": [[values[card] for card in row] for row in self.rows],
            "counted": self.counted(),
            "standing": self.standing(),
            "closed": [not FINISHERS.isdisjoint(row) for row in self.rows],
            "piled": self._piled(),
        }

    def fallback(self) -> Move:
        """Pass."""
        return "pass"
