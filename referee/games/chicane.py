"""Chicane (Sikanőz, "vexation"), a patience for two who build on the same table and may stop each other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any, Literal

from referee.cards import PLACE, STANDARD, SUITS, standard, suit_of
from referee.game import CHANCE, HIDDEN, Act, Card, Game, Move, Rule, Seat, Secret, require
from referee.games.chicane_checks import DRAWS, PILES, check_counts, check_dealing, check_piles, check_rules
from referee.games.chicane_moves import (
    ALL_PLACES,
    BELOW,
    DUE,
    FITS,
    FROM_RESERVE,
    FROM_STOCK,
    HEIGHT,
    LAYOUT,
    LOADED,
    LOADS,
    MOVES,
    ON_RESERVE,
    ON_WASTE,
    ONLY_TURNED,
    SHUFFLES,
    SPACE,
    TO_CENTRE,
    UP_TO,
    Tops,
    lying,
    shifts,
    tops_of,
    wanted_in,
)

PACK = standard(2)
WINDOW = ("ok", "taccs")
"""How a player answers who may call."""
NO_DUTY = ("move R F", "ask turn", "pass")
"""What can never be against a duty."""


@dataclass(slots=True, kw_only=True)
class Chicane(Game):
    """Get rid of reserve, stock and waste; watch that the other one keeps the order of duties.

    Each player has a pack: twelve cards face down are the reserve, four lie open in the layout, the rest is
    the stock. Both build the eight suits in the centre from ace to king, and both use all eight piles of the
    layout, downwards in alternating colours, a space taking any card. Single cards move: the open top of the
    own reserve and the tops of the layout. On the other's open reserve and waste one may load cards of the
    same suit, one rank up or down. A stock card may be turned, then it is placed, or discarded: that ends the
    turn. When the stock has run out the waste is turned over.

    Nothing stops a player who breaks the order of duties, but the other may call "Taccs!":

    - V1 what fits the centre goes there before anything else is moved, turned from the stock or discarded;
    - V2 the reserve goes to the centre before the layout;
    - V3 no stock card is turned while the reserve can be turned or laid;
    - V4 no stock card fills a space while there is a reserve;
    - V5 in the first turn what fits the centre from the layout goes before the reserve is turned.

    A right call takes the move back and ends the turn; after a wrong one the caller may not call again in
    that turn, and after three wrong ones never more. Whoever has no cards left wins 30 points, 2 for each
    card of the other's reserve and 1 for each of stock and waste. Without a winner nobody scores.

    Rulings. The other is asked after every move that could be against a duty, whether it is or not; it never
    can be to play the reserve to the centre, to have the other's reserve turned, to pass, or to turn the own
    reserve later than the first turn. What is not called at once stands. A stock card that is taken back goes
    face down on the stock, known to all, also when it had been discarded; a waste turned over for it is put
    back if it was the only thing done. The call comes before the victory. A turned card may be loaded; until
    it is placed nothing else moves. A playable one may be discarded unless it fits the centre. A card that
    lay face up in the reserve stays so. An empty reserve or waste cannot be loaded. A lone card may not move
    to a space. A move between piles of the layout is no progress. The match is drawn when nothing was placed
    in so many turns that both could have gone through all their cards, or after the last turn allowed.
    Passing needs that stock and waste are empty and nothing must be done. Equal ranks are drawn again.
    """

    name = "chicane"
    title = "Chicane"
    tables = range(2, 3)

    reserve_size: Rule[int] = 12
    layout_each: Rule[int] = 4
    """How many piles of the layout each player deals."""
    first: Rule[int | None] = None
    """Who has the first turn; None: the lower of two cards that the dealer draws."""
    load_gate: Rule[Literal["no_centre_move", "all_aces"]] = "no_centre_move"
    """Whether loading also has to wait until all aces are in the centre (V1b)."""
    moves_while_turned: Rule[bool] = False
    """Whether other cards may move while a turned stock card is not placed; V2 then holds for all of them."""
    strict_discard: Rule[bool] = False
    """Whether a turned card that can be laid on the layout must not be discarded (V6)."""
    shuffle_cap: Rule[int] = 40
    """How often in a turn a card may go from pile to pile of the layout."""
    max_turns: Rule[int] = 300
    """After so many turns of both players the match ends without a winner."""
    unfinished: Rule[Literal["draw", "count"]] = "draw"
    """Whether nobody scores then, or the one with less left scores the difference."""
    taccs: Rule[Literal["challenge", "strict"]] = "challenge"
    """Whether breaking a duty can be called, or cannot be done."""
    false_limit: Rule[int] = 3
    """After so many wrong calls a player may call no more."""

    mover: Seat = 0
    """Whose turn it is; while the other is asked for a call, `turn` is the other."""
    turn_no: int = 0
    """From 1, of both players."""
    own_turns: list[int] = field(default_factory=list)
    """How many turns each seat has begun."""
    reserve: Secret[list[list[Card]]] = field(default_factory=list)
    """By seat, what lies face down and nobody has seen, the top card last, as in all piles;"""
    reserve_seen: list[list[Card]] = field(default_factory=list)
    """a card on it that lies face down, though all have seen it;"""
    reserve_open: list[list[Card]] = field(default_factory=list)
    """and what lies face up on it."""
    stock: Secret[list[list[Card]]] = field(default_factory=list)
    """By seat, what nobody has seen,"""
    stock_seen: list[list[Card]] = field(default_factory=list)
    """and what lies on it, face down as well, though all have seen it."""
    waste: list[list[Card]] = field(default_factory=list)
    unseen: list[list[Card]] = field(default_factory=list)
    """By seat, the cards of its pack that nobody has seen: what is in `reserve` and `stock`, sorted."""
    turned: list[Card] = field(default_factory=list)
    """The mover's stock card that is turned and not placed, if there is one."""
    layout: list[list[Card]] = field(default_factory=list)
    """The piles T0, T1, ...: first those that seat 0 dealt."""
    centre: list[Card | None] = field(default_factory=list)
    """The top cards of the foundations, two of clubs, of diamonds, of hearts, of spades, the higher first."""
    shuffles: int = 0
    """How often in this turn a card went from pile to pile of the layout."""
    progress: bool = False
    """Whether in this turn a card was placed in any other way."""
    idle: int = 0
    """How many turns in a row went by without progress."""
    action: Move | None = None
    """What the mover has just done, while the other is asked for a call. This takes it back, with"""
    raised: int = 0
    """the foundation that was raised last, from 0 to 7,"""
    recycled: bool = False
    """and whether the waste was turned over for the last card turned."""
    locked: bool = False
    """Whether the other has called wrongly in this turn."""
    false_calls: list[int] = field(default_factory=list)
    """The wrong calls of each seat."""
    codes: list[str] = field(default_factory=list)
    """Which duties the last call named that was right."""
    lots: list[Card] = field(default_factory=list)
    """The cards drawn for the first turn, from a pack of their own: of seat 0, of seat 1, and so on."""
    ending: Literal["win", "stagnation", "cap"] | None = None
    scores: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Lay out what has a value for each seat, pile or foundation."""
        for name in (*PILES, "unseen"):
            setattr(self, name, [[], []])
        for name in ("own_turns", "false_calls", "scores"):
            setattr(self, name, [0, 0])
        self.layout = [[] for _ in range(2 * self.layout_each)]
        self.centre = [None] * 8

    # ---- dealing and drawing for the first turn

    def pack(self) -> Sequence[Card]:
        """A pack for each."""
        return PACK

    @property
    def act(self) -> Act:
        """Shuffle the pack of seat 0, then that of seat 1; draw two cards of a third, until one is lower."""
        seat = self._seat_to_deal()
        if seat is None:
            return Act(f"draw {len(self.lots) // 2 + 1}", STANDARD, 2, STANDARD)
        return Act(f"deal {seat + 1}", STANDARD, len(STANDARD), STANDARD)

    def _seat_to_deal(self) -> Seat | None:
        return next((seat for seat in (0, 1) if not self.reserve[seat]), None)

    def told(self, move: Move, seat: Seat | None) -> Move:
        """A deal is face down; the draw for the first turn is open."""
        verb, *cards = move.split(" ")
        return " ".join([verb, *[HIDDEN] * len(cards)]) if verb == "deal" else move

    def _dealt(self, cards: list[Card]) -> None:
        seat = self._seat_to_deal()
        if seat is None:
            self._draw(cards)
        else:
            self._deal(seat, cards)

    def _deal(self, seat: Seat, cards: list[Card]) -> None:
        """The top cards one by one onto the reserve, then the piles; what is left is the stock."""
        laid = self.reserve_size + self.layout_each
        self.reserve[seat] = cards[: self.reserve_size]
        for pile, card in enumerate(cards[self.reserve_size : laid], seat * self.layout_each):
            self.layout[pile] = [card]
        self.stock[seat] = cards[: laid - 1 : -1]
        self.unseen[seat] = sorted(self.reserve[seat] + self.stock[seat], key=PLACE.__getitem__)
        if seat == 1 and self.first is not None:
            self._begin(self.first)

    def _draw(self, cards: list[Card]) -> None:
        self.lots += cards
        mine, others = (PLACE[card] % 13 for card in cards)
        if mine != others or len(self.lots) == 2 * DRAWS:
            self._begin(0 if mine <= others else 1)

    def _begin(self, seat: Seat) -> None:
        """Begin the turn of a seat."""
        self.mover = self.turn = seat
        self.turn_no += 1
        self.own_turns[seat] += 1
        self.shuffles, self.progress, self.locked = 0, False, False

    # ---- what may be done

    def legal(self) -> Sequence[Move]:
        """What the cards allow, duties or not: moves of cards in the order of `MOVES`, then the others."""
        if self.action is not None:
            return WINDOW
        moves = self._card_moves()
        self._add_others(moves)
        return [move for move in moves if not self.irregularities(move)] if self.taccs == "strict" else moves

    def _card_moves(self) -> list[Move]:
        reserve, other = self.reserve_open[self.mover], 1 - self.mover
        tops, may = self._tops(), self._may_move()
        moves = [*TO_CENTRE[wanted_in(self.centre, tops) & may]]
        if reserve and may == ALL_PLACES:
            moves += FROM_RESERVE[lying(FITS[reserve[-1]], tops) | tops.get(SPACE, 0)]
        if self.turned:
            moves += FROM_STOCK[lying(FITS[self.turned[0]], tops) | tops.get(SPACE, 0)]
        if may == ALL_PLACES and self.shuffles < self.shuffle_cap:
            moves += shifts(self.layout, tops)
        if pile := self.reserve_open[other]:
            moves += ON_RESERVE[lying(LOADS[pile[-1]], tops) & may]
        if pile := self.waste[other]:
            moves += ON_WASTE[lying(LOADS[pile[-1]], tops) & may]
        return moves

    def _tops(self) -> Tops:
        return tops_of(self.reserve_open[self.mover], self.turned, self.layout)

    def _may_move(self) -> int:
        """The mask of the places whose cards may move."""
        return ONLY_TURNED if self.turned and not self.moves_while_turned else ALL_PLACES

    def _add_others(self, moves: list[Move]) -> None:
        """Add what is no move of a card to those that are."""
        mover, turned = self.mover, self.turned
        shut = self._is_shut(mover)
        if shut and not turned:
            moves.append("turn reserve")
        if self._is_shut(1 - mover):
            moves.append("ask turn")
        if turned:
            moves.append("discard")
        elif self.stock[mover] or self.stock_seen[mover] or self.waste[mover]:
            moves.append("turn stock")
        elif not shut and DUE.isdisjoint(moves):
            moves.append("pass")

    def _is_shut(self, seat: Seat) -> bool:
        """Whether the top card of a reserve lies face down."""
        return not self.reserve_open[seat] and bool(self.reserve[seat] or self.reserve_seen[seat])

    def _pile(self, place: str) -> list[Card]:
        """The pile of a place, seen from the mover."""
        if place in LAYOUT:
            return self.layout[LAYOUT[place]]
        if place == "S":
            return self.turned
        if place == "OW":
            return self.waste[1 - self.mover]
        return self.reserve_open[self.mover if place == "R" else 1 - self.mover]

    # ---- duties

    def irregularities(self, move: Move) -> list[str]:
        """The duties that the mover breaks with a move which is legal here; shown to nobody before a call."""
        source, target = MOVES.get(move, (move, move))
        due = TO_CENTRE[wanted_in(self.centre, self._tops()) & self._may_move()]
        first_turn = self.own_turns[self.mover] == 1
        broken = {
            "V1": bool(due) and target not in ("F", "turn reserve", "ask turn"),
            "V1b": target in LOADED and self.load_gate == "all_aces" and None in self.centre,
            "V2": target == "F" and source != "R" and "move R F" in due,
            "V3": move == "turn stock" and self._reserve_can_move(),
            "V4": source == "S" and target in LAYOUT and self._must_stay_a_space(target),
            "V5": move == "turn reserve" and first_turn and bool(due),
            "V6": move == "discard" and self.strict_discard and self._turned_can_be_laid(),
        }
        return [code for code, is_broken in broken.items() if is_broken]

    def _must_stay_a_space(self, pile: str) -> bool:
        return not self._pile(pile) and self._in_reserve(self.mover) > 0

    def _reserve_can_move(self) -> bool:
        top = self.reserve_open[self.mover][-1:]
        return self._is_shut(self.mover) or any(map(self._can_be_laid, top))

    def _turned_can_be_laid(self) -> bool:
        """A space counts only without a reserve, as one with a reserve must not fill it."""
        return self._can_be_laid(self.turned[0], spaces=not self._in_reserve(self.mover))

    def _can_be_laid(self, card: Card, spaces: bool = True) -> bool:
        tops = self._tops()
        return bool(FROM_RESERVE[lying(FITS[card], tops) | (tops.get(SPACE, 0) if spaces else 0)])

    # ---- what a move does

    def apply(self, move: Move) -> None:
        """Carry out a move of the dealer, of the mover, or of the one who may call."""
        if self.turn == CHANCE:
            self._dealt([STANDARD[PLACE[card]] for card in move.split(" ")[1:]])
        elif self.action is not None:
            action, self.action, self.turn = self.action, None, self.mover
            self._stands(action) if move == "ok" else self._challenge(action)
        else:
            self._do(move)
            if self._can_be_called(move):
                self.action, self.turn = move, 1 - self.mover
            else:
                self._stands(move)

    def _do(self, move: Move) -> None:
        if move in SHUFFLES:
            start, end = SHUFFLES[move]
            self.layout[end].append(self.layout[start].pop())
        elif move in MOVES:
            source, target = MOVES[move]
            card = self._pile(source).pop()
            self._raise(card) if target == "F" else self._pile(target).append(card)
        elif move == "turn stock":
            self._turn_stock(self.mover)
        elif move == "discard":
            self.waste[self.mover].append(self.turned.pop())
        elif move != "pass":
            seat = self.mover if move == "turn reserve" else 1 - self.mover
            self.reserve_open[seat].append(self._top(seat, self.reserve, self.reserve_seen))

    def _undo(self, move: Move) -> None:
        """Take back what the mover did last; a card that was turned is known now."""
        if move in MOVES:
            source, target = MOVES[move]
            self._pile(source).append(self._lower() if target == "F" else self._pile(target).pop())
        elif move == "turn stock":
            self._turn_stock_back(self.mover)
        elif move == "discard":
            self.turned.append(self.waste[self.mover].pop())
        else:
            self.reserve_seen[self.mover].append(self.reserve_open[self.mover].pop())

    def _raise(self, card: Card) -> None:
        """Put a card on the first of its foundations that takes it; so the higher one stays the first."""
        pair = 2 * SUITS.index(suit_of(card))
        self.raised = self.centre.index(BELOW[card], pair)
        self.centre[self.raised] = card

    def _lower(self) -> Card:
        card: Card = self.centre[self.raised]  # type: ignore[assignment] # the one raised
        self.centre[self.raised] = BELOW[card]
        return card

    def _turn_stock(self, mover: Seat) -> None:
        self.recycled = not (self.stock[mover] or self.stock_seen[mover])
        if self.recycled:
            self.stock_seen[mover], self.waste[mover] = self.waste[mover][::-1], []
        self.turned.append(self._top(mover, self.stock, self.stock_seen))

    def _turn_stock_back(self, mover: Seat) -> None:
        self.stock_seen[mover].append(self.turned.pop())
        if self.recycled:
            self.waste[mover], self.stock_seen[mover] = self.stock_seen[mover][::-1], []

    def _top(self, seat: Seat, shut: list[list[Card]], seen: list[list[Card]]) -> Card:
        """Take the top card of a pile that lies face down; from now on all have seen it."""
        if seen[seat]:
            return seen[seat].pop()
        card = shut[seat].pop()
        self.unseen[seat].remove(card)
        return card

    # ---- calls

    def _can_be_called(self, move: Move) -> bool:
        """Whether the other is asked, which says nothing about whether a call would be right."""
        if self.locked or self.taccs == "strict" or self.false_calls[1 - self.mover] >= self.false_limit:
            return False
        return self.own_turns[self.mover] == 1 if move == "turn reserve" else move not in NO_DUTY

    def _challenge(self, action: Move) -> None:
        """The other calls: take the action back and look; if nothing was wrong, do it again."""
        self._undo(action)
        codes = self.irregularities(action)
        if codes:
            self.codes = codes
            self.stock_seen[self.mover] += self.turned
            self.turned = []
            self._end_turn()
        else:
            self._do(action)
            self.false_calls[1 - self.mover] += 1
            self.locked = True
            self._stands(action)

    def _stands(self, action: Move) -> None:
        """Nobody can take the action back any more."""
        if action in SHUFFLES:
            self.shuffles += 1
        elif action in MOVES:
            self.progress = True
            if not self._to_go(self.mover):
                self._win()
        elif action in ("discard", "pass"):
            self._end_turn()

    # ---- the end of a turn, and of the match

    def _in_reserve(self, seat: Seat) -> int:
        return len(self.reserve[seat]) + len(self.reserve_seen[seat]) + len(self.reserve_open[seat])

    def _in_stock(self, seat: Seat) -> int:
        """How many cards are in a stock and a waste."""
        return len(self.stock[seat]) + len(self.stock_seen[seat]) + len(self.waste[seat])

    def _to_go(self, seat: Seat) -> int:
        """How many cards a player has to get rid of yet."""
        turned = len(self.turned) if seat == self.mover else 0
        return self._in_reserve(seat) + self._in_stock(seat) + turned

    def _left(self, seat: Seat) -> int:
        """What a player is left with, in points."""
        return 2 * self._in_reserve(seat) + self._in_stock(seat)

    def _end_turn(self) -> None:
        self.idle = 0 if self.progress else self.idle + 1
        if self.idle >= self._idle_limit():
            self._break_off("stagnation")
        elif self.turn_no >= self.max_turns:
            self._break_off("cap")
        else:
            self._begin(1 - self.mover)

    def _idle_limit(self) -> int:
        """In so many turns both could have gone through all their cards."""
        return 2 * max(self._in_stock(0), self._in_stock(1)) + 2

    def _win(self) -> None:
        self.turn, self.ending = None, "win"
        self.scores[self.mover] = self._prize(self.mover)

    def _prize(self, seat: Seat) -> int:
        """What a seat scores that wins now."""
        return 30 + self._left(1 - seat)

    def _break_off(self, ending: Literal["stagnation", "cap"]) -> None:
        """End without a winner."""
        self.turn, self.ending = None, ending
        if self.unfinished == "count":
            left = [self._left(0), self._left(1)]
            self.scores = [max(left) - each for each in left]

    def points(self) -> tuple[int, ...]:
        """The winner's points."""
        return tuple(self.scores)

    @property
    def longest(self) -> int:
        """Of all turns to come, with the cards that may face down be turned and the dealer's acts.

        In a turn each own card is placed once, perhaps after a card was turned, and each card of the layout
        leaves it once for good; so that is at most three moves for each card that is not in the centre,
        or may be called back from there.
        """
        if self.turn is None:
            return 0
        away = len(PACK) - sum([HEIGHT[top] for top in self.centre])
        away += self.action in TO_CENTRE.moves
        turns = self.max_turns - max(self.turn_no, 1) + 1
        face_down = sum(map(len, chain(self.reserve, self.reserve_seen))) if self.turn_no else len(PACK)
        moves = turns * (3 * away + self.shuffle_cap + 2) + face_down + 2
        return 2 * moves + (2 + DRAWS if self.turn == CHANCE else 1)

    @property
    def widest(self) -> int:
        """Over all numbers of spaces in the layout.

        Of two cards at most one fits on the other, if one is red and one is black; each may go to each space
        and to the centre; four may be loaded on either pile of the other; and there is a stock card.
        """
        piles, others = 2 * self.layout_each, 2 if self.moves_while_turned else 1
        most = 0
        for spaces in range(piles + 1):
            tops = piles - spaces + others
            most = max(most, tops * tops // 4 + tops * spaces + tops)
        return most + 2 * 4 + 1

    # ---- for watchers and bots

    def figures(self) -> dict[str, Any]:
        """After how many idle turns the match breaks off; by seat, cards to go and what a win would score."""
        return {
            "idle_limit": self._idle_limit(),
            "to_go": [self._to_go(0), self._to_go(1)],
            "prizes": [self._prize(0), self._prize(1)],
        }

    def fallback(self) -> Move:
        """Break no duty and call nothing: build the centre, then see to the reserve, then to the stock."""
        legal = self.legal()
        if legal is WINDOW:
            return "ok"
        rest = ("turn reserve", *FROM_RESERVE.moves, "turn stock", "discard", "pass")
        first = [move for move in (*TO_CENTRE.moves, *rest) if move in legal]
        return next(move for move in (*first, *legal) if not self.irregularities(move))

    def cards(self) -> Iterator[Card]:
        """Those in the piles and in the centre; a pack is there as soon as the other one is dealt."""
        piles = chain.from_iterable(getattr(self, name) for name in PILES)
        foundations = chain.from_iterable(UP_TO.get(top, (top,)) for top in self.centre if top)
        dealing = self.turn == CHANCE and [bool(pile) for pile in self.reserve] == [True, False]
        return chain(*piles, self.turned, *self.layout, foundations, STANDARD if dealing else ())

    def fill(self, seat: Seat | None, rng: Random) -> None:
        """What nobody has seen lies in the reserve and the stock of the player to whose pack it belongs."""
        for owner, unseen in enumerate(self.unseen):
            shut = self.reserve[owner], self.stock[owner]
            cards = list((Counter(unseen) - Counter(chain(*shut))).elements())
            rng.shuffle(cards)
            for pile in shut:
                pile[:] = [cards.pop() if card == HIDDEN else card for card in pile]

    def settle(self) -> None:
        """Order foundations and unseen cards; refuse rules and positions that cannot be."""
        check_rules(self)
        check_piles(self)
        check_counts(self)
        if self.turn == CHANCE:
            check_dealing(self)
        elif self.turn is not None:
            asked = self.mover if self.action is None else 1 - self.mover
            require(self.turn == asked, "turn", f"is seat {asked}")
            require(self.action is None or self._could_be_done(self.action), "action", "was not possible")

    def _could_be_done(self, action: Move) -> bool:
        """Whether taking back the action and doing it again leads to this position."""
        twin = self.copy()
        twin.action, twin.turn = None, self.mover
        try:
            twin._undo(action)
            if action not in twin.legal() or not twin._can_be_called(action):
                return False
            twin._do(action)
        except LookupError:
            return False
        twin.action, twin.turn = self.action, self.turn
        return twin == self
