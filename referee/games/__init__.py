"""The games that the referee knows."""

from referee.game import Game
from referee.games.pis_yedili import PisYedili

GAMES: dict[str, type[Game]] = {PisYedili.name: PisYedili}
