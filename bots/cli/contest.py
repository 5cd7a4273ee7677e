"""Deals played on this machine, in portions that are fixtures like a server's."""

import time
from collections.abc import Iterator, Sequence

from msgspec import Struct

from bots.again import command
from bots.cli.kept import Kept
from bots.cli.screen import Screen
from bots.cli.tally import Tally, shares
from bots.play.clock import Clocks
from bots.play.fixture import Order, PlayedMatch, dice_seed, entered, play_fixture, seating
from bots.sandbox import Launcher
from bots.upload.store import Store, Upload, temporary

PORTION = 10
"""Deals in one fixture; the next one gets fresh processes."""


class FaultSeen(Struct):
    """What kind of fault a bot had, how often, and of the first time all that helps to understand it."""

    name: str
    code: str
    reason: str
    deal: int
    rotation: int
    seat: int
    move: int
    log: str
    again: str
    """The command that asks the bot the same once more."""
    times: int = 1


class Contest:
    """Uploads that play each other."""

    def __init__(
        self,
        game: str,
        names: Sequence[str],
        files: Sequence[str],
        uploads: Sequence[Upload],
        deals: int,
        seed: str,
        portion: int | None = None,
    ) -> None:
        """`names` are for reports, `files` what was typed; `portion` is how many deals make a fixture."""
        self.game, self.names, self.deals, self.seed = game, names, deals, seed
        self.tally = Tally(names)
        self.faults: dict[tuple[str, str], FaultSeen] = {}
        self.matches = 0
        self.seconds = 0.0
        self.stopped = False
        self._files, self._uploads, self._portion = files, uploads, portion or PORTION

    def run(self, launcher: Launcher, kept: Kept, screen: Screen) -> None:
        """Plays all deals, or until somebody presses Ctrl-C: what was played by then counts."""
        began = time.monotonic()
        try:
            for _ in self.fixtures(launcher, kept, screen):
                pass
        except KeyboardInterrupt:
            self.stopped = True
        screen.clear()
        self.seconds = round(time.monotonic() - began, 3)

    def fixtures(self, launcher: Launcher, kept: Kept, screen: Screen) -> Iterator[list[float]]:
        """Plays fixture by fixture; after each, by entrant, the share of its points."""
        with temporary() as store:
            for first, order in self._orders(store):
                yield shares(order, self._play(first, order, store, launcher, kept, screen))

    def _orders(self, store: Store) -> Iterator[tuple[int, Order]]:
        """The fixtures, each with the number of its first deal."""
        for first in range(0, self.deals, self._portion):
            yield first, self._order(first, store)

    def _order(self, first: int, store: Store) -> Order:
        entrants = enumerate(zip(self.names, self._uploads, strict=True))
        return Order(
            number=f"local.{first}",
            game=self.game,
            rules={},
            clocks=Clocks(),
            seats=len(self.names),
            order_seed=f"{self.seed}/order/{first}",
            deals=[
                f"{self.seed}/deal/{deal}" for deal in range(first, min(first + self._portion, self.deals))
            ],
            competitors=[
                entered(upload, store, dice=f"{self.seed}/dice/{first}/{place}", name=name)
                for place, (name, upload) in entrants
            ],
        )

    def _play(
        self, first: int, order: Order, store: Store, launcher: Launcher, kept: Kept, screen: Screen
    ) -> list[PlayedMatch]:
        def played(match: PlayedMatch) -> None:
            self.matches += 1
            self.tally.add(order, match)
            places = seating(order, match.deal, match.rotation)
            kept.match(match, first + match.deal, [self.names[place] for place in places])
            self._blame(order, match, first + match.deal, kept)
            screen.progress(self.matches, self.tally.told)

        return play_fixture(order, store, launcher, played=played).matches

    def _blame(self, order: Order, match: PlayedMatch, deal: int, kept: Kept) -> None:
        places = seating(order, match.deal, match.rotation)
        for fault in match.record["faults"]:
            seat, move = fault["seat"], fault["move"]
            place = places[seat]
            key = (self.names[place], fault["code"])
            if key in self.faults:
                self.faults[key].times += 1
                continue
            log = str(kept.log(match, deal, seat, self.names[place]))
            again = command(
                str(kept.record(match, deal)),
                move + 1,
                seat=seat,
                dice=dice_seed(order.competitors[place], match.deal, match.rotation),
                match=match.deal,
                file=self._files[place],
            )
            self.faults[key] = FaultSeen(
                *key, match.reasons[seat], deal, match.rotation, seat, move, log, again
            )
