"""The games that the referee knows."""

from referee.game import Game
from referee.games.pis_yedili import PisYedili
from referee.games.scandaroon import Scandaroon

GAMES: dict[str, type[Game]] = {
    PisYedili.name: PisYedili,
    Scandaroon.name: Scandaroon,
}
